"""What happened to one player in a finished game, and the sums over several games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from dungeon_twister.ai.analysis.game_summary import summarize_game
from dungeon_twister.game.record.files import Record
from dungeon_twister.rules.engine.events import LEFT_MAZE, SCORED, STARTER_SET
from dungeon_twister.rules.engine.rules import rules_of

LEAVING: Final = "leaving"
TREASURE: Final = "treasure"
OTHER: Final = "other"  # eliminated opponents, and goals of a scenario
MOST_OPENINGS: Final = 6


@dataclass(frozen=True, slots=True)
class GameFacts:
    """One player's game.

    - `result`: `won`, `drawn` or `lost`.
    - `points`: victory points by how they were made.
    - `starters`: kinds of the characters that began on the board, sorted.
    - `fights_expected`: wins to be expected by the odds.
    - `seconds`: time to think, without breaks.
    """

    game: str
    result: str
    turns: int
    points: dict[str, int]
    starters: list[str]
    fights: int
    fights_won: int
    fights_expected: float
    seconds: int = 0


@dataclass(frozen=True, slots=True)
class OpeningRecord:
    """The games that began with the same characters on the board."""

    starters: list[str]
    games: int
    won: int


@dataclass(frozen=True, slots=True)
class GameStatistics:
    """The sums over a player's last games of one kind.

    - `turns`, `points`, `seconds`: averages of a game; `points` by how they were made: `leaving`, `treasure` or `other`.
    - `openings`: the most frequent ones.
    """

    game: str
    games: int
    won: int
    turns: float
    points: dict[str, float]
    fights: int
    fights_won: int
    fights_expected: float
    openings: list[OpeningRecord]
    seconds: int


def facts_of(record: Record, colour: str) -> GameFacts:
    """Return the facts of a finished game for one player. Raise TextError if the record is wrong."""
    summary = summarize_game(record)
    setting = summary.replaying.setting
    seat = setting.colours.index(colour)
    state = summary.replaying.state_at(0)
    points: Counter[str] = Counter()
    starters: set[str] = set()
    for action in summary.replaying.choices:
        state.events = []
        rules_of(setting).apply(state, action)
        for kind, *values in state.events:
            if kind == SCORED and values[0] == seat:
                points[OTHER] += values[1]
            elif kind == LEFT_MAZE and setting.owner[values[0]] == seat:
                bonus = values[1] - setting.exit_vp[values[0]]
                points.update({LEAVING: values[1] - bonus, TREASURE: bonus, OTHER: -values[1]})
            elif kind == STARTER_SET and setting.owner[values[0]] == seat:
                starters.add(setting.pieces[values[0] % setting.each].name)
    counts = summary.counts[seat]
    winners = [name for number, name in enumerate(setting.colours) if summary.replaying.final.winners >> number & 1]
    drawn = not winners or len(winners) == setting.players
    return GameFacts(
        game=setting.scenario.game,
        result="drawn" if drawn else "won" if colour in winners else "lost",
        turns=counts["turns"],
        points={name: points[name] for name in (LEAVING, TREASURE, OTHER) if points[name]},
        starters=sorted(starters),
        fights=counts["fights"],
        fights_won=counts["fights_won"],
        fights_expected=counts["fights_expected"] / 10_000,
    )


def statistics_of(games: Sequence[GameFacts]) -> list[GameStatistics]:
    """Return the sums for the board game and for the Card Game, if there are games."""
    return [_sums(game, chosen) for game in ("board", "card") if (chosen := [one for one in games if one.game == game])]


def _sums(game: str, games: Sequence[GameFacts]) -> GameStatistics:
    count = len(games)
    points: Counter[str] = Counter()
    openings: Counter[tuple[str, ...]] = Counter()
    wins: Counter[tuple[str, ...]] = Counter()
    for one in games:
        points.update(one.points)
        openings[tuple(one.starters)] += bool(one.starters)
        wins[tuple(one.starters)] += one.result == "won"
    frequent = [OpeningRecord(list(names), many, wins[names]) for names, many in openings.most_common(MOST_OPENINGS) if many]
    return GameStatistics(
        game=game,
        games=count,
        won=sum(one.result == "won" for one in games),
        turns=round(sum(one.turns for one in games) / count, 1),
        points={name: round(points[name] / count, 2) for name in (LEAVING, TREASURE, OTHER)},
        fights=sum(one.fights for one in games),
        fights_won=sum(one.fights_won for one in games),
        fights_expected=round(sum(one.fights_expected for one in games), 1),
        openings=frequent,
        seconds=round(sum(one.seconds for one in games) / count),
    )
