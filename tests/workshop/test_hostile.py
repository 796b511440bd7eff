"""Hostile links and files: each gets one clear sentence in every language, quickly, and nothing is written."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from dungeon_twister import Game, TextError
from dungeon_twister.cli.main import main
from dungeon_twister.presentation.i18n import LANGUAGES, MessageCatalogue
from dungeon_twister.rules.engine.scenarios import LONGEST_TEXT, builtin_text, own_scenario
from dungeon_twister.workshop.scenario_check import check_scenario
from dungeon_twister.workshop.share_link import LinkError, pack, unpack
from tests.workshop.hostile import FILES, LINKS, text_of, whole

QUICK = 0.5  # seconds of processor time
LONGEST_SENTENCE = 500


@pytest.mark.parametrize("row", LINKS, ids=[row["why"] for row in LINKS])
def test_links(row: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    began = time.process_time()
    with pytest.raises(LinkError) as caught:
        unpack(whole(row["line"]))
    assert caught.value.code == row["code"] and time.process_time() - began < QUICK
    sentences = {caught.value.sentence(MessageCatalogue(language)) for language in LANGUAGES}
    assert len(sentences) == len(LANGUAGES) and all("{" not in said and len(said) < 150 for said in sentences)
    file = tmp_path / "new.toml"
    assert main(["scenario", "open", whole(row["line"]), "-o", str(file)]) == 2 and not file.exists()
    told = capsys.readouterr()
    assert told.out == "" and told.err.strip() == caught.value.sentence(MessageCatalogue("en"))


@pytest.mark.parametrize("row", FILES, ids=[row["why"] for row in FILES])
def test_files(row: dict[str, Any]) -> None:
    text = text_of(row)
    began = time.process_time()
    first, *others = check_scenario(text)
    assert time.process_time() - began < QUICK and len(others) < 100
    assert (first.code, first.severity, first.values) == (row["code"], "error", row["values"])
    sentences = {first.sentence(MessageCatalogue(language)) for language in LANGUAGES}
    assert len(sentences) == len(LANGUAGES) and all(len(said) < LONGEST_SENTENCE for said in sentences)
    problem = str(first.values.get("problem", ""))
    assert all(problem in said and "\n" not in said for said in sentences)
    with pytest.raises(TextError):
        Game.new(text + "\n")  # a text has several lines


@pytest.mark.parametrize("row", FILES, ids=[row["why"] for row in FILES])
def test_files_in_links(row: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A link that can be read may hold such a file: it is not written."""
    text, file = text_of(row), tmp_path / "new.toml"
    if len(text) > LONGEST_TEXT:
        with pytest.raises(LinkError):
            pack(text)
        return
    assert main(["scenario", "open", pack(text), "-o", str(file)]) == 1 and not file.exists()
    assert "\x1b" not in capsys.readouterr().out


def test_markup_in_a_title_is_a_title() -> None:
    """It can be played, and is shown as text."""
    text = builtin_text("base").replace("Basic Set", "<script>alert(1)</script>")
    assert check_scenario(text) == [] and own_scenario(text).title == "<script>alert(1)</script>"
