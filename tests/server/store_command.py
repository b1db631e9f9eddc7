"""`aude store`: a copy is the same store, goes on after a break, and a check finds what is broken.

    store_command.py BUILD
"""
import json
import os
import sqlite3
import subprocess
import sys
import tempfile

from wire import *  # noqa: E402,F403

build = sys.argv[1]
check = Checks()
if not os.path.exists(os.path.join(build, "aude")):
    print("skipped: build/aude is not built")
    sys.exit(77)


def aude(*words):
    done = subprocess.run([os.path.join(build, "aude"), "store", *words], capture_output=True, text=True, timeout=120, check=False)
    return done.returncode, done.stdout, done.stderr


def told(*words):
    """The exit status, and what is told to a program."""
    status, out, err = aude(*words, "--json")
    check(bool(out), f"{words}: {err}")
    return status, json.loads(out) if out else {}


def play(server):
    """Some tables with something in them, one of them with a game that computers play."""
    ann = server.join(server.cookie())
    table = ann.create([computer(), computer()])
    ann.until(lambda: len(ann.entries(table, "step")) > 30)
    for i in range(4):
        other = ann.create([HERE, LINK])
        ann.ask("chat", table=other, text=f"hello {i}, façade", name="Ann")
    ann.close()
    return table


def change(path, sql):
    db = sqlite3.connect(path)
    db.execute(sql)
    db.commit()
    db.close()


def test_all(folder):
    first, second = os.path.join(folder, "one.db"), os.path.join(folder, "two.db")
    one, two = "sqlite:" + first, "sqlite:" + second
    with Server(build, store=first) as server:
        table = play(server)
        status, out, err = aude("check", one)
        check(status == 1 and "another aude" in err, f"a store in use is refused: {err}")
    status, whole = told("check", one)
    check(status == 0 and whole["ok"] and whole["tables"] == 5 and whole["entries"] > 30, f"it is whole: {whole}")

    status, copied = told("copy", one, two)
    check(status == 0 and copied["copied"] == 5 and copied["same"] == 0, f"all is copied: {copied}")
    check(copied["entries"] == whole["entries"], f"and counted: {copied}")
    change(second, "DELETE FROM log WHERE game = (SELECT min(key) FROM game)")  # as if it had been stopped there
    change(second, "DELETE FROM game WHERE key = (SELECT max(key) FROM game)")
    status, again = told("copy", one, two)
    check(status == 0 and again["copied"] == 2 and again["same"] == 3, f"it goes on: {again}")
    check(again["sum"] == copied["sum"], "and is the same in the end")
    with Server(build, store=second) as server:
        record = server.http(f"/api/tables/{table}/record")
        check(record[0] == 200, "the copy is served")
    status, out, err = aude("copy", one, two)
    check(status == 1 and "differ" in err, f"the copy was in use and has become another store: {err}")

    secret = f"(SELECT key FROM game WHERE name = '{table}')"
    change(first, f"UPDATE log SET text = replace(text, '; hash ', '; hash 0') WHERE game = {secret} AND seq = "
                  f"(SELECT max(seq) FROM log WHERE game = {secret} AND text LIKE '%; hash %')")
    status, broken = told("check", one)
    check(status == 1 and broken["broken"] == 1 and broken["faults"][0]["table"] == table, f"a wrong hash is found: {broken}")
    check("hash" in broken["faults"][0]["text"], f"and said: {broken}")
    status, other = told("copy", one, "sqlite:" + os.path.join(folder, "three.db"))
    check(status == 0 and other["sum"] != copied["sum"], f"another text has another sum: {other}")
    change(first, f"DELETE FROM log WHERE game = {secret} AND seq = 7")
    status, broken = told("check", one)
    check(status == 1 and broken["faults"][0]["seq"] == 8 and "missing" in broken["faults"][0]["text"], f"a hole is found: {broken}")
    status, out, err = aude("check", one)
    check(status == 1 and out.startswith(table) and "1 of them broken" in out, f"in words, too: {out}")


def test_words(folder):
    for words, says in (((), "copy, check or migrate"), (("shake", "sqlite:x"), "not \"shake\""), (("copy", "sqlite:x"), "which stores"),
                        (("check", "sqlite:x", "sqlite:y"), "one store"), (("copy", "sqlite:x", "sqlite:x"), "into itself")):
        status, out, err = aude(*words)
        check(status == 2 and says in err, f"{words}: {status} {err}")
    status, out, err = aude("check", "mysql:x")
    check(status == 2 and "postgresql://" in err, f"another kind: {err}")
    gone = os.path.join(folder, "gone.db")
    for what in ("check", "migrate"):
        status, out, err = aude(what, "sqlite:" + gone)
        check(status == 1 and "No such file" in err, f"{what} of what is not there: {status} {out}{err}")
        check(not os.path.exists(gone), f"{what} makes no store")
    open(gone, "w").close()
    status, out, err = aude("migrate", "sqlite:" + gone)
    check(status == 0 and "this version" in out, f"an empty file becomes a store: {out}{err}")
    status, whole = told("check", "sqlite:" + gone)
    check(status == 0 and whole["tables"] == 0, f"and is empty: {whole}")


with tempfile.TemporaryDirectory(prefix="aude-store-") as scratch:
    test_all(scratch)
    test_words(scratch)
check.end()
