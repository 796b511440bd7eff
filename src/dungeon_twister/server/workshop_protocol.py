"""Messages of the workshop: texts of rooms and scenarios that are being made, what is said of them, the public shelf."""

from __future__ import annotations

from typing import Annotated, Any, Literal

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


# -- the public shelf ----------------------------------------------------------------------------------------------------


class Publication(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A scenario to publish: its text, in which its title stands."""

    declared: str


class ScenarioReport(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A report about a published scenario. `why`: what is wrong with it."""

    why: Annotated[str, msgspec.Meta(min_length=1, max_length=500)]


class ShelfEntry(msgspec.Struct, frozen=True, omit_defaults=True):
    """A published scenario.

    - `by`: name of the person; empty if there is none.
    - `at`: publication, in seconds since 1970.
    - `played`, `liked`: number of people.
    - `picture`: the tables of the scenario file that its drawing needs.
    - `own`: the person who asks has published it.
    - `liking`: the person who asks likes it.
    - `hidden`: it was reported and is not shown to others.
    """

    code: str
    title: str
    game: str
    players: int
    by: str
    at: float
    played: int
    liked: int
    picture: dict[str, Any]
    own: bool = False
    liking: bool = False
    hidden: bool = False


class ShelfPage(msgspec.Struct, frozen=True):
    """A page of the shelf. `more`: there is a next one."""

    entries: list[ShelfEntry]
    more: bool


class ShelfScenario(msgspec.Struct, frozen=True):
    """A published scenario with its text."""

    entry: ShelfEntry
    declared: str
