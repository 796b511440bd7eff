"""Small drawings of positions: all rooms, walls and tokens are there, and they are small."""

from __future__ import annotations

import re

import pytest

from dungeon_twister.game.record.json_codec import to_json
from dungeon_twister.game.views import observe
from dungeon_twister.learning.puzzles import FAMILIES, load_puzzles
from dungeon_twister.learning.puzzles.puzzle_checks import puzzle_state
from dungeon_twister.presentation.svg.thumbnail import SIDE, thumbnail


@pytest.mark.parametrize("family", FAMILIES)
def test_a_thumbnail_has_rooms_walls_and_tokens(family: str) -> None:
    puzzle = next(one for one in load_puzzles() if one.family == family)
    state = puzzle_state(puzzle)
    drawn = thumbnail(state)
    assert drawn.width >= drawn.height
    rooms = drawn.floor + drawn.lids
    assert rooms.count("z") == len(observe(state, "all").rooms) and drawn.walls and drawn.areas
    assert {each.colour for each in drawn.pieces} >= set(state.setting.colours[:1])
    assert len(to_json(drawn)) < 4_500
    for path in (drawn.floor, drawn.walls, *(each.dots for each in drawn.pieces)):
        for x, y in re.findall(r"M(-?\d+),(-?\d+)", path):
            assert 0 <= int(x) <= drawn.width and 0 <= int(y) <= drawn.height


def test_walls_are_drawn_as_long_lines_once() -> None:
    drawn = thumbnail(puzzle_state(load_puzzles()[0]))
    lines = re.findall(r"M\d+,\d+[hv](\d+)", drawn.walls)
    assert any(int(length) > SIDE for length in lines)
    assert len(set(re.findall(r"M[^M]+", drawn.walls))) == len(lines)
