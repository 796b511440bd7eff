"""The engine and the naive rules of the Card Game offer the same choices and come to the same results.

Whole games reach what is common, crowded random positions what is rare. The naive rules are slow, so a plain run looks at a
sample (tests/amounts.py).
"""

from __future__ import annotations

from random import Random

import pytest

from dungeon_twister.game.record.card.token_names import place_name, slot_of, spot_name
from dungeon_twister.game.record.notation import write
from dungeon_twister.game.record.position import read_position
from dungeon_twister.rules.engine.card.state import CardState
from dungeon_twister.rules.engine.game import apply, legal
from dungeon_twister.rules.engine.shared.duel import cards_in
from dungeon_twister.rules.engine.state import NOWHERE, UNDER
from tests.amounts import TIMES, some
from tests.card.play import OPTIONS, random_game
from tests.naive_card import World, choices, facts, new_game, play
from tests.naive_card import read_position as naive_position
from tests.naive_card.crowds import crowded_position

NUMBERS = [number for number, (scenario, _) in enumerate(OPTIONS) if scenario != "card-lab"]
NAMES = {"supply": "hand", "removed": "spare"}  # what the naive rules call it


def check_choices(state: CardState, world: World) -> dict[str, int]:
    """Both know the same choices; they are returned by their text."""
    ours = {write(state, action): action for action in legal(state)}
    theirs = choices(world)
    assert sorted(ours) == sorted(theirs), f"engine {set(ours) - set(theirs)}, naive {set(theirs) - set(ours)}"
    return ours


def check_facts(state: CardState, world: World) -> None:
    """Points, hands, and where everything is."""
    naive_facts = facts(world)
    colours = state.setting.colours
    assert (naive_facts["over"], naive_facts["ap"]) == (state.over, state.ap)
    assert naive_facts["vp"] == dict(zip(colours, state.vp, strict=True))
    assert naive_facts["used"] == {colour: cards_in(state.used[player]) for player, colour in enumerate(colours)}
    if state.over:
        assert naive_facts["winners"] == [colour for player, colour in enumerate(colours) if state.winners >> player & 1]
    if state.turn:
        found = {state.setting.names[token]: where(state, token) for token in range(state.setting.tokens)}
        places = naive_facts["where"]
        assert isinstance(places, dict)
        naive_where = {name: NAMES.get(place, place) for name, place in places.items()}
        assert {name: NAMES.get(place, place) for name, place in found.items()} == naive_where


def where(state: CardState, token: int) -> str:
    place = state.loc[token]
    if state.carrier[token] >= 0:
        return state.setting.names[state.carrier[token]]
    if place in NOWHERE:
        return NOWHERE[place]
    if place >= UNDER:
        return slot_of(state, place - UNDER)
    return place_name(state, place) if state.setting.is_character[token] else spot_name(state, place)


@pytest.mark.parametrize(
    "number", some(NUMBERS, 4), ids=lambda number: "-".join([OPTIONS[number][0], *OPTIONS[number][1].values()])
)
def test_games(number: int) -> None:
    """Whole games, setup included: the choices of some decisions and what comes of every choice (all clauses)."""
    for seed in range(TIMES):
        rng = Random(f"{number} {seed}")
        state, world = random_game(number), new_game(*OPTIONS[number])
        while not state.over:
            listed = legal(state)
            if rng.random() < 0.06 or len(listed) < 3:
                check_choices(state, world)
            action = rng.choice(listed)
            text = write(state, action)
            apply(state, action)
            world = play(world, text)
            check_facts(state, world)
        assert choices(world) == []


@pytest.mark.parametrize("part", range(8))
def test_crowds(part: int) -> None:
    """Crowded positions: all choices there and on a short random way on (ACT, MOV, HAN, JMP, CMB, RNG, SPR, TKN, PIC)."""
    for seed in range(2 * part * TIMES, 2 * (part + 1) * TIMES):
        rng = Random(f"crowd {seed}")
        text = crowded_position(rng)
        state, world = read_position(text), naive_position(text)
        assert isinstance(state, CardState)
        for _ in range(8):
            if state.over:
                break
            choice = rng.choice(sorted(check_choices(state, world).items()))
            apply(state, choice[1])
            world = play(world, choice[0])
            check_facts(state, world)
