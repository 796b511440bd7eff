"""A game as people and programs hold it: the state, the choices so far, where chance comes from, and undo."""

from __future__ import annotations

from secrets import token_hex

from dungeon_twister.engine.decisions import CHANCE
from dungeon_twister.engine.game import Given, IllegalActionError, apply, legal, new_setting, start, why_not
from dungeon_twister.engine.setting import Setting
from dungeon_twister.engine.state import State
from dungeon_twister.record.chance import Chance, Dice
from dungeon_twister.record.notation import Choice, from_choice, read, write
from dungeon_twister.record.undo import may_take_back, why_not_undo


class UndoError(ValueError):
    """There is nothing the player may take back."""


def seed_text(seed: str | int) -> str:
    """A seed as records keep it: a text, or a whole number written as one."""
    if isinstance(seed, bool) or not isinstance(seed, str | int):
        raise TypeError(f"a seed is a text or a whole number, not {seed!r}")
    return str(seed)


class Game:
    """A game that is being played. Chance decides by itself, from the seed."""

    def __init__(self, setting: Setting, seed: str, dice: Dice | None = None) -> None:
        self.seed = seed
        self.dice: Dice = dice or Chance(seed)
        self.state = start(setting)
        self.log: list[tuple[int, int, str]] = []  # who decided, the choice, its text at that moment
        self._let_chance_decide()

    @classmethod
    def new(cls, scenario: str = "base", options: Given | None = None, seed: str | int = "") -> Game:
        """A new game; without a seed a fresh one is drawn. Options are texts, numbers or booleans: `{"target": 6}`."""
        return cls(new_setting(scenario, options), seed_text(seed) or token_hex(16))

    @property
    def over(self) -> bool:
        return self.state.over

    @property
    def decider(self) -> str:
        """The colour that decides now; empty when the game is over (or waits for chance: on a server, for its players)."""
        who = self.state.decider()
        return self.state.setting.colours[who] if who >= 0 else ""

    @property
    def scores(self) -> dict[str, int]:
        return dict(zip(self.state.setting.colours, self.state.vp, strict=True))

    @property
    def winners(self) -> list[str]:
        """Who won; several colours share the win, so between two players both means a draw. Of a team all are named."""
        return [colour for p, colour in enumerate(self.state.setting.colours) if self.state.winners >> p & 1]

    def legal(self) -> list[str]:
        """The choices of whoever decides, in notation."""
        return [write(self.state, action) for action in legal(self.state)]

    def play(self, choice: str | Choice | int) -> None:
        """Make a choice, given as notation, as a struct of a view or as the engine's integer. TextError, AmbiguousActionError
        (both only for notation and structs) or IllegalActionError say what is wrong with it, and then nothing has changed."""
        self._do(self._action(choice), self.state.decider())
        self._let_chance_decide()

    def _action(self, choice: str | Choice | int) -> int:
        if isinstance(choice, str):
            return read(self.state, choice)
        if isinstance(choice, Choice):
            return from_choice(self.state, choice)
        if isinstance(choice, bool) or not isinstance(choice, int):
            raise TypeError(f"a choice is a text, a Choice or a whole number, not {choice!r}")
        return choice

    def _do(self, action: int, who: int) -> None:
        refusal = why_not(self.state, action)
        if refusal is not None:
            raise IllegalActionError(refusal)
        text = write(self.state, action)
        apply(self.state, action)
        self.log.append((who, action, text))

    def _let_chance_decide(self) -> None:
        while not self.over and self.state.decider() == CHANCE:
            self._do(self.dice.draw(self.state, [text for _, _, text in self.log]), CHANCE)

    def clone(self) -> Game:
        """An independent copy, with the same chance to come."""
        other = Game.__new__(Game)
        other.seed = self.seed
        other.state = self.state.copy()
        other.log = self.log[:]
        other.dice = self.dice.copy()
        return other

    # -- undo -----------------------------------------------------------------------------------------------------------

    def can_undo(self, player: int) -> bool:
        """A player may take back his last choice if the game's rule lets him, and nobody else has decided anything since."""
        if not self.log:
            return False
        who, action, _ = self.log[-1]
        return who == player and may_take_back(self.state, action, lambda: self._replayed(len(self.log) - 1))

    def _replayed(self, count: int) -> State:
        return replayed(self.state.setting, [action for _, action, _ in self.log[:count]])

    def undo(self, player: int) -> str:
        """Take the player's last choice back and return its text."""
        if not self.can_undo(player):
            raise UndoError(why_not_undo(self.state))
        _, _, text = self.log.pop()
        events = self.state.events
        again = self._replayed(len(self.log))
        again.events = events
        self.state = again
        return text


def replayed(setting: Setting, choices: list[int]) -> State:
    """The state after these choices."""
    state = start(setting)
    for action in choices:
        apply(state, action)
    return state
