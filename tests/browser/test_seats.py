"""Who sits where, in the browser: names, the waiting room, and games that leave one's list."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.amounts import some
from tests.browser.visitor import DESK, PHONE, Visitor, Visitors


def new_game(visitor: Visitor, scenario: str, opponent: str) -> None:
    visitor.page.goto("/")
    visitor.at("start").wait_for()
    visitor.page.locator("button.now").click()
    visitor.at(f"scenario-{scenario}").click()
    visitor.at(f"opponent-{opponent}").click()


def test_people_at_one_screen_and_bots_have_names(visitors: Visitors) -> None:
    """The names that were typed stand on the curtain and in the list, next to the name of a bot."""
    visitor = visitors.new()
    page = visitor.page
    new_game(visitor, "three-players", "screen")
    visitor.at("own-name").fill("Ann")
    visitor.at("name-red").fill("Ben")
    page.locator(".seats select").nth(1).select_option("bot:clockmaker")
    visitor.at("start").click()
    page.wait_for_url("**/play/*")
    visitor.at("curtain").wait_for()
    names = [seat.name for seat in visitor.seen().info.seats]
    assert names[:2] == ["Ann", "Ben"]
    curtain = visitor.at("curtain").inner_text()
    assert "Ann" in curtain or "Ben" in curtain
    page.goto("/games")
    expect(page.get_by_test_id("continue")).to_contain_text(visitor.text("game.bot.clockmaker"))
    page.goto("/")
    visitor.at("start").wait_for()
    visitor.at("opponent-friend").click()
    expect(visitor.at("own-name")).to_have_value("Ann")


def test_the_maker_keeps_the_table(visitors: Visitors) -> None:
    """A guest is sent away, a bot takes the seat, the list is left, and nobody but the maker cancels."""
    host, guest = visitors.new(name="Ann"), visitors.new(name="Ben")
    guest.expected += ["WebSocket"]
    new_game(host, "three-players", "friend")
    host.at("start").click()
    host.page.wait_for_url("**/play/*")
    expect(host.at("local")).to_have_text(host.text("lobby.only-here"))
    host.accessible()
    code = host.at("code").inner_text()
    guest.page.goto(f"/join/{code}")
    guest.at("join").click()
    guest.at("leave-seat").wait_for()
    assert guest.at("cancel").count() == 0
    host.at("free-red").click()
    guest.page.get_by_text(guest.text("refusals.sent-away")).wait_for()
    host.at("fill-red").select_option("lamplighter")
    host.at("free-red").wait_for()
    host.page.get_by_role("switch").click()
    host.page.get_by_text(host.text("lobby.listed-yes")).wait_for()
    guest.page.goto("/")
    guest.page.get_by_text(guest.text("home.open.by", name="Ann")).first.wait_for()
    guest.page.goto(f"/join/{code}")
    guest.at("join").click()
    host.at("heading").wait_for(state="attached")  # all seats are taken
    guest.page.get_by_role("button", name=guest.text("play.menu")).first.click()
    menu = guest.page.get_by_role("dialog")
    assert menu.get_by_role("button", name=guest.text("play.delete")).count() == 0
    menu.get_by_role("button", name=guest.text("play.hide")).click()
    guest.page.goto("/games")
    guest.page.get_by_role("heading", name=guest.text("home.games.hidden")).wait_for()
    guest.page.get_by_role("button", name=guest.text("home.games.show")).click()
    guest.page.get_by_role("heading", name=guest.text("home.games.running")).wait_for()


def test_a_guest_who_never_moved_is_sent_away_from_a_game_that_has_begun(visitors: Visitors) -> None:
    host, guest = visitors.new(name="Ann"), visitors.new(name="Ben")
    guest.expected += ["WebSocket"]
    new_game(host, "base", "friend")
    host.at("start").click()
    host.page.wait_for_url("**/play/*")
    guest.page.goto(f"/join/{host.at('code').inner_text()}")
    guest.at("join").click()
    host.at("heading").wait_for(state="attached")
    host.page.get_by_role("button", name=host.text("play.menu")).first.click()
    host.page.get_by_role("dialog").get_by_role("button", name=host.text("play.free-seat-of", player="Ben")).click()
    host.at("code").wait_for()
    guest.page.get_by_text(guest.text("refusals.sent-away")).wait_for()


def test_a_game_is_cancelled_before_it_begins(visitors: Visitors) -> None:
    host, guest = visitors.new(name="Ann"), visitors.new(name="Ben")
    new_game(host, "three-players", "friend")
    host.at("start").click()
    host.page.wait_for_url("**/play/*")
    guest.page.goto(f"/join/{host.at('code').inner_text()}")
    guest.at("join").click()
    guest.at("leave-seat").wait_for()
    host.at("cancel").click()
    host.at("cancel-yes").click()
    host.page.wait_for_url(lambda url: "/play/" not in url)
    guest.page.get_by_role("heading", name=guest.text("play.cancelled")).wait_for()


@pytest.mark.parametrize("size", some([PHONE, DESK]))
def test_games_are_seen_without_scrolling(visitors: Visitors, size: tuple[int, int]) -> None:
    """One's own games and those that look for company; and the text of the scenario is not cut."""
    visitor = visitors.new(size)
    visitor.live.make(seats={"blue": "you"}, name="Bea", listed=True)
    visitor.sit_down("base", "home", seats={"blue": "you", "yellow": "bot:random"})
    visitor.page.goto("/")
    visitor.at("start").wait_for()
    for shown in (visitor.at("continue"), visitor.page.get_by_role("link", name=visitor.text("home.join.go"))):
        box = visitor.resting(shown.locator("visible=true"))
        assert box["y"] + box["height"] <= size[1]
    text = visitor.page.locator("button.now small")
    visitor.until(lambda: text.evaluate("(one) => one.scrollWidth <= one.clientWidth && one.scrollHeight <= one.clientHeight"))
    expect(text).to_have_text(visitor.text("setting.scenario.simplified.text"))
