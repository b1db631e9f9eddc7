"""The base game for OpenSpiel: importing this registers "python_aude".

    import pyspiel
    import aude.openspiel
    game = pyspiel.load_game("python_aude", {"seats": 3})

Draws are chance nodes: an outcome is the index of a tile in aude.TILES, as likely as there are copies left.
Everything else is public. Actions and observations are those of aude.Spec("base"). The winner gets 1, the
others share the loss, winners who tie share the win: the sum is zero. The game ends after `draws`
tiles (0: all of them), for trees that are to be walked through.
"""

try:
    import numpy
    import pyspiel
except ImportError as error:
    raise ImportError(f"aude.openspiel needs NumPy and OpenSpiel ({error}): pip install numpy open_spiel") from error

from ._aude import TILES, Error, IllegalAction
from ._game import Game
from ._setup import Setup
from ._spec import Spec

SPEC = Spec("base")
_CHANCE = sum(name.startswith("left: ") for name in SPEC.vector)
_TILES_MAX = 72

_TYPE = pyspiel.GameType(
    short_name="python_aude",
    long_name="Carcassonne (Aude)",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=5,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"seats": 2, "draws": 0})


class AudeGame(pyspiel.Game):
    """The game; its states hold an aude.Game that is told the draws."""

    def __init__(self, params=None):
        params = dict(params or {})
        seats, draws = int(params.get("seats", 2)), int(params.get("draws", 0))
        if not 2 <= seats <= 5:
            raise Error(f"2 to 5 play, not {seats}")
        self.setup = Setup(seats=seats, first=0, hidden=True, draws=draws)
        Game(self.setup)  # refuses what cannot be played
        tiles = draws or _TILES_MAX
        super().__init__(_TYPE, pyspiel.GameInfo(
            num_distinct_actions=SPEC.actions, max_chance_outcomes=_CHANCE, num_players=seats,
            min_utility=-1.0, max_utility=1.0, utility_sum=0.0, max_game_length=2 * tiles), params)

    def new_initial_state(self):
        return AudeState(self)

    def max_chance_nodes_in_history(self):
        return _TILES_MAX

    def make_py_observer(self, iig_obs_type=None, params=None):
        if params:
            raise ValueError(f"there are no parameters of observations; given: {params}")
        return AudeObserver(iig_obs_type)


def _tile(outcome):
    if not 0 <= outcome < len(TILES):
        raise IllegalAction(f"there is no tile {outcome}: an outcome is an index into aude.TILES")
    return TILES[outcome]


class AudeState(pyspiel.State):
    """A position."""

    def __init__(self, game):
        super().__init__(game)
        self.game = Game(game.setup)
        self.words = []  # of every action so far

    def current_player(self):
        if self.game.over:
            return pyspiel.PlayerId.TERMINAL
        seat = self.game.seat
        return pyspiel.PlayerId.CHANCE if seat is None else seat

    def _legal_actions(self, player):
        if player != self.game.seat:
            return []
        return numpy.flatnonzero(self.game.mask(spec="base")).tolist()

    def chance_outcomes(self):
        pile = self.game.pile()
        left = sum(pile.values())
        return sorted((TILES.index(tile), n / left) for tile, n in pile.items())

    def _action(self, action):
        if self.game.seat is None:
            return self.game.parse(f"draw {_tile(action)}")
        return self.game.action(action, "base")

    def _apply_action(self, action):
        done = self._action(action)
        self.words.append(self.game.text(done))
        self.game.push(done)

    def _action_to_string(self, player, action):
        if player == pyspiel.PlayerId.CHANCE:
            return f"draw {_tile(action)}"
        return self.game.text(self.game.action(action, "base"))

    def is_terminal(self):
        return self.game.over

    def returns(self):
        n = self.game.seats
        if not self.game.over:
            return [0.0] * n
        winners = self.game.winners()
        return [(n * (seat in winners) / len(winners) - 1) / (n - 1) for seat in range(n)]

    def __str__(self):
        return "; ".join(self.words)


class AudeObserver:
    """What a seat sees: Spec("base"), planes and vector in one tensor. OpenSpiel's layout is CHW: the planes come
    one after the other, where those of aude have the plane as their last index."""

    def __init__(self, iig_obs_type):
        self._recall = bool(iig_obs_type and iig_obs_type.perfect_recall)
        planes = int(numpy.prod(SPEC.shape))
        self.tensor = numpy.zeros(planes + len(SPEC.vector), numpy.float32)
        shape = len(SPEC.planes), SPEC.window, SPEC.window
        self.dict = {"planes": self.tensor[:planes].reshape(shape), "vector": self.tensor[planes:]}

    def set_from(self, state, player):
        planes, self.dict["vector"][:] = state.game.observe(player, spec="base")
        self.dict["planes"][:] = numpy.moveaxis(planes, -1, 0)

    def string_from(self, state, player):
        if self._recall:
            return str(state)
        return f"{state.game!r}, tile {state.game.tile}, {state.game.hash:016x}"


pyspiel.register_game(_TYPE, AudeGame)
