"""The command `gallery`: the list, and a game with its moments."""

from __future__ import annotations

import json

import pytest

from dungeon_twister.learning.gallery import load_gallery
from dungeon_twister.presentation.i18n import LANGUAGES, MessageCatalogue
from tests.cli.conftest import Run


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_list(run: Run, language: str) -> None:
    out, words = run("gallery", "--language", language).out, MessageCatalogue(language)
    for game in load_gallery():
        assert game.name in out and words.t(f"gallery.game.{game.name}.title") in out
    assert words.t("terminal.gallery.how", name=load_gallery()[0].name) in out


def test_a_game_tells_its_moments(run: Run) -> None:
    game = load_gallery()[0]
    lines = run("gallery", game.name).out.splitlines()
    assert len(lines) == len(game.record.choices) + len(game.moments)
    moment = game.moments[-1]
    at = run("gallery", str(game.number), "--at", str(moment.at)).out
    one = json.loads(run("gallery", game.name, "--json", "--at", str(moment.at)).out)
    assert one["step"] == moment.at and one["note"] in at and any(one["note"] in line for line in lines)


def test_the_list_as_json(run: Run) -> None:
    rows = [json.loads(line) for line in run("gallery", "--json").out.splitlines()]
    assert [row["name"] for row in rows] == [game.name for game in load_gallery()]


def test_an_unknown_game(run: Run) -> None:
    result = run("gallery", "no-such-game")
    assert result.code == 2 and "no-such-game" in result.err
