"""The colours and glyphs of the drawing are the page's own."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tools import drawing

from dungeon_twister.presentation.guide.drawing_parts import figures
from dungeon_twister.presentation.svg.defs import icon_of
from dungeon_twister.rules.engine.game import new_setting
from dungeon_twister.rules.engine.scenarios import scenario_names


def kept(name: str) -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = json.loads((drawing.TARGET / name).read_text("utf-8"))
    return found


def test_the_themes_are_those_of_the_page() -> None:
    assert kept("themes.json") == drawing.themes(), "run python3 tools/drawing.py"
    assert {"floor", "wall", "blue-line-mark", "pair-1", "neutral-line", "pair-tint"} <= kept("themes.json")["dark"].keys()


def test_every_figure_has_the_glyph_that_the_page_gives_it() -> None:
    icons = kept("icons.json")
    assert icons["figures"] == drawing.figure_icons(), "run python3 tools/drawing.py"
    assert {*icons["figures"].values(), *drawing.SIGNS} == icons["glyphs"].keys()


@pytest.mark.skipif(not Path(drawing.GLYPHS).exists(), reason="the page's packages are not installed")
def test_the_glyphs_are_those_of_the_page() -> None:
    assert kept("icons.json")["glyphs"] == drawing.glyphs(set(kept("icons.json")["glyphs"]))


@pytest.mark.parametrize("scenario", scenario_names())
def test_every_figure_of_every_scenario_has_a_glyph_of_its_own(scenario: str) -> None:
    assert all(icon_of(figure.key) != "meeple" for figure in figures(new_setting(scenario)))
