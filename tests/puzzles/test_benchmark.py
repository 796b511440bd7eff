"""The benchmark: positions that are what they say, proved anew for the quickest of them."""

from __future__ import annotations

from collections import Counter

import pytest

from dungeon_twister.ai.bots.random_bot import RandomBot
from dungeon_twister.ai.search.adapters import adapter_for
from dungeon_twister.game.determinization import determinize
from dungeon_twister.game.record.notation import Choice, read, to_choice
from dungeon_twister.game.record.position import read_position
from dungeon_twister.game.views import CardView, View
from dungeon_twister.learning.puzzles import load_puzzle, load_puzzles
from dungeon_twister.learning.puzzles.benchmark import BenchmarkPosition, load_benchmark, pair_of, solved, wins_with
from dungeon_twister.learning.puzzles.puzzle import SURVIVE, WIN
from dungeon_twister.learning.puzzles.puzzle_codec import PuzzleError
from dungeon_twister.learning.puzzles.puzzle_goal import PuzzleGoal
from dungeon_twister.learning.puzzles.turn_enumeration import TurnEnumeration

POSITIONS = load_benchmark()
QUICK = 430  # positions that proving a win has cost


class Following(RandomBot):
    """Knows the solution of one position."""

    name = "following"
    lines: tuple[str, ...] = ()

    def choose(self, view: View | CardView) -> Choice:
        if not self.lines:
            return super().choose(view)
        state = determinize(view, self._rng)
        line, self.lines = self.lines[0], self.lines[1:]
        return to_choice(state, read(state, line, state.decider()), state.decider())


def test_what_is_in_it() -> None:
    assert len(POSITIONS) == 90 and len({one.name for one in POSITIONS}) == 90
    assert Counter(one.wins for one in POSITIONS) == {True: 45, False: 45}
    assert Counter((one.family, one.grade) for one in POSITIONS if one.wins) == {
        (family, grade): 3 for family in ("base", "several", "card") for grade in (1, 2, 3, 4, 5)
    }
    for won, less in zip(POSITIONS[::2], POSITIONS[1::2], strict=True):
        assert (won.puzzle, won.points, less.wins, less.solution) == (less.puzzle, less.points + 1, False, ())
        for one in (won, less):
            state = read_position(one.position)
            assert (state.setting.colours[state.active], state.ap) == (one.player, one.points)


@pytest.mark.parametrize(
    "one", [one for one in POSITIONS if load_puzzle(one.puzzle).positions < QUICK], ids=lambda one: one.name
)
def test_everything_is_looked_at_again(one: BenchmarkPosition) -> None:
    root = read_position(one.position)
    adapter = adapter_for(root.setting)
    ways = TurnEnumeration(adapter, root, [PuzzleGoal(WIN, root, adapter)])
    assert ways.complete and bool(ways.reached) == one.wins


@pytest.mark.parametrize("family", ["base", "several", "card"])
def test_a_bot_that_knows_the_solution_wins(family: str) -> None:
    one = next(one for one in POSITIONS if one.wins and one.family == family)
    bot = Following("seed")
    bot.lines = one.solution
    assert wins_with(bot, one)


def test_a_bot_that_fails_wins_nothing() -> None:
    class Failing(RandomBot):
        def choose(self, view: View | CardView) -> Choice:
            raise RuntimeError

    assert solved(Failing, POSITIONS[:4]) == (0, 2)


def test_other_puzzles_are_no_benchmark() -> None:
    with pytest.raises(PuzzleError, match="is not won with two action points or more"):
        pair_of(next(puzzle for puzzle in load_puzzles() if puzzle.goal == SURVIVE))
