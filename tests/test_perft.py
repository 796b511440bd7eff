"""The counted positions of tests/perft, their reader, and the example of docs/perft.md."""

from pathlib import Path

import pytest

from dungeon_twister.game.record.notation import write
from dungeon_twister.game.record.perft import divide, perft, read_perft
from dungeon_twister.game.record.position import write_position
from dungeon_twister.rules.engine.digest import digest
from dungeon_twister.rules.engine.game import apply, legal
from dungeon_twister.rules.engine.shared.ending import resign
from dungeon_twister.rules.geometry.text import TextError
from tests.amounts import COMPILED, LONG
from tests.random_play import new_board

pytestmark = pytest.mark.both_ways

FILES = sorted(Path(__file__).with_name("perft").glob("*/*.perft"))
MANUAL = Path(__file__).parents[1] / "docs" / "perft.md"
MOST = 10_000_000 if LONG else 10_000 if COMPILED else 3_000  # sequences counted for one depth of one file


def test_there_are_many() -> None:
    assert len(FILES) >= 45


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_counts(path: Path) -> None:
    """Every number in the files (all clauses of the board game they name)."""
    state, counts = read_perft(path.read_text("utf-8"), path.name)
    assert list(counts) == list(range(1, len(counts) + 1))
    assert len(counts) >= 3
    found = {depth: perft(state, depth) for depth, count in counts.items() if depth <= 3 or count <= MOST}
    assert found == {depth: counts[depth] for depth in found}


@pytest.mark.parametrize("path", FILES[::7], ids=lambda path: path.stem)
def test_divide(path: Path) -> None:
    """The split by first choices names every choice and adds up."""
    state, counts = read_perft(path.read_text("utf-8"), path.name)
    split = divide(state, 2)
    assert list(split) == [write(state, action) for action in legal(state)]
    assert sum(split.values()) == counts[2]


def test_depth_zero() -> None:
    """One sequence has no choice at all; it begins with none."""
    state = new_board()
    assert perft(state, 0) == 1
    assert divide(state, 0) == {}


def test_a_finished_game_has_no_sequences() -> None:
    state, _ = read_perft(FILES[0].read_text("utf-8"))
    resign(state, 0)
    assert (perft(state, 1), perft(state, 2), divide(state, 1)) == (0, 0, {})


def test_counting_changes_nothing() -> None:
    state, _ = read_perft(FILES[0].read_text("utf-8"))
    before = digest(state)
    perft(state, 3)
    divide(state, 2)
    assert digest(state) == before


def test_chance_counts_like_a_player() -> None:
    """Before the first turn: who places first is a choice of chance between two."""
    state = new_board("lab")
    while write(state, legal(state)[0]) != "placer blue":
        apply(state, legal(state)[0])
    assert divide(state, 1) == {"placer blue": 1, "placer yellow": 1}


def test_example_of_the_manual() -> None:
    """docs/perft.md shows a file, and how what `divide` says of it begins."""
    blocks = MANUAL.read_text("utf-8").split("```")[1::2]
    shown = next(block for block in blocks if block.startswith("perft\n")).removeprefix("perft\n")
    state, counts = read_perft(shown, MANUAL.name)
    assert counts == {depth: perft(state, depth) for depth in counts}
    first, second, *_ = [f"{text}: {count}" for text, count in divide(state, 2).items()]
    assert f"# {first}, {second}, ..." in blocks[-1]


@pytest.mark.parametrize(
    ("lines", "problem"),
    [
        ("", "there is no line 'perft DEPTH = COUNT'"),
        ("perft 1 is 4\n", "expected 'perft DEPTH = COUNT'"),
        ("perft 1 = 4\nperft 1 = 4\n", "there are two lines 'perft 1'"),
        ("perft one = 4\n", "'one' is no number"),
        ("perft 1 = 4\nmaze\n", "expected 'perft DEPTH = COUNT'"),
    ],
)
def test_unreadable(lines: str, problem: str) -> None:
    state, _ = read_perft(FILES[0].read_text("utf-8"))
    with pytest.raises(TextError, match=problem):
        read_perft(write_position(state) + lines)


def test_comments_between_the_counts() -> None:
    state, _ = read_perft(FILES[0].read_text("utf-8"))
    text = write_position(state) + "perft 1 = 2\n# deeper\n\nperft 2 = 3\n"
    assert read_perft(text)[1] == {1: 2, 2: 3}
