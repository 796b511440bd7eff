"""What a hint names can be done by clicking exactly that: the places and things, one after the other, lead to the position that
the plan meant."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from dungeon_twister.ai.analysis.analysis_shapes import PlanView
from dungeon_twister.ai.analysis.position_analysis import PositionAnalysis, is_turn_decision, read_choices
from dungeon_twister.ai.search.adapters import adapter_for
from dungeon_twister.game.record.notation import Choice, from_choice, read, to_choice
from dungeon_twister.game.record.recorded_game import RecordedGame
from dungeon_twister.game.views import observe
from dungeon_twister.learning.puzzles import load_puzzles
from dungeon_twister.learning.puzzles.puzzle_checks import puzzle_state
from dungeon_twister.presentation.guide.editions import guide_of
from dungeon_twister.presentation.guide.routes import Routes, traveller
from dungeon_twister.presentation.i18n.walks import HANDLING, JOURNEYS, actions_of
from dungeon_twister.rules.engine.actions import STOP
from dungeon_twister.rules.engine.decisions import ACT, CHANCE, TRAVEL
from dungeon_twister.rules.engine.game import apply, legal
from dungeon_twister.rules.engine.state import State
from tests.amounts import TIMES, amount, some

SCENARIOS = ("base", "three-players", "standard")
FEW = 200  # positions that a plan is given
ENDS = 12  # of each walk that are tried: the best and the useful ones, as in a search


def walk_to(s: State, choice: Choice) -> None:
    """Click a place: the shortest way there, without handling anything."""
    place = choice.square or choice.zone
    for spot, way in Routes(s).ways.items():
        if guide_of(s).place_name(s, spot) == place:
            for step in way:
                apply(s, step)
            return
    raise AssertionError(f"{place} is out of reach")


def play_named(s: State, choices: Sequence[Choice]) -> None:
    """Play a plan by what is named of it: where each part of a walk leads, what is handled there, and other actions."""
    actions = actions_of(choices)
    for number, action in enumerate(actions):
        me, mover = s.active, traveller(s)  # of a journey that has begun
        for at, choice in enumerate(action):
            if choice.do == "step":
                if at + 1 == len(action) or action[at + 1].do != "step":
                    walk_to(s, choice)
            else:
                played = from_choice(s, choice)
                assert played in legal(s), f"{choice} cannot be done"
                apply(s, played)
                if choice.do in JOURNEYS:
                    mover = traveller(s)
        following = actions[number + 1][0] if number + 1 < len(actions) else None
        if not s.over and s.active == me and s.decision() == TRAVEL:  # something else is clicked, or the turn is ended
            goes_on = following is not None and following.do in JOURNEYS and following.token == s.setting.names[mover]
            assert not goes_on, "the next walk would go on with this one: its stop has to be named"
            if STOP in legal(s):
                apply(s, STOP)


def compare(s: State, choices: Sequence[Choice]) -> None:
    """A plan choice by choice and as it is named comes to the same."""
    meant, named = s.copy(), s.copy()
    me = s.active
    for choice in choices:
        apply(meant, from_choice(meant, choice))
    if not meant.over and meant.active == me and meant.decision() == TRAVEL and STOP in legal(meant):
        apply(meant, STOP)
    play_named(named, choices)
    assert named == meant, choices


def position(scenario: str, seed: str, choices: int) -> State:
    """A random position in which somebody acts or is on the way."""
    game, rng = RecordedGame.new(scenario, seed=seed), Random(seed)
    while not game.over and (len(game.log) < choices or game.state.decision() not in (ACT, TRAVEL)):
        game.play(rng.choice(game.legal()))
    return game.state.copy()


def test_solutions_of_puzzles_can_be_played_as_they_are_named() -> None:
    handled = 0
    for puzzle in some(load_puzzles(), 12):
        root = puzzle_state(puzzle)
        state, choices = root.copy(), list[Choice]()
        for line in puzzle.solution:
            action = read(state, line)
            choices.append(to_choice(state, action, root.active))
            apply(state, action)
        handled += sum(choice.do in HANDLING for choice in choices)
        compare(root, choices)
    assert handled > 4


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_whole_actions_can_be_played_as_they_are_named(scenario: str) -> None:
    """Actions at random, two in a row, many with loads that are handled on the way."""
    rng, handled = Random(scenario), 0
    for number in range(amount(24)):
        s = position(scenario, f"{scenario}/{number}", rng.randrange(60, 600))
        if s.over:
            continue
        for _ in range(12):
            state, choices = s.copy(), list[Choice]()
            for _ in range(2):
                if state.over or state.active != s.active or state.decision() not in (ACT, TRAVEL):
                    break
                turn_actions = adapter_for(s.setting).turn_actions(state, ENDS)
                longer = [action for action in turn_actions if len(action.path) > 3] or turn_actions
                for action in rng.choice(longer).path if longer else ():
                    if action not in legal(state) or state.decider() == CHANCE:
                        break
                    choices.append(to_choice(state, action, s.active))
                    apply(state, action)
            handled += sum(choice.do in HANDLING for choice in choices)
            compare(s, choices)
    assert handled > 5 * TIMES


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_plans_can_be_played_as_they_are_named(scenario: str) -> None:
    """Plans as hints show them, from the view of the deciding player."""
    rng = Random(scenario)
    plans = 0
    for number in range(amount(12)):
        s = position(scenario, f"{scenario}/plans/{number}", rng.randrange(60, 600))
        if s.over:
            continue
        position_analysis = PositionAnalysis(observe(s, s.decider()), FEW, "")
        assert is_turn_decision(position_analysis.adapter, position_analysis.state)
        for plan in position_analysis.analysis(3, 1, False).plans:
            assert read_choices(position_analysis.state, plan.choices) is not None
            compare(position_analysis.state, certain(plan))
            plans += 1
    assert plans


def certain(plan: PlanView) -> list[Choice]:
    """The choices of a plan without a combat or reveal at its end."""
    return plan.choices[:-1] if plan.open else plan.choices
