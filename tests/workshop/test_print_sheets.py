"""A scenario on paper: every part is there, to scale, inside the paper; texts of the file are shown as texts."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from dungeon_twister.presentation.guide.scene import scene_of
from dungeon_twister.presentation.i18n import LANGUAGES, MessageCatalogue
from dungeon_twister.rules.engine.game import new_setting
from dungeon_twister.rules.engine.scenarios import LABORATORIES, builtin_text, scenario_names
from dungeon_twister.workshop.print_parts import CARD, TILE
from dungeon_twister.workshop.print_sheets import MARGIN, PAPERS, Sheet, print_sheets

ENGLISH = MessageCatalogue("en")
NAMES = [name for name in scenario_names() if name not in LABORATORIES]
PART = re.compile(r'<g class="part" transform="translate\(([\d.]+),([\d.]+)\)">')


def kinds(sheets: list[Sheet]) -> list[str]:
    return [sheet.kind for sheet in sheets]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("paper", PAPERS)
def test_every_scenario_can_be_printed(name: str, paper: str) -> None:
    width, height = PAPERS[paper]
    sheets = print_sheets(name, paper, ENGLISH)
    scene = scene_of(new_setting(name, {}))
    for sheet in sheets:
        root = ElementTree.fromstring(sheet.svg)
        assert (root.get("width"), root.get("height")) == (f"{width}mm", f"{height}mm")
        assert "var(--" not in sheet.svg
        for x, y in PART.findall(sheet.svg):
            assert MARGIN <= float(x) < width - MARGIN and MARGIN <= float(y) < height - MARGIN
    drawn = "".join(sheet.svg for sheet in sheets if sheet.kind == "rooms")
    assert all(f">{room.name}</text>" in drawn for room in scene.rooms)
    assert kinds(sheets).count("backs") == kinds(sheets).count("rooms") == -(-len(scene.rooms) // 6)
    assert kinds(sheets).count("cards") == len(scene.seats)
    assert {"overview", "lines", "tokens"} <= set(kinds(sheets))


def test_rooms_and_backs_meet_when_both_sides_are_printed() -> None:
    width, _ = PAPERS["a4"]
    sheets = print_sheets("base", "a4", ENGLISH)
    rooms, backs = ([PART.findall(sheet.svg) for sheet in sheets if sheet.kind == kind] for kind in ("rooms", "backs"))
    for front, behind in zip(rooms, backs, strict=True):
        seen_from_behind = {(round(width - float(x) - TILE, 1), y) for x, y in behind}
        assert {(round(float(x), 1), y) for x, y in front} == seen_from_behind


def test_sizes_are_those_of_a_table() -> None:
    """Three rooms one below the other fit on both papers, sixteen cards too; a room of five squares is 80 mm wide."""
    assert abs(TILE - 82.56) < 0.01
    for width, height in PAPERS.values():
        assert width - 2 * MARGIN > 2 * TILE and height - 2 * MARGIN > 3 * TILE
        assert 4 * CARD[0] < width - 2 * MARGIN and 4 * CARD[1] < height - 2 * MARGIN


def test_texts_of_the_file_are_texts() -> None:
    text = builtin_text("base").replace('title = "Basic Set"', "title = \"</text><script>alert('1')</script>\"")
    sheets = print_sheets(text, "letter", ENGLISH)
    assert all("<script" not in sheet.svg and "&lt;script&gt;" in sheet.svg for sheet in sheets)


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_speaks_three_languages(language: str) -> None:
    catalogue = MessageCatalogue(language)
    sheets = print_sheets("simplified", "a4", catalogue)
    assert catalogue.t("share.print.ruler") in sheets[0].svg
    assert catalogue.t("game.piece.cleric") in "".join(sheet.svg for sheet in sheets)
    assert not any(re.search(r"share\.print|\{\w+\}", sheet.svg) for sheet in sheets)
