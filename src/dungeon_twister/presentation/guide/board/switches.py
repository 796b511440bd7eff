"""The options of a board game."""

from __future__ import annotations

from itertools import combinations
from math import comb
from typing import Final

from dungeon_twister.presentation.guide.guide_shapes import Switch
from dungeon_twister.presentation.guide.switches import handicaps, one_of
from dungeon_twister.rules.engine.board import options as board
from dungeon_twister.rules.engine.board.scenario import BoardScenario
from dungeon_twister.rules.engine.board.setting import board_setting_of, targets_of
from dungeon_twister.rules.engine.game import make_setting

STALL_LIMITS: Final = (0, 1000)
MOST_SETS: Final = 500  # limit of pairs of rooms to choose from a list


def board_switches(scenario: BoardScenario) -> list[Switch]:
    """Return the switches that make sense in a scenario (OPT-7, MP-18)."""
    switches = one_of(scenario.choices) + one_of(board.CHOICES)
    switches.append(Switch("stallLimit", str(scenario.stall), low=STALL_LIMITS[0], high=STALL_LIMITS[1]))
    if scenario.turns:
        switches = [switch for switch in switches if switch.name not in board.FOR_A_TARGET]
    there = scenario.open_pairs()
    if scenario.pairs < len(there):
        few = comb(len(there), scenario.pairs) <= MOST_SETS
        sets = ["/".join(pairs) for pairs in combinations(there, scenario.pairs)] if few else []
        switches.append(Switch("pairs", board.BY_CHANCE, [board.BY_CHANCE, board.BY_PLAYERS, *sets]))
    if not scenario.turns:
        low, high = targets_of(scenario)
        switches.append(Switch("target", str(scenario.target), low=low, high=high))
    size = board_setting_of(make_setting(scenario, {})).team_size(0)
    switches.append(handicaps(scenario.colours, board.HANDICAPS, size - scenario.starters))
    return switches
