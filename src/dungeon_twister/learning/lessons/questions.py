"""Questions that a learner answers by tapping. The engine computes the right answer.

fighters bW attack yC      the fighters after this choice
choices bCr shoot *        the words at the `*` in the legal choices
zones R1                   the zones of the room on that place (Card Game)
where yG after bW turn R1 cw   the square of a token after this choice (board game)
things bW yC               just these
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from dungeon_twister.game.record.board.square_names import square_name
from dungeon_twister.game.record.card.token_names import read_tile
from dungeon_twister.game.record.facts import named
from dungeon_twister.game.record.notation import read, to_choice
from dungeon_twister.learning.lessons.patterns import Pattern, words_of
from dungeon_twister.rules.engine.board.state import board_of
from dungeon_twister.rules.engine.by_edition import ByEdition
from dungeon_twister.rules.engine.card.state import card_of
from dungeon_twister.rules.engine.game import apply, legal, why_not
from dungeon_twister.rules.engine.state import UNDER, State
from dungeon_twister.rules.geometry.text import TextError

SQUARE: Final = re.compile(r"[a-z]{1,2}[1-9][0-9]?")
ROOM: Final = re.compile(r"R[1-9][0-9]?")
STATION: Final = re.compile(r"[NS][01][TSCG]|[NS]")
LETTERS: Final = "TSCG"


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
        return ZONES.of(state)(state, rest)
    if kind == "where":
        token, _, choice = rest.partition(" after ")
        if token not in state.setting.names:
            raise ValueError(f"there is no token {token!r}")
        return WHERE.of(state)(_chosen(state, choice), state.setting.names.index(token))
    if kind == "things" and rest.split():
        return frozenset(rest.split())
    raise ValueError(f"{question!r} is no question: it begins with fighters, choices, zones, where or things")


def _fighters(state: State, choice: str) -> frozenset[str]:
    after = _chosen(state, choice)
    return frozenset(named(after, after.fighters, []))


def _square_of(played: State, token: int) -> frozenset[str]:
    state = board_of(played)
    square = state.loc[token]
    if not 0 <= square < UNDER:
        raise ValueError(f"{state.setting.names[token]} then stands on no square")
    return frozenset([square_name(state, square)])


def _no_square(state: State, token: int) -> frozenset[str]:
    raise ValueError("only the board game has squares")


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


def _no_zones(state: State, place: str) -> frozenset[str]:
    raise ValueError("only the Card Game has zones")


def _card_zones(played: State, place: str) -> frozenset[str]:
    state = card_of(played)
    try:
        room = state.maze.room_of[read_tile(state, place)]
    except TextError as error:
        raise ValueError(str(error)) from None
    if room < 0:
        raise ValueError(f"the room on {place} lies face down")
    return frozenset(f"{state.maze.plan.rooms[room].name}.{letter}" for letter in LETTERS)


def kind_of_name(state: State, name: str) -> str:
    """Return the kind of a name for a ring or a tap: `token`, `square`, `room` or `zone`; anything else is a `choice`."""
    if name in state.setting.names:
        return "token"
    if ROOM.fullmatch(name):
        return "room"
    return PLACES.of(state)(state, name)


def _board_place(state: State, name: str) -> str:
    return "square" if SQUARE.fullmatch(name) else "choice"


def _card_place(state: State, name: str) -> str:
    room, dot, letter = name.partition(".")
    if dot and letter in LETTERS and any(room == one.name for one in state.setting.scenario.rooms):
        return "zone"
    return "zone" if STATION.fullmatch(name) else "choice"


WHERE: Final[ByEdition[Callable[[State, int], frozenset[str]]]] = ByEdition(board=_square_of, card=_no_square)
ZONES: Final[ByEdition[Callable[[State, str], frozenset[str]]]] = ByEdition(board=_no_zones, card=_card_zones)
PLACES: Final[ByEdition[Callable[[State, str], str]]] = ByEdition(board=_board_place, card=_card_place)
