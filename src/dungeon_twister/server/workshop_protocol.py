"""Messages of the workshop: texts of rooms and scenarios that are being made, and what is to be said of them."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from dungeon_twister.workshop.findings import Finding as Finding


class WorkshopText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A text to check.

    - `kind`: a room file or a scenario file.
    - `game`: of a room file: `board` or `card`; empty: that of its first room.
    """

    text: str
    kind: Literal["rooms", "scenario"]
    game: Literal["", "board", "card"] = ""


class PrintWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A scenario to print: its text, the paper, the language of what the sheets say."""

    declared: str
    paper: Literal["a4", "letter"] = "a4"
    language: Literal["en", "fr", "de"] = "en"


class PrintedSheet(msgspec.Struct, frozen=True):
    """One page as SVG. `kind`: overview, rooms, backs, lines, tokens or cards."""

    kind: str
    svg: str


class CheckedText(msgspec.Struct, frozen=True):
    """What the rules say of a text.

    - `findings`: errors and notes, in the order of the text.
    - `tables`: the content of a scenario file, if it can be read as TOML, even if it cannot be played.
    """

    findings: list[Finding]
    tables: dict[str, Any] | None = None
