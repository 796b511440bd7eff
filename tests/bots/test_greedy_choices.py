"""The choices of `greedy` in stored positions of both games. All ratings are relative to it, so it must not change."""

from __future__ import annotations

import json
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from tests.amounts import some

from dungeon_twister.ai.bots.greedy import GREEDY
from dungeon_twister.ai.search.board.weights import TUNABLE
from dungeon_twister.game.record.chance import dice_of
from dungeon_twister.game.record.files import load
from dungeon_twister.game.record.notation import choice_text
from dungeon_twister.game.record.recorded_game import RecordedGame
from dungeon_twister.game.views import observe
from dungeon_twister.rules.engine.decisions import CHANCE
from dungeon_twister.rules.engine.game import legal, new_setting

GAMES = Path(__file__).parent.parent / "games"
STORED = Path(__file__).parent / "greedy_choices.json"


@cache
def stored() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(STORED.read_text("utf-8"))
    return found


def choices_of(name: str, numbers: set[int]) -> dict[str, str]:
    """Return what `greedy` chooses and plans in some positions of a recorded game, and how many positions it evaluates."""
    record, seed = load((GAMES / f"{name}.dt").read_text("utf-8"), name)
    game = RecordedGame(new_setting(record.header.played, record.header.options), seed, dice_of(record.header.chance, seed))
    found: dict[str, str] = {}
    while len(game.log) <= max(numbers):
        number = len(game.log)
        if number in numbers:
            bot = GREEDY(f"{name}/{number}")
            plan = bot.think(observe(game.state, game.state.decider()))
            found[str(number)] = f"{'; '.join(map(choice_text, plan))} ({bot.nodes})"
        game.play(record.choices[number])
    return found


def renew() -> None:
    """Store everything anew: `python -c "from tests.bots.test_greedy_choices import renew; renew()"`.

    This moves the anchor of the ladder: measure the new bot against the old one first (docs/data/ratings.md).
    """
    choices = {name: choices_of(name, numbers_of(name)) for name in stored()["choices"]}
    new = {**stored(), "profile": asdict(GREEDY.profile), "weights": dict(GREEDY.weights), "choices": choices}
    STORED.write_text(json.dumps(new, indent=1) + "\n", "utf-8")


def numbers_of(name: str) -> set[int]:
    """Return the positions to look at: of each kind of decision the first few with several choices, and some later ones."""
    record, seed = load((GAMES / f"{name}.dt").read_text("utf-8"), name)
    game = RecordedGame(new_setting(record.header.played, record.header.options), seed, dice_of(record.header.chance, seed))
    found: set[int] = set()
    kinds: dict[int, int] = {}
    while not game.over:
        number, state = len(game.log), game.state
        if state.decider() != CHANCE and len(legal(state)) > 1:
            decision = state.decision()
            kinds[decision] = kinds.get(decision, 0) + 1
            if kinds[decision] in (1, 12, 30, 60):
                found.add(number)
        game.play(record.choices[number])
    return found


def test_the_profile_and_the_weights_are_frozen() -> None:
    assert asdict(GREEDY.compiled) == stored()["profile"] and GREEDY.interpreted is None
    assert GREEDY.weights == stored()["weights"]
    assert set(GREEDY.weights) == set(TUNABLE)  # so a change of a default changes nothing here


@pytest.mark.both_ways
@pytest.mark.parametrize("name", some(stored()["choices"]))
def test_greedy_chooses_as_stored(name: str) -> None:
    choices: dict[str, str] = stored()["choices"][name]
    assert choices_of(name, {int(number) for number in choices}) == choices
