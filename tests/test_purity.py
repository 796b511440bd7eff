"""Asking changes nothing: `legal` and `why_not` set no attribute of the state they ask about and change none of its lists.

The state they are given raises on every such change, even one that is taken back before the answer. Only interpreted code
can be watched like that; what is compiled is made of the same source.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.board.state import BoardState
from dungeon_twister.rules.engine.card.state import CardState
from dungeon_twister.rules.engine.game import apply, legal, new_state, why_not
from dungeon_twister.rules.engine.state import State
from tests import random_play
from tests.card import play as card_play

pytestmark = pytest.mark.sources

SCENARIOS = ("three-players", "alliances", "teams", "pyramid", "elevator", "race", "wrong-door")
GAMES = [*random_play.OPTIONS, *card_play.OPTIONS, *((scenario, {}) for scenario in SCENARIOS)]


class ChangedError(Exception):
    """Somebody has changed a state that he was only to look at."""


def _refuse(*_: object, **__: object) -> Any:
    raise ChangedError


def _set(state: State, name: str, value: object) -> None:
    """Only that a copy shares its lists may be noted."""
    if name not in ("own_squares", "own_counts") or value:
        raise ChangedError
    object.__setattr__(state, name, value)


class FrozenList(list[Any]):
    __setitem__ = __delitem__ = __iadd__ = __imul__ = _refuse
    append = extend = insert = pop = remove = clear = sort = reverse = _refuse


class FrozenBoard(BoardState):
    __setattr__ = _set
    __delattr__ = _refuse


class FrozenCard(CardState):
    __setattr__ = _set
    __delattr__ = _refuse


def frozen(value: Any) -> Any:
    """The same as something that cannot be changed: a state and all its lists. Copies of it can."""
    if isinstance(value, list):
        return FrozenList(frozen(part) for part in value)
    if not isinstance(value, State):
        return value
    kind = FrozenBoard if isinstance(value, BoardState) else FrozenCard
    twin = kind()
    for base in kind.__mro__:
        for slot in getattr(base, "__slots__", ()):
            object.__setattr__(twin, slot, frozen(getattr(value, slot)))
    return twin


def guesses(state: State, listed: list[int], rng: Random) -> list[int]:
    """Choices to ask about: some that are legal, the same with other parts, and any kind with any parts."""
    some = rng.sample(listed, min(len(listed), 6))
    bent = [actions.pack(actions.kind_of(choice), actions.first_of(choice), rng.randrange(64)) for choice in some]
    wild = [actions.pack(rng.randrange(64), rng.randrange(state.setting.tokens), rng.randrange(300)) for _ in range(6)]
    return some + bent + wild


def test_the_guard_notices_a_change() -> None:
    """A change of an attribute, of a list, and of a list within a list."""
    for state in (random_play.random_game(0), card_play.halfway(3, 200)):
        twin = frozen(state)
        for change in (lambda s: setattr(s, "ap", s.ap), lambda s: s.loc.append(1), lambda s: s.stack.pop()):
            with pytest.raises(ChangedError):
                change(twin)
        assert twin.copy().key() == twin.key() == state.key()


@pytest.mark.parametrize("number", range(len(GAMES)))
def test_asking_changes_nothing(number: int) -> None:
    """Before every choice of a random game, with every option and scenario."""
    scenario, options = GAMES[number]
    state = new_state(scenario, options)
    rng = Random(number)
    state.events = []
    for moment in range(600):
        if state.over:
            break
        listed = legal(state)
        if moment % 3 == number % 3:
            watched = frozen(state)
            assert legal(watched) == listed
            for guess in guesses(state, listed, rng):
                assert why_not(watched, guess) == why_not(state, guess)
            assert watched.key() == state.key() and watched.events == state.events
        apply(state, rng.choice(listed))
