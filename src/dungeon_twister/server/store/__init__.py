"""Where games are kept: what can be asked of the database, what can be written, and how long it is kept. The database itself
is loaded when it is asked for: games can be played with another store."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final

from dungeon_twister.server.store.changes import (
    SEAT_GUARDS,
    Change,
    ConflictError,
    Statement,
    StoreError,
    keep_analysis,
    keep_record,
    keep_record_longer,
)
from dungeon_twister.server.store.health import Health, Lag
from dungeon_twister.server.store.keeping import SEAL_KEY, SEAL_SECONDS, Housekeeper, Keeping
from dungeon_twister.server.store.rows import (
    MOST_ANSWERS,
    MOST_CHAT,
    MOST_LISTED,
    OPEN,
    PLAYING,
    SIGNED_OUT,
    UNHURRIED,
    AnswerRow,
    BanRow,
    ChatRow,
    DeviceRow,
    DoneMoveRow,
    GameRow,
    LogRow,
    MemberRow,
    MoveRow,
    PasskeyRow,
    PersonRow,
    PushRow,
    ReportRow,
    RoomRow,
    SeatRow,
    blocked_person,
    values,
)

if TYPE_CHECKING:
    from dungeon_twister.server.store.connecting import full_url, make_engine, schema_versions, version_of
    from dungeon_twister.server.store.keys import KeyBook
    from dungeon_twister.server.store.member_table import MemberTable
    from dungeon_twister.server.store.moves import MoveBook
    from dungeon_twister.server.store.operators import OperatorBook
    from dungeon_twister.server.store.order import OrderBook
    from dungeon_twister.server.store.people import PeopleBook
    from dungeon_twister.server.store.recovery import RecoveryBook
    from dungeon_twister.server.store.writing import Store

WITH_DATABASE: Final = {
    "KeyBook": "keys",
    "MoveBook": "moves",
    "OperatorBook": "operators",
    "OrderBook": "order",
    "PeopleBook": "people",
    "RecoveryBook": "recovery",
    "MemberTable": "member_table",
    "Store": "writing",
    **dict.fromkeys(("full_url", "make_engine", "schema_versions", "version_of"), "connecting"),
}
__all__ = [
    "AnswerRow",
    "BanRow",
    "Change",
    "ChatRow",
    "ConflictError",
    "DeviceRow",
    "DoneMoveRow",
    "GameRow",
    "Health",
    "Housekeeper",
    "Keeping",
    "KeyBook",
    "Lag",
    "LogRow",
    "MOST_ANSWERS",
    "MOST_CHAT",
    "MOST_LISTED",
    "MemberRow",
    "MoveBook",
    "MoveRow",
    "OPEN",
    "OperatorBook",
    "OrderBook",
    "PLAYING",
    "PasskeyRow",
    "PeopleBook",
    "PersonRow",
    "PushRow",
    "RecoveryBook",
    "ReportRow",
    "MemberTable",
    "RoomRow",
    "SEAL_KEY",
    "SEAL_SECONDS",
    "SEAT_GUARDS",
    "SIGNED_OUT",
    "SeatRow",
    "Statement",
    "Store",
    "StoreError",
    "UNHURRIED",
    "blocked_person",
    "full_url",
    "keep_analysis",
    "keep_record",
    "keep_record_longer",
    "make_engine",
    "schema_versions",
    "values",
    "version_of",
]


def __getattr__(name: str) -> object:
    if name not in WITH_DATABASE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{WITH_DATABASE[name]}"), name)
