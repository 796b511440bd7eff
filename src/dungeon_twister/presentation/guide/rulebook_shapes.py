"""Shapes of the pages of rules and strategy. An example is a drawn position with the possibilities of selected characters."""

from __future__ import annotations

from dataclasses import dataclass, field

from dungeon_twister.game.views import CardView, View
from dungeon_twister.presentation.guide.guide_shapes import Reason, Scene


@dataclass(frozen=True, slots=True)
class ReachablePlace:
    """A reachable place.

    - `steps`: length of the way.
    - `points`: victory points for leaving the maze there.
    """

    place: str
    steps: int
    points: int = 0


@dataclass(frozen=True, slots=True)
class Ray:
    """A line between two tokens. Sight has no rays, because it leads from zone to zone.

    - `kind`: `contact` of fighters, or `fire`.
    """

    start: str
    end: str
    kind: str


@dataclass(frozen=True, slots=True)
class RotatableRoom:
    """A room that can be rotated.

    - `quarters`: 1 for clockwise, -1 for counterclockwise.
    """

    place: str
    quarters: int


@dataclass(frozen=True, slots=True)
class FighterShare:
    """The contribution of a fighter to the sum of its side."""

    token: str
    value: int


@dataclass(frozen=True, slots=True)
class PossibleFight:
    """A possible fight, before any card is laid.

    - `attackers`, `defenders`: fighters with their contributions.
    - `attack`, `defence`: sums of the sides.
    - `rays`: lines between the fighters.
    """

    target: str
    attackers: list[FighterShare]
    defenders: list[FighterShare]
    attack: int
    defence: int
    rays: list[Ray]


@dataclass(frozen=True, slots=True)
class DeniedAction:
    """An action of an example that is refused."""

    target: str
    reason: Reason


@dataclass(frozen=True, slots=True)
class CharacterExample:
    """The possibilities of a selected character. All of them follow from the rules.

    - `does`: actions of the example that the character can take.
    - `goals`: reachable places.
    - `targets`: tokens that it can attack, shoot, heal, hit or see.
    - `rooms`: face-down rooms that it can reveal, and rooms with a portcullis that it can operate.
    - `turns`: rooms that it can rotate.
    - `places`: other squares and zones of the example, such as visible ones and those next to a portcullis.
    - `loads`: objects and characters that it can pick up, take over or exchange on its way.
    - `rays`: lines to targets.
    - `clashes`: possible fights.
    - `denied`: refused actions.
    """

    token: str
    does: list[str] = field(default_factory=list)
    goals: list[ReachablePlace] = field(default_factory=list)
    targets: list[str] = field(default_factory=list)
    rooms: list[str] = field(default_factory=list)
    turns: list[RotatableRoom] = field(default_factory=list)
    places: list[str] = field(default_factory=list)
    loads: list[str] = field(default_factory=list)
    rays: list[Ray] = field(default_factory=list)
    clashes: list[PossibleFight] = field(default_factory=list)
    denied: list[DeniedAction] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Example:
    """A picture on a card of the rules. Its text is `examples.GAME.NAME`.

    - `shows`: subjects: verbs of the notation, or `sight`.
    - `cards`: cards of the rules that have this picture.
    - `scene`: key in `Examples.scenes`.
    - `showings`: selectable characters; the first one is selected at the start.
    """

    name: str
    shows: list[str]
    cards: list[str]
    scene: str
    view: View | CardView
    showings: list[CharacterExample]


@dataclass(frozen=True, slots=True)
class Examples:
    """All examples of a game, with the scenes that their drawings need."""

    game: str
    scenes: dict[str, Scene]
    examples: list[Example]


# -- strategy ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PieceValue:
    """The value of a piece in each place of the setup, in hundredths of a won game.

    - `hidden`: values at each depth, from the own starting line to the exits.
    - `starter`: value on the starting line; null for objects.
    """

    figure: str
    character: bool
    hidden: list[float]
    starter: float | None = None


@dataclass(frozen=True, slots=True)
class Strategy:
    """Learnt values of pieces.

    - `worths`: weights of the evaluation of the board game, in hundredths of a victory point or as fractions.
    """

    game: str
    pieces: list[PieceValue]
    worths: dict[str, float] = field(default_factory=dict)
