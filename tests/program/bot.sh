#!/bin/sh
# bot.sh AUDE -- the text protocol and the arena: our own bot, the two examples, and programs
# that hang, end, lie or babble. AUDE is the build folder.
set -u
build=${1:?usage: bot.sh BUILD}
case $build in /*) ;; *) build=$PWD/$build ;; esac
aude=$build/aude root=$PWD
[ -x "$aude" ] || { echo "skipped: there is no $aude"; exit 77; }
command -v python3 >/dev/null || { echo "skipped: no python3"; exit 77; }

tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
cd "$tmp" || exit 1
n=0 failed=0
fail() {
    failed=$((failed + 1))
    echo "FAILED: $1"
    for f in out err; do [ ! -f $f ] || sed "s/^/    $f: /" $f | tail -n 4; done
}
arena() { # WHAT ARGUMENTS...
    what=$1
    shift
    n=$((n + 1))
    timeout 120 "$aude" arena "$@" >out 2>err </dev/null || fail "$what: status $?"
}
python() { # WHAT PROGRAM: reads out as JSON in `d`
    n=$((n + 1))
    python3 -c "import json
d = json.load(open('out'))
$2" 2>>err || fail "$1"
}
says() { # WHAT FILE WORDS
    n=$((n + 1))
    grep -q -- "$3" "$2" || fail "$1: no word of \"$3\""
}

# --- one line ---------------------------------------------------------------------------

{ echo hello 2; head -c 5000000 /dev/zero | tr '\0' x; echo; echo ping; echo quit; } | "$aude" bot >out 2>err
n=$((n + 1))
[ "$(grep -c '^error' out)" = 1 ] && [ "$(tail -n 1 out)" = pong ] || fail "a line without end is one error"

# --- the arena --------------------------------------------------------------------------

arena "json" --players level-3,random --games 6 --seed 5 --json
python "the shape of the JSON" "
assert list(d) == ['players', 'pairs', 'games', 'planned', 'forfeits', 'stopped'], list(d)
for p in d['players']:
    assert list(p) == ['name', 'games', 'wins', 'draws', 'losses', 'forfeits', 'mean_points',
                       'mean_points_error', 'elo', 'elo_error'], p
    assert p['wins'] + p['draws'] + p['losses'] == 6
a, b = d['players']
assert (a['name'], b['name']) == ('level-3', 'random')
assert a['wins'] == b['losses'] == 6 and a['mean_points'] > b['mean_points'] + 30
(pair,) = d['pairs']
assert (pair['a'], pair['b'], pair['games'], pair['wins']) == ('level-3', 'random', 6, 6)
assert pair['difference'] > 30 and a['elo'] > b['elo']"
cp out first.json
arena "the same again, in other processes" --players level-3,random --games 6 --seed 5 --json --jobs 3
n=$((n + 1))
cmp -s out first.json || fail "the same seed gives the same match, however many run at a time"

arena "times" --players level-4,greedy --games 2 --sets all --ms 20 --times --json
python "times are told" "
for p in d['players']:
    assert p['decisions'] > 100 and 0 < p['ms_mean'] <= p['ms_max'], p"
arena "six at a table" --players random,greedy,random,random,random,random --games 6 --json \
    --sets inns-cathedrals
python "six players, fifteen pairs" "
assert len(d['players']) == 6 and len(d['pairs']) == 15
assert len({p['name'] for p in d['players']}) == 6"
arena "every pair" --players random,greedy,level-2 --each --games 2 --json
python "two games a pair" "assert [p['games'] for p in d['pairs']] == [2, 2, 2]"
arena "records" --players greedy,random --games 2 --records recs
for i in 0 1; do
    n=$((n + 1))
    "$aude" replay recs/game-00000$i.aude >/dev/null 2>err || fail "record $i does not replay"
done
arena "sprt stops early" --players level-3,random --games 2000 --sprt 0,50 --json
python "sprt" "
assert d['pairs'][0]['sprt'] == 'accepted', d
assert d['pairs'][0]['games'] < 200, d"

for wrong in "--players greedy" "--players greedy,nobody" "--players greedy,level-9" \
    "--players greedy,random --sprt 5" "--players greedy,random --games 0" \
    "--players greedy,random:colour=3" "--players greedy,random --sets chess"; do
    n=$((n + 1))
    # shellcheck disable=SC2086 # words on purpose
    "$aude" arena $wrong >out 2>err </dev/null
    [ $? = 2 ] || fail "arena $wrong: not refused"
    [ "$(wc -l <err)" = 1 ] || fail "arena $wrong: not one sentence"
done

# --- our bot ----------------------------------------------------------------------------

talk() { timeout 60 "$aude" bot "$@" >out 2>err; }
{
    printf 'hello 1\nping\nposition\n'
    sed '/^turn 9 /q' recs/game-000000.aude | sed 's/^\(turn 9 [^;]*;[^;]*;\).*/\1/'
    printf '\nend\nactions\ngo playouts 20\nnonsense\nquit\nping\n'
} >talk.txt
talk level-4 <talk.txt
says "hello" out "^name aude level-4"
says "ready" out "^ok$"
says "ping" out "^pong$"
says "what may be done" out "^actions [1-9]"
says "an answer" out "^bestmove lay "
says "a word it does not know" out "^error this word is not known"
n=$((n + 1))
[ "$(grep -c pong out)" = 1 ] || fail "quit does not end it"
printf 'go\nposition\nrubbish\nend\ngo\n' | talk random
n=$((n + 1))
[ "$(grep -c '^error there is no position' out)" = 2 ] || fail "go without a position"
says "a bad record" out "^error line 1 of the record: "

arena "our bot at the table" --players greedy --bot "$aude bot level-2" --games 2 --json
python "our bot plays to the end" "
assert all(p['mean_points'] > 40 for p in d['players']), d"
n=$((n + 1))
[ ! -s err ] || fail "something on stderr"

# --- the examples -----------------------------------------------------------------------

for file in bot.py bot.c; do
    n=$((n + 1))
    [ "$(wc -l <"$root/examples/bots/$file")" -lt 50 ] || fail "$file has fifty lines or more"
done
arena "the bot in Python" --players random --bot "python3 $root/examples/bots/bot.py" \
    --games 6 --json
python "it wins against chance" "
assert d['players'][1]['wins'] >= 4 and d['players'][1]['mean_points'] > 20, d"
n=$((n + 1))
if ${CC:-cc} -std=c11 -O1 -I"$root/include" "$root/examples/bots/bot.c" "$build/libaude.a" \
    -o cbot 2>err; then
    arena "the bot in C" --players random --bot ./cbot --games 4 --json
    python "it wins against chance" "assert d['players'][1]['wins'] == 4, d"
elif grep -q "san\|gcov" err; then
    echo "without the bot in C: the library is instrumented here"
else
    fail "the bot in C does not compile"
fi

# --- programs that behave badly ---------------------------------------------------------

bad() { # WHAT COMMAND WORDS [TIMEOUT]
    arena "$1" --players random --bot "$2" --games 2 --bot-timeout "${4:-30000}" --json
    python "$1 forfeits" "assert d['players'][1]['forfeits'] == 2, d"
    says "$1" err "is forfeit: .*$3"
}
cat >liar.py <<'END'
import sys
for line in sys.stdin:
    if line.startswith("hello"): print("name liar\nok", flush=True)
    if line.startswith("go"): print("bestmove", sys.argv[1], flush=True)
END
bad "one that hangs" "echo ok; exec sleep 1000" "did not answer in time" 300
bad "one that ends" "read hello; echo ok; exit 3" "has ended with status 3 in the middle"
bad "one that lies" "python3 liar.py 'lay 90,90 0'" "liar wanted .lay 90,90 0.: "
bad "one that babbles" "python3 liar.py 'xyzzy'" "liar wanted .xyzzy.: "
bad "one that never ends its line" "echo ok; yes ok | tr -d '\\n'" "line that is too long"
bad "one that reads nothing after hello" "echo ok; exec sleep 1000" "did not answer in time" 3000

echo "bot.sh: $n checks, $failed failed"
[ "$failed" = 0 ]
