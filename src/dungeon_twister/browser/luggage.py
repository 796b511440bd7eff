"""Everything that a browser keeps as one text, to be taken along to another one, and back again."""

from __future__ import annotations

import json
from typing import Any, Final

import msgspec

from dungeon_twister.browser.store import ANALYSIS, ANSWER, CHAT, GAME, LOG, RECORD, SEAT, Disk
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
}


async def packed(disk: Disk) -> bytes:
    """All rows, by their keys."""
    return json.dumps(dict(await disk.read(""))).encode()


async def unpack(disk: Disk, body: bytes) -> None:
    """Keep all rows of such a text beside those that are there; what is of the same game is replaced. Nothing is kept where
    anything in it is no row."""
    try:
        rows = msgspec.json.decode(body, type=dict[str, str])
        for key, text in rows.items():
            kind = ROWS[key.partition("/")[0] + "/"]
            if kind is not str:
                msgspec.json.decode(text, type=kind)
    except (KeyError, msgspec.DecodeError, UnicodeDecodeError):
        raise ProtocolError("bad-luggage", "This is not what a browser has packed.", 422) from None
    try:
        await disk.write(rows)
    except OSError:
        raise ProtocolError("storage", "There is no room for it here.", 503) from None
