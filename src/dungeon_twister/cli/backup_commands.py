"""The commands `backup` and `restore`: the games of an SQLite file, copied while they are played, and put back."""

from __future__ import annotations

import os
import sqlite3
from argparse import Namespace
from contextlib import closing
from pathlib import Path
from typing import Final

from dungeon_twister.cli.database_access import database_of, exclusive_use, sqlite_file
from dungeon_twister.cli.output import CommandError, make_console, os_error_text
from dungeon_twister.cli.texts import t, t_plural
from dungeon_twister.server.store import schema_versions

PAGES: Final = 2_000  # copied at a time, so that concurrent writers need not wait
PAUSE: Final = 0.005
OWNERS: Final = 0o600
KEPT: Final = ".before-restore"
BESIDE: Final = ("-wal", "-shm")  # files that SQLite keeps next to an open database


def backup(args: Namespace) -> int:
    """Copy the database as of one moment, even during writes. The copy appears completely or not at all."""
    source, target = _file_of(args), Path(args.file)
    if not source.exists():
        raise CommandError(t("terminal.backup.nothing", file=str(source)))
    if target.exists():
        raise CommandError(t("terminal.backup.there", file=str(target)))
    try:
        games = _copy_games(source, target)
    except (sqlite3.Error, OSError) as error:
        raise CommandError(t("terminal.backup.failed", file=str(target), reason=os_error_text(error))) from None
    make_console().print(t_plural("terminal.backup.done", games, file=str(target)), markup=False, soft_wrap=True)
    return 0


def restore(args: Namespace) -> int:
    """Replace the database by a copy. No server may be using it; the old database is kept next to it."""
    source, target = Path(args.file), _file_of(args)
    if not source.is_file():
        raise CommandError(t("terminal.backup.no-file", file=str(source)))
    os.umask(0o077)
    with exclusive_use(f"sqlite:///{target}"):
        try:
            games = _copy_games(source, target)
        except (sqlite3.Error, OSError) as error:
            raise CommandError(t("terminal.backup.unreadable", file=str(source), reason=os_error_text(error))) from None
    make_console().print(t_plural("terminal.backup.restored", games, file=str(target)), markup=False, soft_wrap=True)
    return 0


def _copy_games(source: Path, target: Path) -> int:
    """Copy a database completely or not at all; return the number of its games. A database at the target is kept next to it."""
    unfinished = target.with_name(f"{target.name}.part")
    unfinished.unlink(missing_ok=True)
    try:
        _copy(source, unfinished)
        games = _checked(unfinished)
        if target.exists():
            _set_aside(target)
        unfinished.replace(target)
        return games
    finally:
        unfinished.unlink(missing_ok=True)


def _file_of(args: Namespace) -> Path:
    """Return the file that the server uses. PostgreSQL has its own backup tools."""
    file = sqlite_file(database_of(args))
    if file is None:
        raise CommandError(t("terminal.backup.postgresql"))
    return file


def _copy(source: Path, target: Path) -> None:
    """Copy a database, including its write-ahead log. The copy is on disk when this returns."""
    target.touch(OWNERS)
    with (
        closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True, timeout=10)) as old,
        closing(sqlite3.connect(target)) as new,
    ):
        old.backup(new, pages=PAGES, sleep=PAUSE)
        new.execute("PRAGMA journal_mode=DELETE")  # the copy is a single file
    with target.open("rb") as written:
        os.fsync(written.fileno())


def _checked(file: Path) -> int:
    """Return the number of games in a copy. sqlite3.Error: it is not a database of this program, is damaged, or is newer."""
    with closing(sqlite3.connect(file)) as copy:
        found = copy.execute("PRAGMA integrity_check(1)").fetchone()[0]
        if found != "ok":
            raise sqlite3.DatabaseError(found)
        if copy.execute("SELECT name FROM sqlite_master WHERE name = 'alembic_version'").fetchone() is None:
            raise sqlite3.DatabaseError(t("terminal.backup.other"))
        version = copy.execute("SELECT version_num FROM alembic_version").fetchone()
        if version is None or version[0] not in schema_versions():
            raise sqlite3.DatabaseError(t("terminal.backup.newer"))
        return int(copy.execute("SELECT count(*) FROM games").fetchone()[0])


def _set_aside(file: Path) -> None:
    """Keep the old database with all its files."""
    kept = file.with_name(f"{file.name}{KEPT}")
    kept.unlink(missing_ok=True)
    _copy(file, kept)
    for ending in BESIDE:
        file.with_name(f"{file.name}{ending}").unlink(missing_ok=True)
