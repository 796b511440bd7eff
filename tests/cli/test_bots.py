"""The command `bots`, and bots that are named by their level."""

from __future__ import annotations

import json

import pytest

from dungeon_twister.ai.bots import levels, registry
from dungeon_twister.ai.bots.levels import LEVELS
from tests.cli.conftest import Run


def test_all_bots_with_their_descriptions(run: Run) -> None:
    lines = run("bots", "--language", "en").out.splitlines()
    assert [line.split()[0] for line in lines[:-1]] == registry.bot_names()
    assert any(line.startswith("gearwright   Gearwright   Plans a whole turn, but not your answer.") for line in lines)
    assert lines[-1] == "archmage can also be called strongest, wherever a bot is named."
    rated = {line.split()[0] for line in lines[:-1] if "rating" in line}
    assert rated == {level.name for level in LEVELS if level.rating is not None}, "nothing is said about what has none"


def test_bots_lists_ratings(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    rated = [levels.Level(name=level.name, strength=level.strength, compiled=level.compiled, rating=1700) for level in LEVELS]
    monkeypatch.setattr("dungeon_twister.cli.bots_command.LEVELS", rated)
    assert run("bots", "--language", "en").out.count("rating 1700") == len(LEVELS)
    output = json.loads(run("bots", "--json").out)
    assert output["strongest"] == "archmage"
    assert {bot["name"]: bot["rating"] for bot in output["bots"]}["fitter"] == 1700
    assert [bot["name"] for bot in output["bots"] if bot["level"]] == [level.name for level in LEVELS]


@pytest.mark.parametrize(
    ("language", "words"), [("fr", "Il n’y a pas de robot wizard (il y a random"), ("de", "Einen Bot wizard gibt es nicht")]
)
def test_unknown_bot(run: Run, language: str, words: str) -> None:
    found = run("play", "--bot", "wizard", "--language", language)
    assert (found.code, found.out) == (2, "")
    assert found.err.startswith(words) and "archmage" in found.err and found.err.count("\n") == 1
