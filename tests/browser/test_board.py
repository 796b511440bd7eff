"""The free board: all sides played by one person, variations, chance that is chosen, and what is kept."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Locator, expect

from dungeon_twister.game.record.position import read_position
from tests.browser.test_replay import RECORDS, hand_in
from tests.browser.visitor import PHONE, Pilot, Visitor, Visitors

POSITION = """position 1
scenario lab
turn blue ap 4
rooms R1=1D.1
under R2 bG y$
maze
      a    b    c    d    e    f    g    h    i    j    k    l
   +----+----+----+----+----+----+----+----+----+----+----+----+
 1 | o  | .    .    .    .    .  |                        . o  |
   +    +    +----+----+====+    +                        +    +
 2 | o    .  | .    .    .  | .  .                        . o  |
   +    +    +    +    +    +    +                        +    +
 3 | :    .   bWb& yT @  .  | .  .           R2           . :  |
   +    +    +    +    +    +    +                        +    +
 4 | o   bH  | .    .    .  |bC  .          b1y1          . o  |
   +    +    +    +----+----+    +                        +    +
 5 | o  | .  | .    .    .    O  .                        . o  |
   +----+----+----+----+----+----+----+----+----+----+----+----+
"""


def paste(visitor: Visitor, text: str = POSITION) -> None:
    visitor.page.goto("/board")
    visitor.at("board-text").fill(text)
    visitor.at("board-paste").click()
    visitor.at("board").wait_for()
    visitor.ready("act")


def lines(visitor: Visitor) -> Locator:
    return visitor.page.locator("[data-testid=variations] [data-node]")


def at(visitor: Visitor, node: str) -> None:
    expect(visitor.at("board")).to_have_attribute("data-at", node)
    visitor.wait("s.settled")


def walk(visitor: Visitor, token: str, place: str) -> None:
    visitor.click(visitor.token(token))
    visitor.click(visitor.marked(place))


def test_variations(visitor: Visitor) -> None:
    """Play, go back, play something else: a branch. Arrows walk about; a branch is deleted; all is there after a reload."""
    paste(visitor)
    walk(visitor, "bH", "b2")
    at(visitor, "1")
    visitor.page.keyboard.press("ArrowLeft")
    at(visitor, "")
    walk(visitor, "bH", "b3")
    at(visitor, "2")
    expect(lines(visitor)).to_have_count(2)
    visitor.accessible()
    for key, node in (("ArrowUp", "1"), ("ArrowDown", "2"), ("ArrowLeft", ""), ("ArrowRight", "2")):
        visitor.page.keyboard.press(key)
        at(visitor, node)
    visitor.at("compare").click()
    lines(visitor).first.click()
    at(visitor, "1")
    visitor.at("compare").click()
    expect(visitor.at("differences").locator("tr")).to_have_count(1)
    expect(visitor.at("differences")).to_contain_text(re.compile("Thief"))
    visitor.page.keyboard.press("Escape")
    visitor.page.reload()
    at(visitor, "1")
    expect(lines(visitor)).to_have_count(2)
    visitor.at("delete-branch").click()
    expect(lines(visitor)).to_have_count(1)
    at(visitor, "")


def test_both_sides_and_chance(visitor: Visitor, tmp_path: Path) -> None:
    """Both choose their combat cards; a drawn room is drawn again, and chosen; the position is saved as a file."""
    paste(visitor)
    visitor.click(visitor.token("bW"))
    visitor.page.keyboard.press("a")
    if visitor.state().decision != "combat":
        visitor.click(visitor.token("yT"))
    visitor.ready("combat")
    version = visitor.state().version
    Pilot(visitor, {}).lay(3)
    visitor.wait("s.version > a && s.settled && s.advised", version)
    Pilot(visitor, {}).lay(3)
    visitor.close_combat()
    visitor.ready("act")
    with visitor.page.expect_download() as saved:
        visitor.at("save-position").click()
    saved.value.save_as(tmp_path / "position.txt")
    state = read_position((tmp_path / "position.txt").read_text("utf-8"))
    assert state.used[0] and state.used[1]
    visitor.click(visitor.token("bC"))
    visitor.page.keyboard.press("v")
    visitor.button("play.do-it").click()
    visitor.at("chance").wait_for()
    count, shown = lines(visitor).count(), visitor.at("chance-room").input_value()
    rooms = visitor.at("chance-room").locator("option").evaluate_all("all => all.map((one) => one.value)")
    visitor.at("chance-room").select_option(next(name for name in rooms if name != shown))
    expect(lines(visitor)).to_have_count(count + 1)
    node = visitor.at("board").get_attribute("data-at") or ""
    visitor.at("draw-again").click()  # as at first, or as never before
    expect(visitor.at("board")).not_to_have_attribute("data-at", node)


def test_a_moment_of_a_replay_on_a_phone(visitors: Visitors) -> None:
    visitor = visitors.new(size=PHONE, touch=True)
    hand_in(visitor, RECORDS["card"])
    visitor.page.keyboard.press("End")
    for _ in range(3):
        visitor.page.keyboard.press("ArrowUp")
    visitor.at("study-from-here").click()
    visitor.at("board").wait_for()
    visitor.ready("act")
    visitor.at("end-turn").click()
    visitor.button("play.end-anyway").click()
    at(visitor, "1")
    visitor.at("step-back").click()
    at(visitor, "")
    visitor.at("open-variations").click()
    expect(lines(visitor)).to_have_count(1)
    visitor.accessible()


def edited(visitor: Visitor, changes: int) -> None:
    """So many changes are made and shown."""
    expect(visitor.at("edit-undo")).to_have_attribute("data-changes", str(changes))
    visitor.wait("s.settled")


def test_a_position_is_set_up_by_hand(visitor: Visitor) -> None:
    """From the tray into somebody's hands, wounded, refused with a sentence, points, a room laid and turned; taken back."""
    paste(visitor)
    visitor.at("edit").click()
    expect(visitor.at("heading")).to_have_text(visitor.text("board.edit"))  # no action card is asked for
    expect(visitor.page.locator("[data-testid^=action-card-]")).to_have_count(0)
    rope = visitor.page.locator('[data-tray="y&"]')
    rope.click()
    visitor.click(visitor.token("bH"))
    expect(rope).to_have_count(0)
    visitor.click(visitor.token("bH"))
    visitor.click(visitor.token("bC"))
    expect(visitor.at("toast")).to_contain_text("ACT-2")
    visitor.click(visitor.token("bH"))
    visitor.click(visitor.token("bC"))
    visitor.at("edit-wound").click()
    edited(visitor, 2)
    visitor.at("edit-vp-yellow").fill("3")
    visitor.at("edit-vp-yellow").press("Enter")
    edited(visitor, 3)
    visitor.click(visitor.page.locator('.stage [data-piece="R2#0"]'))
    visitor.at("edit-room").select_option("2G")
    edited(visitor, 4)
    visitor.at("edit-cw").click()
    edited(visitor, 5)
    visitor.accessible()
    for left in (4, 3):
        visitor.at("edit-undo").click()
        edited(visitor, left)
    visitor.at("edit-done").click()
    with visitor.page.expect_download() as saved:
        visitor.at("save-position").click()
    text = Path(saved.value.path()).read_text("utf-8")
    assert "bHy&" in text and "|bc " in text and "yellow vp 3" in text and "rooms R1=1D.1\n" in text


def test_a_bad_text_gets_its_sentence(visitor: Visitor) -> None:
    visitor.page.goto("/board")
    visitor.at("board-text").fill(POSITION.replace("ap 4", "ap four"))
    visitor.at("board-paste").click()
    expect(visitor.page.get_by_role("alert")).to_contain_text("line 3")
    visitor.expected.append("400")
