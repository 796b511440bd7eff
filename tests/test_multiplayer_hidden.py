"""Hidden stays hidden with three and four players, from allies too: what a seat may not know leaves no trace for it."""

from __future__ import annotations

from random import Random

import pytest

from dungeon_twister.game.views import SPECTATOR
from dungeon_twister.rules.engine.board.state import BoardState
from dungeon_twister.rules.engine.decisions import CHOOSE_COMBAT, CHOOSE_STARTERS, LAY_TOKENS, LEAVE_OUT_CHARACTERS
from dungeon_twister.rules.engine.game import apply, legal
from tests.random_play import play_on
from tests.test_hidden import hidden_twin, seen
from tests.test_multiplayer import SCENARIOS, game


@pytest.mark.parametrize("number", range(len(SCENARIOS)))
def test_views_do_not_depend_on_hidden_information(number: int) -> None:
    """TEAM-20, PYR-2, DOOR-6, KIND-3: views and choices of every seat and of a spectator, at many moments of a game."""
    state = game(number)
    rng = Random(f"hidden {number}")
    for count, _ in enumerate(play_on(state, rng, 1500)):
        if rng.random() < (0.1 if count < 120 else 0.01):
            state.events = []
            for viewer in range(SPECTATOR, state.setting.players):
                assert seen(hidden_twin(state, viewer, rng), viewer) == seen(state, viewer)
            state.events = None


@pytest.mark.parametrize("number", range(len(SCENARIOS)))
def test_secret_choices_look_alike(number: int) -> None:
    """SETUP-3, SETUP-5, PYR-2, ALLY-25, TEAM-20: nobody can tell which token was laid, left out or set, or which card lies."""
    state = game(number)
    rng = Random(f"secret {number}")
    looked = 0
    for _ in play_on(state, rng, 2500):
        if state.over or state.decision() not in (LEAVE_OUT_CHARACTERS, LAY_TOKENS, CHOOSE_STARTERS, CHOOSE_COMBAT):
            continue
        if rng.random() < 0.2 or state.decision() == CHOOSE_COMBAT:
            looked += compare(alike(state, rng), state.decider(), state.setting.players)
    assert looked > 5


def alike(state: BoardState, rng: Random) -> list[BoardState]:
    """Two games after two choices that differ only in their secret part, if there are such."""
    choices = legal(state)
    first = rng.choice(choices)
    same = [action for action in choices if action >> 14 == first >> 14]
    worlds: list[BoardState] = []
    for action in (first, rng.choice(same)):
        world = state.copy()
        world.events = []
        apply(world, action)
        worlds.append(world)
    return worlds


def compare(worlds: list[BoardState], decider: int, players: int) -> int:
    if any(world.over or (world.attacker < 0 and world.turn) for world in worlds):
        return 0  # the combat is over and the cards lie open
    for viewer in range(SPECTATOR, players):
        if viewer != decider:
            assert seen(worlds[0], viewer) == seen(worlds[1], viewer)
    return 1
