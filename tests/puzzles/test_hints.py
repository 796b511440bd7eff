"""Hints of puzzles are never wrong: on the way of the solution and off it, also inside an open journey, the named choices lead
to the goal. Where a hint says that there is no way, there is none."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from dungeon_twister.game.record.notation import read, write
from dungeon_twister.learning.exercise_run import OPEN, PLAY, SOLVED
from dungeon_twister.learning.puzzles import Puzzle, PuzzleRun, load_puzzle, load_puzzles
from dungeon_twister.learning.puzzles import puzzle_run as running
from dungeon_twister.learning.puzzles.defence import Defence
from dungeon_twister.learning.puzzles.puzzle import SURVIVE
from dungeon_twister.learning.puzzles.puzzle_goal import lost
from dungeon_twister.learning.puzzles.turn_enumeration import TurnEnumeration
from dungeon_twister.presentation.guide.routes import Routes
from dungeon_twister.rules.engine.actions import STOP
from dungeon_twister.rules.engine.decisions import ACT, TRAVEL
from dungeon_twister.rules.engine.game import apply, legal
from dungeon_twister.rules.engine.state import State
from tests.amounts import LONG, some
from tests.puzzles.test_puzzles import named

EVERY = 75  # of so many puzzles one is looked at on every change
LOOKED_AT = some(load_puzzles(), EVERY)
KNOWN = [load_puzzle(number) for number in (10, 15, 41)]  # in which hints were wrong
PUZZLES = LOOKED_AT + [one for one in KNOWN if one not in LOOKED_AT]
MOST_STEPS = 40
MOST = running.HINT_POSITIONS if LONG else 3000  # positions of a search off the way of the solution

ON_THE_WAY = "on the way"
OFF_THE_WAY = "off the way"


@dataclass(frozen=True)
class Played:
    """Choices that somebody may have made: on the way of the solution or off it; `open`: inside a journey."""

    where: str
    lines: list[str]
    open: bool = False


def goes_on(s: State, me: int) -> bool:
    return not s.over and s.active == me


def may_stop(s: State, me: int) -> bool:
    return goes_on(s, me) and s.decision() == TRAVEL and STOP in legal(s)


def played_in(puzzle: Puzzle) -> Iterator[Played]:
    """All prefixes of the solution; and, at each place of a journey, to stop there, or to have walked straight to its end."""
    state = PuzzleRun(puzzle).root
    me = state.active
    begun, before, lines = state, list[str](), list[str]()  # where the journey began
    for line in puzzle.solution:
        yield Played(ON_THE_WAY, list(lines), state.decision() == TRAVEL)
        if state.decision() == ACT:
            begun, before = state.copy(), list(lines)
        travelled = state.decision() == TRAVEL
        apply(state, read(state, line))
        lines.append(line)
        if may_stop(state, me):
            yield Played(OFF_THE_WAY, [*lines, "stop"])
        elif travelled and not (goes_on(state, me) and state.decision() == TRAVEL):
            yield from walked_straight(begun, before, lines)


def walked_straight(begun: State, before: list[str], lines: list[str]) -> Iterator[Played]:
    """The same journey without handling anything, as one click on its last place walks it: left open, and stopped."""
    me, journey = begun.active, lines[len(before) :]
    last = next(line for line in reversed(journey) if " " not in line and line not in ("stop", "drop"))
    state = begun.copy()
    apply(state, read(state, journey[0]))
    for way in Routes(state).ways.values():
        after, walked = state.copy(), [*before, journey[0]]
        for step in way:
            walked.append(write(after, step))
            apply(after, step)
        if walked[-1] == last and walked != lines[: len(walked)]:
            yield Played(OFF_THE_WAY, walked, goes_on(after, me) and after.decision() == TRAVEL)
            if may_stop(after, me):
                yield Played(OFF_THE_WAY, [*walked, "stop"])


def followed(run: PuzzleRun) -> bool:
    """Play what the hints name until the puzzle is over; False if a hint finds no way."""
    for _ in range(MOST_STEPS):
        if run.status != OPEN:
            break
        hint = run.hint(3)
        if hint.lost:
            return False
        assert hint.step and hint.line == hint.step[0] and hint.token
        for line in hint.step:
            assert run.status == OPEN
            run.play(line)
    assert run.status == SOLVED, "following the hints reaches the goal"
    return True


def is_hopeless(run: PuzzleRun) -> bool:
    """Is there really no way, after everything was tried?"""
    adapter, state, me = run.adapter, run.state, run.learner
    if run.puzzle.goal != SURVIVE:
        ways = TurnEnumeration(adapter, state, [run.goal], first=True, guess=False)
        return ways.complete and not ways.reached
    ways = TurnEnumeration(adapter, state, [], ends=True, guess=False)
    ends = [end[0] for end in ways.ended] + [adapter.after_pass(one) for one in ways.states if one.decision() == ACT]
    defence = Defence(adapter, searches=len(ends) + 1)
    return ways.complete and all(lost(adapter, end, me) or defence.refutation(end) is not None for end in ends)


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search ends by the number of its positions, however slow the machine is."""
    monkeypatch.setattr(running, "HINT_SECONDS", math.inf)


@pytest.mark.parametrize("puzzle", PUZZLES, ids=named)
def test_hints_lead_to_the_goal_or_there_is_no_way(puzzle: Puzzle) -> None:
    """Beside the way of the solution a search may also give up; then it does not claim to have proved anything."""
    for played in played_in(puzzle):
        run = PuzzleRun(puzzle, [f"{PLAY} {line}" for line in played.lines], MOST)
        if run.status != OPEN:
            assert played.where == OFF_THE_WAY
        elif not followed(run):
            assert played.where == OFF_THE_WAY and (not run.hint(1).proved or is_hopeless(run)), played


def test_an_open_walk_is_stopped_before_the_next_one() -> None:
    """The Warrior of puzzle 15 arrives with what it carries and could still put it down."""
    run = PuzzleRun(load_puzzle(15))
    for line in ("bW turn R8 cw", "bW move", "s8", "s7", "t7"):
        run.play(line)
    hint = run.hint(3)
    assert (hint.lost, hint.token, hint.step) == (False, "bW", ("stop",))
    run.play("stop")
    assert run.hint(3).step == ("bW move", "u7", "u6", "v6")


def test_a_pick_up_is_part_of_the_step() -> None:
    run = PuzzleRun(load_puzzle(41))
    assert run.hint(3).step == ("yW move", "g4", "take b%", "f4", "f3", "stop")
