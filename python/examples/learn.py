"""learn.py -- a small player that learns the base game from zero, by playing against itself.

    python python/examples/learn.py --save mine.npy

How. Nobody tells it a strategy: it begins with all weights zero, that is, by playing at random. For
every way to play its turn it looks at the position afterwards, before the next draw (Batch.afterstates: a hundred
plain numbers, such as "own cities with 2 open sides: points"). A weight for each number makes a forecast of
the final lead, and it plays the action with the best forecast, now and then another one. After some hundred games
against itself the weights are fitted to how the games went (least squares, LSTD), and it plays on with
those. Nothing in it knows what a city is worth; after a dozen rounds it has found out.

At the end it plays pairs of games against a computer player: the same draws twice, once from each seat.
"""

import argparse
import multiprocessing
import os
import time

import numpy

import aude

SPEC = aude.Spec("base")
AT = {name: i for i, name in enumerate(SPEC.summary)}
LEFT, HOMES = AT["tiles left"], (AT["own followers at home"], AT["others' followers at home"])
LAMBDA = 0.8
TILES = 72.0


def features(summary):
    """What the weights are for: the numbers, followers at home one by one, and all of it once more
    times how much of the game is left, since what a thing is worth depends on that."""
    rows = summary.astype(numpy.float32) / 8
    parts = [rows, numpy.ones((len(rows), 1), numpy.float32)]
    parts += [(summary[:, home, None] == numpy.arange(7)).astype(numpy.float32) for home in HOMES]
    plain = numpy.concatenate(parts, 1)
    return numpy.concatenate([plain, plain * (summary[:, LEFT, None] / TILES).astype(numpy.float32)], 1)


WEIGHTS = features(numpy.zeros((1, len(SPEC.summary)), numpy.int16)).shape[1]


def decide(batch, weights, stray=0.0, rng=None):
    """For every game the number of an action and the features of where its turn leads."""
    game, action, summary = batch.afterstates()
    rows = features(summary)
    value = rows @ weights
    starts = numpy.searchsorted(game, numpy.arange(batch.n + 1))
    numbers, chosen = numpy.full(batch.n, -1, numpy.int32), numpy.zeros((batch.n, WEIGHTS), numpy.float32)
    for i, (start, end) in enumerate(zip(starts, starts[1:])):
        if start == end:
            continue  # that game is over
        best = start + int(numpy.argmax(value[start:end]))
        if stray and rng.random() < stray:
            best = int(rng.integers(start, end))
        numbers[i], chosen[i] = action[best], rows[best]
    return numbers, chosen


def lesson(rows, lead):
    """What a seat's turns in one game say of the weights: LSTD(lambda). The forecast at each turn should
    be that at the next one, and at the last turn the lead that the game ended with; blame goes back
    over earlier turns, less each time."""
    rows = numpy.array(rows, numpy.float64)
    blame = numpy.empty_like(rows)
    back = numpy.zeros(rows.shape[1])
    for i, row in enumerate(rows):
        back = LAMBDA * back + row
        blame[i] = back
    following = numpy.concatenate([rows[1:], numpy.zeros_like(rows[:1])])
    return blame.T @ (rows - following), blame[-1] * lead


def teach(weights, games, seed, stray):
    """Play against itself; the sums of the lessons."""
    rng = numpy.random.default_rng(seed)
    batch = aude.Batch(games, seed=seed, autoreset=False)
    seen = [([], []) for _ in range(games)]
    seats = batch.seats()
    while (seats >= 0).any():
        numbers, rows = decide(batch, weights, stray, rng)
        _, points = batch.step(numbers)
        after = batch.seats()
        for i in (seats != after).nonzero()[0]:  # a turn is over
            seen[i][seats[i]].append(rows[i])
        seats = after
    left, right = numpy.zeros((WEIGHTS, WEIGHTS)), numpy.zeros(WEIGHTS)
    for i in range(games):
        lead = points[i, 0] - points[i, 1]
        for rows, own in zip(seen[i], (lead, -lead)):
            a, b = lesson(rows, own)
            left, right = left + a, right + b
    return left, right, abs(points[:, 0] - points[:, 1]).sum(), points.sum()


def parts(games, size):
    """The games in parts of `size`, so that several processes share them: (first, how many)."""
    return [(first, min(size, games - first)) for first in range(0, games, size)]


def learn(weights, rounds, games, keep, seed, pool):
    """Rounds of play, then the weights anew; of what older rounds say, `keep` is kept at each."""
    left = right = 0.0
    for i in range(rounds):
        start, stray = time.time(), 0.05 if weights.any() else 1.0
        lessons = pool.starmap(teach, [(weights, n, seed + i * games + first, stray)
                                       for first, n in parts(games, 25)])
        left = keep * left + sum(part[0] for part in lessons)
        right = keep * right + sum(part[1] for part in lessons)
        weights = numpy.linalg.solve(left + 30 * numpy.eye(len(right)), right).astype(numpy.float32)
        mean = sum(part[3] for part in lessons) / games / 2
        print(f"round {i + 1}: {games} games, {mean:.0f} points a seat, {time.time() - start:.0f} s", flush=True)
    return weights


def match(weights, opponent, first, games, seed):
    """The leads against a computer player in games first .. first + games - 1, from both seats: two rows."""
    leads = []
    for own in (0, 1):
        batch = aude.Batch(games, setup=aude.Setup(first=0), seed=seed + first, autoreset=False)
        seats = batch.seats()
        while (seats >= 0).any():
            numbers, _ = decide(batch, weights)
            for i in (seats == 1 - own).nonzero()[0]:
                game = batch.game(int(i))
                numbers[i] = game.number(game.choose(opponent, seed=seed + first + int(i)))
            _, points = batch.step(numbers)
            seats = batch.seats()
        leads.append(points[:, own] - points[:, 1 - own])
    return numpy.array(leads)


def report(leads, opponent):
    """Wins with a 95 % interval from pairs: the two games of a pair have the same draws."""
    won = ((leads > 0) + 0.5 * (leads == 0)).mean(0)
    margin = 1.96 * won.std(ddof=1) / len(won) ** 0.5 if len(won) > 1 else 1.0
    print(f"against {opponent}: {100 * won.mean():.1f} % +- {100 * margin:.1f} of {leads.size} games "
          f"in {len(won)} pairs, mean lead {leads.mean():+.1f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--round-games", type=int, default=400)
    parser.add_argument("--pairs", type=int, default=500, help="of games against the opponent, afterwards")
    parser.add_argument("--against", default="greedy", choices=aude.PLAYERS)
    parser.add_argument("--keep", type=float, default=0.8, help="how much older rounds count; 1: all the same")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", help="write the weights there")
    parser.add_argument("--load", help="begin with the weights from there; --rounds 0 learns no more")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes; they change nothing but the time")
    options = parser.parse_args()
    with multiprocessing.Pool(options.jobs) as pool:
        weights = numpy.load(options.load) if options.load else numpy.zeros(WEIGHTS, numpy.float32)
        weights = learn(weights, options.rounds, options.round_games, options.keep, options.seed, pool)
        if options.save:
            numpy.save(options.save, weights)
        leads = pool.starmap(match, [(weights, options.against, first, n, 10**9)
                                     for first, n in parts(options.pairs, 25)])
    report(numpy.concatenate(leads, 1), options.against)


if __name__ == "__main__":
    main()
