"""What a game is set up with, as the setup lines of a record (docs/record.md)."""

from operator import index

from ._aude import SETS, Error, read_setup

_LISTS = ("expansions", "tiles_only", "rules_only")


# Sets of tiles that a switch brings into the game, and how it is set.
_SWITCHED = {"river-1": {"river": "RIVER_I"}, "river-2": {"river": "RIVER_II"}, "abbot": {"abbot": "ON"}}


def _names(what, value):
    """A list of names as a tuple."""
    if isinstance(value, str):
        raise Error(f"{what} is a list of names, not a text")
    try:
        value = tuple(value)
    except TypeError:
        raise TypeError(f"{what} must be a list of names, not {type(value).__name__}") from None
    for name in value:
        if not isinstance(name, str):
            raise TypeError(f"{what} must be a list of names; {name!r} is none")
        if what == "expansions" and name == "base":
            raise Error("base is always there: it is no expansion")
        if what == "expansions" and name in _SWITCHED:
            raise Error(f"{name} is no expansion but a switch: switches={_SWITCHED[name]}")
    return value


def _table(what, value):
    """{name: value}; None: nothing."""
    if value is None:
        return {}
    if not hasattr(value, "keys"):
        raise TypeError(f"{what} must be a dict, not {type(value).__name__}")
    return dict(value)


def _start(rows):
    """The tiles that lie at the start."""
    try:
        return tuple((tile, index(x), index(y), index(degrees)) for tile, x, y, degrees in rows)
    except (TypeError, ValueError):
        raise TypeError(f"start must be a list of (tile, x, y, degrees), not {rows!r}") from None


def _yes(name, value):
    if value not in (True, False):
        raise TypeError(f"{name} must be True or False, not {value!r}")
    return bool(value)


def _whole(name, value):
    if isinstance(value, bool):
        raise TypeError(f"{name} must be a whole number, not bool")
    try:
        return index(value)
    except TypeError:
        raise TypeError(f"{name} must be a whole number, not {type(value).__name__}") from None


def check_commit(commit):
    """A commitment looks like sha256:HEX, or Error."""
    kind, _, digits = commit.partition(":")
    if kind != "sha256" or len(digits) != 64 or set(digits) - set("0123456789abcdef"):
        raise Error(f"a commitment is sha256: and 64 digits of 0-9 and a-f, not {commit[:80]!r}")


class Setup:
    """The rules, the seats and the seed of a game. A bad one is refused by Game, with its rule.

    preset      the rulebook: aude.PRESETS
    seats       1 to 6; six with Inns and Cathedrals or the switch max_players
    seed        a number of up to 128 bits: everything random follows from it
    first       who begins; None: by lot
    expansions  names from aude.SETS: ("inns-cathedrals", ...); base is always there, the rivers and the abbot
                are switches
    switches    {"river": "RIVER_I", "abbot": "ON", ...}: aude.SWITCHES, aude.switch_values(name)
    names       of the seats, at most 31 bytes each
    order       the tiles that are drawn first
    hidden      the draws are not known here and are told by `draw TILE`
    tiles_only, rules_only, copies, figures, draws, start, commit: as in docs/record.md
    """

    __slots__ = ("preset", "seats", "seed", "first", "expansions", "switches", "names", "order", "hidden",
                 "tiles_only", "rules_only", "copies", "figures", "draws", "start", "commit")

    def __init__(self, preset="grow", seats=2, seed=0, *, first=None, expansions=(), switches=None, names=(),
                 order=(), hidden=False, tiles_only=(), rules_only=(), copies=None, figures=None, draws=0,
                 start=(), commit=""):
        self.preset = preset
        self.seats = _whole("seats", seats)
        self.seed = _whole("seed", seed)
        if not 0 <= self.seed < 1 << 128:
            raise Error("a seed has up to 128 bits and is not negative")
        self.first = None if first is None else _whole("first", first)
        self.expansions = _names("expansions", expansions)
        self.switches = _table("switches", switches)
        self.names = _names("names", names)
        if len(self.names) > self.seats:
            raise Error(f"{len(self.names)} names for {self.seats} seats")
        self.order = _names("order", order)
        self.hidden = _yes("hidden", hidden)
        self.tiles_only = _names("tiles_only", tiles_only)
        self.rules_only = _names("rules_only", rules_only)
        self.copies = _table("copies", copies)
        self.figures = _table("figures", figures)
        self.draws = _whole("draws", draws)
        self.start = _start(start)
        self.commit = commit
        if commit:
            check_commit(commit)

    @classmethod
    def everything(cls, seats=6, seed=0, **more):
        """Every expansion, both rivers and the abbot together."""
        more.setdefault("switches", {"river": "RIVER_BOTH", "abbot": "ON", "count_with_river": "ALLOW"})
        return cls("bigbox_ro", seats, seed, expansions=SETS[4:], **more)

    @classmethod
    def parse(cls, text):
        """From the setup lines of a record, up to `play` or the end, read by the engine. What is wrong raises Error
        with line and reason; what no line says has its default."""
        return cls(**read_setup(text))

    def text(self):
        """The setup lines of a record."""
        lines = ["aude 1", f"rules {self.preset}", f"seats {self.seats}"]
        lines += [f"name {seat} {name}" for seat, name in enumerate(self.names)]
        if self.first is not None:
            lines.append(f"first {self.first}")
        for name in _LISTS:
            if getattr(self, name):
                lines.append(f"{name.replace('_', '-')} {' '.join(getattr(self, name))}")
        lines += [f"copies {name} {n}" for name, n in self.copies.items()]
        lines += [f"figures {name} {n}" for name, n in self.figures.items()]
        if self.draws:
            lines.append(f"draws {self.draws}")
        lines += [f"start {tile} {x},{y} {degrees}" for tile, x, y, degrees in self.start]
        lines += [f"switch {name} {value}" for name, value in self.switches.items()]
        lines.append("seed hidden" if self.hidden else f"seed {self.seed:032x}")
        for at in range(0, len(self.order), 8):
            lines.append("order " + " ".join(self.order[at:at + 8]))
        if self.commit:
            lines.append(f"commit {self.commit}")
        for line in lines:
            if not line.isprintable():
                raise Error(f"{line[:80]!r}: a line break or another control character stands in a name")
        return "\n".join(lines) + "\n"

    def replace(self, **changes):
        """The same with some things changed."""
        more = {name: getattr(self, name) for name in self.__slots__}
        more.update(changes)
        return Setup(**more)

    def __eq__(self, other):
        if not isinstance(other, Setup):
            return NotImplemented
        return all(set(getattr(self, name)) == set(getattr(other, name)) if name in _LISTS
                   else getattr(self, name) == getattr(other, name) for name in self.__slots__)

    __hash__ = None  # it can be changed

    def __repr__(self):
        plain = Setup()
        told = [f"{name}={getattr(self, name)!r}" for name in self.__slots__
                if getattr(self, name) != getattr(plain, name)]
        return f"Setup({', '.join(told)})"
