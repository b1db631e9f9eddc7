"""`aude admin`: what is shown, what is carried out by a running server, what is left of somebody who was erased.

    admin_command.py BUILD
"""
import glob
import os
import re
import sqlite3
import subprocess
import sys

from wire import *  # noqa: E402,F403

build = sys.argv[1]
check = Checks()
if not os.path.exists(os.path.join(build, "aude")):
    print("skipped: build/aude is not built")
    sys.exit(77)
root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def admin(*words, status=0):
    """What it prints; the exit status must be that one."""
    done = subprocess.run([os.path.join(build, "aude"), "admin", *words], capture_output=True, text=True, timeout=60, check=False)
    check(done.returncode == status, f"aude admin {words}: {done.returncode}, {done.stdout}{done.stderr}")
    return done.stdout if not status else done.stderr


def told(*words):
    return json.loads(admin(*words, "--json"))


def soon(done, what):
    return check(wait_until(done), what)


def comes_in(server, address, headers=()):
    try:
        Client(server.port, source=address, headers=headers).close()
        return True
    except (Closed, OSError):
        return False


def hears_nothing(server, address):
    """The connection is closed before anything is read: not even a refusal comes."""
    line = socket.socket()
    line.settimeout(20)
    line.bind((address, 0))
    try:
        line.connect(("127.0.0.1", server.port))
        line.sendall(b"GET /livez HTTP/1.1\r\nHost: x\r\n\r\n")
        return line.recv(100) == b""
    except OSError:
        return True
    finally:
        line.close()


def refused(client, type, **fields):
    """The code of the refusal, or None."""
    try:
        client.ask(type, **fields)
        return None
    except Refused as error:
        return error.code


def metric(server, line):
    return float(re.search("^" + re.escape(line) + r" (\S+)$", server.http("/metrics")[2].decode(), re.M)[1])


def test_bans(server, store):
    eve = Client(server.port, server.cookie(), source="127.0.0.5")
    eve.hello()
    check.equal(told("ban", store, "127.0.0.5", "--reason", "floods", "--for", "1h")["target"], "127.0.0.5/32", "an address is a range")
    soon(lambda: not comes_in(server, "127.0.0.5"), "who is shut out does not come in")
    check(hears_nothing(server, "127.0.0.5"), "and is not even answered")
    check(comes_in(server, "127.0.0.6") and not hears_nothing(server, "127.0.0.6"), "others do, and are")
    try:
        while True:
            eve.read()
    except (Closed, OSError):
        check('"OFF"' in eve.heard[-1].decode(), "who was in is told, and let go")
    check(metric(server, 'aude_turned_away_total{reason="banned"}') >= 2, "both are counted")
    check([one["range"] for one in told("bans", store)["bans"]] == ["127.0.0.5/32"], "the list has it")
    admin("unban", store, "127.0.0.7", "--reason", "x", status=1)
    admin("unban", store, "127.0.0.5/32", "--reason", "asked nicely")
    soon(lambda: comes_in(server, "127.0.0.5"), "and comes in again")


def test_proxy(folder):
    """Behind a proxy: 403 for the person, not for the proxy; IPv6, finer than the networks that limits count."""
    path = os.path.join(folder, "proxy.db")
    with Server(build, path, "--behind-proxy", "127.0.0.1") as server:
        one, other = ("X-Forwarded-For: 2001:db8:1:2::5",), ("X-Forwarded-For: 2001:db8:1:2::105",)
        check(comes_in(server, None, one), "before, he comes in")
        admin("ban", "sqlite:" + path, "2001:db8:1:2::/120", "--reason", "x")
        soon(lambda: not comes_in(server, None, one), "IPv6: shut out")
        check(comes_in(server, None, other), "the neighbour is not")
        status, _, body = server.http("/api/me", headers={"X-Forwarded-For": "2001:db8:1:2::7"})
        check.equal((status, json.loads(body)["code"]), (403, "OFF"), "a call, too")
        check.equal(server.http("/api/me")[0], 200, "the proxy itself is let in")


def test_silence(server, store):
    cookie = server.cookie()
    ann, bob = server.join(cookie), server.join()
    table = ann.create([{"kind": "here", "name": "Ann"}, LINK, LINK], listed=True)
    who = told("table", store, table)["seats"][0]["visitor"]
    listed = lambda: table in [one["table"] for one in json.loads(server.http("/api/tables")[2])["tables"]]
    check(listed(), "it is in the list")
    admin("silence", store, who, "--reason", "rude", "--for", "1d")
    soon(lambda: refused(ann, "chat", table=table, text="hello") == "OFF", "a visitor may not talk")
    check(refused(bob, "chat", table=table, text="hello", name="Bob") is None, "others may")
    other = bob.create([HERE, LINK])
    ann.ask("sit", table=other, seat=1, name="Rude name")
    seats = told("table", store, other)["seats"]
    check.equal(seats[1]["name"], "Seat 2", "his names are those of his places")
    third = ann.create([{"kind": "here", "name": "Rude name"}, LINK])
    check.equal(told("table", store, third)["seats"][0]["name"], "Seat 1", "of his own tables, too")
    admin("unsilence", store, who, "--reason", "sorry")
    soon(lambda: refused(ann, "chat", table=table, text="hello again") is None, "and may again")
    admin("silence", store, table, "--reason", "noise")
    soon(lambda: refused(bob, "chat", table=table, text="hello", name="Bob") == "OFF", "nobody talks at a table")
    check(not listed(), "and it is not in the list")
    check.equal(len(told("silences", store)["silences"]), 1, "one silence is left")
    check("there is no table" in admin("silence", store, "nosuchtable", "--reason", "x", status=1), "a table that is not there")
    admin("unsilence", store, table, "--reason", "x")
    ann.close()
    bob.close()


def test_tables(server, store):
    ann = server.join()
    table = ann.create([computer(), computer()], head=SHORT)
    ann.until(lambda: ann.entries(table, "over"))
    record = admin("export", store, table)
    check.equal(record, server.http(f"/api/tables/{table}/record")[2].decode(), "the record is that of the server")
    check(table in [one["table"] for one in told("tables", store)["tables"]], "the list has it")
    check(table in admin("tables", store), "in words, too")
    admin("delete", store, table, "--reason", "asked for")
    gone = ann.wait(lambda m: m["type"] == "error" and "id" not in m)
    check.equal((gone["code"], gone["table"]), ("NO_TABLE", table), "who watches is told")
    check.equal(server.http(f"/api/tables/{table}/record")[0], 404, "it is gone")
    check("there is no table" in admin("delete", store, table, "--reason", "x", status=1), "once is enough")
    admin("export", store, table, status=1)
    ann.close()


def everything(path):
    db = sqlite3.connect(path)
    names = [name for name, in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    text = {name: repr(db.execute(f"SELECT * FROM {name}").fetchall()) for name in names}
    db.close()
    return text


def test_erase(server, store):
    ann, bob = server.join(), server.join()
    shared = ann.create([{"kind": "here", "name": "Ann"}, LINK], head=SHORT)
    bob.ask("sit", table=shared, seat=1, name="Bob Ross")
    bob.ask("chat", table=shared, text="my secret sentence", name="Bob Ross")
    ann.ask("start", table=shared)
    ann.ask("resign", table=shared, seat=0)
    running = bob.create([{"kind": "here", "name": "Bob Ross"}, LINK], title="Bob's own", listed=True)
    ann.ask("sit", table=running, seat=1, name="Ann")
    alone = bob.create([{"kind": "here", "name": "Bob Ross"}, computer()])
    who = told("table", store, shared)["seats"][1]["visitor"]
    host = told("table", store, shared)["seats"][0]["visitor"]
    check(who in [one["visitor"] for one in told("visitors", store)["visitors"]], "he is in the list of visitors")
    db = sqlite3.connect(server.store, timeout=20)
    db.execute("INSERT INTO push(game, who, endpoint, point, auth, origin, mine, turn) SELECT key, ?, 'https://x', x'00', x'00', 0, 0, 0 "
               "FROM game WHERE name = ?", (who, shared))
    db.commit()
    db.close()
    check("Bob Ross" in everything(server.store)["result_seat"], "the result of the game that is over names him")
    shown = told("show", store, who)
    check.equal({one["table"]: one["alone"] for one in shown["tables"]}, {shared: False, running: False, alone: True}, "his tables")
    check.equal((shown["messages"], shown["subscriptions"], shown["erased"]), (1, 1, False), "what he said and wants to be told")
    check.equal((shown["results"], shown["silenced"], "name" in shown), (1, False, False), "what he finished; he keeps no name")
    check(who in everything(server.store)["person"], "showing removes nothing")

    for start in ("-", "--", "-o", "-r"):
        nobody = start + "x" * (43 - len(start))
        check("0 tables" in admin("show", store, nobody), f"a visitor's name may begin with {start}")

    acts = len(told("log", store)["acts"])
    for words in ((), ("--json",)):
        said = admin("erase", store, "x" * 43, "--reason", "nobody asked", *words, status=1)
        check("nothing is stored about the visitor" in said, f"of one whom nobody knows nothing can be erased: {said}")
    check.equal(len(told("log", store)["acts"]), acts, "and no act is noted")
    admin("silence", store, "s" * 43, "--reason", "a visitor of whom only this is stored")
    admin("erase", store, "s" * 43, "--reason", "he asked, too")
    check.equal(told("silences", store)["silences"], [], "a silence is something that is stored")

    bob.close()
    admin("silence", store, who, "--reason", "he was rude")
    check(told("show", store, who)["silenced"] and "\nsilenced\n" in admin("show", store, who), "that he is silenced is shown")
    admin("unsilence", store, who, "--reason", "and is sorry")
    erased = told("erase", store, who, "--reason", "he asked")
    check.equal(len(erased["tables"]), 3, "all of them are looked through")
    text = everything(server.store)
    for name, rows in text.items():
        for word in (who, "Bob Ross", "my secret sentence", "Bob\\'s own", "Bob's own"):
            check(word not in rows, f"{word} is not in {name} any more")
    for path in glob.glob(server.store + "*"):  # a file may keep what no row holds any more
        with open(path, "rb") as file:
            text_of = file.read()
        check(not any(word in text_of for word in (who.encode(), b"Bob Ross", b"my secret sentence")) or path.endswith(".log"),
              f"no byte of it is in {os.path.basename(path)}")
    check(host in text["log"] and "Ann" in text["log"], "others stay")
    names = {one["table"] for one in told("tables", store)["tables"]}
    check(alone not in names and {shared, running} <= names, "tables of him alone are gone, others stay")
    record = lambda: server.http(f"/api/tables/{shared}/record")[2].decode()
    soon(lambda: "\nname 1 Seat 2\n" in record(), "the record names his place")
    check("\nname 0 Ann\n" in record() and record() == admin("export", store, shared), "and others as before")

    def fresh():
        seen = server.join()
        seen.ask("watch", table=running, since=0)
        seen.until(lambda: seen.logs.get(running))
        return "Bob" not in json.dumps(seen.logs[running])
    soon(fresh, "who comes to a game that runs does not hear his name")
    check(refused(ann, "chat", table=running, text="still here", name="Ann") is None, "and it goes on")
    check(not told("show", store, who)["tables"], "nothing is stored about him")
    ann.close()


def test_log(store):
    acts = told("log", store)["acts"]
    check.equal([act["number"] for act in acts], list(range(1, len(acts) + 1)), "acts are numbered")
    done = [(act["what"], act["reason"]) for act in acts]
    for one in (("ban", "floods"), ("unban", "asked nicely"), ("silence", "rude"), ("unsilence", "sorry"), ("delete", "asked for"),
                ("rewrite", "he asked"), ("erase", "he asked")):
        check(one in done, f"the log has {one}")
    check(("unban", "x") not in done, "what could not be done is not in it")
    check(all(act["by"] and re.fullmatch(r"\d{4}-.*Z", act["at"]) for act in acts), f"who, and when: {acts[0]}")
    check("floods" in admin("log", store), "in words, too")


def test_copy(store, folder):
    """A copy of the store has it all; the logs are whole."""
    copy = "sqlite:" + os.path.join(folder, "copy.db")
    for words in (("copy", store, copy), ("copy", store, copy), ("check", copy)):
        done = subprocess.run([os.path.join(build, "aude"), "store", *words, "--json"], capture_output=True, text=True, check=False)
        check(done.returncode == 0, f"{words}: {done.stdout}{done.stderr}")
    check.equal(told("log", copy), told("log", store), "the log of acts is copied")


def test_words(folder):
    new = "sqlite:" + os.path.join(folder, "nothing.db")
    for words, says in (((), "what is to be done"), (("shake", new), "no \"shake\""), (("tables",), "which store"), (("ban", new), "needs a range"),
                        (("ban", new, "1.2.3.4"), "needs --reason"), (("ban", new, "1.2.3.4/33", "--reason", "x"), "is no range"),
                        (("ban", new, "1.2.3.4:80", "--reason", "x"), "is no range"), (("ban", new, "x/8", "--reason", "x"), "is no range"),
                        (("show", new, "ann"), "is no visitor"), (("delete", new, "NO TABLE", "--reason", "x"), "is no name"),
                        (("tables", new, "more"), "what is \"more\" for"), (("tables", new, "--reason", "x"), "is for what is done"),
                        (("ban", new, "::/0", "--for", "soon", "--reason", "x"), "--for is a time"),
                        (("delete", new, "abc", "--for", "1d", "--reason", "x"), "--for is for ban"),
                        (("ban", new, "::1", "--reason", "x" * 501), "at most 500"), (("ban", new, "::1", "--reason", b"caf\xe9"), "UTF-8"),
                        (("ban", new, "0.0.0.0/0", "--reason", "x"), "0.0.0.0/0 is very wide"), (("ban", new, "::/0", "--reason", "x"), "say --wide"),
                        (("unban", new, "::/0", "--wide", "--reason", "x"), "--wide is for ban")):
        check(says in admin(*words, status=2), f"{words}: {says}")
    for words in (("ban", new, "::/0", "--wide"), ("unban", new, "0.0.0.0/0")):
        check("cannot be used" in admin(*words, "--reason", "x", status=1), f"it is meant, or lifted: {words}")
    check("cannot be used" in admin("tables", new, status=1), "a store that is not there is not made")
    check(not os.path.exists(new[7:]), "not even by half")


def test_why(folder):
    """What cannot be stored is told with the reason that SQLite has."""
    path = os.path.join(folder, "why.db")
    Server(build, path).stop()
    db = sqlite3.connect(path)
    db.execute("CREATE TRIGGER stop BEFORE INSERT ON ban BEGIN SELECT RAISE(FAIL, 'no room is left'); END")
    db.commit()
    db.close()
    said = admin("ban", "sqlite:" + path, "1.2.3.4", "--reason", "x", status=1)
    check("no room is left" in said, f"why it failed: {said}")
    check.equal(told("log", "sqlite:" + path)["acts"], [], "and the act is not in the log")


def test_document(path):
    """docs/privacy.md names every table and every column that there is."""
    document = open(os.path.join(root, "docs", "privacy.md")).read()
    said = {name: columns.split(", ") for name, columns in re.findall(r"^\| `(\w+)` \| ([\w, ]+) \|", document, re.M)}
    db = sqlite3.connect(path)
    there = {name: [row[1] for row in db.execute(f"PRAGMA table_info({name})")]
             for name, in db.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")}
    db.close()
    for name in sorted(set(said) | set(there)):
        check.equal(said.get(name), there.get(name), f"docs/privacy.md and the table {name}")
    schema = "".join(open(os.path.join(root, "server", "store", name)).read()
                     for name in ("store_pg_sql.c", "store_pg_schema.c", "store_names.c", "store_tournament.c"))
    for name in re.findall(r"CREATE TABLE (?:IF NOT EXISTS )?aude_(\w+)", schema):
        check(name in said or f"`aude_{name}`" in document, f"docs/privacy.md tells of aude_{name}")


with tempfile.TemporaryDirectory(prefix="aude-admin-") as scratch:
    path = os.path.join(scratch, "games.db")
    with Server(build, store=path) as server:
        for test in (test_bans, test_silence, test_tables, test_erase):
            test(server, "sqlite:" + path)
        test_log("sqlite:" + path)
        check.equal(server.stop(), 0, "and the server stops as ever")
    test_copy("sqlite:" + path, scratch)
    test_document(path)
    test_proxy(scratch)
    test_words(scratch)
    test_why(scratch)
check.end()
