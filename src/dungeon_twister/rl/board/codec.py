"""The codec of the board game: squares as places of the plan, tokens by owner and piece, relative to the deciding seat."""

from __future__ import annotations

from typing import Any, Final

from dungeon_twister.game.record.board.choice_parts import PARTS
from dungeon_twister.game.record.choice_parts import NUMBER
from dungeon_twister.rl.board.seat_rotations import SeatRotations
from dungeon_twister.rl.codes import NONE, Codec, Coding, check_codings
from dungeon_twister.rules.engine.actions import DRAW_PAIR, DRAW_PLACER, DRAW_ROOM, DRAW_STARTER
from dungeon_twister.rules.engine.board.actions import DRAW_DOOR
from dungeon_twister.rules.engine.board.rules import KINDS
from dungeon_twister.rules.engine.board.setting import BoardSetting
from dungeon_twister.rules.engine.board.state import BoardState, board_of
from dungeon_twister.rules.engine.choice_kinds import ChoiceKind
from dungeon_twister.rules.engine.state import State
from dungeon_twister.rules.geometry.rooms import CELLS

OWN: Final = 1
OWN_CHARACTER: Final = 2
ANY: Final = 3
ANY_CHARACTER: Final = 4
SPOT: Final = 5
CELL: Final = 6
DOT: Final = 7
PLACED: Final = 8
TURN: Final = 9
SIDE: Final = 10
PLAIN: Final = 11

DRAWS: Final = (DRAW_PAIR, DRAW_PLACER, DRAW_STARTER, DRAW_ROOM, DRAW_DOOR)
TURNS: Final = 2  # clockwise, counterclockwise: 1 and 3 quarters
CODINGS: Final = {
    "own character": OWN_CHARACTER,
    "own token": OWN,
    "token": ANY,
    "character": ANY_CHARACTER,
    "spot": SPOT,
    "cell": CELL,
    "dot": DOT,
    "place": PLACED,
    "rotation": TURN,
    "compass or far": SIDE,
    "compass": SIDE,
    "way": SIDE,
}
LABELS: Final = {"rotation": "place and turn", "way": "compass"}
check_codings(PARTS, CODINGS)


class BoardCodec(Codec):
    """The codec of one board game."""

    def __init__(self, setting: BoardSetting) -> None:
        super().__init__(setting)
        self.board_setting = setting
        self.seats = SeatRotations(setting)
        self.each = setting.each
        self.characters = len(setting.characters_of[0])
        plan = setting.plan
        self.sizes = {
            "own character": self.characters,
            "own token": self.each,
            "token": setting.tokens,
            "character": setting.players * self.characters,
            "spot": len(plan.xy),
            "cell": CELLS,
            "dot": self.seats.most_dots,
            "place": plan.places,
            "rotation": plan.places * TURNS,
            "compass or far": 8,
            "compass": 4,
            "way": 4,
        }
        self.lay_out(list(KINDS))

    def is_draw(self, kind: ChoiceKind[Any]) -> bool:
        return kind.number in DRAWS

    def codings(self, kind: ChoiceKind[Any]) -> tuple[Coding, Coding]:
        return self.coding(kind.first), self.coding(kind.second)

    def coding(self, name: str) -> Coding:
        """Return the coding of a part."""
        part = PARTS[name]
        if part.coding == NUMBER:
            return Coding(name, PLAIN, part.count(self.setting))
        return Coding(LABELS.get(part.coding, part.coding), CODINGS[part.coding], self.sizes[part.coding]) if name else NONE

    def part(self, s: State, who: int, coding: int, value: int) -> int:
        return self._part(board_of(s), who, coding, value)

    def _part(self, s: BoardState, who: int, coding: int, value: int) -> int:
        if coding == SPOT:
            return self.seats.spots[who][s.maze.spot(value)]
        if coding in (OWN_CHARACTER, OWN):
            return value - who * self.each
        if coding == ANY:
            return (value - who * self.each) % self.board_setting.tokens
        if coding == ANY_CHARACTER:
            owner = (value // self.each - who) % self.board_setting.players
            return owner * self.characters + value % self.each
        if coding == CELL:
            return self.seats.spots[who][s.maze.spot(value)] % CELLS
        if coding == PLACED:
            return self.seats.places[who][s.maze.place_of[value]]
        if coding == TURN:
            return self.seats.places[who][s.maze.place_of[value >> 2]] * TURNS + ((value & 3) >> 1)
        if coding == SIDE:
            return ((value + self.seats.quarters[who]) & 3) | (value & 4)
        if coding == DOT:
            return self.seats.dots[who].index(self.seats.spots[who][s.maze.spot(value)])
        return value
