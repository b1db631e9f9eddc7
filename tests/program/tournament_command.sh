#!/bin/sh
# tournament_command.sh AUDE -- `aude tournament`: a whole Swiss evening in a file, refusals, a line that a crash cut off,
# two at once.
set -u
aude=${1:?usage: tournament_command.sh AUDE}
# shellcheck source=tests/program/try.sh
. "$(dirname "$0")/try.sh"

# --- an evening -----------------------------------------------------------------------------

try "new" 0 tournament new t.log --rounds 3 --name "Thursday, evening" --at 100
for name in Ana Bruno Carla Dinu "Eva, \"E\""; do
    try "enter" 0 tournament enter t.log "$name" --at 101
done
try "ratings" 0 tournament enter t.log Zoë --rating 1900 --at 102
says "a number" "Zoë is number 6"
try "pair" 0 tournament pair t.log --at 200
says "round" "^Round 1 of 3"
refused "pair again" 1 "the round before is not over yet" tournament pair t.log
try "result" 0 tournament result t.log 1 93:91 --at 210
try "result" 0 tournament result t.log 2 70:70 --at 211
try "resigned" 0 tournament result t.log 3 40:20 --won second --at 212
says "resigned" "40:20 (second won)"
try "correct" 0 tournament correct t.log 1 2 71:70 --reason "a shield more" --at 213
try "withdraw" 0 tournament withdraw t.log Carla --at 214
try "sit out" 0 tournament bye t.log 2 4 --at 215
try "pair" 0 tournament pair t.log --at 300
try "standings" 0 tournament standings t.log --sums
says "the reason is seen" "Corrected: round 1, table 2: a shield more"
says "a sum" "buchholz: .* = "
says "who left" "Carla .* left$"
try "csv" 0 tournament standings t.log --csv
says "csv" '"Eva, ""E"""'
says "csv" "^place,name,rating,score"
try "to a file" 0 tournament standings t.log --json -o out.json
mv out.json out
python "json" "
assert d['name'] == 'Thursday, evening' and d['round'] == 2 and not d['finished']
assert len(d['standings']) == 6 and d['corrections'][0]['reason'] == 'a shield more'
assert sum(t['points'][0] + t['points'][1] for t in d['tables'] if t['round'] == 1) == 3"
cp t.log before

# --- what is refused changes nothing ----------------------------------------------------------

refused "no verb" 2 "what about" tournament
refused "another verb" 2 'knows no "sing"' tournament sing t.log
refused "no file" 2 "it is .aude tournament pair FILE" tournament pair
refused "too much" 2 "it is" tournament pair t.log now
refused "over another" 1 "t.log: File exists" tournament new t.log --rounds 3
refused "no rounds" 1 "how many rounds" tournament new u.log
refused "no such file" 1 "nowhere.log: No such file" tournament standings nowhere.log
refused "nobody" 1 'nobody here is called "Otto"' tournament withdraw t.log Otto
refused "no reason" 2 "needs --reason" tournament correct t.log 1 1 1:2
refused "no points" 1 "points are written as 93:91" tournament result t.log 1 many
refused "no table" 1 "the table is a number from 1 to" tournament result t.log 9 1:2
refused "no such winner" 1 "won first, or won second" tournament result t.log 1 1:2 --won Ana
refused "late" 1 "nobody can enter after round 2 has begun" tournament enter t.log Fay
refused "not over yet" 1 "round 2 is not over yet" tournament finish t.log
echo "hello" >hello.log
refused "another file" 1 "hello.log: line 1: a tournament begins with" tournament tables hello.log
[ ! -e u.log ] || fail "a refused tournament has a file"
cmp -s t.log before || fail "something refused was written"

# --- a crash in the middle of a line ------------------------------------------------------------

printf '400 result 2 1 1 1 9' >>t.log
try "cut off" 0 tournament result t.log 1 90:80 --at 401
grep -q "was cut off" err || fail "no word of the line that was cut off"
{ cat before; echo "401 result 2 1 1 1 90:80"; } >wanted
cmp -s t.log wanted || fail "the file after a crash"
cp t.log before
printf '%s' "$(cat before)" >t.log
printf '\n' >>t.log
try "whole" 0 tournament tables t.log
[ ! -s err ] || fail "a whole file is whole"

# --- two at once: both lines are there, and the file is read again --------------------------------

try "new" 0 tournament new many.log --rounds 2
refused "a name of two lines" 1 "cannot be seen" tournament enter many.log "A
B"
for i in 1 2 3 4 5 6 7 8; do "$aude" tournament enter many.log "Name $i" >/dev/null & done
wait
n=$((n + 1))
[ "$(grep -c entered many.log)" = 8 ] || fail "eight at once"
try "read again" 0 tournament pair many.log

# --- to the end --------------------------------------------------------------------------------------

try "knock-out" 0 tournament new k.log --kind knockout --third --name K
for name in A B C D; do try "enter" 0 tournament enter k.log $name; done
for round in 1 2; do
    try "pair" 0 tournament pair k.log
    try "result" 0 tournament result k.log 1 10:5
    try "result" 0 tournament result k.log 2 10:5
done
refused "the last round" 1 "that was the last round" tournament pair k.log
try "finish" 0 tournament finish k.log
says "finished" "after round 2 of 2, finished"
refused "over" 1 "the tournament is finished" tournament result k.log 1 1:2

echo "tournament_command.sh: $n checks, $failed failed"
[ $failed = 0 ]
