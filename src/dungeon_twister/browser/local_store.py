"""The store of a browser. It keeps what a server has in its database under keys (`game/ID`, `log/ID/NUMBER`), each row as JSON.

Games and seats are also held in memory; everything else is read on demand. When `write` returns, the browser has stored the
change.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from secrets import token_bytes
from typing import TYPE_CHECKING, Any, Final, TypeVar

import msgspec

from dungeon_twister.browser.disk import Disk
from dungeon_twister.browser.local_progress import LocalProgress
from dungeon_twister.server.store import (
    MOST_ANSWERS,
    MOST_CHAT,
    MOST_LISTED,
    OPEN,
    OVER,
    PLAYING,
    SEAT_GUARDS,
    AnswerRow,
    Change,
    ChatRow,
    ConflictError,
    GameRow,
    LogRow,
    SeatRow,
    Statement,
    StoreError,
)

if TYPE_CHECKING:
    from dungeon_twister.server.store import KeyRepository
    from dungeon_twister.server.store import Store as Base
else:
    Base = KeyRepository = object  # the same interface; the database module cannot be imported here

Row = TypeVar("Row", bound=msgspec.Struct)
GAME: Final = "game/"
SEAT: Final = "seat/"
LOG: Final = "log/"
ANSWER: Final = "answer/"
CHAT: Final = "chat/"
RECORD: Final = "record/"
ANALYSIS: Final = "analysis/"


class StoreDraft:
    """The effect of a change before it is stored."""

    def __init__(self) -> None:
        self.games: dict[str, GameRow | None] = {}
        self.seats: dict[tuple[str, str], SeatRow | None] = {}
        self.texts: dict[str, str | None] = {}

    def game(self, row: GameRow) -> None:
        self.games[row.id] = row
        self.texts[GAME + row.id] = _text(row)

    def seat(self, row: SeatRow) -> None:
        self.seats[row.game, row.colour] = row
        self.texts[f"{SEAT}{row.game}/{row.colour}"] = _text(row)


class LocalKeys(KeyRepository):
    """One secret key in memory. It ends with the page, and so do the commitments made with it."""

    def __init__(self) -> None:
        self._key = token_bytes(32)

    async def current(self, name: str, now: float, rotate_after: float | None = None) -> bytes:
        return self._key

    async def all(self, name: str) -> list[bytes]:
        return [self._key]

    async def forget(self, name: str, before: float) -> None:
        """Keep the key."""


class NobodyElse:
    """The people and the moderation of a browser: there are no keys of people, and nobody is blocked."""

    async def by_key(self, hash: str) -> None:
        return None

    async def room(self, code: str) -> None:
        return None

    async def sat_down(self, game: str, colour: str, address: str) -> None:
        """Note nothing: there are no addresses."""

    async def blocks(self, ours: Sequence[str], theirs: Sequence[str]) -> bool:
        return False


class LocalStore(Base):
    """Does what `Store` does, for one process and without SQL."""

    def __init__(self, disk: Disk) -> None:
        self._disk = disk
        self._games: dict[str, GameRow] = {}
        self._seats: dict[tuple[str, str], SeatRow] = {}
        self._keys = LocalKeys()
        self._nobody: Any = NobodyElse()
        self._used_seals: set[str] = set()
        self._writing = asyncio.Lock()
        self.origin = "browser"
        self.commits = self.changes = 0
        self.commit_seconds = 0.0

    @property
    def shared(self) -> bool:
        return False

    @property
    def keys(self) -> KeyRepository:
        return self._keys

    @property
    def people(self) -> Any:
        return self._nobody

    @property
    def moderation(self) -> Any:
        return self._nobody

    @property
    def progress(self) -> LocalProgress:
        return LocalProgress(self._disk, self._finished_games)

    def _finished_games(self) -> list[tuple[GameRow, list[SeatRow]]]:
        return [
            (row, [seat for (game, _), seat in self._seats.items() if game == row.id])
            for row in self._games.values()
            if row.stage == OVER
        ]

    @property
    def file(self) -> str | None:
        return None

    async def open(self) -> None:
        games = [_row(text, GameRow) for _, text in await self._disk.read(GAME)]
        seats = [_row(text, SeatRow) for _, text in await self._disk.read(SEAT)]
        self._games = {row.id: row for row in games}
        self._seats = {(row.game, row.colour): row for row in seats}

    async def close(self) -> None:
        async with self._writing:
            pass

    async def address_keys(self, now: float) -> list[bytes]:
        """Return no keys, because there are no other addresses."""
        return [b"browser"]

    async def forget_addresses(self, now: float) -> None:
        """Do nothing: there are no addresses."""

    async def listen(self, hear: Callable[[str, str], Awaitable[None]]) -> None:
        """Do nothing: there are no other processes."""

    async def notify(self, kinds: Sequence[tuple[str, str]]) -> None:
        """Do nothing: there are no other processes."""

    async def beat(self) -> None:
        await self.write(Change("", []))

    # -- writing -----------------------------------------------------------------------------------------------------------

    async def write(self, change: Change) -> None:
        async with self._writing:
            draft = StoreDraft()
            for statement in change.statements:
                touched = 0
                for values in statement.each:
                    touched += await self._do(draft, statement, values)
                if statement.guarded and touched != len(statement.each):
                    raise ConflictError(f"{touched} rows instead of {len(statement.each)}")
            try:
                await self._disk.write(draft.texts)
            except OSError as error:
                raise StoreError(str(error)) from error
            _take_over(self._games, draft.games)
            _take_over(self._seats, draft.seats)
            self.commits += 1
            self.changes += 1

    async def _do(self, draft: StoreDraft, statement: Statement, values: dict[str, Any]) -> int:
        """Execute a statement for one set of parameters and return the number of affected rows."""
        match statement.name:
            case "insert-game":
                if values["id"] in self._games or any(row.code == values["code"] for row in self._games.values()):
                    raise ConflictError("the id or the code is taken")
                draft.game(GameRow(**values))
            case "insert-seat":
                draft.seat(SeatRow(**values))
            case "insert-entry":
                draft.texts[f"{LOG}{values['game']}/{values['version']:08}"] = json.dumps(values)
            case "insert-answer":
                draft.texts[f"{ANSWER}{values['game']}/{values['seat']}/{values['command_id']}"] = json.dumps(values)
            case "insert-line":
                draft.texts[f"{CHAT}{values['game']}/{values['number']:08}"] = json.dumps(values)
            case "insert-record" | "insert-analysis":
                key = (RECORD if statement.name == "insert-record" else ANALYSIS) + values["id"]
                if await self._disk.read(key):
                    raise ConflictError("it is there already")
                draft.texts[key] = values["text"]
            case "insert-used-seal":
                if values["commitment"] in self._used_seals:
                    raise ConflictError("the commitment is used")
                self._used_seals.add(values["commitment"])
            case "update-game" | "advance-game" | "mark-rematch" | "retime":
                return self._change_game(draft, statement.name, values)
            case "update-seat":
                return self._change_seat(draft, values)
            case "delete-game":
                await self._delete_game(draft, values["before_id"])
            case "delete-analysis":
                draft.texts[ANALYSIS + values["before_id"]] = None
            case "forget-answers":
                for key, text in await self._disk.read(ANSWER):
                    if json.loads(text)["at"] < values["before"]:
                        draft.texts[key] = None
            case _:
                pass  # records, analyses and chat lines are kept forever here
        return 1

    def _change_game(self, draft: StoreDraft, name: str, values: dict[str, Any]) -> int:
        row = self._games.get(values["before_id"])
        if name == "mark-rematch":
            values = {"before_rematch": "", "rematch": values["following"]}
        elif name == "retime":
            values = {"before_timing": values["before_timing"], "timing": values["after"], "deadline": values["later"]}
        if row is None or not _is_as_before(row, values):
            return 0
        draft.game(msgspec.structs.replace(row, **_new(values)))
        return 1

    def _change_seat(self, draft: StoreDraft, values: dict[str, Any]) -> int:
        game, colour = (values[f"before_{name}"] for name in SEAT_GUARDS[:2])
        row = self._seats.get((game, colour))
        if row is None or not _is_as_before(row, values):
            return 0
        draft.seat(msgspec.structs.replace(row, **_new(values)))
        return 1

    async def _delete_game(self, draft: StoreDraft, id: str) -> None:
        draft.games[id] = None
        draft.texts[GAME + id] = None
        for game, colour in self._seats:
            if game == id:
                draft.seats[game, colour] = None
        for part in (SEAT, LOG, ANSWER, CHAT):
            draft.texts.update((key, None) for key, _ in await self._disk.read(f"{part}{id}/"))

    # -- reading -----------------------------------------------------------------------------------------------------------

    async def game(self, id: str) -> GameRow | None:
        return self._games.get(id)

    async def game_by_code(self, code: str) -> GameRow | None:
        return next((row for row in self._games.values() if row.code == code), None)

    async def games(self, ids: Sequence[str]) -> list[GameRow]:
        return sorted((self._games[id] for id in ids if id in self._games), key=lambda row: -row.changed)

    async def open_games(self, room: str = "", most: int = MOST_LISTED) -> list[GameRow]:
        waiting = [row for row in self._games.values() if row.stage == OPEN and row.listed and row.room == room]
        return sorted(waiting, key=lambda row: -row.created)[:most]

    async def unfinished(self, address: Sequence[str]) -> int:
        return sum(row.stage in (OPEN, PLAYING) for row in self._games.values())

    async def bot_games(self, address: Sequence[str]) -> int:
        return sum(row.stage == PLAYING and self._only_bots(row.id) for row in self._games.values())

    def _only_bots(self, id: str) -> bool:
        return all(seat.who == "bot" for seat in self._seats.values() if seat.game == id)

    async def seats(self, ids: Sequence[str]) -> dict[str, list[SeatRow]]:
        found: dict[str, list[SeatRow]] = {id: [] for id in ids}
        for seat in sorted(self._seats.values(), key=lambda seat: seat.number):
            if seat.game in found:
                found[seat.game].append(seat)
        return found

    async def seats_of_tokens(self, hashes: Sequence[str]) -> list[SeatRow]:
        return [seat for seat in self._seats.values() if seat.token_hash in hashes]

    async def log(self, id: str, after: int = 0) -> list[LogRow]:
        return [row for row in await self._found(f"{LOG}{id}/", LogRow) if row.version > after]

    async def answers(self, id: str) -> list[AnswerRow]:
        return sorted(await self._found(f"{ANSWER}{id}/", AnswerRow), key=lambda row: row.at)[-MOST_ANSWERS:]

    async def chat(self, id: str, after: int = 0) -> list[ChatRow]:
        return [row for row in await self._found(f"{CHAT}{id}/", ChatRow) if row.number > after][-MOST_CHAT:]

    async def _found(self, prefix: str, kind: type[Row]) -> list[Row]:
        return [_row(text, kind) for _, text in await self._disk.read(prefix)]

    async def seal_used(self, commitment: str) -> bool:
        return commitment in self._used_seals

    async def record(self, id: str) -> str | None:
        return await self._text_of(RECORD + id)

    async def analysis(self, id: str) -> str | None:
        return await self._text_of(ANALYSIS + id)

    async def _text_of(self, wanted: str) -> str | None:
        return next((text for key, text in await self._disk.read(wanted) if key == wanted), None)

    async def kept_records(self, address: Sequence[str]) -> tuple[int, int]:
        return 0, 0

    async def expired(self, before: Mapping[str, float], bots_before: float | None, most: int) -> list[str]:
        old = [row.id for row in self._games.values() if row.stage in before and row.changed < before[row.stage]]
        return old[:most]

    async def overdue(self, now: float) -> list[str]:
        return [row.id for row in self._running() if row.deadline is not None and row.deadline <= now]

    async def timings(self) -> list[tuple[str, str]]:
        return [(row.id, row.timing) for row in self._running() if row.deadline is not None]

    async def next_deadline(self, after: float) -> float | None:
        return min((row.deadline for row in self._running() if row.deadline is not None and row.deadline > after), default=None)

    async def waiting_for_bots(self, before: float) -> list[str]:
        quiet = [row for row in self._running() if row.changed <= before]
        return [row.id for row in quiet if any(self._is_bot(row.id, colour) for colour in row.deciders)]

    def _is_bot(self, game: str, colour: str) -> bool:
        seat = self._seats.get((game, colour))
        return seat is not None and seat.who == "bot"

    def _running(self) -> list[GameRow]:
        return [row for row in self._games.values() if row.stage == PLAYING]


def _text(row: msgspec.Struct) -> str:
    return msgspec.json.encode(row).decode()


def _row(text: str, kind: type[Row]) -> Row:
    return msgspec.json.decode(text, type=kind)


def _new(values: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if not name.startswith("before_")}


def _is_as_before(row: msgspec.Struct, values: Mapping[str, Any]) -> bool:
    """Return whether a row still has the values that a change is based on."""
    guards = {name.removeprefix("before_"): value for name, value in values.items() if name.startswith("before_")}
    return all(getattr(row, name) == value for name, value in guards.items())


K = TypeVar("K")
V = TypeVar("V")


def _take_over(where: dict[K, V], drafted: Mapping[K, V | None]) -> None:
    for key, value in drafted.items():
        if value is None:
            where.pop(key, None)
        else:
            where[key] = value
