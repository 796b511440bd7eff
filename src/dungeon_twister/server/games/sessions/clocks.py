"""Clocks: whose time runs, and until when. This module reads no real time and writes nothing: the game service passes the time
in.

`rules`: the limits of the option `timer` (OPT-1 of the board game, OPT-1 to OPT-7 of the Card Game). `days:N`: N days for each
turn of a player, and some days of vacation. `bank:600+10`: each person has 600 seconds for the whole game, and 10 more after
each turn. `delay:600/15`: each person has 600 seconds, and the first 15 of every decision are free. Bots have no clock: they
are asked at once and think for a bounded time (docs/time.md).

When several choose at the same time, each clock runs until its player has chosen. A player who takes the choice back continues
with the remaining time.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Final

import msgspec

from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.game import why_not
from dungeon_twister.rules.engine.rules import rules_of
from dungeon_twister.rules.engine.state import State
from dungeon_twister.server.games.sessions.event_log_game import EventLogGame
from dungeon_twister.server.protocol import Clock, ClockRun

OFF: Final = "off"
RULES: Final = "rules"
DAYS: Final = "days"
BANK: Final = "bank"
DELAY: Final = "delay"
FATAL: Final = (DAYS, BANK)  # when they run out, the game is over for that player
TURN: Final = "turn"
REACTION: Final = "reaction"
STOPPED: Final = "stopped"
DAY: Final = 86_400.0
MOST_DAYS: Final = 30
VACATION_DAYS: Final = 14  # for each person in a game
SHORTEST_BANK: Final = 5
LONGEST_BANK: Final = 10 * 3600
LONGEST_EXTRA: Final = 600  # largest increment or delay in seconds
LIVE: Final = re.compile(r"bank:(\d{1,5})\+(\d{1,3})|delay:(\d{1,5})/(\d{1,3})", re.ASCII)
GRACE: Final = 1.0  # seconds a choice may be under way when its time ends


# After a start or a clock jump, no clock ends before its player could have returned.
SHORTEST_GRACE: Final = 120.0
GRACE_SHARE: Final = 0.1  # of the time allowed


class RunningClock(msgspec.Struct, frozen=True, omit_defaults=True):
    """The running time of one player."""

    who: str
    kind: str
    until: float
    allowed: float
    decision: int = 0
    free: float = 0.0  # free of charge until then


class Timing(msgspec.Struct, frozen=True, omit_defaults=True):
    """The clock of a game. `left` is what remains of the turn's time while the clock stands."""

    kind: str
    who: str
    turn: str  # the turn to which the turn's time belongs
    decision: int
    until: float
    allowed: float
    left: float = 0.0
    total: float = 0.0  # the turn's time, including the potion's
    banks: dict[str, float] = {}  # seconds of each person when this run began
    free: float = 0.0  # free of charge until then
    paid: int = 0  # the last turn that began with an increment: a repeated turn earns nothing
    vacation: dict[str, int] = {}  # days that each person has left
    away: dict[str, float] = {}  # end of each player's vacation
    also: list[RunningClock] = []  # the other players whose time runs at the same time
    kept: dict[str, float] = {}  # remaining seconds of those who have chosen while others choose, in case they take it back

    @property
    def runs(self) -> list[RunningClock]:
        """The players whose time runs."""
        if self.kind == STOPPED:
            return []
        return [RunningClock(self.who, self.kind, self.until, self.allowed, self.decision, self.free), *self.also]

    def running(self, runs: Sequence[RunningClock]) -> Timing:
        """Return the clock with the time of these players running."""
        first, *also = runs
        main = {field: getattr(first, field) for field in RunningClock.__struct_fields__}
        return msgspec.structs.replace(self, **main, also=also)


def readable(clock: str) -> bool:
    """Return whether a clock can be chosen."""
    if clock in (OFF, RULES):
        return True
    live = _live(clock)
    if live is not None:
        return SHORTEST_BANK <= live[0] <= LONGEST_BANK and max(live[1:]) <= LONGEST_EXTRA
    name, _, number = clock.partition(":")
    return name == DAYS and number.isascii() and number.isdigit() and len(number) < 3 and 1 <= int(number) <= MOST_DAYS


def _live(clock: str) -> tuple[int, int, int] | None:
    """Return the seconds of the bank, the increment and the delay; None for another kind of clock."""
    found = LIVE.fullmatch(clock)
    if found is None:
        return None
    bank, extra, delayed, delay = (int(number or 0) for number in found.groups())
    return bank or delayed, extra, delay


def next_timing(
    before: Timing | None, game: EventLogGame, clock: str, bots: Collection[str], now: float, expired: str = ""
) -> Timing | None:
    """Return the clock after a decision. `expired`: the colour whose time ran out."""
    if clock == OFF or game.over:
        return None
    if clock == RULES:
        return _by_the_rules(before, game, bots, now, expired)
    live = _live(clock)
    if live is not None:
        return _by_banks(before, game, live, bots, now)
    return _by_days(before, game, DAY * int(clock.partition(":")[2]), bots, now)


def _stopped(game: EventLogGame) -> Timing:
    """Return a stopped clock."""
    return Timing(STOPPED, (game.waiting or [""])[0], turn_of(game.state), game.state.decision(), 0.0, 0.0)


def _people(game: EventLogGame, bots: Collection[str]) -> list[str]:
    """Return the people who have to decide now."""
    return [colour for colour in game.waiting if colour not in bots]


def _kept(before: Timing | None, game: EventLogGame, now: float) -> dict[str, float]:
    """Return the remaining seconds of players who chose simultaneously or took that back; for a
    bank, the free seconds."""
    if before is None or game.entries:  # the game has continued: no choice can be taken back
        return {}
    ends = {run.who: run.free if run.kind == BANK else run.until for run in before.runs}
    left = {**before.kept, **{who: max(0.0, end - now) for who, end in ends.items()}}
    return {colour: left[colour] for colour in game.together if colour in left}


def _going_on(before: Timing | None, game: EventLogGame, kind: str) -> dict[str, RunningClock]:
    """Return the players whose time was already running in this turn."""
    if before is None or before.turn != turn_of(game.state):
        return {}
    return {run.who: run for run in before.runs if run.kind == kind}


def _by_days(before: Timing | None, game: EventLogGame, allowed: float, bots: Collection[str], now: float) -> Timing:
    """Return the clock of days for each turn. A player on vacation begins after it."""
    vacation = before.vacation if before else {colour: VACATION_DAYS for colour in game.colours if colour not in bots}
    away = {colour: until for colour, until in before.away.items() if until > now} if before else {}
    kept = _kept(before, game, now)
    timing = msgspec.structs.replace(_stopped(game), vacation=vacation, away=away, kept=kept)
    running, runs = _going_on(before, game, DAYS), []
    for who in _people(game, bots):
        until = now + kept[who] if who in kept else away.get(who, now) + allowed
        runs.append(running.get(who) or RunningClock(who, DAYS, until, allowed))
    return timing.running(runs) if runs else timing


def with_vacation(timing: Timing, colour: str, days: int, now: float) -> Timing:
    """Return the clock when a player goes on vacation for some days, or returns (0). A started day is not given back."""
    left, until = timing.vacation.get(colour, 0), timing.away.get(colour, now)
    unused = max(0.0, until - now)
    left += int(unused // DAY) - days
    back = now + days * DAY
    away = {other: end for other, end in timing.away.items() if other != colour and end > now}
    if days:
        away[colour] = back
    later = days * DAY - unused
    runs = [msgspec.structs.replace(run, until=run.until + later) if run.who == colour else run for run in timing.runs]
    changed = msgspec.structs.replace(timing, vacation={**timing.vacation, colour: left}, away=away)
    return changed.running(runs) if runs else changed


def _by_banks(
    before: Timing | None, game: EventLogGame, live: tuple[int, int, int], bots: Collection[str], now: float
) -> Timing:
    """Return the clock of banks. Deciding players use their own seconds, in the setup and in the
    turns of others too."""
    bank, extra, delay = live
    people = [colour for colour in game.colours if colour not in bots]
    banks, paid = dict.fromkeys(people, float(bank)), 0
    if before is not None:
        banks, paid = {colour: left for colour, left in banks_at(before, now).items() if colour in people}, before.paid
        number, _, active = before.turn.partition("/")
        ended = game.colours[int(active)] if int(number) else ""
        if game.state.turn > max(paid, int(number)) and ended in banks:
            banks[ended] += extra
            paid = game.state.turn
    kept = _kept(before, game, now)
    timing = msgspec.structs.replace(_stopped(game), banks=banks, paid=paid, kept=kept)
    running, runs = _going_on(before, game, BANK), []
    for who in (colour for colour in game.waiting if colour in banks):
        free = running[who].free if who in running else now + kept.get(who, delay)
        runs.append(RunningClock(who, BANK, max(now, free) + banks[who], float(bank), game.state.decision(), free))
    return timing.running(runs) if runs else timing


def banks_at(timing: Timing, now: float) -> dict[str, float]:
    """Return the seconds of each person at a moment."""
    running = {run.who: max(0.0, run.until - max(now, run.free)) for run in timing.runs if run.kind == BANK}
    return {**timing.banks, **running}


def turn_of(state: State) -> str:
    """Return the number and the player of the turn."""
    return f"{state.turn}/{state.active}"


def _by_the_rules(before: Timing | None, game: EventLogGame, bots: Collection[str], now: float, expired: str) -> Timing | None:
    """Return the clock by the rules: it runs while the player of the turn decides, and stands while
    others decide or that player reacts (OPT-1, OPT-2)."""
    state = game.state
    if why_not(state, actions.TIMEOUT) is not None:  # the setup has no limit
        return None
    timer = state.setting.options.timer
    left = total = float(timer[0])
    if before is not None and before.turn == turn_of(state):
        left = next((max(0.0, run.until - now) for run in before.runs if run.kind == TURN), before.left)
        total = before.total
    if any(entry.drank for entry in game.entries):
        extra = rules_of(state.setting).potion_time(timer)
        left, total = left + extra, total + extra
    kept = _kept(before, game, now)
    timing = msgspec.structs.replace(_stopped(game), left=left, total=total, kept=kept)
    answering = {run.who: run for run in before.runs if run.kind == REACTION and run.who != expired} if before else {}
    runs: list[RunningClock] = []
    for who in _people(game, bots):
        seconds, run = _answer_time(game, who), answering.get(who)
        if not seconds:
            runs.append(RunningClock(who, TURN, now + left, total, state.decision()))
        elif run is not None and run.decision == state.decision():
            runs.append(run)
        else:
            runs.append(RunningClock(who, REACTION, now + kept.get(who, seconds), float(seconds), state.decision()))
    return timing.running(runs) if runs else timing


def _answer_time(game: EventLogGame, who: str) -> int:
    """Return the seconds of a decision with a limit of its own; 0: it uses the turn's time."""
    state = game.envelope(who).state if game.together else game.state
    seconds: int = rules_of(state.setting).answer_time(state)
    return seconds


def with_grace(timing: Timing, now: float) -> Timing:
    """Return the clock with a minimum of remaining time for players who could not play for a while."""
    runs = [_with_grace(run, now) for run in timing.runs]
    return timing.running(runs) if runs else timing


def _with_grace(run: RunningClock, now: float) -> RunningClock:
    until = now + max(SHORTEST_GRACE, GRACE_SHARE * run.allowed)
    if run.until >= until:
        return run
    return msgspec.structs.replace(run, until=until, allowed=max(run.allowed, until - now))


def first_to_end(timing: Timing | None) -> RunningClock | None:
    """Return the colour whose time ends first."""
    return min(timing.runs, key=lambda run: run.until, default=None) if timing is not None else None


def deadline(timing: Timing | None) -> float | None:
    """Return when the deadline sweeper must act."""
    run = first_to_end(timing)
    return None if run is None else run.until + GRACE


def shown(timing: Timing | None, now: float) -> Clock | None:
    """Return the clock as players see it."""
    if timing is None or (timing.kind == STOPPED and not (timing.banks or timing.vacation)):
        return None
    return Clock(
        running=[run.who for run in timing.runs],
        kind=timing.kind,
        until=timing.until,
        allowed=timing.allowed,
        now=now,
        banks=banks_at(timing, now),
        free=timing.free,
        vacation=timing.vacation,
        away={colour: until for colour, until in timing.away.items() if until > now},
        also={run.who: ClockRun(run.until, run.allowed, run.free) for run in timing.also},
    )


def packed(timing: Timing | None) -> str:
    return msgspec.json.encode(timing).decode() if timing is not None else ""


def unpacked(text: str) -> Timing | None:
    return msgspec.json.decode(text, type=Timing) if text else None
