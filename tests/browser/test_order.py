"""Somebody who writes what one does not want to read: not shown, reported, kept out."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.visitor import Visitors


def test_what_to_do_about_somebody_who_writes(visitors: Visitors) -> None:
    """By the menu of a line: nobody else hears of it, and muting is remembered."""
    live = visitors.live
    made = live.call("POST", "/games", {"scenario": "base", "seats": {"blue": "you"}, "name": "Ann"}).json()
    game, token = made["info"]["id"], made["seats"][0]["token"]
    joined = live.call("POST", f"/games/{game}/join", {"name": "Ben"}).json()["seats"][0]
    visitor = visitors.new(name="Ann")
    visitor.hold(game, {"blue": token})
    visitor.wait("s.settled")
    page = visitor.page

    def say(number: int, text: str) -> None:
        line = {"type": "say", "id": f"s{number}", "seat": "yellow", "text": text}
        assert live.call("POST", f"/games/{game}/commands", line, joined["token"]).status_code == 200

    say(1, "something rude")
    page.keyboard.press("c")
    page.get_by_text("something rude").wait_for()
    more = visitor.button("order.more", player="Ben")
    more.click()
    visitor.accessible()
    page.get_by_role("button", name=visitor.text("order.report")).click()
    page.get_by_text(visitor.text("order.reported")).wait_for()
    expect(page.get_by_role("button", name=visitor.text("order.report"))).to_have_count(0)
    more.click()
    visitor.expected += ["409"]
    page.get_by_role("button", name=visitor.text("order.block")).click()  # from this very machine
    page.get_by_text(visitor.text("refusals.cannot-block")).wait_for()
    more.click()
    page.get_by_role("button", name=visitor.text("order.mute")).click()
    expect(page.get_by_text("something rude")).to_have_count(0)
    say(2, "and once more")
    page.reload()
    visitor.wait("s.settled")
    page.keyboard.press("c")
    hidden = page.get_by_text(visitor.text("order.hidden", player="Ben"))
    hidden.wait_for()
    expect(page.get_by_text("and once more")).to_have_count(0)
    visitor.button("order.show").click()
    page.get_by_text("and once more").wait_for()
    expect(hidden).to_have_count(0)
