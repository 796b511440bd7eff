"""The catalogue of games: every scenario with its options."""

from __future__ import annotations

from functools import cache

from dungeon_twister.presentation.guide.editions import guide_of_scenario
from dungeon_twister.presentation.guide.guide_shapes import ScenarioCard, TranslatedWords
from dungeon_twister.rules.engine.scenario import Scenario
from dungeon_twister.rules.engine.scenarios import LABORATORIES, load_scenario, scenario_names


@cache
def scenario_cards() -> list[ScenarioCard]:
    """Return every scenario: those of the board game by the number of players, then those of the Card Game."""
    found = [load_scenario(name) for name in scenario_names() if name not in LABORATORIES]
    found.sort(key=lambda scenario: (scenario.game, len(scenario.colours), scenario.target, scenario.name))
    return [card_of(scenario) for scenario in found]


def card_of(scenario: Scenario) -> ScenarioCard:
    """Return the entry of a scenario, built-in or custom."""
    guide = guide_of_scenario(scenario)
    return ScenarioCard(
        name=scenario.name,
        title=scenario.title,
        game=scenario.game,
        players=len(scenario.colours),
        colours=scenario.colours,
        target=scenario.target,
        switches=guide.switches(scenario),
        turns=guide.turns(scenario),
        text=scenario.text,
        translations={language: TranslatedWords(words.title, words.text) for language, words in scenario.translations.items()},
    )
