"""Events for several viewers at once are the same as for each viewer alone."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from tests.amounts import amount
from tests.rl.games import label, settings

from dungeon_twister.game.record.cases import parse_cases
from dungeon_twister.game.record.notation import read
from dungeon_twister.game.session.viewer_events import Event
from dungeon_twister.game.views import observe_event, observe_events
from dungeon_twister.rules.engine.events import PLACED
from dungeon_twister.rules.engine.game import apply, legal, new_setting, start
from dungeon_twister.rules.engine.setting import Setting
from dungeon_twister.rules.engine.state import State
from dungeon_twister.rules.visibility import ALL_KNOWING, SPECTATOR

pytestmark = pytest.mark.both_ways

CHOICES = 200
CASES = Path(__file__).parents[1] / "cases"


def happenings(setting: Setting, seed: str, choices: int) -> list[tuple[State, list[Event]]]:
    """A random game: each state with the events that led to it."""
    rng, state, found = Random(seed), start(setting), []
    for _ in range(choices):
        state = start(setting) if state.over else state.copy()
        state.events = []
        apply(state, rng.choice(legal(state)))
        found.append((state, list(state.events)))
    return found


@pytest.mark.parametrize("setting", settings(), ids=label)
def test_viewers_together_see_what_each_sees_alone(setting: Setting) -> None:
    """INFO-1, HID-1: viewers who share a list see exactly what each sees alone."""
    viewers = [ALL_KNOWING, SPECTATOR, *range(setting.players)]
    for state, events in happenings(setting, "telling", amount(CHOICES)):
        seen = observe_events(state, events, viewers)
        assert seen == {viewer: [observe_event(state, event, viewer) for event in events] for viewer in viewers}


@pytest.mark.parametrize("scenario", ["base", "standard"])
def test_equal_events_of_all_viewers_are_one_list(scenario: str) -> None:
    game = happenings(new_setting(scenario), "shared", CHOICES)
    shared = [seen[0] is seen[1] for seen in (observe_events(state, events, [0, 1]) for state, events in game)]
    assert any(shared) and not all(shared)


@pytest.mark.parametrize("name", ["board/reveal", "card/reveal"])
def test_events_name_who_places_a_token(name: str) -> None:
    """REVEAL-6, REV-7: the revealer places all but the own objects, the opponent the rest; a card with one zone left too."""
    placers = set()
    for case in parse_cases((CASES / f"{name}.case").read_text("utf-8"), name):
        for orders in case.runs:
            state, setting = case.start.copy(), case.start.setting
            for text in [text for _, order in orders if order.startswith(">") for text in order[1:].split("|")]:
                active, state.events = state.active, []
                apply(state, read(state, text.strip()))
                for event in [event for event in state.events if event[0] == PLACED and setting.players == 2]:
                    own = setting.owner[event[1]] == active and not setting.is_character[event[1]]
                    placer = setting.colours[1 - active if own else active]
                    assert observe_event(state, event, SPECTATOR).player == placer, f"{case.title}: {text}"
                    placers.add(placer)
    assert placers == {"blue", "yellow"}
