"""Messages of the workshop: texts of rooms, scenarios, positions and puzzles, what is said of them, the public shelf."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from dungeon_twister.game.record.grammar import Choice
from dungeon_twister.learning.puzzles.puzzle import Puzzle as Puzzle  # sent as it is read
from dungeon_twister.presentation.svg.thumbnail import Thumbnail
from dungeon_twister.workshop.findings import Finding as Finding


class WorkshopText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A text to check.

    - `kind`: a room file, a scenario file, a position (docs/positions.md), or the line of a puzzle (docs/puzzles.md).
    - `game`: of a room file: `board` or `card`; empty: that of its first room.
    """

    text: str
    kind: Literal["rooms", "scenario", "position", "puzzle"]
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


class CheckedText(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the rules say of a text.

    - `findings`: errors and notes, in the order of the text.
    - `tables`: the content of a scenario file, if it can be read as TOML, even if it cannot be played; of a position, the
      content of its scenario.
    - `game`: of a position or a puzzle: `board` or `card`.
    - `picture`: small drawing of a position or a puzzle.
    - `puzzle`: the content of a puzzle whose solution reaches the goal.
    """

    findings: list[Finding]
    tables: dict[str, Any] | None = None
    game: str = ""
    picture: Thumbnail | None = None
    puzzle: Puzzle | None = None


# -- puzzles of players --------------------------------------------------------------------------------------------------


class PuzzleWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position that may be a puzzle.

    - `position`: text of the position.
    - `goal`: what its player has to reach in one turn.
    - `token`: character that has to leave, if that is the goal.
    - `player`, `points`: whose turn it is and how many action points are left, if not as in the position.
    """

    position: str
    goal: Literal["win", "treasure", "leave", "survive"]
    token: Annotated[str, msgspec.Meta(max_length=40)] = ""
    player: Annotated[str, msgspec.Meta(max_length=20)] = ""
    points: Annotated[int, msgspec.Meta(ge=0, le=12)] = 0


class PuzzleVerdict(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the search says of a position as a puzzle.

    - `problem`: why it is none; its text is `workshop.puzzle.problem.PROBLEM`.
    - `notes`: what its author may want to change; their texts are `workshop.puzzle.note.NOTE`.
    - `hidden`: number of rooms that are face down.
    - `positions`: number of positions made.
    - `puzzle`: the puzzle, and `text` its line.
    - `solutions`: choices of different solutions, the shortest first; not more than five.
    """

    problem: str = ""
    notes: list[str] = []
    hidden: int = 0
    positions: int = 0
    puzzle: Puzzle | None = None
    text: str = ""
    solutions: list[list[Choice]] = []


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
