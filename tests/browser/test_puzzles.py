"""Puzzles on the page: one is solved by its solution, one by keys alone, a wrong turn is answered; hints, the solution that is
shown, the list with its filters and marks, a phone."""

from __future__ import annotations

import json
import re

from playwright.sync_api import expect

from dungeon_twister.game.record.json_codec import to_json
from dungeon_twister.game.record.notation import to_choice
from dungeon_twister.learning.puzzles import Puzzle, PuzzleRun, load_puzzle, load_puzzles
from dungeon_twister.learning.puzzles.puzzle import LEAVE, SURVIVE
from tests.browser.visitor import PHONE, Visitor, Visitors

PROGRESS = "dungeon-twister.progress"


def one_of(goal: str, family: str = "base") -> Puzzle:
    """A short one, of which little is to be looked at."""
    fitting = (puzzle for puzzle in load_puzzles() if puzzle.goal == goal and puzzle.family == family)
    return min(fitting, key=lambda puzzle: (len(puzzle.solution), puzzle.positions))


class Solver:
    """Solves a puzzle with the page's own controls; `run` is the same puzzle, to know what a line means."""

    def __init__(self, visitor: Visitor, puzzle: Puzzle, visit: bool = True) -> None:
        self.visitor, self.puzzle, self.run = visitor, puzzle, PuzzleRun(puzzle)
        if visit:
            visitor.page.goto(f"/puzzles/{puzzle.number}")
        expect(visitor.at("puzzle-goal")).to_be_visible()

    def choose(self, line: str) -> None:
        """From the list of all choices."""
        visitor, run = self.visitor, self.run
        choice = to_choice(run.state, run.game_session.resolve_choice(line, run.learner), run.learner)
        visitor.wait("s.decision && s.settled && s.advised")
        before = visitor.state().version
        if not visitor.at("all-choices").is_visible():
            visitor.open_list()
        visitor.page.locator(f"[data-choice={json.dumps(to_json(choice))}]").press("Enter")
        run.play(line)
        visitor.wait("s.version > a", before)

    def counted(self, **wanted: object) -> None:
        """Wait until the page has these numbers from the server."""

        def found() -> dict[str, object]:
            report = json.loads(self.visitor.page.evaluate("(key) => localStorage.getItem(key) ?? '{}'", PROGRESS))
            return {name: report.get("puzzles", {}).get(name) for name in wanted}

        self.visitor.becomes(found, wanted)

    def status(self, status: str) -> None:
        self.visitor.becomes(lambda: self.visitor.at("coach").get_attribute("data-status"), status)


def test_a_puzzle_is_solved_and_the_list_tells_it(visitor: Visitor) -> None:
    solver = Solver(visitor, one_of(LEAVE))
    number = solver.puzzle.number
    expect(visitor.at("coach")).to_contain_text(visitor.text("puzzles.caption", number=number, grade=solver.puzzle.grade))
    visitor.ready("act")
    visitor.accessible()
    for line in solver.puzzle.solution:
        solver.choose(line)
    done = visitor.at("puzzle-done")
    expect(done).to_contain_text(visitor.text("puzzles.row.one", count=1))
    visitor.accessible()
    solver.counted(solved=[number], failed=[], streak=1, best=1)
    # The first result gives a rating, which is not reliable yet.
    expect(visitor.at("puzzle-rated")).to_contain_text(visitor.text("puzzles.rating.provisional"))
    # The next one is another one; the list marks this one and can leave it out.
    visitor.button("puzzles.next").last.click()
    visitor.page.wait_for_url(re.compile(rf"/puzzles/(?!{number}$)\d+$"))
    expect(visitor.at("puzzle-goal")).to_be_visible()
    visitor.page.get_by_role("link", name=visitor.text("puzzles.leave")).click()
    expect(visitor.at("puzzle-level")).to_contain_text(visitor.text("puzzles.rating.provisional"))
    expect(visitor.at("puzzle-row")).to_have_text(visitor.text("puzzles.row.one", count=1))
    every = len(load_puzzles())
    expect(visitor.at("puzzles-found")).to_have_text(visitor.text("puzzles.found.other", count=every))
    visitor.accessible()
    visitor.page.get_by_label(visitor.text("puzzles.filter.grade")).select_option(str(solver.puzzle.grade))
    visitor.page.get_by_label(visitor.text("puzzles.filter.goal")).select_option(LEAVE)
    alike = [one.number for one in load_puzzles() if one.goal == LEAVE and one.grade == solver.puzzle.grade]
    expect(visitor.page.locator("[data-testid^=puzzle-]", has=visitor.page.locator(".seal"))).to_have_count(min(48, len(alike)))
    expect(visitor.at(f"puzzle-{number}")).to_have_accessible_name(re.compile(visitor.text("puzzles.is-solved")))
    visitor.page.get_by_label(visitor.text("puzzles.filter.open")).check()
    expect(visitor.at(f"puzzle-{number}")).to_have_count(0)
    # What was wished for is kept.
    visitor.page.reload()
    expect(visitor.page.get_by_label(visitor.text("puzzles.filter.goal"))).to_have_value(LEAVE)


def test_the_step_of_the_path_counts(visitor: Visitor) -> None:
    """All lessons and games before it are skipped."""
    visitor.page.goto("/")
    card = visitor.at("path-card").locator("visible=true")
    step = visitor.text("progress.step.puzzles.other", count=5)
    while card.get_by_role("heading").inner_text() != step:
        before = card.get_by_role("heading").inner_text()
        card.get_by_role("button", name=visitor.text("progress.path.skip")).click()
        expect(card.get_by_role("heading")).not_to_have_text(before)
    solver = Solver(visitor, one_of(LEAVE))
    for line in solver.puzzle.solution:
        solver.choose(line)
    expect(visitor.at("puzzle-step")).to_have_text(f"{step}: {visitor.text('progress.path.have', have=1, count=5)}")


def test_a_wrong_turn_is_answered_by_the_defence(visitor: Visitor) -> None:
    solver = Solver(visitor, one_of(SURVIVE))
    solver.choose("pass")
    solver.status("failed")
    expect(visitor.at("puzzle-answer")).to_contain_text(visitor.text("puzzles.back"))
    expect(visitor.at("coach-said")).to_contain_text(visitor.text("puzzles.back"))
    solver.counted(solved=[], failed=[solver.puzzle.number], streak=0)
    visitor.close_all()
    visitor.at("puzzle-undo").click()
    solver.status("open")
    expect(visitor.at("puzzle-answer")).to_have_count(0)
    solver.run.undo()
    for line in solver.puzzle.solution:
        solver.choose(line)
    expect(visitor.at("puzzle-done")).to_be_visible()
    solver.counted(solved=[solver.puzzle.number], failed=[solver.puzzle.number], streak=0)


def test_hints_and_the_solution_by_keys(visitor: Visitor) -> None:
    """A shown solution does not count as solved; one may try it afterwards."""
    solver = Solver(visitor, one_of(LEAVE))
    press, hint = visitor.page.keyboard.press, visitor.at("puzzle-hint")
    visitor.ready("act")
    press("i")
    expect(hint).to_have_text(visitor.text(f"puzzles.hint.{solver.puzzle.themes[0]}"))
    press("i")
    expect(hint).to_contain_text(visitor.text("puzzles.hint.token", object="").rstrip("."))
    solver.counted(failed=[])
    before = hint.inner_text()
    press("i")
    visitor.until(hint.inner_text, lambda answer: answer != before)
    solver.counted(failed=[solver.puzzle.number])
    expect(visitor.at("puzzle-help")).to_be_disabled()
    # The next step is drawn as in a game and described before it is made.
    press("s")
    visitor.until(lambda: visitor.marks("plan-arrow", "plan-ring"))
    while not visitor.at("puzzle-done").is_visible():
        visitor.wait("s.settled")
        press("s")
        visitor.page.wait_for_timeout(100)
    assert visitor.marks("plan-arrow", "plan-ring") == []
    expect(visitor.page.get_by_role("dialog")).to_contain_text(visitor.text("puzzles.shown"))
    solver.counted(solved=[])
    visitor.page.get_by_role("dialog").get_by_role("button", name=visitor.text("puzzles.try")).click()
    solver.status("open")


def test_a_hint_can_be_clicked_as_it_is_named(visitor: Visitor) -> None:
    """Puzzle 15: the Warrior walks twice; in between it has arrived, may put something down, and has to stop."""
    solver = Solver(visitor, load_puzzle(15))
    hint = visitor.at("puzzle-hint")
    solver.choose("bW turn R8 cw")
    visitor.close_all()
    visitor.click(visitor.token("bW"))
    visitor.click(visitor.marked("t7"))
    visitor.ready("travel")
    for grade in range(3):
        before = hint.inner_text() if grade else ""
        visitor.at("puzzle-help").click()
        expect(hint).not_to_have_text(before)
    expect(hint).to_contain_text("Your Warrior stops.")
    assert visitor.marks("plan-ring") == ["bW"]
    visitor.page.get_by_role("button", name=visitor.text("play.stop-here")).first.click()
    visitor.ready("act")
    visitor.at("puzzle-help").click()
    expect(hint).to_contain_text("Your Warrior moves to v6.")
    visitor.click(visitor.token("bW"))
    visitor.click(visitor.marked("v6"))
    expect(visitor.at("puzzle-done")).to_be_visible()


def test_the_puzzle_of_the_day_on_a_phone(visitors: Visitors) -> None:
    """From Home; nothing is wider than the screen."""
    visitor = visitors.new(PHONE, touch=True)
    visitor.page.goto("/")
    visitor.at("day-puzzle").last.get_by_role("link", name=visitor.text("home.puzzle.all")).click()
    visitor.page.wait_for_url("**/puzzles")
    visitor.at("puzzle-day").tap()
    expect(visitor.at("puzzle-goal")).to_be_visible()
    visitor.at("puzzle-help").tap()
    expect(visitor.at("puzzle-hint")).to_be_visible()
    assert visitor.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    visitor.accessible()


def test_a_timed_run_begins_and_ends(visitor: Visitor) -> None:
    """One puzzle is solved; three are skipped, which ends the run."""
    visitor.page.goto("/puzzles/run")
    visitor.at("run-start").click()
    coach = visitor.at("coach")
    number = int(coach.get_attribute("data-puzzle") or 0)
    solver = Solver(visitor, load_puzzle(number), visit=False)
    expect(visitor.at("run-score")).to_contain_text(visitor.text("puzzles.run.solved.other", count=0))
    visitor.accessible()
    for line in solver.puzzle.solution:
        solver.choose(line)
    expect(visitor.at("run-score")).to_contain_text(visitor.text("puzzles.run.solved.one", count=1))
    seen = [str(number)]
    for _ in range(3):
        visitor.until(lambda: coach.get_attribute("data-puzzle"), lambda shown: shown not in seen)
        seen.append(coach.get_attribute("data-puzzle") or "")
        visitor.at("run-skip").click()
    over = visitor.at("run-over")
    expect(over).to_contain_text(visitor.text("puzzles.run.solved.one", count=1))
    expect(over.get_by_role("link", name=visitor.text("puzzles.is-tried"))).to_have_count(3)
    solver.counted(longest_run=1, solved=[solver.puzzle.number], streak=0)
    visitor.accessible()
    # It does not count for the rating.
    over.get_by_role("link", name=visitor.text("puzzles.leave")).click()
    expect(visitor.at("puzzle-level")).to_contain_text(visitor.text("puzzles.rating.none"))


def test_the_puzzles_of_an_earlier_day(visitor: Visitor) -> None:
    visitor.page.goto("/puzzles")
    today = visitor.at("puzzle-day").get_attribute("href")
    visitor.page.get_by_role("button", name=visitor.text("puzzles.calendar.earlier")).click()
    visitor.at("puzzle-calendar").locator("button.cell").first.click()
    visitor.until(lambda: visitor.at("puzzle-day").get_attribute("href"), lambda shown: shown != today)
    wanted = visitor.at("puzzle-day").get_attribute("href") or ""
    visitor.at("puzzle-day").click()
    visitor.page.wait_for_url(f"**{wanted}")
    expect(visitor.at("puzzle-goal")).to_be_visible()


def test_a_puzzle_that_does_not_exist(visitor: Visitor) -> None:
    visitor.expected.append("404")
    visitor.page.goto("/puzzles/999999")
    expect(visitor.page.get_by_role("alert")).to_be_visible()
    visitor.page.get_by_role("link", name=visitor.text("puzzles.leave")).click()
    expect(visitor.at("puzzle-day")).to_be_visible()
