"""The server over real sockets: whole games, reconnects, restarts, windows, and bad manners.

    server_play.py BUILD
"""
import os
import random
import sys

from wire import *  # noqa: E402,F403

check = Checks()
build = sys.argv[1]
if not os.path.exists(os.path.join(build, "aude")):
    print("skipped: build/aude is not built")
    sys.exit(77)


# -- HTTP ----------------------------------------------------------------------------------

def test_http(server):
    status, headers, body = server.http("/")
    check.equal(status, 200, "the page")
    check("text/html" in headers["Content-Type"], "the page's type")
    check("wasm-unsafe-eval" in headers["Content-Security-Policy"], "the page's policy")
    cookie = headers["Set-Cookie"]
    check("HttpOnly" in cookie and "SameSite=Lax" in cookie and "Path=/" in cookie,
          "flags of the cookie: " + cookie)
    check("Secure" not in cookie, "no Secure without TLS")
    again = server.http("/", headers={"Cookie": cookie.split(";")[0]})
    check(again[1]["Set-Cookie"] is None, "who has a cookie keeps it")
    weak = server.http("/", headers={"Cookie": "aude=guessme"})
    check(weak[1]["Set-Cookie"] is not None, "a cookie not of our making is replaced")
    same = server.http("/", headers={"If-None-Match": headers["ETag"]})
    check.equal(same[0], 304, "the page again")
    check.equal(server.http("/", headers={"If-None-Match": "*"})[0], 304, "the page, whichever it is")
    check.equal(server.http("/", headers={"If-None-Match": '"*"'})[0], 200, "a star in quotes is another tag")
    packed = server.http("/", headers={"Accept-Encoding": "gzip"})
    check.equal(packed[1]["Content-Encoding"], "gzip", "the page packed")
    import gzip
    check.equal(gzip.decompress(packed[2]), body, "the page unpacked")
    check.equal(server.http("/t/abc")[2], body, "a path of the page's own")
    check.equal(server.http("/no.js")[0], 404, "a file that is not there")
    check.equal(server.http("/api/nothing")[0], 404, "a call that is not there")
    check.equal(server.http("/api/tables/zz/record")[0], 404, "a record that is not there")
    check.equal(server.http("/../etc/passwd")[2], body, "no way out")
    check.equal(server.http("/", method="DELETE")[0], 405, "another method")
    import http.client
    line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
    for path in ("/api/me", "/api/tables", "/", "/api/nothing", "/api/me"):
        line.request("GET", path)
        answer = line.getresponse()
        check(answer.read() and answer.status in (200, 404), "another call on one line: " + path)
    line.close()
    health = json.loads(server.http("/api/health")[2])
    check(health["ok"], "health")
    check(b"aude_connections " in server.http("/metrics")[2], "metrics")


def test_app(server):
    """What an installed page asks for, and the words for previews of its link."""
    page = server.http("/index.html")
    if b'id="app"' not in page[2]:
        print("not tested: the app's files, this program was built without its page")
        return
    for path, kind in (("/sw.js", "text/javascript"), ("/app/en.webmanifest", "application/manifest+json"),
                       ("/app/icon-192.png", "image/png"), ("/preview.png", "image/png")):
        status, headers, body = server.http(path)
        check(status == 200 and body, path + " is there")
        check(headers["Content-Type"].startswith(kind), f"{path} is {headers['Content-Type']}")
        check.equal(headers["Cache-Control"], "no-cache", path + " is asked for anew")
    policy = page[1]["Content-Security-Policy"]
    check("default-src 'self'" in policy and "worker-src 'self'" in policy, "the page may have a service worker and a manifest")
    check(b'content="./preview.png"' in page[2], "a relative address where nobody said the whole one")
    check.equal(server.http("/")[2], page[2], "the same page at both addresses")
    for url in ("https://play.example.org", "https://example.org/aude/"):
        with Server(build, None, "--public-url", url) as other:
            status, headers, body = other.http("/")
            root = url.rstrip("/").encode()
            check(b'content="' + root + b'/preview.png"' in body, "the whole address of the picture: " + url)
            check(b'property="og:url" content="' + root + b'/"' in body and b'content="./' not in body, "and of the page")
            check.equal(other.http("/index.html")[2], page[2], "the document that the service worker knows")
            check(headers["ETag"] != page[1]["ETag"], "another tag for another text")
            check.equal(other.http("/", headers={"If-None-Match": headers["ETag"]})[0], 304, "known by its tag")
            import gzip
            packed = other.http("/", headers={"Accept-Encoding": "gzip"})
            check.equal(gzip.decompress(packed[2]), body, "the same when packed")
    with Server(build, None, "--public-url", 'https://example.org/"><script>') as other:
        check.equal(other.http("/")[2], page[2], "an address that would end its attribute is left out")


def test_tls():
    """TLS by flag: the page over https, the WebSocket inside it, and a Secure cookie."""
    import ssl
    import shutil
    if not shutil.which("openssl"):
        return print("no openssl here: TLS is not tried")
    with tempfile.TemporaryDirectory(prefix="aude-tls-") as folder:
        cert, key = os.path.join(folder, "cert.pem"), os.path.join(folder, "key.pem")
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2",
                        "-subj", "/CN=localhost", "-keyout", key, "-out", cert],
                       check=True, capture_output=True)
        with Server(build, os.path.join(folder, "games.db"), "--cert", cert, "--key", key) as server:
            check(server.url.startswith("https://"), "its address: " + server.url)
            trust = ssl.create_default_context()
            trust.check_hostname = False
            trust.verify_mode = ssl.CERT_NONE
            with urllib.request.urlopen(server.url + "api/me", context=trust, timeout=20) as answer:
                cookie = answer.headers["Set-Cookie"]
            check(cookie.endswith("; Secure"), "the cookie is Secure: " + cookie)
            client = Client(server.port, cookie.split(";")[0], tls=trust)
            check(client.hello()["computers"], "the WebSocket over TLS")
            table = client.create([HERE, HERE])
            client.until(lambda: client.entries(table, "start"))
            client.close()
            check.equal(server.stop(), 0, "the stop")


def test_import(server):
    import glob
    path = sorted(glob.glob("tests/games/*.aude"))[0]
    text = open(path, "rb").read()
    status, _, body = server.http("/api/import", data=text)
    check.equal((status, json.loads(body)["record"]), (200, text.decode()), "a record")
    status, _, body = server.http("/api/import", data=text.replace(b" lay ", b" lie ", 1))
    check.equal((status, json.loads(body)["code"]), (400, "WORD"), "a broken record")
    save = open("tests/fuzz/jcz/base.jcz", "rb").read()
    status, _, body = server.http("/api/import", data=save)
    check(status == 200 and json.loads(body)["record"].startswith("aude 1\nrules jcz"), "a save")
    status, _, body = server.http("/api/import", data=b"{}")
    check.equal((status, json.loads(body)["code"]), (400, "FORMAT"), "not a save")
    status, _, body = server.http("/api/import", data=b"x" * (1 << 20) + b"y")
    check.equal((status, json.loads(body)["code"]), (400, "SIZE"), "more than a mebibyte")


def all_read(server):
    """Wait until the server has read all that was sent to it: nothing waits in its connections, at either end."""
    def waiting():
        rows = [row.split() for row in open("/proc/net/tcp").read().splitlines()[1:]]
        ours = [row for row in rows if f":{server.port:04X}" in (row[1][8:], row[2][8:]) and row[3] == "01"]
        return sum(int(half, 16) for row in ours for half in row[4].split(":"))
    check(wait_until(lambda: waiting() == 0), "the server reads what is sent")


def test_unfinished(server):
    """Files that never come to their end take a bounded part of memory, and give it back."""
    import socket
    head = b"POST /api/import HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1048576\r\n\r\n"
    lines = []
    for _ in range(66):
        line = socket.create_connection(("127.0.0.1", server.port), timeout=LONG)
        line.sendall(head + b"x" * 1048575)
        lines.append(line)
    all_read(server)
    answers = []
    for line in lines:
        line.sendall(b"x")
        answers.append(line.recv(200).split(b" ")[1])
    check(answers.count(b"503") in (2, 3), "of sixty-six files of a megabyte two do not fit: %s" % answers)
    check.equal(answers.count(b"400"), 66 - answers.count(b"503"), "the others are read")
    for line in lines:
        line.close()
    body = b"not a record"
    check.equal(server.http("/api/import", data=body)[0], 400, "afterwards there is room again")


# -- Whom to let in ------------------------------------------------------------------------

def refused(run, what):
    try:
        run()
    except Closed:
        return check(True, what)
    return check(False, what + ": was let in")


def test_doors(server):
    cookie = server.cookie()
    refused(lambda: Client(server.port, cookie, origin="https://evil.example"), "another origin")
    refused(lambda: Client(server.port, cookie, origin="null"), "no origin at all")
    refused(lambda: Client(server.port, cookie, origin="http:"), "half an origin")
    refused(lambda: Client(server.port, cookie, path="/elsewhere"), "another path")
    refused(lambda: Client(server.port, cookie, protocol="chat"), "another protocol")
    refused(lambda: Client(server.port, cookie, protocol=None), "no protocol")
    own = Client(server.port, cookie, origin=f"http://127.0.0.1:{server.port}")
    check(own.hello()["computers"], "its own origin")
    own.close()


# -- Whole games ---------------------------------------------------------------------------

def play_to_end(client, table, seats_of):
    """Play for whoever has to, knowing no rule: the words of the record are enough."""
    cells = [(x, y) for x in range(-12, 13) for y in range(-12, 13)]
    cells.sort(key=lambda c: abs(c[0]) + abs(c[1]))
    while not client.entries(table, "over"):
        who = seats_of[actor_of(client, table)]
        if who is not client:
            who.until(lambda: who.steps.get(table, -1) >= client.steps[table])
        last = record_of(client, table).rstrip().rstrip(";").split(";")[-1].strip()
        n = client.steps[table]
        if last.startswith("hash"):
            lays(who, table, cells)
        else:
            who.ask("act", table=table, at=who.steps[table], action="pass")
        client.until(lambda: client.steps[table] > n)


def lays(client, table, cells):
    """Find a place by asking the server: it refuses what does not fit."""
    ask = patient(client).ask
    for x, y in cells:
        for turn in (0, 90, 180, 270):
            try:
                ask("act", table=table, at=client.steps[table], action=f"lay {x},{y} {turn}")
                return
            except Refused as error:
                if error.code != "ILLEGAL":
                    raise
                if error.message["why"] in ("OCCUPIED", "DETACHED"):
                    break


def test_two_people(server):
    ann, bob = server.join(), server.join()
    table = ann.create([HERE | {"name": "Ann"}, LINK], head=HEAD + "draws 3\n", listed=True)
    listed = json.loads(server.http("/api/tables")[2])["tables"]
    check(any(t["table"] == table and t["status"] == "open" for t in listed), "the list")
    bob.ask("watch", table=table, since=0)
    bob.ask("sit", table=table, seat=1, name="Bob")
    check.refuses("NOT_HOST", lambda: bob.ask("start", table=table), "only the host starts")
    ann.ask("start", table=table)
    ann.until(lambda: ann.entries(table, "start"))
    bob.until(lambda: bob.entries(table, "start"))
    play_to_end(ann, table, [ann, bob])
    bob.until(lambda: bob.entries(table, "over"))
    check.equal([e["seq"] for e in bob.logs[table]], [e["seq"] for e in ann.logs[table]],
                "both heard the same")
    over = ann.entries(table, "over")[0]
    _, _, record = server.http(f"/api/tables/{table}/record")
    check.equal(record.decode().split("seed ")[1].split()[0], over["seed"], "the seed")
    path = server.store + ".aude"
    open(path, "wb").write(record)
    replay = subprocess.run([os.path.join(build, "aude"), "replay", path],
                            capture_output=True, text=True)
    check("those of the commitment" in replay.stdout, "the record replays: " + replay.stderr)
    again = bob.ask("rematch", table=table)["table"]
    ann.until(lambda: ann.entries(table, "rematch"))
    check.equal(ann.entries(table, "rematch")[0]["table"], again, "the way to the rematch")
    check.equal(bob.ask("look", table=again)["status"], "open", "Ann is waited for")
    check.equal(ann.ask("rematch", table=table)["table"], again, "one rematch for both")
    check.equal(ann.ask("look", table=again)["status"], "play", "both agreed")
    ann.close()
    bob.close()


def test_computers(server):
    ann = server.join()
    table = ann.create([computer("random"), computer("greedy")], head=HEAD + "draws 10\n")
    ann.until(lambda: ann.entries(table, "over"))
    check.equal(len(ann.entries(table, "step")) >= 10, True, "computers played")
    check.equal({e["by"] for e in ann.entries(table, "step")}, {"computer"}, "by computers")
    ann.close()


# -- Coming back ---------------------------------------------------------------------------

def test_reconnect(server):
    ann = server.join()
    table = ann.create([HERE, HERE])
    ann.until(lambda: ann.entries(table, "start"))
    for i in range(5):
        ann.ask("chat", table=table, text=f"line {i}")
    ann.until(lambda: len(ann.entries(table, "chat")) == 5)
    seen = ann.logs[table][-3]["seq"]
    ann.sock.close()
    back = server.join(ann.cookie)
    back.ask("watch", table=table, since=seen)
    back.until(lambda: len(back.logs.get(table, [])) >= 2)
    check.equal([e["seq"] for e in back.logs[table]], [seen + 1, seen + 2], "only the rest")
    mine = back.ask("ping") and True
    check(mine, "still alive")
    back.close()


def test_two_windows(server):
    one = server.join()
    table = one.create([HERE, HERE])
    one.until(lambda: one.entries(table, "start"))
    two = server.join(one.cookie)
    two.ask("watch", table=table, since=0)
    mine = two.wait(lambda m: m["type"] == "mine")
    check.equal((mine["seats"], mine["host"], mine["active"]), ([0, 1], True, True), "mine")
    one.wait(lambda m: m["type"] == "mine" and not m["active"])
    check.refuses("ELSEWHERE", lambda: one.ask("act", table=table, at=0, action="pass"),
                  "the old window")
    one.ask("here", table=table)
    check.refuses("ILLEGAL", lambda: one.ask("act", table=table, at=0, action="pass"),
                  "the old window again")
    check.refuses("ELSEWHERE", lambda: two.ask("act", table=table, at=0, action="pass"),
                  "the new window")
    eve = server.join()
    check.refuses("NOT_YOUR_SEAT", lambda: eve.ask("act", table=table, at=0, action="pass"),
                  "somebody else")
    for client in (one, two, eve):
        client.close()


def test_restart(server):
    ann = server.join()
    table = ann.create([HERE, HERE])
    ann.until(lambda: ann.entries(table, "start"))
    lays(ann, table, [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1)])
    ann.until(lambda: ann.steps[table] == 1)
    check.equal(server.stop(), 0, "a stop in good order")
    try:
        bye = ann.wait(lambda m: m["type"] == "bye")
        check.equal(bye["reason"], "restart", "why")
    except (Closed, OSError):
        check(False, "no bye before the end")
    server.start()
    back = server.join(ann.cookie)
    back.ask("watch", table=table, since=ann.logs[table][-1]["seq"])
    back.steps[table] = 1
    back.ask("act", table=table, at=1, action="pass")
    back.until(lambda: back.steps[table] == 2)
    check.equal(back.logs[table][0]["seq"], ann.logs[table][-1]["seq"] + 1, "it goes on")
    back.close()


# -- Bad manners ---------------------------------------------------------------------------

def error_of(client):
    try:
        return client.wait(lambda m: m["type"] == "error")["code"]
    except (Closed, OSError):
        return "closed"


def is_closed(client):
    try:
        while True:
            client.read()
    except (Closed, OSError):
        return True


def test_manners(server):
    for frame, what in ((b"not json", "words"), (b"[]", "a list"), (b'{"type":', "half"),
                        (b"\xff\xfe", "not UTF-8"), (b"[" * 900, "deep")):
        client = server.join()
        client.raw(client.frame(frame))
        check(error_of(client) in ("JSON", "closed"), what)
        client.close()
    client = server.join()
    client.raw(client.frame(b"\x00\x01", opcode=2))
    check.equal(error_of(client), "JSON", "a binary frame")
    check(is_closed(client), "and closed")
    client = server.join()
    client.raw(client.frame(b"[" * 5000))
    check.equal(error_of(client), "SIZE", "too many values")
    client.close()
    client = server.join()
    client.raw(client.frame(json.dumps({"type": "ping", "id": 1, "x": "a" * 70000})))
    check.equal(error_of(client), "SIZE", "a large message")
    check(is_closed(client), "and closed")
    client = server.join()
    client.raw(client.frame(b'{"type":"pi', fin=False))
    client.raw(client.frame(b'ng","id":5', opcode=0, fin=False))
    client.raw(client.frame(b'}', opcode=0))
    check.equal(client.answer(5)["type"], "ok", "a message in pieces")
    client.raw(client.frame(json.dumps({"type": "ping", "id": 6, "x": "a" * 30000})))
    check.equal(client.answer(6)["type"], "ok", "a long message")
    client.close()
    for junk in (b"\xf1\x85aaaa", b"\x81\x05hello", b"\x83\x80aaaa", random.Random(1).randbytes(200)):
        client = server.join()
        client.raw(junk)
        client.sock.settimeout(1)
        is_closed(client)
        client.close()
    check.equal(server.join().ask("ping")["type"], "ok", "the server lives")


def test_flood(server):
    client = server.join()
    frame = client.frame(json.dumps({"type": "ping", "id": 1}))
    client.raw(frame * 100)
    check.equal(error_of(client), "RATE", "a flood is told off")
    try:
        for _ in range(40):
            client.raw(frame * 50)
    except OSError:
        pass
    seen = []
    try:
        while True:
            seen.append(client.read())
    except (Closed, OSError):
        pass
    check(any(m.get("reason") == "rate" for m in seen), "and cut off")
    check.equal(server.join().ask("ping")["type"], "ok", "others are served")


def test_slow_reader(server):
    """One who watches and reads nothing costs no memory, and the others nothing."""
    ann = server.join()
    table = ann.create([HERE, LINK])
    slow = server.join(buffer=4096)
    slow.send("watch", table=table, since=0)
    for i in range(60):
        try:
            ann.ask("chat", table=table, text="x" * 300)
        except Refused as error:
            check.equal(error.code, "RATE", "too much talk")
            break
    check.equal(ann.ask("ping")["type"], "ok", "the others are served")
    slow.until(lambda: len(slow.entries(table, "chat")) >= 5)
    check(True, "and it has missed nothing")
    ann.close()
    slow.close()


with Server(build) as server:
    for test in (test_http, test_app, test_import, test_unfinished, test_doors, test_two_people, test_computers,
                 test_reconnect, test_two_windows, test_restart, test_manners, test_flood,
                 test_slow_reader):
        try:
            test(server)
        except (Closed, Refused, OSError, AssertionError) as error:
            import traceback
            traceback.print_exc()
            check(False, f"{test.__name__}: {type(error).__name__} {error}")
    try:
        test_tls()
    except (Closed, Refused, OSError) as error:
        check(False, f"TLS: {type(error).__name__} {error}")
    check.equal(server.stop(), 0, "the last stop")
    for line in log_lines(server):
        sound = line.startswith("{") and json.loads(line)["level"] != "error"
        if not check(sound, "in the log: " + line.rstrip()):
            sys.stderr.write(open(server.store + ".log").read())
            break
check.end()
