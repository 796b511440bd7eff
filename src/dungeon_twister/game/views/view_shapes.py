"""The shapes of what the gate tells: a view of the board game, and what happened in both games."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any, ClassVar

from dungeon_twister.drawing_hook import drawn
from dungeon_twister.game.record.choice import Choice
from dungeon_twister.game.record.json_codec import ALWAYS


@dataclass(frozen=True, slots=True)
class PendingView:
    """A decision on the stack, the last one first to be made. Nobody (`chance`) or a colour decides."""

    kind: str
    who: str
    argument: int


@dataclass(slots=True)  # not frozen: a new one is made for every look, four times as fast
class PlayerView:
    """A player as the viewer sees him. `combat` and `used` are None where only the count is known; `team` is empty where there
    are none."""

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


@dataclass(frozen=True, slots=True)
class RoomView:
    """A room on its place; face down it has no name. `under` lists what lies on it or waits to be placed.

    With three and four players it says how many tokens the room takes in the setup (-1: not said) and of which kind (KIND-1).
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


@dataclass(frozen=True, slots=True)
class TokenView:
    """A token on a square. A starter that is still face down has the sign `?`. `carrier` is who carries it (CARRY-2)."""

    token: str
    square: str
    wounded: bool = False
    hurt: bool = False
    blocked: bool = False
    potion: int = 0
    carrier: str = ""


@dataclass(frozen=True, slots=True)
class JourneyView:
    """A Move, Jump or Wall-walk under way. `settled`: all that is left is to stop, or to put the load down, the same."""

    mode: str
    token: str
    load: str
    square: str
    steps: int
    moved: bool
    held: list[str]
    ropes_lay: list[str]
    settled: bool = field(default=False, metadata=ALWAYS)


@dataclass(frozen=True, slots=True)
class CombatView:
    """A combat under way: who takes part, what each side counts without its cards, and the viewer's own card.

    `sides` tells where others can join on which side each colour is: `attack`, `defence` or `no` (ALLY-22). `cards` are all
    chosen ones, for the all-knowing.
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


@dataclass(slots=True, repr=False)  # not frozen: a new one is made for every look, four times as fast
class View:
    """Everything one viewer may know of a game at one moment. What only some scenarios have comes last."""

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
    doors: dict[str, str] = field(default_factory=dict)  # whose each small line is, or nobody's (DOOR-9)
    apex: str = ""  # the place of the apex (PYR-6)
    raised: bool = False  # the apex hangs free (PYR-15)
    elevator: str = ""  # which room slides (ELEV-9); where it is now the room tells
    declared: str = ""  # the text of the scenario, where it does not come with the game
    standstill: int = 0  # so many more turns without progress end the game, as soon as they are few (STALL-6)

    def __repr__(self) -> str:
        return view_summary("View", self)

    def _repr_svg_(self) -> str | None:
        """The maze as the viewer sees it, for notebooks."""
        return drawn(self)


@dataclass(frozen=True, slots=True)
class EventView:
    """Something that happened, with names a person can read; only the fields its kind has are set."""

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
