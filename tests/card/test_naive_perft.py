"""The counts of tests/perft/card are those of the naive rules of the Card Game, too."""

from pathlib import Path

import pytest

from dungeon_twister.game.record.perft import read_perft
from tests.amounts import LONG
from tests.naive_card import choices, play, read_position
from tests.naive_perft import perft

FILES = sorted((Path(__file__).parents[1] / "perft" / "card").glob("*.perft"))
MOST = 1_000_000 if LONG else 80  # sequences counted for one depth of one file


def test_there_are_many() -> None:
    assert len(FILES) >= 40


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_counts(path: Path) -> None:
    text = path.read_text("utf-8")
    _, counts = read_perft(text, path.name)
    world = read_position(text[: text.index("maze\n")])
    found = {depth: perft(world, depth, choices, play) for depth, count in counts.items() if count <= MOST}
    assert found == {depth: counts[depth] for depth in found} and len(found) >= 1
