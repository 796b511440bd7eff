"""Why a game is over, as a code that everybody who tells it has a sentence for."""

from __future__ import annotations

from dungeon_twister.engine.board.ending import stalled
from dungeon_twister.engine.board.state import BoardState
from dungeon_twister.engine.shared.ending import nobody_left
from dungeon_twister.engine.state import State


def end_reason(state: State, last: str) -> str:
    """The code, from the final state and how it came about (`last` is `draw` where that was agreed, `time` where the days were
    over): draw, time, resigned, too-early (resigned in the setup of a game of several: no result), left-over (the others have
    resigned), turns, target, nobody, out-of-reach, stall."""
    if not state.over:
        return ""
    if last in ("draw", "time"):
        return last
    return _board_reason(state) if isinstance(state, BoardState) else _card_reason(state)


def _board_reason(state: BoardState) -> str:
    setting = state.board_setting
    if state.resigned and (setting.players == 2 or state.turn == 0):
        return "resigned" if setting.players == 2 else "too-early"
    if len({setting.team_of[seat] for seat in range(setting.players) if not state.resigned >> seat & 1}) == 1:
        return "left-over"
    if setting.board_scenario.turns and state.turn >= setting.board_scenario.turns:
        return "turns"
    if state.reached:
        return "target"
    if nobody_left(state):
        return "nobody"
    return "out-of-reach" if setting.by_apex and not stalled(state) else "stall"


def _card_reason(state: State) -> str:
    if state.resigned:
        return "resigned"
    if max(state.vp) >= state.setting.target:
        return "target"
    return "nobody" if nobody_left(state) else "stall"
