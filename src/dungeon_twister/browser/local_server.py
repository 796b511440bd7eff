"""The game service and the exercises of one browser, for one person or several at one screen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import msgspec

from dungeon_twister.browser.disk import Disk
from dungeon_twister.browser.local_routes import LocalService, answer, unreadable
from dungeon_twister.browser.local_store import LocalStore
from dungeon_twister.browser.page_port import PagePort
from dungeon_twister.presentation.guide.guide_shapes import Reason
from dungeon_twister.server.errors import ProtocolError
from dungeon_twister.server.games import GameService
from dungeon_twister.server.store import RetentionPolicy
from dungeon_twister.server.study import StudyService
from dungeon_twister.server.wire import encode
from dungeon_twister.server.workers import AnalysisPool, BotBackend, InProcessBots

# Keep everything except deleted games: the browser belongs to its user.
FOR_EVER: Final = RetentionPolicy(
    open_days=0.0,
    given_up_days=1.0,
    idle_days=0.0,
    finished_days=0.0,
    bots_days=0.0,
    records_days=0.0,
    people_days=0.0,
    records_per_address=0,
    records_megabytes=0,
    disk_reserve_megabytes=0,
)
PACE: Final = 0.35  # seconds between two choices of a bot, so that people can follow


class LocalServer:
    """Answers requests and connections of pages. `disk` is where the browser stores games."""

    def __init__(
        self, disk: Disk, bot_backend: BotBackend | None = None, pace: float = PACE, analysis_pool: AnalysisPool | None = None
    ) -> None:
        bot_backend = bot_backend or InProcessBots()
        store = LocalStore(disk)
        self.games = GameService(store, bot_backend, pace=pace, analysis_pool=analysis_pool, retention=FOR_EVER)
        self.study = StudyService(bot_backend)
        self.service = LocalService(self.games, self.study, store, disk)
        self._ports: dict[str, PagePort] = {}

    async def open(self) -> None:
        await self.games.open()
        await self.study.open()

    async def close(self) -> None:
        for line in list(self._ports):
            self.hang_up(line)
        await self.study.close()
        await self.games.close()

    async def request(self, method: str, address: str, token: str = "", body: bytes = b"") -> tuple[int, bytes]:
        """Answer a request with status and body. `address` is the part after /api."""
        try:
            return 200, await answer(self.service, method, address, token, body)
        except ProtocolError as error:
            return error.status, _failure(error.reason)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            return 400, _failure(unreadable(error).reason)
        except Exception as error:
            return 500, _failure(self.service.jammed(error))

    # -- connections: the counterpart of a server's sockets -----------------------------------------------------------------

    def dial(self, line: str, game: str, send: Callable[[str], None], hang_up: Callable[[int], None]) -> None:
        """Open a connection of a page to a game. The page chooses its name, `line`."""
        self._ports[line] = PagePort(self.service, game, send, hang_up)

    async def receive(self, line: str, text: str) -> None:
        """Take a message of a connection."""
        port = self._ports.get(line)
        if port is not None:
            await port.receive(text)
            self.games.bot_runner.reconsider(port.game)

    def hang_up(self, line: str) -> None:
        """Close a connection."""
        port = self._ports.pop(line, None)
        if port is not None:
            port.leave()
            self.games.bot_runner.reconsider(port.game)


def _failure(reason: Reason) -> bytes:
    return b'{"reason":' + encode(reason) + b"}"
