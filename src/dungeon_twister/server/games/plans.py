"""Plans of those who wait: choices that are made for them, one after the other, as soon as it is their turn. The first that
does not fit is dropped with the rest, and they are told why. Nobody else learns that there was a plan.

A Move may be planned with the place where it is to end: the way is looked for when the time has come. A turn that is to end
ends a journey first. A plan that spends the last point ends the turn."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import Final

from dungeon_twister.game.record.grammar import Choice
from dungeon_twister.presentation.guide.advice import advise, explain
from dungeon_twister.presentation.guide.shapes import Reason
from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.setting import Setting
from dungeon_twister.server.errors import ProtocolError
from dungeon_twister.server.games.advice_threads import AdviceThreads
from dungeon_twister.server.games.aside import with_plan
from dungeon_twister.server.games.commands import carry_out
from dungeon_twister.server.games.draft import Draft
from dungeon_twister.server.games.errands import Errands
from dungeon_twister.server.games.hosted import Hosted
from dungeon_twister.server.games.live import LiveGame
from dungeon_twister.server.games.memory import Memory
from dungeon_twister.server.games.refused import RefusedError
from dungeon_twister.server.protocol import AnyView, Do, Plan
from dungeon_twister.server.store import PLAYING

BY_PLAN: Final = "plan"  # the id of a command that nobody has sent
MOVE: Final = "move"
PASS: Final = "pass"
NO_WAY: Final = Reason("no-way", sentence="There is no way there now.")
logger = logging.getLogger(__name__)


class Planner:
    """Makes planned choices. `write` makes a draft durable and shows it; what comes next follows from that."""

    def __init__(
        self,
        memory: Memory,
        errands: Errands,
        advice: AdviceThreads,
        write: Callable[[Hosted, Draft], Awaitable[bool]],
        now: Callable[[], float],
    ) -> None:
        self._advice = advice
        self._memory = memory
        self._errands = errands
        self._write = write
        self._now = now

    def attend(self, hosted: Hosted) -> None:
        """If whoever has to decide has a plan, it is followed."""
        if _next_of(hosted) is not None and self._memory.router.is_local(hosted.id):
            self._errands.run(self._follow(hosted.id))

    async def _follow(self, id: str) -> None:
        try:
            async with self._memory.at_work(id) as hosted:
                found = _next_of(hosted)
                if found is not None:
                    seat, plan = found
                    choices = await self._advice.run(
                        _meant, hosted.sight(seat).view, hosted.game.state.setting, plan.choices[0]
                    )
                    await self._write(hosted, self._made(hosted, seat, choices, plan))
        except ProtocolError:
            logger.warning("a planned choice could not be stored; it is tried again when the game is looked at")

    def _made(self, hosted: Hosted, seat: str, choices: list[Choice | str] | Reason, plan: Plan) -> Draft:
        try:
            if isinstance(choices, Reason):
                raise RefusedError(choices)
            draft = carry_out(hosted, seat, Do(BY_PLAN, seat, hosted.version, choices), self._now())
            left = Plan(plan.choices[1:])
            if not left.choices and _only_ends(draft.game, seat):
                left = Plan([Choice(PASS)])
        except RefusedError as refused:
            draft, left = Draft(hosted, now=self._now()), Plan([], refused.reason)
        draft.aside = with_plan(draft.aside, seat, left)
        return draft


def _meant(view: AnyView, setting: Setting, planned: Choice | str) -> list[Choice | str] | Reason:
    """The choices that a planned one stands for now, or why there are none."""
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


def _only_ends(game: LiveGame, seat: str) -> bool:
    """Has the player nothing left to choose but the end of the turn?"""
    return not game.over and game.decider == seat and game.seated.choices() == [actions.PASS]


def _next_of(hosted: Hosted) -> tuple[str, Plan] | None:
    """A player who has to decide and has a plan, with the plan."""
    if hosted.row.stage != PLAYING:
        return None
    plans = hosted.aside.plans
    return next(((seat, plans[seat]) for seat in hosted.game.waiting if seat in plans and plans[seat].choices), None)
