"""A row for each kind of choice a game has: everything that is to be said about the kind as a whole stands in its row.

A row names the kind's number and its verb, the decision in which it is made, what its two parts are (the part's own name: the
notation and the guide have a table of such parts), and the two functions of its chapter, of which one says why it is refused
and one carries it out. How those are called is what the classes below differ in.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Generic, TypeVar

from dungeon_twister.rules.engine.decisions import ACT
from dungeon_twister.rules.engine.state import State

S = TypeVar("S", bound=State)

# when a kind may be chosen, besides the numbers of decisions
ANY_TIME: Final = -2  # by anybody, whoever decides
NEVER: Final = -3

# traits
FIGHTS: Final = 1  # cards are laid
SHOOTS: Final = 2  # from afar: a shield may stop it
FINAL: Final = 4  # it is never taken back


class Kind(Generic[S]):
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
    ) -> None:
        """`has` says of a deed which characters have it at all, by what they are, what they carry or what is played; without
        it everybody has."""
        self.number = number
        self.verb = verb
        self.when = when
        self.first = first
        self.second = second
        self.traits = traits
        self._has = has
        self.uses_first = first != ""
        self.uses_second = second != ""
        # what a character does, with a point of the turn; before the verb of a deed stands who does it
        self.is_deed = when == ACT and first == "token"
        self.begins_journey = False

    @property
    def cost(self) -> int:
        """What it costs in action points (ACT-5); a choice may say that it is free (SAM-1)."""
        return 1 if self.is_deed else 0

    def has(self, s: S, token: int) -> bool:
        """Does the character have this deed at all, whether or not it can do it now?"""
        return self.is_deed and (self._has is None or self._has(s, token))

    def refuse(self, s: S, first: int, second: int) -> int:
        """Why it is refused at its own decision, or LEGAL."""
        raise NotImplementedError

    def do(self, s: S, first: int, second: int) -> None:
        """Carry it out; it is legal."""
        raise NotImplementedError


class Bare(Kind[S]):
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


class One(Kind[S]):
    """A kind with one part, of which the chapter is told."""

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
    ) -> None:
        super().__init__(number, verb, when, part, "", traits, has)
        self._refuse = refuse
        self._do = do

    def refuse(self, s: S, first: int, second: int) -> int:
        return self._refuse(s, first)

    def do(self, s: S, first: int, second: int) -> None:
        self._do(s, first)


class Step(Kind[S]):
    """The step of a journey: its only part is a place, and those need the room of the second."""

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


class Two(Kind[S]):
    """A kind with two parts, of which the chapter is told."""

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
    ) -> None:
        super().__init__(number, verb, when, first, second, traits, has)
        self._refuse = refuse
        self._do = do

    def refuse(self, s: S, first: int, second: int) -> int:
        return self._refuse(s, first, second)

    def do(self, s: S, first: int, second: int) -> None:
        self._do(s, first, second)


class OneOfSeveral(Kind[S]):
    """A kind whose chapter handles several alike and is told which one it is."""

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
    ) -> None:
        super().__init__(number, verb, when, first, second, traits, has)
        self._refuse = refuse
        self._do = do

    def refuse(self, s: S, first: int, second: int) -> int:
        return self._refuse(s, self.number, first, second)

    def do(self, s: S, first: int, second: int) -> None:
        self._do(s, self.number, first, second)


class Journey(Kind[S]):
    """The deed with which a character sets out in one of the game's modes of travelling."""

    def __init__(
        self,
        number: int,
        verb: str,
        mode: int,
        refuse: Callable[[S, int, int], int],
        do: Callable[[S, int, int], None],
        has: Callable[[S, int], bool] | None = None,
    ) -> None:
        super().__init__(number, verb, ACT, "token", "", 0, has)
        self.begins_journey = True
        self._mode = mode
        self._refuse = refuse
        self._do = do

    def refuse(self, s: S, first: int, second: int) -> int:
        return self._refuse(s, first, self._mode)

    def do(self, s: S, first: int, second: int) -> None:
        self._do(s, first, self._mode)


def by_number(kinds: list[Kind[S]], numbers: int) -> list[Kind[S]]:
    """The rows by their numbers; a number that the game does not use has a row that is never to be chosen."""
    table: list[Kind[S]] = [Kind(number, "", NEVER, "", "") for number in range(numbers)]
    for kind in kinds:
        assert table[kind.number].when == NEVER, f"two kinds have the number {kind.number}"
        table[kind.number] = kind
    return table
