"""`aude bot --join`: outside programs at a table of a real server.

    join.py BUILD
"""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "server"))
from wire import *  # noqa: E402,F403

check = Checks()
build = os.path.abspath(sys.argv[1])
aude = os.path.join(build, "aude")
root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
if not os.path.exists(aude):
    print("skipped: build/aude is not built")
    sys.exit(77)

PYTHON = f"python3 {root}/examples/bots/bot.py"


def link(server, table):
    return f"{server.url.rstrip('/')}/#/t/{table}"


def join(server, table, *options):
    """A bridge under way."""
    return subprocess.Popen([aude, "bot", "level-2", "--join", link(server, table), *options],
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def end(bridge, seconds=60):
    """(status, stdout, stderr) of a bridge that should end by itself."""
    try:
        out, err = bridge.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        bridge.kill()
        out, err = bridge.communicate()
        check(False, "a bridge did not end: " + out + err)
    return bridge.returncode, out, err


def seated(client, table, n):
    return sum(e["taken"] for e in client.entries(table, "seat")) >= n


def test_whole_game(server):
    """A program in Python and one of ours, at one table, to the end."""
    host = server.join()
    table = host.create([LINK, LINK], SHORT)
    one = join(server, table, "--bot", PYTHON, "--ms", "200")
    host.until(lambda: seated(host, table, 1))
    two = join(server, table, "--ms", "50", "--name", "Zwei", "--json")
    host.until(lambda: seated(host, table, 2))
    names = [e["name"] for e in host.entries(table, "seat")]
    check.equal(names, ["neighbourly", "Zwei"], "what they are called")
    host.ask("start", table=table)
    host.until(lambda: host.entries(table, "over"))
    check.equal(host.entries(table, "over")[0]["why"], "end", "they play to the end")
    check(all(e["by"] == "human" for e in host.entries(table, "step")), "every step is theirs")
    for bridge in (one, two):
        status, out, err = end(bridge)
        check.equal((status, err), (0, ""), "a bridge ends well")
        if bridge is one:
            check("sits at table " + table in out and "the game is over: " in out, "and says so: " + out)
            continue
        told = [json.loads(line) for line in out.splitlines()]
        check.equal([t["event"] for t in told], ["seat", "over"], "or as JSON")
        check.equal((told[0]["table"], told[0]["seat"], told[1]["points"][1]), (table, 2, told[1]["mine"]), "in full")
    record = server.http(f"/api/tables/{table}/record")[2]
    replay = subprocess.run([aude, "replay", "-"], input=record, capture_output=True)
    check.equal(replay.returncode, 0, "the record holds")
    host.close()


def over(client, table):
    while client.ready():
        client.messages.append(client.read())
    return client.entries(table, "over")


def test_too_fast(server):
    """Programs that answer faster than a server reads wait a moment, and play on."""
    host = server.join()
    table = host.create([LINK, LINK])
    bridges = []
    for n in (1, 2):
        bridges.append(join(server, table, "--ms", "1", "--bot", f"{aude} bot greedy", "--name", f"Quick {n}"))
        host.until(lambda: seated(host, table, n))
    host.ask("start", table=table)
    wait_until(lambda: any(one.poll() for one in bridges) or over(host, table))
    if not over(host, table):
        host.ask("leave", table=table)
        for bridge in bridges:
            if bridge.poll() is None:  # it waits for the other, which is gone
                bridge.terminate()
    for bridge in bridges:
        status, _, err = end(bridge)
        check.equal((status, err), (0, ""), "a program that was too fast")


def test_broken_lines(server):
    """The server is killed in the middle and comes back: so do they, and play on."""
    host = server.join()
    cookie = host.cookie
    table = host.create([LINK, LINK], HEAD + "draws 40\nexpansions inns-cathedrals catapult\n")
    one = join(server, table, "--ms", "20")
    host.until(lambda: seated(host, table, 1))
    nameless = f"cd {root}; exec {aude} bot level-1 | grep --line-buffered -v '^name '"
    two = join(server, table, "--ms", "20", "--seat", "2", "--bot", nameless)
    host.until(lambda: seated(host, table, 2))
    check.equal(host.entries(table, "seat")[1]["name"], "a program", "one without a name")
    host.ask("start", table=table)
    host.until(lambda: host.steps.get(table, 0) >= 6)
    server.kill()
    server.start()
    host = server.join(cookie)
    host.ask("watch", table=table, since=0)
    at = host.steps.get(table, 0)
    host.until(lambda: host.entries(table, "over"))
    check(host.steps[table] > at, "they play on after it came back")
    check.equal(host.entries(table, "over")[0]["why"], "end", "to the end")
    scattered = [e for e in host.entries(table, "step") if "scatter" in e["text"]]
    check(len(scattered) >= 2, "the catapult was used")
    check(all(e["action"].split()[0] in ("throw", "hands") for e in scattered),
          "CAT-33: scatter is told with the throw that it belongs to, never before")
    check(not any(b'"seed"' in text and b'"over"' not in text for text in host.heard), "nor the seed")
    for bridge in (one, two):
        check.equal(end(bridge)[0], 0, "a bridge that lost its line ends well")
    host.close()


def test_person_and_program(server):
    """Beside a person, who takes a move back and asks for a pause."""
    ann = server.join()
    table = ann.create([HERE, LINK], SHORT + "first 1\n")
    bridge = join(server, table, "--ms", "20", "--stay")
    ann.until(lambda: seated(ann, table, 1))
    ann.ask("start", table=table)
    ann.until(lambda: ann.steps.get(table, 0) >= 1 and actor_of(ann, table) == 0)
    ann.ask("ask", table=table, what="pause")
    ann.until(lambda: ann.entries(table, "pause"))
    check(True, "a pause is granted")
    ann.ask("ask", table=table, what="resume")
    ann.until(lambda: ann.entries(table, "resume"))
    ann.ask("resign", table=table, seat=0)
    ann.until(lambda: ann.entries(table, "over"))
    again = ann.ask("rematch", table=table)["table"]
    ann.ask("watch", table=again, since=0)
    ann.until(lambda: ann.entries(again, "start"))
    ann.until(lambda: any(e["seat"] == 1 for e in ann.entries(again, "step")))
    check(True, "it stays for a rematch")
    ann.ask("resign", table=again, seat=0)
    bridge.kill()
    bridge.communicate()
    ann.close()


def test_key(server):
    """A program with a key sits in its name, and everybody sees what it is."""
    if server.http("/api/name/mine", b"{}", {"Origin": f"http://127.0.0.1:{server.port}",
                                             "Content-Type": "application/json"})[0] == 404:
        print("skipped: a key: this program was built without libfido2")
        return
    key = server.store + ".key"
    server.stop()  # a store has one program at a time
    made = subprocess.run([aude, "name", "bot", "Clogs", "--store", server.name, "-o", key],
                          capture_output=True, text=True, timeout=60)
    check.equal(made.returncode, 0, made.stderr)
    server.start()
    host = server.join()
    table = host.create([HERE, LINK], SHORT)
    bridge = join(server, table, "--ms", "20", "--key", key, "--name", "Clogs")
    host.until(lambda: seated(host, table, 1))
    seat = host.entries(table, "seat")[0]
    check(seat.get("bot") is True, f"everybody sees that it is a program: {seat}")
    bridge.kill()
    bridge.communicate()
    host.close()
    run = subprocess.run([aude, "bot", "--join", link(server, table), "--key", os.devnull],
                         capture_output=True, text=True, timeout=60)
    check.equal(run.returncode, 1, "an empty file")
    check("holds no key" in run.stderr and run.stderr.count("\n") == 1, run.stderr)


def test_errors(server):
    """One sentence each, and the status says that it failed."""
    host = server.join()
    table = host.create([HERE, HERE], SHORT)
    cases = [
        (["--join", "nonsense"], 2, "is no link to a table"),
        (["--join", link(server, "zzzzzzzzzzzz")], 1, "the server refuses: there is no such table"),
        (["--join", link(server, table)], 1, "no seat of that table is free"),
        (["--join", link(server, table), "--seat", "2"], 1, "seat 2 of that table is not free"),
        (["--join", link(server, table), "--seat", "9"], 2, "--seat"),
        (["--join", link(server, table), "--bot", "exit 3"], 1, "has ended"),
        (["--join", "http://127.0.0.1:1/#/t/" + table, "--tries", "1"], 1, "cannot be reached"),
        (["--bot", "true"], 2, "--bot is for --join"),
        (["--json"], 2, "--json is for --join"),
    ]
    for options, status, words in cases:
        run = subprocess.run([aude, "bot", *options], capture_output=True, text=True, timeout=60)
        what = " ".join(options)
        check.equal(run.returncode, status, what)
        check(words in run.stderr and run.stderr.count("\n") == 1, f"{what}: {run.stderr}")
    open_table = host.create([HERE, LINK], SHORT + "first 1\n")
    liar = "echo name liar; echo ok; while read w; do case $w in go*) echo bestmove lay 90,90 0;; esac; done"
    bridge = join(server, open_table, "--bot", liar)
    host.until(lambda: seated(host, open_table, 1))
    host.ask("start", table=open_table)
    status, _, err = end(bridge)
    check.equal(status, 1, "one that lies")
    check("liar wanted \"lay 90,90 0\"" in err, err)
    host.close()


with Server(build) as server:
    for test in (test_whole_game, test_too_fast, test_broken_lines, test_person_and_program, test_key, test_errors):
        try:
            test(server)
        except (Closed, Refused, OSError, AssertionError) as error:
            import traceback
            traceback.print_exc()
            check(False, f"{test.__name__}: {type(error).__name__} {error}")
    check.equal(server.stop(), 0, "the last stop")
check.end()
