"""Where games are kept: what can be asked of the database, what can be written, and how long it is kept. The database itself
is loaded when it is asked for: games can be played with another store."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dungeon_twister.server.store.changes import (
    Change,
    ConflictError,
    StoreError,
    keep_analysis,
    keep_record,
    keep_record_longer,
)
from dungeon_twister.server.store.health import Health, Lag
from dungeon_twister.server.store.keeping import Housekeeper, Keeping
from dungeon_twister.server.store.rows import (
    MOST_ANSWERS,
    MOST_CHAT,
    OPEN,
    PLAYING,
    AnswerRow,
    ChatRow,
    GameRow,
    LogRow,
    SeatRow,
)

if TYPE_CHECKING:
    from dungeon_twister.server.store.connecting import full_url, schema_versions, version_of
    from dungeon_twister.server.store.writing import Store

__all__ = [
    "AnswerRow",
    "Change",
    "ChatRow",
    "ConflictError",
    "GameRow",
    "Health",
    "Housekeeper",
    "Keeping",
    "Lag",
    "LogRow",
    "MOST_ANSWERS",
    "MOST_CHAT",
    "OPEN",
    "PLAYING",
    "SeatRow",
    "Store",
    "StoreError",
    "full_url",
    "keep_analysis",
    "keep_record",
    "keep_record_longer",
    "schema_versions",
    "version_of",
]


def __getattr__(name: str) -> object:
    if name == "Store":
        from dungeon_twister.server.store.writing import Store

        return Store
    if name in ("full_url", "schema_versions", "version_of"):
        from dungeon_twister.server.store import connecting

        return getattr(connecting, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
