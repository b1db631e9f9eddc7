"""A server of our own on a free port, and a WebSocket client in plain Python."""
import base64
import json
import os
import select
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

import described

HEAD = "aude 1\nrules grow\n"
SHORT = HEAD + "draws 12\n"  # a game of a dozen tiles
judge = None  # of every message that comes; there is one as soon as there is a server


LONG = 60  # seconds that an answer may take where everything is slow
held = []  # a socket for each port that is ours while this test runs


def free_port():
    """A port that nobody else takes while this test runs, also between two starts of a server: one below those that the system
    hands out by itself, and marked for other tests of ours by a local name that ends with this process."""
    lowest = int(open("/proc/sys/net/ipv4/ip_local_port_range").read().split()[0])
    span = min(12000, lowest - 1100)
    if span < 1000:  # nothing below: then whatever is free now
        with socket.create_server(("127.0.0.1", 0)) as one:
            return one.getsockname()[1]
    for i in range(span):
        port, mark = lowest - 1 - (os.getpid() * 7 + i) % span, socket.socket(socket.AF_UNIX)
        try:
            mark.bind(f"\0aude-port-{port}")
            socket.create_server(("127.0.0.1", port)).close()
        except OSError:
            mark.close()
            continue
        held.append(mark)
        return port
    raise RuntimeError("no port is free")


def wait_until(done, seconds=LONG):
    """Until done() is true; False: it never was."""
    end = time.monotonic() + seconds
    while not (now := done()):
        if time.monotonic() > end:
            break
        time.sleep(0.05)
    return bool(now)


def hear(line, wait, most=1 << 20):
    """(all that comes back on a connection until its end or a silence; whether it ended). A silence counts only after the server
    has answered somebody who came later: it may just be slow."""
    out, asked = b"", False
    line.settimeout(wait)
    while len(out) < most:
        try:
            piece = line.recv(65536)
        except ConnectionError:
            return out, True
        except OSError:  # silence
            if asked:
                return out, False
            asked = later_answer(line)
            continue
        if not piece:
            return out, True
        out, asked = out + piece, False
    return out, False


def later_answer(line):
    """Another call to the same server is answered, or cannot be."""
    try:
        with socket.create_connection(line.getpeername()[:2], timeout=LONG) as other:
            if hasattr(line, "context"):  # TLS
                other = line.context.wrap_socket(other)
            other.sendall(b"GET /livez HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
            while other.recv(4096):
                pass
            other.close()
    except OSError:
        pass
    return True


def log_lines(server):
    """What the server wrote to its log; without the sentence of a program that has no page."""
    return [line for line in open(server.store + ".log") if "built without its page" not in line]


class Server:
    """`aude serve` on a free port, with a store in a folder of its own."""

    def __init__(self, build, store=None, *options):
        global judge
        judge = judge or described.Judge(build)
        self.build = build
        self.folder = None
        if store is None:
            self.folder = tempfile.TemporaryDirectory(prefix="aude-server-")
            store = os.path.join(self.folder.name, "games.db")
        self.name = "sqlite:" + store
        if store.startswith("postgresql:"):
            self.folder = tempfile.TemporaryDirectory(prefix="aude-server-")
            self.name, store = store, os.path.join(self.folder.name, "server")
        self.store = store
        self.options = options
        self.process = None
        self.port = free_port()
        self.start()

    def start(self):
        self.log = open(self.store + ".log", "a")
        self.process = subprocess.Popen(
            [os.path.join(self.build, "aude"), "serve", "--listen", f"127.0.0.1:{self.port}",
             "--store", self.name, *self.options],
            stdout=subprocess.PIPE, stderr=self.log, text=True)
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError("the server did not start: " + open(self.store + ".log").read())
        self.url = line.strip()
        if "--public-url" in self.options:  # then it prints that; where it listens is in the log
            started = [l for l in open(self.store + ".log") if '"event":"start"' in l][-1]
            self.url = json.loads(started)["listen"]
        self.port = int(self.url.rstrip("/").rsplit(":", 1)[1])

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()
        self.log.close()

    def stop(self):
        """Ask it to stop; its exit status."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        status = self.process.wait(timeout=LONG)
        self.process.stdout.close()
        self.log.close()
        return status

    def __enter__(self):
        return self

    def __exit__(self, *what):
        if self.process.poll() is None:
            if os.environ.get("GCOV_PREFIX"):  # a program says at its end which lines it reached
                self.stop()
            else:
                self.kill()
        if self.folder:
            self.folder.cleanup()

    def http(self, path, data=None, headers=None, method=None):
        """(status, headers, body) of one call."""
        request = urllib.request.Request(self.url.rstrip("/") + path, data=data,
                                         headers=headers or {}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=LONG) as answer:
                return answer.status, answer.headers, answer.read()
        except urllib.error.HTTPError as error:
            return error.code, error.headers, error.read()

    def cookie(self):
        """A new person."""
        _, headers, _ = self.http("/api/me")
        return headers["Set-Cookie"].split(";")[0]

    def join(self, cookie=None, **more):
        client = Client(self.port, self.cookie() if cookie is None else cookie, **more)
        client.hello()
        return client


class Closed(Exception):
    pass


class Refused(Exception):
    """An error the server answered."""

    def __init__(self, message):
        super().__init__(f"{message.get('code')}: {message.get('text')}")
        self.code = message.get("code")
        self.message = message


class Client:
    def __init__(self, port, cookie="", origin=None, path="/ws", protocol="aude-1", timeout=LONG,
                 buffer=None, tls=None, source=None, headers=()):
        self.cookie = cookie
        self.sock = socket.socket()
        if buffer:
            self.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        if source:
            self.sock.bind((source, 0))
        self.sock.connect(("127.0.0.1", port))
        self.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.sock.settimeout(timeout)
        if tls:
            self.sock = tls.wrap_socket(self.sock)
        self.data = b""
        self.ids = 0
        self.asked = {}     # id -> type of the request
        self.messages = []  # read, and not yet asked for
        self.heard = []     # everything, for those who look for secrets
        self.steps = {}     # table -> number of steps
        self.logs = {}      # table -> entries
        lines = [f"GET {path} HTTP/1.1", f"Host: 127.0.0.1:{port}", "Upgrade: websocket",
                 "Connection: Upgrade", "Sec-WebSocket-Version: 13",
                 "Sec-WebSocket-Key: " + base64.b64encode(os.urandom(16)).decode()]
        if protocol:
            lines.append("Sec-WebSocket-Protocol: " + protocol)
        if cookie:
            lines.append("Cookie: " + cookie)
        if origin:
            lines.append("Origin: " + origin)
        lines += headers
        self.sock.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        while b"\r\n\r\n" not in self.data:
            piece = self.sock.recv(4096)
            if not piece:
                raise Closed("no answer to the handshake")
            self.data += piece
        head, self.data = self.data.split(b"\r\n\r\n", 1)
        self.status = int(head.split()[1])
        if self.status != 101:
            self.sock.close()
            raise Closed(f"status {self.status}")

    # -- frames

    def frame(self, payload, opcode=1, fin=True, masked=True):
        data = payload if isinstance(payload, bytes) else payload.encode()
        head = bytes([(0x80 if fin else 0) | opcode])
        bit = 0x80 if masked else 0
        if len(data) < 126:
            head += bytes([bit | len(data)])
        elif len(data) < 65536:
            head += bytes([bit | 126]) + struct.pack(">H", len(data))
        else:
            head += bytes([bit | 127]) + struct.pack(">Q", len(data))
        if masked:
            mask = os.urandom(4)
            long = mask * (len(data) // 4 + 1)
            data = (int.from_bytes(data, "big") ^ int.from_bytes(long[:len(data)], "big")
                    ).to_bytes(len(data), "big") if data else b""
            head += mask
        return head + data

    def raw(self, data):
        self.sock.sendall(data)

    def take(self, n):
        while len(self.data) < n:
            piece = self.sock.recv(65536)
            if not piece:
                raise Closed("closed by the server")
            self.data += piece
        out, self.data = self.data[:n], self.data[n:]
        return out

    def read_frame(self):
        first, second = self.take(2)
        n = second & 0x7f
        if n == 126:
            n, = struct.unpack(">H", self.take(2))
        elif n == 127:
            n, = struct.unpack(">Q", self.take(8))
        return first & 0x0f, bool(first & 0x80), self.take(n)

    def read(self):
        """The next message."""
        text = b""
        while True:
            opcode, fin, data = self.read_frame()
            if opcode == 8:
                raise Closed("closed by the server")
            if opcode == 9:
                self.raw(self.frame(data, opcode=10))
                continue
            if opcode == 10:
                continue
            text += data
            if fin:
                break
        self.heard.append(text)
        message = json.loads(text)
        wrong = judge and judge.wrong(message, self.asked.pop(message.get("id"), None))
        if wrong:
            raise AssertionError(f"not as described (server/table/messages.def): {wrong}")
        if message["type"] == "log":
            for entry in message["entries"]:
                self.note(message["table"], entry)
        return message

    def note(self, table, entry):
        self.logs.setdefault(table, []).append(entry)
        if entry["type"] == "step":
            self.steps[table] = entry["n"]
        elif entry["type"] == "rewind":
            self.steps[table] = entry["to"]
        elif entry["type"] == "start":
            self.steps[table] = 0

    def ready(self):
        """Is there something to read at once?"""
        return bool(self.data) or bool(select.select([self.sock], [], [], 0)[0])

    # -- requests

    def send(self, type, **fields):
        self.ids += 1
        self.asked[self.ids] = type
        self.raw(self.frame(json.dumps({"type": type, "id": self.ids, **fields})))
        return self.ids

    def answer(self, id):
        """The answer to request `id`; what comes before it is kept in messages."""
        while True:
            message = self.read()
            if message.get("id") == id and message["type"] == "ok":
                return message
            if message["type"] == "error" and message.get("id", id) == id:
                raise Refused(message)
            self.messages.append(message)

    def ask(self, type, **fields):
        return self.answer(self.send(type, **fields))

    def hello(self):
        return self.ask("hello", v=1)

    def wait(self, want):
        """Read until a message satisfies `want`, also one read before."""
        for i, message in enumerate(self.messages):
            if want(message):
                del self.messages[i]
                return message
        while True:
            message = self.read()
            if want(message):
                return message
            self.messages.append(message)

    def until(self, done):
        """Read until done() says so."""
        while not done():
            self.messages.append(self.read())
        self.messages.clear()

    def entries(self, table, type):
        return [e for e in self.logs.get(table, []) if e["type"] == type]

    def create(self, seats, head=HEAD, **options):
        return self.ask("create", head=head, seats=seats, options=options)["table"]

    def close(self):
        try:
            self.raw(self.frame(struct.pack(">H", 1000), opcode=8))
        except OSError:
            pass
        self.sock.close()


HERE = {"kind": "here"}
LINK = {"kind": "link"}


def patient(client):
    """One who asks again where too many requests came."""
    ask = client.ask

    def again(type, **fields):
        for _ in range(100):
            try:
                return ask(type, **fields)
            except Refused as error:
                if error.code != "RATE":
                    raise
                time.sleep(0.3)
        raise AssertionError(f"{type} is refused again and again")
    client.ask = again
    return client


def computer(level="greedy"):
    return {"kind": "computer", "level": level}


# -- a player that knows no rules: it tries what the record's words allow -----------------

def record_of(client, table):
    """The record of the table as this client has heard it, without a last line."""
    pieces = []
    head = ""
    for entry in client.logs[table]:
        if entry["type"] == "start":
            head, pieces = entry["head"], [entry["text"]]
        elif entry["type"] == "step":
            pieces.append(entry["text"])
        elif entry["type"] == "rewind":
            del pieces[entry["to"] + 1:]
    return head + "".join(pieces)


def actor_of(client, table):
    """Seat that laid or has to lay: of the last turn begun."""
    seat = 0
    for line in record_of(client, table).split("\n"):
        if line.startswith("turn "):
            seat = int(line.split()[3].rstrip(":"))
    return seat


def try_actions(client, table, actions):
    """Send actions until one is legal; how many were refused."""
    refused, waiting = 0, list(actions)
    while waiting:
        try:
            client.ask("act", table=table, at=client.steps[table], action=waiting[0])
            return refused
        except Refused as error:
            if error.code == "RATE":
                time.sleep(0.5)  # and the same once more
                continue
            if error.code != "ILLEGAL":
                raise
            waiting.pop(0)
            refused += 1
    raise AssertionError("no action was legal")


class Checks:
    """Counts, and says what failed."""

    def __init__(self):
        self.passed = self.failed = 0

    def __call__(self, ok, what):
        if ok:
            self.passed += 1
        else:
            self.failed += 1
            print("FAILED: " + what, file=sys.stderr)
        return ok

    def equal(self, got, want, what):
        return self(got == want, f"{what}: {got!r}, not {want!r}")

    def refuses(self, code, run, what):
        try:
            run()
        except Refused as error:
            return self.equal(error.code, code, what)
        return self(False, what + ": was not refused")

    def end(self):
        print(f"{self.passed} passed, {self.failed} failed")
        sys.exit(1 if self.failed else 0)
