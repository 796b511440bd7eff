"""Subgoals of a player beyond the current turn: rooms to rotate or slide."""

from __future__ import annotations

from typing import Final

from dungeon_twister.rules.geometry.maze import Maze

MOST: Final = 3  # number of subgoals
LEAST: Final = 8.0  # least gain of a subgoal


class Subgoal:
    """A room, the squares from where it can be moved, and the gain from that."""

    def __init__(self, maze: Maze, tile: int, squares: list[int], worth: float) -> None:
        self.tile = tile
        self.quarters = maze.quarters[tile]
        self.place = maze.place_of[tile]
        self.room = maze.room_of[tile]
        self.squares = squares
        self.worth = worth

    def is_open(self, maze: Maze) -> bool:
        """Return whether the room still lies as it did."""
        tile = self.tile
        return maze.quarters[tile] == self.quarters and maze.place_of[tile] == self.place and maze.room_of[tile] == self.room


def best_subgoals(subgoals: list[Subgoal]) -> list[Subgoal]:
    """Return the subgoals with the largest gains, if those are large enough."""
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
