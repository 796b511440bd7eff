"""A game as OpenSpiel plays it: chance is a player among others."""

from __future__ import annotations

import copyreg
from typing import Any, Final

from dungeon_twister.rl.codec import codec_of
from dungeon_twister.rl.codes import Codec, CodeError
from dungeon_twister.rl.playing import longest, shares
from dungeon_twister.rules.engine.game import apply, legal, start
from dungeon_twister.rules.engine.setting import Setting
from dungeon_twister.rules.engine.state import State

CHANCE: Final = -1  # players who are no seats, with OpenSpiel's numbers
OVER: Final = -4


class Explicit:
    """One game under way. `player` decides: a seat, CHANCE or OVER. `codes` are the numbers of the legal choices, of chance
    too, in the order of `listed`; `made` are the choices so far."""

    setting: Setting
    codec: Codec
    limit: int
    state: State
    made: list[int]
    listed: list[int]
    codes: list[int]
    player: int

    def __init__(self, setting: Setting, limit: int = 0, like: Explicit | None = None) -> None:
        """At the beginning, or where another one stands."""
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

    def __deepcopy__(self, memo: object) -> Explicit:
        return self.copy()

    def copy(self) -> Explicit:
        """An independent copy."""
        return Explicit(self.setting, self.limit, self)

    def go_on_from(self, state: State) -> None:
        """Go on from another state that whoever decides cannot tell from this one."""
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
        """The same by size, in a new list."""
        return sorted(self.codes)

    def action_of(self, code: int) -> int:
        """The choice of a number; a CodeError if it is none of this moment."""
        codes = self.codes
        for number in range(len(codes)):
            if codes[number] == code:
                return self.listed[number]
        raise CodeError(f"{code} is no choice of this moment")

    def apply(self, code: int) -> int:
        """Make the choice of a number, and who decides then; a CodeError if it is none of this moment."""
        action = self.action_of(code)
        self.made.append(action)
        apply(self.state, action)
        self._list_choices()
        return self.player

    def returns(self) -> list[float]:
        """What each seat has got so far: nothing before the end."""
        return shares(self.setting.players, self.state.winners if self.state.over else 0)


def replayed(setting: Setting, limit: int, made: list[int]) -> Explicit:
    """A game after these choices."""
    one = Explicit(setting, limit)
    for action in made:
        apply(one.state, action)
    one.made = made[:]
    one._list_choices()
    return one


def _how_to_pickle(one: Explicit) -> Any:
    """It is played again; compiled classes have no way of their own."""
    return replayed, (one.setting, one.limit, one.made)


copyreg.pickle(Explicit, _how_to_pickle)
