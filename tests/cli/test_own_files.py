"""At the terminal: every command that takes a scenario takes a file, and `position` prints positions."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path
from random import Random

import pytest

from dungeon_twister import Game
from dungeon_twister.game.record.files import load, save
from dungeon_twister.game.record.position import has_position, read_position
from tests.cli.conftest import Run
from tests.cli.test_commands import fails


@pytest.fixture
def scenario(tmp_path: Path) -> Path:
    """A scenario file with its rooms."""
    content = files("dungeon_twister.content")
    text = content.joinpath("scenarios", "simplified.toml").read_text("utf-8")
    text = text.replace('title = "Simplified game"', 'title = "The [bold]Vault"').replace('["base"]', '["vault"]')
    path = tmp_path / "vault.toml"
    path.write_text(text.replace("target = 5", "target = 1"), encoding="utf-8")
    rooms = content.joinpath("rooms", "base.txt").read_text("utf-8")
    (tmp_path / "vault.txt").write_text(rooms, encoding="utf-8")
    return path


def finished(path: Path, scenario: str | Path = "base") -> Game:
    game, rng = Game.new(scenario, seed="1"), Random(1)
    while not game.over:
        game.play(rng.choice(game.legal()))
    save(game, path)
    return game


def test_a_match_and_its_records(run: Run, scenario: Path, tmp_path: Path) -> None:
    result = run(
        "selfplay", "--bots", "random,random", "--games", "2", "--scenario", str(scenario), "--records", str(tmp_path / "r")
    )
    assert result.code == 0
    name = str(tmp_path / "r" / "game-000001.dt")
    assert "The [bold]Vault" in run("show", name).out
    assert run("verify", name).code == 2 and run("replay", name, "--at", "3").code == 0
    result = run("bench", "--seconds", "0.01", "--scenario", str(scenario), "--json")
    assert json.loads(result.out)["scenario"] == "own"
    fails(run, "selfplay", "--bots", "random", "--scenario", str(scenario))


def test_play_save_and_resume(run: Run, scenario: Path, tmp_path: Path) -> None:
    """The saved game holds the scenario: it goes on after the file is gone."""
    kept = tmp_path / "kept.dt"
    result = run(
        "play", "--scenario", str(scenario), "--bot", "random", "--seed", "1", "--save", str(kept), typed=["1", "1", "quit"]
    )
    assert "The [bold]Vault" in result.out and kept.exists()
    scenario.unlink()
    again = run("play", "--resume", str(kept), typed=["1", "quit"])
    assert again.code == result.code and "The [bold]Vault" in again.out
    assert load(kept.read_text("utf-8"))[0].header.declared


def test_errors_in_scenario_files(run: Run, scenario: Path, tmp_path: Path) -> None:
    assert "no such file" in fails(run, "play", "--scenario", str(tmp_path / "none.toml"))
    assert "here is no scenario none" in fails(run, "play", "--scenario", "none")
    scenario.write_text("title = 3", encoding="utf-8")
    assert "ault.toml: the scenario says nothing about 'game'" in fails(run, "play", "--scenario", str(scenario))
    scenario.write_bytes(b"\xff\xfe\n")
    assert "is not a text file" in fails(run, "bench", "--scenario", str(scenario))
    fails(run, "play", "--scenario", str(tmp_path))


@pytest.mark.parametrize("which", ["base", "standard", "file"])
def test_positions_of_a_record(run: Run, which: str, scenario: Path, tmp_path: Path) -> None:
    path = tmp_path / "game.dt"
    game = finished(path, scenario if which == "file" else which)
    result = run("position", str(path))
    assert result.code == 0 and has_position(read_position(result.out))
    (tmp_path / "position.txt").write_text(result.out, encoding="utf-8")
    assert run("show", str(tmp_path / "position.txt")).code == 0
    assert run("perft", str(tmp_path / "position.txt"), "--depth", "1").code == 0
    last = len(game.log)
    wrong = fails(run, "position", str(path), "--at", str(last))
    near = int(wrong.rstrip(".\n").split()[-1].strip(","))
    assert run("position", str(path), "--at", str(near)).out == result.out
    assert "from 0 to" in fails(run, "position", str(path), "--at", str(last + 1))


def test_positions_of_a_new_game(run: Run, scenario: Path) -> None:
    for words in (["--scenario", "race"], ["--game", "card"], ["--scenario", str(scenario)]):
        one, other = run("position", *words, "--seed", "7"), run("position", *words, "--seed", "7")
        assert one.code == 0 and one.out == other.out
        assert read_position(one.out).turn <= 1


def test_a_game_in_progress_has_no_position(run: Run, tmp_path: Path) -> None:
    """A position has what lies face down, so there is none of a game that goes on."""
    game, rng = Game.new(seed="1"), Random(1)
    while not has_position(game.state):
        game.play(rng.choice(game.legal()))
    save(game, tmp_path / "game.dt")
    assert "is not over" in fails(run, "position", str(tmp_path / "game.dt"))
    assert "is not over" in fails(run, "position", str(tmp_path / "game.dt"), "--at", "20")
    assert "not both" in fails(run, "position", str(tmp_path / "game.dt"), "--seed", "1")
    assert "needs the record" in fails(run, "position", "--at", "20")
