"""Three real servers on one PostgreSQL: a game played through two of them goes on when the one that has it is killed, stands
still, or is stopped; nothing that was acknowledged is lost.

    nodes.py BUILD
    AUDE_BESIDE=OTHER nodes.py BUILD    the second server is the program of another build folder, of an older or a newer version
"""
import base64
import hashlib
import os
import random
import re
import signal
import socket
import subprocess
import sys
import tempfile

from postgres import Postgres, need, or_skip
from wire import *  # noqa: E402,F403

build = sys.argv[1]
check = Checks()

HOME = {"ann": 0, "bob": 1, "eve": 2}  # who is connected where
PLACES = [f"lay {x},{y} {turn}" for d in range(1, 8) for x in range(-d, d + 1) for y in range(-d, d + 1)
          if max(abs(x), abs(y)) == d for turn in (0, 90, 180, 270)]
chance = random.Random(18)


class Nodes:
    def __init__(self, database, n, builds=(build, os.environ.get("AUDE_BESIDE") or build)):
        self.folder = tempfile.TemporaryDirectory(prefix="aude-nodes-")
        self.key = os.path.join(self.folder.name, "key")
        with open(self.key, "wb") as file:
            file.write(os.urandom(32))
        self.names = [f"127.0.0.1:{free_port()}" for _ in range(n)]
        self.servers = [Server(builds[i % len(builds)], database.url, "--peer-listen", name, "--cluster-key", self.key, "--rate", "0")
                        for i, name in enumerate(self.names)]

    def owner(self, database, table):
        """Which of them has the table."""
        def name():
            return database.sql(f"SELECT node FROM aude_owner WHERE game = '{table}'").stdout.strip()
        check(wait_until(lambda: name() in self.names), f"somebody has {table}")
        return self.names.index(name())

    def stop(self):
        for server in self.servers:
            if server.process.poll() is None:
                server.process.send_signal(signal.SIGCONT)
                server.stop()


def stored(database, table):
    rows = database.sql(f"SELECT seq, text FROM aude_log WHERE game = '{table}' ORDER BY seq").stdout.splitlines()
    return {int(row.split("|", 1)[0]): json.loads(row.split("|", 1)[1]) for row in rows}


def tried(client, type, **fields):
    """The answer, whatever it is; where the server asks to wait, it is tried again."""
    while True:
        number = client.send(type, **fields)
        answer = client.wait(lambda m: m.get("id") == number)
        if answer.get("code") != "RATE":
            return answer
        time.sleep(0.3)


def say(client, table, text, said):
    """Says it until it is acknowledged; how long that took. Refused is refused, or nobody knows: then the log says."""
    began = time.monotonic()
    for i in range(600):
        answer = tried(client, "chat", table=table, text=f"{text} {i}", name="Zoe")
        if answer["type"] == "ok":
            said.append(f"{text} {i}")
            return time.monotonic() - began
        check(answer["code"] in ("STORE", "BUSY", "RATE"), f"refused with {answer}")
        time.sleep(0.1)
    check(False, f"{text} was never acknowledged")
    return 0


def same_logs(database, table, clients, said, what):
    log = stored(database, table)
    check(list(log) == list(range(1, len(log) + 1)), f"{what}: the log has no holes")
    texts = [entry.get("text") for entry in log.values()]
    for one in said:
        check(texts.count(one) == 1, f"{what}: {one!r} was acknowledged, and is stored {texts.count(one)} times")
    for name, client in clients.items():
        client.until(lambda: len(client.logs.get(table, [])) >= len(log))
        check(client.logs.get(table) == list(log.values()), f"{what}: {name} has the whole log, in order, and nothing else")


def number_of(server, name):
    """One number of /metrics; None: it is not there."""
    found = re.search(rf"^aude_{name} (\d+)$", server.http("/metrics")[2].decode(), re.M)
    return found and int(found[1])


def numbers(nodes):
    """What each of three tells of itself while one table is the first one's and people of the others are there."""
    if os.environ.get("AUDE_BESIDE"):
        return  # another version may count other things
    want = {"tables_owned": [1, 0, 0], "guests": [2, 0, 0], "tables_taken_total": [1, 0, 0], "tables_lost_total": [0, 0, 0]}
    for name, values in want.items():
        check(wait_until(lambda: [number_of(server, name) for server in nodes.servers] == values),
              f"aude_{name}: {[number_of(server, name) for server in nodes.servers]}, not {values}")
    links = [number_of(server, "links") for server in nodes.servers]
    check(links[0] >= 2 and min(links) >= 1, f"links: {links}")
    cut = [number_of(server, "links_cut_total") for server in nodes.servers]
    check(max(cut) <= 2, f"links that ended: {cut}")


def play(database, nodes):
    """A table of the first server, played from the first and the second, watched from the third."""
    a, b, c = nodes.servers
    ann, bob, eve = (patient(server.join(server.cookie())) for server in (a, b, c))
    table = ann.create([HERE, LINK], head="aude 1\nrules grow\ndraws 12", watch=True)
    for client in (bob, eve):
        client.ask("watch", table=table, since=0)
    check(nodes.owner(database, table) == 0, "whoever makes a table has it")
    numbers(nodes)
    bob.ask("sit", table=table, seat=1, name="Bob")
    ann.ask("start", table=table)
    players = {0: ann, 1: bob}
    for client in (ann, bob):
        client.until(lambda: client.entries(table, "start"))
    for _ in range(4):
        step = ann.steps[table]
        player = players[actor_of(ann, table)]
        player.until(lambda: player.steps[table] == step)
        try_actions(player, table, PLACES)
        ann.until(lambda: ann.steps[table] > step)
        step = ann.steps[table]
        player.until(lambda: player.steps[table] == step)
        if tried(player, "act", table=table, at=step, action="pass")["type"] == "ok":
            ann.until(lambda: ann.steps[table] > step)
    check(len(ann.entries(table, "step")) >= 4, "a game is played through two servers")
    return table, {"ann": ann, "bob": bob, "eve": eve}


def test_kill(database, nodes):
    table, people = play(database, nodes)
    said = []
    for name in ("bob", "eve"):
        say(people[name], table, f"before, {name}", said)
    owner = nodes.owner(database, table)
    nodes.servers[owner].kill()
    del people["ann"]  # she was connected there
    for name in people:
        took = say(people[name], table, f"after, {name}", said)
        print(f"after kill -9 {name} is heard again within {took:.1f} s")
    check(nodes.owner(database, table) != owner, "another has it")
    same_logs(database, table, people, said, "after kill -9")
    back = nodes.servers[nodes.owner(database, table)].join()
    back.ask("watch", table=table, since=0)
    same_logs(database, table, {"one who comes anew": back}, said, "after kill -9")
    nodes.servers[owner].start()
    return table, people


def test_still(database, nodes, table, people):
    """Stopped for longer than a lease, then it goes on and believes for a moment to have the table."""
    said = []
    owner = nodes.owner(database, table)
    process = nodes.servers[owner].process
    process.send_signal(signal.SIGSTOP)
    others = {n: c for n, c in people.items() if HOME[n] != owner}
    for name in others:
        took = say(others[name], table, f"while it stands still, {name}", said)
        print(f"while a server stands still {name} is heard again within {took:.1f} s")
    process.send_signal(signal.SIGCONT)
    for name in people:
        say(people[name], table, f"when it is back, {name}", said)
    same_logs(database, table, people, said, "after a pause")


def test_drain(database, nodes, table, people):
    """SIGTERM: handed over, so that nobody waits for a lease."""
    said = []
    owner = nodes.owner(database, table)
    nodes.servers[owner].stop()
    left = database.sql(f"SELECT count(*) FROM aude_owner WHERE node = '{nodes.names[owner]}' AND until > extract(epoch FROM now()) * 1000").stdout.strip()
    check(left == "0", f"who is stopped has handed its tables back: {left} are left")
    others = {n: c for n, c in people.items() if HOME[n] != owner}
    for name in others:
        took = say(others[name], table, f"after a planned stop, {name}", said)
        print(f"after a planned stop {name} is heard again within {took:.1f} s")
    same_logs(database, table, others, said, "after SIGTERM")
    nodes.servers[owner].start()


def admin(database, what, *words):
    done = subprocess.run([os.path.join(build, "aude"), "admin", what, database.url, *words, "--reason", "a test"],
                          capture_output=True, text=True, timeout=60, check=False)
    check(done.returncode == 0, f"aude admin {what}: {done.stderr}")


def metric(server, name):
    for line in server.http("/metrics")[2].decode().splitlines():
        if line.startswith(name + " "):
            return int(line.split()[1])
    return None


def kept(database, server, number, name):
    """The cookies of somebody who keeps that name: it is put into the store as `aude` itself would."""
    secret = os.urandom(32)
    mark = hashlib.blake2b(secret, digest_size=32, key=b"aude seat secret, version one\0").digest()
    word = name.lower()
    database.sql("INSERT INTO aude_name(id, shown, letters, form, near, who, bot, created, seen, ended, recovery) "
                 f"VALUES({number}, '{name}', '{word}', '{word}', '{word}', '{word[0] * 43}', 0, 1, 1, 0, '{number}')")
    database.sql("INSERT INTO aude_session(hash, name, credential, label, created, seen, ends) VALUES("
                 f"'{base64.urlsafe_b64encode(mark).decode().rstrip('=')}', {number}, '', '', 1, 1, {1 << 52})")
    return f"{server.cookie()}; aude-name={base64.urlsafe_b64encode(secret).decode().rstrip('=')}"


def test_names(database, nodes):
    """Who keeps a name keeps it at tables that another server has, also if he asks before it is known who he is."""
    a, b = nodes.servers[:2]
    max = a.join(kept(database, a, 77778, "Max"))
    table = max.create([HERE, LINK], rated=True, aids="club")
    zoe = Client(b.port, kept(database, b, 77777, "Zoe"))
    zoe.send("hello", v=1)
    zoe.send("watch", table=table, since=0)
    answer = tried(zoe, "sit", table=table, seat=1, name="Anybody")
    check(answer["type"] == "ok", f"three requests at once: {answer}")
    max.until(lambda: max.entries(table, "seat"))
    check(max.entries(table, "seat")[0]["name"] == "Zoe", f"in the name that is kept: {max.entries(table, 'seat')}")
    zoe.close()
    max.close()


def test_anywhere(nodes):
    """Any server answers any call: about a table that another has, and about none."""
    games = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "games")
    game = open(os.path.join(games, sorted(name for name in os.listdir(games) if name.endswith(".aude"))[0]), "rb").read()
    ann = nodes.servers[0].join(nodes.servers[0].cookie())
    table = ann.create([HERE, HERE], listed=True, watch=True)
    ann.ask("chat", table=table, text="hello", name="Ann")
    records = [server.http(f"/api/tables/{table}/record")[::2] for server in nodes.servers]
    check(records[0][0] == 200 and records.count(records[0]) == 3, f"the record is the same everywhere: {[one[0] for one in records]}")
    for server in nodes.servers:
        check(table in [one["table"] for one in json.loads(server.http("/api/tables")[2])["tables"]], "the list has it everywhere")
        status, _, body = server.http("/api/import", data=game)
        check(status == 200 and json.loads(body)["record"], f"a record is read everywhere: {status} {body[:80]}")
        check.equal(server.http("/api/tables/nothing/record")[0], 404, "a table that nobody has")
        check.equal((server.http("/livez")[0], server.http("/readyz")[0]), (200, 200), "and each is well")
    ann.close()


def test_duties(database, nodes):
    """What a host decides holds at every server, for those who are connected elsewhere, too."""
    a, b, c = nodes.servers
    ann, bob, eve = a.join(a.cookie()), b.join(b.cookie()), c.join(c.cookie())
    table = ann.create([HERE, LINK], watch=True)
    for client in (bob, eve):
        client.ask("watch", table=table, since=0)
    check(metric(b, "aude_relayed_frames_total") > 0, "what is relayed is counted")
    check(sum(metric(server, "aude_takeovers_total") for server in nodes.servers) > 0, "and tables that changed hands")
    admin(database, "ban", "203.0.113.0/24")
    admin(database, "silence", table)
    for _ in range(100):
        answer = tried(bob, "chat", table=table, text="hello", name="Bob")
        if answer["type"] == "error" and answer["code"] != "RATE":
            break
        time.sleep(0.3)
    check(answer.get("code") == "OFF", f"nobody talks at a silenced table: {answer}")
    check(all(server.process.poll() is None for server in nodes.servers), "a ban with people of other servers harms nobody")
    admin(database, "unsilence", table)
    admin(database, "unban", "203.0.113.0/24")
    admin(database, "delete", table)
    for name, client in (("ann", ann), ("bob", bob), ("eve", eve)):
        gone = client.wait(lambda m: m["type"] == "error" and "id" not in m)
        check((gone["code"], gone.get("table")) == ("NO_TABLE", table), f"{name} is told that the table is gone: {gone}")
    left = database.sql(f"SELECT count(*) FROM aude_owner WHERE game = '{table}'").stdout.strip()
    check(left == "0", f"nobody has a table that is deleted: {left}")
    for client in (ann, bob, eve):
        client.close()


def test_strangers(database, nodes):
    """A server with another key is not let in, and neither is rubbish."""
    other = os.path.join(nodes.folder.name, "other")
    with open(other, "wb") as file:
        file.write(os.urandom(32))
    a = nodes.servers[0]
    ann = a.join(a.cookie())
    table = ann.create([HERE, HERE])
    name = f"127.0.0.1:{free_port()}"
    with Server(build, database.url, "--peer-listen", name, "--cluster-key", other, "--rate", "0") as stranger:
        eve = stranger.join()
        number = eve.send("watch", table=table, since=0)
        try:
            answer = eve.wait(lambda m: m.get("id") == number)
            check(answer["type"] == "error", f"one with another key hears nothing: {answer}")
        except OSError:
            check(True, "nothing")
        eve.close()
        check(wait_until(lambda: any('"event":"node"' in line and "another key" in line and nodes.names[0] in line for line in log_lines(stranger))),
              f"and its host is told why: {''.join(log_lines(stranger))}")
    host, port = nodes.names[0].split(":")
    for junk in (b"GET / HTTP/1.1\r\n\r\n", chance.randbytes(4000), b"\0\0\0\0\5\0\0\0\1" * 100, b"\xff" * 9):
        with socket.create_connection((host, int(port)), 10) as line:
            line.sendall(junk)
            line.settimeout(10)
            try:
                while line.recv(4096):
                    pass
            except OSError:
                pass
    check(tried(ann, "chat", table=table, text="still here", name="Ann")["type"] == "ok", "and it goes on")
    ann.close()


def test_refused(database):
    """What cannot be is one sentence and exit status 1 or 2."""
    def serve(*words):
        return subprocess.run([os.path.join(build, "aude"), "serve", "--listen", "127.0.0.1:0", *words], capture_output=True,
                              text=True, timeout=LONG, check=False)

    with tempfile.NamedTemporaryFile() as short:
        short.write(b"short")
        short.flush()
        for status, word, words in (
                (2, "share a database", ("--store", "sqlite::memory:", "--peer-listen", "127.0.0.1:1", "--cluster-key", short.name)),
                (2, "--cluster-key", ("--store", database.url, "--peer-listen", "127.0.0.1:1")),
                (2, "ADDRESS:PORT", ("--store", database.url, "--peer-listen", "here", "--cluster-key", short.name)),
                (1, "at least 32", ("--store", database.url, "--peer-listen", "127.0.0.1:1", "--cluster-key", short.name)),
                # Of three that others are told to find everywhere all have the same name.
                *((2, "--node", ("--store", database.url, "--peer-listen", where, "--cluster-key", short.name))
                  for where in ("0.0.0.0:7475", "[::]:7475", "127.0.0.1:0")),
                (1, "cannot be read", ("--store", database.url, "--peer-listen", "127.0.0.1:1", "--cluster-key", "/nowhere"))):
            done = serve(*words)
            check(done.returncode == status and word in done.stderr, f"{words}: {done.returncode} {done.stderr}")


# A clock that is wrong, for one program: asked for the time of day it says so many seconds more. The file says how many seconds its
# machine stood still, as one that was suspended.
WRONG_CLOCK = """#define _GNU_SOURCE
#include <fcntl.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
static long stood_still(void) /* in the middle of malloc(), too, which under ASan asks for the time: it needs no memory */
{
    const char *path = getenv("AUDE_STOOD_STILL");
    char text[24] = "";
    long n = 0, file = path ? syscall(SYS_openat, AT_FDCWD, path, O_RDONLY) : -1;
    if (file < 0) return 0;
    if (syscall(SYS_read, file, text, sizeof text - 1) > 0)
        for (const char *at = text; *at >= '0' && *at <= '9'; at++) n = 10 * n + (*at - '0');
    syscall(SYS_close, file);
    return n;
}
int clock_gettime(clockid_t which, struct timespec *at)
{
    long done = syscall(SYS_clock_gettime, which, at);
    const char *more = getenv("AUDE_WRONG_CLOCK");
    if (!done && which == CLOCK_REALTIME && more) at->tv_sec += atol(more);
    if (!done && which == CLOCK_MONOTONIC) at->tv_sec -= stood_still();
    return (int)done;
}
"""


def wrong_clock(folder):
    """The library, or None where it cannot be made."""
    source, library = os.path.join(folder, "clock.c"), os.path.join(folder, "clock.so")
    with open(source, "w") as file:
        file.write(WRONG_CLOCK)
    made = subprocess.run([os.environ.get("CC", "cc"), "-shared", "-fPIC", "-o", library, source], capture_output=True, text=True, check=False)
    if made.returncode:
        print(f"not tested: a wrong clock, it could not be made: {made.stderr}")
        return None
    return {"LD_PRELOAD": library, "ASAN_OPTIONS": "verify_asan_link_order=0:detect_leaks=0"}


def test_clock(database):
    """A server whose clock is far from the database's does not begin: leases are times of day. Nor does it leave a note by which the next
    one would be as far ahead."""
    with tempfile.TemporaryDirectory(prefix="aude-clock-") as folder:
        key, wrong = os.path.join(folder, "key"), wrong_clock(folder)
        with open(key, "wb") as file:
            file.write(os.urandom(32))
        if not wrong:
            return
        words = ("--peer-listen", f"127.0.0.1:{free_port()}", "--cluster-key", key)
        with Server(build, database.url, *words) as server:  # somebody was there before
            server.stop()
        pauses = database.sql("SELECT * FROM aude_pause").stdout
        for seconds, word in ((3600, "ahead of"), (-3600, "behind")):
            done = subprocess.run([os.path.join(build, "aude"), "serve", "--listen", "127.0.0.1:0", "--store", database.url, *words],
                                  capture_output=True, text=True, timeout=LONG, check=False,
                                  env={**os.environ, **wrong, "AUDE_WRONG_CLOCK": str(seconds)})
            check(done.returncode == 1 and f"seconds {word}" in done.stderr,
                  f"a clock that is {word} the database's: {done.returncode} {done.stderr}")
            ahead = database.sql("SELECT max(at) / 1000 - extract(epoch FROM clock_timestamp())::bigint FROM aude_alive").stdout.strip()
            check(int(ahead or 0) < 5, f"{word}: the next one would begin {ahead} seconds ahead")
            check(database.sql("SELECT * FROM aude_pause").stdout == pauses, f"{word}: no pause is noted")


def test_strange_to_each_other(database):
    """Two servers on one database that are no nodes: a line in the log says so."""
    with Server(build, database.url) as one:
        check(not wait_until(lambda: any('"event":"others"' in line for line in log_lines(one)), 5), "one alone says nothing")
        with Server(build, database.url) as two:
            check(wait_until(lambda: any('"event":"others"' in line for server in (one, two) for line in log_lines(server))), "of two one notices")


def test_suspended(database):
    """A machine that was suspended takes the database's time when it goes on. In the past its leases would be over as soon as they are
    renewed."""
    with tempfile.TemporaryDirectory(prefix="aude-clock-") as folder:
        key, still, wrong = os.path.join(folder, "key"), os.path.join(folder, "still"), wrong_clock(folder)
        for path, what in ((key, os.urandom(32)), (still, b"0")):
            with open(path, "wb") as file:
                file.write(what)
        if not wrong:
            return
        before = dict(os.environ)
        os.environ.update(wrong, AUDE_STOOD_STILL=still)
        try:
            server = Server(build, database.url, "--peer-listen", f"127.0.0.1:{free_port()}", "--cluster-key", key, "--rate", "0")
        finally:
            os.environ.clear()
            os.environ.update(before)
        with server:
            ann = patient(server.join(server.cookie()))
            table = ann.create([HERE, HERE])
            # Its steady clock goes on where it stood, and never back: then timers would wait twice as long.
            server.process.send_signal(signal.SIGSTOP)
            time.sleep(7)
            with open(still, "w") as file:
                file.write("6")
            server.process.send_signal(signal.SIGCONT)
            check(wait_until(lambda: any('"event":"time"' in line and "stood still" in line for line in log_lines(server))),
                  f"it is told: {''.join(log_lines(server))}")
            left = f"SELECT until - (extract(epoch FROM clock_timestamp()) * 1000)::bigint FROM aude_owner WHERE game = '{table}'"
            said = []
            say(ann, table, "after a while", said)
            check(wait_until(lambda: int(database.sql(left).stdout.strip() or 0) > 500), f"it has its table: {database.sql(left).stdout}")
            log = stored(database, table)
            now = int(database.sql("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint").stdout)
            check(now - log[max(log)]["at"] < 5000, f"what is said has the right time: {now - log[max(log)]['at']} ms ago")
            ann.close()


def test_same_name(database):
    """Two servers with the same --node: the one to which the name does not lead does not start, or stops when the other has begun. One that was
    killed comes back at once under its own name."""
    with tempfile.TemporaryDirectory(prefix="aude-twins-") as folder:
        key = os.path.join(folder, "key")
        with open(key, "wb") as file:
            file.write(os.urandom(32))
        name, elsewhere = (f"127.0.0.1:{free_port()}" for _ in range(2))
        words = ("--cluster-key", key, "--rate", "0")
        twin = ("--peer-listen", elsewhere, "--node", name, *words)
        serve = [os.path.join(build, "aude"), "serve", "--listen", "127.0.0.1:0", "--store", database.url, *twin]
        with Server(build, database.url, "--peer-listen", name, *words) as right:
            ann = right.join(right.cookie())
            table = ann.create([HERE, HERE])
            done = subprocess.run(serve, capture_output=True, text=True, timeout=LONG, check=False)
            said = f"the server cannot be a node: another server answers at {name}: each needs a name of its own (--node)"
            check(done.returncode == 1 and said in done.stderr, f"the second of that name does not start: {done.returncode} {done.stderr}")
            tried(ann, "chat", table=table, text="still here", name="Ann")
            check.equal((number_of(right, "tables_owned"), number_of(right, "tables_lost_total")), (1, 0), "and the first has lost nothing by it")
            check.equal(number_of(right, "links"), 0, "what it says to itself is no link")
            right.kill()
            right.start()
            back = right.join()
            back.ask("watch", table=table, since=0)
            back.until(lambda: any(entry.get("text") == "still here" for entry in back.logs.get(table, [])))
            check(True, "one that was killed comes back under its name")
            right.kill()
            wrong = subprocess.Popen(serve, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
            try:
                begun = any('"event":"start"' in line for line in iter(wrong.stderr.readline, ""))
                check(begun, "while nobody answers at its name it starts")
                right.start()
                said = wrong.communicate(timeout=LONG)[1]
                check(wrong.returncode == 1 and f"another server answers at {name}" in said, f"and stops when somebody does: {wrong.returncode} {said}")
            finally:
                wrong.kill()
                wrong.wait()
            check.equal(right.http("/readyz")[0], 200, "the one to which the name leads stays")


def main():
    need(build)
    with Postgres() as database:
        test_refused(database)
        test_clock(database)
        test_suspended(database)
        test_strange_to_each_other(database)
        test_same_name(database)
        nodes = Nodes(database, 3)
        try:
            table, people = test_kill(database, nodes)
            test_still(database, nodes, table, people)
            test_drain(database, nodes, table, people)
            test_names(database, nodes)
            test_anywhere(nodes)
            test_duties(database, nodes)
            test_strangers(database, nodes)
        finally:
            nodes.stop()
    check.end()


if __name__ == "__main__":
    or_skip(main)
