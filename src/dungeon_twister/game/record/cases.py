"""Rule cases: small text files that cite clauses, draw a position, play choices and check facts (docs/cases.md)."""

from __future__ import annotations

from dataclasses import dataclass, field

from dungeon_twister.game.record.editions import edition_of
from dungeon_twister.game.record.facts import CaseFailure
from dungeon_twister.game.record.notation import read, write
from dungeon_twister.game.record.position import read_position
from dungeon_twister.rules.engine.game import apply, is_for_any_time, legal, new_state, why_not
from dungeon_twister.rules.engine.options import OptionError
from dungeon_twister.rules.engine.state import State
from dungeon_twister.rules.geometry.text import TextError

ORDERS = (">", "legal", "illegal", "refused", "only", "choices", "expect", "unreadable")


@dataclass
class Case:
    """One case: the clauses it cites, the initial position, and its runs, each from that position."""

    title: str
    clauses: list[str]
    source: str
    line: int
    start: State
    runs: list[list[tuple[int, str]]] = field(default_factory=list)


# -- reading ------------------------------------------------------------------------------------------------------------


def parse_cases(text: str, source: str = "cases") -> list[Case]:
    """Return all cases of a file. Every mistake is a TextError with the line."""
    lines = text.split("\n")
    starts = [i for i, line in enumerate(lines) if line.startswith("case ")]
    if not starts:
        raise TextError("there is no line 'case TITLE' in it", source)
    for i, line in enumerate(lines[: starts[0]]):
        if line.strip() and not line.startswith("#"):
            raise TextError("expected 'case TITLE'", source, i + 1)
    cases: list[Case] = []
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        cases.append(_parse_case(lines[start:end], source, start + 1, cases[-1] if cases else None))
    return cases


def _parse_case(lines: list[str], source: str, first: int, before: Case | None) -> Case:
    if len(lines) < 2 or not lines[1].startswith("clauses ") or not lines[1].split()[1:]:
        raise TextError("expected 'clauses ...' below the title", source, first + 1)
    runs = [i for i, line in enumerate(lines) if line.split()[:1] == ["run"]]
    if not runs:
        raise TextError("the case has no line 'run'", source, first)
    start = _parse_start(lines[2 : runs[0]], source, first + 2, before)
    case = Case(lines[0][len("case ") :].strip(), lines[1].split()[1:], source, first, start)
    for begin, end in zip(runs, [*runs[1:], len(lines)], strict=True):
        case.runs.append([])
        for i in range(begin + 1, end):
            line = lines[i].strip()
            if line and not line.startswith("# ") and line != "#":
                if line.split()[0] not in ORDERS:
                    raise TextError(f"expected one of {' '.join(ORDERS)}", source, first + i)
                case.runs[-1].append((first + i, line))
    return case


def _parse_start(lines: list[str], source: str, first: int, before: Case | None) -> State:
    words = next((line.split() for line in lines if line.strip() and not line.startswith("# ")), [])
    if words == ["same"]:
        if before is None:
            raise TextError("there is no case above whose position could be the same", source, first)
        return before.start
    if words[:1] == ["new"]:
        options = dict(word.partition("=")[::2] for word in words[2:])
        try:
            return new_state(words[1] if len(words) > 1 else "base", options)
        except OptionError as error:
            raise TextError(str(error), source, first) from None
    return read_position("\n".join(lines), source, first)


# -- running ------------------------------------------------------------------------------------------------------------


def run_case(case: Case) -> list[str]:
    """Return what fails in a case, one sentence each with its line; empty if the case holds."""
    failures: list[str] = []
    for run in case.runs:
        state = case.start.copy()
        for number, line in run:
            try:
                _obey(state, line)
            except (CaseFailure, TextError) as problem:
                failures.append(f"{case.source}, line {number}: {problem}")
                break
    return failures


def _obey(state: State, line: str) -> None:
    order, _, rest = line.partition(" ")
    parts = [part.strip() for part in rest.split("|")]
    if order == ">":
        for part in parts:
            _play(state, part)
    elif order == "legal":
        for part in parts:
            _must_be_legal(state, part)
    elif order == "illegal":
        for part in parts:
            if read(state, part) in legal(state):
                raise CaseFailure(f"'{part}' is legal")
    elif order == "refused":
        text, _, code = rest.rpartition(":")
        _must_be_refused(state, text.strip(), code.strip())
    elif order == "unreadable":
        _must_be_unreadable(state, rest)
    elif order == "only":
        _must_be_all(state, [part for part in parts if part])
    elif order == "choices":
        if str(len(legal(state))) != rest.strip():
            raise CaseFailure(f"there are {len(legal(state))} choices: {_listed(state)}")
    else:
        for part in parts:
            expect(state, part.split())


def _listed(state: State) -> str:
    return " | ".join(write(state, action) for action in legal(state))


def _play(state: State, text: str) -> None:
    action = read(state, text)
    refusal = why_not(state, action)
    if refusal is not None:
        raise CaseFailure(f"'{text}' is refused: {refusal.code}, {refusal.sentence} ({refusal.clause})")
    apply(state, action)


def _must_be_legal(state: State, text: str) -> None:
    action = read(state, text)
    refusal = why_not(state, action)
    if refusal is not None:
        raise CaseFailure(f"'{text}' should be legal; it is refused: {refusal.code} ({refusal.clause})")
    if action not in legal(state) and not is_for_any_time(state, action):
        raise CaseFailure(f"'{text}' is not refused but not listed either")


def _must_be_refused(state: State, text: str, code: str) -> None:
    action = read(state, text)
    refusal = why_not(state, action)
    if refusal is None:
        raise CaseFailure(f"'{text}' should be refused")
    if code and refusal.code != code:
        raise CaseFailure(f"'{text}' is refused as {refusal.code}, not as {code}")
    if action in legal(state):
        raise CaseFailure(f"'{text}' is refused but listed as legal")


def _must_be_unreadable(state: State, text: str) -> None:
    try:
        read(state, text)
    except TextError:
        return
    raise CaseFailure(f"'{text}' can be read")


def _must_be_all(state: State, texts: list[str]) -> None:
    wanted = {read(state, text) for text in texts}
    found = set(legal(state))
    if wanted != found:
        more = ", ".join(write(state, action) for action in sorted(found - wanted)) or "nothing"
        less = ", ".join(write(state, action) for action in sorted(wanted - found)) or "nothing"
        raise CaseFailure(f"also legal: {more}; not legal: {less}")


# -- facts --------------------------------------------------------------------------------------------------------------


def expect(state: State, words: list[str]) -> None:
    """Check one fact, as `bW at c4`, `blue vp 2`, `ap 1`, `turn yellow`, `decision combat yellow`, `over draw`."""
    edition_of(state).check_fact(state, words)
