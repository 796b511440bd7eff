"""The door to the engine: a new game, its legal choices, making one, and why one is refused."""

from __future__ import annotations

from functools import lru_cache

from dungeon_twister.engine.board import rules as board
from dungeon_twister.engine.board.rules import apply, legal
from dungeon_twister.engine.board.setup import begin_setup
from dungeon_twister.engine.board.state import BoardState
from dungeon_twister.engine.options import parse_options
from dungeon_twister.engine.refusals import LEGAL, REFUSALS, Refusal
from dungeon_twister.engine.scenarios import load_scenario
from dungeon_twister.engine.setting import Setting

__all__ = ["IllegalActionError", "apply", "legal", "new_setting", "new_state", "play", "start", "why_not"]


class IllegalActionError(ValueError):
    """A choice the rules refuse: a stable code, the clause, a sentence. The game is unchanged."""

    def __init__(self, refusal: Refusal, choice: str = "") -> None:
        super().__init__(f"{refusal.sentence} ({refusal.clause})")
        self.code = refusal.code
        self.clause = refusal.clause
        self.sentence = refusal.sentence
        self.choice = choice


def new_setting(scenario: str = "base", options: dict[str, str] | None = None) -> Setting:
    """What never changes in a game of this scenario; `simplified=yes` turns the base game into its simplified one."""
    return _setting(scenario, tuple(sorted((options or {}).items())))


@lru_cache(maxsize=64)
def _setting(scenario: str, options: tuple[tuple[str, str], ...]) -> Setting:
    """A Setting is never changed, so games of one kind share it."""
    chosen = parse_options(dict(options))
    if chosen.simplified and scenario == "base":
        scenario = "simplified"
    return Setting(load_scenario(scenario), chosen)


def new_state(scenario: str = "base", options: dict[str, str] | None = None) -> BoardState:
    """A game before its first decision."""
    return start(new_setting(scenario, options))


def start(setting: Setting) -> BoardState:
    state = BoardState.fresh(setting)
    begin_setup(state)
    return state


def why_not(state: BoardState, action: int) -> Refusal | None:
    """Why a choice is refused now, or None if it is legal."""
    refusal = board.why_not(state, action)
    return None if refusal == LEGAL else REFUSALS[refusal]


def play(state: BoardState, action: int) -> None:
    """Make a choice, or raise IllegalActionError and change nothing."""
    refusal = why_not(state, action)
    if refusal is not None:
        raise IllegalActionError(refusal)
    board.apply(state, action)
