"""A finished game analysed on the replay page: sums at once, then the graph, marks and plans."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

from tests.browser.visitor import Visitor

RECORD = Path(__file__).parents[1] / "games" / "card" / "tutorial-1-0-greedy-greedy-1.dt"


def test_a_game_is_analysed_and_its_moments_are_shown(visitor: Visitor) -> None:
    id = visitor.live.http.post("/api/replays", content=RECORD.read_bytes()).json()["id"]
    visitor.page.goto(f"/replay/{id}?analysis")
    # Statistics need no search.
    visitor.page.get_by_role("radio", name=visitor.text("analysis.page.statistics")).click()
    expect(visitor.at("statistics").get_by_role("table")).to_be_visible()
    visitor.accessible()
    visitor.page.get_by_role("radio", name=visitor.text("analysis.page.analysis")).click()
    expect(visitor.page.get_by_role("list", name=visitor.text("analysis.page.accuracy"))).to_be_visible(timeout=90_000)
    # A click on the graph goes to a turn, where the best plan is drawn and described.
    graph = visitor.at("graph")
    box = graph.bounding_box()
    assert box is not None
    graph.click(position={"x": box["width"] * 0.9, "y": box["height"] / 2})
    visitor.until(lambda: visitor.page.locator("[data-mark=plan-arrow], [data-mark=plan-ring]").count())
    expect(visitor.at("analysis").locator("section")).to_be_visible()
    visitor.accessible()
    # Asked for again it is there at once.
    visitor.page.reload()
    expect(visitor.at("graph")).to_be_visible()
    expect(visitor.at("analyse")).to_have_count(0)
