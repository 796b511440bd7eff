"""Combats with allies for three and four players: the engine and a naive reading of the clause name the same fighters."""

from __future__ import annotations

from random import Random

from dungeon_twister.rules.engine.board import alliances
from dungeon_twister.rules.engine.state import UNDER, WOUNDED
from tests.naive.allies import participants, touching
from tests.naive.crowds import crowded


def test_both_ways_to_read_the_clause_name_the_same_fighters() -> None:
    """ALLY-23, ALLY-24: on crowded positions, for any two in contact and all others in the combat."""
    fights, larger = 0, 0
    for seed in range(60):
        chance = Random(seed)
        state = crowded("alliances", {}, chance)
        men = [token for token, place in enumerate(state.loc) if state.setting.is_character[token] and 0 <= place < UNDER]
        pairs = [(one, other) for one in men for other in men if touching(state, one, other)]
        pairs = [(a, d) for a, d in pairs if state.setting.owner[a] != state.setting.owner[d] and not state.status[a] & WOUNDED]
        for attacker, defender in chance.sample(pairs, min(12, len(pairs))):
            state.attacker, state.defender = attacker, defender
            state.sides = [chance.choice([alliances.OUT, alliances.ATTACK, alliances.DEFENCE]) for _ in range(4)]
            state.sides[state.setting.owner[attacker]] = alliances.ATTACK
            state.sides[state.setting.owner[defender]] = alliances.DEFENCE
            expected = participants(state, [alliances.SIDES[side] for side in state.sides])
            assert alliances.participants(state) == sum(1 << token for token in expected)
            fights += 1
            larger += len(expected) > 2
    assert fights > 100 and larger > 50
