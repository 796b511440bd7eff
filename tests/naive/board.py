"""Questions about squares: names, neighbours, barriers, open sides, lines, pits."""

from .drawing import inside
from .world import DIRECTIONS, OPPOSITE, ROPE, THIEF, Gate, Line, Room, Side, Square, World, tokens_at

BLOCKING = ("wall", "slit")


def square_name(square: Square) -> str:
    """The square in notation: a1 is (0, 0), after z comes aa."""
    x, y = square
    letters = ""
    x += 1
    while x > 0:
        x, rest = divmod(x - 1, 26)
        letters = chr(ord("a") + rest) + letters
    return f"{letters}{y + 1}"


def square_from(name: str) -> Square:
    """The square of that name."""
    letters = name.rstrip("0123456789")
    x = 0
    for letter in letters:
        x = 26 * x + ord(letter) - ord("a") + 1
    return x - 1, int(name[len(letters) :]) - 1


def beyond(square: Square, direction: str) -> Square:
    """The coordinates on the other side of a side (DEF-1)."""
    dx, dy = DIRECTIONS[direction]
    return square[0] + dx, square[1] + dy


def line_of(world: World, square: Square) -> Line | None:
    """The starting line a square belongs to."""
    for line in world.lines:
        if square in line.squares:
            return line
    return None


def is_exit(world: World, colour: str, square: Square) -> bool:
    """Is it a square of the opponent's line (EXIT-1)?"""
    line = line_of(world, square)
    return line is not None and line.owner != colour


def is_ground(world: World, square: Square) -> bool:
    """Floor, gear or line (DEF-5)."""
    return world.squares.get(square) in ("floor", "gear", "line")


def is_pit(world: World, square: Square) -> bool:
    """Is it a pit?"""
    return world.squares.get(square) == "pit"


def joined(world: World, square: Square, direction: str) -> bool:
    """Is there a visible square beyond that side, with a common side that belongs to the maze (MAP-7, MAP-9)?"""
    other = beyond(square, direction)
    if square not in world.squares or other not in world.squares:
        return False
    first, second = line_of(world, square), line_of(world, other)
    return first is None or second is None or first is second


def far_side(square: Square, direction: str) -> Side:
    """The same side as seen from the other square."""
    return beyond(square, direction), OPPOSITE[direction]


def gate_at(world: World, side: Side) -> Gate | None:
    """The portcullis the own room of a square draws on that side."""
    for gate in world.gates:
        if side in gate.sides:
            return gate
    return None


def shut(world: World, side: Side) -> bool:
    """Does this one barrier stop a walker (DEF-3, GATE-2, SLIT-1)?"""
    kind = world.walls.get(side)
    if kind in BLOCKING:
        return True
    if kind != "gate":
        return False
    gate = gate_at(world, side)
    return gate is None or gate.state == "closed"


def is_open(world: World, square: Square, direction: str) -> bool:
    """open(a, b) for the square beyond that side (DEF-3)."""
    if not joined(world, square, direction):
        return False
    return not shut(world, (square, direction)) and not shut(world, far_side(square, direction))


def open_neighbours(world: World, square: Square) -> list[Square]:
    """All squares b with open(a, b)."""
    return [beyond(square, direction) for direction in DIRECTIONS if is_open(world, square, direction)]


def rope_lies(world: World, square: Square) -> bool:
    """A Rope alone or under a wounded character, not one carried by an unwounded character (PIT-2 c)."""
    here = tokens_at(world, square)
    return any(piece.sign == ROPE for piece in here) and not any(piece.able for piece in here)


def attaches(world: World, pit: Square, direction: str, colour: str) -> bool:
    """Is there an attachment square beyond that side of the pit (PIT-6)?"""
    if not is_open(world, pit, direction):
        return False
    other = beyond(pit, direction)
    if is_ground(world, other) or rope_lies(world, other):
        return True
    return any(piece.sign == THIEF and piece.able and piece.colour == colour for piece in tokens_at(world, other))


def rope_holds(world: World, pit: Square, colour: str) -> bool:
    """Has the pit two attachment squares, on opposite sides if the jump shape is straight (PIT-6)?"""
    sides = [direction for direction in DIRECTIONS if attaches(world, pit, direction, colour)]
    if world.options.jump_shape == "straight":
        return any(OPPOSITE[direction] in sides for direction in sides)
    return len(sides) >= 2


def room_of(world: World, square: Square) -> Room | None:
    """The place that covers a square, face down or not."""
    for room in world.rooms:
        if inside(room, square):
            return room
    return None


def hidden_room_at(world: World, square: Square) -> Room | None:
    """The face-down room that covers these coordinates."""
    room = room_of(world, square)
    return room if room is not None and room.name is None else None
