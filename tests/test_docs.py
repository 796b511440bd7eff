"""The examples of README and docs are true: Python runs, positions and records are read, cases hold."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from dungeon_twister.game.record.cases import parse_cases, run_case
from dungeon_twister.game.record.files import load, replay
from dungeon_twister.game.record.position import read_position
from dungeon_twister.rules.engine.scenarios import parse_scenario
from dungeon_twister.rules.geometry.rooms import parse_rooms

ROOT = Path(__file__).parent.parent
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
ELSEWHERE = ("extending.md",)  # whose examples tests/extending puts where they belong
PAGES = [ROOT / "README.md", *(page for page in sorted((ROOT / "docs").glob("*.md")) if page.name not in ELSEWHERE)]
# An example with one of these words runs where the package is installed.
OPTIONAL = {"import pyarrow": "pyarrow", "dungeon_twister.rl": "pettingzoo"}
EXAMPLES = [(page.name, kind, text) for page in PAGES for kind, text in BLOCK.findall(page.read_text("utf-8"))]


@pytest.mark.parametrize(("page", "kind", "text"), EXAMPLES, ids=[f"{page}-{kind}" for page, kind, _ in EXAMPLES])
def test_example(page: str, kind: str, text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for words, package in OPTIONAL.items():
        if words in text:
            pytest.importorskip(package, reason="it comes with an extra")
    (tmp_path / "docs").symlink_to(ROOT / "docs", target_is_directory=True)
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


def test_the_program_that_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    program = ROOT / "docs" / "data" / "play_on_a_server.py"
    found: dict[str, object] = {"__name__": "example"}
    exec(compile(program.read_text("utf-8"), program.name, "exec"), found)
    assert found["answered"] == 20


def test_the_pages_have_examples() -> None:
    assert {"python", "position", "record", "case"} <= {kind for _, kind, _ in EXAMPLES}


def test_a_bot_is_at_most_fifteen_lines() -> None:
    """What a bot author has to write, matched against another bot; `test_example` runs it."""
    bot = next(text for page, kind, text in EXAMPLES if (page, kind) == ("bots.md", "python") and "class " in text)
    assert "def choose(self, view)" in bot and "run_match(" in bot
    assert len(bot.splitlines()) <= 15


LINK = re.compile(r"\]\(([^()\s]+)\)")
CODE = re.compile(r"^```.*?^```$|`[^`\n]*`", re.MULTILINE | re.DOTALL)
LINKED = [*sorted(ROOT.glob("*.md")), *(ROOT / folder / "README.md" for folder in ("bench", "training"))]
LINKED += sorted((ROOT / "docs").rglob("*.md"))


def anchors_of(page: Path) -> set[str]:
    """The anchors of a page: its headings as the forges and the site name them."""
    text = CODE.sub(lambda found: found[0].strip("`") if "\n" not in found[0] else "", page.read_text("utf-8"))
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", LINKED, ids=[str(page.relative_to(ROOT)) for page in LINKED])
def test_links_lead_somewhere(page: Path) -> None:
    for link in LINK.findall(CODE.sub("", page.read_text("utf-8"))):
        target, _, anchor = link.partition("#")
        if ":" in target:
            continue  # elsewhere
        file = page.parent / target if target else page
        assert file.exists(), f"{page.name} links to {target}"
        if anchor and file.suffix == ".md":
            assert anchor in anchors_of(file), f"{page.name} links to {link}"
