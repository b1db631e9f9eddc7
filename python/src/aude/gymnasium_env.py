"""One seat of a game as a Gymnasium environment; computer players have the others.

    env = SeatEnv(against="greedy")
    observation, info = env.reset(seed=1)
    while True:
        action = env.action_space.sample(info["action_mask"])
        observation, reward, terminated, truncated, info = env.step(action)
"""

from operator import index

try:
    import gymnasium
    import numpy
except ImportError as error:
    raise ImportError(f"aude.gymnasium_env needs NumPy and Gymnasium ({error}): pip install numpy gymnasium") from error

from ._aude import PLAYERS, Error, IllegalAction
from ._environment import REWARDS, begin, lead, observation_space, one_of, rewards_of
from ._game import Game

DEALS_MAX = 64  # games that may end before the seat decides anything, one after the other


def _seat(seat, seats):
    try:
        seat = index(seat)
    except TypeError:
        raise TypeError(f"seat must be a whole number, not {type(seat).__name__}") from None
    if not 0 <= seat < seats:
        raise ValueError(f"there is no seat {seat}")
    return seat


class SeatEnv(gymnasium.Env):
    """A seat against `against`, one of aude.PLAYERS. An action that is not legal raises IllegalAction; with
    illegal="lose" it loses the game at once, for agents that do not look at the mask. (Gymnasium's check_env is one:
    it takes any number of the action space.)

    The observation is that of the PettingZoo environment; info has the mask once more. The reward
    comes at the end: "win" +1, 0 or -1; "points" the lead over the best rival (alone: the points). A game lost by an illegal
    action brings -1, or where the lead is worse that lead.

    aude_spec is the Spec of the numbers; `spec` belongs to Gymnasium. A game that ends before the seat has
    to decide anything is dealt again by reset().
    """

    metadata = {"render_modes": ["svg", "ansi"], "render_fps": 1}

    def __init__(self, setup=None, *, seat=0, against="greedy", spec=None, reward="win", illegal="raise",
                 render_mode=None, **keywords):
        self.against = one_of("against", against, PLAYERS)
        self.reward = one_of("reward", reward, REWARDS)
        self.illegal = one_of("illegal", illegal, ("raise", "lose"))
        self.render_mode = one_of("render_mode", render_mode, (*self.metadata["render_modes"], None))
        self.setup, self.game, self.aude_spec = begin(setup, spec, keywords)
        self.seat = _seat(seat, self.setup.seats)
        self._on = False  # a game is on, and this seat decides
        self.observation_space = observation_space(self.aude_spec)
        self.action_space = gymnasium.spaces.Discrete(self.aude_spec.actions)

    def _others(self):
        """Let the others play until this seat must decide."""
        while not self.game.over and self.game.seat != self.seat:
            self.game.push(self.game.choose(self.against, seed=int(self.np_random.integers(1 << 63))))

    def _look(self):
        mask = numpy.zeros(self.aude_spec.actions, numpy.int8)
        if not self.game.over:
            self.game._mask(self.aude_spec.name, mask)
        planes, vector = self.game.observe(self.seat, spec=self.aude_spec.name)
        return {"observation": planes, "vector": vector, "action_mask": mask}, {"action_mask": mask}

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        for _ in range(DEALS_MAX):
            self.game = Game(self.setup.replace(seed=int(self.np_random.integers(1 << 63))))
            self._others()
            if not self.game.over:
                self._on = True
                return self._look()
        raise Error(f"seat {self.seat} had nothing to decide in {DEALS_MAX} games: with this setup they end before it")

    def step(self, action):
        if not self._on:
            raise gymnasium.error.ResetNeeded("reset() comes before step(), and after the end of a game")
        try:
            self.game.play_number(action, self.aude_spec.name)
        except IllegalAction:
            if self.illegal == "raise" or not self.action_space.contains(action):
                raise
            return self._lost()
        self._others()
        self._on = not self.game.over
        reward = rewards_of(self.game, self.reward)[self.seat] if self.game.over else 0.0
        observation, info = self._look()
        return observation, reward, self.game.over, False, info

    def _lost(self):
        """By an action that is not legal."""
        self._on = False
        ahead = lead(self.game.projection(), self.seat)
        observation, info = self._look()
        return observation, -1.0 if self.reward == "win" else min(-1.0, ahead), True, False, info

    def render(self):
        if self.render_mode == "svg":
            return self.game.svg()
        return repr(self.game) if self.render_mode == "ansi" else None
