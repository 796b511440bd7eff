"""Room drawings and layouts: what is read, and that every mistake names file, line and column."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dungeon_twister.rules.engine.board.pieces import CAPABILITIES
from dungeon_twister.rules.engine.board.scenario import BoardScenario
from dungeon_twister.rules.engine.pieces import parse_pieces
from dungeon_twister.rules.engine.scenario import load_rooms
from dungeon_twister.rules.engine.scenarios import load_scenario, parse_scenario, scenario_names
from dungeon_twister.rules.geometry.layout import parse_layout
from dungeon_twister.rules.geometry.maze import Maze, MazePlan
from dungeon_twister.rules.geometry.rooms import (
    CELLS,
    GATE,
    GEAR,
    PIT,
    Room,
    inner_neighbour,
    opposite,
    parse_rooms,
    turned_cell,
)
from dungeon_twister.rules.geometry.text import TextError

ROOM = "\n".join(["room X pair=1 turn=cw", "+ + + + + +"] + [f" . . {sign} . . \n+ + + + + +" for sign in "..@.."])


def test_the_rooms_of_the_basic_set() -> None:
    """COMP-1, MAP-4, ROT-5: four pairs, one gear each, twins turn opposite ways."""
    rooms = load_rooms("base")
    assert [room.name for room in rooms] == ["1D", "1G", "2D", "2G", "3D", "3G", "4D", "4G"]
    for one, other in zip(rooms[::2], rooms[1::2], strict=True):
        assert one.pair == other.pair and {one.turn, other.turn} == {1, 3}
    assert all(room.terrain.count(GEAR) == 1 for room in rooms)
    assert all(PIT in room.terrain for room in rooms)


@pytest.mark.parametrize("pack", ["base", "expansion", "lab"])
def test_barriers_inside_a_room_are_seen_from_both_sides(pack: str) -> None:
    """DEF-2: inside a room a side holds one barrier, the same from both squares."""
    for room in load_rooms(pack):
        for side in range(CELLS * 4):
            beyond = inner_neighbour(side // 4, side % 4)
            if beyond >= 0:
                facing = beyond * 4 + opposite(side % 4)
                assert room.barrier[side] == room.barrier[facing]
                assert room.gate[side] == room.gate[facing]
            assert (room.gate[side] >= 0) == (room.barrier[side] == GATE)


def test_turning_a_cell() -> None:
    """ROT-6: (i, j) goes to (4 - j, i) clockwise and to (j, 4 - i) counter-clockwise."""
    for i in range(5):
        for j in range(5):
            cell = j * 5 + i
            assert turned_cell(cell, 1) == i * 5 + (4 - j)
            assert turned_cell(cell, 3) == (4 - i) * 5 + j
            assert turned_cell(turned_cell(cell, 1), -1) == cell


def test_zones_of_the_card_game_can_be_drawn() -> None:
    drawn = ROOM.replace(" . . . . . ", " T T S S S ").replace(" . . @ . . ", " C C G O S ")
    room = parse_rooms(drawn)[0]
    assert room.zones[10:15] == "CCGOS" and room.terrain[13] == PIT and room.gear == 12


@pytest.mark.parametrize(
    ("old", "new", "line", "column", "problem"),
    [
        ("room X pair=1 turn=cw", "room X turn=cw", 1, 1, "expected 'room NAME"),
        ("pair=1", "pair=", 1, 8, "expected pair"),
        ("turn=cw", "turn=left", 1, 15, "expected turn"),
        (" . . @ . . ", " . . . . . ", 2, 0, "0 gears"),
        (" . . @ . . ", " . @ @ . . ", 2, 0, "2 gears"),
        (" . . @ . . ", " . . @ . .", 7, 11, "10 characters"),
        (" . . @ . . ", " . . @ x . ", 7, 8, "is no square"),
        (" . . @ . . ", " . .-@ . . ", 7, 5, "is no barrier"),
        ("+ + + + + +\n . . @", "+ + + + + .\n . . @", 6, 11, "expected a corner"),
        ("+ + + + + +\n . . @", "+|+ + + + +\n . . @", 6, 2, "is no barrier"),
    ],
)
def test_a_mistake_in_a_drawing_names_its_place(old: str, new: str, line: int, column: int, problem: str) -> None:
    with pytest.raises(TextError, match=problem) as wrong:
        parse_rooms(ROOM.replace(old, new, 1), "x.txt")
    assert (wrong.value.source, wrong.value.line, wrong.value.column) == ("x.txt", line, column)


def test_short_double_and_empty_files() -> None:
    with pytest.raises(TextError, match="5 lines"):
        parse_rooms("\n".join(ROOM.split("\n")[:6]))
    with pytest.raises(TextError, match="drawn twice"):
        parse_rooms(ROOM + "\n" + ROOM)
    with pytest.raises(TextError, match="no room"):
        parse_rooms("# nothing here\n\n")


@given(st.text(alphabet="room X=1pair turncw+-|=H~:.@OTSCG#\n ", max_size=400))
def test_any_text_is_a_room_file_or_a_text_error(text: str) -> None:
    try:
        parse_rooms(text)
    except TextError as error:
        assert error.problem


@given(st.integers(0, 131), st.characters())
def test_any_character_anywhere_is_a_room_file_or_a_text_error(at: int, sign: str) -> None:
    at += len("room X pair=1 turn=cw")
    try:
        parse_rooms(ROOM[:at] + sign + ROOM[at + 1 :])
    except TextError as error:
        assert error.line


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("room 0 0 2 some", "no kind of room"),
        ("room 0 0 -2 any", "no number"),
        ("hall 0 0", "cannot read"),
        ("room 0 0 2 any\nline W 5 0 9 X", "runs E or S"),
        ("room 0 0 2 any\nline W 0 0 9 E", "1 to 50"),
        ("room 0 0 2 any\nline W 5 0 9 E\nline W 5 0 10 E", "two lines"),
        ("room 0 0 2 any\ndots W 1,1", "no line W"),
        ("room 0 0 2 any\nline W 5 0 9 E\ndots W 9,9", "not on the line"),
        ("room 0 0 2 any\nline W 5 0 9 E\ndots W 9", "no square"),
        ("room 0 0 2 any\nroom 4 4 2 any", "overlap"),
        ("room 0 0 2 any\nline W 5 0 4 E", "overlap"),
        ("cell 0 0", "no room"),
    ],
)
def test_a_mistake_in_a_layout(text: str, problem: str) -> None:
    with pytest.raises(TextError, match=problem):
        parse_layout(text)


def test_rooms_may_lie_at_any_offset_and_places_may_be_empty() -> None:
    """MAP-1: a border square touches the square directly beyond it, whichever room that belongs to."""
    layout = parse_layout("room 0 0 0 none\nroom 5 0 0 none\nroom 2 5 0 none\ncell 7 5\nline L 10 0 10 E\nline M 10 10 10 E")
    rooms = parse_rooms(ROOM + "\n" + ROOM.replace("room X", "room Y") + "\n" + ROOM.replace("room X", "room Z"))
    maze = Maze.face_down(MazePlan(layout, rooms)).revealed(0, 0, 0).revealed(1, 1, 1).revealed(2, 2, 2)
    plan = maze.plan

    def south_of(x: int, y: int) -> int:
        return maze.near[maze.side_towards(maze.square_on(plan.spot_at[x, y]), 2)]

    assert south_of(2, 4) // CELLS == 2 and south_of(5, 4) // CELLS == 2 and south_of(1, 4) == -1
    assert south_of(7, 4) == -1  # the empty place is outside the maze
    assert plan.xy[maze.spot(south_of(3, 9))] == (3, 10)
    end, begin = plan.line_squares[0][-1], plan.line_squares[1][0]
    assert maze.way[maze.side_towards(end, 1)] == begin  # long lines end to end are one walk (LINE-5)


@pytest.mark.parametrize("name", ["base", "lab", "simplified"])
def test_every_scenario_adds_up(name: str) -> None:
    """MAP-5, OPT-4a: capacity for everything that is laid."""
    scenario = load_scenario(name)
    assert isinstance(scenario, BoardScenario)
    capacity = sum(place.capacity for place in scenario.layout.places)
    tokens = len(scenario.seats) * (14 - len(scenario.without) - scenario.starters)
    assert capacity == tokens


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('title = "Basic Set"', "title = ", "not a scenario file"),
        ("target = 5", "", "says nothing about 'target'"),
        ('game = "board"', 'game = "chess"', "no game 'chess'"),
        ('colour = "blue"', 'colour = "pink"', "is no colour"),
        ('line = "W"', 'line = "N"', "no line 'N'"),
        ("starters = 4", "starters = 5", "fewer dots"),
        ("starters = 4", 'starters = 4\nwithout = ["dragon"]', "no piece"),
    ],
)
def test_a_scenario_that_does_not_add_up_is_refused(old: str, new: str, problem: str) -> None:
    source = files("dungeon_twister.content").joinpath("scenarios", "base.toml").read_text("utf-8")
    with pytest.raises(TextError, match=problem):
        parse_scenario("x", source.replace(old, new, 1))


def test_an_unknown_scenario_lists_the_known_ones() -> None:
    with pytest.raises(TextError, match="base, elevator"):
        load_scenario("moon")


def test_a_capability_that_no_rule_knows_is_refused() -> None:
    pieces = files("dungeon_twister.content").joinpath("board", "pieces.toml").read_text("utf-8")
    with pytest.raises(TextError, match=r"x: there is no capability 'digs' for \w+ \(heals, "):
        parse_pieces(re.sub(r'capabilities = \["\w+"', 'capabilities = ["digs"', pieces, count=1), "x", CAPABILITIES)
    with pytest.raises(TextError, match=r"there is no capability 'steals'"):  # one of the other game
        parse_pieces(re.sub(r'capabilities = \["\w+"', 'capabilities = ["steals"', pieces, count=1), "x", CAPABILITIES)


def test_a_sign_that_two_pieces_have_is_refused() -> None:
    """A token is known by its sign alone, so the second one could never be named."""
    pieces = files("dungeon_twister.content").joinpath("board", "pieces.toml").read_text("utf-8")
    with pytest.raises(TextError, match=r"x: the sign 'C' of \w+ is that of cleric already"):
        parse_pieces(re.sub(r'sign = "G"', 'sign = "C"', pieces, count=1), "x", CAPABILITIES)


def test_scenarios_of_one_game() -> None:
    assert {"base", "lab", "simplified", "four-players"} <= set(scenario_names("board"))
    assert set(scenario_names("board")) < set(scenario_names()) and scenario_names("chess") == []


def test_a_room_knows_its_lines() -> None:
    room: Room = load_rooms("base")[0]
    assert len(room.lines) == 11
