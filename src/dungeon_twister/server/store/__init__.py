"""Where games are kept: what can be asked of the database, what can be written, and how long it is kept."""

from __future__ import annotations

from dungeon_twister.server.store.changes import keep_analysis, keep_record, keep_record_longer
from dungeon_twister.server.store.connecting import full_url, make_engine, schema_versions, version_of
from dungeon_twister.server.store.health import Health, Lag
from dungeon_twister.server.store.keeping import Housekeeper, Keeping
from dungeon_twister.server.store.models import AnswerRow, ChatRow, GameRow, LogRow, SeatRow
from dungeon_twister.server.store.order import BanRow, OrderBook, ReportRow
from dungeon_twister.server.store.reading import MOST_ANSWERS, MOST_CHAT, OPEN, PLAYING
from dungeon_twister.server.store.writing import Change, ConflictError, Store, StoreError

__all__ = [
    "AnswerRow",
    "BanRow",
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
    "OrderBook",
    "PLAYING",
    "ReportRow",
    "SeatRow",
    "Store",
    "StoreError",
    "full_url",
    "keep_analysis",
    "keep_record",
    "keep_record_longer",
    "make_engine",
    "schema_versions",
    "version_of",
]
