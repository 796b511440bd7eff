"""What a position is worth to a player, in hundredths of a victory point, without looking ahead.

Characters count by their way to the exit, their wounds and their danger; then objects, cards, and who is about to win.
With teams allies count together; what others do to each other is not weighed.
"""

from __future__ import annotations

from functools import cache
from typing import Final, Protocol

from dungeon_twister.ai.bots.board.charts import FAR, JUMPS, KEPT, ROPED, Chart, Grid, door_of, grid_of
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
from dungeon_twister.rules.engine.board.ending import leaders, points
from dungeon_twister.rules.engine.board.pieces import POTION
from dungeon_twister.rules.engine.board.setting import SHARED_LINE, BoardSetting
from dungeon_twister.rules.engine.board.state import BoardState
from dungeon_twister.rules.engine.pieces import (
    ARMOR,
    BREAKS_GATES,
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
    TURNS_FREELY,
    WALKS_WALLS,
)
from dungeon_twister.rules.engine.state import UNDER, WOUNDED

FADING: Final = 0.885  # what a point is worth for every action point one is away from it
INSIDE: Final = 0.82  # what part of its points a character is worth that has not left yet
OWN_DANGER: Final = 0.75  # the others are next
JUMP_WORTH: Final = 6.0
FOREMOST: Final = 0.6  # with several opponents: how much the best of them counts, the others share the rest
AP_WORTH: Final = 5.0  # an action point that is still to be spent
REMEMBERED: Final = 50000  # dangers and interests that are remembered
ROUGH: Final = 4  # beside the marks: the way of this character is measured roughly
ROUGH_WAYS: Final = CLIMBS | WALKS_WALLS  # what is asked for then
ROUGH_MOVEMENT: Final = 4
WAYS: Final = BREAKS_GATES | OPENS_GATES | CLIMBS | FLIES | TURNS_FREELY | WALKS_WALLS  # what a chart asks for


@cache
def fading(movement: int) -> list[float]:
    """For each distance in half steps what part of its points a character is worth."""
    return [FADING ** (distance / (2 * movement)) for distance in range(FAR + 1)]


class Figure:
    """A character in play: where it is, what it brings home and how far that is, how it fights."""

    __slots__ = (
        "abilities",
        "attack",
        "away",
        "defence",
        "down",
        "load",
        "loss",
        "movement",
        "points",
        "safe",
        "square",
        "standing",
        "worth",
    )

    def __init__(self, square: int, down: bool, abilities: int, movement: int) -> None:
        self.square = square
        self.down = down
        self.abilities = abilities
        self.movement = movement
        self.load = 0  # what its object can do
        self.points = 0
        self.away = 0  # action points to the exit
        self.attack = 0
        self.defence = 0
        self.worth = 0.0  # its points, by the way to the exit
        self.standing = 0.0  # that it can act, and what its object is good for
        self.loss = 0.0  # what its side loses if it loses a combat
        self.safe = False  # on a shared line, where nobody is attacked (LINE-4)


class Wishes(Protocol):
    """What a player keeps in mind while he plans; see `outlook`."""

    me: int

    def value(self, s: BoardState, chart: Chart, figures: tuple[Figure, ...]) -> float: ...


class Judge:
    """Judges the positions of one setting."""

    def __init__(self, setting: BoardSetting) -> None:
        self.setting = setting
        self.grid: Grid = grid_of(setting.plan)
        self.objects = [token for token in range(setting.tokens) if not setting.is_character[token]]
        self.outlook: Wishes | None = None  # what the player who plans wishes for
        self._figures: dict[Chart, dict[tuple[int, int, int, int, int], Figure]] = {}
        self._dangers: dict[tuple[Figure, tuple[Figure, ...]], float] = {}
        self._interests: dict[tuple[tuple[Figure, ...], tuple[tuple[int, int], ...]], float] = {}

    def value(self, s: BoardState, me: int) -> float:
        """The worth of a position to a player: his own, or his team's, less that of the others."""
        if s.over:
            return self._result(s.winners, me)
        if s.reached:
            return self._result(leaders(s), me) / 2 + VICTORY_POINT * self._lead(s, me)
        chart = self.grid.chart(s.maze)
        players, team = range(self.setting.players), self.setting.team_of
        sides = [self.figures(s, player, chart, player != me) for player in players]
        totals = [self._side(s, player, sides[player], chart, player == me) for player in players]
        lying = self._lying(s)
        peace = self.setting.board_scenario.quiet and -1 in s.maze.room_of  # ALLY-6
        standing = [tuple(foe for foe in side if not foe.down) for side in sides]
        for player in players:
            if team[player] == team[me]:
                armies = [standing[other] for other in players if team[other] != team[me]] if player == me else []
            else:
                armies = [standing[me]]
            if not peace:
                weight = self._fear(s, me) if player == me else OWN_CHANCE
                totals[player] -= self._danger(chart, sides[player], armies) * weight
            totals[player] += self._interest(chart, sides[player], lying)
        if self.outlook is not None and self.outlook.me == me:
            totals[me] += self.outlook.value(s, chart, sides[me])
        return self._compare(totals, me)

    def _compare(self, totals: list[float], me: int) -> float:
        """Own side less the others': the best of them counts most."""
        team = self.setting.team_of
        sums: dict[int, float] = {}
        for player, total in enumerate(totals):
            sums[team[player]] = sums.get(team[player], 0.0) + total
        mine = sums.pop(team[me])
        best = max(sums.values())
        if len(sums) > 1:
            best = FOREMOST * best + (1 - FOREMOST) * (sum(sums.values()) - best) / (len(sums) - 1)
        return mine - best

    def _points(self, s: BoardState, player: int) -> int:
        return points(s, player) if self.setting.has_teams else s.vp[player]

    def _lead(self, s: BoardState, me: int) -> int:
        """By how many points the player's side is ahead of the best other one."""
        team = self.setting.team_of
        return self._points(s, me) - max(self._points(s, other) for other in range(len(team)) if team[other] != team[me])

    def _result(self, winners: int, me: int) -> float:
        if not winners >> me & 1:
            return -WIN
        team = self.setting.team_of
        alone = all(team[other] == team[me] for other in range(len(team)) if winners >> other & 1)
        return WIN if alone else -WIN / 4

    # -- characters ----------------------------------------------------------------------------------------------------

    def figures(self, s: BoardState, player: int, chart: Chart, roughly: bool = False) -> tuple[Figure, ...]:
        """The characters of a player on the board; those of several opponents have their ways measured roughly."""
        known = self._figures.get(chart)
        if known is None:
            if len(self._figures) > KEPT:
                self._figures.clear()
            known = self._figures[chart] = {}
        found: list[Figure] = []
        jumps = 1 if s.jumps[player] else 0
        door = door_of(s, player)
        rough = ROUGH if roughly and self.setting.players > 2 else 0
        for token in self.setting.characters_of[player]:
            square = s.loc[token]
            if 0 <= square < UNDER:
                marks = s.status[token] & WOUNDED | jumps << 1 | rough
                key = (token, square, s.item[square], marks, door)
                figure = known.get(key)
                if figure is None:
                    figure = known[key] = self._figure(*key, chart)
                found.append(figure)
        return tuple(found)

    def _figure(self, token: int, square: int, item: int, marks: int, door: int, chart: Chart) -> Figure:
        setting = self.setting
        abilities = setting.capabilities[token]
        figure = Figure(square, marks & WOUNDED != 0, abilities, setting.movement[token])
        figure.load = setting.capabilities[item] if item >= 0 else 0
        figure.points = setting.exit_vp[token] + (1 if figure.load & TREASURE and not figure.down else 0)
        figure.attack = setting.combat[token] + (1 if figure.load & SWORD else 0)
        figure.defence = (0 if figure.down else setting.combat[token]) + (1 if figure.load & ARMOR else 0)
        if marks & ROUGH:
            distance = chart.to_exit(setting, setting.owner[token], abilities & ROUGH_WAYS or JUMPS, ROUGH_MOVEMENT, door)[
                square
            ]
        else:
            distance = self._to_exit(chart, token, figure.load, marks > WOUNDED, door)[square]
        figure.away = -(-distance // (2 * figure.movement))
        figure.worth = INSIDE * VICTORY_POINT * figure.points * fading(figure.movement)[distance]
        if figure.down:
            figure.worth *= RISING if abilities & REGENERATES else FALLEN
        else:
            figure.standing = STANDING + (use_of(figure.load, abilities, setting.combat[token]) if item >= 0 else 0.0)
        figure.loss = VICTORY_POINT + figure.worth if figure.down else (1 - FALLEN) * figure.worth + STANDING + WOUND
        if setting.wounds_score and not figure.down:
            figure.loss += VICTORY_POINT  # ALLY-8
        elif not setting.kills_score and figure.down:
            figure.loss = figure.worth
        figure.safe = square >= setting.plan.base and self._roles(token)[square - setting.plan.base] == SHARED_LINE
        return figure

    def _roles(self, token: int) -> list[int]:
        return self.setting.line_role[self.setting.owner[token]]

    def _to_exit(self, chart: Chart, token: int, load: int, jumps: bool, door: int) -> list[int]:
        setting = self.setting
        ways = setting.capabilities[token] & WAYS
        if not ways & (CLIMBS | FLIES):
            ways |= (ROPED if load & ROPE else 0) | (JUMPS if jumps else 0)
        return chart.to_exit(setting, setting.owner[token], ways, setting.movement[token], door)

    def distances(self, s: BoardState, token: int) -> list[int]:
        """For every square how far it is from there to the exit for a character with what it carries now."""
        item = s.item[s.loc[token]]
        load = self.setting.capabilities[item] if item >= 0 else 0
        owner = self.setting.owner[token]
        return self._to_exit(self.grid.chart(s.maze), token, load, s.jumps[owner] > 0, door_of(s, owner))

    def _side(self, s: BoardState, player: int, figures: tuple[Figure, ...], chart: Chart, mine: bool) -> float:
        """What a player has: points, characters, cards; and how near he is to winning."""
        total = VICTORY_POINT * s.vp[player] + JUMP_WORTH * s.jumps[player]
        hand = s.combat_hand[player]
        for card in range(1, 7):
            total += CARD_WORTH[card] * (hand >> 2 * card & 3)
        for token in self.setting.characters_of[player]:
            if s.loc[token] >= UNDER:
                total += HIDDEN * self.setting.exit_vp[token]
        fallen = False
        for figure in figures:
            total += figure.worth + figure.standing
            fallen = fallen or figure.down
        if fallen:
            total += self._care(chart, figures)
        if self.setting.board_scenario.turns:
            return total
        lacking = self.setting.target - self._points(s, player)
        return total + (self._about_to_win(s, player, figures, mine) if lacking < 5 else 0.0)

    def _care(self, chart: Chart, figures: tuple[Figure, ...]) -> float:
        """A Cleric near a wounded friend is half the healing."""
        total = 0.0
        for healer in figures:
            if healer.abilities & HEALS and not healer.down:
                near = chart.near(healer.square)
                for figure in figures:
                    if figure.down and figure.square in near and not figure.abilities & REGENERATES:
                        total += (figure.worth + WOUND) * (1 - near[figure.square] / 12)
        return total

    def _about_to_win(self, s: BoardState, player: int, figures: tuple[Figure, ...], mine: bool) -> float:
        """A player who can bring home what he lacks with his best card is nearly there."""
        lacking = self.setting.target - self._points(s, player)
        left = s.action_hand[player].bit_length() - 1
        for figure in sorted(figures, key=lambda figure: figure.away / figure.points):
            if not figure.down and figure.away <= left and lacking > 0:
                left -= figure.away
                lacking -= figure.points
        if lacking > 0:
            return 0.0
        return 1.2 * VICTORY_POINT if mine else 3.5 * VICTORY_POINT

    # -- combat --------------------------------------------------------------------------------------------------------

    def _fear(self, s: BoardState, me: int) -> float:
        """When nothing happens any more one must dare something, above all who is not ahead (STALL-6)."""
        idle = s.idle[me] - (6 if self._lead(s, me) > 0 else 2)
        return OWN_DANGER * max(0.1, 1 - 0.12 * idle) if idle > 0 else OWN_DANGER

    def _danger(self, chart: Chart, figures: tuple[Figure, ...], armies: list[tuple[Figure, ...]]) -> float:
        """What the foes can expect to do to these characters next turn: the worst of it, and half of the rest.

        In a combat every colour fights for itself (MP-10), so each army counts alone.
        """
        worst = total = 0.0
        for figure in figures:
            if figure.safe:
                continue
            danger = 0.0
            for foes in armies:
                known = self._dangers.get((figure, foes), -1.0)
                if known < 0:
                    if len(self._dangers) > REMEMBERED:
                        self._dangers.clear()
                    known = self._danger_to(chart.near(figure.square), figure, foes)
                    self._dangers[figure, foes] = known
                danger = max(danger, known)
            total += danger
            worst = max(worst, danger)
        return (total + worst) / 2

    def _danger_to(self, near: dict[int, int], figure: Figure, foes: tuple[Figure, ...]) -> float:
        best = support = 0
        moves = 3
        risk = 0.0
        for foe in foes:
            distance = near.get(foe.square, 0)
            if distance:
                needed = (distance - 2) // foe.movement + 1
                if needed < 3:
                    support += foe.attack
                    if foe.attack > best or (foe.attack == best and needed < moves):
                        best, moves, risk = foe.attack, needed, foe.loss
        if moves > 2:
            return 0.0
        lead = best + (support - best) // 2 - figure.defence
        chance = CHANCE_TO_WIN[max(0, min(24, lead + 12))]
        return SOON[moves] * max(0.0, chance * figure.loss - (1 - chance) * risk * 0.8 - ATTACK_COST)

    # -- objects -------------------------------------------------------------------------------------------------------

    def _lying(self, s: BoardState) -> tuple[tuple[int, int], ...]:
        """The objects that nobody carries: what they can do, and where they are."""
        loc, stand, capabilities = s.loc, s.stand, self.setting.capabilities
        return tuple(
            (capabilities[token], loc[token]) for token in self.objects if 0 <= loc[token] < UNDER and stand[loc[token]] < 0
        )

    def _interest(self, chart: Chart, figures: tuple[Figure, ...], lying: tuple[tuple[int, int], ...]) -> float:
        """Whoever is near an object has a part of its use."""
        known = self._interests.get((figures, lying))
        if known is not None:
            return known
        total = 0.0
        for kind, square in lying:
            near = chart.near(square)
            best = 0.0
            for figure in figures:
                if figure.square in near and not figure.down:
                    use = self._use(figure, kind) * (1 - near[figure.square] / 11)
                    best = max(best, use if not figure.load else use / 4)
            total += best * 0.6
        if len(self._interests) > REMEMBERED:
            self._interests.clear()
        self._interests[figures, lying] = total
        return total

    def _use(self, figure: Figure, kind: int) -> float:
        if kind & TREASURE:
            return figure.worth / figure.points + 4
        return use_of(kind, figure.abilities, figure.attack)


@cache
def use_of(kind: int, abilities: int, combat: int) -> float:
    """What an object is worth to a bearer; the Treasure counts with the way to the exit."""
    if kind & TREASURE:
        return 2.0
    if kind & FIREBALL:
        return 45.0 if abilities & CASTS else 8.0
    if kind & POTION:
        return 16.0
    if kind & SWORD:
        return 2.0 + 2 * combat
    if kind & ARMOR:
        return 7.0
    return 1.0 if abilities & (CLIMBS | FLIES) else 4.0
