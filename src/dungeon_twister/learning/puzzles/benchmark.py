"""Positions with known values, to measure bots and searches: `load_benchmark()` (docs/puzzles.md).

Each puzzle gives two positions: one in which the active player has a certain win this turn, and a twin with one action point
less, without a win. Both are proved by exhaustive enumeration of the turn. The list of puzzles is in `content/benchmark.json`.
It never changes for a given number, so that results can be compared.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from dungeon_twister.ai.bots.resolve import BotLike, resolve_bot
from dungeon_twister.ai.search.adapters import adapter_for
from dungeon_twister.game.record.recorded_game import RecordedGame
from dungeon_twister.game.session import BotFailedError, GameSession, SessionSeat, give_up
from dungeon_twister.learning.puzzles.puzzle import WIN, Puzzle
from dungeon_twister.learning.puzzles.puzzle_codec import PuzzleError
from dungeon_twister.learning.puzzles.puzzle_goal import won
from dungeon_twister.learning.puzzles.store import load_puzzle

FILE = files("dungeon_twister.content").joinpath("benchmark.json")
POINTS = re.compile(r"^(turn \w+ ap )(\d+)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class BenchmarkPosition:
    """A position and its value for the active player."""

    puzzle: int  # the number of the puzzle it comes from
    family: str  # base, several or card
    grade: int  # of the puzzle, 1 to 5: how wide a search must be
    player: str
    points: int  # action points
    wins: bool  # whether a win this turn is certain, for any chance and any replies
    solution: tuple[str, ...]  # choices that win; empty without a win
    position: str

    @property
    def name(self) -> str:
        return f"{self.puzzle}-{self.points}"


@cache
def load_benchmark() -> tuple[BenchmarkPosition, ...]:
    """Return all positions: each win is followed by its twin with one action point less."""
    return tuple(one for number in json.loads(FILE.read_text("utf-8"))["puzzles"] for one in pair_of(load_puzzle(number)))


def pair_of(puzzle: Puzzle) -> tuple[BenchmarkPosition, BenchmarkPosition]:
    """Return the position of a puzzle, and the same with one action point less."""
    if puzzle.goal != WIN or puzzle.points < 2:
        raise PuzzleError(f"puzzle {puzzle.number} is not won with two action points or more")
    less, changed = POINTS.subn(lambda found: f"{found[1]}{int(found[2]) - 1}", puzzle.position)
    if changed != 1:
        raise PuzzleError(f"puzzle {puzzle.number} does not say who acts with how many points")
    known = (puzzle.number, puzzle.family, puzzle.grade, puzzle.player)
    return (
        BenchmarkPosition(*known, puzzle.points, True, puzzle.solution, puzzle.position),
        BenchmarkPosition(*known, puzzle.points - 1, False, (), less),
    )


def wins_with(bot: BotLike, one: BenchmarkPosition, seed: str = "benchmark") -> bool:
    """Return whether a bot wins the position in its turn. A bot that fails does not."""
    game = RecordedGame.from_position(one.position, seed)
    me, turn = game.state.active, game.state.turn
    made = resolve_bot(bot).make(seed)
    table = GameSession(game, [SessionSeat.of_bot(made)] * len(game.state.setting.colours), viewers=())
    try:
        while not table.over and (game.state.turn, game.state.active) == (turn, me):
            table.decide(table.ask(game.state.decider(), give_up))
    except BotFailedError:
        return False
    return table.over and won(adapter_for(game.state.setting), game.state, me)


def solved(bot: BotLike, positions: Iterable[BenchmarkPosition] | None = None, seed: str = "benchmark") -> tuple[int, int]:
    """Return how many of the winnable positions a bot wins, and how many there are."""
    asked = [one for one in (load_benchmark() if positions is None else positions) if one.wins]
    return sum(wins_with(bot, one, seed) for one in asked), len(asked)
