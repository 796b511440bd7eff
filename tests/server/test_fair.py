"""No person can know or choose the chance of a game with other people (docs/fairness.md)."""

from __future__ import annotations

import asyncio
from pathlib import Path
from secrets import token_hex

from dungeon_twister.server.hall import Hall
from dungeon_twister.server.protocol import Fill, NewGame, Resign
from tests.server.halls import hall_on, player, replay_of


async def laid_by_fill(hall: Hall) -> list[str]:
    """What `fill` has chosen for blue in the setup of a game with a known seed."""
    seats = {"blue": "you", "yellow": "bot:random"}
    made = await hall.create(NewGame("base", seats=seats, seed="known"), "address")
    blue = player(hall, made)
    while (seen := await blue.look()).info.turn == 0:
        if seen.info.decider == "blue":
            await hall.command(blue.id, "blue", Fill(token_hex(8), "blue", seen.version))
        await asyncio.sleep(0.001)
    await hall.command(blue.id, "blue", Resign("r", "blue"))
    return [entry.text for entry in (await replay_of(hall, blue.id, "all")).entries if entry.who == "blue"]


def test_a_known_seed_does_not_foretell_what_fill_lays(tmp_path: Path) -> None:
    async def check() -> None:
        async with hall_on(str(tmp_path / "games.db")) as hall:
            assert await laid_by_fill(hall) != await laid_by_fill(hall)

    asyncio.run(check())
