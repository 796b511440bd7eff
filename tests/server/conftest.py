"""Databases for the tests: an SQLite file each, and one PostgreSQL server for all, if the machine has one to start."""

from __future__ import annotations

import asyncio
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from secrets import token_hex

import pytest

from dungeon_twister.server.logs import start_logging
from tests.server.game_services import make_tables, with_tables

# Nothing here has to survive a crash, and no table grows large enough for somebody to tidy up behind the tests.
SETTINGS = (
    "listen_addresses=",
    "max_connections=60",
    "fsync=off",
    "synchronous_commit=off",
    "full_page_writes=off",
    "autovacuum=off",
    "jit=off",
)
UNPRIVILEGED = ("postgres", "nobody")  # PostgreSQL refuses to run as root


def postgres_programs() -> Path | None:
    """The folder with initdb and postgres."""
    found = shutil.which("initdb")
    folders = [Path(found).resolve().parent] if found else []
    folders += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return next((folder for folder in folders if (folder / "initdb").exists() and (folder / "postgres").exists()), None)


def somebody_else() -> str | None:
    """Whom to run PostgreSQL as where the tests run as root."""
    if os.geteuid() != 0:
        return None
    names = {user.pw_name for user in pwd.getpwall()}
    return next((name for name in UNPRIVILEGED if name in names), None)


@contextmanager
def running_postgres(programs: Path) -> Iterator[Path]:
    """A fresh server that listens on a socket in a folder of its own only."""
    folder = Path(tempfile.mkdtemp(prefix="dt-postgres-"))
    user = somebody_else()
    if user:
        shutil.chown(folder, user)
    begin: list[str | Path] = [
        programs / "initdb",
        "-D",
        folder / "data",
        "-U",
        "tester",
        "--auth=trust",
        "--no-sync",
        "-E",
        "UTF8",
    ]
    subprocess.run(begin, user=user, cwd=folder, check=True, capture_output=True)
    options = [word for setting in SETTINGS for word in ("-c", setting)]
    serve: list[str | Path] = [programs / "postgres", "-D", folder / "data", "-k", folder, *options]
    with (folder / "server.log").open("wb") as log:
        server = subprocess.Popen(serve, user=user, cwd=folder, stdout=log, stderr=log)
    try:
        ready: list[str | Path] = [programs / "pg_isready", "-h", folder, "-U", "tester", "-d", "postgres", "-q"]
        for _ in range(200):
            if subprocess.run(ready, check=False).returncode == 0:
                break
            time.sleep(0.05)
        yield folder
    finally:
        server.send_signal(signal.SIGINT)  # PostgreSQL then ends what is connected; after SIGTERM it waits for it
        server.wait(20)
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(autouse=True)
def logging_anew() -> None:
    """A test before may have begun a log on what pytest caught for it then, which is closed by now."""
    start_logging("warning")


@pytest.fixture(scope="session")
def postgres() -> Iterator[tuple[Path, Path]]:
    """The programs and the folder with the socket of a running server."""
    programs = postgres_programs()
    if programs is None:
        pytest.skip("there is no PostgreSQL on this machine: neither initdb in the path nor /usr/lib/postgresql/*/bin")
    if os.geteuid() == 0 and somebody_else() is None:
        pytest.skip("PostgreSQL does not run as root, and there is no other user to run it as")
    with running_postgres(programs) as folder:
        yield programs, folder


def new_postgres(programs: Path, folder: Path, pattern: str = "template1") -> str:
    """A new database, as another one is."""
    name = f"games_{token_hex(4)}"
    command: list[str | Path] = [programs / "createdb", "-h", folder, "-U", "tester", "-T", pattern, name]
    subprocess.run(command, check=True, capture_output=True)
    return name


def address_of(name: str, folder: Path) -> str:
    return f"postgresql://tester@/{name}?host={folder}"


@pytest.fixture(scope="session")
def postgres_pattern(postgres: tuple[Path, Path]) -> str:
    """A database with the tables of today, made once: to copy it is quicker than to bring each one up to date."""
    name = new_postgres(*postgres)
    asyncio.run(make_tables(address_of(name, postgres[1])))
    return name


@pytest.fixture
def postgres_url(postgres: tuple[Path, Path], postgres_pattern: str) -> str:
    """A new database with its tables."""
    return address_of(new_postgres(*postgres, postgres_pattern), postgres[1])


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A new database of each kind, with its tables."""
    if request.param == "sqlite":
        return with_tables(f"sqlite:///{tmp_path / 'games.db'}")
    found: str = request.getfixturevalue("postgres_url")
    return found


@pytest.fixture(params=["sqlite", "postgresql"])
def bare_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A new database of each kind, without tables."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'games.db'}"
    postgres: tuple[Path, Path] = request.getfixturevalue("postgres")
    return address_of(new_postgres(*postgres), postgres[1])
