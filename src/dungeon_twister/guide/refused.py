"""What a character has but cannot do now, and why: the refusal of the choice that comes nearest to being legal."""

from __future__ import annotations

from typing import Final

from dungeon_twister.engine import actions
from dungeon_twister.engine.board import actions as board_actions
from dungeon_twister.engine.board.state import BoardState
from dungeon_twister.engine.card import actions as card_actions
from dungeon_twister.engine.card.combat import refuse_target
from dungeon_twister.engine.card.gates import can_open
from dungeon_twister.engine.card.magic import scroll_of
from dungeon_twister.engine.card.pieces import BOW, BREAKS_WALLS, INVERSION, MOVES_OBJECTS, SHOOTS, SPEAR, STEALS
from dungeon_twister.engine.card.state import CardState
from dungeon_twister.engine.game import why_not
from dungeon_twister.engine.pieces import BREAKS_GATES, CASTS, FIREBALL, HEALS, OPENS_GATES, WALKS_WALLS
from dungeon_twister.engine.refusals import LEGAL, Refusal
from dungeon_twister.engine.state import UNDER, WOUNDED, State
from dungeon_twister.geometry.rooms import CELLS, CLOCKWISE, COUNTERCLOCKWISE, NORTH, SOUTH
from dungeon_twister.geometry.zone_plan import LETTER_COUNT
from dungeon_twister.guide.shapes import Reason
from dungeon_twister.knowledge import has_secrets

# What keeps a character from everything.
GENERAL: Final = ("not-yours", "not-in-play", "actor-wounded", "actor-blocked", "actor-spent", "no-ap")
# These only say that it is somewhere else: another reason tells more.
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
Tried = dict[int, list[int]]  # kind -> choices of that kind


def reason_of(refusal: Refusal) -> Reason:
    return Reason(refusal.code, refusal.clause, refusal.sentence)


def refusals_of(state: State, token: int, possible: set[int]) -> dict[int, Reason]:
    """For every kind of deed a character has that is not possible now, why."""
    tried = _board_tries(state, token) if isinstance(state, BoardState) else _card_tries(state, token)
    found: dict[int, Reason] = {}
    for kind, choices in tried.items():
        if kind not in possible:
            refusal = nearest(state, choices)
            if refusal is not None:
                found[kind] = reason_of(refusal)
    return found


def nearest(state: State, choices: list[int]) -> Refusal | None:
    """The refusal that says most, by name where several do: the order of the choices could tell hidden characters apart. Of a
    deed with no choice at all to try there is none."""
    refusals = [refusal for choice in choices if (refusal := why_not(state, choice)) is not None]
    telling = [refusal for refusal in refusals if refusal.code not in FAR] or refusals
    return min(telling, key=lambda refusal: refusal.code, default=None)


def characters_in_play(state: State) -> list[int]:
    return [token for token, place in enumerate(state.loc) if state.setting.is_character[token] and 0 <= place < UNDER]


def _pack(kind: int, token: int, targets: list[int]) -> list[int]:
    return [actions.pack(kind, token, target) for target in targets]


# -- the board game ---------------------------------------------------------------------------------------------------------


def _board_tries(s: BoardState, token: int) -> Tried:
    """ACT-10 to ACT-21: what everybody can do, what the character's capabilities add, and what the scenario has."""
    here, abilities, men = s.loc[token], s.setting.capabilities[token], characters_in_play(s)
    tile = here // CELLS if here < s.board_setting.plan.base else 0
    tried: Tried = {
        actions.JUMP: _pack(actions.JUMP, token, [0]),
        actions.REVEAL: _pack(actions.REVEAL, token, [t for t, room in enumerate(s.maze.room_of) if room < 0]),
        actions.ROTATE: _pack(actions.ROTATE, token, [tile * 4 + turn for turn in (CLOCKWISE, COUNTERCLOCKWISE)]),
        actions.ATTACK: _pack(
            actions.ATTACK, token, [man for man in men if s.board_setting.side[man] != s.board_setting.side[token]]
        ),
    }
    if abilities & BREAKS_GATES:
        tried[actions.BREAK] = _pack(actions.BREAK, token, list(range(4)))
    if abilities & OPENS_GATES:
        tried[actions.TOGGLE] = _pack(actions.TOGGLE, token, list(range(4)))
    if abilities & WALKS_WALLS:
        tried[actions.WALK_WALL] = _pack(actions.WALK_WALL, token, [0])
    if abilities & HEALS:
        wounded = [man for man in men if s.status[man] & WOUNDED]
        tried[actions.HEAL] = _pack(actions.HEAL, token, wounded or [man for man in men if man != token])
    if abilities & CASTS:
        tried[actions.FIRE] = _pack(actions.FIRE, token, list(range(4)))
    if s.board_setting.apex >= 0:
        kind = board_actions.RAISE if s.maze.raised < 0 else board_actions.LEAVE
        tried[kind] = _pack(kind, token, [0])
    if s.board_setting.elevator >= 0:
        tried[board_actions.SLIDE] = _pack(board_actions.SLIDE, token, [NORTH, SOUTH])
    return tried


# -- the Card Game ----------------------------------------------------------------------------------------------------------


def _card_tries(state: State, token: int) -> Tried:
    """ACT-5: what everybody can do, and what the character and its objects add."""
    assert isinstance(state, CardState)
    s = state
    here, plan, abilities = s.loc[token], s.maze.plan, s.abilities(token)
    tile = here // LETTER_COUNT if here < plan.zones else 0
    tried: Tried = {
        actions.JUMP: _pack(actions.JUMP, token, list(range(plan.places))),
        actions.REVEAL: _pack(actions.REVEAL, token, [t for t, room in enumerate(s.maze.room_of) if room < 0]),
        actions.ROTATE: _pack(actions.ROTATE, token, [tile * 4 + turn for turn in (CLOCKWISE, COUNTERCLOCKWISE)]),
    }
    if s.card_setting.combat_cards:
        _add_combats(s, token, tried)
    tiles = list(range(plan.tiles))
    if abilities & BREAKS_GATES:
        tried[actions.BREAK] = _pack(actions.BREAK, token, tiles)
    if can_open(s, token):
        tried[actions.TOGGLE] = _pack(actions.TOGGLE, token, tiles)
    if abilities & WALKS_WALLS:
        tried[actions.WALK_WALL] = _pack(actions.WALK_WALL, token, [0])
    if abilities & BREAKS_WALLS:
        tried[card_actions.BREAK_WALLS] = _pack(card_actions.BREAK_WALLS, token, [0])
    _add_handling(s, token, abilities, tried)
    if scroll_of(s, token, FIREBALL) >= 0:
        tried[actions.FIRE] = _pack(actions.FIRE, token, _others(s, token))
    if scroll_of(s, token, INVERSION) >= 0:
        tried[card_actions.INVERT] = _pack(card_actions.INVERT, token, tiles)
    return tried


def _others(s: CardState, token: int) -> list[int]:
    return [man for man in characters_in_play(s) if man != token and s.carrier[man] < 0]


def _add_combats(s: CardState, token: int, tried: Tried) -> None:
    """CMB-3, RNG-1, SPR-1: enemies in the own area come first, then those who can be attacked at all."""
    enemies = [man for man in s.men[1 - s.setting.owner[token]] if s.in_play(man)]
    near = [man for man in enemies if s.maze.area[s.loc[token]] >> s.loc[man] & 1]
    open_to_attack = [man for man in enemies if refuse_target(s, man) == LEGAL] or enemies
    tried[actions.ATTACK] = _pack(actions.ATTACK, token, near or open_to_attack)
    if s.setting.capabilities[token] & SHOOTS:
        tried[card_actions.SHOOT] = _pack(card_actions.SHOOT, token, open_to_attack)
    if s.carries(token, BOW):
        tried[card_actions.BOW] = _pack(card_actions.BOW, token, open_to_attack)
    if s.carries(token, SPEAR):
        tried[card_actions.SPEAR] = _pack(card_actions.SPEAR, token, open_to_attack)


def _add_handling(s: CardState, token: int, abilities: int, tried: Tried) -> None:
    """CLE-1, PIC-1, TKN-1: what is done to others and to objects."""
    men = _others(s, token)
    if abilities & HEALS:
        tried[actions.HEAL] = _pack(actions.HEAL, token, [man for man in men if s.status[man] & WOUNDED] or men)
    if abilities & STEALS:
        # a number beyond all objects, or blind: whether there is anything to steal is asked last (PIC-1)
        thing = 0 if has_secrets(s) else s.setting.tokens
        enemies = [man for man in men if s.setting.owner[man] != s.setting.owner[token]]
        tried[card_actions.STEAL] = _pack(card_actions.STEAL, token, [man | thing << 8 for man in enemies])
    if abilities & MOVES_OBJECTS:
        lying = [thing for thing in s.things if s.in_play(thing) and s.carrier[thing] < 0]
        tried[card_actions.LIFT] = _pack(card_actions.LIFT, token, [thing | s.loc[thing] << 8 for thing in lying])
