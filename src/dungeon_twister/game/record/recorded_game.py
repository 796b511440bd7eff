"""A game: the state, the choices so far, the source of chance, and undo."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from secrets import token_hex
from typing import Final, Self

from dungeon_twister.game.record.chance import Chance, Dice
from dungeon_twister.game.record.notation import Choice, from_choice, read, to_choice, write, write_all
from dungeon_twister.game.record.position import beginning, read_position, write_position
from dungeon_twister.game.record.undo import may_take_back, text_for_maker, undo_refusal
from dungeon_twister.rules.engine.decisions import CHANCE
from dungeon_twister.rules.engine.game import Given, IllegalActionError, apply, legal, new_setting, start, why_not
from dungeon_twister.rules.engine.setting import Setting
from dungeon_twister.rules.engine.state import UNDER, State

MARK_EVERY: Final = 50  # choices between two stored states: at most so many are replayed to take one back
MOST_MARKS: Final = 6


class UndoError(ValueError):
    """There is nothing that the player may take back."""


def seed_text(seed: str | int) -> str:
    """Return a seed as records store it: a text, or a whole number as text."""
    if isinstance(seed, bool) or not isinstance(seed, str | int):
        raise TypeError(f"a seed is a text or a whole number, not {seed!r}")
    return str(seed)


class RecordedGame:
    """A game in progress. Chance decides automatically, from the seed; without a seed the game waits for one."""

    def __init__(self, setting: Setting, seed: str, dice: Dice | None = None, origin: State | None = None) -> None:
        self.seed = seed
        self.dice: Dice = dice or Chance(seed)
        self._origin = origin and origin.copy()  # the initial position; None: that of the scenario
        self.state = start(setting) if origin is None else origin
        self.log: list[tuple[int, int, str]] = []  # decider, choice, and its text at that moment
        self._marks: list[tuple[int, State]] = []  # states after some numbers of choices, to take choices back
        self._listed: tuple[list[str], list[int]] = ([], [])  # the result of `legal` for the state with the hash `_listed_at`
        self._listed_at = -1
        self._texts: dict[
            int, str
            # Cache of the texts of choices, which name places of the maze `_maze`. Without it listing takes 1.4 times as long.
        ] = {}
        self._maze: object = None
        self._let_chance_decide()

    @classmethod
    def new(cls, scenario: str | Path = "base", options: Given | None = None, seed: str | int = "") -> Self:
        """Return a new game of a scenario: its name, the path of a scenario file, or the text of one (docs/scenarios.md).
        Without a seed a fresh one is drawn. Options are texts, numbers or booleans: `{"target": 6}`."""
        setting = new_setting(scenario, options)
        setting.check_useful()
        return cls(setting, seed_text(seed) or token_hex(16))

    @classmethod
    def from_position(cls, text: str, seed: str | int = "", options: Mapping[str, str] | None = None) -> Self:
        """Return a game that continues from a position (docs/positions.md). Raise a TextError for a wrong text. `options` apply
        where the text has no value of its own."""
        if not isinstance(text, str):
            raise TypeError(f"a position is a text, not {text!r}")
        state = read_position(text, options=options)
        return cls(state.setting, seed_text(seed) or token_hex(16), origin=state)

    @classmethod
    def waiting(cls, scenario: str, options: Given | None = None, position: str = "") -> Self:
        """Return a game that waits for its seed (`set_seed`), from the beginning of its scenario or from a position."""
        if not position:
            return cls(new_setting(scenario, options), "")
        state = beginning(scenario, options, position)
        return cls(state.setting, "", origin=state)

    def position(self) -> str:
        """Return the current position as a text for `from_position`, including hidden information. Raise a TextError during the
        setup, in the middle of an action and after the end; `save` works at every moment."""
        return write_position(self.state)

    @property
    def origin(self) -> str:
        """Return the initial position as text; empty if it is that of the scenario."""
        return "" if self._origin is None else write_position(self._origin)

    @property
    def over(self) -> bool:
        return self.state.over

    @property
    def decider(self) -> str:
        """The colour that decides now; empty if the game is over or waits for its seed."""
        who = self.state.decider()
        return self.state.setting.colours[who] if who >= 0 else ""

    @property
    def scores(self) -> dict[str, int]:
        return dict(zip(self.state.setting.colours, self.state.vp, strict=True))

    @property
    def winners(self) -> list[str]:
        """The winners; several colours share the win, so between two players both means a draw. Of a team all are named."""
        return [colour for p, colour in enumerate(self.state.setting.colours) if self.state.winners >> p & 1]

    def legal(self) -> list[str]:
        """Return the choices of the player to decide, in notation."""
        state = self.state
        maze: object = state.maze  # type: ignore[attr-defined]  # each game has its own kind of maze, which never changes
        if maze is not self._maze:
            self._maze, self._texts = maze, {}
        actions = legal(state)
        texts = write_all(state, actions, self._texts)
        self._listed, self._listed_at = (texts, actions), state.hash64()
        return texts[:]

    def play(self, choice: str | Choice | int) -> None:
        """Make a choice, given as notation, as a struct of a view or as the engine's integer. Raise TextError,
        AmbiguousActionError (both only for notation and structs) or IllegalActionError for a wrong choice; the game is then
        unchanged."""
        listed = self._among_the_listed(choice) if isinstance(choice, str) else -1
        if listed >= 0:
            self.make(listed, choice)  # type: ignore[arg-type]
        else:
            action = self._action(choice)
            check(self.state, action, choice)
            self.make(action)
        self._let_chance_decide()

    def _among_the_listed(self, text: str) -> int:
        """Return the choice with this text in the last result of `legal`. Return -1 if that was for another state, or if two
        choices share the text because something is hidden."""
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
        """Make a choice that is known to be legal; pass its text if it is known. The caller then lets chance decide
        (`draw`)."""
        state = self.state
        who, text = state.decider(), text or write(state, action)
        apply(state, action)
        self.log.append((who, action, text))
        if len(self.log) % MARK_EVERY == 0:  # copies of a game share the list, so it is replaced, never changed
            self._marks = [*self._marks[1 - MOST_MARKS :], (len(self.log), state.copy())]

    def draw(self) -> bool:
        """Let chance decide once, if chance is next and the seed is known. Return whether it did."""
        if not self.seed or self.state.over or self.state.decider() != CHANCE:
            return False
        action = self.dice.draw(self.state, [text for _, _, text in self.log])
        check(self.state, action)
        self.make(action)
        return True

    def set_seed(self, seed: str, dice: Dice | None = None) -> None:
        """Set the source of chance from now on."""
        self.seed, self.dice = seed, dice or Chance(seed)

    def _let_chance_decide(self) -> None:
        while self.draw():
            pass

    def clone(self) -> Self:
        """Return an independent copy, with the same future chance."""
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
        """Pickle everything except the caches."""
        return {**self.__dict__, "_marks": [], "_listed": ([], []), "_listed_at": -1, "_texts": {}, "_maze": None}

    def __eq__(self, other: object) -> bool:
        """Compare games: equal ones have the same beginning, the same choices and the same future chance. A game is mutable, so
        a set of games must not change them."""
        if not isinstance(other, RecordedGame):
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
        """Return whether the last choice is the player's and the game's rule allows to take it back."""
        if not self.log:
            return False
        who, action, _ = self.log[-1]
        return who == player and may_take_back(self.state, action, self._before_the_last)

    def undoable(self, player: int) -> str:
        """Return the text of what a player may take back, with the names the player may know; empty if there is nothing."""
        if self.over or player < 0 or not self.can_undo(player):
            return ""
        _, action, text = self.log[-1]
        return text_for_maker(self.state, action, text, player, self._before_the_last)

    def _before_the_last(self) -> State:
        return self.state_at(len(self.log) - 1)

    def undo(self, player: int) -> str:
        """Take the player's last choice back and return its text."""
        if not self.can_undo(player):
            raise UndoError(undo_refusal(self.state))
        _, _, text = self.log.pop()
        events = self.state.events
        self._marks = [mark for mark in self._marks if mark[0] <= len(self.log)]
        self.state = self.state_at(len(self.log))
        self.state.events = events
        return text

    def take_back(self) -> str:
        """Take back the last choice that was not made by chance, with all later decisions of chance, and return its text. For
        analysis: unlike `undo`, it applies no rule. Raise an UndoError if there is no such choice."""
        count = next((number for number in range(len(self.log), 0, -1) if self.log[number - 1][0] != CHANCE), 0)
        if not count:
            raise UndoError("nobody has decided anything yet")
        text = self.log[count - 1][2]
        self.go_back(count - 1)
        return text

    def go_back(self, count: int) -> None:
        """Undo all choices but the first `count`, without asking the rules."""
        self._marks = [mark for mark in self._marks if mark[0] <= count]
        self.state = self.state_at(count)
        del self.log[count:]

    def _beginning(self) -> State:
        return start(self.state.setting) if self._origin is None else self._origin.copy()

    def state_at(self, count: int) -> State:
        """Return a copy of the state after `count` choices. Stored states save replaying long games from the beginning."""
        number, kept = next((mark for mark in reversed(self._marks) if mark[0] <= count), (0, None))
        state = kept.copy() if kept is not None else self._beginning()
        for _, action, _ in self.log[number:count]:
            apply(state, action)
            number += 1
            if kept is None and number == count - count % MARK_EVERY:
                self._marks = [(number, state.copy()), *self._marks][:MOST_MARKS]
        return state


def check(state: State, action: int, given: str | Choice | int | None = None) -> None:
    """Raise IllegalActionError if a choice is refused now. The error quotes `given`, the choice as it was given."""
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
