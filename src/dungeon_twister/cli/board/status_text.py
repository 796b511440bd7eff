"""Sentences about a whole board game: the pending decision, the winner, the clause of the end."""

from __future__ import annotations

from typing import Final

from dungeon_twister.cli.texts import colour_word, colour_words, has_text, t
from dungeon_twister.game.views import View
from dungeon_twister.presentation.i18n import capital
from dungeon_twister.rules.engine.board.state import BoardState
from dungeon_twister.rules.engine.shared.ending import everybody

CLAUSES: Final = {
    "target": "END-1", "stall": "STALL-6", "nobody": "STALL-3", "resigned": "END-5", "too-early": "MP-17", "left-over": "MP-17",
    "turns": "RACE-9", "out-of-reach": "PYR-24", "draw": "END-5", "time": "OPT-1",
}  # fmt: skip


def decision(state: BoardState, view: View) -> str:
    """Return the pending decision; some scenarios add details."""
    setting, kind = state.board_setting, view.pending[-1].kind
    special = ""
    if kind == "starters" and setting.board_scenario.shared:
        special = "shared"
    elif kind == "leave-out" and setting.board_scenario.characters:
        special = "some"
    elif kind == "lay" and setting.levels:
        special = "levels"
    key = f"terminal.decision.{kind}.{special}"
    if not special or not has_text(key):
        return t(f"game.decision.{kind}")
    characters, taken = len(setting.characters_of[0]), setting.team_size(state.decider())
    return t(key, starters=setting.starters, taken=taken, characters=characters)


def winners(state: BoardState) -> list[str]:
    return [colour for seat, colour in enumerate(state.setting.colours) if state.winners >> seat & 1]


def result(state: BoardState) -> str:
    """Return the winner: one, a team, several who share the win, all, or nobody (MP-15, MP-17)."""
    won = winners(state)
    teams = {state.board_setting.team_of[state.setting.colours.index(colour)] for colour in won}
    if len(won) == 1:
        return capital(t("terminal.result.one", player=colour_word(won[0])))
    if state.setting.players > 2 and not won:
        return t("terminal.result.nobody")
    if state.setting.players > 2 and len(teams) == 1:
        return capital(t("terminal.result.team", players=colour_words(won)))
    if state.setting.players == 2 or state.winners == everybody(state):
        return t("terminal.result.draw")
    return capital(t("terminal.result.shared", players=colour_words(won)))


def clause_of_end(state: BoardState, reason: str) -> str:
    """Return the clause that ended the game."""
    if reason == "draw" and state.setting.players > 2:
        return "MP-15"
    return "TEAM-17" if reason == "target" and state.board_setting.has_teams else CLAUSES[reason]
