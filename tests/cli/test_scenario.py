"""The command `scenario`: checks of one's own scenarios."""

from __future__ import annotations

import json
import zlib
from base64 import urlsafe_b64encode
from pathlib import Path

import pytest

from dungeon_twister.rules.engine.scenarios import builtin_text
from dungeon_twister.workshop.balance import BalanceTest
from dungeon_twister.workshop.balance_game import GameFacts
from dungeon_twister.workshop.share_link import VERSION, pack
from tests.cli.conftest import Run

BASE = builtin_text("base")


def test_check(run: Run, tmp_path: Path) -> None:
    assert run("scenario", "check", "base") == run("scenario", "check", "base")
    result = run("scenario", "check", "base")
    assert (result.code, result.out) == (0, "The scenario can be played.\n")
    file = tmp_path / "mine.toml"
    file.write_text(BASE.replace("target = 5", "target = -1"), "utf-8")
    result = run("scenario", "check", str(file), "--language", "de")
    assert result.code == 1 and "Fehler, Zeile 7: " in result.out and "nicht spielbar" in result.out
    output = json.loads(run("scenario", "check", str(file), "--json").out)
    assert output["playable"] is False and output["findings"][0]["line"] == 7
    file.write_text(BASE.replace("target = 5", "target = 90"), "utf-8")
    result = run("scenario", "check", str(file))
    assert result.code == 0 and result.out.startswith("Note: The target is 90 points, but nobody can make more than 19.")


def test_rooms_of_the_same_folder_are_checked(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(BASE.replace('["base"]', '["base", "cellar"]'), "utf-8")
    (tmp_path / "cellar.txt").write_text("room a pair=1\n", "utf-8")
    result = run("scenario", "check", str(file))
    assert result.code == 1 and "A drawing begins with a line like this" in result.out


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (["check", "nowhere.toml"], "Cannot read nowhere.toml"),
        (["check"], "FILE is missing"),
        (["chek", "base"], "Did you mean check?"),
    ],
)
def test_wrong_calls(run: Run, argv: list[str], words: str) -> None:
    result = run("scenario", *argv)
    assert result.code == 2 and words in result.err


def test_without_an_action_it_says_how_to_use_it(run: Run) -> None:
    result = run("scenario")
    assert result.code == 0 and "ACTION" in result.out


def test_balance(run: Run, tmp_path: Path) -> None:
    argv = ["scenario", "balance", "simplified", "--bot", "random", "--games", "2", "--jobs", "1", "--option", "stallLimit=2"]
    result = run(*argv)
    assert result.code == 0 and "2 games of random, seed 1" in result.out and "nothing can be said yet" in result.out
    output = json.loads(run(*argv, "--json", "--language", "fr").out)
    assert output["games"] == 2 and output["verdict"][0]["sentence"].startswith("Après 2")
    assert run(*argv).out == result.out
    for wrong in (["--games", "0"], ["--jobs", "-1"], ["--bot", "nobody"], ["--option", "x"], ["--option", "target=none"]):
        refused = run("scenario", "balance", "simplified", *wrong)
        assert refused.code == 2 and refused.err.count("\n") == 1
    file = tmp_path / "mine.toml"
    file.write_text(BASE.replace("target = 5", "target = -1"), "utf-8")
    assert "target is a whole number" in run("scenario", "balance", str(file)).err


def test_an_interrupted_run_prints_what_it_has(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    real = BalanceTest.__call__

    def interrupted(test: BalanceTest, number: int) -> GameFacts:
        if number == 1:
            raise KeyboardInterrupt
        return real(test, number)

    monkeypatch.setattr(BalanceTest, "__call__", interrupted)
    argv = ["scenario", "balance", "simplified", "--bot", "random", "--games", "5", "--jobs", "1", "--option", "stallLimit=2"]
    result = run(*argv)
    assert result.code == 0 and "Stopped after 1 of 5 games." in result.out


def test_a_link_and_back(run: Run, tmp_path: Path) -> None:
    result = run("scenario", "link", "base", "--page", "https://example.org/scenario")
    assert result.code == 0 and result.out.startswith("https://example.org/scenario#AX") and len(result.out) < 500
    file = tmp_path / "shared.toml"
    assert run("scenario", "open", result.out, "-o", str(file)).code == 0
    assert file.read_text("utf-8") == BASE
    again = run("scenario", "open", result.out, "-o", str(file))
    assert again.code == 2 and "file exists" in again.err
    other = tmp_path / "other.toml"
    broken = run("scenario", "open", result.out.strip()[:-5], "-o", str(other))
    assert broken.code == 2 and "not complete" in broken.err and not other.exists()


def test_a_link_to_a_position_is_named_as_such(run: Run, tmp_path: Path) -> None:
    line = urlsafe_b64encode(bytes([VERSION]) + zlib.compress(b"position 1\nscenario base\n")).decode().rstrip("=")
    result = run("scenario", "open", line, "--out", str(tmp_path / "x.toml"))
    assert result.code == 2 and result.err == "This link holds a position or a puzzle, not a scenario: open it in a browser.\n"
    assert not any(tmp_path.iterdir())


def test_what_cannot_be_played_is_neither_linked_nor_written(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(BASE.replace("target = 5", "target = -1"), "utf-8")
    result = run("scenario", "link", str(file))
    assert result.code == 1 and result.out.startswith("Error, line 7: ")
    result = run("scenario", "open", pack(file.read_text("utf-8")), "-o", str(tmp_path / "other.toml"))
    assert result.code == 1 and "Error, line 7: " in result.out and not (tmp_path / "other.toml").exists()


def test_print(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "paper"
    result = run("scenario", "print", "simplified", "-o", str(folder), "--paper", "letter", "--language", "de")
    assert result.code == 0 and f"öffne {folder / 'print.html'} im Browser" in result.out
    page = (folder / "print.html").read_text("utf-8")
    assert "size:215.9mm 279.4mm" in page
    drawn = sorted(file.name for file in folder.glob("*.svg"))
    assert drawn[0] == "01-overview.svg" and all(f'src="{name}"' in page for name in drawn)
    assert run("scenario", "print", "simplified", "-o", str(folder / "print.html")).code == 2
    (tmp_path / "bad.toml").write_text("title = 3\n", "utf-8")
    result = run("scenario", "print", str(tmp_path / "bad.toml"), "-o", str(tmp_path / "none"))
    assert result.code == 1 and not (tmp_path / "none").exists()
