"""Bots in games whose turns end only on request: the same play, and no search for the forced pass."""

from __future__ import annotations

import pytest

from dungeon_twister.ai.analysis.game_summary import summarize_game
from dungeon_twister.ai.arena.matches import run_game
from dungeon_twister.ai.bots.searcher import SearchBot
from dungeon_twister.game.determinization import for_search
from dungeon_twister.game.record.files import Record
from dungeon_twister.game.record.notation import read
from dungeon_twister.game.views import observe
from dungeon_twister.rules.engine.actions import PASS
from dungeon_twister.rules.engine.game import apply, legal, new_setting, start

ASKED = {"endTurn": "asked"}


def played(scenario: str, options: dict[str, str], bot: str) -> Record:
    result = run_game((bot, bot), 0, "end of turn", scenario, options)
    assert not result.fault
    return result.record


def without_forced_passes(record: Record) -> list[str]:
    """The choices of a game, less those that ended a turn without points."""
    state = start(new_setting(record.header.played, record.header.options))
    found: list[str] = []
    for text in record.choices:
        action = read(state, text)
        if action != PASS or state.ap or len(legal(state)) > 1:
            found.append(text)
        apply(state, action)
    return found


@pytest.mark.parametrize("scenario", ["simplified", "tutorial-3"])
def test_bots_play_as_before(scenario: str) -> None:
    """TURN-3a, AP-5b: choice by choice the same game, but for the passes."""
    asked, automatic = (played(scenario, options, "greedy") for options in (ASKED, {}))
    assert without_forced_passes(asked) == without_forced_passes(automatic)
    assert len(asked.choices) > len(automatic.choices) and asked.end == automatic.end


def test_a_forced_pass_is_not_thought_about() -> None:
    """The search is never asked when one choice is left, and plans in a game whose turns end by themselves."""
    record = played("simplified", ASKED, "greedy")
    state = start(new_setting(record.header.played, record.header.options))
    for text in record.choices:
        if not state.over and state.turn and legal(state) == [PASS] and state.ap == 0:
            break
        apply(state, read(state, text))
    view = observe(state, state.decider())
    bot = SearchBot("forced")
    assert bot.choose(view) == view.choices[0] and view.choices[0].do == "pass"
    assert bot.nodes == 0
    assert "endTurn" in view.options and for_search(view).options == {}


def test_an_analysis_plans_nothing_where_only_the_pass_is_left() -> None:
    """A combat with the last point is followed by no segment of its own."""
    asked, automatic = (summarize_game(played("simplified", options, "greedy")) for options in (ASKED, {}))
    assert [len(turn.segments) for turn in asked.turns] == [len(turn.segments) for turn in automatic.turns]
    assert [count["steps"] for count in asked.counts] == [count["steps"] for count in automatic.counts]
