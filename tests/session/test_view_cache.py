"""Looking at a game through a lens: it tells the same as looking anew, and what has not changed by the same objects."""

from __future__ import annotations

from random import Random

import pytest
from tests.amounts import amount
from tests.rl.games import label, settings

from dungeon_twister.game.views import ViewCache, observe
from dungeon_twister.rules.engine.game import apply, legal, new_setting, start
from dungeon_twister.rules.engine.setting import Setting
from dungeon_twister.rules.engine.state import State
from dungeon_twister.rules.visibility import ALL_KNOWING, SPECTATOR

pytestmark = pytest.mark.both_ways

CHOICES = 200
GOES_BACK = 0.03  # how often a choice is taken back, or several


def wandering(setting: Setting, seed: str, choices: int) -> list[State]:
    """The moments of a random game in which choices are taken back now and then."""
    rng, found = Random(seed), [start(setting)]
    for _ in range(choices):
        state = found[-1].copy()
        if state.over:
            state = start(setting)
        elif rng.random() < GOES_BACK:
            state = found[-1 - rng.randrange(min(len(found), 5))].copy()
        else:
            apply(state, rng.choice(legal(state)))
        found.append(state)
    return found


@pytest.mark.parametrize("setting", settings(), ids=label)
def test_it_tells_the_same_as_looking_anew(setting: Setting) -> None:
    """INFO-1, HID-1: to every viewer, in any order."""
    lens, rng = ViewCache(), Random("viewers")
    viewers = [ALL_KNOWING, SPECTATOR, *range(setting.players)]
    for state in wandering(setting, "lens", amount(CHOICES)):
        for viewer in rng.sample(viewers, 2):
            assert observe(state, viewer, cache=lens) == observe(state, viewer)


@pytest.mark.parametrize("scenario", ["base", "standard"])
def test_what_has_not_changed_is_the_same_object(scenario: str) -> None:
    """Between two choices, and for two viewers who may know the same."""
    lens, shared = ViewCache(), 0
    before: list[object] = []
    for state in wandering(new_setting(scenario), "same", CHOICES):
        views = [observe(state, viewer, [], lens) for viewer in (0, 1)]
        assert not state.shown or state.turn == 0 or views[0].tokens is views[1].tokens
        for view in views:
            again = observe(state, 0 if view is views[0] else 1, [], lens)
            assert again.rooms is view.rooms
            assert again.players is view.players
            assert again.tokens is view.tokens or not state.shown or state.turn == 0
        shared += sum(part is one for part, one in zip(before, [views[0].rooms, views[1].rooms], strict=False))
        before = [views[0].rooms, views[1].rooms]
    assert shared > CHOICES  # mostly nothing is turned
