"""The geometry of the Card Game: zones, links, sight; the test vector, the examples, and a second implementation."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

import pytest

from dungeon_twister.rules.engine.scenario import load_rooms
from dungeon_twister.rules.geometry.maze import BROKEN, CLOSED, OPEN
from dungeon_twister.rules.geometry.rooms import CELLS, GATE, PIT, SLIT, WALL, Room, inner_neighbour, parse_rooms
from dungeon_twister.rules.geometry.text import TextError
from dungeon_twister.rules.geometry.zone_plan import (
    ANYHOW,
    BY_SLITS,
    LETTERS,
    LINK_OPEN,
    LINK_PIT,
    LINK_SLIT,
    ON_FOOT,
    PIT_WAYS,
    STATIONS,
    ZonePlan,
    check_room,
    members,
    room_spots,
)
from dungeon_twister.rules.geometry.zones import ZoneMaze, link_kinds
from tests.amounts import LONG, amount
from tests.geometry import naive_zones
from tests.geometry.naive_zones import NaiveMaze, NaiveTile, Place, Zone, turn_drawing
from tests.geometry.tables import Tables

ROOT = Path(__file__).parent.parent.parent
RULES = (ROOT / "docs" / "rules" / "card-game.md").read_text("utf-8")
GATE_STATES = ("closed", "open", "broken")
N, S = 0, 1


# Rooms with more pits and slits on their borders than the real ones: what is rare in those comes up often in random mazes.
ROUGH = """
room rough-1 pair=rough turn=cw
+~+-+ + +~+
|T O S S S:
+ + + + + +
:T T|S G|S.
+ + +-+ + +
.O T:C G O|
+ + + + + +
|O C C G O.
+ + +-+ + +
.C C G G G:
+=+ +~+ +-+

room rough-2 pair=rough turn=ccw
+-+~+-+ + +
:T T O O S.
+ + + + + +
.T G G S S:
+ + + + + +
.O G C S O|
+-+ + + + +
HG G C C O.
+ + + + + +
|G C C O O|
+~+ + + +-+
""".replace(".", " ")  # dots stand for blanks that end or begin a line


@cache
def pool() -> list[Room]:
    return load_rooms("card") + load_rooms("card-test") + parse_rooms(ROUGH)


@cache
def plan_of(rows: int) -> ZonePlan:
    return ZonePlan(pool(), rows)


def room_number(name: str) -> int:
    return [room.name for room in pool()].index(name)


def lay(rows: int, rooms: dict[tuple[int, int], tuple[str, int]]) -> ZoneMaze:
    """A maze with these rooms (name, quarters) in slots (x, y), the others face down."""
    maze = ZoneMaze.face_down(plan_of(rows))
    for (x, y), (name, quarters) in rooms.items():
        maze = maze.revealed(y * 2 + x, room_number(name), quarters)
    return maze


def zone(maze: ZoneMaze, name: str) -> int:
    return next(z for z in range(maze.plan.places) if maze.name(z) == name)


def zones(maze: ZoneMaze, *names: str) -> int:
    return sum(1 << zone(maze, name) for name in names)


def names(maze: ZoneMaze, mask: int) -> str:
    """The zones of a mask as the tables of the rules print them."""
    return ", ".join(sorted(maze.name(z) for z in members(mask & maze.plan.all_zones))) or "-"


def rules_table(start: str, header: str) -> list[list[str]]:
    """The rows of the first table after `start` whose header line begins with `header`."""
    at = RULES.index(header, RULES.index(start))
    rows = [line for line in RULES[at:].split("\n\n")[0].split("\n") if line.startswith("|")]
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows[2:]]


def tv1() -> ZoneMaze:
    rooms = {(0, 0): ("blue-1", 0), (1, 0): ("green-2", 1), (0, 1): ("green-1", 2), (1, 1): ("blue-2", 3)}
    return lay(2, rooms)


# The test vector and the examples


def test_the_test_vector() -> None:
    """XMP-13, TV-1, GEO-12, GEO-13, GEO-15, LOS-3, SPR-3, WWK-2: the printed table, column by column."""
    maze = tv1()
    known = Tables(maze)
    rows = rules_table("**TV-1**", "| zone |")
    assert len(rows) == 16
    for name, walk, naga, pit, sight, spear, wallwalk in rows:
        z = zone(maze, name)
        assert names(maze, known.walk[z]) == walk
        assert names(maze, known.squeeze[z] & ~known.walk[z]) == naga
        assert names(maze, maze.crossing(z, ON_FOOT, 1)) == pit
        assert names(maze, maze.sees(z, 0) & ~(1 << z)) == sight
        assert names(maze, maze.spear(z)) == spear
        assert names(maze, known.wallwalk[z]) == wallwalk


def test_the_links_of_the_test_vector() -> None:
    """XMP-13, TV-1, LNK-4: the printed table of links."""
    maze = tv1()
    for where, *links in rules_table("Links (LNK-4)", "| starting side, column |"):
        side, column = where.split()
        for letter, link in enumerate(links):
            assert links_at(maze, "NS".index(side), int(column))[letter] == set(link.split())


def links_at(maze: ZoneMaze, side: int, column: int) -> list[set[str]]:
    first = maze.plan.station(side, column, 0) - maze.plan.zones
    return [set(link_kinds(link)) for link in Tables(maze).link[first : first + 4]]


def test_examples_of_sight() -> None:
    """XMP-7, LOS-3, LOS-4, LOS-5: across a pit, zones in between, through slits one way and both ways, a portcullis."""
    maze = lay(2, {(0, 0): ("fix-1", 0), (1, 0): ("fix-2", 0)})
    people = ["fix-1.T", "fix-1.S", "fix-2.T", "fix-1.C", "fix-2.G", "fix-2.C"]
    occupied = zones(maze, *people)

    def sees(viewer: str, target: str, where: ZoneMaze = maze, crowd: int = occupied) -> bool:
        return bool(where.sees(zone(where, viewer), crowd) >> zone(where, target) & 1)

    assert sees("fix-1.T", "fix-1.S") and not sees("fix-1.T", "fix-2.T")
    assert sees("fix-1.T", "fix-2.T", crowd=occupied & ~zones(maze, "fix-1.S"))
    assert sees("fix-2.G", "fix-1.C") and not sees("fix-1.C", "fix-2.G")
    assert sees("fix-2.C", "fix-2.T") and sees("fix-2.T", "fix-2.C")
    assert not sees("fix-2.C", "fix-1.C")
    assert sees("fix-2.C", "fix-1.C", where=maze.with_gate(0, OPEN))


def test_examples_of_the_spear() -> None:
    """XMP-8, SPR-3: across one pit, to the next zone, through a slit; not past a zone, not through a portcullis."""
    maze = lay(2, {(0, 0): ("fix-3", 0), (1, 0): ("fix-4", 0)})
    assert names(maze, maze.spear(zone(maze, "fix-3.T"))) == "fix-3.C, fix-3.S"
    cleric = maze.spear(zone(maze, "fix-4.C"))
    assert cleric & zones(maze, "fix-3.S") and not cleric & zones(maze, "fix-4.T")


def test_example_of_a_move_from_the_starting_zone() -> None:
    """XMP-9, LNK-4, LNK-5, GEO-15: a far zone, an open one, and from there across a pit."""
    maze = lay(2, {(0, 0): ("brown-2", 0)})
    triangle, _, _, gear = links_at(maze, N, 0)
    assert triangle == {"far"} and "open" in gear
    start, goal = zone(maze, "brown-2.G"), zones(maze, "brown-2.T")
    assert maze.crossing(start, ON_FOOT, 1) & goal and not Tables(maze).walk[start] & goal


def test_example_of_links() -> None:
    """XMP-10, LNK-4, LNK-7, PRT-2: one zone open, one behind a portcullis, two far; the portcullis is in reach of a station."""
    maze = lay(2, {(0, 0): ("purple-2", 2)})
    assert links_at(maze, N, 0) == [{"far"}, {"far"}, {"open", "wall"}, {"port", "wall"}]
    assert [Tables(maze).gates_beside[maze.plan.station(N, 0, letter)] for letter in range(4)] == [0, 0, 0, 1]
    assert links_at(maze.with_gate(0, OPEN), N, 0)[3] == {"open", "wall"}


def test_example_of_revealing() -> None:
    """XMP-11, REV-2, REV-3, REV-4, GEO-1, GEO-8: only bare borders of the own zone towards face-down rooms."""
    west = lay(3, {(0, 1): ("green-1", 0)})
    assert Tables(west).access[8:12] == [1 << 0 | 1 << 3, 1 << 3 | 1 << 4, 1 << 4, 0]
    east = lay(3, {(1, 1): ("green-1", 0)})
    assert Tables(east).access[12:16] == [1 << 1, 1 << 5, 1 << 5 | 1 << 2, 0]
    stations = [[Tables(east).access[east.plan.station(side, column, 2)] for column in (0, 1)] for side in (N, S)]
    assert stations == [[1, 2], [16, 32]]
    assert Tables(lay(2, {(0, 0): ("green-1", 0)})).access[8 + 8] == 0


def test_example_of_a_double_pit() -> None:
    """XMP-12, GEO-7, GEO-14, GEO-15, GEO-16, JMP-3, SPR-3: one pit, and a chain of two that is too long for a spear."""
    maze = lay(2, {(0, 0): ("purple-2", 0), (1, 0): ("red-2", 0)})
    start = zone(maze, "purple-2.T")
    assert names(maze, maze.crossing(start, ON_FOOT, 1)) == "purple-2.C"
    assert names(maze, maze.crossing(start, ON_FOOT, maze.plan.pits)) == "purple-2.C, red-2.G, red-2.S"
    assert maze.crossing(start, ON_FOOT, 2) == maze.crossing(start, ON_FOOT, maze.plan.pits)
    assert maze.sees(start, 0) & zones(maze, "red-2.G") and not maze.spear(start) & zones(maze, "red-2.G")
    assert [len(members(Tables(maze).pits_beside[way * maze.plan.zones + start])) for way in (ON_FOOT, BY_SLITS, ANYHOW)] == [
        1,
        1,
        1,
    ]


def test_example_of_broken_walls() -> None:
    """XMP-20, GEO-3, GEO-6, GEO-9, GLM-2, GLM-4: the wall of the neighbour stays, and the gap turns with its room."""
    maze = lay(2, {(0, 0): ("blue-2", 0), (1, 0): ("red-1", 0)})
    square, triangle = zone(maze, "blue-2.S"), zone(maze, "red-1.T")
    assert Tables(maze).wallwalk[square] >> triangle & 1
    assert not Tables(maze).walk[square] >> triangle & 1  # red-1 is bare there, blue-2 is not
    assert Tables(maze.with_walls_broken(0)).walk[square] >> triangle & 1
    turned = maze.turned(1, 2)  # now walls of both rooms lie along the border
    broken = turned.with_walls_broken(0)
    circle = zone(maze, "red-1.C")
    assert Tables(broken).wallwalk[square] >> circle & 1
    assert Tables(broken.with_walls_broken(1)).walk[square] >> circle & 1
    assert broken.turned(0, 1).walls_broken == broken.walls_broken == [1, 0, 0, 0]


def test_example_of_a_link_over_a_pit() -> None:
    """XMP-23, LNK-4, LNK-6: a pit on the border joins its station to every zone next to it."""
    maze = lay(2, {(0, 0): ("yellow-1", 2)})
    assert links_at(maze, N, 0) == [{"open", "pit"}, {"far"}, {"open", "pit", "wall"}, {"pit"}]
    assert Tables(maze).ghost_link[:4] == [1, 0, 1, 1]


# Clauses


def test_elements_and_states() -> None:
    """GEO-6, GEO-11, PRT-1: open and broken portcullises are bare, closed ones are not; broken walls make all bare."""
    maze = lay(2, {(0, 0): ("blue-1", 0)})
    t, c, g = (zone(maze, name) for name in ("blue-1.T", "blue-1.C", "blue-1.G"))
    assert Tables(maze).touch[t] >> c & 1 and not (Tables(maze).squeeze[t] | Tables(maze).wallwalk[t]) >> c & 1
    for state, expected in ((CLOSED, 0), (OPEN, 1), (BROKEN, 1)):
        assert Tables(maze.with_gate(0, state)).walk[t] >> c & 1 == expected
    broken = maze.with_walls_broken(0)
    assert Tables(broken).walk[t] >> c & 1 and Tables(broken).walk[c] >> g & 1 and broken.gates[0] == BROKEN
    assert Tables(broken.with_gate(0, CLOSED)).walk[t] >> c & 1
    assert Tables(broken).touch == Tables(broken).walk and Tables(broken).wallwalk == [0] * maze.plan.zones


def test_a_face_down_room_has_no_cells() -> None:
    """GEO-8, LOS-6: nothing touches it, nobody looks over it; its stations have no link."""
    maze = lay(3, {(0, 0): ("fix-1", 0), (0, 2): ("fix-1", 0)})
    for z in range(4):
        assert (Tables(maze).touch[z] | maze.sees(z, 0)) & maze.plan.all_zones <= 15
    assert Tables(maze).faced[4:8] == [-1] * 4 and Tables(maze).link[4:8] == [0] * 4
    assert ZoneMaze.face_down(plan_of(5)).sees(0, 0) == 1


def test_stations_stay_when_rooms_turn_or_swap() -> None:
    """LNK-2, LNK-3, STA-7: a station faces its letter of whatever room lies there; zones keep their numbers."""
    maze = tv1()
    swapped = maze.swapped(0, 2)
    assert Tables(maze).faced[:4] == [0, 1, 2, 3] and Tables(swapped).faced[:4] == [8, 9, 10, 11]
    assert Tables(maze.turned(0, 1)).faced == Tables(maze).faced
    assert swapped.neighbours(0) == [2, 3] and maze.neighbours(0) == [1, 2]
    assert swapped.swapped(0, 2).key() == maze.key() != swapped.key()
    assert [swapped.name(p) for p in (0, 15, 16, 31)] == ["blue-1.T", "blue-2.G", "N0T", "S1G"]
    assert ZoneMaze.face_down(plan_of(2)).name(5) == "1.S"


def test_a_portcullis_on_a_border() -> None:
    """PRT-2: from beyond the border it is in reach unless the other room has an element there that is not bare."""
    bare = lay(2, {(0, 0): ("blue-2", 0), (1, 0): ("blue-1", 0)})
    assert Tables(bare).gates_beside[zone(bare, "blue-2.S")] == 1
    assert Tables(bare).gates_beside[zone(bare, "blue-1.T")] == 1 | 2
    walled = lay(2, {(0, 0): ("blue-2", 0), (1, 0): ("yellow-1", 0)})
    assert not any(Tables(walled).gates_beside[z] & 1 for z in range(4, 8))
    broken = walled.with_walls_broken(1)
    assert [z for z in range(4, 8) if Tables(broken).gates_beside[z] & 1] == [zone(walled, "yellow-1.C")]
    alone = lay(2, {(1, 0): ("blue-2", 0)})  # its portcullis looks east, where there is nothing
    assert [p for p in range(alone.plan.places) if Tables(alone).gates_beside[p]] == [zone(alone, "blue-2.S")]


def test_contact_with_the_starting_zone() -> None:
    """LNK-1, LNK-5, SPR-4: an open link makes one area; the spear reaches over that, a slit or a pit."""
    maze = lay(2, {(0, 0): ("yellow-1", 2), (1, 0): ("yellow-2", 2)})
    stations = [maze.plan.station(N, 0, letter) for letter in range(4)]
    assert [Tables(maze).area[z] >> stations[z] & 1 for z in range(4)] == [1, 0, 1, 0]
    assert [maze.spear(z) >> stations[z] & 1 for z in range(4)] == [1, 0, 1, 1]
    assert [maze.spear(station) for station in stations] == [1, 0, 4, 8]
    slit = maze.plan.station(N, 1, 2)
    assert Tables(maze).link[slit - maze.plan.zones] & LINK_SLIT
    assert maze.plan.starting_zones[N] | maze.plan.starting_zones[S] | maze.plan.all_zones == (1 << maze.plan.places) - 1


def test_sight_from_and_to_stations() -> None:
    """LOS-1, LOS-7, LOS-8, LOS-9: by the link to the faced zone; across a pit only while that zone is empty."""
    maze = lay(2, {(0, 0): ("yellow-1", 2), (0, 1): ("fix-1", 0)})
    t, g = (maze.plan.station(N, 0, letter) for letter in (0, 3))
    assert maze.sees(t, 0) & maze.plan.starting_zones[N] == maze.plan.starting_zones[N]  # LOS-1
    far = maze.plan.station(N, 0, 1)
    assert maze.sees(far, 0) == maze.plan.starting_zones[N]
    gear = zone(maze, "yellow-1.G")
    assert Tables(maze).link[g - maze.plan.zones] == LINK_PIT
    assert maze.sees(gear, 1 << gear) >> g & 1
    watchers = [z for z in range(8) if z != gear and maze.sees(z, 0) >> g & 1]
    assert watchers and all(not maze.sees(z, 1 << gear) >> g & 1 for z in watchers)
    assert maze.sees(g, 1 << gear) == 1 << gear | maze.plan.starting_zones[N]
    assert maze.sees(g, 0) > maze.sees(g, 1 << gear)


def test_sight_from_one_starting_zone_to_the_other() -> None:
    """LOS-7, LOS-8, LOS-9: the line from station to station, which only zones between the two faced ones can block."""
    maze = lay(2, {(0, 0): ("fix-4", 0), (0, 1): ("fix-4", 0)})
    north, south = maze.plan.station(N, 0, 0), maze.plan.station(S, 0, 1)
    for crowd, seen in ((0, 1), (1 << 0 | 1 << 9, 1), (1 << 1, 0), (1 << 8, 0)):
        assert maze.sees(north, crowd) >> south & 1 == maze.sees(south, crowd) >> north & 1 == seen


def test_sides_that_are_alike_share_what_holds_across_them() -> None:
    """A portcullis changes only the sides that it is on, so most sides of a room are the same in two of its conditions."""
    plan = ZonePlan(pool(), 4)
    sides = range(len(plan.shapes) * 4)
    drawn = random.Random(3)
    for side, other in [(drawn.choice(sides), drawn.choice(sides)) for _ in range(400)]:
        found, anew = plan.facing(side, other), plan._work_out_facing(side, other)
        assert (found.near, found.gates) == (anew.near, anew.gates)
        assert found.pits == anew.pits
    assert any(plan.facing(side, 0) is plan.facing(side + 4, 0) for side in sides[:-4])


def test_design_rules_of_a_room() -> None:
    """GEO-2, GEO-4: drawings that break them are refused."""
    good = pool()[0].lines
    head = "room X pair=1 turn=cw\n"

    def refused(lines: list[str]) -> str:
        with pytest.raises(TextError) as error:
            check_room(parse_rooms(head + "\n".join(lines))[0])
        return str(error.value)

    assert "no zone C" in refused([line.replace("C", "S") for line in good])
    assert "several parts" in refused(["+ + +-+-+ +", "|T T T S T ", *good[2:]])
    assert "inside a zone" in refused(["+ + +-+-+ +", "|T|T T S S ", *good[2:]])
    assert "2 portcullises" in refused(["+=+ +-+-+ +", *good[1:]])
    assert "beside a pit" in refused([*good[:2], "+ +~+-+ + +", *good[3:]])
    assert "beside a pit" in refused([*good[:3], "|T:O G|S S|", *good[4:]])


def test_turning_a_drawing() -> None:
    """GEO-5: cells and edges go where the clause says; four quarter turns are the identity."""
    for room in pool():
        turned = turn_drawing(room.lines)
        for r in range(5):
            for c in range(5):
                assert turned[2 * c + 1][2 * (4 - r) + 1] == room.lines[2 * r + 1][2 * c + 1]
        for i in range(6):
            for c in range(5):
                edge = {"-": "|", "=": "H", "~": ":", " ": " "}[room.lines[2 * i][2 * c + 1]]
                assert turned[2 * c + 1][2 * (5 - i)] == edge
                upright = {"|": "-", "H": "=", ":": "~", " ": " "}[room.lines[2 * c + 1][2 * i]]
                assert turned[2 * i][2 * (4 - c) + 1] == upright
        assert turn_drawing(turn_drawing(turn_drawing(turned))) == room.lines


# The twelve rooms


def open_sides(room: Room) -> list[set[str]]:
    """The zones that are open to the north, east, south and west."""
    return [
        {
            room.zones[cell]
            for cell in range(CELLS)
            if inner_neighbour(cell, d) < 0 and room.zones[cell] != "O" and room.barrier[cell * 4 + d] == 0
        }
        for d in range(4)
    ]


def alone(name: str, quarters: int = 0) -> ZoneMaze:
    return lay(2, {(0, 0): (name, quarters)})


def letters(mask: int) -> str:
    return "".join(LETTERS[z] for z in members(mask))


def pits_join(maze: ZoneMaze) -> list[set[str]]:
    """The zones next to each pit of tile 0 that has any."""
    known = Tables(maze)
    joins = [{LETTERS[z] for z in range(4) if known.pits_beside[z] >> pit & 1} for pit in range(maze.plan.most_pits)]
    return [join for join in joins if join]


def drawn_edges(room: Room, kind: int) -> list[tuple[int, int]]:
    """Each drawn element of a kind once, as (cell, direction)."""
    sides = [(side // 4, side % 4) for side in range(CELLS * 4) if room.barrier[side] == kind]
    return [(cell, d) for cell, d in sides if d in (1, 2) or inner_neighbour(cell, d) < 0]


@pytest.mark.parametrize("row", rules_table("**ROOM-3**", "| room |"), ids=lambda row: str(row[0]))
def test_the_table_of_rooms(row: list[str]) -> None:
    """ROOM-3, GEO-2: the printed table."""
    name, turn, cells, adjacent, gate, joins, *sides, elements = row
    room, maze = pool()[room_number(name)], alone(name)
    assert room.turn == {"cw": 1, "ccw": 3}[turn]
    assert [room.zones.count(sign) for sign in "TSCGO"] == [int(count) for count in cells.split("/")]
    pairs = sorted(
        {frozenset(LETTERS[z] + LETTERS[o]) for z in range(4) for o in members(maze.relations_of(z).walk)}, key=sorted
    )
    assert {frozenset(pair.split("-")) for pair in adjacent.split(", ")} == set(pairs)
    assert sorted(map(sorted, pits_join(maze))) == sorted(sorted(j.split("-")) for j in joins.split("; ") if j != "none")
    assert [set(side) - {"-"} for side in sides] == open_sides(room)
    assert elements == f"{len(drawn_edges(room, WALL))} / {len(drawn_edges(room, SLIT))}"
    ((cell, d),) = drawn_edges(room, GATE)
    beyond = inner_neighbour(cell, d)
    if beyond < 0:
        assert gate == f"{room.zones[cell]}, {'NESW'[d]} border"
    else:
        assert set(gate.split("-")) == {room.zones[cell], room.zones[beyond]}


def components(edges: dict[str, set[str]], start: str) -> set[str]:
    reached, front = {start}, [start]
    while front:
        for other in edges[front.pop()] - reached:
            reached.add(other)
            front.append(other)
    return reached


@pytest.mark.parametrize("room", load_rooms("card"), ids=lambda room: str(room.name))
def test_the_design_of_the_rooms(room: Room) -> None:
    """ROOM-1, ROOM-2, GEO-2, GEO-4, GEO-7: everything the clause says was checked."""
    maze, spots = alone(room.name), room_spots(room)
    assert all(3 <= room.zones.count(letter) <= 9 for letter in LETTERS)
    pits = [spots.count(spot) for spot in range(4, 25) if spot in spots]
    assert len(pits) <= 2 and all(size <= 3 for size in pits)
    joins = pits_join(maze)
    assert len(joins) == len(pits) and all(len(join) >= 2 for join in joins)
    assert room.gates == 1 and len(drawn_edges(room, SLIT)) <= 2
    assert Tables(maze.with_gate(0, OPEN)).walk != Tables(maze).walk or gate_opens_a_side(room)
    sides = open_sides(room)
    touched = [{room.zones[c] for c in range(CELLS) if inner_neighbour(c, d) < 0} - {"O"} for d in range(4)]
    assert sum(len(side) >= 2 for side in touched) >= 3
    assert sum(len(side) >= 1 for side in sides) >= 3 and sum(len(side) >= 2 for side in sides) >= 2
    assert all(len(side) < 4 for side in sides) and not set.intersection(*sides)


def gate_opens_a_side(room: Room) -> bool:
    """The portcullis is on the border, at a zone that is not open to that side."""
    ((cell, d),) = drawn_edges(room, GATE)
    return inner_neighbour(cell, d) < 0 and room.zones[cell] not in open_sides(room)[d]


@pytest.mark.parametrize("room", load_rooms("card"), ids=lambda room: str(room.name))
def test_every_zone_has_ways_out(room: Room) -> None:
    """ROOM-2, GEO-17: two ways counting portcullis and pit; a border on foot when the portcullis is broken."""
    maze = alone(room.name).with_gate(0, BROKEN)
    sides = open_sides(room)
    ((cell, d),) = drawn_edges(room, GATE)
    if inner_neighbour(cell, d) < 0:
        sides[d].add(room.zones[cell])
    for z in range(4):
        ways = len(members(maze.relations_of(z).walk | maze.crossing(z, ON_FOOT, 1))) + sum(
            LETTERS[z] in side for side in sides
        )
        assert ways >= 2
        edges = {LETTERS[o]: set(letters(maze.relations_of(o).walk)) for o in range(4)}
        assert any(components(edges, LETTERS[z]) & side for side in sides)


def test_twins() -> None:
    """ROOM-1, ROOM-2: six pairs; twins differ and turn opposite ways; the rooms for tests are legal drawings."""
    rooms = load_rooms("card")
    assert len(rooms) == 12 and [room.pair for room in rooms[::2]] == [room.pair for room in rooms[1::2]]
    for one, other in zip(rooms[::2], rooms[1::2], strict=True):
        assert {one.turn, other.turn} == {1, 3} and one.lines != other.lines
    for room in load_rooms("card-test"):
        check_room(room)
        assert room.pair == "test"


def random_full_maze(rng: random.Random, rows: int) -> ZoneMaze:
    pairs = rng.sample(range(6), rows)
    rooms = rng.sample([2 * pair + twin for pair in pairs for twin in (0, 1)], 2 * rows)
    maze = ZoneMaze.face_down(plan_of(rows))
    for tile, room in enumerate(rooms):
        maze = maze.revealed(tile, room, rng.randrange(4))
    return maze


def crosses(maze: ZoneMaze, steps: list[int], kinds: int) -> bool:
    """Is there a way from the northern to the southern starting zone?"""
    known = Tables(maze)
    ends = [{known.faced[s] for s in range(first, first + 8) if known.link[s] & kinds} for first in (0, STATIONS // 2)]
    reached, front = set(ends[0]), list(ends[0])
    while front:
        for other in members(steps[front.pop()]):
            if other not in reached:
                reached.add(other)
                front.append(other)
    return bool(reached & ends[1])


@pytest.mark.parametrize(("rows", "shares"), [(2, (76.8, 97.3, 98.0)), (3, (58.7, 94.2, 94.4)), (5, (30.4, 87.2, 89.3))])
def test_how_often_a_maze_can_be_crossed(rows: int, shares: tuple[float, float, float]) -> None:
    """ROOM-4: the shares for a walker, with pits crossed, for a Naga; another amount, so only about the same."""
    rng, count = random.Random(rows), 2000 if LONG else 80
    found = [0, 0, 0]
    for _ in range(count):
        maze = random_full_maze(rng, rows)
        known = Tables(maze)
        pits = [known.walk[z] | maze.crossing(z, ON_FOOT, maze.plan.pits) for z in range(maze.plan.zones)]
        found[0] += crosses(maze, known.walk, LINK_OPEN)
        found[1] += crosses(maze, pits, LINK_OPEN | LINK_PIT)
        found[2] += crosses(maze, known.squeeze, LINK_OPEN | LINK_SLIT)
    for hits, share in zip(found, shares, strict=True):
        spread = (share * (100 - share) / count) ** 0.5
        assert abs(100 * hits / count - share) < 4 * spread + 0.5


# Against the second implementation


def random_maze(rng: random.Random) -> ZoneMaze:
    """Any maze of 2 to 5 rows, made by random changes in random order; some with a room face down, broken walls."""
    rows = rng.randint(2, 5)
    maze = ZoneMaze.face_down(plan_of(rows))
    rooms = rng.sample([*range(len(pool())), *[room_number("rough-1"), room_number("rough-2")] * 3], 2 * rows)
    shown = [tile for tile in range(2 * rows) if rng.random() < 0.88]
    rng.shuffle(shown)
    for tile in shown:
        maze = maze.revealed(tile, rooms[tile], rng.randrange(4))
        if rng.random() < 0.4:
            maze = maze.with_gate(tile, rng.choice((OPEN, CLOSED, BROKEN)))
        if rng.random() < 0.1:
            maze = maze.with_walls_broken(tile)
        if rng.random() < 0.2:
            maze = maze.turned(tile, rng.choice((1, 3)))
        if rng.random() < 0.2:
            other = rng.choice(maze.neighbours(tile))
            maze = maze.swapped(tile, other)
    return maze


@cache
def drawings() -> dict[str, list[str]]:
    folder = ROOT / "src" / "dungeon_twister" / "content" / "rooms"
    files = ("card.txt", "card-test.txt")
    return naive_zones.read_drawings("\n".join([(folder / file).read_text("utf-8") for file in files] + [ROUGH]))


def naive_of(maze: ZoneMaze) -> NaiveMaze:
    """The same maze for the second implementation, from its key."""
    tiles = [
        NaiveTile(
            tile,
            (maze.place_of[tile] % 2, maze.place_of[tile] // 2),
            drawings()[pool()[maze.room_of[tile]].name] if maze.room_of[tile] >= 0 else None,
            maze.quarters[tile],
            GATE_STATES[maze.gates[tile]],
            bool(maze.walls_broken[tile]),
        )
        for tile in range(maze.plan.tiles)
    ]
    return NaiveMaze(tiles, maze.plan.rows)


def place_number(maze: ZoneMaze, place: Place) -> int:
    letter = LETTERS.index(str(place[-1]))
    if isinstance(place[0], int):
        return place[0] * 4 + letter
    return maze.plan.station("NS".index(place[0]), int(place[1]), letter)


def mask_of(maze: ZoneMaze, places: set[Zone] | set[Place]) -> int:
    return sum(1 << place_number(maze, place) for place in places)


def check_touching(maze: ZoneMaze, naive: NaiveMaze) -> None:
    known = Tables(maze)
    for place in naive.zones:
        z = place_number(maze, place)
        assert known.walk[z] == mask_of(maze, naive.adjacent(place))
        assert known.squeeze[z] == mask_of(maze, naive.naga(place))
        assert known.touch[z] == mask_of(maze, naive.ghost(place))
        assert known.wallwalk[z] == mask_of(maze, naive.wallwalk(place))
        assert maze.relations_of(z).walk == known.walk[z]
        assert maze.relations_of(z).steps == known.walk[z] | maze.stations_linked(z, LINK_OPEN)
        assert maze.relations_of(z).pits == known.pits_beside[z]


def check_pits(maze: ZoneMaze, naive: NaiveMaze) -> None:
    known = Tables(maze)
    foot, slits, anyhow = frozenset[str](), frozenset(["slit"]), frozenset(["slit", "wall", "port"])
    for place in naive.zones:
        z = place_number(maze, place)
        for way, passable in ((ON_FOOT, foot), (BY_SLITS, slits), (ANYHOW, anyhow)):
            assert len(members(known.pits_beside[way * maze.plan.zones + z])) == len(naive.beside_pit(place, passable))
            assert maze.crossing(z, way, 1) == mask_of(maze, naive.cross(place, passable, 1))
            assert maze.crossing(z, way, 2) == mask_of(maze, naive.cross(place, passable, 2))
            assert maze.crossing(z, way, maze.plan.pits) == mask_of(maze, naive.cross(place, passable, 0))


def check_stations(maze: ZoneMaze, naive: NaiveMaze) -> None:
    known = Tables(maze)
    for number, station in enumerate(naive_zones.STATIONS):
        faced = naive.faced(station)
        assert known.faced[number] == (-1 if faced is None else place_number(maze, faced))
        assert set(link_kinds(known.link[number])) == naive.link(station)
        assert known.ghost_link[number] == naive.ghost_link(station)
        steps = 1 << known.faced[number] if known.link[number] & LINK_OPEN else 0
        assert maze.relations_of(maze.plan.zones + number).steps == steps


def check_places(maze: ZoneMaze, naive: NaiveMaze, rays: list[naive_zones.Ray]) -> None:
    known = Tables(maze)
    places: list[Place] = [*naive.zones, *naive_zones.STATIONS]
    for place in places:
        p = place_number(maze, place)
        assert known.area[p] == mask_of(maze, naive.area(place))
        assert maze.spear(p) == mask_of(maze, naive.spear(place, rays))
        assert known.gates_beside[p] == sum(1 << tile for tile in naive.gates_beside(place))
        assert known.access[p] == sum(1 << tile for tile in naive.access(place))


def check_sight(maze: ZoneMaze, naive: NaiveMaze, rays: list[naive_zones.Ray], occupied: set[Zone]) -> None:
    places: list[Place] = [*naive.zones, *naive_zones.STATIONS]
    crowd = mask_of(maze, occupied)
    for viewer in places:
        mine = [ray for ray in rays if ray.viewer in (viewer, naive_faced(naive, viewer))]
        seen = {target for target in places if naive.sees(viewer, target, occupied, mine)}
        assert maze.sees(place_number(maze, viewer), crowd) == mask_of(maze, seen)


def naive_faced(naive: NaiveMaze, place: Place) -> Zone | None:
    return next((naive.faced(station) for station in naive_zones.STATIONS if station == place), None)


def crossings(maze: ZoneMaze) -> list[list[int]]:
    """By way and number of pits the zones beyond, for every zone."""
    kinds = [(way, most) for way in range(PIT_WAYS) for most in (1, 2, maze.plan.pits)]
    return [[maze.crossing(z, way, most) for z in range(maze.plan.zones)] for way, most in kinds]


def check_symmetry(maze: ZoneMaze) -> None:
    known = Tables(maze)
    views = [maze.view(z).always for z in range(maze.plan.zones)]  # without slits sight is mutual
    tables = [known.walk, known.squeeze, known.touch, known.wallwalk, views, *crossings(maze)]
    for table in [*tables, known.area]:
        assert all(table[other] >> one & 1 for one in range(len(table)) for other in members(table[one]))
    tables.append([maze.spear(z) for z in range(maze.plan.zones)])
    assert not any(table[one] >> one & 1 for table in tables for one in range(maze.plan.zones))


BATCHES = 10


@pytest.mark.parametrize("batch", range(BATCHES))
def test_random_mazes_agree_with_the_second_implementation(batch: int) -> None:
    """GEO-1, GEO-3, GEO-5 to GEO-17, LNK-1 to LNK-6, LOS-1 to LOS-9, SPR-3, SPR-4, PRT-2, REV-3, WWK-2 on random mazes.

    GEO-6, GEO-8, GEO-9, GEO-10, GEO-11, GEO-12, GEO-13, GEO-14, GEO-15, GEO-16, LOS-2, LOS-3, LOS-6: rooms face down, turned,
    swapped, with broken walls and portcullises in all states.
    """
    rng = random.Random(1000 + batch)
    for _ in range(amount(80) // BATCHES):
        maze = random_maze(rng)
        naive = naive_of(maze)
        rays = naive.rays()
        check_touching(maze, naive)
        check_pits(maze, naive)
        check_stations(maze, naive)
        check_places(maze, naive, rays)
        for share in (0.0, rng.random()):
            check_sight(maze, naive, rays, {z for z in naive.zones if rng.random() < share})
        check_symmetry(maze)


def everything(maze: ZoneMaze) -> list[list[int]]:
    """All tables of a maze and all answers it gives, to compare two mazes."""
    tables = [maze.key(), maze.tile_on, maze.shape_of, *vars(Tables(maze)).values()]
    tables += [*crossings(maze), [maze.spear(p) for p in range(maze.plan.places)]]
    crowds = (0, 0x5A5A5A5A5A, maze.plan.all_zones)
    return [table[:] for table in tables] + [[maze.sees(p, crowd) for p in range(maze.plan.places)] for crowd in crowds]


def test_changes_are_undone_by_their_opposites() -> None:
    """GEO-5, STA-7: four quarter turns, two swaps, opening and closing lead back; the maze before stays as it was."""
    rng = random.Random(7)
    for _ in range(amount(60)):
        maze = random_maze(rng)
        before = everything(maze)
        tile = rng.randrange(maze.plan.tiles)
        if maze.room_of[tile] >= 0:
            quarters = [maze.turned(tile, 1)]
            for _ in range(3):
                quarters.append(quarters[-1].turned(tile, 1))
            assert everything(quarters[3]) == before
            assert everything(quarters[2]) == everything(maze.turned(tile, 3))
        other = rng.choice(maze.neighbours(tile))
        assert everything(maze.swapped(tile, other).swapped(other, tile)) == before
        states = maze.with_gate(tile, OPEN).with_gate(tile, maze.gates[tile])
        assert everything(states) == before == everything(maze)


def test_a_maze_does_not_depend_on_the_order_of_its_changes() -> None:
    """STA-7: what lies there counts, not how it came about."""
    rng = random.Random(8)
    for _ in range(amount(60)):
        maze = random_maze(rng)
        assert everything(built_afresh(maze, maze.plan, rng)) == everything(maze)


@pytest.mark.parametrize("rows", [2, 3, 4, 5])
def test_a_maze_after_many_changes_is_as_if_built_afresh(rows: int) -> None:
    """STA-7: nothing is left of what lay there before, in any table; every maze on the way stays as it was."""
    rng = random.Random(rows)
    maze, before = ZoneMaze.face_down(plan_of(rows)), list[tuple[ZoneMaze, list[list[int]]]]()
    for number in range(amount(300)):
        maze = random_change(rng, maze)
        if number % 25 == 0:
            before.append((maze, everything(maze)))
            assert everything(built_afresh(maze, ZonePlan(pool(), rows), rng)) == before[-1][1]
    assert all(everything(old) == tables for old, tables in before)


def random_change(rng: random.Random, maze: ZoneMaze) -> ZoneMaze:
    """Any change, also such as the rules do not allow: rooms revealed twice, walls broken in face-down rooms."""
    tile, kind = rng.randrange(maze.plan.tiles), rng.random()
    if kind < 0.3 and maze.room_of[tile] >= 0:
        return maze.turned(tile, rng.randrange(4))
    if kind < 0.6:
        return maze.with_gate(tile, rng.choice((OPEN, CLOSED, BROKEN)))
    if kind < 0.75:
        return maze.swapped(tile, rng.choice(maze.neighbours(tile)))
    if kind < 0.77:
        return maze.with_walls_broken(tile)
    return maze.revealed(tile, rng.randrange(len(pool())), rng.randrange(4))


def built_afresh(maze: ZoneMaze, plan: ZonePlan, rng: random.Random) -> ZoneMaze:
    """A maze with the same key, its tiles laid in random order."""
    fresh = ZoneMaze.face_down(plan)
    for tile in rng.sample(range(plan.tiles), plan.tiles):
        fresh = place_tile(fresh, maze, tile)
    return fresh


def place_tile(fresh: ZoneMaze, maze: ZoneMaze, tile: int) -> ZoneMaze:
    if fresh.place_of[tile] != maze.place_of[tile]:
        fresh = fresh.swapped(tile, fresh.tile_on[maze.place_of[tile]])
    if maze.walls_broken[tile]:
        fresh = fresh.with_walls_broken(tile)
    fresh = fresh.with_gate(tile, maze.gates[tile])
    return fresh.revealed(tile, maze.room_of[tile], maze.quarters[tile]) if maze.room_of[tile] >= 0 else fresh


def test_pits_are_in_the_drawings() -> None:
    """GEO-7, GEO-17: every O belongs to a pit, no letter does."""
    for room in pool():
        spots = room_spots(room)
        assert all((spots[cell] >= 4) == (room.zones[cell] == "O") == (room.terrain[cell] == PIT) for cell in range(CELLS))
