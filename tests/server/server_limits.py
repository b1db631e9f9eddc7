"""How much one address may ask of a real server: calls, tables, connections, messages; and whose
address it is behind a proxy.

    server_limits.py BUILD

127.0.0.1 is not counted, the rest of 127.0.0.0/8 is: strangers come from there.
"""
import os
import re
import sys

from wire import *  # noqa: E402,F403

check = Checks()
build = sys.argv[1]
if not os.path.exists(os.path.join(build, "aude")):
    print("skipped: build/aude is not built")
    sys.exit(77)
GAME = open("tests/games/" + sorted(os.listdir("tests/games"))[0], "rb").read()


def call(server, path, source, headers=(), body=None):
    """(status, headers in lower case, body) of one call on a connection of its own."""
    line = socket.create_connection(("127.0.0.1", server.port), timeout=LONG, source_address=(source, 0))
    head = [("POST " if body is not None else "GET ") + path + " HTTP/1.1", "Host: 127.0.0.1", "Connection: close"]
    if body is not None:
        head.append(f"Content-Length: {len(body)}")
    try:
        line.sendall(("\r\n".join([*head, *headers]) + "\r\n\r\n").encode() + (body or b""))
    except OSError:
        pass
    answer = b""
    try:
        while piece := line.recv(65536):
            answer += piece
    except OSError:
        pass
    line.close()
    head, _, rest = answer.partition(b"\r\n\r\n")
    lines = head.decode().split("\r\n")
    fields = dict(l.lower().split(": ", 1) for l in lines[1:] if ": " in l)
    return int(lines[0].split()[1]) if len(lines[0].split()) > 1 else 0, fields, rest


def until_refused(server, path, source, most, headers=(), body=None):
    """How many calls were answered before the first 429, and that answer."""
    for n in range(most):
        answer = call(server, path, source, headers, body)
        if answer[0] == 429:
            return n, answer
        if not answer[0]:
            return n, None
    return most, None


def refused_at_once(server, path, source, headers=(), before=None):
    """Who has used up everything is refused, also with these headers. Purses fill while we look: on a slow machine it takes
    more than one look. One who were let in by the headers would never be refused."""
    for _ in range(20):
        until_refused(server, path, source, 400, before if before is not None else headers)
        if call(server, path, source, headers)[0] == 429:
            return True
    return False


def check_refusal(answer, what):
    if not check(answer is not None, what + ": nobody was sent away"):
        return False
    status, headers, body = answer
    check.equal(status, 429, what)
    error = json.loads(body)
    check.equal(error["code"], "RATE", what + ": the code")
    wait = int(headers["retry-after"])
    check(1 <= wait <= 60, f"{what}: Retry-After {wait}")
    check(error["text"].startswith("too many calls from your address: please wait "), what + ": " + error["text"])
    return check("set-cookie" not in headers, what + ": no cookie for who is sent away")


def test_calls(server):
    """--rate 2: 120 calls at once, of which each connection costs a fifth; and 30 for what is dear: a record costs five, an import twenty."""
    began = time.monotonic()
    n, answer = until_refused(server, "/api/me", "127.0.0.2", 400)
    check(95 <= n <= 130 + 2 * (time.monotonic() - began), f"a hundred calls at once: {n}")
    check_refusal(answer, "a call too many")
    check.equal(call(server, "/api/me", "127.0.0.3")[0], 200, "another address is served")
    check.equal(call(server, "/", "127.0.0.2")[0] in (200, 429), True, "the page")
    began = time.monotonic()
    n, answer = until_refused(server, "/api/tables/zzzzzzzzzzzz/record", "127.0.0.4", 100)
    check(5 <= n <= 8 + (time.monotonic() - began), f"five records at once: {n}")
    began = time.monotonic()
    n, answer = until_refused(server, "/api/import", "127.0.0.5", 50, body=GAME)
    check(1 <= n <= 3 + (time.monotonic() - began), f"one import at once: {n}")
    if not check_refusal(answer, "an import too many"):
        return
    time.sleep(int(answer[1]["retry-after"]) + 0.1)
    check.equal(call(server, "/api/import", "127.0.0.5", body=GAME)[0], 200, "who waited as long as told is served")


def test_forged(server):
    """Nobody told the server of a proxy: what the header says is nothing."""
    check(refused_at_once(server, "/api/me", "127.0.0.6", ["X-Forwarded-For: 198.51.100.7"], before=()),
          "a name from a header does not help")


def test_home(server):
    check.equal(until_refused(server, "/api/me", "127.0.0.1", 200)[0], 200, "this machine itself is not counted")


def test_page(server):
    n, _ = until_refused(server, "/", "127.0.0.7", 70)
    check.equal(n, 70, "the page's files are cheap")


def test_tables(server):
    """Three tables at once, however many connections one opens."""
    made = refused = 0
    for _ in range(3):
        client = server.join(source="127.0.0.8")
        for _ in range(2):
            try:
                client.create([HERE, HERE])
                made += 1
            except Refused as error:
                check.equal(error.code, "RATE", "a table too many")
                refused += 1
        client.close()
    check(made in (2, 3, 4) and refused, f"{made} tables made, {refused} refused")


def test_messages(server):
    """All connections share what their address may say: 20 a second, 1,200 at once."""
    clients = [server.join(source="127.0.0.9") for _ in range(24)]
    frame = clients[0].frame(json.dumps({"type": "ping", "id": 1}))
    for client in clients:
        client.raw(frame * 55)  # a connection alone may say 60 at once
    told = []
    for client in clients:
        client.sock.settimeout(0.5)
        try:
            while True:
                told.append(client.read().get("code", "ok"))
        except OSError:
            pass
        client.close()
    check("RATE" in told, "an address is told off when all its connections together say too much")
    check(told.count("ok") < 1200, f"{told.count('ok')} messages of 1,320 were read")


def test_changes(server):
    """What may be stored costs more: nobody fills the disk at the speed of a ping."""
    table = server.join().create([HERE, LINK])
    clients, began = [server.join(source="127.0.0.11") for _ in range(16)], time.monotonic()
    done, text = 0, ""
    for i in range(800):  # a connection alone may say 60 at once
        try:
            clients[i // 50].ask("undo", table=table, at=0)  # of one without a seat: it changes nothing, but might
        except Refused as error:
            if error.code == "RATE":
                text = str(error)
                break
            done += 1
    check(150 <= done <= 280 + 5 * (time.monotonic() - began) and text.startswith("RATE: too many"), f"{done} changes, then {text!r}")
    for client in clients:
        client.close()


def test_neighbour(server):
    """Somebody at the same address uses up everything: who has a seat plays on, and comes back to it."""
    cookie = server.cookie()
    client = server.join(cookie, source="127.0.0.13")
    table = client.create([HERE, LINK])
    client.until(lambda: client.entries(table, "open"))
    until_refused(server, "/api/me", "127.0.0.13", 200)
    until_refused(server, "/api/tables", "127.0.0.13", 40)
    done = 0
    for i in range(8):
        until_refused(server, "/api/me", "127.0.0.13", 20)
        client.ask("seat", table=table, seat=1, kind=("link", "here")[i % 2])
        done += 1
        time.sleep(0.5)
    check.equal(done, 8, "moves of one with a seat")
    client.close()
    back = server.join(cookie, source="127.0.0.13")
    check.equal(back.ask("watch", table=table, since=0)["type"], "ok", "the way back")
    back.close()
    until_refused(server, "/", "127.0.0.13", 400)
    check.equal(call(server, "/", "127.0.0.13", ["Cookie: " + cookie])[0], 200, "he can load the page again")
    check(refused_at_once(server, "/", "127.0.0.13"), "one without a seat cannot")
    check(refused_at_once(server, "/api/tables", "127.0.0.13", ["Cookie: " + cookie]), "nor he what is dear")
    error = None
    for _ in range(20):
        until_refused(server, "/api/me", "127.0.0.13", 400)
        try:
            server.join(source="127.0.0.13").close()
        except (Closed, OSError) as closed:
            error = closed
            break
    check("429" in str(error), f"one without a seat: {error}")


def ended(lines):
    """How many of these connections the server has closed."""
    closed = 0
    for line in lines:
        line.setblocking(False)
        try:
            closed += line.recv(1, socket.MSG_PEEK) == b""
        except BlockingIOError:
            pass
        except OSError:
            closed += 1
    return closed


def test_knocking():
    """Connections that say nothing cost, too: TLS is dear. --rate 1: 375 at once, five a second."""
    with Server(build, None, "--rate", "1") as server:
        lines = [socket.create_connection(("127.0.0.1", server.port), timeout=LONG, source_address=("127.0.0.12", 0))
                 for _ in range(550)]
        wait_until(lambda: ended(lines) >= 50)
        refused = ended(lines)
        for line in lines:
            line.close()
        check(50 <= refused <= 176, f"{refused} of 550 connections in a row were refused")
        check.equal(server.stop(), 0, "the stop")


def test_upgrades(server):
    """A WebSocket costs a call: too many are answered 429 too."""
    seen = 0
    for _ in range(600):
        try:
            Client(server.port, source="127.0.0.10").sock.close()
        except Closed as error:
            seen = str(error)
            break
    check.equal(seen, "status 429", "too many WebSockets at once")


def nine(server):
    """Nine of one address, of which each may have to wait until others are gone."""
    clients = []

    def one_more():
        try:
            clients.append(server.join(source="127.0.0.4"))
            return True
        except (Closed, OSError):
            return False
    for _ in range(9):
        check(wait_until(one_more), "nine connections are let in")
    return clients


def test_connections():
    with Server(build, None, "--per-address", "10") as server:
        lines = [socket.create_connection(("127.0.0.1", server.port), timeout=LONG, source_address=("127.0.0.2", 0))
                 for _ in range(20)]
        wait_until(lambda: ended(lines) >= 10)
        check.equal(ended(lines), 10, "of twenty connections of one address ten are closed")
        check.equal(call(server, "/api/me", "127.0.0.3")[0], 200, "others get in")
        for line in lines:
            line.close()
        check(wait_until(lambda: call(server, "/api/me", "127.0.0.2")[0] == 200), "who closed them gets in again")
        for client in nine(server):
            client.close()
        for client in nine(server):
            check.equal(client.ask("ping")["type"], "ok", "WebSockets that ended are not counted")
            client.close()
        check.equal(server.stop(), 0, "the stop")


def test_proxy():
    """The proxy is 127.0.0.2; another one before it is 127.0.0.3."""
    options = ["--rate", "2", "--per-address", "4", "--behind-proxy", "127.0.0.2", "--behind-proxy", "127.0.0.3"]
    with Server(build, None, *options) as server:
        one = ["X-Forwarded-For: 198.51.100.1"]
        began = time.monotonic()
        n, answer = until_refused(server, "/api/me", "127.0.0.2", 400, one)
        check(120 <= n <= 150 + 2 * (time.monotonic() - began), f"a guest behind the proxy: {n} calls")
        check_refusal(answer, "a guest behind the proxy")
        for forged in ("203.0.113.9, 198.51.100.1", "203.0.113.9,198.51.100.1:4711", "x, 198.51.100.1, 127.0.0.3",
                       "[2001:db8::1]:80 , 198.51.100.1", "," * 1500 + "198.51.100.1"):
            check(refused_at_once(server, "/api/me", "127.0.0.2", ["X-Forwarded-For: " + forged], before=one),
                  "only the last address counts: " + forged[:60])
        check(refused_at_once(server, "/api/me", "127.0.0.2", ["X-Forwarded-For: 203.0.113.9", *one], before=one),
              "of two headers the last one counts")
        check.equal(call(server, "/api/me", "127.0.0.2", ["X-Forwarded-For: 198.51.100.2"])[0], 200,
                    "another guest is served")
        check(refused_at_once(server, "/api/me", "127.0.0.2", ["X-Forwarded-For: 2001:db8:0:1::2"],
                              before=["X-Forwarded-For: 2001:db8:0:1::1"]), "a network of IPv6 is one guest")
        check.equal(call(server, "/api/me", "127.0.0.2", ["X-Forwarded-For: 2001:db8:0:2::1"])[0], 200,
                    "another network is another")
        began = time.monotonic()
        n, _ = until_refused(server, "/api/me", "127.0.0.4", 400, ["X-Forwarded-For: 198.51.100.3"])
        check(95 <= n <= 130 + 2 * (time.monotonic() - began), f"one who is no proxy is not believed: {n} calls")
        named = ["X-Forwarded-For: 198.51.100.4"]
        kept = [Client(server.port, source="127.0.0.2", headers=named) for _ in range(4)]
        for client in kept:
            check(client.hello()["v"], "four connections of one guest")
        try:
            Client(server.port, source="127.0.0.2", headers=named).hello()
            check(False, "a fifth connection of one guest was let in")
        except (Closed, OSError):
            check(True, "a fifth")
        kept.pop().close()

        def comes_in():
            try:
                return Client(server.port, source="127.0.0.2", headers=named).hello()["v"]
            except (Closed, OSError):
                return False
        check(wait_until(comes_in), "one that ended makes room")
        check.equal(server.stop(), 0, "the stop")


def test_long_log():
    """A record of a long log costs more: all of it is read."""
    import sqlite3
    with Server(build, None, "--rate", "2") as server:
        ann = server.join()
        table = ann.create([HERE, HERE])
        ann.until(lambda: ann.entries(table, "start"))
        ann.close()
        server.stop()
        db = sqlite3.connect(server.store)
        key, seq = db.execute("SELECT game, max(seq) FROM log").fetchone()
        for n in range(seq + 1, 4001):
            entry = {"seq": n, "at": 1, "type": "chat", "by": "Ann", "seat": 0, "text": "x"}
            db.execute("INSERT INTO log VALUES(?, ?, ?, 1, ?, NULL)", ((key << 32) + n, key, n, json.dumps(entry)))
        db.commit()
        db.close()
        server.start()
        began = time.monotonic()
        n, answer = until_refused(server, f"/api/tables/{table}/record", "127.0.0.2", 50)
        check(1 <= n <= 2 + (time.monotonic() - began), f"one record of 4,000 entries at once: {n}")
        check_refusal(answer, "a long record too many")
        check.equal(server.stop(), 0, "the stop")


def test_off():
    with Server(build, None, "--rate", "0", "--per-address", "0") as server:
        check.equal(until_refused(server, "/api/tables/zzzzzzzzzzzz/record", "127.0.0.2", 400)[0], 400,
                    "switched off")
        check.equal(server.stop(), 0, "the stop")


def memory(server):
    """Bytes that the server has in memory."""
    status = open(f"/proc/{server.process.pid}/status").read()
    return int(re.search(r"VmRSS:\s+(\d+)", status).group(1)) * 1024


def test_untaken():
    """Files for those who cannot unpack are unpacked once, however many ask for them and take nothing."""
    with Server(build) as server:
        files = re.findall(r'"\./(assets/[^"]+)"', server.http("/")[2].decode())
        sizes = [(len(call(server, "/" + name, "127.0.0.1")[2]), name) for name in files]
        if not sizes:
            print("not tried: this build has no page")
            return
        size, name = max(sizes)
        before, lines = memory(server), []
        for i in range(150):
            line = socket.socket()
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            line.connect(("127.0.0.1", server.port))
            line.sendall(f"GET /{name} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
            lines.append(line)
        check.equal(call(server, "/livez", "127.0.0.1")[0], 200, "somebody else is answered")
        more = memory(server) - before
        check(more < 20 * size, f"{len(lines)} who take nothing of {size} bytes hold {more} bytes")
        for line in lines:
            line.close()


def test_options():
    def says(*options):
        run = subprocess.run([os.path.join(build, "aude"), "serve", "--store", "sqlite::memory:", *options],
                             capture_output=True, text=True, timeout=LONG)
        return run.returncode, run.stderr
    check.equal(says("--behind-proxy", "localhost")[0], 2, "a proxy has an address")
    check("--behind-proxy takes the address" in says("--behind-proxy", "10.0.0")[1], "and it is said")
    check.equal(says("--rate", "-1")[0], 2, "a rate is not negative")


with Server(build, None, "--rate", "2") as server:
    for test in (test_calls, test_forged, test_home, test_page, test_tables, test_messages, test_changes, test_neighbour,
                 test_upgrades):
        try:
            test(server)
        except (Closed, Refused, OSError, AssertionError) as error:
            check(False, f"{test.__name__}: {type(error).__name__} {error}")
    check.equal(server.stop(), 0, "the stop")
    check("error" not in open(server.store + ".log").read(), "nothing in the log")
for test in (test_knocking, test_connections, test_proxy, test_long_log, test_untaken, test_off, test_options):
    try:
        test()
    except (Closed, Refused, OSError, AssertionError) as error:
        check(False, f"{test.__name__}: {type(error).__name__} {error}")
check.end()
