"""What goes over the wire about people and the lobby (docs/protocol.md): who somebody is, his devices and games, open
challenges, pairing. A key travels in a header or in the first message of a socket, never in an address."""

from __future__ import annotations

from typing import Any

import msgspec

from dungeon_twister.server.protocol import Created, GameInfo, Ping, Pong, Trouble

# -- people --------------------------------------------------------------------------------------------------------------


class NewPerson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody who has not been here before. `device`: what this browser is called in the list of his devices."""

    name: str = ""
    device: str = ""


class Moving(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A code that was made on another device, typed here. `device`: what this browser is called."""

    code: str
    device: str = ""


class MoveOffer(msgspec.Struct, frozen=True):
    """What a code means: whose device this becomes, and which device made the code. `ticket` is the key of this browser once
    both sides have confirmed; `check` is shown on both. `games`: how many of one's own could come along."""

    ticket: str
    name: str
    device: str
    check: str
    seconds: float
    games: int


class ConfirmMove(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The device where the code was typed wants the move. `bring`: the games of the person it was come along."""

    ticket: str
    bring: bool = False


class CancelMove(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    ticket: str


class MoveStatus(msgspec.Struct, frozen=True):
    """`state`: waiting (for the device that made the code), refused or done; then the ticket is a key."""

    state: str
    name: str


class PendingMove(msgspec.Struct, frozen=True, omit_defaults=True):
    """How far a move has come, for the device that made the code. `state`: none, offered, typed (on `device`), confirmed
    (there: now it is asked here) or refused."""

    state: str
    device: str = ""
    check: str = ""
    seconds: float = 0.0


class AnswerMove(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    allow: bool


class UndoableMove(msgspec.Struct, frozen=True):
    """A move that can be undone until a moment. `came`: the device became one's own; otherwise it was one's own and became that
    of `other`. `games`: how many came along."""

    id: str
    device: str
    other: str
    came: bool
    games: int
    until: float


class Myself(msgspec.Struct, frozen=True):
    """Who somebody is from now on in this browser: the key is told once."""

    key: str
    name: str


class Renamed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str


class Device(msgspec.Struct, frozen=True):
    """One of the browsers somebody plays in; `this`: the one that asks."""

    id: str
    label: str
    made: float
    seen: float
    this: bool


class Passkey(msgspec.Struct, frozen=True):
    """A passkey of a person; `used`: when it last brought him back."""

    id: str
    label: str
    made: float
    used: float


class Me(msgspec.Struct, frozen=True):
    """What the server knows of whoever asks. `unfinished`: games that he would leave by being forgotten; `recovery_code`: when
    it was made, 0 for none."""

    name: str
    made: float
    devices: list[Device]
    games: int
    unfinished: int
    passkeys: list[Passkey] = []
    recovery_code: float = 0.0
    moves: list[UndoableMove] = []


class RecoveryCode(msgspec.Struct, frozen=True):
    """A code that brings somebody back on any device, until he makes another one. The server keeps its hash."""

    code: str


class UseRecoveryCode(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    code: str
    device: str = ""


class PasskeyOptions(msgspec.Struct, frozen=True):
    """What the browser's `PublicKeyCredential` takes, as JSON."""

    options: dict[str, Any]


class PasskeyAnswer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the browser has made of the options: `PublicKeyCredential.toJSON()`."""

    credential: dict[str, Any]
    device: str = ""


class MoveCode(msgspec.Struct, frozen=True):
    """A code for another device; it is good once, for so many seconds."""

    code: str
    seconds: float


class OldSeats(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Tokens of seats that were taken before: they become the person's, and the tokens stay good."""

    tokens: list[str]


class Adopted(msgspec.Struct, frozen=True):
    seats: int


class PastGame(msgspec.Struct, frozen=True):
    """A game of one's own. `result`: won, lost, drawn, over (one played all sides); empty: it goes on."""

    info: GameInfo
    colours: list[str]
    your_turn: bool
    result: str


class PastGames(msgspec.Struct, frozen=True):
    """A page of them, the latest first; `next` asks for those after it, and is empty at the end. A page may be short."""

    games: list[PastGame]
    next: str


# -- the lobby -----------------------------------------------------------------------------------------------------------


class NewRoom(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str = ""


class Room(msgspec.Struct, frozen=True):
    """A room of a club: its games are listed there only."""

    code: str
    name: str


class Challenge(msgspec.Struct, frozen=True, omit_defaults=True):
    """A game that waits for players. `free` of so many `players` seats; `by`: who made it, if he has a name."""

    id: str
    code: str
    game: str
    scenario: str
    title: str
    clock: str
    players: int
    free: int
    created: float
    by: str = ""
    level: str = ""
    hints: bool = False


class Running(msgspec.Struct, frozen=True, omit_defaults=True):
    """A game that may be watched."""

    id: str
    game: str
    scenario: str
    title: str
    clock: str
    turn: int
    names: list[str]  # as the seats have them; of a bot, what it is called
    bots: list[bool]
    scores: list[int]
    watchers: int = 0


class Wanted(msgspec.Struct, frozen=True):
    """So many wait to be paired for this; `names` are those who have waited longest."""

    scenario: str
    clock: str
    count: int
    names: list[str] = []


class LobbyHello(msgspec.Struct, frozen=True, tag="hello", forbid_unknown_fields=True):
    """The first message. `key`: who one is, needed for being paired; `room`: the code of a club's room, or empty."""

    key: str = ""
    room: str = ""


class Seek(msgspec.Struct, frozen=True, tag="seek", forbid_unknown_fields=True):
    """Wants to play this with whoever wants the same, now. The last one counts; it ends with the socket."""

    scenario: str
    clock: str = "off"
    contribution: str = ""  # from a client that does not answer `Matched`
    answers: bool = False  # answers `Matched` with `Contribute`


class Contribute(msgspec.Struct, frozen=True, tag="contribute", forbid_unknown_fields=True):
    """The answer to `Matched`: the commitment that was shown, and the contribution to the seed."""

    commitment: str
    contribution: str = ""


class SeekNoMore(msgspec.Struct, frozen=True, tag="seek-no-more"):
    """Does not want to be paired any more."""


FromVisitor = LobbyHello | Seek | Contribute | SeekNoMore | Ping


class LobbyNews(msgspec.Struct, frozen=True, tag="lobby"):
    """What there is, the same for everybody in a room. `here`: how many look at it; `people`: their names, in a club's room."""

    room: str
    challenges: list[Challenge]
    games: list[Running]
    wanted: list[Wanted]
    here: int
    people: list[str] = []


class Seeking(msgspec.Struct, frozen=True, tag="seeking"):
    """One waits to be paired for this; empty: one does not wait (any more)."""

    scenario: str = ""
    clock: str = ""


class Matched(msgspec.Struct, frozen=True, tag="matched"):
    """Somebody wants the same. `commitment`: of the game that is made when both have answered with `Contribute`; who does not
    answer within `seconds` seeks no more."""

    commitment: str
    seconds: float


class Paired(msgspec.Struct, frozen=True, tag="paired"):
    """The game that one was paired for."""

    created: Created


ToVisitor = LobbyNews | Seeking | Matched | Paired | Trouble | Pong
