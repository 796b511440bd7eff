"""Every rule case of tests/cases holds. The same runner serves the command line."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from dungeon_twister.record.cases import Case, parse_cases, run_case

FOLDER = Path(__file__).parent / "cases"


def all_cases() -> list[Case]:
    return [case for path in sorted(FOLDER.glob("*/*.case")) for case in parse_cases(path.read_text("utf-8"), path.name)]


CASES = all_cases()


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.source}:{case.line}")
def test_case_holds(case: Case) -> None:
    assert run_case(case) == []


def test_there_are_enough_cases() -> None:
    assert len(CASES) >= 200


def test_titles_are_unique() -> None:
    assert [title for title, count in Counter(case.title for case in CASES).items() if count > 1] == []
