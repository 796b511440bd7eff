"""Games through the page: put together on the home page, played with its own controls to the panel that ends them; a short one
from its first choice to its last, of the others the beginning and the end."""

from __future__ import annotations

from playwright.sync_api import expect

from dungeon_twister.bots.registry import make_bot
from tests.browser.positions import Moment, advance, decides
from tests.browser.visitor import PHONE, Pilot, Visitor, Visitors

MOST = 600  # choices of ours; a game that takes more does not end
FIRST = 25  # choices of ours, where only the beginning and the end are played here


def play_on(visitor: Visitor, seed: str, late: Moment | None = None) -> None:
    """Begin the game on the home page, let the machine set up, and play it to the end. With `late` only the first choices and
    those from this moment on are made here, the others by request."""
    game = visitor.start(seed)
    pilot = Pilot(visitor, {"blue": make_bot("greedy", seed)})
    while pilot.await_us().decision in ("starters", "lay"):
        pilot.done = visitor.state().version
        visitor.at("fill").click()
    if late:
        assert pilot.play(FIRST) == FIRST
        advance(visitor.live, game, visitor.tokens, late, "greedy")
        visitor.page.reload()  # all that happened meanwhile is not looked at
    assert pilot.play(MOST) < MOST


def somebody_has(points: int) -> Moment:
    return lambda view, who: decides("act")(view, who) and max(player.vp for player in view.players) >= points


def over(visitor: Visitor) -> None:
    """The panel at the end says what the server says."""
    info = visitor.seen().info
    assert info.stage == "over" and visitor.view().over
    panel = visitor.at("game-over")
    for colour, points in info.scores.items():
        line = panel.get_by_role("listitem").filter(
            has=visitor.page.get_by_label(visitor.text(f"parts.colour.{colour}"), exact=True)
        )
        expect(line.locator("b.num")).to_have_text(str(points))
    title = visitor.text("play.you-won") if info.winners == ["blue"] else None
    if title:
        expect(panel.get_by_role("heading")).to_have_text(title)


def test_the_board_game(visitor: Visitor) -> None:
    visitor.page.goto("/")
    visitor.at("game-board").click()
    visitor.at("bot-lamplighter").click()
    play_on(visitor, "s5", somebody_has(4))
    over(visitor)
    # The whole game can be watched again, and the next one is a click away.
    visitor.at("game-over").get_by_role("link", name=visitor.text("play.replay")).click()
    visitor.page.wait_for_url("**/replay/*")
    visitor.at("play").wait_for()
    visitor.page.go_back()
    visitor.at("game-over").get_by_role("button", name=visitor.text("play.rematch")).click()
    visitor.wait("s.decision")
    assert visitor.seen().info.stage == "playing"


def test_the_card_game(visitor: Visitor) -> None:
    visitor.page.goto("/")
    visitor.at("game-card").click()
    visitor.at("bot-lamplighter").click()
    play_on(visitor, "s1", somebody_has(3))
    over(visitor)


def test_four_players(visitor: Visitor) -> None:
    visitor.page.goto("/")
    visitor.at("scenario").click()
    visitor.at("scenario-four-players").click()
    visitor.at("opponent-bot").click()
    for colour in ("red", "yellow", "green"):
        visitor.page.get_by_role("combobox", name=visitor.text(f"game.colour.{colour}"), exact=True).select_option(
            "bot:lamplighter"
        )
    play_on(visitor, "s4", somebody_has(5))
    over(visitor)


def test_a_short_game_on_a_phone(visitors: Visitors) -> None:
    visitor = visitors.new(PHONE, touch=True)
    visitor.page.goto("/")
    visitor.at("scenario").tap()
    visitor.at("scenario-tutorial-1").tap()
    visitor.at("bot-lamplighter").tap()
    play_on(visitor, "s0")
    over(visitor)
    visitor.accessible()
