"""Tournaments over the wire, for tests: people who keep names, teams, rounds that are played.

A club is a list of people; `server_of(i)` says at which server the i-th is connected."""
import base64
import hashlib
import os
import sqlite3
import time

from wire import *  # noqa: E402,F403

CELLS = sorted(((x, y) for x in range(-3, 4) for y in range(-3, 4) if x or y), key=lambda cell: abs(cell[0]) + abs(cell[1]))
PLACES = [f"lay {x},{y} {turn}" for x, y in CELLS for turn in (0, 90, 180, 270)]  # the nearest first: few are refused
NAMES = ["Ann", "Bob", "Cat", "Dan", "Eve", "Fay"]


def rows_of(number, shown, secret):
    """What the store has of somebody who keeps a name, as `aude` itself would put it there."""
    mark = hashlib.blake2b(secret, digest_size=32, key=b"aude seat secret, version one\0").digest()
    word = shown.lower()
    return ("INSERT INTO aude_name(id, shown, letters, form, near, who, bot, created, seen, ended, recovery) "
            f"VALUES({number}, '{shown}', '{word}', '{word}', '{word}', '{(word * 15)[:43]}', 0, 1, 1, 0, '{number}')",
            "INSERT INTO aude_session(hash, name, credential, label, created, seen, ends) VALUES("
            f"'{base64.urlsafe_b64encode(mark).decode().rstrip('=')}', {number}, '', '', 1, 1, {1 << 52})")


def sqlite_writer(store):
    def write(statement):
        with sqlite3.connect(store, timeout=60) as rows:
            rows.execute(statement)
    return write


class Club:
    """People with names, who come back when their server is gone."""

    def __init__(self, write, server_of, people):
        self.server_of, self.clients = server_of, {}
        self.cookies = []
        for i in range(people):
            secret = os.urandom(32)
            for statement in rows_of(77000 + i, NAMES[i], secret):
                write(statement)
            self.cookies.append(f"{server_of(i).cookie()}; aude-name={base64.urlsafe_b64encode(secret).decode().rstrip('=')}")
        self.come()

    def come(self):
        """Everybody is connected, to a server that runs."""
        for i, cookie in enumerate(self.cookies):
            self.clients[i] = patient(self.server_of(i).join(cookie))

    def ask(self, i, type, **fields):
        """Asked again where the store is busy with another server's line."""
        for _ in range(300):
            try:
                return self.clients[i].ask(type, **fields)
            except Refused as error:
                if error.code not in ("STORE", "BUSY"):
                    raise
                time.sleep(0.2)
        raise AssertionError(f"{type} is refused again and again")

    def about(self, i, tournament):
        answer = self.server_of(i).http(f"/api/tournaments/{tournament}", headers={"Cookie": self.cookies[i]})
        return json.loads(answer[2]) if answer[0] == 200 else {}

    def until(self, i, tournament, done, what):
        """Waits for what a tournament does by itself."""
        for _ in range(1200):
            about = self.about(i, tournament)
            if about and done(about):
                return about
            time.sleep(0.1)
        raise AssertionError(f"{what}: {about}")

    def tables(self, tournament):
        """Where somebody is waited for: {table: the two who play there}."""
        found = {}
        for i in self.clients:
            table = self.about(i, tournament).get("mine", {}).get("table")
            if table:
                found.setdefault(table, []).append(i)
        return found

    def all_tables(self, tournament, n):
        for _ in range(1200):
            found = self.tables(tournament)
            if len(found) == n and all(len(two) == 2 for two in found.values()):
                return found
            time.sleep(0.1)
        raise AssertionError(f"{n} tables, not {found}")

    def play(self, table, two):
        """Each of the two makes a turn; then the one with the larger number gives up."""
        for i in two:
            self.ask(i, "watch", table=table, since=0)
            self.clients[i].until(lambda: self.clients[i].entries(table, "start"))
        seat = {self.ask(i, "look", table=table)["seats"][0]: i for i in two}
        for turn in range(2):
            player = self.clients[seat[turn]]
            player.until(lambda: actor_of(player, table) == turn)
            step = player.steps[table]
            try_actions(player, table, PLACES)
            player.until(lambda: player.steps[table] > step)  # it is heard of after it is acknowledged
            try:
                player.ask("act", table=table, at=player.steps[table], action="pass")
            except Refused as error:
                if error.code not in ("ILLEGAL", "NOT_YOUR_TURN"):  # there was nothing to pass
                    raise
        loser = max(two)
        self.ask(loser, "resign", table=table, seat=next(s for s, i in seat.items() if i == loser))


def standing(state):
    """What does not depend on the tiles: who is where, with how many points of matches and games."""
    return [(one["place"], one["name"], one["members"], one["score"], one["games"]["value"], one["buchholz"]["value"])
            for one in state["standings"]]
