"""Hidden stays hidden: two games that differ only in what a viewer may not know look the same to him, byte for byte."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dungeon_twister.game.views import SPECTATOR, observe, observe_event
from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.board.state import BoardState
from dungeon_twister.rules.engine.decisions import CHOOSE_COMBAT, LAY_TOKENS
from dungeon_twister.rules.engine.events import LAID
from dungeon_twister.rules.engine.game import apply, legal, new_setting
from dungeon_twister.rules.engine.options import STRICT_MEMORY
from dungeon_twister.rules.engine.shared.duel import cards_in
from dungeon_twister.rules.engine.state import SPARE, SUPPLY, UNDER
from dungeon_twister.rules.visibility import visible_from
from dungeon_twister.server.wire import encode
from tests.amounts import TIMES
from tests.random_play import new_board, play_on, random_game


def seen(state: BoardState, viewer: int) -> bytes:
    """Everything that leaves the engine for a viewer: the view with its choices, and the last events."""
    events = [observe_event(state, event, viewer) for event in state.events or []]
    return encode([observe(state, viewer), events])


def hidden_tokens(state: BoardState, viewer: int) -> list[int]:
    """The tokens whose type the viewer may not know."""
    strict = state.setting.options.memory == STRICT_MEMORY
    found = []
    for token, place in enumerate(state.loc):
        under = place >= UNDER and state.maze.room_of[place - UNDER] < 0
        own = state.setting.owner[token] == viewer
        starter = 0 <= place < UNDER and not state.shown
        if (not own and (under or place in (SUPPLY, SPARE) or starter)) or (own and under and strict):
            found.append(token)
    return found


def only_characters(state: BoardState, token: int) -> bool:
    return state.loc[token] == SPARE or 0 <= state.loc[token] < UNDER


def hidden_twin(state: BoardState, viewer: int, rng: Random) -> BoardState:
    """The same game with the viewer's unknown dealt anew."""
    twin = state.copy()
    twin.events = list(state.events) if state.events is not None else None
    pool = hidden_tokens(state, viewer)
    for _ in range(20):
        if len(pool) < 2:
            break
        one, other = rng.sample(pool, 2)
        setting = state.setting
        characters = setting.is_character[one] and setting.is_character[other]
        mixed = not (only_characters(twin, one) or only_characters(twin, other))
        if setting.owner[one] == setting.owner[other] and (characters or mixed):
            swap_places(twin, one, other)
    deal_cards(twin, viewer, rng)
    return twin


def swap_places(state: BoardState, one: int, other: int) -> None:
    places = ((one, state.loc[other]), (other, state.loc[one]))
    for token, place in places:
        if 0 <= place < UNDER:
            state.put(token, place)
        else:
            state.set_loc(token, place)


def deal_cards(state: BoardState, viewer: int, rng: Random) -> None:
    """Another chosen combat card; with `strict` other hands and discards of the same size too."""
    for player in range(state.setting.players):
        if state.setting.options.memory == STRICT_MEMORY:
            hand, used = cards_in(state.combat_hand[player]), cards_in(state.used[player])
            if player != viewer:
                pool = hand[1:] + used
                rng.shuffle(pool)
                hand, used = [0, *pool[: len(hand) - 1]], pool[len(hand) - 1 :]
            state.set_combat_hand(player, sum(1 << 2 * card for card in hand))
            state.set_used(player, sum(1 << 2 * card for card in used))
        if player != viewer and state.chosen[player] >= 0:
            state.set_chosen(player, rng.choice(cards_in(state.combat_hand[player])))


def midgame(number: int, most: int) -> BoardState:
    state = random_game(number)
    for _ in play_on(state, Random(number), most):
        state.events = []
    if not state.over:
        apply(state, legal(state)[0])
    return state


@settings(max_examples=50 * TIMES, deadline=None)
@given(st.integers(0, 10_000), st.integers(0, 700), st.integers(0, 99))
def test_views_do_not_depend_on_hidden_information(number: int, most: int, seed: int) -> None:
    """INFO-1, SETUP-3, SETUP-5, SETUP-8, COMBAT-6, COMBAT-9, OPT-6: views, events and choices of each seat and a spectator."""
    state = midgame(number, most)
    state.events = []
    for viewer in (SPECTATOR, 0, 1):
        twin = hidden_twin(state, viewer, Random(seed))
        assert seen(twin, viewer) == seen(state, viewer)


@settings(max_examples=10 * TIMES, deadline=None)
@given(st.integers(0, 10_000), st.integers(8, 27), st.integers(0, 99))
def test_secret_choices_of_the_setup_look_alike(number: int, most: int, seed: int) -> None:
    """SETUP-3, SETUP-5, OPT-6: laying one token or another on the same room is the same event for everybody else."""
    state = random_game(number)
    for _ in play_on(state, Random(number), most):
        pass
    if state.over or state.decision() != LAY_TOKENS:
        return
    rng = Random(seed)
    first = rng.choice(legal(state))
    tile = actions.second_of(first)
    second = rng.choice([action for action in legal(state) if actions.second_of(action) == tile])
    worlds = [state.copy(), state.copy()]
    for world, action in zip(worlds, (first, second), strict=True):
        world.events = []
        apply(world, action)
    for viewer in {SPECTATOR, 1 - state.decider()}:
        assert seen(worlds[0], viewer) == seen(worlds[1], viewer)


@settings(max_examples=15 * TIMES, deadline=None)
@given(st.integers(0, 10_000))
def test_a_chosen_combat_card_is_unseen_until_both_lie(number: int) -> None:
    """COMBAT-6, ACT-9: the only hidden input of a turn."""
    state = random_game(number)
    rng = Random(number)
    for _ in play_on(state, rng):
        if not state.over and state.decision() == CHOOSE_COMBAT and max(state.chosen) < 0:
            break
    else:
        return
    attacker = state.decider()
    worlds = []
    for action in legal(state):
        world = state.copy()
        world.events = []
        apply(world, action)
        worlds.append(world)
    for viewer in (SPECTATOR, 1 - attacker):
        assert len({seen(world, viewer) for world in worlds}) == 1
    assert len({seen(world, attacker) for world in worlds}) == len(worlds)


@pytest.mark.parametrize("memory", ["open", "strict"])
def test_own_hidden_tokens(memory: str) -> None:
    """SETUP-8: `open` shows the owner, and him alone, what he laid; `strict` shows it to nobody."""
    state = new_board("base", {"memory": memory})
    state.events = []
    rng = Random(4)
    for _ in play_on(state, rng, 25):
        pass
    seen = [observe_event(state, event, 0).token for event in state.events]
    named = [name for name, (kind, *_) in zip(seen, state.events, strict=True) if kind == LAID and name[1] != "?"]
    assert bool(named) == (memory == "open") and all(name[0] == "b" for name in named)
    views = {viewer: observe(state, viewer) for viewer in (SPECTATOR, 0, 1)}
    laid = {viewer: [name for room in view.rooms for name in room.under] for viewer, view in views.items()}
    assert len(laid[0]) > 10
    assert all(name[1] == "?" for name in laid[SPECTATOR])
    for viewer, letter in ((0, "b"), (1, "y")):
        known = [name for name in laid[viewer] if name[1] != "?"]
        assert all(name[0] == letter for name in known)
        assert bool(known) == (memory == "open")


@pytest.mark.parametrize("memory", ["open", "strict"])
def test_discards_and_hands(memory: str) -> None:
    """COMBAT-9: with `open` discards and hands are listed for all, with `strict` only counted; the own hand is known."""
    state = new_board("base", {"memory": memory})
    state.set_used(1, 1 << 2 * 5)
    state.set_combat_hand(1, state.combat_hand[1] - (1 << 2 * 5))
    for viewer in (SPECTATOR, 0, 1):
        player = observe(state, viewer).players[1]
        assert (player.used_count, player.combat_count) == (1, 8)
        assert (player.used is None) == (memory == "strict")
        assert (player.combat is None) == (memory == "strict" and viewer != 1)
        assert player.combat in (None, [0, 1, 2, 2, 3, 3, 4, 6])


def test_what_lies_open_is_seen_by_everybody() -> None:
    """CARRY-15, WOUND-3, SCORE-2, TURN-8, ACT-9, SETUP-6: loads, wounds, VP, AP, cards left are in every view alike."""
    state = random_game(0)
    for _ in play_on(state, Random(5), 400):
        pass
    views = [observe(state, viewer) for viewer in (SPECTATOR, 0, 1)]
    for view in views:
        assert view.tokens == views[0].tokens and len(view.tokens) > 10
        assert [player.vp for player in view.players] == state.vp
        assert [player.actions for player in view.players] == [player.actions for player in views[0].players]
        assert view.ap == state.ap
    assert not any(token.token.endswith("?") for token in views[0].tokens)


def test_starters_are_face_down_until_all_is_placed() -> None:
    """SETUP-3, SETUP-6: of the other's starters one knows the colour and the square."""
    state = random_game(0)
    for _ in play_on(state, Random(1), 8):
        pass
    names = {viewer: [token.token for token in observe(state, viewer).tokens] for viewer in (SPECTATOR, 0, 1)}
    assert names[SPECTATOR] == ["b?"] * 4 + ["y?"] * 4
    assert all(name != "b?" for name in names[0][:4]) and names[0][4:] == ["y?"] * 4
    assert names[1][:4] == ["b?"] * 4 and all(name != "y?" for name in names[1][4:])


def test_choices_are_shown_to_the_decider_only() -> None:
    """INFO-1: the choices of a player are hidden from the others."""
    state = random_game(0)
    for _ in play_on(state, Random(2), 300):
        if state.decider() >= 0:
            for viewer in (SPECTATOR, 0, 1):
                assert bool(observe(state, viewer).choices) == (viewer == state.decider())


def test_a_secret_handicap() -> None:
    """OPT-6: which characters stay out is the owner's secret, the removed combat cards are public."""
    state = new_board("base", {"handicap": "blue/5/56"})
    for _ in play_on(state, Random(3), 3):
        pass
    assert observe(state, 1).players[0].spare == ["b?"] * 3
    assert sorted(observe(state, 0).players[0].spare) == observe(state, 0).players[0].spare != ["b?"] * 3
    assert observe(state, 1).players[0].combat == [0, 1, 2, 2, 3, 3, 4]


def test_strict_memory_shows_two_turns() -> None:
    """SETUP-8, COMBAT-9: of the log only the last two turns can be read again; with open memory, all of it."""
    began = [0, 12, 30, 41, 55]  # entries of a log with which turns began
    strict, plain = new_setting("base", {"memory": "strict"}), new_setting("base")
    assert [visible_from(strict, began[:count]) for count in range(6)] == [0, 0, 0, 12, 30, 41]
    assert visible_from(plain, began) == 0
