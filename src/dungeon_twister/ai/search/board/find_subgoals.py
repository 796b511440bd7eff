"""The outlook of a turn: which rooms a player would like to have turned, slid or revealed, so that he sends somebody there.

A plan looks one turn ahead, and a gear is often further away than that.
"""

from __future__ import annotations

from typing import Final

from dungeon_twister.ai.search.board.charts import Chart
from dungeon_twister.ai.search.board.evaluation import BoardEvaluator
from dungeon_twister.ai.search.board.subgoals import Subgoal, best_subgoals
from dungeon_twister.rules.engine.board.state import BoardState
from dungeon_twister.rules.engine.state import UNDER, WOUNDED
from dungeon_twister.rules.geometry.rooms import CELLS, NORTH, SOUTH

SMALL: Final = 8  # rooms: of so many all are looked at


def set_subgoals(evaluator: BoardEvaluator, s: BoardState, me: int) -> None:
    """From now on the judge counts what the player wishes for in this position, until it is told to forget."""
    now = evaluator.ways_of(s, me, evaluator.chart(s.maze))
    turns = [_turned(evaluator, s, me, tile, now) for tile in _tiles(evaluator, s, me)]
    if s.board_setting.elevator >= 0:
        turns.append(_slide(evaluator, s, me, now))
    evaluator.subgoal_owner = me
    evaluator.subgoals = best_subgoals(turns)
    evaluator.subgoal_weight = evaluator.weights.wishing * (1 + s.idle[me] / 4)  # more when nothing happens


def _tiles(evaluator: BoardEvaluator, s: BoardState, me: int) -> list[int]:
    """The rooms that may be thought about; in a large maze those that somebody of his can come to turn."""
    tiles = [tile for tile in range(s.board_setting.plan.tiles) if s.maze.room_of[tile] >= 0]
    if len(tiles) <= SMALL:
        return tiles
    chart = evaluator.chart(s.maze)
    return [tile for tile in tiles if _somebody_near(s, me, chart, _gears(s, tile))]


def _somebody_near(s: BoardState, me: int, chart: Chart, squares: list[int]) -> bool:
    for square in squares:
        near = chart.near(square)
        for token in s.setting.characters_of[me]:
            at = s.loc[token]
            if 0 <= at < UNDER and near[at] and not s.status[token] & WOUNDED:
                return True
    return False


def _turned(evaluator: BoardEvaluator, s: BoardState, me: int, tile: int, now: float) -> Subgoal:
    """What it would bring to turn a room, as far as is best."""
    turn = s.board_setting.plan.rooms[s.maze.room_of[tile]].turn
    best = 0.0
    maze = s.maze
    for turns in range(3):
        maze = maze.turned(tile, turn)
        best = max(best, evaluator.ways_of(s, me, evaluator.chart(maze)) - now - evaluator.weights.point * turns)
    return Subgoal(s.maze, tile, _gears(s, tile), best)


def _slide(evaluator: BoardEvaluator, s: BoardState, me: int, now: float) -> Subgoal:
    """The Elevator, one place up or down (ELEV-9)."""
    tile, maze, rooms = s.board_setting.elevator, s.maze, s.board_setting.plan.rooms
    best = 0.0
    for compass in (NORTH, SOUTH):
        place = maze.free_place_beside(tile, compass)
        if place >= 0:
            best = max(best, evaluator.ways_of(s, me, evaluator.chart(maze.moved(tile, place))) - now)
    levers = [lever for lever in s.board_setting.board_scenario.levers if maze.room_of[lever] >= 0]
    return Subgoal(maze, tile, [lever * CELLS + rooms[maze.room_of[lever]].gear for lever in levers], best)


def _gears(s: BoardState, tile: int) -> list[int]:
    """The gears that turn a face-up room: its own and its twin's, if that is face up too."""
    maze, rooms = s.maze, s.board_setting.plan.rooms
    pair = rooms[maze.room_of[tile]].pair
    return [
        other * CELLS + rooms[maze.room_of[other]].gear
        for other in range(s.board_setting.plan.tiles)
        if maze.room_of[other] >= 0 and rooms[maze.room_of[other]].pair == pair
    ]
