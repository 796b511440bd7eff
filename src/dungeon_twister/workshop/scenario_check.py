"""Judges a scenario file: what the reader refuses, what its rooms have, and what is odd although it can be played."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any, Final

from dungeon_twister.rules.engine.scenario import Scenario
from dungeon_twister.rules.engine.scenarios import LONGEST_TEXT, own_scenario, scenario_tables
from dungeon_twister.rules.geometry.text import TextError
from dungeon_twister.workshop.editions import EDITIONS
from dungeon_twister.workshop.findings import ERROR, WARNING, Finding, has_errors
from dungeon_twister.workshop.room_check import check_room_list, check_rooms

AT_LINE: Final = re.compile(r" \(at line (\d+), column (\d+)\)$")  # the end of an error about TOML
NAMED_KEY: Final = re.compile(r"^(?:a (?:\w+ )+has no key )?'?([a-z_]+)'? (?:is|are) |has no key '([a-z_]+)'")
ABOUT_PAIRS: Final = ("twin-missing", "pair-crowded", "twins-same-way")  # of a whole set of rooms


def check_scenario(text: str, source: str = "scenario") -> list[Finding]:
    """Judge the text of a scenario file. A scenario without errors can be played."""
    if len(text) > LONGEST_TEXT:
        return [Finding("too-long", ERROR, {"most": LONGEST_TEXT, "number": len(text)})]
    drawn = _drawings(text)
    try:
        scenario = own_scenario(text, source)
    except TextError as error:
        if ", drawing " in error.source and has_errors(drawn):
            return drawn
        return [_refused(one, text) for one in (error, *error.others)] + drawn
    return [_played(finding) for finding in drawn + _pairs(scenario)] + played_findings(scenario)


def played_findings(scenario: Scenario) -> list[Finding]:
    """Return what is odd about a scenario that can be played, its drawings apart."""
    edition = EDITIONS.of_scenario(scenario)
    found: list[Finding] = edition.layout_findings(scenario)
    most = edition.most_points(scenario)
    if scenario.target and most is not None and most < scenario.target:
        found.append(Finding("target-too-high", WARNING, {"target": scenario.target, "most": most}))
    return found


def _played(finding: Finding) -> Finding:
    """Return a finding about a scenario that the reader accepts: it can be played as it is."""
    return replace(finding, severity=WARNING)


# -- what the reader says -----------------------------------------------------------------------------------------------


def _refused(error: TextError, text: str) -> Finding:
    line, column, problem = error.line, error.column, error.problem
    at = AT_LINE.search(problem)
    if at is not None:  # TOML says the place in its own words
        line, column, problem = int(at[1]), int(at[2]), problem[: at.start()]
    elif line and ", drawing " not in error.source:  # a line of the layout
        line += _first_line(text, str(_data(text).get("layout", ""))) - 1
    elif not line:
        line = _line_of_key(problem, text)
    if error.code:
        return Finding(error.code, ERROR, error.values, "", str(error.values.get("room", "")), (), line, column)
    return Finding("refused", ERROR, {"problem": problem}, line=line, column=column)


def _line_of_key(problem: str, text: str) -> int:
    """Return the line of the key that a problem begins with, or 0."""
    named = NAMED_KEY.search(problem)
    key = named and (named[1] or named[2])
    found = re.search(rf"^{re.escape(key)}\s*=", text, re.MULTILINE) if key else None
    return text.count("\n", 0, found.start()) + 1 if found else 0


def _first_line(text: str, part: str) -> int:
    """Return the line of the file in which a text of several lines begins."""
    at = text.find(part) if part else -1
    return text.count("\n", 0, at) + 1 if at >= 0 else 1


def _data(text: str) -> dict[str, Any]:
    try:
        return scenario_tables("", text)
    except TextError:
        return {}


# -- drawings -----------------------------------------------------------------------------------------------------------


def _drawings(text: str) -> list[Finding]:
    """Return the findings of the scenario's own drawings, with lines of the file; pairs may stretch over several."""
    data = _data(text)
    game, tables = str(data.get("game", "")), data.get("drawing")
    found: list[Finding] = []
    for table in tables if isinstance(tables, list) else []:
        rooms = table.get("rooms") if isinstance(table, dict) else None
        if isinstance(rooms, str):
            first = _first_line(text, rooms)
            found += [
                replace(finding, line=finding.line + first - 1 if finding.line else first)
                for finding in check_rooms(rooms, game)
                if finding.code not in ABOUT_PAIRS
            ]
    return found


def _pairs(scenario: Scenario) -> list[Finding]:
    return [finding for finding in check_room_list(scenario.rooms, scenario.game) if finding.code in ABOUT_PAIRS]
