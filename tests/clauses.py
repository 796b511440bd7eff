"""Which test cites which clause of the rules. The documentation site has a table for each file of rules (tools/site.py).

A rule case cites clauses in its line `clauses`, a Python test in its docstring. The games share some letters of clauses. A case
belongs to the game of its folder. A Python test belongs to the Card Game or to the expansion if the docstring of its module
has the words "Card Game" or "three and four players".

`python -m tests.clauses` counts the clauses and names those without a test.
"""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent
CLAUSE = re.compile(r"\b[A-Z]+\d?-(?:T)?\d+[a-z]?\b")


@dataclass(frozen=True)
class Rules:
    """A file of rules: how it states clauses, and which of them are definitions that no test can check."""

    game: str  # the folder of its cases
    file: str  # the name of its file
    title: str
    stated: str
    definitions: tuple[tuple[str, str], ...] = ()

    @property
    def page(self) -> str:
        """Return the name of the site's page that shows the table."""
        return f"rules/tested-{self.file}.md"

    def clauses(self) -> list[str]:
        """Return every clause in the order of the file."""
        text = (ROOT / "docs" / "rules" / f"{self.file}.md").read_text("utf-8")
        return [next(group for group in found.groups() if group) for found in re.finditer(self.stated, text, re.MULTILINE)]


BOARD = Rules(
    "board",
    "board-game",
    "the board game",
    # a bold number at the start of an item or of a table row, or a numbered example
    r"^\s*(?:-|\|)\s*\*\*([A-Z]+-\d+[a-z]?)\b|^\|\s*((?:TEST-|GROUP-T)\d+)\s*\|",
    (("OPT-3", "display only, no rule effect"),),
)
CARD = Rules(
    "card",
    "card-game",
    "the Card Game",
    r"\*\*([A-Z]+-\d+[a-z]?)\b",
    (
        ("CONV-1", "how the file names its sources"),
        ("CONV-2", "how the file marks decisions"),
        ("CONV-7", "abbreviations"),
    ),
)
SCENARIOS = Rules(
    "scenarios",
    "multiplayer-and-scenarios",
    "the games for three and four players",
    r"^\s*(?:-\s*)?\*\*([A-Z]+\d?-\d+[a-z]?)\b|^\|\s*(ALLY-T\d)\s*\|",
    (
        ("NOTE-1", "the format of layouts, checked by every scenario that is read"),
        ("TEAM-19", "there is no version for three players, so nothing to check"),
    ),
)
ALL = (BOARD, CARD, SCENARIOS)
# What the docstring of a test file says of the rules it cites; other files are about the board game.
KEYWORDS = {"both games": "both", "Card Game": "card", "three and four players": "scenarios"}


@cache
def files_of_tests() -> list[tuple[str, str, list[tuple[str, list[str]]]]]:
    """Return the files of Python tests that cite something: the name, what it is about, and the clauses of each test."""
    found = []
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        text = path.read_text("utf-8")
        if not CLAUSE.search(text):
            continue
        module = ast.parse(text)
        docstring = ast.get_docstring(module) or ""
        tests = [
            (node.name, CLAUSE.findall(ast.get_docstring(node) or ""))
            for node in ast.walk(module)
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_")
        ]
        found.append((path.name, next((about for word, about in KEYWORDS.items() if word in docstring), "board"), tests))
    return found


@cache
def citations(game: str) -> dict[str, list[str]]:
    """Return the tests that cite each clause."""
    found: dict[str, list[str]] = {}
    stated = {rules.game: rules.clauses() for rules in ALL}
    for path in sorted((ROOT / "tests" / "cases" / game).glob("*.case")):
        title = ""
        for line in path.read_text("utf-8").split("\n"):
            if line.startswith("case "):
                title = line[len("case ") :]
            elif line.startswith("clauses "):
                for clause in line.split()[1:]:
                    found.setdefault(clause, []).append(f"{path.name}: {title}")
    for name, about, tests in files_of_tests():
        if about not in (game, "both"):
            continue
        for test, clauses in tests:
            for clause in clauses:
                if about == game or clause in stated[game]:
                    found.setdefault(clause, []).append(f"{name}: {test}")
    return found


def table(rules: Rules) -> str:
    """Return the page that names the tests of every clause."""
    cited, definitions = citations(rules.game), dict(rules.definitions)
    lines = [
        f"# Which test checks which clause of {rules.title}",
        "",
        "The column *tests* counts all tests that cite a clause; at most three of them are named.",
        "",
        "| clause | tests | for instance |",
        "|---|---|---|",
    ]
    for clause in rules.clauses():
        tests = cited.get(clause, [])
        example = "; ".join(tests[:3]) if tests else f"*{definitions.get(clause, 'NOT TESTED')}*"
        lines.append(f"| {clause} | {len(tests)} | {example} |")
    return "\n".join(lines) + "\n"


def missing(rules: Rules) -> list[str]:
    """Return the clauses that no test cites and that are no definitions."""
    return [
        clause for clause in rules.clauses() if clause not in citations(rules.game) and clause not in dict(rules.definitions)
    ]


if __name__ == "__main__":
    for one in ALL:
        print(f"{one.title}: {len(one.clauses())} clauses, {len(missing(one))} without a test: {' '.join(missing(one))}")
