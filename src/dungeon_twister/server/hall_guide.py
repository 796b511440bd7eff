"""What players and readers ask about a game: advice, its history, its record, and looking at it again."""

from __future__ import annotations

import asyncio
import re
from collections import OrderedDict
from collections.abc import Callable
from hashlib import sha256
from typing import Final

from dungeon_twister.geometry.text import TextError
from dungeon_twister.guide.advice import advise, explain
from dungeon_twister.guide.replaying import Replaying, viewer_of
from dungeon_twister.record.files import Record, dump, load, record_of
from dungeon_twister.server.hall_commands import GAME_OVER, NOT_STARTED
from dungeon_twister.server.hall_errors import ProtocolError
from dungeon_twister.server.hall_memory import Memory
from dungeon_twister.server.hosted import BOT, OVER, Hosted
from dungeon_twister.server.hosted_game import history
from dungeon_twister.server.protocol import Advised, Ask, Frame, History, Replay, ReplayEntry
from dungeon_twister.server.store import ConflictError, Store, StoreError
from dungeon_twister.server.store_changes import keep_record
from dungeon_twister.server.store_reading import PLAYING

MOST_REPLAYS: Final = 32  # kept ready to be looked at
MOST_HISTORIES: Final = 128
LONGEST_RECORD: Final = 20_000  # choices
HANDED_IN: Final = "r"  # the ids of records begin with it and are longer than those of games
RECORD_ID: Final = re.compile(HANDED_IN + "[0-9a-f]{23}")


class Guide:
    """Answers that need replaying are worked out beside the event loop and kept for a while."""

    def __init__(self, store: Store, memory: Memory, now: Callable[[], float]) -> None:
        self._store = store
        self._memory = memory
        self._now = now
        self._replays: OrderedDict[str, tuple[Record, Replaying]] = OrderedDict()
        self._histories: OrderedDict[tuple[str, str], History] = OrderedDict()

    # -- during the game -------------------------------------------------------------------------------------------------

    async def advise(self, id: str, seat: str, ask: Ask) -> Advised:
        hosted = await self._memory.get(id)
        game, version = hosted.game, hosted.version
        if hosted.row.stage != PLAYING:
            return Advised(ask.id, version, reason=GAME_OVER if game.over else NOT_STARTED)
        state, viewer = game.state.copy(), game.seat(seat)
        if not ask.about:
            return Advised(ask.id, version, await asyncio.to_thread(advise, state, viewer))
        return Advised(ask.id, version, reason=explain(state, ask.about, viewer))

    async def history(self, id: str, viewer: str, ask_id: str) -> History:
        hosted = await self._memory.get(id)
        version, setting = hosted.version, hosted.game.state.setting
        known = self._histories.get((id, viewer))
        if known is None or known.version != version:
            log = [row for row in await self._store.log(id) if row.version <= version]
            known = History("", version, viewer, await asyncio.to_thread(history, setting, log, viewer))
            self._histories[id, viewer] = known
            while len(self._histories) > MOST_HISTORIES:
                self._histories.popitem(last=False)
        return History(ask_id, known.version, viewer, known.steps)

    # -- afterwards ------------------------------------------------------------------------------------------------------

    async def record(self, id: str) -> str:
        """Of a finished game; one that was handed in is given back as it was."""
        text = await self._store.record(id) if RECORD_ID.fullmatch(id) else None
        if text is not None:
            return text
        hosted = await self._memory.get(id)
        if hosted.row.stage != OVER:
            raise ProtocolError("not-over", "The record is to be had when the game is over.", 409)
        return await asyncio.to_thread(dump, _record_of(hosted))

    async def keep_record(self, text: str) -> str:
        """The same record is kept once."""
        try:
            record, _ = load(text)
            if record.end is None:
                raise TextError("the game of this record is not over")
            if len(record.choices) > LONGEST_RECORD:
                raise TextError(f"the record has more than {LONGEST_RECORD} choices")
            await asyncio.to_thread(Replaying.of_record, record)
        except (TextError, ValueError) as error:
            raise ProtocolError("bad-record", f"That is no record of a finished game: {error}.", 422) from None
        id = HANDED_IN + sha256(text.encode()).hexdigest()[:23]
        try:
            await self._store.write(keep_record(id, text, self._now()))
        except ConflictError:
            pass  # it is there already
        except StoreError:
            raise ProtocolError("storage", "The record could not be stored just now.", 503) from None
        return id

    async def replay(self, id: str, viewer: str) -> Replay:
        record, replaying = await self._replaying(id)
        seat = _viewer(replaying, viewer)
        entries = await asyncio.to_thread(replaying.entries, seat)
        setting, end = replaying.setting, record.end
        assert end is not None
        return Replay(
            id=id,
            game=setting.scenario.game,
            scenario=record.header.scenario,
            options=record.header.options,
            players=record.header.players,
            colours=setting.colours,
            scores=end.vp,
            winners=end.winners,
            viewer=viewer,
            entries=[ReplayEntry(one.number, one.turn, one.who, one.text, one.events) for one in entries],
        )

    async def frame(self, id: str, number: int, viewer: str) -> Frame:
        _, replaying = await self._replaying(id)
        if not 0 <= number <= len(replaying.choices):
            raise ProtocolError("unknown-frame", f"The game has {len(replaying.choices)} choices.", 404)
        return Frame(number, viewer, replaying.view_at(number, _viewer(replaying, viewer)))

    async def _replaying(self, id: str) -> tuple[Record, Replaying]:
        if id not in self._replays:
            record = await self._finished(id)
            try:
                self._replays[id] = record, await asyncio.to_thread(Replaying.of_record, record)
            except (TextError, ValueError) as error:
                raise ProtocolError("bad-record", f"The record cannot be replayed: {error}.", 422) from None
        self._replays.move_to_end(id)
        while len(self._replays) > MOST_REPLAYS:
            self._replays.popitem(last=False)
        return self._replays[id]

    async def _finished(self, id: str) -> Record:
        text = await self._store.record(id) if RECORD_ID.fullmatch(id) else None
        if text is not None:
            return load(text)[0]
        try:
            hosted = await self._memory.get(id)
        except ProtocolError:
            raise ProtocolError("unknown-replay", "There is no such game to be looked at again.", 404) from None
        if hosted.row.stage != OVER:
            raise ProtocolError("not-over", "The game can be looked at again when it is over.", 409)
        return _record_of(hosted)


def _record_of(hosted: Hosted) -> Record:
    """The record of a finished game, with the names of those who played."""
    players = {seat.colour: seat.bot if seat.who == BOT else seat.name or "person" for seat in hosted.seats}
    return record_of(hosted.game, players)


def _viewer(replaying: Replaying, name: str) -> int:
    try:
        return viewer_of(replaying.setting, name)
    except TextError as error:
        raise ProtocolError("bad-viewer", f"{str(error)[:1].upper()}{str(error)[1:]}.", 422) from None
