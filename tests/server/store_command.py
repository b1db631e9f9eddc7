"""`aude store`: a copy is the same store, goes on after a break, and a check finds what is broken.

    store_command.py BUILD
"""
import glob
import json
import os
import pwd
import shutil
import sqlite3
import struct
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
    check(status == 1 and "holds" in err, f"the copy was in use and has become another store: {err}")

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


def rows(path):
    """Everything in a store, but what a look at it changes."""
    db = sqlite3.connect(path)
    names = sorted(name for name, in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'"))
    all = {name: sorted(map(repr, db.execute(f"SELECT * FROM {name}"))) for name in names}
    db.close()
    return all


def a_store(path, texts):
    """A store with a table for each text."""
    with Server(build, store=path) as server:
        ann = server.join(server.cookie())
        tables = [ann.create([HERE, LINK]) for _ in texts]
        for table, text in zip(tables, texts):
            ann.ask("chat", table=table, text=text, name="Ann")
        ann.close()
    return tables


def test_apart(folder):
    """A copy never writes over what another store was told to keep, nor mixes two: nothing is done, and one sentence says why."""
    paths = {name: os.path.join(folder, name + ".db") for name in ("ours", "theirs", "later")}
    ours, theirs, later = ("sqlite:" + path for path in paths.values())
    table = a_store(paths["ours"], ["ours"])[0]
    a_store(paths["theirs"], ["theirs"])
    check(aude("copy", ours, later)[0] == 0, "a copy")
    for name in ("ours", "later"):  # both go on with the same table
        with Server(build, store=paths[name]) as server:
            ann = server.join(server.cookie())
            ann.ask("chat", table=table, text=f"acknowledged in {name}", name="Ann")
            ann.close()
    for there, path in ((theirs, paths["theirs"]), (later, paths["later"])):
        before = rows(path)
        status, out, err = aude("copy", ours, there)
        check(status == 1 and "holds a table" in err and "nothing was copied" in err, f"into another store: {status} {err}")
        check(rows(path) == before, "and it is as it was")
    for part, sql in (("a visitor", "INSERT INTO person VALUES('somebody', 1, 1)"), ("a key", "INSERT INTO own_key VALUES('other', x'00')"),
                      ("a pause", "INSERT INTO pause VALUES(5, 6)"), ("a ban", "INSERT INTO ban VALUES('192.0.2.0/24', 1, 2)"),
                      ("a silence", "INSERT INTO silence VALUES('x', 1, 2)"),
                      ("an act", "INSERT INTO act VALUES(1, 1, 'ban', 'x', 'me', 'y')")):
        other = os.path.join(folder, part.replace(" ", "") + ".db")
        open(other, "w").close()
        aude("migrate", "sqlite:" + other)
        change(other, sql)
        before = rows(other)
        status, out, err = aude("copy", ours, "sqlite:" + other)
        check(status == 1 and f"holds {part}" in err and rows(other) == before, f"a store with {part}: {status} {err}")


def test_killed(folder):
    """Killed at any moment, or out of room, a copy goes on when it is asked for again."""
    first, second = os.path.join(folder, "k1.db"), os.path.join(folder, "k2.db")
    a_store(first, [f"hello {i}" for i in range(3)])
    db = sqlite3.connect(first)  # many tables, so that a copy takes a while
    for i in range(300):
        db.execute("INSERT INTO game(name, created, updated, listed, over, awake, summary, deadline, origin) SELECT ? || name, created, "
                   "updated, listed, over, awake, summary, deadline, origin FROM game WHERE key = 1", (f"n{i:03}",))
        db.execute("INSERT INTO log(id, game, seq, at, text, secret) SELECT (last_insert_rowid() << 32) + seq, last_insert_rowid(), seq, at, text, secret "
                   "FROM log WHERE game = 1")
    db.commit()
    db.close()
    words = [os.path.join(build, "aude"), "store", "copy", "sqlite:" + first, "sqlite:" + second]
    done = subprocess.run(["sh", "-c", 'ulimit -f 200; exec "$@"', "sh", *words], capture_output=True, text=True, timeout=LONG, check=False)
    check(done.returncode == 1 and len(done.stderr.splitlines()) == 1, f"no room: one sentence: {done.returncode} {done.stderr}")
    for i in range(1, 4):
        copying = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        wait_until(lambda: copying.poll() is not None or tables_in(second) >= 50 * i)
        copying.kill()
        copying.communicate()
    check(tables_in(second) > 0, f"it was killed on its way: {tables_in(second)} tables are there")
    status, copied = told("copy", "sqlite:" + first, "sqlite:" + second)
    check(status == 0 and copied["same"] > 0 and copied["same"] + copied["copied"] == 303, f"it goes on: {copied}")
    status, again = told("copy", "sqlite:" + first, "sqlite:" + second)
    check(status == 0 and again["same"] == 303 and again["sum"] == copied["sum"], f"and a second time nothing is left to do: {again}")
    change(first, "UPDATE game SET name = 'a\"b\\c' WHERE name LIKE 'n000%'")
    change(first, "DELETE FROM log WHERE seq = 1 AND game = (SELECT key FROM game WHERE name LIKE 'a%b%')")
    status, broken = told("check", "sqlite:" + first)
    check(status == 1 and broken["faults"][0]["table"] == 'a"b\\c', f"a strange name is told as it is: {broken}")


def test_looked_at(folder):
    """A check sees more than the logs that a row leads to, and leaves what it looks at as it is."""
    whole, path = os.path.join(folder, "whole.db"), os.path.join(folder, "hurt.db")
    with Server(build, store=whole) as server:
        play(server)
        ann = server.join(server.cookie())
        ended = ann.create([computer(), computer()], head=SHORT)
        ann.until(lambda: ann.entries(ended, "over"))
        ann.close()
        server.stop()
    status, good = told("check", "sqlite:" + whole)
    status_two, copied = told("copy", "sqlite:" + whole, "sqlite:" + os.path.join(folder, "again.db"))
    check(status == status_two == 0 and len(good["sum"]) == 64 and good["sum"] == copied["sum"], f"it tells the sum of a copy: {good}")

    def hurt(*statements):
        for rest in glob.glob(path + "*"):
            os.remove(rest)
        shutil.copy(whole, path)
        for sql in statements:
            change(path, sql)

    over = f"(SELECT key FROM game WHERE name = '{ended}')"
    for says, statement in (
            ("entries of a table that is not there", f"DELETE FROM game WHERE key = {over}"),
            ("seats of a result that is not there", "INSERT INTO result_seat VALUES(77, 0, 1, 0, '', '', '', '', 0, 1)"),
            ("lines of a tournament that is not there", "INSERT INTO aude_tournament_line VALUES('t', 1, 1, '', 0, '', '', '')"),
            ("lacks its end", f"DELETE FROM log WHERE game = {over} AND seq = (SELECT max(seq) FROM log WHERE game = {over})"),
            ("not called over", "UPDATE game SET over = 0")):
        hurt(statement)
        status, told_of = told("check", "sqlite:" + path)
        texts = [fault["text"] for fault in told_of["faults"]]
        check(status == 1 and not told_of["ok"] and any(says in text for text in texts), f"{says}: {told_of}")
        check(says in aude("check", "sqlite:" + path)[1], f"in words, too: {says}")
    for name in ("person", "own_key", "game_list"):  # no log is there
        hurt()
        db = sqlite3.connect(path)
        page, size = (db.execute(sql).fetchone()[0] for sql in (f"SELECT rootpage FROM sqlite_master WHERE name = '{name}'", "PRAGMA page_size"))
        db.close()
        with open(path, "r+b") as file:
            file.seek((page - 1) * size)
            file.write(b"\x7f" * size)
        status, out, err = aude("check", "sqlite:" + path)
        check(status == 1 and ("damaged" in out or "malformed" in err), f"a damaged page of {name}: {status} {out}{err}")
    for version, says in ((7, "store migrate"), (99, "later version"), (-3, "no version"), (0, "no version")):
        hurt(f"PRAGMA user_version = {version}")
        for words in (("check", "sqlite:" + path), ("copy", "sqlite:" + path, "sqlite:" + os.path.join(folder, "none.db"))):
            status, out, err = aude(*words)
            check(status == 1 and says in err, f"{words[0]}, version {version}: {status} {out}{err}")
        with open(path, "rb") as file:
            check(struct.unpack(">i", file.read(64)[60:])[0] == version, f"version {version} is left as it is")
    check(not os.path.exists(os.path.join(folder, "none.db")), "nothing was made for a copy that cannot be")
    hurt("DROP TABLE result_seat")
    status, out, err = aude("check", "sqlite:" + path)
    check(status == 1 and "no such table" in err, f"a table of ours is not there: {err}")
    with open(path, "w"):
        pass
    status, out, err = aude("check", "sqlite:" + path)
    check(status == 1 and "empty" in err and os.path.getsize(path) == 0, f"an empty file is no store, and stays empty: {status} {out}{err}")


class Reader:
    """`aude` as somebody who may read a folder and write nothing there: root may do everything, so it is `nobody` then."""

    def __init__(self, folder):
        self.folder, self.aude, self.before = folder, os.path.join(build, "aude"), []
        if not os.getuid():
            self.aude = shutil.copy(self.aude, os.path.join(folder, "aude"))
            self.before = ["setpriv", "--reuid", "nobody", "--regid", str(pwd.getpwnam("nobody").pw_gid), "--clear-groups"]

    def can_be(self):
        return not self.before or shutil.which("setpriv") is not None

    def __call__(self, *words):
        done = subprocess.run([*self.before, self.aude, *words], capture_output=True, text=True, timeout=120, check=False, cwd="/")
        return done.returncode, done.stdout, done.stderr

    def __enter__(self):
        self.names = sorted(os.listdir(self.folder))
        for name in self.names:
            os.chmod(os.path.join(self.folder, name), 0o555 if name == "aude" else 0o444)
        os.chmod(self.folder, 0o555)
        return self

    def __exit__(self, *_):
        os.chmod(self.folder, 0o755)
        check(sorted(os.listdir(self.folder)) == self.names, f"nothing is made beside it: {sorted(os.listdir(self.folder))}, {self.names}")


def test_only_read(scratch):
    """Another one's backup, a disk that may not be written: what is there is read, and nothing is written beside it."""
    folder, to = (tempfile.mkdtemp(prefix="aude-read-", dir="/tmp") for _ in range(2))
    path, name, copy = os.path.join(folder, "a%b.db"), "sqlite:" + os.path.join(folder, "a%b.db"), os.path.join(to, "copy.db")
    os.chmod(to, 0o777)
    reader = Reader(folder)
    if not reader.can_be():
        print("skipped: setpriv is not here (package util-linux), and root may write everywhere")
        return
    whole = os.path.join(scratch, "whole.db")  # of test_looked_at()
    shutil.copy(whole, path)
    status, good = told("check", "sqlite:" + whole)
    with reader:
        for words in (("store", "check", name), ("admin", "tables", name), ("admin", "log", name), ("store", "copy", name, "sqlite:" + copy)):
            status, out, err = reader(*words)
            check(status == 0, f"{words}: {status} {out}{err}")
        check(good["sum"] in out, f"all of it is copied: {out}")
        status, out, err = reader("admin", "ban", name, "203.0.113.0/24", "--reason", "r")
        check(status == 1 and err.count("\n") == 1, f"what changes it is refused: {status} {out}{err}")
    with Server(build, store=path) as server:
        play(server)
        server.process.kill()
        server.process.wait()
    check(os.path.getsize(path + "-wal") > 0, "what was written last is not in the file yet")
    os.remove(path + "-shm")
    os.remove(path + ".lock")
    with reader:
        for words in (("store", "check", name), ("admin", "tables", name)):
            status, out, err = reader(*words)
            check(status == 1 and "look at a copy of both files" in err and err.count("\n") == 1, f"{words}: {status} {out}{err}")
    open(path + "-shm", "w").close()
    open(path + ".lock", "w").close()
    with reader:
        status, out, err = reader("store", "check", name)
        check(status == 0 and f"{good['tables'] + 5} tables" in out, f"the last changes are read where SQLite has its place for it: {status} {out}{err}")
        status, out, err = reader("admin", "tables", name)
        check(status == 0 and out, f"the same: {status} {out}{err}")
    os.remove(path + "-shm")
    check(told("check", name)[1]["tables"] == good["tables"] + 5, "who may write takes them over")
    shutil.rmtree(folder)
    shutil.rmtree(to)


def test_nothing_beside(folder):
    """What is only looked at gets nothing beside it; a lock that is there counts."""
    path = os.path.join(folder, "alone.db")
    for what in ("whole", "empty", "junk"):
        with open(path, "wb") as file:
            file.write({"whole": open(os.path.join(folder, "whole.db"), "rb").read(), "empty": b"", "junk": b"junk" * 4000}[what])
        before = open(path, "rb").read()
        for words in (("check", "sqlite:" + path), ("copy", "sqlite:" + path, "sqlite:" + path + ".to")):
            status, out, err = aude(*words)
            check((status == 0) == (what == "whole"), f"{what}: {status} {out}{err}")
        check(not os.path.exists(path + ".lock") and not os.path.exists(path + "-wal"), f"nothing beside what is {what}")
        check(open(path, "rb").read() == before, f"it is what it was: {what}")


def tables_in(path):
    try:
        db = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
        n = db.execute("SELECT count(*) FROM game").fetchone()[0]
        db.close()
        return n
    except sqlite3.Error:
        return 0


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
    pipe = os.path.join(folder, "pipe")
    os.mkfifo(pipe)
    for what in ("check", "migrate"):
        status, out, err = aude(what, "sqlite:" + pipe)
        check(status == 1 and "no file" in err, f"{what} of what is no file: {status} {out}{err}")
    check(not os.path.exists(pipe + ".lock"), "nothing is made beside it, as /dev/null.lock would be")
    open(gone, "w").close()
    status, out, err = aude("migrate", "sqlite:" + gone)
    check(status == 0 and "this version" in out, f"an empty file becomes a store: {out}{err}")
    status, whole = told("check", "sqlite:" + gone)
    check(status == 0 and whole["tables"] == 0, f"and is empty: {whole}")


with tempfile.TemporaryDirectory(prefix="aude-store-") as scratch:
    test_all(scratch)
    test_apart(scratch)
    test_killed(scratch)
    test_looked_at(scratch)
    test_only_read(scratch)
    test_nothing_beside(scratch)
    test_words(scratch)
check.end()
