"""Every rule case of tests/cases holds. The same runner serves the command line."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from dungeon_twister.game.record.cases import parse_cases, run_case

FOLDER = Path(__file__).parent / "cases"
FILES = sorted(FOLDER.glob("*/*.case"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_cases_hold(path: Path) -> None:
    """All cases of a file; a failure names its line. A file is a test, as reading its positions takes longer than
    playing them, and every process that runs tests would have to read all of them to know the cases by name."""
    cases = parse_cases(path.read_text("utf-8"), path.name)
    assert [failure for case in cases for failure in run_case(case)] == []


def titles() -> list[str]:
    lines = (line for path in FILES for line in path.read_text("utf-8").split("\n"))
    return [line.removeprefix("case ").strip() for line in lines if line.startswith("case ")]


def test_there_are_enough_cases() -> None:
    assert len(titles()) >= 1500


def test_titles_are_unique() -> None:
    assert [title for title, count in Counter(titles()).items() if count > 1] == []
