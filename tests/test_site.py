"""The documentation site: what is added to docs/, where its links lead, the clauses; built whole where MkDocs is installed."""

from __future__ import annotations

import json
import posixpath
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from tools import environments, notebooks, site

from tests import cards
from tests.clauses import ALL

ROOT = Path(__file__).parent.parent
CODE = re.compile(r"^```.*?^```$|`[^`\n]*`", re.MULTILINE | re.DOTALL)
NAV = re.compile(r"^ +- [^:\n]+: (\S+\.md)$", re.MULTILINE)


def test_every_page_is_in_the_sidebar() -> None:
    pages = {path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").rglob("*.md")}
    listed = NAV.findall((ROOT / "mkdocs.yml").read_text("utf-8"))
    assert len(listed) == len(set(listed))
    tested = {rules.page for rules in ALL} | {cards.PAGE}
    assert set(listed) == pages | tested | set(site.ADDED.values()) - {"license.md"}


def test_links_lead_to_the_pages_of_the_site() -> None:
    assert (
        site.led("README.md", "[a](docs/bots.md#greedy) ![b](docs/shots/phone.jpg)")
        == "[a](bots.md#greedy) ![b](shots/phone.jpg)"
    )
    assert site.led("docs/bots.md", "[a](../CONTRIBUTING.md) [b](ladder.md)") == "[a](contributing.md) [b](ladder.md)"
    assert site.led("docs/rules/card-game.md", "[a](../bots.md)") == "[a](../bots.md)"
    assert site.led("notebooks/a.ipynb", "[a](../docs/bots.md)") == "[a](../bots.md)"
    assert site.led("docs/bots.md", "[a](../notebooks/2-write-a-bot.ipynb)") == "[a](notebooks/2-write-a-bot.md)"
    assert (
        site.led("README.md", "[a](https://example.org/docs/x.md) [b](#play)")
        == "[a](https://example.org/docs/x.md) [b](#play)"
    )


def dead_links(pages: dict[str, str]) -> list[str]:
    """Return the links of the site's pages that lead to no page and no file of docs/."""
    dead = []
    for page, text in pages.items():
        for target in re.findall(r"\]\(([^()\s#:]+)(?=[)#])", CODE.sub("", text)):
            name = posixpath.normpath(posixpath.join(posixpath.dirname(page), target))
            if name not in pages and not (ROOT / "docs" / name).is_file():
                dead.append(f"{page} links to {target}")
    return dead


def test_every_link_of_a_page_leads_to_a_page() -> None:
    pages = site.site_pages()
    assert dead_links(pages) == []
    assert dead_links({**pages, "bots.md": site.led("docs/bots.md", "[a](../run.py) [b](ladder.md) `[c](d.md)`")}) == [
        "bots.md links to run.py"
    ]


def test_clauses_have_anchors_and_lead_to_where_they_stand() -> None:
    page = "rules/board-game.md"
    text = site.with_clauses(page, "- **PIT-6** A square (JUMP-3), `PIT-2`, see RACE-16 and NO-1.\n\n## PIT-7\n\nPIT-8\n")
    assert text == (
        '- <span id="pit-6"></span>**PIT-6** A square ([JUMP-3](#jump-3)), `PIT-2`, '
        "see [RACE-16](multiplayer-and-scenarios.md#race-16) and NO-1.\n\n## PIT-7\n\n[PIT-8](#pit-8)\n"
    )
    tested = site.with_clauses("rules/tested-board-game.md", "| PIT-6 | 3 |")
    assert tested == "| [PIT-6](board-game.md#pit-6) | 3 |"
    both = site.clauses(page) & site.clauses("rules/card-game.md")  # numbers that both games use
    for clause in sorted(both)[:3]:
        assert site.with_clauses("rules/tested-card-game.md", clause) == f"[{clause}](card-game.md#{clause.lower()})"
    assert len(site.clauses(page)) > 150


def test_modules_of_the_reference_exist() -> None:
    for _, modules in site.REFERENCE.values():
        for module in modules:
            assert find_spec(f"dungeon_twister.{module}") is not None, module


def test_a_notebook_on_the_site_shows_what_it_draws(tmp_path: Path) -> None:
    cells = [
        {"cell_type": "markdown", "source": ["# A title"]},
        {"cell_type": "code", "source": ["from dungeon_twister import Game\n", "print('printed')\n", "Game.new(seed=1)"]},
        {"cell_type": "code", "source": ["6 * 7"]},
    ]
    file = tmp_path / "a.ipynb"
    file.write_text(json.dumps({"cells": cells}), "utf-8")
    assert "svg" not in notebooks.page(file)
    page = notebooks.page(file, run=True)
    assert "# A title\n\n```python\nfrom" in page and "```text\nprinted\n```\n\n<img" in page
    assert page.count("data:image/svg+xml;base64,") == 1 and page.endswith("```text\n42\n```\n")
    assert all((site.NOTEBOOKS / f"{name}.ipynb").exists() for name in site.RUN_NOTEBOOKS)


def test_building_the_site_installs_no_package_over_the_editable_one(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Neither the page nor the engine is built for it, and the environment keeps running the sources."""
    installed: list[str] = []
    ran: list[list[str]] = []

    def run(command: list[str], **extra: str) -> bool:
        ran.append(command)
        return True

    monkeypatch.setattr(environments, "prepare", lambda dev: None)
    monkeypatch.setattr(environments, "install", lambda venv, arguments, env: installed.extend(arguments))
    monkeypatch.setattr(environments, "step", run)
    assert site.main([str(tmp_path)]) == 0
    assert installed and all(re.fullmatch(r"mkdocs[\w-]*(\[\w+\])?>=[\d.]+", need) for need in installed)
    assert "--strict" in ran[0] and "--quiet" not in ran[0]


@pytest.mark.skipif(find_spec("mkdocs") is None or find_spec("mkdocstrings") is None, reason="the extra docs is not installed")
def test_the_site_is_built_without_a_warning(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(tmp_path)]  # --quiet hides warnings
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    game = (tmp_path / "api" / "game.html").read_text("utf-8")
    for name in ("api.Game.legal", "api.Game.play", "rules.engine.state.State.hash64"):
        assert f'id="dungeon_twister.{name}"' in game, name
    assert '<a href="../records.html">' in game
    assert 'id="dungeon_twister.ai.bots.registry.make_bot"' in (tmp_path / "api" / "bots.html").read_text("utf-8")
    assert "data:image/svg+xml" in (tmp_path / "notebooks" / "1-play-and-draw.html").read_text("utf-8")
    assert (tmp_path / "index.html").exists() and 'id="pit-6"' in (tmp_path / "rules" / "board-game.html").read_text("utf-8")
