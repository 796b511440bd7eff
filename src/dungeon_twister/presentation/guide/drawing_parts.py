"""Parts of the drawings of both games: rooms and figures."""

from __future__ import annotations

from typing import Final

from dungeon_twister.game.record.board.square_names import COMPASS
from dungeon_twister.presentation.guide.guide_shapes import (
    Edge,
    PieceKind,
    RoomDrawing,
)
from dungeon_twister.rules.engine.all_editions import CAPABILITIES
from dungeon_twister.rules.engine.pieces import Piece
from dungeon_twister.rules.engine.setting import Setting
from dungeon_twister.rules.geometry.rooms import (
    BARE,
    CELLS,
    CLOCKWISE,
    EAST,
    GATE,
    GEAR,
    PIT,
    SIZE,
    SLIT,
    SOUTH,
    WALL,
    Room,
    inner_neighbour,
)
from dungeon_twister.rules.geometry.zone_plan import LETTERS

TURN_NAMES: Final = {CLOCKWISE: "cw"}


def figure_key(piece: Piece) -> str:
    """Return the name of a character or object in catalogues of words and icons. Equal things of both games share it."""
    return piece.name.replace("_", "-")


def figures(setting: Setting) -> list[PieceKind]:
    return [
        PieceKind(
            sign=piece.sign,
            key=figure_key(piece),
            character=piece.character,
            movement=piece.movement,
            combat=piece.combat,
            exit_vp=piece.exit_vp,
            capabilities=[name for name, bit in CAPABILITIES.items() if piece.capabilities & bit],
        )
        for piece in setting.pieces
    ]


# -- rooms ----------------------------------------------------------------------------------------------------------------


def room_drawing(room: Room) -> RoomDrawing:
    lettered = any(letter in room.zones for letter in LETTERS)
    return RoomDrawing(
        name=room.name,
        pair=room.pair,
        turn=TURN_NAMES.get(room.turn, "ccw"),
        gear=_gear_cell(room),
        pits=[_xy(cell) for cell in range(CELLS) if room.terrain[cell] == PIT],
        walls=_edges(room, WALL),
        gates=sorted(_edges(room, GATE), key=lambda edge: _gate_number(room, edge)),
        slits=_edges(room, SLIT),
        zones={letter: _cells_of(room, letter) for letter in LETTERS} if lettered else {},
        # a room with broken walls keeps no element at all (GEO-6 of the Card Game)
        breakable=_edges(room, WALL) + _edges(room, GATE) + _edges(room, SLIT) if lettered else [],
    )


def _xy(cell: int) -> tuple[int, int]:
    return cell % SIZE, cell // SIZE


def _cells_of(room: Room, letter: str) -> list[tuple[int, int]]:
    return [_xy(cell) for cell in range(CELLS) if room.zones[cell] == letter]


def _gear_cell(room: Room) -> tuple[int, int]:
    """Return the cell of the gear: its square, or the cell of a gear zone nearest to the middle of that zone."""
    cells = [_xy(cell) for cell in range(CELLS) if room.terrain[cell] == GEAR]
    middle_x, middle_y = sum(x for x, _ in cells) / len(cells), sum(y for _, y in cells) / len(cells)
    return min(cells, key=lambda at: (at[0] - middle_x) ** 2 + (at[1] - middle_y) ** 2)


def _edges(room: Room, kind: int) -> list[Edge]:
    """Return every edge with such an element, once. An edge between two cells belongs to the cell west or north of it."""
    return [
        Edge(*_xy(side // 4), COMPASS[side % 4])
        for side in range(CELLS * 4)
        if room.barrier[side] == kind != BARE and (side % 4 in (EAST, SOUTH) or inner_neighbour(side // 4, side % 4) < 0)
    ]


def _gate_number(room: Room, edge: Edge) -> int:
    return room.gate[(edge.y * SIZE + edge.x) * 4 + COMPASS.index(edge.side)]
