"""Choices of the Card Game: their words, and the engine's numbers for them (docs/notation.md)."""

from __future__ import annotations

from dungeon_twister.engine import actions
from dungeon_twister.engine.card import actions as card_actions
from dungeon_twister.engine.card.state import CardState
from dungeon_twister.geometry.zone_plan import LETTERS
from dungeon_twister.knowledge import ALL_KNOWING
from dungeon_twister.record.card.names import (
    place_name,
    read_place,
    read_spot,
    read_tile,
    read_token,
    slot_of,
    spot_name,
    token_name,
)
from dungeon_twister.record.grammar import (
    Choice,
    Fields,
    Grammar,
    Verb,
    Word,
    choice_of,
    in_range,
    index,
    read_turn,
    turn_name,
)

FREE = 256  # the second part of a free combat (SAM-1)
HIGHEST = 6  # the highest combat card

TABLE = {
    actions.STEP: Verb("step", False, "", "zone"),
    actions.TAKE: Verb("take", False, "token", ""),
    actions.DROP: Verb("drop", False, "token", ""),
    card_actions.GIVE: Verb("give", False, "token", "target"),
    actions.SWAP: Verb("swap", False, "token", "target"),
    card_actions.ROB: Verb("rob", False, "victim", "own item"),
    actions.STOP: Verb("stop", False, "", ""),
    actions.MOVE: Verb("move", True, "token", ""),
    actions.WALK_WALL: Verb("wall", True, "token", ""),
    actions.REVEAL: Verb("reveal", True, "token", "tile"),
    actions.ROTATE: Verb("turn", True, "token", "turn"),
    actions.JUMP: Verb("jump", True, "token", "landing"),
    actions.ATTACK: Verb("attack", True, "token", "attack"),
    card_actions.SPEAR: Verb("spear", True, "token", "attack"),
    card_actions.SHOOT: Verb("shoot", True, "token", "target"),
    card_actions.BOW: Verb("bow", True, "token", "target"),
    actions.TOGGLE: Verb("gate", True, "token", "tile"),
    actions.BREAK: Verb("break", True, "token", "tile"),
    actions.HEAL: Verb("heal", True, "token", "target"),
    actions.REGENERATE: Verb("regenerate", True, "token", ""),
    card_actions.STEAL: Verb("steal", True, "token", "loot"),
    card_actions.LIFT: Verb("lift", True, "token", "flight"),
    card_actions.BREAK_WALLS: Verb("walls", True, "token", ""),
    actions.FIRE: Verb("fire", True, "token", "target"),
    card_actions.INVERT: Verb("invert", True, "token", "tile"),
    actions.PASS: Verb("pass", False, "", ""),
    card_actions.PICK: Verb("pick", False, "token", ""),
    actions.LEAVE_OUT: Verb("out", False, "token", ""),
    actions.START: Verb("start", False, "token", "column"),
    actions.LAY: Verb("lay", False, "token", "tile"),
    card_actions.FACE: Verb("face", False, "token", "letter"),
    actions.PLACE: Verb("place", False, "token", "zone"),
    card_actions.RAGE: Verb("rage", False, "cards", ""),
    card_actions.NAME: Verb("name", False, "value", ""),
    actions.COMBAT: Verb("combat", False, "value", "second"),
    actions.DRAW_PAIR: Verb("pair", False, "pair", ""),
    card_actions.DRAW_PICKER: Verb("picker", False, "player", ""),
    actions.DRAW_PLACER: Verb("placer", False, "player", ""),
    actions.DRAW_STARTER: Verb("starter", False, "player", ""),
    actions.DRAW_ROOM: Verb("room", False, "quarters", "room"),
    card_actions.DRAW_OBJECT: Verb("drawn", False, "token", ""),
    actions.RESIGN: Verb("resign", False, "player", ""),
    actions.AGREE_DRAW: Verb("draw", False, "", ""),
    actions.TIMEOUT: Verb("timeout", False, "", ""),
}
_TILE = Word("place", "R2")
_TARGET = Word("target", "yCl")
_ZONE = Word("zone", "blue-1.T")
WORDS = {
    "": (),
    "token": (Word("token", "bNa"),),
    "target": (_TARGET,),
    "victim": (_TARGET,),
    "own item": (Word("item", "bke", optional=True),),
    "zone": (_ZONE,),
    "tile": (_TILE,),
    "turn": (_TILE, Word("turn", "cw")),
    "landing": (_ZONE, Word("value", "3", "number", optional=True)),
    "attack": (_TARGET, Word("free", "free", "flag", optional=True)),
    "loot": (_TARGET, Word("item", "yke", optional=True)),
    "flight": (Word("item", "yke"), _ZONE, Word("target", "yCl", optional=True)),
    "column": (Word("column", "0"),),
    "letter": (Word("letter", "T"),),
    "room": (Word("room", "blue-1"),),
    "quarters": (Word("quarters", "r1", "number", prefix="r"),),
    "cards": (Word("value", "2", "number"),),
    "value": (Word("value", "3", "number"),),
    "second": (Word("second", "2", "number", optional=True),),
    "pair": (Word("pair", "blue"),),
    "player": (Word("player", "blue"),),
}
GRAMMAR = Grammar(TABLE, WORDS, "zone")
COLUMNS = ["0", "1"]


# -- writing --------------------------------------------------------------------------------------------------------------


def to_choice(state: CardState, action: int, viewer: int = ALL_KNOWING) -> Choice:
    """The struct of a choice, with the names its viewer may know."""
    kind = actions.kind_of(action)
    fields: Fields = {"do": GRAMMAR.verb(kind)}
    _write_part(state, TABLE[kind].first, actions.first_of(action), fields, viewer)
    _write_part(state, TABLE[kind].second, actions.second_of(action), fields, viewer)
    return choice_of(fields)


def _write_part(state: CardState, part: str, value: int, fields: Fields, viewer: int) -> None:
    setting = state.card_setting
    if part == "token":
        fields[part] = token_name(state, value, viewer)
    elif part in ("target", "victim"):
        fields["target"] = token_name(state, value, viewer)
    elif part == "attack":
        fields["target"] = token_name(state, value % FREE, viewer)
        fields["free"] = value >= FREE
    elif part == "own item":
        _write_optional(state, "item", value, fields, viewer)
    elif part == "loot":
        fields["target"] = token_name(state, value & 255, viewer)
        _write_optional(state, "item", value >> 8, fields, viewer)
    elif part == "flight":
        fields["item"] = token_name(state, value & 255, viewer)
        fields["zone"] = spot_name(state, value >> 8 & 255)
        _write_optional(state, "target", value >> 16, fields, viewer)
    elif part == "zone":
        fields[part] = place_name(state, value)
    elif part == "landing":
        fields["zone"] = place_name(state, value & 255)
        fields["value"] = value >> 8
    elif part == "tile":
        fields["place"] = slot_of(state, value)
    elif part == "turn":
        fields["place"] = slot_of(state, value >> 2)
        fields["turn"] = turn_name(value & 3)
    elif part == "column":
        fields[part] = COLUMNS[value]
    elif part == "letter":
        fields[part] = LETTERS[value]
    elif part == "room":
        fields[part] = setting.plan.rooms[value].name
    elif part == "pair":
        fields[part] = setting.pairs[value]
    elif part == "player":
        fields[part] = setting.colours[value]
    elif part == "second":
        fields[part] = value - 1
    elif part:
        fields["quarters" if part == "quarters" else "value"] = value


def _write_optional(state: CardState, field: str, value: int, fields: Fields, viewer: int) -> None:
    """A token counted from 1, or nothing."""
    if value:
        fields[field] = token_name(state, value - 1, viewer)


# -- reading --------------------------------------------------------------------------------------------------------------


def from_choice(state: CardState, choice: Choice) -> int:
    """The integer of a struct; fields that mean nothing are a TextError."""
    kind = GRAMMAR.kind(choice.do)
    return actions.pack(kind, _read_part(state, TABLE[kind].first, choice), _read_part(state, TABLE[kind].second, choice))


def _read_part(state: CardState, part: str, choice: Choice) -> int:
    setting = state.card_setting
    if part == "token":
        return read_token(state, choice.token, state.decider())
    if part in ("target", "victim"):
        return read_token(state, choice.target)
    if part == "attack":
        return read_token(state, choice.target) + (FREE if choice.free else 0)
    if part == "own item":
        return _read_optional(state, choice.item)
    if part == "loot":
        return read_token(state, choice.target) | _read_optional(state, choice.item) << 8
    if part == "flight":
        place = read_spot(state, choice.zone)
        return read_token(state, choice.item) | place << 8 | _read_optional(state, choice.target) << 16
    if part == "zone":
        return read_place(state, choice.zone)
    if part == "landing":
        return read_place(state, choice.zone) | in_range(choice.value, 0, HIGHEST, "a combat card") << 8
    if part == "tile":
        return read_tile(state, choice.place)
    if part == "turn":
        turn = read_turn(choice.turn)
        return read_tile(state, choice.place) * 4 + turn
    if part == "column":
        return index(choice.column, COLUMNS, "column")
    if part == "letter":
        return index(choice.letter, list(LETTERS), "letter")
    if part == "room":
        return index(choice.room, [room.name for room in setting.plan.rooms], "room")
    if part == "pair":
        return index(choice.pair, setting.pairs, "pair")
    if part == "player":
        return index(choice.player, setting.colours, "player")
    return _read_number(part, choice)


def _read_number(part: str, choice: Choice) -> int:
    if part == "value":
        return in_range(choice.value, 0, HIGHEST, "the value of a card")
    if part == "second":
        return in_range(choice.second, 0, HIGHEST, "the value of a card") + 1 if choice.second != -1 else 0
    if part == "cards":
        return in_range(choice.value, 1, 2, "the number of cards")
    if part == "quarters":
        return in_range(choice.quarters, 0, 3, "an orientation")
    return 0


def _read_optional(state: CardState, word: str) -> int:
    return read_token(state, word) + 1 if word else 0
