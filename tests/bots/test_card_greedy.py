"""`greedy` in the Card Game: it beats `random` in every scenario, with every selection and option."""

from __future__ import annotations

import pytest
from tests.amounts import TIMES, some
from tests.card.play import card_position

from dungeon_twister.ai.arena.matches import run_game, run_match
from dungeon_twister.ai.bots.registry import make_bot
from dungeon_twister.game.record.notation import from_choice
from dungeon_twister.game.views import observe
from dungeon_twister.rules.engine.decisions import CHANCE
from dungeon_twister.rules.engine.game import apply


@pytest.mark.parametrize(
    ("scenario", "options"),
    some(
        [
            ("tutorial-1", {}),
            ("tutorial-2", {"memory": "strict"}),
            ("tutorial-3", {"timer": "on"}),
            ("standard", {"selection": "draft", "secretObjects": "yes"}),
            ("standard", {"selection": "frontal", "memory": "strict", "secretObjects": "yes"}),
            ("advanced", {"selection": "frontal", "handicap": "blue/very-experienced/newbie"}),
        ]
    ),
)
def test_greedy_plays_every_variant(scenario: str, options: dict[str, str]) -> None:
    game = run_game(("greedy", "random"), 0, "variants", scenario, options)
    assert game.fault is None
    assert game.winners == ["greedy"]


def test_greedy_beats_random() -> None:
    games = 4 * TIMES
    match = run_match(("greedy", "random"), games, "eight", "tutorial-2")
    assert match.faults == 0
    assert match.wins["greedy"] >= games * 7 // 8


def test_greedy_against_itself() -> None:
    """By the target, not by END-5; and with everything the game has."""
    game = run_game(("greedy", "greedy"), 1, "itself", "standard", {"secretObjects": "yes", "memory": "strict"})
    assert game.fault is None
    assert max(game.vp.values()) >= 5
    for verb in (" reveal ", " move", " turn ", "place ", "combat "):
        assert any(verb in f" {choice}" for choice in game.record.choices), verb


def test_random_plays_the_card_game() -> None:
    for scenario in ("tutorial-1", "tutorial-3"):
        game = run_game(("random", "random"), 0, "random", scenario, {"secretObjects": "yes"})
        assert game.fault is None


def test_the_same_seed_gives_the_same_game() -> None:
    """Also when other games have been thought about in between, and with other mazes remembered."""
    first = run_game(("greedy", "random"), 0, "again", "tutorial-3", {"secretObjects": "yes"})
    run_game(("greedy", "random"), 0, "something else", "tutorial-3")
    assert run_game(("greedy", "random"), 0, "again", "tutorial-3", {"secretObjects": "yes"}).record == first.record


@pytest.mark.parametrize(
    ("lines", "leaves"),
    [
        ("rooms R5=blue-1.0\nat blue-1.C bNa\n", True),  # the circle is open to the south (LNK-5)
        ("rooms R1=blue-1.0\nat N0T bNa\nat N1T bCl\nunder R2 bWa bTh\n", False),
    ],
)
def test_greedy_leaves_the_maze_or_reveals(lines: str, leaves: bool) -> None:
    """It leaves the maze when it can, and reveals the room under which its own characters lie."""
    state = card_position(f"turn blue ap 3\n{lines}at S0T yCl\n")
    bot = make_bot("greedy", "does")
    while not state.over and state.active == 0 and state.decider() == 0:
        apply(state, from_choice(state, bot.choose(observe(state, 0))))
    assert state.vp[0] == 1 if leaves else state.decider() == CHANCE
