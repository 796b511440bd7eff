"""`dungeon-twister serve`: the games in the browser. Finds a port, opens the database, says one line, ends on Ctrl-C."""

from __future__ import annotations

import asyncio
import errno
import gc
import os
import signal
import socket
import sqlite3
import sys
import threading
import webbrowser
from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import IO, Final

import uvicorn
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from dungeon_twister.cli.output import CommandError, reason
from dungeon_twister.server.config import SettingError, Settings, changed, checked_origin, default_database, from_environment
from dungeon_twister.server.logs import LEVELS, log, start_logging
from dungeon_twister.server.store import full_url
from dungeon_twister.server.transport import Doors, guarded_protocol, make_app, make_hall, warm_up

PORTS_TRIED: Final = 100
GRACE_SECONDS: Final = 3  # for clients to hear that the server ends
SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)
SOCKET_ROOM: Final = 4  # a message that is a little too large is told so; one far too large ends the connection at once


def serve(args: Namespace) -> int:
    """Serve until Ctrl-C."""
    os.umask(0o077)  # what is written is nobody else's: the database holds what chance will do
    settings = _settings(args)
    with _alone(settings.database), _listen(settings.host, settings.port, given=args.port is not None) as listener:
        start_logging(settings.log_level)
        address = _address(settings.host, listener.getsockname()[1])
        loops = uvicorn.Config("", log_config=None).get_loop_factory()  # uvloop where it is there
        with asyncio.Runner(loop_factory=loops) as runner:
            runner.run(_serve(settings, listener, address, browser=not args.no_browser))
    return 0


# -- settings ----------------------------------------------------------------------------------------------------------


def _settings(args: Namespace) -> Settings:
    """The environment's settings, changed by what was given."""
    try:
        settings = from_environment()
        origins = (*settings.origins, *(checked_origin(text) for text in args.origin))
    except SettingError as error:
        raise CommandError(str(error)) from None
    given = {
        "host": args.host,
        "port": args.port,
        "database": args.database,
        "bot_workers": args.workers_for_bots,
        "log_level": args.log,
    }
    settings = changed(settings, **{name: value for name, value in given.items() if value is not None})
    if not 0 <= settings.port <= 65535:
        raise CommandError(f"A port is a number from 0 to 65535, not {settings.port}")
    if settings.bot_workers < 1:
        raise CommandError("Bots need at least one process to think in")
    if settings.log_level not in LEVELS:
        raise CommandError(f"What is logged is one of {', '.join(LEVELS)}, not {settings.log_level!r}")
    return changed(settings, database=_database(settings.database), origins=origins)


def _database(text: str) -> str:
    """A database that looks as if it could be opened."""
    if not text:
        try:
            return default_database()
        except OSError as error:
            raise CommandError(f"Cannot make the folder for the games {error.filename}: {reason(error)}") from None
    url = _url(text)
    kind = url.get_backend_name()
    if kind not in ("sqlite", "postgresql"):
        raise CommandError(f"A database is sqlite or postgresql, not {kind}")
    if kind == "sqlite":
        if not url.database or url.database == ":memory:":
            raise CommandError("Games are kept in a file, as sqlite:///games.db")
        _check_file(Path(url.database))
    return text


def _url(text: str) -> URL:
    try:
        return full_url(text)
    except (ArgumentError, ValueError):
        raise CommandError(
            "A database is written as sqlite:///games.db or postgresql://user:password@host/name, "
            f"not {text.rpartition('@')[2]!r}"
        ) from None


def _check_file(file: Path) -> None:
    """Can this file be a database that we read and write?"""
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
        pass  # another user's file that we may write: its modes are his business
    except sqlite3.Error as error:
        raise CommandError(f"Cannot keep games in {file}: {reason(error)}") from None


@contextmanager
def _alone(database: str) -> Iterator[None]:
    """Only one server may use an SQLite file: two would not hear of each other. The lock ends with the process, in any way."""
    url = full_url(database)
    if url.get_backend_name() != "sqlite":
        yield
        return
    # Of the file itself: the same one may be reached under several names.
    with Path(f"{Path(url.database or '').resolve()}.lock").open("a") as file:
        try:
            _lock(file)
        except OSError:
            raise CommandError(
                f"Another server serves the games in {url.database} already: end it, or give another --database"
            ) from None
        yield


def _lock(file: IO[str]) -> None:
    """Nobody else may have this lock meanwhile. OSError: somebody has it."""
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


# -- where it listens --------------------------------------------------------------------------------------------------


def _listen(host: str, port: int, given: bool) -> socket.socket:
    """A socket that listens: at that port, or, where nobody asked for it and it is taken, at the next free one."""
    last = port if given or not port else min(port + PORTS_TRIED, 65535)
    for candidate in range(port, last + 1):
        try:
            return _bound(host, candidate)
        except (OSError, UnicodeError) as error:
            problem = reason(error)
            if not _is_taken(error):
                break
    raise CommandError(f"Cannot listen at {host}, port {port}: {problem}")


def _is_taken(error: Exception) -> bool:
    return isinstance(error, OSError) and error.errno in (errno.EADDRINUSE, errno.EACCES)


def _bound(host: str, port: int) -> socket.socket:
    family, kind, protocol, _, where = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
    listener = socket.socket(family, kind, protocol)
    try:
        if sys.platform != "win32":  # there it would let two servers share a port
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(where)
        listener.listen(2048)
        listener.setblocking(False)
    except BaseException:
        listener.close()
        raise
    return listener


def _address(host: str, port: int) -> str:
    """Where a browser on this machine finds the page."""
    shown = {"0.0.0.0": "127.0.0.1", "": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{shown}:{port}/"


# -- running -----------------------------------------------------------------------------------------------------------


class QuietServer(uvicorn.Server):
    """Ends on the first Ctrl-C without raising it again, so that the games are closed in order."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        def end(number: int, frame: FrameType | None) -> None:
            self.handle_exit(number, frame)

        before = {number: signal.signal(number, end) for number in SIGNALS}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    async def tell_when_started(self, address: str, browser: bool) -> None:
        """One line, and the page, as soon as the server answers."""
        while not self.started:
            if self.should_exit:
                return
            await asyncio.sleep(0.02)
        sys.stdout.write(f"Dungeon Twister is at {address} (Ctrl-C ends the server).\n")
        sys.stdout.flush()
        if browser:
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


def server_config(settings: Settings, app: object, doors: Doors | None = None) -> uvicorn.Config:
    """How the HTTP server is to run the application."""
    doors = doors or Doors(settings)
    return uvicorn.Config(
        app,  # type: ignore[arg-type]  # two libraries, two spellings of the same protocol
        http=guarded_protocol(doors),
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=settings.proxies or None,
        ws_max_size=SOCKET_ROOM * settings.message_bytes,
        ws_per_message_deflate=settings.compress_sockets,
        ws_ping_interval=settings.idle_seconds,
        ws_ping_timeout=settings.idle_seconds,
        timeout_graceful_shutdown=GRACE_SECONDS,
    )


async def _serve(settings: Settings, listener: socket.socket, address: str, browser: bool) -> None:
    hall = make_hall(settings)
    try:
        await hall.open()
    except Exception as error:
        log.debug("database", exc_info=error)
        raise CommandError(f"Cannot open the database {_without_password(settings.database)}: {_first_line(error)}") from None
    warm_up()
    _collect_rarely()
    try:
        doors = Doors(settings)
        server = QuietServer(server_config(settings, make_app(settings, hall, opened=True, doors=doors), doors))
        told = asyncio.create_task(server.tell_when_started(address, browser))
        await server.serve(sockets=[listener])
        told.cancel()
    finally:
        await hall.close()


def _collect_rarely() -> None:
    """Games are freed by counting references; looking through hundreds of them for cycles would stop everybody for half a
    second, many times a minute."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 50, 1_000)


def _without_password(text: str) -> str:
    """The URL as it was written, its password hidden."""
    return make_url(text).render_as_string(hide_password=True) if "://" in text else text


def _first_line(error: BaseException) -> str:
    """What the database says, without the statement that failed."""
    cause = getattr(error, "orig", None) or error
    return (str(cause).strip().splitlines() or [type(cause).__name__])[0]
