"""Shapes of views of the Card Game."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from dungeon_twister.drawing_hook import drawn
from dungeon_twister.game.record.choice import Choice
from dungeon_twister.game.views.view_shapes import view_summary


@dataclass(slots=True)
class CardPendingView:
    """A decision on the stack. The last one is made first.

    - `who`: colour that decides, or `chance`.
    - `about`: place of a room, column, selected thing, or number of characters left to remove; empty for other decisions.
    """

    kind: str
    who: str
    about: str


@dataclass(slots=True)
class CardPlayerView:
    """A player as the viewer sees them. A card that the viewer may not know is a colour and `?`.

    - `combat`, `combat_count`: combat cards at hand; null if only their number is known.
    - `used`, `used_count`: used combat cards; null if only their number is known.
    - `team`: signs of the team; null if unknown.
    - `hidden`: number of face-down cards next to rooms.
    """

    colour: str
    vp: int
    kept: int
    jumps: int
    combat: list[int] | None
    combat_count: int
    used: list[int] | None
    used_count: int
    team: list[str] | None
    supply: list[str]
    removed: list[str]
    hidden: int


@dataclass(slots=True)
class CardRoomView:
    """A room on its place.

    - `name`: name; empty for a face-down room.
    - `under`: cards next to a face-down room, or still to be placed.
    """

    place: str
    name: str
    quarters: int
    turn: str
    gate: str
    walls_broken: bool
    under: list[str]


@dataclass(slots=True)
class CardTokenView:
    """A character in play.

    - `place`: zone or station; `N0?` is a station whose letter is unknown.
    - `entry`: way back of MOV-13.
    """

    token: str
    place: str
    wounded: bool = False
    hurt: bool = False
    spent: bool = False
    fired: bool = False
    fought: bool = False
    walls_used: bool = False
    items: list[str] = field(default_factory=list)
    carrier: str = ""
    entry: str = ""


@dataclass(slots=True)
class LyingObjectView:
    """An object that lies in a zone or on a starting zone (`N`, `S`)."""

    token: str
    place: str


@dataclass(slots=True)
class CardJourneyView:
    """A move or wall-walk in progress.

    - `seen`: distributions of the items of the place since the last step: item -> its holder or place (MOV-19).
    - `robbed`: wounded enemies robbed blind since the last step (OPT-12a).
    """

    mode: str
    token: str
    steps: int
    moved: bool
    seen: list[dict[str, str]] = field(default_factory=list)
    robbed: list[str] = field(default_factory=list)


@dataclass(slots=True)
class CardCombatView:
    """A combat in progress.

    - `attack`, `defence`: sums of the sides without cards, as far as the viewer may know them.
    - `rage`: number of cards that the attacker lays.
    - `forced`: value that must be laid.
    - `hand`: hand shown by Mind control.
    - `cards`: all laid cards; only for the all-knowing viewer.
    """

    manner: str
    attacker: str
    defender: str
    fighters: list[str]
    shooters: list[str]
    attack: int
    defence: int
    rage: int
    named: int
    forced: int
    laid: list[str]
    own_cards: list[int]
    other_cards: list[int] | None
    hand: list[int] | None
    cards: dict[str, list[int]] = field(default_factory=dict)


@dataclass(slots=True, repr=False)
class CardView:
    """Everything that a viewer may know of a Card Game at one moment.

    - `declared`: text of a scenario that is not built in.
    """

    game: ClassVar[str] = "card"
    viewer: str
    scenario: str
    options: dict[str, str]
    turn: int
    active: str
    ap: int
    quiet: int
    acted: list[str]
    progress: bool
    shown: bool
    pending: list[CardPendingView]
    players: list[CardPlayerView]
    rooms: list[CardRoomView]
    rooms_left: list[str]
    tokens: list[CardTokenView]
    lying: list[LyingObjectView]
    out: list[str]
    rescued: list[str]
    gone: list[str]
    journey: CardJourneyView | None
    combat: CardCombatView | None
    resigned: list[str]
    over: bool
    winners: list[str]
    choices: list[Choice]
    declared: str = ""

    def __repr__(self) -> str:
        return view_summary("CardView", self)

    def _repr_svg_(self) -> str | None:
        """The maze as the viewer sees it, for notebooks."""
        return drawn(self)
