"""The examples of README and docs are true: Python runs, positions and records are read, cases hold."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from dungeon_twister.engine.scenarios import parse_scenario
from dungeon_twister.geometry.rooms import parse_rooms
from dungeon_twister.record.cases import parse_cases, run_case
from dungeon_twister.record.files import load, replay
from dungeon_twister.record.position import read_position

ROOT = Path(__file__).parent.parent
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
ELSEWHERE = ("extending.md",)  # whose examples tests/extending puts where they belong
PAGES = [ROOT / "README.md", *(page for page in sorted((ROOT / "docs").glob("*.md")) if page.name not in ELSEWHERE)]
EXAMPLES = [(page.name, kind, text) for page in PAGES for kind, text in BLOCK.findall(page.read_text("utf-8"))]


@pytest.mark.parametrize(("page", "kind", "text"), EXAMPLES, ids=[f"{page}-{kind}" for page, kind, _ in EXAMPLES])
def test_example(page: str, kind: str, text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    shown = [block for name, other, block in EXAMPLES if (name, other) == (page, "perft")]
    (tmp_path / "example.perft").write_text("".join(shown), "utf-8")
    if kind == "python":
        exec(compile(text, page, "exec"), {"__name__": "example"})
    elif kind == "position":
        read_position(text, page)
    elif kind == "record":
        replay(load(text, page)[0], page)
    elif kind == "case":
        assert [problem for case in parse_cases(text, page) for problem in run_case(case)] == []
    elif kind == "rooms":
        assert parse_rooms(text, page)
    elif kind == "scenario":
        assert parse_scenario(page, text).colours
    else:
        assert kind in ("console", "text", "perft"), f"{page} has an example of an unknown kind {kind}"


def test_the_pages_have_examples() -> None:
    assert {"python", "position", "record", "case"} <= {kind for _, kind, _ in EXAMPLES}


def test_links_lead_somewhere() -> None:
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text("utf-8")):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"
