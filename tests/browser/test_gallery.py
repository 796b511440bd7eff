"""The gallery: the list, a game with its marked moments, and the way from one to the next."""

from __future__ import annotations

from playwright.sync_api import expect

from dungeon_twister.learning.gallery import load_gallery
from tests.browser.visitor import Visitor


def test_a_game_of_the_gallery(visitor: Visitor) -> None:
    game = load_gallery()[0]
    first, second = (moment.at for moment in game.moments[:2])
    visitor.page.goto("/gallery")
    expect(visitor.page.get_by_test_id(f"gallery-{game.name}")).to_be_visible()
    visitor.accessible()
    visitor.at(f"gallery-{game.name}").click()
    slider = visitor.page.get_by_role("slider", name=visitor.text("replay.timeline"))
    moments = visitor.page.get_by_test_id("moments").get_by_role("button")
    expect(moments).to_have_count(len(game.moments))
    visitor.page.keyboard.press("n")
    expect(slider).to_have_value(str(first))
    told = moments.first.inner_text()
    assert visitor.page.get_by_test_id("moment").inner_text() in told
    visitor.at("next-moment").click()
    expect(slider).to_have_value(str(second))
    visitor.page.keyboard.press("p")
    expect(slider).to_have_value(str(first))
    expect(visitor.page.get_by_test_id("previous-moment")).to_be_disabled()
    moments.last.click()
    expect(slider).to_have_value(str(game.moments[-1].at))
    visitor.accessible()
