"""What can be chosen before a game is what the engine takes."""

from __future__ import annotations

import pytest

from dungeon_twister.presentation.guide.guide_shapes import ScenarioCard
from dungeon_twister.presentation.guide.scenario_cards import scenario_cards
from dungeon_twister.rules.engine.game import new_setting
from dungeon_twister.rules.engine.options import OptionError
from dungeon_twister.rules.engine.scenarios import LABORATORIES, scenario_names

CARDS = scenario_cards()


def test_every_scenario_but_the_laboratories() -> None:
    assert sorted(card.name for card in CARDS) == sorted(set(scenario_names()) - set(LABORATORIES))


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.name)
def test_the_engine_takes_every_value(card: ScenarioCard) -> None:
    """OPT-6, OPT-7, MP-18: each value alone, and all defaults together."""
    for switch in card.switches:
        values = switch.values or [str(switch.low), str(switch.high)]
        for value in values:
            assert new_setting(card.name, {switch.name: value}).options.given == {switch.name: value}
        if not switch.values:
            assert switch.low <= int(switch.default) <= switch.high
            for beyond in (switch.low - 1, switch.high + 1):
                with pytest.raises(OptionError):
                    new_setting(card.name, {switch.name: str(beyond)})
    plain = new_setting(card.name, {switch.name: switch.default for switch in card.switches if switch.default})
    assert plain.target == card.target == new_setting(card.name).target
    assert plain.colours == card.colours and len(plain.colours) == card.players


def test_switches_are_those_of_the_scenario() -> None:
    """MP-18, ELEV-7, PYR-6, ALLY-3, TEAM-18: some are for some scenarios only, with their own limits."""
    switches = {card.name: [switch.name for switch in card.switches] for card in CARDS}
    assert all("handicap" in names for name, names in switches.items() if not name.startswith("tutorial"))
    assert "target" in switches["four-players"] and "target" not in switches["race"]
    limits = {
        card.name: [(s.default, s.low, s.high) for s in card.switches if s.name in ("target", "stallLimit")] for card in CARDS
    }
    assert limits["base"] == [("12", 0, 1000), ("5", 5, 8)]
    assert limits["alliances"] == [("32", 0, 1000), ("12", 6, 24)]  # ALLY-11
    handicaps = next(switch for card in CARDS if card.name == "race" for switch in card.switches if switch.name == "handicap")
    assert "red/good/advanced" in handicaps.values and "red/experienced/beginner" not in handicaps.values
    assert "red/-3/56" in handicaps.values and "red/-4/" not in handicaps.values
    assert handicaps.costs["good/advanced"] == "-2/"
    assert not {"endRule", "tieBreak", "stallLimit"} & set(switches["race"])  # RACE-11
    assert "elevatorSeats" in switches["elevator"] and "apexRoom" in switches["pyramid"]
    assert "selection" in switches["standard"] and "selection" not in switches["tutorial-1"]
    race = next(card for card in CARDS if card.name == "race")
    assert (race.turns, race.target) == (48, 0)


def test_every_handicap_on_the_list_can_be_played() -> None:
    """OPT-6, OPT-6b, MP-18: what is offered is accepted, and takes away what it says."""
    for card in CARDS:
        for switch in card.switches:
            for value in switch.values if switch.name == "handicap" else []:
                options = new_setting(card.name, {"handicap": value}).options
                what = value.partition("/")[2]
                assert f"-{options.handicap_characters}/{options.handicap_cards}" == switch.costs.get(what, what)
