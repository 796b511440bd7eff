"""Which test cites which clause. `python -m tests.clauses` writes the tables docs/rules/tested-*.md; a test keeps them true.

A rule case cites clauses in its line `clauses`, a Python test in its docstring. The rules of the games use some of the same
letters: a case belongs to the game of its folder, a Python test to the Card Game or to the rules of the expansion if the
docstring of its module speaks of the "Card Game" or of "three and four players".
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
    """A file of rules, where its clauses are stated, and those that nothing can check with what they are instead."""

    game: str  # the folder of its cases
    file: str  # the name of its file
    title: str
    stated: str
    definitions: tuple[tuple[str, str], ...] = ()

    @property
    def table_path(self) -> Path:
        return ROOT / "docs" / "rules" / f"tested-{self.file}.md"

    def clauses(self) -> list[str]:
        """Every clause, in the order of the file."""
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
KEYWORDS = {"Card Game": "card", "three and four players": "scenarios"}


@cache
def citations(game: str) -> dict[str, list[str]]:
    """Clause -> the tests that cite it."""
    found: dict[str, list[str]] = {}
    for path in sorted((ROOT / "tests" / "cases" / game).glob("*.case")):
        title = ""
        for line in path.read_text("utf-8").split("\n"):
            if line.startswith("case "):
                title = line[len("case ") :]
            elif line.startswith("clauses "):
                for clause in line.split()[1:]:
                    found.setdefault(clause, []).append(f"{path.name}: {title}")
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        module = ast.parse(path.read_text("utf-8"))
        told = ast.get_docstring(module) or ""
        if next((about for word, about in KEYWORDS.items() if word in told), "board") != game:
            continue
        for node in ast.walk(module):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for clause in CLAUSE.findall(ast.get_docstring(node) or ""):
                    found.setdefault(clause, []).append(f"{path.name}: {node.name}")
    return found


def table(rules: Rules) -> str:
    """The table clause x test."""
    cited, definitions = citations(rules.game), dict(rules.definitions)
    lines = [
        f"# Which test checks which clause of {rules.title}",
        "",
        "Made by `python -m tests.clauses`. At most three tests are named for a clause; the number counts all.",
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
    """Clauses that neither a test cites nor are definitions."""
    return [
        clause for clause in rules.clauses() if clause not in citations(rules.game) and clause not in dict(rules.definitions)
    ]


if __name__ == "__main__":
    for one in ALL:
        one.table_path.write_text(table(one), encoding="utf-8")
        print(f"{one.title}: {len(one.clauses())} clauses, {len(missing(one))} without a test: {' '.join(missing(one))}")
