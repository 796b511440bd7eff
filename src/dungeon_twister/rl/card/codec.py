"""The codec of the Card Game: own cards by their place in the team, those of the other player by piece, zones by position.

A player knows his own team, so a place in it reveals nothing. The other team may be unknown, so its cards are numbered by
piece. A hidden wounded character (OPT-10) has its rank among the hidden ones of its colour, in the order of their wounds, which
is public.
"""

from __future__ import annotations

from typing import Any, Final

from dungeon_twister.game.record.card.choice_parts import PARTS
from dungeon_twister.game.record.choice_parts import NUMBER
from dungeon_twister.rl.codes import NONE, Codec, Coding, check_codings
from dungeon_twister.rules.engine.actions import (
    DRAW_PAIR,
    DRAW_PLACER,
    DRAW_ROOM,
    DRAW_STARTER,
    HEAL,
    REGENERATE,
    WALK_WALL,
)
from dungeon_twister.rules.engine.card import pieces
from dungeon_twister.rules.engine.card.actions import (
    BREAK_WALLS,
    DRAW_OBJECT,
    DRAW_PICKER,
    LIFT,
    SHOOT,
    STEAL,
)
from dungeon_twister.rules.engine.card.combat import FREE, TARGET_MASK
from dungeon_twister.rules.engine.card.jump import CARD_SHIFT, PLACE_MASK
from dungeon_twister.rules.engine.card.rules import KINDS
from dungeon_twister.rules.engine.card.setting import CardSetting
from dungeon_twister.rules.engine.card.state import CardState, card_of
from dungeon_twister.rules.engine.card.stealing import OBJECT_SHIFT, VICTIM_MASK
from dungeon_twister.rules.engine.card.telekinesis import PLACE_SHIFT, RECEIVER_SHIFT, SPOT_MASK, THING_MASK
from dungeon_twister.rules.engine.choice_kinds import ChoiceKind
from dungeon_twister.rules.engine.pieces import HEALS, REGENERATES, WALKS_WALLS
from dungeon_twister.rules.engine.setting import COMBAT_CARDS
from dungeon_twister.rules.engine.state import State
from dungeon_twister.rules.geometry.zone_plan import COLUMNS, LETTER_COUNT, STATIONS_PER_SIDE
from dungeon_twister.rules.visibility.card import hides

OWN_CHARACTER: Final = 1
OWN: Final = 2
PIECE: Final = 3
ANY: Final = 4
ANY_CHARACTER: Final = 5
PLACE: Final = 6
ZONE: Final = 7
LANDING: Final = 8
ATTACK: Final = 9
OWN_ITEM: Final = 10
LOOT: Final = 11
FLIGHT: Final = 12
SLOT: Final = 13
TURN: Final = 14
PLAIN: Final = 15
ABLE: Final = 16
COLUMN: Final = 17
TOKEN: Final = 18
ITEM: Final = 19

DRAWS: Final = (DRAW_PAIR, DRAW_PICKER, DRAW_PLACER, DRAW_STARTER, DRAW_ROOM, DRAW_OBJECT)
TURNS: Final = 2
CARDS: Final = max(COMBAT_CARDS) + 1
CODINGS: Final = {
    "own character": OWN_CHARACTER,
    "own card": OWN,
    "own piece": PIECE,
    "card": ANY,
    "token": TOKEN,
    "item": ITEM,
    "item or none": OWN_ITEM,
    "character": ANY_CHARACTER,
    "character and whether it is free": ATTACK,
    "character, or object of it": LOOT,
    "object and spot or receiver": FLIGHT,
    "place": PLACE,
    "letter": ZONE,
    "place and card": LANDING,
    "slot": SLOT,
    "rotation": TURN,
    "column": COLUMN,
}
LABELS: Final = {"rotation": "slot and turn"}
check_codings(PARTS, CODINGS)
# Actions of few pieces: the actor is numbered among the pieces with this ability.
ABILITY: Final[dict[int, int]] = {
    WALK_WALL: WALKS_WALLS,
    BREAK_WALLS: pieces.BREAKS_WALLS,
    HEAL: HEALS,
    REGENERATE: REGENERATES,
    STEAL: pieces.STEALS,
    LIFT: pieces.MOVES_OBJECTS,
    SHOOT: pieces.SHOOTS,
}


class CardCodec(Codec):
    """The codec of one Card Game."""

    def __init__(self, setting: CardSetting) -> None:
        super().__init__(setting)
        self.card_setting = setting
        scenario = setting.card_scenario
        self.each = setting.each
        self.characters = len(setting.characters_of[0])  # of all pieces
        self.men = min(scenario.characters or self.characters, self.characters)  # in a team
        self.items = min(scenario.objects or self.each - self.characters, self.each - self.characters)
        if scenario.team:
            self.men, self.items = self.characters, self.each - self.characters
        self.team = self.men + self.items
        self.objects = self.each - self.characters
        self.zones = setting.plan.zones
        self.spots = self.zones + setting.players  # a starting zone counts as one place
        known = self.men + self.characters + self.men  # own ones, the other's by piece, the other's hidden ones
        self.sizes = {
            "own character": self.men,
            "own card": self.team,
            "own piece": self.each,
            "card": self.team + self.each,
            "token": setting.tokens,
            "item": self.team + self.objects,
            "item or none": 1 + self.team + self.objects,
            "character": known,
            "character and whether it is free": known * 2,
            "character, or object of it": known + self.items + self.objects,
            "object and spot or receiver": (self.items + self.objects) * (self.spots + known),
            "place": setting.plan.places,
            "letter": LETTER_COUNT,
            "place and card": setting.plan.places * CARDS,
            "slot": setting.plan.tiles,
            "rotation": setting.plan.tiles * TURNS,
            "column": COLUMNS,
        }
        self.lay_out(list(KINDS))

    def is_draw(self, kind: ChoiceKind[Any]) -> bool:
        return kind.number in DRAWS

    def codings(self, kind: ChoiceKind[Any]) -> tuple[Coding, Coding]:
        first = self.coding(kind.first)
        if kind.number in ABILITY:
            able = [bits & ABILITY[kind.number] != 0 for bits in self.card_setting.capabilities[: self.each]]
            first = Coding("able character", ABLE + (kind.number << 8), max(1, sum(able)))
        return first, self.coding(kind.second)

    def coding(self, name: str) -> Coding:
        """Return the coding of a part."""
        part = PARTS[name]
        if part.coding == NUMBER:
            return Coding(name, PLAIN, part.count(self.setting))
        return Coding(LABELS.get(part.coding, part.coding), CODINGS[part.coding], self.sizes[part.coding]) if name else NONE

    # -- the numbers of the parts ----------------------------------------------------------------------------------------

    def part(self, s: State, who: int, coding: int, value: int) -> int:
        return self._part(card_of(s), who, coding, value)

    def _part(self, s: CardState, who: int, coding: int, value: int) -> int:
        if coding == PLACE:
            return self.place(s, who, value)
        if coding == OWN_CHARACTER:
            return s.men[who].index(value)
        if coding == ITEM:
            return self.item(s, who, value)
        if coding == ANY:
            return self.card(s, who, value)
        if coding == OWN:
            return self.card(s, who, value)
        if coding == ANY_CHARACTER:
            return self.character(s, who, value)
        if coding == ATTACK:
            return self.character(s, who, value & TARGET_MASK) * 2 + (1 if value & FREE else 0)
        if coding == SLOT:
            return self.slot(s, who, value)
        if coding == TURN:
            return self.slot(s, who, value >> 2) * TURNS + ((value & 3) >> 1)
        if coding == LANDING:
            return self.place(s, who, value & PLACE_MASK) * CARDS + (value >> CARD_SHIFT)
        if coding == ZONE:
            return value % LETTER_COUNT
        if coding == PIECE:
            return value - who * self.each
        if coding == COLUMN:
            return value if who == 0 else COLUMNS - 1 - value
        if coding == OWN_ITEM:
            return 0 if value == 0 else 1 + self.item(s, who, value - 1)
        if coding == LOOT:
            return self._loot(s, who, value)
        if coding == FLIGHT:
            return self._flight(s, who, value)
        if coding & 255 == ABLE:
            return self._able(ABILITY[coding >> 8], value)
        return value

    def slot(self, s: CardState, who: int, tile: int) -> int:
        """Return the number of a room's position. The second player sees the maze rotated by half a turn."""
        slot = s.maze.place_of[tile]
        return slot if who <= 0 else self.card_setting.plan.tiles - 1 - slot

    def place(self, s: CardState, who: int, place: int) -> int:
        """Return the number of a zone, by the position of its room, or of a station; own stations come first."""
        if place < self.zones:
            return self.slot(s, who, place // LETTER_COUNT) * LETTER_COUNT + place % LETTER_COUNT
        if who <= 0:
            return place
        side, rest = divmod(place - self.zones, STATIONS_PER_SIDE)
        column, letter = divmod(rest, LETTER_COUNT)
        return self.zones + (1 - side) * STATIONS_PER_SIDE + (COLUMNS - 1 - column) * LETTER_COUNT + letter

    def character(self, s: CardState, who: int, token: int) -> int:
        """Return the number of a character: an own one by its place in the team, others by piece, or by rank if hidden."""
        if token // self.each == who:
            return s.men[who].index(token)
        if not hides(s, token, who):
            return self.men + token % self.each
        return self.men + self.characters + self.hidden_rank(s, who, token)

    def card(self, s: CardState, who: int, token: int) -> int:
        """Return the number of a known card: an own one by its place in the team, another by its piece."""
        if token // self.each != who:
            return self.team + token % self.each
        if self.card_setting.is_character[token]:
            return s.men[who].index(token)
        return self.men + self.own_rank(s, token)

    def item(self, s: CardState, who: int, token: int) -> int:
        """Return the number of a possible load for a player: an own wounded character, or any object."""
        if token // self.each != who:
            return self.team + token % self.each - self.characters
        return self.card(s, who, token)

    def own_rank(self, s: CardState, token: int) -> int:
        """Return the rank of an object among those of its owner in the game."""
        rank = 0
        first = token - token % self.each
        for thing in s.things:
            if first <= thing < token:
                rank += 1
        return rank

    def hidden_rank(self, s: CardState, who: int, token: int) -> int:
        """Return the rank of a hidden wounded character among those of its colour, by the public number of its wound."""
        rank = 0
        for man in s.men[token // self.each]:
            if s.fell[man] < s.fell[token] and man != token and hides(s, man, who):
                rank += 1
        return rank

    def _object(self, s: CardState, who: int, thing: int) -> int:
        if thing // self.each == who:
            return self.own_rank(s, thing)
        return self.items + thing % self.each - self.characters

    def _loot(self, s: CardState, who: int, value: int) -> int:
        """Return the number of loot: the object, which also identifies its bearer; taken blind, the victim."""
        thing = (value >> OBJECT_SHIFT) - 1
        if thing >= 0:
            return self.men + self.characters + self.men + self._object(s, who, thing)
        return self.character(s, who, value & VICTIM_MASK)

    def _flight(self, s: CardState, who: int, value: int) -> int:
        """Return the number of a flight: the object, and the place or the receiver where it ends."""
        receiver = (value >> RECEIVER_SHIFT) - 1
        ends = self.spots + self.men + self.characters + self.men
        if receiver >= 0:
            end = self.spots + self.character(s, who, receiver)
        else:
            spot = value >> PLACE_SHIFT & SPOT_MASK
            if spot < self.zones:
                end = self.place(s, who, spot)
            else:
                end = self.zones + (0 if (spot - self.zones) // STATIONS_PER_SIDE == who else 1)
        return self._object(s, who, value & THING_MASK) * ends + end

    def _able(self, ability: int, token: int) -> int:
        """Return the rank of a piece among those with this ability."""
        rank = 0
        first = token - token % self.each
        for other in range(first, token):
            if self.card_setting.capabilities[other] & ability:
                rank += 1
        return rank
