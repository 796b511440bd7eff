"""Worlds to test with: small hand-made mazes, and the real maze after a random setup."""

import random
from pathlib import Path

from .board import square_from
from .drawing import parse_drawings
from .world import DIRECTIONS, OPPOSITE, Gate, Line, Room, Square, Token, Under, World

ROOMS = Path(__file__).parents[2] / "src" / "dungeon_twister" / "content" / "rooms" / "base.txt"


def maze(picture: str, tokens: dict[str, str] | None = None, **fields: object) -> World:
    """A maze without walls: ``.`` floor, ``O`` pit, ``@`` gear, ``#`` nothing, ``b`` and ``y`` lines of that owner.

    ``tokens`` maps names to squares; a small letter means wounded. Blue is to act with 3 AP.
    """
    kinds = {".": "floor", "O": "pit", "@": "gear", "b": "line", "y": "line"}
    squares: dict[Square, str] = {}
    owners: dict[str, list[Square]] = {}
    for y, row in enumerate(picture.split()):
        for x, mark in enumerate(row):
            if mark in kinds:
                squares[x, y] = kinds[mark]
            if mark in "by":
                owners.setdefault(mark, []).append((x, y))
    world = World(squares, lines=[Line(owner, where) for owner, where in owners.items()], phase="act", ap=3)
    for name, where in (tokens or {}).items():
        put(world, name, where)
    for key, value in fields.items():
        setattr(world, key, value)
    return world


def put(world: World, name: str, where: str) -> None:
    """Add a token."""
    sign = name[1]
    world.tokens.append(Token(name[0], sign.upper(), square_from(where), wounded=sign.islower()))


def barrier(world: World, where: str, direction: str, kind: str, *, both: bool = True) -> None:
    """A barrier inside a room, or with ``both`` False only on the own side of that square."""
    x, y = square_from(where)
    dx, dy = DIRECTIONS[direction]
    sides = [((x, y), direction)]
    if both:
        sides.append(((x + dx, y + dy), OPPOSITE[direction]))
    world.walls = {**world.walls, **dict.fromkeys(sides, kind)}
    if kind == "gate":
        world.gates.append(Gate(sides))


def real_game(seed: int) -> World:
    """A game after setup with everything laid at random."""
    chance = random.Random(seed)
    squares = {(x, y): "line" for x in (0, 21) for y in range(10)}
    lines = [Line(owner, [(x, y) for y in range(10)]) for owner, x in (("b", 0), ("y", 21))]
    rooms = [Room(4 * row + column + 1, 1 + 5 * column, 5 * row) for row in range(2) for column in range(4)]
    drawings = parse_drawings(ROOMS.read_text(encoding="utf-8"))
    world = World(squares, rooms=rooms, lines=lines, drawings=drawings, pool=list(drawings))
    places = [room.place for room in rooms for _ in range(2 if room.x in (1, 16) else 3)]
    chance.shuffle(places)
    for owner, x in (("b", 0), ("y", 21)):
        people = list("CGWZMATH")
        chance.shuffle(people)
        world.tokens += [Token(owner, sign, (x, y)) for sign, y in zip(people, (1, 3, 6, 8), strict=False)]
        world.tokens += [Token(owner, sign, Under(places.pop())) for sign in people[4:] + list("#!&*%$")]
    return world
