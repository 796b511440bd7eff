"""A scenario behind a link: opened in another browser, kept, played, printed, balanced; hostile links get a sentence."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from dungeon_twister.rules.engine.scenarios import builtin_text
from dungeon_twister.workshop.share_link import pack
from tests.browser.visitor import PHONE, Visitor, Visitors
from tests.workshop.hostile import LINKS, whole

# A game of two turns: bots are through with it in a moment.
SHORT = builtin_text("simplified").replace("target = 5", "turns = 2").replace("Simplified game", "Two turns")


def opened(visitor: Visitor, text: str) -> None:
    visitor.page.goto(f"/scenario#{pack(text)}")
    expect(visitor.page.get_by_test_id("shared-scenario")).to_be_visible()


def test_a_link_is_opened_kept_and_played(visitor: Visitor) -> None:
    opened(visitor, SHORT)
    expect(visitor.page.get_by_role("heading", name="Two turns")).to_be_visible()
    visitor.accessible()
    visitor.at("keep-shared").click()
    visitor.at("to-shelf").click()
    expect(visitor.page.get_by_test_id("shelf")).to_contain_text("Two turns")
    visitor.page.go_back()
    visitor.at("play-shared").click()
    expect(visitor.page.get_by_test_id("scenario")).to_contain_text("Two turns")
    visitor.at("start").click()
    visitor.page.wait_for_url(re.compile("/play/"))


def test_the_link_of_the_page_opens_in_another_browser(visitors: Visitors) -> None:
    maker, friend = visitors.new(), visitors.new(PHONE)
    opened(maker, SHORT)
    maker.at("open-share").click()
    link = maker.page.get_by_test_id("scenario-link").input_value()
    maker.accessible()
    friend.page.goto(link)
    expect(friend.page.get_by_test_id("shared-scenario")).to_contain_text("Two turns")
    friend.accessible()


def test_hostile_links(visitor: Visitor) -> None:
    trouble = visitor.page.get_by_test_id("link-trouble")
    for link in [link for link in LINKS if link["code"] != "shelf"]:  # the page asks the server about those
        line = whole(link["line"])
        visitor.page.goto("/workshop")
        visitor.page.goto(f"/scenario#{line.partition('#')[2] or line}")
        expect(trouble).to_contain_text(visitor.text(f"share.link.{link['code']}").split("{")[0].split(":")[0])
    visitor.page.goto("/scenario#" + pack("title = 3\n"))
    expect(trouble).to_have_text(visitor.text("share.open.bad"))
    visitor.accessible()


def test_a_scenario_that_cannot_be_played_is_shown_with_its_errors(visitor: Visitor) -> None:
    """Its title is no markup, and it can be kept to be mended."""
    opened(visitor, SHORT.replace("Two turns", "<img src=x onerror=alert(1)>").replace("starters = 4", "starters = 40"))
    expect(visitor.page.get_by_role("heading", name="<img")).to_be_visible()
    expect(visitor.page.get_by_test_id("play-shared")).to_be_disabled()
    expect(visitor.page.get_by_test_id("open-print")).to_be_disabled()
    expect(visitor.page.get_by_test_id("findings")).to_contain_text("40 cannot start")


def test_it_is_printed_one_sheet_a_page(visitor: Visitor) -> None:
    opened(visitor, SHORT)
    visitor.at("open-print").click()
    sheets = visitor.page.get_by_test_id("print-sheets").get_by_role("listitem")
    expect(visitor.page.get_by_test_id("print")).to_be_enabled()
    visitor.accessible()
    number = sheets.count()
    paper = visitor.page.pdf(prefer_css_page_size=True)
    sizes = re.findall(rb"/MediaBox ?\[0 0 ([\d.]+) ([\d.]+)\]", paper)
    assert len(sizes) == number > 6 and all(abs(float(width) - 595.3) < 1 for width, _ in sizes)
    visitor.page.get_by_text("Letter", exact=True).click()
    expect(sheets.first.get_by_role("img")).to_be_visible()
    visitor.until(lambda: b"[0 0 612 792]" in visitor.page.pdf(prefer_css_page_size=True).replace(b"791.99", b"792"))


@pytest.mark.parametrize("stop", [False, True], ids=["to the end", "stopped"])
def test_its_balance_is_tried(visitor: Visitor, stop: bool) -> None:
    opened(visitor, SHORT)
    visitor.at("open-balance").click()
    visitor.page.get_by_text("200" if stop else "20", exact=True).click()
    visitor.at("balance-start").click()
    verdict = visitor.page.get_by_test_id("verdict")
    expect(verdict).to_be_visible()
    if stop:
        visitor.at("balance-stop").click()
        expect(visitor.page.get_by_test_id("balance-start")).to_be_visible()
        return
    expect(verdict.locator("[data-code=no-points], [data-code=draws], [data-code=short]").first).to_be_visible()
    expect(visitor.page.get_by_test_id("balance-start")).to_be_visible()
    visitor.accessible()
