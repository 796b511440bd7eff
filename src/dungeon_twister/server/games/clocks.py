"""Whose time runs, and until when. Nothing here looks at a real clock or writes anything: the hall says what time it is.

`rules`: the limits of the option `timer` (OPT-1 of the board game, OPT-1 to OPT-7 of the Card Game). `days:N`: whoever has to
decide has so many days for each turn of his, and some days of vacation. `bank:600+10`: each person has 600 seconds for the
whole game, and 10 more after each turn of his. `delay:600/15`: each has 600 seconds, and the first 15 cost nothing whenever he
has to decide. Bots have no clock: they are asked at once and think for a bounded time (docs/time.md).
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final

import msgspec

from dungeon_twister.engine import actions
from dungeon_twister.engine.game import why_not
from dungeon_twister.engine.state import State
from dungeon_twister.seated.timer import ANSWER_TIME, POTION_TIME
from dungeon_twister.server.games.live import LiveGame
from dungeon_twister.server.protocol import Clock

OFF: Final = "off"
RULES: Final = "rules"
DAYS: Final = "days"
BANK: Final = "bank"
DELAY: Final = "delay"
FATAL: Final = (DAYS, BANK)  # whose end is the end of the game for whoever has to decide
TURN: Final = "turn"
REACTION: Final = "reaction"
STOPPED: Final = "stopped"
DAY: Final = 86_400.0
MOST_DAYS: Final = 30
VACATION_DAYS: Final = 14  # for each person in a game
SHORTEST_BANK: Final = 5
LONGEST_BANK: Final = 10 * 3600
LONGEST_EXTRA: Final = 600  # seconds after a turn, or that cost nothing
LIVE: Final = re.compile(r"bank:(\d{1,5})\+(\d{1,3})|delay:(\d{1,5})/(\d{1,3})", re.ASCII)
GRACE: Final = 1.0  # seconds a choice may be under way when its time ends


# After a start, or when the machine's clock has jumped, nobody's time ends before he could have come back.
SHORTEST_GRACE: Final = 120.0
GRACE_SHARE: Final = 0.1  # of the time allowed


class Timing(msgspec.Struct, frozen=True, omit_defaults=True):
    """The clock of a game. `left` is what remains of the turn's time while it stands still."""

    kind: str
    who: str
    turn: str  # which turn the turn's time belongs to
    decision: int
    until: float
    allowed: float
    left: float = 0.0
    total: float = 0.0  # the turn's time, with the potion's
    banks: dict[str, float] = {}  # seconds that each person had when this began
    free: float = 0.0  # until then nothing is taken from the bank
    paid: int = 0  # the last turn before which somebody was given his increment: one that is played again earns nothing
    vacation: dict[str, int] = {}  # days that each person has left
    away: dict[str, float] = {}  # until when somebody has vacation


def readable(clock: str) -> bool:
    """Is this a clock one can choose?"""
    if clock in (OFF, RULES):
        return True
    live = _live(clock)
    if live is not None:
        return SHORTEST_BANK <= live[0] <= LONGEST_BANK and max(live[1:]) <= LONGEST_EXTRA
    name, _, number = clock.partition(":")
    return name == DAYS and number.isascii() and number.isdigit() and len(number) < 3 and 1 <= int(number) <= MOST_DAYS


def _live(clock: str) -> tuple[int, int, int] | None:
    """Seconds of the bank, those that are added after a turn, those that cost nothing; None: it is another kind of clock."""
    found = LIVE.fullmatch(clock)
    if found is None:
        return None
    bank, extra, delayed, delay = (int(number or 0) for number in found.groups())
    return bank or delayed, extra, delay


def next_timing(
    before: Timing | None, game: LiveGame, clock: str, bots: Collection[str], now: float, expired: bool = False
) -> Timing | None:
    """How the clock stands after something was decided. `expired`: because the time was over."""
    if clock == OFF or game.over:
        return None
    if clock == RULES:
        return _by_the_rules(None if expired else before, before, game, bots, now)
    live = _live(clock)
    if live is not None:
        return _by_banks(before, game, live, bots, now)
    return _by_days(before, game, DAY * int(clock.partition(":")[2]), bots, now)


def _by_days(before: Timing | None, game: LiveGame, allowed: float, bots: Collection[str], now: float) -> Timing:
    """So many days for each turn; whoever has vacation begins when he is back."""
    who, turn, decision = game.decider, turn_of(game.state), game.state.decision()
    vacation = before.vacation if before else {colour: VACATION_DAYS for colour in game.colours if colour not in bots}
    away = {colour: until for colour, until in before.away.items() if until > now} if before else {}
    if who in bots:
        return Timing(STOPPED, who, turn, decision, 0.0, 0.0, vacation=vacation, away=away)
    if before is not None and (before.kind, before.who, before.turn) == (DAYS, who, turn):
        return msgspec.structs.replace(before, away=away)
    until = away.get(who, now) + allowed
    return Timing(DAYS, who, turn, decision, until, allowed, vacation=vacation, away=away)


def with_vacation(timing: Timing, colour: str, days: int, now: float) -> Timing:
    """The clock when somebody goes away for so many days, or (0) is back: of a day that has begun nothing is given back."""
    left, until = timing.vacation.get(colour, 0), timing.away.get(colour, now)
    unused = max(0.0, until - now)
    left += int(unused // DAY) - days
    back = now + days * DAY
    away = {other: end for other, end in timing.away.items() if other != colour and end > now}
    if days:
        away[colour] = back
    changed = {"vacation": {**timing.vacation, colour: left}, "away": away}
    if timing.kind == DAYS and timing.who == colour:
        return msgspec.structs.replace(timing, **changed, until=timing.until - unused + days * DAY)
    return msgspec.structs.replace(timing, **changed)


def _by_banks(before: Timing | None, game: LiveGame, live: tuple[int, int, int], bots: Collection[str], now: float) -> Timing:
    """Whoever has to decide uses up his own seconds, in the setup and in the turns of others too."""
    bank, extra, delay = live
    state, who, turn, decision = game.state, game.decider, turn_of(game.state), game.state.decision()
    people = [colour for colour in game.colours if colour not in bots]
    banks, paid = dict.fromkeys(people, float(bank)), 0
    if before is not None:
        banks, paid = {colour: left for colour, left in banks_at(before, now).items() if colour in people}, before.paid
        number, _, active = before.turn.partition("/")
        ended = game.colours[int(active)] if int(number) else ""
        if state.turn > max(paid, int(number)) and ended in banks:
            banks[ended] += extra
            paid = state.turn
    if who not in banks:
        return Timing(STOPPED, who, turn, decision, 0.0, 0.0, banks=banks, paid=paid)
    goes_on = before is not None and (before.kind, before.who, before.turn) == (BANK, who, turn)
    free = before.free if before is not None and goes_on else now + delay
    return Timing(BANK, who, turn, decision, max(now, free) + banks[who], float(bank), banks=banks, free=free, paid=paid)


def banks_at(timing: Timing, now: float) -> dict[str, float]:
    """What each person has at a moment."""
    if timing.kind != BANK:
        return dict(timing.banks)
    return {**timing.banks, timing.who: max(0.0, timing.until - max(now, timing.free))}


def turn_of(state: State) -> str:
    """Which turn it is, and whose."""
    return f"{state.turn}/{state.active}"


def _by_the_rules(
    running: Timing | None, before: Timing | None, game: LiveGame, bots: Collection[str], now: float
) -> Timing | None:
    """The turn's time runs while its player has to decide, and stands still while others do or he reacts (OPT-1, OPT-2)."""
    state, who = game.state, game.decider
    if why_not(state, actions.TIMEOUT) is not None:  # the setup has no limit
        return None
    timer, turn, decision = state.setting.options.timer, turn_of(state), state.decision()
    left = total = float(timer[0])
    if before is not None and before.turn == turn:
        left = max(0.0, before.until - now) if before.kind == TURN else before.left
        total = before.total
    if any(entry.drank for entry in game.entries):
        extra = POTION_TIME.of(state)(timer)
        left, total = left + extra, total + extra
    if who in bots:
        return Timing(STOPPED, who, turn, decision, 0.0, 0.0, left, total)
    seconds = ANSWER_TIME.of(state)(state)
    if not seconds:
        return Timing(TURN, who, turn, decision, now + left, total, left, total)
    if running is not None and (running.kind, running.who, running.decision) == (REACTION, who, decision):
        return msgspec.structs.replace(running, turn=turn, left=left, total=total)
    return Timing(REACTION, who, turn, decision, now + seconds, float(seconds), left, total)


def excused(timing: Timing, now: float) -> Timing:
    """The clock of somebody who could not play for a while: he has some time left."""
    until = now + max(SHORTEST_GRACE, GRACE_SHARE * timing.allowed)
    if timing.kind == STOPPED or timing.until >= until:
        return timing
    return msgspec.structs.replace(timing, until=until, allowed=max(timing.allowed, until - now))


def deadline(timing: Timing | None) -> float | None:
    """When the clock sweep has to act."""
    return None if timing is None or timing.kind == STOPPED else timing.until + GRACE


def shown(timing: Timing | None, now: float) -> Clock | None:
    """The clock as players see it."""
    if timing is None or (timing.kind == STOPPED and not (timing.banks or timing.vacation)):
        return None
    running = [] if timing.kind == STOPPED else [timing.who]
    away = {colour: until for colour, until in timing.away.items() if until > now}
    banks = banks_at(timing, now)
    return Clock(running, timing.kind, timing.until, timing.allowed, now, banks, timing.free, timing.vacation, away)


def packed(timing: Timing | None) -> str:
    return msgspec.json.encode(timing).decode() if timing is not None else ""


def unpacked(text: str) -> Timing | None:
    return msgspec.json.decode(text, type=Timing) if text else None
