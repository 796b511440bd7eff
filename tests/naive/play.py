"""Playing a choice: a new world with all its consequences. Legality is the job of ``choices``."""

from .acts import fire_hits, gates_on
from .board import square_from
from .combat import group, resolve
from .drawing import lay_room, turn_room
from .ending import eliminate, end_turn, note_progress, remove, settle
from .travel import apply_begin, apply_travel, end_by_itself
from .world import POTION, WAND, Battle, Reveal, Token, Under, World, mates, opponent, player, square_of, token


def play(world: World, text: str) -> World:
    """The world after that choice."""
    after = world.copy()
    words = text.split()
    if after.phase == "card":
        play_card(after, int(words[1]))
    elif after.phase == "act":
        play_act(after, words)
    elif after.phase == "travel":
        apply_travel(after, text)
    elif after.phase == "room":
        play_room(after, words[1], int(words[2][1:]))
    elif after.phase == "place":
        play_place(after, words[1], words[2])
    elif after.phase == "combat":
        play_combat(after, int(words[1]))
    else:
        raise ValueError("the game is over")
    settle(after)
    end_by_itself(after)
    settle(after)
    return after


def play_card(world: World, value: int) -> None:
    """Lay an action card (TURN-2)."""
    owner = player(world, world.active)
    owner.cards.remove(value)
    owner.last_card = value
    world.highest_card = max(world.highest_card, value)
    world.ap = value
    world.phase = "act"


def pay(world: World, actor: Token) -> None:
    """One AP, from the actor's potion AP first (ACT-5, SPEED-3)."""
    if actor.potion > 0:
        actor.potion -= 1
    else:
        world.ap -= 1


def play_act(world: World, words: list[str]) -> None:
    """Pass, or an action of one character."""
    if words == ["pass"]:
        end_turn(world)
        return
    actor = token(world, words[0])
    verb, rest = words[1], words[2:]
    pay(world, actor)
    if verb in ("move", "jump", "wall"):
        play_begin(world, actor, verb)
    elif verb == "reveal":
        world.reveal = Reveal(int(rest[0][1:]), world.active)
        world.phase = "room"
    elif verb == "turn":
        turn_room(world, world.rooms[int(rest[0][1:]) - 1], rest[1])
    elif verb == "attack":
        world.battle = Battle(*group(world, actor, token(world, rest[0])))
        world.phase = "combat"
    elif verb in ("break", "gate"):
        work_gate(world, actor, verb, rest[0], " far" if len(rest) > 1 else "")
    elif verb in ("heal", "regenerate"):
        restore(actor if verb == "regenerate" else token(world, rest[0]))
    elif verb == "fire":
        fire(world, actor, rest[0])
    elif verb == "drink":
        drink(world, actor)
    else:
        raise ValueError(verb)


def play_begin(world: World, actor: Token, mode: str) -> None:
    """Begin a journey; a jump also costs a jump card, which is progress (JUMP-1, JUMP-7, STALL-5)."""
    if mode == "jump":
        player(world, world.active).jumps -= 1
        note_progress(world)
    apply_begin(world, actor, mode)


def work_gate(world: World, actor: Token, verb: str, direction: str, ending: str) -> None:
    """GATE-4, GATE-5. A broken portcullis is progress (STALL-5)."""
    square = square_of(actor)
    assert square is not None
    gate = dict(gates_on(world, square, direction))[ending]
    if verb == "break":
        gate.state = "broken"
        note_progress(world)
    else:
        gate.state = "open" if gate.state == "closed" else "closed"


def restore(piece: Token) -> None:
    """HEAL-3, REGEN-2."""
    piece.wounded = False
    piece.blocked = True


def fire(world: World, actor: Token, direction: str) -> None:
    """FIRE-6, FIRE-7, FIRE-9."""
    square = square_of(actor)
    assert square is not None
    for piece in fire_hits(world, square, direction):
        eliminate(world, piece, opponent(world, piece.colour))
    remove(world, next(other for other in mates(world, actor) if other.sign == WAND))


def drink(world: World, actor: Token) -> None:
    """SPEED-1, SPEED-2, SPEED-6."""
    remove(world, next(other for other in mates(world, actor) if other.sign == POTION))
    actor.potion += 4


def play_room(world: World, name: str, turns: int) -> None:
    """Chance turns up a room (REVEAL-5)."""
    reveal = world.reveal
    assert reveal is not None
    lay_room(world, world.rooms[reveal.place - 1], name, turns)
    note_progress(world)
    world.phase = "place"
    finish_placing(world, reveal)


def play_place(world: World, name: str, square: str) -> None:
    """Place a token of the revealed room (REVEAL-7)."""
    reveal = world.reveal
    assert reveal is not None
    token(world, name).where = square_from(square)
    finish_placing(world, reveal)


def finish_placing(world: World, reveal: Reveal) -> None:
    """When nothing is left to place the action is over (REVEAL-10)."""
    if not any(piece.where == Under(reveal.place) for piece in world.tokens):
        world.reveal = None
        world.phase = "act"


def play_combat(world: World, value: int) -> None:
    """The attacker's card, then the defender's and the result (COMBAT-6)."""
    battle = world.battle
    assert battle is not None
    if battle.card is None:
        battle.card = value
        return
    resolve(world, battle, battle.card, value)
    world.battle = None
    world.phase = "act"
