"""What goes over the wire (docs/protocol.md). One place for the shapes: sockets, HTTP routes, their schemas and the types of
the browser's client are all made of these structs.

A game's `version` grows by one with every entry of its log. Whoever sends a command names the version it was based on; whoever
comes back names the last version it has seen.
"""

from __future__ import annotations

from typing import Any

import msgspec

from dungeon_twister.game.record.grammar import Choice
from dungeon_twister.game.views import CardView, EventView, View
from dungeon_twister.presentation.guide.guide_shapes import Advice, Reason

# Views are sent as made by the gate; which of the two it is the scene's `game` tells.
AnyView = View | CardView


# -- about games ---------------------------------------------------------------------------------------------------------


class SeatInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who sits where. `who`: person, bot or open (still to be taken; with a name: kept for somebody). `maker`: whoever holds
    this seat made the game. `away`: for how many seconds this person has not been connected. `bot_in`: in how many seconds the
    others may ask for a bot to play on; -1: the rules of this game do not allow it now."""

    colour: str
    who: str
    name: str = ""
    bot: str = ""
    online: bool = False
    team: str = ""
    maker: bool = False
    away: float = 0.0
    bot_in: float = -1.0


class Wish(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a player asks the others for. `kind`: take-back (everything from version `at` on; `turn`: the whole last turn of
    `who`) or stand-in (`bot` plays on for `colour`, who has left; if that seat was given up, from version `at` on). It is done
    when all who are asked have agreed."""

    kind: str
    who: str
    at: int = 0
    agreed: list[str] = []
    colour: str = ""
    bot: str = ""
    turn: bool = False


class SeatClaim(msgspec.Struct, frozen=True, omit_defaults=True):
    """Somebody who watches says that a seat is his and has lost its key. All other people who play must agree; the holder of
    the seat may refuse. `name` is what he calls himself."""

    colour: str
    name: str
    until: float
    agreed: list[str] = []


class GameInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """What everybody may know of a game without looking at it. `stage`: open (seats are free), playing, over, given-up."""

    id: str
    code: str
    game: str
    scenario: str
    title: str
    options: dict[str, str]
    clock: str  # off, rules, days:N, bank:SECONDS+MORE or delay:SECONDS/FREE
    stage: str
    version: int
    turn: int
    decider: str
    seats: list[SeatInfo]
    scores: dict[str, int]
    target: int
    winners: list[str]
    created: float  # seconds since 1970
    changed: float
    draw_offers: list[str] = []
    rematch: str = ""  # the game that follows this one
    listed: bool = False
    chance: str = "sealed"  # sealed: nobody can know it; known: its maker gave the seed; old: made before there were seals
    commitment: str = ""  # SHA-256 of the secret; the secret is published when the game is over
    reason: str = ""  # why it is over: target, stall, resigned, draw, time, ...
    hints: bool = False  # several people play, and all have agreed that each may ask for hints and threats
    talk: dict[str, float] = {}  # silent allies (TEAM-18): for how many seconds more a colour may write; unnamed: always
    wish: Wish | None = None  # what somebody asks the others for
    claim: SeatClaim | None = None  # who says that a seat is his
    from_position: bool = False  # it did not begin as its scenario does; whoever made it knows what was hidden then
    level: str = ""  # for whom it is meant, as its maker says: new, some or strong
    watching: int = 0  # spectators who are connected
    waiting: list[str] = []  # where several choose at the same time: who has not chosen yet, `decider` among them


class ClockRun(msgspec.Struct, frozen=True, omit_defaults=True):
    """One more clock that runs at the same time: until when, of how much, and until when it costs nothing."""

    until: float
    allowed: float
    free: float = 0.0


class Clock(msgspec.Struct, frozen=True, omit_defaults=True):
    """Whose time runs until when; `kind` is turn, reaction, days, bank or stopped. Times are seconds since 1970 on the server's
    clock, `now` is what that clock says (docs/time.md)."""

    running: list[str]
    kind: str
    until: float
    allowed: float
    now: float
    banks: dict[str, float] = {}  # seconds that each person has left
    free: float = 0.0  # until then nothing is taken from the bank
    vacation: dict[str, int] = {}  # days of vacation that each person has left
    away: dict[str, float] = {}  # who has vacation, until when
    also: dict[str, ClockRun] = {}  # colour -> its own time, where several run; `until`, `allowed` and `free` are of the first


class NewGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game to create. `seats`: colour -> you, friend or bot:NAME. Colours that are not named are free for friends. `name` is
    that of whoever makes it; where several people share a screen `names` says who has which colour. A game that begins from a
    position has its scenario and options from there."""

    scenario: str = ""
    options: dict[str, str] = {}
    clock: str = "off"
    seats: dict[str, str] = {}
    name: str = ""
    names: dict[str, str] = {}
    listed: bool = False
    hints: bool = False  # may people who play against each other ask for hints? Whoever joins agrees
    seed: str = ""  # for tests and studies, where nobody else plays; empty: nobody knows it
    contribution: str = ""  # to the seed: 64 hexadecimal digits (docs/fairness.md)
    commitment: str = ""  # the one that was shown before that
    promise: str = ""  # what came with that commitment
    declared: str = ""  # the text of a scenario file of one's own (docs/scenarios.md); `scenario` is then "own"
    position: str = ""  # the text of the position it begins from (docs/positions.md)
    room: str = ""  # the code of a club's room, where alone it is listed
    level: str = ""  # for whom it is meant: new, some, strong; empty: for everybody


class HeldSeat(msgspec.Struct, frozen=True):
    """A seat somebody holds: the token is the only key to it and is told once."""

    colour: str
    token: str


class Created(msgspec.Struct, frozen=True):
    info: GameInfo
    seats: list[HeldSeat]
    contributed: bool = False  # is what was contributed part of the seed, or will be?


class Join(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str = ""
    colour: str = ""  # empty: any free seat
    contribution: str = ""


class Complaint(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A report about whoever plays a colour; `line` is the number of what he said, 0 for anything else."""

    colour: str
    line: int = 0
    why: str = ""


class Blocked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whoever plays a colour is to be kept out of one's games."""

    colour: str


class PushKey(msgspec.Struct, frozen=True):
    """The key by which a browser's push service knows this server; empty: it sends no messages."""

    key: str


class Subscribe(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A browser that wants to be told when it is a turn: what `PushSubscription` gives, and the language of its words."""

    endpoint: str
    p256dh: str
    auth: str
    language: str = "en"


class Again(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A rematch; everything may be left out."""

    name: str = ""
    contribution: str = ""
    commitment: str = ""
    promise: str = ""


class Promised(msgspec.Struct, frozen=True):
    """The commitment to the secret of a game that is about to be made. Naming both there makes it the game's, once, for a
    day."""

    commitment: str
    promise: str


class ClaimSeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Asks the players for a seat that is one's own, without its key. `name`: how they know who asks."""

    colour: str
    name: str


class SeatWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the maker of a game wants of a seat: `open` (nobody sits there any more) or bot:NAME (where it is free)."""

    who: str


class Listing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whether everybody finds a game that waits for players, or only whoever has its link or code."""

    listed: bool


class OwnGames(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Asks for the games of these tokens."""

    tokens: list[str]


class OwnGame(msgspec.Struct, frozen=True):
    info: GameInfo
    colours: list[str]
    your_turn: bool


# -- from the client -----------------------------------------------------------------------------------------------------


class Hello(msgspec.Struct, frozen=True, tag="hello", forbid_unknown_fields=True):
    """The first message: the seats one holds (none: to watch), and the last version seen, if any. `differences`: of a view it
    is enough to send what has changed (`Changed` instead of `Update`). `choosing`: sealed choices may be told by `Choosing`
    instead of a Welcome."""

    seats: list[str] = []
    since: int = -1
    differences: bool = False
    choosing: bool = False


class Do(msgspec.Struct, frozen=True, tag="do", forbid_unknown_fields=True):
    """Choices of a seat, all of them or none. Each is a struct as in the view, or a line of notation."""

    id: str
    seat: str
    version: int
    choices: list[Choice | str]


class Undo(msgspec.Struct, frozen=True, tag="undo", forbid_unknown_fields=True):
    """Take back the last choice (`steps`: that many), as far as the rules allow."""

    id: str
    seat: str
    version: int
    steps: int = 1


class Fill(msgspec.Struct, frozen=True, tag="fill", forbid_unknown_fields=True):
    """Do the rest of this stage of the setup for me."""

    id: str
    seat: str
    version: int


class Resign(msgspec.Struct, frozen=True, tag="resign", forbid_unknown_fields=True):
    id: str
    seat: str


class DrawOffer(msgspec.Struct, frozen=True, tag="draw", forbid_unknown_fields=True):
    """`answer`: offer, accept or decline."""

    id: str
    seat: str
    answer: str


class TakeBack(msgspec.Struct, frozen=True, tag="take-back", forbid_unknown_fields=True):
    """Ask the others for one's last choice, or one's whole last turn, with everything that came after it (docs/time.md)."""

    id: str
    seat: str
    turn: bool = False


class StandIn(msgspec.Struct, frozen=True, tag="stand-in", forbid_unknown_fields=True):
    """Ask the others to let a bot play on for somebody who has left."""

    id: str
    seat: str
    colour: str
    bot: str


class Agree(msgspec.Struct, frozen=True, tag="agree", forbid_unknown_fields=True):
    """The answer to what somebody asks for: agree or refuse; withdraw what one has asked for oneself."""

    id: str
    seat: str
    answer: str


class AnswerClaim(msgspec.Struct, frozen=True, tag="claim", forbid_unknown_fields=True):
    """The answer to somebody who says that a seat is his: agree or refuse."""

    id: str
    seat: str
    answer: str


class Vacation(msgspec.Struct, frozen=True, tag="vacation", forbid_unknown_fields=True):
    """One's clock of days stands still for so many days from now on; 0: one is back."""

    id: str
    seat: str
    days: int


class LayPlan(msgspec.Struct, frozen=True, tag="plan", forbid_unknown_fields=True):
    """Choices to be made one after the other as soon as it is one's turn, instead of those planned before; none: no plan."""

    id: str
    seat: str
    choices: list[Choice | str] = []


class Say(msgspec.Struct, frozen=True, tag="say", forbid_unknown_fields=True):
    """A line of chat."""

    id: str
    seat: str
    text: str


class Ask(msgspec.Struct, frozen=True, tag="ask", forbid_unknown_fields=True):
    """Advice for a seat that decides (`about` empty), or why a choice is refused (`about` is that choice; a way may be asked
    about with its end: `move` with a `square` or `zone`)."""

    id: str
    seat: str
    about: Choice | str = ""


class AskHistory(msgspec.Struct, frozen=True, tag="history", forbid_unknown_fields=True):
    """What happened so far as a seat (or empty: a spectator) may know it. Of a long game the latest steps are told; those
    before a version are asked for with `before`."""

    id: str
    seat: str = ""
    before: int = 0


class Look(msgspec.Struct, frozen=True, tag="look", forbid_unknown_fields=True):
    """Asks for everything as it stands now: a Welcome follows."""

    id: str = ""


class Ping(msgspec.Struct, frozen=True, tag="ping", forbid_unknown_fields=True):
    id: str = ""


Command = Do | Undo | Fill | Resign | DrawOffer | TakeBack | StandIn | Agree | AnswerClaim | Vacation | LayPlan
Asked = Command | Say | Ask | AskHistory | Ping
FromClient = Hello | Look | Asked


# -- from the server ---------------------------------------------------------------------------------------------------------


class Sight(msgspec.Struct, frozen=True, omit_defaults=True):
    """The game as one viewer (a colour held, or `spectator`) sees it now. `undo` is what the viewer may take back."""

    viewer: str
    view: AnyView
    undo: str = ""


class Plan(msgspec.Struct, frozen=True, omit_defaults=True):
    """What somebody who waits has planned; nobody else is told. `dropped`: why the last plan did not fit."""

    choices: list[Choice | str] = []
    dropped: Reason | None = None


class ChatLine(msgspec.Struct, frozen=True):
    number: int
    seat: str
    name: str
    text: str
    at: float


class Welcome(msgspec.Struct, frozen=True, tag="welcome", omit_defaults=True):
    """The answer to Hello, and the fresh start after anything went wrong: everything as it stands now."""

    info: GameInfo
    version: int
    sights: list[Sight]
    clock: Clock | None = None
    chat: list[ChatLine] = []
    plans: dict[str, Plan] = {}  # of the seats that one holds


class Update(msgspec.Struct, frozen=True, tag="update", omit_defaults=True):
    """Something happened: the events of all versions after `since` up to `version` as this viewer may know them, and how the
    game stands then. Whoever has not seen `since` has missed something."""

    version: int
    sight: Sight
    events: list[EventView] = []
    clock: Clock | None = None
    since: int = -1


class Difference(msgspec.Struct, frozen=True, omit_defaults=True):
    """What makes another view of a view: fields that are `set`, lists of which a part is replaced (from which item on, how many
    of them, by which), and fields that are `gone`. `check` is that of the view that comes of it (docs/protocol.md)."""

    check: int
    set: dict[str, Any] = {}
    parts: dict[str, tuple[int, int, list[Any]]] = {}
    gone: list[str] = []


class Changed(msgspec.Struct, frozen=True, tag="changed", omit_defaults=True):
    """An Update for whoever understands differences and has seen `since`: how the view of that version has changed."""

    version: int
    since: int
    viewer: str
    view: Difference
    undo: str = ""
    events: list[EventView] = []
    clock: Clock | None = None


class Choosing(msgspec.Struct, frozen=True, tag="choosing", omit_defaults=True):
    """Several choose at the same time, and somebody has chosen or taken it back; the version stays the same until all have.
    `waiting`: who has not. `events`: what the viewer has chosen so far, as the update will tell it that follows."""

    version: int
    sight: Sight
    waiting: list[str] = []
    events: list[EventView] = []
    clock: Clock | None = None


class Answer(msgspec.Struct, frozen=True, tag="answer", omit_defaults=True):
    """What became of a command. A repeated command gets the same answer again."""

    id: str
    version: int
    reason: Reason | None = None  # None: done


class Advised(msgspec.Struct, frozen=True, tag="advice", omit_defaults=True):
    """The answer to Ask."""

    id: str
    version: int
    advice: Advice | None = None
    reason: Reason | None = None


class Step(msgspec.Struct, frozen=True):
    """The events of one entry of the log."""

    version: int
    events: list[EventView]


class Moment(msgspec.Struct, frozen=True):
    """The game as a viewer saw it at a version."""

    version: int
    view: AnyView


class History(msgspec.Struct, frozen=True, tag="history", omit_defaults=True):
    """The answer to AskHistory. `more`: there are earlier steps. `others`: how it stood for this viewer when the turns of the
    others since his own last one began, so that they can be shown again; of whoever only watches, the last turn but one."""

    id: str
    version: int
    viewer: str
    steps: list[Step]
    more: bool = False
    others: Moment | None = None


class News(msgspec.Struct, frozen=True, tag="info"):
    """Seats, offers, presence or the stage have changed."""

    info: GameInfo


class Planned(msgspec.Struct, frozen=True, tag="planned"):
    """What a seat that one holds has planned, after it has changed."""

    seat: str
    plan: Plan


class Said(msgspec.Struct, frozen=True, tag="said"):
    line: ChatLine


class Pong(msgspec.Struct, frozen=True, tag="pong"):
    id: str
    now: float


class Trouble(msgspec.Struct, frozen=True, tag="trouble"):
    """Something that belongs to no command was wrong: a message that cannot be read, too many of them, a wrong token."""

    reason: Reason


FromServer = Welcome | Update | Changed | Choosing | Answer | Advised | History | News | Planned | Said | Pong | Trouble
