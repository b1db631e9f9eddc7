"""kill -9 and SIGTERM at random moments under load: no acknowledged move is lost, and nothing hangs.

    server_kill.py BUILD

tools/load/load.c plays real games and writes down every acknowledged move; beside it computers think at tables that
somebody watches. The server is killed, or asked to stop, is started again, and must have each of the moves; the
computers play on. Twelve times, five under the sanitizers; a hundred with AUDE_LONG.
"""
import os
import random
import sys

from wire import *  # noqa: E402,F403

check = Checks()
build = sys.argv[1]
program = os.path.join(build, "load")
if not os.path.exists(program):
    print("skipped: build/load is not built")
    sys.exit(77)
kills = 100 if os.environ.get("AUDE_LONG") else 5 if os.environ.get("AUDE_QUICK") else 12
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


def begin_thinking(server):
    """Tables at which computers think for long: (client, table)."""
    pairs = []
    for _ in range(3):
        client = server.join()
        pairs.append((client, client.create([computer("level-7"), computer("level-6")])))
    for client, table in pairs:
        client.until(lambda: client.entries(table, "start"))
    return pairs


def end(server, politely):
    """By kill -9, or by SIGTERM: then how long it took."""
    if not politely:
        server.kill()
        return 0
    began = time.monotonic()
    try:
        check.equal(server.stop(), 0, "the status after SIGTERM")
    except subprocess.TimeoutExpired:
        check(False, "SIGTERM while computers think: it does not stop")
        server.kill()
    check("Sanitizer" not in open(server.store + ".log").read(), "a memory fault at the stop")
    return time.monotonic() - began


def play_on(server, thinking):
    """What somebody saw of the computers' games is there, and the computers go on."""
    for old, table in thinking:
        client = server.join(old.cookie)
        seen = [e["text"] for e in old.entries(table, "step")]
        client.ask("watch", table=table, since=0)
        client.until(lambda: len(client.entries(table, "step")) > len(seen) or client.entries(table, "over"))
        have = [e["text"] for e in client.entries(table, "step")]
        check.equal(have[:len(seen)], seen, "the computers' moves that were told")
        client.close()
        old.sock.close()


total = 0
longest = 0
everything = {}
with Server(build, None, "--think", "300", "--threads", "2") as server:
    acks = server.store + ".acks"
    for kill in range(kills):
        load = subprocess.Popen([program, "--port", str(server.port), "--games", "12",
                                 "--seats", "2", "--seconds", "60", "--pace", "20",
                                 "--acks", acks], stdout=subprocess.DEVNULL)
        thinking = begin_thinking(server)
        time.sleep(0.15 + chance.random() * 0.6)
        longest = max(longest, end(server, kill % 2))
        load.wait(timeout=60)
        moves = acknowledged(acks)
        total += sum(len(m) for m in moves.values())
        everything.update(moves)
        server.start()
        check.equal(verify(server, moves), 0, f"moves lost by kill {kill + 1}")
        play_on(server, thinking)
    check.equal(verify(server, everything), 0, "moves lost in all")
    check(total > 10 * kills, f"only {total} moves were acknowledged: too little load")
    check.equal(server.stop(), 0, "the stop")
print(f"{kills - kills // 2} kills, {kills // 2} stops, {total} acknowledged moves on {len(everything)} tables, "
      f"the longest stop {longest:.2f} s")
check.end()
