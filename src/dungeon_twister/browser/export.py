"""Export and import of everything that a browser stores, as one text."""

from __future__ import annotations

import json
from typing import Any, Final

import msgspec

from dungeon_twister.browser.disk import Disk
from dungeon_twister.browser.local_progress import PROGRESS
from dungeon_twister.browser.local_store import ANALYSIS, ANSWER, CHAT, GAME, LOG, RECORD, SEAT
from dungeon_twister.learning.progress import Entry
from dungeon_twister.server.errors import ProtocolError
from dungeon_twister.server.store import AnswerRow, ChatRow, GameRow, LogRow, SeatRow

ROWS: Final[dict[str, Any]] = {
    GAME: GameRow,
    SEAT: SeatRow,
    LOG: LogRow,
    ANSWER: AnswerRow,
    CHAT: ChatRow,
    RECORD: str,
    ANALYSIS: str,
    PROGRESS: Entry,
}


async def packed(disk: Disk) -> bytes:
    """Export all rows by their keys."""
    return json.dumps(dict(await disk.read(""))).encode()


async def unpack(disk: Disk, body: bytes) -> None:
    """Import such a text. It replaces rows of the same games, and changes nothing if any row is
    invalid."""
    try:
        rows = msgspec.json.decode(body, type=dict[str, str])
        for key, text in rows.items():
            kind = ROWS[key.partition("/")[0] + "/"]
            if kind is not str:
                msgspec.json.decode(text, type=kind)
    except (KeyError, msgspec.DecodeError, UnicodeDecodeError):
        raise ProtocolError("bad-luggage", "This file is not an export of a browser.", 422) from None
    try:
        await disk.write(rows)
    except OSError:
        raise ProtocolError("storage", "There is no room for it here.", 503) from None
