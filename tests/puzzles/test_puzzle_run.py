"""Puzzles that somebody solves: whatever reaches the goal counts, wrong turns are answered, everything can be done again."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from dungeon_twister.ai.search.adapters import adapter_for
from dungeon_twister.learning.exercise_run import FAILED, OPEN, SOLVED
from dungeon_twister.learning.puzzles import Puzzle, PuzzleError, PuzzleRun
from dungeon_twister.learning.puzzles.defence import Defence, DefenceLimitError
from dungeon_twister.learning.puzzles.puzzle import SURVIVE, WIN
from dungeon_twister.learning.puzzles.puzzle_checks import goal_of
from dungeon_twister.learning.puzzles.puzzle_run import HELD, MISSED, REFUTED, RISK, UNSURE
from dungeon_twister.learning.puzzles.solutions import ideas, line_of, survivals
from dungeon_twister.learning.puzzles.turn_enumeration import TurnEnumeration
from dungeon_twister.rules.engine.game import IllegalActionError
from dungeon_twister.rules.engine.state import State
from dungeon_twister.rules.geometry.text import TextError
from tests.puzzles.test_puzzles import CHECKED, named, quickest, surviving

SOME = quickest(CHECKED)[:10]


def solved(puzzle: Puzzle) -> PuzzleRun:
    run = PuzzleRun(puzzle)
    for line in puzzle.solution:
        assert run.status == OPEN
        run.play(line)
    return run


@pytest.mark.parametrize("puzzle", SOME, ids=named)
def test_the_solution_solves(puzzle: Puzzle) -> None:
    run = solved(puzzle)
    assert run.status == SOLVED and run.answer is not None and run.answer.kind == HELD and run.clean
    assert run.play("pass") == [], "it is over"
    again = PuzzleRun(puzzle, run.deeds)
    assert (again.status, again.deeds, again.history) == (run.status, run.deeds, run.history)
    reason = run.solution().reason
    assert reason.kind == {WIN: "wins", SURVIVE: "saves"}.get(puzzle.goal, reason.kind)
    assert run.solution().lines == list(puzzle.solution) and (run.solution().arrows or run.solution().marks)


@pytest.mark.parametrize("puzzle", SOME, ids=named)
def test_a_turn_that_does_nothing_fails(puzzle: Puzzle) -> None:
    run = PuzzleRun(puzzle)
    run.play("pass")
    assert run.status == FAILED and run.answer is not None
    if puzzle.goal == SURVIVE:
        assert run.answer.kind == REFUTED and run.answer.player != puzzle.player
        assert run.answer.lines and any(event.kind == "game-over" for events in run.answer.events for event in events)
    else:
        assert run.answer.kind in (MISSED, REFUTED)
    assert run.hint(1).lost
    assert run.undo() and run.status == OPEN and run.answer is None and not run.undo()


def test_another_solution_counts() -> None:
    """Each of the ends that the search through everything finds."""
    puzzle = next(one for one in quickest(CHECKED) if one.goal != SURVIVE and one.solutions > 1)
    root = PuzzleRun(puzzle).root
    adapter = adapter_for(root.setting)
    ways = TurnEnumeration(adapter, root, [goal_of(puzzle, adapter, root)])
    paths = [ways.path(end) for end in ways.reached[0].ends.values()]
    assert ideas(paths) == puzzle.solutions
    for path in paths:
        run = PuzzleRun(puzzle)
        for line in line_of(root, path, True):
            if run.status == OPEN:
                run.play(line)
        assert run.status == SOLVED


@pytest.mark.parametrize("puzzle", [one for one in quickest(60) if one.goal == SURVIVE][:6], ids=named)
def test_to_survive_is_told_as_it_is(puzzle: Puzzle) -> None:
    """Each turn that survives by the search through everything is proved, each other one refuted, and nothing is left open."""
    root = PuzzleRun(puzzle).root
    adapter = adapter_for(root.setting)
    found = survivals(adapter, root, Defence(adapter))
    assert found is not None and ideas(found.paths) == puzzle.solutions
    ways = TurnEnumeration(adapter, root, [], ends=True)
    safe = {tuple(line_of(root, path, True)) for path in found.paths}
    every = [ways.path((number, ())) for number in range(len(ways.states))]
    others = [lines for lines in (tuple(line_of(root, path, True)) for path in every) if lines not in safe]
    for lines in [*safe, *Random(puzzle.number).sample(others, min(8, len(others)))]:
        run = PuzzleRun(puzzle)
        for line in lines:
            run.play(line)
        assert run.answer is not None
        result = (run.status, run.answer.kind)
        assert result == (SOLVED, HELD) if lines in safe else result in ((FAILED, REFUTED), (FAILED, MISSED))


def test_what_cannot_be_told_is_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where too much is to be looked at nothing is claimed: the end of the turn is taken back, and one can go on."""
    puzzle = surviving()

    def too_much(self: Defence, s: State) -> None:
        raise DefenceLimitError

    monkeypatch.setattr(Defence, "refutation", too_much)
    run = PuzzleRun(puzzle)
    assert run.play("pass") == [] and run.status == OPEN and run.state == run.root
    assert run.answer is not None and run.answer.kind == UNSURE and run.deeds == ["try pass"]
    again = PuzzleRun(puzzle, run.deeds)
    assert (again.answer, again.status, again.deeds) == (run.answer, run.status, run.deeds)
    for line in puzzle.solution:
        run.play(line)
    assert run.status == SOLVED and run.answer is not None and run.answer.kind == HELD


def test_a_proof_may_take_only_so_long() -> None:
    """What cannot be proved in time is taken back too; and a turn that was proved by a quicker machine is only tried."""
    puzzle = replace(surviving(), solution=())  # so that its solution has to be proved
    quick, slow = PuzzleRun(puzzle), PuzzleRun(puzzle, seconds=0.0)
    for line in surviving().solution:
        quick.play(line)
        slow.play(line)
    assert (quick.status, slow.status) == (SOLVED, OPEN) and slow.answer is not None and slow.answer.kind == UNSURE
    for deeds in (quick.deeds, slow.deeds):
        again = PuzzleRun(puzzle, deeds, seconds=0.0)
        assert (again.answer, again.deeds, again.state) == (slow.answer, slow.deeds, slow.state)


def test_hints_lead_to_the_goal() -> None:
    for puzzle in SOME[:6]:
        run = PuzzleRun(puzzle)
        assert run.hint(1).theme == (puzzle.themes[0] if puzzle.themes else "") and not run.hint(1).token
        assert run.hint(2).token and not run.hint(2).line
        while run.status == OPEN:
            line = run.hint(3).line
            assert line
            run.play(line)
        assert run.status == SOLVED


def with_a_risk() -> tuple[Puzzle, str]:
    for puzzle in quickest(CHECKED):
        for line in PuzzleRun(puzzle).game_session.game.legal():
            if " reveal " in line or " attack " in line:
                return puzzle, line
    raise AssertionError("nobody can fight or reveal")


def test_what_nobody_can_foresee_is_taken_back() -> None:
    puzzle, line = with_a_risk()
    run = PuzzleRun(puzzle)
    assert run.play(line) == [] and run.answer is not None and run.answer.kind == RISK
    assert run.state == run.root and not run.clean and run.status == OPEN
    assert PuzzleRun(puzzle, run.deeds).answer == run.answer
    run.play(puzzle.solution[0])
    assert run.answer is None
    run.restart()
    assert run.deeds == [] and run.clean


def test_what_is_no_choice() -> None:
    puzzle = surviving()
    run = PuzzleRun(puzzle)
    with pytest.raises(TextError):
        run.play("dance")
    with pytest.raises(TextError):
        run.play(f"resign {puzzle.player}")
    with pytest.raises(IllegalActionError):
        run.play("stop")
    assert run.deeds == []
    for deeds in (["play dance"], ["dance"], ["play stop"], [f"try {puzzle.solution[0]}"]):
        with pytest.raises(PuzzleError, match="cannot be done again"):
            PuzzleRun(puzzle, deeds)
