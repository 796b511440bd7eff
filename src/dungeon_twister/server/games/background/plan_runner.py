"""Planned moves: choices that are made one after the other as soon as it is the player's turn. The
first one that is not legal is dropped with the rest, and the player is sent the reason. Nobody else
learns of a plan.

A Move may be planned with its destination only: the path is found when it is made. A planned end of
the turn ends a journey first. A plan that spends the last point ends the turn.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import Final

from dungeon_twister.game.record.grammar import Choice
from dungeon_twister.presentation.guide.advice import advise, explain
from dungeon_twister.presentation.guide.guide_shapes import Reason
from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.setting import Setting
from dungeon_twister.server.errors import ProtocolError
from dungeon_twister.server.games.background.advice_threads import AdviceThreads
from dungeon_twister.server.games.background.background_tasks import BackgroundTasks
from dungeon_twister.server.games.commands.command_error import RefusedError
from dungeon_twister.server.games.commands.commands import carry_out
from dungeon_twister.server.games.commands.draft import GameDraft
from dungeon_twister.server.games.sessions.active_game import ActiveGame
from dungeon_twister.server.games.sessions.event_log_game import EventLogGame
from dungeon_twister.server.games.sessions.game_cache import GameCache
from dungeon_twister.server.games.sessions.pending_requests import with_plan
from dungeon_twister.server.protocol import AnyView
from dungeon_twister.server.socket_protocol import Do, MovePlan
from dungeon_twister.server.store import PLAYING

BY_PLAN: Final = "plan"  # the id of commands that the server makes itself
MOVE: Final = "move"
PASS: Final = "pass"
NO_WAY: Final = Reason("no-way", sentence="There is no way there now.")
logger = logging.getLogger(__name__)


class PlanRunner:
    """Makes planned choices. `write` commits a draft and sends it; the next choice follows from
    that."""

    def __init__(
        self,
        cache: GameCache,
        tasks: BackgroundTasks,
        advice: AdviceThreads,
        write: Callable[[ActiveGame, GameDraft], Awaitable[bool]],
        now: Callable[[], float],
    ) -> None:
        self._advice = advice
        self._cache = cache
        self._tasks = tasks
        self._write = write
        self._now = now

    def attend(self, active: ActiveGame) -> None:
        """Follow the plan of a player who has to decide, if there is one."""
        if _next_of(active) is not None and self._cache.router.is_local(active.id):
            self._tasks.run(self._follow(active.id))

    async def _follow(self, id: str) -> None:
        try:
            async with self._cache.locked(id) as active:
                found = _next_of(active)
                if found is not None:
                    seat, plan = found
                    choices = await self._advice.run(
                        _meant, active.sight(seat).view, active.game.state.setting, plan.choices[0]
                    )
                    await self._write(active, self._made(active, seat, choices, plan))
        except ProtocolError:
            logger.warning("a planned choice could not be stored; it is tried again when the game is looked at")

    def _made(self, active: ActiveGame, seat: str, choices: list[Choice | str] | Reason, plan: MovePlan) -> GameDraft:
        try:
            if isinstance(choices, Reason):
                raise RefusedError(choices)
            draft = carry_out(active, seat, Do(BY_PLAN, seat, active.version, choices), self._now())
            left = MovePlan(plan.choices[1:])
            if not left.choices and _only_ends(draft.game, seat):
                left = MovePlan([Choice(PASS)])
        except RefusedError as refused:
            draft, left = GameDraft(active, now=self._now()), MovePlan([], refused.reason)
        draft.pending = with_plan(draft.pending, seat, left)
        return draft


def _meant(view: AnyView, setting: Setting, planned: Choice | str) -> list[Choice | str] | Reason:
    """Return the choices that a planned one stands for now, or why there are none."""
    if not isinstance(planned, Choice) or planned.do not in (MOVE, PASS):
        return [planned]
    advice = advise(view, setting)
    if planned.do == PASS:
        return [*advice.end] or [planned]
    goal = planned.square or planned.zone
    if not goal:
        return [planned]
    stops = [stop for one in advice.characters if one.token == planned.token for stop in one.stops]
    way = next((stop for stop in stops if stop.place == goal and stop.ends), None)
    if way is None:
        return explain(view, planned, setting) or NO_WAY
    return [*([Choice("stop")] if advice.decision == "travel" else []), *way.choices, Choice("stop")]


def _only_ends(game: EventLogGame, seat: str) -> bool:
    """Return whether the player can only end the turn."""
    return not game.over and game.decider == seat and game.choices() == [actions.PASS]


def _next_of(active: ActiveGame) -> tuple[str, MovePlan] | None:
    """Return a player who has to decide and has a plan, with the plan."""
    if active.row.stage != PLAYING:
        return None
    plans = active.pending.plans
    return next(((seat, plans[seat]) for seat in active.game.waiting if seat in plans and plans[seat].choices), None)
