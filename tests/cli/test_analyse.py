"""The command `analyse`: games and positions, files, languages, and what it says when something is wrong."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path
from typing import Any

import pytest

from dungeon_twister.ai.analysis.game_analysis import analyse_game, from_json
from dungeon_twister.cli import analyse_command as command
from dungeon_twister.game.record.files import dump, load
from tests.analysis.drawn import drawn
from tests.cli.conftest import Run
from tests.cli.test_commands import fails

GAME = Path(__file__).parent.parent / "games" / "board" / "base-0-greedy-greedy-0.dt"
QUICK = ("--nodes", "100")


@pytest.fixture
def position(tmp_path: Path) -> str:
    path = tmp_path / "exit.txt"
    path.write_text(drawn({"k1": "bC", "f3": "yT"}), encoding="utf-8")
    return str(path)


def test_a_position(run: Run, position: str, tmp_path: Path) -> None:
    result = run("analyse", position, *QUICK, "--out", str(tmp_path / "exit.json"))
    assert result.code == 0
    assert result.out.startswith("blue decides: chance to win ")
    assert "bC move l1" in result.out and "The blue Cleric leaves the" in result.out
    kept = json.loads((tmp_path / "exit.json").read_text(encoding="utf-8"))
    assert kept == json.loads(run("analyse", position, *QUICK, "--json").out)
    assert kept["player"] == "blue" and kept["plans"][0]["reason"]["kind"] == "leaves"


@pytest.mark.parametrize(("language", "words"), [("de", "verlässt das"), ("fr", "sort du labyrinthe")])
def test_other_languages(run: Run, position: str, language: str, words: str) -> None:
    assert words in run("analyse", position, *QUICK, "--language", language).out


def test_a_game_with_its_files(run: Run, tmp_path: Path) -> None:
    out, svg = tmp_path / "game.json", tmp_path / "game.svg"
    result = run("analyse", str(GAME), *QUICK, "--out", str(out), "--svg", str(svg))
    assert result.code == 0 and result.err == ""
    lines = result.out.splitlines()
    assert [cell.strip() for cell in lines[1].split("|")[1:3]] == ["turn", "player"]
    assert sum(line.startswith("| 22 ") for line in lines) == 1 and "accuracy" in result.out
    found = from_json(out.read_text(encoding="utf-8"))
    assert found.complete and len(found.turns) == 22
    assert svg.read_text(encoding="utf-8").startswith("<svg ")
    before = out.read_bytes()
    assert run("analyse", str(GAME), *QUICK, "--out", str(out)).out == result.out
    assert out.read_bytes() == before
    assert json.loads(run("analyse", str(GAME), *QUICK, "--out", str(out), "--json").out)["complete"] is True


def test_ctrl_c_keeps_what_is_done(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "game.json"
    before = signal.getsignal(signal.SIGINT)

    def interrupted(*args: Any, **more: Any) -> object:
        os.kill(os.getpid(), signal.SIGINT)
        return analyse_game(*args, **more)

    monkeypatch.setattr(command, "analyse_game", interrupted)
    result = run("analyse", str(GAME), *QUICK, "--out", str(out))
    assert result.code == 1 and "0 of 22 turns were analysed; the same command continues" in " ".join(result.err.split())
    assert signal.getsignal(signal.SIGINT) is before
    monkeypatch.undo()
    assert run("analyse", str(GAME), *QUICK, "--out", str(out)).code == 0
    assert from_json(out.read_text(encoding="utf-8")).complete


def test_errors(run: Run, position: str, tmp_path: Path) -> None:
    assert "annot read" in fails(run, "analyse", str(tmp_path / "no.dt"))
    assert "--nodes is from 100" in fails(run, "analyse", position, "--nodes", "1")
    assert "--jobs is from 1" in fails(run, "analyse", position, "--jobs", "0")
    assert "is a position" in fails(run, "analyse", position, "--svg", "x.svg")
    assert "Cannot write" in fails(run, "analyse", str(GAME), *QUICK, "--out", str(tmp_path / "no" / "x.json"))
    broken = tmp_path / "broken.txt"
    broken.write_text("position 1\nscenario nowhere\n", encoding="utf-8")
    assert "nowhere" in fails(run, "analyse", str(broken))
    other = tmp_path / "other.json"
    other.write_text("{}", encoding="utf-8")
    assert "no analysis of a game" in fails(run, "analyse", str(GAME), *QUICK, "--out", str(other))


def test_an_analysis_of_another_game_is_not_overwritten(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "game.json"
    assert run("analyse", str(GAME), *QUICK, "--out", str(out)).code == 0
    assert "another game" in fails(run, "analyse", str(GAME), "--nodes", "101", "--out", str(out))


def test_a_game_in_progress_keeps_its_secrets(run: Run, tmp_path: Path) -> None:
    record, _ = load(GAME.read_text(encoding="utf-8"))
    record.end = None
    path = tmp_path / "going.dt"
    path.write_text(dump(record, "seed"), encoding="utf-8")
    assert "not over" in fails(run, "analyse", str(path), *QUICK)
