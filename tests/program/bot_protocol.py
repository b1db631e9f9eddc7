"""The bot protocol as a bot writer meets it: what a program is told, how a match counts it,
what becomes of one that misbehaves.

    bot_protocol.py BUILD
"""
import json
import math
import os
import re
import signal
import subprocess
import sys
import tempfile
import time

aude = os.path.join(os.path.abspath(sys.argv[1]), "aude")
if not os.path.exists(aude):
    print(f"skipped: there is no {aude}")
    sys.exit(77)
root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
tmp = tempfile.TemporaryDirectory(prefix="aude-bot-")
os.chdir(tmp.name)
checks = failed = 0

# A program that keeps a log of what it is told. Its ways are words on its command line:
#   v1         speaks only version 1           strict1  knows `hello 1` and nothing else
#   keep       plays many games                nameless says no name
#   slow=MS    sleeps before every answer      fault    says `error` and nothing else
#   oops       says `error`, then answers      turned   names sides in another order
#   hang=N     says nothing from decision N    linger   takes its time to end
#   any        answers with any action
BOT = '''
import os, random, sys, time
ways = dict(w.partition("=")[::2] for w in sys.argv[2:])
log = open(sys.argv[1], "a")
print("start", os.getpid(), file=log, flush=True)
def say(text): print(text, flush=True)
actions, asked = [], 0
lines = (line.rstrip("\\n") for line in sys.stdin)
for line in lines:
    print(line, file=log, flush=True)
    word, _, rest = line.partition(" ")
    if word == "hello":
        if "strict1" in ways and rest != "1": continue
        if "nameless" not in ways: say("name " + ways.get("name", "logger"))
        if "v1" not in ways and "strict1" not in ways: say("protocol 2")
        if "keep" in ways: say("keep")
        say("ok")
    elif word == "ping": say("pong")
    elif word == "actions":
        actions = [next(lines) for _ in range(int(rest))]
    elif word == "go":
        asked += 1
        time.sleep(float(ways.get("slow", 0)) / 1000)
        if "hang" in ways and asked >= int(ways["hang"]): time.sleep(1000)
        if "fault" in ways or "oops" in ways: say("error my head aches")
        if "fault" in ways: continue
        best = max(actions, key=lambda a: a.startswith("put"))
        if "any" in ways: best = random.Random(asked).choice(actions)
        if "turned" in ways and best.startswith("put"):
            words = best.split()
            best = " ".join(words[:3] + words[:2:-1])
        say("bestmove " + ways.get("answer", best))
    elif word == "quit":
        if "linger" in ways: time.sleep(0.3)
        print("bye", file=log, flush=True)
        break
'''
with open("bot.py", "w") as file:
    file.write(BOT)


def check(ok, what):
    global checks, failed
    checks += 1
    if not ok:
        failed += 1
        print("FAILED:", what)


def bot(log, *ways):
    return "exec python3 bot.py " + log + "".join(" " + w for w in ways)


def arena(*words, status=0):
    """(stdout or its JSON, stderr) of a match."""
    run = subprocess.run([aude, "arena", *words], capture_output=True, text=True, timeout=300,
                         stdin=subprocess.DEVNULL)
    check(run.returncode == status, f"arena {words}: status {run.returncode}: {run.stderr[-300:]}")
    return (json.loads(run.stdout) if "--json" in words and run.stdout else run.stdout), run.stderr


def log(name):
    with open(name) as file:
        return file.read().split("\n")


def count(lines, word):
    return sum(line.split(" ")[0] == word for line in lines)


def match(name, *ways, games="2", words=(), status=0):
    return arena("--players", "random", "--bot", bot(name, *ways), "--games", games, "--jobs", "1",
                 "--json", *words, status=status)


def test_result_and_quit():
    d, _ = match("plain.log", "linger")
    lines = log("plain.log")
    results = [line for line in lines if line.startswith("result ")]
    check(len(results) == 2, "the result of both games is told")
    check(all(re.fullmatch(r"result \d+ \d+", r) for r in results), f"points by seat: {results}")
    check(count(lines, "start") == 3, "without `keep` it is started for every game, and once before")
    check(count(lines, "quit") == count(lines, "bye") == 3, "quit is said, and waited for")
    seats = [line for line in lines if line.startswith("new ")]
    check(seats == ["new 1", "new 0"], f"its seat is told: {seats}")
    points = [int(r.split()[1 + int(s.split()[1])]) for r, s in zip(results, seats)]
    check(abs(sum(points) / 2 - d["players"][1]["mean_points"]) < 0.01, "and they are the true points")


def test_one_process():
    d, _ = match("keep.log", "keep", games="4")
    lines = log("keep.log")
    check(count(lines, "start") == 2, "one process for all games, after the one that was met")
    check(count(lines, "new") == count(lines, "result") == 4, "it hears of every game")
    check(count(lines, "quit") == 2, "and quits once each")
    check(d["players"][1]["protocol"] == 2, "the JSON says what it speaks")
    # Ours forgets between games: one process or many, the match is the same.
    ours = ["--players", "greedy", "--games", "4", "--json", "--playouts", "20"]
    kept, _ = arena(*ours, "--jobs", "1", "--bot", aude + " bot level-4")
    anew, _ = arena(*ours, "--jobs", "4", "--bot", aude + " bot level-4")
    check(kept == anew, "the same match in one process and in four")


def test_version_1():
    for name, way in (("v1.log", "v1"), ("strict.log", "strict1")):
        d, err = match(name, way, "keep", words=("--bot-timeout", "4000"))
        lines = log(name)
        check(d["players"][1]["forfeits"] == 0 and err == "", f"{way} plays: {err}")
        check(d["players"][1]["protocol"] == 1, f"{way} is known as such")
        check(not count(lines, "new") and not count(lines, "result"), f"{way} hears nothing new")
        check(count(lines, "bye") >= 3, f"{way} hears quit")
        check(count(lines, "switch") >= 60 * count(lines, "go") > 0, f"{way} gets every switch")
    run = subprocess.run([aude, "bot", "greedy"], input="hello 1\n", capture_output=True, text=True)
    check("protocol" not in run.stdout and "keep" not in run.stdout, "ours answers the old hello as before")


def test_short_setups():
    match("short.log", "keep", words=("--switch", "farmers=off"))
    lines = log("short.log")
    check(count(lines, "switch") == count(lines, "go") > 0, "only the switch that differs")
    check("switch farmers OFF" in lines, "and that one is there")
    # A position so told is the position: ours reads it and its hashes hold.
    d, err = arena("--players", "greedy", "--bot", aude + " bot greedy", "--games", "2", "--json",
                   "--switch", "farmers=off", "--sets", "inns-cathedrals")
    check(d["forfeits"] == 0 and err == "", f"ours reads short set-ups: {err}")


def test_toss():
    """The toss of the catapult is told after the reaction, not before it (CAT-26)."""
    match("toss.log", "keep", "any", games="6", words=("--expansion", "catapult", "--seed", "3"))
    turns = [line.rstrip() for line in log("toss.log") if line.startswith("turn ")]
    reactions = [turn for turn in turns if re.search(r"; (toss|glimpse) [^;]*;$", turn)]
    check(len(reactions) >= 3, f"somebody has to react: {len(reactions)} times")
    for turn in reactions:
        check(re.search(r"; glimpse -?\d+,-?\d+;$", turn), f"before a reaction: {turn}")
    told = "\n".join(log("toss.log"))
    check(not re.search(r"; toss ", told), "a program never hears `toss`")
    check(re.search(r"hands [^;]*; reveal lateral -?\d+ power \d+; scatter [^;]*; rest ", told), "it hears it afterwards")
    # Ours reads such positions, and their hashes hold.
    d, err = arena("--players", "random", "--bot", aude + " bot random", "--games", "6", "--json",
                   "--expansion", "catapult", "--seed", "3")
    check(d["forfeits"] == 0 and err == "", f"ours reads them: {err}")


def test_forfeits():
    d, err = match("lie.log", "answer='lay 90,90 0'")
    ours, lie = d["players"]
    check((lie["forfeits"], lie["losses"], lie["games"]) == (2, 0, 2), f"forfeits are counted apart: {lie}")
    check(ours["wins"] == 0 and ours["mean_points"] is None and ours["elo"] is None, f"they are no wins: {ours}")
    pair = d["pairs"][0]
    check((pair["forfeit_wins"], pair["wins"], pair["difference"]) == (2, 0, None), f"nor points: {pair}")
    check(pair["win_rate"] == 1 and pair["win_rate_low"] < 0.3, "but lost games all the same")
    check(err.count("is forfeit: logger wanted \"lay 90,90 0\"") == 2, err)
    results = [line for line in log("lie.log") if line.startswith("result")]
    check(results == ["result 0 0 forfeit 1", "result 0 0 forfeit 0"], f"it hears of it: {results}")
    out, _ = arena("--players", "random", "--bot", bot("x.log", "answer=pass"), "--games", "2")
    check(re.search(r"logger +0 +0 +0 +2 +- +-", out), "a column of forfeits, no points: " + out)
    check("2 games were forfeited" in out, "and a sentence")
    # Three at a table: the two others have not beaten each other.
    d, _ = arena("--players", "random,greedy", "--bot", bot("y.log", "answer=pass"), "--games", "3", "--json")
    others = [p for p in d["pairs"] if "logger" not in (p["a"], p["b"])]
    check([p["games"] for p in others] == [0], f"a game broken off says nothing of others: {others}")


def test_cannot_start():
    for command, words, ms in (("./nosuchprogram", "has ended with status 127 before it said ok", "20000"),
                               ("exit 3", "has ended with status 3", "20000"),
                               ("sleep 1000", "did not answer in time", "300")):
        out, err = arena("--players", "random", "--bot", command, "--games", "50", "--bot-timeout", ms, status=1)
        check(out == "" and err.count("aude: ") == 1 and words in err, f"{command}: {out}{err}")


def test_intervals():
    d, _ = arena("--players", "level-3,random", "--games", "2", "--seed", "5", "--json")
    pair, player = d["pairs"][0], d["players"][0]
    z2 = 1.959964 ** 2
    check(pair["win_rate"] == 1 and abs(pair["win_rate_low"] - 1 / (1 + z2)) < 1e-3, f"Wilson of one draw: {pair}")
    check(pair["win_rate_high"] == 1 and pair["elo_high"] is None, "all won: no bound above")
    check(pair["difference_error"] is None and player["mean_points_error"] is None, "one draw has no error")
    for games in ("2", "4"):
        out, _ = arena("--players", "level-3,random", "--games", games, "--seed", "5")
        check(not re.search(r"\+- *0\.0\b|\+- *0\.00|\+-0\b", out), f"no error of nothing: {out}")
        check(" to 100.0)" in out, "an interval in brackets")
    check(player["elo_error"] is None, "nor has a rating")
    # A match of two has one interval: the ratings are half of it.
    d, _ = arena("--players", "greedy,level-1", "--games", "40", "--seed", "2", "--json")
    pair = d["pairs"][0]
    check(pair["elo_low"] is not None and pair["elo_high"] is not None, f"some won, some lost: {pair}")
    half = max(pair["elo_high"] - pair["elo"], pair["elo"] - pair["elo_low"]) / 2
    for player, sign in zip(d["players"], (1, -1)):
        check(abs(player["elo"] - sign * pair["elo"] / 2) < 0.2, f"half of the distance: {player} {pair}")
        check(abs(player["elo_error"] - half) < 0.2, f"half of the interval: {player} {pair}")
    # Of independent games Wilson's own interval comes out.
    d, _ = arena("--players", "random,random", "--games", "400", "--json")
    pair = d["pairs"][0]
    n, p = pair["games"], pair["win_rate"]
    half = math.sqrt(z2) / (1 + z2 / n) * math.sqrt(p * (1 - p) / n + z2 / (4 * n * n))
    width = (pair["win_rate_high"] - pair["win_rate_low"]) / 2
    check(0.8 * half < width < 1.2 * half, f"as wide as Wilson's of {n} games: {width} against {half}")


def test_progress():
    _, err = arena("--players", "random,greedy", "--games", "6", "--progress")
    lines = err.strip().split("\n")
    check(len(lines) == 3 and "6 of 6 games: random against greedy: " in lines[-1], f"a line a pair: {err}")
    _, err = arena("--players", "random,greedy", "--games", "6")
    check(err == "", "none where nobody looks")


def children(pid):
    out = subprocess.run(["ps", "-eo", "pid,ppid,args"], capture_output=True, text=True).stdout
    return [line for line in out.split("\n") if "sig.log" in line]


def test_signals():
    for number, status in ((signal.SIGINT, 130), (signal.SIGTERM, 143)):
        for name in ("sig.log", "partial.json"):
            if os.path.exists(name):
                os.remove(name)
        run = subprocess.Popen([aude, "arena", "--players", "random", "--bot", bot("sig.log", "keep", "slow=10"),
                                "--games", "1000", "--jobs", "2", "--json", "--progress", "-o", "partial.json"],
                               stderr=subprocess.PIPE, text=True, start_new_session=True)
        run.stderr.readline()  # a draw is done
        run.send_signal(number)
        time.sleep(0.02)  # `timeout` sends it twice: the second is no other wish
        run.send_signal(number)
        run.communicate(timeout=60)
        check(run.returncode == status, f"stopped by {number.name}: status {run.returncode}")
        with open("partial.json") as file:
            d = json.load(file)
        check(d["stopped"] and 2 <= d["games"] < 1000 and d["planned"] == 1000, f"a report of what was played: {d}")
        check(d["forfeits"] == 0, "a game that was broken off is nobody's fault")
        lines = log("sig.log")
        check(count(lines, "bye") == count(lines, "start"), "programs are told to quit")
        check(count(lines, "new") > count(lines, "result"), "in the middle of a game")
        check(not children(run.pid), "and nothing is left running")
    out, err = arena("--players", "random,greedy", "--games", "2", "--json")
    check(d["stopped"] is True and out["stopped"] is False, "a whole match says so")


def test_error_lines():
    d, err = match("oops.log", "oops", "keep")
    check(d["forfeits"] == 0, "it answers all the same")
    check("aude: logger says: error my head aches\n" in err, "its error is shown: " + err[:200])
    check(err.count("\n") <= 40 and "further errors are not shown" in err, "but not without end")
    d, err = match("fault.log", "fault", words=("--bot-timeout", "3000"))
    check("did not answer in time; it said: my head aches" in err, "the forfeit says what it said: " + err)
    check(d["players"][1]["forfeits"] == 2, "and is one")


def test_names():
    d, _ = match("name.log", "name=Zoë", words=("--records", "recs"))
    check(d["players"][1]["name"] == "Zoë", "its own name in the JSON")
    check("bot.py name.log" in d["players"][1]["command"], "beside its command")
    for i, seat in ((0, 1), (1, 0)):
        with open(f"recs/game-00000{i}.aude") as file:
            text = file.read()
        check(f"\nname {seat} Zoë\n" in text, "and in the records")
    out, _ = arena("--players", "random", "--bot", bot("name.log", "name=Zoë"), "--games", "2")
    check("  Zoë " in out and 'Zoë is "exec python3 bot.py' in out, "and in the table")
    d, _ = arena("--players", "greedy", "--bot", bot("a.log"), "--bot", bot("a.log"), "--each", "--games", "2",
                 "--json")
    check([p["name"] for p in d["players"]] == ["greedy", "logger", "logger 2"], "two of one name")
    long = "é" * 40
    d, _ = match("long.log", "name=" + long, words=("--records", "long"))
    check(d["players"][1]["name"] == "é" * 15, "a long one is cut between letters")
    run = subprocess.run([aude, "replay", "--quiet", "long/game-000000.aude"], capture_output=True)
    check(run.returncode == 0, "and its record can be read")
    d, _ = match("none.log", "nameless")
    check(d["players"][1]["name"].startswith("exec python3 bot.py"), "without one its command")


def test_clocks():
    d, err = match("late.log", "keep", "slow=80", words=("--ms", "40", "--grace", "300"))
    check(d["players"][1]["forfeits"] == 2, "a clock that binds")
    check(re.search(r"did not answer in time \(\d+ ms, \d+ of grace were left\)", err), err)
    told = [int(line.split()[2]) for line in log("late.log") if line.startswith("go ms")]
    check(told[0] == 30 and max(told) == 30, f"three quarters of a turn for the tile: {told[:6]}")
    check(min(told) >= 2, "never nothing")
    d, err = match("slow.log", "keep", "slow=25", words=("--ms", "20", "--grace", "60000"))
    check(d["players"][1]["forfeits"] == 0, f"grace is for the whole game: {err}")
    d, err = match("hang.log", "keep", "hang=3", words=("--bot-timeout", "3000"))
    check(d["players"][1]["forfeits"] == 2 and "in time\n" in err, f"without a clock the timeout: {err}")
    check(count(log("hang.log"), "start") == 3, "who hangs is ended, and started anew")


def test_sides_in_any_order():
    d, err = match("sides.log", "turned", "keep")
    check(d["forfeits"] == 0 and err == "", f"sides are a set: {err}")
    check(any(re.search(r"put small \w+ \w+ \w+", line) for line in log("sides.log")), "and some had several")


def test_players_that_are_programs():
    for word in ("bot:python3 x.py", "python3 x.py", "./x"):
        _, err = arena("--players", "level-1," + word, status=2)
        check("--bot \"COMMAND\"" in err and err.count("\n") == 1, f"{word} names --bot: {err}")


def test_rules_for_others():
    """`aude bot` as the rules of a program that writes its own positions."""
    talk = """hello 2
segments base/city-road-straight 90
segments moon
segments base/city 45
play pass
score
actions
go
position
aude 1
rules grow
seats 2
first 0
seed hidden
play
turn 1 seat 0: draw base/monastery; lay 0,1 0; put small monastery;
turn 2 seat 1: draw base/monastery; lay 0,2 0
end
actions
score
play put small field WR NL NR EL ER SL SR WL
score
play draw base/city4-shield
play lay 5,5 0
position
aude 1
rules grow
play
end
position
aude 1
rules grow
seats 2
first 0
seed hidden
play
turn 1 seat 0: draw base/monastery; lay 0,1 0; put small road N
end
"""
    run = subprocess.run([aude, "bot", "random"], input=talk, capture_output=True, text=True)
    lines = run.stdout.split("\n")
    check(lines.count("error there is no position yet") == 4, f"without a position: {lines[:12]}")
    at = lines.index("segments 4")
    check(lines[at + 1:at + 5] == ["road N S", "city E", "field NR SL", "field NL SR WL WR"], "a tile's segments")
    for words in ("error there is no such tile", "error a tile is turned by", "error there is no position yet",
                  "played put small field NL NR EL ER SL SR WL WR", "score 0 0 projected 3 0 next seat 1",
                  "score 0 0 projected 3 0 next tell", "played draw base/city4-shield",
                  "error a tile must share a side with one already laid (lay 5,5 0) [BASE-10]",
                  "error line 3 of the record: the setup is not complete when play begins "
                  "(missing: seats, first, seed)",
                  "error line 7 of the record: the tile has no such segment (put small road N) [BASE-30]"):
        check(any(line.startswith(words) for line in lines), f"no word of \"{words}\" in {lines}")


def test_go_numbers():
    position = "position\naude 1\nrules grow\nseats 2\nfirst 0\nseed hidden\nplay\nturn 1 seat 0: draw base/monastery;\nend\n"
    for words, good in (("ms -1", False), ("ms", False), ("ms ten", False), ("ms 1x", False), ("playouts -3", False),
                        ("ms 1", True), ("playouts 1", True), ("nodes 5 ms 1", True), ("", True)):
        run = subprocess.run([aude, "bot", "random"], input=position + "go " + words + "\n", capture_output=True, text=True)
        check(run.stdout.startswith("bestmove " if good else "error after `ms` and"), f"go {words}: {run.stdout}")


def test_the_document():
    """Its example can be read, and every word of the tables is known."""
    with open(os.path.join(root, "docs", "bot-protocol.md")) as file:
        text = file.read()
    example = text.split("```")[-2]
    run = subprocess.run([aude, "bot", "random"], input=example + "actions\n", capture_output=True, text=True)
    check(re.match(r"actions [1-9]", run.stdout), "the position by hand: " + run.stdout[:200])
    # The conversation: its position holds, hashes and last line included, and its actions are all there are.
    said = re.findall(r"^> (.*)", text.split("## A conversation")[1].split("```")[1], re.M)
    at = said.index("position"), said.index("end")
    listed = said[at[1] + 1:at[1] + 2 + int(said[at[1] + 1].split()[1])]
    talk = said[at[0]:at[1] + 1] + ["actions", "go playouts 1"]
    run = subprocess.run([aude, "bot", "random"], input="\n".join(talk) + "\n", capture_output=True, text=True)
    lines = run.stdout.split("\n")
    check(lines[:-2] == listed and lines[-2].startswith("bestmove"), f"the conversation: {run.stdout[:300]}")
    check(said[at[1] - 1].startswith("open ") and "hash" in said[at[1] - 2], "with its hashes")
    told = re.findall(r"^\| `(\w+)", text.split("## What a program is told")[1].split("##")[0], re.M)
    asked = re.findall(r"^\| `(\w+)", text.split("## `aude bot`")[1], re.M)
    check({"hello", "new", "result", "quit"} <= set(told) and {"play", "score", "segments"} <= set(asked),
          f"the words: {told} {asked}")
    for word in told + asked:
        talk = word + " 1\n" + "end\n" * (word == "position")
        run = subprocess.run([aude, "bot", "random"], input=talk, capture_output=True, text=True)
        check("is not known; docs" not in run.stdout, f"{word}: {run.stdout}")


for name, test in list(globals().items()):
    if name.startswith("test_"):
        began = time.time()
        try:
            test()
        except Exception as problem:  # a test that cannot go on has failed
            check(False, f"{name}: {type(problem).__name__}: {problem}")
        if os.environ.get("VERBOSE"):
            print(f"{name}: {time.time() - began:.1f} s")
print(f"bot_protocol.py: {checks} checks, {failed} failed")
sys.exit(failed > 0)
