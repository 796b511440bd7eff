"""Hints and threats on the page: asked for by key and button, worded in the language of the page, drawn on the maze, gone with
the position; and not offered where people play who have not agreed."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from dungeon_twister.game.views import CardView, View
from tests.amounts import some
from tests.browser.positions import decides
from tests.browser.visitor import DESK, PHONE, Visitor, Visitors

SEATS = {"blue": "you", "yellow": "bot:greedy"}


def later(view: View | CardView, who: str) -> bool:
    """Blue acts when both sides are in the maze."""
    return decides("act")(view, who) and view.turn >= 7


def test_a_hint_has_three_grades_and_goes_with_the_position(visitor: Visitor) -> None:
    visitor.sit_down("base", "hints", later, bot="greedy", seats=SEATS)
    visitor.ready("act")
    strip = visitor.at("hint")
    visitor.page.keyboard.press("i")
    expect(visitor.at("hint-more")).to_contain_text(visitor.text("analysis.hint.more.2"))
    assert visitor.marks("plan-ring", "plan-arrow") == []
    visitor.at("hint-more").click()
    expect(visitor.at("hint-more")).to_contain_text(visitor.text("analysis.hint.more.3"))
    visitor.until(lambda: visitor.marks("plan-ring"))
    visitor.page.keyboard.press("i")
    steps = strip.get_by_role("button", name=visitor.text("analysis.hint.steps"))
    steps.click()
    assert visitor.until(strip.locator("li").all_inner_texts)
    visitor.until(lambda: visitor.marks("plan-arrow", "plan-ring"))
    visitor.accessible()
    # Something is done: what was said about the position before is gone, and in the same turn the plan comes at once.
    visitor.page.keyboard.press("e")
    visitor.button("play.end-anyway").click()
    expect(strip).to_have_count(0)
    visitor.becomes(lambda: visitor.marks("plan-arrow", "plan-ring"), [])


def test_threats_are_drawn_until_they_are_turned_off(visitor: Visitor) -> None:
    visitor.sit_down("base", "threats", later, bot="greedy", seats=SEATS)
    visitor.ready("act")
    button = visitor.button("play.threats")
    visitor.page.keyboard.press("t")
    expect(button).to_have_attribute("aria-pressed", "true")
    answer = visitor.until(visitor.at("threats").get_by_role("status").inner_text, lambda text: "…" not in text)
    found = visitor.live.call(
        "GET", f"/games/{visitor.game}/threats?version={visitor.state().version}", token=visitor.tokens["blue"]
    ).json()["threats"]
    tokens = [one["token"] for one in [*found.get("attacks", []), *found.get("exits", [])]]
    visitor.becomes(lambda: sorted(visitor.marks("danger-ring")), sorted(tokens))
    assert (visitor.text("analysis.threat.none") in answer) == (not tokens)
    visitor.accessible()
    visitor.page.keyboard.press("Escape")
    expect(button).to_have_attribute("aria-pressed", "false")
    visitor.becomes(lambda: visitor.marks("danger-ring"), [])


def test_on_a_phone_the_hint_has_its_button(visitors: Visitors) -> None:
    visitor = visitors.new(PHONE, touch=True, language="de")
    visitor.sit_down("base", "hints", later, bot="greedy", seats=SEATS)
    visitor.ready("act")
    visitor.button("play.hint").tap()
    for grade in (2, 3):
        expect(visitor.at("hint-more")).to_contain_text(visitor.text(f"analysis.hint.more.{grade}"))
        visitor.at("hint-more").tap()  # the sheet does not lie over it, however many characters stand there
    visitor.until(lambda: visitor.marks("plan-ring", "plan-arrow"))
    visitor.accessible()


@pytest.mark.parametrize(("scenario", "size"), some([("standard", (844, 390)), ("base", DESK)]))
def test_in_a_combat_the_hint_names_a_card(visitors: Visitors, scenario: str, size: tuple[int, int]) -> None:
    """By key and by button, inside the scene: first a nudge, then the card, which is marked, with the odds as the reason."""
    visitor = visitors.new(size)
    visitor.sit_down(scenario, "cards", decides("combat"), bot="greedy", seats=SEATS)
    visitor.ready("combat")
    scene = visitor.at("combat")
    visitor.page.keyboard.press("i")
    strip = scene.get_by_test_id("hint")
    expect(strip).to_contain_text(visitor.text("analysis.nudge.combat"))
    expect(visitor.at("hint")).to_have_count(1)
    scene.get_by_test_id("combat-hint").click()
    expect(scene.locator(".hinted").first).to_be_visible()
    for card in scene.locator(".hinted").all():  # in the Card Game some lay two
        expect(strip).to_contain_text(re.findall(r"\d+", card.get_attribute("aria-label") or "")[0])
    visitor.accessible()
    visitor.page.keyboard.press("Escape")
    expect(strip).to_have_count(0)
    expect(scene).to_be_visible()


def test_against_people_hints_are_there_only_if_the_switch_was_on(visitors: Visitors) -> None:
    """The switch on Home; a guest sees it before he sits down, and both may ask then."""
    ann, ben = visitors.new(), visitors.new()
    game, tokens = ann.live.make("base", seats={"blue": "you"})
    ann.live.call("POST", f"/games/{game}/join", {})
    ann.hold(game, tokens)
    expect(ann.button("play.all-choices")).to_be_visible()
    expect(ann.button("play.hint")).to_have_count(0)
    ann.page.goto("/")
    ann.at("opponent-friend").click()
    ann.at("allow-hints").check()
    ann.start()
    expect(ann.at("hints-on")).to_be_visible()
    ben.page.goto(f"/join/{ann.at('code').inner_text()}")
    expect(ben.at("hints-on")).to_be_visible()
    ben.at("join").click()
    for visitor in (ann, ben):
        expect(visitor.button("play.hint")).to_be_visible()
    ann.page.keyboard.press("t")
    expect(ann.at("threats")).to_be_visible()
