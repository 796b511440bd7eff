"""Answers that never change, written as files next to the page, so that the catalogue appears before Python has started."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping
from typing import Final

from dungeon_twister.browser.local_server import LocalServer
from dungeon_twister.presentation.guide.examples import GAMES
from dungeon_twister.rules.engine.scenarios import scenario_names

NOT_IN_NAMES: Final = re.compile(r"[^\w-]+")


class NullDisk:
    """A disk that stores nothing."""

    async def read(self, prefix: str) -> list[tuple[str, str]]:
        return []

    async def write(self, texts: Mapping[str, str | None]) -> None:
        pass


def addresses() -> list[str]:
    """Return the addresses with fixed answers (FIXED in web/src/transport/worker-transport.ts)."""
    books = [f"/{kind}?game={game}" for kind in ("examples", "strategy") for game in GAMES]
    return [
        "/catalogue",
        "/study/lessons",
        "/study/missions",
        "/study/gallery",
        *books,
        *(f"/scene?scenario={name}" for name in scenario_names()),
    ]


def file_name(address: str) -> str:
    """Return the file name under which the page looks for an answer."""
    return NOT_IN_NAMES.sub("-", address[1:]) + ".json"


async def _answers() -> dict[str, bytes]:
    server = LocalServer(NullDisk())
    found: dict[str, bytes] = {}
    for address in addresses():
        status, body = await server.request("GET", address)
        if status != 200:
            raise ValueError(f"{address} is answered with {status}")
        found[file_name(address)] = body
    return found


def fixed_answers() -> dict[str, bytes]:
    """Return the JSON of each file."""
    return asyncio.run(_answers())
