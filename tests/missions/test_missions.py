"""The missions that come with the game: their files, their texts, and solutions that win every star."""

from __future__ import annotations

from itertools import pairwise
from statistics import mean

import pytest

from dungeon_twister.ai.bots.levels import LEVELS
from dungeon_twister.learning.missions import (
    OPENS,
    Mission,
    MissionError,
    MissionRun,
    check_missions,
    check_solutions,
    load_mission,
    load_missions,
    load_solutions,
    mission_names,
)
from dungeon_twister.presentation.i18n import LANGUAGES, MessageCatalogue

STRENGTHS = [level.name for level in LEVELS]


def named(mission: Mission) -> str:
    return mission.name


def test_missions_are_found_by_name_and_by_number() -> None:
    first = load_missions()[0]
    assert load_mission(first.name) is first is load_mission("1") and first.name in mission_names()
    with pytest.raises(MissionError, match="there is no mission 'nowhere'"):
        load_mission("nowhere")


def test_opponents_rise_over_the_acts() -> None:
    strengths = [[STRENGTHS.index(one.bot) for one in load_missions() if one.act == act] for act in OPENS]
    assert all(max(before) <= max(after) and mean(before) < mean(after) for before, after in pairwise(filter(None, strengths)))


@pytest.mark.parametrize("mission", load_missions(), ids=named)
def test_stored_solutions_win_every_star(mission: Mission) -> None:
    assert list(check_missions([mission])) == []


@pytest.mark.parametrize("mission", load_missions(), ids=named)
def test_a_mission_begins_undecided(mission: Mission) -> None:
    run = MissionRun(mission, bots=False)
    assert not run.over and all(one.state == "open" for one in (*run.goal, *run.stars))


@pytest.mark.parametrize("language", LANGUAGES)
def test_stories_are_two_or_three_sentences(language: str) -> None:
    words = MessageCatalogue(language)
    for mission in load_missions():
        story = words.t(mission.key("story"))
        assert 2 <= sum(story.count(end) for end in ".?!") <= 4 and len(story) <= 330, f"{mission.name}: {len(story)}"


def test_a_solution_that_wins_nothing_is_found() -> None:
    mission = load_missions()[0]
    whole = load_solutions(mission)
    assert check_solutions(mission, []) == ["it has no solution"]
    assert check_solutions(mission, [whole[0][:-1]]) == ["its solution 1 does not win it"]
    assert "cannot be done again" in check_solutions(mission, [["play dance"]])[0]
