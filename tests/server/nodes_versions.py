"""A server beside one of another version: what it does not know it leaves, and goes on. The other is played here, so that it can say
what no version says yet: kinds of frames, fields, requests and messages. And it can say what no server ever should.

    nodes_versions.py BUILD
    AUDE_BEFORE=OTHER nodes_versions.py BUILD    three servers of another build folder's program are replaced, one after the other
"""
import hashlib
import hmac
import socket
import struct
import threading

import wire
from nodes import *  # noqa: E402,F403

HELLO, PROOF, OPEN, CLOSE, TEXT, TAKEN, PING = range(1, 8)
LATER = 200  # a kind of frame that nobody knows
TEXT_MAX = 512 * 1024
LEASE = "(extract(epoch FROM now()) * 1000)::bigint"


class Link:
    """One end of a link, as server/node/relay.h says; the other end is a real server."""

    def __init__(self, sock, name, key, called):
        self.sock, self.name, self.data, self.called = sock, name.encode(), b"", called
        self.key = hashlib.blake2b(open(key, "rb").read(), digest_size=32).digest()
        self.nonce, self.lock = os.urandom(32), threading.Lock()
        sock.settimeout(LONG)

    def say(self, kind, conn=0, text=b""):
        """False: the link is cut; who listens for an answer finds that out, too."""
        data = text if isinstance(text, bytes) else json.dumps(text, separators=(",", ":")).encode()
        with self.lock:
            try:
                self.sock.sendall(struct.pack(">IBI", len(data), kind, conn) + data)
            except OSError:
                return False
        return True

    def hear(self):
        """(kind, connection, text) of the next frame; None: the link is cut."""
        while True:
            if len(self.data) >= 9:
                n, kind, conn = struct.unpack(">IBI", self.data[:9])
                if len(self.data) >= 9 + n:
                    text, self.data = self.data[9:9 + n], self.data[9 + n:]
                    return kind, conn, text
            try:
                piece = self.sock.recv(65536)
            except ConnectionError:
                piece = b""
            if not piece:
                return None
            self.data += piece

    def mac(self, end, first, second):
        text = end + first[0] + second[0] + first[1] + b"\0" + second[1] + b"\0"
        return hmac.new(self.key, text, hashlib.sha256).digest()

    def prove(self):
        """Both ends say who they are; False: the other end does not believe it."""
        self.say(HELLO, 0, self.nonce + self.name)
        frame = self.hear()
        if not frame or frame[0] != HELLO:
            return False
        us, them = (self.nonce, self.name), (frame[2][:32], frame[2][32:])
        self.say(PROOF, 0, self.mac(b"o" if self.called else b"c", us, them))
        frame = self.hear()
        return bool(frame) and frame == (PROOF, 0, self.mac(b"c" if self.called else b"o", them, us))

    def keep_alive(self):
        """Pings until the link is cut: a silent one is."""
        def ping():
            while self.say(PING):
                time.sleep(0.5)
        threading.Thread(target=ping, daemon=True).start()
        return self

    def message(self, want):
        """The next message that satisfies want(connection, message); None: the link is cut."""
        while frame := self.hear():
            message = json.loads(frame[2]) if frame[0] == TEXT else None
            if message and want(frame[1], message):
                return message
        return None

    def answer(self, conn, id):
        return self.message(lambda c, m: c == conn and m.get("id") == id and m["type"] in ("ok", "error"))


def call(nodes, i, name="127.0.0.1:9", key=None):
    host, port = nodes.names[i].split(":")
    return Link(socket.create_connection((host, int(port)), LONG), name, key or nodes.key, False)


def of_us(nodes, i):
    link = call(nodes, i)
    check(link.prove(), "who has the key is let in")
    return link.keep_alive()


def person(**more):
    return {"who": "w" * 43, "name": 0, "shown": "", "bot": False, **more}


def a_table(nodes):
    ann = patient(nodes.servers[0].join(nodes.servers[0].cookie()))
    return ann, ann.create([HERE, LINK], watch=True)


def test_later_version_calls(nodes):
    """A later version has people at a table of ours, and says more than we know."""
    ann, table = a_table(nodes)
    link = of_us(nodes, 0)
    link.say(LATER, 0, b"I can also do this")
    link.say(LATER, 5, b"")
    link.say(LATER, 5, b"x" * TEXT_MAX)
    link.say(OPEN, 5, person(later={"more": [1, 2]}))
    link.say(LATER, 5, b"about him")
    link.say(TEXT, 5, {"id": 1, "type": "watch", "table": table, "since": 0, "later": True})
    check.equal((link.answer(5, 1) or {}).get("type"), "ok", "a request with a field that we do not know")
    heard = link.message(lambda c, m: m["type"] == "log")
    check(heard and heard["entries"][0]["seq"] == 1, f"and he is told the log: {heard}")
    link.say(TEXT, 5, {"id": 2, "type": "juggle", "table": table})
    check.equal((link.answer(5, 2) or {}).get("code"), "TYPE", "a request that we do not know")
    link.say(TEXT, 5, {"id": 3, "type": "chat", "table": "NoSuchTable1", "text": "x"})
    back = link.message(lambda c, m: m["type"] == "not_mine")
    check(back and back["request"]["id"] == 3, f"one about a table that we do not have: {back}")
    link.say(TEXT, 5, {"id": 4, "type": "chat", "table": table, "text": "from a later version", "name": "Lea"})
    check.equal((link.answer(5, 4) or {}).get("type"), "ok", "after all that the link is still up")
    ann.until(lambda: any(e.get("text") == "from a later version" for e in ann.entries(table, "chat")))
    link.sock.close()
    ann.close()


class Owner(threading.Thread):
    """A later version that has a table, and tells people of other servers more than they know."""

    def __init__(self, key, log):
        super().__init__(daemon=True)
        self.listening, self.key, self.log, self.link, self.asked = socket.create_server(("127.0.0.1", 0)), key, log, None, []
        self.name = f"127.0.0.1:{self.listening.getsockname()[1]}"
        self.start()

    def run(self):
        self.link = Link(self.listening.accept()[0], self.name, self.key, True)
        check(self.link.prove(), "a server that calls proves itself, and believes")
        self.link.keep_alive()
        while frame := self.link.hear():
            if frame[0] == TEXT:
                self.answer(frame[1], json.loads(frame[2]))

    def answer(self, conn, request):
        say, table = self.link.say, request["table"]
        self.asked.append(request["type"])
        say(LATER, conn, b"what nobody knows")
        say(LATER, 0, b"x" * TEXT_MAX)
        if request["type"] != "watch":
            say(TEXT, conn, {"type": "error", "id": request["id"], "code": "LATER", "text": "not now", "later": 1})
            return
        say(TEXT, conn, {"type": "ok", "id": request["id"], "seq": len(self.log), "later": 1})
        say(TEXT, conn, {"type": "later", "table": table, "what": "a message that nobody knows"})
        say(TEXT, conn, {"type": "log", "later": 1, "table": table, "entries": self.log[request.get("since", 0):]})

    def end(self):
        self.link.sock.shutdown(socket.SHUT_RDWR)
        self.listening.close()


def test_later_version_has_it(database, nodes):
    """A later version has the table of people here. They are handed what it says, whatever that is; when it goes they go on."""
    ann, table = a_table(nodes)
    ann.close()
    log = list(stored(database, table).values())
    other = Owner(nodes.key, log)
    database.sql(f"UPDATE aude_owner SET node = '{other.name}', epoch = epoch + 1, until = {LEASE} + 3600000 WHERE game = '{table}'")
    judge, wire.judge = wire.judge, None  # it says what is not described
    bob = nodes.servers[1].join(nodes.servers[1].cookie())
    answer = tried(bob, "watch", table=table, since=0)
    check.equal((answer["type"], answer.get("later")), ("ok", 1), "an answer comes through as it is")
    check.equal(bob.wait(lambda m: m["type"] == "later").get("table"), table, "a message that we do not know comes through, too")
    bob.until(lambda: len(bob.logs.get(table, [])) == len(log))
    answer = tried(bob, "chat", table=table, text="hello", name="Bob")
    check.equal((answer["type"], answer["code"]), ("error", "LATER"), "and a refusal for a reason that we do not know")
    check("watch" in other.asked and "chat" in other.asked, f"the other was asked: {other.asked}")
    wire.judge = judge
    database.sql(f"UPDATE aude_owner SET until = 1 WHERE game = '{table}'")
    other.end()
    said = []
    say(bob, table, "after the other version has gone", said)
    same_logs(database, table, {"bob": bob}, said, "after another version had it")
    bob.close()


def test_migrated_beneath(database, nodes):
    """A later version has brought the schema up to date: more tables, more columns, a higher number. Servers of this one that run go
    on together, and take over from each other; one that was stopped is refused."""
    tables = database.sql("SELECT tablename FROM pg_tables WHERE tablename LIKE 'aude\\_%'").stdout.split()
    for name in tables:
        database.sql(f"ALTER TABLE {name} ADD COLUMN later INTEGER NOT NULL DEFAULT 7")
    database.sql("CREATE TABLE aude_later(x INTEGER PRIMARY KEY)")
    database.sql("UPDATE aude_schema SET number = number + 1")
    ann, table = a_table(nodes)
    bob, said = nodes.servers[1].join(nodes.servers[1].cookie()), []
    bob.ask("watch", table=table, since=0)
    say(bob, table, "on a later schema", said)
    nodes.servers[0].stop()
    say(bob, table, "taken over on a later schema", said)
    same_logs(database, table, {"bob": bob}, said, "on a later schema")
    done = subprocess.run([os.path.join(build, "aude"), "serve", "--listen", "127.0.0.1:0", "--store", database.url],
                          capture_output=True, text=True, timeout=LONG, check=False)
    check(done.returncode == 1 and "later version" in done.stderr, f"stopped, it does not start again: {done.stderr}")
    for client in (ann, bob):
        client.close()


class Mover:
    """Somebody who watches all tables, and comes to the next server when his own is stopped."""

    def __init__(self, nodes, at):
        self.nodes, self.at, self.client = nodes, at, patient(nodes.servers[at].join(nodes.servers[at].cookie()))

    def watch(self, tables):
        for table in tables:
            self.client.ask("watch", table=table, since=len(self.client.logs.get(table, [])))

    def move(self, tables):
        before, self.at = self.client, (self.at + 1) % len(self.nodes.servers)
        self.client = patient(self.nodes.servers[self.at].join(before.cookie))
        self.client.logs = before.logs
        self.watch(tables)


def replace(nodes, people, tables, said):
    """One server after the other becomes one of this version; the longest that anybody waited meanwhile."""
    def all_say(what):
        return max(say(people[(i + 1) % 3].client, tables[i], f"{what} {i}", said[i]) for i in range(3))
    slowest = all_say("before")
    for i, server in enumerate(nodes.servers):
        check(server.stop() == 0, "SIGTERM ends a server with status 0")
        for person in people:
            if person.at == i:
                person.move(tables)
        slowest = max(slowest, all_say(f"while {i} is replaced"))
        server.build = build
        server.start()
        check(wait_until(lambda: server.http("/readyz")[0] == 200), "the new one is ready")
        slowest = max(slowest, all_say(f"after {i} was replaced"))
    return slowest


def test_replaced(database):
    """A new version, one server after the other, as docs/scale.md says: whoever is connected there comes to the next one, and nobody
    else notices more than a moment. Here it is the same version, unless AUDE_BEFORE says which one was there before."""
    nodes = Nodes(database, 3, (os.environ.get("AUDE_BEFORE") or build,))
    try:
        people = [Mover(nodes, i) for i in range(3)]
        tables, said = [person.client.create([HERE, LINK], watch=True) for person in people], [[], [], []]
        for person, table in zip(people, tables):
            person.client.until(lambda: person.client.logs.get(table))  # whoever makes a table is told its log
            person.watch([other for other in tables if other != table])
        slowest = replace(nodes, people, tables, said)
        print(f"three servers are replaced: nobody waits longer than {slowest:.2f} s")
        for table, words in zip(tables, said):
            same_logs(database, table, {f"person {i}": person.client for i, person in enumerate(people)}, words, "after the new version")
    finally:
        nodes.stop()


def cut(link, what):
    """The link is cut, and soon."""
    try:
        while link.hear():
            pass
        check(True, what)
    except OSError:
        check(False, f"{what}: the link was not cut within {LONG} s")


def test_forged(nodes):
    """Who has no key, or has it and says what no server says: his link is cut or he is not heard, and nothing else happens."""
    other = os.path.join(nodes.folder.name, "other")
    with open(other, "wb") as file:
        file.write(os.urandom(32))
    ann, table = a_table(nodes)
    stranger = call(nodes, 0, key=other)
    check(not stranger.prove(), "another key is not believed")
    cut(stranger, "who has another key")
    thrown_back = call(nodes, 0)
    thrown_back.say(HELLO, 0, thrown_back.nonce + b"127.0.0.1:9")
    hello = thrown_back.hear()
    thrown_back.say(PROOF, 0, hello[2][:32])
    cut(thrown_back, "who guesses a proof")
    early = call(nodes, 0)
    early.say(OPEN, 5, person())
    cut(early, "who opens before the proof")
    unknown = call(nodes, 0)
    unknown.say(LATER, 0, b"")
    cut(unknown, "who begins with a kind that nobody knows")
    for head in (struct.pack(">IBI", TEXT_MAX + 1, TEXT, 5), struct.pack(">IBI", 0xffffffff, LATER, 5), struct.pack(">IBI", 0, 0, 5)):
        link = of_us(nodes, 0)
        link.say(OPEN, 5, person())
        link.sock.sendall(head)
        cut(link, f"a frame that is none: {head.hex()}")
    check(tried(ann, "chat", table=table, text="still here", name="Ann")["type"] == "ok", "and it goes on")
    ann.close()


def test_nonsense(nodes):
    """One with the key who says nonsense in frames that are frames."""
    ann, table = a_table(nodes)
    link = of_us(nodes, 0)
    for conn, text in ((5, b"no JSON"), (5, b"[1, 2]"), (5, b"{}"), (5, b'{"who":' + b"[" * 5000), (5, b"\0" * 100),
                       (5, json.dumps(person(who="w" * 500)).encode()), (5, json.dumps(person(shown="s" * 500)).encode())):
        link.say(OPEN, conn, text)
        link.say(TEXT, conn, {"id": 1, "type": "watch", "table": table, "since": 0})
    link.say(OPEN, 6, person())
    link.say(OPEN, 6, person(who="x" * 43))
    link.say(CLOSE, 77)
    link.say(TAKEN, 6, b"\xff" * 8)
    link.say(TAKEN, 6, b"")
    link.say(TAKEN, 77, b"\0" * 8)
    link.say(PROOF, 0, b"\0" * 32)
    link.say(HELLO, 0, b"\0" * 40)
    for text in (b"", b"no JSON", b"[]", b"7", b"[" * 100000, b'{"type":"watch"', b'{"table":7}',
                 json.dumps({"id": 2, "type": "watch", "table": table, "since": -5}).encode()):
        link.say(TEXT, 6, text)
    link.say(OPEN, 7, person())  # the answer to this one is longer than what waits for anybody: he is seen off
    link.say(TEXT, 7, b'{"table":"' + b"x" * 500000 + b'"}')
    link.say(TEXT, 7, {"id": "x" * 100000, "type": "act", "table": table})
    link.say(TEXT, 6, {"id": 9, "type": "watch", "table": table, "since": 0})
    check.equal((link.answer(6, 9) or {}).get("type"), "ok", "then a good request is answered")
    for _ in range(3):
        half = call(nodes, 0)
        half.sock.sendall(struct.pack(">IBI", 40, HELLO, 0) + b"half")
        cut(half, "half a greeting, and then silence")
    check(tried(ann, "chat", table=table, text="still here", name="Ann")["type"] == "ok", "and it goes on")
    link.sock.close()
    ann.close()


def main():
    need(build)
    with Postgres() as database:
        test_replaced(database)
        nodes = Nodes(database, 2, (build,))
        try:
            test_later_version_calls(nodes)
            test_later_version_has_it(database, nodes)
            test_forged(nodes)
            test_nonsense(nodes)
            test_migrated_beneath(database, nodes)
        finally:
            nodes.stop()
    check.end()


if __name__ == "__main__":
    or_skip(main)
