"""Who sits at the other seats of an environment for one learner: bots by name. They are handed views, as everywhere."""

from __future__ import annotations

from typing import Final

from dungeon_twister.bots.base import Bot
from dungeon_twister.bots.registry import make_bot
from dungeon_twister.observe import observe
from dungeon_twister.record.notation import from_choice
from dungeon_twister.rl.playing import Playing

RANDOM: Final = "random"  # needs no view: any of its choices will do


class Opponents:
    """The bots of all seats but one, for one game after the other."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._bots: dict[int, Bot] = {}
        if name != RANDOM:
            make_bot(name, "")  # an unknown name is told at once

    def begin(self, playing: Playing, learner: int, seed: int) -> None:
        """A new game, and everything up to the learner's first choice."""
        playing.begin(seed)
        self._bots.clear()
        if self.name != RANDOM:
            for seat in range(playing.setting.players):
                if seat != learner:
                    self._bots[seat] = make_bot(self.name, f"{seed}/{seat}")
        self.go_on(playing, learner)

    def go_on(self, playing: Playing, learner: int) -> None:
        """Let the others choose until the learner must, or the game is over."""
        seat = playing.decider()
        while seat not in (-1, learner):
            if self.name == RANDOM:
                playing.random_step()
            else:
                view = observe(playing.state, seat, playing.listed)
                playing.make(from_choice(playing.state, self._bots[seat].choose(view)))
            seat = playing.decider()
