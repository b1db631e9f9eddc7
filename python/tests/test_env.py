"""The environments: PettingZoo's own tests, Gymnasium's one seat, OpenSpiel's generic tests."""

import unittest
import warnings

import aude


def needs(*modules):
    """Skip, with the reason, where one of these is not installed."""
    for module in modules:
        try:
            __import__(module)
        except ImportError as error:
            raise unittest.SkipTest(f"{module} is not installed: {error}")


class PettingZoo(unittest.TestCase):
    def setUp(self):
        needs("numpy", "gymnasium", "pettingzoo")
        warnings.simplefilter("ignore")

    def test_api(self):
        from pettingzoo.test import api_test
        api_test(aude.env(), num_cycles=400)
        api_test(aude.raw_env(aude.Setup.everything(seats=3)), num_cycles=150)

    def test_seed(self):
        from pettingzoo.test import seed_test
        seed_test(aude.env, num_cycles=200)

    def test_a_whole_game(self):
        for how in ("win", "points"):
            env = aude.env(seats=3, reward=how, render_mode="svg")
            env.reset(seed=4)
            got = dict.fromkeys(env.possible_agents, 0)
            for agent in env.agent_iter():
                observation, reward, over, cut, _ = env.last()
                got[agent] += reward
                env.step(None if over or cut else env.action_space(agent).sample(observation["action_mask"]))
            game = env.unwrapped.game
            self.assertTrue(game.over)
            self.assertTrue(env.render().startswith("<svg"))
            lead = [own - max(p for s, p in enumerate(game.points) if s != seat)
                    for seat, own in enumerate(game.points)]
            if how == "points":
                self.assertEqual(list(got.values()), lead)
            else:
                self.assertEqual([reward > 0 for reward in got.values()], [ahead > 0 for ahead in lead])

    def test_bad_input(self):
        env = aude.raw_env()
        env.reset(seed=1)
        before = env.game.hash
        with self.assertRaises(aude.IllegalAction):
            env.step(2582)
        self.assertEqual(env.game.hash, before)
        for bad in (dict(reward="gold"), dict(render_mode="film"), dict(seats=9)):
            with self.assertRaises(ValueError, msg=bad):
                aude.raw_env(**bad)
        with self.assertRaises(ValueError):
            env.action_space("seat_0").sample(env.observe("seat_0")["action_mask"][:5])

    def test_sampling_is_even(self):
        import numpy
        env = aude.raw_env()
        space = env.action_space("seat_0")
        space.seed(1)
        mask = numpy.zeros(env.spec.actions, numpy.int8)
        mask[[3, 70, 2500]] = 1
        drawn = [int(space.sample(mask)) for _ in range(3000)]
        for number in (3, 70, 2500):
            self.assertTrue(900 < drawn.count(number) < 1100, drawn.count(number))


class Gymnasium(unittest.TestCase):
    def setUp(self):
        needs("numpy", "gymnasium", "pettingzoo")

    def test_one_seat(self):
        from aude.gymnasium_env import SeatEnv
        for seat, against in ((0, "random"), (1, "greedy")):
            ends = []
            for _ in range(2):
                env = SeatEnv(seat=seat, against=against)
                observation, info = env.reset(seed=11)
                env.action_space.seed(11)
                over = False
                while not over:
                    self.assertEqual(env.game.seat, seat)
                    self.assertTrue(env.observation_space.contains(observation))
                    observation, reward, over, _, info = env.step(env.action_space.sample(info["action_mask"]))
                ends.append((env.game.points, reward))
            self.assertEqual(*ends)
            self.assertEqual(reward, 1 if env.game.winners() == (seat,) else 0 if seat in env.game.winners() else -1)

    def test_bad_input(self):
        from aude.gymnasium_env import SeatEnv
        for bad in (dict(seat=2), dict(against="me"), dict(reward="gold"), dict(render_mode="film")):
            with self.assertRaises(ValueError, msg=bad):
                SeatEnv(**bad)
        env = SeatEnv()
        env.reset(seed=1)
        before = env.game.hash
        with self.assertRaises(aude.IllegalAction):
            env.step(2582)
        self.assertEqual(env.game.hash, before)


class OpenSpiel(unittest.TestCase):
    def setUp(self):
        needs("numpy", "pyspiel")

    def test_generic(self):
        """OpenSpiel's own test of any game: legal actions, clones, serialization, observations, returns."""
        import pyspiel

        import aude.openspiel
        self.assertIn("python_aude", pyspiel.registered_names())
        for parameters in ({"draws": 6}, {"draws": 8, "seats": 4}, {}):
            pyspiel.random_sim_test(pyspiel.load_game("python_aude", parameters), num_sims=1,
                                    serialize=bool(parameters), verbose=False)

    def test_playthrough(self):
        """The same chances and choices give our own game, and the end is told as OpenSpiel wants it."""
        import random

        import pyspiel

        import aude.openspiel
        for seats in (2, 3):
            game = pyspiel.load_game("python_aude", {"seats": seats})
            state, choose = game.new_initial_state(), random.Random(seats)
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes = state.chance_outcomes()
                    self.assertAlmostEqual(sum(p for _, p in outcomes), 1)
                    state.apply_action(choose.choices(*zip(*outcomes))[0])
                else:
                    self.assertEqual(len(state.legal_actions()), len(state.game.actions()))
                    state.apply_action(choose.choice(state.legal_actions()))
            self.assertLessEqual(state.move_number(), game.max_game_length() + game.max_chance_nodes_in_history())
            again = aude.Game.from_record(state.game.record())
            self.assertEqual(again.points, state.game.points)
            self.assertAlmostEqual(sum(state.returns()), 0)
            self.assertEqual(state.returns().index(max(state.returns())), again.winners()[0])

    def test_bad_input(self):
        import pyspiel

        import aude.openspiel
        with self.assertRaises(Exception):
            pyspiel.load_game("python_aude", {"seats": 9})
        state = pyspiel.load_game("python_aude", {"draws": 3}).new_initial_state()
        state.apply_action(state.chance_outcomes()[0][0])
        with self.assertRaises(aude.IllegalAction):
            state.apply_action(2582)


if __name__ == "__main__":
    unittest.main()
