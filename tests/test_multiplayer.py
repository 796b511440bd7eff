"""Random games of three and four players in every scenario: nothing is lost, games end, anybody may resign at any time."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.board.events import CARDS_BACK
from dungeon_twister.rules.engine.board.state import BoardState, board_of
from dungeon_twister.rules.engine.decisions import PLACE_TOKENS, frame_who
from dungeon_twister.rules.engine.digest import digest
from dungeon_twister.rules.engine.events import TURN_BEGAN
from dungeon_twister.rules.engine.game import apply, legal, new_state, start, why_not
from dungeon_twister.rules.engine.state import GONE
from tests.amounts import TIMES, some
from tests.invariants import check
from tests.random_play import play_on

pytestmark = pytest.mark.both_ways
SCENARIOS: list[tuple[str, dict[str, str]]] = [
    ("three-players", {"pairs": "players", "target": "4"}),
    ("four-players", {"endRule": "immediate", "handicap": "red/5/56"}),
    ("hoard", {}),
    ("pyramid", {"handicap": "yellow/6/6"}),
    ("pyramid-3", {"apexRoom": "2D"}),
    ("race", {"jumpShape": "straight"}),
    ("elevator", {"elevatorSeats": "straight", "memory": "strict"}),
    ("elevator", {"handicap": "green/good/beginner", "pairs": "2/4/6/7/8"}),
    ("wrong-door", {}),
    ("wrong-door-3", {}),
    ("alliances", {"allyCorners": "off", "stallLimit": "12", "pairs": "players"}),
    ("alliances", {}),
    ("teams", {"silentAllies": "on", "teamTurns": "alternating"}),
]


def game(number: int) -> BoardState:
    return board_of(new_state(*SCENARIOS[number % len(SCENARIOS)]))


@pytest.mark.parametrize("number", some(range(TIMES * len(SCENARIOS)), 3))
def test_random_game(number: int) -> None:
    """MP-4, MP-6, MP-16: invariants after every choice, the game ends and replays to the same hash."""
    state = game(number)
    played = []
    for action in play_on(state, Random(number)):
        played.append(action)
        check(state)
    assert state.over and not legal(state)
    again = start(state.setting)
    for action in played:
        apply(again, action)
    assert digest(again) == digest(state) and again.key() == state.key()


@pytest.mark.parametrize("number", some(range(len(SCENARIOS))))
def test_exactly_the_listed_choices_are_not_refused(number: int) -> None:
    """The two ways of asking agree in every scenario, on all choices of every kind."""
    state = game(number)
    for _ in play_on(state, Random(number), 400 + 37 * number):
        pass
    if state.over:
        return
    listed = set(legal(state))
    for kind in range(actions.KIND_MASK + 1):
        if actions.RESIGN <= kind <= actions.TIMEOUT:
            continue
        for first in range(state.setting.tokens + 1):
            for second in range(0, state.board_setting.plan.squares, 1 if first < 12 else 11):
                action = actions.pack(kind, first, second)
                assert (why_not(state, action) is None) == (action in listed), (kind, first, second)


@pytest.mark.parametrize("number", some(range(len(SCENARIOS)), 3))
def test_anybody_may_resign_at_any_time(number: int) -> None:
    """MP-17: the others play on, who resigned is never asked again, his characters are gone, and the game still ends."""
    for seed in range(TIMES):
        state = game(number)
        rng = Random(f"{number} {seed}")
        moments = {rng.randrange(60, 900) for _ in range(3)}
        for count, _ in enumerate(play_on(state, rng)):
            check(state)
            assert state.decider() < 0 or not state.resigned >> state.decider() & 1
            player = rng.randrange(state.setting.players)
            if (
                count in moments
                and state.turn
                and not state.over
                and why_not(state, actions.pack(actions.RESIGN, player)) is None
            ):
                apply(state, actions.pack(actions.RESIGN, player))
                men = state.setting.characters_of[player]
                gone = all(state.loc[man] < 0 for man in men) and any(state.loc[man] == GONE for man in men)
                assert gone or state.attacker >= 0  # of a combat under way they are part to its end (MP-17 a)
                assert state.over or not state.winners
        assert state.over and not any(
            state.winners >> player & 1 and lost(state, player) for player in range(state.setting.players)
        )


def lost(state: BoardState, player: int) -> bool:
    """Has everybody of the player's side resigned?"""
    team = state.board_setting.team_of
    return all(state.resigned >> other & 1 for other in range(state.setting.players) if team[other] == team[player])


@pytest.mark.parametrize("number", [1, 3, 8, 12])
def test_resigning_ends_the_journey(number: int) -> None:
    """MP-19: the traveller is gone, its load lies where it was or is gone too, and the next player begins his turn."""
    state = game(number)
    broken = 0
    for _ in play_on(state, Random(number)):
        if state.over or state.mover < 0 or state.load < 0 or state.setting.is_character[state.load]:
            continue
        other = state.copy()
        mover, load, at, player = state.mover, state.load, state.at, state.active
        apply(other, actions.pack(actions.RESIGN, player))
        check(other)
        assert other.loc[mover] == GONE and other.loc[load] in (at, GONE)
        assert other.over or (other.active != player and other.mover < 0)
        broken += 1
        if broken > 20:
            break
    assert broken > 5


def test_resigning_before_the_first_turn_ends_the_game_without_a_result() -> None:
    """MP-17: nobody has won."""
    state = game(0)
    apply(state, actions.pack(actions.RESIGN, 1))
    assert state.over and state.winners == 0


@pytest.mark.parametrize("name", ["three-players", "four-players"])
def test_order_of_turns_and_who_places_rooms(name: str) -> None:
    """MP-6, MP-8: clockwise; the second to place is the one who plays before the revealer."""
    state = board_of(new_state(name))
    state.events = []
    seen = 0
    for _ in play_on(state, Random(8), 1500):
        placers = [frame_who(packed) for packed in state.stack if packed & 31 == PLACE_TOKENS]
        if len(placers) == 2:
            assert placers == [(state.active - 1) % state.setting.players, state.active]
            seen += 1
    turns = [player for kind, player, _, _ in state.events if kind == TURN_BEGAN]
    assert all((one + 1) % state.setting.players == other for one, other in pairwise(turns))
    assert seen > 3


def test_the_race_lasts_48_turns_and_both_counts_agree() -> None:
    """RACE-9, RACE-10, RACE-16: the third player's fifth marker comes at the end of turn 48."""
    state = board_of(new_state("race"))
    state.events = []
    for _ in play_on(state, Random(3)):
        pass
    turns = [player for kind, player, _, _ in state.events if kind == TURN_BEGAN]
    third = (turns[0] + 2) % 3
    markers = 1 + sum(kind == CARDS_BACK and player == third for kind, player, _, _ in state.events)
    assert (len(turns), state.turn, markers) == (48, 48, 5)
