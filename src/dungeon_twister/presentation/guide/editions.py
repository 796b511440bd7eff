"""The guide of each game."""

from __future__ import annotations

from typing import Final

from dungeon_twister.presentation.guide.board.guide import BoardGuide
from dungeon_twister.presentation.guide.card.guide import CardGuide
from dungeon_twister.presentation.guide.game_guide import GameGuide
from dungeon_twister.rules.engine.by_edition import ByEdition
from dungeon_twister.rules.engine.scenario import Scenario
from dungeon_twister.rules.engine.setting import Setting
from dungeon_twister.rules.engine.state import State

EDITIONS: Final[ByEdition[GameGuide]] = ByEdition(board=BoardGuide(), card=CardGuide())


def guide_of(state: State) -> GameGuide:
    return EDITIONS.of(state)


def guide_of_setting(setting: Setting) -> GameGuide:
    return EDITIONS.of_setting(setting)


def guide_of_scenario(scenario: Scenario) -> GameGuide:
    return EDITIONS.of_scenario(scenario)
