"""What a position of the Card Game is worth to a player, in hundredths of a victory point, without looking ahead.

Characters count by their way to the exit, their wounds and their danger; then objects, cards, and who is about to win.
"""

from __future__ import annotations

from functools import cache
from typing import Final, Protocol

from dungeon_twister.ai.bots.card.charts import FAR, JUMPS, KEPT, NEAR, POINT, Chart, Charts
from dungeon_twister.ai.bots.worths import (
    ATTACK_COST,
    CARD_WORTH,
    CHANCE_TO_WIN,
    FALLEN,
    HIDDEN,
    OWN_CHANCE,
    RISING,
    SOON,
    STANDING,
    VICTORY_POINT,
    WIN,
    WOUND,
)
from dungeon_twister.rules.engine.card.pieces import BOW, FATAL_BLOW, INCORPOREAL, INVERSION, KEY, SPEAR
from dungeon_twister.rules.engine.card.players import opponent
from dungeon_twister.rules.engine.card.setting import CardSetting
from dungeon_twister.rules.engine.card.state import CardState
from dungeon_twister.rules.engine.pieces import (
    ARMOR,
    CASTS,
    CLIMBS,
    FIREBALL,
    FLIES,
    HEALS,
    OPENS_GATES,
    REGENERATES,
    ROPE,
    SWORD,
    TREASURE,
)
from dungeon_twister.rules.engine.state import UNDER, WOUNDED

FADING: Final = 0.9  # what a point is worth for every action point one is away from it
INSIDE: Final = 0.75  # what part of its points a character is worth that has not left yet
OWN_DANGER: Final = 0.7  # the other is next
JUMP_WORTH: Final = 5.0
AP_WORTH: Final = 2.5  # an action point that is kept (AP-4)
PATIENCE: Final = 8  # quiet turns before one dares more
LONG: Final = 40  # turns of a game before one dares more

FADED: Final = [FADING ** (distance / POINT) for distance in range(FAR + 1)]


class Figure:
    """A character in play: where it is, what it brings home and how far that is, how it fights."""

    __slots__ = (
        "abilities",
        "attack",
        "away",
        "defence",
        "down",
        "full",
        "loss",
        "movement",
        "place",
        "points",
        "standing",
        "worth",
    )

    def __init__(self, place: int, down: bool, abilities: int, movement: int) -> None:
        self.place = place
        self.down = down
        self.abilities = abilities
        self.movement = movement
        self.full = False  # carries something
        self.points = 0
        self.away = 0  # action points to the exit
        self.attack = 0
        self.defence = 0
        self.worth = 0.0  # its points, by the way to the exit
        self.standing = 0.0  # that it can act, and what its objects are good for
        self.loss = 0.0  # what its side loses if it loses a combat


Figures = tuple[Figure, ...]


class Wishes(Protocol):
    """What a player keeps in mind while he plans; see `outlook`."""

    me: int

    def value(self, s: CardState, chart: Chart, figures: Figures) -> float: ...


class Judge:
    """Judges the positions of one setting."""

    def __init__(self, setting: CardSetting) -> None:
        self.setting = setting
        self.charts = Charts()
        self.outlook: Wishes | None = None  # what the player who plans wishes for
        self._figures: dict[Chart, dict[tuple[int, ...], Figure]] = {}

    def value(self, s: CardState, me: int) -> float:
        """The worth of a position to a player: his own less the other's."""
        if s.over:
            if not s.winners >> me & 1:
                return -WIN
            return WIN if s.winners == 1 << me else -WIN / 4
        chart = self.charts.of(s.maze)
        mine, theirs = self.figures(s, me, chart), self.figures(s, opponent(me), chart)
        total = self._side(s, me, mine, chart, True) - self._side(s, opponent(me), theirs, chart, False)
        total -= self._danger(chart, mine, theirs) * self._fear(s)
        total += self._danger(chart, theirs, mine) * OWN_CHANCE
        lying = [thing for thing in s.things if s.carrier[thing] < 0 and 0 <= s.loc[thing] < UNDER]
        if lying:
            total += self._interest(s, chart, mine, lying) - self._interest(s, chart, theirs, lying)
        if self.outlook is not None and self.outlook.me == me:
            total += self.outlook.value(s, chart, mine)
        return total

    def _fear(self, s: CardState) -> float:
        """When nothing happens any more one must dare something."""
        return OWN_DANGER * max(0.1, 1 - 0.06 * impatience(s))

    # -- characters ----------------------------------------------------------------------------------------------------

    def figures(self, s: CardState, player: int, chart: Chart) -> Figures:
        """The characters of a player in play."""
        known = self._figures.get(chart)
        if known is None:
            if len(self._figures) > KEPT:
                self._figures.clear()
            known = self._figures[chart] = {}
        gear: dict[int, int] = {}
        for thing in s.things:
            holder = s.carrier[thing]
            if holder >= 0:
                gear[holder] = gear.get(holder, 0) << 8 | thing + 1
        blocked = self._blocked(s, player)
        jumps = 2 if s.jumps[player] or s.combat_hand[player] > 1 else 0
        found: list[Figure] = []
        for man in s.men[player]:
            place = s.loc[man]
            if 0 <= place < UNDER:
                key = (man, place, gear.get(man, 0), s.status[man] & WOUNDED | jumps, blocked)
                figure = known.get(key)
                if figure is None:
                    figure = known[key] = self._figure(key, chart)
                found.append(figure)
        return tuple(found)

    def _blocked(self, s: CardState, player: int) -> int:
        """The exits where unwounded enemies stand (EXT-2)."""
        zones, mask = s.maze.plan.zones, 0
        for man in s.men[opponent(player)]:
            if zones <= s.loc[man] < UNDER and not s.status[man] & WOUNDED:
                mask |= 1 << s.loc[man]
        return mask

    def _figure(self, key: tuple[int, ...], chart: Chart) -> Figure:
        man, place, packed, marks, blocked = key
        setting = self.setting
        abilities, combat = setting.capabilities[man], setting.combat[man]
        figure = Figure(place, marks & WOUNDED != 0, abilities, setting.movement[man])
        figure.attack, figure.defence = combat, 0 if figure.down else combat
        figure.points = setting.exit_vp[man]
        ways = abilities | (JUMPS if marks & 2 else 0)
        while packed:
            kind = setting.capabilities[(packed & 255) - 1]
            packed >>= 8
            figure.full = True
            figure.attack += kind & SWORD != 0
            figure.defence += kind & ARMOR != 0
            figure.points += kind & TREASURE != 0 and not figure.down
            figure.standing += 0.0 if figure.down else use_of(kind, abilities, combat)
            ways |= kind
        distance = min(FAR, chart.to_exit(setting.owner[man], ways, figure.movement, blocked)[place])
        figure.away = -(-distance // POINT)
        figure.worth = INSIDE * VICTORY_POINT * figure.points * FADED[distance]
        if figure.down:
            figure.worth *= RISING if abilities & REGENERATES else FALLEN
            figure.loss = VICTORY_POINT + figure.worth
        else:
            figure.standing += STANDING
            figure.loss = (1 - FALLEN) * figure.worth + STANDING + WOUND
        return figure

    def distances(self, s: CardState, man: int) -> list[int]:
        """For every place how far it is from there to the exit for a character with what it carries now."""
        player = self.setting.owner[man]
        ways = self.setting.capabilities[man] | (JUMPS if s.jumps[player] or s.combat_hand[player] > 1 else 0)
        for thing in s.things:
            if s.carrier[thing] == man:
                ways |= self.setting.capabilities[thing]
        return self.charts.of(s.maze).to_exit(player, ways, self.setting.movement[man], self._blocked(s, player))

    def _side(self, s: CardState, player: int, figures: Figures, chart: Chart, mine: bool) -> float:
        """What a player has: points, characters, cards; and how near he is to winning."""
        total = VICTORY_POINT * s.vp[player] + JUMP_WORTH * s.jumps[player]
        hand = s.combat_hand[player]
        for card in range(1, 7):
            total += CARD_WORTH[card] * (hand >> 2 * card & 3)
        for man in s.men[player]:
            if s.loc[man] >= UNDER:
                total += HIDDEN * self.setting.exit_vp[man]
        healers = 0
        fallen: list[Figure] = []
        for figure in figures:
            total += figure.worth + figure.standing
            if figure.down:
                fallen.append(figure)
            elif figure.abilities & HEALS:
                healers |= 1 << figure.place
        if fallen and healers:
            total += self._care(chart, fallen, healers)
        return total + self._about_to_win(s, player, figures, mine)

    def _care(self, chart: Chart, fallen: list[Figure], healers: int) -> float:
        """A Cleric near a wounded friend is half the healing."""
        total = 0.0
        for figure in fallen:
            steps = steps_between(chart.near(figure.place), healers)
            if steps <= NEAR and not figure.abilities & REGENERATES:
                total += (figure.worth + WOUND) * (1 - steps / (NEAR + 2))
        return total

    def _about_to_win(self, s: CardState, player: int, figures: Figures, mine: bool) -> float:
        """A player who can bring home what he lacks with the points of a turn is nearly there."""
        lacking = self.setting.target - s.vp[player]
        left = 3 + (min(s.ap, 3) if s.active == player else s.kept_ap[player])
        for figure in sorted(figures, key=lambda figure: figure.away / figure.points):
            if not figure.down and figure.away <= left and lacking > 0:
                left -= figure.away
                lacking -= figure.points
        if lacking > 0:
            return 0.0
        return 0.8 * VICTORY_POINT if mine else 2.0 * VICTORY_POINT

    # -- combat --------------------------------------------------------------------------------------------------------

    def _danger(self, chart: Chart, figures: Figures, foes: Figures) -> float:
        """What the foes can expect to do to these characters next turn: the worst of it, and half of the rest."""
        if not self.setting.combat_cards:
            return 0.0
        places: dict[int, list[Figure]] = {}
        for figure in figures:
            places.setdefault(figure.place, []).append(figure)
        worst = total = 0.0
        for place, group in places.items():
            danger = self._danger_to(chart.near(place), group, foes)
            total += danger
            worst = max(worst, danger)
        return (total + worst) / 2

    def _danger_to(self, near: list[int], group: list[Figure], foes: Figures) -> float:
        """Everybody in a zone defends it, and those who are not wounded lose together (CMB-7, CMB-18)."""
        best = support = risk = 0.0
        moves, fatal = 3, False
        for foe in foes:
            if foe.down or not near[NEAR] >> foe.place & 1:
                continue
            needed = -(-steps_between(near, 1 << foe.place) // foe.movement)
            if needed < 3:
                support += foe.attack
                fatal = fatal or foe.abilities & FATAL_BLOW != 0
                if foe.attack > best or needed < moves:
                    best, risk = max(best, foe.attack), foe.loss
                    moves = min(moves, needed)
        if moves > 2:
            return 0.0
        defence = loss = weakest = 0.0
        for figure in group:
            defence += figure.defence
            if figure.down:
                weakest = max(weakest, figure.loss)
            else:
                loss += figure.loss + (VICTORY_POINT * 0.7 if fatal else 0.0)
        lead = best + (support - best) / 2 - defence
        chance = CHANCE_TO_WIN[max(0, min(24, int(lead) + 12))]
        return SOON[moves] * max(0.0, chance * (loss + weakest) - (1 - chance) * risk * 0.8 - ATTACK_COST)

    # -- objects -------------------------------------------------------------------------------------------------------

    def _interest(self, s: CardState, chart: Chart, figures: Figures, lying: list[int]) -> float:
        """Whoever is near an object has a part of its use."""
        total = 0.0
        for thing in lying:
            kind, near = self.setting.capabilities[thing], chart.near(s.loc[thing])
            best = 0.0
            for figure in figures:
                if not figure.down and near[NEAR] >> figure.place & 1:
                    use = self._use(figure, kind) * (1 - steps_between(near, 1 << figure.place) / (NEAR + 2))
                    best = max(best, use / 4 if figure.full else use)
            total += best * 0.6
        return total

    def _use(self, figure: Figure, kind: int) -> float:
        if kind & TREASURE:
            return figure.worth / figure.points + 4
        return use_of(kind, figure.abilities, figure.attack)


def impatience(s: CardState) -> float:
    """How much a game drags: by the turns without progress (END-5), and by its length."""
    return max(0, s.quiet - PATIENCE) + max(0, s.turn - LONG) / 8


def steps_between(near: list[int], places: int) -> int:
    """How many steps from a place with these surroundings to the nearest of some places."""
    for steps, reached in enumerate(near):
        if reached & places:
            return steps
    return NEAR + 1


@cache
def use_of(kind: int, abilities: int, combat: int) -> float:
    """What an object is worth to a bearer; the Treasure counts with the way to the exit."""
    if kind & TREASURE:
        return 2.0
    if kind & FIREBALL:
        return 45.0 if abilities & CASTS else 8.0
    if kind & INVERSION:
        return 4.0 if abilities & CASTS else 1.0
    if kind & SWORD:
        return 2.0 + 2 * combat
    if kind & (ARMOR | BOW | SPEAR):
        return 6.0
    if kind & ROPE:
        return 1.0 if abilities & (CLIMBS | FLIES | INCORPOREAL) else 4.0
    if kind & KEY:
        return 1.0 if abilities & (OPENS_GATES | INCORPOREAL) else 3.0
    return 2.0
