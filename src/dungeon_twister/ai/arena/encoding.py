"""Encoders of rows: Parquet, which needs pyarrow, or JSON lines, which need nothing."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from gzip import GzipFile
from importlib import import_module
from importlib.util import find_spec
from io import BytesIO
from typing import Any, Final, NamedTuple, Protocol

from dungeon_twister.ai.arena.rows import COLUMNS, Row

EXTRA: Final = "dungeon-twister[dataset]"
LONG: Final = ("view", "legal")  # columns of distinct long values, which need neither a dictionary nor statistics


class EncodingError(RuntimeError):
    """Files of this kind cannot be written here; the message is a sentence."""


class Writer(Protocol):
    """A file in memory. Rows are written game by game."""

    def write(self, rows: Sequence[Row]) -> None: ...

    def close(self) -> bytes:
        """Return the whole file."""


class JsonLines:
    """A JSON object for each row, on a line of its own, compressed with gzip."""

    def __init__(self) -> None:
        self._data = BytesIO()
        self._file = GzipFile("", "wb", fileobj=self._data, mtime=0)  # without a time, so that equal games give equal bytes

    def write(self, rows: Sequence[Row]) -> None:
        for row in rows:
            self._file.write(f"{json.dumps(row, ensure_ascii=False, separators=(',', ':'))}\n".encode())

    def close(self) -> bytes:
        self._file.close()
        return self._data.getvalue()


class Parquet:
    """Parquet, compressed with zstd; every game is a row group."""

    def __init__(self) -> None:
        arrow: Any = import_module("pyarrow")
        parquet: Any = import_module("pyarrow.parquet")
        self._arrow, self._data = arrow, BytesIO()
        self._schema = arrow.schema([_field(arrow, column.name, column.kind, column.nullable) for column in COLUMNS])
        short = [column.name for column in COLUMNS if column.name not in LONG]
        self._file = parquet.ParquetWriter(
            self._data, self._schema, compression="zstd", compression_level=9, use_dictionary=short, write_statistics=short
        )

    def write(self, rows: Sequence[Row]) -> None:
        if rows:
            self._file.write_table(self._arrow.Table.from_pylist(list(rows), schema=self._schema))

    def close(self) -> bytes:
        self._file.close()
        return self._data.getvalue()


def _field(arrow: Any, name: str, kind: str, nullable: bool) -> Any:
    inner = kind.removeprefix("list<").removesuffix(">")
    found = getattr(arrow, inner)()
    return arrow.field(
        name, found if inner == kind else arrow.list_(arrow.field("item", found, nullable=False)), nullable=nullable
    )


def _nothing() -> None:
    """Do nothing: this encoding has no requirements."""


def _check_pyarrow() -> None:
    if find_spec("pyarrow") is None:
        raise EncodingError(
            f"Parquet needs pyarrow, which is not installed (pip install '{EXTRA}'); --format jsonl needs nothing"
        )


class Encoding(NamedTuple):
    """A kind of file: its ending, its writer, and a check that raises EncodingError where it cannot be written."""

    ending: str
    writer: Callable[[], Writer]
    check: Callable[[], None]


ENCODINGS: Final = {
    "parquet": Encoding("parquet", Parquet, _check_pyarrow),
    "jsonl": Encoding("jsonl.gz", JsonLines, _nothing),
}
