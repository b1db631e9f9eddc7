"""What the environments share: how they are set up, what a seat is shown and what it gets."""

from gymnasium import spaces
import numpy

from ._game import Game
from ._setup import Setup
from ._spec import Spec

REWARDS = ("win", "points")


def one_of(name, value, allowed):
    """The value, or ValueError."""
    if value not in allowed:
        raise ValueError(f"{name} is one of {', '.join(map(str, allowed))}, not {value!r}")
    return value


def begin(setup, spec, keywords):
    """(setup, game, spec) of an environment that is made from a Setup or from what a Setup takes."""
    game = Game(setup, **keywords)
    if game.hidden:
        raise ValueError("an environment draws by itself: the setup must not be hidden")
    spec = Spec(game.spec if spec is None else spec)
    if spec.name == "base" != game.spec:
        raise ValueError('spec "base" does not suit the sets of this setup')
    return (Setup(**keywords) if setup is None else setup), game, spec


def lead(points, seat):
    """Of a seat over its best rival; who plays alone leads by all of its points."""
    return float(points[seat] - max(points[:seat] + points[seat + 1:], default=0))


def rewards_of(game, how):
    """By seat, at the end of a game."""
    if how == "points":
        return [lead(game.points, seat) for seat in range(game.seats)]
    winners = game.winners()
    won = 1.0 if len(winners) == 1 else 0.0
    return [won if seat in winners else -1.0 for seat in range(game.seats)]


def observation_space(spec):
    """Of one seat."""
    numbers = numpy.iinfo(numpy.int16)
    return spaces.Dict({
        "observation": spaces.Box(0, 255, spec.shape, numpy.uint8),
        "vector": spaces.Box(numbers.min, numbers.max, (len(spec.vector),), numpy.int16),
        "action_mask": spaces.Box(0, 1, (spec.actions,), numpy.int8),
    })
