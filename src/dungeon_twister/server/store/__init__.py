"""The database: queries, changes and retention. SQLAlchemy is imported on first use, because a browser uses another store."""

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
from dungeon_twister.server.store.health import EventLoopLag, Health
from dungeon_twister.server.store.retention import SEAL_KEY, SEAL_SECONDS, Retention, RetentionPolicy
from dungeon_twister.server.store.table_rows import (
    MOST_ANSWERS,
    MOST_CHAT,
    MOST_LISTED,
    OPEN,
    OVER,
    PLAYING,
    SIGNED_OUT,
    UNHURRIED,
    AnswerRow,
    BanRow,
    ChatRow,
    DeviceRow,
    DoneTransferRow,
    GameRow,
    LogRow,
    MemberRow,
    PasskeyRow,
    PersonRow,
    PushRow,
    ReportRow,
    RoomRow,
    SeatRow,
    ShelfRow,
    TransferRow,
    blocked_person,
    values,
)

if TYPE_CHECKING:
    from dungeon_twister.server.store.database_engine import full_url, make_engine, schema_versions, version_of
    from dungeon_twister.server.store.device_transfer_repository import DeviceTransferRepository
    from dungeon_twister.server.store.key_repository import KeyRepository
    from dungeon_twister.server.store.member_table import MemberTable
    from dungeon_twister.server.store.moderation_repository import ModerationRepository
    from dungeon_twister.server.store.operator_repository import OperatorRepository
    from dungeon_twister.server.store.people_repository import PeopleRepository
    from dungeon_twister.server.store.progress_repository import ProgressRepository
    from dungeon_twister.server.store.recovery_repository import RecoveryRepository
    from dungeon_twister.server.store.shelf_repository import ShelfRepository
    from dungeon_twister.server.store.sql_store import Store

WITH_DATABASE: Final = {
    "KeyRepository": "key_repository",
    "DeviceTransferRepository": "device_transfer_repository",
    "OperatorRepository": "operator_repository",
    "ModerationRepository": "moderation_repository",
    "ProgressRepository": "progress_repository",
    "PeopleRepository": "people_repository",
    "RecoveryRepository": "recovery_repository",
    "ShelfRepository": "shelf_repository",
    "MemberTable": "member_table",
    "Store": "sql_store",
    **dict.fromkeys(("full_url", "make_engine", "schema_versions", "version_of"), "database_engine"),
}
__all__ = [
    "AnswerRow",
    "BanRow",
    "Change",
    "ChatRow",
    "ConflictError",
    "DeviceRow",
    "DoneTransferRow",
    "GameRow",
    "Health",
    "Retention",
    "RetentionPolicy",
    "KeyRepository",
    "EventLoopLag",
    "LogRow",
    "MOST_ANSWERS",
    "MOST_CHAT",
    "MOST_LISTED",
    "MemberRow",
    "DeviceTransferRepository",
    "TransferRow",
    "OPEN",
    "OVER",
    "OperatorRepository",
    "ModerationRepository",
    "PLAYING",
    "PasskeyRow",
    "PeopleRepository",
    "PersonRow",
    "ProgressRepository",
    "PushRow",
    "RecoveryRepository",
    "ReportRow",
    "MemberTable",
    "RoomRow",
    "SEAL_KEY",
    "SEAL_SECONDS",
    "SEAT_GUARDS",
    "SIGNED_OUT",
    "SeatRow",
    "ShelfRepository",
    "ShelfRow",
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
