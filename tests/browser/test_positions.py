"""Positions of the workshop: kept, changed on the free board, made a puzzle that is checked, solved and shared."""

from __future__ import annotations

import json

from playwright.sync_api import expect

from dungeon_twister.game.record.editing import edited
from dungeon_twister.game.record.position import read_position
from dungeon_twister.learning.puzzles import Puzzle, load_puzzle
from dungeon_twister.learning.puzzles.own_puzzle import check_position
from dungeon_twister.workshop.share_link import pack
from tests.browser.test_puzzles import Solver
from tests.browser.visitor import PHONE, Visitor, Visitors

KNOWN = load_puzzle(4)  # the blue Thief leaves
GONE = "yC"  # who is taken out of the position


def bring(visitor: Visitor, name: str, text: str) -> None:
    visitor.page.goto("/workshop")
    visitor.at("import").set_input_files({"name": name, "mimeType": "text/plain", "buffer": text.encode()})


def kept(visitor: Visitor, kind: str) -> str:
    """The text of the latest work of a kind."""
    script = """(kind) => Object.keys(localStorage).filter((key) => key.startsWith("dungeon-twister.work."))
        .map((key) => JSON.parse(localStorage[key])).filter((work) => work.kind === kind)
        .sort((one, other) => other.changed - one.changed)[0]?.text ?? \"\""""
    return str(visitor.page.evaluate(script, kind))


def expected() -> Puzzle:
    """The puzzle of the position without that token."""
    found = check_position(edited(read_position(KNOWN.position), [f"put {GONE} gone"]), KNOWN.goal, KNOWN.token).puzzle
    assert found is not None
    return found


def test_a_position_becomes_a_puzzle_that_is_solved_and_shared(visitors: Visitors) -> None:
    visitor, friend = visitors.new(), visitors.new(PHONE)
    bring(visitor, "Cellar.txt", KNOWN.position)
    visitor.at("shelf").get_by_role("link").first.click()
    visitor.at("position-work").wait_for()
    visitor.accessible()
    visitor.at("change").click()
    visitor.at("board").wait_for()
    visitor.wait("s.settled")
    visitor.click(visitor.token(GONE))
    visitor.at("edit-away").click()
    expect(visitor.at("edit-undo")).to_have_attribute("data-changes", "1")
    visitor.becomes(lambda: GONE in kept(visitor, "position"), False)
    visitor.at("edit-done").click()
    # One point is not enough; with more than enough the search finds how many are.
    visitor.at("puzzle").click()
    visitor.at("puzzle-goal-choice").select_option("leave")
    visitor.at("puzzle-token").select_option(KNOWN.token)
    visitor.at("puzzle-points").select_option("1")
    visitor.button("workshop.puzzle.check").click()
    expect(visitor.at("puzzle-verdict")).to_have_attribute("data-problem", "unsolvable")
    visitor.at("puzzle-points").select_option("3")
    visitor.button("workshop.puzzle.check").click()
    expect(visitor.at("puzzle-verdict")).to_have_attribute("data-solutions", "1")
    visitor.accessible()
    visitor.button("workshop.puzzle.keep").click()
    facts = visitor.at("puzzle-facts")
    expect(facts).to_contain_text(visitor.text("workshop.puzzle.found.one", count=1))
    puzzle = expected()
    assert json.loads(kept(visitor, "puzzle"))["solution"] == list(puzzle.solution)
    visitor.at("open-share").click()
    link = visitor.at("scenario-link").input_value()
    visitor.page.keyboard.press("Escape")
    visitor.at("solve").click()
    solver = Solver(visitor, puzzle, visit=False)
    for line in puzzle.solution:
        solver.choose(line)
    expect(visitor.at("puzzle-done")).to_be_visible()
    visitor.accessible()
    # Who gets the link keeps it and solves it, and is not told the solution before.
    friend.page.goto(link)
    expect(friend.at("puzzle-facts")).to_be_visible()
    friend.accessible()
    friend.at("take-shared").click()
    expect(friend.at("puzzle-goal")).to_be_visible()
    friend.at("puzzle-help").click()
    expect(friend.at("puzzle-hint")).to_have_text(friend.text(f"puzzles.hint.{puzzle.themes[0]}"))


def test_a_moment_of_a_board_is_kept_and_played(visitor: Visitor) -> None:
    visitor.page.goto("/workshop")
    visitor.at("new-position-random").click()
    visitor.at("edit-done").click()
    visitor.at("keep").click()
    visitor.at("position-work").wait_for()
    assert kept(visitor, "position").startswith("position 1\nscenario base\n")
    visitor.at("play-position").click()
    expect(visitor.at("level")).to_be_visible()
    visitor.page.keyboard.press("Escape")
    visitor.page.goto("/workshop")
    expect(visitor.at("shelf").locator("li")).to_have_count(1)


def test_hostile_positions(visitor: Visitor) -> None:
    for name, text in (("a.txt", "position 1\nscenario <b>none</b>\n"), ("b.json", '{"goal":"<img src=x>"}')):
        bring(visitor, name, text)
        expect(visitor.at("findings").locator("[data-code=refused]")).to_be_visible()
        visitor.page.goto("/workshop")
        visitor.page.goto(f"/scenario#{pack(text)}")
        expect(visitor.page.get_by_test_id("link-trouble")).to_have_text(visitor.text("share.open.bad"))
