"""The actions of a turn of the board game that the enumeration of a turn tries."""

from __future__ import annotations

from typing import Final

from dungeon_twister.ai.search.board.adapter import BoardAdapter
from dungeon_twister.ai.search.board.journey_search import JourneySearch
from dungeon_twister.ai.search.board.turn_actions import turn_actions
from dungeon_twister.ai.search.game_adapter import GameAdapter
from dungeon_twister.ai.search.turn_actions import TurnAction
from dungeon_twister.learning.action_kinds import IDLE, JOURNEYS
from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.actions import KIND_MASK
from dungeon_twister.rules.engine.board.acting import act_choices
from dungeon_twister.rules.engine.board.rules import RULES
from dungeon_twister.rules.engine.board.state import BoardState, board_of
from dungeon_twister.rules.engine.state import GONE, UNDER, WOUNDED, State
from dungeon_twister.rules.geometry.rooms import PIT

LEAP: Final = 3  # longest jump or walk through a wall, in squares


def all_actions(adapter: GameAdapter, s: State) -> list[TurnAction]:
    """Return every whole action with a certain result, without the pass."""
    return turn_actions(board_of(s), 0, None)


def last_actions(adapter: GameAdapter, played: State) -> list[TurnAction]:
    """Return the actions worth trying as the last of a turn: journeys only if they score or remove a character."""
    assert isinstance(adapter, BoardAdapter)
    s = board_of(played)
    found: list[TurnAction] = []
    goals = _spots_to_reach(adapter, s)
    for choice in act_choices(s):
        kind = choice & KIND_MASK
        if kind in JOURNEYS:
            if _may_reach(s, choice, goals):
                _add_journey(s, choice, found)
        elif kind not in IDLE:
            after = s.copy()
            RULES.apply(after, choice)
            found.append(TurnAction((choice,), after))
    return found


def _spots_to_reach(adapter: BoardAdapter, s: BoardState) -> list[int]:
    """Return the spots at which a journey scores: an exit, a wounded enemy (for a pit), a character on a pit (it may fall)."""
    setting, maze = s.board_setting, s.maze
    found = list(adapter.heuristic.lines.exits(s.active, adapter.evaluator.door_of(s, s.active)))
    side = setting.team_of[s.active]
    for token in range(setting.tokens):
        if setting.is_character[token] and 0 <= s.loc[token] < UNDER:
            square = s.loc[token]
            if maze.terrain[square] == PIT or (s.status[token] & WOUNDED and setting.side[token] != side):
                found.append(maze.spot(square))
    return found


def _may_reach(s: BoardState, choice: int, goals: list[int]) -> bool:
    """Return whether one of these spots is within the straight-line range of a journey."""
    setting, token = s.board_setting, actions.first_of(choice)
    if setting.by_apex:
        return True
    steps = setting.movement[token] if choice & KIND_MASK == actions.MOVE else LEAP
    xy = setting.plan.xy
    x, y = xy[s.maze.spot(s.loc[token])]
    return any(abs(xy[spot][0] - x) + abs(xy[spot][1] - y) <= steps for spot in goals)


def _add_journey(s: BoardState, choice: int, found: list[TurnAction]) -> None:
    base = s.copy()
    RULES.apply(base, choice)
    journey = JourneySearch(base, choice, False)  # a load in the way is put down at once
    found += [journey.left(node, step) for node, step in journey.exits]
    found += [journey.ended(node, step, s) for node, step in journey.broken_off]
    if len(journey.worlds) > 1:
        counts = [_counts(s, world.state) for world in journey.worlds]
        if any(counts):
            found += [journey.stopped(index) for index in journey.distinct() if counts[journey.inside[journey.stops[index]]]]


def _counts(before: State, after: State) -> bool:
    """Return whether an action has scored or eliminated a character."""
    return before.vp != after.vp or list(before.loc).count(GONE) != list(after.loc).count(GONE)
