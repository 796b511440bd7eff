"""Shapes of views of the board game, and of the events of both games.

Nobody changes a view. Its parts are not frozen, because a frozen dataclass takes four times as long to make, and every look
makes some forty.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any, ClassVar

from dungeon_twister.drawing_hook import drawn
from dungeon_twister.game.record.choice import Choice
from dungeon_twister.game.record.json_codec import ALWAYS


@dataclass(slots=True)
class PendingView:
    """A decision on the stack. The last one is made first.

    - `kind`: kind of decision.
    - `who`: colour that decides, or `chance`.
    - `argument`: number that belongs to the decision.
    """

    kind: str
    who: str
    argument: int


@dataclass(slots=True)
class PlayerView:
    """A player as the viewer sees them.

    - `combat`, `combat_count`: combat cards at hand; null if only their number is known.
    - `used`, `used_count`: used combat cards; null if only their number is known.
    - `team`: team; empty without teams.
    """

    colour: str
    vp: int
    actions: list[int]
    last: int
    combat: list[int] | None
    combat_count: int
    used: list[int] | None
    used_count: int
    jumps: int
    idle: int
    supply: list[str]
    spare: list[str]
    team: str = ""


@dataclass(slots=True)
class RoomView:
    """A room on its place.

    - `name`: name; empty for a face-down room.
    - `under`: tokens that lie on a face-down room or wait to be placed.
    - `capacity`: with three and four players, number of tokens on the room in the setup; -1 if it does not apply.
    - `kind`: kind of tokens that the room takes (KIND-1).
    """

    place: str
    x: int
    y: int
    name: str
    quarters: int
    gates: list[str]
    under: list[str]
    capacity: int = -1
    kind: str = "any"


@dataclass(slots=True)
class TokenView:
    """A token on a square.

    - `token`: name; a face-down starter has the sign `?`.
    - `carrier`: token that carries it (CARRY-2).
    """

    token: str
    square: str
    wounded: bool = False
    hurt: bool = False
    blocked: bool = False
    potion: int = 0
    carrier: str = ""


@dataclass(slots=True)
class JourneyView:
    """A move, jump or wall-walk in progress.

    - `settled`: the journey can only stop, or drop its load, which is the same.
    """

    mode: str
    token: str
    load: str
    square: str
    steps: int
    moved: bool
    held: list[str]
    ropes_lay: list[str]
    settled: bool = field(default=False, metadata=ALWAYS)


@dataclass(slots=True)
class CombatView:
    """A combat in progress.

    - `fighters`: tokens that take part.
    - `attack`, `defence`: sums of the sides without cards.
    - `own_card`: card of the viewer.
    - `sides`: where other players can join, the side of each colour: `attack`, `defence` or `no` (ALLY-22).
    - `cards`: all chosen cards; only for the all-knowing viewer.
    """

    attacker: str
    defender: str
    fighters: list[str]
    attack: int
    defence: int
    own_card: int
    chosen: list[str]
    sides: dict[str, str] = field(default_factory=dict)
    cards: dict[str, int] = field(default_factory=dict)


@dataclass(slots=True, repr=False)
class View:
    """Everything that a viewer may know of a board game at one moment.

    - `doors`: owners of the small lines; `nobody` for none (DOOR-9).
    - `apex`: place of the apex (PYR-6).
    - `raised`: the apex is raised (PYR-15).
    - `elevator`: name of the sliding room (ELEV-9).
    - `declared`: text of a scenario that is not built in.
    - `standstill`: number of turns without progress after which the game ends, if they are few (STALL-6).
    """

    game: ClassVar[str] = "board"
    viewer: str
    scenario: str
    options: dict[str, str]
    turn: int
    active: str
    ap: int
    highest: int
    shown: bool
    progress: bool
    pending: list[PendingView]
    players: list[PlayerView]
    rooms: list[RoomView]
    rooms_left: list[str]
    tokens: list[TokenView]
    out: list[str]
    gone: list[str]
    journey: JourneyView | None
    combat: CombatView | None
    reached: list[str]
    resigned: list[str]
    over: bool
    winners: list[str]
    choices: list[Choice]
    doors: dict[str, str] = field(default_factory=dict)
    apex: str = ""
    raised: bool = False
    elevator: str = ""
    declared: str = ""
    standstill: int = 0

    def __repr__(self) -> str:
        return view_summary("View", self)

    def _repr_svg_(self) -> str | None:
        """The maze as the viewer sees it, for notebooks."""
        return drawn(self)


@dataclass(frozen=True, slots=True)
class EventView:
    """An event, with readable names. Only the fields of its kind are set."""

    kind: str
    token: str = ""
    other: str = ""
    square: str = ""
    place: str = ""
    room: str = ""
    pair: str = ""
    player: str = ""
    action: str = ""
    state: str = ""
    side: str = ""
    tokens: list[str] = field(default_factory=list)
    winners: list[str] = field(default_factory=list)
    card: int = 0
    points: int = 0
    number: int = 0
    # of the Card Game
    item: str = ""
    zone: str = ""
    letter: str = ""
    places: list[str] = field(default_factory=list)
    second: int = -1
    # of the Wrong Door
    line: str = ""

    def __repr__(self) -> str:
        """Return the event with the fields that are set."""
        given = [(each, getattr(self, each.name)) for each in fields(self)]
        words = [f"{each.name}={value!r}" for each, value in given if value not in (each.default, [])]
        return f"EventView({', '.join(words)})"


def view_summary(name: str, view: Any) -> str:
    """A view in a line: whose it is, how the game stands, and how many choices it offers."""
    points = ", ".join(f"{player.colour} {player.vp}" for player in view.players)
    if view.over:
        stands = f"over after turn {view.turn}, {' and '.join(view.winners) or 'nobody'} won ({points})"
    else:
        stands = f"turn {view.turn}, {view.pending[-1].who} decides ({points})"
    return f"<{name} of {view.viewer}, {view.scenario}: {stands}, {len(view.choices)} choices>"
