"""Advice gives nothing away: games that differ only in what a seat may not know give it equal advice."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from dungeon_twister.game.determinization import determinize
from dungeon_twister.game.record.notation import Choice
from dungeon_twister.game.views import observe
from dungeon_twister.presentation.guide.advice import advise_on, explain_on
from dungeon_twister.rules.engine.card.state import CardState
from dungeon_twister.rules.engine.state import State
from dungeon_twister.rules.visibility import decides, has_secrets
from dungeon_twister.server.wire import encode
from tests.amounts import TIMES
from tests.card.play import halfway
from tests.card.test_hidden import hidden_twin as card_twin
from tests.card.test_hidden import seen as card_seen
from tests.guide.asking import advise, explain
from tests.random_play import play_on
from tests.test_hidden import hidden_twin, midgame
from tests.test_multiplayer import SCENARIOS, game


def advice(state: State, viewer: int) -> bytes:
    """Return the guide's advice, made from a view and guesses. On the true game it is the same, except with secret objects,
    where the points of a fight depend on what is hidden."""
    shown = encode(advise(state, viewer))
    if decides(state, viewer) and not has_secrets(state) and not has_changed_places(state):
        assert encode(advise_on(state.copy(), viewer)) == shown
    return shown


def has_changed_places(state: State) -> bool:
    """Rooms that have changed places (INV-1) are counted differently in an imagined game: the order is another one then."""
    return isinstance(state, CardState) and list(state.maze.tile_on) != sorted(state.maze.tile_on)


@settings(max_examples=40 * TIMES, deadline=None)
@given(st.integers(0, 10_000), st.integers(0, 700), st.integers(0, 99))
def test_of_the_board_game(number: int, most: int, seed: int) -> None:
    """INFO-1, SETUP-5, SETUP-8, COMBAT-6, COMBAT-9."""
    state = midgame(number, most)
    for viewer in (0, 1):
        assert advice(hidden_twin(state, viewer, Random(seed)), viewer) == advice(state, viewer)


@settings(max_examples=80 * TIMES, deadline=None)
@given(st.integers(0, 10_000), st.integers(0, 900), st.integers(0, 99))
@example(268, 494, 0)
def test_of_the_other_game(number: int, most: int, seed: int) -> None:
    """Hands, laid cards, cards next to rooms; with secret objects the wounded and what enemies carry."""
    state = halfway(number, most)
    for viewer in (0, 1):
        twin = card_twin(state, viewer, Random(seed))
        assume(card_seen(twin, viewer) == card_seen(state, viewer))  # in a combat two hidden wounded cannot change places
        assert advice(twin, viewer) == advice(state, viewer)


@pytest.mark.parametrize("number", range(len(SCENARIOS)))
def test_of_scenarios(number: int) -> None:
    """Allies learn no more than others."""
    state = game(number)
    rng = Random(f"advice {number}")
    for count, _ in enumerate(play_on(state, rng, 1200)):
        if not state.over and state.decider() >= 0 and rng.random() < (0.1 if count < 120 else 0.02):
            viewer = state.decider()
            assert advice(hidden_twin(state, viewer, rng), viewer) == advice(state, viewer)


VERBS = ("attack", "shoot", "bow", "spear", "heal", "steal", "fire", "take", "drop", "give", "swap", "rob", "lift", "gate")


@settings(max_examples=20 * TIMES, deadline=None)
@given(st.integers(0, 10_000), st.one_of(st.integers(5, 75), st.integers(60, 900)), st.integers(0, 99))
def test_nobody_finds_out_by_asking(number: int, most: int, seed: int) -> None:
    """Why something is refused depends on nothing hidden either, whatever names are tried."""
    state, rng = halfway(number, most), Random(seed)
    viewer = state.decider()
    if viewer < 0:
        return
    twin = card_twin(state, viewer, rng)
    assume(card_seen(twin, viewer) == card_seen(state, viewer))
    guessed = determinize(observe(state, viewer), rng)  # as the guide does, which has only the view
    names = names_to_try(state, viewer)
    for _ in range(150):
        actor, target, third = (rng.choice(names) for _ in range(3))
        verb = rng.choice(VERBS)
        for text in (
            f"{actor} {verb} {target}",
            f"{actor} {verb} {target} {third}",
            f"{verb} {target}",
            f"{verb} {target} {third}",
        ):
            reason = explain_on(guessed, text, viewer)
            assert explain_on(twin, text, viewer) == explain_on(state, text, viewer) == reason, text
    for _ in range(12):
        way = Choice(rng.choice(("move", "wall")), token=rng.choice(names), zone=rng.choice(names))
        assert explain(twin, way, viewer) == explain_on(twin, way, viewer) == explain(state, way, viewer), way


def names_to_try(state: CardState, viewer: int) -> list[str]:
    """Everything in sight, all tokens there are, places of rooms and zones in which somebody is."""
    view = observe(state, viewer)
    seen = [token.token for token in view.tokens] + [token.place for token in view.tokens]
    seen += [item for token in view.tokens for item in token.items] + [thing.token for thing in view.lying]
    return [*seen, *seen, "R1", "R2", *(state.setting.names[token] for token in range(state.setting.tokens))]
