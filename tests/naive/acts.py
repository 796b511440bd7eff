"""The choices of the decision ``act``: every action of every own character, and pass."""

from .board import BLOCKING, beyond, far_side, gate_at, hidden_room_at, joined, line_of, open_neighbours, room_of, shut
from .combat import contact
from .travel import may_begin
from .world import (
    CLERIC,
    DIRECTIONS,
    MEKANORK,
    POTION,
    THIEF,
    TROLL,
    WALL_WALKER,
    WAND,
    WARRIOR,
    WIZARD,
    Gate,
    Side,
    Square,
    Token,
    World,
    carried,
    has,
    player,
    square_of,
    tokens_at,
)


def act_choices(world: World) -> list[str]:
    """Every action and pass (ACT-10 to ACT-22)."""
    found = ["pass"]
    for piece in world.tokens:
        square = square_of(piece)
        if not piece.is_character or piece.colour != world.active or square is None:
            continue
        if world.ap == 0 and piece.potion == 0:
            continue  # ACT-5, SPEED-3
        if may_regenerate(world, piece):
            found.append(f"{piece.name} regenerate")
        if piece.able and not piece.blocked:  # ACT-4
            found.extend(f"{piece.name} {rest}" for rest in deeds(world, piece, square))
    return found


def deeds(world: World, actor: Token, square: Square) -> list[str]:
    """All actions of one able character, without its name."""
    found = reveals(world, square) + turns(world, actor, square) + journeys(world, actor) + attacks(world, actor)
    if actor.sign == WARRIOR:
        found += gate_works(world, square, "break", ["closed"])
    if actor.sign == THIEF:
        found += gate_works(world, square, "gate", ["closed", "open"])
    if actor.sign == CLERIC:
        found += heals(world, square)
    if actor.sign == WIZARD and has(world, actor, WAND):
        found += [f"fire {direction}" for direction in DIRECTIONS]  # FIRE-5
    if has(world, actor, POTION):
        found.append("drink")  # SPEED-1
    return found


def may_regenerate(world: World, piece: Token) -> bool:
    """REGEN-1."""
    return piece.sign == TROLL and piece.wounded and not piece.hurt_this_turn and not carried(world, piece)


def reveals(world: World, square: Square) -> list[str]:
    """REVEAL-1, REVEAL-2."""
    line = line_of(world, square)
    places: set[int] = set()
    for here in [square] if line is None else line.squares:
        for direction in DIRECTIONS:
            room = hidden_room_at(world, beyond(here, direction))
            if room is not None and not shut(world, (here, direction)):
                places.add(room.place)
    return [f"reveal R{place}" for place in sorted(places)]


def turns(world: World, actor: Token, square: Square) -> list[str]:
    """ROT-1, ROT-2, ROT-4, ROT-7."""
    own = room_of(world, square)
    if own is None or own.name is None or world.squares[square] != "gear":
        return []
    found: list[str] = []
    for room in world.rooms:
        if room.name is None or room.pair != own.pair:
            continue
        ways = ["cw", "ccw"] if actor.sign == MEKANORK else [room.turn]
        found.extend(f"turn R{room.place} {way}" for way in ways)
    return found


def journeys(world: World, actor: Token) -> list[str]:
    """Move (MOVE-1), jump with a card left (JUMP-1), walk through a wall (WALL-1)."""
    modes = ["move"]
    if player(world, actor.colour).jumps > 0:
        modes.append("jump")
    if actor.sign == WALL_WALKER:
        modes.append("wall")
    return [mode for mode in modes if may_begin(world, actor, mode)]


def attacks(world: World, actor: Token) -> list[str]:
    """COMBAT-1, COMBAT-2, COMBAT-3."""
    return [
        f"attack {piece.name}"
        for piece in world.tokens
        if piece.is_character
        and piece.colour != actor.colour
        and contact(world, actor, piece)
        and not piece.hurt_this_turn
        and not carried(world, piece)
    ]


def gates_on(world: World, square: Square, direction: str) -> list[tuple[str, Gate]]:
    """The portcullises a character on that square is at, on that side, with the end of their text (GATE-3, 6)."""
    own_side: Side = (square, direction)
    other_side = far_side(square, direction)
    own, far = gate_at(world, own_side), gate_at(world, other_side)
    visible = joined(world, square, direction)
    hidden = hidden_room_at(world, beyond(square, direction)) is not None
    found: list[tuple[str, Gate]] = []
    if own is not None and (visible or hidden):
        found.append(("", own))
    if far is not None and far is not own and visible and world.walls.get(own_side) not in BLOCKING:
        found.append(("" if own is None else " far", far))
    return found


def gate_works(world: World, square: Square, verb: str, states: list[str]) -> list[str]:
    """Break (GATE-4) or open and close (GATE-5)."""
    return [
        f"{verb} {direction}{ending}"
        for direction in DIRECTIONS
        for ending, gate in gates_on(world, square, direction)
        if gate.state in states
    ]


def heals(world: World, square: Square) -> list[str]:
    """HEAL-1, HEAL-2."""
    near = open_neighbours(world, square)
    return [
        f"heal {piece.name}" for piece in world.tokens if piece.wounded and piece.where in near and not carried(world, piece)
    ]


def fire_hits(world: World, start: Square, direction: str) -> list[Token]:
    """The characters a fireball hits: the first one on its way and a wounded one it carries (FIRE-2 to FIRE-6)."""
    square = start
    while joined(world, square, direction):
        for side in [(square, direction), far_side(square, direction)]:
            looking_through = square == start and world.walls.get(side) == "slit"  # SLIT-2
            if shut(world, side) and not looking_through:
                return []
        square = beyond(square, direction)
        hit = [piece for piece in tokens_at(world, square) if piece.is_character]
        if hit:
            return hit
    return []
