"""Checks of the workshop's texts, which are unfinished most of the time."""

from __future__ import annotations

import time
from typing import Final

from dungeon_twister.game.record.position import read_position
from dungeon_twister.learning.puzzles import PuzzleError
from dungeon_twister.learning.puzzles.own_puzzle import read_own_puzzle
from dungeon_twister.learning.puzzles.puzzle_checks import puzzle_state
from dungeon_twister.presentation.svg.thumbnail import thumbnail
from dungeon_twister.rules.engine.scenarios import scenario_tables
from dungeon_twister.rules.geometry.text import TextError
from dungeon_twister.server.text_input import cut
from dungeon_twister.server.workshop_protocol import CheckedText, WorkshopText
from dungeon_twister.workshop.editions import EDITIONS
from dungeon_twister.workshop.findings import ERROR, Finding
from dungeon_twister.workshop.room_check import check_rooms
from dungeon_twister.workshop.scenario_check import check_scenario

SLOWEST_POSITION: Final = 2.0  # seconds of processor time to read and draw a position: others will read it again


def checked(wish: WorkshopText) -> CheckedText:
    """Return what the rules say of a text, and what is in it."""
    if wish.kind == "rooms":
        return CheckedText(check_rooms(wish.text, wish.game))
    if wish.kind == "scenario":
        return _scenario(wish.text)
    try:
        return _position(wish.text) if wish.kind == "position" else _puzzle(wish.text)
    except (TextError, PuzzleError) as error:
        return CheckedText([Finding("refused", ERROR, {"problem": cut(str(error))})])


def _scenario(text: str) -> CheckedText:
    findings = check_scenario(text)
    try:
        return CheckedText(findings, scenario_tables("", text))
    except TextError:  # the findings say so
        return CheckedText(findings)


def _position(text: str) -> CheckedText:
    began = time.process_time()
    state = read_position(text)
    picture = thumbnail(state)
    if time.process_time() - began > SLOWEST_POSITION:
        raise TextError("this takes too long to lay out")
    return CheckedText([], EDITIONS.of(state).scenario(state), state.setting.scenario.game, picture)


def _puzzle(text: str) -> CheckedText:
    puzzle = read_own_puzzle(text)
    state = puzzle_state(puzzle)
    return CheckedText([], None, state.setting.scenario.game, thumbnail(state), puzzle)
