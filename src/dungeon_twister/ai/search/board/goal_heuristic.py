"""Heuristic of the goal search: a lower bound, as a rule, of the action points that a player still needs to win.

An estimate that is too high hides a win. Distance maps charge much for an obstacle, but within a turn a room can be rotated
for one point. So the distance is the least of three: by the distance map; by the map after a rotation that a character can
make from its square, plus one point; and the straight line plus the cost of reaching a gear.
"""

from __future__ import annotations

from typing import Final

from dungeon_twister.ai.search.board.distance_maps import Lines
from dungeon_twister.ai.search.board.evaluation import BoardEvaluator
from dungeon_twister.rules.engine.actions import QUARTERS_MASK, TILE_SHIFT, second_of
from dungeon_twister.rules.engine.board.ending import leaders, points
from dungeon_twister.rules.engine.board.fireball import first_hit, target_square
from dungeon_twister.rules.engine.board.pieces import POTION
from dungeon_twister.rules.engine.board.potion import POTION_POINTS
from dungeon_twister.rules.engine.board.rotation import rotation_choices
from dungeon_twister.rules.engine.board.state import BoardState
from dungeon_twister.rules.engine.pieces import CASTS, FIREBALL, TREASURE
from dungeon_twister.rules.engine.state import POTION_SHIFT, UNDER, WOUNDED
from dungeon_twister.rules.geometry.maze import Maze
from dungeon_twister.rules.geometry.rooms import CELLS, GEAR

NEVER: Final = 99.0  # more than any turn has
TURNING: Final = 1.0  # action points to rotate a room
GEARS: Final = 1.5  # least action points to reach a gear and rotate a room in the way
GRADE: Final = 0.05  # weight of the distance as a tie-breaker between equal costs
AIMING: Final = 1.0  # least action points to reach a square from which an enemy can be hit
RAISING: Final = 2.0  # action points to raise the apex and to leave by it (PYR-14, PYR-16)


class GoalHeuristic:
    """The goal heuristic for one setting."""

    def __init__(self, evaluator: BoardEvaluator) -> None:
        setting = evaluator.setting
        self.evaluator = evaluator
        self.setting = setting
        self.lines = Lines(setting)
        self.treasures = [token for token in range(setting.tokens) if setting.capabilities[token] & TREASURE]
        self.potions = [token for token in range(setting.tokens) if setting.capabilities[token] & POTION]
        self.wands = [token for token in range(setting.tokens) if setting.capabilities[token] & FIREBALL]
        self._crows: dict[int, list[int]] = {}

    def estimate(self, s: BoardState, player: int) -> float:
        """Return the estimated action points: 0 for a win that is certain, NEVER if the player cannot win now."""
        setting = self.setting
        if s.over:
            return 0.0 if s.winners >> player & 1 else NEVER
        if setting.board_scenario.turns:
            return NEVER  # the end is fixed (RACE-11)
        missing = setting.target - (points(s, player) if setting.has_teams else s.vp[player])
        if missing <= 0:
            return 0.0 if leaders(s) >> player & 1 else NEVER
        least = self._in_maze(s, player, s.maze, missing)
        if least > TURNING:
            for maze in self._turns(s, player):
                least = min(least, TURNING + self._in_maze(s, player, maze, missing))
        return least

    def _turns(self, s: BoardState, player: int) -> list[Maze]:
        """Return the mazes after each rotation that a character can make from its square."""
        choices: list[int] = []
        for token in self._able(s, player):
            if s.maze.terrain[s.loc[token]] == GEAR:
                rotation_choices(s, token, choices)
        turns = [second_of(choice) for choice in choices]
        return [s.maze.turned(turn >> TILE_SHIFT, turn & QUARTERS_MASK) for turn in turns]

    def _able(self, s: BoardState, player: int) -> list[int]:
        """Return the unwounded characters of a player on the board."""
        found: list[int] = []
        for token in self.setting.characters_of[player]:
            if 0 <= s.loc[token] < UNDER and not s.status[token] & WOUNDED:
                found.append(token)
        return found

    def _in_maze(self, s: BoardState, player: int, maze: Maze, missing: int) -> float:
        """Return the estimate for this maze and this number of missing victory points."""
        best = [0.0] + [NEVER] * missing  # least cost for each number of points
        for token in self._able(s, player):
            self._add(s, player, token, maze, best)
        return best[missing]

    def _add(self, s: BoardState, player: int, token: int, maze: Maze, best: list[float]) -> None:
        """Add a character: the points it may score, and their cost."""
        square = s.loc[token]
        setting = self.setting
        item: int = s.item[square]
        load = setting.capabilities[item] if item >= 0 else 0
        row = self.evaluator.distances(s, token, maze)
        crow = self._crow(s, player)
        movement: int = setting.movement[token]
        steps = 2.0 * movement
        spared = float(s.status[token] >> POTION_SHIFT)
        if load & POTION:
            spared += POTION_POINTS - 1
        cost = self._cost(row[square], crow[maze.spot(square)], steps, spared)
        if cost > 1:
            cost = self._with_potion(s, square, steps, cost)
        vp = setting.exit_vp[token]
        treasure_cost = NEVER
        if load & TREASURE:
            vp += 1
        else:
            for treasure in self.treasures:
                lies = s.loc[treasure]
                if 0 <= lies < UNDER and s.stand[lies] < 0:
                    detour = 2 * self._apart(s, square, lies)
                    way = max(row[square], row[lies] + detour)
                    treasure_cost = min(treasure_cost, self._cost(way, crow[maze.spot(lies)] + detour // 2, steps, spared))
        shot = NEVER
        if setting.capabilities[token] & CASTS and setting.kills_score:
            wand = 0.0 if load & FIREBALL else self._fetched(s, self.wands, square, steps)
            if wand < NEVER:
                shot = max(0.0, self._shot(s, token, wand) - spared)
        _combine(best, 1, shot, vp, cost, vp + 1, min(treasure_cost, shot + cost))

    def _cost(self, way: int, crow: int, steps: float, spared: float) -> float:
        """Return the action points to the exit: at least one, less the character's own points from a potion."""
        charted = way / steps
        flown = 2 * max(0, crow) / steps + GEARS + GRADE * charted
        if self.setting.by_apex:
            flown += RAISING
        cost = min(charted, flown)
        return max(0.0, max(1.0, cost) - spared) + GRADE * cost

    def _with_potion(self, s: BoardState, square: int, steps: float, cost: float) -> float:
        """Return the cost of a way, with a potion that is fetched and drunk first if that is cheaper."""
        return min(cost, self._fetched(s, self.potions, square, steps) + 1.0 + max(0.0, cost - POTION_POINTS))

    def _fetched(self, s: BoardState, objects: list[int], square: int, steps: float) -> float:
        """Return the action points to fetch one of these objects from the ground."""
        least = NEVER
        for token in objects:
            lies = s.loc[token]
            if 0 <= lies < UNDER and s.stand[lies] < 0:
                least = min(least, max(1.0, 2 * self._apart(s, square, lies) / steps))
        return least

    def _shot(self, s: BoardState, token: int, wand: float) -> float:
        """Return the action points to hit an enemy with a fireball: at once, or after a move into line with one."""
        side = self.setting.side
        own, square = side[token], s.loc[token]
        for compass in range(4):
            target = target_square(s, square, compass) if wand == 0 else -1
            if target >= 0 and side[first_hit(s, target)] != own:
                return 1.0
        nearest = min([self._out_of_line(s, square, token) for token in self._others(s, own)], default=NEVER)
        return 1.0 + max(AIMING, wand) + GRADE * nearest

    def _apart(self, s: BoardState, square: int, other: int) -> int:
        """Return the straight-line steps between two squares."""
        one, two = self.setting.plan.xy[s.maze.spot(square)], self.setting.plan.xy[s.maze.spot(other)]
        return abs(one[0] - two[0]) + abs(one[1] - two[1])

    def _others(self, s: BoardState, own: int) -> list[int]:
        """Return the characters on the board of the other sides."""
        setting = self.setting
        found: list[int] = []
        for player in range(setting.players):
            for token in setting.characters_of[player]:
                if setting.side[token] != own and 0 <= s.loc[token] < UNDER:
                    found.append(token)
        return found

    def _out_of_line(self, s: BoardState, square: int, token: int) -> float:
        """Return the straight-line steps from a square to the row or the column of a character."""
        xy = self.setting.plan.xy
        one, two = xy[s.maze.spot(square)], xy[s.maze.spot(s.loc[token])]
        return float(min(abs(one[0] - two[0]), abs(one[1] - two[1])))

    def _crow(self, s: BoardState, player: int) -> list[int]:
        """Return the straight-line steps from every spot to the nearest exit of a player."""
        door = self.evaluator.door_of(s, player)
        key = player * 64 + door + 2
        found = self._crows.get(key)
        if found is None:
            found = self._crows[key] = self._fly(self._goals(player, door))
        return found

    def _goals(self, player: int, door: int) -> list[int]:
        setting = self.setting
        if setting.by_apex:
            place = setting.plan.first_place[setting.apex]
            return list(range(place * CELLS, (place + 1) * CELLS))
        return self.lines.exits(player, door)

    def _fly(self, goals: list[int]) -> list[int]:
        xy = self.setting.plan.xy
        if not goals:
            return [0] * len(xy)
        found: list[int] = []
        for x, y in xy:
            nearest = 1000
            for goal in goals:
                other = xy[goal]
                nearest = min(nearest, abs(x - other[0]) + abs(y - other[1]))
            found.append(nearest)
        return found


def _combine(best: list[float], vp: int, cost: float, vp2: int, cost2: float, vp3: int, cost3: float) -> None:
    """Update `best` with one character, which scores in one of three ways or not at all."""
    for wanted in range(len(best) - 1, 0, -1):
        least = min(best[wanted], best[max(0, wanted - vp)] + cost)
        least = min(least, best[max(0, wanted - vp2)] + cost2)
        best[wanted] = min(least, best[max(0, wanted - vp3)] + cost3)
