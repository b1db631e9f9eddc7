#!/usr/bin/env python3
"""mutate.py -- small changes to the server's and the club's sources, one at a time: do the tests notice?

    tools/mutate/mutate.py --list                      what could be changed, one a line
    tools/mutate/mutate.py --n 100 --seed 1            a hundred of them, chosen by the seed
    tools/mutate/mutate.py --file server/hub/guest.c   only in files whose name has this in it
    tools/mutate/mutate.py --at server/hub/hub.c:37    only in that line

Works in two copies of the tree (build/mutants). In one of them every group of C tests, the simulator, the tests of the store with a PostgreSQL of our own and
(with --scripts) tests/server/*.py run once and note which lines they reach. In the other each change is a copy of its function with that line changed, and
the function begins by asking whether it is the copy's turn (the variable AUDE_MUTANT has its number). So all changes are compiled together, and one change
costs no more than a run of the groups that reach its line, the quickest first, until one fails; two changes are tried at once. With --again --asan those that
nobody noticed are tried under ASan and UBSan, and with --again --scripts N by N of the scripts that reach the line, the likeliest first, against a whole
server. All of these are part of `make test`. A change that none of them notices is printed: either a test is missing, or the change has no effect.
tools/mutate/no_effect.txt lists those of which somebody has found that they have none, with the reason. Begun again with the same words, it goes on where it
was (--seconds stops it after a while); --again judges anew those that nobody noticed, after a test was written.
"""
import argparse
import atexit
import concurrent.futures
import gzip
import hashlib
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import threading
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FOLDER = os.path.join(ROOT, "build", "mutants")
TREE, CHANGED = os.path.join(FOLDER, "tree"), os.path.join(FOLDER, "changed")
# What the C tests and the simulator run. The rest (sockets, TLS, PostgreSQL, threads) is tried by tests/server/*.py with a whole server.
FILES = r"server/.*\.c|club/\w+\.c"
SIMULATED = {"simulate": ["--runs", "100"], "simulate --alone": ["--alone", "--runs", "1000"]}  # as in tests/server/simulate.sh
UNNOTICED = ("nobody", "not reached")
# C tests of the store that store_postgres.py runs with PostgreSQL.
POSTGRES = ("store", "store_owners", "store_push", "store_names", "store_results", "store_tournaments", "store_duty", "store_pg", "store_copy")
PROGRAMS = ("aude", "messages", "archive", "aude_tests")  # what the scripts run
# Those of tests/server/*.py that are asked; not the slowest.
SCRIPTS_ASKED = ("admin_command", "nodes", "server_answers", "server_attack", "server_limits", "server_messages", "server_names",
                 "server_operations", "server_play", "server_push", "server_wire", "store_command", "store_postgres")
# Which script is asked first, by the name of the file; the first line that fits counts.
SCRIPTS = [(r"net/(http|door|ws|front|health|name|page|import|card)", "server_answers"),
           (r"store_(copy|check|begin)", "store_command"), (r"store_duty|table_erase|hub_duty|ban\.c", "admin_command"),
           (r"store_(names|result|tournament|wait)\.c", "store_postgres"), (r"names|passkey|name_of", "server_names"), (r"push", "server_push"),
           (r"server/node|hub_node|owners|hub_wait", "nodes"),
           (r"contest|club/|hub_games|hub_club|hub_result|ratings", "server_messages"), (r"guest", "server_limits"),
           (r"wire|line\.c", "server_wire"), (r"card", "server_attack"), (r"store_", "store_postgres"),
           (r"fields|messages|hub_metrics", "server_messages"), (r"", "server_play")]
BUILDS = {"plain": (CHANGED, ["-DCMAKE_C_FLAGS_DEBUG=-O1 -w", "-DAUDE_UNITS=OFF"]),
          "asan": (CHANGED, ["-DCMAKE_C_FLAGS_DEBUG=-O1 -w", "-DAUDE_UNITS=OFF", "-DAUDE_SANITIZE=address,undefined"]),
          "reach": (TREE, ["-DCMAKE_C_FLAGS_DEBUG=-O0 --coverage", "-DAUDE_UNITS=OFF"])}

# A pattern, and what it becomes.
CHANGES = [
    (r" == ", " != "), (r" != ", " == "), (r" <= ", " < "), (r" < ", " <= "), (r" >= ", " > "), (r" > ", " >= "),
    (r" && ", " || "), (r" \|\| ", " && "), (r" \+ ", " - "), (r" - ", " + "), (r"\+\+", "--"), (r" \+= ", " -= "), (r" -= ", " += "),
    (r"\bif \(!", "if ("), (r"\bif \((?!!)(\w+)\)", r"if (!\1)"), (r"return true;", "return false;"), (r"return false;", "return true;"),
    (r"(?<![\w.])0(?![\w.])", "1"), (r"(?<![\w.])1(?![\w.])", "2"),
    (r"^(\s+)[a-z_]\w*\([^;]*\);$", r"\1;"),  # a call is left out
    (r"^(\s+)[\w>.\-\[\]]+ [|&+-]?= [^;]*;$", r"\1;"),  # an assignment is left out
]

# What a line becomes is left out where it cannot matter: memory for one more, another number below 0 where all mean "none", the second letter of
# a text that has many or none (hashes, names of tables), the size of another element, a name that comes twice in a text of our own.
NEVER_BECOMES = re.compile(r"\bcalloc\(2, |\.n = -2\b|\bsizeof \w+\[1\]|\b(who|session|tournament)\[1\]|json_load[sb]\([^;]*, 1, NULL\)|[mc]alloc\([^;]* \+ 2[,)]")
# What is bracketed here can be changed without effect, whatever the line: the size of one is that of the other, nobody uses the second, every negative length
# means "up to the end", and memory that is cleared before it is given back cannot be looked at.
NEVER = [r"sizeof [\w.>-]+\[(0)\]", r"\bcalloc\((1), ", r"-(1), SQLITE_(?:STATIC|TRANSIENT|PREPARE)", r"sqlite3_prepare_v\d\(.*, -(1),",
         r"^(\s+(?:sodium_memzero|OPENSSL_cleanse)\([^;]*\);)$"]


def is_idle(plain, found):
    """Is it one of those changes?"""
    return any(never.span(1) == found.span() for pattern in NEVER for never in re.finditer(pattern, plain))


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
                if ("\0" in found[0] and not pattern.startswith("^")) or is_idle(plain, found):
                    continue
                whole = re.match(pattern, line[found.start():]) if pattern.startswith("^") else found
                if not whole:
                    continue
                after = line[:found.start()] + whole.expand(into) + line[found.end():]
                if after != line and not (NEVER_BECOMES.search(after) and not NEVER_BECOMES.search(line)):
                    yield number, line, after


def all_changes(only, at):
    files = subprocess.run(["git", "ls-files", "server", "club"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    for path in files:
        if not re.fullmatch(FILES, path) or (only and not re.search(only, path)) or (at and at.split(":")[0] != path):
            continue
        for number, before, after in changes_of(path):
            if not at or int(at.split(":")[1]) == number:
                yield path, number, before, after


def copy_tree(folder, changed):
    """The files that git knows, as they are here; only what differs is written, so that only that is built again. The sum of the C sources."""
    total = hashlib.sha256()
    names = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\n")
    for name in filter(None, names):
        source, copy = os.path.join(ROOT, name), os.path.join(folder, name)
        if not os.path.isfile(source):
            continue
        data = open(source, "rb").read()
        if name.endswith((".c", ".h", ".def", ".cmake", "CMakeLists.txt")):
            total.update(name.encode() + b"\0" + data)
        data = changed.get(name, data)
        if os.path.exists(copy) and open(copy, "rb").read() == data:
            continue
        os.makedirs(os.path.dirname(copy), exist_ok=True)
        with open(copy, "wb") as file:
            file.write(data)
        if os.access(source, os.X_OK):
            os.chmod(copy, 0o755)
    page, copy = os.path.join(ROOT, "web", "dist"), os.path.join(folder, "web", "dist")
    if os.path.isdir(page) and not os.path.isdir(copy):  # git does not know it, but the server hands it out
        shutil.copytree(page, copy)
    return total.hexdigest()


def build(kind, o, *programs):
    """None: it is built; else what the compiler said."""
    folder = os.path.join(FOLDER, kind)
    if not os.path.exists(os.path.join(folder, "build.ninja")):
        tree, options = BUILDS[kind]
        subprocess.run(["cmake", "-G", "Ninja", "-S", tree, "-B", folder, "-DCMAKE_BUILD_TYPE=Debug", *options],
                       check=True, stdout=subprocess.DEVNULL)
    done = subprocess.run(["ninja", "-k", "0", "-C", folder, "-j", str(o.jobs), *programs], capture_output=True, text=True, check=False)
    return None if done.returncode == 0 else done.stdout


def words_of(kind, group):
    """How a group is run: a group of C tests, the simulator, C tests with a store in PostgreSQL ("pg NAME"), or a script."""
    folder, what, name = os.path.join(FOLDER, kind), *(group.split() + [""])[:2]
    if group in SIMULATED:
        return [os.path.join(folder, what), *SIMULATED[group]], {}
    if what == "script":
        return [sys.executable, f"tests/server/{name}.py", folder], {}
    if what == "pg":
        return [os.path.join(folder, "server_tests"), name + "/"], {"AUDE_TEST_STORE": database_url()}
    return [os.path.join(folder, "server_tests"), group + "/"], {}


def fails(kind, group, seconds, env):
    """Does this group of tests fail? One that takes far too long fails, too. One that was skipped does not."""
    words, more = words_of(kind, group)
    with subprocess.Popen(words, cwd=TREE, env={**os.environ, "AUDE_QUICK": "1", **more, **env}, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL, start_new_session=True) as running:
        try:
            return running.wait(seconds) not in (0, 77)
        except subprocess.TimeoutExpired:
            return True
        finally:
            try:
                os.killpg(running.pid, signal.SIGKILL)  # servers that a script has left behind, too
            except ProcessLookupError:
                pass


databases = []


def database_url():
    """Of a PostgreSQL of our own, begun when it is first asked for; None where there is none."""
    if not databases:
        sys.path.insert(0, os.path.join(ROOT, "tests", "server"))
        import postgres  # noqa: E402
        try:
            one = postgres.Postgres("-c", "fsync=off").__enter__()
            atexit.register(one.__exit__)
            databases.append(one.url)
        except postgres.Skip as why:
            print(f"mutate.py: {why}: store_pg*.c is not tried by C tests", file=sys.stderr)
            databases.append(None)
    return databases[0]


def lines_reached(group):
    """{file: {line: times}} of one run of the group, from what gcov left."""
    reached, begin = {}, os.path.join(FOLDER, "gcov", group.replace(" ", ""))
    for folder, _, files in os.walk(begin):
        data = [name for name in files if name.endswith(".gcda")]
        if not data:
            continue
        for name in data:  # gcov wants the note of the compiler beside it
            note = os.path.join(folder, name[:-5] + ".gcno")
            if not os.path.exists(note):
                os.symlink(os.path.join("/", os.path.relpath(note, begin)), note)
        subprocess.run(["gcov", "-i", *data], cwd=folder, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for name in os.listdir(folder):
            if name.endswith(".gcov.json.gz"):
                for file in json.load(gzip.open(os.path.join(folder, name)))["files"]:
                    lines = reached.setdefault(os.path.relpath(os.path.join(TREE, file["file"]), TREE), {})
                    for line in file["lines"]:
                        lines[str(line["line_number"])] = lines.get(str(line["line_number"]), 0) + line["count"]
    return reached


def groups_of(o):
    """Every group there is; scripts only where they are asked for."""
    listed = subprocess.run([os.path.join(FOLDER, "reach", "server_tests"), "--list"], capture_output=True, text=True, check=True).stdout
    groups = [*sorted({line.split("/")[0] for line in listed.split()}), *SIMULATED]
    groups += [f"pg {name}" for name in POSTGRES if database_url()]
    return groups + [f"script {name}" for name in SCRIPTS_ASKED if o.scripts]


def learn(sum_of_tree, o):
    """Which groups there are, how long each takes, which lines it reaches. Kept for as long as the tree is the same (--keep-reach: longer)."""
    note = os.path.join(FOLDER, "reach.json")
    known = {"tree": sum_of_tree, "seconds": {}, "lines": {}}
    if os.path.exists(note):
        before = json.load(open(note))
        if before["tree"] == sum_of_tree or o.keep_reach:
            known = before
            for group in (o.learn or "").split(","):
                known["lines"].pop(group, None)
    why = build("reach", o, "server_tests", "simulate", *(PROGRAMS if o.scripts else ()))
    if why:
        sys.exit(f"mutate.py: the tree as it is does not build\n{why[-3000:]}")
    for group in groups_of(o):
        if group in known["lines"]:
            continue
        prefix = os.path.join(FOLDER, "gcov", group.replace(" ", ""))
        subprocess.run(["rm", "-rf", prefix], check=True)
        begun = time.monotonic()
        failed = fails("reach", group, o.patience, {"GCOV_PREFIX": prefix})
        if failed and not group.startswith("script "):
            sys.exit(f"mutate.py: the tree as it is does not pass {group}: nothing can be said")
        if failed:
            print(f"mutate.py: {group} does not pass without a change: it is not asked", file=sys.stderr)
        known["seconds"][group] = time.monotonic() - begun
        known["lines"][group] = {} if failed else {file: lines for file, lines in lines_reached(group).items() if re.fullmatch(FILES, file)}
        print(f"reach     {group} {known['seconds'][group]:.1f} s", file=sys.stderr, flush=True)
        json.dump(known, open(note, "w"))
    return known


def groups_for(known, path, number, kind):
    """Those that reach the line, the quickest first; where gcov has no figure for it, those that reach the line before that has one."""
    lines = {int(n) for group in known["lines"].values() for n in group.get(path, {})}
    at = number
    while at > 1 and at not in lines:
        at -= 1
    found = [g for g, files in known["lines"].items() if files.get(path, {}).get(str(at), 0) > 0 and g.startswith("script ") == (kind == "script")]
    likely = next("script " + name for pattern, name in SCRIPTS if re.search(pattern, path))
    return sorted(found, key=lambda g: (g in SIMULATED, g != likely, known["seconds"][g]))


# -- all changes in one program ---------------------------------------------------------------

READ_NUMBER = ("extern char *getenv(const char *); extern int atoi(const char *); static int mutate_now = -1; "
               "__attribute__((constructor)) static void mutate_read(void) "
               '{ const char *text = getenv("AUDE_MUTANT"); if (text) mutate_now = atoi(text); }')


def function_around(lines, number):
    """(first line of the signature, its "{", its "}"), counted from 0, of the function that has line `number`."""
    begin = number - 1
    while lines[begin] != "{":
        begin -= 1
    end = begin
    while lines[end] != "}":
        end += 1
    first = begin - 1
    while not re.match(r"\w", lines[first]) or re.match(r"\w.*[^;:/]$", lines[first - 1]):
        first -= 1
    return first, begin, end


def names_of(parameters):
    """The names of a function's parameters; None: it takes any number of them, and cannot be called on."""
    depth, parts = 0, [""]
    for letter in parameters:
        depth += (letter in "([") - (letter in ")]")
        if letter == "," and not depth:
            parts.append("")
        else:
            parts[-1] += letter
    if "..." in parameters:
        return None
    found = [re.search(r"\(\*(\w+)\)|(\w+)\s*(?:\[[^\]]*\]\s*)*$", part.strip()) for part in parts if part.strip() != "void"]
    return [one[1] or one[2] for one in found]


def copy_of_function(lines, number, line, which):
    """(the copy with that line changed, the line that hands over to it); None where that cannot be."""
    first, begin, end = function_around(lines, number)
    signature = " ".join(part.strip() for part in lines[first:begin])
    parsed_one = re.match(r"(.*?)(\w+)\((.*)\)$", signature)
    names = names_of(parsed_one[3]) if parsed_one else None
    if names is None:
        return None
    kind, name = parsed_one[1], f"{parsed_one[2]}_mutant_{which}"
    head = f"{'' if 'static' in kind else 'static '}{kind}{name}({parsed_one[3]})"
    body = [line if at == number - 1 else lines[at] for at in range(begin, end + 1)]
    call = f"{name}({', '.join(names)});"
    is_void = re.match(r"(static )?(inline )?void $", kind)
    hand_over = f"if (mutate_now == {which}) " + (f"{{ {call} return; }}" if is_void else f"return {call}")
    return [signature + ";", head, *body, ""], hand_over, first, begin


def with_all(path, some):
    """The text of the file with these changes (number, line, which) in it, and the lines that each of them takes."""
    lines = open(os.path.join(ROOT, path), encoding="utf-8").read().split("\n")
    before, after = {}, {}
    for number, line, which in some:
        copy, hand_over, first, begin = copy_of_function(lines, number, line, which)
        before.setdefault(first, []).append((which, copy))
        after.setdefault(begin, []).append(hand_over)
    out, takes = [READ_NUMBER], {}
    for at, line in enumerate(lines):
        for which, copy in before.get(at, []):
            takes[which] = (len(out) + 1, len(out) + len(copy))
            out += copy
        out += [line, *after.get(at, [])]
    return "\n".join(out), takes


def place_all(results, o):
    """Both programs with every change that is still to be judged; one that does not compile is marked so."""
    while True:
        files, takes, changed = {}, {}, {}
        for which, one in enumerate(results):
            place = find_again(one)
            if one["how"] == "compiler" or not place:
                one["how"] = one["how"] or "gone"
                continue
            lines = open(os.path.join(ROOT, place[0]), encoding="utf-8").read().split("\n")
            if not copy_of_function(lines, place[1], one["after"], which):
                one["how"] = "compiler"  # a function with any number of arguments
                continue
            files.setdefault(place[0], []).append((place[1], one["after"], which))
        for path, some in files.items():
            text, takes[path] = with_all(path, some)
            changed[path] = text.encode()
        copy_tree(CHANGED, changed)
        more = PROGRAMS if o.scripts else ()
        said = build("asan" if o.asan else "plain", o, "server_tests", "simulate", *more)
        if not said:
            return
        bad = {which for path, line in re.findall(r"((?:server|club)/\S+?\.c):(\d+):\d+: error", said)
               for which, (low, high) in takes.get(path, {}).items() if low <= int(line) <= high}
        if not bad:
            sys.exit(f"mutate.py: the changed tree does not build\n{said[-3000:]}")
        for which in bad:
            results[which]["how"] = "compiler"


group_locks = {}
passed = {}  # (kind of build, group): does it pass without a change?


def notices(kind, group, which, known):
    """A group that fails anyway notices nothing."""
    seconds = 20 + (4 if group.startswith("script ") else 20) * known["seconds"].get(group, 1)
    with group_locks.setdefault("pg" if group.startswith("pg ") else (kind, group), threading.Lock()):  # tests with PostgreSQL empty it
        if (kind, group) not in passed:
            passed[kind, group] = not fails(kind, group, seconds, {})
            if not passed[kind, group]:
                print(f"mutate.py: {group} does not pass without a change: it is not asked", file=sys.stderr)
        if group.startswith("pg "):
            return passed[kind, group] and fails(kind, group, seconds, {"AUDE_MUTANT": str(which)})
    return passed[kind, group] and fails(kind, group, seconds, {"AUDE_MUTANT": str(which)})


def judge(which, one, known, o):
    """Who notices: a group of tests, or nobody."""
    kind = "script" if o.scripts and one["how"] in UNNOTICED else "asan" if o.asan else "plain"
    groups = groups_for(known, *find_again(one), kind)
    if kind == "script":
        groups = groups[:o.scripts]
    elif kind == "asan":  # what ASan finds it finds in few runs
        groups = [g for g in groups if g not in SIMULATED and not g.startswith("pg ")]
    for group in groups:
        if notices("asan" if kind == "asan" else "plain", group, which, known):
            return "asan " + group if kind == "asan" else group
    return "nobody" if groups or one["how"] == "nobody" else "not reached"


def without_effect():
    """{(file, before, after)}: read from no_effect.txt. A block is a file, a line before, a line after, and the reason."""
    found = set()
    for block in open(os.path.join(ROOT, "tools", "mutate", "no_effect.txt"), encoding="utf-8").read().split("\n\n"):
        lines = [line.strip() for line in block.split("\n") if not line.startswith("#")]
        if len(lines) >= 4:
            found.add(tuple(lines[:3]))
    return found


def name_of(one):
    return one["at"].split(":")[0], one["before"].strip(), one["after"].strip()


def report(results):
    judged = [r for r in results if r["how"] not in ("", "gone", "compiler")]
    none = without_effect()
    lived = [r for r in judged if r["how"] in UNNOTICED]
    open_ones = [r for r in lived if name_of(r) not in none]
    for one in open_ones:
        print(f"- {one['at']} ({one['how']}) `{one['before'].strip()}` became `{one['after'].strip()}`")
    noticed, idle = len(judged) - len(lived), len(lived) - len(open_ones)
    if judged:
        print(f"{len(judged)} tried, {noticed} noticed, {idle} without effect (no_effect.txt), {len(open_ones)} not noticed: "
              f"{100 * noticed / max(1, len(judged) - idle):.1f} % of those with an effect")


def parsed():
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--list", action="store_true", help="only say what could be changed")
    words.add_argument("--report", action="store_true", help="only say what was found so far")
    words.add_argument("--n", type=int, default=100, help="how many changes are tried (100)")
    words.add_argument("--seed", type=int, default=1, help="which ones")
    words.add_argument("--file", help="only in files whose name has this in it (a regular expression)")
    words.add_argument("--at", help="only in FILE:LINE")
    words.add_argument("--jobs", type=int, default=2, help="compilers at once (2)")
    words.add_argument("--at-once", type=int, default=2, help="changes tried at once (2)")
    words.add_argument("--patience", type=int, default=300, help="seconds that one group of tests may take with coverage (300)")
    words.add_argument("--scripts", type=int, default=0, help="with --again: what nobody noticed is tried with so many scripts and a whole server (slow)")
    words.add_argument("--unreached", action="store_true", help="with --scripts: only what no C test reaches")
    words.add_argument("--keep-reach", action="store_true", help="which lines the tests reach is taken from the last time, though something changed")
    words.add_argument("--learn", help="with --keep-reach: groups (with commas) that are asked again which lines they reach")
    words.add_argument("--asan", action="store_true", help="with --again: what nobody noticed is tried under ASan and UBSan")
    words.add_argument("--seconds", type=int, default=0, help="stop after so long; the same call goes on there")
    words.add_argument("--again", action="store_true", help="judge those again that nobody noticed")
    return words.parse_args()


def drawn(found, note, o):
    """The changes to try, as results without a judgement. Drawn once: a later call has the same ones, though lines may have moved."""
    if os.path.exists(note) and not o.at:
        return json.load(open(note))
    chosen = found if o.at else random.Random(o.seed).sample(found, min(o.n, len(found)))
    return [{"at": f"{path}:{number}", "before": before, "after": after, "how": "", "tree": ""} for path, number, before, after in chosen]


def find_again(one):
    """(file, line) of that change now: the nearest line that reads the same; None: there is none any more."""
    path, number = one["at"].split(":")
    if not os.path.exists(os.path.join(ROOT, path)):
        return None
    lines = open(os.path.join(ROOT, path), encoding="utf-8").read().split("\n")
    places = [n for n, line in enumerate(lines, 1) if line == one["before"]]
    return (path, min(places, key=lambda n: abs(n - int(number)))) if places else None


def stamp(sum_of_tree, o):
    """What was tried, and how: nothing is tried twice in the same way."""
    return f"{sum_of_tree}{' asan' if o.asan else ''}{' scripts' if o.scripts else ''}"


def is_open(one, sum_of_tree, o):
    """Not judged yet, or to be judged again."""
    if o.unreached and one["how"] == "nobody":
        return False
    return not one["how"] or (o.again and one["how"] in UNNOTICED and one["tree"] != stamp(sum_of_tree, o) and name_of(one) not in without_effect())


def main():
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that a database that was begun is ended
    o = parsed()
    found = sorted(set(all_changes(o.file, o.at)))
    if o.list:
        for path, number, before, after in found:
            print(f"{path}:{number} `{before.strip()}` becomes `{after.strip()}`")
        return 0
    os.makedirs(FOLDER, exist_ok=True)
    note = os.path.join(FOLDER, f"results-{o.seed}-{o.n}{'-' + re.sub('[^a-z0-9.-]', '_', o.file) if o.file else ''}{'-at' if o.at else ''}.json")
    results = drawn(found, note, o)
    if o.report:
        return report(results)
    begun, sum_of_tree = time.monotonic(), copy_tree(TREE, {})
    known = learn(sum_of_tree, o)
    place_all(results, o)
    writing = threading.Lock()

    def try_one(which):
        one = results[which]
        if o.seconds and time.monotonic() - begun > o.seconds:
            return
        how = judge(which, one, known, o)
        with writing:
            one["how"], one["tree"] = how, stamp(sum_of_tree, o)
            with open(note, "w", encoding="utf-8") as file:
                json.dump(results, file, indent=1)
            print(f"{one['how']:12} {one['at']} {one['after'].strip()}", file=sys.stderr, flush=True)

    with concurrent.futures.ThreadPoolExecutor(o.at_once) as pool:
        list(pool.map(try_one, [which for which, one in enumerate(results) if is_open(one, sum_of_tree, o)]))
    return report(results)


sys.exit(main())
