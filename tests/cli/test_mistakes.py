"""The command `mistakes`: collecting those of a game, the list, a position at the keyboard, removing."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from dungeon_twister.ai.analysis import to_json
from dungeon_twister.ai.analysis.game_summary import fingerprint
from dungeon_twister.cli import mistakes_command as command
from dungeon_twister.cli import progress_file
from dungeon_twister.game.record.files import load
from dungeon_twister.learning.progress import Entry
from dungeon_twister.learning.progress.entries import LESSON, MISTAKE, MOST_MISTAKES, REPLAYED
from dungeon_twister.presentation.i18n import LANGUAGES, MessageCatalogue
from tests.cli.conftest import Run
from tests.mistakes.analysed import GAMES, KNOWN, Where, analysed, found

MISSED = KNOWN[1]
RECORD = GAMES / f"{MISSED.game}.dt"


def flat(text: str) -> str:
    return " ".join(text.split())


def keep(*where: Where) -> None:
    """Keep mistakes as the command does."""
    for number, one in enumerate(where):
        mistake, text = found(one)
        name = f"g.{number}"
        entry = Entry(f"mistake.{name}", 1.0 + number, MISTAKE, name, text=text, turn=mistake.turn, mark=mistake.kind)
        progress_file.add_entries([entry])


def attempts() -> list[float]:
    return [entry.score for entry in progress_file.own_entries() if entry.kind == REPLAYED]


@pytest.fixture
def analysis(tmp_path: Path) -> Path:
    """The analysis of the game, with one turn, as `analyse --out` has kept it."""
    path = tmp_path / "analysis.json"
    path.write_text(to_json(replace(analysed(MISSED)[1], complete=True)), "utf-8")
    return path


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_mistakes_of_a_game_are_collected_once(run: Run, analysis: Path, language: str) -> None:
    words = MessageCatalogue(language)
    assert words.t("terminal.mistakes.none") in run("mistakes", "--language", language).out
    collect = ["mistakes", "--add", str(RECORD), "--nodes", str(MISSED.nodes), "--out", str(analysis), "--language", language]
    for new in (1, 0):
        result = run(*collect, "--as", MISSED.player)
        assert result.code == 0 and words.tn("terminal.mistakes.found", 1, {"new": new}) in result.out
    turn = found(MISSED).mistake.turn
    out = run("mistakes", "--language", language).out
    assert words.t("mistakes.of.missed-win", turn=turn) in out and words.tn("mistakes.due", 1) in out
    (kept,) = progress_file.own_report().mistakes
    assert kept.id == f"{fingerprint(load(RECORD.read_text('utf-8'))[0])}.{MISSED.at}" and kept.game == "board"
    assert words.t("mistakes.learn.none") in run(*collect, "--as", "yellow").out


def test_whose_mistakes(run: Run, analysis: Path) -> None:
    for whose in ([], ["--as", "green"]):
        result = run("mistakes", "--add", str(RECORD), *whose, "--nodes", str(MISSED.nodes), "--out", str(analysis))
        assert result.code == 2 and "with --as: blue, yellow" in result.err
    setting = analysed(MISSED)[0].setting
    assert command.player_of(setting, {"blue": "stoker", "yellow": "person"}, "") == "yellow"


def test_what_cannot_be_collected(run: Run, unfinished: Path, analysis: Path) -> None:
    assert run("mistakes", "--add", str(unfinished), "--as", "blue").code == 2
    assert "4000" in run("mistakes", "--add", str(RECORD), "--as", "blue", "--nodes", "5000").err
    assert run("mistakes", "--add", str(RECORD), "--as", "blue", "--nodes", "100", "--out", str(analysis)).code == 2
    progress_file.add_entries(Entry(f"m{n}", 1.0, MISTAKE, f"m{n}", text="{}") for n in range(MOST_MISTAKES))
    collect = ["mistakes", "--add", str(RECORD), "--as", "blue", "--nodes", str(MISSED.nodes), "--out", str(analysis)]
    result = run(*collect)
    assert result.code == 2 and MessageCatalogue().t("mistakes.learn.full") in result.err
    assert len(progress_file.own_report().mistakes) == MOST_MISTAKES


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_best_plan_solves_it(run: Run, language: str) -> None:
    keep(MISSED)
    words, mistake = MessageCatalogue(language), found(MISSED).mistake
    result = run("mistakes", "1", "--language", language, typed=mistake.best)
    out = flat(result.out)
    assert result.code == 0 and flat(words.t("mistakes.goal.missed-win")) in out and flat(words.t("mistakes.rule")) in out
    assert flat(words.t("mistakes.answer.solved")) in out and flat(words.t("analysis.reason.wins")) in out
    assert attempts() == [1.0] and words.t("mistakes.all-done") in out
    assert words.t("mistakes.is-solved") in run("mistakes", "--language", language).out
    assert words.t("mistakes.nothing-due") in run("mistakes", "next", "--language", language).err


def test_what_was_played_fails_and_is_answered(run: Run) -> None:
    keep(MISSED)
    words, mistake = MessageCatalogue(), found(MISSED).mistake
    result = run("mistakes", "next", typed=["undo", *mistake.played, "pass", "what", "undo", "again", *mistake.best])
    out = flat(result.out)
    assert words.t("mistakes.answer.missed-win") in out and "could reply: " in out
    assert words.t("terminal.puzzles.nothing-to-undo") in out and words.t("mistakes.answer.solved") in out
    assert attempts() == [0.0, 1.0]


def test_hints_and_the_solution(run: Run) -> None:
    keep(MISSED)
    words, mistake = MessageCatalogue(), found(MISSED).mistake
    out = flat(run("mistakes", "1", typed=["hint", "hint", "hint", "solution", *mistake.best]).out)
    assert out.count(words.t("analysis.nudge.win")) == 3 and out.count("Look at your ") == 2
    assert words.t("terminal.puzzles.line", line=mistake.best[0]) in out
    assert words.t("terminal.puzzles.solution", lines=" > ".join(mistake.best)) in out
    assert words.t("mistakes.answer.solved") in out
    assert attempts() == [0.0]  # what was shown was not found
    keep(MISSED)
    out = flat(run("mistakes", "1", typed=[mistake.best[0], "pass", "undo", "undo", "card 2", "hint", "quit"]).out)
    assert words.t("terminal.mistakes.left", number=1) in out and attempts() == [0.0, 0.0]


def test_positions_are_removed(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    keep(*KNOWN[:3])
    progress_file.add_result(LESSON, "fight")
    run("mistakes", "2", typed=found(KNOWN[1]).mistake.best)
    for wrong in ("0", "4", "x", "²"):
        for words in (["mistakes", wrong], ["mistakes", "--remove", wrong]):
            result = run(*words)
            assert result.code == 2 and "(there are 3)" in result.err
    run("mistakes", "--remove", "2")
    assert [one.id for one in progress_file.own_report().mistakes] == ["g.0", "g.2"] and attempts() == []
    run("mistakes", "--clear", typed=["no"])
    assert len(progress_file.own_report().mistakes) == 2
    out = run("mistakes", "--clear", typed=["yes"]).out
    assert MessageCatalogue().t("terminal.mistakes.none") in out
    assert [entry.kind for entry in progress_file.own_entries()] == [LESSON]


def test_entries_of_earlier_versions_and_broken_ones(run: Run) -> None:
    progress_file.add_entries([Entry("m", 1.0, MISTAKE, "m", text=json.dumps({"kind": "x"}))])
    assert MessageCatalogue().t("mistakes.position", number=1) in run("mistakes").out
    result = run("mistakes", "1")
    assert result.code == 2 and "Position 1 cannot be played" in result.err
