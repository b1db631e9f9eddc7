#!/usr/bin/env python3
"""nodes.py -- how fast one server and three are, on one PostgreSQL: moves a second, and how long a move takes to be acknowledged.

    tools/load/nodes.py BUILD [GAMES] [SECONDS]

One server, asked directly; the same behind haproxy (examples/host/haproxy.cfg); three behind haproxy, where the people of a table come to
different servers and most of what they say is relayed. Players do not think (--pace 0). Server, load, balancer and database share this
machine: three servers are not faster here, the table shows what relaying costs. The last line is the load of the machine.
"""
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "tests", "server"))

from balancer import Haproxy, build  # noqa: E402
from postgres import Postgres, Skip  # noqa: E402
from wire import Server, free_port  # noqa: E402

games = sys.argv[2] if len(sys.argv) > 2 else "50"
seconds = sys.argv[3] if len(sys.argv) > 3 else "8"


def measure(what, port):
    words = [os.path.join(build, "load"), "--port", str(port), "--games", games, "--seats", "4", "--seconds", seconds, "--pace", "0"]
    done = subprocess.run(words, capture_output=True, text=True, timeout=300, check=False)
    print(f"{what}: {(done.stdout or done.stderr).strip()}", flush=True)


def with_nodes(database, n, key):
    names = [f"127.0.0.1:{free_port()}" for _ in range(n)]
    open_to_all = ("--rate", "0", "--behind-proxy", "127.0.0.1", "--quiet")
    servers = [Server(build, database.url, *(("--peer-listen", name, "--cluster-key", key) if n > 1 else ()), *open_to_all) for name in names]
    haproxy = Haproxy(database.as_user, [server.port for server in servers])
    try:
        if n == 1:
            measure("one server", servers[0].port)
        measure(f"{n} behind haproxy", haproxy.port)
    finally:
        haproxy.stop()
        for server in servers:
            server.kill()


def main():
    try:
        with Postgres() as database, tempfile.NamedTemporaryFile() as key:
            key.write(os.urandom(32))
            key.flush()
            for n in (1, 3):
                with_nodes(database, n, key.name)
    except Skip as why:
        print(f"skipped: {why}")
        return 77
    print("load of the machine: %.1f %.1f %.1f" % os.getloadavg())
    return 0


sys.exit(main())
