"""The setup: who starts, what lies where, who is left out. Rules of thumb with a little chance."""

from __future__ import annotations

from random import Random
from typing import Final

from dungeon_twister.engine import actions
from dungeon_twister.engine.board.setting import EXIT_LINE
from dungeon_twister.engine.board.state import BoardState
from dungeon_twister.engine.game import legal
from dungeon_twister.engine.pieces import (
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
    if kind == actions.LEAVE_OUT:
        return min(choices, key=lambda choice: _starter(s, actions.first_of(choice)) + rng.random())
    if kind == actions.START:
        token = max(
            sorted({actions.first_of(choice) for choice in choices}),
            key=lambda token: _starter(s, token) + CHANCE * rng.random(),
        )
        return rng.choice([choice for choice in choices if actions.first_of(choice) == token])
    return max(choices, key=lambda choice: _laying(s, choice) + 0.4 * rng.random())


def _starter(s: BoardState, token: int) -> float:
    abilities = s.setting.capabilities[token]
    return sum(worth for ability, worth in STARTER.items() if abilities & ability)


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
    plan = s.board.plan
    place = s.board.layout.places[s.maze.place_of[tile]]
    exits = [plan.xy[plan.place_base + i] for i, role in enumerate(s.board.line_role[player]) if role == EXIT_LINE]
    distance = min(abs(place.x + 2 - x) + abs(place.y + 2 - y) for x, y in exits)
    return 1 - min(1.0, max(0.0, (distance - 3) / max(1, s.board.layout.width - 7)))
