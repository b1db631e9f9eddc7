"""The help texts against the parsers: every option is explained and every explained option is
taken, with a value where one is shown; the numbers and names they give are those that work.

    help.py BUILD
"""
import json
import os
import re
import subprocess
import sys
import tempfile

aude = os.path.join(os.path.abspath(sys.argv[1]), "aude")
if not os.path.exists(aude):
    print(f"skipped: there is no {aude}")
    sys.exit(77)
root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
tmp = tempfile.TemporaryDirectory(prefix="aude-help-")
os.chdir(tmp.name)
os.environ["HOME"] = tmp.name
checks = failed = 0


def check(ok, what):
    global checks, failed
    checks += 1
    if not ok:
        failed += 1
        print("FAILED:", what)


def run(*words):
    return subprocess.run([aude, *words], capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=120)


def status(*words):
    return run(*words).returncode


commands = {c["name"]: c for c in json.loads(run("help", "--json").stdout)["commands"]}
helps = {name: run("help", name).stdout for name in commands}
# What --help says of a value: a word in capitals, NAME=VALUE, A,B or a quoted one.
VALUE = r"[= ](\"?[A-Z][A-Za-z0-9,.=:]*|sqlite:|usual|book)"

check(len(commands) >= 13, "every command is listed")
for name, command in commands.items():
    text = helps[name]
    taken = {o["name"]: o for o in command["options"]}
    described = text.split("\nexamples:")[0]
    named = set(re.findall(r"--([a-z][a-z-]*)", described))
    check(named == set(taken), f"{name}: help and parser differ: {sorted(named ^ set(taken))}")
    lists = [line for line in described.split("\n") if re.match(r"  --\w+(, --|$|,$)", line)]
    for option in taken.values():
        word = option["name"]
        if "letter" in option:
            check(f"-{option['letter']}, --{word}" in text, f"{name}: -{option['letter']} is not told")
        lines = [l for l in described.split("\n") if re.search(rf"^ +(-\w, +)?(--[a-z-]+ [A-Z]+ +)?--{word}\b", l)]
        lines = [l for l in lines if l not in lists]
        if not lines:
            check(any(f"--{word}" in l for l in lists), f"{name}: --{word} has no line of its own, nor a list")
            continue
        shown = bool(re.search(rf"--{word}{VALUE}", lines[0]))
        check(shown == option["value"], f"{name}: --{word} {'takes a' if option['value'] else 'takes no'} value")
    for letter, word in re.findall(r"^ +-(\w), --([a-z-]+)", text, re.M):
        check(taken.get(word, {}).get("letter") == letter, f"{name}: there is no -{letter}")
    check(max(map(len, text.split("\n"))) <= 80, f"{name}: a line of more than 80 columns")
    check("{setup}" not in text, f"{name}: the options of the setup are put in")
    # The parser itself, beside the table: an option that is there asks for its value.
    for option in taken.values():
        if option["value"]:
            r = run(name, "--" + option["name"])
            check(r.returncode == 2 and "needs a value" in r.stderr, f"{name} --{option['name']}: {r.stderr}")
        else:
            r = run(name, "--" + option["name"] + "=1")
            check(r.returncode == 2 and "takes no value" in r.stderr, f"{name} --{option['name']}: {r.stderr}")
    examples = re.findall(r"^  aude (\w+)(.*)$", text.split("\nexamples:\n")[1], re.M)
    for word, rest in examples:
        used = re.findall(r"--([a-z][a-z-]*)", re.sub(r'".*?"', "", rest))
        known = {o["name"] for o in commands[word]["options"]}
        check(set(used) <= known, f"{name}: its examples use {set(used) - known}")

# --- words that follow a command ------------------------------------------------------------

for name, command in commands.items():
    verbs = command.get("verbs", [])
    usage = helps[name].split("\n\n")[0]
    shown = set(re.findall(rf"aude {name} ([a-z]+)", usage))
    if name == "admin":  # its verbs have lines of their own
        shown = {word for line in re.findall(r"^  ([a-z]+(?:, [a-z]+)*)\b", helps[name], re.M) for word in line.split(", ")} - {"aude"}
    check(shown == set(verbs), f"{name}: its help tells of {sorted(shown)}, completion of {verbs}")
    for verb in verbs:  # one that is not known is named in the refusal
        r = run(name, verb, "a", "b", "c", "d", "e", "f")
        check(r.returncode in (1, 2) and f'"{verb}"' not in r.stderr, f"{name} {verb}: {r.stderr}")
    if verbs:
        r = run(name, "sing", "b")
        check(r.returncode == 2 and "sing" in r.stderr or name == "name", f"{name} sing: {r.stderr}")

# --- what is told and written ---------------------------------------------------------------

for name in ("replay", "review", "analyse", "puzzles", "tiles", "rules", "sim", "arena", "bench", "commit", "tournament", "store", "name", "admin", "club"):
    options = {o["name"] for o in commands[name]["options"]}
    check({"json", "output"} <= options, f"{name} has --json and -o")
for name in ("render", "convert"):
    check("output" in {o["name"] for o in commands[name]["options"]}, f"{name} has -o")

# --- names and numbers ----------------------------------------------------------------------

players = ["random", "greedy"] + [f"level-{i}" for i in range(1, 6)]
for name, option in (("play", "--seat"), ("sim", "--players"), ("arena", "--players")):
    said = re.search(rf"^  (-\w, )?{option}.*?(?=\n  -)", helps[name], re.M | re.S).group()
    check("random" in said and "greedy" in said and "level-1 .. level-7" in said, f"{name} {option} names every player")
for player in players: # nobody needs to think: the order of tiles is not there, the person is asked first
    for name in ("sim", "arena"):
        more = ("--sets", "nonsense") if name == "arena" else ("--order", "nowhere")
        r = run(name, "--players", player + ",random", *more)
        check("no computer player" not in r.stderr and more[1] in r.stderr, f"{name} takes {player}: {r.stderr}")
    r = run("play", "--seat", f"human,{player}", "--first", "0", "--save", "x.aude")
    check(r.returncode == 0, f"play takes {player}: {r.stderr}")
check("no computer player" in run("sim", "--players", "level-8,random").stderr, "sim takes no other")
check(status("play", "--seat", "level-8,human") == 2, "and no other")
six = ",".join(["human"] + ["random"] * 5)
r = run("play", "--seat", six, "--first", "0", "--expansion", "inns-cathedrals", "--save", "six.aude")
check(r.returncode == 0, f"play takes six seats: {r.stderr}")
lo, hi = map(int, re.search(r"--players N +how many, (\d) to (\d)", helps["play"]).groups())
for n, wanted in ((lo - 1, 2), (lo, 0), (hi, 0), (hi + 1, 2)):
    got = status("commit", "--players", str(n), "--switch", "max_players=6")
    check(got == wanted, f"--players {n}: status {got}, and the help says {lo} to {hi}")
listed = re.search(r"whose rulebook: (.*?)\n  -", helps["play"], re.S).group(1)
listed = set(re.findall(r"\w+", listed.replace("(default)", "")))
known = set(run("sim", "--rules", "nonsense").stderr.split("there are ")[-1].strip().split(", "))
check(listed == known, f"the rulebooks: {listed ^ known}")
lo, hi = map(int, re.search(r"width of a tile, (\d+) to (\d+)", helps["render"]).groups())
run("sim", "--games", "1", "--records", "r")
for n, wanted in ((lo - 1, 2), (lo, 0), (hi, 0), (hi + 1, 2)):
    check(status("render", "r/game-000000.aude", "--tile-px", str(n), "-o", "x.svg") == wanted, f"--tile-px {n}")

# --- exit statuses --------------------------------------------------------------------------

with open(os.path.join(root, "docs", "cli.md")) as file:
    document = file.read()
overview = run("help").stdout
for number in ("0", "1", "2", "130", "143"):
    check(re.search(rf"^\| {number} \|", document, re.M), f"docs/cli.md tells of status {number}")
    check(re.search(rf"\b{number}\b", overview.split("exit status:")[1]), f"aude help tells of status {number}")
listed = overview.split("\n\n")[2].split("\n")
check([l.split()[0] for l in listed] == list(commands) + ["help"], f"one line a command, for scripts/man too: {listed}")
for name in commands:
    check(f"`aude {name}`" in document, f"docs/cli.md names {name}")
    check(f"  {name} " in overview, f"aude help names {name}")

print(f"help.py: {checks} checks, {failed} failed")
sys.exit(failed > 0)
