"""Refusals of a character's abilities: why it cannot use them now, by the choice that comes nearest to being legal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from dungeon_twister.presentation.guide.guide_shapes import Reason
from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.board.state import board_of
from dungeon_twister.rules.engine.by_edition import ByEdition
from dungeon_twister.rules.engine.card.combat import refuse_target
from dungeon_twister.rules.engine.card.players import opponent
from dungeon_twister.rules.engine.card.state import CardState, card_of
from dungeon_twister.rules.engine.card.stealing import OBJECT_SHIFT
from dungeon_twister.rules.engine.card.telekinesis import PLACE_SHIFT
from dungeon_twister.rules.engine.game import why_not
from dungeon_twister.rules.engine.refusals import LEGAL, Refusal
from dungeon_twister.rules.engine.rules import rules_of
from dungeon_twister.rules.engine.state import UNDER, WOUNDED, State
from dungeon_twister.rules.geometry.rooms import CELLS, CLOCKWISE, COUNTERCLOCKWISE, NORTH, SOUTH
from dungeon_twister.rules.geometry.zone_plan import LETTER_COUNT
from dungeon_twister.rules.visibility import has_secrets

# Refusals that keep a character from every action.
GENERAL: Final = ("not-yours", "not-in-play", "actor-wounded", "actor-blocked", "actor-spent", "no-ap")
# Refusals for being in the wrong place: any other reason says more.
FAR: Final = (
    "no-contact",
    "no-gate-here",
    "nothing-to-reveal",
    "target-not-wounded",
    "no-access",
    "no-gate",
    "no-pit",
    "not-in-area",
    "not-seen",
    "not-beside",
    "out-of-reach",
    "object-out-of-reach",
    "not-next-room",
)
Targets = Callable[[State, int], list[int]]  # returns the second parts to try for an action


def reason_of(refusal: Refusal) -> Reason:
    return Reason(refusal.code, refusal.clause, refusal.sentence)


def refusals_of(state: State, token: int, possible: set[int]) -> dict[int, Reason]:
    """Return the refusal of every ability of a character that cannot be used now. Moves are left out: the routes show them."""
    found: dict[int, Reason] = {}
    for kind in rules_of(state.setting).kinds:
        if kind.number not in possible and kind.number != actions.MOVE and kind.has(state, token):
            targets = TARGETS.of(state)[kind.second](state, token)
            refusal = nearest(state, [actions.pack(kind.number, token, target) for target in targets])
            if refusal is not None:
                found[kind.number] = reason_of(refusal)
    return found


def nearest(state: State, choices: list[int]) -> Refusal | None:
    """Return the most informative refusal, or None if there is no choice to try.

    Equal ones are decided by code, as the order of the choices could identify hidden characters.
    """
    refusals = [refusal for choice in choices if (refusal := why_not(state, choice)) is not None]
    telling = [refusal for refusal in refusals if refusal.code not in FAR] or refusals
    return min(telling, key=lambda refusal: refusal.code, default=None)


def characters_in_play(state: State) -> list[int]:
    return [token for token, place in enumerate(state.loc) if state.setting.is_character[token] and 0 <= place < UNDER]


# -- candidates, by the name of the part -----------------------------------------------------------------------------------


def _nothing(state: State, token: int) -> list[int]:
    return [0]


def _sides(state: State, token: int) -> list[int]:
    return list(range(4))


def _turns(tile: int) -> list[int]:
    return [tile << actions.TILE_SHIFT | quarters for quarters in (CLOCKWISE, COUNTERCLOCKWISE)]


def _wounded_first(state: State, men: list[int]) -> list[int]:
    return [man for man in men if state.status[man] & WOUNDED] or men


# -- the board game ---------------------------------------------------------------------------------------------------------


def _dark_rooms(state: State, token: int) -> list[int]:
    return [tile for tile, room in enumerate(board_of(state).maze.room_of) if room < 0]


def _turns_of_room(state: State, token: int) -> list[int]:
    s = board_of(state)
    here = s.loc[token]
    return _turns(here // CELLS if here < s.board_setting.plan.base else 0)


def _enemies(state: State, token: int) -> list[int]:
    side = board_of(state).board_setting.side
    return [man for man in characters_in_play(state) if side[man] != side[token]]


def _patients(state: State, token: int) -> list[int]:
    men = characters_in_play(state)
    return [man for man in men if state.status[man] & WOUNDED] or [man for man in men if man != token]


def _up_and_down(state: State, token: int) -> list[int]:
    return [NORTH, SOUTH]


BOARD_TARGETS: Final[dict[str, Targets]] = {
    "": _nothing,
    "face-down": _dark_rooms,
    "turn": _turns_of_room,
    "enemy": _enemies,
    "side": _sides,
    "compass": _sides,
    "patient": _patients,
    "way": _up_and_down,
}


# -- the Card Game ----------------------------------------------------------------------------------------------------------


def _landings(state: State, token: int) -> list[int]:
    return list(range(card_of(state).maze.plan.places))


def _tiles(state: State, token: int) -> list[int]:
    return list(range(card_of(state).maze.plan.tiles))


def _dark_tiles(state: State, token: int) -> list[int]:
    return [tile for tile, room in enumerate(card_of(state).maze.room_of) if room < 0]


def _turns_of_tile(state: State, token: int) -> list[int]:
    s = card_of(state)
    here = s.loc[token]
    return _turns(here // LETTER_COUNT if here < s.maze.plan.zones else 0)


def _others(state: State, token: int) -> list[int]:
    s = card_of(state)
    return [man for man in characters_in_play(s) if man != token and s.carrier[man] < 0]


def _wounded_others(state: State, token: int) -> list[int]:
    return _wounded_first(state, _others(state, token))


def _enemies_of(s: CardState, token: int) -> list[int]:
    return [man for man in s.men[opponent(s.setting.owner[token])] if s.in_play(man)]


def _open_to_attack(state: State, token: int) -> list[int]:
    """Return the enemies that can be attacked at all (RNG-1, SPR-1)."""
    s = card_of(state)
    enemies = _enemies_of(s, token)
    return [man for man in enemies if refuse_target(s, man) == LEGAL] or enemies


def _near_first(state: State, token: int) -> list[int]:
    """Return the enemies in the own area, else all that can be attacked (CMB-3)."""
    s = card_of(state)
    near = [man for man in _enemies_of(s, token) if s.maze.relations_of(s.loc[token]).area >> s.loc[man] & 1]
    return near or _open_to_attack(s, token)


def _loot(state: State, token: int) -> list[int]:
    """Return the loot to try for each enemy: a number beyond all objects, or blind.

    The rules check last whether there is anything to steal (PIC-1).
    """
    s = card_of(state)
    thing = 0 if has_secrets(s) else s.setting.tokens
    enemies = [man for man in _others(s, token) if s.setting.owner[man] != s.setting.owner[token]]
    return [man | thing << OBJECT_SHIFT for man in enemies]


def _objects_where_they_lie(state: State, token: int) -> list[int]:
    s = card_of(state)
    lying = [thing for thing in s.things if s.in_play(thing) and s.carrier[thing] < 0]
    return [thing | s.loc[thing] << PLACE_SHIFT for thing in lying]


CARD_TARGETS: Final[dict[str, Targets]] = {
    "": _nothing,
    "landing": _landings,
    "face-down": _dark_tiles,
    "turn": _turns_of_tile,
    "attack": _near_first,
    "enemy": _open_to_attack,
    "lunge": _open_to_attack,
    "tile": _tiles,
    "patient": _wounded_others,
    "loot": _loot,
    "flight": _objects_where_they_lie,
    "other": _others,
}
TARGETS: Final = ByEdition(board=BOARD_TARGETS, card=CARD_TARGETS)
