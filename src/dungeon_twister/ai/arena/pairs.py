"""Pairs of games: two bots play the same rooms once for each side, with the first bot on another side each time.

With two players, or two teams, these are two games. With three or four players without teams the first bot plays alone against
copies of the second, once on every seat. All games of a pair have one seed, and each draw of chance depends only on what is
drawn (`game/record/chance.py`). The bots get a different seed in every game, so that equal bots do not repeat a game.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from time import process_time
from typing import Final, NamedTuple

from dungeon_twister.ai.arena.matches import Fault, play_out, teams_of
from dungeon_twister.ai.bots.resolve import BotLike, resolve_bot
from dungeon_twister.compiled import running as is_compiled
from dungeon_twister.game.record.notation import Choice
from dungeon_twister.game.record.recorded_game import RecordedGame
from dungeon_twister.game.session import GameSession, SessionSeat
from dungeon_twister.game.session.bot import Bot
from dungeon_twister.game.views import CardView, View
from dungeon_twister.rules.engine.game import new_setting

DIGITS: Final = 6  # of seconds, in files


class Encounter(NamedTuple):
    """A pair to play: the names of the bots in the ladder, and the number of the pair."""

    first: str
    second: str
    number: int

    def __str__(self) -> str:
        return f"pair {self.number + 1} of {self.first} against {self.second}"


class PairTask(NamedTuple):
    """A pair to play, with everything a process needs for it."""

    encounter: Encounter
    bots: tuple[BotLike, BotLike]
    seed: str
    scenario: str
    options: dict[str, str]

    def play(self) -> PlayedPair:
        return play_pair(self)


@dataclass(frozen=True)
class Cost:
    """The cost of one bot in one game, over all its seats: processor seconds, and the nodes it reports."""

    turns: list[float] = field(default_factory=list)  # in each of its own turns
    nodes: list[int] = field(default_factory=list)  # in each of its own turns; empty if it does not report them
    setup: float = 0.0
    answer: float = 0.0  # the longest decision in another player's turn


@dataclass(frozen=True)
class PlayedGame:
    """One game of a pair."""

    seats: dict[str, str]  # colour -> bot
    points: float  # of the first bot: 1 for a win, its share if several win
    winners: list[str]  # colours
    vp: dict[str, int]
    turns: int
    choices: int
    costs: dict[str, Cost]
    fault: Fault | None = None


@dataclass(frozen=True)
class PlayedPair:
    """The games of a pair, and the machine they were played on."""

    first: str
    second: str
    number: int
    games: list[PlayedGame]
    peak_mb: float = 0.0  # peak memory of the process so far; 0 if unknown
    compiled: bool = False

    @property
    def encounter(self) -> Encounter:
        return Encounter(self.first, self.second, self.number)

    @property
    def score(self) -> float:
        """Return the points of the first bot per game."""
        return sum(game.points for game in self.games) / len(self.games)


def encounters(names: Sequence[str], sides: int, pairs: int, gauntlet: bool = False) -> list[Encounter]:
    """Return all pairs to play: the first pair of every two bots before the second of any.

    In a gauntlet the first bot meets all others; otherwise every bot meets every other. Where one bot plays alone against
    copies, each of the two does so.
    """
    meetings = [(one, other) for one in names for other in names[names.index(one) + 1 :]]
    if gauntlet:
        meetings = [meeting for meeting in meetings if meeting[0] == names[0]]
    elif sides > 2:
        meetings = [(one, other) for one in names for other in names if one != other]
    return [Encounter(*meeting, number) for number in range(pairs) for meeting in meetings]


def sides_of(scenario: str, options: Mapping[str, str]) -> int:
    """Return the number of sides of a game: players, or teams."""
    return len(set(teams_of(new_setting(scenario, options))))


# -- playing ------------------------------------------------------------------------------------------------------------


class Clocked:
    """A bot whose cost is measured."""

    def __init__(self, bot: Bot, name: str) -> None:
        self.name = name
        self._bot = bot
        self._turn = 0
        self.seconds: list[float] = []
        self.nodes: list[int] = []
        self.setup = 0.0
        self.answer = 0.0

    def choose(self, view: View | CardView) -> Choice:
        looked, began = self._looked(), process_time()
        try:
            return self._bot.choose(view)
        finally:
            self._note(view, process_time() - began, self._looked() - looked)

    @property
    def counts(self) -> bool:
        return isinstance(getattr(self._bot, "nodes", None), int)

    def _looked(self) -> int:
        return int(getattr(self._bot, "nodes", 0)) if self.counts else 0

    def _note(self, view: View | CardView, seconds: float, nodes: int) -> None:
        if view.turn == 0:
            self.setup += seconds
        elif view.active != view.viewer:
            self.answer = max(self.answer, seconds)
        else:
            if view.turn != self._turn:
                self._turn = view.turn
                self.seconds.append(0.0)
                self.nodes.append(0)
            self.seconds[-1] += seconds
            self.nodes[-1] += nodes


def play_pair(task: PairTask) -> PlayedPair:
    """Play all games of a pair."""
    sides = sides_of(task.scenario, task.options)
    games = [_play(task, side) for side in range(sides)]
    first, second, number = task.encounter
    return PlayedPair(first, second, number, games, peak_memory(), is_compiled())


def _play(task: PairTask, side: int) -> PlayedGame:
    """Play one game, with the first bot on that side."""
    first, second, number = task.encounter
    game = RecordedGame.new(task.scenario, task.options, f"{task.seed}/{number}")
    colours, teams = game.state.setting.colours, teams_of(game.state.setting)
    names = [first if team == list(dict.fromkeys(teams))[side] else second for team in teams]
    given = dict(zip((first, second), task.bots, strict=True))
    sitting: list[Clocked] = []
    fault: Fault | None = None
    for colour, name in zip(colours, names, strict=True):
        try:
            bot = resolve_bot(given[name]).make(f"{task.seed}/{number}/{side}/{first}/{second}/{colour}")
        except Exception as error:  # the code of a bot may raise anything
            fault = Fault(name, f"The bot cannot be made: {error}")
            break
        sitting.append(Clocked(bot, name))
    if fault is None:
        fault = play_out(GameSession(game, [SessionSeat.of_bot(bot) for bot in sitting], viewers=()))
    sides = dict(zip(colours, teams, strict=True))
    own = [team for team, name in zip(teams, names, strict=True) if name == first]
    winners = [] if fault else game.winners
    return PlayedGame(
        seats=dict(zip(colours, names, strict=True)),
        points=float(fault.bot != first) if fault else points_of(winners, sides, own[0]),
        winners=winners,
        vp=game.scores,
        turns=game.state.turn,
        choices=sum(who >= 0 for who, _, _ in game.log),
        costs={name: cost_of([bot for bot in sitting if bot.name == name]) for name in (first, second)},
        fault=fault,
    )


def points_of(winners: Sequence[str], sides: Mapping[str, str], own: str) -> float:
    """Return the share of a side in the win. Without winners, all sides share."""
    won = {sides[colour] for colour in winners} or set(sides.values())
    return (own in won) / len(won)


def cost_of(bots: Sequence[Clocked]) -> Cost:
    """Return the cost of one bot over all its seats."""
    return Cost(
        turns=[round(seconds, DIGITS) for bot in bots for seconds in bot.seconds],
        nodes=[nodes for bot in bots for nodes in bot.nodes if bot.counts],
        setup=round(max((bot.setup for bot in bots), default=0.0), DIGITS),
        answer=round(max((bot.answer for bot in bots), default=0.0), DIGITS),
    )


def peak_memory() -> float:
    """Return the peak memory of this process in MB, or 0 if the system does not report it."""
    try:
        import resource
    except ImportError:  # Windows
        return 0.0
    unit = 1 if sys.platform == "darwin" else 1024
    return round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 1e6, 1)
