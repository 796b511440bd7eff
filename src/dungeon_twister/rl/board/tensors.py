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
from dungeon_twister.geometry.rooms import CELLS, DARK, GATE, LINE, SIZE, WALL
from dungeon_twister.knowledge import is_of, is_seat, knows_laid, knows_starter
from dungeon_twister.rl.board.seats import Seats
from dungeon_twister.rl.layers import HANDS, MOST_KEPT, Tensors, deciding_size, small, write_deciding

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


class BoardTensors(Tensors):
    """The observations of one board game."""

    def __init__(self, setting: BoardSetting) -> None:
        super().__init__(setting)
        self.board_setting = setting
        self.seats = Seats(setting)
        self.area = self.seats.width * self.seats.height
        self.tokens_at = MAZE_PLANES * self.area
        self.unknown_at = self.tokens_at + setting.tokens * self.area
        self.marks_at = self.unknown_at + setting.players * self.area
        planes = MAZE_PLANES + setting.tokens + setting.players + MARKS
        self.add("planes", [planes, self.seats.height, self.seats.width])
        self.deciding_at = self.add("deciding", [deciding_size(setting.players)])
        self.global_at = self.add("global", [GLOBAL])
        self.rooms_at = self.add("rooms", [len(setting.plan.rooms)])
        self.doors_at = self.add("doors", [len(setting.layout.lines), setting.players + 1])
        self.players_at = self.add("players", [setting.players, PLAYER])
        self.rows_at = self.add("tokens", [setting.tokens, TOKEN])
        self.drawn: dict[int, bytes] = {}  # mazes by their number and the viewer
        # where each seat sees each spot, in a plane
        self.cell = [[self.seats.at[spot] for spot in spots] for spots in self.seats.spots]

    def of(self, s: State, viewer: int) -> bytearray:
        return self._of(board_of(s), viewer)

    def _of(self, s: BoardState, viewer: int) -> bytearray:
        maze = s.maze
        key = maze.number * self.board_setting.players + viewer
        drawn = self.drawn.get(key)
        if drawn is None:
            drawn = bytes(self._draw(maze, viewer))
            if len(self.drawn) >= MOST_KEPT:
                self.drawn.clear()
            self.drawn[key] = drawn
        out = bytearray(drawn)
        self._write_tokens(s, viewer, out)
        self._write_journey(s, viewer, out)
        self._write_global(s, viewer, out)
        for player in range(self.board_setting.players):
            self._write_player(s, player, viewer, out)
        return out

    # -- the maze ---------------------------------------------------------------------------------------------------------

    def _draw(self, maze: Maze, viewer: int) -> bytearray:
        """All that follows from the maze: terrain, walls and portcullises, and what the lines are for the viewer."""
        out = bytearray(self.size)
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

    def _write_tokens(self, s: BoardState, viewer: int, out: bytearray) -> None:
        setting, maze, area, cell = self.board_setting, s.maze, self.area, self.cell[viewer]
        tokens, each = setting.tokens, setting.each
        shift = viewer * each
        for token in range(tokens):
            place = s.loc[token]
            number = (token - shift) % tokens
            if place >= UNDER:
                tile = place - UNDER
                player = setting.owner[token]
                if maze.room_of[tile] >= 0 or knows_laid(s, player, viewer):
                    self._fill(maze, tile, viewer, self.tokens_at + number * area, out)
                else:
                    self._fill(maze, tile, viewer, self.unknown_at + number // each * area, out)
            elif place >= 0:
                at = cell[maze.spot(place)]
                if knows_starter(s, token, viewer):
                    out[self.tokens_at + number * area + at] = 1
                    if s.status[token]:
                        self._write_marks(s.status[token], at, out)
                else:
                    out[self.unknown_at + number // each * area + at] += 1
            elif place in (OUT, GONE):
                out[self.rows_at + number * TOKEN + (0 if place == OUT else 1)] = 1
            elif is_of(setting.owner[token], viewer):
                out[self.rows_at + number * TOKEN + (2 if place == SUPPLY else 3)] = 1

    def _fill(self, maze: Maze, tile: int, viewer: int, plane: int, out: bytearray) -> None:
        """Count one more on all squares of a room."""
        first = maze.place_of[tile] * CELLS
        cell = self.cell[viewer]
        # the squares of a room are a block, wherever the plan is turned to
        corner = min(cell[first], cell[first + CELLS - 1], cell[first + SIZE - 1], cell[first + CELLS - SIZE])
        width = self.seats.width
        for row in range(SIZE):
            at = plane + corner + row * width
            for column in range(SIZE):
                out[at + column] += 1

    def _write_marks(self, status: int, at: int, out: bytearray) -> None:
        first, area = self.marks_at + at, self.area
        if status & WOUNDED:
            out[first] = 1
        if status & HURT:
            out[first + area] = 1
        if status & BLOCKED:
            out[first + 2 * area] = 1
        if status >> POTION_SHIFT:
            out[first + 3 * area] = small(status >> POTION_SHIFT)

    def _write_journey(self, s: BoardState, viewer: int, out: bytearray) -> None:
        """The journey, the combat and the room of the decision, in the planes."""
        maze, area, cell = s.maze, self.area, self.cell[viewer]
        if s.mover >= 0:
            at = cell[maze.spot(s.at)]
            out[self.marks_at + 4 * area + at] = 1
            if s.load >= 0:
                out[self.marks_at + 5 * area + at] = 1
        if s.attacker >= 0:
            out[self.marks_at + 6 * area + cell[maze.spot(s.loc[s.attacker])]] = 1
            out[self.marks_at + 7 * area + cell[maze.spot(s.loc[s.defender])]] = 1
            if s.fighters:
                for token in range(self.board_setting.tokens):
                    if s.fighters >> token & 1:
                        out[self.marks_at + 8 * area + cell[maze.spot(s.loc[token])]] = 1
        decision = s.decision()
        if decision in (PLACE_TOKENS, ROOM_DRAW):
            self._fill(maze, frame_argument(s.stack[-1]), viewer, self.marks_at + 9 * area, out)

    # -- rows -------------------------------------------------------------------------------------------------------------

    def _write_global(self, s: BoardState, viewer: int, out: bytearray) -> None:
        write_deciding(s, viewer, out, self.deciding_at)
        at = self.global_at
        out[at] = small(s.turn)
        out[at + 1] = small(s.ap)
        out[at + 2] = s.highest
        out[at + 3] = 1 if s.shown else 0
        out[at + 4] = 1 if s.progress else 0
        out[at + 5] = 1 if s.over else 0
        out[at + 6] = 1 if s.maze.raised >= 0 else 0
        out[at + 7] = small(turns_to_standstill(s))
        if s.mover >= 0:
            out[at + 8 + s.mode] = 1
            out[at + 8 + len(MODES)] = small(s.steps)
            out[at + 9 + len(MODES)] = 1 if s.moved else 0
        if s.attacker >= 0:
            attack = defence = 0
            for player in range(self.board_setting.players):
                attacking = attacks(s, player)
                value = side_value(s, player, attacking)
                if attacking:
                    attack += value
                else:
                    defence += value
            out[at + 13] = small(attack)
            out[at + 14] = small(defence)
            out[at + 15] = 1 + s.chosen[viewer] if is_seat(viewer) else 0
        left, room = s.rooms_left, 0
        while left:
            if left & 1:
                out[self.rooms_at + room] = 1
            left >>= 1
            room += 1
        players = self.board_setting.players
        for line, owner in enumerate(s.doors):
            if owner >= 0:
                seen = owner if owner == players else (owner - viewer) % players
                out[self.doors_at + line * (players + 1) + seen] = 1

    def _write_player(self, s: BoardState, player: int, viewer: int, out: bytearray) -> None:
        setting = self.board_setting
        at = self.players_at + (player - viewer) % setting.players * PLAYER
        at = self.write_hands(s, player, viewer, out, at)
        for number, card in enumerate(ACTION_CARDS):
            if s.action_hand[player] >> card & 1:
                out[at + number] = 1
        out[at + 4] = small(s.vp[player])
        out[at + 5] = small(setting.target)
        out[at + 6] = s.last_card[player]
        out[at + 7] = s.jumps[player]
        out[at + 8] = small(s.idle[player])
        for token in setting.tokens_of[player]:
            if s.loc[token] == SUPPLY:
                out[at + 9] += 1
            elif s.loc[token] == SPARE:
                out[at + 10] += 1
        out[at + 11] = s.resigned >> player & 1
        out[at + 12] = s.reached >> player & 1
        out[at + 13] = s.winners >> player & 1
        out[at + 14] = 1 if s.attacker >= 0 and s.chosen[player] >= 0 else 0
        out[at + 15] = 1 + s.sides[player] if s.attacker >= 0 and s.sides else 0
        out[at + 16] = 1 if setting.team_of[player] == setting.team_of[viewer] else 0
