#!/bin/sh
# club.sh AUDE -- `aude club`: ratings counted anew are the same, games as data, refusals, a game of an older store.
set -u
aude=${1:?usage: club.sh AUDE}
# shellcheck source=tests/program/try.sh
. "$(dirname "$0")/try.sh"

archive=$(dirname "$aude")/archive
if [ -x "$archive" ]; then
    "$archive" sqlite:club.db 20 3000 >/dev/null || fail "archive"
    try "ratings" 0 club ratings sqlite:club.db --json -o first.json
    try "again" 0 club ratings sqlite:club.db --json -o second.json
    cmp -s first.json second.json || fail "ratings that are counted anew are the same"
    python3 - first.json <<'END' || fail "what ratings tells"
import json, sys
told = json.load(open(sys.argv[1]))
assert told["results"] > 1000 and len(told["hash"]) == 16 and told["ratings"], told
assert all(one["games"] >= 10 and one["error"] <= 220 for one in told["ratings"]), told
END
    try "in words" 0 club ratings sqlite:club.db
    grep -q "rated games; all ratings together: [0-9a-f]*$" out || fail "in words"
    try "games" 0 club games sqlite:club.db -o games.jsonl
    python3 - games.jsonl <<'END' || fail "what games lists"
import json, sys
games = [json.loads(line) for line in open(sys.argv[1])]
assert 2500 < len(games) <= 3000, len(games)
assert len({game["table"] for game in games}) == len(games)
assert all(a["ended"] >= b["ended"] for a, b in zip(games, games[1:]))
END
else
    echo "not checked: $archive is not built, so no store is filled"
fi
refused "a store that is not there" 1 "No such file" club ratings sqlite:empty.db
[ ! -e empty.db ] || fail "a look made a store"
: >empty.db
try "an empty store" 0 club ratings sqlite:empty.db
try "nothing to fill" 0 club fill sqlite:empty.db --json
[ "$(cat out)" = '{"filled":0,"broken":0}' ] || fail "nothing to fill: $(cat out)"
refused "no verb" 2 "what is wanted" club
refused "another verb" 2 'not "sing"' club sing sqlite:empty.db
refused "no store" 2 "which store" club ratings
refused "no such store" 1 "cannot be used" club ratings sqlite:/nowhere/at/all.db
refused "no kind of store" 2 "a store is called sqlite:PATH" club ratings foo
refused "too much" 2 'takes no "now"' club games sqlite:empty.db now

echo "club.sh: $n checks, $failed failed"
[ $failed = 0 ]
