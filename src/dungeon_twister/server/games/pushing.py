"""Telling people who are not there that it is their turn, by their browser (Web Push). Of the game only its id is told."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Collection
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

from dungeon_twister.server import webpush
from dungeon_twister.server.errors import ProtocolError
from dungeon_twister.server.games.clocks import turn_of
from dungeon_twister.server.games.errands import Errands
from dungeon_twister.server.games.hosted import PERSON, Hosted
from dungeon_twister.server.protocol import Subscribe
from dungeon_twister.server.store import PLAYING, PushRow, SeatRow, StoreError
from dungeon_twister.server.tokens import hashed
from dungeon_twister.words.catalogue import LANGUAGES, Catalogue

if TYPE_CHECKING:
    from dungeon_twister.server.store import Store

Post = Callable[[str, dict[str, str], bytes], int]
MOST_DEVICES: Final = 5  # of one seat
PAUSE: Final = 60.0  # seconds between two messages to one seat
MOST_TOLD: Final = 20_000  # seats that are remembered
AT_ONCE: Final = 8  # messages under way
logger = logging.getLogger(__name__)


class Pusher:
    """Without a signer nothing is offered and nothing is sent. `post` blocks, so it is called in a thread; it may raise
    PushError."""

    def __init__(
        self, store: Store, errands: Errands, online: Callable[[str], Collection[str]], now: Callable[[], float]
    ) -> None:
        self.signer: webpush.Signer | None = None
        self.post: Post | None = None
        self._store = store
        self._errands = errands
        self._online = online
        self._now = now
        self._told: OrderedDict[tuple[str, str], tuple[str, float]] = OrderedDict()  # game, colour -> turn, when
        self._room = asyncio.Semaphore(AT_ONCE)

    @property
    def key(self) -> str:
        """By which browsers know this server; empty: it sends no messages."""
        return "" if self.signer is None else self.signer.public

    def file(self, suffix: str) -> Path | None:
        """A file beside that of the database, where it is one."""
        return Path(self._store.file + suffix) if self._store.file else None

    async def subscribe(self, game: str, token: str, wish: Subscribe) -> None:
        """A browser wants to be told when it is the turn of a seat that it holds."""
        if self.signer is None:
            raise ProtocolError("no-push", "This server sends no messages.", 404)
        if not webpush.is_endpoint(wish.endpoint) or not webpush.are_keys(wish.p256dh, wish.auth):
            raise ProtocolError("bad-push", "That is not what a browser gives for messages.", 422)
        language = wish.language if wish.language in LANGUAGES else "en"
        device = hashed(wish.endpoint)
        row = PushRow(hashed(token), device, game, wish.endpoint, wish.p256dh, wish.auth, language, self._now())
        await self._store.pushes.keep(row, MOST_DEVICES)

    async def unsubscribe(self, token: str) -> None:
        await self._store.pushes.forget(hashed(token))

    def attend(self, hosted: Hosted) -> None:
        """If somebody who is not there has to decide, he is told once for each turn."""
        colour = hosted.row.decider
        if self.signer is None or hosted.row.stage != PLAYING or colour in self._online(hosted.id):
            return
        seat = hosted.seat(colour)
        turn, at = self._told.get((hosted.id, colour), ("", 0.0))
        if seat is None or seat.who != PERSON or turn == turn_of(hosted.game.state) or self._now() - at < PAUSE:
            return
        self._told[hosted.id, colour] = turn_of(hosted.game.state), self._now()
        while len(self._told) > MOST_TOLD:
            self._told.popitem(last=False)
        self._errands.run(self._tell(seat))

    async def _tell(self, seat: SeatRow) -> None:
        try:
            for row in await self._store.pushes.of(seat.token_hash):
                async with self._room:
                    await self._send(row)
        except StoreError:
            logger.warning("whom to tell could not be read")

    async def _send(self, row: PushRow) -> None:
        assert self.signer is not None and self.post is not None
        words = {"game": row.game, "text": Catalogue(row.language).t("time.push-body")}
        body = webpush.encrypted(msgspec.json.encode(words), webpush.bytes_of(row.p256dh), webpush.bytes_of(row.auth))
        try:
            status = await asyncio.to_thread(self.post, row.endpoint, self.signer.headers(row.endpoint, self._now()), body)
        except webpush.PushError as error:
            logger.info("a message could not be sent: %s", error)
            return
        if status in webpush.GONE:
            await self._store.pushes.forget(row.token_hash, row.device)
