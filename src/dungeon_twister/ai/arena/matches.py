"""Matches: bots play a number of games against each other, each in every seat in turn, every game reproducible.

A bot sees Views only. A bot that raises, or answers with a choice the rules refuse, has committed a *fault*: the game ends
there and counts neither as a win nor as a draw, and the match goes on. So the wins of all bots, the draws and the faults add up
to the number of games. With teams (TEAM-1) allies stay together, and a win belongs to both.
"""

from __future__ import annotations

import pickle
import signal
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import TypeVar

from dungeon_twister.ai.bots.resolve import BotLike, resolve_bot
from dungeon_twister.ai.win_rates import rate_of, wilson
from dungeon_twister.game.record.files import Record, record_of
from dungeon_twister.game.record.notation import Choice
from dungeon_twister.game.record.recorded_game import RecordedGame, seed_text
from dungeon_twister.game.session import BotFailedError, GameSession, SessionSeat, give_up
from dungeon_twister.game.session.bot import Bot
from dungeon_twister.game.views import CardView, View
from dungeon_twister.process_support import processes_work
from dungeon_twister.rules.engine.game import Given, new_setting
from dungeon_twister.rules.engine.scenarios import scenario_text
from dungeon_twister.rules.engine.setting import Setting

T = TypeVar("T")


@dataclass(frozen=True)
class Fault:
    """A bot failed to answer: its label, and a sentence that says how."""

    bot: str
    sentence: str


@dataclass(frozen=True)
class GameResult:
    """One game of a match. Bots are named by their labels in the match."""

    number: int
    seats: dict[str, str]  # colour -> bot
    winners: list[str]  # a single winner or a single team wins; several winners share a draw
    vp: dict[str, int]  # by colour
    turns: int
    choices: int  # number of choices by bots
    record: Record
    seconds: dict[str, float]  # thinking time by bot
    slowest: dict[str, float]  # the longest decision by bot
    fault: Fault | None = None
    teams: dict[str, str] = field(default_factory=dict)  # colour -> team; empty without teams

    @property
    def drawn(self) -> bool:
        return self.fault is None and not self.won

    @property
    def won(self) -> list[str]:
        """Return the bots that won: one, or both of a team; none if several sides share the win."""
        sides = {self.teams.get(colour, colour) for colour, bot in self.seats.items() if bot in self.winners}
        return self.winners if len(sides) == 1 else []

    @property
    def winning_seats(self) -> list[str]:
        """Return the colours that won; none if several sides share the win."""
        return [colour for colour, bot in self.seats.items() if bot in self.won]


@dataclass
class MatchResult:
    """The games of a match so far, and their statistics."""

    names: tuple[str, ...]  # the labels: the second of two equal names is `name#2`
    asked: int  # games requested; an interrupted match has fewer
    seed: str
    played: list[GameResult] = field(default_factory=list)

    @property
    def games(self) -> int:
        return len(self.played)

    @property
    def wins(self) -> dict[str, int]:
        return {name: sum(name in game.won for game in self.played) for name in self.names}

    @property
    def draws(self) -> int:
        return sum(game.drawn for game in self.played)

    @property
    def faults(self) -> int:
        return sum(game.fault is not None for game in self.played)

    @property
    def faults_by(self) -> dict[str, int]:
        found = [game.fault.bot for game in self.played if game.fault is not None]
        return {name: found.count(name) for name in self.names}

    @property
    def win_rates(self) -> dict[str, tuple[float, float, float]]:
        """Return the win rate of each bot with its 95% confidence interval."""
        return {name: rate_of(wins, self.games) for name, wins in self.wins.items()}

    @property
    def seats(self) -> list[str]:
        """Return the colours in turn order."""
        return list(self.played[0].seats) if self.played else []

    @property
    def seat_wins(self) -> dict[str, int]:
        """Return the number of wins of each colour."""
        return {colour: sum(colour in game.winning_seats for game in self.played) for colour in self.seats}

    @property
    def seat_rates(self) -> dict[str, tuple[float, float, float]]:
        """Return the win rate of each colour with its 95% interval, as some colours may have an advantage."""
        return {colour: rate_of(wins, self.games) for colour, wins in self.seat_wins.items()}

    def rates_by_seat(self, name: str) -> dict[str, tuple[int, int, float, float]]:
        """Return for each colour that a bot has played: its wins, its games, and the 95% confidence interval of the rate."""
        found: dict[str, tuple[int, int, float, float]] = {}
        for colour in self.seats:
            games = [game for game in self.played if game.seats[colour] == name]
            wins = sum(name in game.won for game in games)
            found[colour] = (wins, len(games), *wilson(wins, len(games)))
        return found

    @property
    def mean_turns(self) -> float:
        return sum(game.turns for game in self.played) / self.games if self.games else 0.0

    @property
    def slowest(self) -> dict[str, float]:
        """Return the longest decision of each bot in seconds."""
        return {name: max((game.slowest[name] for game in self.played), default=0.0) for name in self.names}

    def as_json(self) -> dict[str, object]:
        """Return the match as plain data, for files and for other programs."""
        return {
            "names": list(self.names),
            "seed": self.seed,
            "asked": self.asked,
            "games": self.games,
            "wins": self.wins,
            "draws": self.draws,
            "faults": self.faults,
            "faults_by": self.faults_by,
            "win_rates": _rates_json(self.win_rates),
            "seat_wins": self.seat_wins,
            "seat_rates": _rates_json(self.seat_rates),
            "mean_turns": self.mean_turns,
            "slowest_decision_seconds": self.slowest,
            "results": [_game_json(game) for game in self.played],
        }


def _rates_json(rates: dict[str, tuple[float, float, float]]) -> dict[str, dict[str, float]]:
    return {name: {"rate": rate, "low": low, "high": high} for name, (rate, low, high) in rates.items()}


def _game_json(game: GameResult) -> dict[str, object]:
    return {
        "number": game.number,
        "seats": game.seats,
        "winners": game.winners,
        "won": game.won,
        "vp": game.vp,
        "turns": game.turns,
        "choices": game.choices,
        "seconds": game.seconds,
        "slowest": game.slowest,
        "fault": None if game.fault is None else {"bot": game.fault.bot, "sentence": game.fault.sentence},
    }


def labels_of(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return a unique label for every bot: the second `greedy` is `greedy#2`."""
    return tuple(
        name if name not in names[:index] else f"{name}#{names[:index].count(name) + 1}" for index, name in enumerate(names)
    )


def teams_of(setting: Setting) -> list[str]:
    """Return the team of each seat; without teams, its colour."""
    return setting.teams or setting.colours


def seats_of(teams: list[str], number: int) -> list[int]:
    """Return the bot of each seat in a game. Bots move on by one seat every game; with teams by one team, then within it."""
    groups = [[seat for seat, team in enumerate(teams) if team == name] for name in dict.fromkeys(teams)]
    sitting = [0] * len(teams)
    for index, group in enumerate(groups):
        bots = groups[(index + number) % len(groups)]
        for place, seat in enumerate(group):
            sitting[seat] = bots[(place + number // len(groups)) % len(bots)]
    return sitting


def against(bot: T, others: T, setting: Setting) -> tuple[T, ...]:
    """Return the bots of a match of one against all others; with teams, of one team against the other."""
    teams = teams_of(setting)
    return tuple(bot if team == teams[0] else others for team in teams)


# -- one game ----------------------------------------------------------------------------------------------------------


class Timed:
    """A bot whose thinking time is measured."""

    def __init__(self, bot: Bot, name: str) -> None:
        self.name = name
        self._bot = bot
        self.seconds: list[float] = []  # of each decision

    def choose(self, view: View | CardView) -> Choice:
        began = perf_counter()
        try:
            return self._bot.choose(view)
        finally:
            self.seconds.append(perf_counter() - began)


BeforeChoice = Callable[[GameSession, int, int], None]  # called with the game, the seat that chooses, and its choice


def play_out(table: GameSession, before_choice: BeforeChoice | None = None) -> Fault | None:
    """Let the bots play a game to its end, or until one of them fails. `before_choice` is called before every choice."""
    state = table.state
    try:
        while not table.over:
            seat = state.decider()
            action = table.ask(seat, give_up)
            if before_choice is not None:
                before_choice(table, seat, action)
            table.decide(action)
    except BotFailedError as error:
        return Fault(table.seats[state.decider()].name, error.failure.sentence)
    return None


def run_game(
    bots: Sequence[BotLike],
    number: int,
    seed: str | int,
    scenario: str | Path = "base",
    options: Given | None = None,
    before_choice: BeforeChoice | None = None,
) -> GameResult:
    """Play one game of a match; in game 0 the first bot has the first seat."""
    game = RecordedGame.new(scenario, options, f"{seed}/{number}")
    factories = [resolve_bot(bot) for bot in bots]
    colours, labels = game.state.setting.colours, labels_of(tuple(bot_factory.name for bot_factory in factories))
    teams = teams_of(game.state.setting)
    made = {
        index: Timed(factories[index].make(f"{seed}/{number}/{labels[index]}"), labels[index]) for index in range(len(bots))
    }
    sitting = [made[index] for index in seats_of(teams, number)]
    table = GameSession(game, [SessionSeat.of_bot(bot) for bot in sitting], viewers=())
    fault = play_out(table, before_choice)
    seats = table.players
    return GameResult(
        number=number,
        seats=seats,
        winners=[seats[colour] for colour in game.winners],
        vp=game.scores,
        turns=game.state.turn,
        choices=sum(who >= 0 for who, _, _ in game.log),
        record=record_of(game, seats),
        seconds={bot.name: sum(bot.seconds) for bot in made.values()},
        slowest={bot.name: max(bot.seconds, default=0.0) for bot in made.values()},
        fault=fault,
        teams=dict(zip(colours, teams, strict=True)) if teams != colours else {},
    )


# -- many games --------------------------------------------------------------------------------------------------------


def run_match(
    bots: Sequence[BotLike],
    games: int,
    seed: str | int,
    scenario: str | Path = "base",
    options: Given | None = None,
    on_game: Callable[[GameResult], None] | None = None,
    jobs: int = 1,
) -> MatchResult:
    """Play the games, on several processes if possible, with the same result. Ctrl-C stops; the games so far are returned.

    A bot is a name, an object with a method `choose`, a class or function that makes one, or `module:Class` (`resolve_bot`).
    """
    seed = seed_text(seed)
    scenario = scenario if isinstance(scenario, str) else scenario_text(scenario)  # read once for all processes
    result = MatchResult(check_bots(bots, seed, scenario, options, jobs), games, seed)
    playing = in_order(_Playing(bots, seed, scenario, options), range(games), jobs)
    try:
        for game in playing:
            result.played.append(game)
            if on_game is not None:
                on_game(game)
    except KeyboardInterrupt:
        playing.close()
    return result


def check_bots(
    bots: Sequence[BotLike], seed: str, scenario: str | Path = "base", options: Given | None = None, jobs: int = 1
) -> tuple[str, ...]:
    """Return the labels of the bots. Raise ValueError, before any game, for bots that cannot play the match."""
    setting = new_setting(scenario, options)
    setting.check_useful()
    players = setting.players
    if len(bots) != players:
        raise ValueError(f"the scenario {setting.scenario.title} is for {players} players, but there are {len(bots)} bots")
    factories = [resolve_bot(bot) for bot in bots]
    for bot_factory in factories:
        bot_factory.check(seed)
    if jobs > 1:
        try:
            pickle.dumps(bots)
        except Exception as error:  # pickle may raise anything
            raise ValueError(f"on several processes a bot is a name, module:Class or a class of a module ({error})") from error
    return labels_of(tuple(bot_factory.name for bot_factory in factories))


@dataclass(frozen=True)
class _Playing:
    """Plays a game of a match by its number, in another process too."""

    bots: Sequence[BotLike]
    seed: str
    scenario: str
    options: Given | None

    def __call__(self, number: int) -> GameResult:
        return run_game(self.bots, number, self.seed, self.scenario, self.options)


def in_order(play: Callable[[int], T], numbers: Sequence[int], jobs: int = 1) -> Generator[T, None, None]:
    """Yield what `play` returns for each number, in this order; on several processes if possible."""
    if jobs > 1 and processes_work():
        yield from _side_by_side(play, numbers, jobs)
    else:
        yield from map(play, numbers)


def _end_on_interrupt() -> None:
    """Let a worker exit silently on Ctrl-C, which reaches every process; the parent handles it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def _side_by_side(play: Callable[[int], T], numbers: Sequence[int], jobs: int) -> Generator[T, None, None]:
    """Yield in order, whatever the order in which the games finish."""
    pool = ProcessPoolExecutor(max_workers=jobs, initializer=_end_on_interrupt)
    try:
        waiting = [pool.submit(play, number) for number in numbers]
        for game in waiting:
            yield game.result()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
