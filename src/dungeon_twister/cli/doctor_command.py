"""The command `doctor`: checks an installation and reports problems in sentences. It changes nothing.

No server module is imported before it is known to be there, because a missing extra is a finding like any other.
"""

from __future__ import annotations

import os
import shutil
import socket
import sqlite3
import sys
import time
from argparse import Namespace
from collections.abc import Iterator
from contextlib import closing
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from dungeon_twister import compiled
from dungeon_twister.cli.extras import MODULES
from dungeon_twister.cli.output import CommandError, make_console, os_error_text, print_json
from dungeon_twister.cli.texts import t

if TYPE_CHECKING:
    from dungeon_twister.server.config import Settings

FINE: Final = "fine"
NOTE: Final = "note"  # the server can run, but the operator should know
WRONG: Final = "wrong"

NEEDED_PYTHON: Final = (3, 11)
SPARE: Final = ("uvloop", "httptools", "starlette")  # optional for speed, or dependencies of others
MEGABYTE: Final = 1_000_000
PLENTY: Final = 5  # times the disk reserve
FEW_FILES, ENOUGH_FILES = 1024, 4096  # every player has a socket, which takes a file handle
CLOCK_SLACK: Final = 120.0  # seconds that the newest game may lie in the future
YEAR_OF_THIS: Final = 1_750_000_000  # no correct clock shows less
PATIENCE: Final = 5.0  # seconds for a database to answer


class CheckResult(NamedTuple):
    """A finding: what was checked, the result, and the values for its sentence (`terminal.doctor.NAME.HOW`)."""

    name: str
    how: str
    level: str
    values: dict[str, str | int]

    @property
    def sentence(self) -> str:
        return t(f"terminal.doctor.{self.name}.{self.how}", **self.values)


def result(name: str, how: str, level: str = "", **values: str | int) -> CheckResult:
    """Return a finding. Without a level, its name is also its result."""
    return CheckResult(name, how, level or how, values)


def doctor(args: Namespace) -> int:
    """Check everything and print the findings; return 1 if a server cannot or should not be run."""
    findings = list(run_checks(args))
    fine = all(finding.level != WRONG for finding in findings)
    if args.json:
        listed = [{"name": f.name, "level": f.level, "sentence": f.sentence} for f in findings]
        print_json({"fine": fine, "findings": listed})
        return 0 if fine else 1
    console = make_console()
    for finding in findings:
        console.print(f"{t(f'terminal.doctor.level.{finding.level}'):>8}  {finding.sentence}", markup=False, soft_wrap=True)
    console.print(t("terminal.doctor.all-fine" if fine else "terminal.doctor.not-fine"), markup=False)
    return 0 if fine else 1


def run_checks(args: Namespace) -> Iterator[CheckResult]:
    """Yield all findings, prerequisites first."""
    yield python(sys.version_info[:3])
    yield extras()
    yield engine()
    yield page()
    yield files(file_limit())
    if extras().level == WRONG:
        return
    from dungeon_twister.server.config import SettingError, changed, from_environment

    try:
        settings = from_environment()
    except SettingError as error:
        yield result("settings", WRONG, problem=str(error))
        return
    given = {"database": args.database, "host": args.host, "port": args.port}
    settings = changed(settings, **{name: value for name, value in given.items() if value is not None})
    yield from database(settings)
    yield proxies(settings)


# -- the machine -------------------------------------------------------------------------------------------------------


def python(version: tuple[int, ...]) -> CheckResult:
    shown = ".".join(map(str, version))
    if version < NEEDED_PYTHON:
        return result("python", WRONG, version=shown, needed=".".join(map(str, NEEDED_PYTHON)))
    return result("python", FINE, version=shown)


def extras() -> CheckResult:
    missing = [name for name in MODULES["server"] if name not in SPARE and not is_installed(name)]
    return result("extras", WRONG, modules=", ".join(missing)) if missing else result("extras", FINE)


def is_installed(module: str) -> bool:
    return find_spec(module) is not None


def engine() -> CheckResult:
    return result("engine", FINE if compiled.ready() else NOTE)


def page() -> CheckResult:
    static = Path(__file__).parents[1] / "server" / "static" / "index.html"
    return result("page", FINE if static.exists() else WRONG)


def file_limit() -> int:
    """Return how many files a process may have open; 0: unknown."""
    if sys.platform == "win32":
        return 0
    import resource

    return resource.getrlimit(resource.RLIMIT_NOFILE)[0]


def files(limit: int) -> CheckResult:
    if limit <= 0:  # unknown, or unlimited
        return result("files", "unlimited", FINE)
    return result("files", WRONG if limit < FEW_FILES else NOTE if limit < ENOUGH_FILES else FINE, count=limit)


def clock(now: float, newest: float) -> CheckResult:
    """Check the clock. `newest`: when a game was changed last."""
    if now < YEAR_OF_THIS:
        return result("clock", WRONG, date=_date(now))
    if newest > now + CLOCK_SLACK:
        return result("clock", "behind", WRONG, date=_date(now), newest=_date(newest))
    return result("clock", FINE, date=_date(now))


def _date(moment: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(moment))


# -- the database ------------------------------------------------------------------------------------------------------


def database(settings: Settings) -> Iterator[CheckResult]:
    """Check that games can be stored in the database; for a local file, check the file too."""
    from dungeon_twister.cli.database_access import server_process_of, url_of, without_password
    from dungeon_twister.server.config import data_folder

    try:
        url = url_of(settings.database or f"sqlite:///{data_folder() / 'games.db'}")
    except CommandError as error:
        yield result("database", WRONG, database=settings.database.rpartition("@")[2], problem=str(error))
        return
    if url.get_backend_name() == "postgresql":
        yield from _remote(settings.database, without_password(settings.database))
        yield port(settings, None)
        return
    file = Path(url.database or "")
    if not file.exists():
        yield _place_for(file)
        yield clock(time.time(), 0.0)
        yield port(settings, None)
        return
    yield from _file(file)
    yield disk(file, settings.disk_reserve_megabytes)
    yield port(settings, server_process_of(file))


def _place_for(file: Path) -> CheckResult:
    folder = next((folder for folder in file.absolute().parents if folder.exists()), file.parent)
    if is_writable(folder):
        return result("database", "new", NOTE, database=str(file))
    return result("database", "no-place", WRONG, database=str(file), folder=str(folder))


def is_writable(place: Path) -> bool:
    return os.access(place, os.W_OK)


def _file(file: Path) -> Iterator[CheckResult]:
    try:
        version, newest = _look_into(file)
    except (sqlite3.Error, OSError) as error:
        yield result("database", WRONG, database=str(file), problem=os_error_text(error))
        return
    if not (is_writable(file) and is_writable(file.parent)):
        yield result("database", "read-only", WRONG, database=str(file))
    else:
        yield result("database", FINE, database=str(file))
    yield schema(version)
    if sys.platform != "win32":
        yield permissions(file)
    yield clock(time.time(), newest)


def _look_into(file: Path) -> tuple[str, float]:
    """Return the version of the tables (empty: there are none), and the time of the last change."""
    with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True, timeout=PATIENCE)) as opened:
        integrity = opened.execute("PRAGMA quick_check(1)").fetchone()[0]
        if integrity != "ok":
            raise sqlite3.DatabaseError(integrity)
        if not opened.execute("SELECT 1 FROM sqlite_master WHERE name = 'alembic_version'").fetchone():
            return "", 0.0
        version = opened.execute("SELECT version_num FROM alembic_version").fetchone()
        newest = opened.execute("SELECT max(changed) FROM games").fetchone()
        return str(version[0]) if version else "", float(newest[0] or 0)


def _remote(url: str, shown: str) -> Iterator[CheckResult]:
    import asyncio

    from dungeon_twister.cli.database_access import first_line
    from dungeon_twister.server.store import version_of

    try:
        version, newest = asyncio.run(asyncio.wait_for(version_of(url), PATIENCE))
    except Exception as error:  # any error of the driver
        yield result("database", WRONG, database=shown, problem=first_line(error))
        return
    yield result("database", FINE, database=shown)
    yield schema(version)
    yield clock(time.time(), newest)
    if schema(version).level == FINE:
        yield members(asyncio.run(members_of(url)))


async def members_of(url: str) -> list[tuple[str, str]]:
    """Return the servers of a database: the address of each, and its problem (empty: it answers)."""
    from dungeon_twister.server.cluster import call
    from dungeon_twister.server.store import MemberTable, full_url

    roll = MemberTable(full_url(url))
    try:
        return [(row.address, await call(row)) for row in await roll.rows()]
    except Exception as error:  # any error of the driver
        return [("", os_error_text(error) if isinstance(error, OSError) else type(error).__name__)]
    finally:
        await roll.close()


def members(servers: list[tuple[str, str]]) -> CheckResult:
    """Check that every server of the database is reachable at its registered address."""
    wrong = [problem for _, problem in servers if problem]
    if wrong:
        return result("members", WRONG, problem=wrong[0])
    if not servers:
        return result("members", "none", FINE)
    return result("members", FINE, count=len(servers), addresses=", ".join(address for address, _ in servers))


def schema(version: str) -> CheckResult:
    from dungeon_twister.server.store import schema_versions

    known = schema_versions()
    if not version:
        return result("schema", "none", NOTE)
    if version not in known:
        return result("schema", WRONG, version=version, newest=known[-1])
    if version != known[-1]:
        return result("schema", NOTE, version=version, newest=known[-1])
    return result("schema", FINE, version=version)


def permissions(file: Path) -> CheckResult:
    return result("permissions", WRONG if file.stat().st_mode & 0o077 else FINE, file=str(file))


def disk(file: Path, reserve: int) -> CheckResult:
    free = shutil.disk_usage(file.parent).free // MEGABYTE
    level = WRONG if free < reserve else NOTE if free < PLENTY * reserve else FINE
    return result("disk", level, free=free, reserve=reserve) if level == WRONG else result("disk", level, free=free)


# -- the net -----------------------------------------------------------------------------------------------------------


def port(settings: Settings, server: int | None) -> CheckResult:
    """Check that a server can listen there. `server`: the one that serves this database already."""
    try:
        family, kind, protocol, _, where = socket.getaddrinfo(settings.host, settings.port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as probe:
            if sys.platform != "win32":
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(where)
    except (OSError, UnicodeError, OverflowError) as error:
        if server is not None:
            return result("port", "served", NOTE, process=server, host=settings.host, port=settings.port)
        return result("port", WRONG, problem=os_error_text(error), host=settings.host, port=settings.port)
    return result("port", FINE, host=settings.host, port=settings.port)


def proxies(settings: Settings) -> CheckResult:
    """Check that client addresses are known. Behind a proxy only the proxy knows them, and it must be trusted."""
    from dungeon_twister.server.config import is_loopback, is_network

    words = [word.strip() for word in settings.proxies.split(",") if word.strip()]
    bad = [word for word in words if word != "*" and not is_network(word)]
    if bad:
        return result("proxy", "unreadable", WRONG, word=bad[0])
    if "*" in words:
        return result("proxy", "everybody", WRONG)
    if words:
        return result("proxy", FINE, proxies=", ".join(words))
    if any(origin.startswith("https:") for origin in settings.origins):
        return result("proxy", WRONG)
    return result("proxy", "alone", FINE) if is_loopback(settings.host) else result("proxy", "open", NOTE, host=settings.host)
