#!/usr/bin/env python3
"""figures.py -- what a server costs: processor time a move, memory a connection and a table, memory over a long run.

    tools/load/figures.py BUILD moves [GAMES] [SECONDS]    SQLite, PostgreSQL, three servers behind haproxy in turn, no thinking
    tools/load/figures.py BUILD memory [CONNECTIONS]       bytes a connection that says nothing, bytes a table with four people
    tools/load/figures.py BUILD flat [SECONDS]             1,000 seats, a move a second at each table: memory, every tenth of the time

Everything shares this machine; seconds of the processor are those of the servers alone, and of the database beside them. The last
line is the load of the machine.
"""
import os
import re
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "tests", "server"))

from balancer import Haproxy, build  # noqa: E402
from postgres import Postgres, Skip  # noqa: E402
from wire import Server, free_port  # noqa: E402

what = sys.argv[2] if len(sys.argv) > 2 else ""
more = [int(word) for word in sys.argv[3:]]
OPEN = ("--rate", "0", "--behind-proxy", "127.0.0.1", "--quiet", "--connections", "20000", "--per-address", "0")


def used(pid):
    """Seconds of the processor of a process, and of its children that have ended."""
    return sum(map(int, open(f"/proc/{pid}/stat").read().rsplit(")", 1)[1].split()[11:15])) / os.sysconf("SC_CLK_TCK")


def memory(server):
    return int(re.search(r"VmRSS:\s+(\d+)", open(f"/proc/{server.process.pid}/status").read())[1]) * 1024


def load(port, *words):
    return subprocess.Popen([os.path.join(build, "load"), "--port", str(port), *map(str, words)], stdout=subprocess.PIPE, text=True)


def moves_of(said):
    """How many moves were acknowledged, from what load says."""
    return int(re.search(r"(\d+) moves", said)[1])


def moves(name, servers, port, database=None):
    games, seconds = (more + [250, 8][len(more):])[:2]
    before = sum(used(server.process.pid) for server in servers), sum(map(used, database.pids())) if database else 0
    said = load(port, "--games", games, "--seats", 4, "--seconds", seconds, "--pace", 0).communicate()[0]
    after = sum(used(server.process.pid) for server in servers), sum(map(used, database.pids())) if database else 0
    n = moves_of(said)
    print(f"{name}: {said.strip()}\n{name}: {n / seconds:.0f} durable moves a second, {(after[0] - before[0]) / n * 1e6:.0f} us of the servers' "
          f"processors a move" + (f", {(after[1] - before[1]) / n * 1e6:.0f} us of the database's" if database else ""), flush=True)


def all_moves():
    with Server(build, None, *OPEN) as server:
        moves("SQLite", [server], server.port)
    with Postgres() as database, tempfile.NamedTemporaryFile() as key:
        key.write(os.urandom(32))
        key.flush()
        with Server(build, database.url, *OPEN) as server:
            moves("PostgreSQL", [server], server.port, database)
        servers = [Server(build, database.url, "--peer-listen", f"127.0.0.1:{free_port()}", "--cluster-key", key.name, *OPEN) for _ in range(3)]
        haproxy = Haproxy(database.as_user, [server.port for server in servers])
        moves("three servers", servers, haproxy.port, database)
        haproxy.stop()
        for server in servers:
            server.kill()


def memories():
    n = more[0] if more else 5000
    with Server(build, None, *OPEN) as server:
        empty = memory(server)
        people = load(server.port, "--games", 0, "--idle", n, "--seconds", 12)
        time.sleep(9)
        print(f"{n} connections that say nothing: {(memory(server) - empty) / n:.0f} bytes each")
        people.communicate()
    with Server(build, None, *OPEN) as server:
        empty = memory(server)
        people = load(server.port, "--games", 250, "--seats", 4, "--seconds", 15, "--pace", 1000)
        time.sleep(12)
        print(f"250 tables with four people each, at play: {(memory(server) - empty) / 250:.0f} bytes a table, its four connections included")
        people.communicate()


def flat():
    seconds = more[0] if more else 600
    with Server(build, None, *OPEN) as server:
        people = load(server.port, "--games", 250, "--seats", 4, "--seconds", seconds, "--pace", 1000)
        for i in range(1, 11):
            time.sleep(seconds / 10 - 0.2)
            print(f"after {seconds * i / 10:.0f} s: {memory(server) / 1e6:.1f} MB", flush=True)
        print(people.communicate()[0].strip())


def main():
    try:
        {"moves": all_moves, "memory": memories, "flat": flat}[what]()
    except KeyError:
        print(__doc__, file=sys.stderr)
        return 2
    except Skip as why:
        print(f"skipped: {why}")
        return 77
    print("load of the machine: %.1f %.1f %.1f" % os.getloadavg())
    return 0


sys.exit(main())
