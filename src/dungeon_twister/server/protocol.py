"""Messages and shapes of games (docs/protocol.md).

Sockets, HTTP routes, their schemas and the types of the client are made from these structs. Their
docstrings become comments in `web/src/lib/protocol.ts`.

The `version` of a game grows by one with every entry of its log. A command names the version that it
is based on, and a client that reconnects names the last version that it has seen.
"""

from __future__ import annotations

import msgspec

from dungeon_twister.game.views import CardView, View

# A view names its game in `game`.
AnyView = View | CardView


# -- about games ---------------------------------------------------------------------------------------------------------


class SeatInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat of a game and its occupant.

    - `who`: `person`, `bot`, or `open` for a free seat. A free seat with a name is reserved for that person.
    - `name`: display name of the person.
    - `bot`: name of the bot.
    - `online`: the person is connected.
    - `team`: team of the colour, empty without teams.
    - `maker`: the occupant is the host of the game.
    - `away`: seconds since the person disconnected.
    - `bot_in`: seconds until the others may ask for a bot to play on; -1 if the rules of this game do not allow it.
    """

    colour: str
    who: str
    name: str = ""
    bot: str = ""
    online: bool = False
    team: str = ""
    maker: bool = False
    away: float = 0.0
    bot_in: float = -1.0


class PlayerRequest(msgspec.Struct, frozen=True, omit_defaults=True):
    """A request of one player to the others. It is granted when all of them have agreed.

    - `kind`: `take-back` or `stand-in`.
    - `who`: colour of the player who asks.
    - `at`: first version that is taken back. For a stand-in after a resignation, the version to return to.
    - `agreed`: colours that have agreed.
    - `colour`: for `stand-in`, the seat of the absent player.
    - `bot`: for `stand-in`, the bot that plays on.
    - `turn`: for `take-back`, the whole last turn of `who` instead of the last action.
    """

    kind: str
    who: str
    at: int = 0
    agreed: list[str] = []
    colour: str = ""
    bot: str = ""
    turn: bool = False


class SeatClaim(msgspec.Struct, frozen=True, omit_defaults=True):
    """A request for a seat by a person who has lost its key. All other people who play must agree.
    The holder of the seat may refuse.

    - `colour`: the seat.
    - `name`: name given by the person who asks.
    - `until`: end of the request, in seconds since 1970.
    - `agreed`: colours that have agreed.
    """

    colour: str
    name: str
    until: float
    agreed: list[str] = []


class GameInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """Public information about a game.

    - `id`: identifier in addresses.
    - `code`: short code for joining.
    - `game`: `board` or `card`.
    - `scenario`, `title`, `options`: the scenario and the options of its rules.
    - `clock`: `off`, `rules`, `days:N`, `bank:SECONDS+INCREMENT` or `delay:SECONDS/FREE`.
    - `stage`: `open` (has free seats), `playing`, `over` or `given-up`.
    - `version`: number of entries in the log of the game.
    - `turn`: number of the turn.
    - `decider`: colour that has to decide; empty if none.
    - `seats`: seats in the order of play.
    - `scores`: victory points by colour.
    - `target`: victory points that win the game.
    - `winners`: colours that have won.
    - `created`, `changed`: times in seconds since 1970.
    - `draw_offers`: colours that offer a draw.
    - `rematch`: id of the next game of these players.
    - `listed`: the game is in the public list.
    - `chance`: `sealed` (nobody can know the seed), `known` (the host chose it) or `old` (made before there were commitments).
    - `commitment`: SHA-256 of the secret. The secret is published at the end of the game.
    - `reason`: reason of the end: `target`, `stall`, `resigned`, `draw`, `time`, ...
    - `hints`: each player may ask for hints and threats, although several people play.
    - `talk`: for silent allies (TEAM-18), seconds for which a colour may still write. A colour without an entry may always
      write.
    - `wish`: current request of a player to the others.
    - `claim`: current request for a seat.
    - `from_position`: the game started from a position, so its host may know hidden facts of the start.
    - `level`: intended players, as chosen by the host: `new`, `some` or `strong`.
    - `watching`: number of connected spectators.
    - `waiting`: during simultaneous choices, the colours that have not chosen yet, including `decider`.
    """

    id: str
    code: str
    game: str
    scenario: str
    title: str
    options: dict[str, str]
    clock: str
    stage: str
    version: int
    turn: int
    decider: str
    seats: list[SeatInfo]
    scores: dict[str, int]
    target: int
    winners: list[str]
    created: float
    changed: float
    draw_offers: list[str] = []
    rematch: str = ""
    listed: bool = False
    chance: str = "sealed"
    commitment: str = ""
    reason: str = ""
    hints: bool = False
    talk: dict[str, float] = {}
    wish: PlayerRequest | None = None
    claim: SeatClaim | None = None
    from_position: bool = False
    level: str = ""
    watching: int = 0
    waiting: list[str] = []


class ClockRun(msgspec.Struct, frozen=True, omit_defaults=True):
    """The time of one more player whose clock runs at the same moment.

    - `until`: end of the time, in seconds since 1970.
    - `allowed`: length of the time in seconds.
    - `free`: end of the delay, before which no time is used.
    """

    until: float
    allowed: float
    free: float = 0.0


class Clock(msgspec.Struct, frozen=True, omit_defaults=True):
    """The clocks of a game (docs/time.md). Times are seconds since 1970 on the clock of the server.

    - `running`: colours whose clocks run.
    - `kind`: `turn`, `reaction`, `days`, `bank` or `stopped`.
    - `until`, `allowed`, `free`: time of the first running colour, as in `ClockRun`.
    - `now`: current time of the server.
    - `banks`: seconds left in the bank of each person.
    - `vacation`: days of vacation left for each person.
    - `away`: end of the current vacation by colour.
    - `also`: times of the other running colours.
    """

    running: list[str]
    kind: str
    until: float
    allowed: float
    now: float
    banks: dict[str, float] = {}
    free: float = 0.0
    vacation: dict[str, int] = {}
    away: dict[str, float] = {}
    also: dict[str, ClockRun] = {}


class NewGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game to create.

    - `scenario`: name of a scenario, or `own` together with `declared`.
    - `options`: options of the rules by name.
    - `clock`: clock, in the form of `GameInfo.clock`.
    - `seats`: colour -> `you`, `friend` or `bot:NAME`. Colours without an entry are free for friends.
    - `name`: name of the host.
    - `names`: for several people at one screen, colour -> name.
    - `listed`: put the game into the public list.
    - `hints`: allow hints although people play against each other. Players agree to this by joining.
    - `seed`: chosen seed for tests and studies, only if nobody else plays. Empty: a secret seed.
    - `contribution`: contribution to the seed, 64 hexadecimal digits (docs/fairness.md).
    - `commitment`, `promise`: the commitment shown before the contribution, and the promise returned with it.
    - `declared`: text of a scenario file (docs/scenarios.md).
    - `position`: text of the start position (docs/positions.md). It replaces scenario and options.
    - `room`: code of a club's room. The game is listed only there.
    - `level`: intended players: `new`, `some`, `strong`, or empty for everybody.
    """

    scenario: str = ""
    options: dict[str, str] = {}
    clock: str = "off"
    seats: dict[str, str] = {}
    name: str = ""
    names: dict[str, str] = {}
    listed: bool = False
    hints: bool = False
    seed: str = ""
    contribution: str = ""
    commitment: str = ""
    promise: str = ""
    declared: str = ""
    position: str = ""
    room: str = ""
    level: str = ""


class HeldSeat(msgspec.Struct, frozen=True):
    """A seat and its token. The token is the only key to the seat and is sent once."""

    colour: str
    token: str


class Created(msgspec.Struct, frozen=True):
    """A created game and the seats of the client.

    - `contributed`: the contribution of the client is or will be part of the seed.
    """

    info: GameInfo
    seats: list[HeldSeat]
    contributed: bool = False


class Join(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request for a free seat.

    - `name`: name of the player.
    - `colour`: the seat; empty for any free seat.
    - `contribution`: contribution to the seed.
    """

    name: str = ""
    colour: str = ""
    contribution: str = ""


class Complaint(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A report about the player of a colour.

    - `colour`: the reported player.
    - `line`: number of a chat line, 0 if the report is about something else.
    - `why`: explanation for the operator.
    """

    colour: str
    line: int = 0
    why: str = ""


class Blocked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request to block the player of a colour."""

    colour: str


class PushKey(msgspec.Struct, frozen=True):
    """The public key of this server for push services. An empty key means that the server sends no notifications."""

    key: str


class Subscribe(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A push subscription for the turns of a game.

    - `endpoint`, `p256dh`, `auth`: data of the browser's `PushSubscription`.
    - `language`: language of the notifications.
    """

    endpoint: str
    p256dh: str
    auth: str
    language: str = "en"


class Again(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request for a rematch. All fields are optional and have the meaning that they have in `NewGame`."""

    name: str = ""
    contribution: str = ""
    commitment: str = ""
    promise: str = ""


class Promised(msgspec.Struct, frozen=True):
    """The commitment to the secret of a new game. A `NewGame` with both fields gets this commitment.
    It can be used once, within a day.
    """

    commitment: str
    promise: str


class ClaimSeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request to the players for a seat whose key is lost.

    - `colour`: the seat.
    - `name`: name by which the players know the person who asks.
    """

    colour: str
    name: str


class SeatWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A change of a seat by the host.

    - `who`: `open` to free the seat, `bot:NAME` to put a bot on a free one.
    """

    who: str


class Listing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The visibility of a game that waits for players.

    - `listed`: the game is in the public list; otherwise players need its link or code.
    """

    listed: bool


class OwnGames(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request for the games of some seat tokens."""

    tokens: list[str]


class OwnGame(msgspec.Struct, frozen=True):
    """A game in which the client holds seats.

    - `colours`: colours of these seats.
    - `your_turn`: one of these seats has to decide.
    """

    info: GameInfo
    colours: list[str]
    your_turn: bool
