"""The observation of the base game once more, written slowly from a View and from nothing else."""

from __future__ import annotations

from dungeon_twister.game.views import PlayerView, RoomView, View
from dungeon_twister.rl.tensors import ObservationPart, Tensors
from dungeon_twister.rules.engine.all_editions import DECISION_OF
from dungeon_twister.rules.engine.board.setting import ACTION_CARDS, BoardSetting
from dungeon_twister.rules.geometry.rooms import CELLS, DARK, GATE, LINE, SIZE, WALL, turned_cell

Planes = dict[tuple[int, int, int], int]  # plane, y, x


class FromView:
    """`bytes_of(view)` is what `Tensors.of(state, viewer)` must be for the state of the view. For two players only."""

    def __init__(self, setting: BoardSetting, tensors: Tensors) -> None:
        self.setting = setting
        self.layout = setting.layout
        self.tensors = tensors
        self.signs = [piece.sign for piece in setting.pieces]

    def bytes_of(self, view: View) -> bytes:
        self.view = view
        self.seat = self.setting.colours.index(view.viewer)
        self.out = bytearray(self.tensors.size)
        self.part: dict[str, ObservationPart] = {part.name: part for part in self.tensors.parts}
        self._maze()
        self._tokens()
        self._under_way()
        self._rows()
        return bytes(self.out)

    # -- where things go ---------------------------------------------------------------------------------------------------

    def _set(self, plane: int, x: int, y: int, number: int = 1, add: bool = False) -> None:
        width, height = self.layout.width, self.layout.height
        if self.seat == 1:
            x, y = width - 1 - x, height - 1 - y
        at = (plane * height + y) * width + x
        self.out[at] = self.out[at] + number if add else number

    def _row(self, name: str, row: int, column: int, number: int) -> None:
        part = self.part[name]
        self.out[part.offset + row * part.shape[-1] + column] = number

    def _relative(self, colour: str) -> int:
        return (self.setting.colours.index(colour) - self.seat) % 2

    def _number(self, token: str) -> int:
        colour = next(colour for colour in self.setting.colours if colour[0] == token[0])
        return self._relative(colour) * self.setting.each + self.signs.index(token[1:])

    def _xy(self, square: str) -> tuple[int, int]:
        return ord(square[0]) - 97, int(square[1:]) - 1

    # -- the parts ---------------------------------------------------------------------------------------------------------

    def _maze(self) -> None:
        for room in self.view.rooms:
            self._room(room)
        own_lines = {self.setting.seats[self.seat].line}
        for line in self.layout.lines:
            for x, y in line.squares:
                self._set(LINE, x, y)
                if line.name in own_lines:
                    self._set(17, x, y)
                elif line.name in self.setting.seats[self.seat].exits:
                    self._set(18, x, y)

    def _room(self, room: RoomView) -> None:
        if not room.name:
            for cell in range(CELLS):
                self._set(DARK, room.x + cell % SIZE, room.y + cell // SIZE)
            return
        drawn = next(one for one in self.setting.plan.rooms if one.name == room.name)
        for cell in range(CELLS):
            lies = turned_cell(cell, room.quarters)
            x, y = room.x + lies % SIZE, room.y + lies // SIZE
            self._set(drawn.terrain[cell], x, y)
            for direction in range(4):
                seen = (direction + room.quarters + 2 * self.seat) % 4
                if drawn.barrier[cell * 4 + direction] == WALL:
                    self._set(5 + seen, x, y)
                elif drawn.barrier[cell * 4 + direction] == GATE:
                    gate = room.gates[drawn.gate[cell * 4 + direction]]
                    self._set(9 + seen if gate == "closed" else 13 + seen, x, y, 2 if gate == "broken" else 1)

    def _tokens(self) -> None:
        first = 19
        unknown = first + self.setting.tokens
        marks = unknown + 2
        for token in self.view.tokens:
            x, y = self._xy(token.square)
            if token.token[1:] == "?":
                self._set(unknown + self._relative_of_sign(token.token[0]), x, y, add=True)
                continue
            self._set(first + self._number(token.token), x, y)
            for number, mark in enumerate((token.wounded, token.hurt, token.blocked)):
                if mark:
                    self._set(marks + number, x, y)
            if token.potion:
                self._set(marks + 3, x, y, token.potion)
        for room in self.view.rooms:
            for sign in room.under:
                known = sign[1:] != "?"
                plane = first + self._number(sign) if known else unknown + self._relative_of_sign(sign[0])
                self._block(room, plane)

    def _relative_of_sign(self, sign: str) -> int:
        return self._relative(next(colour for colour in self.setting.colours if colour[0] == sign))

    def _block(self, room: RoomView, plane: int) -> None:
        for cell in range(CELLS):
            self._set(plane, room.x + cell % SIZE, room.y + cell // SIZE, add=True)

    def _under_way(self) -> None:
        view, marks = self.view, 19 + self.setting.tokens + 2
        at = {token.token: self._xy(token.square) for token in view.tokens}
        if view.journey is not None:
            x, y = self._xy(view.journey.square)
            self._set(marks + 4, x, y)
            if view.journey.load:
                self._set(marks + 5, x, y)
        if view.combat is not None:
            self._set(marks + 6, *at[view.combat.attacker])
            self._set(marks + 7, *at[view.combat.defender])
            for fighter in view.combat.fighters:
                self._set(marks + 8, *at[fighter])
        if not view.over and view.pending[-1].kind in ("place", "room"):
            self._block(view.rooms[view.pending[-1].argument], marks + 9)

    def _rows(self) -> None:
        view = self.view
        if not view.over:
            self._row("deciding", 0, DECISION_OF[view.pending[-1].kind], 1)
            who = view.pending[-1].who
            self._row("deciding", 0, 20 + (2 if who == "chance" else self._relative(who)), 1)
        self._row("deciding", 0, 23 + self._relative(view.active), 1)
        self._row("deciding", 0, 25 + self.seat, 1)
        numbers = [view.turn, view.ap, view.highest, view.shown, view.progress, view.over, view.raised, view.standstill]
        for number, value in enumerate(numbers):
            self._row("global", 0, number, min(255, int(value)))
        if view.journey is not None:
            self._row("global", 0, 8 + ("move", "jump", "wall").index(view.journey.mode), 1)
            self._row("global", 0, 11, view.journey.steps)
            self._row("global", 0, 12, int(view.journey.moved))
        if view.combat is not None:
            for number, value in enumerate((view.combat.attack, view.combat.defence, view.combat.own_card + 1)):
                self._row("global", 0, 13 + number, value)
        for number, room in enumerate(self.setting.plan.rooms):
            self._row("rooms", 0, number, int(room.name in view.rooms_left))
        for player in view.players:
            self._player(player)
        for column, names in enumerate((view.out, view.gone)):
            for name in names:
                self._row("tokens", self._number(name), column, 1)

    def _player(self, player: PlayerView) -> None:
        view, row = self.view, self._relative(player.colour)
        numbers = [int(player.combat is not None), int(player.used is not None)]
        numbers += [(player.combat or []).count(card) for card in range(7)]
        numbers += [(player.used or []).count(card) for card in range(7)]
        numbers += [player.combat_count, player.used_count]
        numbers += [int(card in player.actions) for card in ACTION_CARDS]
        numbers += [player.vp, self.setting.target, player.last, player.jumps, player.idle]
        numbers += [len(player.supply), len(player.spare)]
        numbers += [int(player.colour in names) for names in (view.resigned, view.reached, view.winners)]
        numbers += [int(view.combat is not None and player.colour in view.combat.chosen), 0, int(row == 0)]
        for column, number in enumerate(numbers):
            self._row("players", row, column, number)
        for column, names in ((2, player.supply), (3, player.spare)):
            for name in names:
                if name[1:] != "?":
                    self._row("tokens", self._number(name), column, 1)
