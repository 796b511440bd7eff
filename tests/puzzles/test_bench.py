"""The bench that checks all puzzles: it goes on where it stopped, and what the document says is what it has kept."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from pathlib import Path

import pytest
from bench import puzzles as bench

from dungeon_twister.learning.puzzles import GOALS, load_puzzle, load_puzzles
from tests.puzzles.test_puzzles import quickest

LEAST = 300


def test_at_least_300_were_checked_and_nothing_is_wrong() -> None:
    known = bench.results()
    assert len(known) >= LEAST
    assert not [one for one in known.values() if one.faults]


def test_the_document_says_so() -> None:
    assert bench.BEGINS + bench.results_text() + bench.ENDS in bench.DOCUMENT.read_text(encoding="utf-8")


def test_what_is_known_is_not_checked_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """But what has changed since is."""
    kept = tmp_path / "kept.jsonl"
    first = bench.wanted(kept, GOALS, 2)
    assert len(first) == 2
    result = bench.checked(first[0])
    assert result.faults == [] and result.positions > 0 and result.digest == bench.digest_of(load_puzzle(first[0]))
    kept.write_text(json.dumps(asdict(result)) + "\n", encoding="utf-8")
    assert bench.wanted(kept, GOALS, 2) == first[1:]
    assert f"| all | | {len(load_puzzles())} | 1 | {result.positions:,} |" in bench.results_text(kept)
    kept.write_text(json.dumps(asdict(replace(result, digest="older"))) + "\n", encoding="utf-8")
    assert bench.wanted(kept, GOALS, 2) == first and bench.results(kept) == {}


def test_faults_are_counted(tmp_path: Path) -> None:
    puzzle = quickest(1)[0]
    result = bench.Result(puzzle.number, bench.digest_of(puzzle), 1.0, 7, True, ["it is dull"])
    kept = tmp_path / "kept.jsonl"
    kept.write_text(json.dumps(asdict(result)) + "\n", encoding="utf-8")
    assert "with faults: 1" in bench.results_text(kept)
