"""Game: the engine's game with names and tuples for people."""

from collections import namedtuple

from ._aude import Error, IllegalAction, __version__
from ._aude import Game as _Game
from ._setup import Setup, check_commit

PICKLE = 1  # of what a pickled game holds

Event = namedtuple("Event", "kind seat tile feature figure goods points x y rot segment other terms sum at")
Event.__doc__ = """Something that happened. A field that a kind does not have is None; include/aude_play.h lists the kinds
and what they have (AUDE_EV_SCORE is "score", and so on).

kind: "turn", "draw", "lay", "put", "score", "return" and the others; `points` is the number of that kind: points of a
score, the number of a turn, tokens of goods, the height of a tower; of a score `terms` is [(count, each, what)] and `sum` the same in
words, "3 tiles x 2 + 1 shield x 2 = 8".
"""

Refusal = namedtuple("Refusal", "code rule sentence")
Refusal.__doc__ = """Why an action is not possible: ("NO_FIT", "BASE-11", "a side does not match ...")."""

Candidate = namedtuple("Candidate", "action then playouts points difference win")
Candidate.__doc__ = """What could be done, with the best that could follow it in the same turn, and what the
search expects: points at the end, lead over the best rival, chance to win, each by seat."""

Error.code = Error.rule = ""
Error.line = None


def _text(what, text, *kinds):
    if not isinstance(text, kinds):
        raise TypeError(f"{what} must be {' or '.join(kind.__name__ for kind in kinds)}, not {type(text).__name__}")
    return text


def _plain(style):
    if style not in ("map", "plain"):
        raise ValueError(f"the styles are map and plain, not {style!r}")
    return style == "plain"


def _restore(form, version, record):
    if form != PICKLE:
        raise Error(f"the game was pickled by aude {version} in form {form}; this is aude {__version__}, "
                    f"which reads form {PICKLE}. Records (Game.record) keep")
    try:
        return Game.from_record(record)
    except Error as error:
        raise Error(f"the game was pickled by aude {version}, and aude {__version__} does not play it: "
                    f"{error}") from None


def _honest(game):
    """The game, if its commitment has the form of one and, where the seed is known, is that of its draws."""
    commit, text = game._commitment()
    if not commit:
        return game
    check_commit(commit)
    if text is not None:
        from hashlib import sha256
        if commit != "sha256:" + sha256(text.encode()).hexdigest():
            raise Error(f"seed and draw order are not those of the commitment {commit}")
    return game


def _playouts(playouts):
    if playouts < 1:
        raise ValueError(f"playouts must be 1 or more, not {playouts}")
    return playouts


def arrays():
    """NumPy, which nothing but arrays needs."""
    try:
        import numpy
    except ImportError as error:
        raise ImportError(f"arrays need NumPy ({error}): pip install numpy") from error
    return numpy


class Game(_Game):
    """A game, from its first tile to its last point.

    Game(setup), or Game(seats=3, seed=7, ...) with what a Setup takes. It changes only through
    play(), push() and play_number(), which check everything first: what is not legal raises
    IllegalAction with the rule, and the game stays as it was.
    """

    __slots__ = ()

    def __new__(cls, setup=None, **keywords):
        if setup is not None and keywords:
            raise TypeError("either a Setup or what a Setup takes, not both")
        if setup is None:
            setup = Setup(**keywords)
        if not isinstance(setup, Setup):
            raise TypeError(f"setup must be a Setup, not {type(setup).__name__}")
        return _honest(_Game.__new__(cls, setup.text()))

    # -- In and out --------------------------------------------------------------------------

    @classmethod
    def from_record(cls, text):
        """From the text of a record (docs/record.md); every statement in it is checked, the commitment too where
        seed and order are known."""
        return _honest(cls._from_record(_text("a record", text, str)))

    @classmethod
    def from_jcz(cls, data):
        """From a JCloisterZone save: its bytes or its text."""
        return cls._from_jcz(_text("a save", data, str, bytes))

    def record(self, secret=True):
        """The whole game as text. secret=False is what others may read while it is on: no seed, no order, the draws
        told, and of a toss only the glimpse until somebody reacts."""
        return self._record(secret)

    def jcz(self):
        """The game as a JCloisterZone save, where JCloisterZone knows the rules of it."""
        return self._jcz()

    def __reduce__(self):
        return _restore, (PICKLE, __version__, self._record(True))

    def __deepcopy__(self, memo):
        return self.copy()

    # -- Play --------------------------------------------------------------------------------

    def play(self, action):
        """Play an Action, or words as in a record ("lay 1,0 90"); return the Events."""
        return [Event._make(event) for event in self._play(action)]

    def why(self, action):
        """Why is this not possible now? None if it is, else a Refusal."""
        said = self._why(action)
        return said and Refusal._make(said)

    def view(self, seat=None):
        """What `seat` may know, or anybody who watches: no seed, no order. It plays on as a hidden
        game, to which draws are told."""
        return self._view(seat)

    def final(self):
        """The Events of the final scoring if the game ended now."""
        return [Event._make(event) for event in self._final()]

    # -- What is ------------------------------------------------------------------------------

    @property
    def setup(self):
        """The Setup, every switch named."""
        return Setup.parse(self._head())

    @property
    def over(self):
        """Is the game over?"""
        return self._state("over")

    @property
    def seat(self):
        """Who must decide; None: nobody, the game is over or a draw is to be told."""
        return self._state("seat")

    @property
    def active(self):
        """Whose turn it is. Others may have to decide in it."""
        return self._state("active")

    @property
    def seats(self):
        """How many play."""
        return self._state("seats")

    @property
    def turn(self):
        """The number of the turn, from 1."""
        return self._state("turn")

    @property
    def phase(self):
        """What has to be decided: "tile", "action" ..."""
        return self._state("phase")

    @property
    def tile(self):
        """The tile in hand, or None."""
        return self._state("tile")

    @property
    def points(self):
        """Points by seat."""
        return self._state("points")

    @property
    def hash(self):
        """A fingerprint of all that is public: equal games have equal ones, everywhere."""
        return self._state("hash")

    @property
    def hidden(self):
        """Is the order of the draws unknown here?"""
        return self._state("hidden")

    @property
    def left(self):
        """How many tiles are still to be drawn."""
        return self._state("left")

    # -- Pictures -----------------------------------------------------------------------------

    def svg(self, style="map", tile_px=64):
        """The board as an SVG document; style "map" or "plain"."""
        return self._svg(_plain(style), tile_px)

    def _repr_svg_(self):
        return self.svg()

    def __repr__(self):
        state = "over" if self.over else f"turn {self.turn}, {self.phase}, seat {self.seat}"
        return f"<Game {state}, points {', '.join(map(str, self.points))}>"

    # -- Computer players ---------------------------------------------------------------------

    def choose(self, player="level-5", *, seed=0, playouts=0, threads=1):
        """What a computer player would do: aude.PLAYERS. It sees a view, never the order of the pile.
        playouts 0 is the level's own budget, and a player that does not search has no use for it; with one thread the answer depends on nothing else."""
        return self._choose(player, seed, playouts, threads)

    def analyse(self, *, playouts=4000, seed=0, threads=1):
        """What could be done, the best first: a list of Candidates."""
        return [Candidate._make(row) for row in self._analyse(seed, _playouts(playouts), threads)]

    def win_probability(self, seat, *, playouts=1000, seed=0, threads=1):
        """The chance of a seat to win from here."""
        return self._chance(seat, seed, _playouts(playouts), threads)

    # -- As numbers (aude.Spec) ---------------------------------------------------------------

    @property
    def spec(self):
        """The smallest spec that suits: "base", or "everything"."""
        return "base" if self._state("sets") == 1 else "everything"

    def _name(self, spec):
        """Of the spec that a call names: a Spec, a name, or None for the game's own."""
        if spec is None:
            return self.spec
        from ._spec import spec_name
        return spec_name(spec)

    def number(self, action, spec=None):
        """The number of a listed action; Error if it has none now, because the spill is full."""
        return self._number(self._name(spec), action)

    def action(self, number, spec=None):
        """The action of a number; IllegalAction if it is not legal now."""
        return self._action(self._name(spec), number)

    def play_number(self, number, spec=None):
        """Play the action of a number, without its events."""
        self.push(self._action(self._name(spec), number))

    def mask(self, out=None, spec=None):
        """Which numbers are legal now: uint8, 1 for yes. `out` may be an array of one's own."""
        spec = self._name(spec)
        if out is None:
            from ._spec import Spec
            out = Spec(spec).empty_mask()
        self._mask(spec, out)
        return out

    def observe(self, seat=None, planes=None, vector=None, spec=None):
        """What a seat sees, as (planes, vector); seat None is the one that must decide."""
        from ._spec import Spec
        spec = self._name(spec)
        if seat is None:
            seat = self.seat or 0
        if planes is None:
            planes = Spec(spec).empty_planes()
        if vector is None:
            vector = Spec(spec).empty_vector()
        self._observe(spec, seat, planes, vector)
        return planes, vector

    def summary(self, seat=None):
        """The position in few numbers, as a seat sees it: int16, named by Spec.summary; seat None decides now."""
        numpy = arrays()
        from ._spec import Spec
        out = numpy.empty(len(Spec(self.spec).summary), numpy.int16)
        self._summary((self.seat or 0) if seat is None else seat, out)
        return out

    def afterstates(self, whole_turn=False, spec=None):
        """What each legal action would lead to, as the seat that decides sees it before the next draw:
        (action, planes, vector, projection), a row for each; `action` is its index in actions(),
        projection the points by seat, one's own first, if the game ended there. With whole_turn
        an action after which the seat decides once more has a row for each way to go on."""
        numpy = arrays()
        from ._spec import Spec
        spec = Spec(self._name(spec))
        n = self._after(spec.name, whole_turn, 0, None, None, None, None)
        rows = (numpy.empty(n, numpy.int32), spec.empty_planes(n), spec.empty_vector(n),
                numpy.empty((n, self.seats), numpy.int32))
        self._after(spec.name, whole_turn, n, *rows)
        return rows
