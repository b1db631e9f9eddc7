"""Push messages, against a receiver of our own that verifies and decrypts (push_receiver.py): one a turn, to who asked
for it, until told otherwise; never to an address that is not public; whatever a receiver does, games go on.

    server_push.py BUILD [TEST...]
"""
import os
import sqlite3
import stat
import sys
import tempfile

from wire import *  # noqa: E402,F403

check = Checks()
build = sys.argv[1]
if not os.path.exists(os.path.join(build, "aude")):
    print("skipped: build/aude is not built")
    sys.exit(77)
try:
    from push_receiver import Browser, Receiver, encode, verify  # noqa: E402
except ImportError as problem:
    print(f"skipped: python3-cryptography is missing ({problem})")
    sys.exit(77)

DAYS = {"kind": "move", "seconds": 86400}
CONTACT = "mailto:operator@example.org"
folder = tempfile.TemporaryDirectory(prefix="aude-push-")
receiver = Receiver(folder.name)
plan = os.path.join(folder.name, "plan")
with open(plan, "w") as file:
    file.write(f"""ca {receiver.ca}
resolve push.test 127.0.0.1
resolve other.test 127.0.0.1
resolve hung.test 127.0.0.1
resolve wrong-name.test 127.0.0.1
resolve mapped.test ::ffff:127.0.0.1
resolve mixed.test 127.0.0.1 10.0.0.1
resolve inside.test 192.168.1.7
allow 127.0.0.1 {receiver.port}
patience 3000
again 300
""")


def serve(*options, store=None, after=0):
    return Server(build, store, "--push", CONTACT, "--push-after", str(after), "--push-test-only", plan, *options)


def seated(server, clock=DAYS, **more):
    """(Ann and Bob by their seats, their table), in the first turn."""
    ann, bob = patient(server.join(**more)), patient(server.join(**more))
    table = ann.create([{"kind": "here", "name": "Ann"}, LINK], title="Sunday", clock=clock)
    bob.ask("watch", table=table, since=0)
    bob.ask("sit", table=table, seat=1, name="Bob")
    ann.ask("start", table=table)
    for client in (ann, bob):
        client.until(lambda: client.entries(table, "start"))
    return {0: ann, 1: bob}, table


def actor(clients, table):
    return clients[0].ask("look", table=table)["actor"]


PLACES = [f"lay {x},{y} {turn}" for d in range(1, 12) for x in range(-d, d + 1) for y in range(-d, d + 1)
          if max(abs(x), abs(y)) == d for turn in (0, 90, 180, 270)]


def take_turn(clients, table):
    """Whoever has to decide takes his whole turn; who that was."""
    me = actor(clients, table)
    mine = clients[me]
    seq = mine.ask("watch", table=table, since=2 ** 40)["seq"]
    mine.until(lambda: mine.logs[table][-1]["seq"] >= seq)
    try_actions(mine, table, PLACES)
    for _ in range(5):
        seq = mine.ask("watch", table=table, since=2 ** 40)["seq"]
        mine.until(lambda: mine.logs[table][-1]["seq"] >= seq)
        if actor(clients, table) != me:
            break
        mine.ask("act", table=table, at=mine.steps[table], action="pass")
    return me


def other_of(clients, table):
    """The one whose turn it is not."""
    return 1 - actor(clients, table)


def subscribed(clients, table, seat, browser):
    clients[seat].ask("subscribe", table=table, **browser.fields())
    return browser


def settled(server):
    """Until the store has nothing that is due or under way."""
    return wait_until(lambda: not rows(server, "SELECT 1 FROM push WHERE due > 0"))


def rows(server, query):
    with sqlite3.connect(server.store, timeout=LONG) as db:
        return db.execute(query).fetchall()


# -- what is sent -------------------------------------------------------------------------

def test_message():
    with serve() as server:
        key = server.join().ask("hello", v=1)["push"]
        clients, table = seated(server)
        waits = other_of(clients, table)
        browser = subscribed(clients, table, waits, Browser(receiver.url("/ok/first?x=1")))
        take_turn(clients, table)
        if not check(receiver.wait(lambda: receiver.to("/ok/first?x=1")), "who has the turn is told"):
            return
        method, _, headers, body = receiver.to("/ok/first?x=1")[0]
        check.equal(method, "POST", "the method")
        check.equal(headers["host"], f"push.test:{receiver.port}", "the host")
        wrong, claims = verify(headers, key, f"https://push.test:{receiver.port}")
        check.equal(wrong, None, "who sends")
        check.equal(claims and claims["sub"], CONTACT, "whom to ask")
        check.equal(headers["content-encoding"], "aes128gcm", "how it is sealed")
        check.equal(headers["urgency"], "normal", "how urgent")
        check(86000 <= int(headers["ttl"]) <= 86400, f"worth something until the clock runs out: {headers['ttl']}")
        check(len(headers["topic"]) == 24 and table not in headers["topic"], "a topic that tells nothing")
        said = json.loads(browser.open(body))
        name = {0: "Ann", 1: "Bob"}[waits]
        check.equal(said, {"table": table, "seat": waits, "title": "Sunday", "name": name}, "what it says")
        check.equal(len(body), 86 + 512 + 16, "the length of all of them")
        stranger = Browser("")
        try:
            stranger.open(body)
            check(False, "nobody else can read it")
        except Exception as error:  # cryptography's own kinds
            check("Invalid" in type(error).__name__, f"nobody else can read it: {error!r}")
        check.equal(stat.S_IMODE(os.stat(server.store).st_mode), 0o600, "the file with the key is its owner's alone")

        # one a turn
        check.equal(clients[waits].ask("subscribed", table=table, endpoint=browser.endpoint)["on"], True, "it stays on")
        take_turn(clients, table)
        take_turn(clients, table)
        check(receiver.wait(lambda: len(receiver.to("/ok/first?x=1")) == 2), "the next turn is told too")
        check(settled(server), "nothing waits")
        time.sleep(1.2)
        check.equal(len(receiver.to("/ok/first?x=1")), 2, "once each")
        for client in clients.values():
            client.close()

        # a restart keeps key and subscription
        check.equal(server.stop(), 0, "the stop")
        server.start()
        again = {seat: patient(server.join(client.cookie)) for seat, client in clients.items()}
        check.equal(again[0].ask("hello", v=1)["push"], key, "the same key after a restart")
        for client in again.values():
            client.ask("watch", table=table, since=0)
            client.until(lambda: client.entries(table, "step"))
        time.sleep(1.2)
        check.equal(len(receiver.to("/ok/first?x=1")), 2, "the same turn is not told again after a restart")
        take_turn(again, table)
        take_turn(again, table)
        check(receiver.wait(lambda: len(receiver.to("/ok/first?x=1")) == 3), "and the next one is")

        # others hear nothing of it
        everything = b"".join(b"".join(client.heard) for client in (clients[1 - waits], again[1 - waits]))
        check(b"push.test" not in everything, "nothing of a subscription goes to the other seat")
        listed = server.http("/api/tables")[2] + server.http(f"/api/tables/{table}/record")[2]
        check(b"push.test" not in listed, "nor to anybody")

        # the end of the game ends it
        again[0].ask("resign", table=table, seat=0)
        check.equal(rows(server, "SELECT * FROM push"), [], "gone with the game")
        check.equal(again[waits].ask("subscribed", table=table)["may"], False, "an ended game tells nobody")
        check.equal(server.stop(), 0, "the stop")


def test_quiet_turns():
    """Who answers at once is not told; an undo tells nobody twice."""
    with serve(after=2) as server:
        clients, table = seated(server)
        for seat in (0, 1):
            subscribed(clients, table, seat, Browser(receiver.url(f"/ok/quick{seat}")))
        slow = [0, 0]  # turns that a busy machine made so long that they may have been told
        for _ in range(4):
            began = time.monotonic()
            last = take_turn(clients, table)
            slow[last] += time.monotonic() - began > 1
        check(receiver.wait(lambda: receiver.to(f"/ok/quick{1 - last}")), "the one who lets the turn stand is told")
        time.sleep(1)
        told = [len(receiver.to(f"/ok/quick{seat}")) for seat in (0, 1)]
        check(told[last] <= slow[last] and 1 <= told[1 - last] <= 1 + slow[1 - last], f"and nobody else: {told}, {slow} turns were slow")


def test_restart_between():
    """A message that waits is sent by the next server."""
    with serve(after=3) as server:
        clients, table = seated(server)
        subscribed(clients, table, other_of(clients, table), Browser(receiver.url("/ok/later")))
        began = time.monotonic()
        take_turn(clients, table)
        server.kill()
        if time.monotonic() - began < 3:
            check.equal(receiver.to("/ok/later"), [], "not yet")
        server.start()
        check(receiver.wait(lambda: receiver.to("/ok/later")), "after kill -9 it is sent all the same")
        check.equal(server.stop(), 0, "the stop")


# -- until told otherwise -----------------------------------------------------------------

def test_unsubscribe():
    with serve() as server:
        clients, table = seated(server)
        me = other_of(clients, table)
        one = subscribed(clients, table, me, Browser(receiver.url("/ok/stays")))
        two = subscribed(clients, table, me, Browser(receiver.url("/ok/leaves")))
        clients[1 - me].ask("unsubscribe", table=table, endpoint=one.endpoint)
        clients[me].ask("unsubscribe", table=table, endpoint=two.endpoint)
        check.equal(clients[me].ask("subscribed", table=table, endpoint=two.endpoint)["on"], False, "it is off")
        check.equal(clients[me].ask("subscribed", table=table, endpoint=one.endpoint)["on"], True,
                    "nobody switches off another's")
        check.equal(clients[1 - me].ask("subscribed", table=table, endpoint=one.endpoint)["on"], False,
                    "nobody sees another's")
        take_turn(clients, table)
        check(receiver.wait(lambda: receiver.to("/ok/stays")), "the other is told")
        check.equal(receiver.to("/ok/leaves"), [], "who left is not")
        clients[me].ask("unsubscribe", endpoint=one.endpoint)
        check.equal(rows(server, "SELECT * FROM push"), [], "everywhere")

        # the service says that it is gone
        gone = subscribed(clients, table, me, Browser(receiver.url("/gone/1")))
        take_turn(clients, table)
        take_turn(clients, table)
        check(receiver.wait(lambda: receiver.to("/gone/1")), "it is tried once")
        wait_until(lambda: not rows(server, "SELECT * FROM push"))
        check.equal(rows(server, "SELECT * FROM push"), [], "410 removes it")
        check.equal(clients[me].ask("subscribed", table=table, endpoint=gone.endpoint)["on"], False, "and the page hears it")


def test_seat_is_lost():
    """A subscription goes with the seat."""
    with serve() as server:
        ann, bob = server.join(), server.join()
        table = ann.create([{"kind": "here", "name": "Ann"}, LINK, LINK], clock=DAYS)
        bob.ask("sit", table=table, seat=1, name="Bob")
        bob.ask("subscribe", table=table, **Browser(receiver.url("/ok/seat")).fields())
        ann.ask("subscribe", table=table, **Browser(receiver.url("/ok/seat2")).fields())
        bob.ask("stand", table=table, seat=1)
        check.equal(rows(server, "SELECT endpoint FROM push"), [(receiver.url("/ok/seat2"),)], "gone with the seat")
        check.refuses("NOT_YOUR_SEAT", lambda: bob.ask("subscribe", table=table, **Browser(receiver.url("/x")).fields()),
                      "without a seat")


# -- what is refused ----------------------------------------------------------------------

def test_refusals():
    with serve() as server:
        clients, table = seated(server)
        me = clients[0]
        good = Browser(receiver.url("/ok/never")).fields()
        for wrong in ("http://push.test/", "https://127.0.0.1/", "https://[::1]/", "https://localhost/", "https://push/",
                      "https://2130706433/", "https://0x7f.1/", "https://a@push.test/", "https://push.test:22/",
                      "https://push.test/#a", "https://push.test/ a", "https://push.test/\u00e9", "https://db.internal/",
                      "https://push.test/" + "x" * 1100, ""):
            check.refuses("FIELD", lambda: me.ask("subscribe", table=table, **{**good, "endpoint": wrong}), wrong[:40])
        for field, wrong in (("key", encode(b"\4" + b"x" * 64)), ("key", encode(b"\4" + b"x" * 63)), ("key", "!"),
                             ("auth", encode(b"x" * 15)), ("auth", encode(b"x" * 17)), ("auth", "")):
            check.refuses("FIELD", lambda: me.ask("subscribe", table=table, **{**good, field: wrong}), f"{field} {wrong}")
        check.equal(rows(server, "SELECT * FROM push"), [], "nothing of it is stored")
        _, quick = seated(server, clock={"kind": "move", "seconds": 3600})
        host = _[0]
        check.refuses("OFF", lambda: host.ask("subscribe", table=quick, **good), "a clock of an hour")
        check.equal(host.ask("subscribed", table=quick)["may"], False, "and the page knows")
        check.equal(me.ask("subscribed", table=table)["may"], True, "a clock of a day")
    with Server(build) as server:
        clients, table = seated(server)
        check.equal(clients[0].ask("hello", v=1)["push"], None, "without --push there is no key")
        check.refuses("OFF", lambda: clients[0].ask("subscribe", table=table, **good), "without --push")
        check.equal(clients[0].ask("subscribed", table=table, endpoint=good["endpoint"]),
                    {"type": "ok", "id": clients[0].ids, "may": False, "on": False}, "without --push nothing is offered")


def test_after_resolving():
    """Names that lead to this machine or network: nothing is connected to, the subscription is given up in the end."""
    with serve() as server:
        clients, table = seated(server)
        me = other_of(clients, table)
        names = ("mapped.test", "mixed.test", "inside.test", "wrong-name.test")
        for name in names[:3]:
            subscribed(clients, table, me, Browser(receiver.url(f"/ok/{name}", name)))
        before = receiver.connections
        for turn in range(5):
            take_turn(clients, table)
            check(settled(server), "what cannot be sent does not wait for ever")
            take_turn(clients, table)
        wait_until(lambda: not rows(server, "SELECT * FROM push"))
        check.equal(rows(server, "SELECT endpoint, failed, tries FROM push"), [], "after five failures it is given up")
        check.equal(receiver.connections, before, "no connection was opened, though one of two addresses is allowed")

        # a certificate for another name
        subscribed(clients, table, me, Browser(receiver.url("/ok/wrong-name", names[3])))
        take_turn(clients, table)
        wait_until(lambda: receiver.to("/ok/wrong-name") or rows(server, "SELECT 1 FROM push WHERE failed = 1"))
        check(receiver.connections > before, "a certificate is looked at")
        check.equal(rows(server, "SELECT failed FROM push"), [(1,)], "and not believed")
        check.equal(receiver.to("/ok/wrong-name"), [], "nothing is sent to whoever has no certificate for the name")


# -- receivers that misbehave -------------------------------------------------------------

def test_bad_receivers():
    with serve() as server:
        clients, table = seated(server)
        me = other_of(clients, table)
        receiver.statuses["/busy/1"] = ["503 Later", "429 Later\r\nRetry-After: 1", "201 Created"]
        receiver.statuses["/busy/2"] = ["500 Broken"]
        for path, host in (("/redirect/1", "push.test"), ("/busy/1", "other.test"), ("/busy/2", "other.test"),
                           ("/endless/1", "hung.test")):
            subscribed(clients, table, me, Browser(receiver.url(path, host)))
        take_turn(clients, table)
        check(receiver.wait(lambda: len(receiver.to("/busy/1")) == 3), "503 and 429 are tried again")
        check(receiver.wait(lambda: len(receiver.to("/busy/2")) == 3), "so is 500")
        check(receiver.wait(lambda: receiver.to("/redirect/1") and receiver.to("/endless/1")), "the others are tried")
        check(settled(server), "and then no more")
        check(receiver.wait(lambda: receiver.open == 0), "who answers without end is left")
        time.sleep(2)
        check.equal([len(receiver.to(p)) for p in ("/busy/1", "/busy/2", "/redirect/1", "/endless/1")], [3, 3, 1, 1],
                    "three times at most")
        check.equal(receiver.to("/ok/redirected"), [], "a redirection is not followed")


def test_never_answers():
    """As many as may hang, hang; games go on, and others are told."""
    with serve() as server:
        games = [seated(server) for _ in range(6)]
        for n, (clients, table) in enumerate(games):
            subscribed(clients, table, other_of(clients, table), Browser(receiver.url(f"/hang/{n}", "hung.test")))
            take_turn(clients, table)
        check(receiver.wait(lambda: receiver.open == 2), "two at a time to one site, no more")
        clients, table = seated(server)
        heard = 0
        for _ in range(6):  # six turns while they hang
            check(receiver.open <= 2, f"two at a time, not {receiver.open}")
            take_turn(clients, table)
            heard += receiver.open > 0
        check(heard > 0, f"turns are taken while receivers hang: {heard}")
        subscribed(clients, table, other_of(clients, table), Browser(receiver.url("/ok/beside", "other.test")))
        take_turn(clients, table)
        check(receiver.wait(lambda: receiver.to("/ok/beside")), "another site is served beside them")
        started = time.monotonic()
        check.equal(server.stop(), 0, "the stop, while some hang")
        print(f"(stopped within {time.monotonic() - started:.1f} s)")


# -- bounds -------------------------------------------------------------------------------

def test_bounds():
    with serve("--behind-proxy", "127.0.0.1", "--rate", "10000") as server:
        there = {"headers": ["X-Forwarded-For: 198.51.100.7"]}
        clients, table = seated(server, **there)
        for n in range(4):
            subscribed(clients, table, 0, Browser(receiver.url(f"/ok/many{n}")))
        more = Browser(receiver.url("/ok/many4"))
        check.refuses("BUSY", lambda: subscribed(clients, table, 0, more), "a fifth browser of one person at one table")
        subscribed(clients, table, 0, Browser(receiver.url("/ok/many0")))
        check.equal(len(rows(server, "SELECT 1 FROM push")), 4, "a browser with new keys takes its own place")
        code, n = None, 0
        while not code and n < 400:  # new people at new tables, all from one address
            person = server.join(**there)
            try:
                own = person.create([{"kind": "here", "name": "Ann"}, LINK], clock=DAYS)
                for _ in range(4):
                    person.ask("subscribe", table=own, **Browser(receiver.url(f"/ok/fill{n}")).fields())
                    n += 1
            except Refused as error:
                code = error.code
            person.close()
        check.equal((code, len(rows(server, "SELECT 1 FROM push"))), ("BUSY", 200), "one address has two hundred")
        elsewhere, own = seated(server, headers=["X-Forwarded-For: 198.51.100.8"])
        subscribed(elsewhere, own, 0, Browser(receiver.url("/ok/elsewhere")))
        check.equal(len(rows(server, "SELECT 1 FROM push")), 201, "another address is not concerned")
        metrics = server.http("/metrics")[2].decode()
        check("aude_pushes_total 0" in metrics, "counted")
        server.stop()
        db = sqlite3.connect(server.store)  # as if everybody had come
        db.execute("PRAGMA foreign_keys = ON")
        db.execute("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000) INSERT INTO "
                   "push(game, who, endpoint, point, auth, origin, mine, turn) "
                   "SELECT (SELECT min(key) FROM game), 'w' || i, 'https://push.test/' || i, '', '', 0, 0, 0 FROM n")
        db.commit()
        db.close()
        server.start()
        back = server.join(elsewhere[1].cookie)
        check.refuses("BUSY", lambda: back.ask("subscribe", table=own, **Browser(receiver.url("/ok/last")).fields()),
                      "a hundred thousand are enough")


def test_options():
    """What a test may do cannot be switched on where others come."""
    def status(*options):
        run = subprocess.run([os.path.join(build, "aude"), "serve", "--store", "sqlite::memory:", *options],
                             capture_output=True, text=True, timeout=LONG)
        return run.returncode, run.stderr
    only = ("--push", CONTACT, "--push-test-only", plan)
    for options in (("--listen", "0.0.0.0:0", *only), ("--public-url", "https://play.example.org", *only),
                    ("--listen", "[::]:0", *only), ("--push-test-only", plan), ("--push", "nobody"),
                    ("--push", "mailto:a b@c"), ("--push", CONTACT, "--push-port", "0")):
        code, text = status(*options)
        check(code == 2 and text.count("\n") <= 2, f"{options}: {code} {text}")
    code, text = status("--push", CONTACT, "--push-test-only", "/nonexistent")
    check(code == 1 and "cannot be read" in text, f"a test without its file: {code} {text}")


for test in (test_message, test_quiet_turns, test_restart_between, test_unsubscribe, test_seat_is_lost, test_refusals,
             test_after_resolving, test_bad_receivers, test_never_answers, test_bounds, test_options):
    if sys.argv[2:] and test.__name__ not in sys.argv[2:]:
        continue
    try:
        test()
    except (Closed, Refused, OSError, AssertionError) as error:
        import traceback
        traceback.print_exc()
        check(False, f"{test.__name__}: {type(error).__name__} {error}")
receiver.stop()
folder.cleanup()
check.end()
