"""Checks of drawn rooms: what each finding says, and that every text is judged without an error of the program."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dungeon_twister.presentation.i18n import LANGUAGES, MessageCatalogue
from dungeon_twister.rules.engine.scenario import load_rooms
from dungeon_twister.rules.geometry.rooms import ROOM_PROBLEMS, Room, parse_rooms
from dungeon_twister.rules.geometry.text import TextError
from dungeon_twister.workshop.findings import ERROR, Finding, has_errors
from dungeon_twister.workshop.room_check import check_room_list, check_rooms

OPEN, FLOOR = "+ + + + + +", " . . . . . "
HALL = [OPEN, FLOOR, OPEN, FLOOR, OPEN, " . . @ . . ", OPEN, FLOOR, OPEN, FLOOR, OPEN]
ENGLISH = MessageCatalogue("en")


def text_of(rooms: list[Room]) -> str:
    return "\n".join(
        "\n".join([f"room {room.name} pair={room.pair} turn={'cw' if room.turn == 1 else 'ccw'}", *room.lines])
        for room in rooms
    )


def hall(name: str = "a", turn: str = "cw", **rows: str) -> str:
    """An open room; `r3="..."` replaces the fourth line of its drawing."""
    lines = list(HALL)
    for row, line in rows.items():
        lines[int(row[1:])] = line
    return "\n".join([f"room {name} pair=1 turn={turn}", *lines])


def two(**rows: str) -> str:
    """A room with these rows and a sound twin that is none like it."""
    return hall(**rows) + "\n" + hall("b", "ccw", r3="|. . O . .|")


def codes(text: str, game: str = "") -> list[str]:
    return [finding.code for finding in check_rooms(text, game)]


@pytest.mark.parametrize("pack", ["base", "expansion", "card"])
def test_the_rooms_of_the_games_have_no_findings(pack: str) -> None:
    """COMP-1, ROT-5, GEO-2, GEO-4, and no square that cannot be reached; as a text and as rooms that were read."""
    rooms = load_rooms(pack)
    assert check_room_list(rooms) == check_rooms(text_of(rooms)) == []


def test_findings_name_their_place() -> None:
    found = check_rooms(two(r2="+ +-+ + + +", r3=" .|.|. . . ", r4="+ +-+ + + +"))
    assert found == [Finding("unreachable", "warning", {"room": "a", "count": 1}, "", "a", (6,), 1)]
    assert found[0].sentence(ENGLISH) == "One square of room a cannot be reached: there are walls all round it."
    assert found[0].as_json(ENGLISH)["squares"] == [6]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (hall(), ["twin-missing"]),
        (hall() + "\n" + hall("b", r3="|. . O . .|"), ["twins-same-way"]),
        (two() + "\n" + hall("c", r3="|. . O . O "), ["pair-crowded"]),
        (hall() + "\n" + hall(turn="ccw", r3="|. . O . .|"), ["room-twice"]),
        (hall() + "\n" + hall("b", "ccw"), ["identical"]),
        (two(r0="+-+-+-+-+-+"), ["closed-north"]),
        (two(**{f"r{row}": HALL[row][:-1] + "|" for row in (1, 3, 5, 7, 9)}), ["closed-east"]),
        (two(r9=" O O O O O "), ["closed-south"]),
        (two(r4="+ + +-+ + +", r5=" . .|@|. . ", r6="+ + +-+ + +"), ["gear-unreachable"]),
        (two(r4="+ + +=+ + +", r5=" . .|@|. . ", r6="+ + +-+ + +"), []),
        (two(r2="+ +-+ + + +", r3=" . .HO . . "), ["gate-at-pit"]),
        (two(r3=" . .H. . . "), ["gate-useless"]),
        (two(r1="|. O . . . ", r0="+-+ + + + +", r2="+-+ + + + +"), ["behind-pits"]),
        (two(r5=" . . . . . "), ["gears"]),
        (two(r5=" @ . @ . . "), ["gears"]),
        (two(r5=" . . @ x . "), ["room-square", "twin-missing"]),
        (two(r4="+ + + + + "), ["room-width", "twin-missing"]),
        ("nonsense\n" + two(), ["room-header"]),
        ("room a pair=1\n" + two(), ["room-header"]),
        ("\n".join(hall().split("\n")[:5]) + "\n" + hall("b"), ["room-lines", "twin-missing"]),
        (two().replace("room a", "room ä!"), ["room-name"]),
        ("# nothing\n", ["no-rooms"]),
        ("x" * 70000, ["too-long"]),
        (text_of(load_rooms("base")[:2] + load_rooms("card")[:2]), ["drawn-in-zones", "drawn-in-zones"]),
    ],
)
def test_every_finding(text: str, expected: list[str]) -> None:
    """COMP-1, MAP-4, ROT-5: pairs, gears and what a drawing needs."""
    assert codes(text) == expected


def test_a_closed_room_is_an_error() -> None:
    walled = {f"r{row}": "|" + HALL[row][1:-1] + "|" for row in (1, 3, 5, 7, 9)}
    found = check_rooms(two(r0="+-+-+-+-+-+", r10="+-+-+-+-+-+", **walled))
    assert [(finding.code, finding.severity) for finding in found] == [("closed", ERROR)]


def test_two_gears_are_shown_with_all_else() -> None:
    found = check_rooms(two(r0="+-+-+-+-+-+", r5=" @ . @ . . "))
    assert [finding.code for finding in found] == ["gears", "closed-north"] and found[0].squares == (10, 12)


def zones(**rows: str) -> str:
    lines = ZONES.split("\n")
    for row, line in rows.items():
        lines[int(row[1:])] = line
    return "room x pair=1 turn=cw\n" + "\n".join(lines) + "\nroom y pair=1 turn=ccw\n" + ZONES_TWIN


ZONES = """\
+ + + + + +
 T T T S S\x20
+ + + + + +
 T T O S S\x20
+ + + + + +
 C C O S S\x20
+ + + + + +
 C C G G G\x20
+ + + + + +
 C C G G G\x20
+ + + + + +"""
ZONES_TWIN = """\
+ + + + + +
 S S T T T\x20
+ + + + + +
 S S O T T\x20
+ + + + + +
 S S G C C\x20
+ + + + + +
 G G G C C\x20
+ + + + + +
 G G G C C\x20
+ + + + + +"""


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ({}, []),
        ({"r1": " T T T S T "}, [("zone-parts", (4,))]),
        ({"r7": " C C S S S ", "r9": " C C S S S "}, [("zone-missing", ())]),
        ({"r5": " T T O S S ", "r7": " T T G G G ", "r9": " T T G G G "}, [("zone-missing", ())]),
        ({"r1": " T|T T S S "}, [("barrier-inside", (0, 1))]),
        ({"r3": " T THO S S "}, [("barrier-at-pit", (7,))]),
        ({"r1": "HT T T S S ", "r9": " C C G G GH"}, [("gates", (0, 24))]),
    ],
)
def test_zones(rows: dict[str, str], expected: list[tuple[str, tuple[int, ...]]]) -> None:
    """GEO-2, GEO-4, PRT-1: the design of rooms with zones, every mistake with its cells."""
    assert [(finding.code, finding.squares) for finding in check_rooms(zones(**rows))] == expected


def test_a_zone_behind_walls() -> None:
    walls = {"r0": "+-+-+-+ + +", "r1": "|T T T|S S ", "r2": "+ + + + + +", "r3": "|T T O S S ", "r4": "+-+-+ + + +"}
    found = check_rooms(zones(**walls))
    assert [(finding.code, finding.values["zone"]) for finding in found] == [("zone-behind-pits", "T")]
    found = check_rooms(zones(**{**walls, "r2": "+ + +-+ + +", "r3": "|T T|O S S "}))
    assert [(finding.code, finding.values["zone"]) for finding in found] == [("zone-unreachable", "T")]


def test_rooms_for_the_other_game() -> None:
    assert set(codes(text_of(load_rooms("base")), "card")) == {"drawn-in-squares"}
    assert set(codes(text_of(load_rooms("card")), "board")) == {"drawn-in-zones"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_mistake_of_a_drawing_has_a_sentence(language: str) -> None:
    catalogue = MessageCatalogue(language)
    for code in ROOM_PROBLEMS:
        assert catalogue.has(f"workshop.finding.{code}")


@given(st.text(alphabet="room X=1pair turncw+-|=H~:.@OTSCG#\n ", max_size=400))
def test_any_text_is_judged(text: str) -> None:
    """What the reader refuses has an error; every finding has a sentence."""
    found = check_rooms(text)
    assert all(finding.sentence(ENGLISH) and "{" not in finding.sentence(ENGLISH) for finding in found)
    try:
        parse_rooms(text)
    except TextError:
        assert has_errors(found)


@given(st.integers(0, 131), st.characters(), st.sampled_from([two(), zones()]))
def test_any_character_anywhere_is_judged(at: int, sign: str, whole: str) -> None:
    at += len("room a pair=1 turn=cw")
    text = whole[:at] + sign + whole[at + 1 :]
    found = check_rooms(text)
    try:
        parse_rooms(text)
    except TextError:
        assert has_errors(found)
