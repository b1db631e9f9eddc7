"""kill -9 at random moments under load: no acknowledged move is lost.

    server_kill.py BUILD

tools/load plays real games and writes down every acknowledged move. The server is killed, is
started again, and must have each of them. Twenty times; a hundred with AUDE_LONG.
"""
import os
import random
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "server"))
from wire import *  # noqa: E402,F403

check = Checks()
build = sys.argv[1]
program = os.path.join(build, "load")
if not os.path.exists(program):
    print("skipped: build/load is not built")
    sys.exit(77)
kills = 100 if os.environ.get("AUDE_LONG") else 5 if os.environ.get("AUDE_QUICK") else 20
seed = int(os.environ.get("AUDE_SEED", "7"))
chance = random.Random(seed)


def acknowledged(path):
    """{table: {n: action}} of a run; a last line that was cut does not count."""
    moves = {}
    text = open(path).read()
    for line in text.split("\n")[:-1]:
        table, n, action = line.split(" ", 2)
        moves.setdefault(table, {})[int(n)] = action
    return moves


def verify(server, moves):
    """Every move is there, and the log of each table holds together."""
    client = server.join()
    lost = 0
    for i, (table, wanted) in enumerate(moves.items()):
        if i % 8 == 7:
            client.close()
            client = server.join()
        seq = client.ask("watch", table=table, since=0)["seq"]
        client.until(lambda: client.logs.get(table) and client.logs[table][-1]["seq"] >= seq)
        have = {e["n"]: e["action"] for e in client.entries(table, "step")}
        lost += sum(have.get(n) != action for n, action in wanted.items())
        check.equal([e["seq"] for e in client.logs[table]], list(range(1, seq + 1)),
                    "the log of " + table)
    client.close()
    return lost


total = 0
everything = {}
with Server(build) as server:
    acks = server.store + ".acks"
    for kill in range(kills):
        load = subprocess.Popen([program, "--port", str(server.port), "--games", "12",
                                 "--seats", "2", "--seconds", "60", "--pace", "20",
                                 "--acks", acks], stdout=subprocess.DEVNULL)
        time.sleep(0.15 + chance.random() * 0.6)
        server.kill()
        load.wait(timeout=60)
        moves = acknowledged(acks)
        total += sum(len(m) for m in moves.values())
        everything.update(moves)
        server.start()
        check.equal(verify(server, moves), 0, f"moves lost by kill {kill + 1}")
    check.equal(verify(server, everything), 0, "moves lost in all")
    check(total > 20 * kills, f"only {total} moves were acknowledged: too little load")
    check.equal(server.stop(), 0, "the stop")
print(f"{kills} kills, {total} acknowledged moves on {len(everything)} tables")
check.end()
