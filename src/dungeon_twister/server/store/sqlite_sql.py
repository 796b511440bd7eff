"""SQL text for SQLite, compiled once.

One statement covers many rows: the writer thread waits for the interpreter lock at each call of
SQLite.
"""

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


class SqliteStatement:
    """A statement as text with question marks, for one or several rows of parameters."""

    most = MOST_ROWS  # rows that fit into one statement

    def __init__(self, table: sa.Table, names: Sequence[str]) -> None:
        self.names = tuple(names)
        self.row = f"({', '.join('?' * len(names))})"
        self._json = [isinstance(table.c[name.removeprefix(BEFORE)].type, sa.JSON) for name in names]

    def flat(self, each: Sequence[Values]) -> list[Any]:
        """Return the parameters of all rows as one list."""
        return [
            msgspec.json.encode(values[name]).decode() if is_json else values[name]
            for values in each
            for name, is_json in zip(self.names, self._json, strict=True)
        ]

    def text(self, rows: int) -> str:
        raise NotImplementedError


class SqliteInsert(SqliteStatement):
    """An INSERT of several rows."""

    def __init__(self, table: sa.Table, names: Sequence[str]) -> None:
        super().__init__(table, names)
        self._head = f"INSERT INTO {table.name} ({', '.join(names)}) VALUES "

    def text(self, rows: int) -> str:
        return self._head + ", ".join([self.row] * rows)


class SqliteUpdate(SqliteStatement):
    """An UPDATE of several rows, each found by its guards."""

    def __init__(self, table: sa.Table, names: Sequence[str]) -> None:
        super().__init__(table, names)
        numbered = [(name, f"new.column{number}") for number, name in enumerate(names, 1)]
        sets = ", ".join(f"{name} = {new}" for name, new in numbered if not name.startswith(BEFORE))
        same = [f"{table.name}.{name.removeprefix(BEFORE)} = {new}" for name, new in numbered if name.startswith(BEFORE)]
        self._head = f"UPDATE {table.name} SET {sets} FROM (VALUES "
        self._tail = f") AS new WHERE {' AND '.join(same)}"

    def text(self, rows: int) -> str:
        return self._head + ", ".join([self.row] * rows) + self._tail


class SqliteOther(SqliteStatement):
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


def sqlite_statement(statement: Statement) -> SqliteStatement:
    """Return the SQL text of a statement. All statements of a name have the same columns."""
    sql, names = SQL[statement.name], sorted(statement.each[0])
    if isinstance(sql, sa.Insert) and isinstance(sql.table, sa.Table):
        return SqliteInsert(sql.table, names)
    if isinstance(sql, sa.Update) and isinstance(sql.table, sa.Table) and sql.get_execution_options().get(GUARDED):
        return SqliteUpdate(sql.table, names) if UPDATES_FROM else SqliteOther(sql)
    return SqliteOther(sql)
