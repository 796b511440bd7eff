"""The actions of a turn of the Card Game that the enumeration of a turn tries."""

from __future__ import annotations

from typing import Final

from dungeon_twister.ai.search.card.adapter import CardAdapter
from dungeon_twister.ai.search.card.journey_search import JourneySearch
from dungeon_twister.ai.search.game_adapter import GameAdapter
from dungeon_twister.ai.search.turn_actions import TurnAction
from dungeon_twister.learning.action_kinds import IDLE
from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.actions import KIND_MASK
from dungeon_twister.rules.engine.card.acting import act_choices
from dungeon_twister.rules.engine.card.rules import RULES
from dungeon_twister.rules.engine.card.state import MOVING, WALL_WALKING, CardState, card_of
from dungeon_twister.rules.engine.card.travel import begin
from dungeon_twister.rules.engine.choice_kinds import FIGHTS
from dungeon_twister.rules.engine.decisions import CHANCE
from dungeon_twister.rules.engine.state import State
from dungeon_twister.rules.geometry.zone_plan import COLUMNS, LETTER_COUNT

JOURNEYS: Final = (actions.MOVE, actions.WALK_WALL)


def all_actions(adapter: GameAdapter, s: State) -> list[TurnAction]:
    """Return every whole action with a certain result, without the pass.

    Things are put down and handed on only where that may be useful: there are a hundred thousand ways to do it elsewhere.
    """
    return adapter.turn_actions(s, 0)


def last_actions(adapter: GameAdapter, played: State) -> list[TurnAction]:
    """Return the same without actions that bring no character out and score nothing."""
    assert isinstance(adapter, CardAdapter)
    s = card_of(played)
    found: list[TurnAction] = []
    fights = RULES.which(FIGHTS)
    for choice in act_choices(s):
        kind = choice & KIND_MASK
        if kind in JOURNEYS:
            if _may_escape(s, actions.first_of(choice)):
                lifted = s.copy()
                begin(lifted, actions.first_of(choice), MOVING if kind == actions.MOVE else WALL_WALKING)
                journey = JourneySearch(lifted, adapter.ordering)
                found += [journey.action(moment, choice) for moment in journey.exits]
        elif kind not in IDLE and kind not in fights:
            after = s.copy()
            RULES.apply(after, choice)
            if after.over or after.decider() != CHANCE:
                found.append(TurnAction((choice,), after))
    return found


def _may_escape(s: CardState, man: int) -> bool:
    """Return whether steps from room to room can bring a character to the other side."""
    place, plan = s.loc[man], s.maze.plan
    if place >= plan.zones:
        return True
    row = s.maze.place_of[place // LETTER_COUNT] // COLUMNS
    rooms = plan.rows - 1 - row if s.setting.owner[man] == 0 else row
    return s.setting.movement[man] > rooms
