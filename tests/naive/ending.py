"""Scoring, eliminating, the end of a turn and the end of the game. These functions change the world they are given."""

from .board import is_pit
from .world import GONE, OUT, ROPE, SPARE, Token, World, opponent, player, square_of, tokens_at


def note_progress(world: World) -> None:
    """A progress event: all counts of idle turns start again, and this turn will not count (STALL-5, STALL-6)."""
    world.progress = True
    for each in world.players:
        each.stall = 0


def score(world: World, colour: str, points: int) -> None:
    """Give victory points; remember who reached the target first (END-1, END-4)."""
    if points == 0:
        return
    winner = player(world, colour)
    winner.vp += points
    note_progress(world)
    if winner.vp >= world.options.target and world.first_to_target is None:
        world.first_to_target = colour


def remove(world: World, piece: Token, where: str = GONE) -> None:
    """Take a token out of the game; that is progress (STALL-5). Potion AP vanish (SPEED-5)."""
    piece.where = where
    piece.potion = 0
    note_progress(world)


def eliminate(world: World, piece: Token, scorer: str) -> None:
    """Eliminate a character: 1 VP (SCORE-1). On a pit its object, unless a Rope, is lost (PIT-15)."""
    square = square_of(piece)
    remove(world, piece)
    score(world, scorer, 1)
    if square is None or not is_pit(world, square):
        return
    for other in tokens_at(world, square):
        if other.is_object and other.sign != ROPE:
            remove(world, other)


def has_characters(world: World, colour: str) -> bool:
    """Has the player characters left (STALL-2)?"""
    lost = (GONE, OUT, SPARE)
    return any(piece.is_character and piece.colour == colour and piece.where not in lost for piece in world.tokens)


def finish(world: World) -> None:
    """The game is over: more VP wins, equal VP by END-4."""
    first, second = world.players
    world.phase = "over"
    world.journey = world.battle = world.reveal = None
    if first.vp != second.vp:
        world.result = first.colour if first.vp > second.vp else second.colour
    elif world.options.tie_break == "firstToTarget" and world.first_to_target is not None:
        world.result = world.first_to_target
    else:
        world.result = "draw"


def settle(world: World) -> None:
    """After every choice: ends at once (END-3, STALL-3), and the end of the turn by itself (TURN-3, TURN-3a)."""
    if world.phase == "over":
        return
    at_once = world.options.end_rule == "immediate" and target_reached(world)
    nobody = not any(has_characters(world, each.colour) for each in world.players)
    if at_once or nobody:
        finish(world)
    elif world.phase == "act" and not points_left(world) and world.options.end_turn == "automatic":
        end_turn(world)


def target_reached(world: World) -> bool:
    """Has anyone reached the target (END-1)?"""
    return any(each.vp >= world.options.target for each in world.players)


def points_left(world: World) -> bool:
    """Has the active player AP, or one of his characters potion AP (TURN-3)?"""
    return world.ap > 0 or any(piece.potion > 0 for piece in world.tokens if piece.colour == world.active)


def end_turn(world: World) -> None:
    """Phase 3, the clearing of marks, the ends of the game that wait for it, the next player (TURN-1)."""
    now = player(world, world.active)
    if not now.cards:
        now.cards = [2, 3, 4, 5]  # TURN-7
    for piece in world.tokens:  # TURN-10
        piece.hurt_this_turn = piece.blocked = False
        piece.potion = 0
    world.ap = 0
    if not world.progress:
        now.stall += 1
    world.progress = False
    if target_reached(world) or stalled(world):  # END-2, STALL-6
        finish(world)
        return
    other = opponent(world, world.active)
    if has_characters(world, other):  # STALL-4
        world.active = other
    world.phase = "card"


def stalled(world: World) -> bool:
    """Has everyone who still has characters idled long enough (STALL-6)?"""
    limit = world.options.stall_limit
    if limit == 0:
        return False
    return all(each.stall >= limit for each in world.players if has_characters(world, each.colour))
