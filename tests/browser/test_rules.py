"""Rules in context: a refusal leads to the words of its rule, in the reader's own language, beside the maze."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.positions import decides
from tests.browser.visitor import DESK, PHONE, Visitors

BOT = {"blue": "you", "yellow": "bot:random"}


@pytest.mark.parametrize("size", [DESK, PHONE])
def test_a_refusal_opens_its_rule_in_french(visitors: Visitors, size: tuple[int, int]) -> None:
    """The text comes marked, the maze stays to be seen beside it, Esc gives the keyboard back."""
    visitor = visitors.new(size, language="fr")
    page = visitor.page
    visitor.sit_down("base", "rules", decides("card"), seats=BOT)
    visitor.ready("card")
    page.keyboard.press("5")
    clause = "TURN-4" if visitor.view().turn == 1 else "TURN-5"  # whoever begins must play the 2, the other at most the 3
    why = visitor.at("toast").locator(f"[data-clause={clause}]")
    expect(why).to_have_text(visitor.text("parts.why"))
    assert clause in (why.get_attribute("title") or "")
    why.click()
    rule = visitor.at("rule")
    expect(rule).to_contain_text(visitor.text("rules.board.action-cards"))
    expect(rule).to_be_focused()
    panel, maze = visitor.resting(page.get_by_role("dialog")), visitor.resting(page.locator(".stage"))
    covered = max(0, min(panel["x"] + panel["width"], maze["x"] + maze["width"]) - max(panel["x"], maze["x"])) * max(
        0, min(panel["y"] + panel["height"], maze["y"] + maze["height"]) - max(panel["y"], maze["y"])
    )
    assert covered < maze["width"] * maze["height"] / 2
    visitor.accessible()
    visitor.escape()
    visitor.until(lambda: page.evaluate("document.activeElement !== document.body"))
