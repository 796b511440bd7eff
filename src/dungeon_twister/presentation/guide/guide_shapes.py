"""Shapes of the guide's advice and of drawings. They are JSON-able and the same for both games."""

from __future__ import annotations

from dataclasses import dataclass, field

from dungeon_twister.game.record.grammar import Choice
from dungeon_twister.game.record.json_codec import ALWAYS


@dataclass(frozen=True, slots=True)
class Reason:
    """The reason of a refusal.

    - `code`: stable code.
    - `clause`: clause of the rules.
    - `sentence`: English sentence.
    - `needed`, `left`: for a way that is too long, the number of steps that it needs and that are left.
    """

    code: str
    clause: str = ""
    sentence: str = ""
    needed: int = 0
    left: int = 0


@dataclass(frozen=True, slots=True)
class Odds:
    """The chances of the viewer's side in a fight, from 0 to 1, if all cards of the other side are equally likely."""

    win: float
    tie: float
    lose: float


@dataclass(frozen=True, slots=True)
class Outcome:
    """The consequences of one result of a fight.

    - `wounded`, `eliminated`: affected characters.
    - `objects`: lost objects.
    - `points`: victory points by colour.
    """

    wounded: list[str] = field(default_factory=list)
    eliminated: list[str] = field(default_factory=list)
    objects: list[str] = field(default_factory=list)
    points: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Fight:
    """The forecast of a fight for one viewer. A tie harms nobody. Cards are spent in any case, except a 0.

    - `attackers`, `defenders`: characters that take part.
    - `attack`, `defence`: sums without cards.
    - `mine`: side of the viewer, `attack` or `defence`; empty for a spectator.
    - `held`: combat cards that the other side may still hold, with repetitions; null if unknown (`memory=strict`).
    - `cards`: odds for each combat card of the viewer. Without `held` there are no odds.
    - `sums`: odds for each sum of two own cards (BER-1).
    - `best`: odds of the best card.
    - `even`: odds of a card drawn at random from the viewer's hand.
    - `won`, `lost`: consequences of a victory and of a defeat of the viewer's side.
    """

    attackers: list[str]
    defenders: list[str]
    attack: int
    defence: int
    mine: str = ""
    held: list[int] | None = None
    cards: dict[int, Odds] = field(default_factory=dict)
    sums: dict[int, Odds] = field(default_factory=dict)
    best: Odds | None = None
    even: Odds | None = None
    won: Outcome | None = None
    lost: Outcome | None = None


@dataclass(frozen=True, slots=True)
class Option:
    """A choice with its cost and its foreseeable consequences.

    - `cost`: action points; 0 for free actions and for points of a potion.
    - `jump`: the choice also costs a jump card.
    - `points`: immediate victory points by colour.
    - `fight`: forecast of a fight.
    - `lost`: tokens that are certainly eliminated or wounded.
    - `vain`: the choice spends something without an effect, such as a fireball at nobody (FIRE-5). The client should ask first.
    """

    choice: Choice
    cost: int = 0
    jump: bool = False
    points: dict[str, int] = field(default_factory=dict)
    fight: Fight | None = None
    lost: list[str] = field(default_factory=list)
    vain: bool = False


@dataclass(frozen=True, slots=True)
class Stop:
    """A place that a character can walk to.

    - `place`: a square (`e5`), a zone (`red-1.T`) or a starting zone (`N1T`); `out` for leaving the maze.
    - `steps`: length of the way.
    - `cost`: action points.
    - `path`: all places of the way, from the start to `place`.
    - `choices`: choices that lead there, without the final `stop`. They can be sent as one command.
    - `ends`: the character may end its move there.
    - `points`: victory points for leaving the maze there.
    - `handle`: possible choices on arrival: take, drop, swap, ...
    """

    place: str
    steps: int
    cost: int
    path: list[str]
    choices: list[Choice]
    ends: bool = True
    points: int = 0
    handle: list[Choice] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class CharacterAction:
    """An action of a character, with its options or the reason of its refusal.

    - `do`: verb: `attack`, `rotate`, `turn`, `reveal`, `jump`, `heal`, ...
    - `options`: possible choices; empty if the action is refused.
    - `reason`: reason of the refusal.
    - `stops`: for an action that starts a journey (a jump, a walk through a wall), its possible ends with all choices.
      The client can therefore ask for a target before anything is paid.
    """

    do: str
    options: list[Option] = field(default_factory=list)
    reason: Reason | None = None
    stops: list[Stop] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Character:
    """The possibilities of a character.

    - `stops`: possible ends of a move.
    - `deeds`: other actions, possible or refused.
    - `reason`: reason why the character can do nothing at all.
    """

    token: str
    stops: list[Stop] = field(default_factory=list)
    deeds: list[CharacterAction] = field(default_factory=list)
    reason: Reason | None = None


@dataclass(frozen=True, slots=True)
class RefusedChoice:
    """A visible choice that is refused now."""

    choice: Choice
    reason: Reason


@dataclass(frozen=True, slots=True)
class Advice:
    """The advice for the player who has to decide.

    - `decision`: kind of the decision, as in the view.
    - `characters`: the viewer's characters in play, for an `act` or `travel` decision.
    - `others`: choices of no single character: action cards, pass, lowering the apex, placing, ...
    - `fight`: forecast while a combat card is chosen.
    - `able`: tokens that can still act, for a warning before the turn ends.
    - `lost_points`: action points that are lost if the turn ends now.
    - `kept_points`: Card Game: action points that are kept if the turn ends now.
    - `stopped`: during a journey, the possibilities of each character if the journey ended here.
    - `end`: the command that ends the turn now: `pass`, or during a journey `stop` and its consequences.
    - `not_end`: reason why the turn cannot end now.
    - `refused`: action cards that cannot be played now.
    """

    decision: str
    characters: list[Character] = field(default_factory=list)
    others: list[Option] = field(default_factory=list)
    fight: Fight | None = None
    able: list[str] = field(default_factory=list)
    lost_points: int = 0
    kept_points: int = 0
    stopped: list[Character] = field(default_factory=list)
    end: list[Choice] = field(default_factory=list)
    not_end: Reason | None = None
    refused: list[RefusedChoice] = field(default_factory=list)


# -- how a maze is drawn ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Edge:
    """A side of a cell of a room drawing. An inner edge is listed once, as `e` or `s`.

    - `x`, `y`: the cell.
    - `side`: `n`, `e`, `s` or `w`.
    """

    x: int
    y: int
    side: str


@dataclass(frozen=True, slots=True)
class RoomDrawing:
    """The drawing of an unrotated room. `quarters` of the view rotates it clockwise.

    - `pair`: name of the pair of rooms.
    - `turn`: `cw` or `ccw`, the direction of its gear.
    - `gear`: cell of the gear.
    - `gates`: portcullises, in the order of `gates` of the view.
    - `slits`: arrow slits.
    - `zones`: Card Game: cells of the zones `T`, `S`, `C` and `G`.
    - `breakable`: Card Game: edges that disappear when the walls of the room are broken.
    """

    name: str
    pair: str
    turn: str
    gear: tuple[int, int]
    pits: list[tuple[int, int]]
    walls: list[Edge]
    gates: list[Edge]
    slits: list[Edge]
    zones: dict[str, list[tuple[int, int]]] = field(default_factory=dict)
    breakable: list[Edge] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class PlaceDrawing:
    """A place for a room.

    - `place`: name; empty for a place that has no room at first (the shaft of the Elevator).
    - `x`, `y`: upper left square.
    - `capacity`: number of tokens on the room in the setup.
    """

    place: str
    x: int
    y: int
    capacity: int


@dataclass(frozen=True, slots=True)
class LineSquare:
    """A square of a starting line.

    - `dot`: the square is marked with a dot.
    """

    square: str
    x: int
    y: int
    dot: bool


@dataclass(frozen=True, slots=True)
class LineDrawing:
    """A starting line of the board game.

    - `towards`: side of the maze.
    - `colours`: players who start there.
    - `exits`: players who may leave the maze there from the beginning. The doors of the Wrong Door are in the view.
    """

    name: str
    squares: list[LineSquare]
    towards: str
    colours: list[str]
    exits: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class BayDrawing:
    """A column of a starting zone of the Card Game. `N0` has the stations `N0T`, `N0S`, `N0C` and `N0G`.

    - `towards`: side of the maze.
    - `place`: place of the adjacent room.
    """

    name: str
    colour: str
    column: int
    towards: str
    place: str


@dataclass(frozen=True, slots=True)
class PieceKind:
    """A kind of character or object.

    - `sign`: part of a token's name after the letter of its colour.
    - `key`: name in the catalogues of texts and icons.
    - `character`: a character, not an object.
    - `movement`, `combat`: values of a character.
    - `exit_vp`: victory points for leaving the maze.
    - `capabilities`: special abilities.
    """

    sign: str
    key: str
    character: bool
    movement: int = 0
    combat: int = 0
    exit_vp: int = 0
    capabilities: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Seat:
    """A colour and its team, if there are teams."""

    colour: str
    team: str = ""


@dataclass(frozen=True, slots=True)
class Scene:
    """The constant part of a game: everything that its drawing needs.

    - `game`: `board` or `card`.
    - `target`: victory points that win the game.
    - `width`, `height`: size of the maze with its starting lines, in squares.
    - `figures`: kinds of characters and objects.
    - `lines`: starting lines of the board game.
    - `bays`: starting zones of the Card Game.
    - `combat_cards`, `action_cards`, `jump_cards`: cards of each player.
    - `turns`: number of turns after which the game ends (the Great Race); 0 if it is played to the target.
    - `team`: numbers of characters and objects that each player selects before the game; empty if there is no selection.
    """

    game: str
    scenario: str
    title: str
    target: int
    width: int
    height: int
    seats: list[Seat]
    figures: list[PieceKind]
    rooms: list[RoomDrawing]
    places: list[PlaceDrawing]
    lines: list[LineDrawing] = field(default_factory=list)
    bays: list[BayDrawing] = field(default_factory=list)
    combat_cards: list[int] = field(default_factory=list)
    action_cards: list[int] = field(default_factory=list)
    jump_cards: int = 0
    turns: int = 0
    team: list[int] = field(default_factory=list)


# -- what can be chosen before a game ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Switch:
    """An option of a scenario.

    - `default`: default value. An empty default (no handicap) cannot be given as a value.
    - `values`: possible values; empty for a number.
    - `low`, `high`: range of a number.
    - `costs`: for a handicap, the cost of each pair of levels. `good/beginner` -> `-2/6` means two characters fewer and no
      combat card 6.
    """

    name: str
    default: str
    values: list[str] = field(default_factory=list)
    low: int = 0
    high: int = 0
    costs: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TranslatedWords:
    """The title and the text of a custom scenario in one language; either may be empty."""

    title: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class ScenarioCard:
    """A scenario in the list.

    - `players`: number of players.
    - `target`: victory points that win the game.
    - `switches`: options.
    - `turns`: number of turns, if turns are counted instead of a target; otherwise 0.
    - `text`: what a custom scenario says of itself.
    - `translations`: title and text of a custom scenario by language.
    """

    name: str
    title: str
    game: str
    players: int
    colours: list[str]
    target: int
    switches: list[Switch]
    turns: int = field(default=0, metadata=ALWAYS)
    text: str = ""
    translations: dict[str, TranslatedWords] = field(default_factory=dict)
