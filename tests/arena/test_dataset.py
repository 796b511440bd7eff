"""Datasets: rows that replay, files that go on after a kill, the same games on one process or two."""

from __future__ import annotations

import gzip
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from tests.amounts import some

from dungeon_twister.ai.arena.dataset import (
    HEADER,
    UNFINISHED,
    Block,
    Dataset,
    DatasetError,
    DatasetProgress,
    Part,
    blocks_in,
    missing,
    read_header,
    run_dataset,
)
from dungeon_twister.ai.arena.encoding import ENCODINGS
from dungeon_twister.ai.arena.matches import run_game
from dungeon_twister.ai.arena.rows import COLUMNS, play_rows, read_view
from dungeon_twister.ai.arena.workers import TaskFailure
from dungeon_twister.ai.bots.random_bot import RandomBot
from dungeon_twister.game.record.notation import Choice, choice_text, read
from dungeon_twister.game.record.recorded_game import RecordedGame
from dungeon_twister.game.views import CardView, View

QUICK = {"stallLimit": "1"}
DOCS = Path(__file__).parents[2] / "docs" / "datasets.md"


class Tired(RandomBot):
    """Fails in its first turn."""

    name = "tired"

    def choose(self, view: View | CardView) -> Choice:
        if view.turn:
            raise RuntimeError("too tired")
        return super().choose(view)


class Leaving(RandomBot):
    name = "leaving"

    def choose(self, view: View | CardView) -> Choice:
        raise SystemExit(3)


def quick(games: int = 4, *bots: Any, in_a_file: int = 2, **more: Any) -> Dataset:
    return Dataset(bots or ("random", "random"), games, "s", options=QUICK, files="jsonl", in_a_file=in_a_file, **more)


def rows_in(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for file in sorted(folder.glob("games-*.gz")) for line in gzip.open(file, "rt", encoding="utf-8")]


def bytes_in(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.glob("games-*")}


# -- rows ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("scenario", "options"),
    some(
        [
            ("base", {**QUICK, "memory": "strict"}),
            ("base", QUICK),
            ("standard", {"secretObjects": "yes"}),
            ("simplified", QUICK),
            ("three-players", QUICK),
        ]
    ),
)
def test_the_rows_of_a_game_replay_it(scenario: str, options: dict[str, str]) -> None:
    """Seed and choices are the game; every view is what the player saw, every choice one of his."""
    bots = ("random",) * (3 if scenario == "three-players" else 2)
    rows = play_rows(bots, 1, "s", scenario, options).rows
    game = RecordedGame.new(scenario, options, rows[0]["seed"])
    for number, row in enumerate(rows):
        assert list(row) == [column.name for column in COLUMNS]
        view = read_view(row["view"])
        assert (row["game"], row["number"], row["turn"], row["side"]) == (1, number, view.turn, game.decider)
        assert row["legal"] == [choice_text(choice) for choice in view.choices]
        assert row["legal"][row["chosen"]] == row["choice"]
        game.play(read(game.state, row["choice"], row["seat"]))
    assert game.over and game.scores == run_game(bots, 1, "s", scenario, options).vp
    assert rows[0]["scores"] == list(game.scores.values())
    for row in rows:
        assert row["points"] == game.scores[row["side"]]
        assert row["result"] == pytest.approx((row["side"] in game.winners) / len(game.winners))


def test_a_bot_that_fails_leaves_its_game_without_a_result() -> None:
    played = play_rows((f"{__name__}:Tired", "random"), 0, "s", "base", {})
    assert played.faulty and played.rows
    assert {row["result"] for row in played.rows} == {None}
    assert "too tired" in played.rows[0]["fault"]


# -- files that go on ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("played", "games", "blocks"),
    [
        ([], 5, [(0, 2), (2, 2), (4, 1)]),
        ([(2, 2)], 5, [(0, 2), (4, 1)]),
        ([(4, 1), (0, 2)], 8, [(2, 2), (5, 2), (7, 1)]),
        ([(0, 8)], 5, []),
        ([(1, 1), (3, 9)], 4, [(0, 1), (2, 1)]),
    ],
)
def test_what_is_missing(played: list[tuple[int, int]], games: int, blocks: list[tuple[int, int]]) -> None:
    assert missing([Block(*one) for one in played], games, 2) == blocks


def test_one_process_or_two_and_stops_between_give_the_same_files(tmp_path: Path) -> None:
    def stopping(progress: DatasetProgress, outcome: Part | TaskFailure) -> None:
        raise KeyboardInterrupt

    whole = run_dataset(quick(), tmp_path / "whole")
    assert whole.complete and (whole.played, whole.rows) == (4, len(rows_in(tmp_path / "whole")))
    stopped = run_dataset(quick(), tmp_path / "parts", on_outcome=stopping)
    assert stopped.interrupted and stopped.played == 2 and not stopped.complete
    again = run_dataset(quick(), tmp_path / "parts", jobs=2)
    assert again.complete and again.rows == whole.rows - stopped.rows
    assert bytes_in(tmp_path / "parts") == bytes_in(tmp_path / "whole")
    assert run_dataset(quick(), tmp_path / "parts").rows == 0
    assert run_dataset(quick(5), tmp_path / "parts").played == 5  # more games of the same
    assert set(Counter((row["game"], row["number"]) for row in rows_in(tmp_path / "parts")).values()) == {1}


PROGRAM = """
import sys
from pathlib import Path
from tests.arena.test_dataset import quick, run_dataset
run_dataset(quick(40, in_a_file=1), Path(sys.argv[1]), jobs=2)
"""


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such signal")
def test_a_killed_run_goes_on_and_writes_no_game_twice(tmp_path: Path) -> None:
    process = subprocess.Popen([sys.executable, "-c", PROGRAM, str(tmp_path / "d")], env={**os.environ, "PYTHONPATH": path()})
    until = time.monotonic() + 120
    while len(list((tmp_path / "d").glob("games-*.gz"))) < 2 and time.monotonic() < until:
        time.sleep(0.02)
    process.send_signal(signal.SIGKILL)
    process.wait()
    (tmp_path / "d" / f"games-0000030-0000030.jsonl.gz{UNFINISHED}").write_bytes(b"torn")
    kept = blocks_in(tmp_path / "d", "jsonl.gz")
    assert 2 <= len(kept) < 40
    games = max(block.first for block in kept) + 2
    progress = run_dataset(quick(games, in_a_file=1), tmp_path / "d")
    assert progress.complete and progress.played == games
    rows = rows_in(tmp_path / "d")
    assert sorted({row["game"] for row in rows}) == list(range(games))
    assert max(Counter((row["game"], row["number"]) for row in rows).values()) == 1
    assert not list((tmp_path / "d").glob(f"*{UNFINISHED}"))
    again = play_rows(("random", "random"), 1, "s", "base", QUICK).rows
    assert [row for row in rows if row["game"] == 1] == again


def path() -> str:
    return os.pathsep.join(dict.fromkeys([*sys.path, str(Path(__file__).parents[2])]))


def test_what_cannot_be_played_is_told_and_left_out(tmp_path: Path) -> None:
    outcomes: list[Part | TaskFailure] = []
    bots = (f"{__name__}:Leaving", "random")
    progress = run_dataset(quick(2, *bots), tmp_path, on_outcome=lambda _, outcome: outcomes.append(outcome))
    assert not progress.complete and progress.played == 0
    assert [str(trouble.encounter) for trouble in progress.failed] == ["games 0 to 1"]
    assert outcomes == progress.failed and progress.failed[0].sentence == "SystemExit: 3"


def test_a_different_command_is_refused(tmp_path: Path) -> None:
    run_dataset(quick(1), tmp_path)
    before = bytes_in(tmp_path)
    assert read_header(tmp_path).bots == ["random", "random"]
    for other, words in (
        (Dataset(["random", "random"], 1, "t", options=QUICK, files="jsonl"), "the folder .* was begun with a different seed"),
        (Dataset(["random", "random"], 1, "s", files="jsonl"), "different options"),
        (Dataset(["random", "random"], 1, "s", "simplified", QUICK, "jsonl"), "different scenario"),
        (Dataset(["greedy", "random"], 1, "s", options=QUICK, files="jsonl"), "different bots"),
    ):
        with pytest.raises(DatasetError, match=words):
            run_dataset(other, tmp_path)
    assert bytes_in(tmp_path) == before


@pytest.mark.parametrize(
    ("dataset", "jobs", "problem"),
    [
        (quick(0), 1, "from 1 to 9999999 games, not 0"),
        (quick(1, in_a_file=0), 1, "a file holds from 1 to"),
        (quick(1, "random"), 1, "is for 2 players, but there are 1 bots"),
        (quick(1, "random", "nobody"), 1, "there is no bot 'nobody'"),
        (Dataset(["random", "random"], 1, files="csv"), 1, "as parquet or jsonl, not as csv"),
        (quick(1), 0, "by 1 to 256 processes, not 0"),
        (quick(1, "random", lambda seed: RandomBot(seed)), 2, "on several processes a bot is a name"),
    ],
)
def test_wrong_datasets_are_refused_with_a_sentence(dataset: Dataset, jobs: int, problem: str, tmp_path: Path) -> None:
    with pytest.raises(DatasetError, match=problem):
        run_dataset(dataset, tmp_path, jobs)
    assert not list(tmp_path.iterdir())


def test_folders_that_are_no_dataset(tmp_path: Path) -> None:
    (tmp_path / HEADER).write_text("{}\n", "utf-8")
    with pytest.raises(DatasetError, match="does not say what is in the dataset"):
        run_dataset(quick(1), tmp_path)
    (tmp_path / HEADER).unlink()
    for name in ("games-0000000-0000003.jsonl.gz", "games-0000002-0000002.jsonl.gz"):
        (tmp_path / name).touch()
    with pytest.raises(DatasetError, match=r"has games, but no _dataset\.json"):
        run_dataset(quick(1), tmp_path)
    with pytest.raises(DatasetError, match="game 2 stands in two files"):
        blocks_in(tmp_path, "jsonl.gz")


@pytest.mark.skipif(os.name == "nt", reason="files are not locked there")
def test_two_programs_do_not_write_to_one_folder(tmp_path: Path) -> None:
    def meanwhile(progress: DatasetProgress, outcome: Part | TaskFailure) -> None:
        with pytest.raises(DatasetError, match="is being written by another program"):
            run_dataset(quick(), tmp_path)
        raise KeyboardInterrupt

    assert run_dataset(quick(), tmp_path, on_outcome=meanwhile).interrupted


# -- Parquet ------------------------------------------------------------------------------------------------------------


def test_parquet_holds_the_same_rows(tmp_path: Path) -> None:
    parquet: Any = pytest.importorskip("pyarrow.parquet")
    run_dataset(Dataset(("random", "random"), 2, "s", options=QUICK, in_a_file=2), tmp_path / "p")
    run_dataset(quick(2), tmp_path / "j")
    table = parquet.read_table(tmp_path / "p")  # the whole folder
    assert table.to_pylist() == rows_in(tmp_path / "j")
    kinds = {field.name: re.sub(r"\w+: | not null", "", str(field.type)) for field in table.schema}
    assert kinds == {column.name: column.kind.replace("float32", "float") for column in COLUMNS}
    assert parquet.ParquetFile(next((tmp_path / "p").glob("*.parquet"))).num_row_groups == 2  # one a game


def test_without_pyarrow_it_says_what_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dungeon_twister.ai.arena.encoding.find_spec", lambda name: None)
    with pytest.raises(DatasetError, match=r"pip install 'dungeon-twister\[dataset\]'"):
        run_dataset(Dataset(("random", "random"), 1), tmp_path)
    assert set(ENCODINGS) == {"parquet", "jsonl"}


def test_the_documentation_has_every_column() -> None:
    text = DOCS.read_text("utf-8")
    for column in COLUMNS:
        kind = f"{column.kind}, may be null" if column.nullable else column.kind
        assert f"| `{column.name}` | {kind} | {column.text} |" in text, column.name
