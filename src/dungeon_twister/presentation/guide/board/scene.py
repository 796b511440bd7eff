"""The scene of a board game, from which its maze is drawn."""

from __future__ import annotations

from dungeon_twister.game.record.board.square_names import COMPASS, column_name
from dungeon_twister.game.record.shared_names import slot_name
from dungeon_twister.presentation.guide.drawing_parts import figures, room_drawing
from dungeon_twister.presentation.guide.guide_shapes import LineDrawing, LineSquare, PlaceDrawing, Scene, Seat
from dungeon_twister.rules.engine.board.setting import ACTION_CARDS, EXIT_LINE, BoardSetting
from dungeon_twister.rules.engine.setting import COMBAT_CARDS, JUMP_CARDS
from dungeon_twister.rules.geometry.layout import StartingLine
from dungeon_twister.rules.geometry.rooms import STEP_COLUMN, STEP_ROW


def board_scene(setting: BoardSetting) -> Scene:
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
        figures=figures(setting),
        rooms=[room_drawing(room) for room in setting.plan.rooms],
        places=_places(setting),
        lines=[_line_drawing(setting, number, line) for number, line in enumerate(layout.lines)],
        combat_cards=list(COMBAT_CARDS),
        action_cards=list(ACTION_CARDS),
        jump_cards=JUMP_CARDS,
    )


def _places(setting: BoardSetting) -> list[PlaceDrawing]:
    """Return the places in layout order. A place without a room at the start (ELEV-9) has no name."""
    first = setting.plan.first_place
    return [
        PlaceDrawing(slot_name(first.index(number)) if number in first else "", place.x, place.y, place.capacity)
        for number, place in enumerate(setting.layout.places)
    ]


def _line_drawing(setting: BoardSetting, number: int, line: StartingLine) -> LineDrawing:
    """Return a line with the players who start there and those who can leave there from the start.

    All players start on a shared line (LINE-4).
    """
    shared = setting.board_scenario.shared and bool(line.dots)
    starting = [seat.colour for seat in setting.seats if shared or seat.line == line.name]
    at = setting.plan.line_of.index(number)
    leaving = [colour for player, colour in enumerate(setting.colours) if setting.line_role[player][at] == EXIT_LINE]
    squares = [LineSquare(f"{column_name(x)}{y + 1}", x, y, (x, y) in line.dots) for x, y in line.squares]
    return LineDrawing(line.name, squares, _towards(setting, line), starting, leaving)


def _towards(setting: BoardSetting, line: StartingLine) -> str:
    """Return the side of a line on which most of its squares touch a place for a room."""
    plan = setting.plan

    def touching(compass: int) -> int:
        beyond = [plan.spot_at.get((x + STEP_COLUMN[compass], y + STEP_ROW[compass]), -1) for x, y in line.squares]
        return sum(0 <= spot < plan.place_base for spot in beyond)

    return COMPASS[max(range(4), key=touching)]
