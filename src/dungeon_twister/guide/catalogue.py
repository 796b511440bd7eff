"""What can be played, and what can be chosen before a game: every scenario with its switches."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import Final

from dungeon_twister.engine.board import options as board
from dungeon_twister.engine.board.scenario import BoardScenario
from dungeon_twister.engine.board.setting import targets_of
from dungeon_twister.engine.card import options as card
from dungeon_twister.engine.card.scenario import CardScenario
from dungeon_twister.engine.scenario import Scenario
from dungeon_twister.engine.scenarios import LABORATORIES, load_scenario, scenario_names
from dungeon_twister.guide.shapes import ScenarioCard, Switch

# Not among the switches: `simplified`, which is a scenario of its own here, and `timer`, which the clock of a game sets.
ELSEWHERE: Final = ("simplified", "timer")
STALL_LIMITS: Final = (0, 1000)


@cache
def scenario_cards() -> list[ScenarioCard]:
    """Every scenario to choose: of the board game by the number of players, then those of the Card Game."""
    found = [load_scenario(name) for name in scenario_names() if name not in LABORATORIES]
    found.sort(key=lambda scenario: (scenario.game, len(scenario.colours), scenario.target, scenario.name))
    return [_card_of(scenario) for scenario in found]


def _card_of(scenario: Scenario) -> ScenarioCard:
    if isinstance(scenario, BoardScenario):
        switches, turns = _board_switches(scenario), scenario.turns
    else:
        assert isinstance(scenario, CardScenario)
        switches, turns = _card_switches(scenario), 0
    return ScenarioCard(
        name=scenario.name,
        title=scenario.title,
        game=scenario.game,
        players=len(scenario.colours),
        colours=scenario.colours,
        target=scenario.target,
        switches=switches,
        turns=turns,
    )


def _one_of(choices: dict[str, list[str]]) -> list[Switch]:
    return [Switch(name, values[0], values) for name, values in choices.items() if name not in ELSEWHERE]


def _handicaps(colours: list[str], levels: dict[tuple[str, str], tuple[int, str]]) -> Switch:
    """Who plays with which handicap; without one the option is not given at all."""
    return Switch("handicap", "", [f"{colour}/{stronger}/{weaker}" for colour in colours for stronger, weaker in levels])


def _board_switches(scenario: BoardScenario) -> list[Switch]:
    """OPT-7, MP-18: as far as they make sense in the scenario."""
    switches = _one_of(scenario.choices) + _one_of(board.CHOICES)
    switches.append(Switch("stallLimit", str(scenario.stall), low=STALL_LIMITS[0], high=STALL_LIMITS[1]))
    there = scenario.open_pairs()
    if scenario.pairs < len(there):
        sets = ["/".join(pairs) for pairs in combinations(there, scenario.pairs)]
        switches.append(Switch("pairs", board.BY_CHANCE, [board.BY_CHANCE, board.BY_PLAYERS, *sets]))
    if not scenario.turns:
        low, high = targets_of(scenario)
        switches.append(Switch("target", str(scenario.target), low=low, high=high))
    fair = {levels: kept for levels, kept in board.HANDICAPS.items() if kept[0] >= scenario.starters}
    switches.append(_handicaps(scenario.colours, fair))
    return switches


def _card_switches(scenario: CardScenario) -> list[Switch]:
    """Teams are chosen only where none is given, and a handicap needs a long game (OPT-20)."""
    switches = [switch for switch in _one_of(card.CHOICES) if switch.name != "selection" or not scenario.team]
    if scenario.target >= card.HANDICAP_TARGET:
        switches.append(_handicaps(scenario.colours, card.HANDICAPS))
    return switches
