"""The Card Game as a whole: the table of its choices, and which chapter answers for which decision."""

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
from dungeon_twister.rules.engine.card import (
    acting,
    clock,
    combat,
    duel,
    gates,
    handling,
    journey,
    jump,
    magic,
    pieces,
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
from dungeon_twister.rules.engine.card.actions import (
    BOW,
    BREAK_WALLS,
    DRAW_OBJECT,
    DRAW_PICKER,
    FACE,
    GIVE,
    INVERT,
    LIFT,
    NAME,
    PICK,
    RAGE,
    ROB,
    SHOOT,
    SPEAR,
    STEAL,
)
from dungeon_twister.rules.engine.card.decisions import FACING, NAMING, OBJECT_DRAW, PICKER_DRAW, RAGING, SELECT
from dungeon_twister.rules.engine.card.digest import describe_card
from dungeon_twister.rules.engine.card.options import CHOICES, parse_card_options
from dungeon_twister.rules.engine.card.pieces import card_pieces
from dungeon_twister.rules.engine.card.refusals import REFUSALS
from dungeon_twister.rules.engine.card.scenario import card_scenario_of
from dungeon_twister.rules.engine.card.scenario_files import read_card_scenario
from dungeon_twister.rules.engine.card.setting import CardSetting, card_setting_of
from dungeon_twister.rules.engine.card.state import MOVING, WALL_WALKING, CardState
from dungeon_twister.rules.engine.choice_kinds import (
    ANY_TIME,
    FIGHTS,
    FINAL,
    SHOOTS,
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
from dungeon_twister.rules.engine.events import RESIGNED
from dungeon_twister.rules.engine.pieces import BREAKS_GATES, FIREBALL, HEALS, REGENERATES, WALKS_WALLS, Piece
from dungeon_twister.rules.engine.refusals import LEGAL, NOT_IN_THIS_GAME
from dungeon_twister.rules.engine.rules import Rules, draw_of_a_player, never_refused, refuse_player, refuse_resigning
from dungeon_twister.rules.engine.scenario import Scenario
from dungeon_twister.rules.engine.setting import Setting
from dungeon_twister.rules.engine.shared import ending
from dungeon_twister.rules.engine.state import WOUNDED

# -- adapters: how the table calls a chapter -----------------------------------------------------------------------------


def _refuse_handling(s: CardState, kind: int, first: int, second: int) -> int:
    return travel.refuse_handling(s, pack(kind, first, second))


def _handle(s: CardState, kind: int, first: int, second: int) -> None:
    travel.handle(s, pack(kind, first, second))


def _refuse_rotation(s: CardState, actor: int, turn: int) -> int:
    return rotation.refuse_rotation(s, actor, turn >> TILE_SHIFT, turn & QUARTERS_MASK)


def _rotate(s: CardState, actor: int, turn: int) -> None:
    rotation.rotate(s, actor, turn >> TILE_SHIFT, turn & QUARTERS_MASK)


def _refuse_jump(s: CardState, actor: int, landing: int) -> int:
    return jump.refuse_jump(s, actor, landing & jump.PLACE_MASK, landing >> jump.CARD_SHIFT)


def _jump(s: CardState, actor: int, landing: int) -> None:
    jump.jump(s, actor, landing & jump.PLACE_MASK, landing >> jump.CARD_SHIFT)


def _refuse_attack(s: CardState, actor: int, target: int) -> int:
    if target >= combat.FREE * 2:
        return NOT_IN_THIS_GAME
    return combat.refuse_attack(s, actor, target & combat.TARGET_MASK, target & combat.FREE != 0)


def _attack(s: CardState, actor: int, target: int) -> None:
    combat.attack(s, actor, target & combat.TARGET_MASK, target & combat.FREE != 0)


def _refuse_spear(s: CardState, actor: int, target: int) -> int:
    if target >= combat.FREE * 2:
        return NOT_IN_THIS_GAME
    return shooting.refuse_spear(s, actor, target & combat.TARGET_MASK, target & combat.FREE != 0)


def _spear(s: CardState, actor: int, target: int) -> None:
    shooting.spear(s, actor, target & combat.TARGET_MASK, target & combat.FREE != 0)


def _refuse_steal(s: CardState, actor: int, loot: int) -> int:
    return stealing.refuse_steal(s, actor, loot & stealing.VICTIM_MASK, (loot >> stealing.OBJECT_SHIFT) - 1)


def _steal(s: CardState, actor: int, loot: int) -> None:
    stealing.steal(s, actor, loot & stealing.VICTIM_MASK, (loot >> stealing.OBJECT_SHIFT) - 1)


def _parts_of_flight(flight: int) -> tuple[int, int, int]:
    """Unpack object, spot and receiver (or -1)."""
    thing, spot = flight & telekinesis.THING_MASK, flight >> telekinesis.PLACE_SHIFT & telekinesis.SPOT_MASK
    return thing, spot, (flight >> telekinesis.RECEIVER_SHIFT) - 1


def _refuse_lift(s: CardState, actor: int, flight: int) -> int:
    thing, spot, receiver = _parts_of_flight(flight)
    return telekinesis.refuse_lift(s, actor, thing, spot, receiver)


def _lift(s: CardState, actor: int, flight: int) -> None:
    thing, spot, receiver = _parts_of_flight(flight)
    telekinesis.lift_object(s, actor, thing, spot, receiver)


def _refuse_rage(s: CardState, cards: int) -> int:
    return duel.refuse_number(cards, 1, 2)


def _refuse_naming(s: CardState, value: int) -> int:
    return duel.refuse_number(value, 0, 6)


def _refuse_cards(s: CardState, card: int, second: int) -> int:
    return duel.refuse_cards(s, card, second - 1)


def _lay_cards(s: CardState, card: int, second: int) -> None:
    """Lay one or two cards; `second` is the second card + 1, or 0 for none."""
    if duel.lay_cards(s, card, second - 1):
        combat.resolve(s)


def _pick(s: CardState, token: int) -> None:
    selection.pick(s, token)
    if not s.stack:
        setup.after_selection(s)


def _leave_out(s: CardState, token: int) -> None:
    selection.leave_out(s, token)
    if not s.stack:
        setup.after_handicap(s)


def _refuse_pair(s: CardState, pair: int) -> int:
    return LEGAL if pack(DRAW_PAIR, pair) in setup.pair_choices(s) else NOT_IN_THIS_GAME


def _draw_object(s: CardState, thing: int) -> None:
    """OPT-12: give the object that chance has drawn to the thief, or to the robber on its way."""
    if s.mover >= 0:
        handling.finish_robbery(s, thing)
        travel.go_on(s)
    else:
        stealing.finish_theft(s, thing)


def _picker_choices(s: CardState) -> list[int]:
    return draw_of_a_player(s, DRAW_PICKER)


def _placer_choices(s: CardState) -> list[int]:
    return draw_of_a_player(s, DRAW_PLACER)


def _starter_choices(s: CardState) -> list[int]:
    return draw_of_a_player(s, DRAW_STARTER)


def _resign(s: CardState, player: int) -> None:
    s.note(RESIGNED, player)
    ending.resign(s, player)


def _time_out(s: CardState) -> None:
    """OPT-5: lay this one card only, even if two were announced."""
    card = clock.time_out(s)
    if card >= 0:
        _lay_cards(s, card, 0)


# -- which characters have an action ----------------------------------------------------------------------------------------


def _able(capability: int) -> Callable[[CardState, int], bool]:
    def has(s: CardState, token: int) -> bool:
        return s.abilities(token) & capability != 0

    return has


def _armed(capability: int) -> Callable[[CardState, int], bool]:
    def has(s: CardState, token: int) -> bool:
        return s.card_setting.combat_cards and s.carries(token, capability) > 0

    return has


def _with_scroll(capability: int) -> Callable[[CardState, int], bool]:
    def has(s: CardState, token: int) -> bool:
        return magic.scroll_of(s, token, capability) >= 0

    return has


def _fights(s: CardState, _: int) -> bool:
    return s.card_setting.combat_cards


def _shoots(s: CardState, token: int) -> bool:
    return s.card_setting.combat_cards and s.setting.capabilities[token] & pieces.SHOOTS != 0


def _rises(s: CardState, token: int) -> bool:
    return s.status[token] & WOUNDED != 0 and s.setting.capabilities[token] & REGENERATES != 0


# -- the table ------------------------------------------------------------------------------------------------------------

KINDS: Final[list[ChoiceKind[CardState]]] = [
    # during a journey
    StepKind(STEP, "step", TRAVEL, "place", travel.refuse_step, travel.step),
    NumberedKind(TAKE, "take", TRAVEL, "load", "", _refuse_handling, _handle),
    NumberedKind(DROP, "drop", TRAVEL, "load", "", _refuse_handling, _handle),
    NumberedKind(GIVE, "give", TRAVEL, "load", "own receiver", _refuse_handling, _handle),
    NumberedKind(SWAP, "swap", TRAVEL, "load", "item of another", _refuse_handling, _handle),
    NumberedKind(ROB, "rob", TRAVEL, "victim", "own item", _refuse_handling, _handle),
    BareKind(STOP, "stop", TRAVEL, journey.refuse_stopping, travel.stop),
    # actions of a character (ACT-5), in display order
    JourneyKind(MOVE, "move", MOVING, travel.refuse_journey, travel.begin),
    TwoPartKind(JUMP, "jump", ACT, "actor", "landing", _refuse_jump, _jump),
    TwoPartKind(REVEAL, "reveal", ACT, "actor", "face-down", reveal.refuse_reveal, reveal.reveal),
    TwoPartKind(ROTATE, "turn", ACT, "actor", "rotation", _refuse_rotation, _rotate, FINAL),
    TwoPartKind(ATTACK, "attack", ACT, "actor", "attack", _refuse_attack, _attack, FIGHTS, _fights),
    NumberedKind(SHOOT, "shoot", ACT, "actor", "enemy", shooting.refuse_shot, shooting.shoot, FIGHTS | SHOOTS, _shoots),
    NumberedKind(BOW, "bow", ACT, "actor", "enemy", shooting.refuse_shot, shooting.shoot, FIGHTS | SHOOTS, _armed(pieces.BOW)),
    TwoPartKind(SPEAR, "spear", ACT, "actor", "lunge", _refuse_spear, _spear, FIGHTS, _armed(pieces.SPEAR)),
    NumberedKind(BREAK, "break", ACT, "actor", "tile", gates.refuse_gate, gates.work_gate, has=_able(BREAKS_GATES)),
    NumberedKind(TOGGLE, "gate", ACT, "actor", "tile", gates.refuse_gate, gates.work_gate, has=gates.can_open),
    JourneyKind(WALK_WALL, "wall", WALL_WALKING, travel.refuse_journey, travel.begin, _able(WALKS_WALLS)),
    OnePartKind(BREAK_WALLS, "walls", ACT, "actor", magic.refuse_walls, magic.break_walls, has=_able(pieces.BREAKS_WALLS)),
    TwoPartKind(HEAL, "heal", ACT, "actor", "patient", wounds.refuse_heal, wounds.heal, has=_able(HEALS)),
    OnePartKind(REGENERATE, "regenerate", ACT, "actor", wounds.refuse_regenerate, wounds.regenerate, has=_rises),
    TwoPartKind(STEAL, "steal", ACT, "actor", "loot", _refuse_steal, _steal, has=_able(pieces.STEALS)),
    TwoPartKind(LIFT, "lift", ACT, "actor", "flight", _refuse_lift, _lift, has=_able(pieces.MOVES_OBJECTS)),
    TwoPartKind(FIRE, "fire", ACT, "actor", "other", magic.refuse_fireball, magic.throw_fireball, has=_with_scroll(FIREBALL)),
    TwoPartKind(
        INVERT, "invert", ACT, "actor", "tile", magic.refuse_inversion, magic.invert, has=_with_scroll(pieces.INVERSION)
    ),
    # of a player
    BareKind(PASS, "pass", ACT, never_refused, acting.pass_turn, FINAL),
    OnePartKind(RAGE, "rage", RAGING, "cards", _refuse_rage, duel.announce),
    OnePartKind(NAME, "name", NAMING, "value", _refuse_naming, duel.name),
    TwoPartKind(COMBAT, "combat", CHOOSE_COMBAT, "value", "second", _refuse_cards, _lay_cards),
    TwoPartKind(PLACE, "place", PLACE_TOKENS, "card", "zone of a room", reveal.refuse_place, reveal.place),
    OnePartKind(PICK, "pick", SELECT, "own piece", selection.refuse_pick, _pick),
    TwoPartKind(START, "start", CHOOSE_STARTERS, "own character", "column", setup.refuse_starter, setup.set_starter),
    TwoPartKind(LAY, "lay", LAY_TOKENS, "own card", "tile", setup.refuse_lay, setup.lay),
    TwoPartKind(FACE, "face", FACING, "own character", "letter", setup.refuse_facing, setup.face),
    OnePartKind(LEAVE_OUT, "out", LEAVE_OUT_CHARACTERS, "own piece", selection.refuse_leave_out, _leave_out),
    # of chance
    OnePartKind(DRAW_PAIR, "pair", PAIR_DRAW, "pair", _refuse_pair, setup.draw_pair),
    OnePartKind(DRAW_PICKER, "picker", PICKER_DRAW, "player", refuse_player, selection.draw_picker),
    OnePartKind(DRAW_PLACER, "placer", PLACER_DRAW, "player", refuse_player, setup.draw_placer),
    OnePartKind(DRAW_STARTER, "starter", STARTER_DRAW, "player", refuse_player, setup.draw_starter),
    TwoPartKind(DRAW_ROOM, "room", ROOM_DRAW, "quarters", "room", reveal.refuse_room, reveal.turn_up),
    OnePartKind(DRAW_OBJECT, "drawn", OBJECT_DRAW, "drawn card", handling.refuse_object, _draw_object),
    # at any time (ENG-3, OPT-1 to OPT-6)
    OnePartKind(RESIGN, "resign", ANY_TIME, "player", refuse_resigning, _resign),
    BareKind(AGREE_DRAW, "draw", ANY_TIME, never_refused, ending.agree_on_draw),
    BareKind(TIMEOUT, "timeout", ANY_TIME, clock.refuse_timeout, _time_out),
]

LISTED: Final[dict[int, Callable[[CardState], list[int]]]] = {
    TRAVEL: travel.travel_choices,
    ACT: acting.act_choices,
    CHOOSE_COMBAT: duel.combat_choices,
    PLACE_TOKENS: reveal.place_choices,
    ROOM_DRAW: reveal.room_choices,
    RAGING: duel.rage_choices,
    NAMING: duel.name_choices,
    OBJECT_DRAW: handling.object_choices,
    SELECT: selection.select_choices,
    LAY_TOKENS: setup.lay_choices,
    CHOOSE_STARTERS: setup.starter_choices,
    FACING: setup.facing_choices,
    LEAVE_OUT_CHARACTERS: selection.leave_out_choices,
    PAIR_DRAW: setup.pair_choices,
    PICKER_DRAW: _picker_choices,
    PLACER_DRAW: _placer_choices,
    STARTER_DRAW: _starter_choices,
}


class CardRules(Rules[CardState]):
    """The rules of the Card Game. The most frequent decisions bypass the table: compiled, a direct call is faster."""

    def setting(self, scenario: Scenario, options: dict[str, str]) -> Setting:
        setting = CardSetting(card_scenario_of(scenario), parse_card_options(options))
        self.attach_to(setting)
        return setting

    def pieces(self) -> list[Piece]:
        return card_pieces()

    def read_scenario(self, name: str, data: dict[str, Any]) -> Scenario:
        return read_card_scenario(name, data)

    def values_of_options(self, scenario: Scenario) -> dict[str, list[str]]:
        return dict(CHOICES)

    def begin(self, setting: Setting) -> CardState:
        return setup.begin(card_setting_of(setting))

    def legal(self, s: CardState) -> list[int]:
        if s.over:
            return []
        decision = s.stack[-1] & DECISION_MASK
        if decision == TRAVEL:
            return travel.travel_choices(s)
        if decision == ACT:
            return self.affordable(s, acting.act_choices(s))
        return self.choices[decision](s)

    def apply(self, s: CardState, action: int) -> None:
        kind = action & KIND_MASK
        if kind == STEP:
            travel.step(s, action >> SECOND_SHIFT)
        elif kind == MOVE:
            travel.begin(s, action >> FIRST_SHIFT, MOVING)
        elif kind == STOP:
            travel.stop(s)
        else:
            self.table[kind].do(s, action >> FIRST_SHIFT & FIRST_MASK, action >> SECOND_SHIFT)
        if not s.over:
            settle(s)

    def can_pay(self, s: CardState, action: int) -> bool:
        """SAM-1: a free combat costs nothing."""
        free = action & KIND_MASK in (ATTACK, SPEAR) and action >> SECOND_SHIFT & combat.FREE != 0
        return free or super().can_pay(s, action)

    def rooms_under(self, s: CardState) -> dict[int, int]:
        return dict.fromkeys([tile for tile, room in enumerate(s.maze.room_of) if room < 0], s.rooms_left)

    def describe(self, s: CardState, version: int) -> list[str]:
        return describe_card(s, version)

    def answer_time(self, s: CardState) -> int:
        return clock.answer_time(s)


def settle(s: CardState) -> None:
    """After every choice, lay the card of OPT-5 for a player whose turn time is over; close the turn if no point or no time is
    left (AP-5, AP-6, OPT-1)."""
    if s.late:
        card = clock.finish_late_cards(s)
        if card >= 0:
            _lay_cards(s, card, 0)
    if not s.over and s.stack[-1] & DECISION_MASK == ACT and (s.ap == 0 or s.late):
        acting.close_turn(s)


RULES: Final = CardRules(KINDS, LISTED, REFUSALS)
