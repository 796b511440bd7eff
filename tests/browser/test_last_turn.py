"""What the others did stays to be seen: marks in the maze, sentences over it, and playing it again."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from dungeon_twister.game.views import CardView, View
from tests.browser.positions import decides
from tests.browser.visitor import Visitor

SEATS = {"blue": "you", "yellow": "bot:greedy"}
LAST = ("trail", "last", "sign")


def last_marks(visitor: Visitor) -> list[str]:
    return sorted(visitor.marks(*LAST))


def later(view: View | CardView, who: str) -> bool:
    """Blue chooses a card after the other has had two turns."""
    return decides("card")(view, who) and view.turn >= 5


def test_the_last_turn_stays_visible_until_the_next_deed(visitor: Visitor) -> None:
    visitor.sit_down("base", "picture", later, bot="greedy", seats=SEATS)
    visitor.ready("card")
    strip = visitor.at("last-turn")
    expect(strip).to_contain_text(visitor.text("play.last-turn").partition("{")[0])
    visitor.until(lambda: visitor.marks("trail"))
    marks = last_marks(visitor)
    # All of it in sentences, the same as in the log; none of them shows hidden knowledge twice.
    strip.get_by_role("button").first.click()
    answer = visitor.until(strip.locator("li").all_inner_texts)
    visitor.until(visitor.page.locator(".dockrow .log-panel li").all_inner_texts, lambda logged: set(answer) <= set(logged))
    visitor.accessible()
    strip.get_by_role("button").first.click()
    # Shown again it ends where it stood, and the turn goes on.
    before = visitor.state().version
    visitor.at("again").click()
    visitor.ready("card")
    visitor.becomes(lambda: last_marks(visitor), marks)
    expect(visitor.at("again")).to_be_enabled()
    assert visitor.state().version == before
    # After a reload the page shows the same.
    visitor.page.reload()
    visitor.ready("card")
    visitor.becomes(lambda: last_marks(visitor), marks)
    # A card is not a deed yet; a step is.
    visitor.page.locator("[data-testid^=action-card-]:not(.off)").last.click()
    visitor.ready("act")
    visitor.becomes(lambda: last_marks(visitor), marks)
    walk(visitor)
    visitor.becomes(lambda: last_marks(visitor), [])
    expect(strip).to_be_visible()


def test_the_maze_has_the_names_of_the_log(visitor: Visitor) -> None:
    """Squares on the rim, rooms on their lids; a line of the log that is pointed at lights up what it speaks of."""
    visitor.sit_down("base", "picture", later, bot="greedy", seats=SEATS)
    visitor.ready("card")
    names = set(visitor.until(visitor.page.locator(".stage .coordinates text").all_text_contents))
    view = visitor.view()
    assert isinstance(view, View)
    lids = {room.place for room in view.rooms if not room.name}
    assert lids and names == set("abcdefghijklmnopqrstuv") | {str(row) for row in range(1, 11)} | lids
    line = visitor.page.locator(".dockrow .log-panel li").filter(has_text=re.compile(r"moves .*to [a-v]\d+")).first
    square = re.search(r"to ([a-v]\d+)", line.inner_text())
    assert square and {square[1][0], square[1][1:]} <= names
    line.hover()
    visitor.page.wait_for_function(
        "(place) => document.querySelector(`.stage [data-mark=lit][data-place=${place}]`)", arg=square[1]
    )
    # Hidden, and turned round, they are as one likes it.
    visitor.button("play.settings").click()
    visitor.page.get_by_role("switch", name=visitor.text("parts.settings.coordinates")).click()
    expect(visitor.page.locator(".stage .coordinates")).to_have_count(0)


def walk(visitor: Visitor) -> None:
    """Anybody, anywhere."""
    view = visitor.view()
    assert isinstance(view, View)
    standing = {token.square for token in view.tokens}
    for token in dict.fromkeys(choice.token for choice in view.choices if choice.do == "move"):
        visitor.click(visitor.token(token))
        visitor.wait("s.selected === a && s.advised", token)
        free = [place for place in visitor.marks("reach") if place not in standing]
        if free:
            before = visitor.state().version
            visitor.click(visitor.marked(free[0]).last)
            visitor.wait("s.version > a && s.decision", before)
            return
    raise AssertionError("nobody can walk")
