"""The actions that a player may take now (section 12), and the end of the turn (AP-5, AP-6)."""

from __future__ import annotations

from typing import Final

from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.actions import FIRST_SHIFT
from dungeon_twister.rules.engine.card import actions as card_actions
from dungeon_twister.rules.engine.card.combat import attack_choices, has_free_combat
from dungeon_twister.rules.engine.card.ending import has_hidden
from dungeon_twister.rules.engine.card.gates import gate_choices
from dungeon_twister.rules.engine.card.jump import jump_choices, payments
from dungeon_twister.rules.engine.card.magic import fireball_choices, inversion_choices, refuse_walls
from dungeon_twister.rules.engine.card.pieces import BOW, BREAKS_WALLS, INVERSION, KEY, MOVES_OBJECTS, SHOOTS, SPEAR, STEALS
from dungeon_twister.rules.engine.card.players import opponent
from dungeon_twister.rules.engine.card.reveal import reveal_choices
from dungeon_twister.rules.engine.card.rotation import rotation_choices
from dungeon_twister.rules.engine.card.shooting import shoot_choices, spear_choices
from dungeon_twister.rules.engine.card.state import MOVING, WALL_WALKING, CardState
from dungeon_twister.rules.engine.card.stealing import steal_choices
from dungeon_twister.rules.engine.card.telekinesis import lift_choices
from dungeon_twister.rules.engine.card.travel import can_set_out
from dungeon_twister.rules.engine.card.turns import end_turn, is_able
from dungeon_twister.rules.engine.card.wounds import heal_choices, refuse_regenerate
from dungeon_twister.rules.engine.options import AUTOMATIC
from dungeon_twister.rules.engine.pieces import BREAKS_GATES, CASTS, FIREBALL, HEALS, OPENS_GATES, REGENERATES, WALKS_WALLS
from dungeon_twister.rules.engine.refusals import LEGAL
from dungeon_twister.rules.engine.state import BLOCKED, UNDER, WOUNDED
from dungeon_twister.rules.geometry.zone_plan import GEAR_ZONE, LETTER_COUNT
from dungeon_twister.rules.geometry.zone_tables import PlaceRelations

SPECIAL: Final = BREAKS_WALLS | CASTS | HEALS | MOVES_OBJECTS | STEALS | WALKS_WALLS
WORKS_GATES: Final = BREAKS_GATES | OPENS_GATES | KEY
FIGHTS_FAR: Final = SHOOTS | BOW | SPEAR


def act_choices(s: CardState) -> list[int]:
    """ACT-5: Return every legal action, character by character, and the end of the turn."""
    found: list[int] = []
    cards = payments(s)
    enemies = s.places_of[opponent(s.active)]
    empty = ~s.places_of[s.active]  # of the player's own characters
    maze, loc, status, held, capabilities = s.maze, s.loc, s.status, s.held, s.setting.capabilities
    zones = maze.plan.zones
    for man in s.men[s.active]:
        place = loc[man]
        if not 0 <= place < UNDER:
            continue
        abilities = capabilities[man]
        if not status[man] & (WOUNDED | BLOCKED):
            relations = maze.relations_of(place)
            # on the starting zone it can always turn (MOV-12a), and an empty adjacent zone is always open to it if no enemy
            # holds it
            if s.ap and (place >= zones or (relations.walk & empty and s.entry[man] < 0) or can_set_out(s, man, MOVING)):
                found.append(actions.MOVE | man << FIRST_SHIFT)
            if held[man]:
                abilities |= gear_of(s, man)
            _choices_of(s, man, relations, abilities, cards, enemies, found)
        elif abilities & REGENERATES and refuse_regenerate(s, man) == LEGAL:
            found.append(actions.REGENERATE | man << FIRST_SHIFT)
    found.append(actions.PASS)
    return found


def gear_of(s: CardState, man: int) -> int:
    """Return the capabilities of the objects that a character carries."""
    gear, there = 0, s.stock[s.spot(s.loc[man])]
    while there:
        lowest = there & -there
        thing = s.card_setting.all_objects[lowest.bit_length() - 1]
        if s.carrier[thing] == man:
            gear |= s.setting.capabilities[thing]
        there ^= lowest
    return gear


def _choices_of(
    s: CardState, man: int, relations: PlaceRelations, abilities: int, cards: list[int], enemies: int, found: list[int]
) -> None:
    """Add the actions of a character. `abilities` are its own and those of its objects; with its place they decide which
    chapters to ask."""
    if s.ap:
        place = s.loc[man]
        at_home = place >= s.maze.plan.zones
        if cards and (relations.pits or at_home):
            jump_choices(s, man, cards, found)
        if relations.access:
            reveal_choices(s, man, found)
        if place % LETTER_COUNT == GEAR_ZONE and not at_home:
            rotation_choices(s, man, found)
        if abilities & WORKS_GATES and relations.gates:
            gate_choices(s, man, found)
        if abilities & SPECIAL:
            _special_choices(s, man, abilities, found)
    if abilities & FIGHTS_FAR or relations.area & enemies:
        combat_actions(s, man, abilities, found)


def combat_actions(s: CardState, man: int, abilities: int, found: list[int]) -> None:
    """Add close combat, shots and spear; without a point only free combats (SAM-1), in the first tutorial none (SCN-8)."""
    if not s.card_setting.combat_cards:
        return
    if s.ap or has_free_combat(s, man):
        attack_choices(s, man, found)
        if abilities & SPEAR:
            spear_choices(s, man, found)
    if s.ap and abilities & (SHOOTS | BOW):
        shoot_choices(s, man, abilities & BOW != 0, found)


def _special_choices(s: CardState, man: int, abilities: int, found: list[int]) -> None:
    """Add the actions of special abilities."""
    if abilities & WALKS_WALLS and can_set_out(s, man, WALL_WALKING):
        found.append(actions.WALK_WALL | man << FIRST_SHIFT)
    if abilities & HEALS:
        heal_choices(s, man, found)
    if abilities & STEALS:
        steal_choices(s, man, found)
    if abilities & MOVES_OBJECTS:
        lift_choices(s, man, found)
    if abilities & CASTS and abilities & (FIREBALL | INVERSION):
        fireball_choices(s, man, found)
        inversion_choices(s, man, found)
    if abilities & BREAKS_WALLS and refuse_walls(s, man) == LEGAL:
        found.append(card_actions.BREAK_WALLS | man << FIRST_SHIFT)


# -- the end of the turn ------------------------------------------------------------------------------------------------


def pass_turn(s: CardState) -> None:
    """AP-5: end the turn. For END-5, note whether the player could have acted."""
    if not s.acted >> s.active & 1 and (not has_hidden(s, s.active) or len(act_choices(s)) > 1):
        s.acted |= 1 << s.active
    end_turn(s)


def close_turn(s: CardState) -> None:
    """AP-5a, AP-5b: end the turn without points and free combats, unless the player is asked to end it, or when the time is
    over (OPT-1)."""
    if s.late or (s.ap == 0 and s.setting.options.end_turn == AUTOMATIC and not _can_fight_free(s)):
        pass_turn(s)


def _can_fight_free(s: CardState) -> bool:
    for man in s.men[s.active]:
        if has_free_combat(s, man) and is_able(s, man):
            found: list[int] = []
            combat_actions(s, man, gear_of(s, man), found)
            if found:
                return True
    return False
