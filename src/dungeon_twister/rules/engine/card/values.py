"""The value of each side of a combat (CMB-14 to CMB-16, RNG-7)."""

from __future__ import annotations

from typing import Final

from dungeon_twister.rules.engine.card.pieces import BOW, INSPIRES, STABS
from dungeon_twister.rules.engine.card.state import SHOOTING, CardState
from dungeon_twister.rules.engine.pieces import ARMOR, SWORD
from dungeon_twister.rules.engine.state import WOUNDED
from dungeon_twister.rules.geometry.zone_plan import LETTER_COUNT

CROSSBOW_VALUE: Final = 3  # XBW-1
STAB_BONUS: Final = 2
CHARISMA_BONUS: Final = 1
GROUP: Final = 3  # participants of a group combat (CMB-9)


def fighters_of(s: CardState, player: int) -> list[int]:
    return [man for man in s.men[player] if s.fighters >> man & 1]


def side_total(s: CardState, player: int, hidden: bool = False) -> int:
    """Return the values of all participants of a side without its cards. With `hidden`, leave out Swords and Armors
    (OPT-12)."""
    fighters = fighters_of(s, player)
    return sum(value_of(s, man, fighters) + (0 if hidden else gear_of(s, man)) for man in fighters)


def value_of(s: CardState, token: int, side: list[int]) -> int:
    """CMB-14, CMB-15: the basic value with Stab and Charismatic; for a shooter, the value of the weapon alone (RNG-7)."""
    if s.manner == SHOOTING and s.shooters >> token & 1:
        return CROSSBOW_VALUE if s.crossbows >> token & 1 else s.carries(token, BOW)
    total = 0 if s.status[token] & WOUNDED else s.setting.combat[token]
    if s.abilities(token) & STABS and len(side) > 1 and count_fighters(s) >= GROUP:
        total += STAB_BONUS
    if s.manner != SHOOTING and _inspired(s, token):
        total += CHARISMA_BONUS
    return total


def _inspired(s: CardState, token: int) -> bool:
    """GEN-1, GEN-2: Return whether another, unwounded character of the same side in the same room inspires this one."""
    place = s.loc[token]
    if place >= s.maze.plan.zones:
        return False
    return any(
        man != token and s.abilities(man) & INSPIRES and s.loc[man] // LETTER_COUNT == place // LETTER_COUNT and s.in_play(man)
        for man in s.men[s.setting.owner[token]]
    )


def gear_of(s: CardState, token: int) -> int:
    """CMB-15, CMB-16: Swords of attackers in close combat, including the spear user's; Armors of defenders, always."""
    if s.setting.owner[token] != s.setting.owner[s.attacker]:
        return s.carries(token, ARMOR)
    return 0 if s.manner == SHOOTING else s.carries(token, SWORD)


def count_fighters(s: CardState) -> int:
    return len(fighters_of(s, 0)) + len(fighters_of(s, 1))


def is_one_on_one(s: CardState) -> bool:
    """CMB-9: Return whether the combat has one participant on each side."""
    return count_fighters(s) == 2
