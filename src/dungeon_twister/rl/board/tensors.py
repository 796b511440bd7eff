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
from dungeon_twister.geometry.rooms import CELLS, DARK, GATE, LINE, SIZE, WALL, Room, turned_cell
from dungeon_twister.knowledge.shared import is_of, is_seat, knows_hand, knows_laid, knows_starter, remembers
from dungeon_twister.rl.board.seats import Seats
from dungeon_twister.rl.layers import HANDS, Tensors, deciding_size, keep, small, write_deciding

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


def _block_cell(cell: int, width: int) -> int:
    """Where a cell of a room lies in a plane, from the room's corner on."""
    return cell // SIZE * width + cell % SIZE


class Drawing:
    """A room turned by quarters: `marks` are what it always sets to 1, `gate_marks` its portcullises, whose numbers in the room
    are `gates`; all of them from the room's corner on."""

    def __init__(self, room: Room, quarters: int, area: int, width: int) -> None:
        self.marks: list[int] = []
        self.gates: list[int] = []
        self.gate_marks: list[int] = []
        for cell in range(CELLS):
            at = _block_cell(turned_cell(cell, quarters), width)
            self.marks.append(room.terrain[cell] * area + at)
            for direction in range(4):
                side, seen = cell * 4 + direction, (direction + quarters) & 3
                if room.barrier[side] == WALL:
                    self.marks.append((WALLS + seen) * area + at)
                elif room.barrier[side] == GATE:
                    self.gates.append(room.gate[side])
                    self.gate_marks.append(seen * area + at)


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
        self.blank = [0] * (self.size - first)
        self.add("players", [setting.players, PLAYER])
        self.add("tokens", [setting.tokens, TOKEN])
        self.players_at = self.planes + 1  # chunks: hands and the rest of each player
        self.rows_at = self.players_at + 2 * setting.players
        self.drawn: dict[int, bytes] = {}  # mazes by their number and the viewer
        # where each seat sees each spot, in a plane
        self.cell = [[self.seats.at[spot] for spot in spots] for spots in self.seats.spots]
        self.empty = bytes(self.area)
        self.one = [self._with(self.empty, [at], 1) for at in range(self.area)]
        self.lines = [self._draw_lines(viewer) for viewer in range(setting.players)]
        places = range(setting.plan.places)
        self.corner = [[self._corner(viewer, place) for place in places] for viewer in range(setting.players)]
        # where rooms mark the planes, from their corner on; by room and quarters
        self.dark = [DARK * self.area + _block_cell(cell, self.seats.width) for cell in range(CELLS)]
        self.drawings = [
            Drawing(room, quarters, self.area, self.seats.width) for room in setting.plan.rooms for quarters in range(4)
        ]
        # for each seat and place: a plane of the squares there
        self.room = [[self._room(viewer, place) for place in places] for viewer in range(setting.players)]
        self.row = [bytes([1 if number == column else 0 for column in range(TOKEN)]) for number in range(TOKEN + 1)]
        self.laid: dict[int, bytes] = {}  # planes of tokens that lie unknown, by `_laid`'s number

    def of(self, s: State, viewer: int) -> bytearray:
        return bytearray().join(self._chunks(board_of(s), viewer))

    def _chunks(self, s: BoardState, viewer: int) -> list[bytes]:
        """The observation in pieces: the maze, the other planes, the rows of game, players and tokens."""
        chunks = [self.empty] * (self.rows_at + self.board_setting.tokens)
        chunks[0] = self._maze(s.maze, viewer)
        self._write_tokens(s, viewer, chunks)
        self._write_journey(s, viewer, chunks)
        chunks[self.planes] = self._global(s, viewer)
        for player in range(self.board_setting.players):
            self._write_player(s, player, viewer, chunks)
        return chunks

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
        out = bytearray(self.lines[viewer])
        corners, turned, most_gates = self.corner[viewer], self.seats.quarters[viewer], maze.plan.most_gates
        for tile in range(maze.plan.tiles):
            corner = corners[maze.place_of[tile]]
            room = maze.room_of[tile]
            if room < 0:
                for at in self.dark:
                    out[corner + at] = 1
                continue
            drawing = self.drawings[room * 4 + ((maze.quarters[tile] + turned) & 3)]
            for at in drawing.marks:
                out[corner + at] = 1
            for number in range(len(drawing.gates)):
                state = maze.gates[tile * most_gates + drawing.gates[number]]
                at = corner + drawing.gate_marks[number]
                if state == CLOSED:
                    out[at + GATES * self.area] = 1
                else:
                    out[at + OPENED * self.area] = 2 if state == BROKEN else 1
        return out

    def _draw_lines(self, viewer: int) -> bytes:
        """The squares of the lines, which never change."""
        out, setting = bytearray(MAZE_PLANES * self.area), self.board_setting
        for number, role in enumerate(setting.line_role[viewer]):
            at = self.cell[viewer][setting.plan.place_base + number]
            out[LINE * self.area + at] = 1
            if role in (OWN_LINE, SHARED_LINE):
                out[OWN_LINES * self.area + at] = 1
            elif role == EXIT_LINE:
                out[EXITS * self.area + at] = 1
        return bytes(out)

    def _corner(self, viewer: int, place: int) -> int:
        """The first square of a place, as the viewer sees it: the squares of a room are a block, however the plan is turned."""
        return min(self.cell[viewer][place * CELLS : place * CELLS + CELLS])

    # -- tokens -----------------------------------------------------------------------------------------------------------

    def _write_tokens(self, s: BoardState, viewer: int, planes: list[bytes]) -> None:
        setting, maze, cell, one = self.board_setting, s.maze, self.cell[viewer], self.one
        tokens, each, first, row = setting.tokens, setting.each, self.rows_at, self.row
        for player in range(setting.players):
            laid_known, own, laid = knows_laid(s, player, viewer), is_of(player, viewer), 0
            unknown: list[int] = []
            for token in setting.tokens_of[player]:
                number = (token - viewer * each) % tokens  # the viewer's own come first
                place = s.loc[token]
                column = TOKEN  # none
                if place >= UNDER:
                    tile = place - UNDER
                    if laid_known or maze.room_of[tile] >= 0:
                        planes[1 + number] = self.room[viewer][maze.place_of[tile]]
                    else:
                        laid += 1 << LAID_BITS * maze.place_of[tile]
                elif place >= 0:
                    at = cell[maze.spot(place)]
                    if knows_starter(s, token, viewer):
                        planes[1 + number] = one[at]
                        if s.status[token]:
                            self._write_marks(s.status[token], at, planes)
                    else:
                        unknown.append(at)
                elif place == OUT:
                    column = 0
                elif place == GONE:
                    column = 1
                elif own:
                    column = 2 if place == SUPPLY else 3
                planes[first + number] = row[column]
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

    def _global(self, s: BoardState, viewer: int) -> bytes:
        """The rows of the game: who decides what, the numbers of the turn, rooms that are left and doors."""
        rows = self.blank[:]
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
        return bytes(rows)

    def _write_player(self, s: BoardState, player: int, viewer: int, chunks: list[bytes]) -> None:
        setting, hand = self.board_setting, s.action_hand[player]
        supply = spare = 0
        for token in setting.tokens_of[player]:
            if s.loc[token] == SUPPLY:
                supply += 1
            elif s.loc[token] == SPARE:
                spare += 1
        numbers = [
            small(s.vp[player]),
            small(setting.target),
            s.last_card[player],
            s.jumps[player],
            small(s.idle[player]),
            supply,
            spare,
            s.resigned >> player & 1,
            s.reached >> player & 1,
            s.winners >> player & 1,
            1 if s.attacker >= 0 and s.chosen[player] >= 0 else 0,
            1 + s.sides[player] if s.attacker >= 0 and s.sides else 0,
            1 if setting.team_of[player] == setting.team_of[viewer] else 0,
        ]
        at = self.players_at + 2 * ((player - viewer) % setting.players)
        chunks[at] = self.hands(s, player, knows_hand(s, player, viewer), remembers(s, viewer))
        chunks[at + 1] = bytes([hand >> card & 1 for card in ACTION_CARDS] + numbers)
