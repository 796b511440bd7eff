"""Whose time runs, and until when. Nothing here looks at a real clock or writes anything: the hall says what time it is.

`rules`: the limits of the option `timer` (OPT-1 of the board game, OPT-1 to OPT-7 of the Card Game). `days:N`: whoever has to
decide has so many days for each turn of his. Bots have no clock: they are asked at once and think for a bounded time.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

import msgspec

from dungeon_twister.engine import actions
from dungeon_twister.engine.board.decisions import JOINING
from dungeon_twister.engine.card.setting import opponent
from dungeon_twister.engine.decisions import CHOOSE_COMBAT, PLACE_TOKENS
from dungeon_twister.engine.game import why_not
from dungeon_twister.engine.per_game import PerGame
from dungeon_twister.engine.state import State
from dungeon_twister.server.games.live import LiveGame
from dungeon_twister.server.protocol import Clock

OFF: Final = "off"
RULES: Final = "rules"
DAYS: Final = "days"
TURN: Final = "turn"
REACTION: Final = "reaction"
STOPPED: Final = "stopped"
DAY: Final = 86_400.0
MOST_DAYS: Final = 30
GRACE: Final = 1.0  # seconds a choice may be under way when its time ends


# After a start, or when the machine's clock has jumped, nobody's time ends before he could have come back.
SHORTEST_GRACE: Final = 120.0
GRACE_SHARE: Final = 0.1  # of the time allowed


class Timing(msgspec.Struct, frozen=True):
    """The clock of a game. `left` is what remains of the turn's time while it stands still."""

    kind: str
    who: str
    turn: str  # which turn the turn's time belongs to
    decision: int
    until: float
    allowed: float
    left: float = 0.0
    total: float = 0.0  # the turn's time, with the potion's


def readable(clock: str) -> bool:
    """Is this a clock one can choose?"""
    if clock in (OFF, RULES):
        return True
    name, _, number = clock.partition(":")
    return name == DAYS and number.isascii() and number.isdigit() and len(number) < 3 and 1 <= int(number) <= MOST_DAYS


def next_timing(
    before: Timing | None, game: LiveGame, clock: str, bots: Collection[str], now: float, expired: bool = False
) -> Timing | None:
    """How the clock stands after something was decided. `expired`: because the time was over."""
    if clock == OFF or game.over:
        return None
    if clock == RULES:
        return _by_the_rules(None if expired else before, before, game, bots, now)
    who, turn = game.decider, _turn(game.state)
    if who in bots:
        return None
    if before is not None and before.who == who and before.turn == turn:
        return before
    allowed = DAY * int(clock.partition(":")[2])
    return Timing(DAYS, who, turn, game.state.decision(), now + allowed, allowed)


def _turn(state: State) -> str:
    return f"{state.turn}/{state.active}"


def _by_the_rules(
    running: Timing | None, before: Timing | None, game: LiveGame, bots: Collection[str], now: float
) -> Timing | None:
    """The turn's time runs while its player has to decide, and stands still while others do or he reacts (OPT-1, OPT-2)."""
    state, who = game.state, game.decider
    if why_not(state, actions.TIMEOUT) is not None:  # the setup has no limit
        return None
    timer, turn, decision = state.setting.options.timer, _turn(state), state.decision()
    left = total = float(timer[0])
    if before is not None and before.turn == turn:
        left = max(0.0, before.until - now) if before.kind == TURN else before.left
        total = before.total
    if any(entry.drank for entry in game.entries):
        extra = _POTION.of(state)(timer)
        left, total = left + extra, total + extra
    if who in bots:
        return Timing(STOPPED, who, turn, decision, 0.0, 0.0, left, total)
    seconds = _REACTION.of(state)(state)
    if not seconds:
        return Timing(TURN, who, turn, decision, now + left, total, left, total)
    if running is not None and (running.kind, running.who, running.decision) == (REACTION, who, decision):
        return msgspec.structs.replace(running, turn=turn, left=left, total=total)
    return Timing(REACTION, who, turn, decision, now + seconds, float(seconds), left, total)


def _board_reaction(state: State) -> int:
    timer, decision = state.setting.options.timer, state.decision()
    if decision == PLACE_TOKENS:
        return timer[2]
    return timer[3] if decision in (CHOOSE_COMBAT, JOINING) else 0


def _card_reaction(state: State) -> int:
    timer, decision, who = state.setting.options.timer, state.decision(), state.decider()
    if who != state.active:
        return timer[1] if decision == PLACE_TOKENS else timer[2]
    answers = decision == CHOOSE_COMBAT and state.chosen[opponent(who)] >= 0  # OPT-5
    return timer[2] if answers else 0


def _board_potion(timer: list[int]) -> int:
    return timer[1]


def _card_potion(timer: list[int]) -> int:
    return 0


# the seconds of a decision that has a limit of its own; 0: it takes the turn's time
_REACTION: Final = PerGame(_board_reaction, _card_reaction)
_POTION: Final = PerGame(_board_potion, _card_potion)  # what a Speed Potion adds to the turn's time (OPT-1)


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
    if timing is None or timing.kind == STOPPED:
        return None
    return Clock([timing.who], timing.kind, timing.until, timing.allowed, now)


def packed(timing: Timing | None) -> str:
    return msgspec.json.encode(timing).decode() if timing is not None else ""


def unpacked(text: str) -> Timing | None:
    return msgspec.json.decode(text, type=Timing) if text else None
