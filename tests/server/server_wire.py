"""What a stranger sends before there is a message: requests in a row, bodies, upgrades, frames, origins; and how
the server stops.

    server_wire.py BUILD

Every case was a fault once, or what a library let pass. tests/server/test_wire.c has the same without a socket, with time.
"""
import os
import shutil
import ssl
import sys

from wire import *  # noqa: E402,F403

check = Checks()
build = os.path.abspath(sys.argv[1])
if not os.path.exists(os.path.join(build, "aude")):
    print("skipped: build/aude is not built")
    sys.exit(77)
HOST = b"Host: 127.0.0.1\r\n"
ME = b"GET /api/me HTTP/1.1\r\n" + HOST + b"\r\n"
TRUST = ssl.create_default_context()
TRUST.check_hostname = False
TRUST.verify_mode = ssl.CERT_NONE


def dial(server, source=None):
    line = socket.create_connection(("127.0.0.1", server.port), timeout=LONG,
                                    source_address=(source, 0) if source else None)
    return TRUST.wrap_socket(line) if server.url.startswith("https") else line


def listen(line, wait=1.0):
    """All that comes back, until the end or a silence; and whether it ended."""
    return hear(line, wait)


def raw(server, data, wait=1.0, source=None):
    line = dial(server, source)
    try:
        line.sendall(data)
    except OSError:
        pass
    answer = listen(line, wait)
    line.close()
    return answer


def statuses(answer):
    return [int(part[:3]) for part in answer.split(b"HTTP/1.1 ")[1:]]


def alive(server, what):
    try:
        line = dial(server)
        line.settimeout(LONG)
        line.sendall(ME)
        ok = line.recv(100).startswith(b"HTTP/1.1 200")
        line.close()
    except OSError:
        ok = False
    check(ok, what + ": the server answers others")
    return ok


# -- Requests in a row ---------------------------------------------------------------------

def test_in_a_row(server):
    """A request and then one with a body: once this stopped the whole server for ever."""
    post = b"POST %s HTTP/1.1\r\n" + HOST + b"Content-Length: 30\r\n\r\n" + b"a" * 30
    for source in (None, "127.0.0.9"):
        for what, data, want in (
                ("a body after a call", ME + post % b"/y", [200, 405]),
                ("a GET with a body after a call", ME + b"GET /api/me HTTP/1.1\r\n" + HOST
                 + b"Content-Length: 5\r\n\r\naaaaaa", [200, 200]),
                ("a file after a call", ME + post % b"/api/import", [200, 400]),
                ("a file after two calls", ME * 2 + post % b"/api/import" + ME, [200, 200, 400])):
            answer, ended = raw(server, data, source=source)
            check.equal(statuses(answer), want, what)
            check(ended, what + ": then the connection ends")
            if not alive(server, what):
                return


def test_upgrade_foo(server):
    """An upgrade to something unknown, on a connection that was used before: once memory that was freed was read."""
    for word in (b"foo", b"h2c", b"websockets", b"WebSocket2", b", ,", b""):
        line = dial(server)
        line.sendall(ME)
        line.settimeout(LONG)
        first = line.recv(65536)
        line.sendall(b"GET /api/me HTTP/1.1\r\n" + HOST + b"Connection: Upgrade\r\nUpgrade: " + word + b"\r\n\r\n")
        answer, _ = listen(line)
        check.equal(statuses(first) + statuses(answer), [200, 200], f"Upgrade: {word.decode()} is passed over")
        line.close()
    alive(server, "upgrades")


def test_heads(server):
    for what, data, want in (
            ("no version", b"GET /api/me\r\n\r\n", [400]),
            ("version 0.9", b"GET /api/me HTTP/0.9\r\n" + HOST + b"\r\n", [505]),
            ("version 9.9", b"GET /api/me HTTP/9.9\r\n" + HOST + b"\r\n", [505]),
            ("a folded field", b"GET /api/me HTTP/1.1\r\n" + HOST + b"A: b\r\n c\r\n\r\n", [400]),
            ("a blank before the colon", b"GET /api/me HTTP/1.1\r\nHost : x\r\n\r\n", [400]),
            ("no host", b"GET /api/me HTTP/1.1\r\n\r\n", [400]),
            ("two hosts", b"GET /api/me HTTP/1.1\r\n" + HOST * 2 + b"\r\n", [400]),
            ("lines without CR", b"GET /api/me HTTP/1.1\nHost: x\n\n", [400]),
            ("two lengths", b"POST /api/import HTTP/1.1\r\n" + HOST + b"Content-Length: 3\r\nContent-Length: 5\r\n\r\nabcde",
             [400]),
            ("length and pieces", b"POST /api/import HTTP/1.1\r\n" + HOST
             + b"Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + ME, [400]),
            ("a head too long", b"GET /api/me HTTP/1.1\r\n" + HOST + b"A: " + b"a" * 9000 + b"\r\n\r\n", [431])):
        answer, ended = raw(server, data)
        check.equal(statuses(answer), want, what)
        check(ended, what + ": then the connection ends")
        if want != [200]:
            check(b"set-cookie" not in answer.lower(), what + ": no cookie")
    answer, _ = raw(server, b"HEAD /api/me HTTP/1.1\r\n" + HOST + b"\r\n" + ME)
    check.equal((statuses(answer), answer.count(b'{"v":1')), ([200, 200], 1), "HEAD has no body")
    answer, _ = raw(server, b"HEAD /api/me HTTP/1.1\r\n" + HOST + b"\r\nGET /api/me HTTP/1.1\r\n\r\n")
    head, body = answer.split(b"HTTP/1.1 400")[1].split(b"\r\n\r\n", 1)
    length = int(head.lower().split(b"content-length: ")[1].split(b"\r\n")[0])
    check.equal(len(body), length, "a refusal after HEAD has the body that it announces")
    whole = b"\r\nGET http://" + HOST[6:-2] + b"/api/me HTTP/1.1\r\n" + HOST + b"\r\n"
    answer, _ = raw(server, whole + ME)
    check.equal(statuses(answer), [200, 200], "a whole target, after an empty line")


# -- Frames --------------------------------------------------------------------------------

def closed_with(client):
    """The code of the close frame, "silent" if none comes, "gone" without one."""
    client.sock.settimeout(LONG)
    try:
        while True:
            opcode, _, data = client.read_frame()
            if opcode == 8:
                return struct.unpack(">H", data[:2])[0] if len(data) > 1 else len(data)
    except (Closed, ConnectionError):
        return "gone"
    except OSError:
        return "silent"


def test_frames(server, tls=None):
    cookie = "aude=" + "A" * 43
    for what, make, want in (
            ("a frame without a mask", lambda c: c.frame(b'{"type":"ping","id":9}', masked=False), 1002),
            ("a bit without a meaning", lambda c: b"\xc1" + c.frame(b"{}")[1:], 1002),
            ("an opcode without a meaning", lambda c: c.frame(b"{}", opcode=3), 1002),
            ("a ping in pieces", lambda c: c.frame(b"", opcode=9, fin=False), 1002),
            ("a ping too long", lambda c: c.frame(b"x" * 126, opcode=9), 1002),
            ("a piece of nothing", lambda c: c.frame(b"{}", opcode=0), 1002),
            ("a length longer than needed", lambda c: b"\x81\xfe\x00\x02\0\0\0\0{}", 1002),
            ("text that is none", lambda c: c.frame(b"\xff\xfe"), 1007),
            ("a close of one byte", lambda c: c.frame(b"x", opcode=8), 1002),
            ("a close with a forbidden code", lambda c: c.frame(struct.pack(">H", 1005), opcode=8), 1002),
            ("a good close", lambda c: c.frame(struct.pack(">H", 1000), opcode=8), 1000)):
        client = Client(server.port, cookie, tls=tls)
        client.hello()
        client.raw(make(client))
        check.equal(closed_with(client), want, what)
        client.sock.close()
    check.equal(server.http("/api/health")[0] if not tls else 200, 200, "alive after frames")


# -- Pages and names -----------------------------------------------------------------------

def let_in(server, origin, host=None):
    """Is a page from there let in? The status."""
    lines = ["GET /ws HTTP/1.1", f"Host: {host or '127.0.0.1:%d' % server.port}", "Upgrade: websocket",
             "Connection: Upgrade", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
             "Sec-WebSocket-Protocol: aude-1"]
    if origin is not None:
        lines.append("Origin: " + origin)
    answer, _ = raw(server, ("\r\n".join(lines) + "\r\n\r\n").encode(), 0.3)
    return statuses(answer)[0] if statuses(answer) else None


def test_origins(server):
    own = f"127.0.0.1:{server.port}"
    for origin, want in ((None, 101), ("http://" + own, 101), ("", 403), ("https://" + own, 403), ("null", 403),
                         ("http://evil.example", 403), (own, 403), ("http://", 403)):
        check.equal(let_in(server, origin), want, f"from {origin!r}")


def test_public_url():
    """Where people come by https, a page that came by http is not ours."""
    options = ["--public-url", "https://play.example.org", "--origin", "https://other.example.org/"]
    with Server(build, None, *options) as server:
        for origin, host, want in (("https://play.example.org", "play.example.org", 101),
                                   ("https://other.example.org", "play.example.org", 101),
                                   ("http://play.example.org", "play.example.org", 403),
                                   ("http://evil.example", "evil.example", 403),
                                   ("https://play.example.org.evil.example", "play.example.org", 403),
                                   ("https://play.example", "play.example.org", 403),
                                   ("https://", "play.example.org", 403), ("", "play.example.org", 403),
                                   (None, "play.example.org", 101)):
            check.equal(let_in(server, origin, host=host), want, f"--public-url, from {origin!r} to {host}")
        _, headers, _ = server.http("/")
        check("max-age=" in (headers["Strict-Transport-Security"] or ""), "HSTS")
        check(headers["Set-Cookie"].startswith("__Host-aude=") and "; Secure" in headers["Set-Cookie"],
              "a cookie that no other site can set: " + headers["Set-Cookie"])
        check.equal(server.stop(), 0, "the stop")


def test_old_cookie():
    """Who has a seat by the cookie's former name keeps it, and gets the new name for the same secret."""
    with tempfile.TemporaryDirectory(prefix="aude-cookie-") as folder:
        store = os.path.join(folder, "games.db")
        with Server(build, store) as server:
            ann = server.join()
            table = ann.create([HERE, HERE], watch=False)
            ann.close()
            server.stop()
        with Server(build, store, "--public-url", "https://play.example.org") as server:
            _, headers, _ = server.http("/api/me", headers={"Cookie": ann.cookie})
            new = (headers["Set-Cookie"] or "").split(";")[0]
            check.equal(new, "__Host-" + ann.cookie, "the same secret under the new name")
            for cookie in (ann.cookie, new, "aude=" + "B" * 42 + "A; " + new):
                client = server.join(cookie)
                client.ask("watch", table=table, since=0)
                mine = client.wait(lambda m: m["type"] == "mine")
                check.equal(mine["seats"], [0, 1], "her seats by " + cookie[:12])
                client.close()
            _, headers, _ = server.http("/api/me", headers={"Cookie": new})
            check(headers["Set-Cookie"] is None, "who has the new name keeps it")


def test_headers(server):
    for path in ("/", "/api/tables", "/api/nothing"):
        _, headers, _ = server.http(path)
        check.equal(headers["Cross-Origin-Opener-Policy"], "same-origin", path + ": a window of its own")
        check("camera=()" in (headers["Permissions-Policy"] or ""), path + ": what the page never needs")
        check("bluetooth" not in headers["Permissions-Policy"], path + ": a name that browsers warn of")
        check(headers["Strict-Transport-Security"] is None, path + ": no HSTS without https")
        check((headers["Date"] or "").endswith(" GMT"), path + ": the date")


# -- TLS -----------------------------------------------------------------------------------

def make_certificate(folder, name="localhost"):
    cert, key = os.path.join(folder, "cert.pem"), os.path.join(folder, "key.pem")
    subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=" + name,
                    "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-keyout", key, "-out", cert],
                   check=True, capture_output=True)
    return cert, key


def name_of(server):
    line = dial(server)
    der = line.getpeercert(binary_form=True)
    line.close()
    return der


def test_tls():
    if not shutil.which("openssl"):
        return print("no openssl here: TLS is not tried")
    with tempfile.TemporaryDirectory(prefix="aude-tls-") as folder:
        cert, key = make_certificate(folder)
        with Server(build, os.path.join(folder, "games.db"), "--cert", cert, "--key", key) as server:
            test_in_a_row(server)
            test_upgrade_foo(server)
            test_frames(server, TRUST)
            own = f"127.0.0.1:{server.port}"
            check.equal(let_in(server, "https://" + own), 101, "its own page by https")
            check.equal(let_in(server, "http://" + own), 403, "a page by http")
            answer, _ = raw(server, ME)
            check(b"strict-transport-security: max-age=" in answer.lower(), "HSTS")
            check_versions(server)
            check_join(server, cert)
            check_renewal(server, folder)
            plain = socket.create_connection(("127.0.0.1", server.port), timeout=20)
            plain.sendall(ME)
            check(listen(plain, 3)[1], "who does not speak TLS is sent away")
            plain.close()
            check.equal(server.stop(), 0, "the stop with TLS")


def check_versions(server):
    import warnings
    warnings.simplefilter("ignore", DeprecationWarning)  # 1.1 is tried on purpose
    for version, ok in ((ssl.TLSVersion.TLSv1_1, False), (ssl.TLSVersion.TLSv1_2, True),
                        (ssl.TLSVersion.TLSv1_3, True)):
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
        context.set_ciphers("ALL:@SECLEVEL=0")
        context.minimum_version = context.maximum_version = version
        try:
            context.wrap_socket(socket.create_connection(("127.0.0.1", server.port), timeout=20)).close()
            got = True
        except (ssl.SSLError, ConnectionError):
            got = False
        check.equal(got, ok, f"{version.name}")


def check_join(server, cert):
    """`aude bot --join` over TLS: only with a certificate that this machine believes."""
    client = Client(server.port, "aude=" + "A" * 43, tls=TRUST)
    client.hello()
    table = client.create([LINK, computer("random")], SHORT)
    link = f"https://localhost:{server.port}/#/t/{table}"

    def join(**environment):
        return subprocess.Popen([os.path.join(build, "aude"), "bot", "level-1", "--join", link, "--tries", "1",
                                 "--ms", "20"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                env={**os.environ, **environment})
    out, err = (stranger := join()).communicate(timeout=60)
    check(stranger.returncode == 1 and "certificate" in err and err.count("\n") == 1,
          f"a certificate of nobody: {stranger.returncode} {err}")
    friend = join(SSL_CERT_FILE=cert)
    client.until(lambda: any(e["taken"] for e in client.entries(table, "seat")))
    client.ask("start", table=table)
    client.until(lambda: client.entries(table, "over"))
    out, err = friend.communicate(timeout=60)
    check.equal((friend.returncode, err), (0, ""), "a certificate that is believed")
    client.close()


def check_renewal(server, folder):
    """SIGHUP: a new certificate, and nobody is sent away; a broken one changes nothing."""
    client = Client(server.port, "aude=" + "A" * 43, tls=TRUST)
    client.hello()
    before = name_of(server)
    make_certificate(folder, "renewed")
    server.process.send_signal(signal.SIGHUP)
    client.ask("ping")
    renewed = wait_until(lambda: name_of(server) != before)
    check(renewed, "a new certificate after SIGHUP")
    now = name_of(server)
    open(os.path.join(folder, "cert.pem"), "w").write("nonsense")
    server.process.send_signal(signal.SIGHUP)
    wait_until(lambda: '"event":"certificate","text":"' in open(server.store + ".log").read().split("read again")[-1])
    check.equal(name_of(server), now, "a broken one is not taken")
    check(client.ask("ping")["type"] == "ok", "who was there is there")
    client.close()


# -- Too many files ------------------------------------------------------------------------

def cpu(server):
    return sum(map(int, open(f"/proc/{server.process.pid}/stat").read().rsplit(")", 1)[1].split()[11:13]))


def test_no_files_left():
    """With no file left for another connection those who are there play on, and the server does not run in circles."""
    if not os.path.exists("/proc/self/stat"):
        return print("no /proc here: too many files are not tried")
    with tempfile.TemporaryDirectory(prefix="aude-files-") as folder:
        server = None
        try:
            # The server would raise the soft limit again: it is given a hard one.
            launcher = os.path.join(folder, "aude")
            with open(launcher, "w") as file:
                file.write(f"#!/bin/sh\nulimit -n 64\nexec {build}/aude \"$@\"\n")
            os.chmod(launcher, 0o755)
            server = Server(folder, os.path.join(folder, "games.db"), "--connections", "500")
            client = server.join()
            lines = [socket.create_connection(("127.0.0.1", server.port), timeout=20) for _ in range(150)]
            time.sleep(0.5)
            before = cpu(server)
            began = time.monotonic()
            while time.monotonic() - began < 2:
                check(client.ask("ping")["type"] == "ok", "who is there is served")
                time.sleep(0.2)
            used = (cpu(server) - before) / os.sysconf("SC_CLK_TCK")
            check(used < 0.3, f"{used:.2f} s of the processor in two seconds of waiting")
            for line in lines:
                line.close()
            check(wait_until(lambda: server.http("/api/health")[0] == 200), "afterwards others get in again")
            client.close()
            check.equal(server.stop(), 0, "the stop")
        finally:
            if server and server.process.poll() is None:
                server.kill()


# -- The stop ------------------------------------------------------------------------------

def test_stop_while_thinking():
    """SIGTERM while computers think: nothing that was freed is used, and it stops."""
    for _ in range(3):
        with Server(build, None, "--think", "600000", "--threads", "2") as server:
            clients = [server.join() for _ in range(3)]
            tables = [c.create([computer("level-7"), computer("level-7")]) for c in clients]
            for client, table in zip(clients, tables):
                client.until(lambda: client.entries(table, "start"))
            clients[0].wait(lambda m: m["type"] == "thinking")
            time.sleep(0.2)
            try:
                check.equal(server.stop(), 0, "the stop while computers think")
            except subprocess.TimeoutExpired:
                check(False, "it does not stop while computers think")
                server.kill()
            log = open(server.store + ".log").read()
            check("Sanitizer" not in log, "no memory fault: " + log[-2000:])
            try:
                bye = clients[0].wait(lambda m: m["type"] == "bye")
                check.equal(bye["reason"], "restart", "and everybody is told")
            except (Closed, OSError):
                check(False, "nobody is told")


def test_notify():
    """systemd is told when the server is ready, that it lives, and when it stops."""
    with tempfile.TemporaryDirectory(prefix="aude-notify-") as folder:
        path = os.path.join(folder, "notify")
        manager = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        manager.bind(path)
        manager.settimeout(LONG)
        os.environ.update(NOTIFY_SOCKET=path, WATCHDOG_USEC="400000")
        try:
            with Server(build, os.path.join(folder, "games.db")) as server:
                del os.environ["NOTIFY_SOCKET"], os.environ["WATCHDOG_USEC"]
                check.equal([manager.recv(100) for _ in range(3)], [b"READY=1", b"WATCHDOG=1", b"WATCHDOG=1"], "words")
                server.stop()
                words = set()
                manager.settimeout(0.5)
                try:
                    while True:
                        words.add(manager.recv(100))
                except OSError:
                    pass
                check(b"STOPPING=1" in words, f"the last words: {words}")
        finally:
            manager.close()


def run(test, *given):
    try:
        test(*given)
    except (Closed, Refused, OSError, AssertionError, RuntimeError, ValueError) as error:
        import traceback
        traceback.print_exc()
        check(False, f"{test.__name__}: {type(error).__name__} {error}")


with Server(build) as server:
    for test in (test_heads, test_upgrade_foo, test_frames, test_origins, test_headers, test_in_a_row):
        run(test, server)
    if server.process.poll() is None and alive(server, "at the end"):
        check.equal(server.stop(), 0, "the last stop")
    check("Sanitizer" not in open(server.store + ".log").read(), "no memory fault")
for test in (test_public_url, test_old_cookie, test_tls, test_no_files_left, test_stop_while_thinking, test_notify):
    run(test)
check.end()
