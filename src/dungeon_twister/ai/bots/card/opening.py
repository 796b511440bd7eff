"""The setup of the Card Game: teams, who starts, what lies where, who is left out. Rules of thumb with a little chance."""

from __future__ import annotations

from random import Random
from typing import Final

from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.card import actions as card_actions
from dungeon_twister.rules.engine.card.pieces import (
    BOW,
    BREAKS_WALLS,
    COMBAT_SKILLS,
    FATAL_BLOW,
    INCORPOREAL,
    KEY,
    MOVES_OBJECTS,
    SHOOTS,
    SPEAR,
    SQUEEZES,
    STRONG,
)
from dungeon_twister.rules.engine.card.state import CardState
from dungeon_twister.rules.engine.game import legal
from dungeon_twister.rules.engine.pieces import (
    ARMOR,
    BREAKS_GATES,
    CASTS,
    CLIMBS,
    FIREBALL,
    FLIES,
    HEALS,
    OPENS_GATES,
    REGENERATES,
    ROPE,
    SWORD,
    TREASURE,
    TURNS_FREELY,
    WALKS_WALLS,
)
from dungeon_twister.rules.engine.state import SUPPLY
from dungeon_twister.rules.geometry.zone_plan import COLUMNS

# what an ability is good for in a team; a step and a combat point count besides
ABILITY: Final = {
    CLIMBS: 3.0,
    FLIES: 3.5,
    INCORPOREAL: 4.0,
    SQUEEZES: 2.5,
    FATAL_BLOW: 2.5,
    SHOOTS: 2.0,
    COMBAT_SKILLS: 2.0,
    HEALS: 1.5,
    TURNS_FREELY: 2.0,
    OPENS_GATES: 1.0,
    BREAKS_GATES: 1.0,
    WALKS_WALLS: 2.5,
    BREAKS_WALLS: 1.0,
    REGENERATES: 1.5,
    STRONG: 1.0,
    MOVES_OBJECTS: 0.5,
}
OBJECT: Final = {TREASURE: 6.0, FIREBALL: 3.0, SWORD: 3.0, ROPE: 2.5, ARMOR: 2.5, SPEAR: 2.0, KEY: 1.5, BOW: 1.5}
STEP: Final = 1.8
STRENGTH: Final = 1.0
SECOND_POINT: Final = 3.0  # a character that brings two points home
CHANCE: Final = 1.5


def choose_setup(s: CardState, rng: Random) -> int:
    """One of the choices of the setup."""
    choices = legal(s)
    kind = actions.kind_of(choices[0])
    if kind == card_actions.PICK:
        return max(choices, key=lambda choice: _worth(s, actions.first_of(choice)) + CHANCE * rng.random())
    if kind == actions.LEAVE_OUT:
        return min(choices, key=lambda choice: _worth(s, actions.first_of(choice)) + rng.random())
    if kind == actions.START:
        return max(choices, key=lambda choice: _pace(s, actions.first_of(choice)) + CHANCE * rng.random())
    if kind == actions.LAY:
        return max(choices, key=lambda choice: _laying(s, choice) + 0.4 * rng.random())
    return rng.choice(choices)


def _worth(s: CardState, token: int) -> float:
    """Of a card in a team."""
    setting = s.setting
    abilities = setting.capabilities[token]
    if not setting.is_character[token]:
        team = [man for man in setting.characters_of[setting.owner[token]] if s.loc[man] == SUPPLY]
        casts = any(setting.capabilities[man] & CASTS for man in team)
        return sum(worth for kind, worth in OBJECT.items() if abilities & kind and (kind != FIREBALL or casts))
    known = sum(worth for ability, worth in ABILITY.items() if abilities & ability)
    known += SECOND_POINT * (setting.exit_vp[token] - 1)
    return known + STEP * setting.movement[token] + STRENGTH * setting.combat[token]


def _pace(s: CardState, token: int) -> float:
    """Of a character on the starting zone: the quick ones lead the way."""
    abilities = s.setting.capabilities[token]
    return STEP * s.setting.movement[token] + (2.0 if abilities & (CLIMBS | FLIES | INCORPOREAL | SQUEEZES) else 0.0)


def _laying(s: CardState, choice: int) -> float:
    """Own characters go near, where they come into play soon; own objects, above all the Treasure, towards the exit."""
    token, tile = actions.first_of(choice), actions.second_of(choice)
    depth = depth_of(s, s.setting.owner[token], tile)
    if s.setting.is_character[token]:
        return 1.0 - abs(depth - 0.3) * 2
    return depth + (0.3 if s.setting.capabilities[token] & TREASURE else 0.0)


def depth_of(s: CardState, player: int, tile: int) -> float:
    """How far on the way to the exit a room lies: 0 at the own starting zone, 1 at the other one."""
    rows = s.maze.plan.rows
    row = s.maze.place_of[tile] // COLUMNS
    return (row if player == 0 else rows - 1 - row) / max(1, rows - 1)
