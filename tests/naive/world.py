"""The whole state of a game, in maze coordinates, without anything clever.

How to fill a ``World``:

* ``squares``: terrain of every *visible* square (revealed rooms and starting lines): floor, gear, pit, line.
* ``walls``: ``(square, direction) -> 'wall' | 'slit' | 'gate'``, only what the OWN room of that square draws there;
  nothing where the side is bare. A barrier inside a room is entered twice, once from each of its two squares. Lines
  have no entries (DEF-2).
* ``gates``: one ``Gate`` for each portcullis with the one or two ``(square, direction)`` it is seen from as an OWN
  barrier. Inside a room these are two, on a room border one; two rooms' border gates on the same side are two ``Gate``
  objects (GATE-6). Every such side must also be 'gate' in ``walls``.
* ``rooms``: the places, ``rooms[0]`` is R1. Face down while ``name`` is None.
* ``tokens``: every token of both players; a token is known by its name, such as ``bW``. A token still to be placed
  after a reveal stays ``Under(place)`` although the room is already visible. While a journey is under way its actor and
  load are at ``TRAVEL``.
* ``pool``: names of all rooms of this game, face up or not; ``drawings`` must hold them.
* ``progress``: has a progress event happened in this turn (STALL-5)? ``first_to_target`` matters only for tie-breaks.
* ``result``: None, a colour letter, or 'draw'.

``squares`` and ``walls`` are never changed in place, only replaced, so copies of a world may share them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from tests.twins import twin

Square = tuple[int, int]
Side = tuple[Square, str]

DIRECTIONS: dict[str, Square] = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}
OPPOSITE = {"n": "s", "e": "w", "s": "n", "w": "e"}

# COMP-10 to COMP-17: movement and combat value.
MOVEMENT = {"C": 4, "G": 4, "W": 3, "Z": 4, "M": 3, "A": 4, "T": 2, "H": 5}
STRENGTH = {"C": 2, "G": 1, "W": 3, "Z": 1, "M": 2, "A": 1, "T": 4, "H": 2}
CLERIC, GOBLIN, WARRIOR, WIZARD, MEKANORK, WALL_WALKER, TROLL, THIEF = "CGWZMATH"
ARMOR, SWORD, ROPE, WAND, POTION, TREASURE = "#!&*%$"

TRAVEL = "travel"  # the traveller and its load while a journey is under way
OUT = "out"  # left the maze, by itself or carried out (EXIT-2, 8, 9)
GONE = "gone"  # eliminated or used up
SPARE = "spare"  # left out before the game (OPT-4, OPT-6)
SUPPLY = "supply"  # not yet laid during setup


@dataclass(frozen=True)
class Under:
    """Under the room at that place (1 for R1), or about to be placed on it."""

    place: int


Where = Square | Under | str


@dataclass
class Token:
    """A character or an object."""

    colour: str
    sign: str
    where: Where = SUPPLY
    wounded: bool = False
    hurt_this_turn: bool = False
    blocked: bool = False
    potion: int = 0

    @property
    def name(self) -> str:
        """The token in notation, always with its capital."""
        return self.colour + self.sign

    @property
    def is_character(self) -> bool:
        """Is it a character?"""
        return self.sign in MOVEMENT

    @property
    def is_object(self) -> bool:
        """Is it an object?"""
        return not self.is_character

    @property
    def able(self) -> bool:
        """Is it an unwounded character?"""
        return self.is_character and not self.wounded


@dataclass
class Gate:
    """One portcullis: the sides it is seen from inside its own room, and closed, open or broken (GATE-1)."""

    sides: list[Side]
    state: str = "closed"


@dataclass
class Room:
    """A place for a room: R``place`` at offset (x, y); ``name`` is None while it is face down."""

    place: int
    x: int
    y: int
    name: str | None = None
    pair: int = 0
    turn: str = "cw"
    orientation: int = 0


@dataclass(frozen=True)
class Drawing:
    """A room as drawn: terrain of (i, j) and barrier of ((i, j), direction), both 0..4 from the north-west corner."""

    name: str
    pair: int
    turn: str
    terrain: Mapping[Square, str]
    barriers: Mapping[Side, str]


@dataclass
class Line:
    """A starting line."""

    owner: str
    squares: list[Square]
    dots: list[Square] = field(default_factory=list)


@dataclass
class Player:
    """What a player has in front of him."""

    colour: str
    vp: int = 0
    cards: list[int] = field(default_factory=lambda: [2, 3, 4, 5])
    last_card: int = 0
    combat: list[int] = field(default_factory=lambda: [0, 1, 2, 2, 3, 3, 4, 5, 6])
    used_combat: list[int] = field(default_factory=list)
    jumps: int = 3
    stall: int = 0


@dataclass(frozen=True)
class Options:
    """OPT-7."""

    end_rule: str = "finishTurn"
    tie_break: str = "draw"
    jump_shape: str = "any"
    end_turn: str = "automatic"
    stall_limit: int = 12
    target: int = 5


@dataclass
class Journey:
    """A Move, Jump or Wall-walk under way.

    ``mode`` is move, jump or wall. ``seen`` are the loads the traveller has had since the last step, the present one
    included, None for empty hands (CARRY-19). ``ropes`` says on which square each Rope lay when the action began, the
    traveller's own one included (PIT-5).
    """

    actor: str
    mode: str
    at: Square
    load: str | None
    left: int
    made: int = 0
    seen: list[str | None] = field(default_factory=list)
    ropes: dict[str, Square] = field(default_factory=dict)


@dataclass
class Battle:
    """A declared combat; ``card`` is the attacker's card once he has chosen it."""

    attackers: list[str]
    defenders: list[str]
    card: int | None = None


@dataclass
class Reveal:
    """A reveal under way: at which place, and who reveals."""

    place: int
    by: str


@dataclass
class World:
    """Everything. ``phase`` is card, act, travel, room, place, combat or over; details in journey, reveal, battle."""

    squares: Mapping[Square, str]
    walls: Mapping[Side, str] = field(default_factory=dict)
    gates: list[Gate] = field(default_factory=list)
    rooms: list[Room] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)
    tokens: list[Token] = field(default_factory=list)
    players: list[Player] = field(default_factory=lambda: [Player("b"), Player("y")])
    drawings: Mapping[str, Drawing] = field(default_factory=dict)
    pool: list[str] = field(default_factory=list)
    options: Options = Options()
    active: str = "b"
    phase: str = "card"
    ap: int = 0
    highest_card: int = 0
    progress: bool = False
    first_to_target: str | None = None
    result: str | None = None
    journey: Journey | None = None
    battle: Battle | None = None
    reveal: Reveal | None = None

    def copy(self) -> "World":
        """A deep copy; only what is never changed in place is shared."""
        return twin(self, ("squares", "walls", "drawings", "options"))


def token(world: World, name: str) -> Token:
    """The token of that name."""
    for candidate in world.tokens:
        if candidate.name == name:
            return candidate
    raise KeyError(name)


def tokens_at(world: World, square: Square) -> list[Token]:
    """The tokens on a square; a traveller and its load are on none."""
    return [candidate for candidate in world.tokens if candidate.where == square]


def player(world: World, colour: str) -> Player:
    """The player of that colour."""
    for candidate in world.players:
        if candidate.colour == colour:
            return candidate
    raise KeyError(colour)


def opponent(world: World, colour: str) -> str:
    """The other colour."""
    for candidate in world.players:
        if candidate.colour != colour:
            return candidate.colour
    raise KeyError(colour)


def square_of(piece: Token) -> Square | None:
    """The square a token stands or lies on, if any."""
    return piece.where if isinstance(piece.where, tuple) else None


def mates(world: World, piece: Token) -> list[Token]:
    """The other tokens on the square of a token."""
    square = square_of(piece)
    if square is None:
        return []
    return [other for other in tokens_at(world, square) if other is not piece]


def has(world: World, piece: Token, sign: str) -> bool:
    """Does a character have that object with it, by sharing the square (CARRY-2)?"""
    return any(other.sign == sign for other in mates(world, piece))


def carried(world: World, piece: Token) -> bool:
    """Is this wounded character carried, that is, on the square of an unwounded one (CARRY-2)?"""
    return piece.wounded and any(other.able for other in mates(world, piece))


def to_place(world: World, reveal: Reveal) -> list[Token]:
    """What the one who decides now has to place: first the revealer's share, then the opponent's (REVEAL-6)."""
    waiting = [piece for piece in world.tokens if piece.where == Under(reveal.place)]
    first = [piece for piece in waiting if not (piece.is_object and piece.colour == reveal.by)]
    return first or waiting


def decider(world: World) -> str:
    """Who decides: a colour, 'chance', or '' when the game is over."""
    if world.phase == "over":
        return ""
    if world.phase == "room":
        return "chance"
    if world.phase == "combat" and world.battle is not None and world.battle.card is not None:
        return opponent(world, world.active)
    if world.phase == "place" and world.reveal is not None:
        waiting = to_place(world, world.reveal)
        only_own_objects = all(piece.is_object and piece.colour == world.reveal.by for piece in waiting)
        return opponent(world, world.reveal.by) if only_own_objects else world.reveal.by
    return world.active
