"""The engine and the naive rules offer the same choices and come to the same positions.

Games from the first turn reach what is common, crowded random positions what is rare. The naive rules are slow, so a
plain run looks at a sample (tests/amounts.py).
"""

import random

import pytest

from dungeon_twister.game.record.notation import write
from dungeon_twister.rules.engine.all_editions import DECISIONS
from dungeon_twister.rules.engine.board.state import BoardState
from dungeon_twister.rules.engine.game import apply, legal
from tests.amounts import TIMES
from tests.naive.adapter import differences, world_of
from tests.naive.choices import choices
from tests.naive.crowds import choose, crowded
from tests.naive.play import play
from tests.random_play import new_board

NO_WORLD = ("pairs", "placer", "starter", "leave-out", "starters", "lay")

GAMES: list[tuple[str, dict[str, str]]] = [
    ("base", {}),
    ("base", {"jumpShape": "straight", "endRule": "immediate"}),
    ("base", {"stallLimit": "2", "tieBreak": "firstToTarget"}),
    ("base", {"handicap": "blue/5/56", "target": "6"}),
    ("base", {"endTurn": "asked"}),
    ("simplified", {}),
    ("simplified", {"jumpShape": "straight", "stallLimit": "1"}),
    ("lab", {"endRule": "immediate", "tieBreak": "firstToTarget"}),
    ("lab", {"jumpShape": "straight"}),
]
CROWDS: list[tuple[str, dict[str, str], int]] = [
    ("lab", {}, 24),
    ("lab", {"jumpShape": "straight", "stallLimit": "3"}, 14),
    ("lab", {"endRule": "immediate", "tieBreak": "firstToTarget"}, 14),
    ("base", {}, 10),
    ("lab", {"endTurn": "asked"}, 8),
    ("base", {"jumpShape": "straight", "endRule": "immediate", "stallLimit": "2"}, 10),
    ("simplified", {"tieBreak": "firstToTarget"}, 8),
]


def check_choices(state: BoardState) -> None:
    """Both know the same choices."""
    ours = sorted(write(state, action) for action in legal(state))
    theirs = sorted(choices(world_of(state)))
    assert ours == theirs, f"only the engine: {set(ours) - set(theirs)}; only naive: {set(theirs) - set(ours)}"


def check_result(state: BoardState, action: int) -> BoardState:
    """Both come to the same position; it is returned."""
    after = state.copy()
    apply(after, action)
    text = write(state, action)
    found = differences(world_of(after), play(world_of(state), text))
    assert not found, f"after '{text}', engine / naive: {'; '.join(found)}"
    return after


def name(entry: tuple[str, dict[str, str]] | tuple[str, dict[str, str], int]) -> str:
    """The scenario and its options, for the test's name."""
    return "-".join([entry[0], *(f"{key}={value}" for key, value in entry[1].items())])


def starting(scenario: str, options: dict[str, str], chance: random.Random) -> BoardState:
    """A game at its first turn, set up at random."""
    state = new_board(scenario, options)
    while DECISIONS[state.decision()] in NO_WORLD:
        apply(state, chance.choice(legal(state)))
    return state


@pytest.mark.parametrize("entry", GAMES, ids=name)
def test_games(entry: tuple[str, dict[str, str]]) -> None:
    """Whole games: the choices of a few decisions, what comes of a few choices, and how it all ends (all clauses)."""
    for seed in range(TIMES):
        chance = random.Random(f"{name(entry)} {seed}")
        state = starting(*entry, chance)
        while not state.over:
            action = choose(legal(state), chance)
            if chance.random() < 0.05:
                check_choices(state)
            after = state.copy()
            apply(after, action)
            state = check_result(state, action) if after.over or chance.random() < 0.05 else after
        assert choices(world_of(state)) == []


@pytest.mark.parametrize("entry", CROWDS, ids=name)
def test_crowds(entry: tuple[str, dict[str, str], int]) -> None:
    """Crowded positions: all choices there and on a short random way on (ACT, CARRY, PIT, JUMP, GATE, WALL, COMBAT)."""
    scenario, options, share = entry
    for seed in range(share * TIMES):
        chance = random.Random(f"{name(entry)} {seed}")
        state = crowded(scenario, options, chance)
        try:
            check_choices(state)
            for _ in range(10):
                if state.over:
                    break
                state = check_result(state, choose(legal(state), chance))
                if chance.random() < 0.5:
                    check_choices(state)
        except AssertionError as problem:
            raise AssertionError(f"seed {seed}: {problem}") from None
