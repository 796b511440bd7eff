"""Games through the page: put together on the home page, played with its own controls to the panel that ends them; a short one
from its first choice to its last, of the others the beginning and the end."""

from __future__ import annotations

from playwright.sync_api import expect

from dungeon_twister.ai.bots.registry import make_bot
from dungeon_twister.game.record.notation import read, to_choice
from dungeon_twister.learning.puzzles import load_puzzles
from dungeon_twister.learning.puzzles.puzzle import WIN
from dungeon_twister.learning.puzzles.puzzle_checks import puzzle_state
from dungeon_twister.rules.engine.game import apply
from tests.amounts import in_the_long_form
from tests.browser.visitor import PHONE, Pilot, Visitor, Visitors

MOST = 600  # choices of ours; a game that takes more does not end
FIRST = 6  # choices of ours, where only the beginning and the end are played here


def begin(visitor: Visitor, seed: str) -> Pilot:
    """Begin the game on the home page and let the machine set up."""
    visitor.start(seed)
    pilot = Pilot(visitor, {"blue": make_bot("greedy", seed)})
    while pilot.await_us().decision in ("starters", "lay"):
        pilot.done = visitor.state().shows
        visitor.at("fill").click()
    return pilot


def win(visitor: Visitor, scenario: str) -> None:
    """Play a game that begins from a position in which somebody wins in his turn, to its end: a puzzle with its solution."""
    fitting = (one for one in load_puzzles() if one.goal == WIN and one.scenario == scenario)
    puzzle = min(fitting, key=lambda one: (one.player != "blue", len(one.solution), one.number))
    state = puzzle_state(puzzle)
    seats = dict.fromkeys(state.setting.colours, "bot:random") | {puzzle.player: "you"}
    visitor.hold(*visitor.live.make("", position=puzzle.position, seats=seats))
    pilot = Pilot(visitor, {})
    for line in puzzle.solution:
        action = read(state, line)
        pilot.done = pilot.await_us().shows
        pilot.act(to_choice(state, action, state.active))
        apply(state, action)
    if state.over and pilot.await_us().decision == "act":  # a player who has his points ends the turn himself (TURN-3a)
        visitor.close_all()
        visitor.at("end-turn").click()
    visitor.at("game-over").wait_for()


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
    assert begin(visitor, "s5").play(FIRST) == FIRST
    win(visitor, "base")
    over(visitor)
    # The game can be watched again, and the next one is a click away.
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
    assert begin(visitor, "s1").play(FIRST) == FIRST
    win(visitor, "standard")
    over(visitor)


@in_the_long_form
def test_four_players(visitor: Visitor) -> None:
    visitor.page.goto("/")
    visitor.at("scenario").click()
    visitor.at("scenario-four-players").click()
    visitor.at("opponent-bot").click()
    for colour in ("red", "yellow", "green"):
        visitor.page.get_by_role("combobox", name=visitor.text(f"game.colour.{colour}"), exact=True).select_option(
            "bot:lamplighter"
        )
    assert begin(visitor, "s4").play(FIRST) == FIRST
    win(visitor, "four-players")
    over(visitor)


def test_a_short_game_on_a_phone(visitors: Visitors) -> None:
    visitor = visitors.new(PHONE, touch=True)
    visitor.page.goto("/")
    visitor.at("scenario").tap()
    visitor.at("scenario-tutorial-1").tap()
    visitor.at("bot-lamplighter").tap()
    assert begin(visitor, "s0").play(MOST) < MOST
    over(visitor)
    expect(visitor.at("game-rated")).to_contain_text(visitor.text("puzzles.rating.provisional"))
    visitor.accessible()
