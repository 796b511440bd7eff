"""The lobby over one socket: what there is, whenever it changes, and quick pairing; and the routes for rooms of clubs."""

from __future__ import annotations

import asyncio
from typing import Any, Final

import msgspec
from litestar import WebSocket, get, post, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.handlers import HTTPRouteHandler
from litestar.params import JSONBody

from dungeon_twister.guide.shapes import Reason
from dungeon_twister.server.errors import ProtocolError
from dungeon_twister.server.games import NOBODY, Seeker
from dungeon_twister.server.homes import LOBBY
from dungeon_twister.server.limits import CHANGED, COST, household
from dungeon_twister.server.people_protocol import FromVisitor, LobbyHello, NewRoom, Paired, Room, Seek, Seeking, ToVisitor
from dungeon_twister.server.protocol import Created, Ping, Pong, Trouble
from dungeon_twister.server.transport.http import AnyRequest, Name, Shared, address_of, failures
from dungeon_twister.server.transport.service import RESTARTING, Service
from dungeon_twister.server.transport.sockets import (
    BEGUN_ANEW,
    GONE,
    NO_HELLO,
    SIGNED_OUT,
    TOO_FAST,
    TOO_LARGE,
    TOO_SLOW,
    UNKNOWN_GAME,
    WRONG_TOKEN,
    LeaveError,
    admit,
    service_of,
)
from dungeon_twister.server.wire import encode

DECODER: Final[msgspec.json.Decoder[FromVisitor]] = msgspec.json.Decoder(FromVisitor)
MOST_QUEUED: Final = 32
CLOSING_SECONDS: Final = 2.0
FIRST: Final = Reason("no-hello", sentence="The first message must be a hello, and only that one.")


class Visit:
    """One client in the lobby."""

    def __init__(self, service: Service, socket: WebSocket[Any, Any, Any], address: str) -> None:
        self.service, self.socket, self.address = service, socket, address
        self.lobby = service.hall.lobby
        self.who = NOBODY
        self.room = ""
        self.seeker: Seeker | None = None
        self.queue: asyncio.Queue[str] = asyncio.Queue(MOST_QUEUED)
        self.ended: asyncio.Future[LeaveError] = asyncio.get_running_loop().create_future()
        self.messages = service.limits.message_bucket()

    @property
    def stays(self) -> bool:
        return self.service.hall.homes.here(LOBBY)

    def leave(self) -> None:
        self._end(LeaveError(RESTARTING, BEGUN_ANEW))

    # -- telling -----------------------------------------------------------------------------------------------------------

    def tell(self, text: str) -> None:
        """Something for this client; one that does not read is dropped."""
        try:
            self.queue.put_nowait(text)
        except asyncio.QueueFull:
            self._end(LeaveError(TOO_SLOW, Reason("too-slow", sentence="Too slow.")))

    def put(self, message: ToVisitor) -> None:
        self.tell(encode(message).decode())

    def _end(self, error: LeaveError) -> None:
        if not self.ended.done():
            self.ended.set_result(error)

    async def _send(self) -> None:
        while True:
            await self.socket.send_text(await self.queue.get())
            self.service.metrics.messages.inc()
            self.queue.task_done()

    # -- hearing -----------------------------------------------------------------------------------------------------------

    async def _receive(self) -> FromVisitor:
        """The next message that can be read."""
        while True:
            text = await self.socket.receive_text()
            if len(text) > self.service.settings.message_bytes:
                raise LeaveError(TOO_LARGE, Reason("too-large", sentence="That message is too large."))
            banned = self.service.bans.refusal(self.address)
            if banned is not None:
                raise LeaveError(GONE, banned)
            if not self.messages.take():
                raise LeaveError(GONE, TOO_FAST)
            try:
                return DECODER.decode(text)
            except (msgspec.DecodeError, RecursionError):
                self.put(Trouble(Reason("unreadable", sentence="That message cannot be read.")))

    async def _enter(self) -> None:
        """Who is it, and which room?"""
        try:
            async with asyncio.timeout(self.service.settings.hello_seconds):
                hello = await self._receive()
        except TimeoutError:
            raise LeaveError(NO_HELLO, FIRST) from None
        if not isinstance(hello, LobbyHello):
            raise LeaveError(NO_HELLO, FIRST)
        try:
            self.who = await self.service.hall.people.who(hello.key)
            self.room = (await self.lobby.room(hello.room)).code if hello.room else ""
        except ProtocolError as error:
            raise LeaveError(UNKNOWN_GAME if error.status == 404 else WRONG_TOKEN, error.reason) from None

    async def _talk(self) -> None:
        await self._enter()
        watched = [self.who.token("")] if self.who.person else []
        unwatch = await self.service.hall.people.watch(watched, self._signed_out)
        try:
            await self.lobby.enter(self.room, self.tell)
            while True:
                await self._answer(await self._receive())
        finally:
            unwatch()
            self._give_up()
            self.lobby.leave(self.room, self.tell)

    def _signed_out(self) -> None:
        self._end(LeaveError(WRONG_TOKEN, SIGNED_OUT))

    async def _answer(self, message: FromVisitor) -> None:
        if isinstance(message, Ping):
            self.put(Pong(message.id, 0.0))
        elif isinstance(message, Seek):
            await self._seek(message)
        elif isinstance(message, LobbyHello):
            self.put(Trouble(FIRST))
        else:
            self._give_up()
            self.put(Seeking())

    # -- pairing -----------------------------------------------------------------------------------------------------------

    async def _seek(self, seek: Seek) -> None:
        self._give_up()
        address = household(self.address)
        seeker = Seeker(self.who, address, self.room, seek, self._paired, self._failed)
        try:
            self.service.check_open()
            self.service.limits.hourly("seeks", address)
            self.service.limits.check_unfinished(await self.service.hall.unfinished(address))
            self.seeker = seeker
            self.put(Seeking(seek.scenario, seek.clock))
            await self.service.hall.pairing.seek(seeker)
        except ProtocolError as error:
            self.service.over_limit(error)
            self._failed(error)

    def _give_up(self) -> None:
        if self.seeker is not None:
            self.service.hall.pairing.give_up(self.seeker)
            self.seeker = None

    def _paired(self, created: Created) -> None:
        self.seeker = None
        self.put(Paired(created))

    def _failed(self, error: ProtocolError) -> None:
        self.seeker = None
        self.put(Trouble(error.reason))
        self.put(Seeking())

    # -- the whole visit -----------------------------------------------------------------------------------------------------

    async def run(self) -> None:
        """From hello to good-bye."""
        sender, talk = asyncio.create_task(self._send()), asyncio.create_task(self._talk())
        try:
            await asyncio.wait((sender, talk, self.ended), return_when=asyncio.FIRST_COMPLETED)
            error = self.ended.result() if self.ended.done() else talk.exception() if talk.done() else None
            await self._say_goodbye(error)
        finally:
            for task in (sender, talk):
                task.cancel()
            await asyncio.gather(sender, talk, return_exceptions=True)

    async def _say_goodbye(self, error: BaseException | None) -> None:
        if error is None or isinstance(error, WebSocketDisconnect):
            return
        code, reason = (error.code, error.reason) if isinstance(error, LeaveError) else (GONE, self.service.jammed(error))
        self.put(Trouble(reason))
        await self.close(code, reason.code)

    async def close(self, code: int, why: str) -> None:
        try:
            async with asyncio.timeout(CLOSING_SECONDS):
                await self.queue.join()
                await self.socket.close(code, why)
        except Exception:  # it is gone already, or does not even read the good-bye
            return


@websocket("/api/lobby/socket")
async def lobby_socket(socket: WebSocket[Any, Any, Any]) -> None:
    """Look at what there is, and be paired."""
    await socket.accept()
    service, address = service_of(socket)
    await admit(service, address, Visit(service, socket, address))


@post("/rooms", opt={COST: CHANGED}, responses=failures(400, 413, 503))
async def open_room(request: AnyRequest, data: JSONBody[NewRoom], service: Shared) -> Room:
    """A room for a club: whoever has its code finds the games that are listed there."""
    service.check_open()
    service.limits.hourly("rooms", address_of(request))
    return await service.hall.lobby.open_room(data.name)


@get("/rooms/{code:str}", responses=failures(404))
async def room(code: Name, service: Shared) -> Room:
    """The room that a code means."""
    return await service.hall.lobby.room(code)


ROOMS: Final[tuple[HTTPRouteHandler, ...]] = (open_room, room)
