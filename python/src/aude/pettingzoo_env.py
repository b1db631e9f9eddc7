"""The game as a PettingZoo AEC environment: `aude.env()`, or `aude.raw_env()` without wrappers.

Agents are "seat_0", "seat_1" ...; an observation is {"observation": planes, "vector": ...,
"action_mask": ...} as Spec says, from the agent's own seat; the mask of an agent that need not decide
is empty. At the end the winner gets +1 and everybody else -1; who shares the victory gets 0. With
reward="points" an agent gets what it leads by instead, over its best rival (alone: its points).
"""

try:
    from gymnasium import spaces
    from gymnasium.utils import seeding
    import numpy
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError as error:
    raise ImportError(f"aude.env() needs NumPy, Gymnasium and PettingZoo ({error}): "
                      "pip install numpy gymnasium pettingzoo") from error

from ._environment import REWARDS, begin, observation_space, one_of, rewards_of
from ._game import Game


class Actions(spaces.Discrete):
    """The numbers of the actions. Sampling by a mask is what random play does all the time, and the
    mask is long and almost empty: one pass over it, where Discrete makes five."""

    def sample(self, mask=None, probability=None):
        if mask is None or probability is not None:
            return super().sample(mask, probability) if probability is not None else super().sample()
        if mask.shape != (self.n,) or mask.dtype.itemsize != 1:
            raise ValueError(f"the mask must be int8 of shape ({self.n},), not {mask.dtype} of {mask.shape}")
        legal = mask.view(numpy.bool_).nonzero()[0]
        return legal[int(self.np_random.random() * len(legal))] if len(legal) else self.start


class raw_env(AECEnv):
    """The environment without wrappers. Takes a Setup, or what a Setup takes."""

    metadata = {"name": "aude_v1", "render_modes": ["svg", "ansi"], "is_parallelizable": False}

    def __init__(self, setup=None, *, spec=None, reward="win", render_mode=None, **keywords):
        super().__init__()
        self.reward = one_of("reward", reward, REWARDS)
        self.render_mode = one_of("render_mode", render_mode, (*self.metadata["render_modes"], None))
        self.setup, self.game, self.spec = begin(setup, spec, keywords)
        self.possible_agents = [f"seat_{seat}" for seat in range(self.setup.seats)]
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.action_spaces = {agent: Actions(int(self.spec.actions)) for agent in self.possible_agents}
        self.observation_spaces = {agent: observation_space(self.spec) for agent in self.possible_agents}
        self._random, _ = seeding.np_random(self.setup.seed & (1 << 64) - 1)

    def observation_space(self, agent):
        return self.observation_spaces[agent]

    def action_space(self, agent):
        return self.action_spaces[agent]

    def reset(self, seed=None, options=None):
        if seed is not None:
            self._random, _ = seeding.np_random(seed)
        self.game = Game(self.setup.replace(seed=int(self._random.integers(1 << 63))))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.game.seat]

    def observe(self, agent):
        spec, game, seat = self.spec, self.game, self._seat_of[agent]
        mask = numpy.zeros(spec.actions, numpy.int8)
        if game.seat == seat:
            game._mask(spec.name, mask)
        planes, vector = spec.empty_planes(), spec.empty_vector()
        game._observe(spec.name, seat, planes, vector)
        return {"observation": planes, "vector": vector, "action_mask": mask}

    def step(self, action):
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.game.push(self.game._action(self.spec.name, action))
        self._cumulative_rewards[agent] = 0.0
        if self.game.over:
            self.terminations = dict.fromkeys(self.agents, True)
            self.rewards = dict(zip(self.agents, rewards_of(self.game, self.reward)))
            self.agent_selection = self.agents[(self.agents.index(agent) + 1) % len(self.agents)]
            self._accumulate_rewards()
        else:
            self.agent_selection = self.possible_agents[self.game.seat]

    def render(self):
        if self.render_mode == "svg":
            return self.game.svg()
        if self.render_mode == "ansi":
            return repr(self.game)
        return None

    def close(self):
        pass


def env(*args, **keywords):
    """The environment with PettingZoo's wrappers: calls in a wrong order are refused."""
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(raw_env(*args, **keywords)))
