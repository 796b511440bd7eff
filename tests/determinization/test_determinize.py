"""Looking ahead on a determinized state: it offers the choices of the view and gives the same view again, in every game,
scenario and option."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from tests.amounts import some

from dungeon_twister.game.determinization import determinize
from dungeon_twister.game.record.cases import parse_cases
from dungeon_twister.game.record.notation import choice_text, read, to_choice
from dungeon_twister.game.views import CardView, View, observe
from dungeon_twister.rules.engine.board import options as board
from dungeon_twister.rules.engine.board.decisions import JOINING
from dungeon_twister.rules.engine.board.scenario import BoardScenario
from dungeon_twister.rules.engine.board.state import BoardState
from dungeon_twister.rules.engine.card import options as card
from dungeon_twister.rules.engine.card.state import CardState
from dungeon_twister.rules.engine.decisions import CHANCE
from dungeon_twister.rules.engine.game import apply, legal, new_setting, new_state
from dungeon_twister.rules.engine.options import OptionError
from dungeon_twister.rules.engine.scenarios import load_scenario, scenario_names
from dungeon_twister.rules.engine.state import State
from dungeon_twister.rules.visibility import SPECTATOR

FOLDER = Path(__file__).parent.parent / "cases"
SCENARIOS = [*scenario_names("board"), *scenario_names("card")]
# values of the switches that are no list of words
NUMBERS = {
    "board": {
        "stallLimit": ["12", "3"],
        "target": ["", "6"],
        "timer": ["", "on"],
        "handicap": ["", "blue/6/56"],
        "pairs": ["random", "players"],
    },
    "card": {"timer": ["", "on"], "handicap": ["", "blue/good/newbie"]},
}
WORDS = {"board": board.CHOICES, "card": card.CHOICES}
MOST = 1500  # choices of a game
EVERY = 37  # decision that is looked at; those in which items have changed hands are all looked at


def kinds(scenario: str) -> list[dict[str, str]]:
    """Ways to play a scenario in which every value of every switch comes up, with either memory."""
    declared = load_scenario(scenario)
    switches = {**WORDS[declared.game], **NUMBERS[declared.game]}
    if isinstance(declared, BoardScenario):
        switches |= {name: values[:2] for name, values in declared.choices.items()}
    switches = {name: [value for value in values if fits(scenario, name, value)] for name, values in switches.items()}
    rows = max(len(values) for values in switches.values())
    found = []
    for memory in switches.pop("memory"):
        for row in range(rows):
            drawn = {
                name: values[(row + shift) % len(values)] for shift, (name, values) in enumerate(switches.items()) if values
            }
            found.append({"memory": memory, **{name: value for name, value in drawn.items() if value}})
    return found


def fits(scenario: str, name: str, value: str) -> bool:
    try:
        new_setting(scenario, {name: value} if value else {})
    except OptionError:
        return False
    return True


def test_every_switch_is_turned() -> None:
    """A switch that is new needs values here."""
    assert set(board.NAMES) == {*WORDS["board"], *NUMBERS["board"]}
    for game in ("board", "card"):
        used = {(name, value) for scenario in scenario_names(game) for row in kinds(scenario) for name, value in row.items()}
        assert {(name, value) for name, values in WORDS[game].items() for value in values} <= used
        assert set(NUMBERS[game]) <= {name for name, _ in used}


def looked_at(state: State) -> Iterator[tuple[State, int]]:
    """Moments of a random game in which a player decides."""
    rng = Random(str(sorted(state.setting.options.given.items())))
    for number in range(MOST):
        if state.over:
            return
        special = (isinstance(state, CardState) and bool(state.seen)) or state.decision() == JOINING
        special = special or (isinstance(state, BoardState) and state.maze.raised >= 0 and number % 3 == 0)
        if state.decider() != CHANCE and (special or number % EVERY == 0):
            yield state, number
        apply(state, rng.choice(legal(state)))


def without_order(view: View | CardView) -> View | CardView:
    """Rooms that have changed places (INV-1) are counted differently in an imagined game, and so are choices."""
    return replace(view, choices=sorted(view.choices, key=choice_text))


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_an_imagined_game_offers_the_choices_of_the_view_and_looks_the_same(scenario: str) -> None:
    """HID-3, MOV-19, COMBAT-9: whatever is guessed, to the one who decides."""
    seen = 0
    for options in kinds(scenario):
        for state, number in looked_at(new_state(scenario, options)):
            seat = state.decider()
            view = observe(state, seat)
            determinized = determinize(view, Random(number))
            offered = sorted(choice_text(to_choice(determinized, action, seat)) for action in legal(determinized))
            assert offered == sorted(choice_text(choice) for choice in view.choices), (options, number)
            assert without_order(observe(determinized, seat)) == without_order(view), (options, number)
            seen += 1
    assert seen > 30


@pytest.mark.parametrize("game", ["board", "scenarios", "card"])
def test_an_imagined_position_looks_the_same_to_everybody(game: str) -> None:
    """The rule cases, played to their end, with what is rare in games; for every seat and the spectator."""
    for path in sorted((FOLDER / game).glob("*.case")):
        for case in some(parse_cases(path.read_text("utf-8"), path.name), 8):
            for run in case.runs:
                state = case.start.copy()
                for text in (text for _, line in run if line[0] == ">" for text in line[1:].split("|")):
                    apply(state, read(state, text))
                for viewer in range(SPECTATOR, state.setting.players):
                    view = observe(state, viewer)
                    seen = observe(determinize(view, Random(case.line), state.setting), viewer)
                    assert without_order(seen) == without_order(view), (case.source, case.line, viewer)


@pytest.mark.parametrize("scenario", ["standard", "tutorial-3"])
def test_a_move_is_foreseen_to_its_end(scenario: str) -> None:
    """MOV-19: on the way the imagined game offers the same choices after every choice of the player, not only now."""
    state = new_state(scenario, {"memory": "strict", "secretObjects": "yes"})
    assert isinstance(state, CardState)
    rng, compared = Random(scenario), 0
    for number in range(4000):
        if state.over or compared > 25:
            break
        if state.seen and state.decider() != CHANCE:
            seat, real = state.decider(), state.copy()
            determinized = determinize(observe(state, seat), Random(number))
            while real.mover >= 0 and real.decider() == seat:
                ours = {choice_text(to_choice(real, action, seat)): action for action in legal(real)}
                theirs = {choice_text(to_choice(determinized, action, seat)): action for action in legal(determinized)}
                assert sorted(ours) == sorted(theirs)
                chosen = rng.choice(sorted(text for text in ours if not text.startswith("rob")))
                apply(real, ours[chosen])
                apply(determinized, theirs[chosen])
                compared += 1
        apply(state, rng.choice(legal(state)))
    assert compared > 25
