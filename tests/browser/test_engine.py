"""The engine of the free board and of finished games: the bar, plans that are played, the reach, and nobody who looks."""

from __future__ import annotations

import json
import re

from playwright.sync_api import Request, expect

from tests.browser.test_board import at, lines, paste
from tests.browser.test_replay import RECORDS, hand_in
from tests.browser.visitor import PHONE, Visitor, Visitors

# Playwright's pages are never hidden by themselves.
HIDE = """hidden => {
    Object.defineProperty(document, "visibilityState", { configurable: true, get: () => hidden ? "hidden" : "visible" });
    document.dispatchEvent(new Event("visibilitychange"));
}"""


def evaluations(visitor: Visitor) -> list[int]:
    """The depths that the page asks for from now on."""
    asked: list[int] = []

    def note(request: Request) -> None:
        if request.url.endswith("/evaluation"):
            asked.append(int(json.loads(request.post_data or "{}")["depth"]))

    visitor.page.on("request", note)
    return asked


def test_on_the_free_board(visitor: Visitor) -> None:
    """It is turned on with a key, shows a bar, plans and arrows; the steps of a plan become a variation."""
    paste(visitor)
    expect(visitor.at("engine")).to_be_visible()
    expect(visitor.at("evaluation-bar")).to_have_count(0)
    visitor.page.keyboard.press("n")
    visitor.at("engine-plan-1").wait_for()
    bar = visitor.at("evaluation-bar")
    expect(bar).to_have_attribute("aria-label", re.compile(r"\d+ ?%.*\d+ ?%"))
    assert sum(int(part.get_attribute("data-percent") or 0) for part in bar.locator("span").all()) in (99, 100, 101)
    expect(visitor.page.locator("[data-mark=plan-arrow]").first).to_be_attached()
    expect(visitor.at("engine-state")).not_to_have_attribute("data-depth", "0")
    visitor.accessible()
    visitor.at("engine-step").first.click()
    at(visitor, "1")
    expect(lines(visitor)).to_have_count(1)
    visitor.page.keyboard.press("ArrowLeft")
    at(visitor, "")
    visitor.at("engine-plan-2").click()
    expect(visitor.at("engine-plan-2")).to_have_attribute("aria-pressed", "true")


def test_the_reach_is_shown_while_a_key_or_the_button_is_held(visitor: Visitor) -> None:
    paste(visitor)
    visitor.page.keyboard.press("n")
    expect(visitor.at("engine-threats")).to_be_visible()
    threatened = visitor.page.locator("[data-mark=threat]")
    expect(threatened).to_have_count(0)
    visitor.page.keyboard.down("x")
    expect(threatened.first).to_be_attached()
    visitor.page.keyboard.up("x")
    expect(threatened).to_have_count(0)
    visitor.at("engine-hold").hover()
    visitor.page.mouse.down()
    expect(threatened.first).to_be_attached()
    visitor.page.mouse.up()
    expect(threatened).to_have_count(0)


def test_it_stops_while_nobody_looks(visitor: Visitor) -> None:
    """A hidden page asks for nothing; back again it goes on. Turned off it asks for nothing either."""
    paste(visitor)
    visitor.page.evaluate(HIDE, True)
    asked = evaluations(visitor)
    visitor.page.keyboard.press("n")
    visitor.page.wait_for_timeout(800)
    assert asked == []
    visitor.page.evaluate(HIDE, False)
    visitor.at("engine-plan-1").wait_for()
    expect(visitor.at("engine-threats")).to_be_visible()
    assert asked[:2] == [1, 0]
    visitor.page.keyboard.press("n")
    visitor.page.wait_for_timeout(300)
    before = list(asked)
    visitor.page.keyboard.press("ArrowRight")
    visitor.page.wait_for_timeout(800)
    assert asked == before


def test_keys_are_listed_where_there_is_an_engine(visitor: Visitor) -> None:
    paste(visitor)
    visitor.page.keyboard.press("?")
    expect(visitor.page.get_by_text(visitor.text("table.keys.engine"))).to_be_visible()
    expect(visitor.page.get_by_text(visitor.text("table.keys.reach"))).to_be_visible()


def test_on_a_phone(visitors: Visitors) -> None:
    """The bar stays under the line above the maze when the drawer with the plans is closed."""
    visitor = visitors.new(PHONE)
    paste(visitor)
    visitor.at("open-variations").click()
    visitor.at("engine").get_by_role("switch").click()
    visitor.at("engine-plan-1").wait_for()
    visitor.accessible()
    visitor.page.keyboard.press("Escape")
    expect(visitor.at("evaluation-bar")).to_be_visible()
    expect(visitor.at("engine-hold")).to_be_visible()


def test_in_a_finished_game(visitor: Visitor) -> None:
    """Its tab turns it on; a plan is played on a free board. In another tab it asks for nothing."""
    hand_in(visitor, RECORDS["board"])
    slider = visitor.page.get_by_role("slider", name=visitor.text("replay.timeline"))
    slider.focus()
    visitor.page.keyboard.press("End")
    visitor.page.get_by_text(visitor.text("analysis.page.engine"), exact=True).click()
    expect(visitor.at("engine-state")).to_contain_text(visitor.text("engine.kind.over"))
    for _ in range(4):
        visitor.button("replay.turn-back").click()
    visitor.at("engine-plan-1").wait_for()
    expect(visitor.at("evaluation-bar")).to_be_visible()
    visitor.accessible()
    visitor.at("engine-step").first.click()
    visitor.at("board").wait_for()
    expect(lines(visitor)).to_have_count(1)
