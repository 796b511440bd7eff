"""Odds are what the engine makes of every pair of cards."""

from __future__ import annotations

from itertools import combinations_with_replacement

import pytest

from dungeon_twister.game.record.position import read_position
from dungeon_twister.presentation.guide.fights import foresee
from dungeon_twister.presentation.guide.guide_shapes import Odds, Outcome
from dungeon_twister.presentation.guide.outcomes import named, scored
from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.card import actions as card_actions
from dungeon_twister.rules.engine.card.decisions import NAMING, RAGING
from dungeon_twister.rules.engine.card.state import CardState
from dungeon_twister.rules.engine.decisions import CHOOSE_COMBAT
from dungeon_twister.rules.engine.events import COMBAT_SHOWN, OBJECT_GONE, WOUNDED
from dungeon_twister.rules.engine.events import ELIMINATED as GONE
from dungeon_twister.rules.engine.game import apply, legal
from dungeon_twister.rules.engine.shared.duel import cards_in
from dungeon_twister.rules.engine.state import State
from tests.amounts import TIMES
from tests.guide.asking import advise
from tests.guide.positions import moments
from tests.guide.test_advice import HALLS

PATTERNS = [
    "board/base-*-random-*.dt",
    "scenarios/three-players-*.dt",
    "card/standard-*-random-*.dt",
    "card/advanced-*-random-*.dt",
]


def outcome(state: State, cards: dict[int, int]) -> int:
    """Return 1, 0 or -1 for the player who decides, when both lay these cards, and the outcome by the engine."""
    after, viewer = state.copy(), state.decider()
    after.ap += 16  # nothing but the combat is to happen
    after.events = []
    while not after.over and after.decision() == CHOOSE_COMBAT:
        apply(after, actions.pack(actions.COMBAT, cards[after.decider()]))
    hurt = {after.setting.owner[token] for kind, token, *_ in after.events if kind in (WOUNDED, GONE)}
    totals = {player: total for kind, player, _, total in after.events if kind == COMBAT_SHOWN}
    other = next(player for player in totals if player != viewer)
    result = (totals[viewer] > totals[other]) - (totals[viewer] < totals[other])
    assert viewer not in hurt if result >= 0 else other not in hurt
    return result


@pytest.mark.parametrize("pattern", PATTERNS)
def test_odds_are_those_of_the_engine(pattern: str) -> None:
    """COMBAT-7, COMBAT-12, COMBAT-9: over every card the other side may still hold, each once."""
    looked = 0
    for state in moments(pattern, 1, files=12):
        if state.decision() != CHOOSE_COMBAT or max(state.chosen) >= 0:
            continue
        viewer = state.decider()
        fight = advise(state, viewer).fight
        assert fight is not None and fight.mine
        plain = not isinstance(state, CardState) or (state.rage == 1 and not state.forced and not state.card_setting.secret)
        if fight.held is None or not plain:
            continue
        names = fight.defenders if fight.mine == "attack" else fight.attackers
        other = next(p for p, colour in enumerate(state.setting.colours) if colour[0] == names[0][0])
        assert fight.held == sorted(cards_in(state.combat_hand[other]))
        for card, odds in fight.cards.items():
            results = [outcome(state, {viewer: card, other: theirs}) for theirs in fight.held]
            counted = [results.count(result) / len(results) for result in (1, 0, -1)]
            assert [odds.win, odds.tie, odds.lose] == pytest.approx(counted, abs=1e-4)
        assert sorted(fight.cards) == sorted({actions.first_of(action) for action in legal(state)})
        looked += 1
        if looked >= 12:
            return
    assert looked > 1


@pytest.mark.parametrize("pattern", PATTERNS)
def test_stakes_are_what_the_engine_does(pattern: str) -> None:
    """COMBAT-13 to COMBAT-18, CMB-18, CMB-19: cards are found with which a side wins, and the engine shows who suffers."""
    seen: set[int] = set()
    for state in moments(pattern, 1, files=12):
        if state.decision() != CHOOSE_COMBAT or max(state.chosen) >= 0 or len(seen) == 2:
            continue
        fight = advise(state, state.decider()).fight
        assert fight is not None and fight.won is not None and fight.lost is not None
        for cards in combinations_with_replacement([0, 1, 2, 3, 4, 5, 6], 2):
            for order in (cards, cards[::-1]):
                result, outcome = played(state, list(order))
                if result:
                    assert outcome == (fight.won if result > 0 else fight.lost)
                    seen.add(result)
    assert seen == {1, -1}


def played(state: State, cards: list[int]) -> tuple[int, Outcome]:
    """Return the winner for the player who decides (0: none, or the cards cannot be laid), and the outcome."""
    after, viewer = state.copy(), state.decider()
    after.ap += 16
    after.events = []
    while not after.over and after.decision() == CHOOSE_COMBAT:
        card = actions.pack(actions.COMBAT, cards[0 if after.decider() == viewer else 1])
        if card not in legal(after):
            return 0, Outcome()
        apply(after, card)
    totals = {player: total for kind, player, _, total in after.events if kind == COMBAT_SHOWN}
    if len(totals) != 2:
        return 0, Outcome()
    other = next(player for player in totals if player != viewer)
    gone = named(state, after, (GONE,), viewer)
    hurt = [name for name in named(state, after, (WOUNDED,), viewer) if name not in gone]
    outcome = Outcome(hurt, gone, named(state, after, (OBJECT_GONE,), viewer), scored(after))
    return (totals[viewer] > totals[other]) - (totals[viewer] < totals[other]), outcome


def test_a_preview_is_the_fight_that_follows() -> None:
    """COMBAT-5, GROUP-1: who takes part and the sums, before the attack and when the cards are chosen."""
    looked = 0
    for pattern in ("board/base-*-random-*.dt", "scenarios/pyramid-*.dt", "card/standard-*-greedy-*.dt"):
        for state in moments(pattern, 9, files=5 * TIMES):
            viewer = state.decider()
            for character in advise(state, viewer).characters:
                for deed in character.deeds:
                    for option in [option for option in deed.options if option.fight is not None]:
                        looked += compare(state, option.choice.do, option.choice.target, option.fight, viewer)
    assert looked > 20


def compare(state: State, do: str, target: str, fight: object, viewer: int) -> int:
    """Make the choice. Return the advice to the first player to lay a card, if that is the same player."""
    for action in legal(state):
        after = state.copy()
        if actions.kind_of(action) not in (actions.ATTACK, card_actions.SHOOT, card_actions.BOW, card_actions.SPEAR):
            continue
        apply(after, action)
        if after.attacker >= 0 and after.decision() in (CHOOSE_COMBAT, RAGING, NAMING):
            foreseen = foresee(after, viewer)
            if foreseen == fight:
                return 1
    raise AssertionError(f"{do} {target}: no attack leads to this fight")


def test_a_swordless_duel() -> None:
    """COMBAT-7: Warrior 3 against Troll 4, all cards in hand."""
    state = read_position(HALLS)
    warrior = next(character for character in advise(state, 0).characters if character.token == "bW")
    option = next(deed for deed in warrior.deeds if deed.do == "attack").options[0]
    fight = option.fight
    assert fight is not None
    assert (fight.attackers, fight.defenders, fight.attack, fight.defence, fight.mine) == (["bW"], ["yT"], 3, 4, "attack")
    assert fight.held == [0, 1, 2, 2, 3, 3, 4, 5, 6]
    assert fight.cards[6] == Odds(0.7778, 0.1111, 0.1111) and fight.best == fight.cards[6]
    assert fight.cards[0] == Odds(0.0, 0.0, 1.0)


def test_with_strict_memory_nobody_counts_cards() -> None:
    """COMBAT-9: then only how many there are is known."""
    state = read_position(HALLS.replace("scenario lab", "scenario lab\noptions memory=strict"))
    warrior = next(character for character in advise(state, 0).characters if character.token == "bW")
    fight = next(deed for deed in warrior.deeds if deed.do == "attack").options[0].fight
    assert fight is not None and fight.held is None and not fight.cards and fight.best is None
