"""Routes of a learner's progress: ratings, path, puzzles to come, positions to play again."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec

from dungeon_twister.server.endpoints.route import MAYBE_PERSON, Call, Number, delete, get, post
from dungeon_twister.server.progress_protocol import Entry, NewEntries, NextPuzzle, OwnStatistics, ProgressReport

REPORT: Final = 60.0  # milliseconds of processor time, for the most entries that a person can have
ENTRIES_BYTES: Final = 128 * 1024
Word = Annotated[str, msgspec.Meta(max_length=80)]


@get("/progress", needs=MAYBE_PERSON, cost=REPORT, shows=ProgressReport, fails=(401,))
async def progress(call: Call) -> ProgressReport:
    """Return one's progress. Finished games against bots are added to it here."""
    return await call.service.games.learner_progress.report(await call.person())


@post(
    "/progress",
    needs=MAYBE_PERSON,
    cost=REPORT,
    status=200,
    largest=ENTRIES_BYTES,
    shows=ProgressReport,
    fails=(400, 401, 413, 422),
)
async def add_progress(call: Call, data: NewEntries) -> ProgressReport:
    """Add results of this browser, and return one's progress. Entries with an id that is known are ignored."""
    return await call.service.games.learner_progress.add(await call.person(), data.entries)


@get("/progress/puzzle", needs=MAYBE_PERSON, cost=REPORT, shows=NextPuzzle, fails=(400, 401))
async def coming_puzzle(call: Call, family: Word = "", theme: Word = "", besides: Number = 0) -> NextPuzzle:
    """Return the puzzle to offer next; number 0 if there is none left. `besides`: the number of the one that is shown."""
    return await call.service.games.learner_progress.next_puzzle(await call.person(), family, theme, besides)


@get("/progress/statistics", needs=MAYBE_PERSON, cost=REPORT, shows=OwnStatistics, fails=(401, 503))
async def statistics(call: Call) -> OwnStatistics:
    """Return sums over one's last games: how points were made, combats, openings."""
    return await call.service.games.learner_progress.statistics(await call.person(), call.household)


@get("/progress/mistakes/{name:str}", needs=MAYBE_PERSON, cost=REPORT, shows=Entry, fails=(401, 404))
async def mistake(call: Call, name: str) -> Entry:
    """Return a mistake of one's own games, with its position."""
    return await call.service.games.learner_progress.mistake(await call.person(), name)


@delete("/progress/mistakes/{name:str}", needs=MAYBE_PERSON, cost=REPORT, status=200, shows=ProgressReport, fails=(401,))
async def remove_mistake(call: Call, name: str) -> ProgressReport:
    """Remove a mistake, with the attempts at it, and return one's progress."""
    return await call.service.games.learner_progress.remove_mistakes(await call.person(), name)


@delete("/progress/mistakes", needs=MAYBE_PERSON, cost=REPORT, status=200, shows=ProgressReport, fails=(401,))
async def remove_mistakes(call: Call) -> ProgressReport:
    """Remove all mistakes, with the attempts at them, and return one's progress."""
    return await call.service.games.learner_progress.remove_mistakes(await call.person())


ROUTES: Final = (progress, add_progress, coming_puzzle, statistics, mistake, remove_mistake, remove_mistakes)
