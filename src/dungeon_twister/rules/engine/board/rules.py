"""The board game as a whole: the table of its choices, and which chapter answers for which decision."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from dungeon_twister.rules.engine.actions import (
    AGREE_DRAW,
    ATTACK,
    BREAK,
    COMBAT,
    DRAW_PAIR,
    DRAW_PLACER,
    DRAW_ROOM,
    DRAW_STARTER,
    DROP,
    FIRE,
    FIRST_MASK,
    FIRST_SHIFT,
    HEAL,
    JUMP,
    KIND_MASK,
    LAY,
    LEAVE_OUT,
    MOVE,
    PASS,
    PLACE,
    QUARTERS_MASK,
    REGENERATE,
    RESIGN,
    REVEAL,
    ROTATE,
    SECOND_SHIFT,
    START,
    STEP,
    STOP,
    SWAP,
    TAKE,
    TILE_SHIFT,
    TIMEOUT,
    TOGGLE,
    WALK_WALL,
    pack,
)
from dungeon_twister.rules.engine.board import (
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
from dungeon_twister.rules.engine.board.actions import CARD, DRAW_DOOR, DRINK, JOIN, LEAVE, RAISE, SLIDE
from dungeon_twister.rules.engine.board.decisions import CHOOSE_CARD, DOOR_DRAW, JOINING
from dungeon_twister.rules.engine.board.digest import describe_board
from dungeon_twister.rules.engine.board.ending import watch_target
from dungeon_twister.rules.engine.board.options import CHOICES, parse_board_options
from dungeon_twister.rules.engine.board.pieces import POTION, board_pieces
from dungeon_twister.rules.engine.board.refusals import REFUSALS
from dungeon_twister.rules.engine.board.scenario import board_scenario_of
from dungeon_twister.rules.engine.board.scenario_files import read_board_scenario, variant
from dungeon_twister.rules.engine.board.setting import BoardSetting, board_setting_of
from dungeon_twister.rules.engine.board.state import JUMPING, MOVING, WALL_WALKING, BoardState
from dungeon_twister.rules.engine.choice_kinds import (
    ANY_TIME,
    FIGHTS,
    FINAL,
    BareKind,
    ChoiceKind,
    JourneyKind,
    NumberedKind,
    OnePartKind,
    StepKind,
    TwoPartKind,
)
from dungeon_twister.rules.engine.decisions import (
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
from dungeon_twister.rules.engine.decisions import KIND_MASK as DECISION_MASK
from dungeon_twister.rules.engine.pieces import BREAKS_GATES, CASTS, HEALS, OPENS_GATES, REGENERATES, WALKS_WALLS, Piece
from dungeon_twister.rules.engine.refusals import LEGAL, NOT_IN_THIS_GAME
from dungeon_twister.rules.engine.rules import Rules, draw_of_a_player, never_refused, refuse_player, refuse_resigning
from dungeon_twister.rules.engine.scenario import Scenario
from dungeon_twister.rules.engine.setting import Setting
from dungeon_twister.rules.engine.shared import duel, ending
from dungeon_twister.rules.engine.state import POTION_SHIFT, UNDER, WOUNDED

# -- adapters: how the table calls a chapter -----------------------------------------------------------------------------


def _refuse_handling(s: BoardState, kind: int, token: int, _: int) -> int:
    return travel.refuse_handling(s, pack(kind, token))


def _handle(s: BoardState, kind: int, token: int, _: int) -> None:
    """Handle a load. A fall from a pit scores at once (PIT-13, END-3)."""
    travel.handle(s, pack(kind, token))
    watch_target(s)
    if not s.over:
        travel.stop_if_done(s)


def _refuse_rotation(s: BoardState, actor: int, turn: int) -> int:
    return rotation.refuse_rotation(s, actor, turn >> TILE_SHIFT, turn & QUARTERS_MASK)


def _rotate(s: BoardState, actor: int, turn: int) -> None:
    rotation.rotate(s, actor, turn >> TILE_SHIFT, turn & QUARTERS_MASK)


def _lay_card(s: BoardState, card: int) -> None:
    if duel.choose_combat_card(s, card):
        combat.resolve(s)


def _placer_choices(s: BoardState) -> list[int]:
    return draw_of_a_player(s, DRAW_PLACER)


def _starter_choices(s: BoardState) -> list[int]:
    return draw_of_a_player(s, DRAW_STARTER)


def _refuse_door(s: BoardState, line: int, colour: int) -> int:
    return LEGAL if pack(DRAW_DOOR, line, colour) in setup.door_choices(s) else NOT_IN_THIS_GAME


def _time_out(s: BoardState) -> None:
    """OPT-1: make the default choice for a player whose time is over."""
    decision = s.decision()
    if decision == CHOOSE_COMBAT:
        _lay_card(s, 0)
    elif decision == JOINING:
        combat.join(s, alliances.OUT)
    elif decision == PLACE_TOKENS:
        clock.time_out_placing(s)
    else:
        clock.time_out_turn(s)


# -- which characters have an action ----------------------------------------------------------------------------------------


def _able(capability: int) -> Callable[[BoardState, int], bool]:
    def has(s: BoardState, token: int) -> bool:
        return s.setting.capabilities[token] & capability != 0

    return has


def _rises(s: BoardState, token: int) -> bool:
    return s.status[token] & WOUNDED != 0 and s.setting.capabilities[token] & REGENERATES != 0


def _has_potion(s: BoardState, token: int) -> bool:
    item: int = s.item[s.loc[token]] if 0 <= s.loc[token] < UNDER else -1
    return item >= 0 and s.setting.capabilities[item] & POTION != 0


def _may_raise(s: BoardState, _: int) -> bool:
    return s.board_setting.apex >= 0 and s.maze.raised < 0


def _may_leave(s: BoardState, _: int) -> bool:
    return s.board_setting.apex >= 0 and s.maze.raised >= 0


def _may_slide(s: BoardState, _: int) -> bool:
    return s.board_setting.elevator >= 0


# -- the table ------------------------------------------------------------------------------------------------------------

KINDS: Final[list[ChoiceKind[BoardState]]] = [
    # during a journey
    StepKind(STEP, "step", TRAVEL, "square", travel.refuse_step, travel.step),
    NumberedKind(TAKE, "take", TRAVEL, "token", "", _refuse_handling, _handle),
    NumberedKind(DROP, "drop", TRAVEL, "", "", _refuse_handling, _handle),
    NumberedKind(SWAP, "swap", TRAVEL, "token", "", _refuse_handling, _handle),
    BareKind(STOP, "stop", TRAVEL, travel.refuse_stopping, travel.stop),
    # actions of a character (ACT-10 to ACT-21), in display order
    JourneyKind(MOVE, "move", MOVING, travel.refuse_journey, travel.begin),
    JourneyKind(JUMP, "jump", JUMPING, travel.refuse_journey, travel.begin),
    TwoPartKind(REVEAL, "reveal", ACT, "actor", "face-down", reveal.refuse_reveal, reveal.reveal),
    TwoPartKind(
        ROTATE, "turn", ACT, "actor", "rotation", _refuse_rotation, _rotate, FINAL
    ),  # ACT-8: a rotation is always final
    TwoPartKind(ATTACK, "attack", ACT, "actor", "enemy", combat.refuse_attack, combat.attack, FIGHTS),
    NumberedKind(BREAK, "break", ACT, "actor", "gate side", gates.refuse_gate, gates.work_gate, has=_able(BREAKS_GATES)),
    NumberedKind(TOGGLE, "gate", ACT, "actor", "gate side", gates.refuse_gate, gates.work_gate, has=_able(OPENS_GATES)),
    JourneyKind(WALK_WALL, "wall", WALL_WALKING, travel.refuse_journey, travel.begin, _able(WALKS_WALLS)),
    TwoPartKind(HEAL, "heal", ACT, "actor", "patient", wounds.refuse_heal, wounds.heal, has=_able(HEALS)),
    OnePartKind(REGENERATE, "regenerate", ACT, "actor", wounds.refuse_regenerate, wounds.regenerate, has=_rises),
    TwoPartKind(FIRE, "fire", ACT, "actor", "compass", fireball.refuse_fireball, fireball.throw_fireball, has=_able(CASTS)),
    OnePartKind(DRINK, "drink", ACT, "actor", potion.refuse_drink, potion.drink, has=_has_potion),
    OnePartKind(RAISE, "raise", ACT, "actor", apex.refuse_raise, apex.raise_apex, has=_may_raise),
    OnePartKind(LEAVE, "leave", ACT, "actor", apex.refuse_leave, apex.leave_apex, has=_may_leave),
    TwoPartKind(SLIDE, "slide", ACT, "actor", "way", elevator.refuse_slide, elevator.slide, has=_may_slide),
    # of a player
    BareKind(PASS, "pass", ACT, never_refused, turns.end_turn),
    OnePartKind(CARD, "card", CHOOSE_CARD, "value", turns.refuse_card, turns.play_card),
    OnePartKind(COMBAT, "combat", CHOOSE_COMBAT, "value", duel.refuse_combat_card, _lay_card, FINAL),
    OnePartKind(JOIN, "join", JOINING, "party", alliances.refuse_join, combat.join),
    TwoPartKind(PLACE, "place", PLACE_TOKENS, "token", "square of a room", reveal.refuse_place, reveal.place),
    TwoPartKind(START, "start", CHOOSE_STARTERS, "own token", "starting square", setup.refuse_starter, setup.set_starter),
    TwoPartKind(LAY, "lay", LAY_TOKENS, "own token", "place", setup.refuse_lay, setup.lay),
    OnePartKind(LEAVE_OUT, "out", LEAVE_OUT_CHARACTERS, "own token", setup.refuse_leave_out, setup.leave_out),
    # of chance
    OnePartKind(DRAW_PAIR, "pair", PAIR_DRAW, "pair", setup.refuse_pair, setup.draw_pair),
    OnePartKind(DRAW_PLACER, "placer", PLACER_DRAW, "player", refuse_player, setup.draw_placer),
    OnePartKind(DRAW_STARTER, "starter", STARTER_DRAW, "player", refuse_player, setup.draw_starter),
    TwoPartKind(DRAW_ROOM, "room", ROOM_DRAW, "quarters", "room", reveal.refuse_room, reveal.turn_up),
    TwoPartKind(DRAW_DOOR, "door", DOOR_DRAW, "line", "owner", _refuse_door, setup.draw_door),
    # at any time (END-5, OPT-1)
    OnePartKind(RESIGN, "resign", ANY_TIME, "player", refuse_resigning, resigning.resign, FINAL),
    BareKind(AGREE_DRAW, "draw", ANY_TIME, never_refused, ending.agree_on_draw, FINAL),
    BareKind(TIMEOUT, "timeout", ANY_TIME, clock.refuse_timeout, _time_out, FINAL),
]

LISTED: Final[dict[int, Callable[[BoardState], list[int]]]] = {
    TRAVEL: travel.travel_choices,
    ACT: acting.act_choices,
    CHOOSE_CARD: turns.card_choices,
    PLACE_TOKENS: reveal.place_choices,
    CHOOSE_COMBAT: duel.combat_choices,
    ROOM_DRAW: reveal.room_choices,
    JOINING: alliances.join_choices,
    LAY_TOKENS: setup.lay_choices,
    CHOOSE_STARTERS: setup.starter_choices,
    LEAVE_OUT_CHARACTERS: setup.leave_out_choices,
    PAIR_DRAW: setup.pair_choices,
    DOOR_DRAW: setup.door_choices,
    PLACER_DRAW: _placer_choices,
    STARTER_DRAW: _starter_choices,
}


class BoardRules(Rules[BoardState]):
    """The rules of the board game. The most frequent decisions bypass the table: compiled, a direct call is faster."""

    def setting(self, scenario: Scenario, options: dict[str, str]) -> Setting:
        board_scenario = board_scenario_of(scenario)
        board_options = parse_board_options(options, board_scenario.choices, len(board_scenario.seats))
        setting = BoardSetting(variant(board_scenario, options), board_options)
        self.attach_to(setting)
        return setting

    def pieces(self) -> list[Piece]:
        return board_pieces()

    def read_scenario(self, name: str, data: dict[str, Any]) -> Scenario:
        return read_board_scenario(name, data)

    def values_of_options(self, scenario: Scenario) -> dict[str, list[str]]:
        return {**CHOICES, **board_scenario_of(scenario).choices}

    def begin(self, setting: Setting) -> BoardState:
        s = BoardState.fresh(board_setting_of(setting))
        setup.begin_setup(s)
        return s

    def legal(self, s: BoardState) -> list[int]:
        if s.over:
            return []
        decision = s.stack[-1] & DECISION_MASK
        if decision == TRAVEL:
            return travel.travel_choices(s)
        if decision == ACT:
            return self.affordable(s, acting.act_choices(s))
        return self.choices[decision](s)

    def apply(self, s: BoardState, action: int) -> None:
        kind = action & KIND_MASK
        if kind == STEP:
            travel.step(s, action >> SECOND_SHIFT)
        elif kind == STOP:
            travel.stop(s)
        elif kind == MOVE:
            travel.begin(s, action >> FIRST_SHIFT, MOVING)
        else:
            self.table[kind].do(s, action >> FIRST_SHIFT & FIRST_MASK, action >> SECOND_SHIFT)
        if s.resigned and not s.over:
            resigning.settle(s)

    def points_for(self, s: BoardState, action: int) -> int:
        """ACT-5, SPEED-3: the points of the turn and those of the character's own potion."""
        return s.ap + (s.status[action >> FIRST_SHIFT & FIRST_MASK] >> POTION_SHIFT)

    def rooms_under(self, s: BoardState) -> dict[int, int]:
        return {tile: reveal.rooms_for(s, tile) for tile, room in enumerate(s.maze.room_of) if room < 0}

    def describe(self, s: BoardState, version: int) -> list[str]:
        return describe_board(s, version)

    def answer_time(self, s: BoardState) -> int:
        return clock.answer_time(s)

    def potion_time(self, timer: list[int]) -> int:
        return timer[1]


RULES: Final = BoardRules(KINDS, LISTED, REFUSALS)
