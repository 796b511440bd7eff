"""Messages and shapes of people and the lobby (docs/protocol.md): accounts, devices, challenges, pairing.

A key travels in a header or in the first message of a socket, never in an address.
"""

from __future__ import annotations

from typing import Any

import msgspec

from dungeon_twister.server.protocol import Created, GameInfo
from dungeon_twister.server.socket_protocol import ErrorMessage, Ping, Pong

# -- people --------------------------------------------------------------------------------------------------------------


class NewPerson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A new person.

    - `name`: display name.
    - `device`: label of this browser in the list of the person's devices.
    """

    name: str = ""
    device: str = ""


class Moving(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A code from another device, typed on this one.

    - `device`: label of this browser.
    """

    code: str
    device: str = ""


class MoveOffer(msgspec.Struct, frozen=True):
    """The meaning of a typed code: this browser becomes a device of the person who made the code.

    - `ticket`: the browser's key as soon as both devices have confirmed.
    - `name`: name of that person.
    - `device`: label of the device that made the code.
    - `check`: two digits that both devices show.
    - `seconds`: remaining validity.
    - `games`: number of games that could be brought along.
    """

    ticket: str
    name: str
    device: str
    check: str
    seconds: float
    games: int


class ConfirmMove(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The confirmation by the device on which the code was typed.

    - `bring`: bring the games of its former person along.
    """

    ticket: str
    bring: bool = False


class CancelMove(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The cancellation by the device on which the code was typed."""

    ticket: str


class MoveStatus(msgspec.Struct, frozen=True):
    """The progress of a move, for the device on which the code was typed.

    - `state`: `waiting` for the other device, `refused`, or `done`. After `done` the ticket is a key.
    - `name`: name of the person.
    """

    state: str
    name: str


class PendingMove(msgspec.Struct, frozen=True, omit_defaults=True):
    """The progress of a move, for the device that made the code.

    - `state`: `none`, `offered`, `typed`, `confirmed` (this device has to answer now) or `refused`.
    - `device`: label of the device on which the code was typed.
    - `check`: two digits that both devices show.
    - `seconds`: remaining validity.
    """

    state: str
    device: str = ""
    check: str = ""
    seconds: float = 0.0


class AnswerMove(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The answer of the device that made the code.

    - `allow`: accept the other device.
    """

    allow: bool


class UndoableMove(msgspec.Struct, frozen=True):
    """A move that can still be undone.

    - `device`: label of the moved device.
    - `other`: name of the other person.
    - `came`: the device was added to this person; otherwise it went to `other`.
    - `games`: number of games that were brought along.
    - `until`: end of the time for undoing it, in seconds since 1970.
    """

    id: str
    device: str
    other: str
    came: bool
    games: int
    until: float


class Myself(msgspec.Struct, frozen=True):
    """The key of a person for this browser. It is sent once."""

    key: str
    name: str


class Renamed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A new display name."""

    name: str


class Device(msgspec.Struct, frozen=True):
    """A browser of a person.

    - `made`, `seen`: first and last use, in seconds since 1970.
    - `this`: the browser of this request.
    """

    id: str
    label: str
    made: float
    seen: float
    this: bool


class Passkey(msgspec.Struct, frozen=True):
    """A passkey of a person.

    - `made`, `used`: creation and last use, in seconds since 1970.
    """

    id: str
    label: str
    made: float
    used: float


class Me(msgspec.Struct, frozen=True):
    """The account of the person of this request.

    - `made`: creation, in seconds since 1970.
    - `games`: number of games.
    - `unfinished`: number of unfinished games, which the person would leave by deleting the account.
    - `recovery_code`: creation of the recovery code, in seconds since 1970; 0 for none.
    - `moves`: moves of devices that can be undone.
    """

    name: str
    made: float
    devices: list[Device]
    games: int
    unfinished: int
    passkeys: list[Passkey] = []
    recovery_code: float = 0.0
    moves: list[UndoableMove] = []


class RecoveryCode(msgspec.Struct, frozen=True):
    """A recovery code, valid on any device until the next one is made. The server keeps only its hash."""

    code: str


class UseRecoveryCode(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A typed recovery code.

    - `device`: label of this browser.
    """

    code: str
    device: str = ""


class PasskeyOptions(msgspec.Struct, frozen=True):
    """Options for the browser's `PublicKeyCredential`, as JSON."""

    options: dict[str, Any]


class PasskeyAnswer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The credential made by the browser.

    - `credential`: result of `PublicKeyCredential.toJSON()`.
    - `device`: label of this browser.
    """

    credential: dict[str, Any]
    device: str = ""


class MoveCode(msgspec.Struct, frozen=True):
    """A code for another device. It can be used once.

    - `seconds`: validity.
    """

    code: str
    seconds: float


class OldSeats(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Tokens of seats that become seats of the person. The tokens stay valid."""

    tokens: list[str]


class Adopted(msgspec.Struct, frozen=True):
    """The number of seats that were given to the person."""

    seats: int


class PastGame(msgspec.Struct, frozen=True):
    """A game of a person.

    - `colours`: colours of the person's seats.
    - `your_turn`: one of these seats has to decide.
    - `result`: `won`, `lost`, `drawn` or `over` (the person played all sides); empty for a running game.
    """

    info: GameInfo
    colours: list[str]
    your_turn: bool
    result: str


class PastGames(msgspec.Struct, frozen=True):
    """A page of a person's games, the latest first. It may be short although more games follow.

    - `next`: value of `after` for the next page; empty on the last page.
    """

    games: list[PastGame]
    next: str


# -- the lobby -----------------------------------------------------------------------------------------------------------


class NewRoom(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A room to create."""

    name: str = ""


class RoomInfo(msgspec.Struct, frozen=True):
    """A room of a club. Its games are listed only there."""

    code: str
    name: str


class Challenge(msgspec.Struct, frozen=True, omit_defaults=True):
    """A game that waits for players.

    - `players`: number of seats.
    - `free`: number of free seats.
    - `created`: time in seconds since 1970.
    - `by`: name of the host, if known.
    - `level`: intended players, as in `NewGame`.
    - `hints`: players may ask for hints.
    """

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
    """A running game for spectators.

    - `names`: display names of the seats; for a bot, the name of the bot.
    - `bots`: for each seat, true if a bot plays it.
    - `scores`: victory points of the seats.
    - `watchers`: number of connected spectators.
    """

    id: str
    game: str
    scenario: str
    title: str
    clock: str
    turn: int
    names: list[str]
    bots: list[bool]
    scores: list[int]
    watchers: int = 0


class Wanted(msgspec.Struct, frozen=True):
    """The people who wait to be paired for one scenario and clock.

    - `count`: their number.
    - `names`: names of those who have waited longest.
    """

    scenario: str
    clock: str
    count: int
    names: list[str] = []


class LobbyHello(msgspec.Struct, frozen=True, tag="hello", forbid_unknown_fields=True):
    """The first message of a lobby socket.

    - `key`: key of the person, needed for pairing.
    - `room`: code of a club's room, or empty.
    """

    key: str = ""
    room: str = ""


class Seek(msgspec.Struct, frozen=True, tag="seek", forbid_unknown_fields=True):
    """Search for an opponent. A new search replaces the last one, and closing the socket ends it.

    - `contribution`: contribution to the seed, from a client that does not answer `Matched`.
    - `answers`: the client answers `Matched` with `Contribute`.
    """

    scenario: str
    clock: str = "off"
    contribution: str = ""
    answers: bool = False


class Contribute(msgspec.Struct, frozen=True, tag="contribute", forbid_unknown_fields=True):
    """The answer to `Matched`.

    - `commitment`: the commitment that the client received.
    - `contribution`: contribution to the seed.
    """

    commitment: str
    contribution: str = ""


class SeekNoMore(msgspec.Struct, frozen=True, tag="seek-no-more"):
    """End the search for an opponent."""


FromVisitor = LobbyHello | Seek | Contribute | SeekNoMore | Ping


class LobbyNews(msgspec.Struct, frozen=True, tag="lobby"):
    """The content of the lobby, the same for everybody in a room.

    - `challenges`: games that wait for players.
    - `games`: running games for spectators.
    - `wanted`: people who wait to be paired.
    - `here`: number of connected visitors.
    - `people`: their names, in a club's room only.
    """

    room: str
    challenges: list[Challenge]
    games: list[Running]
    wanted: list[Wanted]
    here: int
    people: list[str] = []


class Seeking(msgspec.Struct, frozen=True, tag="seeking"):
    """The current search of this client. Both fields are empty if there is none."""

    scenario: str = ""
    clock: str = ""


class Matched(msgspec.Struct, frozen=True, tag="matched"):
    """An opponent was found. The game is created after both players have sent `Contribute`.

    - `commitment`: commitment of the new game.
    - `seconds`: time for the answer. The search of a client that does not answer in time ends.
    """

    commitment: str
    seconds: float


class Paired(msgspec.Struct, frozen=True, tag="paired"):
    """The game that was created for two paired players."""

    created: Created


ToVisitor = LobbyNews | Seeking | Matched | Paired | ErrorMessage | Pong
