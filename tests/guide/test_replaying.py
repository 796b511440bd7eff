"""A game looked at again: what each viewer saw, at the time, and what the all-knowing sees."""

from __future__ import annotations

from dataclasses import replace

import pytest

from dungeon_twister.game.record.files import load, states
from dungeon_twister.game.views import ALL_KNOWING, SPECTATOR, CardView, View, observe
from dungeon_twister.presentation.guide.game_replay import GameReplay
from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.geometry.text import TextError
from dungeon_twister.rules.visibility import viewer_of
from dungeon_twister.server.wire import encode
from tests.guide.positions import GAMES, record_named

NAMES = [
    "board/base-0-greedy-greedy-0",
    "scenarios/pyramid-3-greedy-greedy-0",
    "scenarios/alliances-10-greedy-greedy-0",
    "card/standard-3-greedy-greedy-0",
    "card/advanced-7-greedy-greedy-0",
    "card/standard-4-greedy-greedy-0",
]


@pytest.mark.parametrize("name", NAMES)
def test_any_moment_is_found_again(name: str) -> None:
    """The views are those of the game while it was played, for every viewer."""
    record = record_named(name)
    replaying = GameReplay.of_record(record)
    viewers = [ALL_KNOWING, SPECTATOR, *range(replaying.setting.players)]
    for number, (state, _) in enumerate(states(record)):
        if number % 41 == 0 or state.over:
            for viewer in viewers:
                assert replaying.view_at(number, viewer) == observe(state, viewer)
    assert number == len(replaying.choices) == len(record.choices)


@pytest.mark.parametrize("name", NAMES)
def test_the_all_knowing_reads_the_record(name: str) -> None:
    record = record_named(name)
    entries = GameReplay.of_record(record).entries(ALL_KNOWING)
    assert [entry.text for entry in entries] == record.choices
    assert [entry.number for entry in entries] == list(range(1, len(entries) + 1))
    assert entries[-1].events[-1].kind == "game-over"
    for event in (event for entry in entries for event in entry.events):
        named = [event.token, event.other, event.item, event.letter, *event.tokens]
        assert not any("?" in name for name in named) and event.card >= 0


@pytest.mark.parametrize("name", NAMES)
def test_texts_hide_what_was_hidden(name: str) -> None:
    """SETUP-3, SETUP-5, PYR-2, COMBAT-6: nobody else reads what was laid, left out, set or chosen."""
    replaying = GameReplay.of_record(record_named(name))
    secret = [
        number
        for number, action in enumerate(replaying.choices)
        if actions.kind_of(action) in (actions.LAY, actions.START, actions.LEAVE_OUT, actions.COMBAT)
    ]
    assert len(secret) > 10
    for viewer in (SPECTATOR, 0, 1):
        entries = replaying.entries(viewer)
        colour = replaying.setting.colours[viewer] if viewer >= 0 else ""
        for number in secret:
            assert ("?" in entries[number].text) == (entries[number].who != colour)


def test_the_all_knowing_sees_everything() -> None:
    """INFO-1: supplies, what lies under rooms, and both chosen cards."""
    replaying = GameReplay.of_record(record_named("board/base-0-greedy-greedy-0"))
    chosen = 0
    for number in range(len(replaying.choices)):
        view = replaying.view_at(number, ALL_KNOWING)
        assert isinstance(view, View) and view.viewer == "all"
        assert "?" not in encode(view).decode()
        chosen += view.combat is not None and len(view.combat.cards) == len(view.combat.chosen) > 0
    assert chosen > 0


def test_the_all_knowing_sees_secret_objects() -> None:
    """With strict memory and secret objects nothing is hidden from it either; a seat sees less."""
    checked = 0
    for path in sorted(GAMES.glob("card/*.dt")):
        record, _ = load(path.read_text("utf-8"), path.name)
        if record.header.options.get("secretObjects") != "yes" or checked >= 3:
            continue
        checked += 1
        replaying = GameReplay.of_record(record)
        hidden = 0
        for number in range(0, len(replaying.choices), 7):
            view = replaying.view_at(number, ALL_KNOWING)
            assert isinstance(view, CardView)
            names = [token.token for token in view.tokens] + [item for token in view.tokens for item in token.items]
            assert not any("?" in name for name in [*names, *view.gone, *view.rescued])
            assert all(player.combat is not None and player.used is not None for player in view.players)
            hidden += b"?" in encode(replaying.view_at(number, 0))
        assert hidden > 0
    assert checked == 3


def test_what_is_no_finished_game_is_refused() -> None:
    record = record_named("board/base-0-greedy-greedy-0")
    cut = replace(record, choices=record.choices[:-3])
    unfinished = replace(record, end=None)
    wrong = replace(record, choices=["card 9", *record.choices])
    for broken in (cut, unfinished, wrong):
        with pytest.raises(TextError):
            GameReplay.of_record(broken)
    replaying = GameReplay.of_record(record)
    with pytest.raises(TextError):
        replaying.state_at(len(record.choices) + 1)
    with pytest.raises(TextError):
        viewer_of(replaying.setting, "green")
    assert [viewer_of(replaying.setting, name) for name in ("blue", "yellow", "spectator", "all")] == [0, 1, -1, -2]
