"""Which test cites which clause. `python -m tests.clauses` writes the table docs/rules/tested.md; a test keeps it true.

A rule case cites clauses in its line `clauses`, a Python test in its docstring.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parent.parent
RULES = ROOT / "docs" / "rules" / "board-game.md"
TABLE = ROOT / "docs" / "rules" / "tested.md"
CLAUSE = re.compile(r"\b[A-Z]+-(?:T)?\d+[a-z]?\b")
# Where a clause is stated: a bold number at the start of an item or of a table row, or a numbered example.
STATED = re.compile(r"^\s*(?:-|\|)\s*\*\*([A-Z]+-\d+[a-z]?)\b|^\|\s*((?:TEST-|GROUP-T)\d+)\s*\|", re.MULTILINE)

# Clauses that nothing can check: what they are instead.
DEFINITIONS: dict[str, str] = {
    "OPT-3": "display only, no rule effect",
}


def stated_clauses() -> list[str]:
    """Every clause of the rules, in their order."""
    return [first or second for first, second in STATED.findall(RULES.read_text("utf-8"))]


def citations() -> dict[str, list[str]]:
    """Clause -> the tests that cite it."""
    found: dict[str, list[str]] = {}
    for path in sorted((ROOT / "tests" / "cases").glob("*.case")):
        title = ""
        for line in path.read_text("utf-8").split("\n"):
            if line.startswith("case "):
                title = line[len("case ") :]
            elif line.startswith("clauses "):
                for clause in line.split()[1:]:
                    found.setdefault(clause, []).append(f"{path.name}: {title}")
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for clause in CLAUSE.findall(ast.get_docstring(node) or ""):
                    found.setdefault(clause, []).append(f"{path.name}: {node.name}")
    return found


def table() -> str:
    """The table clause x test."""
    cited = citations()
    lines = [
        "# Which test checks which clause of the board game",
        "",
        "Made by `python -m tests.clauses`. At most three tests are named for a clause; the number counts all.",
        "",
        "| clause | tests | for instance |",
        "|---|---|---|",
    ]
    for clause in stated_clauses():
        tests = cited.get(clause, [])
        example = "; ".join(tests[:3]) if tests else f"*{DEFINITIONS.get(clause, 'NOT TESTED')}*"
        lines.append(f"| {clause} | {len(tests)} | {example} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    TABLE.write_text(table(), encoding="utf-8")
    missing = [clause for clause in stated_clauses() if clause not in citations() and clause not in DEFINITIONS]
    print(f"{len(stated_clauses())} clauses, {len(missing)} without a test: {' '.join(missing)}")
