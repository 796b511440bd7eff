"""What a player keeps in mind beyond his turn: rooms that he would like to have turned, slid or revealed."""

from __future__ import annotations

from typing import Final

from dungeon_twister.rules.geometry.maze import Maze

MOST: Final = 3  # wishes of one kind that are kept in mind
LEAST: Final = 8.0  # what one must bring to be kept in mind


class Subgoal:
    """A room, the squares where one can do what is wished for, and what it would bring."""

    def __init__(self, maze: Maze, tile: int, squares: list[int], worth: float) -> None:
        self.tile = tile
        self.quarters = maze.quarters[tile]
        self.place = maze.place_of[tile]
        self.room = maze.room_of[tile]
        self.squares = squares
        self.worth = worth

    def is_open(self, maze: Maze) -> bool:
        """Does the room still lie as it did?"""
        tile = self.tile
        return maze.quarters[tile] == self.quarters and maze.place_of[tile] == self.place and maze.room_of[tile] == self.room


def best_subgoals(subgoals: list[Subgoal]) -> list[Subgoal]:
    """Those that would bring most, if it is much at all."""
    kept: list[Subgoal] = []
    left = [subgoal for subgoal in subgoals if subgoal.worth >= LEAST]
    while left and len(kept) < MOST:
        best = left[0]
        for subgoal in left:
            if subgoal.worth > best.worth:
                best = subgoal
        left.remove(best)
        kept.append(best)
    return kept
