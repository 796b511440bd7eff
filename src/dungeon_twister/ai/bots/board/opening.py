"""The setup: who starts and where, what lies where, who is left out. Rules of thumb with a little chance."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Final

from dungeon_twister.ai.bots.board.charts import exits_of
from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.board.setting import BoardSetting
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

# how much one wants a character on the starting line; the rest wait in the maze
STARTER: Final = {
    CLIMBS: 6.0,
    BREAKS_GATES: 4.0,
    CASTS: 4.0,
    WALKS_WALLS: 4.0,
    HEALS: 4.0,
    TURNS_FREELY: 3.5,
    REGENERATES: 1.0,
}
CHANCE: Final = 2.0


def choose_setup(s: BoardState, rng: Random) -> int:
    """One of the choices of the setup."""
    choices = legal(s)
    kind = actions.kind_of(choices[0])
    if kind == actions.DRAW_PAIR:
        return rng.choice(choices)
    if kind == actions.LEAVE_OUT:
        wanted = _traveller if s.setting.handicapped < 0 else _starter
        return min(choices, key=lambda choice: wanted(s, actions.first_of(choice)) + rng.random())
    if kind == actions.START:
        token = max(
            sorted({actions.first_of(choice) for choice in choices}),
            key=lambda token: _starter(s, token) + CHANCE * rng.random(),
        )
        dots = [choice for choice in choices if actions.first_of(choice) == token]
        if s.board_setting.board_scenario.shared:
            return min(dots, key=lambda choice: _away(s, actions.second_of(choice)) + CHANCE * rng.random())
        return rng.choice(dots)
    return max(choices, key=lambda choice: _laying(s, choice) + 0.4 * rng.random())


def _starter(s: BoardState, token: int) -> float:
    abilities = s.setting.capabilities[token]
    return sum(worth for ability, worth in STARTER.items() if abilities & ability)


def _traveller(s: BoardState, token: int) -> float:
    """How much one wants a character at all where not everybody comes along (PYR-2): points first, then quick legs."""
    return 3.0 * s.setting.exit_vp[token] + s.setting.movement[token] + 0.3 * _starter(s, token)


def _away(s: BoardState, dot: int) -> float:
    """How far a dot of a shared line is from the exits, as the crow flies; before doors are dealt all are alike (DOOR-6)."""
    exits = goals_of(s.board_setting, s.decider())
    x, y = s.board_setting.plan.xy[s.maze.spot(dot)]
    return min((abs(x - u) + abs(y - v) for u, v in exits), default=0)


def _laying(s: BoardState, choice: int) -> float:
    """Who reveals a room places the characters, the other one the objects: own characters go near, own objects far."""
    token, tile = actions.first_of(choice), actions.second_of(choice)
    setting = s.setting
    depth = depth_of(s, setting.owner[token], tile)
    if setting.is_character[token]:
        return 1.0 - abs(depth - 0.35) * 2
    return depth + (0.3 if setting.capabilities[token] & TREASURE else 0.0)


def depth_of(s: BoardState, player: int, tile: int) -> float:
    """How far on the way to the exits a room lies: 0 at the own line, 1 at the exit."""
    return _depths(s.board_setting, player)[tile]


@cache
def _depths(setting: BoardSetting, player: int) -> list[float]:
    """The same for all rooms, as they lie at first; before the doors are dealt all are alike (DOOR-6)."""
    exits = goals_of(setting, player)
    if not exits:
        return [0.5] * setting.plan.tiles
    places = [setting.layout.places[place] for place in setting.plan.first_place]
    away = [min(abs(place.x + 2 - x) + abs(place.y + 2 - y) for x, y in exits) for place in places]
    nearest, farthest = min(away), max(away)
    return [1 - (distance - nearest) / max(1, farthest - nearest) for distance in away]


@cache
def goals_of(setting: BoardSetting, player: int) -> list[tuple[int, int]]:
    """Where a player's ways lead: the squares of his exits, or the middle of the apex."""
    if setting.by_apex:
        place = setting.layout.places[setting.plan.first_place[setting.apex]]
        return [(place.x + 2, place.y + 2)]
    return [setting.plan.xy[spot] for spot in exits_of(setting, player)]
