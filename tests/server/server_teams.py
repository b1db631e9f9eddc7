"""Teams in a tournament, over the wire: entered board by board, played at every board, and with the same standing if the server
is killed in the middle of a round.

    server_teams.py BUILD
"""
import os
import sys

from contest import *  # noqa: E402,F403

check = Checks()
build = sys.argv[1]
if not os.path.exists(os.path.join(build, "aude")):
    print("skipped: build/aude is not built")
    sys.exit(77)

RULES = {"name": "Teams", "kind": "robin", "boards": 2, "pool": "two", "pace": "quick"}


def enter(club, tournament):
    """Ann and Bob are Blue, Cat and Dan Green. Every refusal has its reason as a word."""
    def refused(i, why, type, **fields):
        try:
            club.ask(i, type, tournament=tournament, **fields)
            check(False, f"{type} {fields} was not refused")
        except Refused as error:
            check.equal((error.code, error.message.get("why")), ("TOURNAMENT", why), f"{type} {fields}")

    refused(0, "BAD_NAME", "enter", team="A / B")
    blue = club.ask(0, "enter", tournament=tournament, team="Blue")
    green = club.ask(2, "enter", tournament=tournament, team="Green", board=2)
    refused(1, "TEAM_CODE", "join", entrant=1, code=green["code"])
    refused(1, "BOARD", "join", entrant=1, code=blue["code"], board=1)
    refused(0, "TWO", "pair")
    club.ask(1, "join", tournament=tournament, entrant=1, code=blue["code"])
    club.ask(3, "join", tournament=tournament, entrant=2, code=green["code"], board=1)
    refused(1, "ENTERED", "join", entrant=2, code=green["code"])
    about = club.about(3, tournament)
    check.equal([one["members"] for one in about["state"]["standings"]], [["Ann", "Bob"], ["Dan", "Cat"]], "who plays where")
    check.equal((about["mine"]["entrant"], about["mine"]["board"], about["mine"]["code"]), (2, 1, None), "a whole team has no code")


def run(killed):
    with Server(build, None, "--rate", "0") as server:
        club = Club(sqlite_writer(server.store), lambda i: server, 4)
        tournament = club.ask(0, "hold", **RULES)["tournament"]
        enter(club, tournament)
        club.ask(0, "pair", tournament=tournament)
        tables = club.all_tables(tournament, 2)
        first, second = sorted(tables, key=lambda table: min(tables[table]))
        club.play(first, tables[first])
        if killed:
            server.kill()
            server.start()
            club.come()
        club.play(second, tables[second])
        about = club.until(0, tournament, lambda about: about["state"]["finished"], "it ends by itself")
        log = server.http(f"/api/tournaments/{tournament}/log")[2].decode()
        check.equal(log.count(" result "), 2, "two boards, two results, each once")
        record = server.http(f"/api/tournaments/{tournament}/record/1/1/2/1")
        check(record[0] == 200 and b"\nseed " in record[2], f"the record of board 2: {record[0]}")
        check.equal(server.http(f"/api/tournaments/{tournament}/record/1/1/3/1")[0], 404, "there is no board 3")
        for client in club.clients.values():
            client.close()
        return standing(about["state"])


whole, cut = run(False), run(True)
check.equal(whole[0][:4], (1, "Blue", ["Ann", "Bob"], 1), "Ann and Bob win both boards")
check.equal(cut, whole, "kill -9 in the middle of a round: the same standing")
check.end()
