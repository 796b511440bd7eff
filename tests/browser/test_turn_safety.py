"""Turns that are not lost to one click: the end of a turn, questions, double clicks, and friends who meet."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from dungeon_twister.game.views import View
from tests.amounts import some
from tests.browser.visitor import Visitor, Visitors

BOT = {"blue": "you", "yellow": "bot:random"}
LAB = """position 1
scenario lab
turn blue ap {points}
rooms {rooms}
maze
      a    b    c    d    e    f    g    h    i    j    k    l
   +----+----+----+----+----+----+----+----+----+----+----+----+
{drawn}
   +----+----+----+----+----+----+----+----+----+----+----+----+
"""
OPEN = """ 1 | o    .    .    .   bHb!  .    .    .    .    .   yG    o  |
   +    +    +    +    +    +    +    +    +    +    +    +    +
 2 | o    .   bG    .    .    .    .    .    .    .    .    o  |
   +    +    +    +    +    +    +    +    +    +    +    +    +
 3 | :    .    .    .    .    .    .    .    .    .    .    :  |
   +    +    +    +    +    +    +    +    +    +    +    +    +
 4 | o    .    .    .    .    .    .    .    .    .    .    o  |
   +    +    +    +    +    +    +    +    +    +    +    +    +
 5 | o    .    .    .    .    @    @    .    .    .    .    o  |"""
DARK = """ 1 | o  | .    .    .    .    .  |                        . o  |
   +    +    +----+----+====+    +                        +    +
 2 | o    .  | .    .    .  | .  .                        . o  |
   +    +    +    +    +    +    +                        +    +
 3 | :    .   b&    @    .  |bH  .           R2           . :  |
   +    +    +    +    +    +    +                        +    +
 4 | o    .  | .    .   yt  | .  .          b1y1          . o  |
   +    +    +    +----+----+    +                        +    +
 5 | o  | .  | .    .    .    O  .                        . o  |"""


def sit(visitor: Visitor, points: int, drawn: str = OPEN) -> View:
    """Blue has so many points left, and may act."""
    rooms = "R1=hall-a.0 R2=hall-b.0" if drawn == OPEN else "R1=1D.1\nunder R2 bG y$"
    game, tokens = visitor.live.make("", seats=BOT, position=LAB.format(points=points, rooms=rooms, drawn=drawn))
    visitor.hold(game, tokens)
    visitor.ready("act")
    view = visitor.view()
    assert isinstance(view, View)
    return view


def at(visitor: Visitor, token: str) -> str:
    view = visitor.view()
    assert isinstance(view, View)
    return (
        view.journey.square
        if view.journey and view.journey.token == token
        else next(t.square for t in view.tokens if t.token == token)
    )


def walk_to(visitor: Visitor, place: str) -> None:
    """The Goblin goes there with the mouse and stops."""
    version = visitor.state().version
    if visitor.state().selected != "bG":
        visitor.click(visitor.token("bG"))
    visitor.wait("s.selected === 'bG'")
    visitor.until(lambda: place in visitor.marks("reach"))
    visitor.click(visitor.marked(place))
    visitor.wait("s.version > a && s.settled", version)
    visitor.page.get_by_role("button", name=re.compile(f"^{visitor.text('play.stop-here')}")).first.click()


def test_the_last_point_does_not_end_the_turn(visitor: Visitor) -> None:
    """TURN-3a: End turn is lit, the page says so, the move can be taken back, and E ends the turn."""
    turn = sit(visitor, 1).turn
    walk_to(visitor, "c4")
    visitor.wait("s.decision === 'act'")
    expect(visitor.at("expected").first).to_have_text(visitor.text("play.expect.spent-undo"))
    expect(visitor.at("announced")).to_have_text(visitor.text("play.expect.spent-undo"))
    expect(visitor.at("end-turn")).to_have_class(re.compile(r"\blit\b"))
    for place in ("c4", "c3", "c2"):
        visitor.at("undo").click()
        visitor.until(lambda place=place: at(visitor, "bG") == place)  # type: ignore[misc]
        visitor.wait("s.settled")
    assert visitor.view().ap == 1
    walk_to(visitor, "c4")
    visitor.wait("s.decision === 'act'")
    assert visitor.view().ap == 0
    visitor.page.keyboard.press("e")
    visitor.settle_turn(turn)


def test_who_wants_it_so_ends_the_turn_with_the_last_point(visitors: Visitors) -> None:
    """The setting is off at first; with it nothing needs to be pressed."""
    visitor = visitors.new(endByItself=True)
    turn = sit(visitor, 1).turn
    walk_to(visitor, "c4")
    visitor.settle_turn(turn)


@pytest.mark.parametrize("way", some(["touch", "mouse", "keyboard"]))
def test_a_friend_is_met_to_take_what_it_carries(visitors: Visitors, way: str) -> None:
    """CARRY-5: the Goblin goes to the Thief, takes the Sword and goes on; the Thief can still be chosen."""
    visitor = visitors.new(touch=True) if way == "touch" else visitors.new()
    sit(visitor, 3)
    visitor.click(visitor.token("bG"))
    visitor.wait("s.selected === 'bG'")
    visitor.until(lambda: "e1" in visitor.marks("reach"))
    meet = visitor.page.get_by_role("button", name=visitor.text("play.meet"))
    friend = visitor.page.get_by_role("button", name=visitor.text("play.choose-friend", token="Thief"))
    if way == "keyboard":
        for key in ("ArrowUp", "ArrowRight", "ArrowRight", "Enter"):
            visitor.page.keyboard.press(key)
        expect(meet).to_be_focused()
    else:
        visitor.click(visitor.token("bH"))
    expect(meet).to_be_visible()
    friend.click()
    visitor.wait("s.selected === 'bH'")
    visitor.click(visitor.token("bG"))  # a carrier can hand its load over: the same question
    visitor.page.get_by_role("button", name=visitor.text("play.choose-friend", token="Goblin")).click()
    visitor.wait("s.selected === 'bG'")
    visitor.until(lambda: "e1" in visitor.marks("reach"))
    visitor.click(visitor.token("bH"))
    meet.click()
    visitor.until(lambda: at(visitor, "bG") == "e1")
    visitor.wait("s.settled")
    visitor.page.get_by_role("button", name=re.compile("Sword")).first.click()
    visitor.until(lambda: getattr(visitor.view().journey, "load", "") == "b!")


def test_revealing_a_room_is_asked_about(visitor: Visitor) -> None:
    """REVEAL-1: as a rotation is, with the mouse and with the keyboard; no means no."""
    before = sit(visitor, 3, DARK)
    visitor.click(visitor.token("bH"))
    visitor.wait("s.selected === 'bH'")
    lid = visitor.page.locator('.stage [data-piece="R2#0"]')
    visitor.click(lid)
    visitor.button("play.not-so").click()
    assert visitor.view() == before
    visitor.click(lid)
    visitor.button("play.do-it").click()
    visitor.until(lambda: visitor.view().ap == 2)


def test_a_double_click_makes_one_decision(visitors: Visitors) -> None:
    """The second half of it lands on what has come in between, and is ignored."""
    visitor = visitors.new(haste=350)
    visitor.sit_down("base", "double", lambda view, who: who == "blue" and view.pending[-1].kind == "card", seats=BOT)
    visitor.ready("card")
    card = visitor.page.get_by_role("button", name="2").first
    box = visitor.resting(card)
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    version = visitor.state().version
    visitor.page.mouse.dblclick(x, y)
    visitor.wait("s.version > a && s.settled", version)
    assert visitor.seen().version == version + 1 and visitor.view().ap == 2
    expect(visitor.at("toast")).to_have_count(0)
