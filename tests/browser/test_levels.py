"""The levels in the browser: how they are chosen, what is said of them, and that a bot is seen thinking."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Route, expect

from dungeon_twister.ai.bots.levels import LEVELS
from tests.amounts import some
from tests.browser.positions import decides
from tests.browser.visitor import DESK, PHONE, SIDEWAYS, Visitor, Visitors

TABLET = (1024, 768)
# How many rows the levels stand in, and whether a name is cut or the page can be pushed sideways.
FITS = """() => {
    const buttons = [...document.querySelectorAll("[data-testid^=bot-]")];
    const cut = buttons.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.innerText);
    const sideways = document.documentElement.scrollWidth > innerWidth;
    return { rows: new Set(buttons.map((one) => one.offsetTop)).size, cut, sideways };
}"""

# Notes whether the bot was ever seen thinking: it may have done so before a test looks again.
WATCH = """() => {
    const look = () => { window.thought ||= !!document.querySelector("[data-colour=yellow] [data-testid=thinks]"); };
    window.thought = false;
    look();
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true });
}"""


def test_a_level_is_chosen_and_remembered(visitors: Visitors) -> None:
    visitor = visitors.new()
    page = visitor.page
    page.goto("/")
    visitor.at("start").wait_for()
    offered = page.locator("[data-testid^=bot-]").all()
    assert [one.inner_text() for one in offered] == [visitor.text(f"game.bot.{level.name}") for level in LEVELS]
    expect(visitor.at("bot-lamplighter")).to_have_attribute("aria-pressed", "true")
    visitor.at("bot-lamplighter").click()
    expect(page.locator("#expected")).to_have_text(visitor.text("setting.bot.lamplighter.text"))
    visitor.at("start").click()
    page.wait_for_url("**/play/*")
    visitor.wait("s.decision")
    assert visitor.seen().info.seats[1].bot == "lamplighter"
    expect(page.locator("[data-colour=yellow]")).to_contain_text(visitor.text("game.bot.lamplighter"))
    page.goto("/")
    expect(visitor.at("bot-lamplighter")).to_have_attribute("aria-pressed", "true")


def test_a_rating_is_shown_where_there_is_one(visitor: Visitor) -> None:
    def rated(route: Route) -> None:
        found = json.loads(route.fetch().body())
        found["opponents"][2]["rating"] = 1432
        route.fulfill(json=found)

    visitor.page.route("**/api/catalogue", rated)
    visitor.page.goto("/")
    answer = visitor.page.get_by_text(visitor.text("home.new.rating", rating=1432))
    visitor.at("start").wait_for()
    assert answer.count() == 0
    visitor.at("bot-fitter").click()
    expect(answer).to_be_visible()


def test_another_level_is_suggested(visitor: Visitor) -> None:
    """After three wins in a row against the level that is chosen."""
    advice = {"game": "board", "direction": "up", "level": "stoker", "after": "lamplighter"}
    report = {"path": [], "ratings": [], "levels": [], "lessons": [], "missions": {}, "mistakes": [], "entries": 3}
    visitor.keep("dungeon-twister.progress", {**report, "advice": [advice]})
    visitor.page.goto("/")
    said = visitor.page.locator("#expected")
    names = {"after": visitor.text("game.bot.lamplighter"), "level": visitor.text("game.bot.stoker")}
    expect(said).to_have_text(visitor.text("progress.advice.up", **names))
    visitor.at("bot-stoker").click()
    expect(said).to_have_text(visitor.text("setting.bot.stoker.text"))


@pytest.mark.parametrize("language", some(["de", "fr", "en"], 3))
def test_the_levels_fit(visitors: Visitors, language: str) -> None:
    """In one row where there is room, else in two."""
    visitor = visitors.new(language=language)
    visitor.page.goto("/")
    visitor.at("start").wait_for()
    for (width, height), rows in ((DESK, 1), (TABLET, 1), (SIDEWAYS, 2), (PHONE, 2)):
        visitor.page.set_viewport_size({"width": width, "height": height})
        visitor.becomes(lambda: visitor.page.evaluate(FITS), {"rows": rows, "cut": [], "sideways": False})


def test_a_bot_is_seen_thinking(visitor: Visitor) -> None:
    visitor.sit_down("base", "thinking", decides("act"), seats={"blue": "you", "yellow": "bot:archmage"})
    visitor.ready("act")
    visitor.page.evaluate(WATCH)
    assert not visitor.page.evaluate("window.thought")
    visitor.at("end-turn").click()
    visitor.button("play.end-anyway").click()
    visitor.until(lambda: visitor.page.evaluate("window.thought"))
