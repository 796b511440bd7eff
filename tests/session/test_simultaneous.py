"""Which seats choose at the same time, unseen by each other."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from tests.amounts import TIMES

from dungeon_twister.game.record.recorded_game import RecordedGame
from dungeon_twister.game.session import seats_together, with_deciders_first
from dungeon_twister.rules.engine.actions import ATTACK, kind_of
from dungeon_twister.rules.engine.card.duel import skilled_side
from dungeon_twister.rules.engine.card.state import card_of
from dungeon_twister.rules.engine.decisions import CHOOSE_COMBAT, CHOOSE_STARTERS, frame_kind
from dungeon_twister.rules.engine.game import apply, legal
from dungeon_twister.rules.engine.state import State


@pytest.mark.parametrize(
    ("scenario", "options"),
    [
        ("base", {"handicap": "blue/-2/"}),
        ("four-players", {}),
        ("alliances", {}),
        ("standard", {"selection": "frontal"}),
    ],
)
def test_what_a_seat_may_choose_does_not_depend_on_what_the_others_choose(scenario: str, options: dict[str, str]) -> None:
    """Whatever the seats before it have chosen, a seat has the choices that it has when it is asked first."""
    stages: set[int] = set()
    for seed in range(2 * TIMES):
        rng, game = Random(seed), RecordedGame.new(scenario, options, str(seed))
        while not game.over and len(game.log) < 250:
            alone = {seat: with_deciders_first(game.state, [seat]) for seat in seats_together(game.state)}
            while not game.over and (seat := game.state.decider()) in alone and alone[seat].decider() == seat:
                stages.add(game.state.decision())
                choices = legal(game.state)
                assert choices == legal(alone[seat])
                action = rng.choice(choices)
                apply(alone[seat], action)
                game.play(action)
            if not alone:
                choices = legal(game.state)
                game.play(rng.choice([action for action in choices if kind_of(action) == ATTACK] or choices))
    assert CHOOSE_STARTERS in stages


def fights(scenario: str, many: int) -> Iterator[State]:
    """States in which combat cards are to be chosen by two, of random games."""
    for seed in range(many):
        rng, game = Random(seed), RecordedGame.new(scenario, {}, str(seed))
        while not game.over and len(game.log) < 400:
            if game.state.decision() == CHOOSE_COMBAT and frame_kind(game.state.stack[-2]) == CHOOSE_COMBAT:
                yield game.state
            choices = legal(game.state)
            game.play(rng.choice([action for action in choices if kind_of(action) == ATTACK] or choices))


def test_combat_cards_are_chosen_at_the_same_time_except_with_combat_skills() -> None:
    """CMB-10.3: the player who may look at the other's cards chooses second."""
    seen: set[bool] = set()
    for state in fights("standard", 60):
        skilled = skilled_side(card_of(state)) >= 0
        seen.add(skilled)
        assert bool(seats_together(state)) != skilled
        if seen == {True, False}:
            return
    raise AssertionError(f"there were not both kinds of combats: {seen}")
