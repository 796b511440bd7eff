"""A Move, Jump or Wall-walk under way: what may be done next, and doing it.

``candidates`` applies the rules to one step or one handling only; ``travel_choices`` adds the look-ahead by brute
force. Functions named ``apply_...`` change the world they are given.
"""

from .board import (
    BLOCKING,
    attaches,
    beyond,
    far_side,
    gate_at,
    is_exit,
    is_open,
    is_pit,
    joined,
    line_of,
    open_neighbours,
    rope_holds,
    rope_lies,
    square_from,
    square_name,
)
from .ending import eliminate, remove, score
from .world import (
    DIRECTIONS,
    GOBLIN,
    MOVEMENT,
    OPPOSITE,
    OUT,
    ROPE,
    THIEF,
    TRAVEL,
    TREASURE,
    WIZARD,
    Journey,
    Square,
    Token,
    World,
    token,
    tokens_at,
)


def under_way(world: World) -> Journey:
    """The journey under way."""
    if world.journey is None:
        raise ValueError("no journey is under way")
    return world.journey


def load_of(world: World, journey: Journey) -> Token | None:
    """What the traveller carries at this moment (DEF-6)."""
    return None if journey.load is None else token(world, journey.load)


def carries_rope(world: World, journey: Journey) -> bool:
    """Does the traveller carry a Rope?"""
    load = load_of(world, journey)
    return load is not None and load.sign == ROPE


# ---------------------------------------------------------------- entering and stopping


def may_stand(world: World, colour: str, square: Square) -> bool:
    """On a line only its owner stands (MOVE-12, MOVE-20 d)."""
    line = line_of(world, square)
    return line is None or line.owner == colour


def can_enter(world: World, journey: Journey, to: Square) -> bool:
    """canEnter for a square beyond an open side (MOVE-20)."""
    actor = token(world, journey.actor)
    enemies = [piece for piece in tokens_at(world, to) if piece.able and piece.colour != actor.colour]
    if enemies and actor.sign != WIZARD:
        return False
    if is_pit(world, to) and not can_enter_pit(world, journey, to):
        return False
    return may_stand(world, actor.colour, to) or (is_exit(world, actor.colour, to) and not heaps(world))


def can_enter_pit(world: World, journey: Journey, pit: Square) -> bool:
    """PIT-2 a to e."""
    actor = token(world, journey.actor)
    if actor.sign in (THIEF, WIZARD):
        return True
    if rope_lies(world, pit):
        return True
    if any(piece.able and piece.colour == actor.colour for piece in tokens_at(world, pit)):
        return True
    if not carries_rope(world, journey):
        return False
    back = next(direction for direction in DIRECTIONS if beyond(pit, direction) == journey.at)
    return attaches(world, pit, back, actor.colour) and rope_holds(world, pit, actor.colour)


def can_stop(world: World, journey: Journey, square: Square) -> bool:
    """canStop with the load of this moment (MOVE-21)."""
    actor = token(world, journey.actor)
    others = tokens_at(world, square)
    if heaps(world) or any(piece.able for piece in others):
        return False
    if any(piece.wounded and piece.colour != actor.colour for piece in others):
        return False
    if 1 + (0 if journey.load is None else 1) + len(others) > 2:
        return False
    if is_pit(world, square) and not can_stop_on_pit(world, journey, square):
        return False
    return may_stand(world, actor.colour, square)


def can_stop_on_pit(world: World, journey: Journey, pit: Square) -> bool:
    """PIT-5."""
    actor = token(world, journey.actor)
    if actor.sign == THIEF:
        return True
    if carries_rope(world, journey):
        return rope_holds(world, pit, actor.colour) or journey.ropes.get(str(journey.load)) == pit
    if journey.load is not None:
        return False
    return any(piece.sign == ROPE and journey.ropes.get(piece.name) == pit for piece in tokens_at(world, pit))


# ---------------------------------------------------------------- steps


def steps(world: World) -> list[Square]:
    """All squares the next step may go to."""
    journey = under_way(world)
    if journey.left == 0:
        return []
    if journey.mode == "move":
        return [to for to in open_neighbours(world, journey.at) if can_enter(world, journey, to)]
    if journey.mode == "jump":
        return [to for to in jump_squares(world, journey.at) if can_land(world, journey, to)]
    return [to for to in wall_squares(world, journey.at) if can_land(world, journey, to)]


def can_land(world: World, journey: Journey, to: Square) -> bool:
    """Landing of a jump or a wall-walk: canStop, or an exit square with no character on it (JUMP-3, WALL-3, WALL-4)."""
    if is_exit(world, token(world, journey.actor).colour, to):
        return not heaps(world) and not any(piece.is_character for piece in tokens_at(world, to))
    return can_stop(world, journey, to)


def jump_squares(world: World, start: Square) -> list[Square]:
    """Squares two steps away across a pit without characters (JUMP-2, JUMP-3)."""
    found: list[Square] = []
    for direction in DIRECTIONS:
        pit = beyond(start, direction)
        if not is_open(world, start, direction) or not is_pit(world, pit):
            continue
        if any(piece.is_character for piece in tokens_at(world, pit)):
            continue
        for second in DIRECTIONS:
            straight = second == direction
            if second == OPPOSITE[direction] or (world.options.jump_shape == "straight" and not straight):
                continue
            to = beyond(pit, second)
            if is_open(world, pit, second) and to not in found:
                found.append(to)
    return found


def wall_squares(world: World, start: Square) -> list[Square]:
    """Visible squares behind a wall or slit without a closed portcullis (WALL-1, WALL-2, SLIT-3)."""
    found: list[Square] = []
    for direction in DIRECTIONS:
        if not joined(world, start, direction):
            continue
        sides = [(start, direction), far_side(start, direction)]
        gates = [gate_at(world, side) for side in sides]
        if any(gate is not None and gate.state == "closed" for gate in gates):
            continue
        if any(world.walls.get(side) in BLOCKING for side in sides):
            found.append(beyond(start, direction))
    return found


# ---------------------------------------------------------------- handling loads


def legal_company(pieces: list[Token]) -> bool:
    """May these tokens share a square (ACT-2)?"""
    if len(pieces) <= 1:
        return True
    if len(pieces) > 2:
        return False
    characters = [piece for piece in pieces if piece.is_character]
    if len(characters) == 1:
        return True
    if len(characters) == 0:
        return False
    first, second = characters
    return first.colour == second.colour and first.wounded != second.wounded


def heaps(world: World) -> bool:
    """Does ACT-2 not hold somewhere? That is allowed in the middle of an action only (CARRY-18a)."""
    return any(not legal_company(tokens_at(world, piece.where)) for piece in world.tokens if isinstance(piece.where, tuple))


def handlings(world: World) -> list[str]:
    """All single operations on loads the rules allow here, without looking ahead (CARRY-3)."""
    journey = under_way(world)
    actor = token(world, journey.actor)
    here = tokens_at(world, journey.at)
    if any(piece.able and piece.colour != actor.colour for piece in here):
        return []  # CARRY-12
    found: list[str] = []
    load = load_of(world, journey)
    if load is not None and None not in journey.seen and may_leave(world, journey, load, None):
        found.append("drop")
    for piece in here:
        if piece.name in journey.seen:
            continue  # CARRY-19
        if load is None and may_take(world, journey, piece):
            found.append("take " + piece.name)
        if load is not None and may_swap(world, journey, load, piece):
            found.append("swap " + piece.name)
    return found


def partner(world: World, journey: Journey) -> Token | None:
    """The own unwounded character on the square, with whom loads are exchanged (CARRY-9)."""
    for piece in tokens_at(world, journey.at):
        if piece.able and piece.colour == token(world, journey.actor).colour:
            return piece
    return None


def liftable(world: World, journey: Journey, piece: Token) -> bool:
    """An object, or a wounded character of the own colour (CARRY-5, CARRY-13)."""
    return piece.is_object or (piece.wounded and piece.colour == token(world, journey.actor).colour)


def keeps_partner_safe(world: World, journey: Journey, given: Token | None, taken: Token | None) -> bool:
    """Nobody but an unwounded Thief is left on a pit without Rope by an exchange (CARRY-17)."""
    friend = partner(world, journey)
    if friend is None or not is_pit(world, journey.at) or friend.sign == THIEF:
        return True
    left = [piece for piece in tokens_at(world, journey.at) if piece is not taken]
    if given is not None:
        left.append(given)
    return any(piece.sign == ROPE for piece in left)


def may_take(world: World, journey: Journey, piece: Token) -> bool:
    """Taking with empty hands (CARRY-5, 9, 11, PIT-9, 12, 13, 14)."""
    if not liftable(world, journey, piece):
        return False
    if piece.sign == ROPE and is_pit(world, journey.at):
        colour = token(world, journey.actor).colour
        if any(other.wounded and other.colour == colour for other in tokens_at(world, journey.at)):
            return False  # PIT-14
    return keeps_partner_safe(world, journey, None, piece)


def may_leave(world: World, journey: Journey, load: Token, taken: Token | None) -> bool:
    """Leaving the load here, while another one may be taken (CARRY-6, 9, 18a, PIT-8, PIT-10)."""
    left = [piece for piece in tokens_at(world, journey.at) if piece is not taken]
    if partner(world, journey) is not None:
        return legal_company([*left, load])
    if not is_pit(world, journey.at):
        return True
    if load.sign != ROPE or any(piece.is_object for piece in left):
        return False
    return rope_holds(world, journey.at, token(world, journey.actor).colour)


def may_swap(world: World, journey: Journey, load: Token, piece: Token) -> bool:
    """Leaving the load and taking that one in one go (CARRY-8, 9, 11); not with what lies on a pit (PIT-9)."""
    if not liftable(world, journey, piece):
        return False
    if is_pit(world, journey.at) and partner(world, journey) is None:
        return False
    return may_leave(world, journey, load, piece) and keeps_partner_safe(world, journey, load, piece)


# ---------------------------------------------------------------- doing it


def apply_begin(world: World, actor: Token, mode: str) -> None:
    """Lift the actor with its load off its square; nothing is paid here."""
    at = actor.where
    assert isinstance(at, tuple)
    ropes = {piece.name: piece.where for piece in world.tokens if piece.sign == ROPE and isinstance(piece.where, tuple)}
    load = next((piece for piece in tokens_at(world, at) if piece is not actor), None)
    name = None if load is None else load.name
    left = movement(actor) if mode == "move" else 1
    world.journey = Journey(actor.name, mode, at, name, left, 0, [name], ropes)
    world.phase = "travel"
    actor.where = TRAVEL
    if load is not None:
        load.where = TRAVEL


def movement(actor: Token) -> int:
    """Squares per move action (COMP-10 to COMP-17)."""
    return MOVEMENT[actor.sign]


def apply_travel(world: World, text: str) -> None:
    """One choice of a journey, without the end by itself."""
    journey = under_way(world)
    if text == "stop":
        apply_stop(world)
    elif text == "drop":
        apply_exchange(world, journey, None)
    elif text.startswith(("take ", "swap ")):
        apply_exchange(world, journey, token(world, text[5:]))
    else:
        apply_step(world, journey, square_from(text))


def apply_stop(world: World) -> None:
    """The journey ends on this square."""
    journey = under_way(world)
    token(world, journey.actor).where = journey.at
    load = load_of(world, journey)
    if load is not None:
        load.where = journey.at
    world.journey = None
    world.phase = "act"


def apply_exchange(world: World, journey: Journey, taken: Token | None) -> None:
    """Leave the load, if any, and take that token, if any. A character that loses its Rope over a pit falls (PIT-13)."""
    load = load_of(world, journey)
    if load is not None:
        load.where = journey.at
    journey.load = None
    if taken is not None:
        taken.where = TRAVEL
        journey.load = taken.name
        if taken.sign == ROPE and is_pit(world, journey.at):
            colour = token(world, journey.actor).colour
            for piece in tokens_at(world, journey.at):
                if piece.wounded and piece.colour != colour:
                    eliminate(world, piece, colour)
                    journey.seen = []  # the Rope was with the fallen: laying it down is nothing seen before (CARRY-19)
    journey.seen.append(journey.load)


def apply_step(world: World, journey: Journey, to: Square) -> None:
    """Go to a square; an exit square is left at once (EXIT-2)."""
    journey.at = to
    journey.left -= 1
    journey.made += 1
    journey.seen = [journey.load]
    if is_exit(world, token(world, journey.actor).colour, to):
        apply_leave(world, journey)


def apply_leave(world: World, journey: Journey) -> None:
    """The traveller leaves the maze with its load (EXIT-2, 6, 7, 8, 9)."""
    actor = token(world, journey.actor)
    load = load_of(world, journey)
    points = 2 if actor.sign == GOBLIN else 1
    if load is not None:
        points += 1 if load.sign == TREASURE else 0
        remove(world, load, OUT)
    remove(world, actor, OUT)
    score(world, actor.colour, points)
    world.journey = None
    world.phase = "act"


# ---------------------------------------------------------------- choices


def candidates(world: World) -> list[str]:
    """Steps and handlings the rules allow now, whether or not the journey can still end."""
    return handlings(world) + [square_name(to) for to in steps(world)]


def can_finish(world: World) -> bool:
    """Can this journey still come to a legal end? Tries everything."""
    journey = world.journey
    if journey is None:
        return True
    if journey.made > 0 and can_stop(world, journey, journey.at):
        return True
    return any(leads_to_end(world, text) for text in candidates(world))


def leads_to_end(world: World, text: str) -> bool:
    """Can the journey come to a legal end after that choice?"""
    after = world.copy()
    apply_travel(after, text)
    return can_finish(after)


def travel_choices(world: World) -> list[str]:
    """All legal choices of the journey under way."""
    journey = under_way(world)
    found = [text for text in candidates(world) if leads_to_end(world, text)]
    if journey.made > 0 and can_stop(world, journey, journey.at):
        found.append("stop")
    return found


def may_begin(world: World, actor: Token, mode: str) -> bool:
    """Would a journey of this kind have a legal end?"""
    after = world.copy()
    apply_begin(after, token(after, actor.name), mode)
    return can_finish(after)


def end_by_itself(world: World) -> None:
    """No step is left and nothing can be handled: the journey is over."""
    journey = world.journey
    if journey is not None and journey.left == 0 and all(text == "stop" for text in travel_choices(world)):
        apply_stop(world)
