"""Exhaustive enumeration of a turn: every position reachable by actions with certain results.

Only useless positions are left out: one reached before for as many points or fewer, and, with the last point, one in which
nobody leaves and nothing scores. On a last journey a load is put down only at the start, with a friend or on a pit: dropping
it elsewhere gains nothing, as it can be dropped at once or swapped.
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, field
from typing import Final

from dungeon_twister.ai.search.board.adapter import BoardAdapter
from dungeon_twister.ai.search.board.journey_search import JourneySearch as BoardJourney
from dungeon_twister.ai.search.board.turn_actions import turn_actions as board_actions
from dungeon_twister.ai.search.card.adapter import CardAdapter
from dungeon_twister.ai.search.card.journey_search import JourneySearch as CardJourney
from dungeon_twister.ai.search.game_adapter import GameAdapter
from dungeon_twister.ai.search.turn_actions import TurnAction
from dungeon_twister.learning.puzzles.puzzle_goal import PuzzleGoal
from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.actions import KIND_MASK
from dungeon_twister.rules.engine.board.acting import act_choices as board_choices
from dungeon_twister.rules.engine.board.rules import RULES as BOARD_RULES
from dungeon_twister.rules.engine.board.state import BoardState, board_of
from dungeon_twister.rules.engine.by_edition import ByEdition
from dungeon_twister.rules.engine.card.acting import act_choices as card_choices
from dungeon_twister.rules.engine.card.rules import RULES as CARD_RULES
from dungeon_twister.rules.engine.card.state import MOVING, WALL_WALKING, CardState, card_of
from dungeon_twister.rules.engine.card.travel import begin
from dungeon_twister.rules.engine.choice_kinds import FIGHTS
from dungeon_twister.rules.engine.decisions import ACT, CHANCE
from dungeon_twister.rules.engine.state import GONE, POTION_SHIFT, UNDER, WOUNDED, State
from dungeon_twister.rules.geometry.rooms import PIT
from dungeon_twister.rules.geometry.zone_plan import COLUMNS, LETTER_COUNT

MOST: Final = 1_000_000  # limit of positions to make
SAMPLE: Final = 40  # positions of a cost after which the number of their successors is extrapolated
ROOT: Final = -1
JOURNEYS: Final = (actions.MOVE, actions.JUMP, actions.WALK_WALL)
CARD_JOURNEYS: Final = (actions.MOVE, actions.WALK_WALL)
LEAP: Final = 3  # longest jump or walk through a wall, in squares
IDLE: Final = (  # with the last point these cannot leave or score, or have an uncertain result
    *(actions.PASS, actions.ATTACK, actions.REVEAL),
    *(actions.ROTATE, actions.BREAK, actions.TOGGLE, actions.HEAL, actions.REGENERATE),
)


@dataclass
class ReachedGoal:
    """A reached goal: its least cost in points, and its final positions.

    Each final position has its way: the number of the position before it, and the choices from there.
    """

    cost: int
    ends: dict[int, tuple[int, tuple[int, ...]]] = field(default_factory=dict)


class TurnEnumeration:
    """The positions of a turn, in the order of their cost in points. `complete` says that all were found.

    - `turns=False` rotates no room.
    - `first` stops at the first way to a goal.
    - `ends` keeps the positions after the end of the turn, and leaves out no walk.
    - `guess=False` stops only at too many positions, not when an extrapolation predicts too many.
    - `until` is the time (`time.monotonic`) at which to stop in any case.
    """

    def __init__(
        self,
        adapter: GameAdapter,
        root: State,
        goals: list[PuzzleGoal],
        most: int = MOST,
        turns: bool = True,
        first: bool = False,
        ends: bool = False,
        guess: bool = True,
        until: float = math.inf,
    ) -> None:
        self.adapter = adapter
        self.me = root.active
        self.states = [root]
        self.before: list[tuple[int, tuple[int, ...]]] = [
            (ROOT, ())
        ]  # of each position: the number of the one before, and the choices
        self.reached: dict[int, ReachedGoal] = {}  # by the number of the goal
        self.ended: list[tuple[State, int, tuple[int, ...]]] = []  # after the turn, with the position before and the choices
        self.made = 0
        self.complete = False
        self._goals = goals
        self._most = most
        self._turns = turns
        self._first = first
        self._ends = ends
        self._sample = SAMPLE if guess else most
        self._until = until
        self._points = root.ap
        self._costs: list[list[int]] = [[] for _ in range(root.ap + 1)]  # the numbers of the positions for so many points
        self._costs[0].append(0)
        self._known = {key_of(root)}
        self._look()

    def path(self, end: tuple[int, tuple[int, ...]]) -> tuple[int, ...]:
        """Return all choices of a way."""
        number, path = end
        while number != ROOT:
            number, earlier = self.before[number]
            path = earlier + path
        return path

    def _look(self) -> None:
        for numbers in self._costs:
            before = self.made
            for done, number in enumerate(numbers, start=1):  # which grows by actions that cost nothing
                self._expand(number)
                expected = before + (self.made - before) * len(numbers) // done if done >= self._sample else self.made
                if expected > self._most or (self._first and self.reached) or time.monotonic() > self._until:
                    return
        self.complete = True

    def _expand(self, number: int) -> None:
        state = self.states[number]
        turn_actions = last_actions(self.adapter, state) if self._is_last(state) else all_actions(self.adapter, state)
        self.made += len(turn_actions)
        for action in turn_actions:
            after = action.state
            if not self._turns and action.path[0] & KIND_MASK == actions.ROTATE:
                continue
            key = key_of(after)
            if key in self._known:
                continue
            self._known.add(key)
            goes_on = not after.over and after.active == self.me and after.decision() == ACT
            cost = self._points - after.ap if goes_on else self._points
            self._judge(after, key, cost, number, action.path)
            if goes_on:
                self._costs[cost].append(len(self.states))
                self.states.append(after)
                self.before.append((number, action.path))
            elif self._ends:
                self.ended.append((after, number, action.path))

    def _judge(self, after: State, key: int, cost: int, number: int, path: tuple[int, ...]) -> None:
        if not after.over and after.vp == self.states[0].vp:
            return  # leaving scores, and a win takes points
        for which, goal in enumerate(self._goals):
            if not goal.reached(after):
                continue
            known = self.reached.get(which)
            if known is None or cost < known.cost:
                known = self.reached[which] = ReachedGoal(cost)
            if cost == known.cost and not self._went_on_from_goal(goal, number):
                known.ends[key] = (number, path)

    def _went_on_from_goal(self, goal: PuzzleGoal, number: int) -> bool:
        """Return whether the goal was reached before, so that this is only a continuation."""
        return goal.reached(self.states[number])

    def _is_last(self, state: State) -> bool:
        if state.ap != 1 or self._ends or state.decision() != ACT:
            return False
        return not any(state.status[token] >> POTION_SHIFT for token in state.setting.tokens_of[self.me])


def key_of(s: State) -> int:
    """Return a hash of everything but the action points left."""
    points = s.ap
    s.ap = 0
    key = s.hash_word()
    s.ap = points
    return key


def all_actions(adapter: GameAdapter, s: State) -> list[TurnAction]:
    """Return every whole action with a certain result, without the pass.

    In the Card Game, things are put down and handed on only where that may be useful: there are a hundred thousand ways to do
    it elsewhere.
    """
    return _ALL.of(s)(adapter, s)


def _all_on_board(adapter: GameAdapter, s: State) -> list[TurnAction]:
    return board_actions(board_of(s), 0, None)


def _all_of_cards(adapter: GameAdapter, s: State) -> list[TurnAction]:
    return adapter.turn_actions(s, 0)


def last_actions(adapter: GameAdapter, s: State) -> list[TurnAction]:
    """Return the same without actions that bring no character out and score nothing."""
    return _LAST.of(s)(adapter, s)


def _last_on_board(adapter: GameAdapter, played: State) -> list[TurnAction]:
    assert isinstance(adapter, BoardAdapter)
    s = board_of(played)
    found: list[TurnAction] = []
    goals = _spots_to_reach(adapter, s)
    for choice in board_choices(s):
        kind = choice & KIND_MASK
        if kind in JOURNEYS:
            if _may_reach(s, choice, goals):
                _add_journey(s, choice, found)
        elif kind not in IDLE:
            after = s.copy()
            BOARD_RULES.apply(after, choice)
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
    BOARD_RULES.apply(base, choice)
    journey = BoardJourney(base, choice, False)  # a load in the way is put down at once
    found += [journey.left(node, step) for node, step in journey.exits]
    found += [journey.ended(node, step, s) for node, step in journey.broken_off]
    if len(journey.worlds) > 1:
        counts = [_counts(s, world.state) for world in journey.worlds]
        if any(counts):
            found += [journey.stopped(index) for index in journey.distinct() if counts[journey.inside[journey.stops[index]]]]


def _last_of_cards(adapter: GameAdapter, played: State) -> list[TurnAction]:
    assert isinstance(adapter, CardAdapter)
    s = card_of(played)
    found: list[TurnAction] = []
    fights = CARD_RULES.which(FIGHTS)
    for choice in card_choices(s):
        kind = choice & KIND_MASK
        if kind in CARD_JOURNEYS:
            if _may_escape(s, actions.first_of(choice)):
                lifted = s.copy()
                begin(lifted, actions.first_of(choice), MOVING if kind == actions.MOVE else WALL_WALKING)
                journey = CardJourney(lifted, adapter.ordering)
                found += [journey.action(moment, choice) for moment in journey.exits]
        elif kind not in IDLE and kind not in fights:
            after = s.copy()
            CARD_RULES.apply(after, choice)
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


def _counts(before: State, after: State) -> bool:
    """Return whether a character has scored, or is gone."""
    return before.vp != after.vp or before.loc.count(GONE) != after.loc.count(GONE)


_ALL: Final = ByEdition(_all_on_board, _all_of_cards)
_LAST: Final = ByEdition(_last_on_board, _last_of_cards)
