"""The codec of the board game: squares as places of the plan, tokens by owner and piece, relative to the deciding seat."""

from __future__ import annotations

from typing import Any, Final

from dungeon_twister.rl.board.seat_rotations import SeatRotations
from dungeon_twister.rl.codes import NONE, Codec, Coding
from dungeon_twister.rules.engine.actions import DRAW_PAIR, DRAW_PLACER, DRAW_ROOM, DRAW_STARTER, LAY, PLACE, START
from dungeon_twister.rules.engine.actions import LEAVE_OUT as OUT_OF_GAME
from dungeon_twister.rules.engine.board.actions import DRAW_DOOR
from dungeon_twister.rules.engine.board.rules import KINDS
from dungeon_twister.rules.engine.board.setting import BoardSetting
from dungeon_twister.rules.engine.board.state import BoardState, board_of
from dungeon_twister.rules.engine.choice_kinds import ChoiceKind
from dungeon_twister.rules.engine.setting import COMBAT_CARDS
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

OWN_TOKENS: Final = (LAY, START, OUT_OF_GAME)  # the token is the decider's, as the actor of an action is
DRAWS: Final = (DRAW_PAIR, DRAW_PLACER, DRAW_STARTER, DRAW_ROOM, DRAW_DOOR)
TURNS: Final = 2  # clockwise, counterclockwise: 1 and 3 quarters
PARTIES: Final = 3
CARDS: Final = max(COMBAT_CARDS) + 1


class BoardCodec(Codec):
    """The codec of one board game."""

    def __init__(self, setting: BoardSetting) -> None:
        super().__init__(setting)
        self.board_setting = setting
        self.seats = SeatRotations(setting)
        self.each = setting.each
        self.characters = len(setting.characters_of[0])
        self.lay_out(list(KINDS))

    def is_draw(self, kind: ChoiceKind[Any]) -> bool:
        return kind.number in DRAWS

    def codings(self, kind: ChoiceKind[Any]) -> tuple[Coding, Coding]:
        return self._coding(kind, kind.first), self._coding(kind, kind.second)

    def _coding(self, kind: ChoiceKind[Any], part: str) -> Coding:
        setting, plan = self.board_setting, self.board_setting.plan
        if part == "token":
            if kind.is_deed:
                return Coding("own character", OWN_CHARACTER, self.characters)
            if kind.number in OWN_TOKENS:
                return Coding("own token", OWN, self.each)
            return Coding("token", ANY, setting.tokens)
        if part in ("enemy", "patient"):
            return Coding("character", ANY_CHARACTER, setting.players * self.characters)
        if part == "square":
            if kind.number == PLACE:
                return Coding("cell", CELL, CELLS)
            if kind.number == START:
                return Coding("dot", DOT, self.seats.most_dots)
            return Coding("spot", SPOT, len(plan.xy))
        if part in ("place", "face-down"):
            return Coding("place", PLACED, plan.places)
        if part == "turn":
            return Coding("place and turn", TURN, plan.places * TURNS)
        if part == "side":
            return Coding("compass or far", SIDE, 8)
        if part in ("compass", "way"):
            return Coding("compass", SIDE, 4)
        sizes = {
            "value": CARDS,
            "party": PARTIES,
            "pair": len(plan.pairs),
            "player": setting.players,
            "quarters": 4,
            "room": len(plan.rooms),
            "line": len(setting.layout.lines),
            "owner": setting.players + 1,
        }
        return Coding(part, PLAIN, sizes[part]) if part else NONE

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
