"""What a host looks at: /livez, /readyz, /metrics, the log; and a backup that is restored.

    server_operations.py BUILD
"""
import os
import re
import shutil
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
document = open(os.path.join(root, "docs", "operations.md")).read()


def metrics(server):
    """name (with its labels) -> value, and name -> kind; every line must be one that Prometheus reads."""
    values, kinds = {}, {}
    for line in server.http("/metrics")[2].decode().splitlines():
        kind = re.fullmatch(r"# TYPE (\w+) (counter|gauge|histogram)", line)
        value = re.fullmatch(r'(\w+(?:\{\w+="[^"]*"\})?) (\d+(?:\.\d+)?)', line)
        if kind:
            kinds[kind[1]] = kind[2]
        elif value:
            values[value[1]] = float(value[2])
        else:
            check(re.fullmatch(r"# HELP \w+ .+", line), f"a line of /metrics: {line}")
    return values, kinds


def test_balancers(server):
    for path, word in (("/livez", b"live\n"), ("/readyz", b"ready\n")):
        status, headers, body = server.http(path)
        check.equal((status, body), (200, word), path)
        check("Set-Cookie" not in headers, f"{path} makes nobody a visitor")
        check.equal(headers["Cache-Control"], "no-store", f"{path} is not cached")


def test_metrics(server, address):
    before, kinds = metrics(server)
    ann = server.join(server.cookie())
    table = ann.create([computer(), computer()], head=SHORT)
    ann.until(lambda: len(ann.entries(table, "step")) > 10)
    check.refuses("NO_TABLE", lambda: ann.ask("watch", table="nothing"), "a table that is not there")
    after, _ = metrics(server)
    check.equal(after['aude_refused_total{reason="NO_TABLE"}'], 1, "a refusal is counted")
    check(after["aude_moves_total"] > before["aude_moves_total"], "moves are counted")
    check(after["aude_store_seconds_count"] == after['aude_store_seconds_bucket{le="+Inf"}'] > 0, "the store's times")
    check.equal(after["aude_ready"], 1, "it is ready")
    for name in kinds:
        check(f"`{name}" in document, f"docs/operations.md tells of {name}")
    for name in re.findall(r"`(aude_\w+)", document):
        check(name in kinds, f"there is a {name}, as docs/operations.md says")
    ann.close()


def test_log(server, address):
    """One object a line; no address and no secret of anybody in any of them."""
    cookie = server.cookie()
    client = Client(server.port, cookie, source=address)
    client.hello()
    client.close()
    server.stop()
    lines = open(server.store + ".log").read().splitlines()
    lines = [line for line in lines if "built without its page" not in line]  # said by the program, before it serves
    for line in lines:
        entry = json.loads(line)
        check(re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", entry["time"]), f"a time: {line}")
        check(entry["level"] in ("info", "warning", "error"), f"a level: {line}")
        check(f"`{entry['event']}`" in document, f"docs/operations.md tells of the event {entry['event']}")
        check(address not in line and cookie.split("=")[1] not in line, f"nobody's address, nobody's secret: {line}")
    check([json.loads(line)["event"] for line in lines][:1] == ["start"], "it begins with start")
    check([json.loads(line)["event"] for line in lines][-1:] == ["stop"], "and ends with stop")


def refused_or_not(client, table, text):
    """The code of a refusal, or ok."""
    while True:
        number = client.send("chat", table=table, text=text, name="Ann")
        answer = client.wait(lambda m: m.get("id") == number)
        if answer.get("code") != "RATE":
            return answer.get("code", "ok")
        time.sleep(0.3)


def test_locked(server):
    """Another program keeps the file for itself, and for long: the server says so, and serves all that needs no store."""
    ann = server.join(server.cookie())
    table = ann.create([HERE, LINK])
    other = sqlite3.connect(server.store, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    check.equal(refused_or_not(ann, table, "locked"), "STORE", "nothing can be stored")
    for _ in range(30):
        check.equal(server.http("/livez")[::2], (200, b"live\n"), "the loop goes round")
        check.equal(server.http("/readyz")[::2], (503, b"store\n"), "nobody should be sent there")
    check.equal(metrics(server)[0]["aude_ready"], 0, "so say the numbers")
    other.execute("ROLLBACK")
    other.close()
    check(wait_until(lambda: server.http("/readyz")[0] == 200), "it goes on by itself")
    check.equal(refused_or_not(ann, table, "free"), "ok", "and stores")
    events = [json.loads(line)["event"] for line in log_lines(server)]
    check("away" in events and "back" in events, f"the log tells of both: {events}")
    ann.close()


def test_locked_while_nobody_plays(server):
    """The file is kept by another program, and nobody stores anything: a balancer learns it all the same, and soon."""
    other = sqlite3.connect(server.store, isolation_level=None)
    for _ in range(2):
        other.execute("BEGIN IMMEDIATE")
        check(wait_until(lambda: server.http("/readyz")[::2] == (503, b"store\n")), "an idle server knows that it could not store")
        check.equal(server.http("/livez")[::2], (200, b"live\n"), "and lives")
        check.equal(server.http("/api/me")[0], 200, "and serves")
        other.execute("ROLLBACK")
        check(wait_until(lambda: server.http("/readyz")[::2] == (200, b"ready\n")), "when the other is done it is ready again")
    # `aude admin` and the like: short, and often. The server tries once a second, and may meet such a moment each time: after two seconds of
    # that it may well say so.
    began = time.monotonic()
    while True:
        other.execute("BEGIN IMMEDIATE")
        time.sleep(0.05)
        other.execute("ROLLBACK")
        answer = server.http("/readyz")[::2]
        if time.monotonic() - began > 1.9:
            break
        check.equal(answer, (200, b"ready\n"), "a moment is no reason to send people elsewhere")
    other.close()


def test_backup(folder):
    """As docs/operations.md says, with the server running; the copy is whole and is served."""
    first, copy, back = (os.path.join(folder, name) for name in ("games.db", "copy.db", "back.db"))
    if not shutil.which("sqlite3"):
        print("not tested: a backup, sqlite3 is not here (package sqlite3)")
        return
    check(".backup" in document, "the document tells of .backup")
    with Server(build, store=first) as server:
        ann = server.join(server.cookie())
        table = ann.create([computer(), computer()], head=SHORT)
        ann.until(lambda: len(ann.entries(table, "step")) > 10)
        done = subprocess.run(["sqlite3", first, f".backup {copy}"], capture_output=True, text=True, check=False)
        check(done.returncode == 0, f"a backup while it runs: {done.stderr}")
        ann.close()
    done = subprocess.run([os.path.join(build, "aude"), "store", "check", "sqlite:" + copy, "--json"], capture_output=True,
                          text=True, check=False)
    check(done.returncode == 0 and json.loads(done.stdout)["tables"] == 1, f"the backup is whole: {done.stdout}{done.stderr}")
    os.rename(copy, back)
    with Server(build, store=back) as server:
        check.equal(server.http(f"/api/tables/{table}/record")[0], 200, "and is served")


def test_examples():
    """The files for others: read by the programs that they are for, where those are here."""
    haproxy = os.path.join(root, "examples", "host", "haproxy.cfg")
    check("/readyz" in open(haproxy).read(), "haproxy asks /readyz")
    program = shutil.which("haproxy") or shutil.which("haproxy", path="/usr/sbin:/sbin")
    if program:
        done = subprocess.run([program, "-c", "-f", haproxy], capture_output=True, text=True, check=False)
        check(done.returncode == 0, f"haproxy takes its file: {done.stdout}{done.stderr}")
    else:
        print("not tested: examples/host/haproxy.cfg, haproxy is not here (package haproxy)")
    unit = open(os.path.join(root, "packaging", "debian", "aude-server.aude@.service")).read()
    one = open(os.path.join(root, "packaging", "debian", "aude-server.service")).read()
    words = set(re.findall(r"^(\w+=.*)$", one, re.M)) - set(re.findall(r"^(\w+=.*)$", unit, re.M))
    check({word.split("=")[0] for word in words} == {"After", "Description", "EnvironmentFile", "ExecStart", "StateDirectory"},
          f"the template guards as the single unit does: {words}")
    # Otherwise systemd gives up after five starts within a second, for instance while the database's machine is still coming up.
    check("\nRestartSec=2\n" in unit and "\nStartLimitIntervalSec=0\n" in unit, "it is started again for as long as it takes")
    with tempfile.TemporaryDirectory(prefix="aude-units-") as folder:
        for name, text in (("aude-server.service", one), ("aude@.service", unit)):
            with open(os.path.join(folder, name), "w") as file:  # systemd asks whether the program is there
                file.write(text.replace("/usr/bin/aude", os.path.join(os.path.abspath(build), "aude")))
            takes_unit(os.path.join(folder, name))


def takes_unit(path):
    if not shutil.which("systemd-analyze"):
        print(f"not tested: {os.path.basename(path)}, systemd-analyze is not here (package systemd)")
        return
    done = subprocess.run(["systemd-analyze", "verify", "--man=no", path], capture_output=True, text=True, check=False)
    check(done.returncode == 0, f"systemd takes {os.path.basename(path)}: {done.stdout}{done.stderr}")


with tempfile.TemporaryDirectory(prefix="aude-operations-") as scratch:
    with Server(build, store=os.path.join(scratch, "a.db")) as one:
        test_balancers(one)
        test_metrics(one, "127.0.0.9")
        test_locked(one)
        test_locked_while_nobody_plays(one)
        test_log(one, "127.0.0.9")
    test_backup(scratch)
    test_examples()
check.end()
