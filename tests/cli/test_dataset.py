"""The command `dataset`: what it says, and one sentence for what is wrong."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.cli.test_commands import fails

RANDOMS = ("dataset", "random", "random", "--option", "stallLimit=1", "--format", "jsonl")


def test_dataset_is_written_and_continued(run: Run, tmp_path: Path) -> None:
    out = str(tmp_path / "data")
    output = json.loads(run(*RANDOMS, "--games", "2", "--out", out, "--json").out)
    assert (output["asked"], output["played"], output["faults"], output["folder"]) == (2, 2, 0, out) and output["rows"] > 100
    result = run(*RANDOMS, "--games", "2", "--out", out)
    assert (result.code, result.err) == (0, "")
    assert result.out == f"{out} has 2 of 2 games; this run wrote 0 rows.\n"
    assert [file.name for file in sorted(Path(out).iterdir())] == ["_dataset.json", "games-0000000-0000001.jsonl.gz"]


def test_failing_bots(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bots_of_dataset.py").write_text(
        "from dungeon_twister.ai.bots.random_bot import RandomBot\n\n\n"
        "class Loser(RandomBot):\n    def choose(self, view):\n        raise RuntimeError('gives up')\n\n\n"
        "class Leaver(RandomBot):\n    def choose(self, view):\n        raise SystemExit\n",
        "utf-8",
    )
    more = ("--games", "1", "--format", "jsonl", "--out")
    assert "In 1 games a bot failed (column fault)." in run("dataset", "random", "bots_of_dataset:Loser", *more, "one").out
    result = run("dataset", "random", "bots_of_dataset:Leaver", *more, "two")
    assert result.code == 1 and "Game 0: SystemExit; they are left out." in result.err
    assert result.out == "two has 0 of 1 games; this run wrote 0 rows. The same command goes on.\n"


def test_errors(run: Run, tmp_path: Path) -> None:
    out = str(tmp_path / "data")
    assert "games, not 0" in fails(run, *RANDOMS, "--games", "0", "--out", out)
    assert "processes, not 0" in fails(run, *RANDOMS, "--jobs", "0", "--out", out)
    assert "There is no bot" in fails(run, "dataset", "nobody", "random", "--format", "jsonl", "--out", out)
    (tmp_path / "file").touch()
    assert "Cannot write" in fails(run, *RANDOMS, "--out", str(tmp_path / "file"))
