"""Combat: who takes part, and what comes of it."""

from .board import is_pit, open_neighbours
from .ending import eliminate, note_progress
from .world import ARMOR, ROPE, STRENGTH, SWORD, Battle, Token, World, has, mates, opponent, player, square_of, token


def contact(world: World, first: Token, second: Token) -> bool:
    """contact(c, d) (DEF-4)."""
    here, there = square_of(first), square_of(second)
    return here is not None and there is not None and there in open_neighbours(world, here)


def group(world: World, attacker: Token, target: Token) -> tuple[list[str], list[str]]:
    """The participants of both sides, by the fixed point of GROUP-1."""
    taking_part = [attacker, target]
    while True:
        added = False
        for piece in world.tokens:
            if not piece.able or piece.blocked or piece in taking_part:
                continue
            enemies = [other for other in taking_part if other.colour != piece.colour]
            if any(contact(world, piece, enemy) for enemy in enemies):
                taking_part.append(piece)
                added = True
        if not added:
            break
    attackers = [piece.name for piece in taking_part if piece.colour == attacker.colour]
    defenders = [piece.name for piece in taking_part if piece.colour == target.colour]
    return attackers, defenders


def strength(world: World, names: list[str], helpful: str) -> int:
    """Combat values of one side; Sword for attackers or Armor for defenders add 1 each (COMBAT-7, 10, 11)."""
    total = 0
    for name in names:
        piece = token(world, name)
        total += 0 if piece.wounded else STRENGTH[piece.sign]
        total += 1 if has(world, piece, helpful) else 0
    return total


def spend_card(world: World, colour: str, value: int) -> None:
    """Discard a played combat card; the 0 returns to the hand (COMBAT-8)."""
    if value == 0:
        return
    owner = player(world, colour)
    owner.combat.remove(value)
    owner.used_combat.append(value)
    note_progress(world)


def resolve(world: World, battle: Battle, attack_card: int, defence_card: int) -> None:
    """Compare the totals and deal with the losers (COMBAT-7 to COMBAT-18)."""
    ours, theirs = world.active, opponent(world, world.active)
    attack = strength(world, battle.attackers, SWORD) + attack_card
    defence = strength(world, battle.defenders, ARMOR) + defence_card
    spend_card(world, ours, attack_card)
    spend_card(world, theirs, defence_card)
    if attack > defence:
        lose(world, battle.defenders, ours)
    elif defence > attack:
        lose(world, battle.attackers, theirs)


def lose(world: World, names: list[str], winner: str) -> None:
    """Every participant of the losing side (COMBAT-13, 15, 16)."""
    for name in names:
        loser = token(world, name)
        if loser.wounded:
            eliminate(world, loser, winner)
        else:
            wound(world, loser, winner)


def wound(world: World, loser: Token, winner: str) -> None:
    """Wound a loser: a friend it carries is eliminated (COMBAT-15), on a pit only a Rope saves it (PIT-11, 12)."""
    for other in mates(world, loser):
        if other.is_character:
            eliminate(world, other, winner)
    square = square_of(loser)
    if square is not None and is_pit(world, square) and not has(world, loser, ROPE):
        eliminate(world, loser, winner)
        return
    loser.wounded = True
    loser.hurt_this_turn = True
    loser.potion = 0
