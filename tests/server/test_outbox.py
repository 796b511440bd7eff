"""What waits for a client: sent in order, woken once for all of it, and dropped when it is too much."""

from __future__ import annotations

import asyncio

import pytest

from dungeon_twister.server.games.errands import Errands
from dungeon_twister.server.protocol import FromServer, Pong
from dungeon_twister.server.transport.outbox import Outbox


def pongs(count: int) -> list[FromServer]:
    return [Pong(str(number), 0.0) for number in range(count)]


def test_what_waits_is_sent_in_order_and_counted_together() -> None:
    async def check() -> None:
        sent: list[FromServer] = []
        counts: list[int] = []

        async def send(message: FromServer) -> None:
            await asyncio.sleep(0)
            sent.append(message)

        outbox, messages = Outbox(10), pongs(7)
        task = asyncio.create_task(outbox.run(send, counts.append))
        await asyncio.sleep(0)
        await outbox.join()  # nothing waits
        for message in messages[:4]:
            assert outbox.put(message)
        await asyncio.wait_for(outbox.join(), 5)
        assert sent == messages[:4]
        for message in messages[4:]:
            assert outbox.put(message)
        await asyncio.wait_for(outbox.join(), 5)
        assert sent == messages and counts == [4, 3]
        task.cancel()

    asyncio.run(check())


def test_too_much_is_not_taken() -> None:
    outbox = Outbox(3)
    assert [outbox.put(message) for message in pongs(5)] == [True] * 3 + [False] * 2


def test_work_that_is_sheltered_is_waited_for() -> None:
    """A hall that closes waits for commands which are carried out in the tasks of those who asked."""

    async def check() -> None:
        errands, gate, done = Errands(), asyncio.Event(), False

        async def work() -> int:
            nonlocal done
            await gate.wait()
            done = True
            return 3

        asking = asyncio.create_task(errands.shelter(work()))
        await asyncio.sleep(0)
        assert errands.busy
        closing = asyncio.create_task(errands.close())
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(asyncio.shield(closing), 0.05)
        gate.set()
        await asyncio.wait_for(closing, 5)
        assert done and not errands.busy and await asking == 3

    asyncio.run(check())
