"""The command `puzzles`: counts and lists, puzzles at the keyboard, progress, the check."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest

from dungeon_twister.cli import progress_file
from dungeon_twister.cli import puzzles_command as command
from dungeon_twister.cli.rating_graph import rating_graph
from dungeon_twister.learning.progress import read_journal
from dungeon_twister.learning.puzzles import easy_puzzle_of_the_day, load_puzzle, load_puzzles, puzzle_of_the_day
from dungeon_twister.learning.puzzles.puzzle import LEAVE, SURVIVE
from dungeon_twister.presentation.i18n import LANGUAGES, MessageCatalogue
from tests.cli.conftest import Run
from tests.puzzles.test_puzzle_run import with_a_risk
from tests.puzzles.test_puzzles import CHECKED, quickest, surviving


def flat(text: str) -> str:
    """Without its line ends, and with plain spaces."""
    return " ".join(text.split())


@pytest.mark.parametrize("language", LANGUAGES)
def test_count(run: Run, language: str) -> None:
    out = run("puzzles", "--language", language).out
    words, every = MessageCatalogue(language), load_puzzles()
    assert flat(words.t("terminal.puzzles.count", count=len(every), solved=0, streak=0, best=0)) in flat(out)
    assert words.t("puzzles.short.survive") in out and words.t("puzzles.family.card") in out
    today = puzzle_of_the_day(datetime.now(UTC).date())
    assert words.t("terminal.puzzles.day", number=today.number) in out
    easy = easy_puzzle_of_the_day(datetime.now(UTC).date())
    assert words.t("terminal.puzzles.easy", number=easy.number) in out
    assert out.rstrip().endswith("dungeon-twister puzzles 1")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_list(run: Run, language: str) -> None:
    wanted = [one for one in load_puzzles() if one.goal == LEAVE and one.family == "base" and "turn" in one.themes]
    out = run("puzzles", "--goal", "leave", "--family", "base", "--theme", "turn", "--language", language).out
    assert out.count("[ ]") == len(wanted) > 0 and all(f" {one.number} " in out for one in wanted)
    assert MessageCatalogue(language).t("puzzles.theme.turn") in out


def test_filters_without_a_match(run: Run) -> None:
    for words, problem in (
        (("--goal", "dance"), "--goal is one of win, treasure, leave, survive, not 'dance'."),
        (("--theme", "x"), "--theme is one of turn,"),
        (("--family", "x"), "--family is one of base, several, card, not 'x'."),
        (("--grade", "9"), "--grade is from 1 to 5, not 9."),
        (("--check", "-1"), "--check is a number from 0 up, not -1."),
        (("0",), "There is no puzzle 0"),
        (("--family", "card", "--theme", "elevator"), "No puzzles match."),
    ):
        result = run("puzzles", *words)
        assert result.code == 2 and problem in result.err and not result.out


@pytest.mark.parametrize("language", LANGUAGES)
def test_solving_a_puzzle(run: Run, language: str) -> None:
    words = MessageCatalogue(language)
    for row, puzzle in enumerate(quickest(CHECKED)[:2], start=1):
        result = run("puzzles", str(puzzle.number), "--language", language, typed=puzzle.solution)
        assert result.code == 0 and not result.err
        assert words.t("puzzles.answer.held") in result.out and flat(words.t("puzzles.rule")) in flat(result.out)
        assert words.tn("terminal.puzzles.streak", row) in result.out
        mine = progress_file.own_report().puzzles
        assert mine.streak == row and puzzle.number in mine.solved
        assert f" ({words.t('puzzles.rating.provisional')})" in result.out
        listed = run("puzzles", "--goal", puzzle.goal, "--grade", str(puzzle.grade)).out
        assert listed.count("[x]") >= 1


def test_a_wrong_turn(run: Run) -> None:
    puzzle, words = surviving(), MessageCatalogue()
    typed = ["undo", "pass", "what", "again", "pass", "undo", *puzzle.solution]
    result = run("puzzles", str(puzzle.number), typed=typed)
    out = flat(result.out)
    assert words.t("terminal.puzzles.nothing-to-undo") in out
    assert "replies and wins." in out and "The answer: " in out and "wins" in out.split("The answer: ")[1]
    assert words.t("puzzles.answer.held") in out
    done = progress_file.own_report().puzzles
    assert (done.streak, done.solved, done.failed) == (0, [puzzle.number], [puzzle.number])
    assert [(entry.score, entry.rated) for entry in progress_file.own_entries()] == [(0.0, True), (1.0, False)]


def test_hints(run: Run) -> None:
    puzzle, words = quickest(CHECKED)[0], MessageCatalogue()
    result = run("puzzles", str(puzzle.number), typed=["hint", "hint", "hint", "solution", "quit"])
    out = flat(result.out)
    assert out.count(words.t(f"puzzles.hint.{(*puzzle.themes, 'none')[0]}")) == 3 and out.count("Begin with your ") == 2
    assert words.t("terminal.puzzles.line", line=puzzle.solution[0]) in out
    assert words.t("terminal.puzzles.solution", lines=" > ".join(puzzle.solution)) in out
    assert out.endswith(f"Come back with: dungeon-twister puzzles {puzzle.number}")
    assert progress_file.own_report().puzzles.failed == [puzzle.number]


def test_a_risky_turn_is_undone(run: Run) -> None:
    puzzle, line = with_a_risk()
    out = run("puzzles", str(puzzle.number), typed=[line, "hint"]).out
    assert MessageCatalogue().t("puzzles.answer.risk") in flat(out)
    assert progress_file.own_entries() == []


def test_the_goal_is_shown(run: Run) -> None:
    for goal, sentence in ((LEAVE, "Rotate the maze so that your "), (SURVIVE, " has no certain win in the next one.")):
        puzzle = next(one for one in quickest(CHECKED) if one.goal == goal)
        out = flat(run("puzzles", str(puzzle.number)).out)
        assert sentence in out and f"Puzzle {puzzle.number}: " in out


def test_progress_file_without_write_permission(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    monkeypatch.setattr(progress_file, "user_data_path", lambda *_, **__: tmp_path / "file" / "folder")
    puzzle = quickest(CHECKED)[0]
    assert run("puzzles", str(puzzle.number), typed=puzzle.solution).code == 0
    assert progress_file.own_entries() == []


def test_results_of_earlier_versions_are_taken_over_once(run: Run, data_folder: Path) -> None:
    old = data_folder / "puzzles.json"
    data_folder.mkdir()
    old.write_text('{"solved": [3, 4, "x"], "faults": [4, -1], "streak": 2, "best": 2}', "utf-8")
    assert "2 of them solved" in flat(run("puzzles").out)
    for puzzle in quickest(CHECKED)[:2]:
        run("puzzles", str(puzzle.number), typed=puzzle.solution)
    mine = progress_file.own_report().puzzles
    assert {3, 4} <= set(mine.solved) and mine.failed == [4] and len(mine.days) == 1
    assert len(read_journal(progress_file.progress_file())) == 5
    assert old.exists()


def test_one_s_own_results(run: Run) -> None:
    out = run("puzzles", "--mine").out
    assert "0 of them solved" in flat(out) and "|" not in out
    for puzzle in quickest(CHECKED)[:3]:
        run("puzzles", str(puzzle.number), typed=puzzle.solution)
    out = run("puzzles", "--mine").out
    (rating,) = [one for one in progress_file.own_report().ratings if one.game == "board"]
    assert f"Board game: {rating.value} ± " in out and "(best: 3)" in flat(out)
    assert sum(line.count("*") for line in out.splitlines()) == 3


def test_the_next_puzzle_is_one_that_is_due_or_at_the_level(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    first = run("puzzles", "next", "--family", "base").out
    assert load_puzzle(number_of(first)).grade <= 2
    monkeypatch.setattr(progress_file, "time", lambda: 1e9)
    progress_file.add_result("puzzle", "60", 0.0, game="board")
    out = flat(run("puzzles", "next", "--family", load_puzzle(60).family).out)
    assert number_of(out) == 60 and "You missed this one on 2001-09-09." in out


def test_no_puzzle_is_left(run: Run) -> None:
    for puzzle in load_puzzles():
        if puzzle.family == "card" and "fire" in puzzle.themes:
            progress_file.add_result("puzzle", str(puzzle.number), game="card")
    result = run("puzzles", "next", "--family", "card", "--theme", "fire")
    assert result.code == 2 and "none is due" in result.err


def test_a_wrong_line_of_the_results_is_named(run: Run, data_folder: Path) -> None:
    data_folder.mkdir()
    (data_folder / "progress.jsonl").write_text('{"id": 3}\n', "utf-8")
    result = run("puzzles", "--mine")
    assert result.code == 2 and "progress.jsonl, line 1" in result.err


def test_the_graph_of_a_rating() -> None:
    assert rating_graph([]) == []
    assert rating_graph([1000, 1100, 1200], height=3) == [" 1200 |  *", " 1100 | *", " 1000 |*"]
    assert [line.count("*") for line in rating_graph([1000.0] * 5, height=3)] == [0, 5, 0]
    assert sum(line.count("*") for line in rating_graph(list(range(1000)), width=20)) == 20


def number_of(out: str) -> int:
    found = re.search(r"Puzzle (\d+):", out)
    assert found is not None
    return int(found[1])


@pytest.mark.parametrize("language", LANGUAGES)
def test_check(run: Run, language: str) -> None:
    result = run("puzzles", "--check", "2", "--language", language)
    summary = MessageCatalogue(language).t("terminal.puzzles.check", checked=2, count=len(load_puzzles()))
    assert result.code == 0 and result.out.strip() == summary


def test_check_with_a_fault(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "check_puzzles", lambda puzzles: iter(["Puzzle 1: it has no solution."]))
    result = run("puzzles", "--check", "1")
    assert result.code == 1 and "Puzzle 1: it has no solution." in result.out and result.out.rstrip().endswith("1 faults.")


# -- puzzles of one's own ---------------------------------------------------------------------------------------------------


def test_a_position_is_checked_written_and_solved(run: Run, tmp_path: Path) -> None:
    known = load_puzzle(23)
    position, out = tmp_path / "mine.txt", tmp_path / "mine.json"
    position.write_text(known.position, "utf-8")
    said = flat(run("puzzles", str(position), "--goal", "win", "--out", str(out)).out)
    words = MessageCatalogue("en")
    assert words.t("workshop.puzzle.unique") in said and words.t("workshop.puzzle.difficulty", grade=1) in said
    again = run("puzzles", str(position), "--out", str(out))
    assert again.code != 0 and "mine.json" in flat(again.err)
    solved = flat(run("puzzles", str(out), typed=known.solution).out)
    assert words.t("puzzles.answer.held") in solved


@pytest.mark.parametrize(("goal", "problem"), [("survive", "no-threat"), ("leave", "no-token")])
def test_a_position_that_is_no_puzzle(run: Run, tmp_path: Path, goal: str, problem: str) -> None:
    position = tmp_path / "mine.txt"
    position.write_text(load_puzzle(23).position, "utf-8")
    result = run("puzzles", str(position), "--goal", goal, "--seconds", "20")
    assert result.code == 1 and MessageCatalogue("en").t(f"workshop.puzzle.problem.{problem}") in flat(result.out)


@pytest.mark.parametrize("text", ["", "position 1", "{}", "<b>"])
def test_a_file_that_is_neither(run: Run, tmp_path: Path, text: str) -> None:
    file = tmp_path / "mine.txt"
    file.write_text(text, "utf-8")
    result = run("puzzles", str(file))
    assert result.code != 0 and result.err and not result.out
    assert run("puzzles", str(tmp_path / "none.txt")).err.startswith("Cannot read")
