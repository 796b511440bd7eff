"""Hints and threats during a game, computed in separate processes from the view of a seat.

They are available against bots and at one screen. Among people on several screens all must have
agreed: the maker allows it when creating the game, and everybody sees that before joining.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from dungeon_twister.ai.analysis import Hint, Threats
from dungeon_twister.server.analysis_protocol import Hinted, HintWish, Threatened
from dungeon_twister.server.errors import ProtocolError
from dungeon_twister.server.games.commands.commands import NOT_STARTED
from dungeon_twister.server.games.commands.draft import GAME_OVER
from dungeon_twister.server.games.queries.shared_answers import SharedAnswers
from dungeon_twister.server.games.sessions.active_game import PERSON, ActiveGame
from dungeon_twister.server.games.sessions.game_cache import GameCache
from dungeon_twister.server.store import OVER, PLAYING, GameRow, SeatRow
from dungeon_twister.server.wire import decode, encode
from dungeon_twister.server.workers import AnalysisPool, FindHint, FindThreats

REMEMBERED: Final = 500  # answers; a hint is requested up to three times, for one more detail each
NoteHint = Callable[[GameRow, Sequence[SeatRow]], Awaitable[None]]  # called when somebody gets a hint in a game
Key = tuple[str, str, str, int, int]  # kind, game, seat, version, sealed choices of the seat


def may_ask(active: ActiveGame) -> bool:
    """Return whether all players have agreed to hints."""
    return active.row.hints or len({seat.holder for seat in active.seats if seat.who == PERSON}) == 1


class HintService:
    """Computes hints and threats for a seat at a version. Equal requests share one computation, and
    outdated ones are cancelled."""

    def __init__(self, cache: GameCache, analysis_pool: AnalysisPool, note: NoteHint) -> None:
        self._cache = cache
        self._note = note
        self._analysis_pool = analysis_pool
        self._answers: SharedAnswers[Key] = SharedAnswers(REMEMBERED, _stale)

    async def hint(self, id: str, seat: str, wish: HintWish, address: str) -> Hinted:
        """Return the choice of a strong player, with as many details as the grade allows."""
        if not 1 <= wish.grade <= 3:
            raise ProtocolError("unreadable", "A hint is of grade 1, 2 or 3.", 422)
        active = await self._asked(id, wish.version)
        if seat not in active.game.waiting:
            raise ProtocolError("not-your-turn", "Somebody else has to decide now.", 409)
        job = FindHint(encode(active.sight(seat).view))
        found = decode(await self._answer(_key("hint", active, seat), job, address), Hint)
        await self._note(active.row, active.seats)
        plan = found.plan if wish.grade == 3 else None
        return Hinted(wish.version, Hint(wish.grade, found.nudge, found.piece if wish.grade > 1 else "", plan))

    async def threats(self, id: str, seat: str, version: int, address: str) -> Threatened:
        """Return what the others could do to a seat next."""
        active = await self._asked(id, version)
        job = FindThreats(encode(active.sight(seat).view))
        body = await self._answer(_key("threats", active, seat), job, address)
        return Threatened(version, decode(body, Threats))

    async def _asked(self, id: str, version: int) -> ActiveGame:
        """Return the game if hints are allowed and it is at the version of the client."""
        active = await self._cache.get(id)
        if active.row.stage != PLAYING:
            reason = GAME_OVER if active.row.stage == OVER else NOT_STARTED
            raise ProtocolError(reason.code, reason.sentence, 409)
        if not may_ask(active):
            raise ProtocolError("no-hints", "Not all who play in this game have agreed to hints.", 403)
        if active.version != version:
            raise _stale()
        return active

    async def _answer(self, key: Key, job: FindHint | FindThreats, address: str) -> bytes:
        """Compute an answer. Computations for an earlier version of the same seat are cancelled."""
        self._answers.cancel(lambda other: other[:3] == key[:3] and other != key)
        return await self._answers.get(key, lambda: self._compute(key, job, address))

    async def _compute(self, key: Key, job: FindHint | FindThreats, address: str) -> bytes:
        _, id, _, version, _ = key

        def wanted() -> bool:
            active = self._cache.held(id)
            return active is None or active.version == version

        return await self._analysis_pool.do(job, address, urgent=True, wanted=wanted)

    async def close(self) -> None:
        """Release all waiting clients."""
        await self._answers.close()


def _key(what: str, active: ActiveGame, seat: str) -> Key:
    return what, active.id, seat, active.version, hash(tuple(active.game.sealed.get(seat, ())))


def _stale() -> ProtocolError:
    return ProtocolError("stale", "The game has gone on since. Look at it again.", 409)
