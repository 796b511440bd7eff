"""Observations of the board game: planes over the whole plan, and rows for players and tokens."""

from __future__ import annotations

from typing import Final

from dungeon_twister.rl.board.obs_cache import BoardObservationCache
from dungeon_twister.rl.board.row_tensors import GLOBAL, PLAYER, RowTensors
from dungeon_twister.rl.board.seat_rotations import SeatRotations
from dungeon_twister.rl.observation import ObservationCache, deciding_size, small, store
from dungeon_twister.rules.engine.board.setting import EXIT_LINE, OWN_LINE, SHARED_LINE, BoardSetting
from dungeon_twister.rules.engine.board.state import BoardState, board_of
from dungeon_twister.rules.engine.decisions import PLACE_TOKENS, ROOM_DRAW, frame_argument
from dungeon_twister.rules.engine.state import BLOCKED, GONE, HURT, OUT, POTION_SHIFT, SPARE, SUPPLY, UNDER, WOUNDED, State
from dungeon_twister.rules.geometry.maze import BROKEN, CLOSED, Maze
from dungeon_twister.rules.geometry.rooms import CELLS, DARK, GATE, LINE, SIZE, WALL, Room, turned_cell
from dungeon_twister.rules.visibility.shared import is_of, knows_laid, knows_starter

TERRAINS: Final = 5  # floor, gear, pit, line, face down
WALLS: Final = 5  # the first of four planes: walls on the north, east, south and west sides
GATES: Final = 9  # closed
OPENED: Final = 13  # 1 open, 2 broken
OWN_LINES: Final = 17  # where the viewer's own characters start
EXITS: Final = 18
MAZE_PLANES: Final = 19
MARKS: Final = 10  # wounded, hurt, blocked, potion; mover, load; attacker, defender, fighters; the room of the decision

TOKEN: Final = 4  # numbers of a token's row: out, gone, own supply, own and left out
JOURNEY: Final = 4  # the first mark that does not belong to a single token
LAID_BITS: Final = 4  # for the number of unidentified tokens in a place
MOST_LAID: Final = (1 << LAID_BITS) - 1


def _block_cell(cell: int, width: int) -> int:
    """Return the index of a room's cell in a plane, relative to the room's corner."""
    return cell // SIZE * width + cell % SIZE


class RoomStencil:
    """A room rotated by quarters, as indices relative to the room's corner.

    `marks` are always set to 1. `gate_marks` are its portcullises, whose numbers in the room are `gates`.
    """

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


class BoardTensors(RowTensors):
    """The observations of one board game. Most planes are empty, or mark one square or one room: those are made once."""

    def __init__(self, setting: BoardSetting) -> None:
        # first numbers of planes; the maze counts as one
        self.unknown_at = 1 + setting.tokens
        self.marks_at = self.unknown_at + setting.players
        super().__init__(setting, self.marks_at + MARKS)
        self.seats = SeatRotations(setting)
        self.area = self.seats.width * self.seats.height
        self.add("planes", [MAZE_PLANES - 1 + self.planes, self.seats.height, self.seats.width])
        self.add("deciding", [deciding_size(setting.players)])
        self.add("global", [GLOBAL])
        self.add("rooms", [len(setting.plan.rooms)])
        self.add("doors", [len(setting.layout.lines), setting.players + 1])
        self.add("players", [setting.players, PLAYER])
        self.add("tokens", [setting.tokens, TOKEN])
        # position of each spot in a plane, for each seat
        self.cell = [[self.seats.at[spot] for spot in spots] for spots in self.seats.spots]
        self.empty = bytes(self.area)
        self.one = [self._with(self.empty, [at], 1) for at in range(self.area)]
        self.lines = [self._draw_lines(viewer) for viewer in range(setting.players)]
        places = range(setting.plan.places)
        self.corner = [[self._corner(viewer, place) for place in places] for viewer in range(setting.players)]
        # marks of rooms in the planes, relative to their corner, by room and quarters
        self.dark = [DARK * self.area + _block_cell(cell, self.seats.width) for cell in range(CELLS)]
        self.drawings = [
            RoomStencil(room, quarters, self.area, self.seats.width) for room in setting.plan.rooms for quarters in range(4)
        ]
        # for each seat and place: a plane of its squares
        self.room = [[self._room(viewer, place) for place in places] for viewer in range(setting.players)]
        self.row = [bytes([1 if number == column else 0 for column in range(TOKEN)]) for number in range(TOKEN + 1)]
        self.laid: dict[int, bytes] = {}  # planes of unidentified tokens, by the number in `_laid`

    def new_cache(self, viewer: int) -> ObservationCache:
        return BoardObservationCache(viewer)

    def renew(self, s: State, cache: ObservationCache) -> None:
        """Update the pieces: the maze, the other planes, the rows of game, players and tokens."""
        assert isinstance(cache, BoardObservationCache)
        self._renew(board_of(s), cache.viewer, cache)

    def _renew(self, s: BoardState, viewer: int, cache: BoardObservationCache) -> None:
        same = cache.maze is s.maze and cache.kept == s.incremental_hash and cache.shown == s.shown
        if not same and not (cache.shown and s.shown and self._follow(s, viewer, cache)):
            self._begin(s, viewer, cache)
        cache.maze, cache.shown, cache.kept = s.maze, s.shown, s.incremental_hash
        self._write_journey(s, viewer, cache.pieces)
        self.write_game(s, viewer, cache)
        self.write_players(s, viewer, cache)

    def _begin(self, s: BoardState, viewer: int, cache: BoardObservationCache) -> None:
        """Write the maze and every token."""
        drawn, pieces = self._drawn(s.maze, viewer), cache.pieces
        if pieces:
            for number in range(1, self.planes):
                pieces[number] = self.empty
        else:
            pieces = cache.pieces = [self.empty] * (self.rows_at + self.board_setting.tokens)
        pieces[0] = drawn
        self._write_tokens(s, viewer, pieces)
        cache.places = s.loc[:]
        cache.marks = s.status
        cache.note_left([self._left(s, player) for player in range(self.board_setting.players)])

    def _left(self, s: BoardState, player: int) -> int:
        """Return the number of a player's tokens in the supply and the number left out, a byte each."""
        left = 0
        for token in self.board_setting.tokens_of[player]:
            place = s.loc[token]
            if place == SUPPLY:
                left += 1 << 8
            elif place == SPARE:
                left += 1
        return left

    def _follow(self, s: BoardState, viewer: int, cache: BoardObservationCache) -> bool:
        """Update only the maze and the tokens that moved, left or changed marks. Return False if that is not enough."""
        maze, before = s.maze, cache.maze
        pieces, turned = cache.pieces, maze is not before
        if before is not None and turned:
            if maze.room_of != before.room_of or maze.place_of != before.place_of:
                return False
            pieces[0] = self._drawn(maze, viewer)
        loc, seen, status, tokens, cell = s.loc, cache.places, s.status, self.board_setting.tokens, self.cell[viewer]
        marked = status is not cache.marks
        for token in range(tokens):
            place, was = loc[token], seen[token]
            if place != was:
                if was < 0 or place >= UNDER or place in (SUPPLY, SPARE):
                    return False
                if was >= UNDER and maze.room_of[was - UNDER] < 0:
                    return False  # only its owner knew which token was there
                seen[token] = place
            elif not turned or not 0 <= place < UNDER:
                continue
            number = (token - viewer * self.board_setting.each) % tokens
            if place < 0:
                pieces[self.rows_at + number] = self.row[0 if place == OUT else 1]
            pieces[1 + number] = self.one[cell[maze.spot(place)]] if place >= 0 else self.empty
            if status[token]:
                marked = True
        if marked:
            self._mark_again(s, viewer, pieces)
            cache.marks = status
        return True

    def _mark_again(self, s: BoardState, viewer: int, planes: list[bytes]) -> None:
        """Write the marks of all tokens on squares."""
        for number in range(self.marks_at, self.marks_at + JOURNEY):
            planes[number] = self.empty
        for token in range(self.board_setting.tokens):
            if s.status[token] and 0 <= s.loc[token] < UNDER:
                self._write_marks(s.status[token], self.cell[viewer][s.maze.spot(s.loc[token])], planes)

    # -- planes -----------------------------------------------------------------------------------------------------------

    def _with(self, plane: bytes, squares: list[int], number: int) -> bytes:
        """Return a copy of a plane with a number added on some of its squares."""
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
        """Return the plane of unidentified tokens, given the number in each place, four bits each."""
        key = packed * self.board_setting.players + viewer
        plane = self.laid.get(key)
        if plane is None:
            out, cell, spot, left = bytearray(self.area), self.cell[viewer], 0, packed
            while left:
                count = left & MOST_LAID
                if count:
                    for square in range(spot, spot + CELLS):
                        out[cell[square]] = count
                left >>= LAID_BITS
                spot += CELLS
            plane = bytes(out)
            store(self.laid, key, plane)
        return plane

    # -- the maze ---------------------------------------------------------------------------------------------------------

    def _drawn(self, maze: Maze, viewer: int) -> bytes:
        """Return the planes of a maze: terrain, walls and portcullises, and the lines from the viewer's side."""
        out = bytearray(self.lines[viewer])
        for tile in range(maze.plan.tiles):
            self._draw(maze, tile, viewer, out)
        return bytes(out)

    def _draw(self, maze: Maze, tile: int, viewer: int, out: bytearray) -> None:
        """Draw a room on its place."""
        corner, room = self.corner[viewer][maze.place_of[tile]], maze.room_of[tile]
        if room < 0:
            for at in self.dark:
                out[corner + at] = 1
            return
        drawing = self.drawings[room * 4 + ((maze.quarters[tile] + self.seats.quarters[viewer]) & 3)]
        for at in drawing.marks:
            out[corner + at] = 1
        first_gate = tile * maze.plan.most_gates
        for number in range(len(drawing.gates)):
            state, at = maze.gates[first_gate + drawing.gates[number]], corner + drawing.gate_marks[number]
            if state == CLOSED:
                out[at + GATES * self.area] = 1
            else:
                out[at + OPENED * self.area] = 2 if state == BROKEN else 1

    def _draw_lines(self, viewer: int) -> bytes:
        """Return the planes of the lines, which never change."""
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
        """Return the index of a place's first square for the viewer. The squares of a room are a block in every rotation."""
        return min(self.cell[viewer][place * CELLS : place * CELLS + CELLS])

    # -- tokens -----------------------------------------------------------------------------------------------------------

    def _write_tokens(self, s: BoardState, viewer: int, planes: list[bytes]) -> None:
        setting, maze, cell, one, loc, status = self.board_setting, s.maze, self.cell[viewer], self.one, s.loc, s.status
        tokens, row = setting.tokens, self.row
        for player in range(setting.players):
            laid_known, own, laid = knows_laid(s, player, viewer), is_of(player, viewer), 0
            known = knows_starter(s, setting.tokens_of[player][0], viewer)
            unknown: list[int] = []
            number = (player - viewer) * setting.each  # the viewer's own come first
            if number < 0:
                number += tokens
            for token in setting.tokens_of[player]:
                place = loc[token]
                column = TOKEN  # no mark
                if place >= UNDER:
                    tile = place - UNDER
                    if laid_known or maze.room_of[tile] >= 0:
                        planes[1 + number] = self.room[viewer][maze.place_of[tile]]
                    else:
                        where: int = maze.place_of[tile]
                        laid += 1 << LAID_BITS * where  # more bits than a machine word
                elif place >= 0:
                    at = cell[maze.spot(place)]
                    if known:
                        planes[1 + number] = one[at]
                        if status[token]:
                            self._write_marks(status[token], at, planes)
                    else:
                        unknown.append(at)
                elif place == OUT:
                    column = 0
                elif place == GONE:
                    column = 1
                elif own:
                    column = 2 if place == SUPPLY else 3
                planes[self.rows_at + number] = row[column]
                number += 1
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
        """Write the journey, the combat and the room of the decision into the planes."""
        maze, cell, first = s.maze, self.cell[viewer], self.marks_at
        for number in range(first + JOURNEY, self.planes):
            planes[number] = self.empty
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
