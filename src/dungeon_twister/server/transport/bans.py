"""Banned networks (`dungeon-twister ban`), read from the database every few seconds."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from typing import Final

from dungeon_twister.presentation.guide.guide_shapes import Reason
from dungeon_twister.server.games import GameService
from dungeon_twister.server.logs import log
from dungeon_twister.server.tasks import end

EVERY: Final = 5.0  # seconds between two queries
BANNED: Final = Reason(
    "banned", sentence="This server does not let your network in. Ask its operator if you think that is wrong."
)


class Bans:
    """The networks banned now. Every request, socket and message is checked."""

    def __init__(self, games: GameService, note: Callable[[str, str], None], every: float = EVERY) -> None:
        self._games = games
        self._note = note  # called with address and code of every refusal
        self._every = every
        self._networks: list[IPv4Network | IPv6Network] = []
        self._task: asyncio.Task[None] | None = None
        self.refused = 0

    async def open(self) -> None:
        self._task = asyncio.create_task(self._keep(), name="bans")

    async def close(self) -> None:
        await end(self._task)
        self._task = None

    async def look(self) -> None:
        """Read the bans from the database."""
        self._networks = [ip_network(ban.network) for ban in await self._games.moderation.repository.bans(time.time())]

    def refusal(self, address: str) -> Reason | None:
        """Return why an address is refused, or None."""
        if not self._networks:
            return None
        try:
            parsed = ip_address(address)
        except ValueError:
            return None
        parsed = getattr(parsed, "ipv4_mapped", None) or parsed
        if not any(parsed in network for network in self._networks):
            return None
        self.refused += 1
        self._note(address, BANNED.code)
        return BANNED

    async def _keep(self) -> None:
        while True:
            try:
                await self.look()
            except Exception as error:  # the database is unavailable for a while: the known bans stay in force
                log.warning("bans", kind=type(error).__name__)
            await asyncio.sleep(self._every)
