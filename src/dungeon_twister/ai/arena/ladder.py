"""A ladder: bots meet in pairs of games, the results go to a file, and the same command continues where it stopped."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import closing, nullcontext
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Final

from dungeon_twister.ai.arena.matches import labels_of
from dungeon_twister.ai.arena.pairs import Encounter, PairTask, PlayedPair, encounters, sides_of
from dungeon_twister.ai.arena.results import FORMAT, Entry, LadderError, LadderHeader, ResultFile, Results
from dungeon_twister.ai.arena.sprt import Hypotheses, Verdict
from dungeon_twister.ai.arena.standings import SprtMonitor
from dungeon_twister.ai.arena.workers import MOST_JOBS, TaskFailure, players, why_not_travelling
from dungeon_twister.ai.bots.resolve import BotLike, resolve_bot
from dungeon_twister.ai.bots.specs import read_spec
from dungeon_twister.game.record.recorded_game import seed_text
from dungeon_twister.version import __version__

MOST_PAIRS: Final = 1_000_000

Outcome = PlayedPair | TaskFailure


@dataclass(frozen=True)
class Ladder:
    """The games to play. With bounds, two bots play until a sequential test decides or all pairs are played."""

    bots: Sequence[BotLike]
    pairs: int
    seed: str | int = "1"
    scenario: str = "base"
    options: Mapping[str, str] = field(default_factory=dict)
    gauntlet: bool = False
    bounds: tuple[float, float] | None = None  # of the test: is the first bot ahead by the lower or by the higher rating?

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Return the names of the bots. Raise LadderError for bots that cannot play."""
        if len(self.bots) < 2:
            raise LadderError("a ladder needs at least two bots")
        try:
            factories = [resolve_bot(bot) for bot in self.bots]
        except ValueError as error:
            raise LadderError(str(error)) from None
        for bot_factory in factories:
            try:
                bot_factory.make(seed_text(self.seed))
            except Exception as error:  # the code of a bot may raise anything
                raise LadderError(f"the bot {bot_factory.name} cannot be made: {error}") from error
        return labels_of(tuple(bot_factory.name for bot_factory in factories))

    def header(self) -> LadderHeader:
        names = self.names
        given = [read_spec(bot).text if isinstance(bot, str) else name for bot, name in zip(self.bots, names, strict=True)]
        bots = [Entry(name, bot) for name, bot in zip(names, given, strict=True)]
        return LadderHeader(FORMAT, __version__, self.scenario, seed_text(self.seed), bots, dict(self.options), self._one_way)

    @cached_property
    def sides(self) -> int:
        return sides_of(self.scenario, self.options)

    @property
    def _one_way(self) -> bool:
        """Return whether only some of the bots meet. A test needs the games of the first bot only."""
        return (self.gauntlet or self.bounds is not None) and (len(self.bots) > 2 or self.sides > 2)

    def monitor(self) -> SprtMonitor | None:
        """Return the monitor of the sequential test, or None without bounds."""
        if self.bounds is None:
            return None
        if len(self.bots) != 2:
            raise LadderError(f"a test is between two bots, not {len(self.bots)}")
        first, second = self.names
        return SprtMonitor(Hypotheses(first, second, *self.bounds), self.sides)

    def tasks(self) -> list[PairTask]:
        """Return all tasks in order."""
        if not 1 <= self.pairs <= MOST_PAIRS:
            raise LadderError(f"a ladder has from 1 to {MOST_PAIRS} pairs, not {self.pairs}")
        names = self.names
        given = dict(zip(names, self.bots, strict=True))
        found = encounters(names, self.sides, self.pairs, self._one_way)
        seed, options = seed_text(self.seed), dict(self.options)
        return [PairTask(one, (given[one.first], given[one.second]), seed, self.scenario, options) for one in found]


class LadderProgress:
    """The progress of a ladder: pairs played, pairs requested, and failures."""

    def __init__(self, results: Results, asked: Sequence[Encounter], monitor: SprtMonitor | None = None) -> None:
        self.results, self.asked = results, len(asked)
        self.failed: list[TaskFailure] = []
        self.interrupted = False
        self._monitor = monitor
        self._missing = set(asked) - {pair.encounter for pair in results.pairs}
        if monitor is not None:
            for pair in results.pairs:
                monitor.add(pair)

    def add(self, outcome: Outcome) -> None:
        """Count an outcome."""
        if isinstance(outcome, TaskFailure):
            self.failed += [outcome] * (not outcome.again)
            return
        self.results.pairs.append(outcome)
        self._missing.discard(outcome.encounter)
        if self._monitor is not None:
            self._monitor.add(outcome)

    @property
    def verdict(self) -> Verdict | None:
        return None if self._monitor is None else self._monitor.verdict

    @property
    def decided(self) -> bool:
        return self.verdict is not None and bool(self.verdict.decision)

    @property
    def complete(self) -> bool:
        return self.decided or not self._missing

    @property
    def played(self) -> int:
        """Return how many of the requested pairs were played."""
        return self.asked - len(self._missing)

    def left(self, tasks: Sequence[PairTask]) -> list[PairTask]:
        """Return the tasks still to play."""
        return [] if self.decided else [task for task in tasks if task.encounter in self._missing]


OnOutcome = Callable[[LadderProgress, Outcome], None]


def run_ladder(
    ladder: Ladder, out: Path | None = None, jobs: int = 1, ray: str = "", on_outcome: OnOutcome | None = None
) -> LadderProgress:
    """Play a ladder, or the rest of it. `on_outcome` is called with every result.

    Ctrl-C stops; no finished pair is lost. Raise LadderError if the ladder or its file is wrong.
    """
    if not 1 <= jobs <= MOST_JOBS:
        raise LadderError(f"a ladder is played by 1 to {MOST_JOBS} processes, not {jobs}")
    tasks, header, monitor = ladder.tasks(), ladder.header(), ladder.monitor()
    if (jobs > 1 or ray) and (problem := why_not_travelling(ladder.bots)):
        raise LadderError(problem)
    with nullcontext() if out is None else ResultFile(out, header) as file:
        before = Results(header, list(file.pairs) if file else [])
        progress = LadderProgress(before, [task.encounter for task in tasks], monitor)
        playing = players(progress.left(tasks), jobs, ray)
        with closing(playing):
            try:
                for outcome in playing:
                    if file is not None and isinstance(outcome, PlayedPair):
                        file.write(outcome)
                    progress.add(outcome)
                    if on_outcome is not None:
                        on_outcome(progress, outcome)
                    if progress.decided:
                        break
            except KeyboardInterrupt:
                progress.interrupted = True
    return progress
