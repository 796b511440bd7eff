"""Observations: they hold what the View says, and nothing that the viewer may not know."""

from __future__ import annotations

from random import Random

import pytest

from dungeon_twister.game.determinization import determinize
from dungeon_twister.game.views import observe
from dungeon_twister.game.views.board_view import board_view
from dungeon_twister.game.views.card_view import card_view
from dungeon_twister.rl.tensors import tensors_of
from dungeon_twister.rules.engine.board.setting import board_setting_of
from dungeon_twister.rules.engine.card.setting import card_setting_of
from dungeon_twister.rules.engine.game import new_setting
from dungeon_twister.rules.engine.setting import Setting
from tests.rl.from_card_view import FromCardView
from tests.rl.from_view import FromView
from tests.rl.games import SECRETS, label, moments, settings

pytestmark = pytest.mark.both_ways

CHOICES = 240
EVERY = 24


@pytest.mark.parametrize("setting", settings(), ids=label)
def test_what_is_hidden_changes_nothing(setting: Setting) -> None:
    """INFO-1, HID-1: a state imagined from a view, with other guesses for what is hidden, gives the same bytes."""
    tensors, rng = tensors_of(setting), Random("guess")
    for number, state in enumerate(moments(setting, "tensors", CHOICES)):
        if number % EVERY == 0:
            for viewer in range(setting.players):
                determinized = determinize(observe(state, viewer), rng, setting)
                assert tensors.of(state, viewer) == tensors.of(determinized, viewer)


@pytest.mark.parametrize("options", [{}, {"memory": "strict"}], ids=["open", "strict"])
def test_the_view_says_the_same(options: dict[str, str]) -> None:
    """The base game, written once more from the View alone."""
    setting = board_setting_of(new_setting("base", options))
    tensors = tensors_of(setting)
    slow = FromView(setting, tensors)
    for number, state in enumerate(moments(setting, "views", 700)):
        if number % 12 == 0 or state.over or state.attacker >= 0:
            for viewer in range(2):
                assert bytes(tensors.of(state, viewer)) == slow.bytes_of(board_view(observe(state, viewer)))


@pytest.mark.parametrize(
    ("scenario", "options"),
    [
        ("tutorial-2", {}),
        ("standard", {"selection": "frontal", **SECRETS}),
        ("advanced", {"selection": "draft", "memory": "strict", **SECRETS}),
    ],
    ids=["tutorial", "secret", "strict"],
)
def test_the_view_of_the_card_game_says_the_same(scenario: str, options: dict[str, str]) -> None:
    """The Card Game, written once more from the View alone."""
    setting = card_setting_of(new_setting(scenario, options))
    tensors = tensors_of(setting)
    slow = FromCardView(setting, tensors)
    for number, state in enumerate(moments(setting, "views", 600)):
        if number % 12 == 0 or state.over or state.attacker >= 0:
            for viewer in range(2):
                assert bytes(tensors.of(state, viewer)) == slow.bytes_of(card_view(observe(state, viewer)))


@pytest.mark.parametrize("setting", settings(), ids=label)
def test_an_updated_observation_equals_a_new_one(setting: Setting) -> None:
    """A cache updates what has changed: from choice to choice, from game to game, while seats are looked at in any order."""
    tensors, rng = tensors_of(setting), Random("cache")
    caches = [tensors.new_cache(viewer) for viewer in range(setting.players)]
    for choices in (700, 60):
        for state in moments(setting, f"cache {choices}", choices):
            viewer = rng.randrange(setting.players) if state.decider() < 0 or rng.random() < 0.1 else state.decider()
            tensors.renew(state, caches[viewer])
            assert b"".join(caches[viewer].pieces) == tensors.of(state, viewer)


def test_both_players_see_the_same_beginning() -> None:
    """The second player sees the base game turned half round, so nothing but who decides and who sits where differs."""
    setting = new_setting("base")
    tensors = tensors_of(setting)
    state = next(moments(setting, "begin", 1))
    one, other = tensors.of(state, 0), tensors.of(state, 1)
    part = next(part for part in tensors.parts if part.name == "deciding")
    differing = [at for at in range(tensors.size) if one[at] != other[at]]
    assert differing
    assert all(part.offset <= at < part.offset + part.size for at in differing)


def test_parts_fill_the_observation() -> None:
    for setting in settings():
        tensors = tensors_of(setting)
        at = 0
        for part in tensors.parts:
            assert part.offset == at
            at += part.size
        assert at == tensors.size
