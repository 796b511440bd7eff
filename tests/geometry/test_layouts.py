"""Layouts are read as they are written, and each mistake is a whole sentence with its line."""

from __future__ import annotations

import pytest

from dungeon_twister.rules.geometry.layout import parse_layout
from dungeon_twister.rules.geometry.text import TextError

ITEMS = "room X Y CAP KIND, cell X Y, line ID LEN X Y DIR, dots ID x,y ..."


def test_a_layout_is_read_as_it_is_written() -> None:
    layout = parse_layout("room 0 1 3 any  # the first\n\ncell 10 1\nline W 50 5 0 E\nline E 1 5 6 S\ndots W 6,0 54,0")
    assert [(place.x, place.y, place.capacity, place.kind, place.empty) for place in layout.places] == [
        (0, 1, 3, "any", False),
        (10, 1, 0, "none", True),
    ]
    west, east = layout.lines
    assert (west.name, west.squares, west.dots) == ("W", [(x, 0) for x in range(5, 55)], [(6, 0), (54, 0)])
    assert (east.name, east.squares, east.dots) == ("E", [(5, 6)], [])
    assert (layout.width, layout.height) == (55, 7)


@pytest.mark.parametrize(
    ("item", "sentence"),
    [
        ("room 9 1 3 much", "'much' is no kind of room (any, char, obj, none)"),
        ("dots Q 1,1", "there is no line Q above"),
        ("dots W 1,1", "the dot 1,1 is not on the line W"),
        ("dots W 1", "'1' is no square x,y"),
        ("dots W", f"cannot read 'dots W' ({ITEMS})"),
        ("tower 1 2", f"cannot read 'tower 1 2' ({ITEMS})"),
        ("line N 3 0 9 W", "a line runs E or S, not 'W'"),
        ("line W 3 0 9 E", "there are two lines W"),
        ("line N 0 0 9 E", "a line has 1 to 50 squares"),
        ("line N 51 0 9 E", "a line has 1 to 50 squares"),
        ("cell 1000 1", "'1000' is no number from 0 to 999"),
        ("cell -1 1", "'-1' is no number from 0 to 999"),
    ],
)
def test_a_mistake_in_a_layout_is_a_whole_sentence(item: str, sentence: str) -> None:
    with pytest.raises(TextError) as caught:
        parse_layout(f"room 0 1 3 any\nline W 2 5 0 E\n{item}", "mine")
    assert str(caught.value) == f"mine, line 3: {sentence}"


def test_what_overlaps_is_named() -> None:
    for item, sentence in (("room 4 5 3 any", "the room R2 and the room R1"), ("line N 2 4 5 S", "the line N and the room R1")):
        with pytest.raises(TextError) as caught:
            parse_layout(f"room 0 1 3 any\n{item}", "mine")
        assert str(caught.value) == f"mine: {sentence} overlap at 4,5"
    with pytest.raises(TextError, match=r"^mine: the layout has no room$"):
        parse_layout("cell 0 1", "mine")
