"""The characters of a player as figures. One with the same place, load and wounds is the same figure, found by a number."""

from __future__ import annotations

from typing import Final

from dungeon_twister.ai.search.card.charts import FAR, NEAR, POINT, STATION_MASK, Chart, walker
from dungeon_twister.ai.search.card.figures import Figure, use_of
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
from dungeon_twister.rules.geometry.zone_plan import STATIONS_PER_SIDE

FADED: Final = [FADING ** (distance / POINT) for distance in range(FAR + 1)]
# the number of a figure: load, who, where, blocked exits, wounded, can pay for jumps
THING_BITS: Final = 6
THING_MASK: Final = (1 << THING_BITS) - 1
TOKEN_BITS: Final = 8
JUMPS: Final = 2  # beside WOUNDED


class Roster:
    """Makes the figures of one setting; they are kept with the chart of their maze."""

    def __init__(self, setting: CardSetting) -> None:
        self.setting = setting
        self.kinds: list[int] = [0]  # the capabilities of each kind of object; kinds are counted from 1
        self.kind_of = [0] * setting.tokens  # of an object
        self._load = [0] * setting.tokens  # what each character carries, in between
        for token in range(setting.tokens):
            if not setting.is_character[token]:
                capabilities = setting.capabilities[token]
                if capabilities not in self.kinds:
                    self.kinds.append(capabilities)
                self.kind_of[token] = self.kinds.index(capabilities)
        assert len(self.kinds) <= THING_MASK

    def of(self, s: CardState, player: int, chart: Chart) -> list[Figure]:
        """The characters of a player in play."""
        load, carrier, loc, status = self._load, s.carrier, s.loc, s.status
        for thing in s.things:
            holder = carrier[thing]
            if holder >= 0:
                load[holder] = load[holder] << THING_BITS | self.kind_of[thing]
        common = blocked_exits(s, player) << 2
        if s.jumps[player] or s.combat_hand[player] > 1:
            common |= JUMPS
        known = chart.figures
        found: list[Figure] = []
        for man in s.men[player]:
            place = loc[man]
            if 0 <= place < UNDER:
                marks = common | status[man] & WOUNDED
                key = ((load[man] << TOKEN_BITS | man) << TOKEN_BITS | place) << STATIONS_PER_SIDE + 2 | marks
                figure = known.get(key)
                if figure is None:
                    figure = self._figure(man, place, load[man], marks, chart)
                    known[key] = figure
                found.append(figure)
        for thing in s.things:
            holder = carrier[thing]
            if holder >= 0:
                load[holder] = 0
        return found

    def _figure(self, man: int, place: int, load: int, marks: int, chart: Chart) -> Figure:
        setting = self.setting
        figure = Figure(man, place, marks & WOUNDED != 0)
        combat = setting.combat[man]
        figure.abilities = setting.capabilities[man]
        figure.movement = setting.movement[man]
        figure.attack = combat
        figure.defence = 0 if figure.down else combat
        figure.points = setting.exit_vp[man]
        figure.standing = 0.0
        figure.full = load != 0
        figure.gear = 0
        while load:
            self._add(figure, self.kinds[load & THING_MASK], combat)
            load >>= THING_BITS
        kind = walker(figure.abilities | figure.gear, marks & JUMPS != 0)
        figure.row = chart.to_exit(setting.owner[man], kind, figure.movement, marks >> 2 & STATION_MASK)
        figure.distance = min(FAR, figure.row[place])
        figure.away = -(-figure.distance // POINT)
        figure.pace = figure.away / max(figure.points, 1)
        figure.moves = [-(-steps // figure.movement) for steps in range(NEAR + 2)]
        figure.worth = INSIDE * VICTORY_POINT * figure.points * FADED[figure.distance]
        if figure.down:
            figure.worth *= RISING if figure.abilities & REGENERATES else FALLEN
            figure.loss = VICTORY_POINT + figure.worth
        else:
            figure.standing += STANDING
            figure.loss = (1 - FALLEN) * figure.worth + STANDING + WOUND
        figure.uses = [self._use(figure, kind) for kind in self.kinds]
        return figure

    def _add(self, figure: Figure, kind: int, combat: int) -> None:
        """It carries an object of this kind."""
        figure.gear |= kind
        if kind & SWORD:
            figure.attack += 1
        if kind & ARMOR:
            figure.defence += 1
        if not figure.down:
            if kind & TREASURE:
                figure.points += 1
            figure.standing += use_of(kind, figure.abilities, combat)

    def _use(self, figure: Figure, kind: int) -> float:
        """What an object that lies near would be good for."""
        if kind & TREASURE:
            use = figure.worth / max(figure.points, 1) + TREASURE_USE
        else:
            use = use_of(kind, figure.abilities, figure.attack)
        return use * FULL if figure.full else use


def blocked_exits(s: CardState, player: int) -> int:
    """The exits of a player where unwounded enemies stand, as bits (EXT-2)."""
    other = opponent(player)
    if not s.at_home[other]:
        return 0
    home, mask = s.home(other), 0
    for man in s.men[other]:
        at = s.loc[man] - home
        if 0 <= at < STATIONS_PER_SIDE and not s.status[man] & WOUNDED:
            mask |= 1 << at
    return mask
