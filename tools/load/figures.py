#!/usr/bin/env python3
"""figures.py -- what a server costs: processor time a move, memory a connection and a table, memory over a long run.

    tools/load/figures.py BUILD moves [GAMES] [SECONDS]    SQLite, PostgreSQL, three servers behind haproxy in turn, no thinking
    tools/load/figures.py BUILD memory [CONNECTIONS]       bytes a connection that says nothing, bytes a table with four people
    tools/load/figures.py BUILD flat [SECONDS]             1,000 seats, a move a second at each table: memory, every tenth of the time
    tools/load/figures.py BUILD turns OTHER [ROUNDS] [GAMES] [SECONDS]    the server of BUILD and that of another build folder under the
                                                           same load in turns, each with a new SQLite file: medians, and their share

Everything shares this machine; seconds of the processor are those of the servers alone, and of the database beside them. The last
line is the load of the machine.
"""
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "tests", "server"))

from balancer import Haproxy, build  # noqa: E402
from postgres import Postgres, Skip  # noqa: E402
from wire import Server, free_port  # noqa: E402

what = sys.argv[2] if len(sys.argv) > 2 else ""
other = sys.argv[3] if what == "turns" and len(sys.argv) > 3 else ""
more = [int(word) for word in sys.argv[4 if other else 3:]]
OPEN = ("--rate", "0", "--behind-proxy", "127.0.0.1", "--quiet", "--connections", "20000", "--per-address", "0")


def used_parts(pid):
    """Seconds of the processor of a process, and of its children that have ended: its own and the system's for it."""
    ticks = list(map(int, open(f"/proc/{pid}/stat").read().rsplit(")", 1)[1].split()[11:15]))
    return [(ticks[i] + ticks[i + 2]) / os.sysconf("SC_CLK_TCK") for i in (0, 1)]


def used(pid):
    return sum(used_parts(pid))


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


def turn(folder, games, seconds):
    """One round of one server: us of the processor a move (its own, the system's), moves a second."""
    with Server(folder, None, *OPEN) as server:
        before = used_parts(server.process.pid)
        n = moves_of(load(server.port, "--games", games, "--seats", 4, "--seconds", seconds, "--pace", 0).communicate()[0])
        own, system = [(now - then) / n * 1e6 for now, then in zip(used_parts(server.process.pid), before)]
        return own + system, own, system, n / seconds


def turns():
    rounds, games, seconds = (more + [8, 250, 10][len(more):])[:3]
    all_rounds = {build: [], other: []}
    for i in range(rounds):
        for folder, seen in all_rounds.items():
            seen.append(turn(folder, games, seconds))
            print(f"{i + 1} {folder}: %.1f us a move (%.1f of its own, %.1f of the system's), %.0f moves a second" % seen[-1], flush=True)
    middle = {folder: [statistics.median(column) for column in zip(*seen)] for folder, seen in all_rounds.items()}
    for folder, figures in middle.items():
        print(f"median of {folder}: %.1f us a move (%.1f, %.1f), %.0f moves a second" % tuple(figures))
    print(f"{build} of {other}: {middle[build][0] / middle[other][0]:.1%} of the processor's time a move; of each pair, the median: "
          f"{statistics.median(mine[0] / theirs[0] for mine, theirs in zip(all_rounds[build], all_rounds[other])):.1%}")


def main():
    try:
        {"moves": all_moves, "memory": memories, "flat": flat, "turns": turns}[what]()
    except KeyError:
        print(__doc__, file=sys.stderr)
        return 2
    except Skip as why:
        print(f"skipped: {why}")
        return 77
    print("load of the machine: %.1f %.1f %.1f" % os.getloadavg())
    return 0


sys.exit(main())
