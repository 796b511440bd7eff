"""The kinds of choices: a game has a table with one row for each kind, which declares everything about the kind.

A row has the kind's number and verb, the decision in which it is made, the names of its two parts (declared in
`game/record/*/choice_parts.py`), and two functions of its chapter: one refuses a choice, one carries it out. The classes below
differ in the arguments that these functions take.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Generic, TypeVar

from dungeon_twister.rules.engine.decisions import ACT
from dungeon_twister.rules.engine.state import State

S = TypeVar("S", bound=State)

# when a kind may be chosen, in addition to the numbers of decisions
ANY_TIME: Final = -2  # by any player, at any decision
NEVER: Final = -3

# traits
FIGHTS: Final = 1  # combat cards are laid
SHOOTS: Final = 2  # from afar: a shield may stop it
FINAL: Final = 4  # never taken back


class ChoiceKind(Generic[S]):
    """One kind of choice."""

    def __init__(
        self,
        number: int,
        verb: str,
        when: int,
        first: str,
        second: str,
        traits: int = 0,
        has: Callable[[S, int], bool] | None = None,
        cost: int = 1,
    ) -> None:
        """`has` says which characters have an action, from what they are, what they carry or what is played; by default all.
        `cost` is its cost in action points (ACT-5, ACT-1); kinds that are no actions cost none."""
        assert cost >= 1, f"an action costs at least one point, not {cost}"
        self.number = number
        self.verb = verb
        self.when = when
        self.first = first
        self.second = second
        self.traits = traits
        self._has = has
        self.uses_first = first != ""
        self.uses_second = second != ""
        # an action of a character, which costs action points; the character stands before the verb
        self.is_action = when == ACT and first == "actor"
        self.cost = cost if self.is_action else 0
        self.begins_journey = False

    def has(self, s: S, token: int) -> bool:
        """Return whether a character has this action at all, even if it cannot use it now."""
        return self.is_action and (self._has is None or self._has(s, token))

    def refuse(self, s: S, first: int, second: int) -> int:
        """Return why the choice is refused at its own decision, or LEGAL."""
        raise NotImplementedError

    def do(self, s: S, first: int, second: int) -> None:
        """Carry out a legal choice."""
        raise NotImplementedError


class BareKind(ChoiceKind[S]):
    """A kind without parts."""

    def __init__(
        self, number: int, verb: str, when: int, refuse: Callable[[S], int], do: Callable[[S], None], traits: int = 0
    ) -> None:
        super().__init__(number, verb, when, "", "", traits)
        self._refuse = refuse
        self._do = do

    def refuse(self, s: S, first: int, second: int) -> int:
        return self._refuse(s)

    def do(self, s: S, first: int, second: int) -> None:
        self._do(s)


class OnePartKind(ChoiceKind[S]):
    """A kind with one part, which is passed to the chapter."""

    def __init__(
        self,
        number: int,
        verb: str,
        when: int,
        part: str,
        refuse: Callable[[S, int], int],
        do: Callable[[S, int], None],
        traits: int = 0,
        has: Callable[[S, int], bool] | None = None,
        cost: int = 1,
    ) -> None:
        super().__init__(number, verb, when, part, "", traits, has, cost)
        self._refuse = refuse
        self._do = do

    def refuse(self, s: S, first: int, second: int) -> int:
        return self._refuse(s, first)

    def do(self, s: S, first: int, second: int) -> None:
        self._do(s, first)


class StepKind(ChoiceKind[S]):
    """The step of a journey: its only part is a place, which needs the bits of the second part."""

    def __init__(
        self, number: int, verb: str, when: int, part: str, refuse: Callable[[S, int], int], do: Callable[[S, int], None]
    ) -> None:
        super().__init__(number, verb, when, "", part)
        self._refuse = refuse
        self._do = do

    def refuse(self, s: S, first: int, second: int) -> int:
        return self._refuse(s, second)

    def do(self, s: S, first: int, second: int) -> None:
        self._do(s, second)


class TwoPartKind(ChoiceKind[S]):
    """A kind with two parts, which are passed to the chapter."""

    def __init__(
        self,
        number: int,
        verb: str,
        when: int,
        first: str,
        second: str,
        refuse: Callable[[S, int, int], int],
        do: Callable[[S, int, int], None],
        traits: int = 0,
        has: Callable[[S, int], bool] | None = None,
        cost: int = 1,
    ) -> None:
        super().__init__(number, verb, when, first, second, traits, has, cost)
        self._refuse = refuse
        self._do = do

    def refuse(self, s: S, first: int, second: int) -> int:
        return self._refuse(s, first, second)

    def do(self, s: S, first: int, second: int) -> None:
        self._do(s, first, second)


class NumberedKind(ChoiceKind[S]):
    """A kind of a chapter that handles several similar kinds; the chapter gets the number of the one meant."""

    def __init__(
        self,
        number: int,
        verb: str,
        when: int,
        first: str,
        second: str,
        refuse: Callable[[S, int, int, int], int],
        do: Callable[[S, int, int, int], None],
        traits: int = 0,
        has: Callable[[S, int], bool] | None = None,
        cost: int = 1,
    ) -> None:
        super().__init__(number, verb, when, first, second, traits, has, cost)
        self._refuse = refuse
        self._do = do

    def refuse(self, s: S, first: int, second: int) -> int:
        return self._refuse(s, self.number, first, second)

    def do(self, s: S, first: int, second: int) -> None:
        self._do(s, self.number, first, second)


class JourneyKind(ChoiceKind[S]):
    """The action that begins a journey in one of the game's modes of travelling."""

    def __init__(
        self,
        number: int,
        verb: str,
        mode: int,
        refuse: Callable[[S, int, int], int],
        do: Callable[[S, int, int], None],
        has: Callable[[S, int], bool] | None = None,
        cost: int = 1,
    ) -> None:
        super().__init__(number, verb, ACT, "actor", "", 0, has, cost)
        self.begins_journey = True
        self._mode = mode
        self._refuse = refuse
        self._do = do

    def refuse(self, s: S, first: int, second: int) -> int:
        return self._refuse(s, first, self._mode)

    def do(self, s: S, first: int, second: int) -> None:
        self._do(s, first, self._mode)


def by_number(kinds: list[ChoiceKind[S]], numbers: int) -> list[ChoiceKind[S]]:
    """Return the rows by their numbers. Unused numbers have a row that can never be chosen."""
    table: list[ChoiceKind[S]] = [ChoiceKind(number, "", NEVER, "", "") for number in range(numbers)]
    for kind in kinds:
        assert table[kind.number].when == NEVER, f"two kinds have the number {kind.number}"
        table[kind.number] = kind
    return table
