"""One seat of a game as a Gymnasium environment; computer players have the others.

    env = SeatEnv(against="greedy")
    observation, info = env.reset(seed=1)
    while True:
        action = env.action_space.sample(info["action_mask"])
        observation, reward, terminated, truncated, info = env.step(action)
"""

import gymnasium
import numpy

from ._aude import PLAYERS
from ._game import Game
from ._setup import Setup
from ._spec import Spec
from .pettingzoo_env import REWARDS, observation_space, rewards_of


class SeatEnv(gymnasium.Env):
    """A seat against `against`, one of aude.PLAYERS. An action that is not legal raises IllegalAction.

    The observation is that of the PettingZoo environment; info has the mask once more. The reward
    comes at the end: "win" +1, 0 or -1; "points" the lead over the best rival.
    """

    metadata = {"render_modes": ["svg", "ansi"]}

    def __init__(self, setup=None, *, seat=0, against="greedy", spec=None, reward="win", render_mode=None,
                 **keywords):
        if against not in PLAYERS:
            raise ValueError(f"against is one of {', '.join(PLAYERS)}, not {against!r}")
        if reward not in REWARDS:
            raise ValueError(f"reward is one of {', '.join(REWARDS)}, not {reward!r}")
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f"render_mode is svg, ansi or None, not {render_mode!r}")
        self.setup = setup or Setup(**keywords)
        if not 0 <= seat < self.setup.seats:
            raise ValueError(f"there is no seat {seat}")
        self.game = Game(self.setup)
        self.spec = Spec(spec or self.game.spec)
        self.seat, self.against, self.reward, self.render_mode = seat, against, reward, render_mode
        self.observation_space = observation_space(self.spec)
        self.action_space = gymnasium.spaces.Discrete(self.spec.actions)

    def _others(self):
        """Let the others play until this seat must decide."""
        while not self.game.over and self.game.seat != self.seat:
            self.game.push(self.game.choose(self.against, seed=int(self.np_random.integers(1 << 63))))

    def _look(self):
        mask = numpy.zeros(self.spec.actions, numpy.int8)
        if not self.game.over:
            self.game._mask(self.spec.name, mask)
        planes, vector = self.game.observe(self.seat, spec=self.spec.name)
        return {"observation": planes, "vector": vector, "action_mask": mask}, {"action_mask": mask}

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        self.game = Game(self.setup.replace(seed=int(self.np_random.integers(1 << 63))))
        self._others()
        return self._look()

    def step(self, action):
        self.game.play_number(int(action), self.spec.name)
        self._others()
        reward = rewards_of(self.game, self.reward)[self.seat] if self.game.over else 0.0
        observation, info = self._look()
        return observation, reward, self.game.over, False, info

    def render(self):
        if self.render_mode == "svg":
            return self.game.svg()
        return repr(self.game) if self.render_mode == "ansi" else None
