#!/bin/sh
# jcz.sh AUDE -- JCloisterZone's saves as users meet them: `aude convert` both ways, `aude
# replay` and its --json and --verify; good files, differing ones, broken and hostile ones.
# AUDE is the program, or the build folder it lies in.
set -u
aude=${1:?usage: jcz.sh AUDE}
# shellcheck source=tests/program/try.sh
. "$(dirname "$0")/../program/try.sh"

command -v gzip >/dev/null || { echo "skipped: no gzip"; exit 77; }

# change IN OUT PROGRAM: the save IN as `d`, written to OUT when the program is through.
change() {
    python3 -c "import json, sys
d = json.load(open('$1'))
$3
json.dump(d, open('$2', 'w'))" 2>err || fail "change $1: $3"
}

# --- there and back ---------------------------------------------------------------------

hashes() { sed -n 's/^turn \([0-9]* seat [0-9]\):.*hash \([0-9a-f]*\).*/\1 \2/p; /^end/p' "$1"; }

sets="inns-cathedrals traders-builders princess-dragon tower abbey-mayor count king-robber cult"
number=0
for with in "" "inns-cathedrals traders-builders" "princess-dragon tower" "abbey-mayor cult" \
    "count king-robber" "$sets"; do
    number=$((number + 1))
    options=
    for set in $with; do options="$options --expansion $set"; done
    # shellcheck disable=SC2086 # words on purpose
    try "a game to convert, with: $with" 0 sim --games 1 --players greedy,greedy,random --rules jcz \
        --first 0 --seed $number $options --records "there$number"
    ours=there$number/game-000000.aude
    try "to a save, with: $with" 0 convert "$ours" "$number.jcz"
    try "and back, with: $with" 0 convert "$number.jcz" "$number.aude"
    hashes "$ours" >first
    hashes "$number.aude" >second
    n=$((n + 1))
    [ "$(wc -l <first)" -gt 40 ] || fail "there are no hashes to compare"
    case $with in *dragon*) # tiles laid aside here are not drawn there: only the end is the same
        sed -i '/^end/!d' first second ;;
    esac
    cmp -s first second || fail "there and back, with: $with: other hashes or points"
    try "the record holds, with: $with" 0 replay "$number.aude" --quiet
    says "the record holds, with: $with" "every hash and every total agrees"
    try "the save is played, with: $with" 0 replay "$number.jcz" --quiet
    says "the save is played, with: $with" "Every message is legal"
    "$aude" replay "$number.aude" --json 2>err | sed '/"format"/d; /"setup"/,/^  }/d' >first
    "$aude" replay "$number.jcz" --json 2>err | sed '/"format"/d; /"setup"/,/^  }/d' >second
    n=$((n + 1))
    [ -s first ] || fail "no JSON"
    cmp -s first second || fail "the JSON of save and record differ, with: $with"
    try "again gives the same save" 0 convert "$number.aude" again.jcz --force
    cmp -s again.jcz "$number.jcz" || fail "the save differs from the first one, with: $with"
done

# --- parts of expansions ----------------------------------------------------------------

parts() { # WHAT ELEMENTS WORDS...: only these elements besides the followers
    change "$number.jcz" parts.jcz "
e = d['setup']['elements']
for name in list(e):
    if name not in ('small-follower', 'farmers', 'count') + tuple('$2'.split()): del e[name]
d['replay'] = []
d['gameAnnotations'] = {}"
    try "$1" 0 convert parts.jcz parts.aude --force
    for words in $3; do
        n=$((n + 1))
        grep -q "^switch $words off\$\|^switch $words OFF\$" parts.aude || fail "$1: no switch $words"
    done
    try "$1: the record holds" 0 replay parts.aude
}
parts "only the builder" "builder" "goods"
parts "only the fairy" "fairy" "dragon princess portal"
parts "only the wagon" "wagon" "abbey"
parts "only the king" "king" "robber"
parts "only inns" "inn" "cathedral"
grep -q '^tiles-only.* princess-dragon' parts.aude || fail "tiles without rules are not said"

# --- comparing --------------------------------------------------------------------------

# What a save says of itself is noted in it as JCloisterZone would.
note() { # NUMBER
    try "events of save $1" 0 replay "$1.jcz" --json
    cp out noted
    change "$1.jcz" good.jcz "
own = json.load(open('noted'))
d['oracle'] = {'finalScores': [p['points'] for p in own['players']],
               'scoreEvents': [['final' if e['final'] else e['turn'], e['player'], e['points'],
                                e['feature'], None] for e in own['events'] if e['type'] == 'score']}"
}
note $number
try "the same, as JSON" 0 replay good.jcz --verify --json -o verified.json
mv verified.json out
python "the same, as JSON" "assert d['same'] is True and d['messages'] > 0 and 'difference' not in d, d"
try "the same" 0 replay good.jcz --verify
says "the same" "^[0-9]* messages, no legal lists to compare, points equal, [0-9]* score events equal\$"
n=$((n + 1))
python3 -c "import json
names = {e[3] for e in json.load(open('good.jcz'))['oracle']['scoreEvents']}
assert names <= set('city road monastery garden field shrine fairy king robber trade-goods'.split()) | {'king+robber'}, names
assert {'city', 'road', 'field', 'king', 'trade-goods'} <= names, names" 2>err || fail "names of sources"

differs() { # WHAT WORDS...: the file bad.jcz
    what=$1
    shift
    try "$what" 1 replay bad.jcz --verify --json
    python "$what, as JSON" "assert d['same'] is False and d['difference'], d"
    try "$what" 1 replay bad.jcz --verify
    for words; do says "$what" "$words"; done
    [ ! -s err ] || fail "$what: something on stderr"
}
change good.jcz bad.jcz "
e = [e for e in d['oracle']['scoreEvents'] if e[0] != 'final' and e[3] == 'city' and e[2]][3]
e[2] += 1; open('turn', 'w').write(str(e[0]))"
differs "a score event" "at the end: score events differ" "only JCloisterZone: player . got [0-9]* for a city" \
    "only aude: player . got [0-9]* for a city" "in turn $(cat turn)\$" "decided by BASE-39"
change good.jcz bad.jcz "d['oracle'].pop('scoreEvents'); d['oracle']['finalScores'][1] += 5"
differs "final points" "player 1 has [0-9]* points here, in JCloisterZone [0-9]*" "aude, last: player 1 got" "decided by "
change good.jcz bad.jcz "d['oracle'] = {'placedTiles': []}"
differs "placed tiles" "placed tiles \[BASE-10\] differ" "only aude: .* and [0-9]* more"
change good.jcz bad.jcz "d['oracle'] = {'discardedTiles': ['BA/L']}"
differs "discarded tiles" "only JCloisterZone: BA/L" "BASE-15"
change good.jcz bad.jcz "d['test'] = {'assertions': ['greedy has 1 points']}"
differs "an assertion" '"greedy has 1 points" does not hold'
change good.jcz bad.jcz "
i = [m['type'] for m in d['replay']].index('COMMIT'); d['replay'] = d['replay'][:i + 1]; d['oracle'].pop('scoreEvents')"
differs "an open game with final scores" "not over \[BASE-51\]"

# Legal lists lie beside the save.
lists() { printf '%s' "$1" | gzip >bad.legal.json.gz; }
change 1.jcz bad.jcz "d['replay'] = d['replay'][:1]; m = d['replay'][0]; m['payload'].pop('clock', 0)
json.dump([{'phase': 'TilePhase', 'player': 0, 'points': [0, 0, 0], 'moves': [[m['type'], m['payload']]]}], open('list', 'w'))
far = dict(m['payload'], position=[40, 40])
json.dump([{'phase': 'TilePhase', 'player': 0, 'points': [0, 0, 0], 'moves': [[m['type'], far]]}], open('far', 'w'))"
lists "$(cat list)"
differs "too few moves there" "^bad.jcz: message 1 (turn 1, TilePhase, player 0): legal messages differ" \
    "only aude: PLACE_TILE" "decided by BASE-11"
lists "$(cat far)"
differs "a move we refuse" "only JCloisterZone: PLACE_TILE .* at 40,40" "aude: message 1: PLACE_TILE: .*\[BASE-10\]"
lists '[{"phase":"TilePhase","player":0,"moves":[["COMMIT",{"random":0}]]}]'
differs "a message out of place" "only JCloisterZone: COMMIT" "decided by BASE-7"
lists '[{"phase":"ActionPhase","player":0,"moves":[]}]'
differs "another phase" "JCloisterZone is in the ActionPhase here"
lists '[{"phase":"TilePhase","player":1,"moves":[]}]'
differs "another player" "player 1 decides"
lists '[]'
differs "no lists" "0 legal lists for 1 messages"
lists '[{"phase":"TilePhase","player":0,"moves":[["FLY",{}]]}]'
differs "a list of something else" "entry 1 of the legal list"
lists '{'
refused "lists that are none" 1 "bad.jcz: the legal lists are not a list" replay bad.jcz --verify
printf 'nonsense' >bad.legal.json.gz
refused "lists that are no JSON" 1 "not a list" replay bad.jcz --verify
rm bad.legal.json.gz

# --- pictures ---------------------------------------------------------------------------

try "a picture of a save" 0 render "$number.jcz" -o save.svg
try "and of its record" 0 render "$number.aude" -o record.svg
[ -s save.svg ] || fail "there is no picture"
cmp -s save.svg record.svg || fail "the picture of a save is not that of its record"
try "a picture of turn 10" 0 render "$number.jcz" --turn 10 -o ten.svg
cmp -s ten.svg save.svg && fail "turn 10 looks like the end"

# --- refused ----------------------------------------------------------------------------

bad() { # WHAT WORDS: bad.jcz in one sentence, by all three ways; nothing is written
    refused "$1" 1 "^aude: bad.jcz: .*$2" replay bad.jcz
    refused "$1, --verify" 1 "^aude: bad.jcz: .*$2" replay bad.jcz --verify
    rm -f new.aude
    refused "$1, convert" 1 "^aude: bad.jcz: .*$2" convert bad.jcz new.aude
    [ ! -e new.aude ] || fail "$1: a file was written"
}
change 1.jcz bad.jcz "d['setup']['sets']['hills-and-sheep:1'] = 1"
bad "an unknown set" 'no set "hills-and-sheep:1"'
change 1.jcz bad.jcz "d['setup']['elements']['phantom'] = 1"
bad "an unknown element" 'no element "phantom"'
change 1.jcz bad.jcz "d['setup']['rules']['moon'] = 1"
bad "an unknown rule" 'no rule "moon"'
change 1.jcz bad.jcz "d['replay'][4] = {'type': 'BAZAAR_BID', 'payload': {}}"
bad "an unknown message" 'message 5: BAZAAR_BID'
change 1.jcz bad.jcz "d['setup']['elements']['small-follower'] = 10**9"
bad "too many figures" 'small-follower must be a number'
change 1.jcz bad.jcz "d['setup']['sets']['basic:1'] = 99"
bad "too many tiles" 'more tiles than the engine holds'
change 1.jcz bad.jcz "d['players'] *= 9"
bad "too many players" '1 to 6 players, not with 27'
change 1.jcz bad.jcz "d['replay'][0]['payload']['position'] = [99, 99]"
bad "an illegal message" 'message 1: PLACE_TILE: .*\[BASE-10\]'
change 1.jcz bad.jcz "d['replay'][3]['player'] = 0"
bad "not his turn" 'message 4: .* by player 0'
change 1.jcz bad.jcz "d['replay'][0]['payload']['position'] = [10**30, 0]"
bad "a large number" 'too big integer'
change 1.jcz bad.jcz "d['replay'].insert(0, {'type': 'UNDO'})"
bad "nothing to take back" 'message 1: UNDO'
change 1.jcz bad.jcz "d['players'][0]['name'] = '\x1b[2J'; d['replay'][0]['type'] = '\x1b[2J'"
bad "escape codes" 'message 1: '
if grep -q "$(printf '\033')" err; then fail "escape codes of a save reach the terminal"; fi
for size in 0 1 100 5000 20000; do
    head -c $size 1.jcz >bad.jcz
    bad "cut after $size bytes" 'not JSON'
done
head -c 3000 /dev/urandom >bad.jcz
bad "noise" 'not JSON'
python3 -c "print('[' * 100000)" >bad.jcz
bad "a tower of brackets" 'not JSON'
echo '{}' >bad.jcz
bad "an empty object" 'not a save'
echo 'aude 1' >bad.jcz
bad "a record by the wrong name" 'not JSON'

cp "$number.jcz" game.jcz
refused "no such save" 1 "nowhere.jcz" replay nowhere.jcz
refused "no such save to convert" 1 "nowhere.jcz" convert nowhere.jcz new.aude
refused "two of one kind" 2 "of one kind" convert game.jcz other.jcz
refused "an odd end" 2 "must end with" convert game.jcz game.txt
refused "one file" 2 "from what to what" convert game.jcz
refused "three files" 2 "two files at a time" convert a b c
: >there.aude
refused "a file is there" 1 "there already" convert game.jcz there.aude
[ ! -s there.aude ] || fail "it was written over"
try "--force" 0 convert game.jcz there.aude --force
[ -s there.aude ] || fail "nothing was written by force"
refused "a folder that is not there" 1 "nowhere" convert game.jcz nowhere/new.aude

# --- what cannot become a save ----------------------------------------------------------

try "four points a city" 0 sim --games 1 --switch farm_city_points=4 --seed 3 --records four
refused "four points a city" 1 "farm_city_points = 3 \[EDN-3\]" convert four/game-000000.aude four.jcz
[ ! -e four.jcz ] || fail "four.jcz was written"
cat >hand.aude <<'END'
aude 1
rules grow
seats 2
first 0
draws 3
seed hidden
play
turn 1 seat 0: set-turn 1; draw base/city; lay 0,-1 180; pass;
turn 2 seat 0: draw base/monastery; lay 0,1 0; set-points 0 by 5; pass;
turn 3 seat 1: draw base/monastery; lay 0,2 0; pass;
end 5 0; hash f6ac20b0b79fdb9d
END
refused "what was set by hand" 1 "something was set by hand, which a save cannot tell" convert hand.aude hand.jcz
[ ! -e hand.jcz ] || fail "hand.jcz was written"
head -n 30 there1/game-000000.aude >cut.aude
refused "a record cut short" 1 "cut.aude:30: .*breaks off" convert cut.aude cut.jcz
[ ! -e cut.jcz ] || fail "cut.jcz was written"

# --- a game that is not over ------------------------------------------------------------

change 1.jcz open.jcz "
types = [m['type'] for m in d['replay']]
i = [k for k, t in enumerate(types) if t == 'COMMIT'][20]
d['replay'] = d['replay'][:i + 1]; d['gameAnnotations'] = {}"
try "an open game" 0 replay open.jcz --quiet
says "an open game" "Still open in turn 22"
try "an open game, converted" 0 convert open.jcz open.aude
try "an open game, back" 0 convert open.aude back.jcz
try "an open game, there" 0 replay back.jcz --quiet
says "an open game, back" "Still open in turn 22"
change open.jcz half.jcz "d['replay'].pop()"
try "an action without its commit" 0 convert half.jcz half.aude
n=$((n + 1))
grep -q "not committed and is left out" err || fail "nothing is said of the action left out"

echo "$n checks, $failed failed"
[ $failed = 0 ]
