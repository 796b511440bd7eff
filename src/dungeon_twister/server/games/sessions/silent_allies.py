"""The option `silentAllies` (TEAM-18): who may write in the chat, and when. Everybody reads it, allies too.

This module reads no clock: the log has the time of a turn's end, and the game service passes the current time in.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from copy import copy
from typing import Final, NamedTuple

from dungeon_twister.rules.engine.board.state import BoardState, board_of
from dungeon_twister.rules.engine.events import STEPPED, STOPPED, TURN_ENDED
from dungeon_twister.rules.engine.state import State
from dungeon_twister.server.errors import ProtocolError

MINUTE: Final = 60.0
Event = tuple[int, int, int, int]


class Before(NamedTuple):
    """State before a choice to compare with the state after it: the turn, and the positions of characters and objects."""

    turn: int
    stand: list[int]
    down: list[int]


class Met(NamedTuple):
    """Whether allies have met in this turn, and the last turn in which those of each team did so (0: never)."""

    now: bool
    turns: tuple[int, ...]


class Meetings:
    """Meetings of allies, choice by choice. A choice taken back does not count, but the first end of a turn does even then, so
    ending the turn again gives no second minute."""

    def __init__(self, state: State) -> None:
        # by the number of a team; there are no more teams than players
        self.met = [Met(False, (0,) * state.setting.players)]
        self.ended: dict[int, int] = {}  # turn -> the version of the entry that first ended it
        self._before = _before(state)

    def copy(self) -> Meetings:
        other = copy(self)
        other.met, other.ended = self.met[:], dict(self.ended)
        return other

    def note(self, state: State, happened: Sequence[Event], version: int) -> None:
        """Take in the events of a choice."""
        state = board_of(state)
        now, turns = self.met[-1]
        before, self._before = self._before, _before(state)
        for kind, first, square, _ in happened:
            if kind == STEPPED:
                now = now or _allied(state, first, (before.stand[square], before.down[square]))
            elif kind == STOPPED:
                now = now or _allied(state, first, _beside(state, square))
            elif kind == TURN_ENDED:
                self.ended.setdefault(before.turn, version)
                if now:
                    team = state.board_setting.team_of[first]
                    turns = (*turns[:team], before.turn, *turns[team + 1 :])
                now = False
        self.met.append(Met(now, turns))

    def take_back(self, state: State, choices: int = 1) -> None:
        """Drop the last choices; `state` is the one before them."""
        del self.met[-choices:]
        self._before = _before(state)

    def opened(self, team: int) -> int:
        """Return the version of the entry since which a team has its minute; 0: never."""
        return self.ended.get(self.met[-1].turns[team], 0)


def meetings_of(state: State) -> Meetings | None:
    """Return the meetings of a game with this option; None: everybody may write."""
    asked = state.setting.teams and state.setting.options.given.get("silentAllies") == "on"
    return Meetings(state) if asked else None


def _before(state: State) -> Before:
    state = board_of(state)
    return Before(state.turn, list(state.stand), list(state.down))


def _beside(state: BoardState, square: int) -> list[int]:
    """Return who stands or lies on the adjacent squares, walls or not (DEF-1)."""
    near = [other for side in range(square * 4, square * 4 + 4) if (other := state.maze.beyond(side)) >= 0]
    return [token for other in near for token in (state.stand[other], state.down[other])]


def _allied(state: BoardState, token: int, others: Collection[int]) -> bool:
    """Return whether one of these is a character of another colour of the same team."""
    owner, side = state.setting.owner, state.board_setting.side
    return any(other >= 0 and side[other] == side[token] and owner[other] != owner[token] for other in others)


def silent(state: State, meetings: Meetings | None, bots: Collection[str], at: Mapping[int, float]) -> dict[str, float]:
    """Return until when each silenced colour may write; colours that are missing always may.

    Silence begins with the first turn, ends with the game, and concerns players with an active ally
    who is no bot. `at`: version -> its time.
    """
    if meetings is None or not state.turn or state.over:
        return {}
    colours, team_of = state.setting.colours, board_of(state).board_setting.team_of
    listening = [p for p, colour in enumerate(colours) if colour not in bots and not state.resigned >> p & 1]
    found: dict[str, float] = {}
    for player, colour in enumerate(colours):
        if colour not in bots and any(p != player and team_of[p] == team_of[player] for p in listening):
            opened = meetings.opened(team_of[player])
            found[colour] = at[opened] + MINUTE if opened else 0.0
    return found


def check_silence(until: Mapping[str, float], colour: str, now: float) -> None:
    """Refuse a chat line of a silenced player."""
    if until.get(colour, now + 1) <= now:
        sentence = "Silent allies may write only in the minute after a turn in which one passed or stopped next to the other."
        raise ProtocolError("silent-allies", sentence, 409, "TEAM-18")
