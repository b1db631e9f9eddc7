"""Clocks over kill -9 and restart: time in which the server was down is nobody's, all other time counts.

    server_clock.py BUILD
"""
import os
import sqlite3
import sys

from wire import *  # noqa: E402,F403

check = Checks()
build = sys.argv[1]
if not os.path.exists(os.path.join(build, "aude")):
    print("skipped: build/aude is not built")
    sys.exit(77)
UNSURE = 0.3  # seconds: the server notes ten times a second that it is alive


def left(server, cookie, table):
    """(what is left to the seat that decides, in seconds; when we were told)."""
    client = server.join(cookie)
    client.ask("watch", table=table, since=0)
    clock = client.wait(lambda m: m["type"] == "clock")
    now = time.monotonic()
    client.close()
    return clock["left"][clock["seat"]] / 1000, now


def over_restart(server, cookie, table, stop, run, down, what):
    """Let it run, stop it, let it be down, and compare what the clock lost with what it may have."""
    before, told = left(server, cookie, table)
    time.sleep(run)
    killing = time.monotonic()
    stop()
    stopped = time.monotonic()
    time.sleep(down)
    starting = time.monotonic()
    server.start()
    after, told_again = left(server, cookie, table)
    lost, least = before - after, killing - told - UNSURE
    most = (stopped - told) + (told_again - starting) + UNSURE
    check(least <= lost <= most, f"{what}: the clock lost {lost:.2f} s, not {least:.2f} to {most:.2f}")
    if most >= run + down:
        print(f"{what}: this machine is too slow to tell whether time counted while it was down")


def test_restarts():
    with Server(build) as server:
        cookie = server.cookie()
        ann = server.join(cookie)
        table = ann.create([HERE, HERE], clock={"kind": "budget", "seconds": 86400})
        ann.until(lambda: ann.entries(table, "start"))
        ann.close()
        over_restart(server, cookie, table, server.kill, 2.0, 4.0, "kill -9")
        over_restart(server, cookie, table, server.kill, 1.0, 4.0, "kill -9 again in the same decision")
        over_restart(server, cookie, table, server.stop, 1.0, 4.0, "a stop in good order")

        server.stop()  # as a store of the first version, and one copied without its lock file
        os.remove(server.store + ".lock")
        db = sqlite3.connect(server.store)
        later = [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
                 if name not in ("game", "log", "person")]
        db.executescript("".join(f"DROP TABLE {name};" for name in later) +
                         "DROP INDEX game_awake; ALTER TABLE game DROP COLUMN deadline;"
                         "DROP INDEX game_origin; ALTER TABLE game DROP COLUMN origin;"
                         "CREATE INDEX game_awake ON game(updated) WHERE awake; PRAGMA user_version = 1;")
        db.close()
        server.start()
        value, _ = left(server, cookie, table)
        check(86400 - LONG <= value <= 86400, f"where nothing is known the decision begins anew, at worst: {value}")

        server.kill()  # the system's clock is set back an hour
        ahead = int(open(server.store + ".lock").read()) + 3600 * 1000
        open(server.store + ".lock", "w").write("%020d\n" % ahead)
        server.start()
        ann = server.join(cookie)
        check(ann.ask("ping")["time"] >= ahead, "time does not go back")
        ann.close()
        check("is behind that of the last run" in open(server.store + ".log").read(), "and the log says so")
        for rubbish in ("rubbish", "9" * 20 + "\n", "-" + "1" * 19 + "\n", ""):
            server.kill()
            open(server.store + ".lock", "w").write(rubbish)
            server.start()
            value, _ = left(server, cookie, table)
            check(86400 - 5 * LONG <= value <= 86400, f"{rubbish!r} in the lock file is nothing: {value}")
        check.equal(server.stop(), 0, "the stop")


def test_late():
    """A clock of six seconds, of which three are over before the kill, ends three after the start."""
    with Server(build) as server:
        cookie = server.cookie()
        ann = server.join(cookie)
        began = time.monotonic()
        table = ann.create([HERE, HERE], clock={"kind": "move", "seconds": 6})
        ann.until(lambda: ann.entries(table, "start"))
        time.sleep(3)
        server.kill()
        spent = time.monotonic() - began
        time.sleep(4)
        started = time.monotonic()
        server.start()
        back = server.join(cookie)
        back.ask("watch", table=table, since=0)
        told = back.wait(lambda m: m["type"] == "clock")
        clock = told["left"][told["seat"]] / 1000  # either may begin
        if time.monotonic() - started < 6 - spent - UNSURE:
            check(clock <= 6 - spent + 2 * UNSURE, f"after {spent:.2f} s of 6 there are {clock:.2f} left")
        else:
            print("this machine is too slow to tell how much was left: it may be the next decision's clock")
        back.until(lambda: back.entries(table, "step"))
        took = time.monotonic() - started
        check(6 - spent - UNSURE <= took, f"after {spent:.2f} s of 6, {took:.2f} more")
        check.equal(back.entries(table, "step")[0]["by"], "clock", "by the clock")
        back.close()
        check.equal(server.stop(), 0, "the stop")


def test_time():
    """The server's time is that of the day, to the tenth of a second, at every start: or a restart would cost or
    give the difference."""
    with Server(build) as server:
        for _ in range(6):
            ann = server.join()
            before = time.time()
            told = ann.ask("ping")["time"] / 1000
            check(before - UNSURE < told < time.time() + UNSURE, f"{told - before:+.3f} s off the time of day")
            ann.sock.close()
            server.kill()
            time.sleep(0.17)
            server.start()
        check("is behind" not in open(server.store + ".log").read(), "no clock was set back")
        check.equal(server.stop(), 0, "the stop")


for test in (test_restarts, test_late, test_time):
    try:
        test()
    except (Closed, Refused, OSError, AssertionError) as error:
        check(False, f"{test.__name__}: {type(error).__name__} {error}")
check.end()
