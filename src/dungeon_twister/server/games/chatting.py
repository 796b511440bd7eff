"""What is said at a table, line by line."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from dungeon_twister.server.errors import ProtocolError
from dungeon_twister.server.games.audience import Audience
from dungeon_twister.server.games.commands import LONGEST_ID
from dungeon_twister.server.games.memory import TRIES, Memory, storage_trouble
from dungeon_twister.server.games.talking import check_silence
from dungeon_twister.server.names import tidy_text
from dungeon_twister.server.protocol import ChatLine, Said, Say
from dungeon_twister.server.store import ChatRow, changes

LONGEST_LINE: Final = 500


class Chat:
    """Lines are written, then told to all who listen."""

    def __init__(self, memory: Memory, audience: Audience, now: Callable[[], float]) -> None:
        self._memory = memory
        self._audience = audience
        self._now = now

    async def say(self, id: str, seat: str, say: Say) -> ChatLine:
        """The same id again says nothing more."""
        text = tidy_text(say.text)
        if not 1 <= len(text) <= LONGEST_LINE or not 1 <= len(say.id) <= LONGEST_ID or not say.id.isprintable():
            raise ProtocolError("bad-line", f"A line has 1 to {LONGEST_LINE} signs.", 422)
        for _ in range(TRIES):
            async with self._memory.at_work(id) as hosted:
                known = hosted.said.get((seat, say.id))
                if known is not None:
                    return known
                check_silence(hosted.silent(), seat, self._now())
                holder = hosted.seat(seat)
                number = hosted.chat[-1].number + 1 if hosted.chat else 1
                row = ChatRow(id, number, seat, holder.name if holder else "", text, say.id, self._now())
                if await self._memory.write(hosted, changes.say(row)):
                    line = hosted.hear(row)
                    self._audience.tell(id, Said(line))
                    return line
        raise storage_trouble()
