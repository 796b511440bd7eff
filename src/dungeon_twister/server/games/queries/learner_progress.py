"""The progress of a learner: entries of the page, finished games against bots, and what follows from them."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Final

from dungeon_twister.learning.progress import (
    Entry,
    EntryError,
    NextPuzzle,
    ProgressReport,
    PuzzleRatings,
    check_entry,
    first_rating,
    merged,
    next_puzzle,
    rate,
    rate_puzzles,
    report_of,
)
from dungeon_twister.learning.progress.entries import GAME, HINTED, MISTAKE, MOST_ENTRIES, MOST_MISTAKES, entries_of_mistakes
from dungeon_twister.learning.progress.game_facts import GameFacts, statistics_of
from dungeon_twister.learning.progress.game_results import game_entry
from dungeon_twister.learning.puzzles import FAMILIES, THEMES, load_puzzles
from dungeon_twister.rules.engine.scenarios import load_scenario
from dungeon_twister.server.errors import ProtocolError
from dungeon_twister.server.games.caller import Caller
from dungeon_twister.server.games.sessions.active_game import BOT, PERSON
from dungeon_twister.server.progress_protocol import OwnStatistics
from dungeon_twister.server.store import GameRow, SeatRow

if TYPE_CHECKING:
    from dungeon_twister.server.store import Store

FindFacts = Callable[[str, str, str], Awaitable[GameFacts]]  # game, colour, address
MOST_COUNTED: Final = 50  # games in the statistics
AT_ONCE: Final = 5  # games replayed for one request
REMEMBERED: Final = 2_000
LEEWAY: Final = 60.0  # seconds by which the clock of a browser may be ahead


class LearnerProgress:
    """Keeps the progress of people. The only person of a browser without a server has an empty id."""

    def __init__(self, store: Store, now: Callable[[], float], facts: FindFacts) -> None:
        self._store = store
        self._now = now
        self._find_facts = facts
        self._facts: OrderedDict[tuple[str, str], GameFacts] = OrderedDict()  # of the games looked at last

    async def report(self, who: Caller) -> ProgressReport:
        """Return a learner's progress, with the games that ended since."""
        return report_of(await self._entries(who), await self._puzzle_ratings(), self._now())

    async def add(self, who: Caller, entries: Sequence[Entry]) -> ProgressReport:
        """Add entries of the page and return the progress. Entries with a known id are ignored."""
        for entry in entries:
            try:
                check_entry(entry)
            except EntryError as error:
                raise ProtocolError("unreadable", f"This entry cannot be kept: {error}.", 422) from None
            if entry.kind in (GAME, HINTED) or entry.at > self._now() + LEEWAY:
                raise ProtocolError("unreadable", "This entry cannot be kept: the server knows the games and the time.", 422)
        if not who.person and not self._store.progress.alone:
            raise ProtocolError("no-person", "Progress is kept for somebody: begin as a person first.", 401)
        old = await self._entries(who)
        known = {entry.id for entry in old}
        new = [entry for entry in entries if entry.id not in known]
        kinds = Counter(entry.kind for entry in [*old, *new])
        if new and (kinds.total() > MOST_ENTRIES or kinds[MISTAKE] > MOST_MISTAKES):
            raise ProtocolError("too-much", "There is no room for more: delete what you no longer need.", 422)
        ratings = await self._puzzle_ratings()
        if new:
            await self._store.progress.add(who.person, new)
            rated = rate_puzzles(old, new, ratings)
            if rated:
                await self._store.progress.save_puzzle_ratings(rated)
        return report_of(merged(old, new), ratings, self._now())

    async def note_hint(self, row: GameRow, seats: Sequence[SeatRow]) -> None:
        """Note that a game against bots is not rated any more."""
        people = [seat for seat in seats if seat.who == PERSON]
        entry = Entry(f"hinted-{row.id}", self._now(), HINTED, row.id)
        if len(people) == 1 and len(seats) > 1 and (people[0].person or self._store.progress.alone):
            await self._store.progress.add(people[0].person, [entry])

    async def next_puzzle(self, who: Caller, family: str, theme: str, besides: int) -> NextPuzzle:
        """Return the puzzle to offer next, but not `besides`. `family` and `theme` restrict the choice; empty: any."""
        if (family and family not in FAMILIES) or (theme and theme not in THEMES):
            raise ProtocolError("unreadable", "There are no such puzzles.", 400)
        puzzles = [
            puzzle for puzzle in load_puzzles() if family in ("", puzzle.family) and (not theme or theme in puzzle.themes)
        ]
        entries, ratings = await self._entries(who), await self._puzzle_ratings()
        found = next_puzzle(puzzles, ratings, rate(entries, ratings), entries, self._now(), besides)
        return found or NextPuzzle(0)

    async def statistics(self, who: Caller, address: str) -> OwnStatistics:
        """Return the sums over a learner's last games. A call looks at some games only; the next one goes on."""
        if not who.person and not self._store.progress.alone:
            return OwnStatistics([], 0)
        games = await self._store.progress.finished_games(who.person)
        mine = [(row, [seat.colour for seat in seats if _owns(who, seat)]) for row, seats in games]
        keys = [(row.id, colours[0]) for row, colours in mine if len(colours) == 1][:MOST_COUNTED]
        left = [key for key in keys if key not in self._facts]
        for id, colour in left[:AT_ONCE]:
            self._facts[id, colour] = await self._find_facts(id, colour, address)
        while len(self._facts) > REMEMBERED:
            self._facts.popitem(last=False)
        return OwnStatistics(statistics_of([self._facts[key] for key in keys if key in self._facts]), len(left[AT_ONCE:]))

    async def mistake(self, who: Caller, id: str) -> Entry:
        """Return a mistake with its position."""
        for entry in await self._entries(who):
            if entry.kind == MISTAKE and entry.name == id:
                return entry
        raise ProtocolError("unknown-mistake", "There is no such position.", 404)

    async def remove_mistakes(self, who: Caller, id: str = "") -> ProgressReport:
        """Remove a mistake, or all of them, with the attempts. Return the progress; a mistake that is not there is no error."""
        entries = await self._entries(who)
        gone = {entry.id for entry in entries_of_mistakes(entries, id)}
        if gone:
            await self._store.progress.remove(who.person, sorted(gone))
        left = [entry for entry in entries if entry.id not in gone]
        return report_of(left, await self._puzzle_ratings(), self._now())

    async def _puzzle_ratings(self) -> PuzzleRatings:
        first = {puzzle.number: first_rating(puzzle) for puzzle in load_puzzles()}
        return {**first, **await self._store.progress.puzzle_ratings()}

    async def _entries(self, who: Caller) -> list[Entry]:
        """Return all entries. Finished games that have none yet get one."""
        if not who.person and not self._store.progress.alone:  # nobody yet
            return []
        entries = await self._store.progress.entries(who.person)
        known = {entry.id for entry in entries}
        games = await self._store.progress.finished_games(who.person)
        new = [entry for entry in finished(games, who.person) if entry.id not in known]
        if new:
            await self._store.progress.add(who.person, new)
        return merged(entries, new)


def finished(games: Iterable[tuple[GameRow, list[SeatRow]]], person: str) -> list[Entry]:
    """Return the entries of finished games of one person against bots only."""
    found = []
    for row, seats in games:
        mine = [seat for seat in seats if seat.who == PERSON and seat.person == person]
        bots = [seat for seat in seats if seat.who == BOT]
        if len(mine) == 1 and bots and len(bots) + 1 == len(seats):
            found.append(_entry(row, mine[0].colour, [seat.bot for seat in bots]))
    return found


def _entry(row: GameRow, colour: str, bots: list[str]) -> Entry:
    even = not (row.declared or row.position or row.options.get("handicap"))
    game = "" if row.declared else load_scenario(row.scenario).game
    return game_entry(row.id, row.changed, colour, row.winners, bots, game, row.scenario, even)


def _owns(who: Caller, seat: SeatRow) -> bool:
    return seat.who == PERSON and seat.person == who.person
