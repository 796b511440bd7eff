"""Cards of the rules for each clause.

The documentation site has `table()` as a page (tools/site.py); `python -m tests.cards` prints it.
web/src/lib/rules-entries.ts has the cards, each paragraph with its clauses. web/src/lib/clause-entries.ts has the cards of a
chapter, for clauses that no paragraph covers.
"""

from __future__ import annotations

import re
from functools import cache

from tests.clauses import ALL, ROOT, Rules

EDITIONS = ("board", "card")
LIBRARY = ROOT / "web" / "src" / "lib"
PAGE = "rules/cards.md"  # on the site
# Worked examples, which only tests read, and how the files are written: nobody looks them up.
NOT_FOR_PLAYERS = ("TEST", "XMP", "TV", "CONV", "NOTE")


def edition_of(rules: Rules) -> str:
    return "card" if rules.game == "card" else "board"


@cache
def clauses_of_paragraphs(edition: str) -> dict[str, list[list[str]]]:
    """Entry of the lookup -> the clauses of each of its paragraphs."""
    table = (LIBRARY / "rules-entries.ts").read_text("utf-8").split("\n};\n", 1)[0]
    own = table.split("\n  card: {\n")[EDITIONS.index(edition)]
    found = re.findall(r"""^      "?([a-z0-9-]+)"?: "([^"]+)",$""", own, re.MULTILINE)
    return {f"{edition}.{name}": [part.split() for part in clauses.split(" | ")] for name, clauses in found}


@cache
def chapters(edition: str) -> dict[str, list[str]]:
    """Chapter -> the cards about it."""
    table = (LIBRARY / "clause-entries.ts").read_text("utf-8").split("\n};\n", 1)[0]
    own = table.split("\n  card: {\n")[EDITIONS.index(edition)]
    found = re.findall(r"""^    ([A-Z]+\d?): "([^"]+)",$""", own, re.MULTILINE)
    return {chapter: [f"{edition}.{name}" for name in names.split()] for chapter, names in found}


def cards_of(edition: str, clause: str) -> tuple[list[str], bool]:
    """The cards a clause leads to, and whether they tell it themselves; otherwise they are those of its chapter."""
    telling = [name for name, parts in clauses_of_paragraphs(edition).items() if any(clause in clauses for clauses in parts)]
    return (telling, True) if telling else (chapters(edition).get(clause.split("-")[0], []), False)


def table() -> str:
    """The table clause x cards."""
    lines = [
        "# Which card explains which clause",
        "",
        "A card of `/rules` names its clauses, and a clause (`/rules/PIT-6?game=board`) leads",
        "back to its cards.",
        "In brackets: no card explains the clause itself, these are about its chapter.",
    ]
    for rules in ALL:
        lines += ["", f"## {rules.title[:1].upper()}{rules.title[1:]}", "", "| clause | cards |", "|---|---|"]
        for clause in rules.clauses():
            if clause.split("-")[0] not in NOT_FOR_PLAYERS:
                names, exact = cards_of(edition_of(rules), clause)
                shown = ", ".join(name.partition(".")[2] for name in names)
                lines.append(f"| {clause} | {shown if exact else f'({shown})'} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    print(table(), end="")
