"""The whole state of a game of the Card Game, by name, without anything clever.

Where a token is (``Token.where``):

* a zone ``blue-1.T``, a station ``N0T``, or, for objects only, a whole starting zone ``N`` or ``S``;
* ``R3``: face down at the room of slot 3, or about to be placed on it after a reveal;
* ``hand``: not yet laid during setup; ``front 0``: chosen for that column, without a facing so far;
* ``spare``: not in the game; ``out``: escaped, or in the VP pile; ``rescued``; ``gone``: eliminated or discarded.

A carried item names its ``holder``; its own ``where`` then means nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from tests.twins import twin

from .lore import COMBAT_CARDS, JUMP_CARDS, KIND_OF, MOVEMENT, OTHER, STRENGTH, Scenario

SPARE, HAND, OUT, RESCUED, GONE = "spare", "hand", "out", "rescued", "gone"


@dataclass
class Token:
    """A character (STA-2) or an object (STA-4)."""

    name: str
    colour: str
    where: str = SPARE
    holder: str = ""
    wounded: bool = False
    hurt: bool = False  # became wounded in this turn (CMB-4)
    spent: bool = False  # STA-3
    fired: bool = False  # XBW-2
    fought: bool = False  # SAM-1: the free combat of this turn is used
    walls_used: bool = False  # GLM-1
    entry: str = ""  # MOV-13: the place it came from
    shown: bool = False  # OPT-13: a Large shield shown in this turn

    def __post_init__(self) -> None:
        """What it is (CHR-1, OBJ-1) follows from the letters after the colour."""
        self.kind = KIND_OF[self.sign]
        self.is_character = self.kind in MOVEMENT  # wounded or not (CONV-4)

    @property
    def sign(self) -> str:
        """The letters after the colour."""
        return self.name[1:]

    @property
    def is_object(self) -> bool:
        """Is it an object?"""
        return not self.is_character

    @property
    def strength(self) -> int:
        """Printed combat value."""
        return STRENGTH[self.kind]


@dataclass
class Room:
    """A slot of the maze and the room in it; face down while it has no name (STA-5)."""

    slot: int
    name: str = ""
    quarters: int = 0
    gate: str = "closed"
    walls_broken: bool = False


@dataclass
class Player:
    """STA-6. ``kept`` are the AP kept from his last turn."""

    vp: int = 0
    jumps: int = JUMP_CARDS
    combat: list[int] = field(default_factory=lambda: list(COMBAT_CARDS))
    used: list[int] = field(default_factory=list)
    kept: int = 0


@dataclass
class Journey:
    """A Move or a wall-walk under way."""

    mover: str
    mode: str  # move, wall
    steps: int  # still allowed
    stepped: bool = False
    done: bool = False  # a step or a handling operation was made
    seen: list[tuple[tuple[str, str], ...]] = field(default_factory=list)  # distributions since the last step (MOV-19)
    robbed: set[str] = field(default_factory=set)  # victims since the last step (OPT-12a)


@dataclass
class Battle:
    """A combat in its card phase. ``shooters`` gives the value of each shooter."""

    kind: str  # close, spear, shot
    attacker: str
    target: str
    attackers: list[str]
    defenders: list[str]
    shooters: dict[str, int] = field(default_factory=dict)
    rage: int = 0  # cards announced by a Berserker's owner
    named: int | None = None  # value named by a Telepath's owner
    asking: list[tuple[str, str]] = field(default_factory=list)  # (rage, name or cards; colour), in order
    cards: dict[str, list[int]] = field(default_factory=dict)


@dataclass
class Blind:
    """An object taken blindly from a victim with two (OPT-12), perhaps against an object given."""

    taker: str
    victim: str
    given: str = ""


@dataclass
class Options:
    """Options that change the rules."""

    selection: str = "mutual"
    secret: bool = False
    ends_itself: bool = True  # the turn, without a point (AP-5a, AP-5b)
    handicap: tuple[str, str, str] | None = None  # handicapped colour, his level, the other's level


@dataclass
class World:
    """Everything. ``phase``: setup, act, travel, room, place, combat, drawn, over."""

    scenario: Scenario
    options: Options
    tokens: dict[str, Token]
    rooms: dict[int, Room]
    players: dict[str, Player] = field(default_factory=lambda: {"blue": Player(), "yellow": Player()})
    pool: list[str] = field(default_factory=list)  # rooms that may still come up
    phase: str = "setup"
    setup: list[tuple[str, str, str]] = field(default_factory=list)  # what is still to be asked: decision, who, detail
    pairs: list[str] = field(default_factory=list)
    active: str = ""
    ap: int = 0
    turn: int = 0
    quiet: int = 0  # turns without progress (END-5)
    progress: bool = False  # in this turn
    acted: set[str] = field(default_factory=set)  # who had an action to take since the last progress
    journey: Journey | None = None
    revealed: int = 0  # slot of the room being revealed
    battle: Battle | None = None
    blind: Blind | None = None
    winner: str = ""  # of a finished game; nobody in a draw

    def copy(self) -> World:
        """An independent copy."""
        return twin(self, ("scenario", "options"))


# Places as text


def is_zone(text: str) -> bool:
    """``blue-1.T``."""
    return "." in text


def is_station(text: str) -> bool:
    """``N0T``."""
    return len(text) == 3 and text[0] in "NS"


def is_place(text: str) -> bool:
    """A zone, a station or a starting zone."""
    return is_zone(text) or is_station(text) or text in ("N", "S")


def site_of(spot: str) -> str:
    """The place (STA-1) of an exact spot: the starting zone of a station."""
    return spot[0] if is_station(spot) else spot


# Tokens


def spot(world: World, token: Token) -> str:
    """The exact place: zone or station, of the holder if it is carried."""
    return world.tokens[token.holder].where if token.holder else token.where


def site(world: World, token: Token) -> str:
    """The place: zone or starting zone (STA-1)."""
    return site_of(spot(world, token))


def in_play(world: World, token: Token) -> bool:
    """Does it lie or stand somewhere, or is it carried?"""
    return is_place(spot(world, token))


def lies(world: World, token: Token) -> bool:
    """Is it in play without being carried?"""
    return in_play(world, token) and not token.holder


def able(world: World, token: Token) -> bool:
    """CONV-5."""
    return token.is_character and in_play(world, token) and not token.wounded and not token.spent


def characters(world: World, colour: str = "") -> Iterator[Token]:
    """The characters in play, of one colour or of both."""
    for token in world.tokens.values():
        if token.is_character and in_play(world, token) and colour in ("", token.colour):
            yield token


def characters_left(world: World, colour: str) -> bool:
    """Has a player a character in play or hidden in a room (END-3)?"""
    return any(characters(world, colour)) or hidden_characters(world, colour)


def hidden_characters(world: World, colour: str) -> bool:
    """Has a player a character hidden in a room?"""
    return any(token.is_character and token.colour == colour and token.where.startswith("R") for token in world.tokens.values())


def enemies_at(world: World, colour: str, places: set[str], unwounded: bool = False) -> list[Token]:
    """Enemies of a colour at some exact places."""
    return [
        token
        for token in characters(world, OTHER[colour])
        if spot(world, token) in places and not (unwounded and token.wounded)
    ]


def load(world: World, holder: Token) -> list[Token]:
    """The items it carries."""
    return [token for token in world.tokens.values() if token.holder == holder.name]


def carried(world: World, holder: Token, kind: str) -> list[Token]:
    """Its objects of one kind."""
    return [token for token in load(world, holder) if token.kind == kind]


def capacity(token: Token) -> int:
    """HAN-2, PAL-2, GHO-3."""
    return {"paladin": 2, "ghost": 0}.get(token.kind, 1)


def free_hand(world: World, token: Token) -> bool:
    """May it get one more item?"""
    return len(load(world, token)) < capacity(token)


def crowds_ok(world: World, colour: str) -> bool:
    """MOV-18 for the characters of one player."""
    places = [site(world, token) for token in characters(world, colour)]
    return all(places.count(place) <= 3 for place in places)


def occupied(world: World) -> set[str]:
    """Zones with any character in them (LOS-3.2, LOS-4)."""
    return {spot(world, token) for token in characters(world)}
