"""What lies over the maze, a combat or the choice of teams, locks nobody in: it folds away, and the rest stays at hand."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.amounts import some
from tests.browser.positions import Moment, decides
from tests.browser.visitor import DESK, PHONE, SIDEWAYS, Visitor, Visitors

BOTH = {"blue": "you", "yellow": "you"}
# Presses whatever would choose the rest, again and again, as somebody who is impatient.
IMPATIENT = """async () => {
    for (let press = 0; press < 60; press += 1) {
        document.querySelector("[data-testid=fill-team]")?.click();
        await new Promise((resolve) => setTimeout(resolve, 15));
    }
}"""


def attacked() -> Moment:
    """Yellow has attacked; nobody has laid a card."""
    asked = decides("combat", "blue")
    return lambda view, who: asked(view, who) and view.active == "yellow"


def in_combat(visitor: Visitor) -> dict[str, str]:
    tokens = visitor.sit_down("base", "fight2", attacked(), hold="yellow", bot="greedy", seats=BOTH)
    visitor.ready("combat")
    return tokens


def test_a_player_who_waits_in_a_combat_is_not_locked_in(visitors: Visitors) -> None:
    """One lays a card, the other closes the page: the maze, menu and chat are at hand, the text is true, and one can resign."""
    ann, ben = visitors.new(), visitors.new()
    tokens = in_combat(ann)
    ben.hold(ann.game, {"blue": tokens["blue"]})
    ben.wait("s.combat === 'choose'")
    ann.page.keyboard.press("3")
    ann.at("lay-card").click()
    ann.wait("s.combat === 'waiting'")
    expect(ann.at("away")).to_have_count(0)
    ben.page.goto("/about")
    expect(ann.at("away")).to_have_text(ann.text("play.is-away", player="Blue"))
    expect(ann.page.get_by_text(ann.text("play.away-text"))).not_to_be_visible()  # the scene says it
    # Chat and menu lie over the scene.
    ann.page.keyboard.press("c")
    box = ann.page.get_by_role("textbox").first
    box.click()
    box.fill("Are you there?")
    box.press("Enter")
    ann.page.get_by_text("Are you there?").wait_for()
    box.press("Escape")
    assert ann.state().combat == "waiting"
    # Escape folds the scene away, and the maze can be used.
    ann.page.keyboard.press("Escape")
    ann.wait("!s.combat")
    expect(ann.at("folded")).to_contain_text(ann.text("play.is-away", player="Blue"))
    ann.page.locator("[role=application]").hover()
    ann.at("unfold").click()
    ann.wait("s.combat === 'waiting'")
    ann.at("combat").get_by_role("button", name=ann.text("play.menu")).click()
    menu = ann.page.get_by_role("dialog", name=ann.text("play.menu"))
    bot = menu.get_by_role("button", name=re.compile(re.escape(ann.text("time.stand-in", player="Blue"))))
    expect(bot).to_be_disabled()  # not before ten minutes
    menu.get_by_role("button", name=ann.text("play.resign")).click()
    question = ann.page.get_by_role("dialog", name=ann.text("play.resign-title"))
    question.get_by_role("button", name=ann.text("play.resign"), exact=True).click()
    ann.at("game-over").wait_for()


def test_a_card_stays_chosen_while_the_other_lays_one(visitors: Visitors) -> None:
    ann, ben = visitors.new(), visitors.new()
    tokens = in_combat(ann)
    ben.hold(ann.game, {"blue": tokens["blue"]})
    ben.wait("s.combat === 'choose'")
    ann.page.keyboard.press("3")
    card = ann.at("combat").get_by_role("radio", checked=True)
    expect(card).to_be_focused()
    ben.page.keyboard.press("2")
    ben.at("lay-card").click()
    ben.wait("s.combat === 'waiting'")
    expect(ann.at("combat")).to_contain_text(ann.text("parts.card-laid"))
    expect(card).to_be_focused()
    expect(ann.at("lay-card")).to_have_text(ann.text("parts.lay", value=3))


@pytest.mark.parametrize("size", some([PHONE, SIDEWAYS, DESK]))
def test_the_maze_can_be_looked_at_while_a_card_is_chosen(visitors: Visitors, size: tuple[int, int]) -> None:
    """The chosen card stays chosen, by button and by key."""
    visitor = visitors.new(size)
    in_combat(visitor)
    visitor.page.keyboard.press("3")
    visitor.at("fold").click()
    visitor.wait("!s.combat")
    expect(visitor.at("unfold")).to_be_in_viewport(ratio=1)
    before = visitor.state().version
    visitor.page.keyboard.press("4")  # chooses nothing while the scene is away
    visitor.page.keyboard.press("b")
    visitor.wait("s.combat === 'choose'")
    expect(visitor.at("lay-card")).to_have_text(visitor.text("parts.lay", value=3))
    visitor.page.keyboard.press("b")
    visitor.wait("!s.combat")
    visitor.at("unfold").click()
    expect(visitor.at("lay-card")).to_be_in_viewport(ratio=1)
    assert visitor.state().version == before
    visitor.accessible()
    visitor.at("lay-card").click()
    visitor.wait("s.combat === 'waiting'")


@pytest.mark.parametrize("size", some([(375, 667), (390, 664), SIDEWAYS, (375, 740)]))
def test_on_a_phone_nothing_lies_over_the_cards_of_a_lesson(visitors: Visitors, size: tuple[int, int]) -> None:
    """Cards, odds, what each end brings and the button are all on the screen, under the coach."""
    visitor = visitors.new(size, touch=True, language="de")
    visitor.page.goto("/learn/fight")
    visitor.at("coach").wait_for()
    visitor.page.keyboard.press("s")
    visitor.wait("s.combat === 'choose'")
    visitor.page.get_by_role("radio").nth(1).tap()
    for part in (
        visitor.page.get_by_role("radio").first,
        visitor.page.locator(".odds .bar"),
        visitor.at("stakes"),
        visitor.at("lay-card"),
    ):
        expect(part).to_be_in_viewport(ratio=1)
    foot = visitor.page.locator(".foot").first.bounding_box()
    stakes = visitor.at("stakes").bounding_box()
    assert foot and stakes and stakes["y"] + stakes["height"] <= foot["y"] + 1


def test_everybody_sees_the_draft(visitors: Visitors) -> None:
    """Who waits sees all cards with who took which; a press is answered in words, and nothing can be filled."""
    ann = visitors.new()
    tokens = ann.sit_down("standard", "draft", seats=BOTH, hold="blue", options={"selection": "draft"})
    ben, eve = visitors.new(), visitors.new()
    ben.hold(ann.game, {"yellow": tokens["yellow"]})
    eve.page.goto(f"/play/{ann.game}")
    first, other = (ann, ben) if ann.seen().info.decider == "blue" else (ben, ann)
    first.ready("select")
    for visitor in (other, eve):
        expect(visitor.at("team").locator("[data-state=waiting]")).to_have_count(25)
    expect(other.at("fill-team")).to_be_disabled()
    other.page.locator("[data-token$=Gb]").click(force=True)  # disabled for screen readers, but a press is answered
    name = {ann: "Blue", ben: "Yellow"}[first]
    other.page.get_by_text(other.text("table.pick.not-yet", player=name)).wait_for()
    first.page.locator("[data-token$=Gb]").click()
    for visitor in (other, eve):
        expect(visitor.page.locator("[data-token$=Gb]")).to_contain_text(visitor.text("table.pick.of", player=name))
    expect(other.page.locator("[data-token$=Gb]")).to_have_attribute("data-state", "taken")
    expect(first.page.locator("[data-token$=Gb]")).to_contain_text(first.text("table.pick.yours"))
    other.ready("select")
    other.accessible()
    other.page.keyboard.press("Escape")
    expect(other.at("team")).to_have_count(0)
    other.button("play.menu").click()
    other.page.get_by_role("dialog", name=other.text("play.menu")).wait_for()
    other.escape()
    other.at("unfold").click()
    other.at("team").wait_for()


def test_impatience_does_not_stop_the_choice_of_teams(visitor: Visitor) -> None:
    """*Choose the rest for me* is pressed again and again while the bot chooses; the page goes on to the starters."""
    visitor.sit_down("standard", "hurry", seats={"blue": "you", "yellow": "bot:lamplighter"})
    visitor.at("team").wait_for()
    while visitor.view().pending[-1].kind == "select":
        visitor.page.evaluate(IMPATIENT)
    visitor.ready("starters")
    expect(visitor.at("team")).to_have_count(0)
