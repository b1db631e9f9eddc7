"""The program reads the records of tests/conformance as its list says (docs/conformance.md).

    conformance.py BUILD
"""
import json
import os
import re
import subprocess
import sys

failed = passed = 0
FOLDER = "tests/conformance"


def check(ok, what):
    global failed, passed
    if ok:
        passed += 1
    else:
        failed += 1
        print("FAILED: " + what, file=sys.stderr)


def sentences():
    """{sentence: code}: what is wrong, by the name it has in the header."""
    text = re.sub(r'"\s*\\\n\s*"', "", open("include/aude_rules.h").read())
    return {found[1]: found[0] for found in re.findall(r'X\((\w+), "[^"]*",\s*"([^"]*)"\)', text)}


def replay(program, path):
    return subprocess.run([program, "replay", "--json", path], capture_output=True, text=True)


def check_valid(case, run):
    check(run.returncode == 0, f"{case['file']} is refused: {run.stderr.strip()}")
    if run.returncode:
        return
    told = json.loads(run.stdout)
    points = [player["points"] for player in told["players"]]
    check(points == case["points"], f"{case['file']}: points {points}, not {case['points']}")
    check(told["finished"] == case["finished"], f"{case['file']}: finished is {told['finished']}")
    last = re.findall(r"hash ([0-9a-f]{16})", open(f"{FOLDER}/{case['file']}").read())[-1]
    check(last == case["hash"], f"{case['file']}: its hash is {last}")


def check_invalid(case, run, codes):
    check(run.returncode == 1 and run.stdout == "", f"{case['file']} was not refused")
    found = re.match(r"(?:aude: )?.*?\.aude:(\d+): (.*)", run.stderr)
    check(bool(found), f"{case['file']}: it says {run.stderr.strip()!r}")
    if not found:
        return
    check(int(found.group(1)) == case["line"], f"{case['file']}: line {found.group(1)}, not {case['line']}")
    known = [sentence for sentence in codes if found.group(2).startswith(sentence)]
    code = codes[max(known, key=len)] if known else None
    check(code == case["code"], f"{case['file']}: {code}, not {case['code']}")


def check_sample():
    """What docs/record.md shows is a part of a true record: its lines, in their order, but for the dots."""
    text = open("docs/record.md", encoding="utf-8").read()
    shown = re.search(r"```\n(aude 1\n.*?)```", text, re.S)[1].splitlines()
    whole = iter(open(f"{FOLDER}/valid/sample.aude", encoding="utf-8").read().splitlines())
    lost = [line for line in shown if line != "..." and line not in whole]
    check(len(shown) > 10 and not lost, f"docs/record.md shows what valid/sample.aude does not have: {lost[:1]}")


def tree_sentences():
    """{sentence: code}: what is wrong with a variation, by the name it has in tree/tree.h."""
    names = re.findall(r"^\s+(TREE_\w+),", re.search(r"enum tree_err \{(.*?)\};", open("tree/tree.h").read(), re.S)[1], re.M)
    words = re.search(r"sentence\[TREE_ERRS\] = \{(.*?)\};", open("tree/tree_refusal.c").read(), re.S)[1]
    words = re.findall(r'"([^"]*)"', words.split("*/")[1])
    return {sentence: name for name, sentence in zip(names, words) if sentence}


def check_tree(case, program, codes):
    path = f"{FOLDER}/{case['file']}"
    plain = replay(program, path)  # who knows no variations reads the main line
    check(plain.returncode == 0, f"{case['file']}: its main line is refused: {plain.stderr.strip()}")
    run = subprocess.run([program, "analyse", path, "--tree", "--json"], capture_output=True, text=True)
    if not case["holds"]:
        return check_invalid(case, run, codes)
    check(run.returncode == 0, f"{case['file']} is refused: {run.stderr.strip()}")
    if run.returncode or plain.returncode:
        return
    moments = json.loads(run.stdout)["moments"]
    check(len(moments) == case["moments"], f"{case['file']}: {len(moments)} moments, not {case['moments']}")
    skipped = json.loads(plain.stdout)["skipped"]
    check(skipped == {"variations": case["variations"], "notes": case["notes"]}, f"{case['file']}: skipped {skipped}")
    check(("skipped" in plain.stderr) == (case["variations"] + case["notes"] > 0), f"{case['file']}: it says {plain.stderr!r}")


def main():
    program = os.path.join(sys.argv[1], "aude")
    if not os.path.exists(program):
        print("skipped: build/aude is not built")
        sys.exit(77)
    whole, codes = json.load(open(f"{FOLDER}/cases.json")), sentences()
    cases, trees = whole["cases"], whole["trees"]
    for case in cases:
        run = replay(program, f"{FOLDER}/{case['file']}")
        if case["holds"]:
            check_valid(case, run)
        else:
            check_invalid(case, run, codes)
    for case in trees:
        check_tree(case, program, codes | tree_sentences())
    folders = ("valid", "invalid", "trees")
    there = {f"{folder}/{name}" for folder in folders for name in os.listdir(f"{FOLDER}/{folder}")}
    listed = [case["file"] for case in cases + trees]
    check(there == set(listed) and len(listed) == len(there), f"files and list differ: {there ^ set(listed)}")
    check(sum(case["holds"] for case in cases) >= 20 and sum(not case["holds"] for case in cases) >= 40, "the list is short")
    check_sample()
    print(f"{passed} passed, {failed} failed")
    sys.exit(failed > 0)


main()
