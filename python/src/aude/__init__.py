"""The tile-laying game of Carcassonne: rules, computer players, environments for learning.

    import aude

    game = aude.Game(seats=2, seed=42)
    while not game.over:
        action = game.choose("greedy")
        for event in game.play(action):
            if event.kind == "score":
                print(event.seat, event.feature, event.sum)
    print(game.points, game.winners())

In a notebook a Game shows its board. `aude.Batch` plays thousands of games at once, `aude.env()` is
a PettingZoo environment, `aude.gymnasium_env` one seat of a game, `aude.openspiel` a game of
OpenSpiel. NumPy is needed by those, not by `import aude`.
"""

from ._aude import (FIGURES, PLAYERS, PRESETS, SETS, SWITCHES, TILES, Action, Error, IllegalAction,
                    __version__, switch_values)
from ._game import Candidate, Event, Game, Refusal
from ._setup import Setup
from ._spec import Batch, Observation, Spec

__all__ = ["Action", "Batch", "Candidate", "Error", "Event", "FIGURES", "Game", "IllegalAction",
           "Observation", "PLAYERS", "PRESETS", "Refusal", "SETS", "SWITCHES", "Setup", "Spec", "TILES",
           "__version__", "env", "raw_env", "switch_values", "tile_svg"]


def tile_svg(tile, degrees=0, style="map"):
    """One tile as an SVG document: tile_svg("base/city4-shield", 90)."""
    from ._aude import tile_svg as draw
    from ._game import _plain
    return draw(tile, degrees, _plain(style))


def env(*args, **keywords):
    """A PettingZoo AEC environment with the usual wrappers; see aude.pettingzoo_env."""
    from .pettingzoo_env import env as make
    return make(*args, **keywords)


def raw_env(*args, **keywords):
    """The same without the wrappers, which cost time at every step."""
    from .pettingzoo_env import raw_env as make
    return make(*args, **keywords)
