"""aude.Game as a game: play, refusals, records, saves, copies, pickles, pictures, players."""

import ast
import copy
import json
import os
import pickle
import random
import subprocess
import sys
import threading
import unittest

import aude

ROOT = os.path.join(os.path.dirname(__file__), "..", "..")


def play_random(game, seed=0, steps=10**6):
    choose = random.Random(seed)
    while not game.over and steps:
        game.push(choose.choice(game.actions()))
        steps -= 1
    return game


class Play(unittest.TestCase):
    def test_points_are_the_sum_of_events(self):
        game, points = aude.Game(seats=3, seed=5), [0, 0, 0]
        choose = random.Random(1)
        while not game.over:
            for event in game.play(choose.choice(game.actions())):
                if event.kind == "score":
                    points[event.seat] += event.points
                    self.assertEqual(event.points, sum(n * each for n, each, _ in event.terms))
                    self.assertTrue(event.sum.endswith(f"= {event.points}"), event.sum)
        self.assertEqual(tuple(points), game.points)
        self.assertIsNone(game.check())
        self.assertIsNone(game.seat)
        self.assertEqual(max(points), points[game.winners()[0]])

    def test_an_event_has_the_fields_of_its_kind(self):
        wanted = {"turn": {"seat", "points"}, "draw": {"seat", "tile"}, "lay": {"seat", "tile", "x", "y", "rot"},
                  "put": {"seat", "figure", "x", "y", "segment"},
                  "score": {"seat", "feature", "points", "x", "y", "segment", "sum"}, "over": set()}
        game, seen = aude.Game(seats=2, seed=5), set()
        choose = random.Random(1)
        while not game.over:
            for event in game.play(choose.choice(game.actions())):
                if event.kind in wanted:
                    fields = {name for name, value in event._asdict().items() if value is not None}
                    self.assertEqual(fields - {"kind", "terms"}, wanted[event.kind], event)
                    seen.add(event.kind)
        self.assertEqual(seen, set(wanted))

    def test_words_and_actions_are_the_same(self):
        game = aude.Game(seed=3)
        action = game.actions()[0]
        self.assertEqual(game.parse(game.text(action)), action)
        other = game.copy()
        game.play(action)
        other.play(other.text(action))
        self.assertEqual(game.hash, other.hash)
        self.assertEqual(game.history(), [action])

    def test_refusal(self):
        game = aude.Game(seed=3)
        before = game.record()
        refusal = game.why("lay 0,0 0")
        self.assertEqual((refusal.code, refusal.rule), ("OCCUPIED", "BASE-10"))
        with self.assertRaises(aude.IllegalAction) as caught:
            game.play("lay 0,0 0")
        self.assertEqual((caught.exception.code, caught.exception.rule), ("OCCUPIED", "BASE-10"))
        self.assertIn("lay 0,0 0", str(caught.exception))
        stale = game.actions()[0]
        game.push(stale)
        with self.assertRaises(aude.IllegalAction):
            game.push(stale)
        self.assertEqual(game.history(), [stale])
        with self.assertRaises(TypeError):
            game.play(7)
        self.assertIsNone(aude.Game(seed=3).why(stale))
        self.assertEqual(aude.Game(seed=3).record(), before)

    def test_setup(self):
        for bad in (dict(seats=9), dict(preset="chess"), dict(expansions=["x"]), dict(switches={"river": "DRY"}),
                    dict(names=["a\nplay"]), dict(order=["base/none"]), dict(seats=6)):
            with self.assertRaises(aude.Error, msg=bad):
                aude.Game(**bad)
        for bad in (dict(seed=-1), dict(seed=1 << 128), dict(expansions="inns-cathedrals")):
            with self.assertRaises(aude.Error, msg=bad):
                aude.Setup(**bad)
        setup = aude.Setup("devir_es", 4, 77, first=2, expansions=["inns-cathedrals"], names=["A", "B", "C", "D"],
                           switches={"river": "RIVER_I"}, draws=20)
        game = aude.Game(setup)
        self.assertEqual((game.seats, game.active), (4, 2))
        self.assertEqual(aude.Game(game.setup).hash, game.hash)
        self.assertEqual(game.setup.names, ("A", "B", "C", "D"))
        self.assertEqual(setup, aude.Setup.parse(setup.text()))

    def test_every_set(self):
        for seed in range(3):
            game = play_random(aude.Game(aude.Setup.everything(seats=4, seed=seed)), seed)
            self.assertIsNone(game.check())
            again = aude.Game.from_record(game.record())
            self.assertEqual((again.hash, again.history()), (game.hash, game.history()))


class Views(unittest.TestCase):
    def test_a_view_hides_the_order(self):
        game = aude.Game(seed=9)
        view = game.view(0)
        self.assertTrue(view.hidden)
        self.assertEqual(view.hash, game.hash)
        self.assertEqual(view.pile(), game.pile())
        self.assertNotIn("seed 0000", view.setup.text())
        self.assertTrue(view.setup.hidden)
        play_random(game, 1, 2)
        for action in game.history():
            view.push(action)
        self.assertIsNone(view.seat)
        self.assertTrue(all(action.kind == "draw" for action in view.actions()))
        view.push(f"draw {game.tile}")
        self.assertEqual(view.hash, game.hash)
        with self.assertRaises(aude.Error):
            view.record()
        with self.assertRaises(ValueError):
            game.view(5)


def tosses(setups, n):
    """Games in which a toss was just made and somebody may react, n of them at most, each with its toss."""
    for setup in setups:
        game, choose = aude.Game(setup), random.Random(setup.seed)
        while not game.over and n:
            action = choose.choice(game.actions())
            game.push(action)
            if action.kind == "toss" and game.phase == "catch":
                yield game, action
                n -= 1


def one_before(game):
    """The game without its last action."""
    before = aude.Game(game.setup)
    for action in game.history()[:-1]:
        before.push(action)
    return before


class Heard(unittest.TestCase):
    """What others read of a game while it is on."""

    def everything(self):
        return (aude.Setup.everything(4, seed) for seed in range(40))

    def test_a_toss_is_a_glimpse_until_somebody_reacts(self):
        """CAT-26"""
        met = 0
        for game, toss in tosses(self.everything(), 3):
            met += 1
            words = f"lateral {toss.x} power {toss.y}"
            public = game.record(secret=False)
            self.assertIn("glimpse", public.split("turn ")[-1])
            self.assertNotIn(words, public.split("turn ")[-1])
            self.assertNotIn("toss", public.split("turn ")[-1].split("glimpse")[1])
            self.assertIn(words, game.record())
            heard = aude.Game.from_record(public)
            self.assertEqual((heard.hash, heard.phase), (game.hash, "catch"))
            after = game.copy()
            after.push(after.actions()[0])
            self.assertIn("reveal " + words, after.record(secret=False))
            self.assertEqual(aude.Game.from_record(after.record(secret=False)).hash, after.hash)
        self.assertEqual(met, 3)

    def test_two_tosses_into_one_cell_read_the_same(self):
        game, toss = next(tosses(self.everything(), 1))
        before = one_before(game)
        told = {game.record(secret=False)}
        for more in range(1, 6):
            other = before.copy()
            events = other.play(aude.Action("toss", toss.x + more, toss.y, toss.figure, toss.segment, toss.arg))
            if other.view().hash == game.view().hash and other.hash == game.hash:
                told.add(other.record(secret=False))
            self.assertTrue(events)
        self.assertEqual(len(told), 1)

    def test_in_a_hidden_game_too(self):
        game, toss = next(tosses(self.everything(), 1))
        hidden = aude.Game.from_record(one_before(game).record(secret=False))
        hidden.push(toss)
        self.assertIn("glimpse", hidden.record(secret=False).split("turn ")[-1])
        self.assertNotIn(f"lateral {toss.x} power {toss.y}", hidden.record(secret=False).split("turn ")[-1])
        self.assertEqual(hidden.hash, game.hash)


class Setups(unittest.TestCase):
    """Setup.parse() is the engine's reader."""

    HEAD = "aude 1\nrules grow\n"

    def test_what_is_wrong_says_line_and_reason(self):
        for text, said in (("x", "line 1: x: "), ("", "line 0: "), ("aude 2\nrules grow\n", "line 1: "),
                           ("aude 1\n", "missing|line 1"), (self.HEAD + "steats 4", "line 3: steats 4: "),
                           (self.HEAD + "seats x", "line 3: seats x: "),
                           (self.HEAD + "seats 3\nseats 4", "line 4: seats 4: .*twice"),
                           (self.HEAD + "copies base", "line 3: copies base: "),
                           (self.HEAD + "seed 0x2a", "line 3: seed 0x2a: "),
                           (self.HEAD + "order base/none", "line 3: base/none: ")):
            with self.assertRaisesRegex(aude.Error, said, msg=text):
                aude.Setup.parse(text)

    def test_what_is_read(self):
        setup = aude.Setup.parse("aude 1\r\nrules grow # the book\r\nseats 3 # three\r\nname 1 Bo # Bo\r\nfirst 2\r\n"
                                 "seed 2a\nplay # and no more\nnonsense\n")
        self.assertEqual((setup.seats, setup.first, setup.seed), (3, 2, 42))
        self.assertEqual(setup.names, ("Player 1", "Bo # Bo"))
        whole = aude.Setup("devir_es", 4, (1 << 128) - 1, first=1, expansions=["tower", "inns-cathedrals"],
                           switches={"river": "RIVER_I", "abbot": "ON"}, names=["A", "B"], order=["base/monastery"],
                           tiles_only=["princess-dragon"], copies={"base": 2}, figures={"small": 9}, draws=20,
                           start=[("base/city", 0, 0, 90)], commit="sha256:" + 64 * "0")
        again = aude.Setup.parse(whole.text())
        self.assertEqual(again, whole)
        for name in aude.Setup.__slots__:
            one, other = getattr(again, name), getattr(whole, name)
            self.assertEqual(*((sorted(one), sorted(other)) if name == "expansions" else (one, other)), name)
        self.assertEqual(aude.Setup.parse(aude.Setup(hidden=True).text()), aude.Setup(hidden=True))
        self.assertNotEqual(again, whole.replace(draws=21))

    def test_what_is_no_number_or_too_many(self):
        for bad in (dict(seed=1.5), dict(seats="2"), dict(draws=2.0), dict(first="0")):
            with self.assertRaisesRegex(TypeError, f"{next(iter(bad))} must be a whole number"):
                aude.Setup(**bad)
        with self.assertRaisesRegex(aude.Error, "3 names for 2 seats"):
            aude.Setup(names=["A", "B", "C"])
        with self.assertRaises(TypeError):
            hash(aude.Setup())
        self.assertEqual(copy.deepcopy(aude.Setup(seed=3)), pickle.loads(pickle.dumps(aude.Setup(seed=3))))

    def test_what_is_wrong_is_named(self):
        for kind, words, bad in (
                (TypeError, "expansions must be a list of names, not NoneType", dict(expansions=None)),
                (TypeError, "order must be a list of names; 3 is none", dict(order=[3])),
                (TypeError, "switches must be a dict, not list", dict(switches=[1])),
                (TypeError, r"start must be a list of \(tile, x, y, degrees\), not", dict(start=[("base/city", 0, 0)])),
                (TypeError, "hidden must be True or False, not 'no'", dict(hidden="no")),
                (TypeError, "seats must be a whole number, not bool", dict(seats=True)),
                (aude.Error, r"river-1 is no expansion but a switch: switches=\{'river': 'RIVER_I'\}",
                 dict(expansions=["river-1"])),
                (aude.Error, "abbot is no expansion but a switch", dict(expansions=["abbot"]))):
            with self.assertRaisesRegex(kind, words):
                aude.Setup(**bad)
        for said, read in (("a record must be str, not NoneType", aude.Game.from_record),
                           ("a save must be str or bytes, not NoneType", aude.Game.from_jcz)):
            with self.assertRaisesRegex(TypeError, said):
                read(None)
        game = aude.Game(seed=1)
        for call in (game.play, game.push, game.parse):
            with self.assertRaisesRegex(aude.IllegalAction, "the words of an action: "):
                call("\ud800")
        self.assertEqual(game.why("\ud800").code, "BYTES")

    def test_every_set_can_be_switched_on(self):
        """As the refusal says it."""
        for name in ("river-1", "river-2", "abbot"):
            with self.assertRaises(aude.Error) as caught:
                aude.Setup(expansions=[name])
            game = aude.Game(switches=ast.literal_eval(str(caught.exception).split("switches=")[1]))
            there = [tile.split("/")[0] for tile in game.pile()] + list(game.supply(0))
            self.assertIn(name, there)
        with self.assertRaisesRegex(aude.Error, "base is always there"):
            aude.Setup(expansions=["base"])

    def test_commitments(self):
        for bad in ("x", "md5:123", "sha256:00", "sha256:" + 64 * "G", "sha256:" + 64 * "A"):
            with self.assertRaisesRegex(aude.Error, "a commitment is sha256", msg=bad):
                aude.Setup(commit=bad)
        plain = aude.Game(seed=7, first=0)
        from hashlib import sha256
        true = "sha256:" + sha256(plain._commitment()[1].encode()).hexdigest()
        game = aude.Game(seed=7, first=0, commit=true)
        self.assertEqual(aude.Game.from_record(game.record()).setup.commit, true)
        self.assertEqual(aude.Game.from_record(game.record(secret=False)).setup.commit, true)
        false = "sha256:" + 64 * "0"
        with self.assertRaisesRegex(aude.Error, "not those of the commitment"):
            aude.Game(seed=7, first=0, commit=false)
        with self.assertRaisesRegex(aude.Error, "not those of the commitment"):
            aude.Game.from_record(game.record().replace(true, false))
        with self.assertRaisesRegex(aude.Error, "a commitment is sha256"):
            aude.Game.from_record(game.record().replace(true, "md5:123"))


class Words(unittest.TestCase):
    def test_words_end_where_they_end(self):
        game = aude.Game(seed=42)
        words = game.text(game.actions()[0])
        with self.assertRaisesRegex(aude.IllegalAction, "bytes that are not text"):
            game.parse(words + "\0junk")
        self.assertEqual(game.why(words + "\0junk").code, "BYTES")

    def test_long_words_are_cut(self):
        game = aude.Game(seed=42)
        for call in (lambda text: game.parse(text), lambda text: game.choose(text), lambda text: aude.tile_svg(text),
                     lambda text: aude.switch_values(text), lambda text: aude.Action(text),
                     lambda text: aude.Setup(commit=text), lambda text: game.mask(spec=text)):
            with self.assertRaises(ValueError) as caught:
                call("\u0219x" * 500_000)
            self.assertLess(len(str(caught.exception)), 400)

    def test_numbers_that_do_not_fit_are_named(self):
        game, big = aude.Game(seed=42), 1 << 40
        for call, what in ((lambda n: game.view(n), "seat"), (lambda n: game.supply(n), "seat"),
                           (lambda n: game.svg(tile_px=n), "tile_px"), (lambda n: aude.Action("lay", n), "x"),
                           (lambda n: game.choose("greedy", threads=n), "threads"),
                           (lambda n: game.win_probability(n), "seat"), (lambda n: game.action(n), "number")):
            for bad in (big, -big, 1 << 99):
                with self.assertRaisesRegex(ValueError, what + ".*out of range"):
                    call(bad)
        for call in (lambda: game.view(-1), lambda: game.choose("greedy", seed=-1),
                     lambda: game.choose("greedy", seed=1 << 64), lambda: aude.Batch(2, seed=-1),
                     lambda: aude.Batch(2).reset(-1), lambda: game.choose("greedy", playouts=-1),
                     lambda: game.analyse(playouts=0), lambda: game.win_probability(0, playouts=0)):
            with self.assertRaises(ValueError):
                call()
        with self.assertRaisesRegex(TypeError, "seed must be a whole number"):
            game.choose("greedy", seed=1.5)
        self.assertTrue(aude.switch_values.__doc__)

    def test_an_empty_record(self):
        with self.assertRaisesRegex(aude.Error, "^line 0: this is not an aude record$"):
            aude.Game.from_record("")
        with self.assertRaisesRegex(aude.Error, "rules"):
            aude.Game.from_record("aude 1\n")


class Documents(unittest.TestCase):
    @unittest.skipUnless(os.path.exists(os.path.join(ROOT, "docs", "python.md")), "docs/python.md is not here")
    def test_what_is_said_of_why(self):
        """The lines of the first example up to why(), and what it says that why() answers."""
        with open(os.path.join(ROOT, "docs", "python.md"), encoding="utf-8") as file:
            lines = file.read().split("```python\n")[1].split("\n")
        names = {}
        for line in lines:
            if line.startswith("game.why"):
                code, said = line.split("#", 1)
                self.assertEqual(repr(eval(code, names)), said.strip())
                return
            exec(line, names)
        self.fail("the example does not ask why")


class Interrupted(unittest.TestCase):
    @unittest.skipUnless(hasattr(__import__("signal"), "setitimer"), "no interval timers here")
    def test_a_search_is_broken_off(self):
        """Near the end every way on is looked at: that would take minutes, and the playouts days."""
        import signal
        game = play_random(aude.Game(seed=2, draws=12), 2, 14)

        def ring(*_):
            raise KeyboardInterrupt

        before, old = game.hash, signal.signal(signal.SIGALRM, ring)
        try:
            for think in (lambda: game.choose("level-7", playouts=2000), lambda: game.analyse(playouts=10**9),
                          lambda: game.win_probability(0, playouts=10**12)):
                signal.setitimer(signal.ITIMER_REAL, 0.05)
                with self.assertRaises(KeyboardInterrupt):
                    think()
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, old)
        self.assertEqual(game.hash, before)

    def test_a_level_keeps_its_budget(self):
        """With a way to stop it, level-6 and level-7 think no longer than without one: else this would not end."""
        game = play_random(aude.Game(seed=2), 2, 10)
        self.assertEqual(game.choose("level-7"), game.choose("level-7", playouts=2000))


class Records(unittest.TestCase):
    def test_a_record_comes_back_at_every_step(self):
        game = aude.Game(seed=12, names=["Anna", "Bo # Bo"])
        choose = random.Random(2)
        while True:
            text = game.record()
            again = aude.Game.from_record(text)
            self.assertEqual((again.hash, again.record()), (game.hash, text))
            public = aude.Game.from_record(game.record(secret=False))
            self.assertEqual((public.hash, public.hidden), (game.hash, True))
            if game.over:
                break
            game.push(choose.choice(game.actions()))

    def test_golden_records(self):
        folder, n = os.path.join(ROOT, "tests", "games"), 0
        for name in sorted(os.listdir(folder)):
            if name.endswith(".aude"):
                with open(os.path.join(folder, name), encoding="utf-8") as file:
                    text = file.read()
                game = aude.Game.from_record(text)
                self.assertEqual(aude.Game.from_record(game.record()).hash, game.hash, name)
                n += 1
        self.assertGreater(n, 0)

    def test_a_bad_record_says_where(self):
        text = play_random(aude.Game(seed=1), 1).record().split("\n")
        at = next(i for i, line in enumerate(text) if line.startswith("turn 5 "))
        text[at] = text[at].replace("lay ", "lay 1")
        with self.assertRaisesRegex(aude.Error, f"line {at + 1}: "):
            aude.Game.from_record("\n".join(text))
        with self.assertRaisesRegex(aude.Error, "breaks off"):
            aude.Game.from_record("\n".join(text[:at]))
        with self.assertRaisesRegex(aude.Error, "later version"):
            aude.Game.from_record("aude 9\n")
        with self.assertRaises(aude.Error):
            aude.Game.from_record("")

    def test_jcz(self):
        game = play_random(aude.Game(aude.Setup("jcz", seed=4, first=0)), 4)
        try:
            save = game.jcz()
        except aude.Error as error:
            if "without jansson" in str(error):
                self.skipTest(str(error))
            raise
        again = aude.Game.from_jcz(save)
        self.assertEqual(sorted(again.points), sorted(game.points))
        self.assertEqual(aude.Game.from_jcz(save.encode()).hash, again.hash)
        for bad in ("", "{", "[]", "{}", save[:-100]):
            with self.assertRaises(aude.Error):
                aude.Game.from_jcz(bad)


class Conformance(unittest.TestCase):
    """The records of docs/conformance.md, where the whole tree is there."""

    folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "tests", "conformance")

    @unittest.skipUnless(os.path.exists(os.path.join(folder, "cases.json")), "tests/conformance is not here")
    def test_every_case(self):
        with open(os.path.join(self.folder, "cases.json"), encoding="utf-8") as file:
            cases = json.load(file)["cases"]
        for case in cases:
            with open(os.path.join(self.folder, case["file"]), encoding="utf-8", newline="") as file:
                text = file.read()
            with self.subTest(case["file"]):
                if case["holds"]:
                    game = aude.Game.from_record(text)
                    self.assertEqual((list(game.points), game.over), (case["points"], case["finished"]))
                    self.assertEqual(f"{game.hash:016x}", case["hash"])
                else:
                    with self.assertRaises(aude.Error) as caught:
                        aude.Game.from_record(text)
                    self.assertEqual(caught.exception.code, case["code"])
                    self.assertEqual(caught.exception.line, case["line"])
                    self.assertTrue(str(caught.exception).startswith(f"line {case['line']}: "), str(caught.exception))


class Copies(unittest.TestCase):
    def test_copies_go_their_own_way(self):
        game = play_random(aude.Game(seed=2), 2, 20)
        for other in (game.copy(), copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
            before = game.hash
            self.assertIsInstance(other, aude.Game)
            self.assertEqual(other.hash, before)
            other.push(other.actions()[0])
            self.assertEqual(game.hash, before)
            self.assertNotEqual(other.hash, before)

    def test_a_pickle_of_another_version(self):
        restore, (form, version, record) = aude.Game(seed=1).__reduce__()
        self.assertEqual(restore(form, version, record).hash, aude.Game(seed=1).hash)
        with self.assertRaisesRegex(aude.Error, "pickled by aude 9.9.9 in form 7"):
            restore(7, "9.9.9", record)
        with self.assertRaisesRegex(aude.Error, "pickled by aude 9.9.9, and .* later version"):
            restore(form, "9.9.9", record.replace("aude 1\n", "aude 2\n", 1))

    def test_actions_are_values(self):
        action = aude.Action("lay", 1, -2, arg=3)
        self.assertEqual(pickle.loads(pickle.dumps(action)), action)
        self.assertEqual(len({action, aude.Action("lay", 1, -2, arg=3), aude.Action("pass")}), 2)
        self.assertEqual((action.kind, action.x, action.y, action.arg), ("lay", 1, -2, 3))
        self.assertEqual(eval(repr(action), {"Action": aude.Action}), action)
        for bad in (("none so",), ("lay", 1 << 15), ("lay", 0, 0, 256), ("put", 0, 0, -1)):
            with self.assertRaises(ValueError, msg=bad):
                aude.Action(*bad)
        with self.assertRaises(AttributeError):
            action.x = 5


class Pictures(unittest.TestCase):
    def test_svg(self):
        game = play_random(aude.Game(seed=2), 2, 40)
        for text in (game._repr_svg_(), game.svg("plain", 32), aude.tile_svg("base/city4-shield", 90)):
            self.assertTrue(text.startswith("<svg") and text.rstrip().endswith("</svg>"), text[:60])
        with self.assertRaises(ValueError):
            game.svg("oil")
        with self.assertRaises(ValueError):
            game.svg(tile_px=0)
        with self.assertRaises(ValueError):
            aude.tile_svg("base/none")
        self.assertEqual(len(game.board()), len({(x, y) for x, y, _, _ in game.board()}))


class Players(unittest.TestCase):
    def test_players_choose_what_is_legal(self):
        game = play_random(aude.Game(seed=2), 2, 30)
        for player in aude.PLAYERS:
            action = game.choose(player, playouts=20)
            self.assertIsNone(game.why(action), player)
            self.assertEqual(game.choose(player, playouts=20), action)
        with self.assertRaisesRegex(ValueError, "no player"):
            game.choose("nobody")
        with self.assertRaises(ValueError):
            game.choose("greedy", threads=0)

    def test_a_player_does_not_see_the_order(self):
        game = play_random(aude.Game(seed=2), 2, 30)
        pile = [tile for tile, n in game.pile().items() for _ in range(n)]
        drawn = [line.split("draw ")[1].split(";")[0] for line in game.record().split("\n") if " draw " in line]
        answers = set()
        for order in (pile, pile[::-1]):
            other = aude.Game(game.setup.replace(order=drawn + order))
            for action in game.history():
                other.push(action)
            self.assertEqual(other.hash, game.hash)
            answers.add((other.choose("level-2", playouts=50), other.view(0).choose("level-2", playouts=50)))
        self.assertEqual(len(answers), 1)

    def test_analysis(self):
        game = play_random(aude.Game(seed=2), 2, 120)
        found = game.analyse(playouts=200)
        self.assertGreater(len(found), 0)
        self.assertIsNone(game.why(found[0].action))
        self.assertAlmostEqual(sum(found[0].win), 1, 3)
        self.assertTrue(0 <= game.win_probability(0, playouts=50) <= 1)
        over = play_random(game, 3)
        self.assertEqual(over.analyse(), [])
        with self.assertRaises(aude.Error):
            over.choose("greedy")

    def test_threads_of_python(self):
        game, answers = aude.Game(seed=6), []
        threads = [threading.Thread(target=lambda: answers.append(game.choose("level-1", playouts=60)))
                   for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(len(set(answers)), 1)
        self.assertEqual(len(answers), 4)


class Import(unittest.TestCase):
    def test_import_brings_no_numpy(self):
        out = subprocess.run([sys.executable, "-c", "import aude, sys; print('numpy' in sys.modules)"],
                             capture_output=True, text=True, check=True)
        self.assertEqual(out.stdout.strip(), "False")

    def test_stubs_name_what_is_there(self):
        import ast
        with open(os.path.join(os.path.dirname(aude.__file__), "__init__.pyi"), encoding="utf-8") as file:
            stubs = ast.parse(file.read())
        named = {}
        for node in stubs.body:
            if isinstance(node, ast.ClassDef):
                named[node.name] = {item.name for item in node.body if isinstance(item, ast.FunctionDef)}
            elif isinstance(node, ast.FunctionDef):
                named[node.name] = set()
            elif isinstance(node, ast.AnnAssign):
                named[node.target.id] = set()
        self.assertEqual(set(named), set(aude.__all__))
        for name, methods in named.items():
            for method in methods:
                self.assertTrue(hasattr(getattr(aude, name), method), f"{name}.{method}")
        for name in ("Game", "Batch", "Spec", "Setup", "Action"):
            public = {method for method in dir(getattr(aude, name)) if not method.startswith("_")}
            fields = {item.target.id for node in stubs.body if isinstance(node, ast.ClassDef) and node.name == name
                      for item in node.body if isinstance(item, ast.AnnAssign)}
            self.assertEqual(public - named[name] - fields, set(), f"{name}: not in the stubs")

    def test_everything_public_is_documented(self):
        for name in ("Error", "IllegalAction", "Action", "Event"):
            self.assertTrue(getattr(aude, name).__doc__, name)
        for name in ("Game", "Batch", "Setup", "Spec"):
            for method in dir(getattr(aude, name)):
                if not method.startswith("_") and method not in (aude.Setup.__slots__ + aude.Batch.__slots__
                                                                         + aude.Spec.__slots__):
                    self.assertTrue(getattr(getattr(aude, name), method).__doc__, f"{name}.{method}")


if __name__ == "__main__":
    unittest.main()
