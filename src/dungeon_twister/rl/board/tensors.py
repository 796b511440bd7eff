"""Observations of the board game: planes over the whole plan, and rows for players and tokens."""

from __future__ import annotations

from typing import Final

from dungeon_twister.engine.board.combat import attacks, side_value
from dungeon_twister.engine.board.ending import turns_to_standstill
from dungeon_twister.engine.board.setting import ACTION_CARDS, EXIT_LINE, OWN_LINE, SHARED_LINE, BoardSetting
from dungeon_twister.engine.board.state import MODES, BoardState, board_of
from dungeon_twister.engine.decisions import PLACE_TOKENS, ROOM_DRAW, frame_argument
from dungeon_twister.engine.state import BLOCKED, GONE, HURT, OUT, POTION_SHIFT, SPARE, SUPPLY, UNDER, WOUNDED, State
from dungeon_twister.geometry.maze import BROKEN, CLOSED, Maze
from dungeon_twister.geometry.rooms import CELLS, DARK, GATE, LINE, WALL
from dungeon_twister.knowledge.shared import is_of, is_seat, knows_hand, knows_laid, knows_starter, remembers
from dungeon_twister.rl.board.seats import Seats
from dungeon_twister.rl.layers import HANDS, Tensors, deciding_size, keep, small, write_deciding, write_hands

TERRAINS: Final = 5  # floor, gear, pit, line, face down
WALLS: Final = 5  # the first of four planes: the side that looks north, east, south, west
GATES: Final = 9  # closed
OPENED: Final = 13  # 1 open, 2 broken
OWN_LINES: Final = 17  # where the viewer's own characters start
EXITS: Final = 18
MAZE_PLANES: Final = 19
MARKS: Final = 10  # wounded, hurt, blocked, potion; mover, load; attacker, defender, fighters; the room of the decision

PLAYER: Final = HANDS + 17
TOKEN: Final = 4  # out, gone, own supply, own and left out
GLOBAL: Final = 16
LAID_BITS: Final = 4  # for the number of tokens that lie unknown in a place
MOST_LAID: Final = (1 << LAID_BITS) - 1


class BoardTensors(Tensors):
    """The observations of one board game. Most planes are empty, mark one square or one room: those are made once."""

    def __init__(self, setting: BoardSetting) -> None:
        super().__init__(setting)
        self.board_setting = setting
        self.seats = Seats(setting)
        self.area = self.seats.width * self.seats.height
        # planes by their number, the maze as one
        self.unknown_at = 1 + setting.tokens
        self.marks_at = self.unknown_at + setting.players
        self.planes = self.marks_at + MARKS
        self.add("planes", [MAZE_PLANES - 1 + self.planes, self.seats.height, self.seats.width])
        first = self.size
        self.add("deciding", [deciding_size(setting.players)])
        self.global_at = self.add("global", [GLOBAL]) - first
        self.rooms_at = self.add("rooms", [len(setting.plan.rooms)]) - first
        self.doors_at = self.add("doors", [len(setting.layout.lines), setting.players + 1]) - first
        self.players_at = self.add("players", [setting.players, PLAYER]) - first
        self.rows_at = self.add("tokens", [setting.tokens, TOKEN]) - first
        self.blank = [0] * (self.size - first)
        self.drawn: dict[int, bytes] = {}  # mazes by their number and the viewer
        # where each seat sees each spot, in a plane
        self.cell = [[self.seats.at[spot] for spot in spots] for spots in self.seats.spots]
        self.empty = bytes(self.area)
        self.one = [self._with(self.empty, [at], 1) for at in range(self.area)]
        # for each seat and place: a plane of the squares there
        self.room = [[self._room(viewer, place) for place in range(setting.plan.places)] for viewer in range(setting.players)]
        self.laid: dict[int, bytes] = {}  # planes of tokens that lie unknown, by `_laid`'s number

    def of(self, s: State, viewer: int) -> bytearray:
        return bytearray().join(self._chunks(board_of(s), viewer))

    def _chunks(self, s: BoardState, viewer: int) -> list[bytes]:
        """The observation in pieces: the maze, the other planes, and all rows together."""
        planes = [self.empty] * (self.planes + 1)
        rows = self.blank[:]
        planes[0] = self._maze(s.maze, viewer)
        self._write_tokens(s, viewer, planes, rows)
        self._write_journey(s, viewer, planes)
        self._write_global(s, viewer, rows)
        for player in range(self.board_setting.players):
            self._write_player(s, player, viewer, rows)
        planes[self.planes] = bytes(rows)
        return planes

    # -- planes -----------------------------------------------------------------------------------------------------------

    def _with(self, plane: bytes, squares: list[int], number: int) -> bytes:
        """A plane with so much more on some of its squares."""
        changed = bytearray(plane)
        for at in squares:
            changed[at] += number
        return bytes(changed)

    def _room(self, viewer: int, place: int) -> bytes:
        cell = self.cell[viewer]
        return self._with(self.empty, [cell[spot] for spot in range(place * CELLS, place * CELLS + CELLS)], 1)

    def _mark(self, planes: list[bytes], number: int, at: int) -> None:
        """Set a square of a plane to 1."""
        plane = planes[number]
        if plane is self.empty:
            planes[number] = self.one[at]
        elif not plane[at]:
            planes[number] = self._with(plane, [at], 1)

    def _laid(self, packed: int, viewer: int) -> bytes:
        """How many tokens lie on each square, from their number in each place, four bits each."""
        key = packed * self.board_setting.players + viewer
        plane = self.laid.get(key)
        if plane is None:
            plane, cell, spot, left = self.empty, self.cell[viewer], 0, packed
            while left:
                if left & MOST_LAID:
                    plane = self._with(plane, [cell[spot + n] for n in range(CELLS)], left & MOST_LAID)
                left >>= LAID_BITS
                spot += CELLS
            keep(self.laid, key, plane)
        return plane

    # -- the maze ---------------------------------------------------------------------------------------------------------

    def _maze(self, maze: Maze, viewer: int) -> bytes:
        key = maze.number * self.board_setting.players + viewer
        drawn = self.drawn.get(key)
        if drawn is None:
            drawn = bytes(self._draw(maze, viewer))
            keep(self.drawn, key, drawn)
        return drawn

    def _draw(self, maze: Maze, viewer: int) -> bytearray:
        """All that follows from the maze: terrain, walls and portcullises, and what the lines are for the viewer."""
        out = bytearray(MAZE_PLANES * self.area)
        plan, area, cell = maze.plan, self.area, self.cell[viewer]
        turned = self.seats.quarters[viewer]
        for square in range(plan.squares):
            spot = maze.spot(square)
            at = cell[spot]
            terrain = maze.terrain[square]
            out[terrain * area + at] = 1
            if terrain == LINE:
                role = self.board_setting.line_role[viewer][square - plan.base]
                if role in (OWN_LINE, SHARED_LINE):
                    out[OWN_LINES * area + at] = 1
                elif role == EXIT_LINE:
                    out[EXITS * area + at] = 1
            elif terrain != DARK:
                for compass in range(4):
                    self._draw_side(maze, maze.side_towards(square, compass), (compass + turned) & 3, at, out)
        return out

    def _draw_side(self, maze: Maze, side: int, seen: int, at: int, out: bytearray) -> None:
        barrier = maze.barrier_at(side)
        if barrier == WALL:
            out[(WALLS + seen) * self.area + at] = 1
        elif barrier == GATE:
            state = maze.gates[maze.gate_at(side)]
            if state == CLOSED:
                out[(GATES + seen) * self.area + at] = 1
            else:
                out[(OPENED + seen) * self.area + at] = 2 if state == BROKEN else 1

    # -- tokens -----------------------------------------------------------------------------------------------------------

    def _write_tokens(self, s: BoardState, viewer: int, planes: list[bytes], rows: list[int]) -> None:
        setting, maze, cell, one = self.board_setting, s.maze, self.cell[viewer], self.one
        tokens, each, first = setting.tokens, setting.each, self.rows_at
        for player in range(setting.players):
            laid_known, own, laid = knows_laid(s, player, viewer), is_of(player, viewer), 0
            unknown: list[int] = []
            for token in setting.tokens_of[player]:
                number = (token - viewer * each) % tokens  # the viewer's own come first
                place = s.loc[token]
                if place >= UNDER:
                    tile = place - UNDER
                    if laid_known or maze.room_of[tile] >= 0:
                        planes[1 + number] = self.room[viewer][maze.place_of[tile]]
                    else:
                        laid += 1 << LAID_BITS * maze.place_of[tile]
                elif place >= 0:
                    at = cell[maze.spot(place)]
                    if not knows_starter(s, token, viewer):
                        unknown.append(at)
                        continue
                    planes[1 + number] = one[at]
                    if s.status[token]:
                        self._write_marks(s.status[token], at, planes)
                elif place == OUT:
                    rows[first + number * TOKEN] = 1
                elif place == GONE:
                    rows[first + number * TOKEN + 1] = 1
                elif own:
                    rows[first + number * TOKEN + (2 if place == SUPPLY else 3)] = 1
            plane = self._laid(laid, viewer) if laid else self.empty
            planes[self.unknown_at + (player - viewer) % setting.players] = self._with(plane, unknown, 1) if unknown else plane

    def _write_marks(self, status: int, at: int, planes: list[bytes]) -> None:
        first = self.marks_at
        if status & WOUNDED:
            self._mark(planes, first, at)
        if status & HURT:
            self._mark(planes, first + 1, at)
        if status & BLOCKED:
            self._mark(planes, first + 2, at)
        if status >> POTION_SHIFT:
            planes[first + 3] = self._with(planes[first + 3], [at], small(status >> POTION_SHIFT))

    def _write_journey(self, s: BoardState, viewer: int, planes: list[bytes]) -> None:
        """The journey, the combat and the room of the decision, in the planes."""
        maze, cell, first = s.maze, self.cell[viewer], self.marks_at
        if s.mover >= 0:
            at = cell[maze.spot(s.at)]
            planes[first + 4] = self.one[at]
            if s.load >= 0:
                planes[first + 5] = self.one[at]
        if s.attacker >= 0:
            planes[first + 6] = self.one[cell[maze.spot(s.loc[s.attacker])]]
            planes[first + 7] = self.one[cell[maze.spot(s.loc[s.defender])]]
            if s.fighters:
                for token in range(self.board_setting.tokens):
                    if s.fighters >> token & 1:
                        self._mark(planes, first + 8, cell[maze.spot(s.loc[token])])
        decision = s.decision()
        if decision in (PLACE_TOKENS, ROOM_DRAW):
            planes[first + 9] = self.room[viewer][maze.place_of[frame_argument(s.stack[-1])]]

    # -- rows -------------------------------------------------------------------------------------------------------------

    def _write_global(self, s: BoardState, viewer: int, rows: list[int]) -> None:
        write_deciding(s, viewer, rows, 0)
        at = self.global_at
        rows[at] = small(s.turn)
        rows[at + 1] = small(s.ap)
        rows[at + 2] = s.highest
        rows[at + 3] = 1 if s.shown else 0
        rows[at + 4] = 1 if s.progress else 0
        rows[at + 5] = 1 if s.over else 0
        rows[at + 6] = 1 if s.maze.raised >= 0 else 0
        rows[at + 7] = small(turns_to_standstill(s))
        if s.mover >= 0:
            rows[at + 8 + s.mode] = 1
            rows[at + 8 + len(MODES)] = small(s.steps)
            rows[at + 9 + len(MODES)] = 1 if s.moved else 0
        if s.attacker >= 0:
            attack = defence = 0
            for player in range(self.board_setting.players):
                attacking = attacks(s, player)
                value = side_value(s, player, attacking)
                if attacking:
                    attack += value
                else:
                    defence += value
            rows[at + 13] = small(attack)
            rows[at + 14] = small(defence)
            rows[at + 15] = 1 + s.chosen[viewer] if is_seat(viewer) else 0
        left, room = s.rooms_left, 0
        while left:
            if left & 1:
                rows[self.rooms_at + room] = 1
            left >>= 1
            room += 1
        players = self.board_setting.players
        for line, owner in enumerate(s.doors):
            if owner >= 0:
                seen = owner if owner == players else (owner - viewer) % players
                rows[self.doors_at + line * (players + 1) + seen] = 1

    def _write_player(self, s: BoardState, player: int, viewer: int, rows: list[int]) -> None:
        setting = self.board_setting
        at = self.players_at + (player - viewer) % setting.players * PLAYER
        at = write_hands(s, player, knows_hand(s, player, viewer), remembers(s, viewer), rows, at)
        for number, card in enumerate(ACTION_CARDS):
            if s.action_hand[player] >> card & 1:
                rows[at + number] = 1
        rows[at + 4] = small(s.vp[player])
        rows[at + 5] = small(setting.target)
        rows[at + 6] = s.last_card[player]
        rows[at + 7] = s.jumps[player]
        rows[at + 8] = small(s.idle[player])
        for token in setting.tokens_of[player]:
            if s.loc[token] == SUPPLY:
                rows[at + 9] += 1
            elif s.loc[token] == SPARE:
                rows[at + 10] += 1
        rows[at + 11] = s.resigned >> player & 1
        rows[at + 12] = s.reached >> player & 1
        rows[at + 13] = s.winners >> player & 1
        rows[at + 14] = 1 if s.attacker >= 0 and s.chosen[player] >= 0 else 0
        rows[at + 15] = 1 + s.sides[player] if s.attacker >= 0 and s.sides else 0
        rows[at + 16] = 1 if setting.team_of[player] == setting.team_of[viewer] else 0
