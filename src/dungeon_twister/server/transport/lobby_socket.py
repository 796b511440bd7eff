"""The lobby socket: the current lobby, whenever it changes, and quick pairing; and the routes of
clubs' rooms."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any, Final

import msgspec
from litestar import WebSocket, websocket

from dungeon_twister.presentation.guide.guide_shapes import Reason
from dungeon_twister.server.cluster import LOBBY
from dungeon_twister.server.endpoints.close_codes import GONE, NO_HELLO, SIGNED_OUT, TOO_FAST, WRONG_TOKEN, close_code
from dungeon_twister.server.errors import ProtocolError
from dungeon_twister.server.games import CONTRIBUTE_SECONDS, NOBODY, Seeker
from dungeon_twister.server.limits import household
from dungeon_twister.server.people_protocol import (
    Contribute,
    FromVisitor,
    LobbyHello,
    Matched,
    Paired,
    Seek,
    Seeking,
    ToVisitor,
)
from dungeon_twister.server.protocol import Created
from dungeon_twister.server.socket_protocol import ErrorMessage, Ping, Pong
from dungeon_twister.server.transport.raw_websocket import RawWebSocketProtocol
from dungeon_twister.server.transport.server_context import ServerContext
from dungeon_twister.server.transport.socket_connection import CloseConnectionError, SocketConnection, accept_client
from dungeon_twister.server.wire import encode

DECODER: Final[msgspec.json.Decoder[FromVisitor]] = msgspec.json.Decoder(FromVisitor)
MOST_QUEUED: Final = 32
FIRST: Final = Reason("no-hello", sentence="The first message must be a hello, and only that one.")


class LobbyConnection(SocketConnection):
    """One client in the lobby."""

    def __init__(self, service: ServerContext, line: RawWebSocketProtocol, address: str) -> None:
        super().__init__(service, line, address, MOST_QUEUED, bytes)
        self.lobby = service.games.lobby
        self.who = NOBODY
        self.room = ""
        self.seeker: Seeker | None = None

    @property
    def stays(self) -> bool:
        return self.service.games.router.is_local(LOBBY)

    def put(self, message: ToVisitor) -> None:
        self.send(encode(message))

    # -- reading -----------------------------------------------------------------------------------------------------------

    async def _receive(self) -> FromVisitor:
        """Return the next readable message."""
        while True:
            text = await self.next_message()
            banned = self.service.bans.refusal(self.address)
            if banned is not None:
                raise CloseConnectionError(GONE, banned)
            if not self.messages.take():
                raise CloseConnectionError(GONE, TOO_FAST)
            try:
                return DECODER.decode(text)
            except (msgspec.DecodeError, RecursionError):
                self.put(ErrorMessage(Reason("unreadable", sentence="That message cannot be read.")))

    async def _enter(self) -> None:
        """Read the person and the room of the hello."""
        try:
            async with asyncio.timeout(self.service.settings.hello_seconds):
                hello = await self._receive()
        except TimeoutError:
            raise CloseConnectionError(NO_HELLO, FIRST) from None
        if not isinstance(hello, LobbyHello):
            raise CloseConnectionError(NO_HELLO, FIRST)
        try:
            self.who = await self.service.games.people.who(hello.key)
            self.room = await self._room(hello.room) if hello.room else ""
        except ProtocolError as error:
            raise CloseConnectionError(close_code(error, WRONG_TOKEN), error.reason) from None

    async def _room(self, code: str) -> str:
        with self.service.limits.guess(self.address):
            return (await self.lobby.room(code)).code

    async def talk(self) -> None:
        await self._enter()
        watched = [self.who.token("")] if self.who.person else []
        unwatch = await self.service.games.people.watch(watched, self._signed_out)
        try:
            await self.lobby.enter(self.room, self.send, self.who.name)
            while True:
                await self._answer(await self._receive())
        finally:
            unwatch()
            self._give_up()
            self.lobby.leave(self.room, self.send)

    def _signed_out(self) -> None:
        self.close(WRONG_TOKEN, SIGNED_OUT)

    async def _answer(self, message: FromVisitor) -> None:
        if isinstance(message, Ping):
            self.put(Pong(message.id, 0.0))
        elif isinstance(message, Seek):
            await self._seek(message)
        elif isinstance(message, Contribute):
            await self._contribute(message)
        elif isinstance(message, LobbyHello):
            self.put(ErrorMessage(FIRST))
        else:
            self._give_up()
            self.put(Seeking())

    # -- pairing -----------------------------------------------------------------------------------------------------------

    async def _seek(self, seek: Seek) -> None:
        self._give_up()
        address = household(self.address)
        limits = self.service.limits
        may_sit, count_seat = partial(limits.may_sit, address), partial(limits.count_seat, address)
        seeker = Seeker(self.who, address, self.room, seek, self._matched, self._paired, self._failed, may_sit, count_seat)
        try:
            self.service.check_open()
            limits.check_seat(address)
            limits.hourly("seeks", address)
            limits.check_unfinished(await self.service.games.unfinished(address), address)
            self.seeker = seeker
            self.put(Seeking(seek.scenario, seek.clock))
            await self.service.games.pairing.seek(seeker)
        except ProtocolError as error:
            self.service.over_limit(error, self.address)
            self._failed(error)

    def _give_up(self) -> None:
        if self.seeker is not None:
            self.service.games.pairing.give_up(self.seeker)
            self.seeker = None

    async def _contribute(self, message: Contribute) -> None:
        try:
            if self.seeker is None:
                raise ProtocolError("not-matched", "You are not being paired.", 409)
            await self.service.games.pairing.contribute(self.seeker, message.commitment, message.contribution)
        except ProtocolError as error:
            self.put(ErrorMessage(error.reason))

    def _matched(self, commitment: str) -> None:
        self.put(Matched(commitment, CONTRIBUTE_SECONDS))

    def _paired(self, created: Created) -> None:
        self.seeker = None
        self.put(Paired(created))

    def _failed(self, error: ProtocolError) -> None:
        self.seeker = None
        self.put(ErrorMessage(error.reason))
        self.put(Seeking())


@websocket("/api/lobby/socket")
async def lobby_socket(socket: WebSocket[Any, Any, Any]) -> None:
    """Watch the lobby and be paired."""
    await accept_client(socket, LobbyConnection)
