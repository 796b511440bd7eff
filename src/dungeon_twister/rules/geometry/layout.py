"""Layouts: where rooms may lie, how many tokens they take in the setup, and the starting lines (NOTE-1)."""

from __future__ import annotations

from typing import Final

from dungeon_twister.rules.geometry.rooms import SIZE
from dungeon_twister.rules.geometry.text import TextError

KINDS: Final = ("any", "char", "obj", "none")


class LayoutPlace:
    """A place for a room: its north-west square, the tokens it takes in the setup and of which kind."""

    def __init__(self, x: int, y: int, capacity: int, kind: str, empty: bool) -> None:
        self.x = x
        self.y = y
        self.capacity = capacity
        self.kind = kind
        self.empty = empty  # a `cell`: initially without a room


class StartingLine:
    """A starting line: its squares in order and the dots among them."""

    def __init__(self, name: str, squares: list[tuple[int, int]]) -> None:
        self.name = name
        self.squares = squares
        self.dots: list[tuple[int, int]] = []


class Layout:
    """All places and lines, and the size of the whole plan."""

    def __init__(self, places: list[LayoutPlace], lines: list[StartingLine]) -> None:
        self.places = places
        self.lines = lines
        xs = [place.x + SIZE for place in places] + [x + 1 for line in lines for x, _ in line.squares]
        ys = [place.y + SIZE for place in places] + [y + 1 for line in lines for _, y in line.squares]
        self.width = max(xs)
        self.height = max(ys)


def parse_layout(text: str, source: str = "layout", first: int = 1) -> Layout:
    """Read a layout block: `room X Y CAP KIND`, `cell X Y`, `line ID LEN X Y DIR`, `dots ID x,y ...`."""
    places: list[LayoutPlace] = []
    lines: list[StartingLine] = []
    for number, line in enumerate(text.split("\n"), first):
        words = line.split("#")[0].split()
        if words:
            try:
                _parse_item(words, places, lines)
            except ValueError as error:
                raise TextError(str(error), source, number) from None
    if not any(not place.empty for place in places):
        raise TextError("the layout has no room", source)
    layout = Layout(places, lines)
    _check_overlaps(layout, source)
    return layout


def _parse_item(words: list[str], places: list[LayoutPlace], lines: list[StartingLine]) -> None:
    head, rest = words[0], words[1:]
    if head == "room" and len(rest) == 4:
        kind = rest[3]
        if kind not in KINDS:
            raise ValueError(f"{kind!r} is no kind of room ({', '.join(KINDS)})")
        places.append(LayoutPlace(_number(rest[0]), _number(rest[1]), _number(rest[2]), kind, False))
    elif head == "cell" and len(rest) == 2:
        places.append(LayoutPlace(_number(rest[0]), _number(rest[1]), 0, "none", True))
    elif head == "line" and len(rest) == 5:
        lines.append(_parse_line(rest, lines))
    elif head == "dots" and len(rest) >= 2:
        line = next((line for line in lines if line.name == rest[0]), None)
        if line is None:
            raise ValueError(f"there is no line {rest[0]} above")
        for dot in rest[1:]:
            at = _pair(dot)
            if at not in line.squares:
                raise ValueError(f"the dot {dot} is not on the line {line.name}")
            line.dots.append(at)
    else:
        raise ValueError(f"cannot read '{' '.join(words)}' (room X Y CAP KIND, cell X Y, line ID LEN X Y DIR, dots ID x,y ...)")


def _parse_line(rest: list[str], lines: list[StartingLine]) -> StartingLine:
    name, length, x, y, direction = rest[0], _number(rest[1]), _number(rest[2]), _number(rest[3]), rest[4]
    if direction not in ("E", "S"):
        raise ValueError(f"a line runs E or S, not {direction!r}")
    if any(line.name == name for line in lines):
        raise ValueError(f"there are two lines {name}")
    if not 1 <= length <= 50:
        raise ValueError("a line has 1 to 50 squares")
    return StartingLine(name, [(x + i, y) if direction == "E" else (x, y + i) for i in range(length)])


def _number(word: str) -> int:
    if not (word.isascii() and word.isdigit()) or len(word) > 3:
        raise ValueError(f"{word!r} is no number from 0 to 999")
    return int(word)


def _pair(word: str) -> tuple[int, int]:
    x, comma, y = word.partition(",")
    if not comma:
        raise ValueError(f"{word!r} is no square x,y")
    return _number(x), _number(y)


def _check_overlaps(layout: Layout, source: str) -> None:
    seen: dict[tuple[int, int], str] = {}
    for number, place in enumerate(layout.places, 1):
        for square in [(place.x + i, place.y + j) for i in range(SIZE) for j in range(SIZE)]:
            _claim(seen, square, f"the room R{number}", source)
    for line in layout.lines:
        for square in line.squares:
            _claim(seen, square, f"the line {line.name}", source)


def _claim(seen: dict[tuple[int, int], str], square: tuple[int, int], owner: str, source: str) -> None:
    if square in seen:
        raise TextError(f"{owner} and {seen[square]} overlap at {square[0]},{square[1]}", source)
    seen[square] = owner
