"""Finds the subgoals of a player: rooms to rotate or slide, so that characters move towards their gears.

A plan covers one turn only, and a gear is often further away than that.
"""

from __future__ import annotations

from typing import Final

from dungeon_twister.ai.search.board.distance_maps import DistanceMap
from dungeon_twister.ai.search.board.evaluation import BoardEvaluator
from dungeon_twister.ai.search.board.subgoals import Subgoal, best_subgoals
from dungeon_twister.rules.engine.board.state import BoardState
from dungeon_twister.rules.engine.state import UNDER, WOUNDED
from dungeon_twister.rules.geometry.rooms import CELLS, NORTH, SOUTH

SMALL: Final = 8  # in a maze of at most this many rooms all are considered


def set_subgoals(evaluator: BoardEvaluator, s: BoardState, me: int) -> None:
    """Set the subgoals of a player in this position on the evaluator, which counts them until `clear_subgoals`."""
    now = evaluator.exit_distances(s, me, evaluator.distance_map(s.maze))
    turns = [_turned(evaluator, s, me, tile, now) for tile in _tiles(evaluator, s, me)]
    if s.board_setting.elevator >= 0:
        turns.append(_slide(evaluator, s, me, now))
    evaluator.subgoal_owner = me
    evaluator.subgoals = best_subgoals(turns)
    evaluator.subgoal_weight = evaluator.weights.wishing * (1 + s.idle[me] / 4)  # more after quiet turns


def _tiles(evaluator: BoardEvaluator, s: BoardState, me: int) -> list[int]:
    """Return the rooms to consider: in a large maze, those with a gear near one of the player's characters."""
    tiles = [tile for tile in range(s.board_setting.plan.tiles) if s.maze.room_of[tile] >= 0]
    if len(tiles) <= SMALL:
        return tiles
    distance_map = evaluator.distance_map(s.maze)
    return [tile for tile in tiles if _somebody_near(s, me, distance_map, _gears(s, tile))]


def _somebody_near(s: BoardState, me: int, distance_map: DistanceMap, squares: list[int]) -> bool:
    for square in squares:
        near = distance_map.near(square)
        for token in s.setting.characters_of[me]:
            at = s.loc[token]
            if 0 <= at < UNDER and near[at] and not s.status[token] & WOUNDED:
                return True
    return False


def _turned(evaluator: BoardEvaluator, s: BoardState, me: int, tile: int, now: float) -> Subgoal:
    """Return the subgoal of rotating a room by the best angle."""
    turn = s.board_setting.plan.rooms[s.maze.room_of[tile]].turn
    best = 0.0
    maze = s.maze
    for turns in range(3):
        maze = maze.turned(tile, turn)
        best = max(best, evaluator.exit_distances(s, me, evaluator.distance_map(maze)) - now - evaluator.weights.point * turns)
    return Subgoal(s.maze, tile, _gears(s, tile), best)


def _slide(evaluator: BoardEvaluator, s: BoardState, me: int, now: float) -> Subgoal:
    """Return the subgoal of moving the Elevator one place up or down (ELEV-9)."""
    tile, maze, rooms = s.board_setting.elevator, s.maze, s.board_setting.plan.rooms
    best = 0.0
    for compass in (NORTH, SOUTH):
        place = maze.adjacent_free_place(tile, compass)
        if place >= 0:
            best = max(best, evaluator.exit_distances(s, me, evaluator.distance_map(maze.moved(tile, place))) - now)
    levers = [lever for lever in s.board_setting.board_scenario.levers if maze.room_of[lever] >= 0]
    return Subgoal(maze, tile, [lever * CELLS + rooms[maze.room_of[lever]].gear for lever in levers], best)


def _gears(s: BoardState, tile: int) -> list[int]:
    """Return the gears that rotate a face-up room: its own, and that of its twin if it is face up too."""
    maze, rooms = s.maze, s.board_setting.plan.rooms
    pair = rooms[maze.room_of[tile]].pair
    return [
        other * CELLS + rooms[maze.room_of[other]].gear
        for other in range(s.board_setting.plan.tiles)
        if maze.room_of[other] >= 0 and rooms[maze.room_of[other]].pair == pair
    ]
