"""The history of a game, as a viewer may know it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from dungeon_twister.game.record.notation import read
from dungeon_twister.game.session import apply_and_observe
from dungeon_twister.game.views import observe
from dungeon_twister.rules.engine.state import State
from dungeon_twister.rules.visibility import SPECTATOR, turns_visible, visible_from
from dungeon_twister.server.socket_protocol import HistoryStep, Moment

LATELY: Final = 2  # turns shown to a viewer without a turn


class ViewerHistory(NamedTuple):
    """All steps, and the state when the others' turns since the viewer's own last one began."""

    steps: list[HistoryStep]
    others: Moment | None


class Turn(NamedTuple):
    """The beginning of a turn: its player, the number of the step, and the state."""

    player: str
    step: int
    state: State


def history(state: State, choices: Iterable[tuple[int, str]], viewer: str) -> ViewerHistory:
    """Return the history of a game for a viewer, from its first state and the choices that stand,
    each with its version. With strict memory (COMBAT-9) it has the last turns only."""
    setting = state.setting
    steps: list[HistoryStep] = []
    turns: list[Turn] = []
    seat = setting.colours.index(viewer) if viewer in setting.colours else SPECTATOR
    for version, text in choices:
        steps.append(HistoryStep(version, apply_and_observe(state, read(state, text), [seat])[seat]))
        began = [event.player for event in steps[-1].events if event.kind == "turn-began"]
        if began:
            turns.append(Turn(began[-1], len(steps) - 1, state.copy()))
            del turns[: -2 * len(setting.colours)]
    shown = turns_visible(setting) or (LATELY if seat == SPECTATOR else len(turns))
    first = _first_of_others(turns[-shown:], viewer)
    others = Moment(steps[first.step].version, observe(first.state, seat)) if first else None
    return ViewerHistory(steps[visible_from(setting, [turn.step for turn in turns]) :], others)


def _first_of_others(turns: Sequence[Turn], viewer: str) -> Turn | None:
    """Return the first of the others' turns since the viewer's own last one."""
    players = [turn.player for turn in turns]
    if viewer not in players:
        return turns[0] if turns else None
    if players[-1] != viewer:
        return turns[len(players) - players[::-1].index(viewer)]
    # It is the viewer's own turn: find the turns since the viewer's last one.
    earlier = [number for number, player in enumerate(players[:-1]) if player == viewer]
    first = earlier[-1] + 1 if earlier else 0
    return turns[first] if first < len(turns) - 1 else None
