"""Static evaluation of a position for a player, in hundredths of a victory point.

Characters count by their distance to the exit, their wounds and their danger; then objects, cards, and imminent wins. Allies
count together. What opponents do to each other does not count. The player to move next is in less danger than the others, and
wins with the points in reach. With two players the evaluation is zero-sum.

The search evaluates many thousand positions. So features that do not depend on squares are made once (`features`), distances
are cached by maze (`distance_maps`), and the rest is sums.
"""

from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING, Final

from dungeon_twister.ai.search.board.distance_maps import RAISED_APEX, USUAL_EXITS, DistanceMap, Grid, Lines
from dungeon_twister.ai.search.board.features import UnitFeatures, UnitKind, UnitKinds
from dungeon_twister.ai.search.board.learned import BEST_CARD, MOST_JUMPS, OUT_OF_REACH, Corrections, learned_tables
from dungeon_twister.ai.search.board.subgoals import Subgoal
from dungeon_twister.ai.search.board.weights import VICTORY_POINT, WIN, Weights
from dungeon_twister.rules.engine.board.decisions import CHOOSE_CARD
from dungeon_twister.rules.engine.board.ending import leaders, points
from dungeon_twister.rules.engine.board.setting import BoardSetting
from dungeon_twister.rules.engine.board.state import BoardState
from dungeon_twister.rules.engine.pieces import TREASURE
from dungeon_twister.rules.engine.state import UNDER, WOUNDED
from dungeon_twister.rules.geometry.maze import Maze
from dungeon_twister.rules.geometry.rows import floats_of
from dungeon_twister.rules.geometry.vectors import Numbers

if TYPE_CHECKING:
    from dungeon_twister.rules.geometry.vectors import i64

KEPT: Final = 400  # size of the cache of distance maps
REACH: Final = 11.0  # steps from which an object, or the gear of a subgoal, counts nothing
CARE_REACH: Final = 12.0
MOST_LEAD: Final = 12
SEEN_BEFORE: Final = 5  # with fewer missing points than this, an imminent win is checked for


class BoardEvaluator:
    """Evaluates the positions of one setting."""

    def __init__(self, setting: BoardSetting, weights: Weights | None = None) -> None:
        self.setting = setting
        self.weights = weights or Weights()
        self.subgoals: list[Subgoal] = []  # of `subgoal_owner`; see `find_subgoals`
        self.subgoal_owner = -1
        self.subgoal_weight = 0.0  # part of a subgoal's gain that counts
        self._grid = Grid(setting.plan)
        self._lines = Lines(setting)
        self._distance_maps: dict[tuple[int, ...], DistanceMap] = {}
        self._numbered: dict[int, DistanceMap] = {}  # the same by the number of the maze
        self._latest: DistanceMap | None = None
        self._race = setting.board_scenario.turns > 0
        self._several = setting.players > 2
        learned = self.weights.learned > 0 and not self._several and not self._race
        self._corrections: Corrections | None = None
        if learned:
            self._corrections = Corrections(setting, learned_tables())
            self.weights = self.weights.scaled(learned_tables().factors)
        self._unit_kinds = UnitKinds(setting, self.weights, self._corrections)
        self._doors = 2 + (len(setting.layout.lines) if setting.board_scenario.exits == "door" else 0)
        self._kind_of = self._unit_kinds.kind_of
        self._kinds = len(self._unit_kinds.kinds)
        self._treasure = [kind & TREASURE != 0 for kind in self._unit_kinds.kinds]
        self._made: list[UnitKind | None] = [None] * (setting.tokens * self._kinds * 2)
        self._units = [UnitFeatures() for _ in range(setting.tokens)]
        self._sides: list[list[UnitFeatures]] = [[] for _ in range(setting.players)]
        self._objects = [token for token in range(setting.tokens) if not setting.is_character[token]]
        self._quiet = setting.board_scenario.quiet
        self._set_tables()

    def _set_tables(self) -> None:
        weights = self.weights
        cards = [0.0, weights.card1, weights.card2, weights.card3, weights.card4, weights.card5, weights.card6]
        hidden = [weights.hidden * vp for vp in self.setting.exit_vp]
        jumps = [weights.jump * number for number in range(MOST_JUMPS + 1)]
        corrections = self._corrections
        if corrections is not None:
            cards = [value + corrections.tables.combat[card] for card, value in enumerate(cards)]
            hidden = [value + corrections.hidden[token] for token, value in enumerate(hidden)]
            jumps = [value + corrections.tables.jumps[number] for number, value in enumerate(jumps)]
        self.combat_cards = cards  # value of each combat card
        self._hidden = floats_of(hidden)
        self._jumps = floats_of(jumps)
        self._low_cards = floats_of([sum(cards[card] * (hand >> 2 * card & 3) for card in range(4)) for hand in range(256)])
        self._high_cards = floats_of(
            [sum(cards[card] * (hand >> 2 * card - 8 & 3) for card in range(4, 7)) for hand in range(64)]
        )
        self._soon = floats_of([weights.soon0, weights.soon1, weights.soon2])
        leads = range(-MOST_LEAD, MOST_LEAD + 1)
        self._chance_to_win = floats_of([1 / (1 + exp(-lead / weights.spread)) for lead in leads])
        self._nearness = floats_of(
            [0.0] + [1 - steps / REACH for steps in range(int(REACH))]
        )  # of what `DistanceMap.near` says

    def clear_subgoals(self) -> None:
        """Forget the subgoals."""
        self.subgoal_owner = -1
        self.subgoals = []

    # -- the whole -------------------------------------------------------------------------------------------------------

    def value(self, s: BoardState, me: int) -> float:
        """Evaluate a position for a player: the total of the player's side less that of the others."""
        if s.over:
            return self._result(s.winners, me)
        if s.reached:
            return self._result(leaders(s), me) / 2 + VICTORY_POINT * self._lead(s, me)
        distance_map = self.distance_map(s.maze)
        players, team = self.setting.players, self.setting.team_of
        my_turn = team[self.next_of(s)] == team[me]
        corrections = self._corrections
        totals: list[float] = []
        for player in range(players):
            total = self._muster(s, player, distance_map, self._several and player != me)
            is_next = my_turn == (team[player] == team[me])
            if corrections is not None:
                missing = self.missing_points(s, player)
                total += corrections.prospects(s.action_hand[player], self._lacking(s, player), missing, is_next)
            totals.append(total + self._winning(s, player, is_next))
        if not self._quiet or s.maze.dark == 0:  # ALLY-6
            self._fear(s, me, distance_map, totals, my_turn)
        self._look_at_objects(s, distance_map, totals)
        if self.subgoal_owner == me:
            totals[me] += self._subgoal_value(s, me, distance_map)
        return self._compare(totals, me)

    def next_of(self, s: BoardState) -> int:
        """Return the player whose turn comes next: the active player at the start of a turn, else the one after."""
        if s.decision() == CHOOSE_CARD:
            return s.active
        following = s.active + 1
        return 0 if following == self.setting.players else following

    def _compare(self, totals: list[float], me: int) -> float:
        """Return the total of the player's side less that of the others, of which the best counts most."""
        if len(totals) == 2:
            return totals[me] - totals[1 - me]
        team = self.setting.team_of
        mine = best = rest = 0.0
        others = 0
        for side in range(len(totals)):
            if team[side] != side:
                continue  # counted with the first of its team
            total = 0.0
            for player in range(side, len(totals)):
                if team[player] == side:
                    total += totals[player]
            if side == team[me]:
                mine = total
            else:
                rest += total
                if not others or total > best:
                    best = total
                others += 1
        if others > 1:
            best = self.weights.foremost * best + (1 - self.weights.foremost) * (rest - best) / (others - 1)
        return mine - best

    def _points(self, s: BoardState, player: int) -> int:
        return points(s, player) if self.setting.has_teams else s.vp[player]

    def _lacking(self, s: BoardState, player: int) -> int:
        """Return the victory points that a player's side still needs to win."""
        return self.setting.target - self._points(s, player)

    def _lead(self, s: BoardState, me: int) -> int:
        """Return the lead in points of the player's side over the best other side."""
        team = self.setting.team_of
        best = -1
        for other in range(len(team)):
            if team[other] != team[me]:
                best = max(best, self._points(s, other))
        return self._points(s, me) - best

    def _result(self, winners: int, me: int) -> float:
        if not winners >> me & 1:
            return -WIN
        team = self.setting.team_of
        for other in range(len(team)):
            if winners >> other & 1 and team[other] != team[me]:
                return -WIN / 4
        return WIN

    # -- mazes -----------------------------------------------------------------------------------------------------------

    def distance_map(self, maze: Maze) -> DistanceMap:
        """Return the distance map of a maze, from the cache if possible."""
        latest = self._latest
        if latest is not None and latest.maze is maze:
            return latest
        found = self._numbered.get(maze.number)
        if found is None or found.maze.plan is not maze.plan:
            found = self._distance_maps.get(maze.code)
            if found is None:
                if len(self._distance_maps) >= KEPT:
                    self.forget_distance_maps()
                found = DistanceMap(self._grid, maze, len(self._unit_kinds.walkers) * self._doors)
                self._distance_maps[maze.code] = found
            if len(self._numbered) >= 4 * KEPT:  # the same mazes may be made many times
                self._numbered.clear()
            if maze.number >= 0:
                self._numbered[maze.number] = found
        self._latest = found
        return found

    def forget_distance_maps(self) -> None:
        """Empty the caches of distance maps."""
        self._distance_maps.clear()
        self._numbered.clear()
        self._latest = None

    def door_of(self, s: BoardState, player: int) -> int:
        """Return the number of the player's way out: a door of the player's colour, the raised apex, or the usual exits."""
        if s.doors and player in s.doors:
            return s.doors.index(player)
        return RAISED_APEX if s.maze.raised >= 0 and s.active == player else USUAL_EXITS

    def _row(self, distance_map: DistanceMap, number: int) -> Numbers:
        """Compute a missing row of a distance map."""
        walker = self._unit_kinds.walkers[number // self._doors]
        found = distance_map.rows[number] = distance_map.to_exit(self._lines, walker, number % self._doors - 2)
        return found

    def _row_of(self, s: BoardState, token: int, distance_map: DistanceMap) -> Numbers:
        unit_kind = self.unit_kind_of(s, token)
        owner = self.setting.owner[token]
        number = (unit_kind.row_jumping if s.jumps[owner] else unit_kind.row) * self._doors + self.door_of(s, owner) + 2
        row = distance_map.rows[number]
        return row if len(row) else self._row(distance_map, number)

    def distances(self, s: BoardState, token: int, maze: Maze) -> Numbers:
        """Return the half steps from every square to the exit in a maze, for a character with its present load."""
        return self._row_of(s, token, self.distance_map(maze))

    def away(self, s: BoardState, token: int) -> int:
        """Return the action points from a character on the board to its exit."""
        return -(-self.distances(s, token, s.maze)[s.loc[token]] // (2 * self.setting.movement[token]))

    # -- characters ------------------------------------------------------------------------------------------------------

    def unit_kind_of(self, s: BoardState, token: int) -> UnitKind:
        """Return the unit kind of a character on the board with its load."""
        item = s.item[s.loc[token]]
        kind = self._kind_of[item] if item >= 0 else 0
        number = (token * self._kinds + kind) * 2 + (s.status[token] & WOUNDED)
        unit_kind = self._made[number]
        if unit_kind is None:
            unit_kind = self._made[number] = self._unit_kinds.unit_kind(token, kind, number & 1 != 0)
        return unit_kind

    def _muster(self, s: BoardState, player: int, distance_map: DistanceMap, roughly: bool) -> float:
        """Collect the features of a player's characters, and return the value of points, characters and cards.

        `roughly` measures distances for one kind of walker only; it is used for several opponents.
        """
        hand = s.combat_hand[player]
        jumps = s.jumps[player]
        total = VICTORY_POINT * s.vp[player] + self._jumps[min(jumps, MOST_JUMPS)]
        total += self._low_cards[hand & 255] + self._high_cards[hand >> 8]
        side = self._sides[player]
        side.clear()
        door = self.door_of(s, player) + 2
        doors, loc, rows = self._doors, s.loc, distance_map.rows
        fallen = False
        for token in self.setting.characters_of[player]:
            square = loc[token]
            if square < 0:
                continue
            if square >= UNDER:
                total += self._hidden[token]
                continue
            unit_kind = self.unit_kind_of(s, token)
            number = (unit_kind.row_rough if roughly else unit_kind.row_jumping if jumps else unit_kind.row) * doors + door
            row = rows[number]
            if len(row) == 0:
                row = self._row(distance_map, number)
            distance = row[square]
            worth = unit_kind.factor * unit_kind.fades[distance]
            unit = self._units[token]
            unit.unit_kind = unit_kind
            unit.square = square
            unit.worth = worth
            unit.loss = unit_kind.loss + unit_kind.loss_part * worth
            unit.away = -(-distance // unit_kind.point)
            total += worth + unit_kind.standing + unit_kind.correction[distance]
            if unit_kind.down:
                fallen = True
            side.append(unit)
        return total + self._care(distance_map, side) if fallen else total

    def exit_distances(self, s: BoardState, player: int, distance_map: DistanceMap) -> float:
        """Return the value of a player's characters on the board by their distances to the exit in a maze."""
        self._muster(s, player, distance_map, self._several)
        total = 0.0
        for unit in self._sides[player]:
            total += unit.worth
        return total

    def _care(self, distance_map: DistanceMap, side: list[UnitFeatures]) -> float:
        """Return the value of healers near wounded friends."""
        total = 0.0
        for healer in side:
            if healer.unit_kind.heals:
                near = distance_map.near(healer.square)
                for unit in side:
                    if unit.unit_kind.down and near[unit.square] and not unit.unit_kind.regenerates:
                        steps: int = near[unit.square] - 1
                        total += (unit.worth + self.weights.wound) * (1 - steps / CARE_REACH)
        return total * self.weights.care

    def _winning(self, s: BoardState, player: int, is_next: bool) -> float:
        """Return the bonus for an imminent win: the missing points are in reach with the player's best card."""
        if self._race:
            return 0.0
        lacking = self._lacking(s, player)
        if lacking >= SEEN_BEFORE:
            return 0.0
        left = s.action_hand[player].bit_length() - 1
        able: list[UnitFeatures] = []
        most = 0
        for unit in self._sides[player]:
            if not unit.unit_kind.down and unit.away <= left:
                able.append(unit)
                most += unit.unit_kind.points
        if most < lacking:
            return 0.0
        while lacking > 0 and able:
            best = able[0]
            for unit in able:
                if unit.away * best.unit_kind.points < best.away * unit.unit_kind.points:
                    best = unit
            able.remove(best)
            if best.away <= left:
                left -= best.away
                lacking -= best.unit_kind.points
        if lacking > 0:
            return 0.0
        return VICTORY_POINT * (self.weights.winning if is_next else self.weights.nearly)

    def missing_points(self, s: BoardState, player: int) -> int:
        """Estimate the action points that a player still needs to win after a turn with the best card, or OUT_OF_REACH, in the
        position that is evaluated."""
        hand, lacking = s.action_hand[player], self._lacking(s, player)
        missing = 1 - hand.bit_length() if hand else -BEST_CARD
        able = [unit for unit in self._sides[player] if not unit.unit_kind.down]
        while lacking > 0:
            if not able:
                return OUT_OF_REACH
            best = able[0]
            for unit in able:
                if unit.away * best.unit_kind.points < best.away * unit.unit_kind.points:
                    best = unit
            able.remove(best)
            missing += best.away
            lacking -= best.unit_kind.points
        return max(0, min(missing, OUT_OF_REACH - 1))

    # -- combat ----------------------------------------------------------------------------------------------------------

    def _fear(self, s: BoardState, me: int, distance_map: DistanceMap, totals: list[float], my_turn: bool) -> None:
        """Subtract the dangers between the player's side and the others.

        In a combat every colour fights for itself (MP-10), so each army counts alone.
        """
        team, sides = self.setting.team_of, self._sides
        from_others = s.active == me  # the side that does not act stays where it is
        for player in range(len(totals)):
            if (player != me) == from_others:
                for unit in sides[player]:
                    unit.near = distance_map.near(unit.square)
        threat, own = (self.weights.chance, self.weights.danger) if my_turn else (self.weights.danger, self.weights.chance)
        threat *= self._caution(s, me)
        armies: list[list[UnitFeatures]] = []
        for player in range(len(totals)):
            if team[player] != team[me]:
                armies.append(sides[player])
                totals[player] -= own * self._danger(sides[player], [sides[me]], not from_others)
        totals[me] -= threat * self._danger(sides[me], armies, from_others)

    def _caution(self, s: BoardState, me: int) -> float:
        """Return the weight of danger: less after quiet turns, above all for a player who is not ahead (STALL-6)."""
        if s.idle[me] <= 2:
            return 1.0
        idle = s.idle[me] - (6 if self._lead(s, me) > 0 else 2)
        return max(0.1, 1 - 0.12 * idle) if idle > 0 else 1.0

    def _danger(self, side: list[UnitFeatures], armies: list[list[UnitFeatures]], from_foes: bool) -> float:
        """Return the expected loss of these characters in the next turn: the mean of the worst and the sum."""
        worst = total = 0.0
        base = self.setting.plan.base
        for unit in side:
            if unit.square >= base and unit.unit_kind.safe[unit.square - base]:
                continue
            danger = 0.0
            for foes in armies:
                found = self._danger_to(unit, foes, from_foes)
                if found > danger:
                    danger = found
            total += danger
            if danger > worst:
                worst = danger
        return (total + worst) / 2

    def _danger_to(self, unit: UnitFeatures, foes: list[UnitFeatures], from_foes: bool) -> float:
        best: i64 = 0
        support: i64 = 0
        moves: i64 = 3
        square = unit.square
        risk = 0.0
        for foe in foes:
            near: i64 = foe.near[square] if from_foes else unit.near[foe.square]
            if near < 2:
                continue
            unit_kind = foe.unit_kind
            if unit_kind.down:
                continue
            needed: i64 = 0
            if near > 2:
                movement: i64 = unit_kind.movement
                needed = (near - 3) // movement + 1
            if needed < 3:
                attack: i64 = unit_kind.attack
                support += attack
                if attack > best or (attack == best and needed < moves):
                    best, moves, risk = attack, needed, foe.loss
        if moves > 2:
            return 0.0
        lead: i64 = best + (support - best) // 2 - unit.unit_kind.defence
        if lead > MOST_LEAD:
            lead = MOST_LEAD
        elif lead < -MOST_LEAD:
            lead = -MOST_LEAD
        weights = self.weights
        chance = self._chance_to_win[lead + MOST_LEAD]
        gain = chance * unit.loss - (1 - chance) * risk * weights.risk - weights.attack_cost
        return self._soon[moves] * gain if gain > 0 else 0.0

    # -- objects and subgoals --------------------------------------------------------------------------------------------

    def _look_at_objects(self, s: BoardState, distance_map: DistanceMap, totals: list[float]) -> None:
        """Add a part of the value of each object on the ground to the players near it."""
        loc, stand, nearness = s.loc, s.stand, self._nearness
        for token in self._objects:
            square = loc[token]
            if square < 0 or square >= UNDER or stand[square] >= 0:
                continue
            kind = self._kind_of[token]
            treasure = self._treasure[kind]
            near = distance_map.near(square)
            for player in range(len(totals)):
                best = 0.0
                for unit in self._sides[player]:
                    steps = near[unit.square]
                    if steps:
                        unit_kind = unit.unit_kind
                        if not unit_kind.down:
                            use = unit_kind.uses[kind]
                            if treasure:
                                use += unit_kind.treasure_part * unit.worth
                            use *= nearness[steps]
                            if use > best:
                                best = use
                totals[player] += best

    def _subgoal_value(self, s: BoardState, me: int, distance_map: DistanceMap) -> float:
        """Return the value of having a character near the squares of the subgoals."""
        total = 0.0
        for subgoal in self.subgoals:
            if subgoal.is_open(s.maze):
                best = 0
                for square in subgoal.squares:
                    near = distance_map.near(square)
                    for unit in self._sides[me]:
                        steps = near[unit.square]
                        if steps and (not best or steps < best) and not unit.unit_kind.down:
                            best = steps
                total += subgoal.worth * self.subgoal_weight * self._nearness[best]
        return total
