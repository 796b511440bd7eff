"""Heuristic of the goal search: a lower bound, as a rule, of the action points that a player still needs to win.

It is the lesser of two costs: in the maze as it is, and with every room in its best orientation plus the cost of the first
rotation or opening.
"""

from __future__ import annotations

from typing import Final

from dungeon_twister.ai.search.card.distance_maps import FAR, NEAR, POINT, SURE, TURNED, DistanceMap, walker
from dungeon_twister.ai.search.card.evaluation import CardEvaluator
from dungeon_twister.ai.search.card.feature_cache import blocked_exits
from dungeon_twister.ai.search.card.features import UnitFeatures
from dungeon_twister.rules.engine.card.pieces import BREAKS_WALLS, INVERSION, KEY
from dungeon_twister.rules.engine.card.players import opponent
from dungeon_twister.rules.engine.card.state import CardState
from dungeon_twister.rules.engine.pieces import BREAKS_GATES, CASTS, FIREBALL, OPENS_GATES, TREASURE
from dungeon_twister.rules.engine.state import UNDER
from dungeon_twister.rules.geometry.zone_plan import GEAR_ZONE, LETTER_COUNT, UNKNOWN

NEVER: Final = 99.0  # more than any turn has
FIREBALL_COST: Final = 1.0
TOUCH: Final = 0.01  # weight of the distance as a tie-breaker between equal costs
LENIENT: Final = 0.2  # keeps the estimate below whole points
# capabilities to open a way from one's own place
OPENERS: Final = BREAKS_GATES | OPENS_GATES | BREAKS_WALLS
SCROLLS: Final = FIREBALL | INVERSION


def goal_distance(evaluator: CardEvaluator, s: CardState, player: int) -> float:
    """Return the least action points for which the player scores the missing victory points, by exits or Fireballs."""
    needed = s.setting.target - s.vp[player]
    if needed <= 0:
        return 0.0
    distance_map = evaluator.distance_maps.of(s.maze)
    units = evaluator.features.of(s, player, distance_map)
    treasures: list[int] = []
    for thing in s.things:
        if 0 <= s.loc[thing] < UNDER and s.setting.capabilities[thing] & TREASURE:
            holder = s.carrier[thing]
            if holder < 0 or s.setting.owner[holder] == player:
                treasures.append(s.loc[thing])
    shots = _shots(s, units, player)
    least = _least(s, distance_map, units, treasures, needed, shots, SURE)
    opening = _opening(distance_map, units)
    if opening < least:
        least = min(least, opening + _least(s, distance_map, units, treasures, needed, shots, TURNED))
    return least


def _least(
    s: CardState,
    distance_map: DistanceMap,
    units: list[UnitFeatures],
    treasures: list[int],
    needed: int,
    shots: int,
    manner: int,
) -> float:
    """Return the cost of the missing points for one manner of walking (SURE or TURNED)."""
    costs = [NEVER] * (needed + 1)  # by number of points
    costs[0] = 0.0
    for _ in range(shots):
        _add(costs, 1, FIREBALL_COST, NEVER)
    for unit in units:
        if unit.down:
            continue
        player = s.setting.owner[unit.man]
        jumps = s.jumps[player] > 0 or s.combat_hand[player] > 1
        kind = walker(unit.abilities | unit.gear, jumps) | manner
        row = distance_map.to_exit(player, kind, unit.movement, blocked_exits(s, player))
        laden = NEVER
        if not unit.gear & TREASURE:
            for place in treasures:
                steps = distance_map.steps_from(place)[unit.place]
                if steps <= NEAR:
                    laden = min(laden, _points(row[place] + steps * (POINT // unit.movement)))
        _add(costs, unit.points, _points(row[unit.place]), laden)
    return costs[needed]


def _add(costs: list[float], points: int, plain: float, laden: float) -> None:
    """Update `costs` with a way to score: `points` for `plain`, or one more (with a Treasure) for `laden`."""
    for wanted in range(len(costs) - 1, 0, -1):
        best = min(costs[wanted], costs[max(0, wanted - points)] + plain)
        costs[wanted] = min(best, costs[max(0, wanted - points - 1)] + laden)


def _points(distance: int) -> float:
    """Return the action points for a distance, slightly reduced for short distances."""
    if distance >= FAR:
        return NEVER
    return -(-distance // POINT) - LENIENT + TOUCH * distance / POINT


def _shots(s: CardState, units: list[UnitFeatures], player: int) -> int:
    """Return the number of Fireballs that can be thrown, or 0 if the opponent has no character in play."""
    if not s.places_of[opponent(player)]:
        return 0
    found = 0
    for unit in units:
        if not unit.down and unit.abilities & CASTS and unit.gear & FIREBALL:
            found += 1
    return found


def _opening(distance_map: DistanceMap, units: list[UnitFeatures]) -> float:
    """Return the least action points to rotate a room, with the way to the next gear, or to open something else."""
    least = NEVER
    for unit in units:
        if unit.down:
            continue
        if unit.abilities & OPENERS or unit.gear & KEY or (unit.abilities & CASTS and unit.gear & SCROLLS):
            return 1.0
        steps = _to_gear(distance_map, unit.place)
        if steps <= NEAR:
            moves: int = unit.moves[steps]
            least = min(least, 1.0 + moves)
    return least


def _to_gear(distance_map: DistanceMap, place: int) -> int:
    """Return the steps to the next gear."""
    steps, least = distance_map.steps_from(place), NEAR + 1
    for tile, room in enumerate(distance_map.maze.room_of):
        if room != UNKNOWN:
            least = min(least, steps[tile * LETTER_COUNT + GEAR_ZONE])
    return least
