"""Refusals of a character's abilities: why it cannot use them now, by the choice that comes nearest to being legal."""

from __future__ import annotations

from typing import Final

from dungeon_twister.game.record.notation import grammar_of
from dungeon_twister.presentation.guide.guide_shapes import Reason
from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.game import why_not
from dungeon_twister.rules.engine.refusals import Refusal
from dungeon_twister.rules.engine.rules import rules_of
from dungeon_twister.rules.engine.state import State

# Refusals that keep a character from every action.
GENERAL: Final = ("not-yours", "not-in-play", "actor-wounded", "actor-blocked", "actor-spent", "no-ap")
# Refusals for being in the wrong place: any other reason says more.
FAR: Final = (
    "no-contact",
    "no-gate-here",
    "nothing-to-reveal",
    "target-not-wounded",
    "no-access",
    "no-gate",
    "no-pit",
    "not-in-area",
    "not-seen",
    "not-beside",
    "out-of-reach",
    "object-out-of-reach",
    "not-next-room",
)


def reason_of(refusal: Refusal) -> Reason:
    return Reason(refusal.code, refusal.clause, refusal.sentence)


def refusals_of(state: State, token: int, possible: set[int]) -> dict[int, Reason]:
    """Return the refusal of every ability of a character that cannot be used now. Moves are left out: the routes show them."""
    found: dict[int, Reason] = {}
    parts = grammar_of(state).parts
    for kind in rules_of(state.setting).kinds:
        if kind.number not in possible and kind.number != actions.MOVE and kind.has(state, token):
            candidates = parts[kind.second].candidates
            assert candidates is not None  # the grammar has checked it
            refusal = nearest(state, [actions.pack(kind.number, token, second) for second in candidates(state, token)])
            if refusal is not None:
                found[kind.number] = reason_of(refusal)
    return found


def nearest(state: State, choices: list[int]) -> Refusal | None:
    """Return the most informative refusal, or None if there is no choice to try.

    Equal ones are decided by code, as the order of the choices could identify hidden characters.
    """
    refusals = [refusal for choice in choices if (refusal := why_not(state, choice)) is not None]
    telling = [refusal for refusal in refusals if refusal.code not in FAR] or refusals
    return min(telling, key=lambda refusal: refusal.code, default=None)
