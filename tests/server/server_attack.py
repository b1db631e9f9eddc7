"""A hostile stranger before a real server: what once worked must not work again, and nothing hidden is told.

    server_attack.py BUILD
"""
import os
import random
import resource
import sqlite3
import sys

from wire import *  # noqa: E402,F403

check = Checks()
build = sys.argv[1]
if not os.path.exists(os.path.join(build, "aude")):
    print("skipped: build/aude is not built")
    sys.exit(77)
HOST = b"Host: 127.0.0.1\r\n"
HEALTH = b"GET /api/health HTTP/1.1\r\n" + HOST + b"\r\n"


def raw(server, data, wait=1.0, most=1 << 20):
    """All that comes back, until the end, a silence, or too much."""
    line = socket.create_connection(("127.0.0.1", server.port), timeout=LONG)
    try:
        line.sendall(data)
    except OSError:
        pass
    out, _ = hear(line, wait, most)
    line.close()
    return out


def statuses(answer):
    return [int(part[:3]) for part in answer.split(b"HTTP/1.1 ")[1:]]


def post(body, length=None, path=b"/api/import", method=b"POST", more=b""):
    n = str(len(body)).encode() if length is None else length
    return method + b" " + path + b" HTTP/1.1\r\n" + HOST + b"Content-Length: " + n + b"\r\n" + more + b"\r\n" + body


# -- HTTP ----------------------------------------------------------------------------------

def test_bodies(server):
    """One request, one answer, whatever body comes with it; what follows a body is not read."""
    for what, data, want in (
            ("an empty file", post(b""), [400]),
            ("two files sent together", post(b"abc") + post(b"abc") + HEALTH, [400]),
            ("a call after a file", post(b"abc") + HEALTH, [400]),
            ("a body where none is wanted", post(HEALTH, path=b"/api/me"), [405]),
            ("a body of a GET", post(HEALTH, path=b"/api/health", method=b"GET"), [200]),
            ("a body of a PUT", post(b"hello", method=b"PUT") + HEALTH, [405]),
            ("a length below zero", post(b"abc", b"-5"), [400]),
            ("a length beyond all", post(b"abc", b"9" * 20), [400]),
            ("a length of gigabytes", post(b"abc", b"5000000000"), [413]),
            ("two lengths", post(b"abc", more=b"Content-Length: 5\r\n") + HEALTH, [400]),
            ("pieces", post(b"0\r\n\r\n", more=b"Transfer-Encoding: chunked\r\n") + HEALTH, [400]),
            ("no length", b"POST /api/import HTTP/1.1\r\n" + HOST + b"\r\nabc", [411]),
            ("calls one after the other", HEALTH * 5, [200] * 5)):
        check.equal(statuses(raw(server, data)), want, what)
    check.equal(raw(server, b"GET /api/me HTTP/1.1\r\n" + HOST + b"Connection: Upgrade, HTTP2-Settings\r\n"
                    b"Upgrade: h2c\r\nHTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA\r\n\r\n")[:12] == b"HTTP/1.1 101",
                False, "no other protocol than ours")


def test_rubbish(server):
    for data in (random.Random(1).randbytes(5000), b"\0" * 5000, b"GET\r\n\r\n", b"GET /" + b"a" * 10000 + b" HTTP/1.1\r\n\r\n",
                 b"GET / HTTP/1.1\r\nX: " + b"a" * 100000 + b"\r\n\r\n",
                 b"GET / HTTP/1.1\r\n" + b"Cookie: a=b\r\n" * 5000 + b"\r\n",
                 b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"GET /%zz HTTP/1.1\r\n\r\n"):
        raw(server, data, wait=0.2)
        check.equal(server.http("/api/health")[0], 200, f"alive after {data[:20]!r}")


def test_log(server):
    """Nobody fills the disk with log lines."""
    before = os.path.getsize(server.store + ".log")
    for _ in range(200):
        raw(server, b"GET /" + b"a" * 10000 + b" HTTP/1.1\r\n\r\n", wait=0.2)
    grown = os.path.getsize(server.store + ".log") - before
    check(grown < 10000, f"two hundred bad requests: {grown} bytes of log")


def test_headers(server):
    for path in ("/", "/api/tables", "/api/nothing"):
        _, headers, _ = server.http(path, headers={"Origin": "https://evil.example"})
        check("frame-ancestors 'none'" in headers["Content-Security-Policy"], path + ": not in a frame")
        check.equal(headers["X-Content-Type-Options"], "nosniff", path + ": what it says it is")
        check.equal(headers["Cross-Origin-Resource-Policy"], "same-origin", path + ": for its own page")
        check(not [k for k in headers if k.lower().startswith("access-control")], path + ": not for other pages")


def test_frames(server):
    """Only the viewer for other sites may be framed, and it gets no cookie."""
    if server.http("/embed/")[0] != 200 or b"built without its page" in server.http("/")[2]:
        return print("built without the page: the viewer's frame is not tried")
    _, headers, _ = server.http("/embed/")
    check("frame-ancestors *" in headers["Content-Security-Policy"], "the viewer may be framed")
    check.equal(headers["Cross-Origin-Resource-Policy"], "cross-origin", "by any page")
    check("Set-Cookie" not in headers, "nothing is stored with who reads another page")
    for path in ("/", "/index.html", "/docs/", "/embed/x", "/embed/x.html", "/EMBED/", "/x/embed/", "/g/zzz"):
        _, headers, _ = server.http(path)
        check("frame-ancestors 'none'" in headers["Content-Security-Policy"], path + ": not in a frame")


def test_silence(server):
    """Many who say nothing do not keep others out: each connection has its own place for headers."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard < 2000:
        return print("too few files allowed here: silence is not tried")
    resource.setrlimit(resource.RLIMIT_NOFILE, (2000, hard))
    lines = [socket.create_connection(("127.0.0.1", server.port), timeout=20) for _ in range(1500)]
    check.equal(server.http("/api/health")[0], 200, "health beside 1,500 who say nothing")
    for line in lines:
        line.close()
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


# -- WebSockets ----------------------------------------------------------------------------

def told(client):
    """Code of the error, or "closed"."""
    try:
        return client.wait(lambda m: m["type"] == "error")["code"]
    except (Closed, OSError):
        return "closed"


def test_pieces(server):
    client = server.join()
    client.raw(client.frame(b"{", fin=False) + client.frame(b"", opcode=0, fin=False) * 3000)
    check.equal(told(client), "SIZE", "a message of pieces without an end")
    client.sock.close()
    client = server.join()
    text = json.dumps({"type": "ping", "id": 5, "x": "a" * 1500}).encode()
    client.raw(client.frame(text[:1], fin=False))
    for i in range(1, len(text)):
        client.raw(client.frame(text[i:i + 1], opcode=0, fin=i == len(text) - 1))
    check.equal(client.answer(5)["type"], "ok", "a message by the letter")
    client.close()


def test_slow(server):
    """Files and messages that come by the byte are given up after half a minute."""
    files = [socket.create_connection(("127.0.0.1", server.port), timeout=20) for _ in range(5)]
    for line in files:
        line.sendall(post(b"x", b"100000"))
    clients = [server.join() for _ in range(5)]
    for client in clients:
        client.raw(client.frame(b'{"type":', fin=False))
    for _ in range(14):
        time.sleep(2.5)
        for line in files:
            try:
                line.sendall(b"x")
            except OSError:
                pass
        for client in clients:
            try:
                client.raw(client.frame(b" ", opcode=0, fin=False))
            except OSError:
                pass
    for line in files:
        line.settimeout(LONG)
        try:
            left = line.recv(100)
        except (ConnectionError, BrokenPipeError):
            left = b""
        except OSError:
            left = b"open"
        check.equal(left, b"", "a file by the byte")
        line.close()
    for client in clients:
        client.sock.settimeout(LONG)
        try:
            client.read()
            check(False, "a message by the byte was waited for")
        except (Closed, ConnectionError):
            check(True, "given up")
        except OSError:
            check(False, "a message by the byte is waited for")
        client.sock.close()


# -- What is hidden ------------------------------------------------------------------------

def secrets_of(server, clients):
    """Seeds and owners from the store, cookies from the clients."""
    found = {client.cookie.split("=")[1] for client in clients}
    db = sqlite3.connect(f"file:{server.store}?mode=ro", uri=True)
    for (text,) in db.execute("SELECT secret FROM log WHERE secret IS NOT NULL"):
        secret = json.loads(text)
        found |= {line[5:] for line in secret.get("head", "").split("\n") if line.startswith("seed ")}
        found |= {secret[k] for k in ("host", "who") if secret.get(k)} | {w for w in secret.get("owners", []) if w}
    found |= {who for (who,) in db.execute("SELECT who FROM person")}
    db.close()
    return found


def test_hidden(server):
    """Whatever is asked for, by whomever, while games run: no seed, no owner, no cookie."""
    ann, bob, eve = server.join(), server.join(), server.join()
    anon = Client(server.port)
    anon.hello()
    table = ann.create([HERE, LINK, computer("greedy")], listed=True,
                       head=HEAD + "expansions inns-cathedrals traders-builders catapult\n")
    for client in (bob, eve, anon):
        client.ask("watch", table=table, since=0)
    bob.ask("sit", table=table, seat=1, name="Bob")
    ann.ask("start", table=table)
    for client in (ann, bob, eve, anon):
        client.until(lambda: client.entries(table, "start"))
    people = (ann, bob, eve, anon)
    for kind, fields in (("act", {"at": 0, "action": "lay 1,0 0"}), ("undo", {"at": 0}), ("look", {}),
                         ("ask", {"what": "pause"}), ("answer", {"ask": 1, "yes": True}), ("nudge", {}),
                         ("resign", {"seat": 0}), ("back", {"seat": 0}), ("rematch", {}), ("here", {}),
                         ("seat", {"seat": 0}), ("start", {}), ("stand", {"seat": 0}),
                         ("sit", {"seat": 0, "name": "X"}), ("chat", {"text": "x"}), ("watch", {"since": 0}),
                         ("ask", {"what": "computer", "seat": 0}), ("no such thing", {})):
        for client in people[2:] + ((bob,) if kind not in ("resign",) else ()):
            try:
                client.ask(kind, table=table, **fields)
            except Refused:
                pass
    secrets = secrets_of(server, (ann, bob, eve))
    check(len(secrets) >= 6, f"there is something to look for: {len(secrets)}")
    texts = [server.http(path)[2] for path in ("/api/tables", "/api/health", "/metrics", f"/api/tables/{table}/record",
                                                  f"/g/{table}", f"/g/{table}/1")]
    texts += [text for client in people for text in client.heard]
    check(len(texts) > 60, f"much was said: {len(texts)}")
    texts.append(open(server.store + ".log", "rb").read())
    for secret in secrets:
        check(not any(secret.encode() in text for text in texts), f"{secret[:8]}... was told")
    for client in people:
        client.close()


def test_private(server):
    ann, eve = server.join(), server.join()
    table = ann.create([HERE, LINK], watch=False)
    eve.ask("watch", table=table, since=0)
    ann.ask("seat", table=table, seat=1, kind="here", name="Al")
    ann.ask("start", table=table)
    check.equal(told(eve), "OFF", "who looked in is shown out")
    for code, kind, fields in (("OFF", "watch", {"since": 0}), ("OFF", "look", {}), ("NOT_YOUR_SEAT", "chat", {"text": "x"})):
        check.refuses(code, lambda: eve.ask(kind, table=table, **fields), kind + " from outside")
    check.equal(server.http(f"/api/tables/{table}/record", headers={"Cookie": eve.cookie})[0], 404, "nor the record")
    check(not eve.entries(table, "start"), "nothing was heard of the game")
    ann.close()
    eve.close()


def test_cards(server):
    """The document behind a short link: for those who may see the game, and names in it are never markup."""
    ann, eve = server.join(), server.join()
    nasty = "<b>\"A&'</title>"
    table = ann.create([{**HERE, "name": nasty}, LINK])
    check.equal(server.http(f"/g/{table}")[0], 404, "a game that has not begun")
    ann.ask("seat", table=table, seat=1, kind="here", name="Bo")
    ann.ask("start", table=table)
    status, headers, text = server.http(f"/g/{table}")
    check.equal(status, 200, "a game that runs")
    check(headers["Content-Type"].startswith("text/html"), "is a document")
    check(b"<b>" not in text and b"</title> \xc2\xb7" not in text, "a name is no markup")
    check.equal(text.count(b"&lt;b&gt;&quot;A&amp;&#39;&lt;/title&gt;"), 3, "it is there as it was typed")
    check(f'content="0; url=../#/t/{table}"'.encode() in text, "it leads to the game")
    check(b"og:title" in text and b"og:description" in text, "with title and description")
    check(b" 0" not in text[text.index(b"<title>"):text.index(b"</title>")], "no points while it runs")
    check(f'url=../../#/t/{table}/12"'.encode() in server.http(f"/g/{table}/12")[2], "or to a moment")
    for host, want in (("play.example", b"http://play.example/"), ("a\"><script>", None), ("a b", None)):
        answer = raw(server, f"GET /g/{table} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
        check(b"<script" not in answer and b"a b" not in answer, f"called {host!r}: nothing of it is markup")
        if want and b"og:image" in answer:
            check(want in answer, "the picture's address is whole")
    nobody = server.http("/g/k3m9xw2p7q4t")
    check.equal(nobody[0], 404, "a game that is not there")
    check(nobody[2].count(b"<p>") == 1 and b"There is no such game here." in nobody[2], "one sentence")
    check(b"asemenea joc" in server.http("/g/x", headers={"Accept-Language": "de, ro;q=0.5"})[2], "in one's language")
    for path in ("/g/", "/g/x", "/g/" + "a" * 15, "/g/" + "a" * 4000, f"/g/{table}/", f"/g/{table}/x", f"/g/{table}/-1",
                 f"/g/{table}/12345", f"/g/{table}/1/2", f"/g/{table}//1", f"/g/{table}%00", f"/g/{table.upper()}A",
                 f"/g/../g/{table}", "/g/%2e%2e/api/tables", "/g/<script>alert(1)</script>", f"/g/{table}'--"):
        status, _, text = server.http(path.replace("<", "%3C").replace(">", "%3E"))
        check.equal((status, text), (404, nobody[2]), f"{path[:40]}: the same answer as of no game")
    private = ann.create([HERE, {**HERE, "name": "Al"}], watch=False)
    for cookie in (eve.cookie, ""):
        hidden = server.http(f"/g/{private}", headers={"Cookie": cookie} if cookie else {})
        check.equal((hidden[0], hidden[2]), (404, nobody[2]), "a private game is not there for others")
    check.equal(server.http(f"/g/{private}", headers={"Cookie": ann.cookie})[0], 200, "it is for who plays")
    ann.ask("resign", table=table, seat=0)
    check(b", Bo 0" in server.http(f"/g/{table}")[2], "points at the end")
    ann.close()
    eve.close()


def test_names(server):
    """`aude` alone answers only to names of this machine (DNS rebinding); a server to all."""
    with tempfile.TemporaryDirectory(prefix="aude-alone-") as folder:
        alone = subprocess.Popen([os.path.join(build, "aude")], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                 text=True, env={**os.environ, "XDG_DATA_HOME": folder, "DISPLAY": ":99",
                                                 "PATH": "/nowhere"})
        try:
            line = alone.stdout.readline()
            port = int(line.strip().rstrip("/").rsplit(":", 1)[1])
            for host, want in ((f"127.0.0.1:{port}", 200), (f"localhost:{port}", 200), ("evil.example", 403),
                               (f"evil.example:{port}", 403), ("localhost.evil.example", 403), ("", 403)):
                request = f"GET /api/tables HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode()
                sock = socket.create_connection(("127.0.0.1", port), timeout=20)
                sock.sendall(request)
                check.equal(int(sock.recv(1000).split()[1]), want, f"alone, as {host!r}")
                sock.close()
        finally:
            alone.terminate()
            alone.wait(timeout=20)


with Server(build) as server:
    for test in (test_bodies, test_rubbish, test_log, test_headers, test_frames, test_silence, test_pieces, test_slow,
                 test_hidden, test_private, test_cards, test_names):
        try:
            test(server)
        except (Closed, Refused, OSError, AssertionError) as error:
            import traceback
            traceback.print_exc()
            check(False, f"{test.__name__}: {type(error).__name__} {error}")
    check.equal(server.stop(), 0, "the stop")
    for line in log_lines(server):
        check(line.startswith("{"), "in the log: " + line.rstrip())
check.end()
