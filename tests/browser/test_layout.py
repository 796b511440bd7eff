"""What must not move and must not be hidden: the frame of the maze, names and clocks at every size, chat next to the maze, and
what a player sees who has resigned among several."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from dungeon_twister.game.views import CardView, View
from dungeon_twister.learning.puzzles import load_puzzles
from tests.amounts import some
from tests.browser.positions import decides
from tests.browser.test_time import Table, menu
from tests.browser.visitor import DESK, SIDEWAYS, Visitor, Visitors

SMALL_PHONE = (375, 667)
NAMES = ("Annemarie", "Bartholomew", "Christiane", "Dominique")
# Notes each size that the frame of the maze takes, from now on.
FRAMES = """() => {
    window.frames_seen = new Set();
    const note = () => {
        const box = document.querySelector(".stage .maze")?.getBoundingClientRect();
        if (box) window.frames_seen.add([box.x, box.y, box.width, box.height].map(Math.round).join(" "));
    };
    const look = () => { note(); requestAnimationFrame(look); };
    look();
}"""
# Clocks and names that are drawn: how large they are, and whether they lie on the screen.
SHOWN = """() => {
    const shown = (thing) => {
        const { left, top, right, bottom, width, height } = thing.getBoundingClientRect();
        return width > 8 && height > 8 && left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
    };
    const all = (selector) => [...document.querySelectorAll(selector)].map(shown);
    return [all("[role=timer]"), all("[data-testid=strip-name]")];
}"""
CUT = "(box) => box.scrollWidth > box.clientWidth + 1 || box.scrollHeight > box.clientHeight + 1"


def later(view: View | CardView, who: str) -> bool:
    """Blue acts when both sides are in the maze."""
    return decides("act")(view, who) and view.turn >= 5


@pytest.mark.parametrize("language", some(["de", "fr", "en"], 3))
def test_the_action_cards_are_whole_next_to_a_coach(visitors: Visitors, language: str) -> None:
    visitor = visitors.new((1280, 800), language=language)
    visitor.page.goto("/learn/action-cards")
    visitor.ready("card")
    visitor.resting(visitor.at("action-card-5"))
    assert visitor.page.locator(".chooser").evaluate(CUT) is False


@pytest.mark.parametrize("language", some(["de", "en"]))
def test_the_maze_keeps_its_size(visitors: Visitors, language: str) -> None:
    """Over a hint that is asked for, shown and closed, the end of a turn and the turn of a bot with its recap."""
    visitor = visitors.new(language=language)
    visitor.sit_down("base", "frame", later, bot="greedy", seats={"blue": "you", "yellow": "bot:greedy"})
    visitor.ready("act")
    visitor.resting(visitor.page.locator(".stage .maze"))
    visitor.page.evaluate(FRAMES)
    visitor.page.keyboard.press("i")
    expect(visitor.at("hint-more")).to_be_visible()
    visitor.page.keyboard.press("Escape")
    expect(visitor.at("last-turn")).to_be_visible()
    visitor.page.keyboard.press("e")
    visitor.page.get_by_role("dialog").get_by_role("button", name=visitor.text("play.end-anyway")).click()
    visitor.wait("s.decision && s.decision !== 'act' && s.settled")
    assert len(visitor.page.evaluate("[...window.frames_seen]")) == 1


@pytest.mark.parametrize(("scenario", "players"), some([("four-players", 4), ("three-players", 3)]))
def test_clocks_and_names_of_several_on_a_phone(visitors: Visitors, scenario: str, players: int) -> None:
    """Every clock and every name has a size and lies on the screen; the button that places the tokens is in sight."""
    table = Table(visitors.live, scenario, NAMES[:players], clock="bank:3600+5")
    first = table.decider
    visitor = visitors.new(size=SIDEWAYS, touch=True)
    visitor.hold(table.game, {first: table.tokens[first]})
    visitor.ready("starters")
    fill = visitor.at("fill").bounding_box()
    assert fill is not None and fill["y"] + fill["height"] <= SIDEWAYS[1]
    table.set_up()
    for size in (SIDEWAYS, SMALL_PHONE, DESK):
        visitor.page.set_viewport_size({"width": size[0], "height": size[1]})
        if size == DESK:
            expect(visitor.page.get_by_role("timer")).to_have_count(players)
        else:
            visitor.becomes(lambda: visitor.page.evaluate(SHOWN), [[True] * players] * 2)


def test_chat_stands_next_to_the_maze(visitors: Visitors) -> None:
    """On a wide screen one writes and plays at the same time, and sees how many look on; on a phone the chat is a drawer."""
    table = Table(visitors.live, names=("Ann", "Ben"))
    table.set_up()
    ann, onlooker = table.visited(visitors, table.decider), visitors.new()
    onlooker.page.goto(f"/play/{table.game}")
    expect(ann.at("watching-count")).to_have_text(ann.text("play.watchers-short.one", count=1))
    ann.ready("card")
    ann.page.keyboard.press("c")
    field = ann.page.get_by_label(ann.text("parts.chat-label"))
    expect(field).to_be_focused()
    field.fill("Good luck")
    field.press("Enter")
    expect(ann.at("log-and-chat")).to_contain_text("Good luck")
    expect(ann.page.get_by_role("dialog")).to_have_count(0)
    ann.page.locator("[data-testid^=action-card-]:not(.off)").last.click()
    ann.ready("act")
    expect(ann.at("log-and-chat")).to_contain_text("Good luck")
    # The whole log: the table makes room for it and goes on being played.
    before = ann.page.locator(".stage .maze").bounding_box()
    ann.page.locator(".stage .maze").click(position={"x": 2, "y": 2})
    ann.page.keyboard.press("l")
    drawer = ann.page.get_by_role("dialog")
    assert not drawer.evaluate("(dialog) => dialog.matches(':modal')")
    after = ann.until(lambda: ann.page.locator(".stage .maze").bounding_box(), lambda now: now != before)
    edge = drawer.bounding_box()
    assert after is not None and edge is not None and after["x"] + after["width"] <= edge["x"]
    ann.page.keyboard.press("e")
    expect(ann.button("play.end-anyway")).to_be_visible()


def test_a_player_who_resigns_among_several_sees_it(visitors: Visitors) -> None:
    table = Table(visitors.live, "three-players", NAMES[:3])
    table.set_up()
    visitor = table.visited(visitors, "blue")
    menu(visitor, "play.resign")
    visitor.page.get_by_role("dialog").get_by_role("button", name=visitor.text("play.resign")).click()
    banner = visitor.at("resigned")
    expect(banner).to_contain_text(visitor.text("play.resigned-text"))
    expect(banner.get_by_role("link", name=visitor.text("play.leave"))).to_be_visible()
    banner.get_by_role("button", name=visitor.text("play.watch-on")).click()
    expect(banner).to_have_count(0)
    expect(visitor.page.locator("[data-colour=blue]")).to_contain_text(visitor.text("play.has-resigned"))


def test_a_puzzle_of_four_gives_the_maze_the_width(visitor: Visitor) -> None:
    """Order of play, hand and log are folded away behind buttons."""
    four = next(puzzle for puzzle in load_puzzles() if puzzle.scenario == "four-players")
    visitor.page.goto(f"/puzzles/{four.number}")
    expect(visitor.at("puzzle-goal")).to_be_visible()
    box = visitor.resting(visitor.page.locator(".stage .maze"))
    assert box["width"] > DESK[0] / 2
    visitor.button("play.your-cards").click()
    expect(visitor.page.get_by_role("dialog")).to_be_visible()


@pytest.mark.parametrize("size", some([(1024, 768), (1280, 800), DESK], 3))
def test_actions_are_not_cut(visitors: Visitors, size: tuple[int, int]) -> None:
    """Labels and hints of the console in German: nothing is cut, and the last row is in its panel."""
    visitor = visitors.new(size=size, language="de")
    visitor.sit_down("base", "frame", later, bot="greedy", seats={"blue": "you", "yellow": "bot:greedy"})
    visitor.ready("act")
    for _ in range(4):
        last = visitor.state().selected
        visitor.page.keyboard.press("Tab")
        visitor.wait("s.selected !== a && s.advised", last)
        console = visitor.page.locator(".dock-console")
        bottom = console.bounding_box()
        assert bottom is not None
        for button in console.locator(".action").all():
            assert not button.evaluate(CUT), button.inner_text()
            box = button.bounding_box()
            assert box is not None and box["y"] + box["height"] <= bottom["y"] + bottom["height"], button.inner_text()


def test_bots_revealing_leaves_the_choice_to_the_player(visitors: Visitors) -> None:
    """A player who places during another player's turn reads that the choice is his; the question is shown once."""
    visitor = visitors.new(size=SMALL_PHONE, touch=True)
    foreign = lambda view, who: decides("place")(view, who) and view.active != who  # noqa: E731
    visitor.sit_down("base", "reveal", foreign, bot="greedy", seats={"blue": "you", "yellow": "bot:greedy"})
    visitor.ready("place")
    expect(visitor.at("heading")).to_have_text(visitor.text("play.your-choice"))
    prompt = visitor.state().expected
    assert prompt and visitor.page.locator(".sheet").inner_text().count(prompt) == 1


def test_gears_under_characters_can_be_seen(visitor: Visitor) -> None:
    """A character that stands on a gear has a badge."""

    def on_gear(view: View | CardView, who: str) -> bool:
        return later(view, who) and any(choice.do == "turn" for choice in view.choices)

    tokens = visitor.sit_down("base", "gears", on_gear, bot="greedy", seats={"blue": "you", "yellow": "you"}, hold="blue")
    visitor.ready("act")
    turner = next(choice.token for choice in visitor.view().choices if choice.do == "turn")
    expect(visitor.token(turner).locator("[data-badge=gear]")).to_have_count(1)
    assert tokens
