"""After a restart or a clock jump, give the players to move a minimum of remaining time."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from dungeon_twister.server.games.sessions import clocks
from dungeon_twister.server.games.sessions.active_game import ActiveGame
from dungeon_twister.server.games.sessions.game_cache import GameCache
from dungeon_twister.server.games.sessions.seats import timed
from dungeon_twister.server.store import changes

if TYPE_CHECKING:
    from dungeon_twister.server.store import Store


async def _postpone_first_moves(store: Store, cache: GameCache, now: float) -> None:
    """Postpone first moves that would be due at once."""
    later = now + clocks.SHORTEST_GRACE
    await store.write(changes.postpone_first_moves(later))
    for id in cache.ids():
        active = cache.held(id)
        if active is not None and active.row.first_move_by is not None and active.row.first_move_by < later:
            active.change(msgspec.structs.replace(active.row, first_move_by=later))


async def grant_clock_grace(store: Store, cache: GameCache, send: Callable[[ActiveGame], None], now: float) -> None:
    """Extend every clock that would have run out meanwhile, and send the change to subscribers."""
    await _postpone_first_moves(store, cache, now)
    for id, packed in await store.timings():
        timing = clocks.unpacked(packed) if cache.router.is_local(id) else None
        if timing is None or clocks.with_grace(timing, now) == timing:
            continue
        later = clocks.with_grace(timing, now)
        change = changes.retime(id, packed, clocks.packed(later), clocks.deadline(later))
        if cache.held(id) is None:
            await store.write(change)
            continue
        async with cache.locked(id) as active:
            if active.row.timing == packed and await cache.write(active, change):
                active.change(timed(active.row, later))
                send(active)
