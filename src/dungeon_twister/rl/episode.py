"""An episode of an environment: seats choose by numbers, chance draws automatically, and the length is bounded."""

from __future__ import annotations

from random import Random
from typing import Final

from dungeon_twister.rl.codec import codec_of
from dungeon_twister.rl.codes import Codec, CodeError
from dungeon_twister.rl.observation import ObservationCache, Tensors
from dungeon_twister.rl.tensors import tensors_of
from dungeon_twister.rules.engine.game import apply, legal, start
from dungeon_twister.rules.engine.setting import Setting
from dungeon_twister.rules.engine.state import State

CHOICES_PER_PLAYER: Final = 10_000


def longest(setting: Setting) -> int:
    """Return the number of choices, with those of chance, after which a game is cut off as a draw.

    Random games of two players take at most about a tenth of it, games between people a few hundred choices.
    """
    return CHOICES_PER_PLAYER * setting.players


def shares(players: int, winners: int) -> list[float]:
    """Return the reward of each player at the end: a sole winner gets 1, the others together -1.

    Several winners share the reward. Without winners, or if all win, every reward is 0.
    """
    won = [winners >> player & 1 for player in range(players)]
    count = sum(won)
    if count == 0 or players < 2:
        return [0.0] * players
    return [(players * mark / count - 1.0) / (players - 1) for mark in won]


class Episode:
    """One game. `listed` are the legal choices of the player to decide, and `codes` their numbers, in the same order."""

    setting: Setting
    codec: Codec
    tensors: Tensors
    caches: list[ObservationCache]  # the last observation of each seat
    state: State
    rng: Random
    listed: list[int]
    codes: list[int]
    made: int  # choices so far
    limit: int
    cut: bool  # cut off by the limit

    def __init__(self, setting: Setting, limit: int = 0) -> None:
        setting.check_useful()
        self.setting = setting
        self.codec = codec_of(setting)
        self.tensors = tensors_of(setting)
        self.caches = [self.tensors.new_cache(seat) for seat in range(setting.players)]
        self.rng = Random()
        self.limit = limit or longest(setting)
        self.begin(0)

    def __reduce__(self) -> tuple[object, ...]:
        """Make episodes copyable and picklable, for planning and for other processes, also when compiled."""
        return resumed, (self.setting, self.limit, self.state, self.rng.getstate(), self.made, self.cut)

    def begin(self, seed: int, origin: State | None = None) -> None:
        """Begin a new game, or continue from another state. Equal seeds and choices give equal draws."""
        self.rng.seed(seed)
        self.state = start(self.setting) if origin is None else origin.copy()
        self.made = 0
        self.cut = False
        self._go_on()

    def resume(self, state: State, luck: tuple[object, ...], made: int, cut: bool) -> None:
        """Restore a game in progress. `luck` is the result of `rng.getstate`."""
        self.state = state.copy()
        self.rng.setstate(luck)
        self.made = made
        self._go_on()
        self.cut = cut

    def step(self, code: int) -> None:
        """Make the choice of a number. Raise CodeError, and change nothing, if it is not a choice in this state."""
        codes = self.codes
        for number in range(len(codes)):
            if codes[number] == code:
                apply(self.state, self.listed[number])
                self.made += 1
                self._go_on()
                return
        raise CodeError(f"{code} is no choice of this moment")

    def make(self, action: int) -> None:
        """Make one of the listed choices."""
        apply(self.state, action)
        self.made += 1
        self._go_on()

    def random_step(self) -> None:
        """Make a random listed choice."""
        self.make(self.listed[int(self.rng.random() * len(self.listed))])

    def _go_on(self) -> None:
        """Let chance draw until a player decides or the game is over."""
        state = self.state
        while True:
            self.listed = legal(state)
            if state.over or self.made >= self.limit:
                self.cut = not state.over
                self.listed = []
                self.codes = []
                return
            if state.decider() >= 0:
                self.codes = self.codec.encoded(state, self.listed)
                return
            apply(state, self.listed[int(self.rng.random() * len(self.listed))])
            self.made += 1

    def is_over(self) -> bool:
        return self.cut or self.state.over

    def decider(self) -> int:
        """Return the seat that decides, or -1 when the game is over."""
        return -1 if self.cut or self.state.over else self.state.decider()

    def rewards(self) -> list[float]:
        """Return the rewards so far: all 0 before the end."""
        winners = 0 if self.cut or not self.state.over else self.state.winners
        return shares(self.setting.players, winners)

    def observation(self, seat: int) -> bytearray:
        """Return the observation of a seat."""
        cache = self.caches[seat]
        self.tensors.renew(self.state, cache)
        return bytearray().join(cache.pieces)

    def mask(self, seat: int) -> bytearray:
        """Return the mask of a seat: 1 for each number that it may choose now."""
        mask = bytearray(self.codec.size)
        if seat == self.decider():
            for code in self.codes:
                mask[code] = 1
        return mask


def resumed(setting: Setting, limit: int, state: State, luck: tuple[object, ...], made: int, cut: bool) -> Episode:
    """Restore a game in progress."""
    episode = Episode(setting, limit)
    episode.resume(state, luck, made, cut)
    return episode
