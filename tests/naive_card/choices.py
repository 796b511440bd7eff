"""The choices of the player to decide, and playing one of them."""

from __future__ import annotations

from .acts import act_choices, do_act, free_combats
from .combat import answer, battle_choices
from .ending import end_turn, note_progress, settle
from .handling import rob
from .lore import COLOURS, LETTERS, OTHER
from .setup import CHANCE, TAKEN_OUT, play_setup, setup_choices
from .travel import advance, finish_robbery, over_by_itself, robbed, travel_choices
from .world import SPARE, Blind, Token, World, characters, in_play, load


def decider(world: World) -> str:
    """Who decides: blue, yellow, chance, or nobody when the game is over."""
    if world.phase == "over":
        return ""
    if world.phase == "setup":
        return world.setup[0][1]
    if world.phase in ("room", "drawn"):
        return CHANCE
    if world.phase == "place":
        own = [token for token in to_place(world) if placed_by(world, token) == world.active]
        return world.active if own else OTHER[world.active]
    if world.phase == "combat":
        assert world.battle is not None
        return world.battle.asking[0][1]
    return world.active


def choices(world: World) -> list[str]:
    """Every legal choice in the order of the alphabet; none when the game is over."""
    return sorted(unsorted_choices(world))


def unsorted_choices(world: World) -> list[str]:
    """The same in any order."""
    if world.phase == "setup":
        return setup_choices(world)
    if world.phase == "act":
        return act_choices(world)
    if world.phase == "travel":
        return travel_choices(world)
    if world.phase == "room":
        return [f"room {name} r{quarters}" for name in world.pool for quarters in range(4)]
    if world.phase == "place":
        cards = [token for token in to_place(world) if placed_by(world, token) == decider(world)]
        return [f"place {token.name} {zone}" for token in cards for zone in empty_zones(world)]
    if world.phase == "drawn":
        assert world.blind is not None
        return [f"drawn {item.name}" for item in load(world, world.tokens[world.blind.victim]) if item.is_object]
    if world.phase == "combat":
        assert world.battle is not None
        return battle_choices(world, world.battle)
    return []


def play(world: World, text: str) -> World:
    """The world after a choice. Legality is the job of ``choices``."""
    after = world.copy()
    words = text.split()
    if after.phase == "setup":
        play_setup(after, words)
        return after
    action_over = PLAYS[after.phase](after, words, text)
    settle(after)
    if after.phase == "travel" and over_by_itself(after):
        action_over = True
    if action_over and after.phase != "over":
        end_action(after)
    return after


def end_action(world: World) -> None:
    """Back to the next action; without AP and free combat the turn ends by itself (AP-5a, SAM-1), or he is asked (AP-5b)."""
    world.journey = world.battle = world.blind = None
    world.revealed = 0
    world.phase = "act"
    if (
        world.options.ends_itself
        and world.ap == 0
        and not any(free_combats(world, token) for token in characters(world, world.active))
    ):
        end_turn(world)


# One function for each phase; true when the action is over.


def play_act(world: World, words: list[str], text: str) -> bool:
    """An action, or the end of the turn (AP-5); having had a choice is noted (END-5)."""
    if text != "pass" or len(act_choices(world)) > 1:
        world.acted.add(world.active)
    if text == "pass":
        end_turn(world)
        return False
    do_act(world, words)
    return world.phase == "act"


def play_travel(world: World, words: list[str], text: str) -> bool:
    """A step, a handling operation, or the end of the journey."""
    if text == "stop":
        return True
    if words[0] != "rob":
        advance(world, text)
        return False
    assert world.journey is not None
    victim, given = robbed(world, text)
    blind = Blind(world.journey.mover, victim.name, given)
    objects = load(world, victim)
    if len(objects) == 1:
        finish_robbery(world, blind, objects[0].name)
    else:
        world.blind = blind
        world.phase = "drawn"
    return False


def play_drawn(world: World, words: list[str], text: str) -> bool:
    """Chance decides which object is taken blindly (OPT-12)."""
    blind = world.blind
    assert blind is not None
    world.blind = None
    if world.journey is None:
        rob(world, world.tokens[blind.taker], world.tokens[blind.victim], world.tokens[words[1]], blind.given)
        return True
    finish_robbery(world, blind, words[1])
    world.phase = "travel"
    return False


def play_room(world: World, words: list[str], text: str) -> bool:
    """Chance turns up a room (REV-6)."""
    room = world.rooms[world.revealed]
    room.name, room.quarters = words[1], int(words[2][1:])
    world.pool.remove(room.name)
    note_progress(world)
    world.phase = "place"
    return placing_over(world)


def play_place(world: World, words: list[str], text: str) -> bool:
    """One card of the revealed room is placed (REV-7)."""
    world.tokens[words[1]].where = words[2]
    return placing_over(world)


def play_combat(world: World, words: list[str], text: str) -> bool:
    """Killer rage, Mind control, cards (CMB-10)."""
    assert world.battle is not None
    return answer(world, world.battle, [int(word) for word in words[1:]])


PLAYS = {
    "act": play_act,
    "travel": play_travel,
    "drawn": play_drawn,
    "room": play_room,
    "place": play_place,
    "combat": play_combat,
}


# Placing after a reveal


def to_place(world: World) -> list[Token]:
    """The cards of the revealed room that lie nowhere so far."""
    return [token for token in world.tokens.values() if token.where == f"R{world.revealed}" and not token.holder]


def placed_by(world: World, token: Token) -> str:
    """REV-7: the opponent places only the objects of the active player's colour."""
    return OTHER[world.active] if token.is_object and token.colour == world.active else world.active


def empty_zones(world: World) -> list[str]:
    """REV-8."""
    name = world.rooms[world.revealed].name
    zones = [f"{name}.{letter}" for letter in LETTERS]
    return [zone for zone in zones if all(token.where != zone or token.holder for token in world.tokens.values())]


def placing_over(world: World) -> bool:
    """Nothing left to place; the last card goes to the last empty zone by itself (REV-9)."""
    cards, zones = to_place(world), empty_zones(world)
    if len(cards) == 1 and len(zones) == 1:
        cards[0].where = zones[0]
        return True
    return not cards


# What can be compared


def facts(world: World) -> dict[str, object]:
    """The state of a game in plain values.

    ``where`` gives for every token its place, its holder, or ``hand``, ``R3``, ``front 0``, ``spare``, ``out``,
    ``rescued``, ``gone``. ``winners``: both in a draw, nobody while the game goes on.
    """
    over = world.phase == "over"
    winners = ([world.winner] if world.winner else list(COLOURS)) if over else []
    return {
        "decider": decider(world),
        "phase": world.phase if world.phase != "setup" else world.setup[0][0],
        "active": world.active,
        "ap": world.ap,
        "turn": world.turn,
        "quiet": world.quiet,
        "over": over,
        "winners": winners,
        "vp": {colour: player.vp for colour, player in world.players.items()},
        "kept": {colour: player.kept for colour, player in world.players.items()},
        "jumps": {colour: player.jumps for colour, player in world.players.items()},
        "hands": {colour: sorted(player.combat) for colour, player in world.players.items()},
        "used": {colour: sorted(player.used) for colour, player in world.players.items()},
        "where": {name: whereabouts(token) for name, token in world.tokens.items()},
        "wounded": {token.name for token in world.tokens.values() if token.wounded and in_play(world, token)},
        "rooms": {f"R{slot}": f"{room.name}.{room.quarters}" for slot, room in world.rooms.items() if room.name},
        "gates": {f"R{slot}": room.gate for slot, room in world.rooms.items() if room.name},
        "walls": {f"R{slot}" for slot, room in world.rooms.items() if room.walls_broken},
    }


def whereabouts(token: Token) -> str:
    """Its holder, or where it is."""
    return token.holder or (SPARE if token.where == TAKEN_OUT else token.where)
