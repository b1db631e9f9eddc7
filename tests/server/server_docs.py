"""docs/protocol.md has an example of every message, entry and error that the server knows.

    server_docs.py BUILD
"""
import glob
import json
import re
import sys

failed = passed = 0


def check(ok, what):
    global failed, passed
    if ok:
        passed += 1
    else:
        failed += 1
        print("FAILED: " + what, file=sys.stderr)


text = open("docs/protocol.md").read()
source = "".join(open(path).read() for path in sorted(glob.glob("server/*.c")))

# Every example is JSON.
requests, messages, entries = set(), set(), set()
for block in re.findall(r"```json\n(.*?)```", text, re.S):
    for line in block.split("\n"):
        if not line.strip():
            continue
        try:
            example = json.loads(line.lstrip("<> "))
        except json.JSONDecodeError as error:
            check(False, f"not JSON: {line}: {error}")
            continue
        check(True, line)
        kind = example.get("type")
        (requests if line[0] == ">" else messages if line[0] == "<" else entries).add(kind)

# What the code knows.
known = set(re.findall(r'\{"(\w+)", (?:do|on)_\w+\}', source))
check(len(known) > 15, "the tables of requests were found")
for name in sorted(known):
    check(name in requests, f"request {name} has an example")
for name in sorted(requests):
    check(name in known, f"request {name} of the document is known to the server")
posted = set(re.findall(r'table__post\([^"]*"(\w+)"', source)) | {"pause", "resume"}
check(len(posted) > 8, "the entries were found")
for name in sorted(posted):
    check(name in entries, f"entry {name} has an example")
sent = set(re.findall(r'about\("(\w+)"', source)) | {"ok", "error", "log", "bye"}
for name in sorted(sent):
    check(name in messages, f"message {name} has an example")
errors = text.split("## Errors")[1]
codes = set(re.findall(r'(?:REFUSE\(\w+|table__refuse\(\w+|refuse_engine\([\w>-]+|'
                       r'refuse_frame\(\w+|reply_error\(wsi, session, \d+), "([A-Z_]+)"', source))
check(len(codes) > 20, "the codes were found")
for code in sorted(codes):
    check(f"`{code}`" in errors, f"error {code} is explained")
print(f"{passed} passed, {failed} failed")
sys.exit(1 if failed else 0)
