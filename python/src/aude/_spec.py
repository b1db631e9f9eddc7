"""Games as numbers: Spec says what they mean, Batch plays many at once."""

from collections import namedtuple

from ._aude import Batch as _Batch
from ._aude import spec as _facts
from ._game import Game, arrays
from ._setup import Setup

Observation = namedtuple("Observation", "planes vector mask seats")
Observation.__doc__ = """planes (n, w, w, p) uint8, vector (n, v) int16, mask (n, actions) uint8, seats (n,) int32."""

_known = {}


def spec_name(spec):
    """Of a Spec, or a name as it is."""
    if isinstance(spec, Spec):
        return spec.name
    if not isinstance(spec, str):
        raise TypeError(f"spec must be a Spec or its name, not {type(spec).__name__}")
    return spec


def _fill(self, **values):
    """What never changes again."""
    for name, value in values.items():
        object.__setattr__(self, name, value)


def _no_change(self, name, value):
    raise AttributeError(f"{name} of a {type(self).__name__} cannot be changed")


def _no_deletion(self, name):
    _no_change(self, name, None)


class Spec:
    """A fixed numbering of actions and a fixed layout of observations: "base" or "everything".

    version   of the layout; it grows when a number changes its meaning
    actions   how many numbers there are; from `spill` on they have no fixed meaning
    window    columns and rows of a plane
    planes    the names of the planes
    vector    the names of the vector's numbers
    summary   the names of the numbers of a summary (Game.summary, Batch.afterstates)
    """

    __slots__ = ("name", "version", "window", "actions", "planes", "vector", "summary", "spill")

    def __new__(cls, name):
        name = spec_name(name)
        if name not in _known:
            self = object.__new__(cls)
            version, window, actions, planes, vector, summary, spill = _facts(name)
            _fill(self, name=name, version=version, window=window, actions=actions, spill=spill,
                  planes=tuple(planes), vector=tuple(vector), summary=tuple(summary))
            _known[name] = self
        return _known[name]

    __setattr__, __delattr__ = _no_change, _no_deletion

    def __reduce__(self):
        return Spec, (self.name,)

    def __repr__(self):
        return (f"Spec({self.name!r}): version {self.version}, {self.actions} actions, planes "
                f"{self.shape}, vector {len(self.vector)}")

    @property
    def shape(self):
        """Of the planes of one position."""
        return self.window, self.window, len(self.planes)

    def empty_mask(self, *n):
        """An array for the mask of one position, or of n of them; so with the others."""
        numpy = arrays()
        return numpy.empty((*n, self.actions), numpy.uint8)

    def empty_planes(self, *n):
        """An array for planes."""
        numpy = arrays()
        return numpy.empty((*n, *self.shape), numpy.uint8)

    def empty_vector(self, *n):
        """An array for vectors."""
        numpy = arrays()
        return numpy.empty((*n, len(self.vector)), numpy.int16)


class Batch(_Batch):
    """`n` games at once, played in C without the interpreter's lock, in `threads` threads.

    Arrays may be the caller's (NumPy's, or PyTorch's and others' by DLPack) and are written in
    place; where none is given a new one is made. Game i begins with the seed seed + i, then
    seed + n + i and so on; threads change nothing. With autoreset a game that is over begins
    anew at once, and `done` and `points` of that step are of the game that ended; without it,
    -1 is the action of a game that is over. `n`, `spec` (a Spec) and `seats_n` cannot be changed.
    """

    __slots__ = ("n", "spec", "seats_n")

    def __new__(cls, n, threads=1, setup=None, *, spec=None, seed=0, autoreset=True):
        setup = Setup() if setup is None else setup
        game = Game(setup)
        spec = Spec(game.spec if spec is None else spec)
        self = _Batch.__new__(cls, setup.text(), n, spec.name, threads, seed, autoreset)
        _fill(self, n=n, spec=spec, seats_n=setup.seats)
        return self

    __setattr__, __delattr__ = _no_change, _no_deletion

    def __len__(self):
        return self.n

    def __repr__(self):
        return f"<Batch of {self.n} games, {self.spec.name}>"

    def reset(self, seed=0):
        """Begin all games anew."""
        self._reset(seed)

    def sample(self, out=None):
        """A random legal action of every game: int32 (n,). Every legal action is as likely."""
        if out is None:
            numpy = arrays()
            out = numpy.empty(self.n, numpy.int32)
        self._sample(out)
        return out

    def step(self, actions, done=None, points=None):
        """Play one action in every game: int32 (n,). Returns done (n,) uint8 and points (n, seats) int32
        after it. If one is not legal, IllegalAction says which, and no game has changed."""
        if done is None:
            done = arrays().empty(self.n, "uint8")
        if points is None:
            points = arrays().empty((self.n, self.seats_n), "int32")
        self._step(actions, done, points)
        return done, points

    def observe(self, planes=None, vector=None, mask=None, seats=None):
        """What the seats that must decide see, as an Observation. False leaves a part out."""
        def given(part, make):
            return make() if part is None else None if part is False else part

        shown = Observation(given(planes, lambda: self.spec.empty_planes(self.n)),
                            given(vector, lambda: self.spec.empty_vector(self.n)),
                            given(mask, lambda: self.spec.empty_mask(self.n)),
                            given(seats, lambda: arrays().empty(self.n, "int32")))
        self._show(*shown)
        return shown

    def mask(self, out=None):
        """Which actions are legal: uint8 (n, actions)."""
        return self.observe(False, False, out, False).mask

    def seats(self, out=None):
        """Who must decide, by game: int32 (n,); -1: the game is over."""
        return self.observe(False, False, False, out).seats

    def projection(self, out=None):
        """Points by seat if the games ended now: int32 (n, seats)."""
        if out is None:
            numpy = arrays()
            out = numpy.empty((self.n, self.seats_n), numpy.int32)
        self._projection(out)
        return out

    def afterstates(self, whole_turn=True):
        """What each legal action of every game would lead to, before the next draw, in few numbers: (game, action,
        summary), a row for each. `game` int32 is the index of the game, `action` int32 the number that step() takes,
        `summary` int16 (rows, len(spec.summary)) the position as the seat that decides sees it. With whole_turn an
        action after which the seat decides once more has a row for each way to go on. Games come in order."""
        numpy = arrays()
        n = self._ahead(whole_turn)
        rows = (numpy.empty(n, numpy.int32), numpy.empty(n, numpy.int32),
                numpy.empty((n, len(self.spec.summary)), numpy.int16))
        self._rows(*rows)
        return rows

    def game(self, i):
        """Game i as it stands, as a Game of its own. Its setup is that of the batch with the seed of this
        game; a batch keeps no history, so there is no record of what was played before."""
        return self._game(Game, i)
