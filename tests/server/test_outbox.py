"""What waits for a client: sent in order, woken once for all of it, and dropped when it is too much."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

import pytest

from dungeon_twister.server.games.background.background_tasks import BackgroundTasks
from dungeon_twister.server.socket_protocol import FromServer, Pong
from dungeon_twister.server.transport.outbox import Outbox
from dungeon_twister.server.transport.raw_websocket import GoneError, Inbox
from dungeon_twister.server.wire import encode


def pongs(count: int) -> list[FromServer]:
    return [Pong(str(number), 0.0) for number in range(count)]


class Client:
    """Somebody who reads, or does not."""

    def __init__(self) -> None:
        self.ready = True
        self.on_ready: Callable[[], None] | None = None
        self.written: list[list[bytes]] = []

    def write_texts(self, texts: Sequence[bytes]) -> None:
        self.written.append(list(texts))


async def test_what_waits_is_sent_in_order_and_together() -> None:
    counts: list[int] = []
    client = Client()
    outbox, messages = Outbox(client, 10, encode, counts.append), pongs(7)
    for message in messages[:4]:
        assert outbox.put(message)
    assert client.written == []
    await asyncio.sleep(0)
    for message in messages[4:]:
        assert outbox.put(message)
    await asyncio.sleep(0)
    texts = [encode(message) for message in messages]
    assert client.written == [texts[:4], texts[4:]] and counts == [4, 3]


async def test_what_a_client_does_not_read_waits_and_too_much_is_not_taken() -> None:
    client = Client()
    outbox, messages = Outbox(client, 3, encode, lambda _: None), pongs(5)
    client.ready = False
    assert [outbox.put(message) for message in messages] == [True] * 3 + [False] * 2
    await asyncio.sleep(0)
    assert client.written == [] and client.on_ready is not None
    client.ready = True
    client.on_ready()
    assert client.written == [[encode(message) for message in messages[:3]]]
    assert outbox.put(messages[3])
    client.ready = False
    outbox.empty()  # the last messages are still sent
    assert client.written[1:] == [[encode(messages[3])]]


async def test_messages_are_delivered_until_the_client_leaves() -> None:
    ear = Inbox()
    ear.put(b"one")
    assert not ear.waits and await ear.next() == b"one" and ear.waits
    later = asyncio.create_task(ear.next())
    await asyncio.sleep(0)
    ear.put(b"two")
    assert await later == b"two"
    cut_off = asyncio.create_task(ear.next())
    await asyncio.sleep(0)
    ear.end(ValueError("first"))
    ear.put_nowait({"type": "websocket.disconnect", "code": 1005})
    ear.put(b"three")
    with pytest.raises(ValueError, match="first"):
        await cut_off
    with pytest.raises(GoneError):
        await ear.next()


async def test_messages_sent_before_a_client_left_are_delivered() -> None:
    ear = Inbox()
    ear.put(b"one")
    ear.put_nowait({"type": "websocket.disconnect", "code": 1005})
    assert await ear.next() == b"one"
    with pytest.raises(GoneError):
        await ear.next()


async def test_work_that_is_sheltered_is_waited_for() -> None:
    """A hall that closes waits for commands which are carried out in the tasks of those who asked."""
    tasks, gate, done = BackgroundTasks(), asyncio.Event(), False

    async def work() -> int:
        nonlocal done
        await gate.wait()
        done = True
        return 3

    asking = asyncio.create_task(tasks.shelter(work()))
    await asyncio.sleep(0)
    assert tasks.busy
    closing = asyncio.create_task(tasks.close())
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(asyncio.shield(closing), 0.05)
    gate.set()
    await asyncio.wait_for(closing, 5)
    assert done and not tasks.busy and await asking == 3
