"""The opponents of a single learner: bots at all other seats. They see views only."""

from __future__ import annotations

from typing import Final

from dungeon_twister.ai.bots.resolve import BotLike, resolve_bot
from dungeon_twister.game.record.notation import from_choice
from dungeon_twister.game.session.bot import Bot
from dungeon_twister.game.views import observe
from dungeon_twister.rl.episode import Episode
from dungeon_twister.rl.policies import PolicyBot
from dungeon_twister.rules.engine.state import State

RANDOM: Final = "random"  # the choice needs no view


class Opponents:
    """The bots of all seats but one, for any number of games.

    A bot is given as for ladders: a name, perhaps with parameters, `module:Class`, a class, a function that makes one, or an
    object, which plays all games itself.
    """

    def __init__(self, given: BotLike) -> None:
        self._bots: dict[int, Bot] = {}
        self._plain = False  # the current game has random opponents
        self.set(given)

    def set(self, given: BotLike) -> None:
        """Set the bot for the next games. Raise ValueError if there is no such bot."""
        self._random = isinstance(given, str) and given == RANDOM
        self._factory = resolve_bot(given)
        self._factory.make("")  # raise now if the bot is wrong

    def begin(self, episode: Episode, learner: int, seed: int, origin: State | None = None) -> None:
        """Begin a new game, and play up to the learner's first choice."""
        episode.begin(seed, origin)
        self._bots.clear()
        self._plain = self._random
        if not self._plain:
            for seat in range(episode.setting.players):
                if seat != learner:
                    self._bots[seat] = self._factory.make(f"{seed}/{seat}")
        self.go_on(episode, learner)

    def go_on(self, episode: Episode, learner: int) -> None:
        """Let the others choose until the learner must, or the game is over."""
        seat = episode.decider()
        while seat not in (-1, learner):
            if self._plain:
                episode.random_step()
            else:
                let_choose(self._bots[seat], episode)
            seat = episode.decider()


def let_choose(bot: Bot, episode: Episode) -> None:
    """Let a bot choose for the seat that decides. Raise ValueError for an illegal choice."""
    episode.make(chosen(bot, episode))


def chosen(bot: Bot, episode: Episode) -> int:
    """Return a bot's choice for the seat that decides, as the engine's integer."""
    seat = episode.decider()
    if isinstance(bot, PolicyBot):  # it needs no view: it takes observation and mask
        return episode.listed[episode.codes.index(bot.number(episode.observation(seat), episode.mask(seat)))]
    choice = bot.choose(observe(episode.state, seat, episode.listed))
    action = from_choice(episode.state, choice)
    if action not in episode.listed:
        raise ValueError(f"the bot {getattr(bot, 'name', type(bot).__name__)} chose {choice!r}, which is not legal now")
    return action
