"""Plans of those who wait: choices that are made for them, one after the other, as soon as it is their turn. The first that
does not fit is dropped with the rest, and they are told why. Nobody else learns that there was a plan."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import Final

from dungeon_twister.guide.shapes import Reason
from dungeon_twister.server.errors import ProtocolError
from dungeon_twister.server.games.aside import with_plan
from dungeon_twister.server.games.commands import Draft, carry_out
from dungeon_twister.server.games.errands import Errands
from dungeon_twister.server.games.hosted import Hosted
from dungeon_twister.server.games.memory import Memory
from dungeon_twister.server.games.refused import RefusedError
from dungeon_twister.server.protocol import Do, Plan
from dungeon_twister.server.store import PLAYING

BY_PLAN: Final = "plan"  # the id of a command that nobody has sent
logger = logging.getLogger(__name__)


class Planner:
    """Makes planned choices. `write` makes a draft durable and shows it; what comes next follows from that."""

    def __init__(
        self, memory: Memory, errands: Errands, write: Callable[[Hosted, Draft], Awaitable[bool]], now: Callable[[], float]
    ) -> None:
        self._memory = memory
        self._errands = errands
        self._write = write
        self._now = now

    def attend(self, hosted: Hosted) -> None:
        """If whoever has to decide has a plan, it is followed."""
        if _next_of(hosted) is not None:
            self._errands.run(self._follow(hosted.id))

    async def _follow(self, id: str) -> None:
        try:
            async with self._memory.at_work(id) as hosted:
                plan, seat = _next_of(hosted), hosted.row.decider
                if plan is not None:
                    await self._write(hosted, self._one_choice(hosted, seat, plan))
        except ProtocolError:
            logger.warning("a planned choice could not be stored; it is tried again when the game is looked at")

    def _one_choice(self, hosted: Hosted, seat: str, plan: Plan) -> Draft:
        first, *rest = plan.choices
        try:
            draft = carry_out(hosted, seat, Do(BY_PLAN, seat, hosted.version, [first]), self._now())
            left = Plan(rest)
        except RefusedError as refused:
            draft, left = Draft(hosted, now=self._now()), _dropped(refused.reason)
        draft.aside = with_plan(draft.aside, seat, left)
        return draft


def _dropped(reason: Reason) -> Plan:
    return Plan([], reason)


def _next_of(hosted: Hosted) -> Plan | None:
    """The plan of whoever has to decide, if there is one."""
    plan = hosted.aside.plans.get(hosted.row.decider)
    return plan if hosted.row.stage == PLAYING and plan is not None and plan.choices else None
