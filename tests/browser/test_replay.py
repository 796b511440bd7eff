"""Watching games again: a record from a file, its timeline, the eyes of a player, taking it along, and files that are none."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.amounts import some
from tests.browser.positions import decides
from tests.browser.visitor import Visitor

GAMES = Path(__file__).parents[1] / "games"
RECORDS = {
    "board": GAMES / "board" / "base-0-greedy-greedy-0.dt",
    "card": next(iter(sorted((GAMES / "card").glob("*.dt")))),
    "scenarios": next(iter(sorted((GAMES / "scenarios").glob("*.dt")))),
}


def hand_in(visitor: Visitor, record: Path) -> None:
    visitor.page.goto("/replay")
    visitor.page.locator("input[type=file]").set_input_files(record)
    visitor.at("play").wait_for()


def moment(visitor: Visitor) -> int:
    return int(visitor.page.get_by_role("slider", name=visitor.text("replay.timeline")).input_value())


@pytest.mark.parametrize("kind", some(RECORDS))
def test_a_record_from_a_file(visitor: Visitor, kind: str) -> None:
    hand_in(visitor, RECORDS[kind])
    slider = visitor.page.get_by_role("slider", name=visitor.text("replay.timeline"))
    last = int(slider.get_attribute("max") or 0)
    assert last > 50 and moment(visitor) == 0
    for key, result in (("ArrowRight", 1), ("End", last), ("ArrowLeft", last - 1), ("Home", 0)):
        visitor.page.keyboard.press(key)
        expect(slider).to_have_value(str(result))
    visitor.button("replay.turn-on").click()
    visitor.button("replay.turn-on").click()
    expect(slider).not_to_have_value("0")
    visitor.accessible()
    for eyes in ("spectator", "yellow", "all"):
        with visitor.page.expect_response(re.compile(f"viewer={eyes}")) as answer:
            visitor.at("eyes").select_option(eyes)
        assert answer.value.ok
    now = moment(visitor)
    visitor.at("play").click()
    expect(slider).not_to_have_value(str(now))


def test_a_record_is_taken_along(visitor: Visitor, tmp_path: Path) -> None:
    """A game played here is downloaded from its replay, and the file can be handed in again."""
    tokens = visitor.sit_down("base", "taken along", decides("card"), seats={"blue": "you", "yellow": "bot:random"})
    game = visitor.game
    resigned = {"type": "resign", "id": "enough", "seat": "blue"}
    assert visitor.live.call("POST", f"/games/{game}/commands", resigned, tokens["blue"]).status_code == 200
    visitor.page.goto(f"/replay/{game}")
    with visitor.page.expect_download() as loading:
        visitor.button("replay.download").click()
    file = tmp_path / loading.value.suggested_filename
    loading.value.save_as(file)
    assert file.suffix == ".dt" and file.read_text("utf-8") == visitor.live.call("GET", f"/games/{game}/record").text
    hand_in(visitor, file)


def test_files_that_are_no_records(visitor: Visitor, tmp_path: Path) -> None:
    visitor.expected.append("422")
    lines = RECORDS["board"].read_text("utf-8").splitlines()
    files = {
        "picture.dt": b"\x89PNG\r\n\x1a\n" + bytes(range(256)),
        "empty.dt": b"",
        "bent.dt": "\n".join([*lines[:40], "this is no choice", *lines[40:]]).encode(),
    }
    visitor.page.goto("/replay")
    for name, content in files.items():
        file = tmp_path / name
        file.write_bytes(content)
        visitor.page.locator("input[type=file]").set_input_files(file)
        alert = visitor.page.get_by_role("alert")
        expect(alert).to_contain_text(name)
        assert "Traceback" not in alert.inner_text() and len(alert.inner_text()) > len(name) + 10
        visitor.page.reload()
