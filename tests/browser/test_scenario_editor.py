"""The scenario editor: rooms of one's own are laid by mouse, finger and keys, and played at once."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Locator, expect

from tests.browser.test_workshop import draw
from tests.browser.visitor import PHONE, Visitor, Visitors

Point = tuple[float, float]


def middle(thing: Locator) -> Point:
    thing.scroll_into_view_if_needed()
    box = thing.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def squares(visitor: Visitor, thing: Locator, right: float, down: float) -> Point:
    """Where something is when it has been moved by so many squares; a room is five wide."""
    x, y = middle(thing)
    box = visitor.at("place").first.bounding_box()
    assert box is not None
    square = box["width"] / 5
    return x + right * square, y + down * square


def lies(visitor: Visitor) -> list[str]:
    """Where the rooms lie."""
    found: list[str] = visitor.at("place").evaluate_all("(places) => places.map((place) => place.dataset.at)")
    return found


def tables(visitor: Visitor) -> dict[str, Any]:
    """The tables of the scenario that is kept."""
    script = """Object.entries(localStorage).filter(([key]) => key.startsWith("dungeon-twister.work."))
        .map(([, work]) => JSON.parse(work)).find(({ kind }) => kind === "scenario").tables"""
    found: dict[str, Any] = visitor.page.evaluate(script)
    return found


def test_three_own_rooms_are_laid_by_mouse_and_played(visitor: Visitor) -> None:
    page = visitor.page
    page.goto("/workshop")
    visitor.at("new-rooms-board").click()
    draw(visitor, visitor.at("canvas").first, "wall", (1, 3), (4, 3))
    visitor.at("new-pair").click()
    visitor.at("use-rooms").click()
    expect(visitor.at("place")).to_have_count(4)
    editor = page.url
    page.mouse.click(*middle(visitor.at("place").last))
    visitor.at("remove-item").click()
    visitor.becomes(lambda: lies(visitor), ["1,0", "6,0", "1,5"])
    # Dragged over another room it stays where there was space.
    room = visitor.at("place").last
    page.mouse.move(*middle(room))
    page.mouse.down()
    page.mouse.move(*squares(visitor, room, 3, 0), steps=8)
    page.mouse.move(*squares(visitor, room, 3, -3), steps=8)
    page.mouse.up()
    visitor.becomes(lambda: lies(visitor), ["1,0", "6,0", "4,5"])
    visitor.at("undo").click()
    visitor.becomes(lambda: lies(visitor), ["1,0", "6,0", "1,5"])
    visitor.at("redo").click()
    expect(visitor.at("try")).to_be_enabled()
    lids = visitor.at("maze").locator("use[href='#mz-lid']")
    expect(lids).to_have_count(3)
    visitor.at("preview").click()
    expect(lids).to_have_count(0)
    visitor.accessible()
    before = tables(visitor)
    assert before["rooms"] == ["my-rooms"] and "room 4 5" in before["layout"]
    visitor.at("try").click()
    visitor.at("try-bot").click()
    visitor.at("try-start").click()
    page.wait_for_url(re.compile("/play/"))
    visitor.button("play.to-editor").click()
    expect(page).to_have_url(editor)
    expect(visitor.at("place")).to_have_count(3)
    assert tables(visitor) == before


def test_a_finger_moves_rooms_and_the_page(visitors: Visitors) -> None:
    visitor = visitors.new(PHONE, touch=True)
    page = visitor.page
    page.goto("/workshop")
    visitor.at("new-scenario-board").tap()
    expect(visitor.at("place")).to_have_count(4)
    line = visitor.at("line").last
    fingers = page.context.new_cdp_session(page)

    def swipe(start: Point, end: Point) -> None:
        points = [(start[0] + (end[0] - start[0]) * part / 8, start[1] + (end[1] - start[1]) * part / 8) for part in range(9)]
        for number, (x, y) in enumerate(points):
            kind = "touchMove" if number else "touchStart"
            fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
        fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    swipe(middle(line), squares(visitor, line, 2, 0))
    expect(line).to_have_attribute("data-at", "13,0")
    expect(visitor.at("try")).to_be_disabled()  # the line touches no room
    swipe(middle(line), squares(visitor, line, -2, 0))
    expect(line).to_have_attribute("data-at", "11,0")
    expect(visitor.at("try")).to_be_enabled()
    assert page.evaluate("scrollY") == 0
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    visitor.at("add-place").tap()
    expect(visitor.at("place")).to_have_count(5)
    expect(visitor.at("try")).to_be_enabled()
    visitor.at("try").tap()
    visitor.at("try-screen").tap()
    visitor.at("try-start").tap()
    page.wait_for_url(re.compile("/play/"))


def test_certain_rooms_are_picked(visitor: Visitor) -> None:
    visitor.page.goto("/workshop")
    visitor.at("new-scenario-board").click()
    visitor.at("add-room").click()
    visitor.at("pick-pair").first.click()
    expect(visitor.at("place")).to_have_count(6)
    visitor.becomes(lambda: [list(pool) for pool in tables(visitor).get("pool", [])], [["place", "room"]] * 2)
    expect(visitor.at("try")).to_be_enabled()
    visitor.at("wish").get_by_role("combobox").select_option("")
    visitor.becomes(lambda: len(tables(visitor)["pool"]), 1)


def test_keys_and_fields_do_the_same(visitor: Visitor) -> None:
    page = visitor.page
    page.goto("/workshop")
    visitor.at("copy-scenario").click()
    visitor.at("from-elevator").click()
    expect(visitor.at("place")).to_have_count(15)
    maze = visitor.at("maze")
    maze.focus()
    for key in ("PageDown", "PageDown", "ArrowUp"):
        page.keyboard.press(key)
    visitor.becomes(lambda: lies(visitor)[:2], ["0,6", "5,0"])  # past the line that lies there
    page.keyboard.press("Control+z")
    visitor.becomes(lambda: lies(visitor)[:2], ["0,1", "5,1"])
    visitor.at("items").select_option("place-6")
    visitor.at("capacity").fill("2")
    visitor.at("capacity").press("Enter")
    expect(visitor.at("findings")).to_contain_text("38")  # tokens have a place, 40 need one
    visitor.at("findings").get_by_role("button").click()
    visitor.at("fit").click()
    expect(visitor.at("try")).to_be_enabled()
    visitor.at("section-end").locator("summary").click()
    visitor.at("target").fill("7")
    visitor.at("target").press("Enter")
    visitor.becomes(lambda: tables(visitor)["target"], 7)
    visitor.at("section-words").locator("summary").first.click()
    visitor.at("section-words").get_by_text("Français").click()
    visitor.at("title-fr").fill("À moi")
    visitor.at("title-fr").press("Enter")
    visitor.becomes(lambda: tables(visitor).get("translation"), {"fr": {"title": "À moi"}})
    assert tables(visitor)["pool"][0]["lever"] is True
    visitor.accessible()


def test_a_scenario_of_the_card_game(visitor: Visitor) -> None:
    page = visitor.page
    page.goto("/workshop")
    visitor.at("new-scenario-card").click()
    visitor.at("rows").fill("2")
    visitor.at("rows").press("Enter")
    visitor.becomes(lambda: tables(visitor)["capacity"], [2, 2])
    expect(visitor.at("findings")).to_be_visible()
    visitor.at("undo").click()
    expect(visitor.at("try")).to_be_enabled()
    visitor.accessible()
    visitor.at("try").click()
    visitor.at("try-screen").click()
    visitor.at("try-start").click()
    page.wait_for_url(re.compile("/play/"))
