"""The public shelf on the page: a scenario is published, found by its code and in the list, liked, reported and removed."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from dungeon_twister.rules.engine.scenarios import builtin_text
from dungeon_twister.workshop.share_link import pack
from tests.browser.visitor import PHONE, Visitor, Visitors

TITLE = "<b>Two turns</b> in the Donaudampfschifffahrtsgesellschaft"
SHORT = builtin_text("simplified").replace("target = 5", "turns = 2").replace("Simplified game", TITLE)


def published(visitor: Visitor, text: str) -> str:
    """Publish a scenario; return its link."""
    visitor.page.goto(f"/scenario#{pack(text)}")
    visitor.at("open-share").click()
    visitor.at("publish").click()
    return visitor.page.get_by_test_id("shelf-link").input_value()


def test_a_scenario_is_published_found_liked_and_removed(visitors: Visitors) -> None:
    maker, other = visitors.new(), visitors.new(PHONE)
    link = published(maker, SHORT)
    code = link.partition("#")[2]
    assert re.fullmatch(r"[A-Z2-9]{4}-[A-Z2-9]{4}", code)
    maker.accessible()

    other.page.goto("/workshop")
    other.page.get_by_test_id("public-shelf-offer").get_by_role("link").click()
    entry = other.page.get_by_test_id("shelf-entry").filter(has_text=TITLE)
    expect(entry).to_be_visible()
    other.accessible()
    assert other.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "a long title breaks"
    entry.click()
    expect(other.page.get_by_role("heading", name=TITLE)).to_be_visible()
    other.at("like").click()
    expect(other.page.get_by_test_id("published")).to_contain_text(other.text("share.shelf.counts", played=0, liked=1))
    other.accessible()
    other.at("play-shared").click()
    expect(other.page.get_by_test_id("scenario")).to_contain_text(TITLE)

    other.page.goto("/shelf")
    other.at("shelf-code").fill(f" {code.lower()} ")
    other.at("shelf-code").press("Enter")
    expect(other.page.get_by_test_id("published")).to_contain_text(other.text("share.shelf.counts", played=1, liked=1))

    maker.page.goto(link)
    maker.at("unpublish").click()
    maker.at("really-unpublish").click()
    expect(maker.page.get_by_role("heading", name=maker.text("share.shelf.title"))).to_be_visible()
    expect(maker.page.get_by_test_id("shelf-entry").filter(has_text=TITLE)).to_have_count(0)


def test_what_three_people_report_is_hidden(visitors: Visitors) -> None:
    maker = visitors.new()
    link = published(maker, SHORT.replace(TITLE, "Reported"))
    for _ in range(3):
        other = visitors.new()
        other.page.goto(link)
        other.at("report").click()
        other.at("why").fill("rude")
        other.at("send-report").click()
        expect(other.page.get_by_text(other.text("share.shelf.reported"))).to_be_visible()
    other.page.goto("/shelf")
    expect(other.page.get_by_test_id("public-shelf")).to_be_attached()
    expect(other.page.get_by_test_id("shelf-entry").filter(has_text="Reported")).to_have_count(0)
    maker.page.goto("/shelf")
    maker.page.get_by_text(maker.text("share.shelf.whose.own"), exact=True).click()
    expect(maker.page.get_by_test_id("shelf-entry").filter(has_text=maker.text("share.shelf.hidden"))).to_be_visible()
