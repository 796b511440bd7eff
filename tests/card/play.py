"""Random Card Games for tests: every scenario, selection and option, reproducible by a number."""

from __future__ import annotations

from random import Random

from dungeon_twister.game.record.position import read_position
from dungeon_twister.rules.engine.card.state import CardState
from dungeon_twister.rules.engine.game import new_state
from tests.random_play import play_on

OPTIONS: list[tuple[str, dict[str, str]]] = [
    ("tutorial-1", {}),
    ("tutorial-2", {"secretObjects": "yes"}),
    ("tutorial-3", {"memory": "strict"}),
    ("standard", {}),
    ("standard", {"selection": "frontal", "secretObjects": "yes"}),
    ("standard", {"selection": "draft", "memory": "strict", "handicap": "blue/good/newbie"}),
    ("standard", {"selection": "mutual", "timer": "on", "secretObjects": "yes", "memory": "strict"}),
    ("advanced", {"selection": "draft"}),
    ("advanced", {"selection": "frontal", "handicap": "yellow/very-experienced/newbie", "memory": "strict"}),
    ("advanced", {"selection": "mutual", "secretObjects": "yes"}),
    ("standard", {"selection": "draft", "endTurn": "asked"}),
    ("card-lab", {}),
]


def new_card_game(scenario: str = "standard", options: dict[str, str] | None = None) -> CardState:
    """A Card Game before its first decision."""
    state = new_state(scenario, options)
    assert isinstance(state, CardState)
    return state


def card_position(lines: str) -> CardState:
    """A position of the laboratory: everything but its scenario."""
    state = read_position(f"scenario card-lab\n{lines}")
    assert isinstance(state, CardState)
    return state


def random_game(number: int) -> CardState:
    """The start of the game with that number."""
    scenario, options = OPTIONS[number % len(OPTIONS)]
    return new_card_game(scenario, options)


def halfway(number: int, most: int) -> CardState:
    """A game after so many random choices."""
    state = random_game(number)
    for _ in play_on(state, Random(number), most):
        pass
    return state
