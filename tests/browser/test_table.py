"""At the table: setting up by hand, walking by mouse, keyboard and finger, fighting, taking back, being refused."""

from __future__ import annotations

import re
from collections.abc import Callable

import msgspec
import pytest
from playwright.sync_api import expect

from dungeon_twister.game.views import CardView, View
from tests.amounts import some
from tests.browser.fights import NO_WATCHDOG, can_attack, fight_by_mouse
from tests.browser.positions import advance, decides
from tests.browser.visitor import PHONE, SIDEWAYS, ZOOMED, Visitor, Visitors, text

ARROWS = ("ArrowRight", "ArrowUp", "ArrowLeft", "ArrowDown")
SIGNS = {
    "A": "wall-walker",
    "C": "cleric",
    "G": "goblin",
    "H": "thief",
    "M": "mekanork",
    "T": "troll",
    "W": "warrior",
    "Z": "wizard",
}
BOT = {"blue": "you", "yellow": "bot:random"}
# Press the button that closes a result as soon as it is there, and remember whether it is there a moment later.
HASTY = """() => new MutationObserver((_, watcher) => {
    const button = () => document.querySelector("[data-testid=combat-close]");
    if (!button()) return;
    watcher.disconnect();
    button().click();
    setTimeout(() => (window.stays = !!button()), 100);
}).observe(document.body, { childList: true, subtree: true })"""


def squares(view: View | CardView) -> dict[str, str]:
    """Where the tokens of the board game are."""
    assert isinstance(view, View)
    return {token.token: token.square for token in view.tokens}


def somebody_able(visitor: Visitor) -> tuple[str, str]:
    """Choose one character after the other in the maze until one has somewhere to go; it and a place."""
    view = visitor.view()
    assert isinstance(view, View)
    movers = dict.fromkeys(choice.token for choice in view.choices if choice.do == "move")
    for token in movers:
        visitor.click(visitor.token(token))
        visitor.wait("s.selected === a && s.advised", token)
        places = [place for place in visitor.marks("reach") if place not in squares(view).values()]
        if places:
            return token, places[0]
    raise AssertionError(f"none of {list(movers)} has anywhere to go")


def test_setting_up_by_hand(visitor: Visitor) -> None:
    visitor.sit_down("base", "hand", seats=BOT)
    for number in (1, 2):
        visitor.ready("starters")
        place = visitor.until(lambda: visitor.marks("place"))[0]
        tray = visitor.page.locator("button.ready[data-token], button.picked[data-token]")
        token = tray.nth(1).get_attribute("data-token")
        assert token
        tray.nth(1).click()
        before = visitor.state().shows
        visitor.click(visitor.marked(place))
        visitor.wait("s.shows > a", before)
        assert squares(visitor.view())[token] == place and len(squares(visitor.view())) >= number
    # Taken back, the token is in the tray again; the machine does the rest.
    before = visitor.state().shows
    visitor.at("take-back").click()
    visitor.wait("s.shows > a", before)
    assert token not in squares(visitor.view())
    expect(visitor.page.locator(f'button[data-token="{token}"]')).to_be_visible()
    visitor.at("fill").click()
    visitor.ready("lay")
    visitor.accessible()
    # Tokens are laid on rooms.
    room = visitor.until(lambda: visitor.marks("room", "room-strong"))[0]
    before = visitor.state().version
    visitor.click(visitor.page.locator(f'.stage [data-turn="{room}"]'))
    visitor.wait("s.version > a", before)
    assert any(seen.place == room and seen.under for seen in visitor.view().rooms)
    visitor.at("fill").click()
    visitor.wait("s.decision && !['starters', 'lay'].includes(s.decision)")


def test_a_turn_by_mouse(visitor: Visitor) -> None:
    visitor.sit_down("base", "mouse", decides("card"), seats=BOT)
    visitor.ready("card")
    # What cannot be played says why, with its rule: at first that is everything but the 2.
    chooser = visitor.page.get_by_role("region", name=visitor.text("parts.choose-action-card"))
    expect(chooser).to_contain_text(f"3, 4, 5 {visitor.text('refusals.first-card-is-two')}")
    expect(chooser.locator("[data-clause]")).to_have_attribute("data-clause", "TURN-4")
    expect(visitor.at("action-card-5")).to_contain_text(visitor.text("refusals.short.first-card-is-two"))
    visitor.page.locator("[data-testid^=action-card-]:not(.off)").last.click()
    visitor.ready("act")
    token, place = somebody_able(visitor)
    before = visitor.state().version
    visitor.click(visitor.marked(place))
    visitor.wait("s.version > a && s.decision", before)
    assert squares(visitor.view())[token] == place
    # Taken back step by step, everybody stands where they stood.
    while visitor.state().decision == "travel":
        now = visitor.state().version
        visitor.at("undo").click()
        visitor.wait("s.version > a && s.decision", now)
    assert squares(visitor.view())[token] != place
    # Ending a turn early is confirmed first.
    turn = visitor.view().turn
    visitor.at("end-turn").click()
    visitor.button("play.end-anyway").click()
    visitor.settle_turn(turn)


def test_refusals(visitor: Visitor) -> None:
    """A click on what cannot be done says why, in a sentence, and changes nothing."""
    visitor.sit_down("base", "mouse", decides("act"), seats=BOT)
    visitor.ready("act")
    token, _ = somebody_able(visitor)
    before = visitor.state().version
    enemy = next(name for name in squares(visitor.view()) if name.startswith("y"))
    visitor.click(visitor.page.locator(f'.stage [data-piece^="{enemy}"]'))
    toast = visitor.at("toast")
    expect(toast).to_contain_text(visitor.text("refusals.no-contact"))  # COMBAT-1
    expect(toast.locator("[data-clause]")).to_have_attribute("data-clause", "COMBAT-1")
    toast.get_by_role("button", name=visitor.text("parts.close")).click()
    expect(toast).to_have_count(0)
    # An empty square out of reach: how far it is, or what bars the way.
    look_for(visitor, [key for key in ARROWS for _ in range(9)], lambda place: is_far(visitor, place))
    visitor.page.keyboard.press("Enter")
    expect(toast).to_contain_text(re.compile(r"[A-Z].+\."))
    expect(toast).not_to_contain_text(visitor.text("play.refuse.reach"))
    expect(toast.locator("[data-clause]")).to_have_attribute("data-clause", re.compile("MOVE|PIT"))
    off = visitor.page.locator("button.action[aria-disabled=true]").first
    off.click(force=True)  # disabled for screen readers, but a click says why: a sentence, and the clause of the rules
    expect(toast).to_contain_text(re.compile(r"[A-Z].+\."))
    expect(toast.locator("[data-clause]")).to_be_visible()
    assert visitor.state().version == before and visitor.seen().version == before and token


def test_combat(visitor: Visitor) -> None:
    """Cards are laid unseen, turned up together, and looked at for as long as one likes."""
    asked = decides("combat", "yellow")
    tokens = visitor.sit_down(
        "base",
        "fight2",
        lambda view, who: asked(view, who) and view.active == "yellow",  # who attacks lays first
        hold="yellow",
        bot="greedy",
        seats={"blue": "you", "yellow": "you"},
    )
    visitor.wait("s.combat === 'choose'")
    visitor.accessible()
    expect(visitor.at("combat").get_by_role("radio", checked=True)).to_have_count(0)  # nobody's card is chosen for him
    expect(visitor.at("lay-card")).to_be_disabled()
    expect(visitor.at("stakes")).to_contain_text(visitor.text("play.stake.nobody"))
    visitor.page.keyboard.press("Enter")  # lays nothing
    held = sorted({choice.value for choice in visitor.view("yellow").choices})
    for value in held:  # a digit chooses
        visitor.page.keyboard.press(str(value))
        expect(visitor.at("lay-card")).to_have_text(visitor.text("parts.lay", value=value))
        expect(visitor.at("combat").get_by_role("radio", checked=True)).to_be_focused()
    before = visitor.seen().version
    visitor.page.keyboard.press("Enter")
    visitor.wait("s.combat === 'waiting'")
    visitor.page.evaluate(HASTY)
    advance(visitor.live, visitor.game, tokens, lambda view, _: not view.combat)
    visitor.wait("s.combat === 'shown'")
    visitor.until(lambda: visitor.page.evaluate("window.stays"))  # a click on the result that has only just come
    visitor.accessible()
    expect(visitor.at("combat-close")).to_be_enabled()
    visitor.page.keyboard.press("Escape")
    visitor.wait("s.combat !== 'shown' && s.version > a", before)


def test_a_turn_by_keyboard(visitor: Visitor) -> None:
    """Card, character, way, end: nothing needs a pointer, and what is read out is about the selected character."""
    visitor.sit_down("base", "mouse", decides("card"), seats=BOT)
    visitor.ready("card")
    value = visitor.view().choices[0].value
    visitor.page.keyboard.press(str(value))
    visitor.ready("act")
    assert visitor.view().ap == value
    before = visitor.state().version
    start = squares(visitor.view())
    visitor.wait("s.announced === a", visitor.text("play.choose-character"))
    for number in range(8):
        last = visitor.state()
        visitor.page.keyboard.press("Tab")
        visitor.wait("s.selected && s.selected !== a.selected && s.announced !== a.announced", msgspec.to_builtins(last))
        chosen = visitor.state()
        assert name_of(chosen.selected) in chosen.announced, chosen
        visitor.page.keyboard.press("ArrowUp")  # along the own line, from the selected character
        focus = visitor.until(lambda: visitor.marks("focus"))[0]
        assert steps_between(focus, start[chosen.selected]) <= 1
        if number and visitor.marks("reach"):
            break
    walk_by_arrows(visitor)
    visitor.wait("s.version > a && s.decision", before)
    assert squares(visitor.view()) != start
    going = visitor.state()
    if going.decision == "travel":
        assert going.selected == chosen.selected and name_of(going.selected) in going.announced
    # The log is one stop for Tab, with arrows from name to name.
    log = visitor.page.locator(".log-panel")
    log.get_by_role("log").focus()
    visitor.page.keyboard.press("ArrowRight")
    expect(log.locator(".mention").first).to_be_focused()
    expect(log.locator('.mention[tabindex="0"]')).to_have_count(0)
    # The chat opens ready for typing, from its key and from the menu, and gives the keyboard back.
    visitor.page.keyboard.press("c")
    expect(visitor.page.get_by_label(visitor.text("parts.chat-label"))).to_be_focused()
    visitor.page.keyboard.press("Escape")
    expect(visitor.page.get_by_role("application")).to_be_focused()  # the log made room for the chat meanwhile
    visitor.button("play.menu").click()
    visitor.page.get_by_role("dialog").get_by_role("button", name=visitor.text("play.chat")).click()
    expect(visitor.page.get_by_label(visitor.text("parts.chat-label"))).to_be_focused()
    visitor.page.keyboard.press("Escape")
    turn = visitor.view().turn
    visitor.page.keyboard.press("e")
    question = visitor.page.get_by_role("dialog")
    visitor.until(lambda: question.count() or visitor.view().turn > turn)
    if question.count():
        expect(question.locator(":focus")).to_have_count(1)
        visitor.page.keyboard.press("Tab")
        visitor.page.keyboard.press("Enter")
    visitor.settle_turn(turn)


def name_of(token: str) -> str:
    """What the page calls a character of the basic game."""
    return text(f"game.piece.{SIGNS[token[1:]]}")


def steps_between(one: str, other: str) -> int:
    return abs(ord(one[0]) - ord(other[0])) + abs(int(one[1:]) - int(other[1:]))


def is_far(visitor: Visitor, place: str) -> bool:
    """Is it a square that is free and out of reach?"""
    return bool(re.fullmatch(r"[a-z]\d+", place)) and place not in {*visitor.marks("reach"), *squares(visitor.view()).values()}


def look_for(visitor: Visitor, keys: list[str], wanted: Callable[[str], bool]) -> None:
    """Move the focus about the maze until it is on a wanted place."""
    for key in keys:
        visitor.page.keyboard.press(key)
        here = visitor.until(lambda: visitor.marks("focus"))
        assert visitor.page.locator("svg[role=application] > g[role=img]").get_attribute("aria-label")
        if wanted(here[0]):
            return
    raise AssertionError("no arrow leads to such a place")


def walk_by_arrows(visitor: Visitor) -> None:
    """Move the focus to a place that can be reached, and confirm."""
    keys = ["ArrowUp", "ArrowRight", "ArrowLeft", "ArrowLeft", "ArrowRight", "ArrowDown", "ArrowUp", "ArrowUp", "ArrowDown"] * 4
    look_for(visitor, keys, lambda place: place in visitor.marks("reach"))
    visitor.page.keyboard.press("Enter")


def test_a_turn_on_a_phone(visitors: Visitors) -> None:
    visitor = visitors.new(PHONE, touch=True)
    visitor.sit_down("base", "mouse", decides("card"), seats=BOT)
    visitor.ready("card")
    visitor.until(lambda: visitor.page.evaluate("document.documentElement.scrollWidth <= innerWidth"))
    visitor.accessible()
    visitor.page.locator("[data-testid^=action-card-]:not(.off)").last.tap()
    visitor.ready("act")
    token, place = somebody_able(visitor)
    before = visitor.state().version
    visitor.click(visitor.marked(place))  # the first tap shows the way
    visitor.page.wait_for_timeout(100)
    assert visitor.state().version == before
    visitor.page.get_by_role("button", name=visitor.text("play.walk-button.one").split("{")[0].strip()).first.tap()
    visitor.wait("s.version > a && s.decision", before)
    assert squares(visitor.view())[token] == place
    visitor.at("undo").tap()
    visitor.wait("s.version > a", before + 1)


# What a finger must hit, and how much of the screen the maze has.
LOW = """() => {
    const seen = [...document.querySelectorAll("button")].filter((one) => one.offsetParent);
    const small = seen.filter((one) => one.offsetHeight < 44 || one.offsetWidth < 44);
    const maze = document.querySelector(".stage .maze").getBoundingClientRect();
    return {
        small: small.map((one) => one.outerHTML.slice(0, 120)),
        share: (maze.width * maze.height) / (innerWidth * innerHeight),
        still: document.documentElement.scrollWidth <= innerWidth && document.documentElement.scrollHeight <= innerHeight,
    };
}"""


@pytest.mark.parametrize(("size", "touch"), some([(SIDEWAYS, True), (ZOOMED, False)]), ids=some(["sideways", "zoomed"]))
def test_a_turn_on_a_low_screen(visitors: Visitors, size: tuple[int, int], touch: bool) -> None:
    """A phone on its side and a page at 200 %: the maze keeps half of the screen, and a whole turn can be played."""
    visitor = visitors.new(size, touch=touch)
    visitor.sit_down("base", "mouse", decides("card"), seats=BOT)
    visitor.ready("card")
    press = visitor.click
    press(visitor.page.locator("[data-testid^=action-card-]:not(.off)").last)
    visitor.ready("act")
    token, place = somebody_able(visitor)
    visitor.until(
        lambda: visitor.page.evaluate(LOW), lambda found: found["still"] and found["share"] > 0.5 and found["small"] == []
    )
    visitor.accessible()
    before = visitor.state().version
    press(visitor.marked(place))
    if touch:
        press(visitor.page.get_by_role("button", name=visitor.text("play.walk-button.one").split("{")[0].strip()))
    visitor.wait("s.version > a && s.decision", before)
    assert squares(visitor.view())[token] == place
    turn = visitor.view().turn
    press(visitor.at("end-turn"))
    press(visitor.button("play.end-anyway"))
    visitor.settle_turn(turn)


@pytest.mark.parametrize("scenario", some(["standard", "base"]))  # test_site.py fights in the other game
def test_after_a_fight_by_mouse_the_turn_goes_on(visitors: Visitors, scenario: str) -> None:
    """The enemy is clicked in the maze, so the maze gets the focus back when the scene of the combat is closed."""
    acts = decides("act")
    seats = {"blue": "you", "yellow": "bot:random"}
    visitor = visitors.new(motion="full")
    visitor.before(f"({NO_WATCHDOG})()")
    visitor.sit_down(scenario, "a", lambda view, who: acts(view, who) and can_attack(view), bot="greedy", seats=seats)
    fight_by_mouse(visitor)
