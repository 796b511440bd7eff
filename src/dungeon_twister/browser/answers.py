"""Answers that never change, written as files beside the page: nobody has to wait for Python to see what can be played."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping
from typing import Final

from dungeon_twister.browser.house import House
from dungeon_twister.presentation.guide.examples import GAMES
from dungeon_twister.rules.engine.scenarios import scenario_names

NOT_IN_NAMES: Final = re.compile(r"[^\w-]+")


class Nowhere:
    """A disk on which nothing is kept: nothing is played here."""

    async def read(self, prefix: str) -> list[tuple[str, str]]:
        return []

    async def write(self, texts: Mapping[str, str | None]) -> None:
        pass


def addresses() -> list[str]:
    """What is asked for by its address alone (FIXED in web/src/transport/worker.ts)."""
    books = [f"/{kind}?game={game}" for kind in ("examples", "strategy") for game in GAMES]
    return ["/catalogue", "/study/lessons", *books, *(f"/scene?scenario={name}" for name in scenario_names())]


def file_name(address: str) -> str:
    """Under which the page looks for it."""
    return NOT_IN_NAMES.sub("-", address[1:]) + ".json"


async def _answers() -> dict[str, bytes]:
    house = House(Nowhere())
    found: dict[str, bytes] = {}
    for address in addresses():
        status, body = await house.request("GET", address)
        if status != 200:
            raise ValueError(f"{address} is answered with {status}")
        found[file_name(address)] = body
    return found


def fixed_answers() -> dict[str, bytes]:
    """File name -> JSON."""
    return asyncio.run(_answers())
