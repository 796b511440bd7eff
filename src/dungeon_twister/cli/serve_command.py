"""`dungeon-twister serve`: serves games to browsers. It finds a port, opens the database, prints one line and ends on
Ctrl-C."""

from __future__ import annotations

import asyncio
import errno
import os
import signal
import socket
import sys
import threading
import webbrowser
from argparse import Namespace
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from types import FrameType
from typing import Final

import uvicorn

from dungeon_twister import compiled
from dungeon_twister.cli.database_access import check_database_url, exclusive_use, first_line, url_of, without_password
from dungeon_twister.cli.output import CommandError, os_error_text
from dungeon_twister.server.cluster import MemberError, member_address
from dungeon_twister.server.config import SettingError, Settings, changed, checked_origin, from_environment
from dungeon_twister.server.gc_policy import run_gc_policy
from dungeon_twister.server.logs import ADDRESSES, LEVELS, log, start_logging, usual_level
from dungeon_twister.server.transport import (
    ConnectionLimits,
    ServerContext,
    guarded_protocol,
    make_app,
    make_game_service,
    make_monitoring_app,
    raw_websocket_protocol,
    warm_up,
)

PORTS_TRIED: Final = 100
GRACE_SECONDS: Final = 3  # so that clients learn of the end of the server
DRAIN_SECONDS: Final = 10.0  # limit for finishing pending work
SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)
SOCKET_ROOM: Final = 4  # a slightly too large message gets an error; a far too large one ends the connection


def serve(args: Namespace) -> int:
    """Serve until Ctrl-C."""
    os.umask(0o077)  # written files are private: the database holds future chance
    settings = _settings(args)
    with (
        exclusive_use(settings.database),
        _listen(settings.host, settings.port, given=args.port is not None) as listener,
        _watched(settings) as watched,
    ):
        start_logging(settings.log_level or usual_level(sys.stderr))
        address = _address(settings.host, listener.getsockname()[1])
        loops = uvicorn.Config("", log_config=None).get_loop_factory()  # uvloop if installed
        with asyncio.Runner(loop_factory=loops) as runner:
            runner.run(_serve(settings, listener, watched, address, browser=not args.no_browser))
    return 0


# -- settings ----------------------------------------------------------------------------------------------------------


def _settings(args: Namespace) -> Settings:
    """Return the settings of the environment with the command's overrides."""
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
        "metrics_port": args.metrics_port,
        "shelf": args.shelf or None,
    }
    settings = changed(settings, **{name: value for name, value in given.items() if value is not None})
    for port in (settings.port, settings.metrics_port):
        if not 0 <= port <= 65535:
            raise CommandError(f"A port is a number from 0 to 65535, not {port}")
    if settings.bot_workers < 1:
        raise CommandError("Bots need at least one process to think in")
    if settings.log_level and settings.log_level not in LEVELS:
        raise CommandError(f"What is logged is one of {', '.join(LEVELS)}, not {settings.log_level!r}")
    if settings.log_addresses not in ADDRESSES:
        raise CommandError(f"Addresses are logged as one of {', '.join(ADDRESSES)}, not {settings.log_addresses!r}")
    try:
        member = checked_origin(settings.member_address) if settings.member_address else ""
    except SettingError:
        raise CommandError(f"A member address is written as http://10.0.0.5:8000, not {settings.member_address!r}") from None
    return changed(settings, database=check_database_url(settings.database), origins=origins, member_address=member)


# -- where it listens --------------------------------------------------------------------------------------------------


def _listen(host: str, port: int, given: bool) -> socket.socket:
    """Return a listening socket at the port, or at the next free one if the port is taken and was not given by the user."""
    last = port if given or not port else min(port + PORTS_TRIED, 65535)
    for candidate in range(port, last + 1):
        try:
            return _bound(host, candidate)
        except (OSError, UnicodeError) as error:
            problem = os_error_text(error)
            if not _is_taken(error):
                break
    raise CommandError(f"Cannot listen at {host}, port {port}: {problem}")


@contextmanager
def _watched(settings: Settings) -> Iterator[socket.socket | None]:
    """Yield the socket for health and metrics if they have their own port."""
    if not settings.metrics_port:
        yield None
        return
    with _listen(settings.metrics_host, settings.metrics_port, given=True) as listener:
        yield listener


def _is_taken(error: Exception) -> bool:
    return isinstance(error, OSError) and error.errno in (errno.EADDRINUSE, errno.EACCES)


def _bound(host: str, port: int) -> socket.socket:
    family, kind, protocol, _, where = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
    listener = socket.socket(family, kind, protocol)
    try:
        if sys.platform != "win32":  # on Windows it would let two servers share a port
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(where)
        listener.listen(2048)
        listener.setblocking(False)
    except BaseException:
        listener.close()
        raise
    return listener


def _address(host: str, port: int) -> str:
    """Return the page's address for a browser on this machine."""
    shown = {"0.0.0.0": "127.0.0.1", "": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{shown}:{port}/"


# -- running -----------------------------------------------------------------------------------------------------------


class QuietServer(uvicorn.Server):
    """A server that ends on the first Ctrl-C without raising it again, so that games are closed in order. SIGTERM first
    finishes pending work; a second signal ends at once."""

    def __init__(self, config: uvicorn.Config, service: ServerContext) -> None:
        super().__init__(config)
        self._service = service
        self._draining: asyncio.Task[None] | None = None

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        loop = asyncio.get_running_loop()

        def end(number: int, frame: FrameType | None) -> None:
            if number == signal.SIGTERM and not self._service.draining.is_set():
                loop.call_soon_threadsafe(self._drain)
            else:
                self.handle_exit(number, frame)

        before = {number: signal.signal(number, end) for number in SIGNALS}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def _drain(self) -> None:
        self._draining = self._draining or asyncio.create_task(self._drain_and_end())

    async def _drain_and_end(self) -> None:
        await self._service.drain(DRAIN_SECONDS)
        self.should_exit = True

    async def begin(self, address: str, browser: bool) -> None:
        """When the server answers: join the cluster, whose peers call it, then print one line and open the page."""
        while not self.started:
            if self.should_exit:
                return
            await asyncio.sleep(0.02)
        if self._service.games.router.shared:
            try:
                await self._service.games.begin()
            except Exception:
                self.should_exit = True
                raise
        engine = compiled.engine(compiled.running())
        sys.stdout.write(f"Dungeon Twister is at {address} (Ctrl-C ends the server). The engine is {engine}.\n")
        sys.stdout.flush()
        if browser:
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


class MonitoringServer(uvicorn.Server):
    """A second server of the same process, which ends with the first."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


def server_config(settings: Settings, app: object, connection_limits: ConnectionLimits | None = None) -> uvicorn.Config:
    """Return the settings of the HTTP server for the application."""
    connection_limits = connection_limits or ConnectionLimits(settings)
    return uvicorn.Config(
        app,  # type: ignore[arg-type]  # two libraries declare the same protocol differently
        http=guarded_protocol(connection_limits),
        ws=raw_websocket_protocol(connection_limits),
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


async def _serve(
    settings: Settings, listener: socket.socket, watched: socket.socket | None, address: str, browser: bool
) -> None:
    games = make_game_service(settings, member_address(settings.host, listener.getsockname()[1], url_of(settings.database)))
    try:
        await games.open(begin=False)
    except Exception as error:
        log.debug("database", exc_info=error)
        raise CommandError(f"Cannot open the database {without_password(settings.database)}: {first_line(error)}") from None
    warm_up()
    cycles = asyncio.create_task(run_gc_policy())
    try:
        if not games.router.shared:
            await games.begin()
        connection_limits = ConnectionLimits(settings)
        service = ServerContext(settings, games, connection_limits)
        server = QuietServer(
            server_config(settings, make_app(settings, opened=True, service=service), connection_limits), service
        )
        begun = asyncio.create_task(server.begin(address, browser))
        async with _watching(service, watched):
            await server.serve(sockets=[listener])
        if not begun.cancel():
            begun.result()
    except MemberError as error:
        raise CommandError(str(error)) from None
    finally:
        cycles.cancel()
        await games.close()


@asynccontextmanager
async def _watching(service: ServerContext, listener: socket.socket | None) -> AsyncIterator[None]:
    """Serve health and metrics at their own port meanwhile, if they have one."""
    if listener is None:
        yield
        return
    config = uvicorn.Config(
        make_monitoring_app(service), log_config=None, access_log=False, server_header=False, lifespan="off"
    )
    server = MonitoringServer(config)
    task = asyncio.create_task(server.serve(sockets=[listener]), name="metrics")
    try:
        yield
    finally:
        server.should_exit = True
        await task
