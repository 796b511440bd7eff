"""The maze of the Card Game drawn as text: the two rooms of each row side by side, with the characters next to them.

A room is drawn 1:1 as in its file, but in its current orientation: zones by their letters, pits `O`, walls, slits, and the
portcullis by its state. The starting zones stand above the first and below the last row: for each column the four letters,
their link to the room (LNK-4), and the characters that face them.
"""

from __future__ import annotations

from itertools import zip_longest
from typing import Final

from dungeon_twister.game.record.card.token_names import (
    SIDES,
    cards_next_to,
    characters_by_place,
    objects_at,
    place_name,
    slot_of,
)
from dungeon_twister.game.record.shared_names import turn_name
from dungeon_twister.rules.engine.card.state import CardState, card_of
from dungeon_twister.rules.engine.state import State
from dungeon_twister.rules.geometry.maze import GATE_NAMES
from dungeon_twister.rules.geometry.rooms import DRAWN, EAST, NORTH, SIZE, SOUTH, WEST
from dungeon_twister.rules.geometry.zone_plan import COLUMNS, HAS_GATE, HAS_SLIT, LETTER_COUNT, LETTERS, UNKNOWN
from dungeon_twister.rules.geometry.zones import link_kinds
from dungeon_twister.rules.visibility import ALL_KNOWING

WIDTH = 41  # of the left half
GAP = 2
# barrier -> horizontal and vertical; a portcullis by its state
SIGNS: Final = {"bare": "  ", "wall": "-|", "slit": "~:", "closed": "=H", "open": "nh", "broken": "xx", "rubble": "  "}


def draw(state: CardState, viewer: int = ALL_KNOWING) -> list[str]:
    """Return the maze as lines of text, with the names that a viewer may know."""
    standing = characters_by_place(state, viewer)
    lines = _starting_zone(state, 0, standing)
    for row in range(state.maze.plan.rows):
        tiles = state.maze.tile_on[row * COLUMNS : row * COLUMNS + COLUMNS]
        lines += ["", *_side_by_side([_room(state, tile, standing) for tile in tiles])]
    return [line.rstrip() for line in [*lines, "", *_starting_zone(state, 1, standing)]]


def _side_by_side(halves: list[list[str]]) -> list[str]:
    return [f"{left:<{WIDTH + GAP}}{right}" for left, right in zip_longest(*halves, fillvalue="")]


def _wrapped(head: str, words: list[str], width: int) -> list[str]:
    """Wrap a head and words into lines."""
    lines = [head]
    for word in words:
        if len(lines[-1]) + 1 + len(word) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(f"  {word}")
    return lines


# -- starting zones -------------------------------------------------------------------------------------------------------


def _starting_zone(state: CardState, player: int, standing: dict[str, list[str]]) -> list[str]:
    lying = objects_at(state, state.home(player))
    title = " ".join([SIDES[player], state.setting.colours[player], *lying])
    return [title, *_side_by_side([_column(state, player, column, standing) for column in range(COLUMNS)])]


def _column(state: CardState, player: int, column: int, standing: dict[str, list[str]]) -> list[str]:
    """Return the stations of a column; characters with unknown letters come last."""
    plan = state.maze.plan
    lines: list[str] = []
    for letter in range(LETTER_COUNT):
        place = plan.station(player, column, letter)
        kinds = " ".join(link_kinds(state.maze.link_at(place - plan.zones)) or ["unknown"])
        here = standing.get(place_name(state, place), [])
        lines += _wrapped(f"  {LETTERS[letter]} {kinds}{':' if here else ''}", here, WIDTH)
    unknown = standing.get(f"{SIDES[player]}{column}?", [])
    return lines + (_wrapped("  ?:", unknown, WIDTH) if unknown else [])


# -- rooms ----------------------------------------------------------------------------------------------------------------


def _room(state: CardState, tile: int, standing: dict[str, list[str]]) -> list[str]:
    maze = state.maze
    room = maze.room_of[tile]
    if room == UNKNOWN:
        title = f"{slot_of(state, tile)} face down"
        drawn, cards = _face_down(slot_of(state, tile)), _cards(state, tile)
    else:
        broken = " walls broken" if maze.walls_broken[tile] else ""
        turn = turn_name(maze.plan.rooms[room].turn)
        title = f"{slot_of(state, tile)} {maze.plan.rooms[room].name}.{maze.quarters[tile]} {turn}{broken}"
        drawn, cards = _drawn(state, tile), _crowd(state, tile, standing)
    return [title, *(f"{left:<{DRAWN}}  {right}" for left, right in zip_longest(drawn, cards, fillvalue=""))]


def _face_down(name: str) -> list[str]:
    """Draw a face-down room, of which only the place is known (GEO-8)."""
    edge, inside = "." * DRAWN, f".{'':{DRAWN - 2}}."
    return [edge, inside, f".{name:^{DRAWN - 2}}.", inside, edge]


def _cards(state: CardState, tile: int) -> list[str]:
    """Return how many cards of each colour lie next to a face-down room; that is public (SET-8)."""
    counts = [len(cards_next_to(state, tile, player)) for player in range(state.setting.players)]
    return [" ".join(f"{colour[0]}{count}" for colour, count in zip(state.setting.colours, counts, strict=True) if count)]


def _crowd(state: CardState, tile: int, standing: dict[str, list[str]]) -> list[str]:
    """Return the characters and objects in each zone of a room that is not empty."""
    lines: list[str] = []
    for zone in range(tile * LETTER_COUNT, (tile + 1) * LETTER_COUNT):
        here = standing.get(place_name(state, zone), []) + objects_at(state, zone)
        if here:
            lines += _wrapped(LETTERS[zone % LETTER_COUNT], here, WIDTH - DRAWN - 2)
    return lines


def _drawn(state: CardState, tile: int) -> list[str]:
    room = RoomPlan(state, tile)
    return ["".join(_sign(room, row, column) for column in range(DRAWN)) for row in range(DRAWN)]


def _sign(room: RoomPlan, row: int, column: int) -> str:
    """Return one character of a room: corner, cell, or the barrier on a side of a cell."""
    if row % 2 == 0 and column % 2 == 0:
        return "+"
    if row % 2 == 1 and column % 2 == 1:
        spot = room.spot(row // 2, column // 2)
        return LETTERS[spot] if spot < LETTER_COUNT else "O"
    upright = row % 2
    last = row == DRAWN - 1 or column == DRAWN - 1
    direction = (EAST if last else WEST) if upright else (SOUTH if last else NORTH)
    return SIGNS[room.barrier(min(row // 2, SIZE - 1), min(column // 2, SIZE - 1), direction)][upright]


class RoomPlan:
    """The cells and barriers of a face-up room in its current rotation (GEO-5, GEO-6)."""

    def __init__(self, state: CardState, tile: int) -> None:
        self.plan, self.gate = state.maze.plan, GATE_NAMES[state.maze.gates[tile]]
        self.walls_broken = bool(state.maze.walls_broken[tile])
        self.first = (state.maze.room_of[tile] * 4 + state.maze.quarters[tile]) * SIZE * SIZE

    def spot(self, row: int, column: int) -> int:
        """Return the zone letter or the pit of a cell."""
        return self.plan.spots[self.first + row * SIZE + column]

    def barrier(self, row: int, column: int, direction: int) -> str:
        """Return what is on a side of a cell; `rubble`: broken walls."""
        element = self.plan.elements[(self.first + row * SIZE + column) * 4 + direction]
        if element == HAS_GATE:
            return self.gate
        if not element:
            return "bare"
        return "rubble" if self.walls_broken else "slit" if element == HAS_SLIT else "wall"


def draw_for(state: State, viewer: int) -> list[str]:
    """Return the drawing of the maze for a viewer."""
    return draw(card_of(state), viewer)
