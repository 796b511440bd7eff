"""After a start, or a jump of the machine's clock: whoever has to decide could not for a while, so he has some time left."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from dungeon_twister.server.games import clocks
from dungeon_twister.server.games.hosted import Hosted
from dungeon_twister.server.games.memory import Memory
from dungeon_twister.server.games.seats import timed
from dungeon_twister.server.store import changes

if TYPE_CHECKING:
    from dungeon_twister.server.store import Store


async def _excuse_first_moves(store: Store, memory: Memory, now: float) -> None:
    """Nobody's first move is due at once."""
    later = now + clocks.SHORTEST_GRACE
    await store.write(changes.excuse_first_moves(later))
    for id in memory.ids():
        hosted = memory.held(id)
        if hosted is not None and hosted.row.first_move_by is not None and hosted.row.first_move_by < later:
            hosted.change(msgspec.structs.replace(hosted.row, first_move_by=later))


async def excuse_all(store: Store, memory: Memory, tell: Callable[[Hosted], None], now: float) -> None:
    """Set back every clock that would have run out meanwhile; those who look on are told."""
    await _excuse_first_moves(store, memory, now)
    for id, packed in await store.timings():
        timing = clocks.unpacked(packed) if memory.router.is_local(id) else None
        if timing is None or clocks.excused(timing, now) == timing:
            continue
        later = clocks.excused(timing, now)
        change = changes.retime(id, packed, clocks.packed(later), clocks.deadline(later))
        if memory.held(id) is None:
            await store.write(change)
            continue
        async with memory.at_work(id) as hosted:
            if hosted.row.timing == packed and await memory.write(hosted, change):
                hosted.change(timed(hosted.row, later))
                tell(hosted)
