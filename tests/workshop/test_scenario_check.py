"""Checks of scenario files: every error of the reader, and what is odd although it can be played."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dungeon_twister import TextError
from dungeon_twister.presentation.i18n import LANGUAGES, MessageCatalogue
from dungeon_twister.rules.engine.scenarios import (
    LABORATORIES,
    LONGEST_TEXT,
    builtin_text,
    load_scenario,
    own_scenario,
    scenario_names,
)
from dungeon_twister.workshop.editions import EDITIONS
from dungeon_twister.workshop.findings import has_errors
from dungeon_twister.workshop.scenario_check import check_scenario
from tests.amounts import TIMES
from tests.workshop.test_room_check import hall, two

ENGLISH = MessageCatalogue("en")
BASE = builtin_text("base")


def with_rooms(drawn: str, text: str = BASE) -> str:
    text = text.replace('["base"]', '["base", "mine"]')
    return f"{text}\n[[drawing]]\nname = \"mine\"\nrooms = '''\n{drawn}\n'''\n"


def shown(text: str) -> list[tuple[str, int]]:
    return [(finding.code, finding.line) for finding in check_scenario(text)]


@pytest.mark.parametrize("name", [name for name in scenario_names() if name not in LABORATORIES])
def test_the_scenarios_of_the_game_have_no_findings(name: str) -> None:
    assert check_scenario(builtin_text(name)) == []


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ("target = 5", "target = -1", "target", "target is a whole number from 0 to 1000, not -1"),
        ("target = 5", "tarjet = 5", "tarjet", "has no key 'tarjet'"),
        ("target = 5", "target = ", "target", "Invalid value"),
        ("line W", "line W W", "line W W", "cannot read 'line W W"),
        ("starters = 4", "starters = 9", "", "Of 8 characters 9 cannot start"),
        ('rooms = ["base"]', 'rooms = ["base", 3]', "rooms", "rooms is a list of texts"),
    ],
)
def test_errors_of_the_reader(old: str, new: str, line: str, words: str) -> None:
    text = BASE.replace(old, new, 1)
    found = check_scenario(text)[0]
    lines = [number for number, one in enumerate(text.split("\n"), 1) if line and one.startswith(line)]
    assert found.severity == "error" and found.line == (lines[0] if lines else 0)
    assert words in found.sentence(ENGLISH) and "at line" not in found.sentence(ENGLISH)


TEAMS, WEIGHTY = builtin_text("teams"), builtin_text("elevator")
CARD = builtin_text("standard")
UNPLAYABLE = [
    ("seat-twice", BASE, 'colour = "yellow"', 'colour = "blue"', {"seat": 2}),
    ("seat-line", BASE, 'line = "E"', "", {"seat": 2}),
    ("seat-line", BASE, 'line = "E"', 'line = "X"', {"seat": 2}),
    ("seat-exit", WEIGHTY, 'exits = ["SE"]', 'exits = ["NW"]', {"line": "NW"}),
    ("team-missing", TEAMS, 'line = "RED"\nteam = "north"', 'line = "RED"', {}),
    ("team-one", TEAMS, 'team = "south"', 'team = "north"', {}),
    ("team-sizes", TEAMS, 'line = "RED"\nteam = "north"', 'line = "RED"\nteam = "south"', {}),
    ("team-joins", TEAMS, "across = true", "joins = true", {}),
    ("line-apart", BASE, "line W 10", "line X 2 40 40 E\ndots X 40,40\nline W 10", {"line": "X"}),
    ("line-no-exit", BASE, "line W 10", "line X 5 1 10 E\nline W 10", {"line": "X"}),
    ("small-lines", BASE, "target = 5", 'target = 5\nexits = "small"', {}),
    ("doors", BASE, "target = 5", 'target = 5\nexits = "door"', {"number": 0, "needed": 2, "most": 4}),
    ("no-apex", BASE, "target = 5", 'target = 5\nexits = "apex"', {}),
    ("idle-apex", BASE, "target = 5", "target = 5\napex = [1, 0]", {}),
    ("characters", BASE, "target = 5", "target = 5\ncharacters = 9", {"number": 9, "most": 8}),
    ("dots-line", BASE, "starters = 4", "starters = 5", {"line": "W", "needed": 5}),
    ("tokens", BASE, "room 1 0 2 any", "room 1 0 1 any", {"needed": 20}),
    ("kinds", BASE, " any", " obj", {"for-any": 0, "for-char": 0}),
    ("pool-missing", WEIGHTY, 'one_of = "1"', 'one_of = "99"', {"name": "99", "x": 10, "y": 6}),
    ("pool-places", WEIGHTY, "places = [[5, 6], [15, 6]]", "places = [[5, 6]]", {"name": "3", "needed": 2, "number": 1}),
    ("pairs", BASE, "pairs = 4", "pairs = 5", {"number": 5, "most": 4}),
    ("rooms", BASE, "pairs = 4", "pairs = 3", {"number": 6, "needed": 8}),
    ("no-shaft", WEIGHTY, "cell 10 1\ncell 10 11\n", "", {"x": 10, "y": 6}),
    ("idle-shaft", BASE, "line W 10", "cell 30 0\nline W 10", {"x": 30, "y": 0}),
    ("turns", BASE, "target = 5", "turns = 25", {"players": 2, "number": 25}),
    ("target", BASE, "target = 5", "target = 0", {}),
    ("rows", CARD, "pairs = 4", "pairs = 3", {"number": 4}),
    ("pairs", CARD, "pairs = 4", "pairs = 7", {"number": 7, "most": 6}),
    ("team-characters", CARD, "characters = 8", "characters = 20", {"number": 20, "most": 25}),
    ("team-objects", CARD, "objects = 6", "objects = 7", {"number": 7, "most": 13}),
    ("team-small", CARD, "characters = 8", "characters = 1", {"needed": 2}),
    ("cards", CARD, "[3, 3, 3, 3]", "[1, 1, 1, 1]", {"number": 8, "needed": 24}),
]


@pytest.mark.parametrize(("code", "text", "old", "new", "values"), UNPLAYABLE)
def test_failed_checks_have_codes_and_values(code: str, text: str, old: str, new: str, values: dict[str, object]) -> None:
    """Every language says them, with the number or the place that is wrong."""
    assert old in text
    found = [finding for finding in check_scenario(text.replace(old, new)) if finding.code == code]
    assert found and found[0].severity == "error"
    assert values.items() <= found[0].values.items()
    for language in LANGUAGES:
        assert "{" not in found[0].sentence(MessageCatalogue(language))


def test_all_failed_checks_are_said_at_once() -> None:
    text = BASE.replace("starters = 4", "starters = 9").replace('colour = "blue"', 'colour = "pink"')
    said = " ".join(finding.sentence(ENGLISH) for finding in check_scenario(text))
    assert "'pink' is no colour" in said and "9 cannot start" in said and "too few dots" in said
    with pytest.raises(TextError, match="'pink' is no colour") as wrong:
        own_scenario(text)
    assert len(wrong.value.others) == 2


def test_mistakes_in_drawings_have_the_line_of_the_file() -> None:
    """COMP-1, MAP-4: all broken drawings are named, each in its line."""
    text = with_rooms(hall("a", r5=" . . . . . ") + "\n" + hall("b", r5=" . x . . . "))
    lines = text.split("\n")
    gears, sign = lines.index("room a pair=1 turn=cw") + 1, lines.index(" . x . . . ") + 1
    assert shown(text) == [("gears", gears), ("room-square", sign)] and has_errors(check_scenario(text))


def test_what_can_be_played_has_no_errors() -> None:
    """A room without a twin, or twins that rotate the same way (ROT-5), can be played."""
    alone = with_rooms(hall("a").replace("pair=1", "pair=own"), BASE.replace("pairs = 4", "pairs = 5"))
    assert [(finding.code, finding.severity) for finding in check_scenario(alone)] == [("twin-missing", "warning")]
    both = with_rooms(two(r0="+-+-+-+-+-+").replace("pair=1", "pair=own").replace("ccw", "cw"))
    assert [finding.code for finding in check_scenario(both)] == ["closed-north", "twins-same-way"]
    assert not has_errors(check_scenario(both))
    own_scenario(both)


APART = """
title = "Two halves"
game = "board"
rooms = ["base"]
pairs = 4
starters = 2
target = 3
layout = '''
room 1 0 12 any
room 20 0 12 any
room 30 0 0 none
line W 5 0 0 S
dots W 0,1 0,3
line E 5 25 0 S
dots E 25,1 25,3
'''
[[seat]]
colour = "blue"
line = "W"
[[seat]]
colour = "yellow"
line = "E"
"""


def test_exits_and_rooms_that_nobody_reaches() -> None:
    """EXIT-1, MAP-7: without a row of rooms between the lines nobody leaves the maze."""
    found = check_scenario(APART)
    assert [(finding.code, finding.values) for finding in found] == [
        ("exit-apart", {"line": "E"}),
        ("exit-apart", {"line": "W"}),
        ("place-apart", {"x": 30, "y": 0}),
    ]
    joined = APART.replace("room 30 0 0 none", "room 6 0 0 none\nroom 11 0 0 none\nroom 15 5 0 none")
    assert {finding.code for finding in check_scenario(joined)} == {"exit-apart", "room-shut"}  # rooms at a corner do not touch
    assert check_scenario(APART.replace("room 20 0", "room 6 0").replace("room 30 0 0 none\n", "").replace("25", "11")) == []


def test_a_room_that_cannot_be_entered_where_it_lies() -> None:
    """REVEAL-7 allows any orientation; in none the only opening of this room meets a neighbour of its place."""
    walled = {f"r{row}": "|. . . . .|" for row in (1, 3, 7, 9)} | {"r5": "|. . @ . .|"}
    drawn = two(r0="+ +-+-+-+-+", r10="+-+-+-+-+-+", **walled).replace("pair=1", "pair=own")
    beside = APART.replace("room 20 0", "room 6 4").replace("room 30 0 0 none\n", "")
    beside = beside.replace("[[seat]]", '[[pool]]\nplace = [6, 4]\nroom = "a"\n[[seat]]', 1)
    along = beside.replace("line E 5 25 0 S", "line E 5 11 4 S").replace("25,1 25,3", "11,4 11,6")
    corner = beside.replace("line E 5 25 0 S", "line E 5 1 5 E").replace("25,1 25,3", "1,5 3,5")
    assert "room-shut" not in [code for code, _ in shown(with_rooms(drawn, along))]
    assert "room-shut" in [code for code, _ in shown(with_rooms(drawn, corner))]


@pytest.mark.parametrize(
    ("name", "most"),
    # 8 characters with the Goblin's second point, two Treasures, 8 enemies (EXIT-6, EXIT-7); no points for enemies (PYR-22);
    # two allies (TEAM-2); no limit where wounds score (ALLY-8)
    [("base", 19), ("four-players", 37), ("pyramid", 11), ("teams", 38), ("alliances", None)],
)
def test_the_most_points_of_a_player(name: str, most: int | None) -> None:
    scenario = load_scenario(name)
    assert EDITIONS.of_scenario(scenario).most_points(scenario) == most


def test_a_target_that_nobody_can_make() -> None:
    assert [finding.values for finding in check_scenario(BASE.replace("target = 5", "target = 20"))] == [
        {"target": 20, "most": 19}
    ]
    assert check_scenario(BASE.replace("target = 5", "target = 19")) == []
    card = builtin_text("tutorial-1")
    high = re.sub(r"^target = \d+", "target = 99", card, flags=re.M)
    assert [finding.code for finding in check_scenario(high)] == ["target-too-high"]


def test_long_and_deep_texts() -> None:
    assert shown("x" * (LONGEST_TEXT + 1)) == [("too-long", 0)]
    assert [code for code, _ in shown("a = " + "[" * 5000)] == ["refused"]
    assert [code for code, _ in shown("drawing = 3\nlayout = 4\n")] == ["refused"]
    assert [code for code, _ in shown('game = "board"\ndrawing = [3, {rooms = 4}]\n')] == ["refused"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_in_every_language(language: str) -> None:
    catalogue = MessageCatalogue(language)
    for text in (APART, BASE.replace("target = 5", "target = 20"), with_rooms(hall("a")), BASE.replace("5", "500")):
        for finding in check_scenario(text):
            assert "{" not in finding.sentence(catalogue)


@settings(deadline=None, max_examples=10 * TIMES)
@given(st.integers(0, len(BASE) - 1), st.text(max_size=3), st.integers(0, 5))
def test_any_change_is_judged(at: int, new: str, gone: int) -> None:
    """A scenario with an error is refused by the reader, one without is read."""
    text = BASE[:at] + new + BASE[at + gone :]
    found = check_scenario(text)
    try:
        own_scenario(text)
    except TextError:
        assert has_errors(found)
    else:
        assert not has_errors(found)
