#!/bin/sh
# cli.sh AUDE -- the program as its users meet it: help, exit statuses, one sentence for
# every mistake, records that hold and records that do not, a whole game through a pipe.
# AUDE is the program, or the build folder it lies in.
set -u
aude=${1:?usage: cli.sh AUDE}
# shellcheck source=tests/program/try.sh
. "$(dirname "$0")/try.sh"

# --- help -------------------------------------------------------------------------------

try "alone, without a terminal" 0
says "alone" "usage: aude"
try "version" 0 --version
says "version" "^aude [0-9d]"
try "help" 0 help
for command in play replay review analyse render tiles rules sim bench commit tournament name; do
    try "help" 0 help
    says "help lists $command" "^  $command "
    try "help $command" 0 help $command
    says "help $command" "^usage: aude $command"
    says "examples of $command" "^examples:"
    mv out first
    try "$command --help" 0 $command --help
    cmp -s out first || fail "$command --help differs from help $command"
    refused "$command with an odd option" 2 "no option --odd" $command --odd
done

refused "no such command" 2 'no command "fly"' fly
refused "no such help" 2 'no command "fly"' help fly
refused "a seat that is not there begins" 2 "starting seat" sim --players greedy,random --first 3 --games 1
refused "six without the first expansion" 2 "six only with" sim --games 1 \
    --players greedy,greedy,greedy,greedy,greedy,greedy
refused "a store without a kind" 2 'sqlite:aude.db, not "foo"' serve --store foo
refused "an address that is none" 2 "no address 999.1.1.1" serve --store sqlite:x.db -l 999.1.1.1:5
for verb in check migrate; do
    refused "store $verb, which is not there" 1 "No such file" store $verb sqlite:gone.db
    refused "store $verb, no kind" 2 "a store is called" store $verb gone.db
done
refused "a copy of what is not there" 1 "No such file" store copy sqlite:gone.db sqlite:new.db
refused "a copy to no kind of store" 2 "a store is called" store copy sqlite:gone.db new.db
refused "duties in a store that is not there" 1 "No such file" admin tables sqlite:gone.db
[ ! -e gone.db ] || fail "a look made a store"
refused "a name for nobody" 2 "a name for whom" name
refused "a name without a store" 2 "in which store" name bot Clogs
refused "a name that misleads" 2 "mislead" name bot Mason --store sqlite:names.db
refused "bytes that are no name" 2 "UTF-8" name bot "$(printf 'Cl\377ogs')" --store sqlite:names.db
refused "a name of one letter" 2 "at least 2" name bot C --store sqlite:names.db
try "a name for a program" 0 name bot "Clever Clogs" --store sqlite:names.db -o clogs.key
[ "$(wc -c < clogs.key)" -eq 44 ] || fail "a key has 43 letters and a line feed"
refused "a name that looks like it" 1 "somebody has the name" name bot "CLEVER CL0GS" --store sqlite:names.db
refused "a seat without a table" 2 "are for --join" bot --seat 2
refused "progress and quiet" 2 "not both" arena --players greedy,random --games 2 --progress -q
try "an odd number of games" 0 arena --players greedy,random --games 3
says "an odd number of games" "3 of 3 games; not every draw from 2 seats"
try "an even number of games" 0 arena --players greedy,random --games 4
says "an even number of games" "4 of 4 games; every draw from 2 seats"
try "one game" 0 arena --players greedy,random --games 1 --seed 1
says "one game won is more than none" "^  greedy .* +[1-9]"
try "help for help" 0 help help
says "help for help" "^usage: aude"
refused "help for two" 2 'not also "extra"' help sim extra
refused "no such option" 2 "no option --fly" --fly
refused "a value is missing" 2 "needs a value" sim --games
refused "a value too many" 2 "takes no value" sim --json=yes
refused "no number" 2 'not "many"' sim --games many
refused "no player" 2 'no computer player "bob"' sim --players bob,greedy
try "one player" 0 sim --games 2 --players greedy
refused "no rules" 2 'no rules "house"' sim --rules house
refused "no switch" 2 'no switch "colour"' sim --switch colour=red
refused "no value of a switch" 2 'no value "perhaps"' sim --switch farmers=perhaps
refused "no expansion" 2 'no expansion "moon"' sim --expansion moon
refused "no seed" 2 "seed" sim --seed xyz
refused "a long seed" 2 "seed" sim --seed 0x123456789012345678901234567890123
refused "too many names" 2 "more than" sim --names a,b,c,d,e,f,g
refused "an empty name" 2 "name" sim --names a,,b
refused "one name of two" 2 "name" play --players 3 --names a,b
refused "the first seat" 2 "EDN\|BASE-6" sim --first 4
refused "no order file" 1 "nowhere" sim --order nowhere
: >empty
refused "an order of nothing" 1 "names no tile" sim --order empty
echo base/crossing4 >order
try "an order of one tile" 0 sim --games 1 --players random,random --order order
n=$((n + 1))
grep -q "^aude: note: the order names 1 of the 71 tiles" err || fail "no word of a short order"
refused "nowhere to save" 1 "saved as nowhere/x: No such" play --seat greedy,greedy --save nowhere/x
refused "no style" 2 'no style "oil"' render x --style oil
refused "no record" 2 "which record" replay
refused "two records" 2 "one record" replay a b
refused "nothing to review" 2 "which record" review
refused "a review of nothing" 1 "nowhere.aude" review nowhere.aude
refused "nobody sits down" 2 "cannot sit down" play --seat human,cat

refused "odd rulings" 2 'book or usual, not "mine"' sim --rulings mine

# --- setups -----------------------------------------------------------------------------

# What the help says of the players is what the parser takes.
refused "seven" 2 "2 to 6" play --players 7
try "help play" 0 help play
says "six may play" "^  --players N .*2 to 6"
try "six" 0 sim --games 1 --players random,random,random,random,random,random \
    --expansion inns-cathedrals
refused "six without expansion I" 2 "BASE-1" sim --games 1 \
    --players random,random,random,random,random,random
# EDN-21: the usual rulings on top of a book, and one switch on top of them.
try "by the book" 0 sim --games 1 --rules bigbox_ro --rulings book --json
python "by the book" "
s = d['setup']['switches']
assert (s['barn_timing'], s['cult_limit'], s['lap_mark']) == ('AT_ONCE', 'LAID_TILE', 'TILE_50_100'), s"
try "usual rulings" 0 sim --games 1 --rules bigbox_ro --rulings usual --switch barn_tile=any --json
python "usual rulings" "
s = d['setup']['switches']
assert (s['barn_timing'], s['cult_limit'], s['lap_mark']) == ('WITH_SCORING', 'BOTH_TILES', 'TILE_50_100'), s
assert s['barn_tile'] == 'ANY' and s['volcano_lake_turn'] == 'NONE'"
# EDN-22: advised against, and played.
try "the Count and a river" 0 sim --games 1 --rules bigbox_ro --expansion count \
    --switch river=river_ii
n=$((n + 1))
grep -q "^aude: note: .*advises against.*COC-23" err || fail "no advice"
refused "in another book" 2 "count_with_river=ALLOW \[COC-23\]" sim --games 1 \
    --expansion count --switch river=river_ii

# --- sim and records --------------------------------------------------------------------

try "sim" 0 sim --games 6 --players random,greedy --seed 9 --json --records games --check
python "sim says how it went" "
assert d['games'] == 6 and len(d['players']) == 2
assert sum(p['wins'] for p in d['players']) + d['players'][0]['draws'] == 6
assert d['players'][1]['wins'] >= 5, 'greedy must beat random'
assert 60 < d['turns'] < 73"
mv out first
try "the same sim" 0 sim --games 6 --players random,greedy --seed 9 --json
cmp -s out first || fail "the same seed gave other games"
try "sim for a person" 0 sim --games 2 --players greedy,random,random --rules devir_es
says "sim" "mean points"
try "sim with river and abbot" 0 sim --games 2 --rules grow_revised --river --abbot \
    --records river --check
try "sim with the catapult" 0 sim --games 3 --players random,random,greedy \
    --expansion catapult --records fair --check
try "sim with the cult" 0 sim --games 12 --players greedy,greedy --seed 3 \
    --expansion cult --records cult --check
refused "a folder that cannot be" 1 "nowhere/games" sim --games 1 --records nowhere/games

good=games/game-000003.aude
for record in games/*.aude river/*.aude fair/*.aude cult/*.aude; do
    try "replay $record" 0 replay "$record" --quiet
    says "replay $record" "every total agrees"
done
grep -v '^name ' $good >nameless.aude
try "replay without names" 0 replay nameless.aude
says "replay without names" "^  Player 2  "
try "replay, at length" 0 replay $good
says "scores with their sums" "scores [0-9]* for a.*: .* x .* = [0-9]"
says "the final scoring" "^final scoring"
for record in cult/*.aude; do "$aude" replay "$record"; done >out 2>err
says "a challenge that was lost" "loses the challenge at .*: no points for the .* \\[CULT-7\\]"
try "replay of the catapult" 0 replay fair/game-000001.aude
says "throws" "throws from the .* with aim [0-9]* and power [0-9]*"
says "rounds" "for the fair at .* \\[CAT-3\\]"
try "replay --json of the catapult" 0 replay fair/game-000001.aude --json
python "throws, where they rest, and their points" "
kinds = [e['type'] for e in d['events']]
assert kinds.count('throw') + kinds.count('toss') == kinds.count('rest') == 3 * kinds.count('round') > 0
sums = [0] * 3
for e in d['events']:
    if e['type'] == 'score': sums[e['player']] += e['points']
assert sums == [p['points'] for p in d['players']], sums"
try "replay --json" 0 replay $good --json
python "the shape of replay --json" "
assert d['format'] == 'aude' and d['finished'] is True
assert d['setup']['rules'] == 'grow' and d['setup']['sets'] == ['base']
sums = [0] * len(d['players'])
for e in d['events']:
    assert 1 <= e['turn'] <= 72
    if e['type'] != 'score': continue
    sums[e['player']] += e['points']
    assert e['feature'] in ('road', 'city', 'monastery', 'garden', 'field')
    assert isinstance(e['final'], bool) and e['why'].endswith('= %d' % e['points'])
assert sums == [p['points'] for p in d['players']], sums
assert any(e['type'] == 'score' and e['final'] for e in d['events'])"
mv out first
n=$((n + 1))
"$aude" replay - --json <$good >out 2>err || fail "replay from stdin"
cmp -s out first || fail "replay from stdin differs"

# broken WHAT LINE WORDS: bad.aude must be refused, at that line.
broken() {
    refused "$1" 1 "^bad.aude:$2: .*$3" replay bad.aude
    refused "$1, --json" 1 "^bad.aude:" replay bad.aude --json
    refused "$1, render" 1 "^bad.aude:" render bad.aude
}
lines=$(wc -l <$good)
line=$(grep -n '^turn 20 ' $good | cut -d: -f1)
sed '$d' $good >bad.aude
broken "cut short" '[0-9]*' "breaks off"
head -c 3000 $good >bad.aude
broken "cut in mid-line" '[0-9]*' "."
sed "${line}s/lay [-0-9]*,/lay 90,/" $good >bad.aude
broken "a tile elsewhere" "$line" 'lay 90.*\[BASE-10\]'
sed "${line}s/lay [-0-9]*,[-0-9]*/lay 0,0/" $good >bad.aude
broken "a tile on a tile" "$line" 'already lies there.*\[BASE-10\]'
sed "${line}s/hash [0-9a-f]\{4\}/hash 0123/" $good >bad.aude
broken "another hash" "$line" "hash"
sed "${line}s/draw base/draw moon/" $good >bad.aude
broken "no such tile" "$line" "moon"
sed "${line}d" $good >bad.aude
broken "a turn is missing" "$line" "."
sed '$s/end [0-9]*/end 999/' $good >bad.aude
broken "another result" "$lines" "points"
sed '1s/1/999/' $good >bad.aude
broken "from the future" 1 "later version"
sed '2s/.*/rules house/' $good >bad.aude
broken "other rules" 2 "preset"
{ cat $good; echo "turn 99 seat 0:"; } >bad.aude
broken "something after the end" '[0-9]*' "after its end"
: >bad.aude
broken "an empty file" '[0-9]*' "not an aude record"
head -c 4000 /dev/urandom >bad.aude
broken "noise" '[0-9]*' "."
printf 'aude 1\nrules gr\000w\n' >bad.aude
broken "a zero byte" 2 "not text"
{ printf 'aude 1\nname 0 '; head -c 20000 /dev/zero | tr '\0' x; } >bad.aude
broken "a line without end" 2 "too long"
refused "a folder is no record" 1 "irectory" replay games
refused "no such file" 1 "nowhere.aude" replay nowhere.aude
printf 'aude 1\nrules \302\2332J\n' >bad.aude
broken "escape codes" 2 "preset"
if grep -q "$(printf '\302\233')" err; then fail "a record's escape codes reach the terminal"; fi

# --- the commitment ---------------------------------------------------------------------

seed=$(sed -n 's/^seed //p' $good) first=$(sed -n 's/^first //p' $good)
try "commit" 0 commit --seed "$seed" --first "$first"
commit=$(head -n 1 out)
n=$((n + 1))
[ "$commit" = "sha256:$(tail -n +5 out | sha256sum | cut -d' ' -f1)" ] || fail "the hash by hand"
sed "s/^play\$/commit $commit\nplay/" $good >kept.aude
try "a promise kept" 0 replay kept.aude --quiet
says "a promise kept" "those of the commitment"
sed "s/^play\$/commit sha256:0000\nplay/" $good >bad.aude
refused "a promise broken" 1 "commitment" replay bad.aude
try "a fresh commitment" 0 commit --json
python "a fresh commitment" "assert d['commit'].startswith('sha256:') and d['secret']"

# --- tiles, rules, pictures, bench ------------------------------------------------------

try "the sets" 0 tiles
says "72 tiles of the base set" "^  base  *[0-9]*  *72 "
says "12 tiles of the river" "^  river-1  *[0-9]*  *12 "
try "a set" 0 tiles base
says "its tiles" "crossing4"
try "a tile" 0 tiles base/crossing4
says "its letter" "letter X"
cp out first
try "a tile by its letter" 0 tiles X
cmp -s out first || fail "tiles X is another tile"
try "all tiles for a program" 0 tiles --json
python "the tables" "
base = [t for t in d['tiles'] if t['set'] == 'base']
assert sum(t['count'] for t in base) == 72 == sum(t['revised'] for t in base)
assert len(d['sets']) == 13
for t in d['tiles']:
    assert len(t['edges']) == 4 and len(t['ports']) == 12
    assert t['segments'] or t['set'] == 'count'"
refused "no such tile" 1 'no set and no tile "dragon-egg"' tiles dragon-egg
refused "a picture of no set" 1 'no set "moon"' tiles --sheet moon

try "a rule" 0 rules BASE-31
says "its text" "holds no follower"
try "a rule of another form" 0 rules tow-8
says "its text" "^TOW-8"
try "the files" 0 rules
says "base.md" "68 rules"
try "a word" 0 rules small city
says "its rules" "^  EDN-18"
refused "no such rule" 1 "BASE-1 to BASE-68" rules BASE-99
refused "no such word" 1 "no rule speaks" rules spaceship
try "the switches" 0 rules switch
n=$((n + 1))
[ "$(grep -c '^  [a-z][a-z_0-9]*  \[[A-Z0-9]*-[0-9]*\]  ' out)" = 75 ] || fail "not all switches"
grep -o '^  [a-z][a-z_0-9]*' out >names
while read -r name; do
    try "the switch $name" 0 rules "$name"
    says "the switch $name" "^  $name  \["
    says "its rule" "(docs/rules/"
done <names

xml() { # WHAT FILE TILES: well-formed, and as many tiles or more groups
    n=$((n + 1))
    python3 -c "import sys, xml.etree.ElementTree as e
r = e.parse(sys.argv[1]).getroot()
assert r.tag.endswith('svg'), r.tag
assert len(list(r.iter())) > int(sys.argv[2])" "$2" "$3" 2>err || fail "$1"
}
try "render" 0 render $good -o end.svg
xml "the picture of the end" end.svg 72
try "render, plain" 0 render $good --style plain --turn 0 -o start.svg
xml "the picture of the start" start.svg 1
n=$((n + 1))
[ "$(wc -c <start.svg)" -lt "$(wc -c <end.svg)" ] || fail "the start is not smaller than the end"
refused "after the end" 1 "no position after turn 99" render $good --turn 99
refused "into no folder" 1 "nowhere/x.svg" render $good -o nowhere/x.svg
try "a sheet" 0 tiles --sheet base -o sheet.svg
xml "the sheet" sheet.svg 24
try "a sheet for print" 0 tiles --sheet base --style plain -o print.svg
xml "the sheet for print" print.svg 24
refused "a sheet in no style" 2 'no style "oil"' tiles --sheet base --style oil
refused "a style without a sheet" 2 "belongs to --sheet" tiles base --style plain

# Under a sanitizer they take half a minute to set up the games that they measure; the first of them is run again below, on a terminal.
if [ "${AUDE_QUICK:-}" != 1 ]; then
try "bench" 0 bench --seconds 0.02 --json
python "the shape of bench --json" "
for name in ('base_2p_random', 'base_5p_random', 'river_abbot_2p_random'):
    for key in ('games_per_s', 'actions_per_s', 'ns_per_list', 'ns_per_play', 'bytes_per_game'):
        assert key[:2] == 'ns' or d[name][key] > 0, (name, key)
        float(d[name][key])"
try "bench of players" 0 bench --players --seconds 0.01 --json
python "the shape of bench --players --json" "
for name in ('base_2p', 'tower_2p', 'dragon_2p', 'one_and_two_2p'):
    assert d[name]['formulas_per_s'] > 0 and d[name]['network_per_s'] > 0, d[name]
    assert d[name]['turn_per_s'] > 0 and len(d[name]['values']) == 16, d[name]
    assert len(d[name]['signature']) == 16, d[name]"
fi

# --- what is told, in a file; all cores; stopped half way --------------------------------

try "rules as JSON" 0 rules BASE-31 --json
python "a rule" "
assert [r['id'] for r in d['rules']] == ['BASE-31'] and d['rules'][0]['file'] == 'base.md', d
assert 'feature' in d['rules'][0]['text']"
try "rules with a word, as JSON" 0 rules farmer --json
python "its rules" "assert len(d['rules']) > 5 and all('armer' in r['text'] for r in d['rules'])"
try "a switch, as JSON" 0 rules small_city --json
python "a switch" "
(s,) = d['switches']
assert s['name'] == 'small_city' and s['rule'].startswith('EDN-') and 'NORMAL' in s['values'] and s['meaning'], s"
try "all switches, as JSON" 0 rules switch --json
python "all switches" "assert len(d['switches']) > 60 and len({s['name'] for s in d['switches']}) == len(d['switches'])"
try "the files as JSON" 0 rules --json
python "the files" "assert [f['rules'] for f in d['files'] if f['file'] == 'base.md'] == [68], d"
refused "no such rule, as JSON" 1 "BASE-1 to BASE-68" rules BASE-99 --json

# written WHAT ARGUMENTS...: -o FILE gets what stdout would, and stdout nothing.
written() {
    what=$1
    shift
    try "$what" 0 "$@"
    mv out first
    try "$what -o" 0 "$@" -o told.txt
    [ ! -s out ] || fail "$what -o: something on stdout"
    cmp -s told.txt first || fail "$what -o: not what is printed"
    refused "$what into no folder" 1 "nowhere/told.txt" "$@" -o nowhere/told.txt
}
written "rules" rules BASE-31
written "tiles" tiles base
written "tiles --json" tiles base --json
written "replay" replay $good
written "sim" sim --games 2
written "arena" arena --players random,greedy --games 2
written "commit" commit --seed 4
if [ "${AUDE_QUICK:-}" != 1 ]; then # as above
try "bench -o" 0 bench --seconds 0.02 -o told.txt
n=$((n + 1))
grep -q "^signature" told.txt || fail "bench -o"
fi
echo precious >told.txt
refused "nothing is lost where nothing is written" 1 "nowhere.aude" replay nowhere.aude -o told.txt
n=$((n + 1))
[ "$(cat told.txt)" = precious ] || fail "a file is gone although nothing took its place"
try "a device is not replaced" 0 rules BASE-31 -o /dev/null
n=$((n + 1))
[ -c /dev/null ] || fail "/dev/null is a file now"

try "sim in one thread" 0 sim --games 9 --players greedy,random,random --json --jobs 1
mv out first
try "sim in four" 0 sim --games 9 --players greedy,random,random --json --jobs 4
cmp -s out first || fail "a simulation in four threads is another one"
refused "sim, a game that cannot be saved" 1 "game-00000" sim --games 4 --jobs 2 --records $good

# stopped WHAT SIGNAL STATUS FILE ARGUMENTS...: a signal as soon as FILE is there; the report of
# what was done is in out.
stopped() {
    what=$1 signal=$2 wanted=$3 file=$4
    shift 4
    n=$((n + 1))
    "$aude" "$@" >out 2>err </dev/null &
    pid=$!
    while [ ! -e "$file" ] && kill -0 $pid 2>/dev/null; do sleep 0.05; done
    kill -s "$signal" $pid
    wait $pid
    status=$?
    [ $status = "$wanted" ] || fail "$what: status $status, not $wanted"
}
stopped "sim, Ctrl+C" INT 130 s1/game-000003.aude sim --games 10000000 --json --records s1 --jobs 2
python "what was played" "assert d['stopped'] is True and 0 < d['games'] < d['planned'] == 10000000, d"
for record in s1/*.aude; do
    n=$((n + 1))
    "$aude" replay --quiet "$record" >/dev/null 2>err || fail "$record is no record"
done
stopped "sim, TERM" TERM 143 s2/game-000003.aude sim --games 10000000 --records s2
says "sim, TERM" "^Stopped by a signal after [1-9][0-9]* of 10000000 games"
stopped "arena, Ctrl+C" INT 130 s3/game-000003.aude arena --players random,greedy --games 20000 \
    --json --records s3 --jobs 2
python "what was played in the arena" "assert d['stopped'] is True and 0 < d['games'] < d['planned'], d"
# --- a game -----------------------------------------------------------------------------

# Whatever fits at place 1, then no follower: wrong answers are asked again.
answers() { for _ in $(seq "$1"); do printf '1a\n1b\n1c\n1d\nhello\n1\n0\n'; done; }
game() { # WHAT STATUS ARGUMENTS... <input
    what=$1 wanted=$2
    shift 2
    n=$((n + 1))
    "$aude" play --tty "$@" >out 2>err
    status=$?
    [ $status = "$wanted" ] || fail "$what: status $status, not $wanted"
}
answers 80 | game "a game through a pipe" 0 --seed 5 --save ours.aude
says "it ends" "wins\|shared victory"
says "with the table" "cities  roads"
says "every scoring explained" "scores [0-9]* for a .*= "
says "and is saved" "^Saved as ours.aude"
try "its record" 0 replay ours.aude --quiet
says "its record" "^Finished"

printf '?\ns\nl\nt\nr BASE-31\nr zzzz\nw\nw 0,0\nw 1,0 a\nh\nu\nv 1,1\nv\n99\n-1\n\n1z\n' |
    game "questions" 0 --seed 5 --first 0
for words in "Laying the tile" "if it ended now" "Nothing has happened" "Still to come: 70" \
    "BASE-31 The feature" "No rule has that id" "Ask with column" "already lies there" \
    "greedy player would lay" "nothing to take back" "There are the places" "Type a place"; do
    says "questions" "$words"
done
if grep -q "Saved as" out; then fail "a game without a move was saved"; fi

printf '1a\n1b\n1c\n1d\nw\nu\n' | game "a take-back" 0 --seed 5 --first 0 --save back.aude
says "a take-back" "back in your hand"
try "the record after it" 0 replay back.aude
says "the record after it" "^Still open in turn 1"
answers 3 | game "some turns" 0 --seed 5 --save part.aude
says "where it was saved" "aude play --resume part.aude"
before=$(grep -c '^turn' part.aude)
answers 80 | game "the rest of them" 0 --resume part.aude
says "the end" "wins\|shared victory"
try "the whole record" 0 replay part.aude --quiet
n=$((n + 1))
[ "$(grep -c '^turn' part.aude)" -gt "$before" ] || fail "the record did not grow"
refused "a finished game" 1 "that game is over" play --resume part.aude
answers 30 | game "two at one keyboard" 0 --seat human,human,random --names Ana,Rui,Otto --seed 3
says "both are asked" "^Ana, "
says "both are asked" "^Rui, "
n=$((n + 1))
[ "$(find home -name '*.aude' | wc -l)" = 1 ] || fail "the game is not in the folder of games"
for i in $(seq 140); do
    for turn in a b c d; do echo "$((i % 19 + 1))$turn"; done
    printf '1\n0\n\n'
done | game "abbeys after the last tile" 0 --seat human,random --seed 1 --save late.aude \
    --expansion abbey-mayor --switch abbey_endgame=round
says "abbeys after the last tile" "an abbey, or a tile[?]"
says "abbeys after the last tile" "your abbey[?]"
says "nothing is left to draw" "1 keep your abbey"
# Red has laid a dragon's tile: the second step is asked of a person.
printf '1a\n\nw\n' | game "why, where no figure is placed" 0 --seed 5 --first 0 --seat human,random \
    --save step.aude --expansion princess-dragon --expansion tower --expansion abbey-mayor \
    --expansion count --expansion king-robber --expansion cult --expansion catapult \
    --expansion inns-cathedrals --expansion traders-builders
says "why" "where does the dragon go"
says "why, where no figure is placed" "No figure can be placed now"
# Points from goods, fairy, awards and ransoms stand beside those of the features.
try "computers with expansions" 0 play --seat greedy,greedy --seed 3 --first 0 \
    --expansion traders-builders --expansion king-robber --expansion princess-dragon \
    --expansion tower --expansion count
n=$((n + 1))
python3 -c "import re
rows = [l.split('Greedy', 1)[1] for l in open('out') if re.match(r' +[AB]  Greedy', l)]
assert len(rows) == 2, rows
for row in rows:
    laps = re.findall(r'[(]([0-9+]+)[)]', row)
    row = re.sub(r'[(].*[)]', '', row)
    cells = re.findall(r'[-+0-9]+', re.sub('^ 2 ', '', row))
    assert not laps or sum(map(int, laps[0].split('+'))) == int(cells[-1]), (row, laps)
    parts = [sum(map(int, c.split('+'))) for c in cells]
    assert len(parts) == 6 and sum(parts[:-1]) == parts[-1], row" 2>>err || fail "the table does not add up"
says "where the king is" "^.* king: [AB], [0-9]* tiles"
says "where the count is" "[*]castle\|[*]market\|[*]blacksmith\|[*]cathedral"
# EDN-10: whole laps as the rulebook marks them, or not at all.
try "laps with tiles" 0 play --seat greedy,greedy --seed 3 --rules bigbox_ro
says "laps with tiles" "[0-9]  ([15]*0*+[0-9+]*)"
try "no laps" 0 play --seat greedy,greedy --seed 3 --rules devir_es
n=$((n + 1))
if grep -q "([0-9]*0+[0-9]*)   wins" out; then fail "a lap mark where the book has none"; fi
# EDN-5: who begins.
for seed in 1 2 3 4 5 6; do
    try "the first seat is fixed" 0 play --seat greedy,greedy,greedy --switch starter=fixed \
        --seed $seed --save fixed.aude
    n=$((n + 1))
    grep -q "^first 0$" fixed.aude || fail "starter=fixed, and another begins"
    rm -f fixed.aude
done
try "by lot" 0 play --seat greedy,greedy,greedy --seed 6 --save lot.aude
n=$((n + 1))
if grep -q "^first 0$" lot.aude; then fail "seed 6 draws the first seat"; fi
try "fixed in sim" 0 sim --games 3 --switch starter=fixed --records fixed
n=$((n + 1))
if grep -L "^first 0$" fixed/* | grep -q .; then fail "sim goes round although the starter is fixed"; fi
echo "my diary" >diary.txt
refused "a diary" 1 "will not be written over" play --save diary.txt
n=$((n + 1))
[ "$(cat diary.txt)" = "my diary" ] || fail "the diary is gone"

# --- a review, and how far long work is ---------------------------------------------------

# Under a sanitizer a game takes as long as eight do otherwise: an eighth of them is seen and stopped half way as surely.
eighth=1
[ "${AUDE_QUICK:-}" != 1 ] || eighth=8
answers 8 | game "a few turns" 0 --seed 5 --first 0 --save few.aude
written "review" review few.aude --playouts 2
try "a review in one thread" 0 review few.aude --playouts 8 --json --jobs 1
python "a whole review" "
assert d['stopped'] is False and d['planned'] >= len(d['steps']) > 20, d['planned']"
mv out first
try "a review in three threads" 0 review few.aude --playouts 8 --json --jobs 3
cmp -s out first || fail "a review in three threads is another one"
try "another seed" 0 review few.aude --playouts 8 --json --seed 2
if cmp -s out first; then fail "the seed of a review does nothing"; fi

# --- an analysis ---------------------------------------------------------------------------

refused "nothing to analyse" 2 "which record" analyse
refused "an analysis of nothing" 1 "nowhere.aude" analyse nowhere.aude
written "analyse" analyse few.aude --tree
try "candidates" 0 analyse few.aude --at 3 --ms 300 --json --max 6
python "candidates" "
assert d['turn'] == 3 and d['stopped'] is False and len(d['projected']) == 2, d
assert 1 < len(d['candidates']) <= 6, d['candidates']
for one in d['candidates']:
    assert one['line'].startswith('lay ') and 0 <= one['win'] <= 1, one
    assert one['error'] is None or one['error'] >= 0, one
assert any('; ' in one['line'] for one in d['candidates']), 'a line is the whole decision'
assert d['candidates'][0]['error'] is not None and d['draws'] == [], d"
try "what may be drawn" 0 analyse few.aude --moment 0 --json
python "what may be drawn" "
assert d['candidates'] == [] and len(d['draws']) > 10, d
assert abs(sum(one['chance'] for one in d['draws']) - 1) < 0.01, d['draws']"
refused "a turn that is not there" 1 "nothing to decide in turn 900" analyse few.aude --at 900
refused "a moment that is not there" 1 "no moment 3.1" analyse few.aude --moment 3.1
refused "a turn and a moment" 2 "one of them" analyse few.aude --moment 3 --at 1
"$aude" analyse fixed/game-000000.aude --tree --json >moments
over=$(python3 -c 'import json; print(json.load(open("moments"))["moments"][-1]["moment"])')
refused "the end of a game" 1 "the game is over there; type --at N for a turn, 1 to [0-9]" \
    analyse fixed/game-000000.aude --moment "$over"
try "a game that is over" 0 analyse fixed/game-000000.aude --ms 100 --json
python "a game that is over: its last turn" "
last = json.load(open('moments'))['moments'][-1]['turn']
assert d['turn'] == last and d['tile'] and 'lay ' in d['candidates'][0]['line'], d"
sed 's/^open /#line 1 at 1: lay 9,9 0;\n&/' few.aude >far.aude
refused "an impossible variation" 1 "far.aude:[0-9]*: a tile must share a side.*(lay 9,9 0).*BASE-10" analyse far.aude --tree
try "its main line" 0 replay -q far.aude
n=$((n + 1))
grep -q "1 variation and 0 notes are skipped" err || fail "what is skipped is not said"

# On a terminal long work says how far it is; elsewhere it is silent.
n=$((n + 1))
python3 - "$aude" few.aude "$eighth" >out 2>err <<'END' || fail "progress on a terminal"
import json, os, pty, re, signal, subprocess, sys
eighth = int(sys.argv[3])
games, many, more = str(400 // eighth), str(2000 // eighth), str(20000 // eighth)
def watch(words, wanted, number=None):
    """Run it with a terminal as stderr; once `wanted` stands there, send the signal."""
    master, slave = pty.openpty()
    run = subprocess.Popen([sys.argv[1], *words], stdout=subprocess.PIPE, stderr=slave)
    os.close(slave)
    told, seen = b"", False
    try:
        while part := os.read(master, 4096):
            told += part
            if not seen and re.search(wanted, told):
                seen = True
                if number: run.send_signal(number)
    except OSError:
        pass # that is how a terminal ends
    out = run.communicate()[0]
    assert seen, told
    return run.returncode, out
assert watch(["sim", "--games", games, "--players", "greedy,greedy"], rf"\d+ of {games} games ".encode())[0] == 0
assert watch(["arena", "--players", "random,greedy", "--games", "4"],
             rb"4 of 4 games: random against greedy: ")[0] == 0
assert watch(["bench", "--seconds", "0.01"], rb"\d of \d+ kinds of game ")[0] == 0
status, out = watch(["review", sys.argv[2], "--playouts", many, "--jobs", "1", "--json"], rb"[1-9]\d* of \d+ steps ",
                    signal.SIGINT)
d = json.loads(out)
assert status == 130 and d["stopped"] is True and 0 < len(d["steps"]) < d["planned"], (status, d["planned"])
status, out = watch(["analyse", sys.argv[2], "--at", "3", "--ms", "60000", "--json"], rb"[1-9]\d* of 60000 ms ", signal.SIGINT)
d = json.loads(out)
assert status == 130 and d["stopped"] is True and d["candidates"] and d["ms"] < 50000, (status, d)
status, out = watch(["review", sys.argv[2], "--playouts", many, "--jobs", "1"], rb"[1-9]\d* of \d+ steps ", signal.SIGTERM)
assert status == 143 and out.startswith(b"Stopped by a signal: this is about "), (status, out)
status, out = watch(["review", sys.argv[2], "--playouts", more, "--jobs", "1", "--json"], rb"1 of \d+ steps ",
                    signal.SIGINT)
d = json.loads(out)
for seat, player in enumerate(d["players"]):
    for what, sums in (("draw", ("luck", "luck_points", "luck_points_error")),
                       ("move", ("loss", "loss_points", "loss_points_error"))):
        known = any(step["what"] == what and step["seat"] == seat for step in d["steps"])
        assert all((player[name] is not None) == known for name in sums), (what, seat, player, d["steps"])
assert any(player["loss"] is None for player in d["players"]), "nothing was left unknown"
END

# Ctrl+C in a game says where it was saved, as Ctrl+D does; in a measurement it leaves what was measured.
n=$((n + 1))
python3 - "$aude" >out 2>err <<'END' || fail "Ctrl+C in a game and in a measurement"
import json, os, pty, signal, subprocess, sys, time
master, slave = pty.openpty()
def noticed(pid):
    """Does the program handle SIGINT by now?"""
    with open(f"/proc/{pid}/status") as file:
        caught = next(line for line in file if line.startswith("SigCgt")).split()[1]
    return int(caught, 16) >> signal.SIGINT - 1 & 1
def read_until(words):
    told = b""
    while words not in told:
        told += os.read(master, 4096)
    return told
game = subprocess.Popen([sys.argv[1], "play", "--seed", "3", "--first", "0", "--save", "broken-off.aude"],
                        stdin=slave, stdout=slave, stderr=slave, start_new_session=True,
                        preexec_fn=lambda: __import__("fcntl").ioctl(0, __import__("termios").TIOCSCTTY, 0))
os.close(slave)
read_until(b"You, ")
os.write(master, b"1a\n")
read_until(b"takes the tile back")
os.write(master, b"\x03")
told = b""
try:
    while part := os.read(master, 4096): told += part
except OSError:
    pass # that is how a terminal ends
assert game.wait() == 130, (game.returncode, told)
assert b"\nSaved as broken-off.aude" in told.replace(b"\r", b"") and b"Go on with: aude play --resume" in told, told
assert subprocess.run([sys.argv[1], "replay", "-q", "broken-off.aude"]).returncode == 0
for more in (["--json"], []):
    bench = subprocess.Popen([sys.argv[1], "bench", "--seconds", "3000", "-o", "bench.out", *more])
    for _ in range(1000): # 20 seconds: then it never will
        if noticed(bench.pid): break
        time.sleep(0.02)
    bench.send_signal(signal.SIGINT)
    assert bench.wait() == 130, bench.returncode
    text = open("bench.out").read()
    if more:
        d = json.loads(text)
        assert d["stopped"] is True and d["base_2p_random"]["games_per_s"] > 0 and len(d) < 5, d
    else:
        assert text.startswith("Stopped by a signal: this is about 1 of 7 ") and "\nsignature" not in text, text
    os.remove("bench.out")
END
try "silent elsewhere" 0 sim --games 20
n=$((n + 1))
[ ! -s err ] || fail "progress where nobody looks"

# --- a file that is read is never written over ------------------------------------------

try "a game to keep" 0 sim --games 1 --players random,random --records kept --seed 4
cp kept/game-000000.aude own.aude
cp own.aude own.before
cp own.aude part.aude.new
ln -s own.aude link.aude
ln own.aude hard.aude
spared() { # WHAT ARGUMENTS...
    what=$1
    shift
    refused "$what" 2 "would write over the file that is read" "$@"
    cmp -s own.aude own.before || fail "$what: the file is lost"
    cp own.before own.aude
}
for name in own.aude ./own.aude link.aude hard.aude; do spared "replay -o $name" replay own.aude -o $name; done
spared "replay --json" replay own.aude --json -o own.aude
spared "render" render own.aude -o own.aude
spared "render of a link" render link.aude -o own.aude
spared "analyse" analyse own.aude --at 3 --ms 1 -o own.aude
spared "review" review own.aude --playouts 1 -o own.aude
spared "the name of a file half written" replay part.aude.new -o part.aude
cmp -s part.aude.new own.before || fail "a file half written: it is lost"
ln own.aude own.jcz # the same file under the name of a save
n=$((n + 1))
{ "$aude" convert own.aude - >own-1.jcz && "$aude" convert - own-1.aude <own-1.jcz && "$aude" convert - own-2.jcz <own.aude &&
    "$aude" convert own-1.jcz - >own-2.aude && cmp own-1.jcz own-2.jcz && cmp own-1.aude own-2.aude &&
    "$aude" replay -q own-1.aude; } >out 2>err || fail "convert from stdin and to stdout"
refused "from stdin to stdout" 2 "one of the two must be a name" convert - -
spared "convert" convert own.aude own.jcz --force
echo base/crossing4 >tiles
for command in "sim --games 1" commit; do
    # shellcheck disable=SC2086 # words
    "$aude" $command --order tiles --seed 1 -o tiles >out 2>err </dev/null
    n=$((n + 1))
    [ "$(cat tiles)" = base/crossing4 ] || fail "$command: the order is lost"
    grep -q "would write over" err || fail "$command: no word of it"
done
n=$((n + 1))
"$aude" replay - -o own.aude <own.aude >out 2>err && fail "stdin is written over"
cmp -s own.aude own.before || fail "stdin: the file is lost"
try "to another file, twice" 0 replay own.aude -o told
try "to another file, twice" 0 replay own.aude -o told

# A server that is told to stop again and again stops once, as it should: nothing of its store is left open.
n=$((n + 1))
python3 - "$aude" >out 2>err <<'END' || fail "stop, said many times"
import os, signal, subprocess, sys, time
run = subprocess.Popen([sys.argv[1], "serve", "--store", "sqlite:stop.db", "--listen", "127.0.0.1:0"], stdout=subprocess.PIPE,
                       stderr=subprocess.DEVNULL)
run.stdout.readline()
while run.poll() is None:
    run.send_signal(signal.SIGTERM)
    time.sleep(.001)
assert run.returncode == 0 and not os.path.exists("stop.db-wal"), (run.returncode, os.listdir())
END

echo "$n checks, $failed failed"
[ $failed = 0 ]
