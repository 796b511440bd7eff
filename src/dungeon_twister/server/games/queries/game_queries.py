"""Queries about a game: advice, history, record and replay."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, Final

import msgspec

from dungeon_twister.game.record.commit_reveal import Seal
from dungeon_twister.game.record.files import Record, dump, record_of
from dungeon_twister.game.views import EventView
from dungeon_twister.learning.gallery import gallery_game_of
from dungeon_twister.learning.progress.game_facts import GameFacts
from dungeon_twister.learning.puzzles.own_puzzle import LONGEST_PUZZLE
from dungeon_twister.presentation.guide.advice import advise, explain
from dungeon_twister.rules.engine.scenarios import is_text
from dungeon_twister.rules.geometry.text import with_capital
from dungeon_twister.server.address_hashes import AddressHasher
from dungeon_twister.server.errors import ProtocolError
from dungeon_twister.server.games.background.advice_threads import AdviceThreads
from dungeon_twister.server.games.commands.commands import NOT_STARTED
from dungeon_twister.server.games.commands.draft import GAME_OVER
from dungeon_twister.server.games.sessions.active_game import ActiveGame
from dungeon_twister.server.games.sessions.game_cache import GameCache
from dungeon_twister.server.protocol import NewGame
from dungeon_twister.server.socket_protocol import Advised, Ask, AskHistory, History, HistoryStep
from dungeon_twister.server.store import (
    OVER,
    PLAYING,
    ConflictError,
    LogRow,
    Retention,
    StoreError,
    keep_record,
    keep_record_longer,
)
from dungeon_twister.server.wire import decode, encode
from dungeon_twister.server.workers import (
    HANDED_IN,
    CheckedPosition,
    CheckedRecord,
    CheckPosition,
    CheckRecord,
    CheckScenario,
    CheckWorkshopText,
    DrawScene,
    HistoryPage,
    MakeFacts,
    MakeFrame,
    MakeHistory,
    MakeProof,
    MakeReplay,
    MakeStudyBegin,
    PrintScenario,
    ReplayPool,
    UnknownError,
    WriteRecord,
)
from dungeon_twister.server.workshop_protocol import CheckedText, PrintWish, WorkshopText
from dungeon_twister.workshop.findings import ERROR, Finding

if TYPE_CHECKING:
    from dungeon_twister.server.store import Store

RECORD_ID: Final = re.compile(HANDED_IN + "[0-9a-f]{23}")
EVERYTHING: Final = 2**31  # a version that no game reaches
LONGEST_THOUGHT: Final = 600.0  # seconds; who takes longer has gone away
LATEST: Final = AskHistory("")  # the latest steps
LONGEST_DECLARED: Final = 12_000  # characters of a custom scenario, which views contain
LONGEST_POSITION: Final = 2 * LONGEST_DECLARED  # a position of four players has 6,000, and may contain a scenario
LONGEST_OF: Final = {
    "rooms": LONGEST_DECLARED,
    "scenario": LONGEST_DECLARED,
    "position": LONGEST_POSITION,
    "puzzle": LONGEST_PUZZLE,
}  # characters of a work


class GameQueries:
    """Answers queries. Replays run in reader processes; `address` is charged for them."""

    def __init__(
        self,
        store: Store,
        cache: GameCache,
        replay_pool: ReplayPool,
        retention: Retention,
        advice: AdviceThreads,
        addresses: AddressHasher,
        now: Callable[[], float],
    ) -> None:
        self._store = store
        self._cache = cache
        self._replay_pool = replay_pool
        self._retention = retention
        self._advice = advice
        self._addresses = addresses
        self._now = now
        self._advising = asyncio.Lock()

    # -- custom scenarios ---------------------------------------------------------------------------------------------------

    async def check(self, declared: str, options: dict[str, str], address: str) -> bytes:
        """Validate a custom scenario before anything else reads it, and lay it out within a time
        limit. Return JSON of its `ScenarioCard`."""
        self.check_length(declared)
        return await self._replay_pool.do(CheckScenario(declared, options), address)

    def check_length(self, declared: str) -> None:
        """Refuse what is no text of a scenario, or too long a text."""
        if not is_text(declared):
            raise ProtocolError("bad-game", "That is not the text of a scenario file.", 422)
        if len(declared) > LONGEST_DECLARED:
            raise ProtocolError("bad-game", f"A scenario has at most {LONGEST_DECLARED:,} characters here.", 422)

    async def judge(self, wish: WorkshopText, address: str) -> bytes:
        """Return JSON of the `CheckedText` of a text that is being made in the workshop. A text that is too long to be played
        here is not read."""
        most = LONGEST_OF[wish.kind]
        if len(wish.text) > most:
            code = "too-long" if wish.kind in ("rooms", "scenario") else "too-large"
            return encode(CheckedText([Finding(code, ERROR, {"most": most, "number": len(wish.text)})]))
        return await self._replay_pool.do(CheckWorkshopText(wish), address)

    async def sheets(self, wish: PrintWish, address: str) -> bytes:
        """Return gzipped JSON of the `PrintedSheet`s of a custom scenario."""
        self.check_length(wish.declared)
        return await self._replay_pool.do(PrintScenario(wish), address)

    async def placed(self, wish: NewGame, address: str) -> NewGame:
        """Return a request for a game from a position, with the scenario and options of the
        position."""
        if wish.scenario or wish.options or wish.declared:
            raise ProtocolError("bad-game", "A position has its own scenario and options.", 422)
        if len(wish.position) > LONGEST_POSITION:
            raise ProtocolError("bad-game", f"A position has at most {LONGEST_POSITION:,} characters here.", 422)
        origin = decode(await self._replay_pool.do(CheckPosition(wish.position), address), CheckedPosition)
        return msgspec.structs.replace(
            wish, scenario=origin.scenario, options=origin.options, declared=origin.declared, position=origin.position
        )

    async def check_position(self, position: str, address: str) -> None:
        """Refuse what is no text of a position."""
        if len(position) > LONGEST_POSITION:
            raise ProtocolError("bad-game", f"A position has at most {LONGEST_POSITION:,} characters here.", 422)
        body = await self._replay_pool.do(CheckWorkshopText(WorkshopText(position, "position")), address)
        for finding in decode(body, CheckedText).findings:
            raise ProtocolError("bad-game", with_capital(f"{finding.values['problem']}."), 422)

    async def scene(self, id: str, address: str = "") -> bytes:
        """Return JSON of the `Scene` of a game or of an uploaded record."""
        text = await self._record_text(id)
        if text is None:
            row = (await self._cache.get(id)).row
            return await self._replay_pool.do(DrawScene(row.played, row.options), address)
        return await self._replay_pool.do(DrawScene(record=text), address)

    # -- during the game -------------------------------------------------------------------------------------------------

    async def advise(self, id: str, seat: str, ask: Ask) -> Advised:
        """Return the guide's advice for a deciding seat, or why a choice is refused."""
        async with self._advising:  # one computation at a time
            active = await self._cache.get(id)
            if active.row.stage != PLAYING:
                return Advised(ask.id, active.version, reason=GAME_OVER if active.game.over else NOT_STARTED)
            version, setting = active.version, active.game.state.setting
            if ask.about:
                reason = await self._advice.run(explain, active.sight(seat).view, ask.about, setting)
                return Advised(ask.id, version, reason=reason)
            view, known = active.sight(seat).view, active.advice.get(seat)
            if known is None or known[0] is not view:
                known = view, await self._advice.run(advise, view, setting)
                active.advice[seat] = known
        return Advised(ask.id, version, known[1])

    async def history(self, id: str, viewer: str, ask: AskHistory = LATEST, address: str = "") -> History:
        """Return what happened, as a viewer may know it. `address` is charged for the work."""
        active = await self._cache.get(id)
        row, game, version = active.row, active.game, active.version
        taken_back = game.taken_back[:]
        choices = [(at, text) for at, (_, _, text) in zip(game.versions, game.game.log, strict=True)]
        before = ask.before if ask.before > 0 else EVERYTHING
        body = await self._replay_pool.do(
            MakeHistory(id, viewer, row.played, row.options, row.position, choices, before), address
        )
        page = decode(body, HistoryPage)
        steps = _with_taken_back(page, [noted for noted in taken_back if noted[0] < before])
        return History(ask.id, version, viewer, steps, page.more, page.others)

    # -- afterwards ------------------------------------------------------------------------------------------------------

    async def record(self, id: str, address: str = "") -> str:
        """Return the record of a finished game, or an uploaded record."""
        text = await self._record_text(id)
        if text is not None:
            return text
        active = await self._cache.get(id)
        if active.row.stage != OVER:
            raise ProtocolError("not-over", "The record is available when the game is over.", 409)
        return (await self._replay_pool.do(WriteRecord(_record_of(active)), address)).decode()

    async def keep_record(self, text: bytes, address: str = "", person: str = "") -> str:
        """Store an uploaded record. The same record is stored once."""
        kept = msgspec.msgpack.decode(await self._replay_pool.do(CheckRecord(text), address), type=CheckedRecord)
        try:
            if await self._store.record(kept.id) is not None:
                await self._store.write(keep_record_longer(kept.id, self._now(), person))
                return kept.id
            await self._retention.check_room_for_record(self._addresses.all(address))
            with suppress(ConflictError):  # the same record was stored at the same time
                hash = self._addresses.hash(address)
                await self._store.write(keep_record(kept.id, kept.text, self._now(), hash, person))
        except StoreError:
            raise ProtocolError("storage", "The record could not be stored just now.", 503) from None
        return kept.id

    async def replay(self, id: str, viewer: str, address: str = "") -> bytes:
        """Return gzipped JSON of a `Replay`."""
        try:
            return await self._replay_pool.do(MakeReplay(id, viewer), address)
        except UnknownError:
            return await self._replay_pool.do(MakeReplay(id, viewer, await self.finished(id)), address)

    async def proof(self, id: str, address: str = "") -> bytes:
        """Return JSON of a `Proof`."""
        return await self._replay_pool.do(MakeProof(await self.finished(id)), address)

    async def facts(self, id: str, colour: str, address: str) -> GameFacts:
        """Return what happened to a player in a finished game."""
        facts = decode(await self._replay_pool.do(MakeFacts(await self.finished(id), colour), address), GameFacts)
        return replace(facts, seconds=time_to_think(await self._store.log(id), colour))

    async def frame(self, id: str, number: int, viewer: str, address: str = "") -> bytes:
        """Return JSON of a `Frame`."""
        try:
            return await self._replay_pool.do(MakeFrame(id, viewer, number), address)
        except UnknownError:
            return await self._replay_pool.do(MakeFrame(id, viewer, number, await self.finished(id)), address)

    async def beginning(self, id: str, number: int, address: str = "") -> bytes:
        """Return JSON of a `StudyBegin`."""
        try:
            return await self._replay_pool.do(MakeStudyBegin(id, number), address)
        except UnknownError:
            return await self._replay_pool.do(MakeStudyBegin(id, number, await self.finished(id)), address)

    async def _record_text(self, id: str) -> str | None:
        """Return an uploaded record, or the record of a game of the gallery."""
        shown = gallery_game_of(id)
        if shown is not None:
            return dump(shown.record)
        return await self._store.record(id) if RECORD_ID.fullmatch(id) else None

    async def finished(self, id: str) -> Record | str:
        """Return the record of a finished game, or the text of an uploaded one or one of the gallery."""
        text = await self._record_text(id)
        if text is not None:
            return text
        try:
            active = await self._cache.get(id)
        except StoreError:
            raise
        except ProtocolError:
            raise ProtocolError("unknown-replay", "There is no such replay.", 404) from None
        if active.row.stage != OVER:
            raise ProtocolError("not-over", "The game can be looked at again when it is over.", 409)
        return _record_of(active)


def time_to_think(log: Sequence[LogRow], colour: str) -> int:
    """Return the seconds before the choices of a player; a longer pause counts as LONGEST_THOUGHT."""
    return round(sum(min(row.at - before.at, LONGEST_THOUGHT) for before, row in pairwise(log) if row.who == colour))


def _with_taken_back(page: HistoryPage, taken_back: Sequence[tuple[int, str]]) -> list[HistoryStep]:
    """Return the steps of a history with take-backs inserted: their versions and who asked for
    them."""
    first = page.steps[0].version if page.more else 0
    noted = [HistoryStep(at, [EventView(kind="taken-back", player=who)]) for at, who in taken_back if at >= first]
    return sorted([*page.steps, *noted], key=lambda step: step.version)


def _record_of(active: ActiveGame) -> Record:
    """Return the record of a finished game with the names of its players."""
    session = active.game
    row = active.row
    return record_of(session.game, session.players, Seal(row.secret, row.contributions) if row.secret else None, row.chance)
