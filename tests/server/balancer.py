"""What a host would run: haproxy before three servers, behind them PostgreSQL with a synchronous standby. Games go on while servers are
killed, stand still, are stopped and started again, while links between them are cut, and when the database is killed and its standby
takes over. Nothing that was acknowledged or seen is lost.

    balancer.py BUILD                  each trouble once; AUDE_QUICK=1: one kill, one failover
    AUDE_LONG=1 balancer.py BUILD      seventy of them in an order from AUDE_SEED, and 1,000 kill -9 under load
    AUDE_KILLS=100 balancer.py BUILD   no more than so many kill -9 under load: of servers, and every tenth of the database

haproxy runs by examples/host/haproxy.cfg, with other addresses. All of it is on 127.0.0.1 and in a scratch folder; the balancer and both
databases run as an unprivileged user.
"""
import os
import random
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading

from postgres import Postgres, Skip, need, or_skip
from wire import *  # noqa: E402,F403

build = sys.argv[1]
root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
check = Checks()
PEOPLE = 6
PATIENCE = 120  # seconds in which somebody must be heard again, at the worst


class Standby(Postgres):
    """A copy of a running PostgreSQL that follows it, and without which it commits nothing."""

    def __init__(self, primary):
        super().__init__()
        self.primary = primary

    def __enter__(self):
        self.folder = tempfile.mkdtemp(prefix="aude-pg-", dir="/tmp")
        if not os.getuid():
            shutil.chown(self.folder, "nobody")
        os.chmod(self.folder, 0o755)
        self.data = os.path.join(self.folder, "data")
        try:
            self.run(os.path.join(self.bin, "pg_basebackup"), "-R", "-X", "stream", "-c", "fast", "-D", self.data, "-d",
                     f"host={self.primary.folder} user=aude application_name=standby")
            self.start()
            self.primary.sql("ALTER SYSTEM SET synchronous_standby_names = 'standby'")
            self.primary.sql("SELECT pg_reload_conf()")
            until(lambda: self.primary.sql("SELECT sync_state FROM pg_stat_replication").stdout.strip() == "sync",
                  "the standby follows, synchronously")
        except Exception:
            self.__exit__()
            raise
        return self

    def promote(self):
        done = self.sql("SELECT pg_promote(true, 20)").stdout.strip()
        check(done == "t", f"the standby takes over: {done!r}")


def until(done, what, seconds=PATIENCE):
    end = time.monotonic() + seconds
    while not done():
        if time.monotonic() > end:
            check(False, f"{what}: not within {seconds} s")
            return False
        time.sleep(0.1)
    return True


class Haproxy:
    """By the example, between our addresses."""

    def __init__(self, user, ports):
        program = shutil.which("haproxy") or shutil.which("haproxy", path="/usr/sbin:/sbin")
        if not program:
            raise Skip("haproxy is not here (package haproxy)")
        self.port, self.file = free_port(), tempfile.NamedTemporaryFile("w", suffix=".cfg")
        text = open(os.path.join(root, "examples", "host", "haproxy.cfg")).read()
        text = re.sub(r"^ +bind :80$", f"    bind 127.0.0.1:{self.port}", text, flags=re.M)
        for i, port in enumerate(ports):  # those of the other servers wait in comments
            text = re.sub(rf"^ +(?:# )?(server \w+ )127.0.0.1:{7474 + i}\b", rf"    \g<1>127.0.0.1:{port}", text, flags=re.M)
        text = text.replace("maxconn 20000", "maxconn 2000")
        self.file.write(text)
        self.file.flush()
        os.chmod(self.file.name, 0o644)
        self.said = tempfile.TemporaryFile()  # a pipe that nobody reads is full after some 200 kills, and haproxy stands still
        self.process = subprocess.Popen(user([program, "-db", "-f", self.file.name]), stdout=subprocess.DEVNULL, stderr=self.said, cwd="/")
        until(self.answers, "haproxy answers")

    def answers(self):
        if self.process.poll() is not None:
            self.said.seek(0)
            raise Skip("haproxy does not start here: " + self.said.read().decode()[-300:])
        try:
            socket.create_connection(("127.0.0.1", self.port), 5).close()
        except OSError:
            return False
        return True

    def stop(self):
        self.process.kill()
        self.process.wait()
        self.file.close()
        self.said.close()


class Person:
    """Somebody at a table of his own who watches another's and talks at both, comes again whenever the line breaks, and notes what was
    acknowledged."""

    def __init__(self, port, name):
        self.port, self.name, self.client, self.table, self.other = port, name, None, None, None
        self.cookie, self.said, self.tries = "", [], 0
        self.logs = {}  # what was seen of each table, by its number

    def come(self):
        """Connected, and told what is new; False: not now."""
        try:
            if not self.cookie:
                self.cookie = self.new_cookie()
            self.client = Client(self.port, self.cookie, timeout=5)
            self.client.hello()
            for table in self.tables():
                self.client.ask("watch", table=table, since=max(self.logs.get(table, {}), default=0))
            return True
        except (OSError, Closed, Refused):
            self.leave()
            return False

    def tables(self):
        return [table for table in (self.table, self.other) if table]

    def new_cookie(self):
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}/api/me")
        with urllib.request.urlopen(request, timeout=5) as answer:
            return answer.headers["Set-Cookie"].split(";")[0]

    def leave(self):
        if self.client:
            self.take_log()
            self.client.sock.close()
        self.client = None

    def take_log(self):
        """What came: the same entry never reads differently."""
        for table in self.tables():
            for entry in self.client.logs.pop(table, []):
                before = self.logs.setdefault(table, {}).setdefault(entry["seq"], entry)
                check(before == entry, f"{self.name} saw entry {entry['seq']} of {table} in two ways: {before} {entry}")

    def make(self):
        until(self.made, f"{self.name} has a table")

    def made(self):
        try:
            if self.client or self.come():
                self.table = patient(self.client).create([HERE, computer("random")], head="aude 1\nrules grow", watch=True)
        except (OSError, Closed, Refused):
            self.leave()
        return self.table

    def watch(self, other):
        """Another's table, too; at most servers it is not theirs, so that much is relayed."""
        self.leave()
        self.other = other
        until(self.come, f"{self.name} watches {other}")

    def once(self, table, text):
        """Says it; True: it is acknowledged. Otherwise it may be stored or not, and is not said again."""
        try:
            if not self.client and not self.come():
                return False
            number = self.client.send("chat", table=table, text=text, name=self.name)
            answer = self.client.wait(lambda m: m.get("id") == number)
            self.take_log()
            check(answer["type"] == "ok" or answer["code"] in ("STORE", "BUSY", "RATE"), f"{self.name} is refused: {answer}")
            return answer["type"] == "ok"
        except (OSError, Closed):
            self.leave()
            return False

    def say(self, about):
        """Until it is acknowledged; how long that took."""
        began = time.monotonic()
        while time.monotonic() - began < PATIENCE:
            self.tries += 1
            text, table = f"{self.name} {self.tries} {about}", self.tables()[self.tries % 2]
            if self.once(table, text):
                self.said.append((table, text))
                return time.monotonic() - began
            time.sleep(0.1)
        check(False, f"{self.name} was not heard within {PATIENCE} s: {about}")
        return PATIENCE

    def lay(self):
        """A tile is laid, if it is this one's turn; the steps are acknowledged like words."""
        try:
            client = self.client
            for action in ("pass", *(f"lay {x},{y} {t}" for x in (-1, 0, 1) for y in (-1, 0, 1) for t in (0, 90, 180, 270))):
                number = client.send("act", table=self.table, at=client.steps.get(self.table, 0), action=action)
                if client.wait(lambda m: m.get("id") == number)["type"] == "ok":
                    self.take_log()
                    return
        except (OSError, Closed, AttributeError):
            self.leave()


class Wires:
    """What lies between a server and those that call it: it can be cut, and be away."""

    def __init__(self):
        self.listening, self.to, self.pairs = socket.create_server(("127.0.0.1", 0)), None, []
        self.away, self.cuts = threading.Event(), 0
        self.name = "127.0.0.1:%d" % self.listening.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                near = self.listening.accept()[0]
                far = None if self.away.is_set() else socket.create_connection(self.to, 5)
            except OSError:
                if self.listening.fileno() < 0:
                    return
                far = None
            if not far:
                near.close()
                continue
            far.settimeout(None)
            self.pairs.append((near, far))
            for ends in ((near, far), (far, near)):
                threading.Thread(target=self.pump, args=ends, daemon=True).start()

    def pump(self, source, sink):
        try:
            while data := source.recv(65536):
                sink.sendall(data)
        except OSError:
            pass
        self.shut((source, sink))

    @staticmethod
    def shut(pair):
        for end in pair:
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def cut(self):
        """All that goes through it ends here, wherever in a frame it is."""
        pairs, self.pairs = self.pairs, []
        self.cuts += len(pairs)
        for pair in pairs:
            self.shut(pair)

    def stop(self):
        self.listening.close()
        self.cut()


class Stage:
    """Everything together."""

    def __init__(self, primary, standby):
        self.primary, self.now = primary, primary
        self.folder = tempfile.TemporaryDirectory(prefix="aude-balancer-")
        key = os.path.join(self.folder.name, "key")
        with open(key, "wb") as file:
            file.write(os.urandom(32))
        url = f"postgresql://aude@/postgres?host={primary.folder},{standby.folder}&target_session_attrs=read-write&connect_timeout=3"
        self.wires = [Wires() for _ in range(3)]
        self.names = [wires.name for wires in self.wires]
        self.servers = []
        for wires in self.wires:
            wires.to = ("127.0.0.1", free_port())
            self.servers.append(Server(build, url, "--peer-listen", "127.0.0.1:%d" % wires.to[1], "--node", wires.name, "--cluster-key", key,
                                       "--rate", "0", "--behind-proxy", "127.0.0.1"))
        self.haproxy = Haproxy(primary.as_user, [server.port for server in self.servers])
        self.people = [Person(self.haproxy.port, f"P{i}") for i in range(PEOPLE)]
        for person in self.people:
            person.make()
        for i, person in enumerate(self.people):
            person.watch(self.people[(i + 1) % PEOPLE].table)

    def owner(self, table):
        def name():
            return self.now.sql(f"SELECT node FROM aude_owner WHERE game = '{table}'").stdout.strip()
        until(lambda: name() in self.names, f"somebody has {table}")
        return self.names.index(name())

    def busiest(self):
        """The server that has the most of their tables."""
        owners = [self.owner(person.table) for person in self.people]
        return max(range(3), key=owners.count)

    def all_say(self, about):
        """Everybody is heard; the longest that one had to wait."""
        took = max(person.say(about) for person in self.people)
        print(f"  {about}: everybody is heard again within {took:.1f} s")
        for person in self.people[:2]:
            person.lay()
        return took

    def stop(self):
        for person in self.people:
            person.leave()
        self.haproxy.stop()
        for server in self.servers:
            if server.process.poll() is None:
                server.process.send_signal(signal.SIGCONT)
                server.kill()
        for wires in self.wires:
            wires.stop()
        self.folder.cleanup()


def killed(stage):
    server = stage.servers[stage.busiest()]
    server.kill()
    stage.all_say("after kill -9 of a server")
    server.start()


def still(stage):
    """Longer than its lease; then it goes on, and believes for a moment that it has its tables."""
    server = stage.servers[stage.busiest()]
    server.process.send_signal(signal.SIGSTOP)
    stage.all_say("while a server stands still")
    server.process.send_signal(signal.SIGCONT)
    stage.all_say("when it goes on")


def drained(stage):
    server = stage.servers[stage.busiest()]
    check(server.stop() == 0, "SIGTERM ends a server with status 0")
    stage.all_say("after a planned stop")
    server.start()
    stage.all_say("after its start")


def cut(stage):
    """Links between servers are cut, again and again while people talk; then nobody reaches the busiest one for some seconds, though it
    is well and keeps its tables: who is connected elsewhere waits."""
    before = sum(wires.cuts for wires in stage.wires)
    for _ in range(3):
        for wires in stage.wires:
            wires.cut()
        stage.all_say("after links were cut")
    wires = stage.wires[stage.busiest()]
    wires.away.set()
    wires.cut()
    threading.Timer(3, wires.away.clear).start()
    stage.all_say("while nobody reaches a server")
    check(sum(wires.cuts for wires in stage.wires) > before, "there were links to cut")


def at_one_server(stage):
    """A game beside a real box is told to one server; whoever watches it comes through the balancer, and finds it."""
    url, secret = f"http://127.0.0.1:{stage.haproxy.port}/api/box/", "B" * 42 + "A"
    with urllib.request.urlopen(urllib.request.Request(url + secret, data=b"aude 1\nrules grow\n"), timeout=LONG) as answer:
        watch = json.loads(answer.read())["watch"]
    for _ in range(4):
        with urllib.request.urlopen(f"{url}{watch}/0", timeout=LONG) as answer:
            check(json.loads(answer.read())["record"].startswith("aude 1"), "one who watches a real box finds it")


def stored(database, table):
    rows = database.sql(f"SELECT seq, text FROM aude_log WHERE game = '{table}' ORDER BY seq").stdout.splitlines()
    return {int(row.split("|", 1)[0]): json.loads(row.split("|", 1)[1]) for row in rows}


def nothing_is_lost(stage, what):
    """What was acknowledged is stored, once; what anybody saw is stored, as he saw it."""
    logs = {person.table: stored(stage.now, person.table) for person in stage.people}
    texts = {table: [entry.get("text") for entry in log.values()] for table, log in logs.items()}
    for table, log in logs.items():
        check(list(log) == list(range(1, len(log) + 1)), f"{what}: the log of {table} has no holes")
    for person in stage.people:
        lost = [text for table, text in person.said if texts[table].count(text) != 1]
        check(not lost, f"{what}: acknowledged, and not stored just once: {lost}")
        for table in person.tables():
            seen = person.logs.get(table, {})
            strange = [seq for seq, entry in seen.items() if logs[table].get(seq) != entry]
            check(not strange, f"{what}: seen by {person.name}, and not in the log of {table}: {strange}")
            check(len(seen) > 0 and len(person.said) > 0, f"{what}: {person.name} said and saw something")


def failover(stage, standby):
    """The machine with the database goes; its standby has everything that was acknowledged."""
    for person in stage.people:
        person.say("just before the database goes")
    stage.primary.kill()
    stage.now = standby
    standby.promote()
    stage.all_say("after the standby has taken over")


class Storm:
    """Everybody talks and plays without a pause while servers and the database are killed, again and again, each time as soon as
    so many messages as there are people were acknowledged after the last kill."""

    def __init__(self, stage, chance):
        self.stage, self.chance, self.over = stage, chance, False
        self.talk = [threading.Thread(target=self.keep_talking, args=(person,)) for person in stage.people]

    def keep_talking(self, person):
        while not self.over:
            person.say("in the storm")
            person.lay()
            time.sleep(0.02)

    def acknowledged(self):
        return sum(len(person.said) for person in self.stage.people)

    def kill(self, n):
        """A server, or every tenth time the database; it is started again at once. What was acknowledged before."""
        before = self.acknowledged()
        if n % 10 == 9:
            self.stage.now.kill()
            self.stage.now.start()
            return before
        server = self.chance.choice(self.stage.servers)
        server.kill()
        server.start()
        return before

    def run(self, kills):
        began = time.monotonic()
        for thread in self.talk:
            thread.start()
        try:
            for n in range(kills):
                before = self.kill(n)
                until(lambda: self.acknowledged() >= before + PEOPLE, f"after kill {n + 1} people are heard")
                if n % 50 == 49:
                    print(f"  {n + 1} kills, {self.acknowledged()} acknowledged, {time.monotonic() - began:.0f} s", flush=True)
        finally:
            self.over = True
            for thread in self.talk:
                thread.join()
        minutes = (time.monotonic() - began) / 60
        seen = sum(len(log) for person in self.stage.people for log in person.logs.values())
        print(f"{kills} kill -9 ({kills // 10} of them of the database), {kills / minutes:.0f} a minute: {self.acknowledged()} "
              f"acknowledged, {seen} entries seen")


def play(stage, standby):
    chance = random.Random(int(os.environ.get("AUDE_SEED", "1")))
    long = os.environ.get("AUDE_LONG") == "1"
    kills = int(os.environ.get("AUDE_KILLS", "1000" if long else "0"))
    stage.all_say("at the start")
    if kills:
        Storm(stage, chance).run(kills)
        stage.all_say("after the storm")
        nothing_is_lost(stage, "after the storm")
        if not long:
            return
    troubles = [killed, still, drained, cut]
    if long:
        troubles = [chance.choice(troubles) for _ in range(60)]
    elif os.environ.get("AUDE_QUICK") == "1":
        troubles = [killed]
    at_one_server(stage)
    for trouble in troubles:
        trouble(stage)
    nothing_is_lost(stage, "before the failover")
    failover(stage, standby)
    nothing_is_lost(stage, "after the failover")
    if long:
        for trouble in troubles[:10]:
            trouble(stage)
        nothing_is_lost(stage, "on the standby")


def main():
    need(build)
    with Postgres() as primary, Standby(primary) as standby:
        stage = Stage(primary, standby)
        try:
            play(stage, standby)
        finally:
            stage.stop()
    check.end()


if __name__ == "__main__":
    or_skip(main)
