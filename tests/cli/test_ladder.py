"""The command `ladder`: tables, files, pictures, and one sentence for what is wrong."""

from __future__ import annotations

import json
import os
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.cli.conftest import Run
from tests.cli.test_commands import fails

RANDOMS = ("ladder", "random", "random", "--option", "stallLimit=1", "--pairs", "2")
BOTS = """
from dungeon_twister.ai.bots.random_bot import RandomBot


class Loser(RandomBot):
    name = "loser"

    def __init__(self, seed, patience: int = 0):
        super().__init__(seed)

    def choose(self, view):
        raise RuntimeError("gives up")


class Leaver(RandomBot):
    name = "leaver"

    def choose(self, view):
        raise SystemExit
"""


@pytest.fixture
def own_bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "bots_of_ladder.py").write_text(BOTS, "utf-8")
    monkeypatch.chdir(tmp_path)


def test_a_table_a_file_and_a_picture(run: Run, tmp_path: Path) -> None:
    out, svg = str(tmp_path / "l.jsonl"), tmp_path / "l.svg"
    result = run(*RANDOMS, "--out", out, "--svg", str(svg))
    assert result.code == 0 and result.err == ""
    assert "the anchor" in result.out and "random#2" in result.out and "2 pairs, 4 games" in result.out
    assert ElementTree.fromstring(svg.read_text("utf-8")).tag.endswith("svg")
    assert run("ladder", "show", out).out == result.out
    markdown = run("ladder", "show", out, "--markdown").out
    assert markdown.startswith("| bot | rating | 95 % |") and "| --- | --- | --: |" in markdown
    standings = json.loads(run("ladder", "show", out, "--json").out)["standings"]
    assert standings["pairs"] == 2 and [bot["name"] for bot in standings["bots"]] == ["random", "random#2"]
    before = Path(out).read_bytes()
    assert run(*RANDOMS, "--out", out).out == result.out and Path(out).read_bytes() == before


@pytest.mark.usefixtures("own_bots")
def test_own_bots_with_parameters_and_faults(run: Run) -> None:
    result = run("ladder", "random", "bots_of_ladder:Loser:patience=3", "--pairs", "1", "--json")
    standings = json.loads(result.out)["standings"]
    assert standings["bots"][1]["name"] == "loser:patience=3" and standings["bots"][1]["faults"] == 2
    assert standings["bots"][1]["rating"]["low"] is None  # JSON has no infinity
    text = run("ladder", "random", "bots_of_ladder:Loser", "--pairs", "4").out
    assert "gives up" in text and "And 3 more faults." in text and "at most" in text
    assert "'width'" in fails(run, "ladder", "random", "bots_of_ladder:Loser:width=3")
    assert "whole number" in fails(run, "ladder", "random", "bots_of_ladder:Loser:patience=little")


@pytest.mark.usefixtures("own_bots")
def test_missing_pairs_are_listed(run: Run) -> None:
    result = run("ladder", "random", "bots_of_ladder:Leaver", "--pairs", "1", "--out", "l.jsonl")
    assert result.code == 1
    assert "Pair 1 of random against leaver: SystemExit; it is left out." in result.err
    assert "0 of 1 pairs were played; the same command goes on with l.jsonl." in result.err


@pytest.mark.usefixtures("own_bots")
def test_a_test_of_two_bots(run: Run) -> None:
    argv = ("ladder", "--sprt", "random", "bots_of_ladder:Loser", "0,300", "--pairs", "100", "--out", "l.jsonl")
    result = run(*argv)
    assert result.code == 0 and "accepted: random is rather +300 than +0 ahead." in result.out
    shown = run("ladder", "show", "l.jsonl", "--sprt", "bots_of_ladder:Loser", "random", "[-300,0]").out
    assert "rejected: loser is rather -300 than +0 ahead." in shown
    assert "There is no bot 'nobody' in this ladder (there are random, loser)" in fails(
        run, "ladder", "show", "l.jsonl", "--sprt", "nobody", "random", "0,5"
    )
    assert "one file" in fails(run, "ladder", "show", "l.jsonl", "l.jsonl", "--sprt", "random", "loser", "0,5")
    with Path("l.jsonl").open("ab") as file:
        file.write(b'{"first":"ran')
    assert "not complete" in run("ladder", "show", "l.jsonl").err


def test_three_players(run: Run) -> None:
    argv = ("ladder", "random", "random", "--scenario", "three-players", "--option", "stallLimit=1", "--pairs", "1")
    assert "fair shares" in run(*argv).out
    assert json.loads(run(*argv, "--gauntlet", "--json").out)["standings"]["games"] == 3


def test_without_ray_games_run_locally(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dungeon_twister.cli.ladder_command.has_ray", lambda: False)
    monkeypatch.setattr("dungeon_twister.ai.arena.workers.has_ray", lambda: False)
    result = run(*RANDOMS, "--ray", "auto")
    assert result.code == 0 and "Ray is not installed" in result.err and "2 pairs" in result.out


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        ([], "at least two bots"),
        (["random"], "at least two bots"),
        (["random", "nobody"], "no bot nobody"),
        (["random", "greedy:width="], "not written key=value"),
        (["random", "no.such.module:Bot"], "annot import"),
        (["random", "random", "--pairs", "0"], "--pairs is from 1"),
        (["random", "random", "--pairs", "-3"], "--pairs is from 1"),
        (["random", "random", "--pairs", "many"], "--pairs is a whole number, not many"),
        (["random", "random", "--jobs", "0"], "--jobs is from 1"),
        (["random", "random", "--scenario", "nowhere"], "nowhere"),
        (["random", "random", "--out", "/no/such/folder/file"], "Cannot write /no/such/folder/file"),
        (["random", "random", "--out", "a\0b"], "Cannot write"),
        (["random", "random", "--svg", "/"], "Cannot write /"),
        (["random", "--sprt", "random", "random", "0,5"], "give no others"),
        (["--sprt", "random", "random", "5"], "two ratings"),
        (["--sprt", "random", "random", "5,0"], "rise"),
        (["--sprt", "random", "random", "nan,5"], "rise"),
        (["--sprt", "random", "random", "0,9999"], "lie from -1000 to 1000"),
        (["show"], "at least one file"),
        (["show", "/no/such/file"], "Cannot read /no/such/file"),
        (["show", "/"], "Cannot read /"),
        (["show", "a\0b"], "Cannot read"),
    ],
)
def test_wrong_arguments_are_one_sentence(run: Run, argv: list[str], words: str) -> None:
    assert words in fails(run, "ladder", *argv)


def test_a_file_of_another_kind_is_not_changed(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "junk"
    path.write_bytes(bytes(range(256)) * 8192)
    before = path.read_bytes()
    assert "is no file of a ladder" in fails(run, "ladder", "show", str(path))
    assert "is no file of a ladder" in fails(run, *RANDOMS, "--out", str(path))
    assert path.read_bytes() == before


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root may read everything")
def test_files_without_permission(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "secret"
    path.write_text("x")
    path.chmod(0)
    assert "ermission" in fails(run, "ladder", "show", str(path))
    assert "ermission" in fails(run, *RANDOMS, "--out", str(path))
