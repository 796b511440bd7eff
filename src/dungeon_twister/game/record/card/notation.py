"""Choices of the Card Game: converting between words and the engine's numbers (docs/notation.md)."""

from __future__ import annotations

from dungeon_twister.game.record.card import token_names
from dungeon_twister.game.record.card.token_names import (
    place_name,
    read_place,
    read_spot,
    read_tile,
    read_token,
    slot_of,
    spot_name,
    token_name,
)
from dungeon_twister.game.record.grammar import (
    Choice,
    Fields,
    Grammar,
    Word,
    in_range,
    index,
    read_turn,
    turn_name,
)
from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.card.combat import FREE, TARGET_MASK
from dungeon_twister.rules.engine.card.jump import CARD_SHIFT, PLACE_MASK
from dungeon_twister.rules.engine.card.rules import KINDS
from dungeon_twister.rules.engine.card.state import CardState, card_of
from dungeon_twister.rules.engine.card.stealing import OBJECT_SHIFT, VICTIM_MASK
from dungeon_twister.rules.engine.card.telekinesis import PLACE_SHIFT, RECEIVER_SHIFT, SPOT_MASK, THING_MASK
from dungeon_twister.rules.engine.state import State
from dungeon_twister.rules.geometry.zone_plan import LETTERS
from dungeon_twister.rules.visibility import ALL_KNOWING

HIGHEST = 6  # the highest combat card
OTHERS = ("receiver", "enemy", "patient", "other", "victim")  # parts that are always a character

_TILE = Word("place", "R2")
_TARGET = Word("target", "yCl")
_ZONE = Word("zone", "blue-1.T")
WORDS = {
    "": (),
    "token": (Word("token", "bNa"),),
    "receiver": (_TARGET,),
    "enemy": (_TARGET,),
    "patient": (_TARGET,),
    "other": (_TARGET,),
    "victim": (_TARGET,),
    "own item": (Word("item", "bke", optional=True),),
    "zone": (_ZONE,),
    "tile": (_TILE,),
    "face-down": (_TILE,),
    "turn": (_TILE, Word("turn", "cw")),
    "landing": (_ZONE, Word("value", "3", "number", optional=True)),
    "attack": (_TARGET, Word("free", "free", "flag", optional=True)),
    "lunge": (_TARGET, Word("free", "free", "flag", optional=True)),
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
GRAMMAR: Grammar = Grammar(KINDS, WORDS, "zone")
COLUMNS = ["0", "1"]


# -- writing --------------------------------------------------------------------------------------------------------------


def to_choice(state: State, action: int, viewer: int = ALL_KNOWING) -> Choice:
    """Return the struct of a choice, with the names its viewer may know."""
    return GRAMMAR.of(fields_of(state, action, viewer))


def fields_of(state: State, action: int, viewer: int = ALL_KNOWING) -> Fields:
    """Return the fields of a choice that are set."""
    s, number = card_of(state), actions.kind_of(action)
    fields: Fields = {"do": GRAMMAR.verb(number)}
    kind = GRAMMAR.table[number]
    _write_part(s, kind.first, actions.first_of(action), fields, viewer)
    _write_part(s, kind.second, actions.second_of(action), fields, viewer)
    return fields


def _write_part(state: CardState, part: str, value: int, fields: Fields, viewer: int) -> None:
    setting = state.card_setting
    if part == "token":
        fields[part] = token_name(state, value, viewer)
    elif part in OTHERS:
        fields["target"] = token_name(state, value, viewer)
    elif part in ("attack", "lunge"):
        fields["target"] = token_name(state, value & TARGET_MASK, viewer)
        fields["free"] = value >= FREE
    elif part == "own item":
        _write_optional(state, "item", value, fields, viewer)
    elif part == "loot":
        fields["target"] = token_name(state, value & VICTIM_MASK, viewer)
        _write_optional(state, "item", value >> OBJECT_SHIFT, fields, viewer)
    elif part == "flight":
        fields["item"] = token_name(state, value & THING_MASK, viewer)
        fields["zone"] = spot_name(state, value >> PLACE_SHIFT & SPOT_MASK)
        _write_optional(state, "target", value >> RECEIVER_SHIFT, fields, viewer)
    elif part == "zone":
        fields[part] = place_name(state, value)
    elif part == "landing":
        fields["zone"] = place_name(state, value & PLACE_MASK)
        fields["value"] = value >> CARD_SHIFT
    elif part in ("tile", "face-down"):
        fields["place"] = slot_of(state, value)
    elif part == "turn":
        fields["place"] = slot_of(state, value >> actions.TILE_SHIFT)
        fields["turn"] = turn_name(value & actions.QUARTERS_MASK)
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
    """Return the name of a token counted from 1, or nothing."""
    if value:
        fields[field] = token_name(state, value - 1, viewer)


# -- reading --------------------------------------------------------------------------------------------------------------


def from_choice(state: State, choice: Choice) -> int:
    """Return the integer of a struct. Raise a TextError for meaningless fields."""
    s, kind = card_of(state), GRAMMAR.table[GRAMMAR.kind(choice.do)]
    return actions.pack(kind.number, _read_part(s, kind.first, choice), _read_part(s, kind.second, choice))


def _read_part(state: CardState, part: str, choice: Choice) -> int:
    setting = state.card_setting
    if part == "token":
        return read_token(state, choice.token, state.decider())
    if part in OTHERS:
        return read_token(state, choice.target)
    if part in ("attack", "lunge"):
        return read_token(state, choice.target) + (FREE if choice.free else 0)
    if part == "own item":
        return _read_optional(state, choice.item)
    if part == "loot":
        return read_token(state, choice.target) | _read_optional(state, choice.item) << OBJECT_SHIFT
    if part == "flight":
        place = read_spot(state, choice.zone)
        return read_token(state, choice.item) | place << PLACE_SHIFT | _read_optional(state, choice.target) << RECEIVER_SHIFT
    if part == "zone":
        return read_place(state, choice.zone)
    if part == "landing":
        return read_place(state, choice.zone) | in_range(choice.value, 0, HIGHEST, "combat-card") << CARD_SHIFT
    if part in ("tile", "face-down"):
        return read_tile(state, choice.place)
    if part == "turn":
        turn = read_turn(choice.turn)
        return read_tile(state, choice.place) << actions.TILE_SHIFT | turn
    if part == "column":
        return index(choice.column, COLUMNS, "no-column")
    if part == "letter":
        return index(choice.letter, list(LETTERS), "no-letter")
    if part == "room":
        return index(choice.room, [room.name for room in setting.plan.rooms], "no-room")
    if part == "pair":
        return index(choice.pair, setting.pairs, "no-pair")
    if part == "player":
        return index(choice.player, setting.colours, "no-player")
    return _read_number(part, choice)


def _read_number(part: str, choice: Choice) -> int:
    if part == "value":
        return in_range(choice.value, 0, HIGHEST, "card-value")
    if part == "second":
        return in_range(choice.second, 0, HIGHEST, "card-value") + 1 if choice.second != -1 else 0
    if part == "cards":
        return in_range(choice.value, 1, 2, "card-count")
    if part == "quarters":
        return in_range(choice.quarters, 0, 3, "orientation")
    return 0


def _read_optional(state: CardState, word: str) -> int:
    return read_token(state, word) + 1 if word else 0


def may_name(state: State, word: str, viewer: int) -> bool:
    """Return whether a viewer may name this token (OPT-10)."""
    return token_names.may_name(card_of(state), word, viewer)
