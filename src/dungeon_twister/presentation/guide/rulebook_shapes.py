"""The shapes of what the pages of the rules show: examples, which are drawn positions with what is to be seen when one of
their characters is chosen, and the numbers of the page about strategy."""

from __future__ import annotations

from dataclasses import dataclass, field

from dungeon_twister.game.views import CardView, View
from dungeon_twister.presentation.guide.guide_shapes import Reason, Scene


@dataclass(frozen=True, slots=True)
class Goal:
    """A place somebody gets to: how many steps it takes, and the victory points for leaving the maze there."""

    place: str
    steps: int
    points: int = 0


@dataclass(frozen=True, slots=True)
class Ray:
    """A line between two tokens: `contact` of fighters, or `fire`. Sight has none: it leads from any part of a zone to any part
    of another, not from token to token."""

    start: str
    end: str
    kind: str


@dataclass(frozen=True, slots=True)
class Turned:
    """A room that could be turned by a quarter, clockwise (1) or the other way (-1)."""

    place: str
    quarters: int


@dataclass(frozen=True, slots=True)
class Share:
    """What one fighter adds to the sum of its side."""

    token: str
    value: int


@dataclass(frozen=True, slots=True)
class Clash:
    """A fight that could be begun: who would take part, and the sums before any card is laid."""

    target: str
    attackers: list[Share]
    defenders: list[Share]
    attack: int
    defence: int
    rays: list[Ray]


@dataclass(frozen=True, slots=True)
class Denied:
    """Something the example asks about that cannot be done, and why."""

    target: str
    reason: Reason


@dataclass(frozen=True, slots=True)
class Showing:
    """What is to be seen when a character is chosen. Everything in it is worked out by the rules."""

    token: str
    does: list[str] = field(default_factory=list)  # which of the things that the example is about it can do
    goals: list[Goal] = field(default_factory=list)
    targets: list[str] = field(default_factory=list)  # whom it could attack, shoot at, heal, hit; whom it sees
    rooms: list[str] = field(default_factory=list)  # face-down rooms it could reveal; rooms with a portcullis it could work
    turns: list[Turned] = field(default_factory=list)
    places: list[str] = field(default_factory=list)  # squares and zones spoken of: seen, on both sides of a portcullis
    loads: list[str] = field(default_factory=list)  # what it could pick up, take over or exchange on its way
    rays: list[Ray] = field(default_factory=list)
    clashes: list[Clash] = field(default_factory=list)
    denied: list[Denied] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Example:
    """A picture of a card of the rules. `shows` says what it is about: verbs of the notation, or `sight`; its text is
    `examples.GAME.NAME`. The first showing is the one that is seen at first."""

    name: str
    shows: list[str]
    cards: list[str]
    scene: str  # a key of the scenes that come with it
    view: View | CardView
    showings: list[Showing]


@dataclass(frozen=True, slots=True)
class Examples:
    """All examples of one game, with what drawing them needs."""

    game: str
    scenes: dict[str, Scene]
    examples: list[Example]


# -- strategy ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Learnt:
    """One piece, and how much it helps in each place, in hundredths of a game won: on the starting line (characters only),
    and hidden at each depth from the own line to the exits."""

    figure: str
    character: bool
    hidden: list[float]
    starter: float | None = None


@dataclass(frozen=True, slots=True)
class Strategy:
    """`worths` are those of the evaluation of the board game, in hundredths of a victory point or as parts of one."""

    game: str
    pieces: list[Learnt]
    worths: dict[str, float] = field(default_factory=dict)
