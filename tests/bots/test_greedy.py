"""The bot `greedy`: beats `random`, plays every variant, answers the same for the same seed and views."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from tests.amounts import TIMES

import dungeon_twister.ai.bots
from dungeon_twister.ai.arena.matches import run_game, run_match
from dungeon_twister.ai.bots.registry import BOTS, make_bot


def test_greedy_beats_random() -> None:
    """Games of the simplified game, which is as hard and half as long; the whole one is among the variants."""
    games = 3 * TIMES
    match = run_match(("greedy", "random"), games, "ten", "simplified")
    assert match.faults == 0
    assert match.wins["greedy"] >= games * 5 // 6
    reached = sum(max(game.vp.values()) >= 5 for game in match.played)
    assert reached >= games * 5 // 6  # by the target, not by stalemate


@pytest.mark.parametrize(
    ("scenario", "options"),
    [
        ("base", {"memory": "strict", "jumpShape": "straight", "handicap": "blue/5/56", "endRule": "immediate"}),
        ("base", {"handicap": "yellow/4/6", "target": "8", "tieBreak": "firstToTarget"}),
    ],
)
def test_greedy_plays_every_variant(scenario: str, options: dict[str, str]) -> None:
    game = run_game(("greedy", "random"), 0, "variants", scenario, options)
    assert game.fault is None
    assert game.winners == ["greedy"]


def test_greedy_against_itself() -> None:
    game = run_game(("greedy", "greedy"), 0, "itself")
    assert game.fault is None
    assert max(game.vp.values()) >= 5
    assert any(" reveal " in choice for choice in game.record.choices)
    assert any(" attack " in choice for choice in game.record.choices)
    assert any(" turn " in choice for choice in game.record.choices)


def test_the_same_seed_gives_the_same_game() -> None:
    """Also when other games have been thought about in between, and with other maps remembered."""
    first = run_game(("greedy", "random"), 0, "again", "simplified")
    run_game(("greedy", "random"), 0, "something else", "simplified")
    assert run_game(("greedy", "random"), 0, "again", "simplified").record == first.record


def test_names() -> None:
    for name in BOTS:
        assert make_bot(name, "seed").name == name
    with pytest.raises(ValueError, match="there is no bot 'deep'"):
        make_bot("deep", "seed")


def test_bots_know_nothing_but_views() -> None:
    """They may use the rules, the notation and what the gate lets through, not the game that is being played."""
    allowed = (
        "compiled",
        "ai.bots",
        "ai.search",
        "game.determinization",
        "game.record",
        "game.session.bot",
        "game.views",
        "rules.engine",
        "rules.geometry",
    )
    forbidden = ("game.record.recorded_game", "game.record.files")
    folder = Path(next(iter(dungeon_twister.ai.bots.__path__)))
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("dungeon_twister."):
                module = node.module.removeprefix("dungeon_twister.")
                assert f"{module}.".startswith(tuple(f"{one}." for one in allowed)), f"{path.name} imports {module}"
                assert module not in forbidden, path.name
                names = [name.name for name in node.names]
                assert not (module.startswith("game.views") and "observe" in names), path.name
