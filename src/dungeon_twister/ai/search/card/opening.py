"""The setup of the Card Game: teams, who starts, what lies where, who is left out.

It uses the opening book (`opening_book.py`) or rules of thumb. Both contain enough chance that an opponent cannot infer what
lies hidden.
"""

from __future__ import annotations

from random import Random
from typing import Final

from dungeon_twister.ai.search.opening_book import OpeningBook, SetupPlace, depth_number, knows_all
from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.card import actions as card_actions
from dungeon_twister.rules.engine.card.options import MUTUAL
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

# value of an ability in a team, in addition to steps and combat points
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
SECOND_POINT: Final = 3.0  # a character that scores two points
NIMBLE: Final = 2.0  # on the starting zone: a character that few obstacles stop
PICKING_CHANCE: Final = 1.5
STARTING_CHANCE: Final = 1.5
LEAVING_CHANCE: Final = 1.0
LAYING_CHANCE: Final = 0.4


def choose_setup(s: CardState, rng: Random, book: OpeningBook | None) -> int:
    """Return a choice of the setup."""
    choices = legal(s)
    if book is not None and not knows_all(book, s.setting):
        book = None
    if book is not None and actions.kind_of(choices[0]) == actions.LAY:
        return book.laying([_place(s, choice) for choice in choices], rng)
    best, chosen = 0.0, -1
    for choice in choices:
        wanted = _wanted(s, choice, rng) if book is None else _book_wanted(s, choice, rng, book)
        if chosen < 0 or wanted > best:
            best, chosen = wanted, choice
    return chosen


def _place(s: CardState, choice: int) -> SetupPlace:
    token, tile = actions.first_of(choice), actions.second_of(choice)
    return SetupPlace(choice, sign_of(s, token), depth_number(depth_of(s, s.setting.owner[token], tile)))


def sign_of(s: CardState, token: int) -> str:
    return s.setting.pieces[token % s.setting.each].sign


def _book_wanted(s: CardState, choice: int, rng: Random, book: OpeningBook) -> float:
    """Return the value of a choice by the opening book. The book is not used where both players get the picked card (SEL-1)."""
    kind, token = actions.kind_of(choice), actions.first_of(choice)
    if kind == card_actions.PICK and s.card_setting.card_options.selection != MUTUAL:
        useless = s.setting.capabilities[token] & FIREBALL and not _casts(s, s.setting.owner[token])
        return rng.random() if useless else book.having(sign_of(s, token), rng)
    if kind == actions.LEAVE_OUT:
        return -book.having(sign_of(s, token), rng)
    if kind == actions.START:
        return book.starting(sign_of(s, token), rng)
    return _wanted(s, choice, rng)


def _wanted(s: CardState, choice: int, rng: Random) -> float:
    kind, token = actions.kind_of(choice), actions.first_of(choice)
    if kind == card_actions.PICK:
        return team_worth(s, token) + PICKING_CHANCE * rng.random()
    if kind == actions.LEAVE_OUT:
        return LEAVING_CHANCE * rng.random() - team_worth(s, token)
    if kind == actions.START:
        return _pace(s, token) + STARTING_CHANCE * rng.random()
    if kind == actions.LAY:
        return _laying(s, token, actions.second_of(choice)) + LAYING_CHANCE * rng.random()
    return rng.random()  # what a starting character faces: the room before it is face down


def team_worth(s: CardState, token: int) -> float:
    """Return the value of a card in a team; a Fireball is of little use without a caster."""
    setting, total = s.setting, 0.0
    abilities = setting.capabilities[token]
    if not setting.is_character[token]:
        for kind, worth in OBJECT.items():
            if abilities & kind and (kind != FIREBALL or _casts(s, setting.owner[token])):
                total += worth
        return total
    for ability, worth in ABILITY.items():
        if abilities & ability:
            total += worth
    total += SECOND_POINT * (setting.exit_vp[token] - 1)
    movement: int = setting.movement[token]
    combat: int = setting.combat[token]
    return total + STEP * movement + STRENGTH * combat


def _casts(s: CardState, player: int) -> bool:
    """Return whether a character of the team can use scrolls."""
    team = [man for man in s.setting.characters_of[player] if s.loc[man] == SUPPLY]
    return any(s.setting.capabilities[man] & CASTS for man in team)


def _pace(s: CardState, token: int) -> float:
    """Return the value of a character's movement on the starting zone."""
    nimble = s.setting.capabilities[token] & (CLIMBS | FLIES | INCORPOREAL | SQUEEZES)
    movement: int = s.setting.movement[token]
    return STEP * movement + (NIMBLE if nimble else 0.0)


def _laying(s: CardState, token: int, tile: int) -> float:
    """Return the value of a place: near for own characters, far for own objects, above all the Treasure."""
    depth = depth_of(s, s.setting.owner[token], tile)
    if s.setting.is_character[token]:
        return 1.0 - abs(depth - 0.3) * 2
    return depth + (0.3 if s.setting.capabilities[token] & TREASURE else 0.0)


def depth_of(s: CardState, player: int, tile: int) -> float:
    """Return the depth of a room: 0 at the player's own starting zone, 1 at the other one."""
    rows = s.maze.plan.rows
    row = s.maze.place_of[tile] // COLUMNS
    return (row if player == 0 else rows - 1 - row) / max(1, rows - 1)
