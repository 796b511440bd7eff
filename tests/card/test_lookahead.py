"""Quick looks ahead (MOV-18, MOV-19) against the search on copies that they stand for, where it is crowded."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from dungeon_twister.game.record.position import read_position
from dungeon_twister.rules.engine.actions import MOVE, kind_of
from dungeon_twister.rules.engine.card.decisions import OBJECT_DRAW
from dungeon_twister.rules.engine.card.handling import handling_choices, items_here, operate
from dungeon_twister.rules.engine.card.journey import go, open_steps
from dungeon_twister.rules.engine.card.lookahead import can_end, may_end_at, may_end_in, operation_can_end, steps_to_take
from dungeon_twister.rules.engine.card.state import CardState, card_of
from dungeon_twister.rules.engine.decisions import TRAVEL
from dungeon_twister.rules.engine.game import apply, legal
from dungeon_twister.rules.engine.state import WOUNDED
from dungeon_twister.rules.geometry.zone_plan import members
from tests.naive_card.crowds import crowded_position

pytestmark = pytest.mark.both_ways


def on_the_way(seed: int) -> Iterator[CardState]:
    """Moments of journeys of everybody who can set out in a crowded position."""
    rng = Random(seed)
    start = card_of(read_position(crowded_position(rng)))
    for move in [choice for choice in legal(start) if kind_of(choice) == MOVE]:
        state = start.copy()
        apply(state, move)
        while not state.over and state.decision() == TRAVEL:
            yield state
            apply(state, rng.choice(legal(state)))


def can_end_after_step(s: CardState, target: int) -> bool:
    probe = s.copy()
    go(probe, target)
    return can_end(probe)


def can_end_after_operation(s: CardState, choice: int) -> bool:
    probe = s.copy()
    operate(probe, choice)
    return probe.decision() == OBJECT_DRAW or can_end(probe)


@pytest.mark.parametrize("part", range(3))
def test_a_quick_look_finds_what_the_search_finds(part: int) -> None:
    dead_ends = crowded = 0
    for seed in range(part * 40, part * 40 + 40):
        for s in on_the_way(seed):
            targets = open_steps(s, s.mover, s.mode) if s.steps else 0
            ends = [target for target in members(targets) if can_end_after_step(s, target)]
            assert members(steps_to_take(s)) == ends
            assert may_end_in(s, s.mover, targets) == any(may_end_at(s, s.mover, target) for target in members(targets))
            operations = [choice for choice in handling_choices(s) if can_end_after_operation(s, choice)]
            assert [choice for choice in handling_choices(s) if operation_can_end(s, choice)] == operations
            dead_ends += len(members(targets)) > len(ends)
            crowded += any(not may_end_at(s, s.mover, target) for target in ends)
    assert dead_ends and crowded


def test_items_of_a_place_are_found_by_the_counts() -> None:
    """HAN-1: what lies or is held where a character is, objects first; a starting zone is one place (LNK-1)."""
    held = lying = 0
    for seed in range(40):
        for s in on_the_way(seed):
            here = [
                token
                for token in range(s.setting.tokens)
                if s.in_play(token) and s.spot(s.loc[token]) == s.spot(s.loc[s.mover])
            ]
            friends = [man for man in s.men[s.setting.owner[s.mover]] if man in here and s.status[man] & WOUNDED]
            things = [thing for thing in s.things if thing in here]
            assert items_here(s, s.mover) == things + friends
            held += any(s.carrier[thing] >= 0 for thing in things)
            lying += any(s.carrier[thing] < 0 for thing in things)
    assert held and lying
