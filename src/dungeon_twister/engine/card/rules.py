"""The Card Game as a whole: which chapter answers for which decision and which choice."""

from __future__ import annotations

from typing import Final

from dungeon_twister.engine import actions
from dungeon_twister.engine.card import (
    acting,
    clock,
    combat,
    duel,
    gates,
    handling,
    journey,
    jump,
    magic,
    reveal,
    rotation,
    selection,
    setup,
    shooting,
    stealing,
    telekinesis,
    travel,
    wounds,
)
from dungeon_twister.engine.card import actions as card_actions
from dungeon_twister.engine.card.decisions import FACING, NAMING, OBJECT_DRAW, PICKER_DRAW, RAGING, SELECT
from dungeon_twister.engine.card.state import MOVING, WALL_WALKING, CardState
from dungeon_twister.engine.decisions import (
    ACT,
    CHOOSE_COMBAT,
    CHOOSE_STARTERS,
    LAY_TOKENS,
    LEAVE_OUT_CHARACTERS,
    PAIR_DRAW,
    PLACE_TOKENS,
    PLACER_DRAW,
    ROOM_DRAW,
    STARTER_DRAW,
    TRAVEL,
)
from dungeon_twister.engine.events import RESIGNED
from dungeon_twister.engine.refusals import GAME_IS_OVER, LEGAL, NOT_IN_THIS_GAME, NOT_NOW
from dungeon_twister.engine.shared import ending

__all__ = ["apply", "begin", "legal", "why_not"]
begin = setup.begin

HANDLING: Final = (actions.TAKE, actions.DROP, card_actions.GIVE, actions.SWAP, card_actions.ROB)
DRAW_OF: Final[dict[int, int]] = {
    PICKER_DRAW: card_actions.DRAW_PICKER,
    PLACER_DRAW: actions.DRAW_PLACER,
    STARTER_DRAW: actions.DRAW_STARTER,
}

# -- choices ------------------------------------------------------------------------------------------------------------


def legal(s: CardState) -> list[int]:
    """Every choice of whoever decides now; none when the game is over."""
    if s.over:
        return []
    decision = s.stack[-1] & 31
    if decision == TRAVEL:
        return travel.travel_choices(s)
    if decision == ACT:
        return acting.act_choices(s)
    if decision == CHOOSE_COMBAT:
        return duel.combat_choices(s)
    if decision == PLACE_TOKENS:
        return reveal.place_choices(s)
    if decision == ROOM_DRAW:
        return reveal.room_choices(s)
    if decision == RAGING:
        return duel.rage_choices(s)
    if decision == NAMING:
        return duel.name_choices(s)
    if decision == OBJECT_DRAW:
        return handling.object_choices(s)
    return _setup_choices(s, decision)


def _setup_choices(s: CardState, decision: int) -> list[int]:
    if decision == SELECT:
        return selection.select_choices(s)
    if decision == LAY_TOKENS:
        return setup.lay_choices(s)
    if decision == CHOOSE_STARTERS:
        return setup.starter_choices(s)
    if decision == FACING:
        return setup.facing_choices(s)
    if decision == LEAVE_OUT_CHARACTERS:
        return selection.leave_out_choices(s)
    if decision == PAIR_DRAW:
        return setup.pair_choices(s)
    return setup.player_draw_choices(s, DRAW_OF[decision])


# -- doing it -----------------------------------------------------------------------------------------------------------


def apply(s: CardState, action: int) -> None:
    """Make a legal choice; the next decision is then on top of the stack. It is not checked again: ask `why_not` first."""
    kind = action & 63
    first = action >> 6 & 255
    second = action >> 14
    if kind == actions.STEP:
        travel.step(s, second)
    elif kind == actions.MOVE:
        travel.begin(s, first, MOVING)
    elif kind == actions.STOP:
        travel.stop(s)
    elif kind in HANDLING:
        travel.handle(s, action)
    elif kind == actions.PASS:
        acting.pass_turn(s)
    elif kind in ACTION_KINDS:
        _apply_action(s, kind, first, second)
    elif kind in (actions.COMBAT, card_actions.RAGE, card_actions.NAME):
        _apply_card(s, kind, first, second)
    elif kind == actions.PLACE:
        reveal.place(s, first, second)
    elif kind == actions.DRAW_ROOM:
        reveal.turn_up(s, first, second)
    elif kind == card_actions.DRAW_OBJECT:
        _draw_object(s, first)
    elif kind in (actions.RESIGN, actions.AGREE_DRAW, actions.TIMEOUT):
        _apply_any_time(s, kind, first)
    else:
        _apply_setup(s, kind, first, second)
    if s.late and not s.over:
        card = clock.finish_late_cards(s)
        if card >= 0:
            _lay(s, card)
    if not s.over and s.stack[-1] & 31 == ACT and (s.ap == 0 or s.late):
        acting.close_turn(s)


def _apply_action(s: CardState, kind: int, actor: int, target: int) -> None:
    """The actions of ACT-5 but for the Move."""
    if kind == actions.ROTATE:
        rotation.rotate(s, actor, target >> 2, target & 3)
    elif kind == actions.REVEAL:
        reveal.reveal(s, actor, target)
    elif kind == actions.JUMP:
        jump.jump(s, actor, target & jump.PLACE_MASK, target >> jump.CARD_SHIFT)
    elif kind == actions.ATTACK:
        combat.attack(s, actor, target & combat.TARGET_MASK, target & combat.FREE != 0)
    elif kind == card_actions.SPEAR:
        shooting.spear(s, actor, target & combat.TARGET_MASK, target & combat.FREE != 0)
    elif kind in (card_actions.SHOOT, card_actions.BOW):
        shooting.shoot(s, kind, actor, target)
    elif kind in (actions.BREAK, actions.TOGGLE):
        gates.work_gate(s, kind, actor, target)
    elif kind == actions.WALK_WALL:
        travel.begin(s, actor, WALL_WALKING)
    elif kind == actions.HEAL:
        wounds.heal(s, actor, target)
    elif kind == actions.REGENERATE:
        wounds.regenerate(s, actor)
    elif kind == card_actions.STEAL:
        stealing.steal(s, actor, target & stealing.VICTIM_MASK, (target >> stealing.OBJECT_SHIFT) - 1)
    elif kind == card_actions.LIFT:
        telekinesis.lift_object(s, actor, *_parts_of_lift(target))
    elif kind == actions.FIRE:
        magic.throw_fireball(s, actor, target)
    elif kind == card_actions.INVERT:
        magic.invert(s, actor, target)
    else:
        magic.break_walls(s, actor)


def _parts_of_lift(target: int) -> tuple[int, int, int]:
    """Object, spot, receiver (or -1)."""
    return target & 255, target >> telekinesis.PLACE_SHIFT & 255, (target >> telekinesis.RECEIVER_SHIFT) - 1


def _apply_card(s: CardState, kind: int, first: int, second: int) -> None:
    if kind == card_actions.RAGE:
        duel.announce(s, first)
    elif kind == card_actions.NAME:
        duel.name(s, first)
    elif duel.lay_cards(s, first, second - 1):
        combat.resolve(s)


def _draw_object(s: CardState, thing: int) -> None:
    """OPT-12: the object chance has drawn goes to the thief, or to the one on the way who robs."""
    if s.mover >= 0:
        handling.finish_robbery(s, thing)
        travel.go_on(s)
    else:
        stealing.finish_theft(s, thing)


def _apply_setup(s: CardState, kind: int, first: int, second: int) -> None:
    if kind == actions.LAY:
        setup.lay(s, first, second)
    elif kind == card_actions.PICK:
        selection.pick(s, first)
        if not s.stack:
            setup.after_selection(s)
    elif kind == actions.LEAVE_OUT:
        selection.leave_out(s, first)
        if not s.stack:
            setup.after_handicap(s)
    elif kind == actions.START:
        setup.set_starter(s, first, second)
    elif kind == card_actions.FACE:
        setup.face(s, first, second)
    elif kind == actions.DRAW_PAIR:
        setup.draw_pair(s, first)
    elif kind == card_actions.DRAW_PICKER:
        selection.draw_picker(s, first)
    elif kind == actions.DRAW_PLACER:
        setup.draw_placer(s, first)
    else:
        setup.draw_starter(s, first)


def _apply_any_time(s: CardState, kind: int, player: int) -> None:
    """ENG-3 and OPT-1 to OPT-6."""
    if kind == actions.RESIGN:
        s.note(RESIGNED, player)
        ending.resign(s, player)
    elif kind == actions.AGREE_DRAW:
        ending.agree_on_draw(s)
    else:
        card = clock.time_out(s)
        if card >= 0:
            _lay(s, card)


def _lay(s: CardState, card: int) -> None:
    """OPT-5: only this one card is laid, even if two were announced."""
    if duel.lay_cards(s, card, -1):
        combat.resolve(s)


# -- refusals -----------------------------------------------------------------------------------------------------------

ACTION_KINDS: Final = (
    actions.ROTATE,
    actions.REVEAL,
    actions.JUMP,
    actions.ATTACK,
    card_actions.SHOOT,
    card_actions.BOW,
    card_actions.SPEAR,
    actions.BREAK,
    actions.TOGGLE,
    actions.WALK_WALL,
    actions.HEAL,
    actions.REGENERATE,
    card_actions.STEAL,
    card_actions.LIFT,
    actions.FIRE,
    card_actions.INVERT,
    card_actions.BREAK_WALLS,
)
WHEN: Final[dict[int, int]] = {
    **dict.fromkeys((actions.STEP, actions.STOP, *HANDLING), TRAVEL),
    **dict.fromkeys((actions.MOVE, actions.PASS, *ACTION_KINDS), ACT),
    actions.COMBAT: CHOOSE_COMBAT,
    card_actions.RAGE: RAGING,
    card_actions.NAME: NAMING,
    actions.PLACE: PLACE_TOKENS,
    card_actions.PICK: SELECT,
    actions.START: CHOOSE_STARTERS,
    actions.LAY: LAY_TOKENS,
    card_actions.FACE: FACING,
    actions.LEAVE_OUT: LEAVE_OUT_CHARACTERS,
    actions.DRAW_PAIR: PAIR_DRAW,
    card_actions.DRAW_PICKER: PICKER_DRAW,
    actions.DRAW_PLACER: PLACER_DRAW,
    actions.DRAW_STARTER: STARTER_DRAW,
    actions.DRAW_ROOM: ROOM_DRAW,
    card_actions.DRAW_OBJECT: OBJECT_DRAW,
}
NO_PARTS: Final = (actions.STOP, actions.PASS)
NO_SECOND_PART: Final = (
    actions.TAKE,
    actions.DROP,
    actions.MOVE,
    actions.WALK_WALL,
    actions.REGENERATE,
    card_actions.BREAK_WALLS,
    card_actions.PICK,
    actions.LEAVE_OUT,
    card_actions.RAGE,
    card_actions.NAME,
    actions.DRAW_PAIR,
    card_actions.DRAW_PICKER,
    actions.DRAW_PLACER,
    actions.DRAW_STARTER,
    card_actions.DRAW_OBJECT,
)


def why_not(s: CardState, action: int) -> int:
    """The reason why a choice is refused now, or LEGAL. Agrees with `legal` on every choice."""
    if s.over:
        return GAME_IS_OVER
    if action < 0:
        return NOT_IN_THIS_GAME
    kind, first, second = actions.kind_of(action), actions.first_of(action), actions.second_of(action)
    if kind in (actions.RESIGN, actions.AGREE_DRAW, actions.TIMEOUT):
        return _refuse_any_time(s, kind, first)
    if kind not in WHEN:
        return NOT_IN_THIS_GAME
    if s.decision() != WHEN[kind]:
        return NOT_NOW
    if (kind in NO_PARTS and action != kind) or (kind in NO_SECOND_PART and second) or (kind == actions.STEP and first):
        return NOT_IN_THIS_GAME
    if WHEN[kind] == TRAVEL:
        return _refuse_travel(s, kind, action, second)
    if WHEN[kind] == ACT:
        return _refuse_action(s, kind, first, second)
    return _refuse_other(s, kind, first, second)


def _refuse_any_time(s: CardState, kind: int, player: int) -> int:
    if kind == actions.TIMEOUT:
        return clock.refuse_timeout(s)
    if kind == actions.RESIGN and player >= s.setting.players:
        return NOT_IN_THIS_GAME
    return LEGAL


def _refuse_travel(s: CardState, kind: int, action: int, place: int) -> int:
    if kind == actions.STEP:
        return travel.refuse_step(s, place)
    if kind == actions.STOP:
        return journey.refuse_stopping(s)
    return travel.refuse_handling(s, action)


def _refuse_action(s: CardState, kind: int, actor: int, target: int) -> int:
    if kind == actions.PASS:
        return LEGAL
    if kind == actions.MOVE:
        return travel.refuse_journey(s, actor, MOVING)
    if kind == actions.WALK_WALL:
        return travel.refuse_journey(s, actor, WALL_WALKING)
    if kind == actions.ROTATE:
        return rotation.refuse_rotation(s, actor, target >> 2, target & 3)
    if kind == actions.REVEAL:
        return reveal.refuse_reveal(s, actor, target)
    if kind == actions.JUMP:
        return jump.refuse_jump(s, actor, target & jump.PLACE_MASK, target >> jump.CARD_SHIFT)
    if kind in (actions.ATTACK, card_actions.SPEAR):
        return _refuse_combat(s, kind, actor, target)
    if kind in (card_actions.SHOOT, card_actions.BOW):
        return shooting.refuse_shot(s, kind, actor, target)
    if kind in (actions.BREAK, actions.TOGGLE):
        return gates.refuse_gate(s, kind, actor, target)
    return _refuse_special(s, kind, actor, target)


def _refuse_combat(s: CardState, kind: int, actor: int, target: int) -> int:
    if target >= combat.FREE * 2:
        return NOT_IN_THIS_GAME
    free = target & combat.FREE != 0
    if kind == actions.ATTACK:
        return combat.refuse_attack(s, actor, target & combat.TARGET_MASK, free)
    return shooting.refuse_spear(s, actor, target & combat.TARGET_MASK, free)


def _refuse_special(s: CardState, kind: int, actor: int, target: int) -> int:
    if kind == actions.HEAL:
        return wounds.refuse_heal(s, actor, target)
    if kind == actions.REGENERATE:
        return wounds.refuse_regenerate(s, actor)
    if kind == card_actions.STEAL:
        return stealing.refuse_steal(s, actor, target & stealing.VICTIM_MASK, (target >> stealing.OBJECT_SHIFT) - 1)
    if kind == card_actions.LIFT:
        return telekinesis.refuse_lift(s, actor, *_parts_of_lift(target))
    if kind == actions.FIRE:
        return magic.refuse_fireball(s, actor, target)
    if kind == card_actions.INVERT:
        return magic.refuse_inversion(s, actor, target)
    return magic.refuse_walls(s, actor)


def _refuse_other(s: CardState, kind: int, first: int, second: int) -> int:
    if kind == actions.COMBAT:
        return duel.refuse_cards(s, first, second - 1)
    if kind == card_actions.RAGE:
        return duel.refuse_number(first, 1, 2)
    if kind == card_actions.NAME:
        return duel.refuse_number(first, 0, 6)
    if kind == actions.PLACE:
        return reveal.refuse_place(s, first, second)
    if kind == card_actions.PICK:
        return selection.refuse_pick(s, first)
    if kind == actions.LEAVE_OUT:
        return selection.refuse_leave_out(s, first)
    if kind == actions.START:
        return setup.refuse_starter(s, first, second)
    if kind == actions.LAY:
        return setup.refuse_lay(s, first, second)
    if kind == card_actions.FACE:
        return setup.refuse_facing(s, first, second)
    if kind == actions.DRAW_PAIR:
        return LEGAL if actions.pack(kind, first) in setup.pair_choices(s) else NOT_IN_THIS_GAME
    if kind == actions.DRAW_ROOM:
        return reveal.refuse_room(s, first, second)
    if kind == card_actions.DRAW_OBJECT:
        return handling.refuse_object(s, first)
    return LEGAL if first < s.setting.players else NOT_IN_THIS_GAME
