"""Puzzles over the wire: the list and the puzzle of the day, turns that are answered, hints, and the solution step by step."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from dungeon_twister.ai.analysis.plan_playback import is_risk
from dungeon_twister.game.record.notation import write
from dungeon_twister.learning.puzzles import (
    Puzzle,
    PuzzleRun,
    easy_puzzle_of_the_day,
    load_puzzle,
    load_puzzles,
    puzzle_of_the_day,
)
from dungeon_twister.learning.puzzles.puzzle import LEAVE, SURVIVE, WIN
from dungeon_twister.learning.puzzles.puzzle_checks import puzzle_state
from dungeon_twister.learning.puzzles.solutions import line_of
from dungeon_twister.learning.puzzles.turn_enumeration import TurnEnumeration
from dungeon_twister.rules.engine.game import legal
from dungeon_twister.server.config import Settings, unlimited
from dungeon_twister.server.study import puzzle_days, puzzle_exercise, puzzle_list
from dungeon_twister.server.study.exercise_worker import ExerciseWorker, Job
from dungeon_twister.server.study.puzzle_exercise import SECONDS
from dungeon_twister.server.study.study_service import PATIENCE
from dungeon_twister.server.study_protocol import (
    StudyAgain,
    StudyDeed,
    StudyHint,
    StudyLook,
    StudyPlay,
    StudyShow,
    StudyUndo,
    StudyWhy,
)
from tests.server.live import Live, serving

Json = dict[str, Any]


def one_of(goal: str, most: int = 3_000) -> Puzzle:
    """The first with this goal of which little is to be looked at."""
    return min((puzzle for puzzle in load_puzzles() if puzzle.goal == goal), key=lambda one: (one.positions > most, one.number))


class Solver:
    """Somebody who solves: keeps the deeds and hands them in again."""

    def __init__(self, puzzle: Puzzle, worker: ExerciseWorker | None = None) -> None:
        self.puzzle, self.worker = puzzle, worker or ExerciseWorker()
        self.deeds: list[str] = []
        self.studied: Json = {}
        self.do(StudyLook())

    def do(self, deed: StudyDeed) -> Json:
        reply = self.worker.answer(Job("puzzles", str(self.puzzle.number), self.deeds, deed))
        assert not reply.code, reply.sentence
        self.studied = json.loads(reply.body)
        self.deeds = self.studied["deeds"]
        found: Json = self.studied["puzzle"]
        return found


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    folder: Path = tmp_path_factory.mktemp("puzzles")
    with serving(folder, unlimited(Settings(pace=0, study_workers=0, reading_workers=0))) as server:
        yield server


# -- the list --------------------------------------------------------------------------------------------------------------


def test_the_list_and_the_puzzle_of_the_day(live: Live) -> None:
    before = datetime.now(UTC).date()
    answer = live.call("GET", "/study/puzzles")
    shown, after = answer.json(), datetime.now(UTC).date()
    assert shown["date"] in (before.isoformat(), after.isoformat())
    day = date.fromisoformat(shown["date"])
    assert (shown["day"], shown["easy"]) == (puzzle_of_the_day(day).number, easy_puzzle_of_the_day(day).number)
    assert [card["number"] for card in shown["puzzles"]] == [puzzle.number for puzzle in load_puzzles()]
    first, card = load_puzzles()[0], shown["puzzles"][0]
    assert (card["goal"], card["family"], card["grade"], card["points"]) == (
        first.goal,
        first.family,
        first.grade,
        first.points,
    )
    assert card["themes"] == list(first.themes)
    # Neither the solution nor the position is sent beforehand.
    assert set(card) == {"number", "goal", "family", "grade", "points", "themes", "scenario"}
    again = live.http.get("/api/study/puzzles", headers={"if-none-match": answer.headers["etag"]})
    assert again.status_code == 304


def test_every_day_has_another_puzzle() -> None:
    days = [puzzle_list(date(2027, 1, 1) + timedelta(days)).day for days in range(min(30, len(load_puzzles())))]
    assert len(set(days)) == len(days)


def test_the_calendar_ends_today_and_names_the_puzzles_of_each_day(live: Live) -> None:
    days = live.call("GET", "/study/days?month=2024-02").json()
    assert [day["date"] for day in days] == [f"2024-02-{number:02}" for number in range(1, 30)]
    assert days[4]["day"] == puzzle_of_the_day(date(2024, 2, 5)).number
    assert days[4]["easy"] == easy_puzzle_of_the_day(date(2024, 2, 5)).number
    assert [day.date for day in puzzle_days("2026-11", date(2026, 11, 2))] == ["2026-11-01", "2026-11-02"]
    assert puzzle_days("2026-12", date(2026, 11, 2)) == []


@pytest.mark.parametrize("month", ["2024-13", "1066-10", "x", ""])
def test_other_months_are_refused(live: Live, month: str) -> None:
    assert live.http.get(f"/api/study/days?month={month}").status_code == 400


def test_small_drawings(live: Live) -> None:
    answer = live.call("GET", "/study/drawings/1")
    assert set(answer.json()) >= {"width", "height", "floor", "walls", "pieces"} and len(answer.content) < 3_000
    again = live.http.get("/api/study/drawings/1", headers={"if-none-match": answer.headers["etag"]})
    assert again.status_code == 304
    assert live.http.get("/api/study/drawings/999999").status_code == 404


def test_a_puzzle_over_the_wire(live: Live) -> None:
    puzzle = load_puzzles()[0]
    shown = live.call("POST", f"/study/puzzles/{puzzle.number}", {}).json()
    assert shown["deeds"] == [] and shown["sight"]["viewer"] == puzzle.player and shown["advice"]["decision"] == "act"
    assert shown["puzzle"]["goal"] == puzzle.goal and shown["puzzle"]["status"] == "open" and shown["puzzle"]["shows"]
    assert shown["puzzle"]["rival"] != puzzle.player and shown["info"]["scenario"] == puzzle.scenario
    assert puzzle.solution[0] not in json.dumps(shown["puzzle"])


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("puzzles/0", {}, 404),
        ("puzzles/01", {}, 404),
        ("puzzles/-1", {}, 404),
        ("puzzles/999999", {}, 404),
        ("puzzles/first", {}, 404),
        ("puzzles/²", {}, 404),
        ("puzzles/1", {"deeds": ["play castle"]}, 400),
        ("puzzles/1", {"deeds": ["try pass"]}, 400),
        ("puzzles/1", {"deeds": ["show"]}, 400),
        ("puzzles/1", {"deeds": ["play resign"]}, 400),
        ("puzzles/1", {"deeds": ["x" * 500]}, 400),
        ("puzzles/1", {"do": {"type": "hint", "grade": "all"}}, 400),
        ("puzzles/1", {"do": {"type": "solve"}}, 400),
    ],
)
def test_what_is_wrong_is_a_sentence(live: Live, path: str, body: object, status: int) -> None:
    answer = live.call("POST", f"/study/{path}", body)
    assert answer.status_code == status
    assert answer.json()["reason"]["sentence"].endswith((".", "…"))


def test_lessons_have_no_hints_of_puzzles(live: Live) -> None:
    shown = live.call("POST", "/study/lessons/walk-and-look", {"do": {"type": "hint"}}).json()
    assert shown["reason"]["code"] == "not-now" and "puzzle" not in shown


# -- solving ---------------------------------------------------------------------------------------------------------------


def test_a_proof_that_takes_too_long_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    """There is an answer before the room loses its patience, and the turn goes on."""
    puzzle = one_of(SURVIVE)
    assert SECONDS < PATIENCE - 2
    monkeypatch.setattr(puzzle_exercise, "SECONDS", 0.0)
    monkeypatch.setattr(puzzle_exercise, "load_puzzle", lambda number: replace(puzzle, solution=()))
    solver = Solver(puzzle)
    for line in puzzle.solution:
        solver.do(StudyPlay([line]))
    shown = solver.studied["puzzle"]
    assert shown["status"] == "open" and shown["answer"] == "unsure" and solver.deeds[-1].startswith("try ")
    assert solver.do(StudyLook())["status"] == "open"


@pytest.mark.parametrize("goal", sorted({puzzle.goal for puzzle in load_puzzles()}))
def test_the_solution_solves(goal: str) -> None:
    solver = Solver(one_of(goal))
    for line in solver.puzzle.solution:
        assert solver.do(StudyPlay([line]))["status"] in ("open", "solved")
        assert "reason" not in solver.studied
    shown = solver.studied["puzzle"]
    assert shown["status"] == "solved" and shown["answer"] == "held" and shown["reason"]["kind"]
    refused = solver.do(StudyPlay(["pass"]))
    assert solver.studied["reason"]["code"] == "not-now" and refused["status"] == "solved"


def other_ways(puzzle: Puzzle) -> list[list[str]]:
    """All ways to the goal but the one that comes with the puzzle."""
    run = PuzzleRun(puzzle)
    ways = TurnEnumeration(run.adapter, run.root, [run.goal])
    paths = [ways.path(end) for end in ways.reached[0].ends.values()]
    lines = [line_of(run.root, path, puzzle.goal == WIN) for path in paths]
    return [found for found in lines if found != list(puzzle.solution)]


def test_a_solution_of_another_way_counts() -> None:
    quick = sorted((one for one in load_puzzles() if one.goal != SURVIVE), key=lambda one: one.positions)
    puzzle, ways = next((one, found) for one in quick if (found := other_ways(one)))
    solver = Solver(puzzle)
    shown = solver.do(StudyPlay(list(ways[0])))
    assert shown["status"] == "solved" and shown["reason"]["kind"]


def test_a_wrong_turn_gets_the_defence() -> None:
    """Its choices are carried out, and can be taken back with the turn."""
    solver = Solver(one_of(SURVIVE))
    shown = solver.do(StudyPlay(["pass"]))
    assert shown["status"] == "failed" and shown["answer"] == "refuted" and "shows" not in shown
    events = [event for moment in solver.studied["moments"] for event in moment["events"]]
    assert events[-1]["kind"] == "game-over"
    view = solver.studied["sight"]["view"]
    assert view["over"] and view["winners"] == [shown["rival"]] and solver.studied["info"]["stage"] == "over"
    assert solver.deeds == ["play pass"], "the other side's choices are not the solver's"
    # Made anew from its deeds it is the same.
    elsewhere = ExerciseWorker().answer(Job("puzzles", str(solver.puzzle.number), solver.deeds, StudyLook()))
    seen = json.loads(elsewhere.body)
    assert seen["sight"] == solver.studied["sight"] and seen["puzzle"] == shown
    # Nothing more can be done but to go back.
    for deed in (StudyPlay(["pass"]), StudyWhy("pass"), StudyHint(1)):
        solver.do(deed)
        assert solver.studied["reason"]["code"] == "not-now"
    back = solver.do(StudyUndo(1))
    assert solver.studied["fresh"] and back["status"] == "open" and "answer" not in back and solver.deeds == []
    assert not solver.studied["sight"]["view"]["over"]
    solver.do(StudyUndo(1))
    assert solver.studied["reason"]["code"] == "nothing-to-undo"


def test_a_turn_that_misses_the_goal() -> None:
    solver = Solver(one_of(LEAVE))
    shown = solver.do(StudyPlay(["pass"]))
    assert shown["status"] == "failed" and shown["answer"] in ("missed", "refuted")
    assert solver.do(StudyAgain(True))["status"] == "open" and solver.studied["fresh"]


def test_what_is_no_choice_is_refused() -> None:
    solver = Solver(one_of(LEAVE))
    solver.do(StudyPlay(["castle"]))
    assert solver.studied["reason"]["code"] == "unreadable" and solver.deeds == []
    solver.do(StudyPlay(["stop"]))
    assert solver.studied["reason"]["code"] and solver.deeds == []


def risks() -> Iterator[tuple[Puzzle, str]]:
    for puzzle in load_puzzles():
        root = puzzle_state(puzzle)
        for action in legal(root):
            if is_risk(root, action):
                yield puzzle, write(root, action)


def test_a_combat_or_a_reveal_is_answered_and_taken_back() -> None:
    puzzle, line = next(risks())
    solver = Solver(puzzle)
    shown = solver.do(StudyPlay([line]))
    assert shown["answer"] == "risk" and shown["status"] == "open" and solver.deeds == [f"try {line}"]
    assert "moments" not in solver.studied
    assert "answer" not in solver.do(StudyAgain(True))


# -- help ------------------------------------------------------------------------------------------------------------------


def test_hints_say_more_and_more() -> None:
    solver = Solver(one_of(LEAVE))
    assert "hint" not in solver.studied["puzzle"]
    first, second, third = (solver.do(StudyHint(grade))["hint"] for grade in (1, 2, 3))
    assert first == {"grade": 1, "theme": solver.puzzle.themes[0]}
    assert second["token"] in solver.puzzle.solution[0] and "choices" not in second
    assert third["choices"][0]["do"] == solver.puzzle.solution[0].split()[1] and solver.deeds == []
    assert "hint" not in solver.do(StudyPlay([solver.puzzle.solution[0]]))
    assert solver.do(StudyHint(9))["hint"]["grade"] == 3


def test_a_hint_says_where_a_walk_leads() -> None:
    puzzle = next(one for one in load_puzzles() if one.solution[0].endswith(" move") and one.solution.index("stop") > 2)
    hint = Solver(puzzle).do(StudyHint(3))["hint"]
    opening, *_, last, stop = hint["choices"]
    assert (opening["do"], last["do"], stop) == ("move", "step", {"do": "stop"})
    arrow = hint["arrows"][0]
    assert arrow["token"] == opening["token"] and arrow["path"][-1] == last["square"] and len(arrow["path"]) > 1


def test_a_hint_tells_and_draws_what_is_handled_on_a_walk() -> None:
    """Puzzle 41: the Warrior fetches the Speed Potion on the next square, and comes back."""
    hint = Solver(load_puzzle(41)).do(StudyHint(3))["hint"]
    assert [choice["do"] for choice in hint["choices"]] == ["move", "step", "take", "step", "step", "stop"]
    assert [arrow["path"] for arrow in hint["arrows"]] == [["f4", "g4"], ["g4", "f4", "f3"]]
    assert hint["marks"] == [{"kind": "take", "token": "b%"}]
    solver = Solver(load_puzzle(15))
    hint = solver.do(StudyHint(3))["hint"]
    solver.do(StudyPlay([solver.puzzle.solution[0]]))
    hint = solver.do(StudyHint(3))["hint"]
    assert [mark["kind"] for mark in hint["marks"]] == ["drop"] and hint["marks"][0]["place"] == hint["arrows"][0]["path"][0]


def test_a_hint_goes_on_inside_an_open_walk() -> None:
    """Puzzle 15: the Warrior has arrived, and the next thing is another walk of the same Warrior."""
    solver = Solver(load_puzzle(15))
    solver.do(StudyPlay(["bW turn R8 cw", "bW move", "s8", "s7", "t7"]))
    hint = solver.do(StudyHint(3))["hint"]
    assert (hint["token"], hint["choices"]) == ("bW", [{"do": "stop"}]) and "lost" not in hint
    solver = Solver(load_puzzle(41))
    solver.do(StudyPlay(["yW move", "f3"]))
    hint = solver.do(StudyHint(3))["hint"]
    assert hint == {"grade": 3, "lost": True, "proved": True}


def test_each_step_of_a_solution_can_be_drawn() -> None:
    """A walk as an arrow, a turned room as a mark; what is drawn is what comes next."""
    drawn = set[str]()
    for puzzle in load_puzzles()[:12]:
        solver = Solver(puzzle)
        while solver.studied["puzzle"]["status"] == "open":
            hint = solver.do(StudyHint(3))["hint"]
            arrows, marks = hint.get("arrows", []), hint.get("marks", [])
            drawn |= {mark["kind"] for mark in marks} | ({"arrow"} if arrows else set())
            first = hint["choices"][0]
            handled = sum(choice["do"] in ("take", "drop", "swap", "give", "rob") for choice in hint["choices"])
            assert len(arrows) <= 1 + handled
            if first["do"] == "turn":
                assert marks == [{"kind": "turn", "token": first["token"], "place": first["place"]}]
            solver.do(StudyShow())
    assert {"arrow", "turn"} <= drawn


@pytest.mark.parametrize("goal", sorted({puzzle.goal for puzzle in load_puzzles()}))
def test_the_solution_is_shown_step_by_step(goal: str) -> None:
    solver = Solver(one_of(goal))
    steps = 0
    while solver.studied["puzzle"]["status"] == "open":
        solver.do(StudyShow())
        steps += 1
        assert "reason" not in solver.studied and solver.studied["moments"] and steps <= len(solver.puzzle.solution)
    assert solver.studied["puzzle"]["status"] == "solved"
    assert [deed.removeprefix("play ") for deed in solver.deeds] == list(solver.puzzle.solution)
    solver.do(StudyShow())
    assert solver.studied["reason"]["code"] == "no-way"


def test_who_is_elsewhere_begins_again_to_be_shown() -> None:
    solver = Solver(one_of(SURVIVE))
    assert "shows" not in solver.do(StudyPlay(["pass"]))
    solver.do(StudyShow())
    assert solver.studied["reason"]["code"] == "no-way" and solver.deeds == ["play pass"]
    assert solver.do(StudyAgain(True))["shows"]
    solver.do(StudyShow())
    assert solver.deeds[0] == f"play {solver.puzzle.solution[0]}"
