"""The store in PostgreSQL passes what every store must pass (tests/server/test_store.c), and goes on after faults.

    store_postgres.py BUILD
"""
import json
import os
import re
import subprocess
import sys
import tempfile

from postgres import Cutter, Postgres, need, or_skip
from wire import *  # noqa: E402,F403

build = sys.argv[1]
check = Checks()
long = os.environ.get("AUDE_LONG") == "1"


def conformance(url, what):
    for group in ("store/", "store_owners/", "store_push/", "store_names/", "store_results/", "store_tournaments/", "store_duty/", "store_pg/", "store_copy/"):
        done = subprocess.run([os.path.join(build, "aude_tests"), group], capture_output=True, text=True, check=False,
                              env={**os.environ, "AUDE_TEST_STORE": url})
        last = (done.stdout.strip().splitlines() or [""])[-1]
        check(done.returncode == 0,
              f"{what}, {group}: {last}\n{done.stdout[-2000:] if done.returncode else ''}{done.stderr[-2000:]}")


def tried(client, type, **fields):
    """The answer, whatever it is."""
    number = client.send(type, **fields)
    return client.wait(lambda m: m.get("id") == number)


def entries(database, table):
    """What the log of the table holds, in order."""
    rows = database.sql(f"SELECT seq, text FROM aude_log WHERE game = '{table}' ORDER BY seq").stdout.splitlines()
    return [int(row.split("|", 1)[0]) for row in rows], "\n".join(rows)


def empty(database):
    database.sql("DROP TABLE IF EXISTS aude_schema, aude_game, aude_log, aude_person, aude_pause, aude_alive, aude_push, aude_key, "
                 "aude_name, aude_credential, aude_session, aude_owner, aude_gap, aude_tournament, aude_tournament_line, "
                 "aude_count, aude_result, aude_result_seat, aude_ban, aude_silence, aude_act")


def talk(server, database, n, between):
    """One table, `n` messages one after the other; what was acknowledged must be in the log once, in order."""
    ann = server.join(server.cookie())
    table = ann.create([HERE, HERE])
    said = []
    for i in range(n):
        between(i)
        while True:  # refused is refused: nothing happened, and it is said again
            answer = tried(ann, "chat", table=table, text=f"message {i}", name="Ann")
            if answer["type"] == "ok":
                said.append(f"message {i}")
                break
            check(answer["code"] in ("STORE", "RATE"), f"refused with {answer}")
            time.sleep(0.4)
        time.sleep(0.35)
    seqs, text = entries(database, table)
    check(seqs == list(range(1, len(seqs) + 1)), "the log has no holes")
    for one in said:
        check(text.count(f'"{one}"') == 1, f"{one}: acknowledged, and in the log once, not {text.count(one)} times")
    ann.close()


def test_conformance(database):
    conformance(database.url, "every test of a store")
    check(database.sql("SELECT number FROM aude_schema").stdout.strip() == "5", "the schema has its number")


def test_versions(database):
    empty(database)
    with Server(build, store=database.url):
        pass
    database.sql("UPDATE aude_schema SET number = 99")
    done = subprocess.run([os.path.join(build, "aude"), "serve", "--listen", "127.0.0.1:0", "--store", database.url],
                          capture_output=True, text=True, timeout=30, check=False)
    check(done.returncode == 1 and "later version" in done.stderr, f"a newer schema is refused: {done.stderr}")
    done = subprocess.run([os.path.join(build, "aude"), "serve", "--listen", "127.0.0.1:0", "--store",
                           "postgresql://aude:secret@127.0.0.1:1/x"], capture_output=True, text=True, timeout=30, check=False)
    check(done.returncode == 1 and "secret" not in done.stderr, "a database that is not there is one sentence, without the password")


def test_migrated(database):
    """A newer server has migrated the schema beside this one, which runs: more columns, more tables, a higher number. It goes on; one
    that is stopped is refused (docs/scale.md)."""
    empty(database)
    with Server(build, store=database.url) as server:
        tables = database.sql("SELECT tablename FROM pg_tables WHERE tablename LIKE 'aude\\_%'").stdout.split()
        tables = [name for name in tables if re.fullmatch(r"aude_\w+", name)]
        check(len(tables) > 10, f"tables of the schema: {tables}")
        for name in tables:
            database.sql(f"ALTER TABLE {name} ADD COLUMN later INTEGER NOT NULL DEFAULT 7")
        database.sql("CREATE TABLE aude_later(x INTEGER PRIMARY KEY)")
        database.sql("UPDATE aude_schema SET number = number + 1")
        talk(server, database, 3, lambda i: None)
    done = subprocess.run([os.path.join(build, "aude"), "serve", "--listen", "127.0.0.1:0", "--store", database.url],
                          capture_output=True, text=True, timeout=30, check=False)
    check(done.returncode == 1 and "later version" in done.stderr, f"stopped, it does not start again: {done.stderr}")
    database.sql("DROP TABLE aude_later")


def test_cuts(database):
    """Connections that break with answers under way: nothing is lost, nothing comes twice."""
    empty(database)
    cutter = Cutter(database)
    with Server(build, store=cutter.url) as server:
        cutter.every = 7
        talk(server, database, 60 if long else 20, lambda i: None)
    check(cutter.cuts >= 3, f"the connection was cut {cutter.cuts} times")
    cutter.close()


def test_unwritable(database):
    """A database that reads and does not write (its synchronous standby is gone; it was made read-only): nobody should be sent to a server
    on it, also while nobody plays."""
    empty(database)
    with Server(build, store=database.url) as server:
        check(wait_until(lambda: server.http("/readyz")[0] == 200), "ready before")
        for setting, bad in (("synchronous_standby_names", "nobody"), ("default_transaction_read_only", "on")):
            database.sql(f"ALTER SYSTEM SET {setting} = '{bad}'")
            database.sql("SELECT pg_reload_conf()")
            check(wait_until(lambda: server.http("/readyz")[::2] == (503, b"store\n")), f"{setting}: an idle server knows that it could not store")
            check.equal((server.http("/livez")[0], server.http("/api/me")[0]), (200, 200), f"{setting}: it lives, and serves")
            database.sql(f"ALTER SYSTEM RESET {setting}")
            database.sql("SELECT pg_reload_conf()")
            check(wait_until(lambda: server.http("/readyz")[::2] == (200, b"ready\n")), f"{setting}: ready again")


def test_frozen(database):
    """A database that stands still for seconds: the server goes on serving, says so, and all is well afterwards."""
    empty(database)
    with Server(build, store=database.url) as server:
        ann = server.join(server.cookie())
        table = ann.create([HERE, HERE], clock={"kind": "budget", "seconds": 600})
        began = time.monotonic()
        database.freeze()
        frozen = time.monotonic()
        number = ann.send("chat", table=table, text="is anybody there?", name="Ann")
        told = ann.wait(lambda m: m["type"] == "error" and "id" not in m)
        check(told["code"] == "STORE", "people are told")
        check(server.http("/api/me")[0] == 200, "pages are served meanwhile")
        check.equal(server.http("/livez")[::2], (200, b"live\n"), "the server lives")
        check.equal(server.http("/readyz")[::2], (503, b"store\n"), "but nobody should be sent there")
        refused = tried(ann, "chat", table=table, text="hello?", name="Ann")
        check(refused.get("code") == "STORE", f"nothing is acknowledged: {refused}")
        time.sleep(2)
        thawed = time.monotonic()
        database.thaw()
        done = ann.wait(lambda m: m.get("id") == number)
        check(done["type"] == "ok", f"what was on its way is stored: {done}")
        ann.wait(lambda m: m["type"] == "clock")
        ann.close()
        wait_until(lambda: server.http("/readyz")[0] == 200)
        check.equal(server.http("/readyz")[::2], (200, b"ready\n"), "people may be sent there again")
        events = [json.loads(line)["event"] for line in open(server.store + ".log") if line[0] == "{"]
        check(events.count("away") == events.count("back") >= 1, f"the log tells of both: {events}")
        seen = server.join(server.cookie())
        seen.ask("watch", table=table, since=0)
        clock = seen.wait(lambda m: m["type"] == "clock")
        lost, most = 600 - clock["left"][clock["seat"]] / 1000, time.monotonic() - thawed + frozen - began + 1
        check(lost < most, f"clocks stood still: {lost:.1f} s were lost, not {most:.1f}")
        if thawed - frozen <= most - 1:
            print("this machine is too slow to tell whether clocks stood still")
        seen.close()


def test_killed(database):
    """kill -9 of the whole database, and it comes back."""
    empty(database)

    def between(i):
        if i in (3, 7):
            database.kill()
            database.start()

    with Server(build, store=database.url) as server:
        talk(server, database, 10, between)


def test_failing(database):
    """A disk that is full, or anything else that PostgreSQL refuses."""
    empty(database)
    with Server(build, store=database.url) as server:
        ann = server.join(server.cookie())
        table = ann.create([HERE, HERE])
        database.sql("ALTER TABLE aude_log ADD CONSTRAINT aude_full CHECK (seq < 3) NOT VALID")
        refused = tried(ann, "chat", table=table, text="x", name="Ann")
        check(refused.get("code") == "STORE", f"it is refused: {refused}")
        database.sql("ALTER TABLE aude_log DROP CONSTRAINT aude_full")
        for _ in range(200):
            time.sleep(0.3)
            if tried(ann, "chat", table=table, text="y", name="Ann")["type"] == "ok":
                break
        seqs, text = entries(database, table)
        check('"y"' in text and '"x"' not in text and seqs == list(range(1, len(seqs) + 1)), "then it goes on")
        ann.close()


def aude(*words):
    done = subprocess.run([os.path.join(build, "aude"), "store", *words, "--json"], capture_output=True, text=True, timeout=120, check=False)
    check(done.returncode == 0, f"aude store {words}: {done.stdout}{done.stderr}")
    return json.loads(done.stdout or "{}")


def test_copies(database):
    """Out of PostgreSQL into a file and back: the same rows, the same sum."""
    with tempfile.TemporaryDirectory(prefix="aude-store-") as folder:
        path = "sqlite:" + os.path.join(folder, "copy.db")
        there = aude("copy", database.url, path)
        database.sql("INSERT INTO aude_push(game, who, endpoint, point, auth, origin, mine, turn) SELECT name, 'ann', 'https://x', "
                     "'\\x000102'::bytea, '\\xff00'::bytea, 5, 1, 3 FROM aude_game; INSERT INTO aude_key VALUES('push', '\\x00ff00')")
        more = aude("copy", database.url, path)
        check(more["pushes"] == there["tables"] > 0 and more["sum"] != there["sum"], f"subscriptions and keys are copied: {more}")
        empty(database)
        back = aude("copy", path, database.url)
        check(back["sum"] == more["sum"] and back["copied"] == there["tables"], f"back again: {back}")
        check(aude("check", database.url)["broken"] == 0, "and whole")


def test_looked_at(database):
    """A check, and what a host does, use what is there: an empty database stays empty, an older one is not migrated; what belongs to
    nothing is told."""
    def says(word, *words, url=database.url):
        done = subprocess.run([os.path.join(build, "aude"), *words[:2], url, *words[2:]], capture_output=True, text=True, timeout=120, check=False)
        check(done.returncode == 1 and word in done.stdout + done.stderr, f"{words}: {done.returncode} {done.stdout}{done.stderr}")

    check(database.sql("CREATE DATABASE aude_none").returncode == 0, "a database without anything")
    none = database.url.replace("/postgres?", "/aude_none?")
    with tempfile.TemporaryDirectory(prefix="aude-store-") as folder:
        for words in (("store", "check"), ("admin", "tables"), ("store", "copy", "sqlite:" + os.path.join(folder, "x.db"))):
            says("no games of aude", *words, url=none)
    done = subprocess.run([os.path.join(database.bin, "psql"), "-h", database.folder, "-U", "aude", "-d", "aude_none", "-Atqc",
                           "SELECT count(*) FROM pg_tables WHERE tablename LIKE 'aude%'"], capture_output=True, text=True, check=False)
    check(done.stdout.strip() == "0", f"nothing was made: {done.stdout}{done.stderr}")
    number = database.sql("SELECT number FROM aude_schema").stdout.strip()
    database.sql("UPDATE aude_schema SET number = number - 1")
    says("store migrate", "store", "check")
    says("store migrate", "admin", "tables")
    check(database.sql("SELECT number FROM aude_schema").stdout.strip() == str(int(number) - 1), "it was not migrated")
    database.sql("UPDATE aude_schema SET number = number + 1")
    for word, sql, back in (
            ("entries of a table", "INSERT INTO aude_log VALUES('nobodys', 1, 1, '{}', NULL)", "DELETE FROM aude_log WHERE game = 'nobodys'"),
            ("seats of a result", "INSERT INTO aude_result_seat VALUES(77, 0, 1, 0, '', '', '', '', 0, 1)", "DELETE FROM aude_result_seat WHERE result = 77"),
            ("lines of a tournament", "INSERT INTO aude_tournament_line VALUES('nobodys', 1, 1, '', 0, '', '', '')",
             "DELETE FROM aude_tournament_line WHERE tournament = 'nobodys'")):
        check(database.sql(sql).returncode == 0, f"{word}: {database.sql(sql).stderr}")
        says(word + " that is not there", "store", "check")
        database.sql(back)
    check(aude("check", database.url)["ok"], "and whole again")
    for sql in ("CREATE ROLE reader LOGIN", "GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader"):
        check(database.sql(sql).returncode == 0, sql)
    reader = database.url.replace("aude@", "reader@")
    check.equal(aude("check", reader), aude("check", database.url), "who may only read can check, as on a standby")
    for what in ("tables", "visitors", "bans", "silences", "log"):
        done = subprocess.run([os.path.join(build, "aude"), "admin", what, reader], capture_output=True, text=True, timeout=120, check=False)
        check(done.returncode == 0, f"and see {what}: {done.stderr}")
    says("permission denied", "admin", "ban", "1.2.3.4", "--reason", "x", url=reader)


def test_backup(database):
    """As docs/operations.md says: pg_dump, pg_restore into another database, and the same sum."""
    def run(program, *words):
        done = subprocess.run(database.as_user([os.path.join(database.bin, program), "-h", database.folder, "-U", "aude", *words]),
                              capture_output=True, text=True, cwd="/", check=False)
        check(done.returncode == 0, f"{program}: {done.stderr}")
    with tempfile.TemporaryDirectory(prefix="aude-store-") as folder:
        dump = os.path.join(database.folder, "aude.dump")
        run("pg_dump", "--format=custom", f"--file={dump}", "postgres")
        run("createdb", "aude_again")
        run("pg_restore", "--dbname=aude_again", "--no-owner", dump)
        again = database.url.replace("/postgres?", "/aude_again?")
        sums = [aude("copy", url, "sqlite:" + os.path.join(folder, name)) for url, name in ((database.url, "a.db"), (again, "b.db"))]
        check(sums[0]["sum"] == sums[1]["sum"] and sums[0]["tables"] > 0, f"everything is back: {sums}")


def main():
    if not os.path.exists(os.path.join(build, "aude_tests")):
        print("skipped: build/aude_tests is not built")
        sys.exit(77)
    need(build)
    with Postgres() as database:
        for test in (test_conformance, test_versions, test_migrated, test_cuts, test_unwritable, test_frozen, test_killed, test_failing, test_copies, test_looked_at, test_backup):
            test(database)
    check.end()


or_skip(main)
