"""A guess at the action points that a player still needs to win: where the search for a win this turn looks first.

It is the least of two: with the maze as it is, or as if every room lay as he likes, for which somebody must turn or open
something first.
"""

from __future__ import annotations

from typing import Final

from dungeon_twister.ai.search.card.charts import FAR, NEAR, POINT, SURE, TURNED, Chart, walker
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
TOUCH: Final = 0.01  # of what is left of the way: of two that need as many points, who is nearer
LENIENT: Final = 0.2  # so that the guess stays below whole points
# who can open a way from where he stands
OPENERS: Final = BREAKS_GATES | OPENS_GATES | BREAKS_WALLS
SCROLLS: Final = FIREBALL | INVERSION


def goal_distance(evaluator: CardEvaluator, s: CardState, player: int) -> float:
    """The least action points for which some characters bring home, or a Fireball wins, the points that the player lacks."""
    needed = s.setting.target - s.vp[player]
    if needed <= 0:
        return 0.0
    chart = evaluator.charts.of(s.maze)
    units = evaluator.features.of(s, player, chart)
    treasures: list[int] = []
    for thing in s.things:
        if 0 <= s.loc[thing] < UNDER and s.setting.capabilities[thing] & TREASURE:
            holder = s.carrier[thing]
            if holder < 0 or s.setting.owner[holder] == player:
                treasures.append(s.loc[thing])
    shots = _shots(s, units, player)
    least = _least(s, chart, units, treasures, needed, shots, SURE)
    opening = _opening(chart, units)
    if opening < least:
        least = min(least, opening + _least(s, chart, units, treasures, needed, shots, TURNED))
    return least


def _least(
    s: CardState, chart: Chart, units: list[UnitFeatures], treasures: list[int], needed: int, shots: int, manner: int
) -> float:
    """What the points cost, if characters go in this manner."""
    costs = [NEVER] * (needed + 1)  # for so many points
    costs[0] = 0.0
    for _ in range(shots):
        _add(costs, 1, FIREBALL_COST, NEVER)
    for unit in units:
        if unit.down:
            continue
        player = s.setting.owner[unit.man]
        jumps = s.jumps[player] > 0 or s.combat_hand[player] > 1
        kind = walker(unit.abilities | unit.gear, jumps) | manner
        row = chart.to_exit(player, kind, unit.movement, blocked_exits(s, player))
        laden = NEVER
        if not unit.gear & TREASURE:
            for place in treasures:
                steps = chart.steps_from(place)[unit.place]
                if steps <= NEAR:
                    laden = min(laden, _points(row[place] + steps * (POINT // unit.movement)))
        _add(costs, unit.points, _points(row[unit.place]), laden)
    return costs[needed]


def _add(costs: list[float], points: int, plain: float, laden: float) -> None:
    """One more way to points: so many for that, or one more for the other cost."""
    for wanted in range(len(costs) - 1, 0, -1):
        best = min(costs[wanted], costs[max(0, wanted - points)] + plain)
        costs[wanted] = min(best, costs[max(0, wanted - points - 1)] + laden)


def _points(distance: int) -> float:
    """Whole action points, a little less where it is near."""
    if distance >= FAR:
        return NEVER
    return -(-distance // POINT) - LENIENT + TOUCH * distance / POINT


def _shots(s: CardState, units: list[UnitFeatures], player: int) -> int:
    """Fireballs in the hands of those who can throw them, if there is anybody to throw them at."""
    if not s.places_of[opponent(player)]:
        return 0
    found = 0
    for unit in units:
        if not unit.down and unit.abilities & CASTS and unit.gear & FIREBALL:
            found += 1
    return found


def _opening(chart: Chart, units: list[UnitFeatures]) -> float:
    """The least action points to turn a room, or to open anything else: one, after the way to the next gear."""
    least = NEVER
    for unit in units:
        if unit.down:
            continue
        if unit.abilities & OPENERS or unit.gear & KEY or (unit.abilities & CASTS and unit.gear & SCROLLS):
            return 1.0
        steps = _to_gear(chart, unit.place)
        if steps <= NEAR:
            least = min(least, 1.0 + unit.moves[steps])
    return least


def _to_gear(chart: Chart, place: int) -> int:
    """How many steps to the next gear."""
    steps, least = chart.steps_from(place), NEAR + 1
    for tile, room in enumerate(chart.maze.room_of):
        if room != UNKNOWN:
            least = min(least, steps[tile * LETTER_COUNT + GEAR_ZONE])
    return least
