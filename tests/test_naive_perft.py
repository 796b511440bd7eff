"""The counts of tests/perft are those of the naive rules, too."""

from pathlib import Path

import pytest

from dungeon_twister.game.record.perft import read_perft
from dungeon_twister.rules.engine.board.state import board_of
from tests.amounts import LONG, some
from tests.naive.adapter import world_of
from tests.naive.choices import choices
from tests.naive.play import play
from tests.naive_perft import perft

FILES = sorted(Path(__file__).with_name("perft").glob("board/*.perft"))
MOST = 3000 if LONG else 60  # positions to work out for one file; depth 2 is always counted


@pytest.mark.parametrize("path", some(FILES, 3), ids=lambda path: path.stem)
def test_naive_counts(path: Path) -> None:
    """As deep as the naive rules can go in a short time."""
    state, counts = read_perft(path.read_text("utf-8"), path.name)
    depth = 2
    while depth + 1 in counts and sum(counts[shallow] for shallow in range(1, depth + 1)) <= MOST:
        depth += 1
    assert perft(world_of(board_of(state)), depth, choices, play) == counts[depth]
