"""Playback of a plan on a copy of the state: the events as the player sees them, and their arrows and marks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from dungeon_twister.ai.analysis.analysis_shapes import Mark, TokenPath
from dungeon_twister.game.record.notation import Choice, choice_text, to_choice
from dungeon_twister.game.views import EventView, observe_event
from dungeon_twister.presentation.guide.editions import guide_of
from dungeon_twister.rules.engine.actions import REVEAL, kind_of
from dungeon_twister.rules.engine.choice_kinds import FIGHTS
from dungeon_twister.rules.engine.decisions import CHANCE
from dungeon_twister.rules.engine.game import apply, legal
from dungeon_twister.rules.engine.rules import rules_of
from dungeon_twister.rules.engine.state import UNDER, State

WALKS: Final = ("move", "jump", "wall")
TAKEN: Final = ("took", "took-from", "stole", "swapped", "traded", "received")
HANDLED: Final = ("took", "took-from", "swapped", "traded", "dropped", "gave")  # loads, on a walk


@dataclass(frozen=True)
class PlaybackStep:
    """One choice: the position before it, the choice in its forms, and its events."""

    before: State
    action: int
    choice: Choice
    events: list[EventView]


@dataclass(frozen=True)
class Playback:
    """A plan after playback: its steps, and the position after them. A risk comes last and is not played."""

    steps: list[PlaybackStep]
    after: State
    risk: Choice | None

    @property
    def choices(self) -> list[Choice]:
        return [step.choice for step in self.steps] + ([self.risk] if self.risk else [])

    @property
    def text(self) -> list[str]:
        return [choice_text(choice) for choice in self.choices]

    @property
    def events(self) -> list[EventView]:
        return [event for step in self.steps for event in step.events]


def is_risk(s: State, action: int) -> bool:
    """Return whether a choice has an uncertain result: a combat or a reveal."""
    kind = kind_of(action)
    return kind == REVEAL or kind in rules_of(s.setting).which(FIGHTS)


def play_back(s: State, path: tuple[int, ...], risk: int, viewer: int) -> Playback:
    """Play a plan as far as it is certain. Choices that are no longer legal (a stop after an ended journey) are left out."""
    state = s.copy()
    steps: list[PlaybackStep] = []
    for action in path:
        if state.over or state.decider() == CHANCE:
            break
        if action not in legal(state):
            continue
        before, choice = state.copy(), to_choice(state, action, viewer)
        state.events = []
        apply(state, action)
        steps.append(PlaybackStep(before, action, choice, [observe_event(state, event, viewer) for event in state.events]))
    state.events = None
    uncertain = to_choice(state, risk, viewer) if risk >= 0 and not state.over else None
    return Playback(steps, state, uncertain)


# -- drawing -----------------------------------------------------------------------------------------------------------------


def arrows_of(playback: Playback, viewer: int) -> list[TokenPath]:
    """Return the arrows of all movements in order. An arrow ends and a new one starts where something is handled."""
    found: list[TokenPath] = []
    path: list[str] = []
    token = ""
    for step in playback.steps:
        for event in step.events:
            if event.kind in ("stepped", "left-maze"):
                if event.token != token or not path:
                    _add(found, token, path)
                    token, path = event.token, [_place(step.before, event.token, viewer)]
                path.append("out" if event.kind == "left-maze" else event.square or event.zone)
            elif event.kind in HANDLED and event.token == token:
                _add(found, token, path)
                path = path[-1:]
            elif event.kind == "stopped":
                _add(found, token, path)
                path = []
    _add(found, token, path)
    return found


def _add(found: list[TokenPath], token: str, path: list[str]) -> None:
    if len(path) > 1:
        found.append(TokenPath(token, path))


def _place(s: State, name: str, viewer: int) -> str:
    """Return the place of a token, given by its name."""
    guide = guide_of(s)
    for token in range(s.setting.tokens):
        if guide.name_of(s, token, viewer) == name:
            return guide.place_name(s, s.loc[token]) if 0 <= s.loc[token] < UNDER else ""
    return ""


def taken_item(event: EventView) -> str:
    """Return the name of the object that a character got by an event of the kinds `TAKEN`."""
    if event.kind == "swapped":
        return event.tokens[0]
    return event.other if event.kind == "traded" else event.item or event.other


def marks_of(playback: Playback, viewer: int) -> list[Mark]:
    """Return the marks of everything other than movement."""
    found: list[Mark] = []
    for before, event in ((step.before, event) for step in playback.steps for event in step.events):
        if event.kind == "turned":
            found.append(Mark("turn", event.token, event.place))
        elif event.kind in TAKEN:
            found.append(Mark("take", taken_item(event)))
        elif event.kind == "dropped":
            found.append(Mark("drop", event.item or event.other, _place(before, event.token, viewer)))
        elif event.kind == "gave":
            found.append(Mark("give", event.other))
        elif event.kind == "action-began" and event.action not in (*WALKS, "turn", "pass"):
            found.append(Mark("use", event.token))
    risk = playback.risk
    if risk is not None:
        if risk.place or risk.do == "reveal":
            found.append(Mark("reveal", risk.token, risk.place))
        else:
            found.append(Mark("attack", risk.target or risk.token))
    return found
