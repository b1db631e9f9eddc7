"""Every call over HTTP: the whole answer, head and body, as tests/server/answers.txt has it.

    server_answers.py BUILD                        compare
    AUDE_PLAYS=write server_answers.py BUILD       write it anew; read what changed before it is kept

What is another one every time (names of tables, cookies, dates, the port) is written as $1, COOKIE1, TIME, PORT.
"""
import json
import os
import re
import socket
import sys

from wire import *  # noqa: E402,F403

build = sys.argv[1]
check = Checks()
text, known, cookies = [], [], []
EXPECTED = os.path.join(os.path.dirname(os.path.abspath(__file__)), "answers.txt")


def plain(line):
    """The line with what is another one every time left out."""
    for found in re.findall(r'"(?:table|tournament)":"([a-z0-9]{12})"', line):
        if found not in known:
            known.append(found)
    for found in re.findall(r"(?:aude|aude-name)=([\w-]{43})|\"watch\":\"([\w-]{43})\"", line):
        one = found[0] or found[1]
        if one not in cookies:
            cookies.append(one)
    for at, name in enumerate(known, 1):
        line = line.replace(name, f"${at}")
    for at, name in enumerate(cookies, 1):
        line = line.replace(name, f"COOKIE{at}")
    line = re.sub(r"\b1[5-9]\d{11}\b", "TIME", line)
    line = re.sub(r"^date: .*", "date: DATE", line)
    line = re.sub(r"switch \w+ \w+\\n", "", line)
    line = re.sub(r"^content-length: \d+", "content-length: N", line)
    line = re.sub(r'"(challenge|user)":"[^"]+"', r'"\1":"BYTES"', line)
    line = re.sub(r'"uptime_ms":\d+', '"uptime_ms":N', line)
    line = re.sub(r'"version":"[^"]+"', '"version":"V"', line)
    line = re.sub(r"sha256:\w+", "sha256:HASH", line)
    line = re.sub(r"hash [0-9a-f]{16}", "hash HASH", line)
    line = re.sub(r"draw [\w/-]+;", "draw TILE;", line)
    line = re.sub(r'"hash":"[0-9a-f]{16}"', '"hash":"HASH"', line)
    return line


def note(line):
    text.append(plain(line))


def raw(server, data, half=False):
    """Everything that comes back for these bytes."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=LONG) as line:
        line.sendall(data)
        if half:
            line.shutdown(socket.SHUT_WR)
        out = b""
        try:
            while piece := line.recv(65536):
                out += piece
        except ConnectionError:
            pass
    return out.decode("utf-8", "replace")


def answer(server, method, path, *fields, body=None, host=None):
    """One call, and its answer with everything that it says."""
    head = [f"{method} {path} HTTP/1.1", f"Host: {host or f'127.0.0.1:{server.port}'}", "Connection: close", *fields]
    if body is not None and not any(f.lower().startswith(("content-length", "transfer")) for f in fields):
        head.append(f"Content-Length: {len(body)}")
    said = raw(server, ("\r\n".join(head) + "\r\n\r\n" + (body or "")).encode())
    top, _, rest = said.partition("\r\n\r\n")
    length = re.search(r"\r\ncontent-length: (\d+)", top)
    check(length and (method == "HEAD" or int(length[1]) == len(rest.encode())), f"{method} {path}: the length is not that of the answer: {said}")
    note(" ".join([method, path, *fields, *([host] if host else []), *([repr(body[:200])] if body else [])]).replace(str(server.port), "PORT"))
    for line in said.replace(str(server.port), "PORT").replace("\r", "").split("\n"):
        if line and not line.startswith(("#", "switch ")):
            text.append("  " + re.sub(r'"version":\d+', '"version":N', plain(line)))
    return said


def numbers(server, stay):
    """Of /metrics those that do not hang on time; when nobody but those who stay is connected."""
    wait_until(lambda: re.search(rf"\naude_connections {stay}\n", server.http("/metrics")[2].decode()))
    said = raw(server, b"GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n").split("\r\n\r\n", 1)[1]
    note("numbers")
    for line in said.split("\n"):
        if line and not line.startswith("#") and not re.search("micro|seconds|bytes|_(rss|cpu|commits)|node|loop", line):
            text.append("  " + plain(line))


def people(server):
    """A table with a game that has begun, made by Ann; and who she is."""
    wait_until(lambda: b'"ready":true' in server.http("/api/club")[2])  # ratings have been read
    ann = server.cookie()
    client = server.join(ann)
    table = client.create([HERE, {"kind": "here", "name": "Al"}], HEAD + "first 0\n", title="One & two", listed=True)
    return ann, client, table


def several(server):
    """Calls one after the other on one connection; the last one ends it."""
    note("several calls at once")
    call, last = "GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n", "Connection: close\r\n"
    heads = [call + call + call.replace("\r\n\r\n", "\r\n" + last + "\r\n") + call, "GET /livez HTTP/1.0\r\n\r\n",
             "GET /livez HTTP/1.0\r\nConnection: keep-alive\r\n\r\n" + call.replace("\r\n\r\n", "\r\n" + last + "\r\n"),
             "HEAD /livez HTTP/1.1\r\nHost: localhost\r\n\r\n" + call.replace("\r\n\r\n", "\r\n" + last + "\r\n"),
             "POST /api/import HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n\r\nabc" + call]
    for head in heads:
        for line in raw(server, head.encode()).replace("\r", "").split("\n"):
            if line:
                text.append("  " + plain(line))


def the_end(server, client=None):
    """It is asked to stop: what those hear who are connected, its exit status and its log."""
    status = server.stop()
    note(f"stop: {status}")
    if client:
        text.append("  " + plain(json.dumps(client.wait(lambda m: m["type"] == "bye"))))
    for line in log_lines(server):
        line = re.sub(r'"time":"[^"]+"', '"time":"T"', plain(line.strip())).replace(server.store, "STORE")
        text.append("  " + line.replace(f":{server.port}/", ":PORT/"))


def a_plain_server():
    note("== a server for this machine")
    with Server(build) as server:
        ann, client, table = people(server)
        answer(server, "GET", "/api/me")
        answer(server, "GET", "/api/me", f"Cookie: {ann}")
        answer(server, "GET", "/api/me", f"Cookie: x=1; {ann}")
        answer(server, "GET", "/api/me", f"Cookie: x=1;{ann};y=2")
        answer(server, "GET", "/api/me", f"Cookie: {ann}x")
        answer(server, "GET", "/api/me", "Cookie: aude=short")
        answer(server, "GET", "/api/me", "Cookie: x=1", f"Cookie: {ann}")
        answer(server, "HEAD", "/api/me", f"Cookie: {ann}")
        answer(server, "GET", "/api/tables", f"Cookie: {ann}")
        for path in (f"/api/tables/{table}", f"/api/tables/{table}/record", f"/api/tables/{table}/records", "/api/tables/nothing/record",
                     "/api/tables/", "/api/nothing", "/api/", "/livez", "/readyz", "/api/club", "/api/hall", "/api/hall?person=5", "/api/games",
                     "/api/games?before=x", "/api/players/Nobody", "/api/players/" + "x" * 200, "/api/tournaments", "/api/tournaments/",
                     "/api/tournaments/nothing", "/api/tournaments/nothing/csv", "/api/tournaments/nothing/log",
                     "/api/tournaments/nothing/record/1/1/1/1", "/api/tournaments/nothing/record/1/1/1", "/api/tournaments/nothing/x",
                     "/api/health", "/no/such.page", "/docs/no/such", f"/api/tables/{table}/record?since=4"):
            answer(server, "GET", path, f"Cookie: {ann}")
        answer(server, "GET", f"/api/tables/{table}/record")
        answer(server, "GET", "/livez")
        answer(server, "GET", "/api/me", host="localhost")
        answer(server, "GET", "/api/me", host="localhost:1")
        answer(server, "GET", "/api/me", host="[::1]:80")
        answer(server, "GET", "/api/me", host="localhost.example.org")
        answer(server, "GET", "/api/me", host="example.org")
        for method in ("PUT", "DELETE", "OPTIONS", "TRACE", "POST"):
            answer(server, method, "/api/me", f"Cookie: {ann}")
        files(server, ann)
        boxes(server, ann)
        sockets(server, ann)
        several(server)
        numbers(server, 1)
        the_end(server, client)


def files(server, ann):
    """People bring files."""
    record = open("tests/games/golden-00.aude", encoding="utf-8").read()
    said = answer(server, "POST", "/api/import", f"Cookie: {ann}", body="nonsense")
    said = raw(server, f"POST /api/import HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(record.encode())}\r\n\r\n{record}".encode())
    check(said.startswith("HTTP/1.1 200 ") and '{"record":"aude 1\\n' in said, f"a record is taken: {said[:300]}")
    answer(server, "POST", "/api/export", f"Cookie: {ann}", body="nonsense")
    answer(server, "POST", "/api/import", f"Cookie: {ann}")
    answer(server, "POST", "/api/import", f"Cookie: {ann}", "Transfer-Encoding: chunked", body="0\r\n\r\n")
    answer(server, "POST", "/api/import", f"Cookie: {ann}", "Content-Length: 99999999", body="x")
    answer(server, "POST", "/api/imports", f"Cookie: {ann}", body="x")
    answer(server, "POST", "/api/import", f"Cookie: {ann}", body="\0\1")


def boxes(server, ann):
    """A game beside a real box."""
    secret = "A" * 43
    record = "aude 1\nrules grow\n"
    first = answer(server, "POST", f"/api/box/{secret}", f"Cookie: {ann}", body=record)
    watch = re.search(r'"watch":"([\w-]+)"', first)[1]
    answer(server, "POST", f"/api/box/{secret}x", f"Cookie: {ann}", body=record)
    answer(server, "POST", f"/api/box/{secret}", f"Cookie: {ann}", "Origin: https://evil.example.org", body=record)
    answer(server, "POST", f"/api/box/{secret}", f"Cookie: {ann}", f"Origin: http://127.0.0.1:{server.port}", body=record + "seats 2\n")
    version = int(re.search(r'"version":(\d+)', first)[1])
    for more, what in ((0, '"record":'), (1, ""), (2, '"record":')):
        said = raw(server, f"GET /api/box/{watch}/{version + more} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
        check(f'"version":{version + 1}' in said and ('"record":' in said) == bool(what), f"version {more} of a told game: {said[-200:]}")
    for version in ("0", "x", "2/"):
        answer(server, "GET", f"/api/box/{watch}/{version}", f"Cookie: {ann}")
    answer(server, "GET", f"/api/box/{secret}/0", f"Cookie: {ann}")
    answer(server, "GET", f"/api/box/{watch}", f"Cookie: {ann}")


KEY = ("Upgrade: websocket", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version: 13")


def upgrade(server, path, *fields, host=None):
    head = [f"GET {path} HTTP/1.1", f"Host: {host or f'127.0.0.1:{server.port}'}", "Connection: Upgrade", *fields]
    note(" ".join(["upgrade", path, *fields, *([host] if host else [])]).replace(str(server.port), "PORT"))
    with socket.create_connection(("127.0.0.1", server.port), timeout=LONG) as line:
        line.sendall(("\r\n".join(head) + "\r\n\r\n").encode())
        out = b""
        while b"\r\n\r\n" not in out and (piece := line.recv(65536)):
            out += piece
        if out.startswith(b"HTTP/1.1 101"):
            line.sendall(b"\x88\x80\0\0\0\0")  # a farewell
        try:
            while piece := line.recv(65536):
                out += piece
        except ConnectionError:
            pass
    head, _, rest = out.partition(b"\r\n\r\n")
    for line in (head.decode() + "\n" + (repr(rest) if rest[:1] == b"\x88" else rest.decode("utf-8", "replace"))).replace("\r", "").split("\n"):
        if line:
            text.append("  " + plain(line.replace(str(server.port), "PORT")))


def sockets(server, ann):
    own = f"Origin: http://127.0.0.1:{server.port}"
    upgrade(server, "/ws", *KEY)
    upgrade(server, "/ws", *KEY, "Sec-WebSocket-Protocol: aude-1", f"Cookie: {ann}")
    upgrade(server, "/ws", *KEY, "Sec-WebSocket-Protocol: other, aude-1", own)
    upgrade(server, "/ws", *KEY, "Sec-WebSocket-Protocol: other")
    upgrade(server, "/ws", *KEY, "Sec-WebSocket-Protocol: aude-1", "Origin: https://evil.example.org")
    upgrade(server, "/ws", *KEY, "Sec-WebSocket-Protocol: aude-1", f"Origin: https://127.0.0.1:{server.port}")
    upgrade(server, "/ws", *KEY, "Sec-WebSocket-Protocol: aude-1", "Origin: null")
    upgrade(server, "/nothing", *KEY, "Sec-WebSocket-Protocol: aude-1")
    upgrade(server, "/ws", *KEY, "Sec-WebSocket-Protocol: aude-1", host="example.org")
    upgrade(server, "/ws", *KEY[:2], "Sec-WebSocket-Version: 12")
    upgrade(server, "/ws", KEY[0], "Sec-WebSocket-Key: short", KEY[2])
    note("bytes that are no call")
    for data in (b"nonsense\r\n\r\n", b"GET / HTTP/2.0\r\n\r\n", b"GET / HTTP/1.1\r\n\r\n", b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
                 b"GET /" + b"x" * 9000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n", b"GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n"):
        for line in raw(server, data, half=True).replace("\r", "").split("\n"):
            if line:
                text.append("  " + plain(line))


def a_public_server():
    note("== a server for everybody, behind a proxy")
    options = ["--public-url", "https://play.example.org/aude", "--origin", "https://other.example.org", "--behind-proxy", "127.0.0.1"]
    with Server(build, None, *options) as server:
        public, other = "play.example.org", "198.51.100.7"
        via = f"X-Forwarded-For: {other}"
        answer(server, "GET", "/api/me", via, host=public)
        secret = "B" * 42 + "A"
        for name in ("aude", "__Host-aude", "__Host-other"):
            answer(server, "GET", "/api/me", via, f"Cookie: {name}={secret}", host=public)
        answer(server, "GET", "/api/me", via, f"Cookie: aude={secret}; __Host-aude={'C' * 42}A", host=public)
        answer(server, "GET", "/api/me", via, host="anything")
        answer(server, "GET", "/livez", host=public)
        answer(server, "GET", "/readyz", host=public)
        for origin in ("https://play.example.org", "http://play.example.org", "https://other.example.org", "https://other.example.org.evil.org",
                       "https://", "https://evil.example.org"):
            upgrade(server, "/ws", *KEY, "Sec-WebSocket-Protocol: aude-1", f"Origin: {origin}", via, host=public)
        answer(server, "POST", "/api/name/begin", via, "Origin: https://play.example.org", "Content-Type: application/json",
               body='{"what":"open"}'.replace("open", "nothing"), host=public)
        answer(server, "POST", "/api/name/begin", via, "Origin: https://evil.example.org", "Content-Type: application/json", body="{}", host=public)
        answer(server, "POST", "/api/name/nothing", via, "Origin: https://play.example.org", "Content-Type: application/json", body="{}", host=public)
        answer(server, "POST", "/api/name/mine", via, "Origin: https://play.example.org", "Content-Type: application/json", body="{}", host=public)
        answer(server, "POST", "/api/name/mine", via, "Origin: https://play.example.org", body="{}", host=public)
        answer(server, "POST", "/api/name/mine", via, "Origin: https://play.example.org", "Content-Type: application/json", body="[", host=public)
        answer(server, "GET", "/api/name/mine", via, host=public)
        mine = (via, "Origin: https://play.example.org", "Content-Type: application/json", f"Cookie: __Host-aude={secret}")
        for path, body in (("mine", "{}"), ("begin", '{"what":"nothing"}'), ("begin", '{"what":"open"}'), ("begin", '{"what":"keep"}'),
                           ("begin", '{"what":"keep","name":"A"}'), ("begin", '{"what":"keep","name":"Ann Lee"}'), ("begin", '{"what":"add"}'),
                           ("begin", '{"what":"add","code":"x"}'), ("finish", "{}"), ("leave", "{}"), ("rename", '{"name":"Bob"}'), ("give_up", "{}"),
                           ("code", "{}"), ("recover", '{"code":"x"}'), ("mine", '{"x":"' + "y" * 20000 + '"}')):
            answer(server, "POST", f"/api/name/{path}", *mine, body=body, host=public)
        numbers(server, 0)
        the_end(server)


def a_full_server():
    note("== a server with few places and little patience")
    with Server(build, None, "--connections", "2", "--rate", "2", "--behind-proxy", "127.0.0.1") as server:
        via, away = "X-Forwarded-For: 198.51.100.7", "X-Forwarded-For: 198.51.100.8, 203.0.113.9"
        one = server.join()
        answer(server, "GET", "/api/health", via)
        two = server.join()
        upgrade(server, "/ws", *KEY, "Sec-WebSocket-Protocol: aude-1", away)
        for _ in range(300):
            said = raw(server, f"GET /api/tables HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n{via}\r\n\r\n".encode())
            if not said.startswith("HTTP/1.1 200"):
                break
        check(said.startswith("HTTP/1.1 429"), f"too many calls are refused: {said[:200]}")
        check("\r\nretry-after: " in said.lower(), f"and when to come again is told: {said[:400]}")
        answer(server, "GET", "/api/me", away)
        one.close()
        two.close()
        the_end(server)


os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
a_plain_server()
a_public_server()
a_full_server()
if os.environ.get("AUDE_PLAYS") == "write":
    open(EXPECTED, "w", encoding="utf-8").write("\n".join(text) + "\n")
else:
    expected = open(EXPECTED, encoding="utf-8").read().split("\n")[:-1]
    wrong = next((at for at in range(max(len(text), len(expected))) if text[at:at + 1] != expected[at:at + 1]), None)
    check(wrong is None, f"answers.txt, line {(wrong or 0) + 1}: should be {expected[wrong or 0:][:1]}, but is {text[wrong or 0:][:1]}")
check.end()
