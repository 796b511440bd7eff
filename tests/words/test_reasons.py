"""What an analysis tells is told alike at the terminal and on the page."""

from __future__ import annotations

import json
import re
from pathlib import Path

from web.tests.fixtures.make_reasons import made

FIXTURE = Path(__file__).parents[2] / "web" / "tests" / "fixtures" / "reasons.json"


def test_the_page_is_held_to_the_same_sentences() -> None:
    """web/tests/hints-and-plans.test.ts reads the same file."""
    assert json.loads(FIXTURE.read_text("utf-8")) == made(), "run: python web/tests/fixtures/make_reasons.py"


def test_they_are_whole_sentences() -> None:
    found = json.loads(FIXTURE.read_text("utf-8"))
    told = [line for one in found["reasons"] for line in one["told"].values()]
    told += [line for one in found["hints"] for lines in one["told"].values() for line in lines]
    for line in told:
        assert line[0].isupper() and line[-1] in ".!?" and not re.search(r"[{}]|analysis\.|  ", line), line
