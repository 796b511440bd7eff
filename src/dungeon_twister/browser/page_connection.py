"""The connection of a page to a game: the same messages as over a socket of the server
(docs/protocol.md)."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Final

import msgspec

from dungeon_twister.presentation.guide.guide_shapes import Reason
from dungeon_twister.server.errors import ProtocolError
from dungeon_twister.server.games import SPECTATOR, GameService
from dungeon_twister.server.secret_tokens import hashed
from dungeon_twister.server.socket_protocol import (
    Advised,
    Answer,
    Ask,
    Asked,
    AskHistory,
    FromClient,
    FromServer,
    Hello,
    History,
    Look,
    News,
    Ping,
    Pong,
    Said,
    Say,
    Trouble,
    Update,
    Welcome,
)
from dungeon_twister.server.text_input import cut
from dungeon_twister.server.wire import decode, encode

UNKNOWN_GAME: Final = 4404
WRONG_TOKEN: Final = 4403
NO_HELLO: Final = 4400
STALE: Final = "stale"
JAMMED: Final = Reason("jammed", sentence="Something went wrong. Nothing was lost: please try again.")
logger = logging.getLogger(__name__)


class PageConnection:
    """One page at one game. `send` takes the text of a message; `hang_up` takes a close code, as of
    sockets."""

    def __init__(self, games: GameService, game: str, send: Callable[[str], None], hang_up: Callable[[int], None]) -> None:
        self._games = games
        self.game = game
        self._send = send
        self._hang_up = hang_up
        self._seats: list[str] = []
        self._greeted = False
        self._version = -1
        self._held_back: list[FromServer] | None = []  # until the page has been welcomed
        self._close: Callable[[], None] | None = None
        self._turn = asyncio.Lock()  # handles messages one at a time, in order

    @property
    def _viewers(self) -> list[str]:
        return self._seats or [SPECTATOR]

    def close(self) -> None:
        """End the subscription: the page has gone."""
        if self._close is not None:
            self._close()
            self._close = None

    async def hear(self, text: str) -> None:
        """Handle a message of the page."""
        async with self._turn:
            await self._hear(text)

    async def _hear(self, text: str) -> None:
        try:
            message: FromClient = decode(text, FromClient)
        except (msgspec.DecodeError, RecursionError) as error:
            self._put(Trouble(Reason("unreadable", sentence=cut(f"That message cannot be read: {error}."))))
            return
        if isinstance(message, Ping):
            self._put(Pong(message.id, time.time()))
        elif isinstance(message, Hello):
            await self._hello(message)
        elif not self._greeted:
            self._leave(NO_HELLO, Reason("no-hello", sentence="The first message must be a hello."))
        elif isinstance(message, Look):
            self._put(await self._games.welcome(self.game, self._viewers))
        else:
            await self._answer(message)

    # -- beginning ---------------------------------------------------------------------------------------------------------

    async def _hello(self, hello: Hello) -> None:
        if self._greeted:
            self._put(Trouble(Reason("no-hello", sentence="Hello was sent already.")))
            return
        self._greeted = True
        keys: dict[str, str] = {}
        try:
            for token in hello.seats:
                seat = await self._games.seat_of(self.game, token)
                keys[seat] = hashed(token)
            self._seats = list(keys)
            self._close = self._games.subscribe(self.game, self._viewers, self._deliver, keys, self._sent_away).close
            await self._catch_up(hello.since)
        except ProtocolError as error:
            self._leave(UNKNOWN_GAME if error.status in (404, 410) else WRONG_TOKEN, error.reason)

    async def _catch_up(self, since: int) -> None:
        """Send the whole state, or what happened since a version; then what was held back
        meanwhile."""
        now = await self._games.welcome(self.game, self._viewers)
        start = await self._games.updates(self.game, self._viewers, since) if since >= 0 else now
        if isinstance(start, Welcome):
            self._version = start.version
            self._put(start)
        else:
            self._version = max([since, *(update.version for update in start)])
            for update in start:
                self._put(update)
            for line in now.chat:
                self._put(Said(line))
            self._put(News(now.info))
        held, self._held_back = self._held_back or [], None
        for message in held:
            self._deliver(message)

    def _sent_away(self, _held: bool) -> None:
        self._leave(WRONG_TOKEN, Reason("wrong-token", sentence="Your seat is somebody else's now."))

    def _leave(self, code: int, reason: Reason) -> None:
        self.close()
        self._put(Trouble(reason))
        self._hang_up(code)

    # -- going on ----------------------------------------------------------------------------------------------------------

    def _deliver(self, message: FromServer) -> None:
        """Take a message of the game service."""
        if self._held_back is not None:
            self._held_back.append(message)
        elif not (isinstance(message, Update) and message.version <= self._version):
            self._put(message)

    def _put(self, message: FromServer) -> None:
        self._send(encode(message).decode())

    async def _answer(self, asked: Asked) -> None:
        assert not isinstance(asked, Ping)
        if asked.seat not in self._seats and not (isinstance(asked, AskHistory) and not asked.seat):
            self._refuse(asked, Reason("not-your-seat", sentence="That seat is not yours."))
            return
        try:
            answer = await self._ask(asked)
        except ProtocolError as error:
            self._refuse(asked, error.reason)
            return
        except Exception:
            logger.exception("a message could not be answered")
            self._refuse(asked, JAMMED)
            return
        self._put(answer)
        if isinstance(answer, Answer) and answer.reason is not None and answer.reason.code == STALE:
            self._put(await self._games.welcome(self.game, self._viewers))

    async def _ask(self, asked: Asked) -> Answer | Advised | History:
        assert not isinstance(asked, Ping)
        if isinstance(asked, AskHistory):
            return await self._games.history(self.game, asked.seat or SPECTATOR, asked)
        if isinstance(asked, Ask):
            return await self._games.advise(self.game, asked.seat, asked)
        if isinstance(asked, Say):
            await self._games.say(self.game, asked.seat, asked)
            return Answer(asked.id, (await self._games.info(self.game)).version)
        return await self._games.command(self.game, asked.seat, asked)

    def _refuse(self, asked: Asked, reason: Reason) -> None:
        if isinstance(asked, Ask):
            self._put(Advised(asked.id, self._version, reason=reason))
        else:
            self._put(Answer(asked.id, self._version, reason))
