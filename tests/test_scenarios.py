"""Scenarios of three and four players as declared data: the layouts of the rules, seats, settings, and what is refused."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

import pytest

from dungeon_twister.rules.engine.board.scenario import BoardScenario
from dungeon_twister.rules.engine.board.scenario_files import variant
from dungeon_twister.rules.engine.game import make_setting, new_setting
from dungeon_twister.rules.engine.options import OptionError
from dungeon_twister.rules.engine.scenarios import load_scenario, parse_scenario, scenario_names
from dungeon_twister.rules.geometry.layout import Layout, parse_layout
from dungeon_twister.rules.geometry.rooms import Room, parse_rooms
from dungeon_twister.rules.geometry.text import TextError

DOCS = Path(__file__).parent.parent / "docs"
LAW = (DOCS / "rules" / "multiplayer-and-scenarios.md").read_text("utf-8")
LAYOUTS = dict(re.findall(r"^```layout (\w+)\n(.*?)^```$", LAW, re.MULTILINE | re.DOTALL))
OF_LAW = {
    "three-players": "STD3",
    "four-players": "STD4",
    "hoard": "HOARD",
    "pyramid": "PYR",
    "race": "RACE",
    "elevator": "ELEV",
    "wrong-door": "DOOR",
    "alliances": "ALLY",
    "teams": "TEAM",
}
FOR_THREE = {"pyramid-3": "pyramid", "wrong-door-3": "wrong-door"}
ALL = [*OF_LAW, *FOR_THREE]
CLOCKWISE = ["blue", "red", "yellow", "green"]


def board(name: str) -> BoardScenario:
    scenario = load_scenario(name)
    assert isinstance(scenario, BoardScenario)
    return scenario


def read(text: str) -> BoardScenario:
    scenario = parse_scenario("x", text)
    assert isinstance(scenario, BoardScenario)
    return scenario


def source(name: str) -> str:
    return files("dungeon_twister.content").joinpath("scenarios", f"{name}.toml").read_text("utf-8")


def places(layout: Layout) -> list[tuple[int, int, int, str, bool]]:
    return [(place.x, place.y, place.capacity, place.kind, place.empty) for place in layout.places]


def lines(layout: Layout) -> list[tuple[str, list[tuple[int, int]], list[tuple[int, int]]]]:
    return [(line.name, line.squares, line.dots) for line in layout.lines]


def capacity(scenario: BoardScenario, kind: str = "") -> int:
    return sum(place.capacity for place in scenario.layout.places if kind in ("", place.kind))


def dots(scenario: BoardScenario) -> int:
    return sum(len(line.dots) for line in scenario.layout.lines)


def exits(scenario: BoardScenario) -> dict[str, list[str]]:
    return {seat.colour: seat.exits for seat in scenario.seats}


# -- layouts ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", OF_LAW)
def test_the_layout_is_that_of_the_rules(name: str) -> None:
    """STD3-2, STD4-2, HOARD-3, PYR-4, RACE-3, ELEV-4, DOOR-3, ALLY-3, TEAM-3."""
    law, layout = parse_layout(LAYOUTS[OF_LAW[name]]), board(name).layout
    assert places(layout) == places(law) and lines(layout) == lines(law)


@pytest.mark.parametrize("name", FOR_THREE)
def test_the_layout_for_three_differs_in_numbers_only(name: str) -> None:
    """PYR-30, DOOR-20."""
    three, four = board(name).layout, board(FOR_THREE[name]).layout
    assert [(place.x, place.y) for place in three.places] == [(place.x, place.y) for place in four.places]
    assert lines(three) == lines(four)


@pytest.mark.parametrize("name", ALL)
def test_long_lines_have_their_dots(name: str) -> None:
    """NOTE-2, LINE-1, LINE-2: ten squares and four dots, or five squares and none."""
    for number, line in enumerate(board(name).layout.lines):
        offsets = [line.squares.index(dot) for dot in line.dots]
        small = number in board(name).small
        assert (len(line.squares), offsets) == ((5, []) if small else (10, [1, 3, 6, 8]))


@pytest.mark.parametrize(
    ("name", "rooms", "room", "tokens", "starters"),
    [
        ("three-players", 12, 30, 30, 12),
        ("four-players", 12, 40, 40, 16),
        ("hoard", 16, 40, 40, 16),
        ("pyramid", 16, 36, 36, 12),
        ("pyramid-3", 16, 24, 24, 12),
        ("race", 14, 28, 27, 15),
        ("elevator", 13, 40, 40, 16),
        ("wrong-door", 16, 40, 40, 16),
        ("wrong-door-3", 16, 28, 27, 15),
        ("alliances", 16, 32, 32, 16),
        ("teams", 10, 40, 40, 16),
    ],
)
def test_the_overview_of_the_rules(name: str, rooms: int, room: int, tokens: int, starters: int) -> None:
    """STD3-3, STD4-3, HOARD-4, PYR-5, PYR-31, RACE-4, ELEV-5, DOOR-4, DOOR-21, ALLY-4, TEAM-4."""
    scenario = board(name)
    each = (scenario.characters or 8) + 6 - len(scenario.without) - scenario.starters
    assert sum(not place.empty for place in scenario.layout.places) == rooms
    assert (capacity(scenario), len(scenario.seats) * each) == (room, tokens)
    assert len(scenario.seats) * scenario.starters == starters <= dots(scenario)


def test_kinds_of_rooms_add_up() -> None:
    """HOARD-4, PYR-5, PYR-31, RACE-4, ELEV-5, ALLY-4, KIND-1: characters and objects counted apart."""
    assert (capacity(board("hoard"), "char"), capacity(board("hoard"), "obj")) == (4 * 4, 4 * 6)
    assert (capacity(board("pyramid"), "char"), capacity(board("pyramid"), "obj")) == (4 * 3, 4 * 6)
    assert (capacity(board("pyramid-3"), "char"), capacity(board("pyramid-3"), "obj")) == (3 * 2, 3 * 6)
    assert (capacity(board("race"), "any"), capacity(board("race"), "obj")) == (8 * 3, 2 * 2)
    assert (capacity(board("elevator"), "any"), capacity(board("elevator"), "obj")) == (12 * 3, 4)
    assert (capacity(board("alliances"), "char"), capacity(board("alliances"), "obj")) == (4 * 4, 4 * 4)


def test_places_and_dots_that_stay_empty() -> None:
    """RACE-4, DOOR-20, DOOR-21: one place and one dot; everywhere else nothing."""
    spare = {name: dots(board(name)) - board(name).starters * len(board(name).seats) for name in ALL}
    assert {name for name in ALL if spare[name]} == {"race", "wrong-door-3"} and max(spare.values()) == 1


def test_levels_of_the_pyramid() -> None:
    """PYR-3, PYR-5, PYR-11, PYR-30: what each level takes."""
    for name, takes in (("pyramid", [12, 15, 8, 1]), ("pyramid-3", [6, 10, 8, 0])):
        scenario = board(name)
        rows = sorted({place.y for place in scenario.layout.places}, reverse=True)
        assert [sum(place.capacity for place in scenario.layout.places if place.y == y) for y in rows] == takes
        assert scenario.levels and [scenario.layout.places[scenario.apex].x, rows[-1]] == [13, 0]


# -- seats, exits, ends -------------------------------------------------------------------------------------------------


def test_seats_are_clockwise() -> None:
    """STD3-4, STD4-4, HOARD-5, ELEV-7, ALLY-5, TEAM-5, MP-6."""

    def seats(name: str) -> list[tuple[str, str]]:
        return [(seat.colour, seat.line) for seat in board(name).seats]

    assert seats("three-players") == [("blue", "W"), ("red", "E"), ("yellow", "S")]
    for name in ("four-players", "hoard", "alliances"):
        assert seats(name) == list(zip(CLOCKWISE, "NESW", strict=True))
    assert seats("elevator") == list(zip(CLOCKWISE, ["NW", "NE", "SE", "SW"], strict=True))
    assert seats("teams") == [("red", "RED"), ("green", "GREEN"), ("yellow", "YELLOW"), ("blue", "BLUE")]
    for name in ("pyramid", "wrong-door"):
        assert seats(name) == [(colour, "") for colour in CLOCKWISE]
    for name in ("pyramid-3", "race", "wrong-door-3"):
        assert seats(name) == [(colour, "") for colour in CLOCKWISE[:3]]


def test_lines_are_shared_or_private() -> None:
    """PYR-7, RACE-5, DOOR-5, LINE-3, LINE-4."""
    shared = {name for name in ALL if board(name).shared}
    assert shared == {"pyramid", "pyramid-3", "race", "wrong-door", "wrong-door-3"}


def test_exits() -> None:
    """MP-5, STD3-5, STD4-5, HOARD-7, RACE-5, ELEV-7, ELEV-8, DOOR-10, ALLY-7, TEAM-14, PYR-13."""
    assert exits(board("three-players")) == {"blue": ["E", "S"], "red": ["W", "S"], "yellow": ["W", "E"]}
    assert exits(board("four-players"))["red"] == ["N", "S", "W"] == exits(board("alliances"))["red"]
    assert exits(board("hoard")) == {"blue": ["S"], "red": ["W"], "yellow": ["N"], "green": ["E"]}
    assert exits(board("elevator")) == {"blue": ["SE"], "red": ["SW"], "yellow": ["NW"], "green": ["NE"]}
    assert exits(board("teams"))["red"] == ["YELLOW", "BLUE"] == exits(board("teams"))["green"]
    assert exits(board("teams"))["blue"] == ["RED", "GREEN"] == exits(board("teams"))["yellow"]
    assert (board("race").exits, exits(board("race"))["blue"]) == ("small", ["F1", "F2"])
    for name in FOR_THREE.values():
        assert exits(board(name)) == {colour: [] for colour in CLOCKWISE}
    assert (board("wrong-door").exits, board("wrong-door-3").small, board("pyramid").exits) == ("door", [4, 5, 6, 7], "apex")


def test_targets() -> None:
    """MP-4, STD3-1, STD4-1, HOARD-1, PYR-1, RACE-1, RACE-9, ELEV-1, DOOR-1, ALLY-1, TEAM-1."""
    assert {name: board(name).target for name in ALL} == {
        "three-players": 6,
        "four-players": 6,
        "hoard": 6,
        "pyramid": 4,
        "pyramid-3": 4,
        "race": 0,
        "elevator": 6,
        "wrong-door": 5,
        "wrong-door-3": 5,
        "alliances": 12,
        "teams": 10,
    }
    assert {name: board(name).turns for name in ALL if board(name).turns} == {"race": 3 * 4 * 4}


def test_what_scores_besides_leaving() -> None:
    """HOARD-8, PYR-22, RACE-8, ELEV-15, DOOR-11, ALLY-8, TEAM-16."""
    nothing = {name for name in ALL if board(name).kills == "nothing"}
    assert nothing == {"pyramid", "pyramid-3", "race", "wrong-door", "wrong-door-3"}
    assert {name for name in ALL if board(name).kills == "wounded"} == {"alliances"}


def test_what_players_have() -> None:
    """HOARD-2, PYR-2, RACE-2, ELEV-3, DOOR-2, ALLY-2, TEAM-2."""
    assert {name for name in ALL if board(name).characters == 6} == {"pyramid", "pyramid-3"}
    assert {name: board(name).without for name in ALL if board(name).without} == {"alliances": ["fireball-wand", "treasure"]}


def test_rules_of_single_scenarios() -> None:
    """ALLY-6, ALLY-20, TEAM-7, PYR-11: who has them, and nobody else."""
    for name in ALL:
        scenario = board(name)
        assert scenario.joins == scenario.quiet == (name == "alliances")
        assert scenario.across == (name == "teams") and scenario.levels == name.startswith("pyramid")


def test_teams_and_who_sits_across() -> None:
    """TEAM-1, TEAM-5: red and green against yellow and blue; across are red and blue, green and yellow."""
    teams = board("teams")
    assert [seat.team for seat in teams.seats] == ["north", "north", "south", "south"]
    assert [teams.colours[other] for other in teams.opposite] == ["blue", "yellow", "green", "red"]


def test_who_sits_across_is_seen_from_the_lines() -> None:
    """TEAM-5: in another order of seats, and where lines stand upright."""
    text = source("four-players").replace("target = 6", "target = 6\nacross = true")
    assert read(text).opposite == [2, 3, 0, 1]


# -- rooms --------------------------------------------------------------------------------------------------------------


def names(scenario: BoardScenario, rooms: list[int]) -> list[str]:
    return [scenario.rooms[number].name for number in rooms]


@pytest.mark.parametrize(
    ("name", "pairs"),
    [("three-players", 6), ("four-players", 6), ("hoard", 8), ("race", 7), ("wrong-door", 8), ("alliances", 8), ("teams", 5)],
)
def test_pairs_are_drawn_from_both_sets(name: str, pairs: int) -> None:
    """MP-1, MP-2, MP-3, STD3-1, STD4-1, HOARD-1, RACE-1, DOOR-1, ALLY-1, TEAM-1."""
    scenario = board(name)
    assert (scenario.pairs, scenario.open_pairs(), len(scenario.rooms)) == (pairs, list("12345678"), 16)
    assert scenario.pool_of(0) is None and len(scenario.rooms_for(0)) == 16


def test_the_apex_is_a_known_room() -> None:
    """PYR-6, PYR-7: the Gatehouse; its twin and all others lie elsewhere."""
    pyramid = board("pyramid")
    assert names(pyramid, pyramid.rooms_for(pyramid.apex)) == ["5G"]
    rest = names(pyramid, pyramid.rooms_for(1))
    assert len(rest) == 15 and "5D" in rest and "5G" not in rest
    assert pyramid.pairs == 7 and pyramid.open_pairs() == list("1234678")


def test_rooms_of_the_elevator() -> None:
    """ELEV-2, ELEV-4a, ELEV-9: pair 3 at the shaft, one room of pair 1 in it, five of the six other pairs."""
    scenario = board("elevator")
    filled = [place for place in scenario.layout.places if not place.empty]
    assert (filled[scenario.elevator].x, filled[scenario.elevator].y) == (10, 6)
    assert [(filled[tile].x, filled[tile].y) for tile in scenario.levers] == [(5, 6), (10, 6), (15, 6)]
    assert names(scenario, scenario.rooms_for(scenario.elevator)) == ["1D", "1G"]
    assert names(scenario, scenario.rooms_for(scenario.levers[0])) == ["3D", "3G"]
    assert not {"1D", "1G", "3D", "3G"} & set(names(scenario, scenario.rooms_for(0)))
    assert (scenario.pairs, scenario.open_pairs()) == (5, list("245678"))


def test_more_rooms_for_a_scenario_keep_its_pools() -> None:
    """PYR-6, ELEV-2: rooms that a position draws itself come to the rest, a room of the same name takes the other's place."""
    drawing = "\n".join(
        ["+ + + + + +", " . . . . . "] * 2
        + ["+ + + + + +", " . . @ . . "]
        + ["+ + + + + +", " . . . . . "] * 2
        + ["+ + + + + +"]
    )
    extra: list[Room] = parse_rooms(f"room 5G pair=5 turn=cw\n{drawing}\n\nroom cave pair=9 turn=cw\n{drawing}\n", "x")
    pyramid = board("pyramid").with_rooms(extra)
    assert (pyramid.pairs, pyramid.open_pairs(), len(pyramid.rooms)) == (8, list("12346789"), 17)
    apex = pyramid.rooms[pyramid.rooms_for(pyramid.apex)[0]]
    assert apex is extra[0] and (pyramid.shared, pyramid.levels, pyramid.exits) == (True, True, "apex")
    other = variant(pyramid, {"apexRoom": "2D"})
    assert names(other, other.rooms_for(other.apex)) == ["2D"] and extra[0] in other.rooms and extra[1] in other.rooms


# -- settings -----------------------------------------------------------------------------------------------------------


def test_which_scenario_has_which_setting() -> None:
    """PYR-6, ELEV-7, ALLY-3, TEAM-18: the default first."""
    choices = {name: board(name).choices for name in scenario_names("board") if load_scenario(name).game == "board"}
    rooms = ["5G", *[room.name for room in board("pyramid").rooms if room.name != "5G"]]
    left_out = choices.pop("simplified")  # OPT-4
    assert {name: (values[0], len(values)) for name, values in left_out.items()} == {
        "leftOutCharacters": ("mekanork/wall-walker", 28),
        "leftOutObjects": ("speed-potion/armor", 15),
    }
    assert {name: own for name, own in choices.items() if own} == {
        "pyramid": {"apexRoom": rooms},
        "pyramid-3": {"apexRoom": rooms},
        "elevator": {"elevatorSeats": ["diagonal", "straight"]},
        "alliances": {"allyCorners": ["on", "off"]},
        "teams": {"silentAllies": ["off", "on"], "teamTurns": ["together", "alternating"]},
    }


def test_another_apex() -> None:
    """PYR-6."""
    pyramid = variant(board("pyramid"), {"apexRoom": "1D", "endRule": "immediate"})
    assert names(pyramid, pyramid.rooms_for(pyramid.apex)) == ["1D"]
    assert pyramid.open_pairs() == list("2345678") and pyramid.choices == board("pyramid").choices


def test_straight_seats_of_the_elevator() -> None:
    """ELEV-7, MP-6: blue north-west, yellow south-west, red north-east, green south-east; who leaves by whose line stays."""
    straight = variant(board("elevator"), {"elevatorSeats": "straight"})
    seats = [(seat.colour, seat.line) for seat in straight.seats]
    assert seats == [("blue", "NW"), ("red", "NE"), ("green", "SE"), ("yellow", "SW")]
    for scenario in (straight, board("elevator")):
        line_of = {seat.colour: seat.line for seat in scenario.seats}
        for one, other in (("blue", "yellow"), ("yellow", "blue"), ("red", "green"), ("green", "red")):
            assert exits(scenario)[one] == [line_of[other]]
    assert variant(board("elevator"), {"elevatorSeats": "diagonal"}).colours == CLOCKWISE


def test_alliances_without_corners() -> None:
    """ALLY-3: the cross of the standard game with the numbers of the alliances."""
    cross = variant(board("alliances"), {"allyCorners": "off"})
    assert [(place.x, place.y) for place in cross.layout.places] == [
        (place.x, place.y) for place in board("four-players").layout.places
    ]
    assert lines(cross.layout) == lines(board("four-players").layout)
    assert (capacity(cross, "char"), capacity(cross, "obj"), cross.pairs) == (16, 16, 6)


def test_settings_reach_the_game() -> None:
    """TEAM-18, PYR-6, MP-18, ALLY-11: shown to clients among the options; the engine plays the scenario that was chosen."""
    assert (new_setting("hoard", {"target": "9"}).target, new_setting("hoard").target) == (9, 6)
    assert {name: board(name).stall for name in OF_LAW} == {name: 32 if name == "alliances" else 12 for name in OF_LAW}
    assert new_setting("teams", {"silentAllies": "on"}).options.given == {"silentAllies": "on"}
    setting = new_setting("elevator", {"elevatorSeats": "straight", "endRule": "immediate"})
    assert setting.colours == ["blue", "red", "green", "yellow"]
    assert setting.options.given == {"elevatorSeats": "straight", "endRule": "immediate"}


def test_what_is_left_out_may_be_named_in_any_order() -> None:
    """OPT-4: the order of the two characters or objects means nothing."""
    for option, value in (("leftOutObjects", "treasure/rope"), ("leftOutCharacters", "warrior/cleric")):
        turned = "/".join(reversed(value.split("/")))
        pieces = [[piece.name for piece in new_setting("simplified", {option: one}).pieces] for one in (value, turned)]
        assert pieces[0] == pieces[1]
        assert not set(value.split("/")) & set(pieces[0])


@pytest.mark.parametrize(
    ("name", "option", "value", "sentence"),
    [
        ("base", "apexRoom", "5G", "there is no option 'apexRoom'"),
        ("four-players", "silentAllies", "on", "there is no option 'silentAllies' "),
        (
            "teams",
            "speed",
            "high",
            "endRule, endTurn, handicap, jumpShape, memory, pairs, silentAllies, stallLimit, target, teamTurns",
        ),
        ("base", "speed", "high", "handicap, jumpShape, memory, pairs, simplified, stallLimit, target"),
        ("teams", "silentAllies", "loud", "silentAllies is one of off, on, not 'loud'"),
        ("elevator", "elevatorSeats", "round", "elevatorSeats is one of diagonal, straight"),
        ("alliances", "allyCorners", "yes", "allyCorners is one of on, off"),
        ("pyramid", "apexRoom", "9D", "apexRoom is one of 5G, 1D"),
        ("race", "handicap", "blue/4/", "everybody starts with 5 characters, so 4 fewer of 8 are too few"),
        ("three-players", "handicap", "green/5/", "the handicap names 'green'; the colours are blue, red, yellow"),
        ("alliances", "pairs", "players", "all pairs of rooms are in this game, there is nothing to choose"),
        ("teams", "pairs", "1/2/3/4", "pairs is random, players or 5 of 1/2/3/4/5/6/7/8, not '1/2/3/4'"),
        ("alliances", "target", "25", "target is a whole number from 6 to 24, not '25'"),
        ("pyramid", "target", "1", "target is a whole number from 2 to 8, not '1'"),
        ("four-players", "simplified", "yes", "simplified is an option for two players, and this game is for 4"),
        ("race", "target", "6", "the game lasts 48 turns and has no target"),
    ],
)
def test_options_that_a_scenario_does_not_take(name: str, option: str, value: str, sentence: str) -> None:
    """MP-18, PYR-6, ELEV-7, ALLY-3, TEAM-18."""
    with pytest.raises(OptionError, match=sentence):
        new_setting(name, {option: value})


# -- a new scenario -----------------------------------------------------------------------------------------------------


def test_a_new_scenario_needs_no_code() -> None:
    """RACE-5, RACE-9, ELEV-9: pieces of the known scenarios put together."""
    ferry = read((DOCS / "data" / "ferry.toml").read_text("utf-8"))
    assert (ferry.title, ferry.colours, ferry.shared, ferry.exits) == ("The Ferry", ["blue", "red", "green"], True, "small")
    assert (ferry.turns, ferry.target, ferry.elevator, ferry.levers) == (36, 0, 4, [1, 3, 4])
    assert ferry.choices == {"length": ["short", "long"]} and variant(ferry, {"length": "long"}).turns == 48
    assert exits(ferry)["green"] == ["F1", "F2"] and capacity(ferry) == 30
    assert make_setting(ferry, {"length": "long"}).options.given == {"length": "long"}


# -- what is refused ----------------------------------------------------------------------------------------------------


REFUSED = [
    # keys and values
    ("four-players", "pairs = 6", 'pairs = "six"', "pairs is a whole number from 0 to 1000, not 'six'"),
    ("four-players", "pairs = 6", "pairs = true", "pairs is a whole number"),
    ("four-players", "starters = 4", "", "says nothing about 'starters'"),
    ("four-players", 'title = "Four players"', "title = 4", "title is a text, not 4"),
    ("four-players", 'colour = "blue"', "", "says nothing about 'colour'"),
    ("four-players", 'rooms = ["base", "expansion"]', "", "says nothing about 'rooms'"),
    ("four-players", 'rooms = ["base", "expansion"]', 'rooms = "base"', "rooms is a list of texts, not 'base'"),
    ("four-players", '"expansion"]', '"moon"]', "there is no room file 'moon'"),
    ("four-players", "pairs = 6", "pairs = 6\nwalls = 3", "a scenario has no key 'walls'"),
    ("four-players", 'line = "N"', 'line = "N"\nchair = "soft"', "a seat has no key 'chair'"),
    ("four-players", "pairs = 6", "pairs = 6\nquiet = 1", "quiet is true or false, not 1"),
    ("four-players", "pairs = 6", 'pairs = 6\nkills = "all"', "kills is one of eliminated, nothing, wounded, not 'all'"),
    ("four-players", "pairs = 6", 'pairs = 6\nexits = "doors"', "exits is one of lines, small, door, apex, not 'doors'"),
    ("four-players", "pairs = 6", 'pairs = 6\nlines = "open"', "lines is one of private, shared, not 'open'"),
    ("four-players", "pairs = 6", "pairs = 6\npool = 3", r"pool is a list of tables \(\[\[pool\]\]\)"),
    ("four-players", "pairs = 6", "pairs = 6\noption = 3", "option is a table, not 3"),
    # seats and teams
    ("four-players", 'colour = "green"', 'colour = "blue"', "two seats are blue"),
    ("four-players", 'colour = "green"', 'colour = "pink"', "'pink' is no colour"),
    ("base", '[[seat]]\ncolour = "yellow"\nline = "E"\n', "", "a game has 2 to 4 seats, not 1"),
    ("teams", 'line = "RED"\nteam = "north"', 'line = "RED"', "some seats have a team and some have none"),
    ("teams", 'line = "RED"\nteam = "north"', 'line = "RED"\nteam = "south"', "the teams have different numbers of players"),
    ("teams", '"south"', '"north"', "everybody is in the team north"),
    ("teams", "across = true", "joins = true", "players in teams do not join the combats of others"),
    (
        "teams",
        "line BLUE 10 0 16 E\ndots BLUE 1,16 3,16 6,16 8,16",
        "line BLUE 5 0 16 E\ndots BLUE 0,16 1,16 3,16 4,16",
        "across from red",
    ),
    # lines
    ("four-players", 'line = "W"', 'line = "Q"', "the layout has no line 'Q'"),
    ("four-players", 'line = "W"', 'line = "N"', "two seats have the line N"),
    ("four-players", 'line = "W"', "", "green has no line, and the lines are not shared"),
    ("race", 'colour = "red"', 'colour = "red"\nline = "E"', "the lines are shared, but red has the line E"),
    ("four-players", "line W 10 0 6 S", "line Q 10 30 6 S\ndots Q 30,7\nline W 10 0 6 S", "the line Q touches no room"),
    ("four-players", "line W 10 0 6 S", "line Q 5 1 5 E\ndots Q 1,5\nline W 10 0 6 S", "the line Q is nobody's"),
    ("four-players", "line W 10 0 6 S", "line Q 5 1 5 E\nline W 10 0 6 S", "the line Q has no dots and is nobody's exit"),
    ("race", "line F1 5 6 0 E\nline F2 5 11 0 E", "line F1 10 6 0 E", "the line F1 has no dots and is longer than a room"),
    ("four-players", "line W 10 0 6 S", "line W 9 0 6 S\ndots W 0,16", "the dot 0,16 is not on the line W"),
    ("four-players", "line W 10 0 6 S", "line Q 5 1 6 S\nline W 10 0 6 S", "the line Q and the room R3 overlap at 1,6"),
    ("four-players", "room 11 1 3 any", "room 10 1 3 any", "the room R2 and the room R1 overlap at 10,1"),
    # exits
    ("hoard", 'exits = ["S"]', 'exits = ["Q"]', "the exit of blue is a line 'Q', which the layout does not have"),
    ("hoard", 'exits = ["S"]', 'exits = ["N"]', "blue cannot leave by the line N of blue"),
    ("teams", 'line = "RED"\n', 'line = "RED"\nexits = ["GREEN"]\n', "red cannot leave by the line GREEN of green"),
    ("hoard", 'exits = ["S"]', 'exits = "S"', "exits is a list of texts"),
    ("race", 'exits = "small"', 'exits = "lines"', "shared lines are no exits"),
    ("race", "line F1 5 6 0 E\nline F2 5 11 0 E\n", "", "the exits are small lines, but every line has dots"),
    ("race", 'exits = "small"', 'exits = "door"', "3 players need 3 to 4 small lines as doors, there are 2"),
    ("race", 'colour = "red"', 'colour = "red"\nexits = ["F1"]', "red names exits, but everybody leaves by small"),
    ("pyramid", "apex = [13, 0]\n", "", "the exit is the apex, but no place is the apex"),
    ("pyramid", "apex = [13, 0]", "apex = [14, 0]", "no room lies at 14,0"),
    ("pyramid", "apex = [13, 0]", "apex = 13", r"a place is written as \[x, y\], not 13"),
    ("four-players", "pairs = 6", "pairs = 6\napex = [6, 1]", "there is an apex, but it is no exit"),
    ("wrong-door", 'exits = "door"', 'exits = "apex"\napex = [1, 1]', "the line X1 has no dots and is nobody's exit"),
    # tokens
    ("four-players", "pairs = 6", 'pairs = 6\nwithout = ["dragon"]', "there is no piece 'dragon' to leave out"),
    ("pyramid", "characters = 6", "characters = 9", "each player takes 9 characters, there are 8"),
    ("pyramid", "characters = 6", "characters = 2", "of 2 characters 3 cannot be the starters"),
    ("four-players", "starters = 4", "starters = 0", "of 8 characters 0 cannot be the starters"),
    ("four-players", "starters = 4", "starters = 5", "the line N has fewer dots than starters"),
    ("pyramid", "starters = 3", "starters = 4", "the lines have 12 dots for 16 starters"),
    ("four-players", "room 6 1 3 any", "room 6 1 2 any", "the rooms take 39 tokens, there are 40 to lay"),
    (
        "hoard",
        "room 6 1 2 char",
        "room 6 1 2 obj",
        "16 characters and 24 objects do not fit into rooms for 14 characters, 26 objects",
    ),
    ("race", "room 6 1 0 none", "room 6 1 1 none", "the room at 6,1 takes no tokens, so its number is 0, not 1"),
    ("pyramid", "room 0 15 2 char", "room 0 15 3 char", "all places are filled, but the rooms take 37 tokens and there are 36"),
    ("pyramid", " char\n", " any\n", "level by level all rooms take any token, or none of them does"),
    (
        "elevator",
        "room 0 1 3 any\nroom 5 1 3 any",
        "room 0 1 3 char\nroom 5 1 3 any",
        "nobody could see to it that everybody lays all his tokens",
    ),
    # rooms
    ("four-players", "pairs = 6", "pairs = 9", "9 pairs cannot be drawn from 8"),
    ("four-players", "pairs = 6", "pairs = 5", "10 rooms cannot fill 12 places"),
    ("elevator", "pairs = 5", "pairs = 4", "8 rooms cannot fill 10 places"),
    ("pyramid", "pairs = 7", "pairs = 6", "13 rooms cannot fill 15 places"),
    ("four-players", '["base", "expansion"]', '["base", "base"]', "there are two rooms 1D"),
    ("pyramid", 'room = "5G"', 'room = "9G"', "the room files have no room 9G"),
    ("elevator", 'pair = "3"', 'pair = "9"', "the room files have no pair 9"),
    ("elevator", "places = [[5, 6], [15, 6]]", "places = [[5, 6]]", "a pool with pair 3 has 2 places, not 1"),
    ("elevator", "place = [10, 6]\none_of", "places = [[0, 1], [10, 6]]\none_of", "a pool with pair 1 has 1 place, not 2"),
    ("elevator", "[[5, 6], [15, 6]]", "[[5, 6], [10, 6]]", "two pools have the place 10,6"),
    ("elevator", 'one_of = "1"', 'room = "3D"', "two pools have the room 3D"),
    ("elevator", 'one_of = "1"', 'one_of = "1"\nroom = "1D"', "a pool names a room, a pair or one_of a pair"),
    ("elevator", "place = [10, 6]\n", "", "a pool has a place or several places"),
    ("elevator", "places = [[5, 6], [15, 6]]", "places = 3", "the places of a pool are a list"),
    ("elevator", "[[5, 6], [15, 6]]", "[[5, 6], [15, 7]]", "no room lies at 15,7"),
    ("elevator", "elevator = [10, 6]", "", "the pair 3 is a lever, but there is no elevator"),
    ("elevator", "cell 10 1\ncell 10 11\n", "", "the elevator at 10,6 has no empty place north or south of it"),
    ("elevator", "cell 10 11", "cell 10 12", "no elevator comes to the empty place 10,12"),
    ("four-players", "room 6 1 3 any", "cell 1 1\nroom 6 1 3 any", "no elevator comes to the empty place 1,1"),
    # settings
    ("pyramid", "[option.apexRoom]\nplace = [13, 0]", "[option.apexRoom]\nplace = [5, 5]", "no pool names the room at 5,5"),
    (
        "teams",
        "[option.silentAllies.off]\n\n[option.silentAllies.on]",
        "[option.silentAllies]",
        "the setting silentAllies has no values",
    ),
    ("teams", "option.silentAllies", "option.memory", "memory is an option of every game and cannot be a setting"),
    (
        "alliances",
        "[option.allyCorners.off]\npairs = 6",
        "[option.allyCorners.off]\npairs = 9",
        "9 pairs cannot be drawn from 8",
    ),
    ("teams", "[option.silentAllies.on]", "[option.silentAllies.on]\nwalls = 3", "a scenario has no key 'walls'"),
    ("teams", "[option.silentAllies.on]", "[option.silentAllies]\non = 3", "on is a table, not 3"),
    # the end
    ("race", "turns = 48", "turns = 48\ntarget = 5", "a game ends with a target or after a number of turns, not both"),
    ("race", "turns = 48", "turns = 50", "3 players cannot have equally many of 50 turns"),
    ("race", "turns = 48", "", "says nothing about 'target'"),
    ("four-players", "target = 6", "target = 0", "the target is at least 1"),
]


@pytest.mark.parametrize(("name", "old", "new", "sentence"), REFUSED, ids=[f"{case[0]}-{case[3][:40]}" for case in REFUSED])
def test_errors_are_sentences(name: str, old: str, new: str, sentence: str) -> None:
    """MP-3, LINE-2, LINE-4, LINE-6, KIND-1, PYR-11, ELEV-9, RACE-11, TEAM-1."""
    text = source(name)
    assert old in text
    with pytest.raises(TextError, match=rf"^x(, line \d+)?: .*{sentence}"):
        parse_scenario("x", text.replace(old, new))


def test_level_by_level_everybody_has_what_is_asked_for() -> None:
    """KIND-4, PYR-11: five characters below and seven near the top fall unevenly to four players; a level has one kind."""
    text = source("pyramid").replace("room 25 15 2 char", "room 25 15 0 none")
    text = re.sub(r"room (\d+) 15 2 char", r"room \1 15 1 char", text)
    text = re.sub(r"room (\d+) 5 2 obj", r"room \1 5 2 char", text).replace("room 20 5 2 char", "room 20 5 1 char")
    text = re.sub(r"room (\d+) 10 3 obj", r"room \1 10 5 obj", text)
    text = text.replace("room 18 10 5", "room 18 10 4").replace("room 23 10 5", "room 23 10 4")
    with pytest.raises(TextError, match="not everybody could lay all his characters and objects"):
        parse_scenario("x", text)
    text = source("pyramid").replace("room 10 15 2 char", "room 10 15 2 obj").replace("room 10 5 2 obj", "room 10 5 2 char")
    with pytest.raises(TextError, match="the rooms of the level at 5 take different kinds"):
        parse_scenario("x", text)


def test_allies_do_not_sit_across() -> None:
    """TEAM-5, TEAM-7."""
    text = source("teams").replace('"GREEN"\nteam = "north"', '"GREEN"\nteam = "south"')
    with pytest.raises(TextError, match="red and blue sit across and are in one team"):
        parse_scenario("x", text.replace('"BLUE"\nteam = "south"', '"BLUE"\nteam = "north"'))


def test_places_may_stay_empty() -> None:
    """RACE-4, DOOR-21, ELEV-6: more places than tokens, and rooms for one kind that leave room enough for the other."""
    assert capacity(read(source("four-players").replace("room 6 1 3 any", "room 6 1 9 any"))) == 46
    assert capacity(read(source("four-players").replace("room 6 1 3 any", "room 6 1 3 obj")), "obj") == 3
