"""The workshop: rooms drawn by mouse, finger and keys, kept in the browser, and played."""

from __future__ import annotations

from playwright.sync_api import Locator, expect

from tests.browser.visitor import Visitor, Visitors

ROOM = 300  # units of a room's drawing, and the rim of the canvas
RIM = 12


def place(canvas: Locator, x: float, y: float) -> tuple[float, float]:
    """Where a point of a room's drawing is on the screen, in squares."""
    canvas.scroll_into_view_if_needed()
    box = canvas.bounding_box()
    assert box is not None
    scale = box["width"] / (ROOM + 2 * RIM)
    return box["x"] + (RIM + 60 * x) * scale, box["y"] + (RIM + 60 * y) * scale


def draw(visitor: Visitor, canvas: Locator, tool: str, *points: tuple[float, float]) -> None:
    """Pick a tool and draw with the mouse held down."""
    visitor.at(f"tool-{tool}").check(force=True)
    visitor.page.mouse.move(*place(canvas, *points[0]))
    visitor.page.mouse.down()
    for point in points[1:]:
        visitor.page.mouse.move(*place(canvas, *point), steps=6)
    visitor.page.mouse.up()


def kept(visitor: Visitor) -> str:
    """The text of the room file that is kept."""
    script = "JSON.parse(localStorage[Object.keys(localStorage).find((key) => key.startsWith('dungeon-twister.work.'))]).text"
    return str(visitor.page.evaluate(script))


def test_rooms_are_drawn_checked_and_kept(visitor: Visitor) -> None:
    page = visitor.page
    page.goto("/workshop")
    visitor.at("new-rooms-board").click()
    canvas = visitor.at("canvas").first
    draw(visitor, canvas, "wall", (1, 3), (4, 3))
    draw(visitor, canvas, "pit", (0.5, 0.5), (2.5, 0.5))
    draw(visitor, canvas, "gate", (1.5, 3))
    visitor.becomes(lambda: kept(visitor).split("\n")[2:8:5], [" O O O . . ", "+ +=+-+-+ +"])
    visitor.accessible()
    # Keys: to the pit, east of it a wall, undone and done again.
    canvas.focus()
    for key in ("w", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    visitor.becomes(lambda: kept(visitor).split("\n")[2], " O|O O . . ")
    visitor.at("undo").click()
    visitor.becomes(lambda: kept(visitor).split("\n")[2], " O O O . . ")
    visitor.at("redo").click()
    # The rules speak up, and show the square.
    for x, y in ((2, 2.5), (3, 2.5), (2.5, 2)):
        draw(visitor, canvas, "wall", (x, y))
    visitor.at("findings").locator("[data-code=gear-unreachable]").get_by_role("button").click()
    expect(canvas.locator("rect.shown")).to_have_count(1)
    visitor.at("room-right").first.click()
    visitor.at("room-arrow").last.click()
    expect(visitor.at("findings").locator("[data-code=twins-same-way]")).to_have_count(1)
    before = kept(visitor)
    page.reload()
    expect(visitor.at("findings").locator("[data-code=twins-same-way]")).to_have_count(1)
    assert kept(visitor) == before
    page.goto("/workshop")
    expect(visitor.at("shelf").locator("li")).to_have_count(1)


def test_a_finger_draws_zones(visitors: Visitors) -> None:
    visitor = visitors.new((390, 844), touch=True)
    visitor.page.goto("/workshop")
    visitor.at("new-rooms-card").tap()
    canvas = visitor.at("canvas").first
    visitor.at("tool-G").check(force=True)
    x, y = place(canvas, 0.5, 0.5)
    visitor.page.touchscreen.tap(x, y)
    visitor.becomes(lambda: kept(visitor).split("\n")[2], " G T T S S ")
    expect(visitor.at("findings").locator("[data-code=zone-parts]")).to_have_count(1)
    assert visitor.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_files_of_others_are_checked(visitor: Visitor) -> None:
    """Markup is shown as the text that it is, or refused; what is removed can be put back."""
    visitor.page.goto("/workshop")

    def bring(name: str, text: str) -> None:
        visitor.at("import").set_input_files({"name": name, "mimeType": "text/plain", "buffer": text.encode()})

    bring("bad.txt", "room <img/src=x> pair=1 turn=cw\n")
    expect(
        visitor.at("findings").locator("[data-code=room-name], [data-code=room-lines], [data-code=room-width]").first
    ).to_be_visible()
    bring("large.txt", "#" * 50_000)
    expect(visitor.page.get_by_text(visitor.text("workshop.shelf.long"))).to_be_visible()
    bring("<b>mine</b>.toml", 'title = "<b>Mine</b>"\ngame = "card"\n')
    expect(visitor.at("shelf").get_by_text("<b>Mine</b>")).to_be_visible()
    visitor.at("remove").click()
    expect(visitor.at("shelf")).to_have_count(0)
    visitor.at("take-back").click()
    expect(visitor.at("shelf").locator("li")).to_have_count(1)
