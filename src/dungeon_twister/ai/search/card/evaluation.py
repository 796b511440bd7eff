"""Static evaluation of a position of the Card Game for a player, in hundredths of a victory point.

Characters count by their distance to the exit, their wounds and their danger; then objects, cards, kept points, and imminent
wins. The features of a single character are cached; this module combines them.
"""

from __future__ import annotations

from typing import Final

from dungeon_twister.ai.search.card.distance_maps import NEAR, DistanceMap, DistanceMaps
from dungeon_twister.ai.search.card.feature_cache import FeatureCache
from dungeon_twister.ai.search.card.features import UnitFeatures
from dungeon_twister.ai.search.card.subgoals import Subgoals
from dungeon_twister.ai.search.card.weights import (
    AP_WORTH,
    ATTACK_COST,
    CARD_WORTH,
    CHANCE_TO_WIN,
    FATAL,
    FEAR_FADES,
    HIDDEN,
    JUMP_WORTH,
    LEAD_RANGE,
    LEAST_FEAR,
    LONG,
    LONG_FADES,
    LYING,
    NEARLY_LOST,
    NEARLY_WON,
    OWN_CHANCE,
    OWN_DANGER,
    PATIENCE,
    RISK,
    SOON,
    VICTORY_POINT,
    WON,
    WOUND,
)
from dungeon_twister.rules.engine.card.pieces import FATAL_BLOW
from dungeon_twister.rules.engine.card.players import opponent
from dungeon_twister.rules.engine.card.setting import CardSetting
from dungeon_twister.rules.engine.card.state import CardState
from dungeon_twister.rules.engine.card.turns import AP_PER_TURN, MOST_KEPT
from dungeon_twister.rules.engine.pieces import HEALS, REGENERATES
from dungeon_twister.rules.engine.shared.duel import copies
from dungeon_twister.rules.engine.state import UNDER
from dungeon_twister.rules.geometry.vectors import Numbers

IN_TIME: Final = 3  # a foe that needs this many moves is no danger
CLOSENESS: Final = [1 - steps / (NEAR + 2) for steps in range(NEAR + 2)]


class CardEvaluator:
    """Evaluates the positions of one setting."""

    def __init__(self, setting: CardSetting) -> None:
        self.setting = setting
        self.distance_maps = DistanceMaps()
        self.features = FeatureCache(setting)
        self.subgoals: Subgoals | None = None  # of the player who plans
        self._hands: dict[int, float] = {}  # cache: value of the combat cards, by hand

    def value(self, s: CardState, me: int) -> float:
        """Evaluate a position for a player: the player's total less the opponent's."""
        if s.over:
            if not s.winners >> me & 1:
                return -WON
            return WON if s.winners == 1 << me else -WON / 4
        other = opponent(me)
        distance_map = self.distance_maps.of(s.maze)
        mine = self.features.of(s, me, distance_map)
        theirs = self.features.of(s, other, distance_map)
        total = self._side(s, me, mine, distance_map) - self._side(s, other, theirs, distance_map)
        if _about_to_win(s, me, mine):
            total += NEARLY_WON * VICTORY_POINT
        if _about_to_win(s, other, theirs):
            total -= NEARLY_LOST * VICTORY_POINT
        if self.setting.combat_cards:
            total -= _danger(distance_map, mine, theirs) * OWN_DANGER * max(LEAST_FEAR, 1 - FEAR_FADES * impatience(s))
            total += _danger(distance_map, theirs, mine) * OWN_CHANCE
        total += self._interest(s, distance_map, mine, theirs) * LYING
        total += AP_WORTH * (min(s.ap, MOST_KEPT) if s.active == me else s.kept_ap[me])
        if self.subgoals is not None and self.subgoals.me == me:
            total += self.subgoals.value(s, distance_map, mine)
        return total

    def _side(self, s: CardState, player: int, units: list[UnitFeatures], distance_map: DistanceMap) -> float:
        """Return the value of a player's points, characters and cards."""
        total = VICTORY_POINT * s.vp[player] + JUMP_WORTH * s.jumps[player] + self._hand(s.combat_hand[player])
        men = s.men[player]
        if len(units) < len(men):
            for man in men:
                if s.loc[man] >= UNDER:
                    total += HIDDEN * self.setting.exit_vp[man]
        fallen = healers = 0
        for unit in units:
            total += unit.worth + unit.standing
            if unit.down:
                fallen += 1
            elif unit.abilities & HEALS:
                healers += 1
        if fallen and healers:
            total += _care(distance_map, units)
        return total

    def _hand(self, hand: int) -> float:
        found = self._hands.get(hand)
        if found is None:
            found = hand_worth(hand)
            self._hands[hand] = found
        return found

    def _interest(self, s: CardState, distance_map: DistanceMap, mine: list[UnitFeatures], theirs: list[UnitFeatures]) -> float:
        """Return the difference between the players in the value of objects near their characters."""
        total = 0.0
        for thing in s.things:
            place = s.loc[thing]
            if s.carrier[thing] < 0 and 0 <= place < UNDER:
                steps, kind = distance_map.steps_from(place), self.features.kind_of[thing]
                total += _best_use(mine, steps, kind) - _best_use(theirs, steps, kind)
        return total


def hand_worth(hand: int) -> float:
    """Return the value of the combat cards of a packed hand."""
    total = 0.0
    for card in range(1, 7):
        total += CARD_WORTH[card] * copies(hand, card)
    return total


def impatience(s: CardState) -> float:
    """Return a measure of stagnation: by the turns without progress (END-5), and by the length of the game."""
    return max(0, s.quiet - PATIENCE) + max(0, s.turn - LONG) / LONG_FADES


def _best_use(units: list[UnitFeatures], steps: Numbers, kind: int) -> float:
    best = 0.0
    for unit in units:
        if not unit.down:
            away = steps[unit.place]
            if away <= NEAR:
                best = max(best, unit.uses[kind] * CLOSENESS[away])
    return best


def _care(distance_map: DistanceMap, units: list[UnitFeatures]) -> float:
    """Return the value of Clerics near wounded friends."""
    total = 0.0
    for unit in units:
        if unit.down and not unit.abilities & REGENERATES:
            steps, least = distance_map.steps_from(unit.place), NEAR + 1
            for other in units:
                if not other.down and other.abilities & HEALS:
                    least = min(least, steps[other.place])
            if least <= NEAR:
                total += (unit.worth + WOUND) * CLOSENESS[least]
    return total


def points_of_a_turn(s: CardState, player: int) -> int:
    """Return the action points of a player's turn: the one that starts, or the next one with the points kept from this one."""
    if s.active != player:
        return AP_PER_TURN + s.kept_ap[player]
    return s.ap if s.ap >= AP_PER_TURN else AP_PER_TURN + s.ap


def _about_to_win(s: CardState, player: int, units: list[UnitFeatures]) -> bool:
    """Return whether a player can score the missing points with the action points of one turn."""
    left = points_of_a_turn(s, player)
    goal_distance = s.setting.target - s.vp[player]
    able: list[UnitFeatures] = []
    for unit in units:
        if not unit.down and unit.away <= left:
            at = len(able)
            able.append(unit)
            while at and able[at - 1].pace > unit.pace:
                able[at] = able[at - 1]
                at -= 1
            able[at] = unit
    for unit in able:
        if unit.away <= left and goal_distance > 0:
            left -= unit.away
            goal_distance -= unit.points
    return goal_distance <= 0


# -- combat ----------------------------------------------------------------------------------------------------------------


def _danger(distance_map: DistanceMap, units: list[UnitFeatures], foes: list[UnitFeatures]) -> float:
    """Return the expected loss of these characters in the next turn: the mean of the worst and the sum."""
    threats = seen = 0
    for foe in foes:
        if not foe.down:
            threats |= 1 << foe.place
    worst = total = 0.0
    if not threats:
        return 0.0
    for unit in units:
        here = 1 << unit.place
        if seen & here:
            continue
        seen |= here
        steps = distance_map.steps_from(unit.place)
        if distance_map.around[unit.place] & threats:
            danger = _danger_to(unit.place, steps, units, foes)
            total += danger
            worst = max(worst, danger)
    return (total + worst) / 2


def _danger_to(place: int, steps: Numbers, units: list[UnitFeatures], foes: list[UnitFeatures]) -> float:
    """Return the expected loss in a zone: all in it defend, and the unwounded lose together (CMB-7, CMB-18)."""
    best = support = 0
    risk = 0.0
    moves, fatal = IN_TIME, False
    for foe in foes:
        if foe.down or steps[foe.place] > NEAR:
            continue
        needed = foe.moves[steps[foe.place]]
        if needed < IN_TIME:
            support += foe.attack
            fatal = fatal or foe.abilities & FATAL_BLOW != 0
            if foe.attack > best or needed < moves:
                best, risk = max(best, foe.attack), foe.loss
                moves = min(moves, needed)
    if moves >= IN_TIME:
        return 0.0
    defence = 0
    loss = weakest = 0.0
    for unit in units:
        if unit.place == place:
            defence += unit.defence
            if unit.down:
                weakest = max(weakest, unit.loss)
            else:
                loss += unit.loss + (VICTORY_POINT * FATAL if fatal else 0.0)
    lead = best + (support - best) / 2 - defence
    chance = CHANCE_TO_WIN[max(0, min(2 * LEAD_RANGE, int(lead) + LEAD_RANGE))]
    return SOON[moves] * max(0.0, chance * (loss + weakest) - (1 - chance) * risk * RISK - ATTACK_COST)
