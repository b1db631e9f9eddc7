#!/usr/bin/env python3
"""Is every switch explained?

The rule that AUDE_SWITCH_LIST (include/aude_rules.h) gives a switch must name it in
backticks, and each of its values too, so that `aude rules NAME` finds it and the page can
send a reader there. Of a row of numbers the first value and both ends are enough. The table
of expansions-3-7.md lists the switches of part B with exactly the engine's values.

    python3 tests/documents/switches.py [BUILD]  (with the build folder `aude rules NAME` is asked, too)
"""

import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
RULES = ROOT / "docs" / "rules"
ID = r"(?:BASE|EDN|RIV2?|ABB|IC|TB|PD|TOW|AM|KR|CULT|COC|CAT|INT)-C?\d+"


def read_switches():
    """{name: (rule, [values])} as the engine has them."""
    header = (ROOT / "include" / "aude_rules.h").read_text()
    body = re.search(r"#define AUDE_SWITCH_LIST\(X\)(.*?)\n\n", header, re.S)[1]
    rows = re.findall(r'X\(\w+, "(\w+)", "([\w-]+)",[\s\\]*"([^"]+)"', body)
    return {name: (rule, values.split()) for name, rule, values in rows}


def read_texts():
    """{id: text}: from the line that begins a rule to the next rule or heading."""
    texts = {}
    for path in sorted(RULES.glob("*.md")):
        rule = None
        for line in path.read_text().splitlines():
            head = re.match(r"(?:### |\*\*)(" + ID + r")\b", line)
            if head or line.startswith("#"):
                rule = head[1] if head else None
            if rule:
                texts[rule] = texts.get(rule, "") + line + "\n"
    return texts


def words(text):
    """What stands in backticks, `name = value` taken apart, in capitals."""
    found = set()
    for code in re.findall(r"`([^`]+)`", text):
        found.update(part.strip().upper() for part in code.split("="))
    return found


def wanted(values):
    if all(value.isdigit() for value in values):
        numbers = sorted(values, key=int)
        return {values[0], numbers[0], numbers[-1]}
    return set(values)


def read_table():
    """{name: {values}} of the table of switches of part B; a range counts by its ends."""
    rows = {}
    for line in (RULES / "expansions-3-7.md").read_text().splitlines():
        row = re.match(r"\| `(\w+)` \|([^|]*)\|([^|]*)\|", line)
        if row:
            rows[row[1]] = words(row[2] + row[3])
    return rows


def ask(build, name, rule):
    """Does `aude rules NAME` tell of the switch and then print its rule?"""
    ran = subprocess.run([build / "aude", "rules", name], capture_output=True, text=True)
    told = re.search(rf"^ *{name} +\[{rule}\]", ran.stdout, re.M)
    text = re.search(rf"^{rule} ", ran.stdout, re.M)
    if ran.returncode or not told:
        return [f"`aude rules {name}` does not tell of the switch"]
    return [] if text else [f"`aude rules {name}` does not print {rule}"]


def main():
    switches, texts, table = read_switches(), read_texts(), read_table()
    problems = []
    for name, (rule, values) in switches.items():
        there = words(texts.get(rule, ""))
        if name.upper() not in there:
            problems.append(f"{rule} does not name the switch `{name}`")
        missing = sorted(value for value in wanted(values) if value not in there)
        if missing:
            problems.append(f"{rule} does not tell what `{name}` means with {' '.join(missing)}")
        part_a = rule.startswith(("EDN-", "RIV-", "ABB-", "IC-", "TB-"))
        if name not in table:
            if not part_a:
                problems.append(f"expansions-3-7.md: the table lacks `{name}`")
        elif table[name] != wanted(values):
            problems.append(f"expansions-3-7.md: `{name}` has the values {' '.join(values)}")
        if len(sys.argv) > 1:
            problems += ask(pathlib.Path(sys.argv[1]), name, rule)
    for name in table:
        if name not in switches:
            problems.append(f"expansions-3-7.md: there is no switch `{name}`")
    if len(switches) < 50:
        problems.append(f"only {len(switches)} switches were found")
    for problem in problems:
        print(problem)
    print(f"{len(switches)} switches, {len(problems)} not explained")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
