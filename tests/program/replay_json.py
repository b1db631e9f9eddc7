"""The fields of `aude replay --json` are those of the table in docs/record.md, for every kind of event
that the golden games have: none more, none less.

    replay_json.py BUILD
"""
import json
import pathlib
import re
import subprocess
import sys

build, root = sys.argv[1], pathlib.Path(__file__).parent.parent.parent


def documented():
    """{type: fields} of the table; "the same" means those of the row before."""
    text = (root / "docs" / "record.md").read_text()
    rows = re.search(r"\| type \| fields \|\n.*\n((?:\|.*\n)+)", text).group(1).splitlines()
    table, before = {}, set()
    for row in rows:
        types, fields = [cell for cell in row.strip("|").split(" | ", 1)]
        names = set(re.findall(r"`([a-z_]+)`", re.sub(r":[^,]*|\([^)]*\)", "", fields)))
        if "the same" in fields:
            names = before
        for kind in re.findall(r"`([a-z-]+)`", types):
            table[kind] = names
        before = names
    return table


def main():
    table, seen = documented(), {}
    for game in sorted((root / "tests" / "games").glob("golden-*.aude")):
        out = subprocess.run([f"{build}/aude", "replay", game, "--json"], check=True, capture_output=True).stdout
        for event in json.loads(out)["events"]:
            fields = set(event) - {"turn", "type", "player"}
            seen.setdefault(event["type"], set()).update(fields)
            unknown = fields - table.get(event["type"], set())
            if unknown:
                sys.exit(f"{game.name}: {event}: docs/record.md does not tell of {sorted(unknown)}")
    for kind, fields in sorted(seen.items()):
        missing = table[kind] - fields - {"segment"}  # a segment is left out where no tile lies
        if missing:
            sys.exit(f"{kind}: docs/record.md tells of {sorted(missing)}, which no event has")
    if len(seen) < 30:
        sys.exit(f"the golden games have only {len(seen)} kinds of event")
    print(f"{len(seen)} kinds of event, each as docs/record.md says")


main()
