#!/usr/bin/env python3
"""A bot for Aude in Python (docs/bot-protocol.md): it knows no rules, only what it is told.

    aude arena --players random --bot "python3 examples/bots/bot.py" --games 20

It lays its tile beside as many others as it can and claims cities before anything else."""
import sys


def read_position(source):
    """The cells that hold tiles: every "lay X,Y" of the record, and the start tile."""
    laid = {(0, 0)}
    for line in source:
        if line == "end":
            return laid
        for statement in line.split(";"):
            words = statement.split()
            if words[:1] == ["lay"]:
                laid.add(tuple(map(int, words[1].split(","))))


def worth(action, laid):
    words = action.split()
    if words[0] == "lay":
        x, y = map(int, words[1].split(","))
        return sum((x + dx, y + dy) in laid for dx in (-1, 0, 1) for dy in (-1, 0, 1))
    kinds = ["field", "road", "monastery", "city"]
    return 1 + kinds.index(words[2]) if words[0] == "put" and words[2] in kinds else 0


def main():
    source, laid, actions = (line.rstrip() for line in sys.stdin), set(), []
    for line in source:
        word, _, rest = line.partition(" ")
        if word == "hello":
            print("name neighbourly\nprotocol 2\nkeep\nok", flush=True)
        elif word == "ping":
            print("pong", flush=True)
        elif word == "position":
            laid = read_position(source)
        elif word == "actions":
            actions = [next(source) for _ in range(int(rest))]
        elif word == "go":
            print("bestmove", max(actions, key=lambda a: worth(a, laid)), flush=True)
        elif word == "quit":
            break


main()
