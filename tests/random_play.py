"""Random games for tests: every scenario and option, reproducible by a number."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from dungeon_twister.rules.engine.board.state import BoardState, board_of
from dungeon_twister.rules.engine.game import apply, legal, new_state, start
from dungeon_twister.rules.engine.setting import Setting
from dungeon_twister.rules.engine.state import State

OPTIONS: list[tuple[str, dict[str, str]]] = [
    ("base", {}),
    ("base", {"endRule": "immediate", "memory": "strict"}),
    ("base", {"jumpShape": "straight", "tieBreak": "firstToTarget", "stallLimit": "4"}),
    ("base", {"handicap": "blue/6/56", "target": "8"}),
    ("base", {"handicap": "yellow/experienced/beginner", "memory": "strict"}),
    ("base", {"simplified": "yes", "target": "6", "timer": "on"}),
    (
        "simplified",
        {
            "stallLimit": "30",
            "endRule": "immediate",
            "pairs": "players",
            "leftOutCharacters": "goblin/thief",
            "leftOutObjects": "armor/sword",
        },
    ),
]


def new_board(scenario: str = "base", options: dict[str, str] | None = None) -> BoardState:
    """A board game before its first decision."""
    return board_of(new_state(scenario, options))


def random_game(number: int) -> BoardState:
    """The start of the game with that number."""
    scenario, options = OPTIONS[number % len(OPTIONS)]
    return new_board(scenario, options)


def play_on(state: State, rng: Random, most: int = 100_000) -> Iterator[int]:
    """Play at random until the game is over, yielding each choice after it was made."""
    for _ in range(most):
        if state.over:
            return
        choices = legal(state)
        action = choices[rng.randrange(len(choices))]
        apply(state, action)
        yield action


def halfway(number: int, most: int) -> BoardState:
    """A game after so many random choices."""
    state = random_game(number)
    for _ in play_on(state, Random(number), most):
        pass
    return state


def replayed(setting: Setting, choices: list[int]) -> State:
    """The state after these choices."""
    state = start(setting)
    for action in choices:
        apply(state, action)
    return state
