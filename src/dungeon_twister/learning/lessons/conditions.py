"""Conditions of a step: facts of the state (docs/cases.md), events since the step began, refusals shown.

bW at c4                    a fact, as rule cases expect it
not bW at c4                the opposite
least blue vp 2             a number that is at least so large; also `least turn-number 6`
event stepped token=bH x3   so many events of that kind; fields are compared by = != <= >=
refused card-too-high       a choice was refused for this reason
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import Final

from dungeon_twister.game.record.cases import expect
from dungeon_twister.game.record.facts import CaseFailure
from dungeon_twister.game.views import EventView
from dungeon_twister.rules.engine import events as kernel_events
from dungeon_twister.rules.engine.board import events as board_events
from dungeon_twister.rules.engine.card import events as card_events
from dungeon_twister.rules.engine.state import State
from dungeon_twister.rules.geometry.text import TextError

FACT: Final = "fact"
EVENT: Final = "event"
REFUSED: Final = "refused"
NOT: Final = "not"
LEAST: Final = "least"
ANY_OF: Final = "any"
TURN_NUMBER: Final = "turn-number"
MOST: Final = 60  # largest number that `least` compares
KINDS: Final = {*kernel_events.NAMES.values(), *board_events.NAMES.values(), *card_events.NAMES.values()}
FIELDS: Final = {one.name for one in fields(EventView)} - {"kind"}
COMPARED: Final = re.compile(r"([a-z]+)(=|!=|<=|>=)(\S+)")
TIMES: Final = re.compile(r"x([1-9][0-9]?)")


@dataclass(frozen=True, slots=True)
class FieldTest:
    """One field of an event and its required value."""

    field: str
    how: str
    value: str

    def holds(self, event: EventView) -> bool:
        found = getattr(event, self.field)
        if self.how in ("<=", ">="):
            number = int(found)
            return number <= int(self.value) if self.how == "<=" else number >= int(self.value)
        text = ",".join(sorted(found)) if isinstance(found, list) else str(found)
        return (text == self.value) == (self.how == "=")


@dataclass(frozen=True, slots=True)
class Condition:
    """One condition. `any` holds if one of its `parts` holds."""

    kind: str
    words: tuple[str, ...] = ()
    compared: tuple[FieldTest, ...] = ()
    times: int = 1
    parts: tuple[Condition, ...] = ()

    def counts(self, event: EventView) -> bool:
        """Return whether the condition counts this event."""
        return event.kind == self.words[0] and all(one.holds(event) for one in self.compared)

    def counted(self) -> list[Condition]:
        """Return the parts of the condition that are counted during a step."""
        if self.kind in (ANY_OF, NOT):
            return [one for part in self.parts for one in part.counted()]
        return [self] if self.kind in (EVENT, REFUSED) else []


def read_condition(given: object) -> Condition:
    """Parse a condition; a list means that any of its items must hold. Raise ValueError with what is wrong."""
    if isinstance(given, list):
        if not given:
            raise ValueError("a list of conditions is empty")
        return Condition(ANY_OF, parts=tuple(read_condition(one) for one in given))
    if not isinstance(given, str) or not given.split():
        raise ValueError(f"{given!r} is no condition")
    first, *rest = given.split()
    if first == NOT:
        return Condition(NOT, parts=(read_condition(" ".join(rest)),))
    if first == EVENT:
        return _event(given, rest)
    if first == REFUSED:
        if len(rest) != 1:
            raise ValueError(f"{given!r} should name one code of a refusal")
        return Condition(REFUSED, tuple(rest))
    if first == LEAST:
        if len(rest) < 2 or not rest[-1].isdigit():
            raise ValueError(f"{given!r} should end with a number")
        return Condition(LEAST, tuple(rest))
    return Condition(FACT, (first, *rest))


def _event(given: str, rest: list[str]) -> Condition:
    if not rest or rest[0] not in KINDS:
        raise ValueError(f"{given!r} names no event")
    times, compared = 1, []
    for word in rest[1:]:
        if found := TIMES.fullmatch(word):
            times = int(found[1])
            continue
        parts = COMPARED.fullmatch(word)
        if parts is None or parts[1] not in FIELDS:
            raise ValueError(f"in {given!r} {word!r} compares nothing of an event")
        if parts[2] in ("<=", ">=") and not parts[3].isdigit():
            raise ValueError(f"in {given!r} {word!r} compares no numbers")
        compared.append(FieldTest(parts[1], parts[2], parts[3]))
    return Condition(EVENT, (rest[0],), tuple(compared), times)


# -- holding ------------------------------------------------------------------------------------------------------------


Counts = dict[Condition, int]


def count(conditions: Iterable[Condition], events: Iterable[EventView], counts: Counts) -> Counts:
    """Return the counts after some events. No count exceeds the required number."""
    found = dict(counts)
    for condition in conditions:
        if condition.kind == EVENT:
            more = sum(condition.counts(event) for event in events)
            found[condition] = min(condition.times, found.get(condition, 0) + more)
    return found


def count_refusal(conditions: Iterable[Condition], code: str, counts: Counts) -> Counts:
    """Return the counts after a refused choice."""
    return counts | {one: 1 for one in conditions if one.kind == REFUSED and one.words[0] == code}


def counted(conditions: Iterable[Condition]) -> list[Condition]:
    """Return all counted parts of conditions, each once."""
    return list(dict.fromkeys(one for condition in conditions for one in condition.counted()))


def holds(condition: Condition, state: State, counts: Counts) -> bool:
    """Return whether a condition holds. Raise TextError if there is no such fact."""
    kind = condition.kind
    if kind == ANY_OF:
        return any(holds(part, state, counts) for part in condition.parts)
    if kind == NOT:
        return not holds(condition.parts[0], state, counts)
    if kind in (EVENT, REFUSED):
        return counts.get(condition, 0) >= condition.times
    if kind == LEAST:
        return _at_least(state, condition.words)
    return _is_so(state, list(condition.words))


def _is_so(state: State, words: list[str]) -> bool:
    try:
        expect(state, words)
    except CaseFailure:
        return False
    return True


def _at_least(state: State, words: tuple[str, ...]) -> bool:
    least = int(words[-1])
    if words[0] == TURN_NUMBER:
        return state.turn >= least
    return any(_is_so(state, [*words[:-1], str(number)]) for number in range(least, MOST))


def all_hold(conditions: Iterable[Condition], state: State, counts: Counts) -> bool:
    return all(holds(condition, state, counts) for condition in conditions)


def check_conditions(conditions: Iterable[Condition], state: State) -> None:
    """Check that conditions concern things of this game. Raise ValueError if one does not."""
    for condition in conditions:
        check_conditions(condition.parts, state)
        if condition.kind not in (FACT, LEAST):
            continue
        try:
            holds(condition, state, {})
        except (TextError, ValueError, LookupError) as error:
            raise ValueError(f"{' '.join(condition.words)!r} is no fact of this game: {error}") from None
