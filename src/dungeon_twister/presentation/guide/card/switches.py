"""The options of a Card Game."""

from __future__ import annotations

from dungeon_twister.presentation.guide.guide_shapes import Switch
from dungeon_twister.presentation.guide.switches import handicaps, one_of
from dungeon_twister.rules.engine.card import options as card
from dungeon_twister.rules.engine.card.scenario import STARTERS, CardScenario


def card_switches(scenario: CardScenario) -> list[Switch]:
    """Return the switches. Teams are offered only where the scenario gives none; a handicap needs a long game (OPT-20)."""
    switches = [switch for switch in one_of(card.CHOICES) if switch.name != "selection" or not scenario.team]
    if scenario.target >= card.HANDICAP_TARGET:
        switches.append(handicaps(scenario.colours, card.HANDICAPS, scenario.characters - STARTERS))
    return switches
