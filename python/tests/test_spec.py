"""Numbers, masks, planes, Batch: one game and many say the same, and nothing secret is seen."""

import ctypes
import pickle
import random
import struct
import threading
import unittest

import aude

try:
    import numpy
except ImportError:
    numpy = None


def setUpModule():
    if numpy is None:
        raise unittest.SkipTest("NumPy is not installed")


def setups():
    yield aude.Setup(seats=2)
    yield aude.Setup(seats=5)
    yield aude.Setup("bigbox_ro", 3, expansions=["princess-dragon", "tower", "abbey-mayor"])
    yield aude.Setup.everything(seats=4)


class Numbers(unittest.TestCase):
    def test_every_action_has_a_number_of_its_own(self):
        spilt = 0
        for setup in setups():
            game, choose = aude.Game(setup.replace(seed=8)), random.Random(8)
            spec = aude.Spec(game.spec)
            while not game.over:
                actions = game.actions()
                mask = game.mask()
                legal = numpy.flatnonzero(mask).tolist()
                self.assertEqual(len(legal), len(actions), game)
                some = choose.sample(actions, min(4, len(actions)))
                for action in some:
                    number = game.number(action)
                    self.assertIn(number, legal)
                    self.assertEqual(game.action(number), action)
                    spilt += number >= spec.spill
                game.push(some[0])
        self.assertGreater(spilt, 0, "throws have no number of their own")

    def test_both_specs_number_the_base_game(self):
        game = aude.Game(seed=4)
        for _ in range(30):
            for action in game.actions():
                for spec in ("base", "everything"):
                    self.assertEqual(game.action(game.number(action, spec), spec), action)
            game.push(game.actions()[-1])

    def test_the_numbers_are_fixed(self):
        """What this says is what people train on: a change here is a new version of the spec."""
        self.assertEqual(aude.Spec("base").version, 1)
        self.assertEqual((aude.Spec("base").actions, aude.Spec("everything").actions), (2583, 35927))
        self.assertEqual((aude.Spec("base").shape, aude.Spec("everything").shape), ((25, 25, 28), (41, 41, 40)))
        game = aude.Game(seed=42, first=0)
        self.assertEqual([(game.text(a), game.number(a)) for a in game.actions()][:4], FIRST_NUMBERS)
        game.push(game.actions()[0])
        self.assertEqual([(game.text(a), game.number(a)) for a in game.actions()], SECOND_NUMBERS)

    def test_a_spec_or_its_name(self):
        game, spec = aude.Game(seed=4), aude.Spec("everything")
        self.assertTrue((game.mask(spec=spec) == game.mask(spec="everything")).all())
        self.assertTrue((game.observe(spec=spec)[0] == game.observe(spec="everything")[0]).all())
        action = game.actions()[0]
        self.assertEqual(game.action(game.number(action, spec), spec), action)
        self.assertIs(aude.Batch(4, spec=spec).spec, spec)
        with self.assertRaisesRegex(TypeError, "setup must be a Setup, not str"):
            aude.Batch(4, setup="grow")

    def test_bad_numbers(self):
        game = aude.Game(seed=4)
        before = game.hash
        legal = set(numpy.flatnonzero(game.mask()).tolist())
        for number in (-1, 10**6, 2**31 - 1, next(i for i in range(2583) if i not in legal)):
            with self.assertRaisesRegex(aude.IllegalAction, str(number)):
                game.play_number(number)
        with self.assertRaisesRegex(ValueError, "number of an action is out of range"):
            game.play_number(1 << 40)
        with self.assertRaisesRegex(ValueError, "no spec"):
            game.mask(spec="chess")
        with self.assertRaisesRegex(TypeError, "spec must be a Spec or its name, not int"):
            game.mask(spec=5)
        with self.assertRaises(aude.IllegalAction):
            game.number(aude.Action("pass"))
        self.assertEqual(game.hash, before)


class Copies(unittest.TestCase):
    def test_what_others_share_cannot_be_changed(self):
        batch = aude.Batch(2)
        for what, name in ((aude.Spec("base"), "actions"), (batch, "n"), (batch, "spec")):
            with self.assertRaisesRegex(AttributeError, f"{name} of a .* cannot be changed"):
                setattr(what, name, 5)
            with self.assertRaises(AttributeError):
                delattr(what, name)
        self.assertEqual((aude.Spec("base").actions, len(batch)), (2583, 2))

    def test_a_spec_is_one_thing(self):
        import copy
        import pickle
        for name in ("base", "everything"):
            spec = aude.Spec(name)
            self.assertIs(pickle.loads(pickle.dumps(spec)), spec)
            self.assertIs(copy.deepcopy(spec), spec)
            self.assertIs(copy.copy(spec), spec)


class Planes(unittest.TestCase):
    def test_planes_say_what_the_game_says(self):
        for setup in setups():
            game, choose = aude.Game(setup.replace(seed=3)), random.Random(3)
            spec = aude.Spec(game.spec)
            plane = {name: i for i, name in enumerate(spec.planes)}
            at = {name: i for i, name in enumerate(spec.vector)}
            while not game.over:
                planes, vector = game.observe()
                west, north = vector[at["window's west column"]], vector[at["window's north row"]]
                self.assertEqual(planes[..., plane["laid"]].sum(), len(game.board()))
                x, y, tile, degrees = choose.choice(game.board())
                cell = planes[y - north, x - west]
                self.assertEqual(aude.TILES[cell[plane["kind + 1"]] - 1], tile)
                self.assertEqual(90 * int(cell[plane["quarter turns"]]), degrees)
                self.assertEqual(vector[at["seat +0: points"]], game.points[game.seat])
                self.assertEqual(vector[at["seat +1: points"]], game.points[(game.seat + 1) % game.seats])
                self.assertEqual(vector[at["tiles left"]], game.left)
                self.assertEqual({name[6:]: int(vector[i]) for name, i in at.items()
                                  if name.startswith("left: ") and vector[i]}, game.pile())
                game.push(choose.choice(game.actions()))

    def test_owners(self):
        game = aude.Game(seed=1)
        spec = aude.Spec("base")
        owners = [i for i, name in enumerate(spec.planes) if name.startswith(("owners", "farmers", "monks"))]
        while not any(action.kind == "put" for action in game.actions()):
            game.push(game.actions()[0])
        self.assertEqual(game.observe()[0][..., owners].max(), 0)
        seat = game.seat
        game.push(next(action for action in game.actions() if action.kind == "put"))
        mine, theirs = game.observe(seat)[0][..., owners], game.observe(1 - seat)[0][..., owners]
        self.assertEqual(set(numpy.unique(mine)), {0, 1})
        self.assertEqual(set(numpy.unique(theirs)), {0, 2})
        self.assertTrue(((mine == 1) == (theirs == 2)).all())

    def test_nothing_secret_is_seen(self):
        for setup in setups():
            game, choose = aude.Game(setup.replace(seed=6)), random.Random(6)
            for _ in range(60):
                if game.over:
                    break
                for seat in range(game.seats):
                    seen = game.observe(seat), game.view(seat).observe(seat)
                    for one, other in zip(*seen):
                        self.assertTrue((one == other).all())
                game.push(choose.choice(game.actions()))

    def test_another_order_looks_the_same(self):
        game = aude.Game(seed=6)
        pile = [tile for tile, n in game.pile().items() for _ in range(n)]
        seen = [aude.Game(game.setup.replace(order=[game.tile] + order)).observe() for order in (pile, pile[::-1])]
        for one, other in zip(*seen):
            self.assertTrue((one == other).all())


class Afterstates(unittest.TestCase):
    def test_each_action_is_played(self):
        for setup in setups():
            game, choose = aude.Game(setup.replace(seed=3)), random.Random(3)
            for _ in range(40):
                actions, seat = game.actions(), game.seat
                which, planes, vector, projection = game.afterstates()
                self.assertEqual(which.tolist(), list(range(len(actions))))
                i = choose.randrange(len(actions))
                view = game.view(seat)
                view.push(actions[i])
                seen = view.observe(seat)
                self.assertTrue((planes[i] == seen[0]).all() and (vector[i] == seen[1]).all())
                points = view.projection()
                self.assertEqual(projection[i].tolist(), list(points[seat:] + points[:seat]))
                game.push(actions[i])

    def test_whole_turns(self):
        game = aude.Game(seed=3)
        which, planes, vector, projection = game.afterstates(whole_turn=True)
        rows = []
        for i, action in enumerate(game.actions()):
            view = game.view(game.seat)
            view.push(action)
            rows += [i] * len(view.actions())
        self.assertEqual(which.tolist(), rows)
        self.assertEqual(set(vector[:, aude.Spec("base").vector.index("tile in hand: kind + 1")]), {0})
        while not game.over:
            game.push(game.actions()[0])
        with self.assertRaisesRegex(aude.Error, "nobody has to decide"):
            game.afterstates()
        game = aude.Game(seed=3)
        with self.assertRaisesRegex(ValueError, "action must be int32 of shape"):
            game._after("base", True, 3, numpy.zeros(2, "i4"), planes, vector, projection)


class Summaries(unittest.TestCase):
    names = aude.Spec("base").summary

    def number(self, game, name, seat=0):
        return int(game.summary(seat)[self.names.index(name)])

    def test_what_is_counted(self):
        self.assertEqual(len(set(self.names)), len(self.names))
        game = aude.Game(aude.Setup(first=0, order=["base/monastery", "base/city"], seed=1))
        game.play("lay 0,1 0")
        game.play("put small monastery")
        self.assertEqual(game.tile, "base/city")
        for seat, side, other in ((0, "own", "others'"), (1, "others'", "own")):
            self.assertEqual(self.number(game, f"{side} monasteries: how many", seat), 1)
            self.assertEqual(self.number(game, f"{side} monasteries: empty cells", seat), 7)
            self.assertEqual(self.number(game, f"{side} followers in open monasteries", seat), 1)
            self.assertEqual(self.number(game, f"{side} followers at home", seat), 6)
            self.assertEqual(self.number(game, f"{other} followers at home", seat), 7)
            self.assertEqual(self.number(game, f"{other} monasteries: how many", seat), 0)
            self.assertEqual(self.number(game, "lead if the game ended now", seat), 2 if seat == 0 else -2)
        self.assertEqual(self.number(game, "nobody's cities with 1 open side: how many"), 1)
        game.play("lay 1,1 0")
        game.play("put small city N")
        self.assertEqual(self.number(game, "others' cities with 1 open side: how many"), 1)
        self.assertEqual(self.number(game, "others' cities with 1 open side: points"), 1)
        self.assertEqual(self.number(game, "others' followers in open cities"), 1)

    def test_followers_are_all_somewhere(self):
        game, choose = aude.Game(seed=8), random.Random(8)
        places = [i for i, name in enumerate(self.names) if name.startswith("own followers")][:5]
        while not game.over:
            for seat in (0, 1):
                row = game.summary(seat)
                mine, theirs = row[3:9], row[9:15]
                self.assertEqual(mine.tolist(), game.summary(1 - seat)[9:15].tolist())
                on_board = sum(1 for figure in game.figures() if figure[0] == seat)
                self.assertEqual(row[places[0]] + on_board, 7)
                # Completed monasteries and areas have gone home, so the places hold all that stand.
                if game.phase == "tile":
                    self.assertEqual(int(row[places[1:]].sum()), on_board)
                self.assertTrue((theirs >= 0).all())
            game.push(choose.choice(game.actions()))

    def test_stuck_is_what_no_tile_completes(self):
        """Once the pile is empty that is every area that is open."""
        found, choose = 0, random.Random(2)
        for seed in range(6):
            game = aude.Game(seed=seed)
            while not game.over:
                game.push(choose.choice(game.actions()))
                if game.over or game.left > 12 or game.phase != "tile":
                    continue
                stuck = [int(game.summary(0)[i]) for i, name in enumerate(self.names)
                         if "that no tile completes: how many" in name]
                found += sum(stuck)
                if game.left == 0:
                    open_areas = [int(game.summary(0)[i]) for i, name in enumerate(self.names)
                                  if "open side" in name and "how many" in name and "nobody" not in name]
                    self.assertEqual(sum(open_areas), 0)
        self.assertGreater(found, 0)

    def test_a_view_shows_the_same(self):
        game, choose = aude.Game(seed=4), random.Random(4)
        while not game.over:
            self.assertEqual(game.view(0).summary(0).tolist(), game.summary(0).tolist())
            game.push(choose.choice(game.actions()))

    def test_batches_look_ahead(self):
        for setup in setups():
            batch = aude.Batch(3, 2, setup=setup, seed=70, autoreset=False)
            for step in range(40):
                for whole in (False, True):
                    game, action, summary = batch.afterstates(whole)
                    self.assertEqual(game.tolist(), sorted(game.tolist()))
                    for i in range(3):
                        one, rows = batch.game(i), []
                        for a in one.actions():
                            view = one.view(one.seat)
                            view.push(a)
                            more = whole and not view.over and view.seat == one.seat and view.turn == one.turn
                            for b in view.actions() if more else [None]:
                                then = view.copy()
                                if b is not None:
                                    then.push(b)
                                rows.append((one.number(a), then.summary(one.seat).tolist()))
                        mine = game == i
                        self.assertEqual(action[mine].tolist(), [row[0] for row in rows])
                        self.assertEqual(summary[mine].tolist(), [row[1] for row in rows])
                    if step % 8:
                        break
                batch.step(batch.sample())

    def test_a_game_that_is_over_has_no_rows(self):
        batch = aude.Batch(2, seed=1, autoreset=False)
        while (batch.seats() >= 0).any():
            batch.step(batch.sample())
        game, action, summary = batch.afterstates()
        self.assertEqual((len(game), len(action), summary.shape), (0, 0, (0, len(self.names))))

    def test_bad_arrays(self):
        batch = aude.Batch(2, seed=1)
        n = batch._ahead(True)
        with self.assertRaisesRegex(ValueError, r"summary must be int16 of shape"):
            batch._rows(numpy.empty(n, "i4"), numpy.empty(n, "i4"), numpy.empty((n, 3), "i2"))
        with self.assertRaisesRegex(ValueError, r"game must be int32 of shape"):
            batch._rows(numpy.empty(n + 1, "i4"), numpy.empty(n, "i4"), numpy.empty((n, len(self.names)), "i2"))
        with self.assertRaisesRegex(ValueError, "there is no seat 7"):
            aude.Game(seed=1).summary(7)


class Examples(unittest.TestCase):
    def test_learning_runs(self):
        import os
        import subprocess
        import sys
        script = os.path.join(os.path.dirname(__file__), "..", "examples", "learn.py")
        out = subprocess.run([sys.executable, script, "--rounds", "2", "--round-games", "6", "--pairs", "2",
                              "--against", "random"], capture_output=True, text=True, check=True).stdout
        self.assertRegex(out, r"round 2: 6 games.*\nagainst random: \d+\.\d % .* of 4 games in 2 pairs")


class Tensor:
    """A DLPack capsule of an int32 array, in which something can be said wrong."""

    def __init__(self, array, **wrong):
        said = {"data": array.ctypes.data, "device": 1, "n": 1, "lanes": 1, **wrong}
        self.array, self.shape = array, (ctypes.c_int64 * 1)(len(array))
        # data, device, id, n, code | bits << 8 | lanes << 16, shape, strides, offset
        packed = struct.pack("=QiiiIQQQ", said["data"] or 0, said["device"], 0, said["n"],
                             32 << 8 | said["lanes"] << 16, ctypes.addressof(self.shape), 0, 0)
        self.tensor = ctypes.create_string_buffer(packed)

    def __dlpack__(self):
        make = ctypes.pythonapi.PyCapsule_New
        make.restype, make.argtypes = ctypes.py_object, (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)
        return make(ctypes.addressof(self.tensor), b"dltensor", None)


class Batches(unittest.TestCase):
    def test_a_batch_is_many_games(self):
        for setup in setups():
            batch = aude.Batch(3, setup=setup, seed=20, autoreset=False)
            games = [aude.Game(setup.replace(seed=20 + i)) for i in range(3)]
            while not all(game.over for game in games):
                shown, actions = batch.observe(), batch.sample()
                for i, game in enumerate(games):
                    if game.over:
                        self.assertEqual((actions[i], shown.seats[i]), (-1, -1))
                        continue
                    self.assertEqual(shown.seats[i], game.seat)
                    planes, vector = game.observe()
                    self.assertTrue((shown.planes[i] == planes).all() and (shown.vector[i] == vector).all())
                    self.assertTrue((shown.mask[i] == game.mask()).all())
                    self.assertEqual(batch.game(i).hash, game.hash)
                    game.play_number(int(actions[i]))
                self.assertEqual(batch.projection().tolist()[0],
                                 list(batch.game(0).projection()))
                done, points = batch.step(actions)
                for i, game in enumerate(games):
                    self.assertEqual((bool(done[i]), tuple(points[i])), (game.over, game.points))

    def test_threads_change_nothing(self):
        runs = []
        for threads in (1, 4):
            batch = aude.Batch(37, threads, seed=5)
            for _ in range(300):
                done, points = batch.step(batch.sample())
            runs.append((done.tolist(), points.tolist(), batch.observe().planes.tobytes()))
        self.assertEqual(*runs)

    def test_games_begin_anew(self):
        batch, ended = aude.Batch(2, seed=30), 0
        for _ in range(400):
            done, points = batch.step(batch.sample())
            ended += int(done.sum())
            if done[0]:
                self.assertEqual(batch.game(0).hash, aude.Game(seed=32).hash)
                self.assertGreater(points[0].sum(), 0)
                break
        self.assertGreater(ended, 0)
        batch.reset(30)
        self.assertEqual(batch.game(1).hash, aude.Game(seed=31).hash)

    def test_an_illegal_action_changes_no_game(self):
        batch = aude.Batch(50, 3, seed=1)
        before = [batch.game(i).hash for i in range(50)]
        actions = batch.sample()
        actions[17] = actions[41] = 2582
        with self.assertRaisesRegex(aude.IllegalAction, r"actions\[17\] = 2582 .* game 17 \(turn 1, tile\)"):
            batch.step(actions)
        self.assertEqual([batch.game(i).hash for i in range(50)], before)

    def test_bad_arrays(self):
        batch = aude.Batch(4)
        good = batch.sample()
        before = [batch.game(i).hash for i in range(4)]
        frozen = numpy.zeros(4, numpy.uint8)
        frozen.flags.writeable = False
        for words, call in (
                (r"actions must be int32 of shape \(4,\), not <i8 of shape \(4,\)", lambda: batch.step(good.astype("i8"))),
                (r"actions must be int32 of shape \(4,\), not <i4 of shape \(3,\)", lambda: batch.step(good[:3])),
                (r"actions must be .* not >i4", lambda: batch.step(good.astype(">i4"))),
                (r"actions must be contiguous", lambda: batch.step(numpy.repeat(good, 2)[::2])),
                (r"done is read-only", lambda: batch.step(good, frozen)),
                (r"points must be int32 of shape \(4, 2\), not <i4 of shape \(2, 4\)",
                 lambda: batch.step(good, None, numpy.zeros((2, 4), "i4"))),
                (r"planes must be uint8 of shape \(4, 25, 25, 28\)", lambda: batch.observe(numpy.zeros(4, "u1"))),
                (r"seats must be int32", lambda: batch.seats(numpy.zeros(4, "f4")))):
            with self.assertRaisesRegex(ValueError, words):
                call()
        for bad in ([0, 0, 0, 0], None, "text"):
            with self.assertRaisesRegex(TypeError, "actions must be an array"):
                batch.step(bad)
        self.assertEqual([batch.game(i).hash for i in range(4)], before)
        batch.step(good)
        for bad in ((0,), (-1,), (2, 0), (2, 1000), (1 << 21,)):
            with self.assertRaisesRegex(ValueError, "1 to 1048576 games"):
                aude.Batch(*bad)
        with self.assertRaisesRegex(ValueError, "does not suit"):
            aude.Batch(1, setup=aude.Setup(switches={"abbot": "ON"}), spec="base")
        with self.assertRaisesRegex(ValueError, "hidden"):
            aude.Batch(1, setup=aude.Setup(hidden=True))
        with self.assertRaises(IndexError):
            batch.game(4)

    def test_dlpack(self):
        class Lent:
            """As PyTorch's arrays: DLPack, and no __array_interface__."""
            def __init__(self, array):
                self.array = array

            def __dlpack__(self, **how):
                return self.array.__dlpack__(**how)

        batch, other = aude.Batch(5, seed=3), aude.Batch(5, seed=3)
        actions, mask = numpy.zeros(5, "i4"), numpy.zeros((5, 2583), "u1")
        batch.sample(Lent(actions))
        self.assertEqual(actions.tolist(), other.sample().tolist())
        batch.mask(Lent(mask))
        self.assertTrue((mask == other.mask()).all())
        with self.assertRaisesRegex(ValueError, r"actions must be int32 of shape \(5,\), not int16"):
            batch.sample(Lent(numpy.zeros(5, "i2")))
        with self.assertRaisesRegex(ValueError, "contiguous"):
            batch.sample(Lent(numpy.zeros(10, "i4")[::2]))

    def test_a_game_of_a_batch_has_its_setup(self):
        for setup in (aude.Setup(names=("Ada",)), aude.Setup.everything(seats=3)):
            batch = aude.Batch(3, setup=setup, seed=5)
            game = batch.game(1)
            self.assertEqual(game.setup.seed, 6)
            self.assertEqual(aude.Game(game.setup).hash, game.hash)
            self.assertEqual(game.setup.names[:len(setup.names)], setup.names)
            self.assertEqual(game.view(0).setup.expansions, game.setup.expansions)
            for call in (game.record, game.jcz, lambda: pickle.dumps(game), game.copy().record):
                with self.assertRaisesRegex(aude.Error, "a game of a batch has no record"):
                    call()

    def test_arrays_without_memory(self):
        """Whatever an array says of itself: an exception that names it, never a read at address 0."""
        class Hollow:
            __array_interface__ = {"shape": (4,), "typestr": "<i4", "data": (0, False), "version": 3}

        batch = aude.Batch(4)
        before = [batch.game(i).hash for i in range(4)]
        good = batch.sample()
        for words, call in (
                ("actions has no memory", lambda: batch.step(Hollow())),
                ("actions has no memory", lambda: batch.sample(Hollow())),
                ("seats has no memory", lambda: batch.seats(Hollow())),
                ("actions has no memory", lambda: batch.step(Tensor(good, data=None))),
                ("actions is not in the memory of the processor", lambda: batch.step(Tensor(good, device=2))),
                ("actions has no usable shape", lambda: batch.step(Tensor(good, n=9))),
                (r"actions must be int32 of shape \(4,\), not int32x4 of", lambda: batch.step(Tensor(good, lanes=4)))):
            with self.assertRaisesRegex((TypeError, ValueError), words):
                call()
        self.assertEqual([batch.game(i).hash for i in range(4)], before)
        batch.step(Tensor(good))

    def test_two_threads_are_told(self):
        batch, told = aude.Batch(2000, seed=3), []

        def use():
            try:
                for _ in range(20):
                    batch.mask(numpy.zeros((2000, 2583), "u1"))
            except RuntimeError as error:
                told.append(str(error))
        threads = [threading.Thread(target=use) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertTrue(all("another thread" in words for words in told))
        batch.step(batch.sample())


FIRST_NUMBERS = [("lay 1,0 0", 313), ("lay 1,0 180", 1563), ("lay 0,1 0", 337), ("lay 0,1 180", 1587)]
SECOND_NUMBERS = [("pass", 2500), ("put small road E W", 2502), ("put small field NL NR EL WR", 2511), ("put small field ER SL SR WL", 2514)]

if __name__ == "__main__":
    unittest.main()
