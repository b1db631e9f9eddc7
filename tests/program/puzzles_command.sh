#!/bin/sh
# puzzles_command.sh AUDE -- `aude puzzles`: what is shipped, what is found, what is checked, and what is refused.
# AUDE is the program, or the build folder it lies in.
set -u
aude=${1:?usage: puzzles_command.sh AUDE}
file=$PWD/data/puzzles/puzzles.txt
[ -f "$file" ] || { echo "skipped: run it from the root of the tree"; exit 77; }
# shellcheck source=tests/program/try.sh
. "$(dirname "$0")/try.sh"

# --- list and show ----------------------------------------------------------------------

try "list" 0 puzzles list --json
python "list --json" '
assert len(d) >= 400, len(d)
assert len({one["id"] for one in d}) == len(d)
assert all(set(one) == {"id", "sets", "grade", "tags", "answer"} for one in d)
assert all(one["sets"] and 2 <= one["grade"] <= 7 and one["answer"] for one in d)
assert sum(one["sets"] == ["base"] for one in d) >= 200
assert sum("exact" in one["tags"] for one in d) >= 60
'
size=$(gzip -9c "$file" | wc -c)
n=$((n + 1))
[ "$size" -le 150000 ] || fail "the file is $size bytes, packed"
id=$(sed -n 's/^puzzle \([0-9a-f]*\) .*/\1/p' "$file" | head -n 1)
try "show" 0 puzzles show "$id"
says "show" "has to lay"
grep -q "points ahead" out && fail "show gives the answer away"
try "show --answer" 0 puzzles show "$id" --answer
says "show --answer" "points ahead"
try "list -o" 0 puzzles list -o listed
[ -s listed ] || fail "list -o writes nothing"
refused "no such puzzle" 1 'no puzzle "ffffffff"' puzzles show ffffffff
refused "no puzzle named" 2 "which puzzle" puzzles show
refused "nothing asked" 2 "which of find" puzzles
refused "no such subcommand" 2 'no `aude puzzles solve`' puzzles solve
refused "an option of another" 2 "takes no --ms" puzzles list --ms 5
refused "an option of another that takes no value" 2 "takes no --answer" puzzles list --json --answer
refused "an option of nobody" 2 '`aude puzzles` has no option --colour; see `aude puzzles --help`' puzzles list --colour
refused "a margin that is no number" 2 "from 0.5 to 100" puzzles find --margin much
refused "an operand too many" 2 'takes no "x"' puzzles check x
refused "no such file" 1 "nowhere" puzzles list --file nowhere

# --- damaged files ----------------------------------------------------------------------

head -n 3 "$file" >cut
echo "puzzle 01234567 3 9 close" >>cut
refused "a bad grade" 1 "cut: line 4:" puzzles list --file cut
sed 's/^puzzle ......../puzzle 00000000/' "$file" | head -n 20 >renamed
refused "another position" 1 "another one than its name" puzzles list --file renamed
sed 's/^play [0-9]* /play 999 /' "$file" | head -n 20 >impossible
refused "an impossible action" 1 "not possible" puzzles list --file impossible
head -n 5 "$file" | sed '5s/.$//' >short
refused "an answer that was cut" 1 "its answer is not possible" puzzles list --file short
: >empty
refused "an empty file" 1 "empty: line 1: the file does not begin" puzzles list --file empty
printf 'aude-puzzles 1\n' >none
refused "a file without end" 1 "no file of puzzles" puzzles list --file /dev/zero
refused "nothing to check" 1 "no puzzle to check" puzzles check --file none

# --- check ------------------------------------------------------------------------------

# Ends are solved exactly, so that the answer does not depend on how fast this machine is.
awk '/^game/ { g = $0 } /^play/ { p = $0 } /^puzzle/ { on = $0 ~ /exact/; if (on && k++ < 4) print g "\n" p "\n" $0; else on = 0; next }
     /^(best|next)/ && on { print }' "$file" | sed '1i aude-puzzles 1' >ends
try "check" 0 puzzles check --file ends --sample 9 --ms 20000 --json
python "check --json" '
assert d["total"] == 4 and d["checked"] == 4 and d["held"] == 4, d
assert d["failed"] == [] and d["stopped"] is False'
awk '/^best/ && !done { best = $0; getline; swap = $0; sub(/^next [^ ]* [^ ]* [^ ]* /, "", swap)
     n = split(best, w, " "); print w[1], w[2], w[3], w[4], swap; print; done = 1; next } { print }' ends >wrong
try "a planted wrong answer" 1 puzzles check --file wrong --sample 9 --ms 20000 --json
python "a planted wrong answer" 'assert d["held"] == 3 and len(d["failed"]) == 1, d'
try "the sample is drawn by the seed" 0 puzzles check --file ends --sample 1 --ms 20000 --seed 2
says "one of four" "^1 of 4 puzzles"

# --- find -------------------------------------------------------------------------------

games=6
[ "${AUDE_QUICK:-}" != 1 ] || games=2
try "find" 0 puzzles find --games $games --ends --margin 1 --seed 2001 -j 1 -o one.txt
try "find with more threads" 0 puzzles find --games $games --ends --margin 1 --seed 2001 -j 3 -o two.txt
cmp -s one.txt two.txt || fail "what is found depends on the threads"
grep -q "^puzzle" one.txt || fail "nothing was found"
try "what was found is listed" 0 puzzles list --file one.txt
try "what was found holds" 0 puzzles check --file one.txt --ms 2000
try "a game to look through" 0 sim --games 1 --players level-4,level-3 --records games
try "find in a record" 0 puzzles find games/game-000000.aude --ends --margin 1 -o three.txt
try "find in a record twice" 0 puzzles find games/game-000000.aude --ends --margin 1 -o four.txt
cmp -s three.txt four.txt || fail "a record gives other puzzles the second time"
refused "three players" 2 "two players" puzzles find --players level-1,level-2,level-3
refused "no such record" 1 "nowhere.aude" puzzles find nowhere.aude
refused "over the record" 2 "write over" puzzles find games/game-000000.aude -o games/game-000000.aude

echo "$n checks, $failed failed"
[ $failed = 0 ]
