"""Scenes contain everything of the room drawings and layouts, each thing once."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from dungeon_twister.game.record.board.square_names import COMPASS, read_square
from dungeon_twister.game.views import SPECTATOR, View, observe
from dungeon_twister.presentation.guide.drawing_parts import figure_key
from dungeon_twister.presentation.guide.guide_shapes import Edge, RoomDrawing
from dungeon_twister.presentation.guide.scene import scene_of
from dungeon_twister.rules.engine.board.setting import BoardSetting
from dungeon_twister.rules.engine.board.state import BoardState
from dungeon_twister.rules.engine.card.setting import CardSetting
from dungeon_twister.rules.engine.editions import RULES
from dungeon_twister.rules.engine.game import new_setting, new_state
from dungeon_twister.rules.engine.scenarios import scenario_names
from dungeon_twister.rules.geometry.rooms import CELLS, SIZE, Room, inner_neighbour

SIGNS = {"walls": "-|", "gates": "=H", "slits": "~:"}
STEPS = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}


def rooms_of(name: str) -> list[Room]:
    setting = new_setting(name)
    assert isinstance(setting, BoardSetting | CardSetting)
    return setting.plan.rooms


def drawn_again(drawing: RoomDrawing, room: Room) -> list[str]:
    """The text of a room made from its drawing alone; only ground that is neither gear nor pit comes from the file's signs."""
    lines = [["+" if row % 2 == 0 and column % 2 == 0 else " " for column in range(11)] for row in range(11)]
    for y in range(SIZE):
        for x in range(SIZE):
            lines[2 * y + 1][2 * x + 1] = "."
    for letter, cells in drawing.zones.items():
        for x, y in cells:
            lines[2 * y + 1][2 * x + 1] = letter
    if not drawing.zones:
        lines[2 * drawing.gear[1] + 1][2 * drawing.gear[0] + 1] = "@"
    for x, y in drawing.pits:
        lines[2 * y + 1][2 * x + 1] = "O"
    for kind, signs in SIGNS.items():
        for edge in getattr(drawing, kind):
            dx, dy = STEPS[edge.side]
            row, column = 2 * edge.y + 1 + dy, 2 * edge.x + 1 + dx
            assert lines[row][column] == " ", "an edge is named twice"
            lines[row][column] = signs[0] if edge.side in "ns" else signs[1]
    return ["".join(line) for line in lines]


@pytest.mark.parametrize("name", scenario_names())
def test_walls_drawn_from_a_scene_are_the_drawing(name: str) -> None:
    for drawing, room in zip(scene_of(new_setting(name)).rooms, rooms_of(name), strict=True):
        assert drawn_again(drawing, room) == room.lines
        assert drawing.turn == ("cw" if room.turn == 1 else "ccw")


def edges_of(drawing: RoomDrawing) -> Iterator[Edge]:
    yield from drawing.walls
    yield from drawing.gates
    yield from drawing.slits


@pytest.mark.parametrize("name", scenario_names())
def test_inner_edges_are_named_from_the_west_or_north(name: str) -> None:
    for drawing in scene_of(new_setting(name)).rooms:
        for edge in edges_of(drawing):
            inside = inner_neighbour(edge.y * SIZE + edge.x, COMPASS.index(edge.side)) >= 0
            assert not inside or edge.side in "es"


@pytest.mark.parametrize("name", scenario_names())
def test_gates_come_in_the_order_of_the_view(name: str) -> None:
    """GATE-1: a portcullis between two cells is one."""
    for drawing, room in zip(scene_of(new_setting(name)).rooms, rooms_of(name), strict=True):
        numbers = [room.gate[(edge.y * SIZE + edge.x) * 4 + COMPASS.index(edge.side)] for edge in drawing.gates]
        assert numbers == list(range(room.gates))


@pytest.mark.parametrize("name", scenario_names("board"))
def test_places_and_lines_lie_where_the_views_have_them(name: str) -> None:
    """MAP-2, MAP-5, LINE-2, LINE-4: squares, dots, and whose line it is."""
    state = new_state(name)
    assert isinstance(state, BoardState)
    scene, view = scene_of(state.setting), observe(state, SPECTATOR)
    assert isinstance(view, View)
    assert [(place.place, place.x, place.y) for place in scene.places if place.place] == [
        (room.place, room.x, room.y) for room in view.rooms
    ]
    grounds = {(place.x + cell % SIZE, place.y + cell // SIZE) for place in scene.places for cell in range(CELLS)}
    assert max(x for x, _ in grounds) < scene.width and max(y for _, y in grounds) < scene.height
    dots = {state.board_setting.plan.xy[state.maze.spot(dot)] for dots in state.board_setting.dots for dot in dots}
    assert {(square.x, square.y) for line in scene.lines for square in line.squares if square.dot} == dots
    for line in scene.lines:
        dx, dy = STEPS[line.towards]
        assert all((square.x + dx, square.y + dy) in grounds for square in line.squares)
        for square in line.squares:
            at = state.board_setting.plan.xy[state.maze.spot(read_square(state, square.square))]
            assert at == (square.x, square.y)


def test_who_starts_and_who_leaves_where() -> None:
    """LINE-4, MP-5, RACE-5, EXIT-1."""
    base = {line.name: line for line in scene_of(new_setting("base")).lines}
    assert (base["W"].colours, base["W"].exits, base["W"].towards) == (["blue"], ["yellow"], "e")
    race = {line.name: line for line in scene_of(new_setting("race")).lines}
    assert race["SW"].colours == ["blue", "red", "yellow"] and race["SW"].exits == []
    assert race["F1"].colours == [] and race["F1"].exits == ["blue", "red", "yellow"]
    straight = {line.name: line for line in scene_of(new_setting("elevator", {"elevatorSeats": "straight"})).lines}
    assert straight["SE"].colours == ["green"] and straight["SE"].exits == ["red"]


def test_the_shaft_of_the_elevator_has_places_without_a_room() -> None:
    """ELEV-9."""
    places = scene_of(new_setting("elevator")).places
    assert [(place.x, place.y) for place in places if not place.place] == [(10, 1), (10, 11)]


def test_bays_of_the_other_game_touch_its_first_and_last_rows() -> None:
    scene = scene_of(new_setting("standard"))
    assert (scene.width, scene.height) == (10, 20)
    assert [(bay.name, bay.colour, bay.place, bay.towards) for bay in scene.bays] == [
        ("N0", "blue", "R1", "s"),
        ("N1", "blue", "R2", "s"),
        ("S0", "yellow", "R7", "n"),
        ("S1", "yellow", "R8", "n"),
    ]
    assert all(set(room.zones) == set("TSCG") and room.gear in room.zones["G"] for room in scene.rooms)


def test_figures_have_stable_keys_and_their_signs() -> None:
    """COMP-10: keys are slugs, the same in both games where the thing is the same."""
    keys = {game: {figure_key(piece) for piece in RULES.named(game).pieces()} for game in ("board", "card")}
    assert all(key == key.lower() and key.replace("-", "").isalpha() for found in keys.values() for key in found)
    assert {"wall-walker", "troll", "rope", "sword", "treasure", "armor"} <= keys["board"] & keys["card"]
    figures = {figure.sign: figure for figure in scene_of(new_setting("base")).figures}
    assert (figures["G"].key, figures["G"].movement, figures["G"].combat, figures["G"].exit_vp) == ("goblin", 4, 1, 2)
    assert figures["*"].key == "fireball-wand" and not figures["*"].character
    assert figures["H"].capabilities == ["opens_gates", "climbs"]
