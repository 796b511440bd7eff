"""Exhaustive checks of puzzles: the solution reaches the goal, no cheaper way exists, and the number of solutions is right."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from dungeon_twister.ai.bots.searcher import adapter_for, nothing_collected
from dungeon_twister.ai.search.game_adapter import GameAdapter
from dungeon_twister.game.record.notation import read
from dungeon_twister.game.record.position import read_position
from dungeon_twister.game.record.shared_names import read_token
from dungeon_twister.learning.puzzles.defence import Defence, TooManyError
from dungeon_twister.learning.puzzles.goals import NOBODY, Goal, lost
from dungeon_twister.learning.puzzles.shapes import LEAVE, SURVIVE, Puzzle
from dungeon_twister.learning.puzzles.solutions import ideas, survivals
from dungeon_twister.learning.puzzles.turn_enumeration import TurnEnumeration
from dungeon_twister.rules.engine.decisions import ACT
from dungeon_twister.rules.engine.game import apply, legal
from dungeon_twister.rules.engine.state import State
from dungeon_twister.rules.geometry.text import AmbiguousActionError, TextError


def begun(puzzle: Puzzle) -> State:
    """Return the position of a puzzle. Raise TextError if it is wrong."""
    root = read_position(puzzle.position, f"puzzle {puzzle.number}")
    if root.over or root.decision() != ACT:
        raise TextError("nobody acts in this position")
    return root


def goal_of(puzzle: Puzzle, adapter: GameAdapter, root: State) -> Goal:
    """Return the goal of a puzzle, for positions that follow `root`."""
    token = read_token(root.setting, puzzle.token) if puzzle.token else NOBODY
    return Goal(puzzle.goal, root, adapter, token)


def check_puzzles(puzzles: Iterable[Puzzle]) -> Iterator[str]:
    """Yield the faults of puzzles, a sentence each."""
    for puzzle in puzzles:
        for fault in check_puzzle(puzzle):
            yield f"Puzzle {puzzle.number}: {fault}."


@dataclass(frozen=True, slots=True)
class Examined:
    """The result of an exhaustive check: the faults, and the number of positions made."""

    faults: list[str]
    positions: int = 0


def check_puzzle(puzzle: Puzzle, whole: bool = True) -> list[str]:
    """Return the faults of a puzzle. Without `whole`, only play its solution."""
    return examine(puzzle, whole).faults


def examine(puzzle: Puzzle, whole: bool = True) -> Examined:
    """Check a puzzle, and count the positions made."""
    try:
        root = begun(puzzle)
        adapter = adapter_for(root.setting)
        goal = goal_of(puzzle, adapter, root)
    except TextError as error:
        return Examined([str(error)])
    if root.setting.colours[root.active] != puzzle.player or root.ap != puzzle.points:
        return Examined([f"{root.setting.colours[root.active]} acts there with {root.ap} points"])
    fault = _solution(puzzle, adapter, root, goal)
    if fault or not whole:
        return Examined([fault] if fault else [])
    with nothing_collected():
        try:
            return _survived(puzzle, adapter, root) if puzzle.goal == SURVIVE else _reached(puzzle, adapter, root, goal)
        except TooManyError:
            return Examined(["there are too many ways to tell"])


def _solution(puzzle: Puzzle, adapter: GameAdapter, root: State, goal: Goal) -> str:
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
        except TooManyError:
            return "too much is to be looked at to know whether its solution survives"
    elif not goal.reached(state):
        return "its solution does not reach the goal"
    return ""


def _reached(puzzle: Puzzle, adapter: GameAdapter, root: State, goal: Goal) -> Examined:
    made = 0
    if root.ap > 1:
        cheaper = root.copy()
        cheaper.ap -= 1
        fewer = TurnEnumeration(adapter, cheaper, [goal], first=True)
        made += fewer.made
        if fewer.reached:
            return Examined(["fewer action points are enough"], made)
        if not fewer.complete:
            return Examined(["there are too many ways to tell"], made)
    ways = TurnEnumeration(adapter, root, [goal])
    made += ways.made
    if not ways.complete:
        return Examined(["there are too many ways to tell"], made)
    if 0 not in ways.reached or ways.reached[0].cost != root.ap:
        return Examined(["it has no solution for these action points"], made)
    count = ideas([ways.path(end) for end in ways.reached[0].ends.values()])
    if count != puzzle.solutions:
        return Examined([f"it has {count} solutions, not {puzzle.solutions}"], made)
    if puzzle.goal == LEAVE:
        still = TurnEnumeration(adapter, root, [goal], turns=False, first=True)
        made += still.made
        if still.reached:
            return Examined(["it can be solved without turning a room"], made)
    return Examined([], made)


def _survived(puzzle: Puzzle, adapter: GameAdapter, root: State) -> Examined:
    idle, defence = root.copy(), Defence(adapter)
    if defence.refutation(adapter.after_pass(idle)) is None:
        return Examined(["who does nothing survives as well"], defence.made)
    found = survivals(adapter, root, defence)
    if found is None:
        return Examined(["there are too many ways to survive"], defence.made)
    if not found.paths:
        return Examined(["nothing survives"], found.made)
    count = ideas(found.paths)
    return Examined([] if count == puzzle.solutions else [f"it has {count} solutions, not {puzzle.solutions}"], found.made)
