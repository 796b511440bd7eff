"""Cache of unit features. A character with the same place, load and wounds in the same maze gets the same object.

Without it a bot's turn takes 1.6 times as long (docs/data/caches.md).
"""

from __future__ import annotations

from typing import Final

from dungeon_twister.ai.search.card.distance_maps import FAR, NEAR, POINT, STATION_MASK, DistanceMap, walker
from dungeon_twister.ai.search.card.features import UnitFeatures, use_of
from dungeon_twister.ai.search.card.weights import (
    FADING,
    FALLEN,
    FULL,
    INSIDE,
    RISING,
    STANDING,
    TREASURE_USE,
    VICTORY_POINT,
    WOUND,
)
from dungeon_twister.rules.engine.card.players import opponent
from dungeon_twister.rules.engine.card.setting import CardSetting
from dungeon_twister.rules.engine.card.state import CardState
from dungeon_twister.rules.engine.pieces import ARMOR, REGENERATES, SWORD, TREASURE
from dungeon_twister.rules.engine.state import UNDER, WOUNDED
from dungeon_twister.rules.geometry.rows import floats_of, numbers_of
from dungeon_twister.rules.geometry.zone_plan import STATIONS_PER_SIDE, mask_of

FADED: Final = [FADING ** (distance / POINT) for distance in range(FAR + 1)]
# a cache key: load, character, place, blocked exits, wounded, can pay for jumps
THING_BITS: Final = 6
THING_MASK: Final = (1 << THING_BITS) - 1
TOKEN_BITS: Final = 8
JUMPS: Final = 2  # next to the bit WOUNDED


class FeatureCache:
    """Makes the unit features of one setting and caches them in the distance map of their maze."""

    def __init__(self, setting: CardSetting) -> None:
        self.setting = setting
        self.kinds: list[int] = [0]  # the capabilities of each kind of object; kinds are counted from 1
        self.kind_of = [0] * setting.tokens  # of an object
        self._load = [0] * setting.tokens  # load of each character; scratch space of `of`
        for token in range(setting.tokens):
            if not setting.is_character[token]:
                capabilities = setting.capabilities[token]
                if capabilities not in self.kinds:
                    self.kinds.append(capabilities)
                self.kind_of[token] = self.kinds.index(capabilities)
        assert len(self.kinds) <= THING_MASK

    def of(self, s: CardState, player: int, distance_map: DistanceMap) -> list[UnitFeatures]:
        """Return the features of the characters of a player in play."""
        load, carrier, loc, status = self._load, s.carrier, s.loc, s.status
        for thing in s.things:
            holder = carrier[thing]
            if holder >= 0:
                load[holder] = load[holder] << THING_BITS | self.kind_of[thing]
        common = blocked_exits(s, player) << 2
        if s.jumps[player] or s.combat_hand[player] > 1:
            common |= JUMPS
        known = distance_map.units
        found: list[UnitFeatures] = []
        for man in s.men[player]:
            place: int = loc[man]  # the key has more bits than a machine word
            if 0 <= place < UNDER:
                marks = common | status[man] & WOUNDED
                key = ((load[man] << TOKEN_BITS | man) << TOKEN_BITS | place) << STATIONS_PER_SIDE + 2 | marks
                unit = known.get(key)
                if unit is None:
                    unit = self._unit(man, place, load[man], marks, distance_map)
                    known[key] = unit
                found.append(unit)
        for thing in s.things:
            holder = carrier[thing]
            if holder >= 0:
                load[holder] = 0
        return found

    def _unit(self, man: int, place: int, load: int, marks: int, distance_map: DistanceMap) -> UnitFeatures:
        setting = self.setting
        unit = UnitFeatures(man, place, marks & WOUNDED != 0)
        combat = setting.combat[man]
        unit.abilities = setting.capabilities[man]
        unit.movement = setting.movement[man]
        unit.attack = combat
        unit.defence = 0 if unit.down else combat
        unit.points = setting.exit_vp[man]
        unit.standing = 0.0
        unit.full = load != 0
        unit.gear = 0
        while load:
            self._add(unit, self.kinds[load & THING_MASK], combat)
            load >>= THING_BITS
        kind = walker(unit.abilities | unit.gear, marks & JUMPS != 0)
        unit.row = distance_map.to_exit(setting.owner[man], kind, unit.movement, marks >> 2 & STATION_MASK)
        unit.distance = min(FAR, unit.row[place])
        unit.away = -(-unit.distance // POINT)
        unit.pace = unit.away / max(unit.points, 1)
        unit.moves = numbers_of([-(-steps // unit.movement) for steps in range(NEAR + 2)])
        unit.worth = INSIDE * VICTORY_POINT * unit.points * FADED[unit.distance]
        if unit.down:
            unit.worth *= RISING if unit.abilities & REGENERATES else FALLEN
            unit.loss = VICTORY_POINT + unit.worth
        else:
            unit.standing += STANDING
            unit.loss = (1 - FALLEN) * unit.worth + STANDING + WOUND
        unit.uses = floats_of([self._use(unit, kind) for kind in self.kinds])
        return unit

    def _add(self, unit: UnitFeatures, kind: int, combat: int) -> None:
        """Add an object of this kind to the load of a character."""
        unit.gear |= kind
        if kind & SWORD:
            unit.attack += 1
        if kind & ARMOR:
            unit.defence += 1
        if not unit.down:
            if kind & TREASURE:
                unit.points += 1
            unit.standing += use_of(kind, unit.abilities, combat)

    def _use(self, unit: UnitFeatures, kind: int) -> float:
        """Return the value of an object of this kind that lies near."""
        if kind & TREASURE:
            use = unit.worth / max(unit.points, 1) + TREASURE_USE
        else:
            use = use_of(kind, unit.abilities, unit.attack)
        return use * FULL if unit.full else use


def blocked_exits(s: CardState, player: int) -> int:
    """Return the exits of a player where unwounded enemies stand, as bits (EXT-2)."""
    other = opponent(player)
    if not s.at_home[other]:
        return 0
    home, mask = s.home(other), 0
    for man in s.men[other]:
        at = s.loc[man] - home
        if 0 <= at < STATIONS_PER_SIDE and not s.status[man] & WOUNDED:
            mask |= mask_of(at)
    return mask
