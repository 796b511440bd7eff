"""Positions with known values, to measure what plays or searches: `load_benchmark()` (docs/puzzles.md).

They are puzzles in which whoever acts wins before his turn is over, for certain, and twins of them with an action point less,
in which he cannot. Both were proved by looking at every way through the turn. Which puzzles belong to it is written down in
`content/benchmark.json` and stays as it is under its number, so that results can be compared.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from dungeon_twister.ai.bots.resolve import BotLike, resolve_bot
from dungeon_twister.ai.bots.searcher import adapter_for
from dungeon_twister.game.record.game import Game
from dungeon_twister.game.session import BotFailedError, GameSession, Seat, give_up
from dungeon_twister.learning.puzzles.goals import won
from dungeon_twister.learning.puzzles.reading import PuzzleError
from dungeon_twister.learning.puzzles.shapes import WIN, Puzzle
from dungeon_twister.learning.puzzles.store import load_puzzle

FILE = files("dungeon_twister.content").joinpath("benchmark.json")
POINTS = re.compile(r"^(turn \w+ ap )(\d+)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class BenchmarkPosition:
    """A position and what it is worth to whoever acts there."""

    puzzle: int  # the number of the puzzle it is made of
    family: str  # base, several or card
    grade: int  # of the puzzle, 1 to 5: how wide a search must look
    player: str
    points: int  # action points
    wins: bool  # can he win in this turn, whatever chance and the others do?
    solution: tuple[str, ...]  # choices that win; none where he cannot
    position: str

    @property
    def name(self) -> str:
        return f"{self.puzzle}-{self.points}"


@cache
def load_benchmark() -> tuple[BenchmarkPosition, ...]:
    """All positions: each win is followed by its twin, in which a point is missing."""
    return tuple(one for number in json.loads(FILE.read_text("utf-8"))["puzzles"] for one in pair_of(load_puzzle(number)))


def pair_of(puzzle: Puzzle) -> tuple[BenchmarkPosition, BenchmarkPosition]:
    """The position of a puzzle, and the same with an action point less."""
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
    """Does a bot win the position in its turn? One that fails does not."""
    game = Game.from_position(one.position, seed)
    me, turn = game.state.active, game.state.turn
    made = resolve_bot(bot).make(seed)
    table = GameSession(game, [Seat.of_bot(made)] * len(game.state.setting.colours), viewers=())
    try:
        while not table.over and (game.state.turn, game.state.active) == (turn, me):
            table.decide(table.ask(game.state.decider(), give_up))
    except BotFailedError:
        return False
    return table.over and won(adapter_for(game.state.setting), game.state, me)


def solved(bot: BotLike, positions: Iterable[BenchmarkPosition] | None = None, seed: str = "benchmark") -> tuple[int, int]:
    """How many of the positions that can be won a bot wins, and how many there are."""
    asked = [one for one in (load_benchmark() if positions is None else positions) if one.wins]
    return sum(wins_with(bot, one, seed) for one in asked), len(asked)
