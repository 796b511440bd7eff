"""Checks the database of a command: a valid name, existing, writable, and used by at most one server."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import sys
from argparse import Namespace
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, TypeVar

from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from dungeon_twister.cli.output import CommandError, os_error_text
from dungeon_twister.cli.texts import t
from dungeon_twister.server.config import SettingError, data_folder, default_database, from_environment
from dungeon_twister.server.store import full_url, make_engine

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncEngine

Repository = TypeVar("Repository")
Answer = TypeVar("Answer")


def check_database_url(text: str) -> str:
    """Check that a database URL is valid."""
    if not text:
        try:
            return default_database()
        except OSError as error:
            raise CommandError(f"Cannot make the folder for the games {error.filename}: {os_error_text(error)}") from None
    url = url_of(text)
    kind = url.get_backend_name()
    if kind not in ("sqlite", "postgresql"):
        raise CommandError(f"A database is sqlite or postgresql, not {kind}")
    if kind == "sqlite":
        if not url.database or url.database == ":memory:":
            raise CommandError("Games are kept in a file, such as sqlite:///games.db")
        _check_file(Path(url.database))
    return text


def database_of(args: Namespace) -> URL:
    """Return the database of a command: the given one, or the default of the server."""
    try:
        settings = from_environment()
    except SettingError as error:
        raise CommandError(str(error)) from None
    return url_of(args.database or settings.database or f"sqlite:///{data_folder() / 'games.db'}")


def sqlite_file(url: URL) -> Path | None:
    """Return the file of an SQLite database."""
    return Path(url.database or "") if url.get_backend_name() == "sqlite" else None


def url_of(text: str) -> URL:
    try:
        return full_url(text)
    except (ArgumentError, ValueError):
        raise CommandError(
            "A database is written as sqlite:///games.db or postgresql://user:password@host/name, "
            f"not {text.rpartition('@')[2]!r}"
        ) from None


def _check_file(file: Path) -> None:
    """Check that a file can be used as a database that this program may read and write."""
    if file.is_dir():
        raise CommandError(f"Cannot keep games in {file}: it is a folder")
    if not file.parent.is_dir():
        raise CommandError(f"Cannot keep games in {file}: there is no folder {file.parent}")
    try:
        with sqlite3.connect(file, timeout=5) as database:
            database.execute("BEGIN IMMEDIATE")
            database.execute("SELECT count(*) FROM sqlite_master").fetchone()
            database.rollback()
        database.close()
        if file.stat().st_mode & 0o077:
            file.chmod(0o600)
    except PermissionError:
        pass  # another user's file that is writable: its permissions are left to the owner
    except sqlite3.Error as error:
        raise CommandError(f"Cannot keep games in {file}: {os_error_text(error)}") from None


@contextmanager
def exclusive_use(database: str) -> Iterator[None]:
    """Lock an SQLite file for one server: two would not notice each other's changes. The lock ends with the process in any
    case."""
    url = full_url(database)
    if url.get_backend_name() != "sqlite":
        yield
        return
    with lock_file(Path(url.database or "")).open("a") as file:
        try:
            _lock(file)
        except OSError:
            raise CommandError(
                f"Another server serves the games in {url.database} already: end it, or give another --database"
            ) from None
        if sys.platform != "win32":  # on Windows an exclusive lock would also block reading
            file.truncate(0)
            file.write(str(os.getpid()))
            file.flush()
        yield


def lock_file(file: Path) -> Path:
    """Return the lock file of a database. It depends on the file itself, because the same file may have several names."""
    return Path(f"{file.resolve()}.lock")


def server_process_of(file: Path) -> int | None:
    """Return the process that serves an SQLite file; None: there is none."""
    lock = lock_file(file)
    if not lock.exists():
        return None
    with lock.open("r+") as opened:
        try:
            _lock(opened)
        except OSError:
            return int(opened.read() or 0)
    return None


def query_database(
    args: Namespace, book: Callable[[AsyncEngine], Repository], question: Callable[[Repository], Awaitable[Answer]]
) -> Answer:
    """Query the database of a server, even while it runs. `book` selects the repository."""
    url = database_of(args)
    file = sqlite_file(url)
    if file is not None and not file.exists():
        raise CommandError(t("terminal.backup.nothing", file=str(file)))

    async def ask() -> Answer:
        engine = make_engine(url)
        try:
            return await question(book(engine))
        finally:
            await engine.dispose()

    try:
        return asyncio.run(ask())
    except Exception as error:
        raise CommandError(t("terminal.order.database", problem=first_line(error))) from None


def _lock(file: IO[str]) -> None:
    """Hold an exclusive lock. OSError: another process holds it."""
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def without_password(text: str) -> str:
    """Return the URL as it was written, with its password hidden."""
    return make_url(text).render_as_string(hide_password=True) if "://" in text else text


def first_line(error: BaseException) -> str:
    """Return the message of the database without the failed statement."""
    cause = getattr(error, "orig", None) or error
    return (str(cause).strip().splitlines() or [type(cause).__name__])[0]
