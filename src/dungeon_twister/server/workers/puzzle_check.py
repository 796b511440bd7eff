"""Checks of positions that may be puzzles, for the page."""

from __future__ import annotations

from dungeon_twister.ai.analysis.plan_playback import play_back
from dungeon_twister.game.record.grammar import Choice
from dungeon_twister.game.record.position import read_position
from dungeon_twister.learning.puzzles import Puzzle, puzzle_line
from dungeon_twister.learning.puzzles.own_puzzle import SECONDS, check_position
from dungeon_twister.learning.puzzles.puzzle_run import actions_of
from dungeon_twister.server.workshop_protocol import PuzzleVerdict, PuzzleWish


def verdict(wish: PuzzleWish, seconds: float = SECONDS) -> PuzzleVerdict:
    """Search a position. Raise TextError if it cannot be read. The time is less than the patience of the pool, so that there
    is always an answer."""
    found = check_position(wish.position, wish.goal, wish.token, wish.player, wish.points, seconds)
    return PuzzleVerdict(
        problem=found.problem,
        notes=list(found.notes),
        hidden=found.hidden,
        positions=found.positions,
        puzzle=found.puzzle,
        text=puzzle_line(found.puzzle) if found.puzzle else "",
        solutions=[_choices(found.puzzle, lines) for lines in found.solutions] if found.puzzle else [],
    )


def _choices(puzzle: Puzzle, lines: tuple[str, ...]) -> list[Choice]:
    root = read_position(puzzle.position)
    return play_back(root, tuple(actions_of(root, lines)), -1, root.active).choices
