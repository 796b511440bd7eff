"""Checks of the workshop's texts, which are unfinished most of the time."""

from __future__ import annotations

from dungeon_twister.rules.engine.scenarios import scenario_tables
from dungeon_twister.rules.geometry.text import TextError
from dungeon_twister.server.workshop_protocol import CheckedText, WorkshopText
from dungeon_twister.workshop.room_check import check_rooms
from dungeon_twister.workshop.scenario_check import check_scenario


def checked(wish: WorkshopText) -> CheckedText:
    """Return what the rules say of a text, and the tables of a scenario file."""
    if wish.kind == "rooms":
        return CheckedText(check_rooms(wish.text, wish.game))
    findings = check_scenario(wish.text)
    try:
        return CheckedText(findings, scenario_tables("", wish.text))
    except TextError:  # the findings say so
        return CheckedText(findings)
