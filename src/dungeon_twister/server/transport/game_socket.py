"""The socket of a game: Hello first, then commands one after another, and meanwhile everything that
happens, in order.

Each connection has one task, which carries out commands and puts the answers into the outbox. The
game service puts events into the same outbox, so the client gets everything in one order. A client
that does not read is dropped when its outbox is full; it reconnects and names the last version it
has seen.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any, Final

import msgspec
from litestar import WebSocket, websocket
from litestar.params import FromPath

from dungeon_twister.presentation.guide.guide_shapes import Reason
from dungeon_twister.server.errors import ProtocolError
from dungeon_twister.server.games import SPECTATOR
from dungeon_twister.server.socket_protocol import (
    Advised,
    Answer,
    Ask,
    Asked,
    AskHistory,
    Changed,
    Choosing,
    FromClient,
    FromServer,
    Hello,
    Look,
    News,
    Ping,
    Planned,
    Pong,
    Said,
    Trouble,
    Update,
    Welcome,
)
from dungeon_twister.server.text_input import cut
from dungeon_twister.server.transport.raw_websocket import RawWebSocketProtocol
from dungeon_twister.server.transport.server_context import ServerContext
from dungeon_twister.server.transport.socket_connection import (
    NO_HELLO,
    REFUSED,
    SIGNED_OUT,
    TOO_FAST,
    WRONG_TOKEN,
    CloseConnectionError,
    SocketConnection,
    accept_client,
    close_code,
)

MOST_SEATS: Final = 8
PATIENCE: Final = 100  # consecutive messages over the limit before a client is disconnected
STALE: Final = "stale"

DECODER: Final[msgspec.json.Decoder[FromClient]] = msgspec.json.Decoder(FromClient)

SEAT_MOVED: Final = Reason("seat-moved", sentence="Another key opens this seat now.")
SENT_AWAY: Final = Reason("sent-away", sentence="The maker of the game has freed your seat.")


def nothing() -> None:
    pass


class GameConnection(SocketConnection):
    """One client at one game."""

    def __init__(self, service: ServerContext, line: RawWebSocketProtocol, game: str, address: str) -> None:
        super().__init__(service, line, address, service.settings.queue_messages, service.encoded)
        self.game = game
        self.seats: list[str] = []
        self.version = -1  # the first version of the client; older messages are not sent
        self.told = -1  # the newest version sent to the client
        self.differences = False  # whether the client understands them
        self.choosing = False  # whether it understands `Choosing`
        self.shown: dict[str, int] = {}  # viewer -> the version of the client's view
        self.dismissed = False  # a seat held here was taken over, or the device is signed out
        self.dismissal = SENT_AWAY
        self.unwatch: Callable[[], None] = nothing
        self.keys: dict[str, str] = {}
        self.over_limit = 0
        self._held_back: list[FromServer] | None = []  # until the client has got its welcome

    @property
    def stays(self) -> bool:
        return self.service.games.router.is_local(self.game)

    @property
    def viewers(self) -> list[str]:
        return self.seats or [SPECTATOR]

    # -- sending ----------------------------------------------------------------------------------------------------------

    def deliver(self, message: FromServer) -> None:
        """Take a message of the game service."""
        if self._held_back is not None:
            if len(self._held_back) >= self.service.settings.queue_messages:
                self.drop()
            else:
                self._held_back.append(message)
        elif isinstance(message, Choosing):
            self._choosing(message)
        elif not (isinstance(message, Update) and message.version <= self.version):
            self.put(self._shortened(message))

    def _choosing(self, message: Choosing) -> None:
        """Send the state of simultaneous choices; a client that does not understand that gets the
        whole state."""
        if self.choosing:
            self.put(message)
        elif (welcome := self.service.games.welcome_now(self.game, self.viewers)) is not None:
            self.put(welcome)

    def _shortened(self, message: FromServer) -> FromServer:
        """Return a difference instead of a view if the client has the view before."""
        if not self.differences or not isinstance(message, Update) or self.shown.get(message.sight.viewer) is None:
            return message
        changed = self.service.games.changed(self.game, message)
        return changed if changed is not None and self.shown[changed.viewer] == changed.since else message

    def put(self, message: FromServer) -> None:
        """Send a message in its turn."""
        if isinstance(message, Welcome):
            self.version = message.version
            self.shown = {sight.viewer: message.version for sight in message.sights}
        elif isinstance(message, Update | Choosing):
            self.shown[message.sight.viewer] = message.version
        elif isinstance(message, Changed):
            self.shown[message.viewer] = message.version
        if isinstance(message, Welcome | Update | Changed | Choosing):
            self.told = message.version
        self.send(message)

    # -- reading ----------------------------------------------------------------------------------------------------------

    async def receive(self) -> FromClient | None:
        """Return the next message; None: it was invalid, and the client was sent the reason."""
        text = await self.hear()
        try:
            return DECODER.decode(text)
        except (msgspec.DecodeError, RecursionError) as error:
            self._count()
            self.put(Trouble(Reason("unreadable", sentence=cut(f"That message cannot be read: {error}."))))
            return None

    async def hello(self) -> Hello:
        """Return the first message, within a time limit."""
        try:
            async with asyncio.timeout(self.service.settings.hello_seconds):
                message = await self.receive()
        except TimeoutError:
            reason = Reason("no-hello", sentence="No message arrived: send a hello first.")
            raise CloseConnectionError(NO_HELLO, reason) from None
        if not isinstance(message, Hello) or len(message.seats) > MOST_SEATS:
            raise CloseConnectionError(NO_HELLO, Reason("no-hello", sentence="The first message must be a hello."))
        return message

    async def welcome(self, hello: Hello) -> None:
        """Find the seats held, subscribe, and send what the client has not seen."""
        games = self.service.games
        self.differences, self.choosing = hello.differences, hello.choosing
        try:
            for token in hello.seats:
                seat = await games.seat_of(self.game, token)
                if seat not in self.seats:
                    self.seats.append(seat)
                self.keys[seat] = await games.key(self.game, token)
            await games.info(self.game)
            self.unwatch = await games.people.watch(hello.seats, self.sign_out)
        except ProtocolError as error:
            raise CloseConnectionError(close_code(error, WRONG_TOKEN), error.reason) from None

    def sign_out(self) -> None:
        """Close the connection because the device was signed out."""
        self._dismiss(SIGNED_OUT)

    async def catch_up(self, since: int) -> None:
        """Send the whole state, or what happened since a version; then what was held back
        meanwhile."""
        games = self.service.games
        self.shown = dict.fromkeys(self.viewers, since)
        start = await (games.updates(self.game, self.viewers, since) if since >= 0 else games.welcome(self.game, self.viewers))
        if isinstance(start, Welcome):
            self.put(start)
        else:
            now = await games.welcome(self.game, self.viewers)
            for update in start:
                self.put(update)
            self.version = self.told = max([since, *(update.version for update in start)])
            for line in now.chat:
                self.put(Said(line))
            self.put(News(now.info))
            for seat, plan in now.plans.items():
                self.put(Planned(seat, plan))
        held, self._held_back = self._held_back or [], None
        for message in held:
            self.deliver(message)

    async def read_on(self) -> None:
        """Answer message after message until the client leaves."""
        while True:
            message = await self.receive()
            if message is None:
                continue
            if isinstance(message, Ping):
                if self._count():
                    self.put(Pong(message.id, time.time()))
            elif isinstance(message, Look):
                await self._look()
            elif isinstance(message, Hello):
                self._count()
                self.put(Trouble(Reason("no-hello", sentence="Hello was sent already.")))
            else:
                await self._answer(message)

    async def _look(self) -> None:
        """Send the whole state to a client that has lost count."""
        try:
            if not self._count():
                raise ProtocolError(TOO_FAST.code, TOO_FAST.sentence, 429)
            self.service.limits.question(self.address)
            self.put(await self.service.games.welcome(self.game, self.viewers))
        except ProtocolError as error:
            self.put(Trouble(error.reason))

    def _count(self) -> bool:
        """Return whether a message is within the rate limit. A client that stays above it is
        disconnected."""
        if self.messages.take():
            self.over_limit = 0
            return True
        self.over_limit += 1
        if self.over_limit > PATIENCE:
            self.service.metrics.dropped.labels("too-fast").inc()
            self.service.refusals.note(self.address, TOO_FAST.code)
            raise CloseConnectionError(REFUSED, TOO_FAST)
        return False

    async def _answer(self, asked: Asked) -> None:
        assert not isinstance(asked, Ping)
        refusal = self._refusal(asked)
        if refusal is not None:
            self._refuse(asked, refusal)
            return
        try:
            answer = await self.service.ask(self.game, asked.seat, asked, self.address, sheltered=True)
        except ProtocolError as error:
            self.service.over_limit(error, self.address)
            self._refuse(asked, error.reason)
            return
        except Exception as error:
            self._refuse(asked, self.service.jammed(error))
            return
        self.put(answer)
        if isinstance(answer, Answer) and answer.reason is not None and answer.reason.code == STALE:
            self.put(await self.service.games.welcome(self.game, self.viewers))

    def _refusal(self, asked: Asked) -> Reason | None:
        """Return why this client may not ask this at all."""
        if not self._count():
            return TOO_FAST
        if self.dismissed:
            return self.dismissal
        banned = self.service.bans.refusal(self.address)
        if banned is not None:
            return banned
        if isinstance(asked, Ping) or asked.seat in self.seats or (isinstance(asked, AskHistory) and not asked.seat):
            return None
        return Reason("not-your-seat", sentence="That seat is not yours.")

    def _refuse(self, asked: Asked, reason: Reason) -> None:
        self.service.metrics.refusals.labels(reason.code).inc()
        if isinstance(asked, Ask):
            self.put(Advised(asked.id, self.told, reason=reason))
        else:
            self.put(Answer(asked.id, self.told, reason))

    # -- the whole life ---------------------------------------------------------------------------------------------------

    def _seat_lost(self, held: bool) -> None:
        """Handle a seat that has another player (`held`) or none."""
        self._dismiss(SEAT_MOVED if held else SENT_AWAY)

    def _dismiss(self, why: Reason) -> None:
        self.dismissed, self.dismissal = True, why
        self.line.interrupt(CloseConnectionError(WRONG_TOKEN, self.dismissal))

    async def talk(self) -> None:
        hello = await self.hello()
        await self.welcome(hello)
        subscription = self.service.games.subscribe(self.game, self.viewers, self.deliver, self.keys, self._seat_lost)
        try:
            await self.catch_up(hello.since)
            await self.read_on()
        finally:
            self.unwatch()
            self.unwatch = nothing  # it would keep this connection alive
            subscription.close()


@websocket("/api/games/{game_id:str}/socket")
async def game_socket(socket: WebSocket[Any, Any, Any], game_id: FromPath[str]) -> None:
    """Play or watch a game."""
    await accept_client(socket, lambda service, line, address: GameConnection(service, line, game_id, address))
