"""The environments: PettingZoo's own tests, Gymnasium's one seat, OpenSpiel's generic tests."""

import os
import re
import subprocess
import sys
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


def both_refuse(test, kind, words, *given, **bad):
    """Either environment, made from that."""
    from aude.gymnasium_env import SeatEnv
    for make in (aude.raw_env, SeatEnv):
        with test.assertRaisesRegex(kind, words, msg=(make, given, bad)):
            make(*given, **bad)


class Both(unittest.TestCase):
    def setUp(self):
        needs("numpy", "gymnasium", "pettingzoo")

    def test_nothing_given_is_dropped(self):
        both_refuse(self, TypeError, "either a Setup or what a Setup takes", aude.Setup(seats=3), seats=4)
        both_refuse(self, TypeError, "either a Setup or what a Setup takes", aude.Setup(), foo=4)
        both_refuse(self, TypeError, "setup must be a Setup, not str", "grow")

    def test_what_an_environment_cannot_play(self):
        both_refuse(self, ValueError, "the setup must not be hidden", hidden=True)
        both_refuse(self, ValueError, 'spec "base" does not suit', expansions=["tower"], spec="base")
        both_refuse(self, TypeError, "spec must be a Spec or its name, not int", spec=5)
        self.assertEqual(aude.raw_env(spec=aude.Spec("everything")).spec.name, "everything")

    def test_one_seat_alone(self):
        from aude.gymnasium_env import SeatEnv
        env = aude.env(seats=1, reward="points")
        env.reset(seed=2)
        for agent in env.agent_iter():
            observation, reward, over, cut, _ = env.last()
            env.step(None if over or cut else env.action_space(agent).sample(observation["action_mask"]))
        self.assertEqual(reward, env.unwrapped.game.points[0])
        env = SeatEnv(seats=1, reward="points")
        (_, info), over = env.reset(seed=2), False
        while not over:
            _, reward, over, _, info = env.step(env.action_space.sample(info["action_mask"]))
        self.assertEqual(reward, env.game.points[0])
        env = SeatEnv(seats=1, illegal="lose")
        env.reset(seed=2)
        self.assertEqual(env.step(2582)[1:3], (-1.0, True))


class Missing(unittest.TestCase):
    """What is not installed is named, and one environment does not need what another does."""

    def without(self, modules, code):
        hide = "".join(f"sys.modules[{name!r}] = None; " for name in modules)
        return subprocess.run([sys.executable, "-c", f"import sys; {hide}{code}"], capture_output=True, text=True)

    def test_gymnasium_without_pettingzoo(self):
        needs("numpy", "gymnasium")
        done = self.without(["pettingzoo"], "from aude.gymnasium_env import SeatEnv; SeatEnv().reset(seed=1)")
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_what_is_missing_is_named(self):
        for code, names in (("import aude; aude.env()", "numpy gymnasium pettingzoo"),
                            ("import aude.gymnasium_env", "numpy gymnasium"),
                            ("import aude.openspiel", "numpy open_spiel"),
                            ("import aude; aude.Batch(2).sample()", "numpy"),
                            ("import aude; aude.Game().mask()", "numpy")):
            done = self.without(["numpy", "gymnasium", "pyspiel"], code)
            self.assertRegex(done.stderr.splitlines()[-1], f"^ImportError: .* needs? .*: pip install {names}$")

    def test_arrays_of_ones_own_need_no_numpy(self):
        code = """
import array, aude
class Own:  # memory of one's own, told as NumPy and PyTorch tell theirs
    def __init__(self, kind, n, shape):
        self.memory = array.array(kind, [0] * n)
        self.__array_interface__ = {"data": (self.memory.buffer_info()[0], False), "shape": shape, "version": 3,
                                    "typestr": {"i": "<i4", "B": "|u1"}[kind]}
batch = aude.Batch(3)
actions, done, points, seats = Own("i", 3, (3,)), Own("B", 3, (3,)), Own("i", 6, (3, 2)), Own("i", 3, (3,))
for _ in range(4):
    batch.step(batch.sample(actions), done, points)
batch.seats(seats)
print(sum(batch.game(i).turn > 1 for i in range(3)))
"""
        done = self.without(["numpy"], code)
        self.assertEqual((done.returncode, done.stdout), (0, "3\n"), done.stderr)

    def test_every_extra_is_documented(self):
        here = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
        with open(os.path.join(here, "pyproject.toml"), encoding="utf-8") as file:
            table = file.read().split("[project.optional-dependencies]\n")[1].split("\n\n")[0]
        with open(os.path.join(here, "..", "docs", "python.md"), encoding="utf-8") as file:
            text = file.read()
        extras = [line.split(" = ")[0] for line in table.splitlines()]
        self.assertIn("gymnasium", extras)
        for extra in extras:
            self.assertIn(f"`{extra}`", text)


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
        for bad in (None, "0", 0.5):
            with self.assertRaisesRegex(TypeError, "seat must be a whole number"):
                SeatEnv(seat=bad)
        for bad in (dict(seat=2), dict(against="me"), dict(reward="gold"), dict(render_mode="film")):
            with self.assertRaises(ValueError, msg=bad):
                SeatEnv(**bad)
        env = SeatEnv()
        env.reset(seed=1)
        before = env.game.hash
        with self.assertRaises(aude.IllegalAction):
            env.step(2582)
        self.assertEqual(env.game.hash, before)


    def test_gymnasiums_own_check(self):
        import gymnasium
        from gymnasium.utils.env_checker import check_env

        from aude.gymnasium_env import SeatEnv
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            warnings.filterwarnings("ignore", ".*alternative render modes.*")  # said of any env without a spec
            for more in (dict(), dict(seat=1, against="random"), dict(reward="points"), dict(render_mode="ansi")):
                check_env(SeatEnv(illegal="lose", **more))
            gymnasium.register("AudeSeat-v0", entry_point="aude.gymnasium_env:SeatEnv")
            try:
                env = gymnasium.make("AudeSeat-v0", illegal="lose")
                check_env(env.unwrapped)
                env = gymnasium.wrappers.TimeLimit(gymnasium.make("AudeSeat-v0"), 3)
                _, info = env.reset(seed=1)
                for cut in (False, False, True):
                    _, _, _, truncated, info = env.step(env.action_space.sample(info["action_mask"]))
                    self.assertEqual(truncated, cut)
            finally:
                del gymnasium.registry["AudeSeat-v0"]

    def test_lost_by_an_illegal_action(self):
        from aude.gymnasium_env import SeatEnv
        for how in ("win", "points"):
            env = SeatEnv(illegal="lose", reward=how)
            env.reset(seed=1)
            _, reward, over, _, _ = env.step(2582)
            self.assertEqual((reward, over), (-1.0, True))
            env.reset(seed=1)
            with self.assertRaises(aude.IllegalAction):
                env.step(2583)
            with self.assertRaises(ValueError):
                SeatEnv(illegal="pass")

    def test_order_of_calls(self):
        import gymnasium

        from aude.gymnasium_env import SeatEnv
        env = SeatEnv(draws=2)
        with self.assertRaises(gymnasium.error.ResetNeeded):
            env.step(0)
        _, info = env.reset(seed=1)
        over = False
        while not over:
            _, _, over, _, info = env.step(env.action_space.sample(info["action_mask"]))
        with self.assertRaises(gymnasium.error.ResetNeeded):
            env.step(0)

    def test_a_seat_that_would_not_decide(self):
        """It is dealt again; where that cannot help, it is said."""
        from aude.gymnasium_env import SeatEnv
        env = SeatEnv(draws=1, seat=1)
        for seed in range(8):
            _, info = env.reset(seed=seed)
            self.assertGreater(info["action_mask"].sum(), 0)
        with self.assertRaisesRegex(aude.Error, "seat 1 had nothing to decide"):
            SeatEnv(draws=1, seat=1, first=0).reset(seed=1)

    def test_copies(self):
        import copy
        import pickle

        from aude.gymnasium_env import SeatEnv
        env = SeatEnv(seat=1)
        env.reset(seed=5)
        for other in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
            number = int(env._look()[1]["action_mask"].argmax())
            one = copy.deepcopy(env).step(number)
            self.assertTrue((one[0]["vector"] == other.step(number)[0]["vector"]).all())
        raw = aude.env()
        raw.reset(seed=5)
        for other in (copy.deepcopy(raw), pickle.loads(pickle.dumps(raw))):
            self.assertEqual(other.unwrapped.game.hash, raw.unwrapped.game.hash)


class Bench(unittest.TestCase):
    def test_the_yardstick_is_found(self):
        """PettingZoo's connect_four, or OpenSpiel's chess where it cannot be imported."""
        needs("numpy")
        import sys
        from unittest import mock

        from aude import bench
        for missing, named in (("", "pettingzoo connect_four_v3"), ("pettingzoo", "open_spiel chess")):
            with mock.patch.dict(sys.modules, {"pettingzoo.classic.connect_four.connect_four": None} if missing else {}):
                if missing:
                    needs("pyspiel")
                name, work = bench.yardstick()
            if missing:
                self.assertEqual(name, named)
            elif work is None:
                self.skipTest(name)
            self.assertGreater(work(), 0)


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

    def test_own_playthrough(self):
        """OpenSpiel's own text of a playthrough; played again from its actions it is the same."""
        from open_spiel.python.algorithms import generate_playthrough

        import aude.openspiel
        text = generate_playthrough.playthrough("python_aude(draws=2)", None)
        actions = [int(number) for number in re.findall(r"^action: (\d+)", text, re.M)]
        self.assertEqual(len(actions), 6)
        self.assertEqual(generate_playthrough.playthrough("python_aude(draws=2)", actions), text)

    def test_bad_input(self):
        import pyspiel

        import aude.openspiel
        with self.assertRaises(Exception):
            pyspiel.load_game("python_aude", {"seats": 9})
        state = pyspiel.load_game("python_aude", {"draws": 3}).new_initial_state()
        state.apply_action(state.chance_outcomes()[0][0])
        with self.assertRaises(aude.IllegalAction):
            state.apply_action(2582)
        with self.assertRaises(Exception):
            pyspiel.load_game("python_aude", {"seats": 1})
        from aude.openspiel import AudeState
        for outcome in (-1, len(aude.TILES), 10**6):
            with self.assertRaises(aude.IllegalAction):
                AudeState(pyspiel.load_game("python_aude"))._action(outcome)

    def test_layout(self):
        """OpenSpiel says that planes come first."""
        import numpy
        import pyspiel

        from aude.openspiel import AudeObserver
        game = pyspiel.load_game("python_aude")
        state = game.new_initial_state()
        state.apply_action(state.chance_outcomes()[0][0])
        self.assertEqual(game.observation_tensor_layout(), pyspiel.TensorLayout.CHW)
        observer = AudeObserver(None)
        observer.set_from(state, 0)
        planes, _ = state.game.observe(0, spec="base")
        spec = aude.Spec("base")
        self.assertEqual(observer.dict["planes"].shape, (len(spec.planes), spec.window, spec.window))
        for plane in range(len(spec.planes)):
            self.assertTrue((observer.dict["planes"][plane] == planes[..., plane]).all())
        self.assertEqual(numpy.count_nonzero(observer.tensor[:625]), len(state.game.board()))


if __name__ == "__main__":
    unittest.main()
