"""The setup in the browser: what still fits, what a token can do, a draft that stays where it is."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.positions import decides
from tests.browser.visitor import Visitors

BOT = {"blue": "you", "yellow": "bot:random"}


def test_rooms_say_what_still_fits(visitors: Visitors) -> None:
    visitor = visitors.new(language="fr")
    page = visitor.page
    visitor.sit_down("base", "setup", decides("lay"), seats=BOT)
    visitor.ready("lay")
    rooms = {room.place: len(room.under) for room in visitor.view().rooms}
    capacity = {
        place["place"]: place["capacity"] for place in visitor.live.call("GET", "/scene?scenario=base").json()["places"]
    }
    left = [capacity[place] - under for place, under in rooms.items()]
    words = [visitor.text(f"play.free.{'one' if count == 1 else 'other'}", count=count) for count in left if count]
    pills = page.locator(".stage svg text")
    visitor.becomes(lambda: sorted(text for text in pills.all_text_contents() if text in words), sorted(words))
    token = page.locator("[data-token]").first
    assert token.get_attribute("title")
    place = visitor.until(lambda: visitor.marks("room"))[0]
    box = visitor.resting(visitor.marked(place))
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    more = capacity[place] - rooms[place] - 1
    page.get_by_text(visitor.text(f"play.fits-more.{'one' if more < 2 else 'other'}", count=more)).wait_for()


def test_a_draft_stays_under_the_pointer(visitors: Visitors) -> None:
    visitor = visitors.new()
    page = visitor.page
    visitor.sit_down("standard", "draft", decides("select"), seats=BOT, options={"selection": "draft"})
    visitor.wait("s.decision === 'select'")
    order = "(cards) => cards.map((card) => card.dataset.token)"
    page.locator(".card-pick").first.wait_for()
    before = page.locator(".card-pick").evaluate_all(order)
    version = visitor.state().version
    page.locator(".card-pick.available").nth(4).click()
    visitor.wait("s.decision === 'select' && s.version > a", version)
    visitor.becomes(lambda: page.locator(".card-pick").evaluate_all(order), before)
    expect(page.locator(".card-pick.picked")).to_have_count(1)
    expect(page.locator(".card-pick.taken")).to_have_count(1)
    expect(page.get_by_role("status").filter(has_text=visitor.text("parts.of-chosen", needed=8))).to_contain_text("1")


def test_a_tutorial_does_not_ask_for_a_team(visitors: Visitors) -> None:
    visitor = visitors.new()
    visitor.sit_down("tutorial-1", "setup", decides("starters"), seats=BOT)
    visitor.wait("s.decision === 'starters'")
    assert visitor.page.get_by_text(visitor.text("play.step.select")).count() == 0
    visitor.page.get_by_text(visitor.text("play.step.lay.card")).first.wait_for()
