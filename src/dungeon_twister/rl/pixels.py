"""Pictures of both games as arrays of pixels. Needs numpy."""

from __future__ import annotations

from typing import Any, Final, TypeAlias

import numpy as np

from dungeon_twister.rules.engine.board.state import BoardState, board_of
from dungeon_twister.rules.engine.card.state import CardState, card_of
from dungeon_twister.rules.engine.state import UNDER, WOUNDED, State
from dungeon_twister.rules.geometry.maze import CLOSED
from dungeon_twister.rules.geometry.rooms import DARK, GATE, GEAR, LINE, PIT, WALL
from dungeon_twister.rules.geometry.zone_plan import COLUMNS, LETTER_COUNT, STATIONS_PER_SIDE, UNKNOWN
from dungeon_twister.rules.visibility import SPECTATOR, knows_starter

Pixels: TypeAlias = Any  # an array of numpy: height, width, 3
SQUARE: Final = 16  # pixels
COLOURS: Final = ((47, 111, 214), (226, 178, 33), (200, 55, 55), (52, 150, 83))  # of the players
FLOOR: Final = (233, 226, 211)
TERRAIN: Final = {GEAR: (196, 170, 120), PIT: (38, 34, 32), LINE: (205, 213, 219), DARK: (96, 88, 80)}
WALL_COLOUR: Final = (60, 45, 35)
GATE_COLOUR: Final = (150, 60, 30)
OPEN_COLOUR: Final = (150, 200, 120)
EMPTY: Final = (20, 20, 22)


# -- the board game -------------------------------------------------------------------------------------------------------


def board_pixels(of: State) -> Pixels:
    state = board_of(of)
    plan, maze = state.board_setting.plan, state.maze
    picture = np.full((plan.layout.height * SQUARE, plan.layout.width * SQUARE, 3), EMPTY, np.uint8)
    for square in range(plan.squares):
        x, y = plan.xy[maze.spot(square)]
        block = picture[y * SQUARE : (y + 1) * SQUARE, x * SQUARE : (x + 1) * SQUARE]
        block[:] = TERRAIN.get(maze.terrain[square], FLOOR)
        if maze.terrain[square] != DARK:
            for compass in range(4):
                side = maze.side_towards(square, compass)
                if maze.barrier_at(side) == WALL:
                    _edge(block, compass)[:] = WALL_COLOUR
                elif maze.barrier_at(side) == GATE:
                    _edge(block, compass)[:] = GATE_COLOUR if maze.gates[maze.gate_at(side)] == CLOSED else OPEN_COLOUR
    for token, place in enumerate(state.loc):
        if 0 <= place < UNDER:
            x, y = plan.xy[maze.spot(place)]
            block = picture[y * SQUARE : (y + 1) * SQUARE, x * SQUARE : (x + 1) * SQUARE]
            _draw_token(block, state, token)
    return picture


def _edge(block: Pixels, compass: int) -> Pixels:
    """Return the two rows of pixels along one side of a square."""
    return (block[:2], block[:, -2:], block[-2:], block[:, :2])[compass]


def _draw_token(block: Pixels, state: BoardState, token: int) -> None:
    """Draw a token: a character fills most of its square, with a hole if wounded; objects are small, hidden tokens barred."""
    colour = COLOURS[state.setting.owner[token]]
    if not state.setting.is_character[token]:
        block[10:14, 10:14] = colour
        return
    block[3:13, 3:13] = colour
    if not knows_starter(state, token, SPECTATOR):
        block[7:9, 3:13] = EMPTY
    elif state.status[token] & WOUNDED:
        block[6:10, 6:10] = FLOOR
    else:  # as many dots as the number of the character
        for dot in range(token % state.setting.each + 1):
            block[4 + dot // 4 * 2, 4 + dot % 4 * 2] = EMPTY


# -- the Card Game --------------------------------------------------------------------------------------------------------

ZONE: Final = 32  # pixels: a room is two zones wide and two high


def card_pixels(of: State) -> Pixels:
    state = card_of(of)
    maze, plan = state.maze, state.maze.plan
    rows = plan.tiles // COLUMNS
    picture = np.full(((2 * rows + 2) * ZONE, 2 * COLUMNS * ZONE, 3), EMPTY, np.uint8)
    for tile in range(plan.tiles):
        for letter in range(LETTER_COUNT):
            block = _zone(picture, state, tile * LETTER_COUNT + letter)
            block[1:-1, 1:-1] = TERRAIN[DARK] if maze.room_of[tile] == UNKNOWN else FLOOR
    used: dict[int, int] = {}
    for token, place in enumerate(state.loc):
        if 0 <= place < UNDER and state.setting.is_character[token]:
            spot = state.spot(place) if place >= plan.zones else place
            number = used.get(spot, 0)
            used[spot] = number + 1
            block = _zone(picture, state, spot)
            top, left = 2 + number // 4 * 7 % 28, 2 + number % 4 * 7
            block[top : top + 6, left : left + 6] = COLOURS[state.setting.owner[token]]
            if state.status[token] & WOUNDED:
                block[top + 2 : top + 4, left + 2 : left + 4] = EMPTY
    return picture


def _zone(picture: Pixels, state: CardState, place: int) -> Pixels:
    """Return the pixels of a zone, or of a starting zone above or below the maze."""
    plan = state.maze.plan
    if place >= plan.zones:
        side = (place - plan.zones) // STATIONS_PER_SIDE
        top = 0 if side == 0 else picture.shape[0] - ZONE
        return picture[top : top + ZONE]
    slot = state.maze.place_of[place // LETTER_COUNT]
    letter = place % LETTER_COUNT
    top = (1 + 2 * (slot // COLUMNS) + letter // 2) * ZONE
    left = (2 * (slot % COLUMNS) + letter % 2) * ZONE
    return picture[top : top + ZONE, left : left + ZONE]
