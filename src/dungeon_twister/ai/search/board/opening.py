"""The setup of the board game: who starts and where, what lies where, who is left out.

The two-player game uses the opening book (`opening_book.py`), other scenarios use rules of thumb. Both contain enough chance
that an opponent cannot infer what lies hidden.
"""

from __future__ import annotations

from random import Random
from typing import Final

from dungeon_twister.ai.search.opening_book import OpeningBook, SetupPlace, depth_number, knows_all
from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.board.setting import EXIT_LINE, BoardSetting
from dungeon_twister.rules.engine.board.state import BoardState
from dungeon_twister.rules.engine.game import legal
from dungeon_twister.rules.engine.pieces import (
    BREAKS_GATES,
    CASTS,
    CLIMBS,
    HEALS,
    REGENERATES,
    TREASURE,
    TURNS_FREELY,
    WALKS_WALLS,
)

# value of a character on the starting line, by its abilities; the rest wait in the maze
STARTER: Final[dict[int, float]] = {
    CLIMBS: 6.0,
    BREAKS_GATES: 4.0,
    CASTS: 4.0,
    WALKS_WALLS: 4.0,
    HEALS: 4.0,
    TURNS_FREELY: 3.5,
    REGENERATES: 1.0,
}
STARTING_CHANCE: Final = 2.0  # size of the random term for starters
LAYING_CHANCE: Final = 0.4  # the same for tokens laid by rules of thumb


class Opening:
    """Chooses the setup of one setting."""

    def __init__(self, setting: BoardSetting, book: OpeningBook | None) -> None:
        self.setting = setting
        self.depths = [depths_of(setting, player) for player in range(setting.players)]
        fits = setting.players == 2 and not setting.board_scenario.shared and _has_exits(setting)
        self.book = book if fits and book is not None and knows_all(book, setting) else None

    def choose(self, s: BoardState, rng: Random) -> int:
        """Return a choice of the setup."""
        choices = legal(s)
        kind = actions.kind_of(choices[0])
        if kind == actions.LEAVE_OUT:
            return self._leave_out(s, choices, rng)
        if kind == actions.START:
            return self._start(s, choices, rng)
        if kind == actions.LAY:
            return self._lay(s, choices, rng)
        return choices[rng.randrange(len(choices))]  # which pairs of rooms are in the game

    def _leave_out(self, s: BoardState, choices: list[int], rng: Random) -> int:
        best, chosen = 0.0, -1
        for choice in choices:
            token = actions.first_of(choice)
            wanted = self.starter(token) if self.setting.handicapped >= 0 else self._traveller(token)
            wanted += rng.random()
            if chosen < 0 or wanted < best:
                best, chosen = wanted, choice
        return chosen

    def _start(self, s: BoardState, choices: list[int], rng: Random) -> int:
        """Return the choice for the best starter, on any dot, or near the exits on a shared line."""
        best, chosen = 0.0, -1
        for token in sorted({actions.first_of(choice) for choice in choices}):
            wanted = self._wanted(token, rng)
            if chosen < 0 or wanted > best:
                best, chosen = wanted, token
        dots = [choice for choice in choices if actions.first_of(choice) == chosen]
        if not self.setting.board_scenario.shared:
            return dots[rng.randrange(len(dots))]
        return self._nearest(s, dots, rng)

    def _wanted(self, token: int, rng: Random) -> float:
        """Return the value of a character on the starting line."""
        if self.book is not None:
            return self.book.starting(self._sign(token), rng)
        return self.starter(token) + STARTING_CHANCE * rng.random()

    def _nearest(self, s: BoardState, dots: list[int], rng: Random) -> int:
        """Return the dot nearest to the exits. Before doors are dealt all dots are alike (DOOR-6)."""
        exits = goals_of(self.setting, s.decider())
        best, chosen = 0.0, -1
        for choice in dots:
            x, y = self.setting.plan.xy[s.maze.spot(actions.second_of(choice))]
            away = STARTING_CHANCE * rng.random() + min([abs(x - u) + abs(y - v) for u, v in exits], default=0)
            if chosen < 0 or away < best:
                best, chosen = away, choice
        return chosen

    # -- laying ----------------------------------------------------------------------------------------------------------

    def _lay(self, s: BoardState, choices: list[int], rng: Random) -> int:
        if self.book is not None:
            return self.book.laying([self._place(choice) for choice in choices], rng)
        best, chosen = 0.0, -1
        for choice in choices:
            worth = self._by_thumb(actions.first_of(choice), actions.second_of(choice)) + LAYING_CHANCE * rng.random()
            if chosen < 0 or worth > best:
                best, chosen = worth, choice
        return chosen

    def _place(self, choice: int) -> SetupPlace:
        token = actions.first_of(choice)
        depth = self.depths[self.setting.owner[token]][actions.second_of(choice)]
        return SetupPlace(choice, self._sign(token), depth_number(depth))

    def _sign(self, token: int) -> str:
        return self.setting.pieces[token % self.setting.each].sign

    # -- rules of thumb --------------------------------------------------------------------------------------------------

    def starter(self, token: int) -> float:
        abilities, total = self.setting.capabilities[token], 0.0
        for ability, worth in STARTER.items():
            if abilities & ability:
                total += worth
        return total

    def _traveller(self, token: int) -> float:
        """Return the value of taking a character along where some stay behind (PYR-2): points first, then movement."""
        movement: int = self.setting.movement[token]
        return 3.0 * self.setting.exit_vp[token] + movement + 0.3 * self.starter(token)

    def _by_thumb(self, token: int, tile: int) -> float:
        """Return the value of a place: near for own characters, far for own objects (the revealer places the characters)."""
        setting = self.setting
        depth = self.depths[setting.owner[token]][tile]
        if setting.is_character[token]:
            return 1.0 - abs(depth - 0.35) * 2
        return depth + (0.3 if setting.capabilities[token] & TREASURE else 0.0)


def _has_exits(setting: BoardSetting) -> bool:
    return not setting.by_apex and len(goals_of(setting, 0)) > 0


def depths_of(setting: BoardSetting, player: int) -> list[float]:
    """Return the initial depth of each room: 0 at the player's own line, 1 at the exit. Before the doors are dealt all are
    alike (DOOR-6)."""
    exits = goals_of(setting, player)
    if not exits:
        return [0.5] * setting.plan.tiles
    away: list[int] = []
    for number in setting.plan.first_place:
        place = setting.layout.places[number]
        away.append(min([abs(place.x + 2 - x) + abs(place.y + 2 - y) for x, y in exits]))
    nearest, farthest = min(away), max(away)
    return [1 - (distance - nearest) / max(1, farthest - nearest) for distance in away]


def goals_of(setting: BoardSetting, player: int) -> list[tuple[int, int]]:
    """Return the goals of a player: the squares of the exits, or the middle of the apex."""
    plan = setting.plan
    if setting.by_apex:
        place = setting.layout.places[plan.first_place[setting.apex]]
        return [(place.x + 2, place.y + 2)]
    roles = setting.line_role[player]
    return [plan.xy[plan.place_base + i] for i, role in enumerate(roles) if role == EXIT_LINE]
