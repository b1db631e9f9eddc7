"""Every message is as server/table/messages.def describes it, and every line there is about something.

What the server says is judged whenever a client reads it (wire.py). Here everything is said once: a
field that is described and never comes is found, and so is a described field of a request that the
server does not look at.

    server_messages.py BUILD
"""
import base64
import hashlib
import os
import re
import sqlite3
import subprocess
import sys
import tempfile
import time

from wire import *  # noqa: E402,F403
import wire

check = Checks()
build = sys.argv[1]
if not os.path.exists(os.path.join(build, "aude")):
    print("skipped: build/aude is not built")
    sys.exit(77)

tried = set()  # (request, field) that were sent wrong
sent = set()   # (request or object, field) that were sent right


def wrong_values(field):
    """What the field cannot be."""
    kind, list_of = field["kind"], field["list"]
    if list_of:
        return ["x", [], {}]
    if kind == "int":
        values = [field["lo"] - 1, "1", 1.5, True, [0]]
        return values + ([field["hi"] + 1] if field["hi"] < 2 ** 62 else [])
    return {"text": [1, True, ["x"]], "bool": [0, "true", []], "word": ["nonsense", "", 1],
            "part": [1, "x", []]}[kind]


def refused(client, type, name, fields):
    error = None
    try:
        client.ask(type, **fields)
    except Refused as refusal:
        error = refusal
    said = error and error.message["text"]
    check(error and error.code == "FIELD" and name in said, f"{type}: a wrong {name}: {fields} gives {said}")


def try_wrong(client, type, good):
    """Each field of the request, wrong in each way, with the others right."""
    for field in wire.judge.rows["request", type]:
        name = field["name"]
        if name == "table":
            continue
        tried.add((type, name))
        for value in wrong_values(field):
            refused(client, type, name, {**good, name: value})
        if field["need"] == "needed":
            refused(client, type, name, {k: v for k, v in good.items() if k != name})
            refused(client, type, name, {**good, name: None})


def do(client, type, **fields):
    for name, value in fields.items():
        sent.add((type, name))
        for part in value if isinstance(value, list) else [value]:
            if isinstance(part, dict):
                for inner in part:
                    sent.add((name, inner))
    return client.ask(type, **fields, nobody_described_this=1)


# -- before the start ---------------------------------------------------------------------

CLOCK = {"kind": "budget", "seconds": 86400, "increment": 10}  # slow enough for push messages
OPTIONS = {"title": "Sunday", "listed": True, "watch": False, "chat": True, "aids": "club", "late": "computer",
           "clock": CLOCK}
SEATS = [{"kind": "here", "name": "Ann", "colour": "red"}, {"kind": "link"}, {"kind": "computer", "level": "greedy"}]


def try_parts(ann):
    """The objects inside of `create`, wrong."""
    good = {"head": HEAD, "seats": SEATS, "options": OPTIONS}
    places = {"SeatWanted": lambda part: {**good, "seats": [part, SEATS[1]]},
              "OptionsWanted": lambda part: {**good, "options": part},
              "ClockWanted": lambda part: {**good, "options": {"clock": part}}}
    whole = {"SeatWanted": SEATS[2], "OptionsWanted": OPTIONS, "ClockWanted": CLOCK}
    for name, place in places.items():
        for field in wire.judge.rows["object", name]:
            tried.add((name, field["name"]))
            for value in wrong_values(field):
                refused(ann, "create", field["name"], place({**whole[name], field["name"]: value}))
    refused(ann, "create", "seconds", places["ClockWanted"]({"kind": "move"}))


def before_the_start(ann, bob, eve):
    try_parts(ann)
    try_wrong(ann, "create", {"head": HEAD, "seats": SEATS, "options": OPTIONS})
    table = do(ann, "create", head=HEAD, seats=SEATS, options=OPTIONS)["table"]
    at = {"table": table}
    try_wrong(bob, "watch", {**at, "since": 0})
    do(bob, "watch", table=table, since=0)
    do(eve, "watch", table=table, since=0)
    do(ann, "look", table=table)
    try_wrong(bob, "sit", {**at, "seat": 1, "name": "Bob", "colour": "blue"})
    do(bob, "sit", table=table, seat=1, name="Bob", colour="blue")
    try_wrong(bob, "stand", {**at, "seat": 1})
    do(bob, "stand", table=table, seat=1)
    try_wrong(ann, "seat", {**at, "seat": 2, "kind": "computer", "name": "Cat", "colour": "green", "level": "random"})
    do(ann, "seat", table=table, seat=2, kind="computer", name="Cat", colour="green", level="random")
    do(bob, "sit", table=table, seat=1, name="Bob")
    do(ann, "start", table=table)
    shown_out = eve.wait(lambda m: m["type"] == "error")
    check.equal((shown_out["code"], shown_out["table"]), ("OFF", table), "who only watched is shown out")
    return table


# -- play ---------------------------------------------------------------------------------

def settle(clients, table):
    """Everybody has heard everything."""
    for client in clients.values():
        seq = client.ask("watch", table=table, since=2 ** 40)["seq"]  # what is on its way comes all the same
        client.until(lambda: client.logs[table][-1]["seq"] >= seq)


def actor(clients, table):
    """The one who has to decide, as soon as it is no computer."""
    while True:
        settle(clients, table)
        seat = clients[0].ask("look", table=table)["actor"]
        if seat in clients:
            return seat
        time.sleep(0.05)


def lay(client, table):
    places = [f"lay {x},{y} {turn}" for d in range(1, 8) for x in range(-d, d + 1) for y in range(-d, d + 1)
              if max(abs(x), abs(y)) == d for turn in (0, 90, 180, 270)]
    for action in places:
        try:
            do(client, "act", table=table, at=client.steps[table], action=action)
            return
        except Refused as error:
            if error.code != "ILLEGAL":
                raise
    raise AssertionError("no tile can be laid")


def everyone_agrees(clients, table, by, what, **more):
    """`by` asks, the others agree."""
    number = do(clients[by], "ask", table=table, what=what, **more)["ask"]
    settle(clients, table)
    for seat, client in clients.items():
        if seat != by and client.entries(table, "ask")[-1]["voters"]:
            do(client, "answer", table=table, ask=number, yes=True)
    settle(clients, table)


def play(clients, table):
    me = actor(clients, table)
    mine, other = clients[me], clients[1 - me]
    at = {"table": table, "at": mine.steps[table]}
    try_wrong(mine, "act", {**at, "action": "pass"})
    check.refuses("STALE", lambda: mine.ask("act", table=table, at=77, action="pass"), "act at another step")
    check.refuses("ILLEGAL", lambda: mine.ask("act", **at, action="lay 99,99 0"), "no place for a tile")
    try_wrong(mine, "undo", at)
    lay(mine, table)
    settle(clients, table)
    do(mine, "undo", table=table, at=mine.steps[table])
    settle(clients, table)
    do(other, "nudge", table=table)
    lay(mine, table)
    settle(clients, table)
    try_wrong(mine, "ask", {"table": table, "what": "pause", "seat": me})
    try_wrong(mine, "answer", {"table": table, "ask": 1, "yes": True})
    everyone_agrees(clients, table, me, "takeback", seat=me)
    everyone_agrees(clients, table, me, "pause")
    everyone_agrees(clients, table, me, "resume")
    everyone_agrees(clients, table, me, "computer", seat=me)
    try_wrong(mine, "back", {"table": table, "seat": me})
    do(mine, "back", table=table, seat=me)


def pushes(ann, table):
    """A browser wants to be told, and no longer. The key is that of RFC 8291's example."""
    point = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
    browser = {"endpoint": "https://push.example.org/x", "key": point, "auth": "BTBZMqHH6r4Tts7J_aSIgg"}
    try_wrong(ann, "subscribe", {"table": table, **browser})
    do(ann, "subscribe", table=table, **browser)
    try_wrong(ann, "subscribed", {"table": table, "endpoint": browser["endpoint"]})
    told = do(ann, "subscribed", table=table, endpoint=browser["endpoint"])
    check.equal((told["may"], told["on"]), (True, True), "the browser is told")
    try_wrong(ann, "unsubscribe", {"endpoint": browser["endpoint"]})
    do(ann, "unsubscribe", table=table, endpoint=browser["endpoint"])


def test_everything(server):
    clients = {0: patient(server.join()), 1: patient(server.join())}
    ann, bob, eve = clients[0], clients[1], patient(server.join())
    try_hello(server)
    table = before_the_start(ann, bob, eve)
    play(clients, table)
    try_wrong(bob, "chat", {"table": table, "text": "hello", "name": "Bob"})
    do(bob, "chat", table=table, text="good luck", name="Bob")
    do(ann, "here", table=table)
    pushes(ann, table)
    for client, seat in ((bob, 1), (ann, 0)):
        try_wrong(client, "resign", {"table": table, "seat": seat})
        do(client, "resign", table=table, seat=seat)
    settle(clients, table)
    do(ann, "rematch", table=table)
    settle(clients, table)
    do(ann, "leave", table=table)
    do(ann, "ping")
    find_a_game(server, ann, bob)
    (zoe, cookies), (yan, _), (xia, _) = (named(server, store, 77777 + i, name) for i, name in enumerate(("Zoe", "Yan", "Xia")))
    rated_table(zoe)
    todays_deal(server, ann, zoe, cookies)
    wall = hall(server, zoe)
    tournament(server, zoe, yan, xia, wall, cookies)
    calls(server)
    no_table(server)
    server.stop()
    check.equal(ann.wait(lambda m: m["type"] == "bye")["reason"], "restart", "the server says goodbye")


def find_a_game(server, ann, bob):
    wish = {"pool": "two", "pace": "quick", "rated": False, "bots": False, "name": "Ann"}
    try_wrong(ann, "seek", wish)
    do(ann, "seek", **wish)
    club = json.loads(server.http("/api/club")[2])
    wrong = wire.judge.fits("call", "GET /api/club", club)
    check(wrong is None and club["waiting"][0]["people"] == 1, f"one waits: {wrong} {club['waiting']}")
    do(ann, "unseek")
    for client, name in ((ann, "Ann"), (bob, "Bob")):
        do(client, "seek", **{**wish, "name": name})
    tables = {client.wait(lambda m: m["type"] == "found")["table"] for client in (ann, bob)}
    check.equal(len(tables), 1, "both are told of the same table")


def no_table(server):
    """Two who have used up their tables find each other, and are told why there is none for them."""
    clients = [server.join() for _ in range(2)]
    for client in clients:
        for _ in range(60):
            try:
                client.create([{"kind": "here", "name": "Ann"}, {"kind": "link"}])
            except Refused as refusal:
                check(refusal.code in ("RATE", "BUSY"), f"no more tables: {refusal.code}")
                break
    for i, client in enumerate(clients):
        client.ask("seek", pool="two", pace="quick", name=f"Guest {i}")
    for client in clients:
        held = client.wait(lambda m: m["type"] == "held")
        check(held["code"] in ("RATE", "BUSY"), f"it is said why: {held}")
        client.ask("unseek")


def todays_deal(server, ann, zoe, cookies):
    """Begun by a guest and by somebody with a name, who has ended it; the result is put into the store as its table would."""
    try_wrong(ann, "deal", {"name": "Ann"})
    do(ann, "deal", name="Ann")
    begun = do(zoe, "deal")
    check.equal(do(zoe, "deal"), {**begun, "id": begun["id"] + 1}, "one game for each")
    zoe.ask("watch", table=begun["table"], since=0)
    zoe.until(lambda: zoe.logs.get(begun["table"]))
    check.equal(zoe.entries(begun["table"], "open")[0]["deal"], begun["date"], "the table says which deal it is")
    now = int(time.time() * 1000)
    with sqlite3.connect(store, timeout=LONG) as rows:
        rows.execute("INSERT INTO result(game, began, ended, pool, rated, open, why, turns, sets, rules) "
                     "VALUES(?, ?, ?, 0, 0, 0, 0, 71, 1, 'grow_revised')", (begun["table"], now, now))
        for seat, points in ((0, 93), (1, 91)):
            rows.execute("INSERT INTO result_seat(result, seat, ended, name, who, label, key, level, points, place) "
                         "SELECT seq, ?, ended, 0, '', 'x', 'x', '', ?, 1 FROM result WHERE game = ?", (seat, points, begun["table"]))
    deal = tournament_call(server, "/api/deals", cookies, name="GET /api/deals/DATE")
    check.equal((deal["mine"]["points"], deal["results"][0]["name"], deal["spread"]), ([93, 91], "Zoe", [2]), "how everybody did")
    other = tournament_call(server, f"/api/deals/{begun['date']}", name="GET /api/deals/DATE")
    check.equal((other["played"], other["results"], other["mine"]), (1, [], None), "who has not played hears that somebody has")
    for path in ("/api/deals/2026-02-30", "/api/deals/1999-01-01", "/api/deals/x", f"/api/deals/{begun['date']}/record/{begun['table']}",
                 f"/api/deals/{begun['date']}/log"):
        status, _, body = server.http(path, headers={"Cookie": cookies})
        check.equal((status, json.loads(body)["code"]), (404, "NO_TABLE"), f"{path} is refused")


def named(server, store, number, shown, bot=0):
    """Somebody with a name, which is put into the store as `aude` itself would; and the cookies."""
    secret = os.urandom(32)
    text = base64.urlsafe_b64encode(secret).decode().rstrip("=")
    key = b"aude seat secret, version one\0"
    mark = base64.urlsafe_b64encode(hashlib.blake2b(secret, digest_size=32, key=key).digest()).decode().rstrip("=")
    with sqlite3.connect(store, timeout=LONG) as rows:
        rows.execute("INSERT INTO aude_name(id, shown, letters, form, near, who, bot, created, seen, ended, recovery) "
                     "VALUES(?, ?, ?, ?, ?, ?, ?, 1, 1, 0, ?)", (number, shown, shown, shown, shown, shown * 14, bot, shown))
        rows.execute("INSERT INTO aude_session(hash, name, credential, label, created, seen, ends) "
                     "VALUES(?, ?, '', '', 1, 1, ?)", (mark, number, 1 << 52))
    cookies = f"{server.cookie()}; aude-name={text}"
    return patient(server.join(cookies)), cookies


def tournament_call(server, path, cookies=None, name="GET /api/tournaments/ID?since=SEQ"):
    answer = json.loads(server.http(path, headers={"Cookie": cookies} if cookies else {})[2])
    wrong = wire.judge.fits("call", name, answer)
    check(wrong is None, f"{path}: {wrong}")
    return answer


def tournament(server, zoe, yan, xia, wall, cookies):
    """Three people, one round: held, entered, played, corrected, over; and one that never was."""
    rules = {"name": "Thursday", "kind": "swiss", "rounds": 3, "best": 1, "boards": 1, "late": 2, "missed": 1, "third": False, "noshow": 600,
             "pause": 0, "begins": 0, "pool": "two", "pace": "quick", "rated": True, "same": False}
    try_wrong(zoe, "hold", rules)
    at = {"tournament": do(zoe, "hold", **rules)["tournament"]}
    path = f"/api/tournaments/{at['tournament']}"
    for client in (zoe, yan, xia):
        do(client, "enter", **at)
    try_wrong(yan, "rest", {**at, "round": 2})
    do(yan, "rest", **at, round=2)
    try_wrong(zoe, "pair", at)
    do(zoe, "pair", **at)
    called = yan.wait(lambda m: m["type"] == "called")
    check.equal(called["place"]["tournament"], at["tournament"], "who plays is called to the table")
    yan.ask("watch", table=called["table"], since=0)
    yan.until(lambda: yan.logs.get(called["table"]))
    check.equal(yan.entries(called["table"], "open")[0]["place"]["number"], 1, "the table says where it stands")
    seen = tournament_call(server, path, cookies)
    check.equal((seen["mine"]["organiser"], seen["mine"]["entrant"], seen["mine"]["table"]), (True, 1, called["table"]), "mine")
    check("state" not in tournament_call(server, f"{path}?since={seen['seq']}"), "nothing new is told shortly")
    try_wrong(zoe, "absent", {**at, "number": 1, "entrant": 2, "board": 1})
    do(zoe, "absent", **at, number=1, entrant=2, board=1)
    fix = {**at, "round": 1, "number": 1, "board": 1, "game": 1, "first": 12, "second": 12, "won": 2, "reason": "It was played on wood"}
    try_wrong(zoe, "correct", fix)
    do(zoe, "correct", **fix)
    check.equal(tournament_call(server, path)["state"]["corrections"][0]["reason"], fix["reason"], "the reason is told")
    try_wrong(zoe, "withdraw", {**at, "entrant": 2})
    do(zoe, "withdraw", **at, entrant=2)
    do(zoe, "close", **at)
    log = server.http(f"{path}/log")[2].decode()
    check(log.startswith("aude tournament 1\n") and "finished" in log, "it is over")
    with open(os.path.join(folder, "thursday.log"), "w", encoding="utf-8") as file:
        file.write(log)
    stands = subprocess.run([os.path.join(build, "aude"), "tournament", "standings", file.name, "--json"], capture_output=True,
                            text=True, check=False)
    check.equal(json.loads(stands.stdout or "{}"), tournament_call(server, path)["state"], "`aude tournament` reads the same from its log")
    check("Zoe" in server.http(f"{path}/csv")[2].decode(), "the standing as CSV")
    same_tiles(server, zoe, yan, rules)
    again = do(zoe, "hold", **rules)["tournament"]
    try_wrong(zoe, "close", {"tournament": again})
    do(zoe, "close", tournament=again)
    check.equal(server.http(f"/api/tournaments/{again}")[0], 404, "it never was")
    check.equal(len(tournament_call(server, "/api/tournaments", name="GET /api/tournaments")["tournaments"]), 2, "two are listed")
    teams(server, (zoe, yan, xia, wall), cookies, rules)


def teams(server, people, cookies, rules):
    """Two teams are entered, and joined by their codes; who plays at the second board is called there."""
    zoe, yan, xia, wall = people
    at = {"tournament": do(zoe, "hold", **{**rules, "boards": 2})["tournament"]}
    team = {**at, "team": "Blue", "board": 1}
    try_wrong(zoe, "enter", team)
    entered = do(zoe, "enter", **team)
    seen = tournament_call(server, f"/api/tournaments/{at['tournament']}", cookies)
    check.equal(seen["mine"]["code"], entered["code"], "who is in the team can read its code")
    joins = {**at, "entrant": entered["entrant"], "code": entered["code"], "board": 2}
    try_wrong(yan, "join", joins)
    do(yan, "join", **joins)
    check.equal(tournament_call(server, f"/api/tournaments/{at['tournament']}")["state"]["standings"][0]["members"], ["Zoe", "Yan"],
                "who plays at which board")
    code = do(xia, "enter", **at, team="Green")["code"]
    do(wall, "join", **at, entrant=2, code=code)
    do(zoe, "pair", **at)
    called = yan.wait(lambda m: m["type"] == "called" and m["place"]["tournament"] == at["tournament"])
    check.equal(called["place"]["board"], 2, "the second board")


def same_tiles(server, zoe, yan, rules):
    """The same tiles at every table, of which there is one: the organiser's word is compared, too."""
    at = {"tournament": do(zoe, "hold", **{**rules, "same": True, "rated": False})["tournament"]}
    for client in (zoe, yan):
        do(client, "enter", **at)
    do(zoe, "pair", **at)
    yan.wait(lambda m: m["type"] == "called" and m["place"]["tournament"] == at["tournament"])
    do(yan, "withdraw", **at)  # an absence is not the organiser's to say while the tiles are sealed
    do(zoe, "correct", **at, round=1, number=1, game=1, first=12, second=5, reason="It was played on wood")
    do(zoe, "close", **at)
    deals = tournament_call(server, f"/api/tournaments/{at['tournament']}")["deals"]
    check.equal([(one["ahead"], one["matchpoints"]) for one in deals], [(7, 0)], "one table has nobody to be compared with")


def rated_table(host):
    """Somebody with a name opens a rated table."""
    table = host.create([{"kind": "here", "name": "Anybody"}, {"kind": "link"}],
                        rated=True, aids="club", listed=True)
    host.until(lambda: host.logs.get(table))
    opened = host.entries(table, "open")[0]
    check(opened["options"]["rated"] and opened["seats"][0]["name"] == "Zoe", "a rated table, in the name that is kept")


def hall(server, zoe):
    """A person and a program play, and everybody may watch. What is typed is no kept name."""
    wall, _ = named(server, store, 77790, "Wall", bot=1)
    table = zoe.create([{"kind": "here", "name": "Zoe"}, {"kind": "link"}], listed=True)
    wall.ask("watch", table=table, since=0)
    do(wall, "sit", table=table, seat=1, name="Wall", colour="blue")
    zoe.ask("start", table=table)
    wall.until(lambda: wall.entries(table, "start"))
    opened, sat = wall.entries(table, "open")[0]["seats"][0], wall.entries(table, "seat")[0]
    check(opened["kept"] is True and "bot" not in opened, f"Zoe keeps her name: {opened}")
    check(sat["kept"] is True and sat["bot"] is True, f"a program has a mark: {sat}")
    for path in ("/api/hall", "/api/hall?person=77790"):
        games = tournament_call(server, path, name="GET /api/hall?person=NUMBER")["games"]
        check(table in [one["table"] for one in games], f"{path}: what is played")
    check.equal([one["table"] for one in games], [table], "of one who keeps a name")
    check.equal(games[0]["points"], [0, 0], "how it stands")
    check.equal(tournament_call(server, "/api/hall?person=77777000", name="GET /api/hall?person=NUMBER")["games"], [], "of nobody")
    other = zoe.create([{"kind": "here", "name": "Wall"}, {"kind": "link"}], listed=True, watch=False)
    zoe.until(lambda: zoe.logs.get(other))
    check("kept" not in zoe.entries(other, "open")[0]["seats"][0], "another's name has no mark")
    return wall


def try_hello(server):
    """Another version is answered otherwise, and closed."""
    client = server.join()
    tried.add(("hello", "v"))
    sent.add(("hello", "v"))
    check.refuses("VERSION", lambda: client.ask("hello", v=2), "another version")


def calls(server):
    """Plain HTTP."""
    watch = ""
    game = b"aude 1\nrules grow\nseats 2\nname 0 A\nname 1 B\n"
    for name, path, data in (("GET /api/me", "/api/me", None), ("GET /api/tables", "/api/tables", None),
                             ("GET /api/club", "/api/club", None), ("GET /api/games?...", "/api/games", None),
                             ("GET /api/players/NAME", "/api/players/Player%200", None),
                             ("any call, refused", "/api/games?sets=moon", None),
                             ("any call, refused", "/api/players/Nobody", None),
                             ("GET /api/health", "/api/health", None), ("any call, refused", "/api/import", b"x"),
                             ("any call, refused", "/api/nothing", None), ("any call, refused", "/api/import", game)):
        _, _, body = server.http(path, data=data)
        wrong = wire.judge.fits("call", name, json.loads(body))
        check(wrong is None, f"{path}: {wrong}")
    secret = "A" * 43
    for name, path, data in (("POST /api/box/SECRET", f"/api/box/{secret}", b"aude 1\nrules grow\n"),
                             ("any call, refused", f"/api/box/{secret}", b"<html>"),
                             ("any call, refused", "/api/box/guessed", b"aude 1\nrules grow\n"),
                             ("any call, refused", f"/api/box/{secret}/0", None)):
        _, _, body = server.http(path, data=data)
        answer = json.loads(body)
        wrong = wire.judge.fits("call", name, answer)
        check(wrong is None, f"{path}: {wrong}")
        if name.startswith("POST"):
            watch, told = answer["watch"], answer["version"]
    for version in (0, told):
        answer = json.loads(server.http(f"/api/box/{watch}/{version}")[2])
        wrong = wire.judge.fits("call", "GET /api/box/WATCH/VERSION", answer)
        check(wrong is None, f"/api/box: {wrong}")
        check(("record" in answer) == (version == 0), "a record comes with a new version alone")
    record = open(os.path.join("tests", "games", "golden-01.aude"), "rb").read()
    wrong = wire.judge.fits("call", "POST /api/import", json.loads(server.http("/api/import", data=record)[2]))
    check(wrong is None, f"/api/import: {wrong}")
    answer = json.loads(server.http("/api/export", data=record)[2])
    wrong = wire.judge.fits("call", "POST /api/export", answer)
    check(wrong is None, f"/api/export: {wrong}")
    back = json.loads(server.http("/api/import", data=answer["save"].encode())[2])
    check("record" in back, "what was exported is imported")
    status, _, body = server.http("/api/export", data=b"aude 1\nrules grow\nseats 9\n")
    check(status == 400 and "line 3" in json.loads(body)["text"], "a bad record is refused with its line")


folder = tempfile.mkdtemp(prefix="aude-messages-")
store = os.path.join(folder, "club.db")
done = subprocess.run([os.path.join(build, "archive"), f"sqlite:{store}", "20", "3000"], capture_output=True, text=True, check=False)
check(done.returncode == 0, f"a club with people and games: {done.stderr}")

with Server(build, store, "--push", "mailto:test@example.org") as server:
    try:
        test_everything(server)
    except (Closed, Refused, OSError, AssertionError) as error:
        import traceback
        traceback.print_exc()
        check(False, f"{type(error).__name__} {error}")

parts = {"SeatWanted": "seats", "OptionsWanted": "options", "ClockWanted": "clock"}
elsewhere = ("Name", "Kept")  # server_names.py keeps names, and holds those answers against the description
for what in wire.judge.unseen(("answer", "entry", "push", "object", "call")):
    word = what.split()[1]
    if not word.split(".")[0].endswith("Wanted") and not word.startswith(elsewhere) and not re.search(r"/api/name/|refused\.why$", what):
        check(False, f"the description has {what}, and the server never sends it")
for (group, name), fields in wire.judge.rows.items():
    for field in fields:
        if group == "request" and field["name"] != "table" or group == "object" and name in parts:
            check((name, field["name"]) in tried, f"{name}.{field['name']} is checked by the server")
        if group == "request":
            check((name, field["name"]) in sent, f"{name}.{field['name']} was sent")
check.end()
