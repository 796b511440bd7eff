"""Mazes of the Card Game are made once: equal ones are the same one, whatever the way to them, and only so many are kept."""

from __future__ import annotations

from random import Random

import pytest

from dungeon_twister.rules.geometry.maze import BROKEN, CLOSED, OPEN
from dungeon_twister.rules.geometry.zone_plan import MOST_TAKEN_APART, TAKEN_APART, members
from dungeon_twister.rules.geometry.zones import REMEMBERED, ZoneMaze
from tests.card.play import OPTIONS, new_card_game, random_game
from tests.geometry.tables import Tables
from tests.random_play import play_on


def tables(maze: ZoneMaze) -> list[list[int]]:
    """Everything that is worked out from a key."""
    return [maze.tile_on, maze.shape_of, *vars(Tables(maze)).values()]


def forget(maze: ZoneMaze) -> None:
    maze.cache.members.clear()


def revealed() -> ZoneMaze:
    """A maze with all its rooms face up."""
    plan = new_card_game().card_setting.plan
    maze = ZoneMaze.face_down(plan)
    for tile in range(plan.tiles):
        maze = maze.revealed(tile, tile, tile & 3)
    return maze


@pytest.mark.parametrize("number", range(len(OPTIONS)))
def test_a_maze_made_of_its_key_is_the_one_that_was_played_to(number: int) -> None:
    """Revealed, turned, swapped, with portcullises and walls in every state: all at once or one after another."""
    state = random_game(number)
    seen: list[ZoneMaze] = [state.maze]
    for _ in play_on(state, Random(number), 900):
        if state.maze is not seen[-1]:
            seen.append(state.maze)
    for maze in seen:
        assert ZoneMaze.from_key(maze.plan, maze.key()) == maze
    forget(state.maze)
    for maze in seen:
        again = ZoneMaze.from_key(maze.plan, maze.key())
        assert again is not maze and again == maze and hash(again) == hash(maze) and tables(again) == tables(maze)
        assert all(again.view(zone).spear == maze.view(zone).spear for zone in range(0, maze.plan.zones, 5))


def test_a_key_tells_which_rooms_have_changed_places() -> None:
    maze = revealed().swapped(0, 3).swapped(3, 5).turned(5, 1)
    forget(maze)
    again = ZoneMaze.from_key(maze.plan, maze.key())
    assert again is not maze and again.key() == maze.key() and tables(again) == tables(maze)
    assert again.place_of[:6] == [3, 1, 2, 5, 4, 0]


def test_the_same_maze_comes_of_every_way_to_it() -> None:
    maze = revealed()
    maze.cache.members.clear()  # so that nothing has to be forgotten meanwhile
    maze.cache.add(maze)
    assert maze.turned(0, 1) is maze.turned(0, 1) is not maze
    assert maze.turned(0, 1).turned(0, 1).turned(0, 2) is maze
    assert maze.turned(1, 3).turned(0, 1) is maze.turned(0, 1).turned(1, 3)
    assert maze.with_gate(2, OPEN).with_gate(2, CLOSED) is maze != maze.with_gate(2, BROKEN)
    assert maze.swapped(0, 3).swapped(3, 0) is maze is not maze.swapped(0, 3)
    assert ZoneMaze.face_down(maze.plan) is ZoneMaze.face_down(maze.plan)


def test_only_so_many_are_remembered() -> None:
    """A server lives for weeks: what is remembered is bounded, and nothing depends on it."""
    maze = revealed()
    chance = Random(1)
    before = tables(maze)
    for _ in range(3 * REMEMBERED):
        maze = maze.turned(chance.randrange(8), 1 + 2 * chance.randrange(2))
        assert len(maze.cache.members) <= REMEMBERED
    for tile in range(8):
        maze = maze.turned(tile, (tile - maze.quarters[tile]) & 3)
    assert tables(maze) == before


def test_a_key_that_is_none_is_refused() -> None:
    maze = revealed()
    key = maze.key()
    for at, number, sentence in (
        (0, 1, "two rooms lie in one slot"),
        (8, 1, "a room lies in the maze twice"),
        (8, 99, "is none of its pool"),
        (16, 4, "not turned by quarters"),
        (24, 3, "a portcullis in no state"),
        (32, 2, "neither whole nor broken"),
    ):
        spoiled = key[:]
        spoiled[at] = number
        with pytest.raises(ValueError, match=sentence):
            ZoneMaze.from_key(maze.plan, spoiled)
    with pytest.raises(ValueError, match="not made of 3 numbers"):
        ZoneMaze.from_key(maze.plan, key[:3])


def test_masks_are_taken_apart_once() -> None:
    """The numbers in a mask; what is kept of that is bounded."""
    assert members(0) == [] and members(0b1011) == [0, 1, 3] and members(1 << 55 | 4) == [2, 55]
    assert members(0b1011) is members(0b1011)
    for mask in range(2 * MOST_TAKEN_APART):
        members(mask)
        assert len(TAKEN_APART) <= MOST_TAKEN_APART
    assert members(0b1011) == [0, 1, 3]
