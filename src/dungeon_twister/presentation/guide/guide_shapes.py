"""The shapes of what the guide tells, JSON-able, the same for both games."""

from __future__ import annotations

from dataclasses import dataclass, field

from dungeon_twister.game.record.grammar import Choice
from dungeon_twister.game.record.json_codec import ALWAYS


@dataclass(frozen=True, slots=True)
class Reason:
    """Why something is refused: a stable code, the clause of the rules it rests on, and an English sentence. Of a way that is
    too long also how many steps it needs and how many are left."""

    code: str
    clause: str = ""
    sentence: str = ""
    needed: int = 0
    left: int = 0


@dataclass(frozen=True, slots=True)
class Odds:
    """How a fight may end for the viewer's side, in parts of one, if each of the other side's cards is equally likely."""

    win: float
    tie: float
    lose: float


@dataclass(frozen=True, slots=True)
class Outcome:
    """What comes of a fight that ends in one way: who is wounded, who is out of the game, what is lost, who scores."""

    wounded: list[str] = field(default_factory=list)
    eliminated: list[str] = field(default_factory=list)
    objects: list[str] = field(default_factory=list)
    points: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Fight:
    """A fight as the viewer can foresee it. `mine` is the viewer's side. Where the other hand is unknown (`memory=strict`)
    `held` is None and there are no odds. A tie harms nobody; the cards are spent in any case, but for a 0."""

    attackers: list[str]
    defenders: list[str]
    attack: int
    defence: int
    mine: str = ""  # attack, defence, or nothing for whoever only looks on
    held: list[int] | None = None  # the cards the other side may still hold, each as often as it may
    cards: dict[int, Odds] = field(default_factory=dict)  # own combat card -> odds
    sums: dict[int, Odds] = field(default_factory=dict)  # sum of two own cards laid together (BER-1) -> odds
    best: Odds | None = None  # of the best card at hand
    even: Odds | None = None  # of a card drawn at random from one's own hand
    won: Outcome | None = None  # for whoever takes part: if his side wins
    lost: Outcome | None = None  # and if it loses


@dataclass(frozen=True, slots=True)
class Option:
    """One choice with its price and what can be foreseen of it."""

    choice: Choice
    cost: int = 0  # action points (for a potion's points and free actions 0)
    jump: bool = False  # costs a jump card too
    points: dict[str, int] = field(default_factory=dict)  # victory points it brings at once, by colour
    fight: Fight | None = None
    lost: list[str] = field(default_factory=list)  # tokens that would be eliminated or wounded for certain (fireball)
    vain: bool = False  # something is spent and nothing comes of it, a fireball at nobody (FIRE-5): ask first


@dataclass(frozen=True, slots=True)
class Stop:
    """A place a character can walk to. `choices` lead there without the final `stop`; sent as one command they are walked."""

    place: str  # a square (e5), a zone (red-1.T) or a starting zone (N1T); `out` for leaving the maze
    steps: int
    cost: int
    path: list[str]  # the places walked through, the start first, this place last
    choices: list[Choice]
    ends: bool = True  # it may stay there
    points: int = 0  # victory points for leaving the maze there
    handle: list[Choice] = field(default_factory=list)  # take, drop, swap, ... on arrival


@dataclass(frozen=True, slots=True)
class Deed:
    """Something a character can do now, with its ways, or what keeps it from it (then `options` is empty). `stops` where it
    begins a way (a jump over a pit, a walk through a wall): each with all its choices, so that a target can be chosen before
    anything is paid."""

    do: str  # the verb: attack, rotate/turn, reveal, jump, heal, ...
    options: list[Option] = field(default_factory=list)
    reason: Reason | None = None
    stops: list[Stop] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Character:
    """What one character can do now. `stops` are the ends of a Move; `deeds` everything else it has, possible or nearly so."""

    token: str
    stops: list[Stop] = field(default_factory=list)
    deeds: list[Deed] = field(default_factory=list)
    reason: Reason | None = None  # why it can do nothing at all


@dataclass(frozen=True, slots=True)
class Refused:
    """A choice one sees but cannot make now, and why."""

    choice: Choice
    reason: Reason


@dataclass(frozen=True, slots=True)
class Advice:
    """The guide for whoever decides now."""

    decision: str  # kind of the pending decision, as in the view
    characters: list[Character] = field(default_factory=list)  # of an `act` or `travel` decision, those of the viewer in play
    others: list[Option] = field(
        default_factory=list
    )  # choices of no single character: action cards, pass, lowering the apex, placing, ...
    fight: Fight | None = None  # while a combat card is chosen
    able: list[str] = field(default_factory=list)  # who could still do something (for the warning before a turn ends)
    lost_points: int = 0  # action points that ending the turn now would lose
    kept_points: int = 0  # Card Game: action points that would be kept
    stopped: list[Character] = field(
        default_factory=list
    )  # on the way: what each could do if the traveller stopped here (after a `stop`)
    end: list[Choice] = field(
        default_factory=list
    )  # the command that ends the turn now: `pass`, or on the way `stop` and what is needed after it
    not_end: Reason | None = None  # why there is none: the traveller cannot stop where it is
    refused: list[Refused] = field(default_factory=list)  # action cards that cannot be played now


# -- how a maze is drawn ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Edge:
    """A side of a cell of a room as drawn: `x`, `y` the cell, `side` n/e/s/w. Inner edges are named once (as e or s)."""

    x: int
    y: int
    side: str


@dataclass(frozen=True, slots=True)
class RoomDrawing:
    """A room as it lies unturned. The view's `quarters` turn it clockwise by so many quarters. `gates` in the order of the
    view's `gates`."""

    name: str
    pair: str
    turn: str  # cw or ccw: the arrow of its gear
    gear: tuple[int, int]  # where it is drawn
    pits: list[tuple[int, int]]
    walls: list[Edge]
    gates: list[Edge]
    slits: list[Edge]
    zones: dict[str, list[tuple[int, int]]] = field(default_factory=dict)  # Card Game: T, S, C, G -> cells
    breakable: list[Edge] = field(default_factory=list)  # Card Game: what goes when the room's walls are broken (everything)


@dataclass(frozen=True, slots=True)
class PlaceDrawing:
    """A place for a room: its name and its upper left square, and how many tokens the room takes in the setup. One that holds
    no room at first (the shaft of the Elevator) has no name."""

    place: str
    x: int
    y: int
    capacity: int


@dataclass(frozen=True, slots=True)
class LineSquare:
    square: str
    x: int
    y: int
    dot: bool


@dataclass(frozen=True, slots=True)
class LineDrawing:
    """A starting line of the board game. `towards` is the side on which the maze lies; `colours` who starts there; `exits` who
    leaves the maze there from the start on (the doors of the Wrong Door are in the view)."""

    name: str
    squares: list[LineSquare]
    towards: str
    colours: list[str]
    exits: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class BayDrawing:
    """A column of a starting zone of the Card Game: `N0` with four stations `N0T`, `N0S`, `N0C`, `N0G`."""

    name: str
    colour: str
    column: int
    towards: str  # the side on which the maze lies
    place: str  # the place of the room it touches


@dataclass(frozen=True, slots=True)
class Figure:
    """A character or an object: `sign` is what follows the colour letter in a token's name; `key` names it in the catalogues
    of words and icons."""

    sign: str
    key: str
    character: bool
    movement: int = 0
    combat: int = 0
    exit_vp: int = 0
    capabilities: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Seat:
    colour: str
    team: str = ""


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything that never changes in a game and that drawing it needs."""

    game: str  # board or card
    scenario: str
    title: str
    target: int
    width: int  # of the maze with its lines, in squares
    height: int
    seats: list[Seat]
    figures: list[Figure]
    rooms: list[RoomDrawing]
    places: list[PlaceDrawing]
    lines: list[LineDrawing] = field(default_factory=list)
    bays: list[BayDrawing] = field(default_factory=list)
    combat_cards: list[int] = field(default_factory=list)
    action_cards: list[int] = field(default_factory=list)
    jump_cards: int = 0
    turns: int = 0  # after so many turns the game is over (the Great Race); 0: it is played to the target
    team: list[int] = field(
        default_factory=list
    )  # how many characters and objects each player chooses before the game; empty: nothing is chosen


# -- what can be chosen before a game ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Switch:
    """An option of a scenario. `values` where it is one of several, else a number from `low` to `high`. The `default` holds if
    the option is not given; an empty one (no handicap) cannot be given. `costs`: of a handicap, what each pair of levels
    costs, as `good/beginner` -> `-2/6`, two characters fewer and without the combat card 6."""

    name: str
    default: str
    values: list[str] = field(default_factory=list)
    low: int = 0
    high: int = 0
    costs: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ScenarioCard:
    """A scenario to choose. `turns` is not 0 where turns are counted instead of a target."""

    name: str
    title: str
    game: str
    players: int
    colours: list[str]
    target: int
    switches: list[Switch]
    turns: int = field(default=0, metadata=ALWAYS)
