"""Chat of a game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from dungeon_twister.server.errors import ProtocolError
from dungeon_twister.server.games.commands.commands import LONGEST_ID
from dungeon_twister.server.games.notifications.audience import Audience
from dungeon_twister.server.games.sessions.game_cache import TRIES, GameCache, storage_trouble
from dungeon_twister.server.games.sessions.silent_allies import check_silence
from dungeon_twister.server.socket_protocol import ChatLine, Said, Say
from dungeon_twister.server.store import ChatRow, changes
from dungeon_twister.server.text_input import tidy_text

LONGEST_LINE: Final = 500


class Chat:
    """Stores lines, then sends them to all subscribers."""

    def __init__(self, cache: GameCache, audience: Audience, now: Callable[[], float]) -> None:
        self._cache = cache
        self._audience = audience
        self._now = now

    async def say(self, id: str, seat: str, say: Say) -> ChatLine:
        """Add a line. A repeated id adds nothing."""
        text = tidy_text(say.text)
        if not 1 <= len(text) <= LONGEST_LINE or not 1 <= len(say.id) <= LONGEST_ID or not say.id.isprintable():
            raise ProtocolError("bad-line", f"A line has 1 to {LONGEST_LINE} characters.", 422)
        for _ in range(TRIES):
            async with self._cache.locked(id) as active:
                known = active.said.get((seat, say.id))
                if known is not None:
                    return known
                check_silence(active.silent(), seat, self._now())
                holder = active.seat(seat)
                number = active.chat[-1].number + 1 if active.chat else 1
                row = ChatRow(id, number, seat, holder.name if holder else "", text, say.id, self._now())
                if await self._cache.write(active, changes.say(row)):
                    line = active.add_line(row)
                    self._audience.send(id, Said(line))
                    return line
        raise storage_trouble()
