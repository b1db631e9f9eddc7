# try.sh -- sourced by tests of the program: run it, and say what it should have done.
# Before: $aude, the program (or its build folder); afterwards the working folder is empty
# and its own, and what the program printed last is in out and err.
[ ! -d "$aude" ] || aude=$aude/aude
[ -x "$aude" ] || { echo "skipped: there is no $aude"; exit 77; }
case $aude in /*) ;; *) aude=$PWD/$aude ;; esac
command -v python3 >/dev/null || { echo "skipped: no python3"; exit 77; }

tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
cd "$tmp" || exit 1
export HOME="$tmp/home" XDG_DATA_HOME="" NO_COLOR=1 LC_ALL=C.UTF-8
mkdir home
n=0 failed=0

fail() {
    failed=$((failed + 1))
    echo "FAILED: $1"
    sed 's/^/    out: /' out | tail -n 3
    sed 's/^/    err: /' err | tail -n 3
}

# try WHAT STATUS ARGUMENTS...: what the program prints is in out and err.
try() {
    what=$1 wanted=$2
    shift 2
    n=$((n + 1))
    "$aude" "$@" >out 2>err </dev/null
    status=$?
    [ $status = "$wanted" ] || fail "$what: status $status, not $wanted"
}
# refused WHAT STATUS WORDS ARGUMENTS...: one sentence on stderr, nothing on stdout.
refused() {
    words=$3
    what=$1 wanted=$2
    shift 3
    try "$what" "$wanted" "$@"
    [ ! -s out ] || fail "$what: something on stdout"
    [ "$(wc -l <err)" = 1 ] || fail "$what: not one line on stderr"
    grep -q -- "$words" err || fail "$what: no word of \"$words\""
}
says() { # WHAT WORDS
    n=$((n + 1))
    grep -q -- "$2" out || fail "$1: no word of \"$2\""
}
python() { # WHAT PROGRAM: reads out as JSON in `d`
    n=$((n + 1))
    python3 -c "import json
d = json.load(open('out'))
$2" 2>>err || fail "$1"
}
