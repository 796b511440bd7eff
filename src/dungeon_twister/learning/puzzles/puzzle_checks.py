"""Exhaustive checks of puzzles: the solution reaches the goal, no cheaper way exists, and the number of solutions is right."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from dungeon_twister.ai.search.adapters import adapter_for, gc_paused
from dungeon_twister.ai.search.game_adapter import GameAdapter
from dungeon_twister.game.record.notation import read
from dungeon_twister.game.record.position import read_position
from dungeon_twister.game.record.shared_names import read_token
from dungeon_twister.learning.puzzles.defence import Defence, DefenceLimitError
from dungeon_twister.learning.puzzles.puzzle import LEAVE, SURVIVE, Puzzle
from dungeon_twister.learning.puzzles.puzzle_goal import NOBODY, PuzzleGoal, lost
from dungeon_twister.learning.puzzles.solutions import ideas, survivals
from dungeon_twister.learning.puzzles.turn_enumeration import TurnEnumeration
from dungeon_twister.rules.engine.decisions import ACT
from dungeon_twister.rules.engine.game import apply, legal
from dungeon_twister.rules.engine.state import State
from dungeon_twister.rules.geometry.text import AmbiguousActionError, TextError


def puzzle_state(puzzle: Puzzle) -> State:
    """Return the position of a puzzle. Raise TextError if it is wrong."""
    root = read_position(puzzle.position, f"puzzle {puzzle.number}")
    if root.over or root.decision() != ACT:
        raise TextError("nobody acts in this position")
    return root


def goal_of(puzzle: Puzzle, adapter: GameAdapter, root: State) -> PuzzleGoal:
    """Return the goal of a puzzle, for positions that follow `root`."""
    token = read_token(root.setting, puzzle.token) if puzzle.token else NOBODY
    return PuzzleGoal(puzzle.goal, root, adapter, token)


def check_puzzles(puzzles: Iterable[Puzzle]) -> Iterator[str]:
    """Yield the faults of puzzles, a sentence each."""
    for puzzle in puzzles:
        for fault in check_puzzle(puzzle):
            yield f"Puzzle {puzzle.number}: {fault}."


@dataclass(frozen=True, slots=True)
class PuzzleReport:
    """The result of an exhaustive check: the faults, and the number of positions made."""

    faults: list[str]
    positions: int = 0


def check_puzzle(puzzle: Puzzle, whole: bool = True) -> list[str]:
    """Return the faults of a puzzle. Without `whole`, only play its solution."""
    return examine(puzzle, whole).faults


def examine(puzzle: Puzzle, whole: bool = True) -> PuzzleReport:
    """Check a puzzle, and count the positions made."""
    try:
        root = puzzle_state(puzzle)
        adapter = adapter_for(root.setting)
        goal = goal_of(puzzle, adapter, root)
    except TextError as error:
        return PuzzleReport([str(error)])
    if root.setting.colours[root.active] != puzzle.player or root.ap != puzzle.points:
        return PuzzleReport([f"{root.setting.colours[root.active]} acts there with {root.ap} points"])
    fault = _solution(puzzle, adapter, root, goal)
    if fault or not whole:
        return PuzzleReport([fault] if fault else [])
    with gc_paused():
        try:
            return _survived(puzzle, adapter, root) if puzzle.goal == SURVIVE else _reached(puzzle, adapter, root, goal)
        except DefenceLimitError:
            return PuzzleReport(["there are too many ways to decide it"])


def _solution(puzzle: Puzzle, adapter: GameAdapter, root: State, goal: PuzzleGoal) -> str:
    state = root.copy()
    for line in puzzle.solution:
        try:
            action = read(state, line)
        except (TextError, AmbiguousActionError) as error:
            return f"its solution has {line!r}, which cannot be read: {error}"
        if action not in legal(state):
            return f"its solution has {line!r}, which is no choice there"
        apply(state, action)
    if puzzle.goal == SURVIVE:
        over = state.over or state.active != root.active
        try:
            if not over or lost(adapter, state, root.active) or Defence(adapter).refutation(state) is not None:
                return "its solution does not survive"
        except DefenceLimitError:
            return "too much is to be looked at to know whether its solution survives"
    elif not goal.reached(state):
        return "its solution does not reach the goal"
    return ""


def _reached(puzzle: Puzzle, adapter: GameAdapter, root: State, goal: PuzzleGoal) -> PuzzleReport:
    made = 0
    if root.ap > 1:
        cheaper = root.copy()
        cheaper.ap -= 1
        fewer = TurnEnumeration(adapter, cheaper, [goal], first=True)
        made += fewer.made
        if fewer.reached:
            return PuzzleReport(["fewer action points are enough"], made)
        if not fewer.complete:
            return PuzzleReport(["there are too many ways to decide it"], made)
    ways = TurnEnumeration(adapter, root, [goal])
    made += ways.made
    if not ways.complete:
        return PuzzleReport(["there are too many ways to decide it"], made)
    if 0 not in ways.reached or ways.reached[0].cost != root.ap:
        return PuzzleReport(["it has no solution for these action points"], made)
    count = ideas([ways.path(end) for end in ways.reached[0].ends.values()])
    if count != puzzle.solutions:
        return PuzzleReport([f"it has {count} solutions, not {puzzle.solutions}"], made)
    if puzzle.goal == LEAVE:
        still = TurnEnumeration(adapter, root, [goal], turns=False, first=True)
        made += still.made
        if still.reached:
            return PuzzleReport(["it can be solved without turning a room"], made)
    return PuzzleReport([], made)


def _survived(puzzle: Puzzle, adapter: GameAdapter, root: State) -> PuzzleReport:
    idle, defence = root.copy(), Defence(adapter)
    if defence.refutation(adapter.after_pass(idle)) is None:
        return PuzzleReport(["who does nothing survives as well"], defence.made)
    found = survivals(adapter, root, defence)
    if found is None:
        return PuzzleReport(["there are too many ways to survive"], defence.made)
    if not found.paths:
        return PuzzleReport(["nothing survives"], found.made)
    count = ideas(found.paths)
    return PuzzleReport([] if count == puzzle.solutions else [f"it has {count} solutions, not {puzzle.solutions}"], found.made)
