"""The parts of the choices of the Card Game (docs/notation.md). To add one, see docs/extending.md."""

from __future__ import annotations

from typing import Final

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
from dungeon_twister.game.record.choice import Choice
from dungeon_twister.game.record.choice_parts import (
    NO_PART,
    ChoicePart,
    Fields,
    ListedPart,
    NumberPart,
    RotationPart,
    Word,
    WordPart,
    characters_in_play,
    rotations_of,
)
from dungeon_twister.game.record.shared_names import in_range
from dungeon_twister.rules.engine.card.combat import FREE, TARGET_MASK, refuse_target
from dungeon_twister.rules.engine.card.jump import CARD_SHIFT, PLACE_MASK
from dungeon_twister.rules.engine.card.players import opponent
from dungeon_twister.rules.engine.card.state import CardState
from dungeon_twister.rules.engine.card.stealing import OBJECT_SHIFT, VICTIM_MASK
from dungeon_twister.rules.engine.card.telekinesis import PLACE_SHIFT, RECEIVER_SHIFT, SPOT_MASK, THING_MASK
from dungeon_twister.rules.engine.refusals import LEGAL
from dungeon_twister.rules.engine.setting import Setting
from dungeon_twister.rules.engine.state import WOUNDED
from dungeon_twister.rules.geometry.zone_plan import LETTER_COUNT, LETTERS
from dungeon_twister.rules.visibility import has_secrets

HIGHEST: Final = 6  # the highest combat card
VALUES: Final = HIGHEST + 1

_TOKEN: Final = Word("token", "bNa")
_TARGET: Final = Word("target", "yCl")
_ZONE: Final = Word("zone", "blue-1.T")
_TILE: Final = Word("place", "R2")


# -- how names and numbers convert ----------------------------------------------------------------------------------------


def _read_own(s: CardState, word: str) -> int:
    """Return a token; without the colour letter it belongs to the player to decide."""
    return read_token(s, word, s.decider())


def _read_any(s: CardState, word: str) -> int:
    return read_token(s, word)


def _place_name(s: CardState, place: int, viewer: int) -> str:
    return place_name(s, place)


def _slot_name(s: CardState, tile: int, viewer: int) -> str:
    return slot_of(s, tile)


def _write_optional(s: CardState, field: str, value: int, viewer: int, fields: Fields) -> None:
    """Set the name of a token counted from 1; 0 is none."""
    if value:
        fields[field] = token_name(s, value - 1, viewer)


def _read_optional(s: CardState, word: str) -> int:
    return read_token(s, word) + 1 if word else 0


# -- the values to try when an action is refused ---------------------------------------------------------------------------


def _landings(s: CardState, token: int) -> list[int]:
    return list(range(s.maze.plan.places))


def _tiles(s: CardState, token: int) -> list[int]:
    return list(range(s.maze.plan.tiles))


def _face_down_tiles(s: CardState, token: int) -> list[int]:
    return [tile for tile, room in enumerate(s.maze.room_of) if room < 0]


def _rotations_here(s: CardState, token: int) -> list[int]:
    here = s.loc[token]
    return rotations_of(here // LETTER_COUNT if here < s.maze.plan.zones else 0)


def _others(s: CardState, token: int) -> list[int]:
    return [man for man in characters_in_play(s) if man != token and s.carrier[man] < 0]


def _patients(s: CardState, token: int) -> list[int]:
    others = _others(s, token)
    return [man for man in others if s.status[man] & WOUNDED] or others


def _enemies(s: CardState, token: int) -> list[int]:
    return [man for man in s.men[opponent(s.setting.owner[token])] if s.in_play(man)]


def _open_to_attack(s: CardState, token: int) -> list[int]:
    """Return the enemies that can be attacked at all (RNG-1, SPR-1)."""
    enemies = _enemies(s, token)
    return [man for man in enemies if refuse_target(s, man) == LEGAL] or enemies


def _near_first(s: CardState, token: int) -> list[int]:
    """Return the enemies in the own area, else all that can be attacked (CMB-3)."""
    near = [man for man in _enemies(s, token) if s.maze.relations_of(s.loc[token]).area >> s.loc[man] & 1]
    return near or _open_to_attack(s, token)


def _loot(s: CardState, token: int) -> list[int]:
    """Return the loot to try for each enemy: a number beyond all objects, or blind.

    The rules check last whether there is anything to steal (PIC-1).
    """
    thing = 0 if has_secrets(s) else s.setting.tokens
    enemies = [man for man in _others(s, token) if s.setting.owner[man] != s.setting.owner[token]]
    return [man | thing << OBJECT_SHIFT for man in enemies]


def _objects_where_they_lie(s: CardState, token: int) -> list[int]:
    lying = [thing for thing in s.things if s.in_play(thing) and s.carrier[thing] < 0]
    return [thing | s.loc[thing] << PLACE_SHIFT for thing in lying]


# -- parts of several words ------------------------------------------------------------------------------------------------


class AttackPart(ChoicePart[CardState]):
    """The enemy, and whether the combat is free (SAM-1)."""

    def write(self, s: CardState, value: int, viewer: int, fields: Fields) -> None:
        fields["target"] = token_name(s, value & TARGET_MASK, viewer)
        fields["free"] = value >= FREE

    def read(self, s: CardState, choice: Choice) -> int:
        return read_token(s, choice.target) + (FREE if choice.free else 0)


class LandingPart(ChoicePart[CardState]):
    """Where a jump ends, and the combat card that pays for it."""

    def write(self, s: CardState, value: int, viewer: int, fields: Fields) -> None:
        fields["zone"] = place_name(s, value & PLACE_MASK)
        fields["value"] = value >> CARD_SHIFT

    def read(self, s: CardState, choice: Choice) -> int:
        place = read_place(s, choice.zone)
        return place | in_range(choice.value, 0, HIGHEST, "combat-card") << CARD_SHIFT


class LootPart(ChoicePart[CardState]):
    """The victim, and the object where it is known."""

    def write(self, s: CardState, value: int, viewer: int, fields: Fields) -> None:
        fields["target"] = token_name(s, value & VICTIM_MASK, viewer)
        _write_optional(s, "item", value >> OBJECT_SHIFT, viewer, fields)

    def read(self, s: CardState, choice: Choice) -> int:
        victim = read_token(s, choice.target)
        return victim | _read_optional(s, choice.item) << OBJECT_SHIFT


class FlightPart(ChoicePart[CardState]):
    """The object that is moved from afar, its new place, and the character that receives it."""

    def write(self, s: CardState, value: int, viewer: int, fields: Fields) -> None:
        fields["item"] = token_name(s, value & THING_MASK, viewer)
        fields["zone"] = spot_name(s, value >> PLACE_SHIFT & SPOT_MASK)
        _write_optional(s, "target", value >> RECEIVER_SHIFT, viewer, fields)

    def read(self, s: CardState, choice: Choice) -> int:
        place = read_spot(s, choice.zone)
        return read_token(s, choice.item) | place << PLACE_SHIFT | _read_optional(s, choice.target) << RECEIVER_SHIFT


class OwnItemPart(ChoicePart[CardState]):
    """The own object that is given in exchange, or none."""

    def write(self, s: CardState, value: int, viewer: int, fields: Fields) -> None:
        _write_optional(s, "item", value, viewer, fields)

    def read(self, s: CardState, choice: Choice) -> int:
        return _read_optional(s, choice.item)


class SecondCardPart(ChoicePart[CardState]):
    """The second combat card of a rage; its value is counted from 1, 0 is none."""

    def write(self, s: CardState, value: int, viewer: int, fields: Fields) -> None:
        fields["second"] = value - 1

    def read(self, s: CardState, choice: Choice) -> int:
        return in_range(choice.second, 0, HIGHEST, "card-value") + 1 if choice.second != -1 else 0

    def count(self, setting: Setting) -> int:
        return VALUES + 1


# -- the parts --------------------------------------------------------------------------------------------------------------

_ATTACK: Final = (_TARGET, Word("free", "free", "flag", optional=True))

PARTS: Final[dict[str, ChoicePart[CardState]]] = {
    "": NO_PART,
    # tokens
    "actor": WordPart(_TOKEN, token_name, _read_own, "own character"),
    "own character": WordPart(_TOKEN, token_name, _read_own, "own character"),
    "own card": WordPart(_TOKEN, token_name, _read_own, "own card"),
    "own piece": WordPart(_TOKEN, token_name, _read_own, "own piece"),
    "load": WordPart(_TOKEN, token_name, _read_own, "item"),
    "card": WordPart(_TOKEN, token_name, _read_own, "card"),
    "drawn card": WordPart(_TOKEN, token_name, _read_own, "token"),
    "own receiver": WordPart(_TARGET, token_name, _read_any, "own character"),
    "item of another": WordPart(_TARGET, token_name, _read_any, "item"),
    "victim": WordPart(_TARGET, token_name, _read_any, "character"),
    "enemy": WordPart(_TARGET, token_name, _read_any, "character", _open_to_attack),
    "patient": WordPart(_TARGET, token_name, _read_any, "character", _patients),
    "other": WordPart(_TARGET, token_name, _read_any, "character", _others),
    "attack": AttackPart(_ATTACK, "character and whether it is free", _near_first),
    "lunge": AttackPart(_ATTACK, "character and whether it is free", _open_to_attack),
    "loot": LootPart((_TARGET, Word("item", "yke", optional=True)), "character, or object of it", _loot),
    "own item": OwnItemPart((Word("item", "bke", optional=True),), "item or none"),
    "flight": FlightPart(
        (Word("item", "yke"), _ZONE, Word("target", "yCl", optional=True)),
        "object and spot or receiver",
        _objects_where_they_lie,
    ),
    # places
    "place": WordPart(_ZONE, _place_name, read_place, "place"),
    "zone of a room": WordPart(_ZONE, _place_name, read_place, "letter"),
    "landing": LandingPart((_ZONE, Word("value", "3", "number", optional=True)), "place and card", _landings),
    "tile": WordPart(_TILE, _slot_name, read_tile, "slot", _tiles),
    "face-down": WordPart(_TILE, _slot_name, read_tile, "slot", _face_down_tiles),
    "rotation": RotationPart(_slot_name, read_tile, _rotations_here),
    # one of a list
    "column": ListedPart(Word("column", "0"), lambda setting: ["0", "1"], "no-column", "column"),
    "letter": ListedPart(Word("letter", "T"), lambda setting: list(LETTERS), "no-letter"),
    "room": ListedPart(Word("room", "blue-1"), lambda setting: [room.name for room in setting.plan.rooms], "no-room"),
    "pair": ListedPart(Word("pair", "blue"), lambda setting: setting.pairs, "no-pair"),
    "player": ListedPart(Word("player", "blue"), lambda setting: setting.colours, "no-player"),
    # numbers
    "quarters": NumberPart(Word("quarters", "r1", "number", prefix="r"), 0, 3, "orientation", count=4),
    "cards": NumberPart(Word("value", "2", "number"), 1, 2, "card-count", count=3),
    "value": NumberPart(Word("value", "3", "number"), 0, HIGHEST, "card-value", count=VALUES),
    "second": SecondCardPart((Word("second", "2", "number", optional=True),)),
}
