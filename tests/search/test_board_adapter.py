"""The board game for the search: its combats, reveals, placing, setup, and the guess at what is lacking."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest

from dungeon_twister.ai.search.board.adapter import BoardAdapter
from dungeon_twister.ai.search.board.combat_model import BoardCombat, chances
from dungeon_twister.ai.search.board.goal_heuristic import NEVER
from dungeon_twister.ai.search.board.opening import Opening, depths_of
from dungeon_twister.ai.search.game_adapter import DRAW, LOSS, WIN
from dungeon_twister.ai.search.matrix import solve
from dungeon_twister.ai.search.opening_book import OpeningBook, depth_number, opening_book, read_opening_book
from dungeon_twister.ai.search.sampling import sample_mixture
from dungeon_twister.game.record.position import read_position
from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.board import actions as board_actions
from dungeon_twister.rules.engine.board.combat import attacks
from dungeon_twister.rules.engine.board.decisions import CHOOSE_CARD, JOINING
from dungeon_twister.rules.engine.board.state import BoardState, board_of
from dungeon_twister.rules.engine.decisions import (
    ACT,
    CHANCE,
    CHOOSE_COMBAT,
    CHOOSE_STARTERS,
    LAY_TOKENS,
    LEAVE_OUT_CHARACTERS,
    PAIR_DRAW,
    PLACE_TOKENS,
)
from dungeon_twister.rules.engine.game import apply, legal, new_setting
from dungeon_twister.rules.engine.scenarios import scenario_names
from dungeon_twister.rules.engine.state import UNDER, WOUNDED
from tests.random_play import new_board

SETUP = (CHOOSE_STARTERS, LAY_TOKENS, LEAVE_OUT_CHARACTERS, PAIR_DRAW)
BOARD_SCENARIOS = [name for name in scenario_names() if new_setting(name).scenario.game == "board"]
ROOM = """
position 1
scenario lab
turn yellow ap 3
rooms R1=1D.1
maze
      a    b    c    d    e    f    g    h    i    j    k    l
   +----+----+----+----+----+----+----+----+----+----+----+----+
 1 | o  | .    .    .    .    .  |                        . o  |
   +    +    +----+----+====+    +                        +    +
 2 | o    .  | .    .    .  | .  .                        . o  |
   +    +    +    +    +    +    +                        +    +
 3 | :    .    .    @    .  | .  .           R2           . :  |
   +    +    +    +    +    +    +                        +    +
 4 | o    .  | .    .    .  | .  .                        . o  |
   +    +    +    +----+----+    +                        +    +
 5 | o  | .  | .    .    .    O  .                        . o  |
   +----+----+----+----+----+----+----+----+----+----+----+----+
"""


def adapter_of(s: BoardState) -> BoardAdapter:
    return BoardAdapter(s.board_setting)


def positions(scenario: str, seed: str, most: int = 3000) -> Iterator[BoardState]:
    """The positions of a random game in which every possible attack or reveal is chosen."""
    rng = Random(seed)
    s = new_board(scenario)
    for _ in range(most):
        if s.over:
            return
        yield s
        choices = legal(s)
        keen = [choice for choice in choices if actions.kind_of(choice) in (actions.ATTACK, actions.REVEAL)]
        apply(s, rng.choice(keen or choices))


def combats(scenario: str, number: int) -> list[BoardState]:
    """Positions in which the first card of a combat is to be chosen."""
    found: list[BoardState] = []
    for seed in range(40):
        for s in positions(scenario, f"combats {seed}"):
            if s.decision() == CHOOSE_COMBAT and max(s.chosen) < 0:
                found.append(s.copy())
                if len(found) == number:
                    return found
    raise AssertionError("there are not so many combats")


def drawn_room(**where: str) -> BoardState:
    """A room with these characters on its squares, as `yG="b2"`."""
    s = board_of(read_position(ROOM.lstrip()))
    for name, at in where.items():
        spot = s.board_setting.plan.spot_at["abcdefghijkl".index(at[0]), int(at[1]) - 1]
        square = next(square for square in range(s.board_setting.plan.squares) if s.maze.spot(square) == spot)
        s.put(s.setting.names.index(name.replace("_", "$")), square)
    return s


# -- small tools ---------------------------------------------------------------------------------------------------------


def test_rock_paper_scissors() -> None:
    mixture, value = solve([[0.0, -1.0, 1.0], [1.0, 0.0, -1.0], [-1.0, 1.0, 0.0]], 300)
    assert mixture == pytest.approx([1 / 3] * 3, abs=0.02)
    assert value == pytest.approx(0, abs=0.02)


def test_what_is_rare_is_never_drawn() -> None:
    rng = Random(1)
    assert {sample_mixture([0.02, 0.5, 0.0, 0.48], rng) for _ in range(300)} == {1, 3}


# -- combats -------------------------------------------------------------------------------------------------------------


def fought(s: BoardState, first: int, second: int) -> BoardState:
    """The same combat by the engine, with these cards, the hands given back."""
    after = s.copy()
    apply(after, actions.pack(actions.COMBAT, first))
    apply(after, actions.pack(actions.COMBAT, second))
    after.take_hands(s)
    return after


def test_outcomes_are_what_the_engine_makes_of_such_cards() -> None:
    met: set[int] = set()
    for s in combats("base", 12):
        me = s.decider()
        combat = BoardCombat(s, me, [0.0] * 7)
        assert attacks(s, me)
        for mine in combat.cards:
            for theirs in combat.theirs:
                if mine or theirs:  # two zeros are no progress
                    lead = combat.lead + mine - theirs
                    outcome = DRAW if lead == 0 else WIN if lead > 0 else LOSS
                    assert fought(s, mine, theirs) == combat.outcomes[outcome]
                    met.add(outcome)
    assert met == {WIN, DRAW, LOSS}


def test_both_sides_see_the_same_combat() -> None:
    for s in combats("base", 8):
        first = BoardCombat(s, s.decider(), [0.0] * 7)
        second = BoardCombat(s, 1 - s.decider(), [0.0] * 7)
        assert first.outcomes == second.outcomes[::-1]
        assert first.lead == -second.lead
        assert all(after.combat_hand == s.combat_hand and after.used == s.used for after in map(board_of, first.outcomes))
        mine, theirs = first.worth([100.0, 10.0, -50.0]), second.worth([50.0, -10.0, -100.0])
        assert mine == pytest.approx(-theirs, abs=6.0)


def test_a_sure_win_is_won_with_the_lowest_card() -> None:
    s = combats("base", 1)[0]
    combat = BoardCombat(s, s.decider(), [float(card) for card in range(7)])
    combat.lead = 20
    combat.theirs = [0]
    assert combat.worth([1000.0, 0.0, -1000.0]) == pytest.approx(1000.0, abs=1.0)
    chosen = {combat.choice([1000.0, 0.0, -1000.0], Random(seed)) for seed in range(20)}
    assert chosen == {actions.pack(actions.COMBAT, 0)}


def test_cards_are_mixed() -> None:
    s = combats("base", 1)[0]
    combat = BoardCombat(s, s.decider(), [0.0, 3.0, 6.0, 9.5, 14.0, 19.0, 25.0])
    combat.lead = 0
    combat.cards = combat.theirs = [0, 1, 2, 3, 4, 5, 6]
    chosen = {combat.choice([15.0, 0.0, -15.0], Random(seed)) for seed in range(60)}
    assert len(chosen) > 1
    assert chosen <= {actions.pack(actions.COMBAT, card) for card in combat.cards}


def test_who_looks_on_expects_the_average() -> None:
    for s in combats("three-players", 6):
        fighting = {s.setting.owner[s.attacker], s.setting.owner[s.defender]}
        (onlooker,) = set(range(3)) - fighting
        combat = BoardCombat(s, onlooker, [0.0] * 7)
        odds = chances(combat.lead, combat.cards, combat.theirs)
        assert sum(odds) == pytest.approx(1)
        assert combat.worth([1.0, 0.0, 0.0]) == pytest.approx(odds[WIN])
        assert combat.outcomes == BoardCombat(s, s.setting.owner[s.attacker], [0.0] * 7).outcomes


def test_attacks_lead_to_cards() -> None:
    seen, adapter = 0, adapter_of(new_board("alliances"))
    for s in positions("alliances", "attacks", 6000):
        if s.decision() == ACT:
            for choice in adapter.risks(s):
                if adapter.is_combat(choice):
                    after = adapter.after_attack(s, choice)
                    assert after is not None and after.decision() == CHOOSE_COMBAT
                    seen += 1
                    for player in range(s.setting.players):
                        assert len(adapter.combat(after, player).outcomes) == 3
            if seen > 15:
                return
    raise AssertionError("nobody could attack")


def test_sides_are_chosen_legally() -> None:
    seen = 0
    for seed in range(20):
        for s in positions("alliances", f"joining {seed}"):
            if s.decision() == JOINING:
                combat = adapter_of(s).combat(s, s.decider())
                assert combat.choice([0.0, 0.0, 0.0], Random(1)) in legal(s)
                seen += 1
        if seen > 4:
            return
    raise AssertionError("nobody was asked")


# -- reveals and placing -------------------------------------------------------------------------------------------------


def test_a_reveal_ends_where_somebody_acts() -> None:
    seen, adapter = 0, adapter_of(new_board())
    for s in positions("base", "reveals"):
        if s.decision() == ACT:
            for choice in adapter.risks(s):
                if not adapter.is_combat(choice):
                    before = s.hash64()
                    after = adapter.after_reveal(s, choice, Random(seen))
                    assert s.hash64() == before
                    assert after.over or after.decision() in (ACT, CHOOSE_CARD)
                    tile = actions.second_of(choice)
                    assert board_of(after).maze.room_of[tile] >= 0
                    assert UNDER + tile not in after.loc
                    assert after == adapter.after_reveal(s, choice, Random(seen))
                    seen += 1
    assert seen > 5


@pytest.mark.parametrize("scenario", ["base", "teams", "pyramid"])
def test_placings_are_legal_and_finished(scenario: str) -> None:
    seen, adapter = 0, adapter_of(new_board(scenario))
    for s in positions(scenario, "placing"):
        if s.decision() == PLACE_TOKENS and len(legal(s)) > 1:
            nodes = adapter.nodes
            turn_actions = adapter.placements(s)
            assert 1 <= len(turn_actions) <= 8
            assert adapter.nodes > nodes
            for action in turn_actions:
                (choice,) = action.path
                assert choice in legal(s)
                assert action.state.over or action.state.decision() != PLACE_TOKENS
            chosen = adapter.choose_placement(s, Random(3))
            assert chosen in legal(s)
            assert chosen == adapter.choose_placement(s, Random(3))
            seen += 1
            if seen == 12:
                break
    assert seen > 3


# -- setup ---------------------------------------------------------------------------------------------------------------


def set_up(scenario: str, seed: int, opening: Opening) -> BoardState:
    """A game after its setup."""
    rng, chance = Random(seed), Random(seed + 1000)
    s = new_board(scenario)
    while s.turn == 0:
        choices = legal(s)
        if s.decider() == CHANCE:
            apply(s, chance.choice(choices))
        else:
            assert s.decision() in SETUP
            chosen = opening.choose(s, rng)
            assert chosen in choices
            apply(s, chosen)
    return s


@pytest.mark.parametrize("scenario", BOARD_SCENARIOS)
def test_every_scenario_is_set_up(scenario: str) -> None:
    opening = Opening(new_board(scenario).board_setting, None)
    first = set_up(scenario, 1, opening)
    assert first == set_up(scenario, 1, opening)


@pytest.mark.parametrize("book", [None, opening_book("board", 1.0)], ids=["by-thumb", "learnt"])
def test_the_setup_cannot_be_read(book: OpeningBook | None) -> None:
    """A player who knows the bot's habits still has to guess: no token lies under one room much oftener than not."""
    opening = Opening(new_board().board_setting, book)
    starters = set()
    hidden = set()
    lying = Counter[tuple[int, int]]()
    for seed in range(60):
        s = set_up("base", seed, opening)
        starters.add(tuple(token for token in s.setting.characters_of[0] if 0 <= s.loc[token] < UNDER))
        hidden.add(tuple(s.loc))
        lying.update((token, s.loc[token]) for token in s.setting.tokens_of[0] if s.loc[token] >= UNDER)
    assert len(starters) > 4
    assert len(hidden) == 60
    assert max(lying.values()) < 0.7 * 60


def test_a_table_is_followed() -> None:
    signs = [piece.sign for piece in new_board().setting.pieces]
    wanted = {"G", "T", "A", "C"}
    starter = "\n".join(f'"{sign}" = {20.0 if sign in wanted else 0.0}' for sign in "CGWZMATH")
    hidden = "\n".join(f'"{sign}" = [0.0, 0.0, 0.0, {30.0 if sign == "$" else 0.0}]' for sign in signs)
    opening = Opening(new_board().board_setting, read_opening_book(f"chance = 1.0\n[starter]\n{starter}\n[hidden]\n{hidden}\n"))
    for seed in range(5):
        s = set_up("base", seed, opening)
        started = {signs[token] for token in s.setting.characters_of[0] if 0 <= s.loc[token] < UNDER}
        assert started == wanted
        depth = depths_of(s.board_setting, 0)[s.loc[signs.index("$")] - UNDER]
        assert depth_number(depth) == 3


def test_a_table_of_other_pieces_is_left_alone() -> None:
    book = read_opening_book('chance = 1.0\n[starter]\n"C" = 1.0\n[hidden]\n"C" = [0.0, 0.0, 0.0, 0.0]\n')
    assert Opening(new_board().board_setting, book).book is None
    with pytest.raises(ValueError, match="depths"):
        read_opening_book('chance = 1.0\n[starter]\n"C" = 1.0\n[hidden]\n"C" = [0.0]\n')


# -- what is lacking -----------------------------------------------------------------------------------------------------


def test_who_is_at_the_exit_lacks_one_point() -> None:
    s = drawn_room(yG="b2")
    s.set_vp(1, 3)
    assert 1.0 <= adapter_of(s).goal_distance(s, 1) < 1.2


def test_less_is_lacking_the_nearer_one_comes() -> None:
    guesses = []
    for at in ("b3", "d3", "e4", "f4"):
        s = drawn_room(yW=at)
        s.set_vp(1, 4)
        guesses.append(adapter_of(s).goal_distance(s, 1))
    assert guesses == sorted(guesses)
    assert len(set(guesses)) == 4


def test_several_may_bring_what_one_cannot() -> None:
    s = drawn_room(yW="b3", yC="b2", yT="b4")
    adapter = adapter_of(s)
    guesses = []
    for points in (4, 3, 2, 1):
        s.set_vp(1, points)
        guesses.append(adapter.goal_distance(s, 1))
    assert 1.0 <= guesses[0] < guesses[1] < guesses[2] < 4.0
    assert guesses[3] >= NEVER  # there are three characters only
    s.set_vp(1, 5)
    assert adapter.goal_distance(s, 1) == 0.0


def test_a_treasure_counts_on_the_way() -> None:
    s = drawn_room(yW="d3", y_="c3")
    s.set_vp(1, 3)
    with_treasure = adapter_of(s).goal_distance(s, 1)
    s = drawn_room(yW="d3")
    s.set_vp(1, 3)
    assert with_treasure < 3.0 < adapter_of(s).goal_distance(s, 1)


def test_the_wounded_bring_nothing() -> None:
    s = drawn_room(yG="b2")
    s.set_vp(1, 3)
    s.fall(s.setting.names.index("yG"), WOUNDED)
    assert adapter_of(s).goal_distance(s, 1) >= NEVER


def test_a_win_that_exists_is_within_reach_of_the_guess() -> None:
    """A player who can leave with the last point lacks no more than the points of the turn."""
    tried, adapter = 0, adapter_of(new_board())
    for seed in range(12):
        for s in islice(positions("base", f"lacking {seed}"), 0, None, 5):
            if s.decision() != ACT or not s.ap:
                continue
            me = s.active
            for action in adapter.turn_actions(s, 1):  # every way to leave is among them
                gained = action.state.vp[me] - s.vp[me]
                if gained > 0 and action.state.vp[me] < s.setting.target:
                    near = s.copy()
                    near.set_vp(me, s.setting.target - gained)
                    assert adapter.goal_distance(near, me) <= near.ap + 1
                    tried += 1
        if tried > 5:
            return
    raise AssertionError("hardly anybody left")


# -- turns ---------------------------------------------------------------------------------------------------------------


def test_turns_begin_with_the_highest_card() -> None:
    for s in positions("base", "cards", 400):
        if s.decision() == CHOOSE_CARD:
            adapter = adapter_of(s)
            turn_starts = adapter.turn_starts(s)
            points = [start.points for start in turn_starts]
            assert points == sorted(points, reverse=True)
            assert {start.path for start in turn_starts} == {(choice,) for choice in legal(s)}
            assert all(actions.kind_of(start.path[0]) == board_actions.CARD for start in turn_starts)
            assert [start.cost for start in turn_starts] == [adapter.point_value * number for number in points]
            assert all(adapter.may_act(start.state, s.active) for start in turn_starts)
            passed = adapter.after_pass(turn_starts[0].state)
            assert passed.over or passed.active != s.active
