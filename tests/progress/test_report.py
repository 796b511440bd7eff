"""The report of a learner's progress: path, ratings, records, what to repeat."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from dungeon_twister.learning.lessons import load_lessons
from dungeon_twister.learning.progress import (
    Entry,
    EntryError,
    ProgressReport,
    check_entry,
    merged,
    read_journal,
    report_of,
    write_journal,
)
from dungeon_twister.learning.progress.glicko import Rating
from dungeon_twister.learning.progress.path import STEPS
from dungeon_twister.rules.engine.game import new_setting

DAY = 86_400.0
PUZZLE_RATINGS = {number: Rating(1000.0, 100.0) for number in range(1, 400)}


def game(name: str, level: str, score: float, at: float = 0.0, kind: str = "board") -> Entry:
    return Entry(f"g{name}", at, "game", name, score, game=kind, scenario="base", opponents=[level])


def puzzle(number: int, score: float, at: float) -> Entry:
    return Entry(f"p{number}-{at}", at, "puzzle", str(number), score, game="board")


def report(*entries: Entry, now: float = 100.0) -> ProgressReport:
    return report_of(merged([], entries), PUZZLE_RATINGS, now)


def next_step(*entries: Entry) -> str:
    return next(step.id for step in report(*entries).path if step.state == "next")


def test_the_steps_of_the_path_exist() -> None:
    lessons = {lesson.name: lesson.game for lesson in load_lessons()}
    for step in STEPS:
        if step.kind == "lesson":
            assert lessons[step.name] == step.game
        elif step.kind == "game":
            assert new_setting(step.name).scenario.name == step.name
    assert len({step.id for step in STEPS}) == len(STEPS)


def test_the_path_begins_with_the_first_lesson_and_goes_on() -> None:
    assert next_step() == "lesson.board.walk-and-look.1"
    done = Entry("l", 1.0, "lesson", "walk-and-look")
    assert next_step(done) == "lesson.board.get-out.1"
    assert next_step(done, Entry("s", 2.0, "skipped", "lesson.board.get-out.1")) == "lesson.board.turn-the-maze.1"


def test_a_win_against_a_stronger_level_is_enough_for_the_path() -> None:
    steps = {step.id: step.state for step in report(game("1", "fitter", 1.0)).path}
    assert steps["beat.board.lamplighter.1"] == steps["beat.board.fitter.1"] == "done"
    assert steps["beat.board.gearwright.1"] != "done"
    assert steps["beat.card.lamplighter.1"] != "done"


def test_a_win_stands_for_the_lessons_before_it() -> None:
    steps = {step.id: step.state for step in report(game("1", "fitter", 1.0)).path}
    assert steps["lesson.board.walk-and-look.1"] == steps["game.board.simplified.1"] == "skipped"
    assert steps["lesson.card.zones-and-facing.1"] == "later"
    assert steps["puzzles.board.5"] == "next"


def test_after_a_win_against_the_weakest_level_the_lessons_go_on() -> None:
    steps = {step.id: step.state for step in report(game("1", "lamplighter", 1.0)).path}
    assert steps["beat.board.lamplighter.1"] == "done"
    assert steps["lesson.board.walk-and-look.1"] == "next" and steps["lesson.board.fight.1"] == "later"


def test_the_path_ends() -> None:
    skipped = [Entry(f"s{at}", float(at), "skipped", step.id) for at, step in enumerate(STEPS)]
    assert all(step.state == "skipped" for step in report(*skipped).path)


def test_ratings_follow_from_the_results_and_are_provisional_first() -> None:
    (rating,) = report(game("1", "stoker", 1.0)).ratings
    assert (rating.kind, rating.game, rating.count) == ("bots", "board", 1)
    assert rating.provisional and rating.value > 600
    many = [game(str(n), "stoker", float(n % 2), n * 10.0) for n in range(40)]
    (rating,) = report(*many).ratings
    assert not rating.provisional
    assert abs(rating.value - 745) < 2 * rating.deviation


def test_games_with_a_hint_unknown_bots_or_without_rating_are_not_rated() -> None:
    hint = Entry("h", 0.0, "hinted", "1")
    assert report(game("1", "stoker", 1.0), hint).ratings == []
    assert report(game("1", "somebody", 1.0)).ratings == []
    assert report(Entry("g", 0.0, "game", "1", 1.0, rated=False, game="board", opponents=["stoker"])).ratings == []


def test_only_the_first_attempt_at_a_puzzle_is_rated() -> None:
    first = report(puzzle(7, 0.0, 1.0)).ratings
    again = report(puzzle(7, 0.0, 1.0), puzzle(7, 1.0, 2.0)).ratings
    assert first == again


def test_the_record_of_each_level() -> None:
    found = report(game("1", "stoker", 1.0), game("2", "stoker", 0.0), game("3", "stoker", 0.5), game("4", "fitter", 0.0))
    assert [(one.level, one.won, one.drawn, one.lost) for one in found.levels] == [("stoker", 1, 1, 1), ("fitter", 0, 0, 1)]


@pytest.mark.parametrize(("score", "direction", "level"), [(1.0, "up", "fitter"), (0.0, "down", "lamplighter")])
def test_three_equal_results_suggest_another_level(score: float, direction: str, level: str) -> None:
    results = [game(str(n), "stoker", score, float(n)) for n in range(3)]
    assert report(*results[:2]).advice == []
    (advice,) = report(*results).advice
    assert (advice.direction, advice.level, advice.after) == (direction, level, "stoker")
    assert report(*results, game("9", "stoker", 0.5, 9.0)).advice == []


def test_wins_with_hints_do_not_suggest_a_stronger_level() -> None:
    results = [game(str(n), "stoker", 1.0, float(n)) for n in range(3)]
    assert report(*results, Entry("h", 0.0, "hinted", "1")).advice == []


def test_streak_days_and_what_is_due() -> None:
    found = report(puzzle(1, 1.0, 2.0), puzzle(2, 1.0, 3.0), puzzle(3, 0.0, 4.0), puzzle(4, 1.0, DAY + 4), now=2 * DAY).puzzles
    assert (found.streak, found.best) == (1, 2)
    assert found.days == {"1970-01-01": 2, "1970-01-02": 1}
    assert found.failed == found.due == [3]


def test_a_later_failure_at_a_solved_puzzle_keeps_the_streak() -> None:
    found = report(puzzle(1, 1.0, 1.0), puzzle(1, 0.0, 2.0)).puzzles
    assert (found.streak, found.solved) == (1, [1])


def test_a_solution_after_a_fault_counts_as_solved_but_not_for_rating_streak_or_repetition() -> None:
    fault = puzzle(7, 0.0, 10.0)
    solved = replace(puzzle(7, 1.0, 20.0), rated=False)
    only, both = report(fault, now=2 * DAY), report(fault, solved, now=2 * DAY)
    assert (both.puzzles.solved, both.puzzles.failed, both.puzzles.due) == ([7], [7], [7])
    assert both.puzzles.streak == 0 and both.puzzles.days == {"1970-01-01": 1}
    assert both.ratings == only.ratings


@pytest.mark.parametrize("score", [0.0, 1.0])
def test_a_timed_run_touches_neither_rating_nor_streak(score: float) -> None:
    before = [puzzle(1, 1.0, 5.0), puzzle(2, 1.0, 6.0)]
    after = report(*before, replace(puzzle(3, score, 7.0), rated=False))
    assert (after.puzzles.streak, after.puzzles.best) == (2, 2)
    assert after.ratings == report(*before).ratings


def test_results_without_a_time_count_for_the_streak_but_for_no_day() -> None:
    old = [replace(puzzle(number, 1.0, 1.0), rated=False) for number in (1, 2)]
    found = report(*old, puzzle(3, 1.0, 5.0)).puzzles
    assert (found.streak, found.days) == (3, {"1970-01-01": 1})


def test_stars_of_a_mission_never_fall() -> None:
    entries = [Entry("a", 1.0, "mission", "m", 3.0), Entry("b", 2.0, "mission", "m", 1.0)]
    assert report(*entries).missions == {"m": 3}


def test_mistakes_are_collected_and_come_back_until_they_are_learned() -> None:
    mistake = Entry("m", 1.0, "mistake", "m1", game="board", text="{}")
    assert report(mistake).mistakes[0].due
    # One that was kept by an earlier version has no turn and no kind.
    assert [(one.turn, one.mark) for one in report(mistake, replace(mistake, id="n", turn=7, mark="missed-win")).mistakes] == [
        (0, ""),
        (7, "missed-win"),
    ]
    wrong = Entry("r", 2.0, "replayed", "m1", 0.0)
    assert not report(mistake, wrong, now=3.0).mistakes[0].due
    assert report(mistake, wrong, now=2 * DAY).mistakes[0].due
    right = Entry("s", 2 * DAY, "replayed", "m1", 1.0)
    assert report(mistake, wrong, right, now=2 * DAY + 1).mistakes[0].solved
    assert report(mistake, wrong, right, now=6 * DAY).mistakes[0].due


@pytest.mark.parametrize(
    "entry",
    [
        Entry("x", 0.0, "prize", "y"),
        Entry("", 0.0, "lesson", "y"),
        Entry("x", 0.0, "lesson", "y" * 81),
        Entry("x", 0.0, "lesson", "../y"),
        Entry("x", float("nan"), "lesson", "y"),
        Entry("x", -1.0, "lesson", "y"),
        Entry("x", 0.0, "mission", "y", 1e9),
        Entry("x", 0.0, "lesson", "y", text="long"),
        Entry("x", 0.0, "mistake", "y", text="x" * 30_000),
        Entry("x", 0.0, "mistake", "y", mark="joke"),
        Entry("x", 0.0, "mistake", "y", turn=-1),
        Entry("x", 0.0, "game", "y", game="chess"),
        Entry("x", 0.0, "game", "y", opponents=["a"] * 9),
    ],
)
def test_entries_that_are_not_well_formed_are_refused(entry: Entry) -> None:
    with pytest.raises(EntryError):
        check_entry(entry)


def test_two_lists_are_merged_by_id() -> None:
    old, new = Entry("a", 5.0, "lesson", "one"), Entry("a", 1.0, "lesson", "two")
    other = Entry("b", 3.0, "lesson", "three")
    assert merged([old], [new, other]) == [other, old]


# -- the file ---------------------------------------------------------------------------------------------------------------


def test_a_journal_is_read_as_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "folder" / "progress.jsonl"
    assert read_journal(path) == []
    entries = [game("1", "stoker", 1.0, 1.0), puzzle(3, 0.0, 2.0)]
    write_journal(path, entries[:1])
    write_journal(path, entries[1:])
    assert read_journal(path) == entries


def test_a_line_that_was_cut_off_is_dropped(tmp_path: Path) -> None:
    path = tmp_path / "progress.jsonl"
    write_journal(path, [puzzle(1, 1.0, 1.0), puzzle(2, 1.0, 2.0)])
    path.write_bytes(path.read_bytes()[:-10])
    assert read_journal(path) == [puzzle(1, 1.0, 1.0)]
    write_journal(path, [puzzle(3, 1.0, 3.0)])
    assert read_journal(path) == [puzzle(1, 1.0, 1.0), puzzle(3, 1.0, 3.0)]


def test_a_wrong_line_is_named(tmp_path: Path) -> None:
    path = tmp_path / "progress.jsonl"
    path.write_text('{"id":"a","at":1.0,"kind":"lesson","name":"x"}\n{"id":3}\n')
    with pytest.raises(EntryError, match=r"progress\.jsonl, line 2"):
        read_journal(path)
