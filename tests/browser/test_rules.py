"""Rules in context: a refusal leads to the words of its rule, in the reader's own language, next to the maze."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.amounts import some
from tests.browser.positions import decides
from tests.browser.visitor import DESK, PHONE, SIDEWAYS, Visitor, Visitors

BOT = {"blue": "you", "yellow": "bot:random"}


def test_a_refusal_opens_its_rule_in_french(visitors: Visitors) -> None:
    """The text comes marked, the maze stays visible next to it, Esc gives the keyboard back."""
    visitor = visitors.new(DESK, language="fr")
    visitor.sit_down("base", "rules", decides("card"), seats=BOT)
    visitor.ready("card")
    look_up(visitor)
    visitor.page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    visitor.page.reload()
    visitor.ready("card")
    look_up(visitor)


def look_up(visitor: Visitor) -> None:
    page = visitor.page
    page.keyboard.press("5")
    clause = "TURN-4" if visitor.view().turn == 1 else "TURN-5"  # the first player must play the 2, the other at most the 3
    why = visitor.at("toast").locator(f"[data-clause={clause}]")
    expect(why).to_have_text(visitor.text("parts.why"))
    assert clause in (why.get_attribute("title") or "")
    why.click()
    rule = visitor.at("rule")
    expect(rule).to_contain_text(visitor.text("rules.board.action-cards"))
    expect(rule).to_be_focused()
    visitor.escape()
    expect(rule).to_have_count(0)
    page.keyboard.press("5")
    why.click()  # once more, when its words are there already
    expect(rule).to_be_focused()
    panel, maze = visitor.resting(page.get_by_role("dialog")), visitor.resting(page.locator(".stage"))
    covered = max(0, min(panel["x"] + panel["width"], maze["x"] + maze["width"]) - max(panel["x"], maze["x"])) * max(
        0, min(panel["y"] + panel["height"], maze["y"] + maze["height"]) - max(panel["y"], maze["y"])
    )
    assert covered < maze["width"] * maze["height"] / 2
    visitor.accessible()
    visitor.escape()
    visitor.until(lambda: page.evaluate("document.activeElement !== document.body"))


def test_a_picture_answers_for_the_selected_character(visitors: Visitors) -> None:
    """By a button and in the picture itself; the sums of a fight are shown; a clause leads back to its cards."""
    visitor = visitors.new(PHONE, language="fr")
    page = visitor.page
    page.goto("/rules/group-combat?game=board")
    sums = visitor.at("sums")
    expect(sums).to_contain_text(visitor.text("examples.sum", attack=8, defence=8))
    visitor.accessible()
    page.get_by_role("button", name=visitor.text("game.piece.goblin")).first.click()
    answer = visitor.at("answer")
    expect(answer).to_contain_text("Le Gobelin ne peut attaquer personne d’ici.")
    expect(sums).to_have_count(0)
    visitor.resting(visitor.at("picture"))
    page.locator("[data-testid=picture] [data-piece=bH]").click()
    expect(answer).to_contain_text("La Voleuse peut attaquer")
    visitor.at("clauses").get_by_role("link", name="GROUP-5").click()
    expect(visitor.at("cards")).to_contain_text(visitor.text("rules.board.group-combat"))
    visitor.at("cards").get_by_role("link").first.click()
    expect(visitor.at("rule")).to_be_focused()


def test_searching_by_keyboard_in_three_languages(visitors: Visitors) -> None:
    """A slash leads to the field, accents do not matter, arrows choose, Enter opens, the other game is found too."""
    for language, typed, entry in (("fr", "epee", "sword"), ("de", "rustung", "armor"), ("en", "WALL-W", "wall-walker")):
        visitor = visitors.new(language=language)
        page = visitor.page
        page.goto("/rules?game=board")
        visitor.at("pictures").wait_for()
        page.keyboard.press("/")
        page.keyboard.type(typed)
        found = visitor.at("found").get_by_role("option")
        expect(found.first).to_have_attribute("data-address", f"/rules/{entry}?game=board")
        expect(found.nth(1)).to_have_attribute("data-address", f"/rules/{entry}?game=card")
        if language == "fr":
            visitor.accessible()
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
        expect(page).to_have_url(re.compile(rf"/rules/{entry}\?game=card$"))
        expect(page.get_by_role("heading", name=visitor.text(f"game.piece.{entry}"))).to_be_visible()


def test_the_title_of_another_language_is_found(visitors: Visitors) -> None:
    visitor = visitors.new()
    page = visitor.page
    page.goto("/rules?game=card")
    page.get_by_role("combobox").fill("Schießscharte")
    expect(visitor.at("found").get_by_role("option").first).to_have_attribute("data-address", "/rules/arrow-slit?game=card")


@pytest.mark.parametrize(("theme", "least"), some([("dark", PHONE), ("light", SIDEWAYS)]))
def test_pictures_and_strategy_fit_their_screens(visitors: Visitors, theme: str, least: tuple[int, int]) -> None:
    visitor = visitors.new(least, language="de", theme=theme)
    page = visitor.page
    for address, mark in (
        ("/rules?game=card", "pictures"),
        ("/rules/sight?game=card", "picture"),
        ("/rules/strategy", "strategy"),
    ):
        page.goto(address)
        visitor.at(mark).wait_for()
        visitor.accessible()
        for width, height in (PHONE, SIDEWAYS, DESK, least):
            page.set_viewport_size({"width": width, "height": height})
            visitor.until(lambda: page.evaluate("document.documentElement.scrollWidth <= innerWidth"))
        assert re.findall(r"\b(?:examples|strategy|rules|game)\.[a-z][\w.-]+", page.locator("body").inner_text()) == []
