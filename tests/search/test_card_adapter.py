"""The Card Game as the search sees it: combats in their stages, reveals and placings, the setup, whole turns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from dungeon_twister.ai.search.card.adapter import CardAdapter
from dungeon_twister.ai.search.card.combat_model import CardCombat, CardLayingStage, options_of
from dungeon_twister.ai.search.card.opening import sign_of
from dungeon_twister.ai.search.card.turn_actions import turn_actions
from dungeon_twister.ai.search.game_adapter import DRAW, LOSS, WIN
from dungeon_twister.ai.search.opening_book import opening_book
from dungeon_twister.ai.search.profile import Profile
from dungeon_twister.ai.search.turn_actions import TurnAction
from dungeon_twister.ai.search.turn_search import TurnSearch
from dungeon_twister.game.record.notation import read
from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.actions import FIRST_MASK, FIRST_SHIFT
from dungeon_twister.rules.engine.card import actions as card_actions
from dungeon_twister.rules.engine.card.decisions import NAMING, RAGING
from dungeon_twister.rules.engine.card.duel import laid, laid_cards
from dungeon_twister.rules.engine.card.players import opponent
from dungeon_twister.rules.engine.card.state import CardState
from dungeon_twister.rules.engine.card.values import side_total
from dungeon_twister.rules.engine.decisions import ACT, CHANCE, CHOOSE_COMBAT, PLACE_TOKENS
from dungeon_twister.rules.engine.game import apply, legal, why_not
from dungeon_twister.rules.engine.state import UNDER
from tests.card.play import OPTIONS, card_position, new_card_game, random_game
from tests.random_play import play_on

QUICK = Profile(
    width=2,
    nodes=40,
    ends=2,
    replies=2,
    reply_width=1,
    reply_nodes=15,
    reply_ends=1,
    samples=1,
    goal=20,
    reply_goal=5,
    total=150,
)
VALUES = [100.0, 0.0, -100.0]


def positions(number: int, most: int, decision: int) -> Iterator[CardState]:
    """The positions of a game played at random in which somebody has that to decide."""
    state = random_game(number)
    for _ in play_on(state, Random(number), most):
        if not state.over and state.decider() != CHANCE and state.decision() == decision:
            yield state


def choice_of(state: CardState, text: str) -> int:
    return read(state, text)


# -- combats -----------------------------------------------------------------------------------------------------------


def played_out(s: CardState, me: int, result: int) -> CardState | None:
    """The position after real cards that give a result, neither side's the 0, with the hands as before; or None."""
    after = s.copy()
    for _ in range(3):
        if after.decision() in (RAGING, NAMING):
            apply(after, legal(after)[0])
    lead = side_total(after, me) - side_total(after, opponent(me))
    for mine in options_of(after, me):
        for theirs in options_of(after, opponent(me)):
            ahead = lead + sum(laid_cards(mine)) - sum(laid_cards(theirs))
            if min(laid_cards(mine) + laid_cards(theirs)) > 0 and (ahead > 0) - (ahead < 0) == result:
                while not after.over and after.decision() == CHOOSE_COMBAT:
                    cards = laid_cards(mine if after.decider() == me else theirs)
                    apply(after, actions.pack(actions.COMBAT, cards[0], cards[1] + 1 if len(cards) > 1 else 0))
                after.take_hands(s)
                return after
    return None


def test_the_outcomes_of_a_combat_are_those_of_the_engine() -> None:
    compared = 0
    for number in (1, 3, 7):
        for state in positions(number, 900, CHOOSE_COMBAT):
            if state.chosen != [-1, -1]:
                continue
            for me in range(2):
                combat = CardCombat(state, me)
                for outcome, result in ((WIN, 1), (DRAW, 0), (LOSS, -1)):
                    expected = played_out(state, me, result)
                    if expected is not None:
                        assert combat.outcomes[outcome].key() == expected.key()
                        compared += 1
    assert compared > 20


def test_every_choice_in_a_combat_is_legal() -> None:
    seen = 0
    for number in (1, 3, 6, 7):
        for decision in (CHOOSE_COMBAT, RAGING, NAMING):
            for state in positions(number, 700, decision):
                combat = CardCombat(state, state.decider())
                assert why_not(state, combat.choice(VALUES, Random(seen))) is None
                assert -130 <= combat.worth(VALUES) <= 130
                seen += 1
    assert seen > 5


def test_what_may_be_laid_is_what_the_engine_lists() -> None:
    for state in positions(3, 900, CHOOSE_COMBAT):
        cards = [laid_cards(row) for row in options_of(state, state.decider())]
        offered = [actions.pack(actions.COMBAT, row[0], row[1] + 1 if row[1:] else 0) for row in cards]
        assert sorted(offered) == sorted(legal(state))


DUEL = """turn blue ap 3
blue combat {}
yellow combat {}
rooms R1=blue-1.0 R3=green-1.0
at blue-1.T {} {}
"""


def duel(blue: str, yellow: str, one: str, other: str) -> CardState:
    """A combat of two characters with these hands, begun by blue."""
    state = card_position(DUEL.format(blue, yellow, one, other))
    apply(state, choice_of(state, f"{one} attack {other}"))
    return state


def test_a_berserker_rages_when_it_wins() -> None:
    """3 and one card against 5 and a 2 at most: one card is not enough, two are."""
    state = duel("0134", "02", "bBe", "yCo")
    assert state.decision() == RAGING
    assert CardCombat(state, 0).choice(VALUES, Random(1)) == actions.pack(card_actions.RAGE, 2)


def test_a_berserker_lays_one_card_when_that_wins() -> None:
    state = duel("0345", "0", "bBe", "yAs")
    assert CardCombat(state, 0).choice(VALUES, Random(1)) == actions.pack(card_actions.RAGE, 1)


def test_the_other_expects_the_better_announcement() -> None:
    state = duel("0134", "02", "bBe", "yCo")
    assert CardCombat(state, 0).worth(VALUES) > 50
    assert CardCombat(state, 1).worth(VALUES) < -50


def test_a_telepath_names_the_card_that_loses() -> None:
    """0 and a 5 against 3: it wins only if the other must lay his 1."""
    state = duel("05", "016", "bTp", "yWa")
    assert state.decision() == NAMING
    combat = CardCombat(state, 0)
    assert combat.choice(VALUES, Random(1)) == actions.pack(card_actions.NAME, 1)
    assert combat.worth(VALUES) > 50
    assert CardCombat(state, 1).worth(VALUES) < -50


def test_who_sees_the_cards_lays_the_cheapest_that_wins() -> None:
    state = duel("0236", "0246", "bWm", "yWa")
    apply(state, actions.pack(actions.COMBAT, 2))
    assert state.decider() == 0
    assert CardCombat(state, 0).choice(VALUES, Random(1)) == actions.pack(actions.COMBAT, 3)


def test_who_is_seen_lays_what_cannot_be_used() -> None:
    """Against somebody who sees it, no card of his wins: he spends none."""
    state = duel("0236", "02", "bWm", "yWa")
    assert state.decider() == 1
    laying = CardLayingStage(state, 1)
    assert laying.seen
    assert CardCombat(state, 1).choice(VALUES, Random(1)) == actions.pack(actions.COMBAT, 0)
    assert CardCombat(state, 1).worth(VALUES) < -90


def test_cards_are_mixed() -> None:
    state = duel("0246", "0246", "bWa", "yPa")
    combat = CardCombat(state, 0)
    assert len({combat.choice([20.0, 0.0, -20.0], Random(seed)) for seed in range(30)}) > 1
    assert laid(4, -1) in CardLayingStage(state, 0).rows


# -- reveals and placings ----------------------------------------------------------------------------------------------


def moved(before: CardState, after: CardState) -> list[tuple[int, tuple[int, int]]]:
    """Where every token was and is."""
    return list(enumerate(zip(before.loc, after.loc, strict=True)))


def test_reveals_and_placings_lead_on() -> None:
    revealed = placed = 0
    for number in (2, 3):
        adapter: CardAdapter | None = None
        for state in positions(number, 160, ACT):
            adapter = adapter or CardAdapter(state.card_setting)
            reveals = [choice for choice in adapter.risks(state) if not adapter.is_combat(choice)]
            for choice in reveals[:1]:
                once, again = (adapter.after_reveal(state, choice, Random(5)) for _ in range(2))
                assert once.key() == again.key()
                assert once.over or once.decision() == ACT
                assert adapter.cost(state, choice) == 1
                assert adapter.reveal_bonus(state, choice, state.active) > 0
                revealed += 1
        for state in positions(number, 160, PLACE_TOKENS):
            adapter = adapter or CardAdapter(state.card_setting)
            assert why_not(state, adapter.choose_placement(state, Random(placed))) is None
            turn_actions = adapter.placements(state)
            assert 0 < len(turn_actions) <= 12
            for action in turn_actions:
                after = state.copy()
                for choice in action.path:
                    assert why_not(after, choice) is None
                    apply(after, choice)
                assert action.state.over or action.state.decision() == ACT
                assert all(
                    action.state.loc[token] == after.loc[token]
                    for token in range(state.setting.tokens)
                    if after.loc[token] < 99
                )
            placed += 1
    assert revealed > 1
    assert placed > 1


def test_the_best_placing_comes_first() -> None:
    for state in positions(3, 300, PLACE_TOKENS):
        adapter = CardAdapter(state.card_setting)
        values = [adapter.value(action.state, state.decider()) for action in adapter.placements(state)]
        assert values == sorted(values, reverse=True)


# -- setup -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(len(OPTIONS)))
def test_every_setup_comes_to_its_end(number: int) -> None:
    scenario, options = OPTIONS[number]
    ends: list[CardState] = []
    for seed in (1, 1, 2):
        state, rng = new_card_game(scenario, options), Random(seed)
        adapter = CardAdapter(state.card_setting)
        while state.decision() != ACT:
            choice = legal(state)[0] if state.decider() == CHANCE else adapter.choose_setup(state, rng, 1.0)
            assert why_not(state, choice) is None
            apply(state, choice)
        ends.append(state)
    assert ends[0] == ends[1]
    if scenario != "tutorial-1":
        assert ends[0] != ends[2]


def test_the_treasure_is_wanted_in_a_team() -> None:
    """By rules of thumb in every mode of choosing: it is worth a point."""
    for selection in ("mutual", "frontal", "draft"):
        state, rng = new_card_game("standard", {"selection": selection}), Random(3)
        adapter = CardAdapter(state.card_setting)
        while not state.teamed:
            apply(state, legal(state)[0] if state.decider() == CHANCE else adapter.choose_setup(state, rng, 0.0))
        treasures = [thing for thing in state.things if state.setting.pieces[thing % state.setting.each].name == "treasure"]
        assert len(treasures) == (1 if selection == "draft" else 2)


@pytest.mark.parametrize("selection", ["mutual", "frontal", "draft"])
def test_what_was_learnt_is_followed_and_cannot_be_read(selection: str) -> None:
    """Whom the table wants starts, and lies where it wants him, oftener than the others; but no card under one room much
    oftener than not, for a player who knows the bot's habits."""
    book = opening_book("card", 1.0)
    assert book is not None
    lying, starters, times = Counter[tuple[str, int]](), Counter[str](), 60
    for seed in range(times):
        state, rng = new_card_game("standard", {"selection": selection}), Random(seed)
        adapter = CardAdapter(state.card_setting)
        while state.decision() != ACT:
            choices = legal(state)
            apply(state, rng.choice(choices) if state.decider() == CHANCE else adapter.choose_setup(state, rng, 1.0))
        for token in state.setting.tokens_of[0]:
            if state.loc[token] >= UNDER:
                lying[sign_of(state, token), state.loc[token]] += 1
            elif state.loc[token] >= 0:
                starters[sign_of(state, token)] += 1
    assert max(lying.values()) < 0.7 * times
    assert len(starters) > 4
    best = max(book.starter, key=lambda sign: book.starter[sign] - sum(book.hidden[sign]) / 4)
    assert starters[best] > times * 2 / 25


def test_who_knows_little_of_a_table_leaves_much_to_chance() -> None:
    all_of_it, half = opening_book("card", 1.0), opening_book("card", 0.5)
    assert all_of_it is not None and half is not None and opening_book("card", 0.0) is None
    assert half.chance == 2 * all_of_it.chance and half.hidden == all_of_it.hidden


# -- turns -------------------------------------------------------------------------------------------------------------


def test_whose_turn_it_is() -> None:
    state = card_position("turn blue ap 3\nrooms R1=blue-1.0 R3=green-1.0\nat blue-1.T bSa yCo\n")
    adapter = CardAdapter(state.card_setting)
    assert adapter.may_act(state, 0)
    assert not adapter.may_act(state, 1)
    assert not adapter.at_turn_start(state)
    assert [(b.path, b.points, b.cost) for b in adapter.turn_starts(state)] == [((), 3, 0.0)]
    passed = adapter.after_pass(state)
    assert adapter.may_act(passed, 1)
    assert not adapter.are_allies(0, 1)


def test_what_a_combat_costs() -> None:
    """A Samurai fights once a turn for nothing (SAM-1)."""
    state = card_position("turn blue ap 3\nrooms R1=blue-1.0 R3=green-1.0\nat blue-1.T bSa yCo\n")
    adapter = CardAdapter(state.card_setting)
    combats = [choice for choice in adapter.risks(state) if adapter.is_combat(choice)]
    assert sorted(adapter.cost(state, choice) for choice in combats) == [0, 1]
    for choice in combats:
        attacked = adapter.after_attack(state, choice)
        assert attacked is not None
        assert adapter.in_combat(attacked)
        assert attacked.ap == 3 - adapter.cost(state, choice)


def test_wishes_come_and_go() -> None:
    state = random_game(7)
    for _ in play_on(state, Random(7), 600):
        pass
    adapter = CardAdapter(state.card_setting)
    before = adapter.value(state, 0)
    adapter.set_subgoals(state, 0)
    assert adapter.evaluator.subgoals is not None
    adapter.clear_subgoals()
    assert adapter.value(state, 0) == before
    assert adapter.nodes == 2


def thought(seed: int) -> tuple[list[int], CardState]:
    """A tutorial played by a search for both, or as far as that goes."""
    state, chance = new_card_game("tutorial-1"), Random(seed)
    search = TurnSearch(CardAdapter(state.card_setting), QUICK, Random(seed))
    made: list[int] = []
    while not state.over and len(made) < 30:
        if state.decider() == CHANCE:
            choice = chance.choice(legal(state))
        else:
            choice = search.think(state)[0]
        assert why_not(state, choice) is None
        apply(state, choice)
        made.append(choice)
    return made, state


def test_a_mind_plays_the_same_game_again() -> None:
    assert thought(4)[0] == thought(4)[0]


def test_a_win_is_looked_for_at_every_place_without_juggling_objects() -> None:
    """In crowded rooms whole actions with every way to put down and to hand on are a hundred times as many. Where one comes
    only by putting something down first, or only on a certain way, is left out."""
    fewer, places, left_out = 0, 0, 0
    for number in (2, 5):
        for state in list(positions(number, 700, ACT))[::9]:
            adapter, all_ways = CardAdapter(state.card_setting), turn_actions(state, 0, None)
            found = adapter.turn_actions(state, 0)
            everywhere = places_of(state, all_ways)
            assert places_of(state, found) <= everywhere
            places += len(everywhere)
            left_out += len(everywhere - places_of(state, found))
            fewer += len(all_ways) - len(found)
    assert fewer > 1000
    assert left_out < 0.06 * places


def places_of(s: CardState, found: list[TurnAction]) -> set[tuple[int, int]]:
    """Who can walk where."""
    return {(action.path[0], action.state.loc[action.path[0] >> FIRST_SHIFT & FIRST_MASK]) for action in found if moves(action)}


def moves(action: TurnAction) -> bool:
    return actions.kind_of(action.path[0]) == actions.MOVE
