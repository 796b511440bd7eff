"""Push notifications by the browser (Web Push) for players whose turn it is and who are offline. A
message names the id of the game only."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

from dungeon_twister.presentation.i18n.message_catalogue import LANGUAGES, MessageCatalogue
from dungeon_twister.server import webpush
from dungeon_twister.server.errors import ProtocolError
from dungeon_twister.server.games.background.background_tasks import BackgroundTasks
from dungeon_twister.server.games.caller import NOBODY, Caller
from dungeon_twister.server.games.sessions.active_game import PERSON, ActiveGame
from dungeon_twister.server.games.sessions.clocks import turn_of
from dungeon_twister.server.protocol import Subscribe
from dungeon_twister.server.secret_tokens import hashed
from dungeon_twister.server.store import PLAYING, PushRow, SeatRow, StoreError

if TYPE_CHECKING:
    from dungeon_twister.server.store import Store

Post = Callable[[str, dict[str, str], bytes], Awaitable[int]]
MOST_DEVICES: Final = 5  # of one seat
PAUSE: Final = 60.0  # seconds between two messages to one seat
MOST_TOLD: Final = 20_000  # seats that are remembered
MOST_WAITING: Final = 1000  # messages that wait for their host
LONGEST_WAIT: Final = 60.0  # seconds after which a message is not sent any more
logger = logging.getLogger(__name__)


class HostQueue:
    """Sends one message at a time to each host, so that a slow push service delays only its own
    messages."""

    def __init__(self) -> None:
        self._locks: dict[str, tuple[asyncio.Lock, int]] = {}  # host -> its lock, number of users
        self.waiting = 0

    @asynccontextmanager
    async def turn(self, host: str) -> AsyncIterator[None]:
        """Wait until the host is free. PushError: too many messages wait, or this one has waited too long."""
        if self.waiting >= MOST_WAITING:
            raise webpush.PushError("too many messages wait")
        lock, users = self._locks.get(host, (asyncio.Lock(), 0))
        self._locks[host] = lock, users + 1
        self.waiting += 1
        try:
            await _acquire(lock)
            try:
                yield
            finally:
                lock.release()
        finally:
            self.waiting -= 1
            users = self._locks[host][1] - 1
            if users:
                self._locks[host] = lock, users
            else:
                del self._locks[host]


async def _acquire(lock: asyncio.Lock) -> None:
    try:
        async with asyncio.timeout(LONGEST_WAIT):
            await lock.acquire()
    except TimeoutError:
        raise webpush.PushError("its push service was busy for too long") from None


class PushNotifier:
    """Sends push messages. Without a signer nothing is offered or sent. `post` may raise PushError."""

    def __init__(
        self, store: Store, tasks: BackgroundTasks, online: Callable[[str], Collection[str]], now: Callable[[], float]
    ) -> None:
        self.signer: webpush.Signer | None = None
        self.services = webpush.PushServices()
        self.post: Post | None = None
        self._store = store
        self._tasks = tasks
        self._online = online
        self._now = now
        self._told: OrderedDict[tuple[str, str], tuple[str, float]] = OrderedDict()  # game, colour -> turn, time
        self._queue = HostQueue()

    @property
    def key(self) -> str:
        """The public key of this server for browsers; empty: it sends no messages."""
        return "" if self.signer is None else self.signer.public

    def file(self, suffix: str) -> Path | None:
        """Return a path next to the SQLite database, if there is one."""
        return Path(self._store.file + suffix) if self._store.file else None

    async def subscribe(self, game: str, seat_key: str, wish: Subscribe, who: Caller = NOBODY) -> None:
        """Store a browser's subscription for a seat. `seat_key`: what the database stores of the
        seat's token (`GameService.key`)."""
        if self.signer is None:
            raise ProtocolError("no-push", "This server sends no messages.", 404)
        if not self.services.allow(wish.endpoint):
            raise ProtocolError("unknown-push", "This server does not know the push service of your browser.", 422)
        if not webpush.are_keys(wish.p256dh, wish.auth):
            raise ProtocolError("bad-push", "That is not what a browser gives for messages.", 422)
        language = wish.language if wish.language in LANGUAGES else "en"
        row = PushRow(
            token_hash=seat_key,
            device=hashed(wish.endpoint),
            game=game,
            endpoint=wish.endpoint,
            p256dh=wish.p256dh,
            auth=wish.auth,
            language=language,
            at=self._now(),
            person=who.person,
            person_device=who.device,
        )
        await self._store.pushes.keep(row, MOST_DEVICES)

    async def unsubscribe(self, seat_key: str, who: Caller = NOBODY) -> None:
        """Delete the subscription of one device of a person; without a person, all of the seat."""
        await self._store.pushes.forget(seat_key, person_device=who.device)

    def attend(self, active: ActiveGame) -> None:
        """Send a message to each offline player who has to decide: once for each turn, and again
        after a decision of the player."""
        for colour in active.row.deciders:
            self._attend(active, colour)

    def _attend(self, active: ActiveGame, colour: str) -> None:
        if self.signer is None or active.row.stage != PLAYING or colour in self._online(active.id):
            return
        seat = active.seat(colour)
        turn, at = self._told.get((active.id, colour), ("", 0.0))
        known = turn == turn_of(active.game.state) and active.acted.get(colour, 0.0) <= at
        if seat is None or seat.who != PERSON or known or self._now() - at < PAUSE:
            return
        self._told[active.id, colour] = turn_of(active.game.state), self._now()
        while len(self._told) > MOST_TOLD:
            self._told.popitem(last=False)
        self._tasks.run(self._send_to_seat(seat))

    async def _send_to_seat(self, seat: SeatRow) -> None:
        try:
            rows = await self._store.pushes.of(seat.token_hash)
            if seat.colour in self._online(seat.game):  # a player who has just joined connects a moment later
                return
            if not rows:  # nothing was sent: a browser that subscribes later still gets the message
                self._told.pop((seat.game, seat.colour), None)
            await asyncio.gather(*(self._send(row) for row in rows))
        except StoreError:
            logger.warning("push subscriptions could not be read")

    async def _send(self, row: PushRow) -> None:
        assert self.signer is not None and self.post is not None
        words = {"game": row.game, "text": MessageCatalogue(row.language).t("time.push-body")}
        try:
            async with self._queue.turn(webpush.host_of(row.endpoint)):
                body = webpush.encrypted(msgspec.json.encode(words), webpush.bytes_of(row.p256dh), webpush.bytes_of(row.auth))
                status = await self.post(row.endpoint, self.signer.headers(row.endpoint, self._now()), body)
        except webpush.PushError as error:
            logger.info("a message could not be sent: %s", error)
            return
        if status in webpush.GONE:
            await self._store.pushes.forget(row.token_hash, row.device)
