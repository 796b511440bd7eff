"""Statements as plain text for SQLite. A statement is done for many changes at once: SQLite is asked as seldom as can be, for
each time its thread has to wait for the others."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import Any, Final, cast

import msgspec
import sqlalchemy as sa
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite
from sqlalchemy.sql.compiler import SQLCompiler

from dungeon_twister.server.store.changes import BEFORE, Statement
from dungeon_twister.server.store.statements import GUARDED, SQL

MOST_ROWS: Final = 64  # in the text of one statement
UPDATES_FROM: Final = sqlite3.sqlite_version_info >= (3, 33)
SQLITE: Final = SQLiteDialect_pysqlite(paramstyle="qmark")
Values = dict[str, Any]


class Plain:
    """A statement as text with question marks, for one row of parameters or for several."""

    most = MOST_ROWS  # rows that fit into one statement

    def __init__(self, table: sa.Table, names: Sequence[str]) -> None:
        self.names = tuple(names)
        self.row = f"({', '.join('?' * len(names))})"
        self._json = [isinstance(table.c[name.removeprefix(BEFORE)].type, sa.JSON) for name in names]

    def flat(self, each: Sequence[Values]) -> list[Any]:
        """The parameters of rows, one after the other."""
        return [
            msgspec.json.encode(values[name]).decode() if is_json else values[name]
            for values in each
            for name, is_json in zip(self.names, self._json, strict=True)
        ]

    def text(self, rows: int) -> str:
        raise NotImplementedError


class PlainInsert(Plain):
    """Rows for a table."""

    def __init__(self, table: sa.Table, names: Sequence[str]) -> None:
        super().__init__(table, names)
        self._head = f"INSERT INTO {table.name} ({', '.join(names)}) VALUES "

    def text(self, rows: int) -> str:
        return self._head + ", ".join([self.row] * rows)


class PlainUpdate(Plain):
    """Rows by their guards, all of them looked for by one statement."""

    def __init__(self, table: sa.Table, names: Sequence[str]) -> None:
        super().__init__(table, names)
        numbered = [(name, f"new.column{number}") for number, name in enumerate(names, 1)]
        sets = ", ".join(f"{name} = {new}" for name, new in numbered if not name.startswith(BEFORE))
        same = [f"{table.name}.{name.removeprefix(BEFORE)} = {new}" for name, new in numbered if name.startswith(BEFORE)]
        self._head = f"UPDATE {table.name} SET {sets} FROM (VALUES "
        self._tail = f") AS new WHERE {' AND '.join(same)}"

    def text(self, rows: int) -> str:
        return self._head + ", ".join([self.row] * rows) + self._tail


class PlainOther(Plain):
    """Any other statement, one row at a time."""

    most = 1

    def __init__(self, sql: sa.Executable) -> None:
        self._compiled = cast("SQLCompiler", cast("sa.ClauseElement", sql).compile(dialect=SQLITE))
        self._processors = self._compiled._bind_processors

    def flat(self, each: Sequence[Values]) -> list[Any]:
        found = self._compiled.construct_params(each[0])
        return [self._written(name, found[name]) for name in self._compiled.positiontup or ()]

    def _written(self, name: str, value: Any) -> Any:
        write: Any = self._processors.get(name)
        return value if write is None else write(value)

    def text(self, rows: int) -> str:
        return str(self._compiled)


def plain_of(statement: Statement) -> Plain:
    """The statement as plain text. All of one name have the same columns."""
    sql, names = SQL[statement.name], sorted(statement.each[0])
    if isinstance(sql, sa.Insert) and isinstance(sql.table, sa.Table):
        return PlainInsert(sql.table, names)
    if isinstance(sql, sa.Update) and isinstance(sql.table, sa.Table) and sql.get_execution_options().get(GUARDED):
        return PlainUpdate(sql.table, names) if UPDATES_FROM else PlainOther(sql)
    return PlainOther(sql)
