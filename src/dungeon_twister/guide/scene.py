"""How the maze of a game is drawn: rooms, places, lines and figures, everything that never changes while it is played."""

from __future__ import annotations

from typing import Final

from dungeon_twister.engine.board.setting import ACTION_CARDS, EXIT_LINE, BoardSetting
from dungeon_twister.engine.card.setting import CardSetting
from dungeon_twister.engine.editions import CAPABILITIES
from dungeon_twister.engine.pieces import Piece
from dungeon_twister.engine.setting import COMBAT_CARDS, JUMP_CARDS, Setting
from dungeon_twister.geometry.layout import Line
from dungeon_twister.geometry.rooms import (
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
    STEP_COLUMN,
    STEP_ROW,
    WALL,
    Room,
    inner_neighbour,
)
from dungeon_twister.geometry.zone_plan import COLUMNS, LETTERS
from dungeon_twister.guide.shapes import (
    BayDrawing,
    Edge,
    Figure,
    LineDrawing,
    LineSquare,
    PlaceDrawing,
    RoomDrawing,
    Scene,
    Seat,
)
from dungeon_twister.record.board.notation import COMPASS, column_name
from dungeon_twister.record.card.names import SIDES
from dungeon_twister.record.grammar import slot_name

TURN_NAMES: Final = {CLOCKWISE: "cw"}


def scene_of(setting: Setting) -> Scene:
    """Everything that drawing a game of this setting needs besides its views."""
    if isinstance(setting, BoardSetting):
        return _board_scene(setting)
    assert isinstance(setting, CardSetting)
    return _card_scene(setting)


def figure_key(piece: Piece) -> str:
    """The name of a character or object in catalogues of words and icons: the same in both games where the thing is."""
    return piece.name.replace("_", "-")


def _figures(setting: Setting) -> list[Figure]:
    return [
        Figure(
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


def _room_drawing(room: Room) -> RoomDrawing:
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
        # a room whose walls are broken keeps no element at all (GEO-6 of the Card Game)
        breakable=_edges(room, WALL) + _edges(room, GATE) + _edges(room, SLIT) if lettered else [],
    )


def _xy(cell: int) -> tuple[int, int]:
    return cell % SIZE, cell // SIZE


def _cells_of(room: Room, letter: str) -> list[tuple[int, int]]:
    return [_xy(cell) for cell in range(CELLS) if room.zones[cell] == letter]


def _gear_cell(room: Room) -> tuple[int, int]:
    """Where the gear is drawn: its square, or of a gear zone the cell nearest to the middle of that zone."""
    cells = [_xy(cell) for cell in range(CELLS) if room.terrain[cell] == GEAR]
    middle_x, middle_y = sum(x for x, _ in cells) / len(cells), sum(y for _, y in cells) / len(cells)
    return min(cells, key=lambda at: (at[0] - middle_x) ** 2 + (at[1] - middle_y) ** 2)


def _edges(room: Room, kind: int) -> list[Edge]:
    """Every side with such an element, once: one between two cells belongs to the cell in the west or north of it."""
    return [
        Edge(*_xy(side // 4), COMPASS[side % 4])
        for side in range(CELLS * 4)
        if room.barrier[side] == kind != BARE and (side % 4 in (EAST, SOUTH) or inner_neighbour(side // 4, side % 4) < 0)
    ]


def _gate_number(room: Room, edge: Edge) -> int:
    return room.gate[(edge.y * SIZE + edge.x) * 4 + COMPASS.index(edge.side)]


# -- the board game -------------------------------------------------------------------------------------------------------


def _board_scene(setting: BoardSetting) -> Scene:
    layout = setting.layout
    return Scene(
        game="board",
        scenario=setting.scenario.name,
        title=setting.scenario.title,
        target=setting.target,
        turns=setting.board_scenario.turns,
        width=layout.width,
        height=layout.height,
        seats=[Seat(seat.colour, seat.team) for seat in setting.seats],
        figures=_figures(setting),
        rooms=[_room_drawing(room) for room in setting.plan.rooms],
        places=_places(setting),
        lines=[_line_drawing(setting, number, line) for number, line in enumerate(layout.lines)],
        combat_cards=list(COMBAT_CARDS),
        action_cards=list(ACTION_CARDS),
        jump_cards=JUMP_CARDS,
    )


def _places(setting: BoardSetting) -> list[PlaceDrawing]:
    """The places in the order of the layout; one that holds no room at first (ELEV-9) has no name."""
    first = setting.plan.first_place
    return [
        PlaceDrawing(slot_name(first.index(number)) if number in first else "", place.x, place.y, place.capacity)
        for number, place in enumerate(setting.layout.places)
    ]


def _line_drawing(setting: BoardSetting, number: int, line: Line) -> LineDrawing:
    """A line with those who start there (LINE-4: everybody on a shared one) and those who leave there from the start on."""
    shared = setting.board_scenario.shared and bool(line.dots)
    starting = [seat.colour for seat in setting.seats if shared or seat.line == line.name]
    at = setting.plan.line_of.index(number)
    leaving = [colour for player, colour in enumerate(setting.colours) if setting.line_role[player][at] == EXIT_LINE]
    squares = [LineSquare(f"{column_name(x)}{y + 1}", x, y, (x, y) in line.dots) for x, y in line.squares]
    return LineDrawing(line.name, squares, _towards(setting, line), starting, leaving)


def _towards(setting: BoardSetting, line: Line) -> str:
    """The side of a line on which most of its squares touch a place for a room."""
    plan = setting.plan

    def touching(compass: int) -> int:
        beyond = [plan.spot_at.get((x + STEP_COLUMN[compass], y + STEP_ROW[compass]), -1) for x, y in line.squares]
        return sum(0 <= spot < plan.place_base for spot in beyond)

    return COMPASS[max(range(4), key=touching)]


# -- the Card Game --------------------------------------------------------------------------------------------------------


def _card_scene(setting: CardSetting) -> Scene:
    """Two columns of rooms; the starting zones lie beyond the first and the last row and have no squares (GEO-1)."""
    plan, declared = setting.plan, setting.card_scenario
    return Scene(
        game="card",
        scenario=setting.scenario.name,
        title=setting.scenario.title,
        target=setting.target,
        width=COLUMNS * SIZE,
        height=plan.rows * SIZE,
        seats=[Seat(colour) for colour in setting.colours],
        figures=_figures(setting),
        rooms=[_room_drawing(room) for room in plan.rooms],
        places=[
            PlaceDrawing(slot_name(slot), slot % COLUMNS * SIZE, slot // COLUMNS * SIZE, setting.capacities[slot])
            for slot in range(plan.tiles)
        ],
        bays=[_bay(setting, player, column) for player in range(setting.players) for column in range(COLUMNS)],
        combat_cards=list(COMBAT_CARDS) if setting.combat_cards else [],
        jump_cards=JUMP_CARDS,
        team=[] if declared.team else [declared.characters, declared.objects],
    )


def _bay(setting: CardSetting, player: int, column: int) -> BayDrawing:
    """A column of a starting zone: blue's in the north, yellow's in the south (GEO-1, STA-1)."""
    row = 0 if player == 0 else setting.plan.rows - 1
    return BayDrawing(
        name=f"{SIDES[player]}{column}",
        colour=setting.colours[player],
        column=column,
        towards="s" if player == 0 else "n",
        place=slot_name(row * COLUMNS + column),
    )
