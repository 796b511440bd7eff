"""The standings of a ladder: ratings, results between bots, cost of a turn, faults."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, inf, isinf
from typing import Final

from dungeon_twister.ai.arena.pairs import Cost, PlayedGame, PlayedPair
from dungeon_twister.ai.arena.ratings import Rating, Tally, elo_of, fit, score_interval
from dungeon_twister.ai.arena.results import Results
from dungeon_twister.ai.arena.sprt import Hypotheses, Test, Verdict
from dungeon_twister.rules.engine.scenarios import load_scenario

ANCHOR: Final = "greedy"
ANCHORED: Final = 1000.0
QUARTERS: Final = 5  # number of results of a pair of two games: 0, 1/2, 1, 3/2 and 2 points


@dataclass(frozen=True)
class Spread:
    """The distribution of many numbers in three of them."""

    median: float
    most: float  # 99th percentile
    largest: float


@dataclass(frozen=True)
class Standing:
    """One bot. A rating is missing if it is not connected to the anchor by games."""

    name: str
    games: int
    faults: int
    rating: Rating | None = None
    seconds: Spread | None = None  # of processor time in a turn
    nodes: Spread | None = None  # in a turn
    setup: float = 0.0  # the longest
    answer: float = 0.0  # the longest decision in another player's turn


@dataclass(frozen=True)
class Meeting:
    """The results of the first bot against the second."""

    first: str
    second: str
    sides: int
    pairs: int
    wins: int
    draws: int
    losses: int
    score: float  # points per game
    low: float
    high: float
    counts: list[int]  # with two sides: number of pairs with 0, 1/2, 1, 3/2 and 2 points

    @property
    def games(self) -> int:
        return self.pairs * self.sides

    @property
    def shares(self) -> float:
        """Return the score divided by the fair share; 1 for an equal bot."""
        return self.score * self.sides

    @property
    def elo(self) -> Rating:
        """Return the advantage of the first bot in rating."""
        return Rating(elo_of(self.score, self.sides), elo_of(self.low, self.sides), elo_of(self.high, self.sides))


@dataclass(frozen=True)
class Standings:
    """The standings of a ladder, strongest first."""

    title: str  # of the scenario
    anchor: str
    bots: list[Standing]
    meetings: list[Meeting]
    pairs: int
    games: int
    faults: list[str]  # a sentence for each fault
    peak_mb: float
    engines: list[str]  # compiled or interpreted


def standings(results: Results) -> Standings:
    """Compute the standings."""
    names = [entry.name for entry in results.header.bots]
    meetings = _grouped(results.pairs, names)
    played = {name for meeting in meetings for name in meeting}
    anchor = ANCHOR if ANCHOR in played else next((name for name in names if name in played), names[0])
    tallies = [Tally(*meeting, [pair.score for pair in pairs], _sides(pairs)) for meeting, pairs in meetings.items()]
    ratings = fit(tallies, anchor, ANCHORED)
    bots = [_standing(name, results.pairs, ratings.get(name)) for name in names]
    return Standings(
        title=load_scenario(results.header.scenario).title,
        anchor=anchor,
        bots=sorted(bots, key=lambda bot: -bot.rating.elo if bot.rating else inf),
        meetings=[_meeting(*meeting, pairs) for meeting, pairs in meetings.items()],
        pairs=len(results.pairs),
        games=sum(len(pair.games) for pair in results.pairs),
        faults=[
            f"{str(pair.encounter).capitalize()}: {game.fault.bot} failed. {game.fault.sentence}"
            for pair in results.pairs
            for game in pair.games
            if game.fault
        ],
        peak_mb=max((pair.peak_mb for pair in results.pairs), default=0.0),
        engines=sorted({"compiled" if pair.compiled else "interpreted" for pair in results.pairs}),
    )


class SprtMonitor:
    """Passes finished pairs to a test in the order of their numbers; waits for a missing one."""

    def __init__(self, hypotheses: Hypotheses, sides: int) -> None:
        self._hypotheses, self._test = hypotheses, Test(hypotheses, sides)
        self._waiting: dict[int, float] = {}

    def add(self, pair: PlayedPair) -> None:
        asked = self._hypotheses
        same = (pair.first, pair.second) == (asked.first, asked.second)
        if same or (len(pair.games) == 2 and (pair.second, pair.first) == (asked.first, asked.second)):
            self._waiting[pair.number] = _score(pair, asked.first)
        while self.verdict.pairs in self._waiting and not self.verdict.decision:
            self._test.add(self._waiting.pop(self.verdict.pairs))

    @property
    def verdict(self) -> Verdict:
        return self._test.verdict


def sprt_verdict(results: Results, hypotheses: Hypotheses) -> Verdict:
    """Return the state of a test."""
    monitor = SprtMonitor(hypotheses, _sides(results.pairs))
    for pair in results.pairs:
        monitor.add(pair)
    return monitor.verdict


def _score(pair: PlayedPair, name: str) -> float:
    """Return the score of one of two bots."""
    return pair.score if pair.first == name else 1 - pair.score


def _sides(pairs: Sequence[PlayedPair]) -> int:
    return len(pairs[0].games) if pairs else 2


def _grouped(pairs: Sequence[PlayedPair], names: Sequence[str]) -> dict[tuple[str, str], list[PlayedPair]]:
    """Group the pairs by the bots that met.

    The order of the two does not matter with two sides; where one was alone, it does.
    """
    found: dict[tuple[str, str], list[PlayedPair]] = {}
    for pair in pairs:
        turned = len(pair.games) == 2 and names.index(pair.first) > names.index(pair.second)
        one = _turned(pair) if turned else pair
        found.setdefault((one.first, one.second), []).append(one)
    return dict(sorted(found.items(), key=lambda item: (names.index(item[0][0]), names.index(item[0][1]))))


def _turned(pair: PlayedPair) -> PlayedPair:
    games = [_with_points(game, 1 - game.points) for game in pair.games]
    return PlayedPair(pair.second, pair.first, pair.number, games, pair.peak_mb, pair.compiled)


def _with_points(game: PlayedGame, points: float) -> PlayedGame:
    return PlayedGame(game.seats, points, game.winners, game.vp, game.turns, game.choices, game.costs, game.fault)


def _meeting(first: str, second: str, pairs: Sequence[PlayedPair]) -> Meeting:
    points = [game.points for pair in pairs for game in pair.games]
    scores, sides = [pair.score for pair in pairs], _sides(pairs)
    low, high = score_interval(scores, sides)
    counts = [0] * QUARTERS if sides == 2 else []
    for score in scores if sides == 2 else ():
        counts[round(score * (QUARTERS - 1))] += 1
    wins, losses = points.count(1.0), points.count(0.0)
    score = sum(scores) / len(scores)
    draws = len(points) - wins - losses
    return Meeting(first, second, sides, len(pairs), wins, draws, losses, score, low, high, counts)


def _standing(name: str, pairs: Sequence[PlayedPair], rating: Rating | None) -> Standing:
    games = [game for pair in pairs if name in (pair.first, pair.second) for game in pair.games]
    costs = [game.costs.get(name, Cost()) for game in games]
    return Standing(
        name=name,
        games=len(games),
        faults=sum(game.fault is not None and game.fault.bot == name for game in games),
        rating=rating,
        seconds=spread_of([seconds for cost in costs for seconds in cost.turns]),
        nodes=spread_of([float(nodes) for cost in costs for nodes in cost.nodes]),
        setup=max((cost.setup for cost in costs), default=0.0),
        answer=max((cost.answer for cost in costs), default=0.0),
    )


def spread_of(numbers: Sequence[float]) -> Spread | None:
    """Return the median, the 99th percentile and the maximum, without interpolation; None for no numbers."""
    if not numbers:
        return None
    ordered = sorted(numbers)
    count = len(ordered)
    return Spread(ordered[(count - 1) // 2], ordered[ceil(count * 0.99) - 1], ordered[-1])


def rating_text(rating: Rating | None) -> tuple[str, str]:
    """Return a rating and its interval as words: `1234` and `1200 to 1268`; with an infinite end `at most 600`."""
    if rating is None:
        return "-", "has met nobody else"
    if rating.low == rating.high:
        return f"{rating.elo:.0f}", "the anchor"
    if isinf(rating.low) and isinf(rating.high):
        return "-", "nothing is known"
    if isinf(rating.low):
        return f"{rating.elo:.0f}", f"at most {rating.high:.0f}"
    if isinf(rating.high):
        return f"{rating.elo:.0f}", f"at least {rating.low:.0f}"
    return f"{rating.elo:.0f}", f"{rating.low:.0f} to {rating.high:.0f}"
