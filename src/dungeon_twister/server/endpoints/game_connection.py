"""The conversation of a client at a game: Hello first, then messages one after another, and meanwhile everything that
happens, in order (docs/protocol.md).

A transport passes each received message to `receive` and sends what it is given. Answers and events go through the same
transport, so the client gets everything in one order. A client that was cut off names the last version it has seen.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final, Protocol

import msgspec

from dungeon_twister.presentation.guide.guide_shapes import Reason
from dungeon_twister.server.endpoints.close_codes import (
    GONE,
    HELLO_AGAIN,
    HELLO_FIRST,
    NO_HELLO,
    NOT_YOUR_SEAT,
    REFUSED,
    SEAT_MOVED,
    SENT_AWAY,
    SIGNED_OUT,
    SLOW,
    TOO_FAST,
    TOO_SLOW,
    UNKNOWN_GAME,
    WRONG_TOKEN,
    close_code,
)
from dungeon_twister.server.endpoints.service import Service
from dungeon_twister.server.errors import ProtocolError
from dungeon_twister.server.games import SPECTATOR
from dungeon_twister.server.socket_protocol import (
    Advised,
    Ask,
    Asked,
    AskHistory,
    Changed,
    Choosing,
    CommandAnswer,
    ErrorMessage,
    FromClient,
    FromServer,
    Hello,
    Look,
    News,
    Ping,
    Planned,
    Pong,
    Said,
    Update,
    Welcome,
)
from dungeon_twister.server.text_input import cut

MOST_SEATS: Final = 8
PATIENCE: Final = 100  # consecutive messages over the limit before a client is disconnected
STALE: Final = "stale"

DECODER: Final[msgspec.json.Decoder[FromClient]] = msgspec.json.Decoder(FromClient)


class ConnectionTransport(Protocol):
    """How messages reach one client."""

    def send(self, message: FromServer) -> None:
        """Send a message in its turn. It must not block."""

    def close(self, code: int, reason: Reason) -> None:
        """Close the connection after a last message with the reason. Nothing that arrives later is passed on."""


class ClosedTransport:
    """The transport of a closed connection: it sends nothing."""

    def send(self, message: FromServer) -> None:
        pass

    def close(self, code: int, reason: Reason) -> None:
        pass


CLOSED: Final = ClosedTransport()


def nothing() -> None:
    pass


class GameConnection:
    """One client at one game."""

    def __init__(self, service: Service, transport: ConnectionTransport, game: str, address: str = "") -> None:
        self.service, self.game, self.address = service, game, address
        self.transport: ConnectionTransport = transport
        self.seats: list[str] = []
        self.version = -1  # the first version of the client; older messages are not sent
        self.newest = -1  # the newest version sent to the client
        self.messages = service.limits.message_bucket()
        self._greeted = False
        self._closed = False
        self._differences = False  # whether the client understands them
        self._choosing = False  # whether it understands `Choosing`
        self._shown: dict[str, int] = {}  # viewer -> the version of the client's view
        self._dismissal: Reason | None = None  # a seat held here was taken over, or the device is signed out
        self._keys: dict[str, str] = {}
        self._over_limit = 0
        self._held_back: list[FromServer] | None = []  # until the client has got its welcome
        self._unwatch: Callable[[], None] = nothing
        self._unsubscribe: Callable[[], None] = nothing

    @property
    def viewers(self) -> list[str]:
        return self.seats or [SPECTATOR]

    def close(self) -> None:
        """End the subscriptions: the client has gone. Nothing keeps the connection in memory afterwards."""
        self._closed, self.transport = True, CLOSED
        self._unwatch()
        self._unsubscribe()
        self._unwatch = self._unsubscribe = nothing

    # -- sending ----------------------------------------------------------------------------------------------------------

    def _deliver(self, message: FromServer) -> None:
        """Take a message of the game service."""
        if self._held_back is not None:
            if len(self._held_back) >= self.service.settings.queue_messages:
                self.transport.close(TOO_SLOW, SLOW)
            else:
                self._held_back.append(message)
        elif isinstance(message, Choosing):
            self._send_choosing(message)
        elif not (isinstance(message, Update) and message.version <= self.version):
            self._put(self._shortened(message))

    def _send_choosing(self, message: Choosing) -> None:
        """Send the state of simultaneous choices; a client that does not understand that gets the
        whole state."""
        if self._choosing:
            self._put(message)
        elif (welcome := self.service.games.welcome_now(self.game, self.viewers)) is not None:
            self._put(welcome)

    def _shortened(self, message: FromServer) -> FromServer:
        """Return a difference instead of a view if the client has the view before."""
        if not self._differences or not isinstance(message, Update) or self._shown.get(message.sight.viewer) is None:
            return message
        changed = self.service.games.changed(self.game, message)
        return changed if changed is not None and self._shown[changed.viewer] == changed.since else message

    def _put(self, message: FromServer) -> None:
        """Send a message and note which versions the client has."""
        if isinstance(message, Welcome):
            self.version = message.version
            self._shown = {sight.viewer: message.version for sight in message.sights}
        elif isinstance(message, Update | Choosing):
            self._shown[message.sight.viewer] = message.version
        elif isinstance(message, Changed):
            self._shown[message.viewer] = message.version
        if isinstance(message, Welcome | Update | Changed | Choosing):
            self.newest = message.version
        self.transport.send(message)

    # -- reading ----------------------------------------------------------------------------------------------------------

    async def receive(self, text: bytes | str) -> None:
        """Handle a message of the client. The transport passes the next one when this one is done."""
        try:
            await self._receive(text)
        except ProtocolError as error:
            self.transport.close(close_code(error, UNKNOWN_GAME), error.reason)
        except Exception as error:
            self.transport.close(GONE, self.service.jammed(error))

    async def _receive(self, text: bytes | str) -> None:
        message: FromClient | None
        try:
            message = DECODER.decode(text)
        except (msgspec.DecodeError, RecursionError) as error:
            self._count()
            self._put(ErrorMessage(Reason("unreadable", sentence=cut(f"That message cannot be read: {error}."))))
            message = None
        if not self._greeted:
            self._greeted = True
            await self._hello(message)
        elif isinstance(message, Ping):
            if self._count():
                self._put(Pong(message.id, time.time()))
        elif isinstance(message, Look):
            await self._look()
        elif isinstance(message, Hello):
            self._count()
            self._put(ErrorMessage(HELLO_AGAIN))
        elif message is not None:
            await self._answer(message)

    def _count(self) -> bool:
        """Return whether a message is within the rate limit. A client that stays above it is
        disconnected."""
        if self.messages.take():
            self._over_limit = 0
            return True
        self._over_limit += 1
        if self._over_limit > PATIENCE:
            self.service.note_flood(self.address)
            self.transport.close(REFUSED, TOO_FAST)
        return False

    # -- hello -------------------------------------------------------------------------------------------------------------

    async def _hello(self, hello: FromClient | None) -> None:
        """Find the seats held, subscribe, and send what the client has not seen."""
        if not isinstance(hello, Hello) or len(hello.seats) > MOST_SEATS:
            self.transport.close(NO_HELLO, HELLO_FIRST)
            return
        self._differences, self._choosing = hello.differences, hello.choosing
        try:
            await self._enter(hello)
        except ProtocolError as error:
            self.transport.close(close_code(error, WRONG_TOKEN), error.reason)

    async def _enter(self, hello: Hello) -> None:
        games = self.service.games
        for token in hello.seats:
            seat = await games.seat_of(self.game, token)
            if seat not in self.seats:
                self.seats.append(seat)
            self._keys[seat] = await games.creation.key(self.game, token)
        await games.info(self.game)
        self._unwatch = await games.people.watch(hello.seats, self._sign_out)
        if self._closed:  # the client has gone meanwhile
            self.close()
            return
        self._unsubscribe = games.subscribe(self.game, self.viewers, self._deliver, self._keys, self._seat_lost).close
        await self._catch_up(hello.since)

    async def _catch_up(self, since: int) -> None:
        """Send the whole state, or what happened since a version; then what was held back
        meanwhile."""
        games = self.service.games
        self._shown = dict.fromkeys(self.viewers, since)
        start = await (games.updates(self.game, self.viewers, since) if since >= 0 else games.welcome(self.game, self.viewers))
        if isinstance(start, Welcome):
            self._put(start)
        else:
            now = await games.welcome(self.game, self.viewers)
            for update in start:
                self._put(update)
            self.version = self.newest = max([since, *(update.version for update in start)])
            for line in now.chat:
                self._put(Said(line))
            self._put(News(now.info))
            for seat, plan in now.plans.items():
                self._put(Planned(seat, plan))
        held, self._held_back = self._held_back or [], None
        for message in held:
            self._deliver(message)

    def _sign_out(self) -> None:
        """Close the connection because the device was signed out."""
        self._dismiss(SIGNED_OUT)

    def _seat_lost(self, held: bool) -> None:
        """Handle a seat that has another player (`held`) or none."""
        self._dismiss(SEAT_MOVED if held else SENT_AWAY)

    def _dismiss(self, why: Reason) -> None:
        self._dismissal = why
        self.transport.close(WRONG_TOKEN, why)

    # -- messages ----------------------------------------------------------------------------------------------------------

    async def _look(self) -> None:
        """Send the whole state to a client that has lost count."""
        try:
            if not self._count():
                raise ProtocolError(TOO_FAST.code, TOO_FAST.sentence, 429)
            self.service.limits.question(self.address)
            self._put(await self.service.games.welcome(self.game, self.viewers))
        except ProtocolError as error:
            self._put(ErrorMessage(error.reason))

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
        self._put(answer)
        if isinstance(answer, CommandAnswer) and answer.reason is not None and answer.reason.code == STALE:
            self._put(await self.service.games.welcome(self.game, self.viewers))

    def _refusal(self, asked: Asked) -> Reason | None:
        """Return why this client may not ask this at all."""
        if not self._count():
            return TOO_FAST
        refused = self._dismissal or self.service.ban(self.address)
        if refused is not None:
            return refused
        if isinstance(asked, Ping) or asked.seat in self.seats or (isinstance(asked, AskHistory) and not asked.seat):
            return None
        return NOT_YOUR_SEAT

    def _refuse(self, asked: Asked, reason: Reason) -> None:
        self.service.note_refusal(reason)
        if isinstance(asked, Ask):
            self._put(Advised(asked.id, self.newest, reason=reason))
        else:
            self._put(CommandAnswer(asked.id, self.newest, reason))
