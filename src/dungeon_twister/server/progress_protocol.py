"""Messages about a learner's progress (docs/protocol.md)."""

from __future__ import annotations

import msgspec

from dungeon_twister.learning.progress.entries import Entry as Entry
from dungeon_twister.learning.progress.game_facts import GameStatistics as GameStatistics
from dungeon_twister.learning.progress.game_facts import OpeningRecord as OpeningRecord
from dungeon_twister.learning.progress.path import LevelAdvice as LevelAdvice
from dungeon_twister.learning.progress.path import PathStep as PathStep
from dungeon_twister.learning.progress.puzzle_choice import NextPuzzle as NextPuzzle
from dungeon_twister.learning.progress.ratings import RatingPoint as RatingPoint
from dungeon_twister.learning.progress.report import LevelRecord as LevelRecord
from dungeon_twister.learning.progress.report import MistakeReport as MistakeReport
from dungeon_twister.learning.progress.report import ProgressReport as ProgressReport
from dungeon_twister.learning.progress.report import PuzzleReport as PuzzleReport
from dungeon_twister.learning.progress.report import RatingReport as RatingReport


class OwnStatistics(msgspec.Struct, frozen=True):
    """The sums over one's last games.

    - `games`: one for each kind of game.
    - `missing`: number of games that are not counted yet; the next request goes on.
    """

    games: list[GameStatistics]
    missing: int


class NewEntries(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Results of a browser to add to one's progress."""

    entries: list[Entry]
