"""A game as people and programs hold it: the state, the choices so far, where chance comes from, and undo."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from secrets import token_hex
from typing import Final, Self

from dungeon_twister.game.record.chance import Chance, Dice
from dungeon_twister.game.record.notation import Choice, from_choice, read, to_choice, write, write_all
from dungeon_twister.game.record.position import beginning, read_position, write_position
from dungeon_twister.game.record.undo import as_its_maker_knows, may_take_back, why_not_undo
from dungeon_twister.rules.engine.decisions import CHANCE
from dungeon_twister.rules.engine.game import Given, IllegalActionError, apply, legal, new_setting, start, why_not
from dungeon_twister.rules.engine.setting import Setting
from dungeon_twister.rules.engine.state import UNDER, State

MARK_EVERY: Final = 50  # choices: so many are played again at most to take one back
MOST_MARKS: Final = 6


class UndoError(ValueError):
    """There is nothing the player may take back."""


def seed_text(seed: str | int) -> str:
    """A seed as records keep it: a text, or a whole number written as one."""
    if isinstance(seed, bool) or not isinstance(seed, str | int):
        raise TypeError(f"a seed is a text or a whole number, not {seed!r}")
    return str(seed)


class Game:
    """A game that is being played. Chance decides by itself, from the seed; a game without one waits until it is given."""

    def __init__(self, setting: Setting, seed: str, dice: Dice | None = None, origin: State | None = None) -> None:
        self.seed = seed
        self.dice: Dice = dice or Chance(seed)
        self._origin = origin and origin.copy()  # the position it began from; None: from the beginning
        self.state = start(setting) if origin is None else origin
        self.log: list[tuple[int, int, str]] = []  # who decided, the choice, its text at that moment
        self._marks: list[tuple[int, State]] = []  # the game after so many choices, now and then: to take choices back
        self._listed: tuple[list[str], list[int]] = ([], [])  # what `legal` has told of the state with the hash `_listed_at`
        self._listed_at = -1
        self._texts: dict[int, str] = {}  # the texts of choices in the maze `_maze`: names are places of it
        self._maze: object = None
        self._let_chance_decide()

    @classmethod
    def new(cls, scenario: str | Path = "base", options: Given | None = None, seed: str | int = "") -> Self:
        """A new game of a scenario: its name, the path of a scenario file, or the text of one (docs/scenarios.md). Without a
        seed a fresh one is drawn. Options are texts, numbers or booleans: `{"target": 6}`."""
        setting = new_setting(scenario, options)
        setting.check_useful()
        return cls(setting, seed_text(seed) or token_hex(16))

    @classmethod
    def from_position(cls, text: str, seed: str | int = "", options: Mapping[str, str] | None = None) -> Self:
        """A game that goes on from a position (docs/positions.md); what is wrong with its text is a TextError. `options` are
        taken where the text gives no value of its own."""
        if not isinstance(text, str):
            raise TypeError(f"a position is a text, not {text!r}")
        state = read_position(text, options=options)
        return cls(state.setting, seed_text(seed) or token_hex(16), origin=state)

    @classmethod
    def waiting(cls, scenario: str, options: Given | None = None, position: str = "") -> Self:
        """A game whose chance is still to come (`set_seed`): it begins as its scenario does, or from a position of it."""
        if not position:
            return cls(new_setting(scenario, options), "")
        state = beginning(scenario, options, position)
        return cls(state.setting, "", origin=state)

    def position(self) -> str:
        """How the game stands, as a text that `from_position` takes, with all that is hidden. There is none during the setup,
        in the middle of an action and after the end: a TextError says which. `save` keeps a game at every moment."""
        return write_position(self.state)

    @property
    def origin(self) -> str:
        """The position that it began from, as text; empty: it began as its scenario does."""
        return "" if self._origin is None else write_position(self._origin)

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
        state = self.state
        maze: object = state.maze  # type: ignore[attr-defined]  # each game has its own kind of maze, which never changes
        if maze is not self._maze:
            self._maze, self._texts = maze, {}
        actions = legal(state)
        texts = write_all(state, actions, self._texts)
        self._listed, self._listed_at = (texts, actions), state.hash64()
        return texts[:]

    def play(self, choice: str | Choice | int) -> None:
        """Make a choice, given as notation, as a struct of a view or as the engine's integer. TextError, AmbiguousActionError
        (both only for notation and structs) or IllegalActionError say what is wrong with it, and then nothing has changed."""
        listed = self._among_the_listed(choice) if isinstance(choice, str) else -1
        if listed >= 0:
            self.make(listed, choice)  # type: ignore[arg-type]
        else:
            action = self._action(choice)
            check(self.state, action, choice)
            self.make(action)
        self._let_chance_decide()

    def _among_the_listed(self, text: str) -> int:
        """The choice that `legal` has told under this text, if it was asked about this very state; -1: it was not, or two
        choices have this text, as something is hidden."""
        texts, actions = self._listed
        if texts.count(text) != 1 or self._listed_at != self.state.hash64():
            return -1
        return actions[texts.index(text)]

    def _action(self, choice: str | Choice | int) -> int:
        if isinstance(choice, str):
            return read(self.state, choice)
        if isinstance(choice, Choice):
            return from_choice(self.state, choice)
        if isinstance(choice, bool) or not isinstance(choice, int):
            raise TypeError(f"a choice is a text, a Choice or a whole number, not {choice!r}")
        return choice

    def make(self, action: int, text: str = "") -> None:
        """Make a choice that is known to be legal, and its text if it is known. It is for the caller to let chance decide
        afterwards (`draw`)."""
        state = self.state
        who, text = state.decider(), text or write(state, action)
        apply(state, action)
        self.log.append((who, action, text))
        if len(self.log) % MARK_EVERY == 0:  # copies of a game share the list, so it is never changed, only replaced
            self._marks = [*self._marks[1 - MOST_MARKS :], (len(self.log), state.copy())]

    def draw(self) -> bool:
        """Let chance decide once, if it is to decide and has been given its seed."""
        if not self.seed or self.state.over or self.state.decider() != CHANCE:
            return False
        action = self.dice.draw(self.state, [text for _, _, text in self.log])
        check(self.state, action)
        self.make(action)
        return True

    def set_seed(self, seed: str, dice: Dice | None = None) -> None:
        """Say where chance comes from, from now on."""
        self.seed, self.dice = seed, dice or Chance(seed)

    def _let_chance_decide(self) -> None:
        while self.draw():
            pass

    def clone(self) -> Self:
        """An independent copy, with the same chance to come."""
        other = type(self).__new__(type(self))
        other.seed = self.seed
        other.state = self.state.copy()
        other.log = self.log[:]
        other.dice = self.dice.copy()
        other._marks = self._marks
        other._origin = self._origin
        other._listed, other._listed_at = ([], []), -1
        other._texts, other._maze = {}, None
        return other

    __copy__ = clone

    def __deepcopy__(self, memo: object) -> Self:
        return self.clone()

    def __getstate__(self) -> dict[str, object]:
        """What travels: not what is remembered to be quick."""
        return {**self.__dict__, "_marks": [], "_listed": ([], []), "_listed_at": -1, "_texts": {}, "_maze": None}

    def __eq__(self, other: object) -> bool:
        """The same game: the same beginning, the same choices, the same chance to come. A game changes while it is played, so
        think before using one in a set."""
        if not isinstance(other, Game):
            return NotImplemented
        mine = (self.seed, self.dice.way, self._origin, [text for _, _, text in self.log])
        theirs = (other.seed, other.dice.way, other._origin, [text for _, _, text in other.log])
        return mine == theirs and self.state == other.state

    def __hash__(self) -> int:
        return hash((self.seed, len(self.log), self.state))

    def __repr__(self) -> str:
        return f"<Game {self.state.summary()}>"

    # -- undo -----------------------------------------------------------------------------------------------------------

    def can_undo(self, player: int) -> bool:
        """A player may take back his last choice if the game's rule lets him, and nobody else has decided anything since."""
        if not self.log:
            return False
        who, action, _ = self.log[-1]
        return who == player and may_take_back(self.state, action, self._before_the_last)

    def undoable(self, player: int) -> str:
        """What a player may take back, as he may know it; empty if there is nothing."""
        if self.over or player < 0 or not self.can_undo(player):
            return ""
        _, action, text = self.log[-1]
        return as_its_maker_knows(self.state, action, text, player, self._before_the_last)

    def _before_the_last(self) -> State:
        return self.state_at(len(self.log) - 1)

    def undo(self, player: int) -> str:
        """Take the player's last choice back and return its text."""
        if not self.can_undo(player):
            raise UndoError(why_not_undo(self.state))
        _, _, text = self.log.pop()
        events = self.state.events
        self._marks = [mark for mark in self._marks if mark[0] <= len(self.log)]
        self.state = self.state_at(len(self.log))
        self.state.events = events
        return text

    def take_back(self) -> str:
        """Take back the last choice that was no chance's, with all that chance decided after it, and return its text. This is
        for whoever studies a game: no rule is asked (that is `undo`). An UndoError if there is none."""
        count = next((number for number in range(len(self.log), 0, -1) if self.log[number - 1][0] != CHANCE), 0)
        if not count:
            raise UndoError("nobody has decided anything yet")
        text = self.log[count - 1][2]
        self.go_back(count - 1)
        return text

    def go_back(self, count: int) -> None:
        """Let only so many choices stand. No rule is asked."""
        self._marks = [mark for mark in self._marks if mark[0] <= count]
        self.state = self.state_at(count)
        del self.log[count:]

    def _beginning(self) -> State:
        return start(self.state.setting) if self._origin is None else self._origin.copy()

    def state_at(self, count: int) -> State:
        """The game after so many choices, as a copy. A game of thousands is not played from its beginning each time."""
        number, kept = next((mark for mark in reversed(self._marks) if mark[0] <= count), (0, None))
        state = kept.copy() if kept is not None else self._beginning()
        for _, action, _ in self.log[number:count]:
            apply(state, action)
            number += 1
            if kept is None and number == count - count % MARK_EVERY:
                self._marks = [(number, state.copy()), *self._marks][:MOST_MARKS]
        return state


def check(state: State, action: int, given: str | Choice | int | None = None) -> None:
    """Raise IllegalActionError if a choice is refused now. The error names what a person gave."""
    refusal = why_not(state, action)
    if refusal is None:
        return
    if isinstance(given, int):
        raise IllegalActionError(refusal, message=f"{given} is no legal choice: {refusal.sentence} ({refusal.clause})")
    absent = _not_in_play(state, action) if refusal.code == "not-in-play" else ""
    raise IllegalActionError(refusal, message=f"{absent} is not in play. ({refusal.clause})" if absent else "")


def _not_in_play(state: State, action: int) -> str:
    """Return the first token of a choice that is not in play."""
    choice, names = to_choice(state, action), state.setting.names
    named = [name for name in (choice.token, choice.target, choice.item) if name in names]
    return next((name for name in named if not 0 <= state.loc[names.index(name)] < UNDER), "")
