"""Results of games of the terminal against bots: which are kept, and which are rated as on a server."""

from __future__ import annotations

from pathlib import Path

import pytest

from dungeon_twister.cli.progress_file import own_entries, own_report
from tests.cli.conftest import Run

RESIGN = ["resign", "yes", ""]


def test_a_finished_game_against_a_bot_is_rated(run: Run) -> None:
    assert run("play", "--bot", "stoker", typed=RESIGN).code == 0
    (entry,) = own_entries()
    assert (entry.kind, entry.score, entry.rated, entry.opponents) == ("game", 0.0, True, ["stoker"])
    assert [(one.kind, one.game, one.count) for one in own_report().ratings] == [("bots", "board", 1)]


@pytest.mark.parametrize(
    "words",
    [
        ("--bot", "stoker", "--option", "handicap=yellow/-1/6"),
        ("--bot", "stoker", "--scenario", "three-players"),
    ],
)
def test_other_games_against_bots_are_kept_but_not_rated(run: Run, words: tuple[str, ...]) -> None:
    run("play", *words, typed=RESIGN)
    assert [entry.rated for entry in own_entries()] == [False]


def test_games_of_people_and_unfinished_ones_are_not_kept(run: Run) -> None:
    run("play", typed=RESIGN)
    run("play", "--bot", "stoker", typed=["quit"])
    assert own_entries() == []


def test_a_game_counts_once_however_often_it_is_resumed(run: Run, tmp_path: Path) -> None:
    run("play", "--bot", "stoker", "--save", str(tmp_path / "a.dt"), typed=["quit"])
    for _ in range(2):
        text = (tmp_path / "a.dt").read_bytes()
        run("play", "--resume", str(tmp_path / "a.dt"), typed=RESIGN)
        (tmp_path / "a.dt").write_bytes(text)
    assert len(own_entries()) == 1
