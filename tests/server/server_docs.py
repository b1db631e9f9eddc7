"""docs/protocol.md says what server/table/messages.def describes: its tables are made of it, its examples fit it.

    server_docs.py BUILD             fails where the document says something else
    server_docs.py BUILD --update    writes the tables anew
"""
import glob
import json
import os
import re
import subprocess
import sys

import described

build = sys.argv[1]
if not os.path.exists(os.path.join(build, "messages")):
    print("skipped: build/messages is not built")
    sys.exit(77)
judge = described.Judge(build)
failed = passed = 0
DOCUMENT = "docs/protocol.md"


def check(ok, what):
    global failed, passed
    if ok:
        passed += 1
    else:
        failed += 1
        print("FAILED: " + what, file=sys.stderr)


# -- tables -------------------------------------------------------------------------------

def table(part):
    return subprocess.run([os.path.join(build, "messages"), part], check=True, capture_output=True, text=True).stdout


text = open(DOCUMENT).read()
PARTS = re.compile(r"(<!-- messages (\w+) -->\n)(.*?)(<!-- end -->\n)", re.S)
if "--update" in sys.argv:
    text = PARTS.sub(lambda m: m[1] + table(m[2]) + m[4], text)
    open(DOCUMENT, "w").write(text)
found = PARTS.findall(text)
check(sorted(part for _, part, _, _ in found)
      == ["calls", "club", "club_requests", "entries", "errors", "names", "objects", "pushes", "requests", "tournaments", "words"], "every table is there once")
for _, part, body, _ in found:
    check(body == table(part), f"the table of {part} is that of server/table/messages.def (if not: server_docs.py {build} --update)")

# -- examples -----------------------------------------------------------------------------

requests, messages, entries, asked = set(), set(), set(), None


def judge_example(line, example):
    """What is wrong with it, or None. An answer is to the request before it."""
    global asked
    kind = example.get("type")
    if line[0] == ">":
        requests.add(kind)
        asked = kind
        return judge.fits("request", kind, example, besides=("type", "id"))
    if line[0] == "<":
        messages.add(kind)
        return judge.wrong(example, asked)
    if kind:
        entries.add(kind)
        return judge.entry(example)
    call = "GET /api/tables" if "tables" in example else "any call, refused"
    return judge.fits("call", call, example)


for block in re.findall(r"```json\n(.*?)```", text, re.S):
    for line in filter(str.strip, block.split("\n")):
        try:
            wrong = judge_example(line, json.loads(line.lstrip("<> ")))
        except json.JSONDecodeError as error:
            wrong = f"not JSON: {error}"
        check(wrong is None, f"{line}: {wrong}")
for seen, group in ((requests, "request"), (messages, "push"), (entries, "entry")):
    for name in judge.names(group):
        check(name in seen, f"{group} {name} has an example")

# -- words in the code --------------------------------------------------------------------

# A code or a word that stands in quotes somewhere else is a second copy, which nobody would hold against the first.
codes = set(judge.errors)
for path in sorted(glob.glob("server/*/*.c")):
    quoted = set(re.findall(r'"([A-Z_]+)"', open(path).read()))
    check(not quoted & codes, f"{path} says REFUSED_... instead of {sorted(quoted & codes)}")

# What a request holds is read by fields.c, as messages.def describes it. Only "v" is asked for before that.
for path in sorted(glob.glob("server/*/*.c")):
    if os.path.basename(path) != "fields.c":
        read = set(re.findall(r'json_object_get\(\s*request->json,\s*"(\w+)"', open(path).read())) - {"v"}
        check(not read, f"{path} reads {sorted(read)} of a request by itself instead of by fields.c")
print(f"{passed} passed, {failed} failed")
sys.exit(1 if failed else 0)
