"""The shapes of a view of the Card Game."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from dungeon_twister.drawing_hook import drawn
from dungeon_twister.game.record.choice import Choice
from dungeon_twister.game.views.view_shapes import view_summary


@dataclass(frozen=True, slots=True)
class CardPendingView:
    """A decision on the stack, the last one first to be made. `about` is the place of a room, a column, what is picked, or how
    many are left to take out; empty otherwise."""

    kind: str
    who: str
    about: str


@dataclass(slots=True)  # not frozen: a new one is made for every look, four times as fast
class CardPlayerView:
    """A player as the viewer sees him. `combat` and `used` are None where only the count is known, `team` (signs) where the
    viewer does not know it; cards he may not know are a colour and `?`. `hidden` counts those face down beside rooms."""

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


@dataclass(frozen=True, slots=True)
class CardRoomView:
    """A room on its place; face down it has no name. `under` lists the cards beside it, or those still to be placed."""

    place: str
    name: str
    quarters: int
    turn: str
    gate: str
    walls_broken: bool
    under: list[str]


@dataclass(frozen=True, slots=True)
class CardTokenView:
    """A character in play. `N0?` is a station whose letter is not known yet; `entry` is the way back of MOV-13."""

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


@dataclass(frozen=True, slots=True)
class LyingView:
    """An object that lies in a zone or on a starting zone (`N`, `S`)."""

    token: str
    place: str


@dataclass(frozen=True, slots=True)
class CardJourneyView:
    """A Move or wall-walk under way. `seen` are the ways in which the items of the place were spread since the last step: item
    -> who held it or where it lay (MOV-19); `robbed` are the wounded enemies robbed blind since then (OPT-12a)."""

    mode: str
    token: str
    steps: int
    moved: bool
    seen: list[dict[str, str]] = field(default_factory=list)
    robbed: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class CardCombatView:
    """A combat under way. `attack` and `defence` are what the sides count without their cards, as far as the viewer may know;
    `rage` is how many cards the attacker lays, `forced` the value that must be laid; `hand` is shown by Mind control.
    `cards` are all laid ones, for the all-knowing."""

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


@dataclass(slots=True, repr=False)  # not frozen: a new one is made for every look, four times as fast
class CardView:
    """Everything one viewer may know of a Card Game at one moment."""

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
    lying: list[LyingView]
    out: list[str]
    rescued: list[str]
    gone: list[str]
    journey: CardJourneyView | None
    combat: CardCombatView | None
    resigned: list[str]
    over: bool
    winners: list[str]
    choices: list[Choice]
    declared: str = ""  # the text of the scenario, where it does not come with the game

    def __repr__(self) -> str:
        return view_summary("CardView", self)

    def _repr_svg_(self) -> str | None:
        """The maze as the viewer sees it, for notebooks."""
        return drawn(self)
