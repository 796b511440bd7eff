"""All legal choices of the decision at hand, in notation."""

from .acts import act_choices
from .board import square_name
from .drawing import inside
from .travel import travel_choices
from .world import Reveal, World, decider, player, to_place, tokens_at


def choices(world: World) -> list[str]:
    """Every legal choice; none when the game is over."""
    if world.phase == "card":
        return card_choices(world)
    if world.phase == "act":
        return act_choices(world)
    if world.phase == "travel":
        return travel_choices(world)
    if world.phase == "room":
        return room_choices(world)
    if world.phase == "place" and world.reveal is not None:
        return place_choices(world, world.reveal)
    if world.phase == "combat":
        hand = player(world, decider(world)).combat
        return [f"combat {value}" for value in sorted(set(hand))]
    return []


def card_choices(world: World) -> list[str]:
    """TURN-2, TURN-4, TURN-5."""
    limit = 2 if world.highest_card == 0 else world.highest_card + 1
    return [f"card {value}" for value in sorted(player(world, world.active).cards) if value <= limit]


def room_choices(world: World) -> list[str]:
    """Any room of the game that is not yet face up, in any orientation (SETUP-1)."""
    used = [room.name for room in world.rooms]
    return [f"room {name} r{turns}" for name in world.pool if name not in used for turns in range(4)]


def place_choices(world: World, reveal: Reveal) -> list[str]:
    """Any token of one's share on any free floor or gear square of that room (REVEAL-6, REVEAL-7)."""
    room = world.rooms[reveal.place - 1]
    free = [
        square
        for square, kind in world.squares.items()
        if inside(room, square) and kind in ("floor", "gear") and not tokens_at(world, square)
    ]
    return [f"place {piece.name} {square_name(square)}" for piece in to_place(world, reveal) for square in free]
