"""A game with explicit chance nodes, as OpenSpiel plays it: chance is one of the players."""

from __future__ import annotations

import copyreg
from typing import Any, Final

from dungeon_twister.rl.codec import codec_of
from dungeon_twister.rl.codes import Codec, CodeError
from dungeon_twister.rl.episode import longest, shares
from dungeon_twister.rules.engine.game import apply, legal, start
from dungeon_twister.rules.engine.setting import Setting
from dungeon_twister.rules.engine.state import State

CHANCE: Final = -1  # players who are no seats, with OpenSpiel's numbers
OVER: Final = -4


class ChanceNodeGame:
    """One game. `player` is next: a seat, CHANCE or OVER.

    `codes` are the numbers of the legal choices, also of chance, in the order of `listed`. `made` are the choices so far.
    """

    setting: Setting
    codec: Codec
    limit: int
    state: State
    made: list[int]
    listed: list[int]
    codes: list[int]
    player: int

    def __init__(self, setting: Setting, limit: int = 0, like: ChanceNodeGame | None = None) -> None:
        """Start a new game, or copy the game `like`."""
        self.setting = setting
        self.codec = codec_of(setting)
        self.limit = limit or longest(setting)
        if like is None:
            self.state = start(setting)
            self.made = []
            self._list_choices()
        else:
            self.state = like.state.copy()
            self.made = like.made[:]
            self.listed = like.listed
            self.codes = like.codes
            self.player = like.player

    def __deepcopy__(self, memo: object) -> ChanceNodeGame:
        return self.copy()

    def copy(self) -> ChanceNodeGame:
        """Return an independent copy."""
        return ChanceNodeGame(self.setting, self.limit, self)

    def go_on_from(self, state: State) -> None:
        """Continue from another state with the same information state of the player to decide."""
        self.state = state
        self._list_choices()

    def _list_choices(self) -> None:
        state = self.state
        if state.over or len(self.made) >= self.limit:
            self.player = OVER
            self.listed = []
        else:
            decider = state.decider()
            self.player = decider if decider >= 0 else CHANCE
            self.listed = legal(state)
        self.codes = self.codec.encoded(state, self.listed)

    @property
    def sorted_codes(self) -> list[int]:
        """Return the codes in ascending order, in a new list."""
        return sorted(self.codes)

    def action_of(self, code: int) -> int:
        """Return the choice of a number. Raise CodeError if it is no legal choice."""
        codes = self.codes
        for number in range(len(codes)):
            if codes[number] == code:
                return self.listed[number]
        raise CodeError(f"{code} is no choice of this moment")

    def apply(self, code: int) -> int:
        """Make the choice of a number, and return the next player. Raise CodeError if it is no legal choice."""
        action = self.action_of(code)
        self.made.append(action)
        apply(self.state, action)
        self._list_choices()
        return self.player

    def returns(self) -> list[float]:
        """Return the return of each seat: 0 before the end."""
        return shares(self.setting.players, self.state.winners if self.state.over else 0)


def replayed(setting: Setting, limit: int, made: list[int]) -> ChanceNodeGame:
    """Return a game after these choices."""
    one = ChanceNodeGame(setting, limit)
    for action in made:
        apply(one.state, action)
    one.made = made[:]
    one._list_choices()
    return one


def _how_to_pickle(one: ChanceNodeGame) -> Any:
    """Pickle a game by its choices, as a compiled class has no default."""
    return replayed, (one.setting, one.limit, one.made)


copyreg.pickle(ChanceNodeGame, _how_to_pickle)
