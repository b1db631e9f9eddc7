"""learn.py -- a small player that learns the base game from zero, by playing against itself.

    python python/examples/learn.py --save first.npy
    python python/examples/learn.py --load first.npy --rounds 4 --round-games 150 --keep 1 --seed 5000

The first line learns for 800 games and then plays 400 against greedy; the second goes on from there, with all
of its rounds counting alike. Such a pair of runs, minutes of a processor, came to 51.7 % +- 4.0 of 600 games and
then to 55.1 % +- 4.9 of 400, with a mean lead of 4 points.

How. Nobody tells it a strategy: it begins with all weights zero, that is, by playing at random. For
every way to play its turn it looks at the position afterwards (Game.afterstates: planes and points,
before the next draw) and sums that up in a few dozen numbers: points, followers at home, how much city, road
and field each side owns and how open it is. A weight for each number makes a forecast of the final
lead, and it plays the action with the best forecast, now and then another one. After some games against
itself, the weights are fitted to how the games went (least squares, LSTD), and it plays on with those.
After a dozen rounds it has found out what a follower at home is worth, and when.
"""

import argparse
import multiprocessing
import os
import random
import time

import numpy

import aude

SPEC = aude.Spec("base")
PLANE = {name: i for i, name in enumerate(SPEC.planes)}
AT = {name: i for i, name in enumerate(SPEC.vector)}
EDGES, OWNERS, OPEN = ([PLANE[f"{what} {side}"] for side in "NESW"] for what in ("edge", "owners", "open"))
LAMBDA = 0.8
NUMBERS = 33  # of a summary, before they are told apart by how much of the game is left
FARMERS = [PLANE[f"farmers {half}"] for half in ("NL", "NR", "EL", "ER", "SL", "SR", "WL", "WR")]


def summary(planes, vector, projection):
    """A row of numbers for each position."""
    n = len(planes)
    which, row, column = planes[..., PLANE["laid"]].nonzero()
    cells = planes[which, row, column]
    edges, owners, open_sides = cells[:, EDGES], cells[:, OWNERS], cells[:, OPEN]
    columns = []

    def count(flags):
        columns.append(numpy.bincount(which, flags.sum(1) if flags.ndim == 2 else flags, n))

    for edge in (2, 3):                                 # roads, cities
        for bit in (1, 2):                              # mine, theirs
            owned = (edges == edge) & (owners & bit > 0)
            for low, high in ((1, 1), (2, 2), (3, 255)):
                count(owned & (open_sides >= low) & (open_sides <= high))
    for bit in (1, 2):
        count((cells[:, FARMERS] & bit) > 0)
        count((cells[:, PLANE["monks"]] & bit) > 0)
    for seat in (0, 1):
        home = vector[:, AT[f"seat +{seat}: small"]]
        columns += [home == n_home for n_home in range(7)]
    columns.append(projection[:, 0] - projection[:, 1])
    columns.append(vector[:, AT["seat +0: points"]] - vector[:, AT["seat +1: points"]])
    columns.append(numpy.ones(n))
    plain = numpy.stack([numpy.asarray(column, float) for column in columns], 1)
    late = vector[:, AT["tiles left"], None] / 72.0
    return numpy.concatenate([plain, plain * late], 1)


def decide(game, weights, stray=0.0, choose=random):
    """An action, and the summary of where its turn leads."""
    actions = game.actions()
    which, planes, vector, projection = game.afterstates(whole_turn=True)
    rows = summary(planes, vector, projection)
    best = choose.randrange(len(rows)) if choose.random() < stray else int(numpy.argmax(rows @ weights))
    return actions[which[best]], rows[best]


def lesson(rows, lead):
    """What a seat's turns in one game say of the weights: LSTD(lambda). The forecast at each turn should
    be that at the next one, and at the last turn the lead that the game ended with; blame goes back
    over earlier turns, less each time."""
    rows = numpy.array(rows)
    blame = numpy.empty_like(rows)
    back = numpy.zeros(rows.shape[1])
    for i, row in enumerate(rows):
        back = LAMBDA * back + row
        blame[i] = back
    following = numpy.concatenate([rows[1:], numpy.zeros_like(rows[:1])])
    return blame.T @ (rows - following), blame[-1] * lead


def teach(weights, games, seed, stray):
    """Play against itself; the sums of the lessons."""
    left = right = 0.0
    choose = random.Random(seed)
    for i in range(games):
        game, seen = aude.Game(seed=seed + i), ([], [])
        while not game.over:
            seat = game.seat
            action, row = decide(game, weights, stray, choose)
            if action.kind != "lay":
                seen[seat].append(row)
            game.push(action)
        lead = game.points[0] - game.points[1]
        for rows, own in zip(seen, (lead, -lead)):
            a, b = lesson(rows, own)
            left, right = left + a, right + b
    return left, right


def parts(games, size):
    """The games in parts of `size`, so that several processes share them: (first, how many)."""
    return [(first, min(size, games - first)) for first in range(0, games, size)]


def learn(weights, rounds, games, keep, seed, pool):
    """Rounds of play, then the weights anew; of what older rounds say, `keep` is kept at each."""
    left = right = 0.0
    for i in range(rounds):
        start, stray = time.time(), 0.1 if weights.any() else 1.0
        lessons = pool.starmap(teach, [(weights, n, seed + i * games + first, stray)
                                       for first, n in parts(games, 10)])
        left = keep * left + sum(a for a, _ in lessons)
        right = keep * right + sum(b for _, b in lessons)
        weights = numpy.linalg.solve(left + 3 * numpy.eye(len(right)), right)
        print(f"round {i + 1}: {games} games, {time.time() - start:.0f} s", flush=True)
    return weights


def match(weights, opponent, first, games, seed):
    """Wins (a tie is half) and the sum of leads against a computer player, both seats in turn."""
    won = lead = 0.0
    for i in range(first, first + games):
        game, seat = aude.Game(seed=seed + i // 2, first=0), i % 2
        while not game.over:
            if game.seat == seat:
                game.push(decide(game, weights)[0])
            else:
                game.push(game.choose(opponent, seed=i))
        own = game.points[seat] - game.points[1 - seat]
        won += 1 if own > 0 else 0.5 if own == 0 else 0
        lead += own
    return won, lead


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--round-games", type=int, default=80)
    parser.add_argument("--games", type=int, default=400, help="against the opponent, afterwards")
    parser.add_argument("--against", default="greedy", choices=aude.PLAYERS)
    parser.add_argument("--keep", type=float, default=0.7, help="how much older rounds count; 1: all the same")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", help="write the weights there")
    parser.add_argument("--load", help="begin with the weights from there; --rounds 0 learns no more")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes; they change nothing but the time")
    options = parser.parse_args()
    with multiprocessing.Pool(options.jobs) as pool:
        weights = numpy.load(options.load) if options.load else numpy.zeros(2 * NUMBERS)
        weights = learn(weights, options.rounds, options.round_games, options.keep, options.seed, pool)
        if options.save:
            numpy.save(options.save, weights)
        played = pool.starmap(match, [(weights, options.against, first, n, 10**6)
                                      for first, n in parts(options.games, 10)])
    won, lead = (sum(values) / options.games for values in zip(*played))
    margin = 1.96 * (won * (1 - won) / options.games) ** 0.5
    print(f"against {options.against}: {100 * won:.1f} % +- {100 * margin:.1f} of {options.games} games, "
          f"mean lead {lead:+.1f}")


if __name__ == "__main__":
    main()
