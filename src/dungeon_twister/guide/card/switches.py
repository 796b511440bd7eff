"""What can be chosen before a Card Game."""

from __future__ import annotations

from dungeon_twister.engine.card import options as card
from dungeon_twister.engine.card.scenario import STARTERS, CardScenario
from dungeon_twister.guide.shapes import Switch
from dungeon_twister.guide.switches import handicaps, one_of


def card_switches(scenario: CardScenario) -> list[Switch]:
    """Teams are chosen only where none is given, and a handicap needs a long game (OPT-20)."""
    switches = [switch for switch in one_of(card.CHOICES) if switch.name != "selection" or not scenario.team]
    if scenario.target >= card.HANDICAP_TARGET:
        switches.append(handicaps(scenario.colours, card.HANDICAPS, scenario.characters - STARTERS))
    return switches
