"""Findings about rooms and scenarios: a code with values, and the sentence of that code in the catalogues.

The sentence of a code is `workshop.finding.CODE`; with a value `count` it has the endings `.one` and `.other`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from dungeon_twister.presentation.i18n import MessageCatalogue

Values = dict[str, str | int]

ERROR: Final = "error"  # breaks a rule: it can be neither saved nor played
WARNING: Final = "warning"  # can be played, but is odd


@dataclass(frozen=True)
class Finding:
    """One finding. `squares` are cells of the drawing as in the file, `row * 5 + column`. `line` and `column` count from 1, and
    are 0 where unknown."""

    code: str
    severity: str
    values: Values = field(default_factory=dict)
    clause: str = ""
    room: str = ""
    squares: tuple[int, ...] = ()
    line: int = 0
    column: int = 0

    def sentence(self, catalogue: MessageCatalogue) -> str:
        """Return the finding in the language of the catalogue, with its clause."""
        key = f"workshop.finding.{self.code}"
        count = self.values.get("count")
        said = catalogue.tn(key, count, self.values) if isinstance(count, int) else catalogue.t(key, self.values)
        return f"{said} ({self.clause})" if self.clause else said

    def as_json(self, catalogue: MessageCatalogue) -> dict[str, object]:
        """Return the finding as plain data with its sentence."""
        return {
            "code": self.code,
            "severity": self.severity,
            "values": self.values,
            "clause": self.clause,
            "room": self.room,
            "squares": list(self.squares),
            "line": self.line,
            "column": self.column,
            "sentence": self.sentence(catalogue),
        }


def about_room(
    severity: str, code: str, room: str, clause: str = "", squares: Sequence[int] = (), **values: str | int
) -> Finding:
    """Return a finding about one room."""
    return Finding(code, severity, {"room": room, **values}, clause, room, tuple(squares))


def has_errors(findings: Iterable[Finding]) -> bool:
    return any(finding.severity == ERROR for finding in findings)
