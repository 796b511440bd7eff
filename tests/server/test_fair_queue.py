"""A burst of requests of one address is worked off little by little, those of others at once."""

from __future__ import annotations

import asyncio
from typing import Any

from dungeon_twister.server.transport.fair_queue import FairQueue


async def test_an_address_has_so_many_requests_at_once() -> None:
    locked: list[str] = []
    most = 0
    go = asyncio.Event()

    async def app(scope: Any, receive: Any, send: Any) -> None:
        nonlocal most
        locked.append(scope["client"][0])
        most = max(most, locked.count("10.0.0.1"))
        await go.wait()
        locked.remove(scope["client"][0])

    paced: Any = FairQueue(app, 3)
    addresses = ["10.0.0.1"] * 20 + ["10.0.0.2"]
    scopes = [{"type": "http", "method": "GET", "client": (address, 1)} for address in addresses]
    tasks = [asyncio.create_task(paced(scope, None, None)) for scope in scopes]
    await asyncio.sleep(0)
    assert locked == ["10.0.0.1"] * 3 + ["10.0.0.2"]
    tasks[4].cancel()  # a cancelled request is not waited for
    go.set()
    await asyncio.gather(*tasks, return_exceptions=True)
    assert most == 3 and locked == [] and paced._lines == {}
