"""Sentences about a board game as a whole: what is to be decided, who has won and why it is over."""

from __future__ import annotations

from dungeon_twister.cli.board.sentences import TELLER
from dungeon_twister.cli.face import resigned_colours
from dungeon_twister.cli.sentences import listed
from dungeon_twister.engine.board.ending import everybody
from dungeon_twister.engine.board.state import BoardState
from dungeon_twister.guide.endings import end_reason
from dungeon_twister.observe import View

ENGLISH = TELLER.texts["en"]


def decision(state: BoardState, view: View) -> str:
    """What is to be decided; with more than two players, and in some scenarios, in other words."""
    setting, kind = state.board, view.pending[-1].kind
    key = f"decide-{kind}"
    if setting.players > 2:
        if kind == "starters" and setting.declared.shared:
            key += "-shared"
        elif kind == "leave-out" and setting.declared.characters:
            key += "-some"
        elif kind == "lay" and setting.levels:
            key += "-levels"
        elif f"{key}-many" in ENGLISH:
            key += "-many"
    characters = len(setting.characters_of[0])
    return TELLER.say(key, starters=setting.starters, taken=setting.declared.characters, characters=characters)


def winners(state: BoardState) -> list[str]:
    return [colour for seat, colour in enumerate(state.setting.colours) if state.winners >> seat & 1]


def result(state: BoardState, past: bool = False) -> str:
    """Who has won: one, a team, several who share it, all, or nobody (MP-15, MP-17)."""
    won = winners(state)
    teams = {state.board.team_of[state.setting.colours.index(colour)] for colour in won}
    if len(won) == 1:
        kind = "one"
    elif state.setting.players > 2 and not won:
        kind = "none"
    elif state.setting.players > 2 and len(teams) == 1:
        kind = "team"
    else:
        kind = "draw" if state.setting.players == 2 or state.winners == everybody(state) else "shared"
    return TELLER.say(f"result-{kind}{'-past' if past else ''}", winners=listed(won, ENGLISH) if won else "")


def reason_for_end(state: BoardState, last: str) -> str:
    """Why a game is over, from its final state and its last choice."""
    setting, code = state.board, end_reason(state, last)
    key = f"end-{code}"
    if code == "draw" and setting.players > 2:
        key += "-many"
    elif code == "target" and setting.has_teams:
        key += "-team"
    return TELLER.say(key, player=resigned_colours(state), turns=setting.declared.turns, target=setting.target)
