"""fuzz.py [--seconds S] [--seed N] -- bad input of every kind: whatever comes, an exception of ours, and the
game as it was. Runs under ASan in tests/package/python.sh. Prints its first seed, so that a failure comes back."""

import argparse
import pickle
import random
import time

import aude

try:
    import numpy
except ImportError:
    numpy = None

EXPECTED = (ValueError, TypeError, OverflowError, IndexError, RuntimeError, AttributeError, KeyError, MemoryError)
if numpy is None:
    EXPECTED += (ImportError,)  # arrays of its own need NumPy, and say so
KINDS = ("none lay put pass recall second decline fairy remove step tower capture swap ransom abbey pile barn move "
         "home send enter count draw catapult throw toss hands pick replace glimpse reveal scatter "
         "set-points set-turn set-figure take-figure").split()
PLACES = "city N", "city S", "road E W", "road S W", "monastery", "garden", "field NL NR", "field EL WR", "field ER SL SR WL", "tower"


class Fuzz:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.calls = self.refused = 0

    def garbage(self):
        r = self.random
        return r.choice([None, -1, 0, 7, 255, 2**31, 2**63, 2**70, -2**70, 1.5, float("nan"), "", "lay", b"\0\xff",
                         "x" * 9000, "\ud800", [], {}, object(), r.random(), self.action(),
                         "".join(chr(r.randrange(1, 300)) for _ in range(r.randrange(40)))])

    def action(self):
        r = self.random
        number = lambda: r.choice([0, 1, 2, 3, 8, 9, 200, 250, 254, 255, r.randrange(256)])
        place = lambda: r.choice([0, 1, -1, 5, -40, 32767, -32768, r.randrange(-30, 30)])
        return aude.Action(r.choice(KINDS), place(), place(), number(), number(), number())

    def attempt(self, call, *arguments, **keywords):
        self.calls += 1
        try:
            return call(*arguments, **keywords)
        except EXPECTED:
            self.refused += 1

    def setup(self):
        r = self.random
        if r.random() < .3:
            return aude.Setup.everything(r.randrange(2, 7), r.getrandbits(64))
        return aude.Setup(r.choice(aude.PRESETS), r.randrange(2, 6), r.getrandbits(64),
                          expansions=r.sample(aude.SETS[4:], r.randrange(3)))

    def mutate(self, text):
        r, text = self.random, list(text)
        for _ in range(r.randrange(1, 5)):
            at = r.randrange(len(text) or 1)
            text[at:at + r.randrange(3)] = r.choice(["", "9", "-", "\n", ";", " ", "lay 0,0 0;", "\x7f", "#"])
        return "".join(text)

    def array(self):
        if numpy is None:
            return self.garbage()
        r = self.random
        shape = tuple(r.choice([0, 1, 2, 3, 25, 28, 2583, 94]) for _ in range(r.randrange(4)))
        if numpy.prod(shape, dtype=float) > 1e5:
            shape = (3,)
        array = numpy.zeros(shape, r.choice(["i4", "i2", "u1", "i1", "i8", "f4", "?", ">i4", "S3", "O"]))
        if r.random() < .3 and array.ndim:
            array = array[::-1]
        if r.random() < .2:
            array.flags.writeable = False
        return array

    def liar(self):
        """Something that says of itself what is not so, short of lying about its memory."""
        r = self.random

        class Liar:
            __array_interface__ = r.choice([
                None, {}, {"data": 5}, {"data": (0, False), "shape": (3,), "typestr": "<f8"},
                {"data": (0, False), "shape": (1,) * 40, "typestr": "<i4"}, {"data": ("a", 0), "shape": (3,), "typestr": "i4"},
                {"data": (0, False), "shape": (-3,), "typestr": "<i4"}, {"data": (0, False), "shape": (3,), "typestr": "i"},
                {"data": (0, False), "shape": (3,), "typestr": 4}, {"data": (0, 1), "shape": "abc", "typestr": "<i4"}])
        return Liar()

    def one_game(self):
        r = self.random
        game = self.attempt(lambda: aude.Game(self.setup()))
        if not game:
            return
        for _ in range(r.randrange(200)):
            if game.over:
                break
            game.push(r.choice(game.actions()))
        if r.random() < .2 and not game.over:
            game = game.view(r.randrange(game.seats))
        before = game.hash
        for _ in range(12):
            action = self.action()
            self.attempt(game.text, action)
            if self.attempt(game.why, action) is not None:
                self.attempt(game.push, action)
            for call in (game.why, game.text, game.parse, game.number, game.svg, game.supply, game.view,
                         game.action, game.mask, game.observe, aude.Game, aude.Action, aude.Spec, aude.tile_svg,
                         aude.Game.from_record, aude.Game.from_jcz, aude.switch_values):
                self.attempt(call, self.garbage())
            for call in (game.choose, game.win_probability):
                self.attempt(call, self.garbage(), playouts=2)
            self.attempt(game.mask, r.choice([self.array, self.liar])())
            self.attempt(game.observe, 0, self.array(), self.array())
            self.attempt(game.summary, self.garbage())
            self.attempt(game._summary, 0, r.choice([self.array, self.liar])())
            self.attempt(game.play_number, r.choice([-1, -5, 36000, 2**31 - 1, -2**31]))
        assert game.hash == before, "a refused call changed the game"
        assert game.check() is None, game.check()
        if not game.hidden:
            record = game.record()
            self.attempt(aude.Game.from_record, self.mutate(record))
            self.attempt(pickle.loads, pickle.dumps(game))

    def hand_words(self, game):
        """Something set by hand, in words; often it is even possible."""
        r, seat = self.random, self.random.randrange(game.seats)
        x, y = r.choice([tile[:2] for tile in game.board()])
        place = f"{seat} {r.choice(('small',) * 9 + aude.FIGURES)} {r.choice(PLACES)} at {x},{y}"
        here = [f"{seat} {kind} {where} at {x},{y}" for seat, kind, x, y, where in game.figures()]
        return r.choice([f"set-points {seat} {r.randrange(-1200, 11000)}", f"set-points {seat} by {r.randrange(-99, 99)}",
                         f"set-turn {seat}", "set-figure " + place, "take-figure " + place, "take-figure " + r.choice(here or [place])])

    def one_by_hand(self):
        r = self.random
        game = self.attempt(lambda: aude.Game(self.setup().replace(hidden=True)))
        for _ in range(r.randrange(80)):
            if not game or game.over:
                break
            if r.random() < .4:
                game.push(r.choice(game.actions()))
                continue
            action = r.choice([self.action, lambda: self.hand_words(game)])()
            before, possible = game.hash, self.attempt(game.why, action) is None
            done = self.attempt(lambda: game.push(action) or True)
            assert done or game.hash == before, f"{action} was refused and changed the game"
            assert possible or not done, f"{action} was played, though why() refuses it"
            assert game.check() is None, f"{action}: {game.check()}"
        if game:
            assert aude.Game.from_record(game.record()).hash == game.hash, "the record is of another game"

    def one_batch(self):
        if numpy is None:
            return
        r = self.random
        batch = self.attempt(lambda: aude.Batch(r.randrange(1, 5), r.randrange(1, 3), self.setup(), seed=r.getrandbits(60)))
        if not batch:
            return
        for _ in range(r.randrange(30)):
            actions = batch.sample()
            if r.random() < .3:
                before = [batch.game(i).hash for i in range(len(batch))]
                actions[r.randrange(len(actions))] = r.choice([-1, -2, 2**31 - 1, -2**31, batch.spec.actions])
                self.attempt(batch.step, actions)
                assert [batch.game(i).hash for i in range(len(batch))] == before, "a refused step changed a game"
            else:
                batch.step(actions)
            for call in (batch.step, batch.sample, batch.observe, batch.mask, batch.seats, batch.projection):
                self.attempt(call, r.choice([self.array, self.liar, self.garbage])())
            if r.random() < .1:
                batch.afterstates(r.random() < .5)
                self.attempt(batch._rows, self.array(), self.array(), self.array())
        self.attempt(batch.observe)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--seed", type=int, default=None)
    options = parser.parse_args()
    first = options.seed if options.seed is not None else random.getrandbits(32)
    end, n, calls, refused = time.monotonic() + options.seconds, 0, 0, 0
    print(f"fuzz: from seed {first} on", flush=True)
    while n == 0 or time.monotonic() < end:
        fuzz = Fuzz(first + n)
        fuzz.one_game()
        fuzz.one_by_hand()
        fuzz.one_batch()
        n, calls, refused = n + 1, calls + fuzz.calls, refused + fuzz.refused
    print(f"fuzz: seeds {first} to {first + n - 1}, {calls} calls, {refused} refused, nothing else")
    assert refused, "nothing was refused"


if __name__ == "__main__":
    main()
