"""Rows of the database in memory. Games can be played with these and without a database."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from dungeon_twister.game.record.draw_versions import TICKETS

MOST_ANSWERS: Final = 512  # of one game
MOST_CHAT: Final = 100
MOST_LISTED: Final = 100
OPEN: Final = "open"
PLAYING: Final = "playing"
OVER: Final = "over"
UNHURRIED: Final = 1e15  # a moment that never comes
SIGNED_OUT: Final = "signed-out"


class GameRow(msgspec.Struct, frozen=True):
    """A row of `games`."""

    id: str
    code: str
    scenario: str
    options: dict[str, str]
    seed: str
    clock: str
    stage: str
    version: int
    listed: bool
    created: float
    changed: float
    deadline: float | None
    timing: str
    rematch: str
    address: str
    turn: int
    decider: str
    scores: dict[str, int]
    winners: list[str]
    reason: str
    offers: list[str]
    chance: int = TICKETS
    secret: str = ""
    contributions: dict[str, str] = {}
    declared: str = ""
    position: str = ""
    hints: bool = False
    aside: str = ""
    room: str = ""
    level: str = ""
    first_move_by: float | None = None
    waiting: str = ""

    @property
    def deciders(self) -> list[str]:
        """The colours that must decide now: of simultaneous choices the missing ones."""
        return self.waiting.split() or [self.decider]

    @property
    def played(self) -> str:
        """The scenario as `new_setting` takes it: its name, or the text of a custom one."""
        return self.declared or self.scenario


class SeatRow(msgspec.Struct, frozen=True):
    """A row of `seats`."""

    game: str
    colour: str
    number: int
    who: str
    name: str = ""
    bot: str = ""
    token_hash: str = ""
    holder: str = ""
    contribution: str = ""
    person: str = ""


class LogRow(msgspec.Struct, frozen=True):
    """A row of `log`."""

    game: str
    version: int
    who: str
    kind: str
    text: str
    command_id: str
    at: float


class AnswerRow(msgspec.Struct, frozen=True):
    """A row of `answers`: a command that was carried out. Refused commands change nothing and are not stored."""

    game: str
    seat: str
    command_id: str
    version: int
    at: float


class ChatRow(msgspec.Struct, frozen=True):
    """A row of `chat`."""

    game: str
    number: int
    seat: str
    name: str
    text: str
    command_id: str
    at: float


class ReportRow(msgspec.Struct, frozen=True):
    """A row of `reports`. `context`: lines of the chat as name and text."""

    game: str
    seat: str
    name: str
    reporter: str
    line: int
    why: str
    context: list[list[str]]
    address: str
    at: float
    closed: float | None = None
    id: int = 0


class MemberRow(msgspec.Struct, frozen=True):
    """A row of `members`: a process, its address, the key that peers must show, and its place (empty: none yet)."""

    origin: str
    address: str
    key: str
    place: str = ""


class BanRow(msgspec.Struct, frozen=True):
    """A row of `bans`; `until` None: permanent."""

    network: str
    until: float | None
    why: str
    at: float


class PersonRow(msgspec.Struct, frozen=True):
    """A row of `people`."""

    id: str
    name: str
    made: float
    seen: float


class DeviceRow(msgspec.Struct, frozen=True):
    """A row of `devices`: a browser of a person. `hash` is that of its key."""

    hash: str
    id: str
    person: str
    label: str
    made: float
    seen: float


class TransferRow(msgspec.Struct, frozen=True):
    """A row of `moves`: a code for another device and the state of the transfer
    (`store/device_transfer_repository.py`)."""

    person: str
    hash: str
    until: float
    maker: str
    state: str
    ticket: str = ""
    label: str = ""
    asker: str = ""
    bring: bool = False


class DoneTransferRow(msgspec.Struct, frozen=True):
    """A row of `done_moves`: a transfer that can be undone until a moment. `asker`: the person who
    used the device before."""

    id: str
    person: str
    device: str
    label: str
    asker: str
    until: float


class PasskeyRow(msgspec.Struct, frozen=True):
    """A row of `passkeys`."""

    hash: str
    id: str
    person: str
    credential: str
    public_key: str
    sign_count: int
    site: str
    label: str
    made: float
    used: float


class RoomRow(msgspec.Struct, frozen=True):
    """A row of `rooms`."""

    code: str
    name: str
    seen: float


class ShelfRow(msgspec.Struct, frozen=True):
    """A row of `shelf`: a published scenario."""

    code: str
    person: str
    title: str
    game: str
    players: int
    declared: str
    digest: str
    picture: dict[str, Any]
    at: float
    played: int = 0
    liked: int = 0
    reported: int = 0
    hidden: bool = False


def signed_out(device: str) -> tuple[str, str]:
    """Return the notification to other processes that a device was signed out."""
    return f"{SIGNED_OUT}:{device}", ""


def blocked_person(person: str) -> str:
    """Return the mark of a person in a list of blocks."""
    return f"person {person}"


class PushRow(msgspec.Struct, frozen=True):
    """A row of `pushes`: `device` is the hash of the endpoint, `person_device` the id of one of the person's devices."""

    token_hash: str
    device: str
    game: str
    endpoint: str
    p256dh: str
    auth: str
    language: str
    at: float
    person: str = ""
    person_device: str = ""


def values(row: msgspec.Struct) -> dict[str, Any]:
    """Return a row as parameters of an INSERT."""
    return msgspec.structs.asdict(row)
