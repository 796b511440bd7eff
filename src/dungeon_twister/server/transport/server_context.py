"""Shared by routes and sockets: the game service, limits and counters, and error handling."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final, Protocol

from dungeon_twister.presentation.guide.guide_shapes import Reason
from dungeon_twister.server.config import Settings
from dungeon_twister.server.endpoints.close_codes import TOO_FAST
from dungeon_twister.server.endpoints.service import JAMMED, Service
from dungeon_twister.server.errors import ProtocolError
from dungeon_twister.server.games import GameService
from dungeon_twister.server.limits import TooMuchError
from dungeon_twister.server.logs import log
from dungeon_twister.server.metrics import Metrics
from dungeon_twister.server.refusal_counter import RefusalCounter
from dungeon_twister.server.socket_protocol import Command, CommandAnswer
from dungeon_twister.server.study import StudyService
from dungeon_twister.server.transport.bans import Bans
from dungeon_twister.server.transport.connection_limits import ConnectionLimits
from dungeon_twister.server.transport.own_addresses import reachable_at

DRAIN_LOOK: Final = 0.02  # seconds between two checks whether all sockets are closed


class OpenSocket(Protocol):
    """A connected socket."""

    @property
    def stays(self) -> bool:
        """Whether this process still serves its game."""

    def leave(self) -> None:
        """Make the client reconnect, possibly to another process."""


class ServerContext(Service):
    """The parts of one server."""

    def __init__(self, settings: Settings, games: GameService, connection_limits: ConnectionLimits | None = None) -> None:
        study = StudyService(games.bot_backend, settings.study_workers, settings.reading_rate, settings.reading_seconds)
        super().__init__(settings, games, study)
        if games.router.shared:
            self.limits.spent = games.share_budgets(self.limits.spend)
        self.study.scale_budgets(self.limits.clubs.factor)
        self.refusals = RefusalCounter()
        self.bans = Bans(games, self.refusals.note)
        self._connection_limits = connection_limits
        if connection_limits is not None:
            connection_limits.note = self.refusals.note
        self.metrics = Metrics(self._figures)
        self.draining = asyncio.Event()  # nothing new is started, clients reconnect to the next process
        self.sockets: set[OpenSocket] = set()  # open sockets
        games.router.register(self)

    def _figures(self) -> dict[str, float]:
        connection_limits = self._connection_limits.figures() if self._connection_limits else {}
        return {**self.games.figures(), **connection_limits, "banned_refused": self.bans.refused}

    async def command(self, game: str, seat: str, command: Command, sheltered: bool) -> CommandAnswer:
        began = time.perf_counter()
        answer = await super().command(game, seat, command, sheltered)
        self.metrics.latency.observe(time.perf_counter() - began)
        self.metrics.command(type(command))
        if answer.reason is not None:
            self.note_refusal(answer.reason)
        return answer

    def check_open(self) -> None:
        if self.draining.is_set():
            raise ProtocolError("restarting", "The server is about to restart: try again in a moment.", 503)

    async def drain(self, seconds: float) -> None:
        """Refuse new work and answer pending requests; return when all sockets are closed or the time is up."""
        self.draining.set()
        await self.games.router.close()  # other processes, if any, serve the games from now on
        for socket in self.sockets:
            socket.leave()
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while self.sockets or self.games.busy:
                    await asyncio.sleep(DRAIN_LOOK)

    @contextmanager
    def connected(self, socket: OpenSocket) -> Iterator[None]:
        """Count a socket as open within this context."""
        self.metrics.sockets.inc()
        self.sockets.add(socket)
        if self.draining.is_set() or not socket.stays:
            socket.leave()
        try:
            yield
        finally:
            self.sockets.discard(socket)
            self.metrics.sockets.dec()

    async def moved(self, come: set[str], gone: set[str], again: bool) -> None:
        """Handle processes that joined or left: clients of games that moved must reconnect and are
        forwarded there."""
        for socket in self.sockets:
            if not socket.stays:
                socket.leave()
        if self._connection_limits is not None:
            self._connection_limits.peers = self.games.router.peer_hosts()

    def reachable_at(self, port: int) -> list[str]:
        return reachable_at(self.settings, port)

    def ban(self, address: str) -> Reason | None:
        return self.bans.refusal(address)

    def note_refusal(self, reason: Reason) -> None:
        self.metrics.refusals.labels(reason.code).inc()

    def note_flood(self, address: str) -> None:
        self.metrics.dropped.labels(TOO_FAST.code).inc()
        self.refusals.note(address, TOO_FAST.code)

    def over_limit(self, error: ProtocolError, address: str) -> None:
        if isinstance(error, TooMuchError):
            self.metrics.over_limit.labels(error.reason.code).inc()
            self.refusals.note(address, error.reason.code)

    def jammed(self, error: BaseException) -> Reason:
        """Return the reason of an unexpected error. The log has the details under the id in the
        X-Request-Id header of the answer."""
        self.metrics.jams.inc()
        log.error("jammed", kind=type(error).__name__, exc_info=error)
        return JAMMED
