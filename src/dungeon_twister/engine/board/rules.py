"""The board game as a whole: which chapter answers for which decision and which choice."""

from __future__ import annotations

from dungeon_twister.engine import actions
from dungeon_twister.engine.board import (
    acting,
    alliances,
    apex,
    clock,
    combat,
    elevator,
    fireball,
    gates,
    potion,
    resigning,
    reveal,
    rotation,
    setup,
    travel,
    turns,
    wounds,
)
from dungeon_twister.engine.board import actions as board_actions
from dungeon_twister.engine.board.decisions import CHOOSE_CARD, DOOR_DRAW, JOINING
from dungeon_twister.engine.board.ending import watch_target
from dungeon_twister.engine.board.setting import BoardSetting
from dungeon_twister.engine.board.state import JUMPING, MOVING, WALL_WALKING, BoardState
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
from dungeon_twister.engine.refusals import GAME_IS_OVER, LEGAL, NOT_IN_THIS_GAME, NOT_NOW
from dungeon_twister.engine.shared import duel, ending


def begin(setting: BoardSetting) -> BoardState:
    """A game before its first decision."""
    s = BoardState.fresh(setting)
    setup.begin_setup(s)
    return s


def legal(s: BoardState) -> list[int]:
    """Every choice of whoever decides now; none when the game is over."""
    if s.over:
        return []
    decision = s.stack[-1] & 31
    if decision == TRAVEL:
        return travel.travel_choices(s)
    if decision == ACT:
        return acting.act_choices(s)
    if decision == CHOOSE_CARD:
        return turns.card_choices(s)
    if decision == PLACE_TOKENS:
        return reveal.place_choices(s)
    if decision == CHOOSE_COMBAT:
        return duel.combat_choices(s)
    if decision == ROOM_DRAW:
        return reveal.room_choices(s)
    if decision == JOINING:
        return alliances.join_choices(s)
    return _setup_choices(s, decision)


def _setup_choices(s: BoardState, decision: int) -> list[int]:
    if decision == LAY_TOKENS:
        return setup.lay_choices(s)
    if decision == CHOOSE_STARTERS:
        return setup.starter_choices(s)
    if decision == LEAVE_OUT_CHARACTERS:
        return setup.leave_out_choices(s)
    if decision == PAIR_DRAW:
        return setup.pair_choices(s)
    if decision == DOOR_DRAW:
        return setup.door_choices(s)
    return setup.player_draw_choices(s, actions.DRAW_PLACER if decision == PLACER_DRAW else actions.DRAW_STARTER)


def apply(s: BoardState, action: int) -> None:
    """Make a legal choice; the next decision is then on top of the stack. It is not checked again: ask `why_not` first."""
    kind = action & 63
    first = action >> 6 & 255
    second = action >> 14
    if kind == actions.STEP:
        travel.step(s, second)
    elif kind == actions.STOP:
        travel.stop(s)
    elif kind <= actions.SWAP:
        travel.handle(s, action)
        watch_target(s)  # a fall from a pit scores at once (PIT-13, END-3)
        if not s.over:
            travel.stop_if_done(s)
    elif kind == actions.MOVE:
        travel.begin(s, first, MOVING)
    elif kind == actions.PASS:
        turns.end_turn(s)
    elif kind == board_actions.CARD:
        turns.play_card(s, first)
    elif kind <= board_actions.DRINK:
        _apply_action(s, kind, first, second)
    elif kind == actions.COMBAT:
        if duel.choose_combat_card(s, first):
            combat.resolve(s)
    elif kind == actions.PLACE:
        reveal.place(s, first, second)
    elif kind <= actions.DRAW_ROOM:
        _apply_setup(s, kind, first, second)
    elif kind <= actions.TIMEOUT:
        _apply_any_time(s, kind, first)
    else:
        _apply_of_scenario(s, kind, first, second)
    if s.resigned and not s.over:
        resigning.settle(s)


def _apply_action(s: BoardState, kind: int, actor: int, target: int) -> None:
    """ACT-10 to ACT-21 but for the move."""
    if kind == actions.ROTATE:
        rotation.rotate(s, actor, target >> 2, target & 3)
    elif kind == actions.REVEAL:
        reveal.reveal(s, actor, target)
    elif kind == actions.ATTACK:
        combat.attack(s, actor, target)
    elif kind == actions.JUMP:
        travel.begin(s, actor, JUMPING)
    elif kind == actions.WALK_WALL:
        travel.begin(s, actor, WALL_WALKING)
    elif kind in (actions.BREAK, actions.TOGGLE):
        gates.work_gate(s, kind, actor, target)
    elif kind == actions.HEAL:
        wounds.heal(s, actor, target)
    elif kind == actions.REGENERATE:
        wounds.regenerate(s, actor)
    elif kind == actions.FIRE:
        fireball.throw_fireball(s, actor, target)
    else:
        potion.drink(s, actor)


def _apply_of_scenario(s: BoardState, kind: int, first: int, second: int) -> None:
    """What only some scenarios have."""
    if kind == board_actions.RAISE:
        apex.raise_apex(s, first)
    elif kind == board_actions.LEAVE:
        apex.leave_apex(s, first)
    elif kind == board_actions.SLIDE:
        elevator.slide(s, first, second)
    elif kind == board_actions.JOIN:
        combat.join(s, first)
    else:
        setup.draw_door(s, first, second)


def _apply_setup(s: BoardState, kind: int, first: int, second: int) -> None:
    if kind == actions.LAY:
        setup.lay(s, first, second)
    elif kind == actions.START:
        setup.set_starter(s, first, second)
    elif kind == actions.LEAVE_OUT:
        setup.leave_out(s, first)
    elif kind == actions.DRAW_PAIR:
        setup.draw_pair(s, first)
    elif kind == actions.DRAW_PLACER:
        setup.draw_placer(s, first)
    elif kind == actions.DRAW_STARTER:
        setup.draw_starter(s, first)
    else:
        reveal.turn_up(s, first, second)


def _apply_any_time(s: BoardState, kind: int, player: int) -> None:
    """END-5 and OPT-1."""
    if kind == actions.RESIGN:
        resigning.resign(s, player)
    elif kind == actions.AGREE_DRAW:
        ending.agree_on_draw(s)
    elif s.decision() == CHOOSE_COMBAT:
        apply(s, actions.pack(actions.COMBAT, 0))
    elif s.decision() == JOINING:
        combat.join(s, alliances.OUT)
    elif s.decision() == PLACE_TOKENS:
        clock.time_out_placing(s)
    else:
        clock.time_out_turn(s)


WHEN: dict[int, int] = {
    actions.STEP: TRAVEL,
    actions.TAKE: TRAVEL,
    actions.DROP: TRAVEL,
    actions.SWAP: TRAVEL,
    actions.STOP: TRAVEL,
    board_actions.CARD: CHOOSE_CARD,
    actions.COMBAT: CHOOSE_COMBAT,
    actions.PLACE: PLACE_TOKENS,
    actions.START: CHOOSE_STARTERS,
    actions.LAY: LAY_TOKENS,
    actions.LEAVE_OUT: LEAVE_OUT_CHARACTERS,
    actions.DRAW_PAIR: PAIR_DRAW,
    actions.DRAW_PLACER: PLACER_DRAW,
    actions.DRAW_STARTER: STARTER_DRAW,
    actions.DRAW_ROOM: ROOM_DRAW,
    board_actions.JOIN: JOINING,
    board_actions.DRAW_DOOR: DOOR_DRAW,
}
OF_SCENARIOS = (board_actions.RAISE, board_actions.LEAVE, board_actions.SLIDE, board_actions.JOIN, board_actions.DRAW_DOOR)


def why_not(s: BoardState, action: int) -> int:
    """The reason why a choice is refused now, or LEGAL. Agrees with `legal` on every choice."""
    if s.over:
        return GAME_IS_OVER
    kind = actions.kind_of(action)
    first, second = actions.first_of(action), actions.second_of(action)
    if action < 0 or (kind > actions.TIMEOUT and kind not in OF_SCENARIOS):  # the others above are the Card Game's
        return NOT_IN_THIS_GAME
    if actions.RESIGN <= kind <= actions.TIMEOUT:
        return _refuse_any_time(s, kind, first)
    if s.decision() != WHEN.get(kind, ACT):
        return NOT_NOW
    if action != _normal(kind, first, second):
        return NOT_IN_THIS_GAME
    if kind <= actions.STOP:
        return _refuse_travel(s, kind, action, second)
    if kind <= board_actions.DRINK:
        return _refuse_action(s, kind, first, second)
    if kind in OF_SCENARIOS:
        return _refuse_of_scenario(s, kind, first, second)
    return _refuse_other(s, kind, first, second)


def _normal(kind: int, first: int, second: int) -> int:
    """A choice with the parts that its kind does not use set to 0."""
    if kind in (actions.DROP, actions.STOP, actions.PASS):
        return kind
    if kind == actions.STEP:
        return actions.pack(kind, 0, second)
    one_part = (
        actions.TAKE,
        actions.SWAP,
        actions.MOVE,
        actions.JUMP,
        actions.WALK_WALL,
        actions.REGENERATE,
        board_actions.DRINK,
        board_actions.CARD,
        actions.COMBAT,
        actions.LEAVE_OUT,
        actions.DRAW_PAIR,
        actions.DRAW_PLACER,
        actions.DRAW_STARTER,
        board_actions.RAISE,
        board_actions.LEAVE,
        board_actions.JOIN,
    )
    return actions.pack(kind, first, 0 if kind in one_part else second)


def _refuse_any_time(s: BoardState, kind: int, player: int) -> int:
    if kind == actions.TIMEOUT:
        return clock.refuse_timeout(s)
    if kind == actions.RESIGN and (player >= s.setting.players or s.resigned >> player & 1):
        return NOT_IN_THIS_GAME
    return LEGAL


def _refuse_of_scenario(s: BoardState, kind: int, first: int, second: int) -> int:
    if kind == board_actions.RAISE:
        return apex.refuse_raise(s, first)
    if kind == board_actions.LEAVE:
        return apex.refuse_leave(s, first)
    if kind == board_actions.SLIDE:
        return elevator.refuse_slide(s, first, second)
    if kind == board_actions.JOIN:
        return alliances.refuse_join(s, first)
    return LEGAL if actions.pack(kind, first, second) in setup.door_choices(s) else NOT_IN_THIS_GAME


def _refuse_travel(s: BoardState, kind: int, action: int, square: int) -> int:
    if kind == actions.STEP:
        return travel.refuse_step(s, square)
    if kind == actions.STOP:
        return travel.refuse_stopping(s)
    return travel.refuse_handling(s, action)


def _refuse_action(s: BoardState, kind: int, actor: int, target: int) -> int:
    if kind == actions.MOVE:
        return travel.refuse_journey(s, actor, MOVING)
    if kind == actions.JUMP:
        return travel.refuse_journey(s, actor, JUMPING)
    if kind == actions.WALK_WALL:
        return travel.refuse_journey(s, actor, WALL_WALKING)
    if kind == actions.REVEAL:
        return reveal.refuse_reveal(s, actor, target)
    if kind == actions.ROTATE:
        return rotation.refuse_rotation(s, actor, target >> 2, target & 3)
    if kind == actions.ATTACK:
        return combat.refuse_attack(s, actor, target)
    if kind in (actions.BREAK, actions.TOGGLE):
        return gates.refuse_gate(s, kind, actor, target)
    if kind == actions.HEAL:
        return wounds.refuse_heal(s, actor, target)
    if kind == actions.REGENERATE:
        return wounds.refuse_regenerate(s, actor)
    if kind == actions.FIRE:
        return fireball.refuse_fireball(s, actor, target)
    return potion.refuse_drink(s, actor)


def _refuse_other(s: BoardState, kind: int, first: int, second: int) -> int:
    if kind == actions.PASS:
        return LEGAL
    if kind == board_actions.CARD:
        return turns.refuse_card(s, first)
    if kind == actions.COMBAT:
        return duel.refuse_combat_card(s, first)
    if kind == actions.PLACE:
        return reveal.refuse_place(s, first, second)
    if kind == actions.START:
        return setup.refuse_starter(s, first, second)
    if kind == actions.LAY:
        return setup.refuse_lay(s, first, second)
    if kind == actions.LEAVE_OUT:
        return setup.refuse_leave_out(s, first)
    if kind == actions.DRAW_PAIR:
        return setup.refuse_pair(s, first)
    if kind == actions.DRAW_ROOM:
        return reveal.refuse_room(s, first, second)
    return LEGAL if first < s.setting.players else NOT_IN_THIS_GAME
