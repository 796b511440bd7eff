"""The documentation site: hooks of MkDocs that extend ``mkdocs.yml``, and the build of ``run.py docs``.

The pages are those of docs/. Added are README (as the first page), CONTRIBUTING, the changelog, the notice, the notebooks, the
tables of tested clauses and the API reference. Links are rewritten to the pages of the site. Clauses of the rules get anchors,
and mentions of a clause link to them. MkDocs calls the functions ``on_...`` by name.
"""

from __future__ import annotations

import posixpath
import re
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from tools import environments, notebooks

ROOT = Path(__file__).resolve().parent.parent
NOTEBOOKS = ROOT / "notebooks"
EXTRA = "docs"

# Files outside docs/ and their pages.
ADDED = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "CODE_OF_CONDUCT.md": "conduct.md",
    "SECURITY.md": "security.md",
    "NOTICE": "notice.md",
    "LICENSE": "license.md",
    "bench/README.md": "bench.md",
    "training/README.md": "training.md",
}
FAVICON = ("web/public/favicon.svg", "favicon.svg")

# Notebooks that are executed when the site is built: this one draws, and takes a few seconds.
RUN_NOTEBOOKS = ("1-play-and-draw",)

# The reference: a page and the modules it documents.
REFERENCE = {
    "Games": (
        "game",
        [
            "api",
            "game.record.recorded_game",
            "rules.engine.game",
            "rules.engine.state",
            "game.record.notation",
            "game.record.files",
            "game.record.position",
            "game.record.editing",
        ],
    ),
    "Views": (
        "views",
        ["game.views", "game.views.view_shapes", "game.views.card_shapes", "game.record.choice", "game.determinization"],
    ),
    "Bots": (
        "bots",
        ["game.session.bot", "ai.bots.resolve", "ai.bots.registry", "ai.bots.specs", "ai.bots.levels", "ai.search.profile"],
    ),
    "Matches, ladders, datasets": (
        "arena",
        [
            "ai.arena.matches",
            "ai.arena.ladder",
            "ai.arena.results",
            "ai.arena.standings",
            "ai.arena.sprt",
            "ai.arena.dataset",
            "ai.arena.rows",
        ],
    ),
    "Analysis": ("analysis", ["ai.analysis"]),
    "Drawings": ("svg", ["presentation.svg"]),
    "Environments": (
        "rl",
        [
            "rl.dungeon_twister_v0",
            "rl.single",
            "rl.spiel",
            "rl.state_encoding",
            "rl.policies",
            "rl.codec",
            "rl.codes",
            "rl.tensors",
            "rl.observation",
        ],
    ),
    "Lessons, puzzles, gallery": (
        "exercises",
        ["learning.lessons", "learning.puzzles", "learning.puzzles.benchmark", "learning.gallery"],
    ),
}

# Options of mkdocstrings for single modules: `Game` shows inherited members, so the class that it extends is not repeated.
OPTIONS = {
    "api": {"inherited_members": "true", "show_bases": "false"},
    "game.record.recorded_game": {"members": "[UndoError, seed_text]"},
    "ai.bots.registry": {"members": "[known_bots, bot_names, make_bot]"},
}
PAGE_NAMED = re.compile(r"\bdocs/([\w/-]+)\.md\b")  # in a docstring

LINK = re.compile(r"(\]\()([^()\s#:]+)((?:#[^()\s]*)?\))")
CLAUSE = re.compile(r"\b[A-Z]{1,6}-\d+\b")
DEFINED = re.compile(r"^(\s*- )(\*\*([A-Z]{1,6}-\d+)\b)", re.MULTILINE)
VERBATIM = re.compile(r"(^```.*?^```$|`[^`\n]*`|\[[^\]\n]*\]\([^()\n]*\)|^#[^\n]*$)", re.MULTILINE | re.DOTALL)
NAMED_BLOCK = re.compile(r"^```(\w+) (\w.*)$", re.MULTILINE)  # "layout STD3": MkDocs accepts one word only
RULES = ("rules/board-game.md", "rules/multiplayer-and-scenarios.md", "rules/card-game.md")


# ------------------------------------------------------------ pages that are added


def site_pages() -> dict[str, str]:
    """Return the Markdown of every page of the site by name: docs/ and the added pages, with rewritten links."""
    docs = {path.relative_to(ROOT / "docs").as_posix(): path.read_text("utf-8") for path in (ROOT / "docs").rglob("*.md")}
    return {**{name: led(f"docs/{name}", text) for name, text in docs.items()}, **added_pages()}


def added_pages(run: bool = False) -> dict[str, str]:
    """Return the Markdown of pages outside docs/; with `run`, one notebook shows the output of its code."""
    found = {page: led(name, (ROOT / name).read_text("utf-8")) for name, page in ADDED.items()}
    for page in ("notice.md", "license.md"):
        title = "Licence and names" if page == "notice.md" else "Licence"
        text = found[page]
        found[page] = text if text.startswith("#") else f"# {title}\n\n{text}"
    for title, (page, modules) in REFERENCE.items():
        found[f"api/{page}.md"] = f"# {title}\n\n" + "".join(map(directive, modules))
    tested = import_module("tests.clauses")  # imported late, so that run.py starts without it
    found |= {rules.page: tested.table(rules) for rules in tested.ALL}
    cards = import_module("tests.cards")
    found[cards.PAGE] = cards.table()
    for path in sorted(NOTEBOOKS.glob("*.ipynb")):
        text = notebooks.page(path, run and path.stem in RUN_NOTEBOOKS)
        found[f"notebooks/{path.stem}.md"] = led(f"notebooks/{path.name}", text)
    return found


def directive(module: str) -> str:
    """Return the lines that tell mkdocstrings to document a module."""
    options = "".join(f"        {name}: {value}\n" for name, value in OPTIONS.get(module, {}).items())
    return f"::: dungeon_twister.{module}\n" + (f"    options:\n{options}\n" if options else "\n")


def led(name: str, text: str) -> str:
    """Return a text with its links rewritten to the pages of the site. `name` is the path of the file."""

    def lead(found: re.Match[str]) -> str:
        target = posixpath.normpath(posixpath.join(posixpath.dirname(name), found[2]))
        return found[1] + posixpath.relpath(page_of(target), posixpath.dirname(page_of(name)) or ".") + found[3]

    return LINK.sub(lead, text)


def page_of(name: str) -> str:
    """Return the path on the site of a file of the project."""
    if name.endswith(".ipynb"):
        return name.removesuffix(".ipynb") + ".md"
    return ADDED.get(name, name.removeprefix("docs/"))


# ----------------------------------------------------------------- clauses


@cache
def clauses(page: str) -> frozenset[str]:
    """Return the clauses that a page of the rules defines."""
    return frozenset(found[3] for found in DEFINED.finditer((ROOT / "docs" / page).read_text("utf-8")))


def with_clauses(page: str, text: str) -> str:
    """Return a page with anchors at the clauses that it defines, and links at all mentions of clauses."""
    stated = page.replace("tested-", "")
    homes = [stated, *(home for home in RULES if home != stated and "card-game" not in (home + stated))]

    def lead(found: re.Match[str]) -> str:
        home = next((home for home in homes if home in RULES and found[0] in clauses(home)), None)
        where = "" if home == page else posixpath.basename(home or "")
        return found[0] if home is None else f"[{found[0]}]({where}#{found[0].lower()})"

    def leading(text: str) -> str:
        pieces = VERBATIM.split(text)
        return "".join(piece if number % 2 else CLAUSE.sub(lead, piece) for number, piece in enumerate(pieces))

    if page not in RULES:
        return leading(text)
    pieces, at = [], 0
    for found in DEFINED.finditer(text):
        pieces += [leading(text[at : found.start()]), f'{found[1]}<span id="{found[3].lower()}"></span>{found[2]}']
        at = found.end()
    return "".join([*pieces, leading(text[at:])])


# ---------------------------------------------------------- what MkDocs calls


def on_config(config: Any) -> Any:
    """Add the notebooks and the reference to the sidebar."""
    pages = [f"notebooks/{path.stem}.md" for path in sorted(NOTEBOOKS.glob("*.ipynb"))]
    if pages:
        config["nav"].insert(-2, {"Notebooks": pages})
    config["nav"].append({"API": [{title: f"api/{page}.md"} for title, (page, _) in REFERENCE.items()]})
    return config


def on_files(files: Any, config: Any) -> Any:
    """Add the generated pages and the favicon."""
    file = import_module("mkdocs.structure.files").File
    for page, text in added_pages(run=True).items():
        files.append(file.generated(config, page, content=text))
    files.append(file.generated(config, FAVICON[1], content=(ROOT / FAVICON[0]).read_text("utf-8")))
    return files


def on_page_markdown(markdown: str, page: Any, config: Any, files: Any) -> str:
    """Rewrite links out of docs/, and link clauses to their anchors."""
    name = page.file.src_uri
    markdown = NAMED_BLOCK.sub(r'```text title="\1 \2"', markdown)
    if name.startswith("rules/") and not page.file.generated_by:
        markdown = with_clauses(name, markdown)
    return markdown if page.file.generated_by or name in ADDED.values() else led(f"docs/{name}", markdown)


def on_page_content(html: str, page: Any, config: Any, files: Any) -> str:
    """Link the documentation pages that docstrings name."""
    if not page.file.src_uri.startswith("api/"):
        return html
    return PAGE_NAMED.sub(lambda found: f'<a href="../{found[1]}.html">docs/{found[1]}.md</a>', html)


# -------------------------------------------------------------------- building


def main(arguments: list[str]) -> int:
    """Run ``run.py docs FOLDER``: build the site there."""
    if len(arguments) != 1:
        raise environments.SetupError("run.py docs needs the folder in which the site is built, for example: run.py docs site")
    environments.prepare(dev=False)
    needs = environments.project()["project"]["optional-dependencies"][EXTRA]
    environments.install(environments.VENV, needs, environments.clean_environment())  # the package itself stays editable
    mkdocs = [environments.program(environments.VENV, "python"), "-m", "mkdocs", "build", "--strict"]
    folder = str(Path(arguments[0]).resolve())
    return 0 if environments.step([*mkdocs, "--site-dir", folder], NO_MKDOCS_2_WARNING="1") else 1
