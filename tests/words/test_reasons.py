"""The sentences of an analysis are the same at the terminal and on the page."""

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
    lines = [line for one in found["reasons"] for line in one["text"].values()]
    lines += [line for one in found["hints"] for group in one["text"].values() for line in group]
    for line in lines:
        assert line[0].isupper() and line[-1] in ".!?" and not re.search(r"[{}]|analysis\.|  ", line), line
