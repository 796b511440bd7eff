"""Mazes are made once: equal ones are the same one, whatever the way to them, and a plan remembers only so many."""

from __future__ import annotations

from random import Random

import pytest

from dungeon_twister.rules.engine.board.state import board_of
from dungeon_twister.rules.engine.game import new_state
from dungeon_twister.rules.engine.scenarios import scenario_names
from dungeon_twister.rules.geometry.maze import BROKEN, CLOSED, INNER, OPEN, REMEMBERED, RIM, Maze
from dungeon_twister.rules.geometry.rooms import CELLS, SIZE
from tests.amounts import amount
from tests.random_play import play_on


def tables(maze: Maze) -> list[list[int]]:
    """Everything that is worked out from a key."""
    questions = (maze.ways_from, maze.gate_sides, maze.behind_walls)
    hidden = [list(maze.hidden_tiles_at(line)) for line in range(len(maze.plan.touching))]
    seen = [list(ask(square)) for square in range(maze.plan.squares) for ask in questions]
    return [list(maze.tile_on), list(maze.terrain), maze.near, maze.way, [maze.dark], *hidden, *seen]


def forget(maze: Maze) -> None:
    maze.plan.mazes.clear()
    maze.plan.after.clear()


@pytest.mark.parametrize("scenario", scenario_names("board"))
def test_a_maze_made_of_its_key_is_the_one_that_was_played_to(scenario: str) -> None:
    """Turned, revealed, moved, raised, with portcullises in every state: all at once or one after another."""
    state = board_of(new_state(scenario))
    seen: list[Maze] = []
    for _ in play_on(state, Random(7), amount(500)):
        if not seen or state.maze is not seen[-1]:
            seen.append(state.maze)
            tables(state.maze)  # what is remembered of this one must be forgotten in the next where it changes
    forget(state.maze)
    for maze in seen:
        again = Maze.from_key(maze.plan, maze.key())
        assert again is not maze and again == maze and hash(again) == hash(maze) and tables(again) == tables(maze)


def revealed() -> Maze:
    """A maze of the base game with all its rooms face up."""
    plan = board_of(new_state()).board_setting.plan
    maze = Maze.face_down(plan)
    forget(maze)
    maze = Maze.face_down(plan)
    for tile in range(plan.tiles):
        maze = maze.revealed(tile, tile, tile & 3)
    return maze


def test_the_same_maze_comes_of_every_way_to_it() -> None:
    maze = revealed()
    assert maze.turned(0, 1) is maze.turned(0, 1) is not maze
    assert maze.turned(0, 1).turned(0, 1).turned(0, 2) is maze
    assert maze.turned(1, 3).turned(0, 1) is maze.turned(0, 1).turned(1, 3)
    gate = next(gate for side in range(maze.plan.base * 4) if (gate := maze.gate_at(side)) >= 0)
    assert maze.with_gate(gate, OPEN).with_gate(gate, CLOSED) is maze != maze.with_gate(gate, BROKEN)
    assert maze.with_raised(0).with_raised(-1) is maze
    assert Maze.face_down(maze.plan) is Maze.face_down(maze.plan)


def test_a_raised_room_keeps_its_inside() -> None:
    """PYR-15: it hangs free of its neighbours, and its own squares adjoin as before; so do those of all other rooms."""
    maze = revealed()
    for tile in range(maze.plan.tiles):
        raised = maze.with_raised(tile)
        for side in range(maze.plan.base * 4):
            before = maze.beyond(side)
            apart = tile in (side // (CELLS * 4), before // CELLS) and INNER[side % (CELLS * 4)] < 0
            assert raised.beyond(side) == (RIM if apart else before)


def test_a_room_slides_to_an_empty_place_one_room_away() -> None:
    """ELEV-9, ELEV-10: never where another room lies, the first one included."""
    maze = Maze.face_down(board_of(new_state("elevator")).board_setting.plan)
    places = maze.plan.layout.places
    empty = {(place.x, place.y): number for number, place in enumerate(places) if number not in maze.place_of}
    assert len(empty) == 2
    for tile, place in enumerate(maze.place_of):
        for compass, (x, y) in enumerate(((0, -SIZE), (SIZE, 0), (0, SIZE), (-SIZE, 0))):
            free = empty.get((places[place].x + x, places[place].y + y), -1)
            assert maze.adjacent_free_place(tile, compass) == free


def test_a_plan_remembers_only_so_many() -> None:
    """A server lives for weeks: what is remembered is bounded, and nothing depends on it."""
    maze = revealed()
    chance = Random(1)
    before = tables(maze)
    for _ in range(4 * REMEMBERED):
        maze = maze.turned(chance.randrange(8), 1 + 2 * chance.randrange(2))
        assert len(maze.plan.mazes) <= REMEMBERED and len(maze.plan.after) <= 4 * REMEMBERED
    for tile in range(8):
        maze = maze.turned(tile, (tile - maze.quarters[tile]) & 3)
    assert tables(maze) == before


def test_a_key_that_is_none_is_refused() -> None:
    maze = revealed()
    key = maze.key()
    for at, number, sentence in (
        (0, 1, "two rooms lie on one place"),
        (8, 1, "a room lies in the maze twice"),
        (8, 99, "is none of its pool"),
        (16, 4, "not turned by quarters"),
        (24, 3, "a portcullis in no state"),
        (-1, 8, "is raised"),
    ):
        spoiled = key[:]
        spoiled[at] = number
        with pytest.raises(ValueError, match=sentence):
            Maze.from_key(maze.plan, spoiled)
    with pytest.raises(ValueError, match="not made of 3 numbers"):
        Maze.from_key(maze.plan, key[:3])
