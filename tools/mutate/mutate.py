#!/usr/bin/env python3
"""mutate.py -- small changes to the server's sources, one at a time: do the tests notice?

    tools/mutate/mutate.py --list                      what could be changed, one a line
    tools/mutate/mutate.py --n 100 --seed 1            a hundred of them, chosen by the seed
    tools/mutate/mutate.py --file server/hub/guest.c   only in files whose name has this in it
    tools/mutate/mutate.py --at server/hub/hub.c:37    only in that line

Every change is made in a copy of the tree (build/mutants), which is built with ASan and UBSan; then the C tests of the
server run (the program server_tests), and the simulator with some seeds. A change that none of them notices is printed: either
a test is missing, or the change has no effect. Stopped and begun again with the same --seed and --n, it goes on where it was.
"""
import argparse
import hashlib
import json
import os
import random
import re
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FOLDER = os.path.join(ROOT, "build", "mutants")
# What the C tests and the simulator run. The rest (sockets, TLS, PostgreSQL, threads) is tried by tests/server/*.py with a whole server.
FILES = r"server/(table|hub|node)/\w+\.c|server/store/store_(sqlite\w*|push|hours|begin|copy|check)\.c|server/net/(wire\w*|card)\.c|server/push/push_(address|answer|seal)\.c"

# A pattern, and what it becomes.
CHANGES = [
    (r" == ", " != "), (r" != ", " == "), (r" <= ", " < "), (r" < ", " <= "), (r" >= ", " > "), (r" > ", " >= "),
    (r" && ", " || "), (r" \|\| ", " && "), (r" \+ ", " - "), (r" - ", " + "), (r"\+\+", "--"), (r" \+= ", " -= "), (r" -= ", " += "),
    (r"\bif \(!", "if ("), (r"\bif \((?!!)(\w+)\)", r"if (!\1)"), (r"return true;", "return false;"), (r"return false;", "return true;"),
    (r"(?<![\w.])0(?![\w.])", "1"), (r"(?<![\w.])1(?![\w.])", "2"),
    (r"^(\s+)[a-z_]\w*\([^;]*\);$", r"\1;"),  # a call is left out
    (r"^(\s+)[\w>.\-\[\]]+ [|&+-]?= [^;]*;$", r"\1;"),  # an assignment is left out
]


def strip_strings(line):
    """The same line with the letters of its texts and comments gone, so that none of them is changed."""
    return re.sub(r'"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\'|/\*.*?(\*/|$)|//.*', lambda m: "\0" * len(m[0]), line)


def changes_of(path):
    """(line number, before, after) for every small change to the file."""
    within = inside = False
    lines = open(os.path.join(ROOT, path), encoding="utf-8").read().split("\n")
    for number, line in enumerate(lines, 1):
        plain = strip_strings(line)
        if within:  # of a comment over several lines
            within = "*/" not in line
            continue
        within = "/*" in line and "*/" not in line
        if line == "{":
            inside = True
            if re.match(r"(static )?void ", lines[number - 2]):
                yield number, line, "{ return;"  # nothing of the function is done
            continue
        if line == "}":
            inside = False
        if not inside or line.lstrip().startswith("#"):
            continue
        for pattern, into in CHANGES:
            for found in re.finditer(pattern, plain):
                if "\0" in found[0] and not pattern.startswith("^"):
                    continue
                whole = re.match(pattern, line[found.start():]) if pattern.startswith("^") else found
                if not whole:
                    continue
                after = line[:found.start()] + whole.expand(into) + line[found.end():]
                if after != line:
                    yield number, line, after


def all_changes(only, at):
    files = subprocess.run(["git", "ls-files", "server"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    for path in files:
        if not re.fullmatch(FILES, path) or (only and only not in path) or (at and at.split(":")[0] != path):
            continue
        for number, before, after in changes_of(path):
            if not at or int(at.split(":")[1]) == number:
                yield path, number, before, after


def copy_tree():
    """The files that git knows, as they are here; only what differs is written, so that only that is built again. Their sum."""
    total = hashlib.sha256()
    names = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\n")
    for name in filter(None, names):
        source, copy = os.path.join(ROOT, name), os.path.join(FOLDER, "tree", name)
        if not os.path.isfile(source):
            continue
        data = open(source, "rb").read()
        total.update(name.encode() + b"\0" + data)
        if os.path.exists(copy) and open(copy, "rb").read() == data:
            continue
        os.makedirs(os.path.dirname(copy), exist_ok=True)
        with open(copy, "wb") as file:
            file.write(data)
        if os.access(source, os.X_OK):
            os.chmod(copy, 0o755)
    return total.hexdigest()


def passes(sum_of_tree, o):
    """Does the tree as it is pass? One that did is not asked again."""
    note = os.path.join(FOLDER, "passed")
    built, why = build(o.jobs)
    if built and os.path.exists(note) and open(note).read() == sum_of_tree:
        return True
    how = tested(o.runs, o.patience) if built else "compiler"
    if how:
        print(f"mutate.py: the tree as it is does not pass ({how}): nothing can be said\n{why if not built else ''}", file=sys.stderr)
        return False
    with open(note, "w") as file:
        file.write(sum_of_tree)
    return True


def build(jobs):
    """True: it is built. The tests and the simulator, no more."""
    folder = os.path.join(FOLDER, "build")
    if not os.path.exists(os.path.join(folder, "build.ninja")):
        subprocess.run(["cmake", "-G", "Ninja", "-S", os.path.join(FOLDER, "tree"), "-B", folder, "-DCMAKE_BUILD_TYPE=Debug",
                        "-DCMAKE_C_FLAGS_DEBUG=-O1", "-DAUDE_PAGE=OFF", "-DAUDE_SANITIZE=address,undefined"], check=True, stdout=subprocess.DEVNULL)
    done = subprocess.run(["ninja", "-C", folder, "-j", str(jobs), "server_tests", "simulate"], capture_output=True, text=True, check=False)
    return done.returncode == 0, done.stdout[-3000:]


def tested(runs, patience):
    """What noticed: "tests", "simulator", "time"; None: nobody."""
    folder, env = os.path.join(FOLDER, "build"), {**os.environ, "AUDE_QUICK": "1"}
    for what, words in (("tests", ["server_tests"]), ("simulator", ["simulate", "--seed", "1", "--runs", str(runs)])):
        try:
            done = subprocess.run([os.path.join(folder, words[0]), *words[1:]], cwd=os.path.join(FOLDER, "tree"), env=env, timeout=patience,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        except subprocess.TimeoutExpired:
            return "time"
        if done.returncode:
            return what
    return None


def put(path, number, line):
    """That line into the copy."""
    name = os.path.join(FOLDER, "tree", path)
    lines = open(os.path.join(ROOT, path), encoding="utf-8").read().split("\n")
    lines[number - 1] = line
    with open(name, "w", encoding="utf-8") as file:
        file.write("\n".join(lines))


def judge(change, o):
    path, number, before, after = change
    put(path, number, after)
    built, _ = build(o.jobs)
    how = tested(o.runs, o.patience) if built else "compiler"
    put(path, number, before)
    return how or "nobody"


def report(results):
    judged = [r for r in results if r["how"] != "compiler"]
    lived = [r for r in judged if r["how"] == "nobody"]
    for one in lived:
        print(f"- {one['at']} `{one['before'].strip()}` became `{one['after'].strip()}`")
    if judged:
        print(f"{len(judged) - len(lived)} of {len(judged)} noticed ({100 * (len(judged) - len(lived)) // len(judged)} %)")
    return lived


def main():
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--list", action="store_true", help="only say what could be changed")
    words.add_argument("--n", type=int, default=100, help="how many changes are tried (100)")
    words.add_argument("--seed", type=int, default=1, help="which ones")
    words.add_argument("--file", help="only in files whose name has this in it")
    words.add_argument("--at", help="only in FILE:LINE")
    words.add_argument("--runs", type=int, default=200, help="worlds of the simulator for each (200)")
    words.add_argument("--jobs", type=int, default=2, help="compilers at once (2)")
    words.add_argument("--patience", type=int, default=180, help="seconds after which a test counts as stuck (180)")
    words.add_argument("--seconds", type=int, default=0, help="stop after so long; the same call goes on there")
    words.add_argument("--again", action="store_true", help="judge those again that nobody noticed")
    o = words.parse_args()
    found = sorted(set(all_changes(o.file, o.at)))
    if o.list:
        for path, number, before, after in found:
            print(f"{path}:{number} `{before.strip()}` becomes `{after.strip()}`")
        return 0
    chosen = found if o.at else random.Random(o.seed).sample(found, min(o.n, len(found)))
    os.makedirs(FOLDER, exist_ok=True)
    note = os.path.join(FOLDER, f"results-{o.seed}-{o.n}{'-' + o.file.replace('/', '_') if o.file else ''}{'-at' if o.at else ''}.json")
    results = json.load(open(note)) if os.path.exists(note) and not o.at else []
    known = {(r["before"], r["after"], r["at"].split(":")[0]): r for r in results}
    begun = time.monotonic()
    if not passes(copy_tree(), o):
        return 1
    for change in chosen:
        path, number, before, after = change
        old = known.get((before, after, path))
        if old and not (o.again and old["how"] == "nobody"):
            continue
        if o.seconds and time.monotonic() - begun > o.seconds:
            break
        how = judge(change, o)
        if old:
            old["how"] = how
        else:
            results.append({"at": f"{path}:{number}", "before": before, "after": after, "how": how})
        json.dump(results, open(note, "w"), indent=1)
        print(f"{how:9} {path}:{number} {after.strip()}", file=sys.stderr, flush=True)
    report(results)
    return 0


sys.exit(main())
