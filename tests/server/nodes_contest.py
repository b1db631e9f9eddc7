"""A tournament on three servers of one PostgreSQL: the one that began the round, and has its tables, is killed; the round goes on
at the others, and the standing is that of a run in which nobody dies.

    AUDE_LONG=1 nodes_contest.py BUILD
"""
import os
import socket
import subprocess
import sys
import tempfile

from contest import *  # noqa: E402,F403
from postgres import Postgres, Skip

check = Checks()
build = sys.argv[1]
PEOPLE = 4


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as one:
        return one.getsockname()[1]


class Nodes:
    def __init__(self, database, key):
        self.servers = [Server(build, database.url, "--peer-listen", f"127.0.0.1:{free_port()}", "--cluster-key", key, "--rate", "0")
                        for _ in range(3)]

    def of(self, i):
        """Where the i-th person is connected: the first is at the first; who finds nobody there goes on to the next."""
        running = [server for server in self.servers if server.process.poll() is None]
        at = self.servers[i % 3]
        return at if at in running else running[i % len(running)]

    def stop(self):
        for server in self.servers:
            if server.process.poll() is None:
                server.stop()


def run(database, folder, killed):
    key = os.path.join(folder, "key")
    with open(key, "wb") as file:
        file.write(os.urandom(32))
    nodes = Nodes(database, key)
    try:
        club = Club(lambda statement: database.sql(statement), nodes.of, PEOPLE)
        tournament = club.ask(0, "hold", name="Three servers", kind="swiss", rounds=2, pool="two", pace="quick")["tournament"]
        for i in range(PEOPLE):
            club.ask(i, "enter", tournament=tournament)
        for r in (1, 2):
            club.ask(0, "pair", tournament=tournament)
            tables = club.all_tables(tournament, 2)
            first, second = sorted(tables, key=lambda table: min(tables[table]))
            club.play(first, tables[first])
            if killed and r == 1:
                nodes.servers[0].kill()  # it began the round, so it has the tables
                club.come()
            club.play(second, tables[second])
            club.until(0, tournament, lambda about: all(one["over"] for one in about["state"]["tables"]), f"round {r} ends")
        about = club.until(0, tournament, lambda about: about["state"]["finished"], "it ends by itself")
        log = nodes.of(1).http(f"/api/tournaments/{tournament}/log")[2].decode()
        check.equal((log.count(" result "), log.count(" round ")), (4, 2), "every result and every round once")
        for i in range(PEOPLE):  # the others read it when they are asked
            other = club.until(i, tournament, lambda about: about["state"]["finished"], "it is over at every server")
            check.equal(other["state"], about["state"], "the same at every server")
        for client in club.clients.values():
            client.close()
        return standing(about["state"])
    finally:
        nodes.stop()


def main():
    if not os.environ.get("AUDE_LONG"):
        print("skipped: it waits for servers for more than a minute; AUDE_LONG=1 runs it")
        sys.exit(77)
    done = subprocess.run([os.path.join(build, "aude"), "serve", "--listen", "127.0.0.1:0", "--store", "postgresql://127.0.0.1:1/x"],
                          capture_output=True, text=True, timeout=30, check=False)
    if "built without" in done.stderr:
        print("skipped: this aude was built without PostgreSQL (package libpq-dev)")
        sys.exit(77)
    stands = []
    try:
        for killed in (False, True):
            with Postgres() as database, tempfile.TemporaryDirectory(prefix="aude-contest-") as folder:
                stands.append(run(database, folder, killed))
    except Skip as why:
        print(f"skipped: {why}")
        sys.exit(77)
    check.equal([one[1:4] for one in stands[0]][0], ("Ann", [], 2), "Ann wins both")
    check.equal(stands[1], stands[0], "kill -9 of the round's server: the same standing")
    check.end()


main()
