"""Questions that a learner answers by tapping. The engine computes the right answer.

fighters bW attack yC      the fighters after this choice
choices bCr shoot *        the words at the `*` in the legal choices
zones R1                   the zones of the room on that place (Card Game)
where yG after bW turn R1 cw   the square of a token after this choice (board game)
things bW yC               just these
"""

from __future__ import annotations

import re
from typing import Final

from dungeon_twister.game.record.facts import named
from dungeon_twister.game.record.notation import read, to_choice
from dungeon_twister.learning.editions import edition_of
from dungeon_twister.learning.lessons.patterns import Pattern, words_of
from dungeon_twister.rules.engine.game import apply, legal, why_not
from dungeon_twister.rules.engine.state import State
from dungeon_twister.rules.geometry.text import TextError

ROOM: Final = re.compile(r"R[1-9][0-9]?")


def right_answer(state: State, question: str) -> frozenset[str]:
    """Return the names to tap. Raise ValueError if the question cannot be asked in this state."""
    kind, _, rest = question.partition(" ")
    if kind == "fighters":
        return _fighters(state, rest)
    if kind == "choices":
        pattern = Pattern.read(rest)
        found = [words_of(to_choice(state, action)) for action in legal(state)]
        return frozenset(word for words in found if pattern.matches(words) for word in pattern.caught(words))
    if kind == "zones":
        return edition_of(state).zones_of_room(state, rest)
    if kind == "where":
        token, _, choice = rest.partition(" after ")
        if token not in state.setting.names:
            raise ValueError(f"there is no token {token!r}")
        return edition_of(state).square_of(_chosen(state, choice), state.setting.names.index(token))
    if kind == "things" and rest.split():
        return frozenset(rest.split())
    raise ValueError(f"{question!r} is no question: it begins with fighters, choices, zones, where or things")


def _fighters(state: State, choice: str) -> frozenset[str]:
    after = _chosen(state, choice)
    return frozenset(named(after, after.fighters, []))


def _chosen(state: State, choice: str) -> State:
    """Return the position after a legal choice."""
    try:
        action = read(state, choice)
    except TextError as error:
        raise ValueError(f"{choice!r} cannot be read: {error}") from None
    refusal = why_not(state, action)
    if refusal is not None:
        raise ValueError(f"{choice!r} is refused: {refusal.code}")
    after = state.copy()
    apply(after, action)
    return after


def kind_of_name(state: State, name: str) -> str:
    """Return the kind of a name for a ring or a tap: `token`, `square`, `room` or `zone`; anything else is a `choice`."""
    if name in state.setting.names:
        return "token"
    if ROOM.fullmatch(name):
        return "room"
    return edition_of(state).kind_of_place(state, name)
