"""Rule cases: small text files that cite clauses, draw a position, play and say what must be true (docs/cases.md)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from dungeon_twister.engine.board.state import BoardState
from dungeon_twister.engine.decisions import DECISIONS
from dungeon_twister.engine.game import apply, legal, new_state, why_not
from dungeon_twister.engine.options import OptionError
from dungeon_twister.engine.setting import ACTION_CARDS
from dungeon_twister.engine.shared.duel import cards_in
from dungeon_twister.engine.state import BLOCKED, HURT, NOWHERE, POTION_SHIFT, UNDER, WOUNDED
from dungeon_twister.geometry.maze import GATE_NAMES
from dungeon_twister.geometry.text import TextError
from dungeon_twister.record.notation import COMPASS, read, read_square, read_token, square_name, write
from dungeon_twister.record.position import read_position

ORDERS = (">", "legal", "illegal", "refused", "only", "choices", "expect", "unreadable")


@dataclass
class Case:
    """One case: what it cites, where it starts, and its runs, each from the same start."""

    title: str
    clauses: list[str]
    source: str
    line: int
    start: BoardState
    runs: list[list[tuple[int, str]]] = field(default_factory=list)


class CaseFailure(Exception):  # noqa: N818 - a case that fails is a finding about the rules, not an error of the program
    """What a case says is not so."""


# -- reading ------------------------------------------------------------------------------------------------------------


def parse_cases(text: str, source: str = "cases") -> list[Case]:
    """All cases of a file. Every mistake is a TextError that names the line."""
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


def _parse_start(lines: list[str], source: str, first: int, before: Case | None) -> BoardState:
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
    """What is not so in a case, one sentence each with its line; an empty list means it holds."""
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


def _obey(state: BoardState, line: str) -> None:
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


def _listed(state: BoardState) -> str:
    return " | ".join(write(state, action) for action in legal(state))


def _play(state: BoardState, text: str) -> None:
    action = read(state, text)
    refusal = why_not(state, action)
    if refusal is not None:
        raise CaseFailure(f"'{text}' is refused: {refusal.code}, {refusal.sentence} ({refusal.clause})")
    apply(state, action)


def _must_be_legal(state: BoardState, text: str) -> None:
    action = read(state, text)
    refusal = why_not(state, action)
    if refusal is not None:
        raise CaseFailure(f"'{text}' should be legal; it is refused: {refusal.code} ({refusal.clause})")
    if action not in legal(state) and action & 31 < 28:
        raise CaseFailure(f"'{text}' is not refused but not listed either")


def _must_be_refused(state: BoardState, text: str, code: str) -> None:
    action = read(state, text)
    refusal = why_not(state, action)
    if refusal is None:
        raise CaseFailure(f"'{text}' should be refused")
    if code and refusal.code != code:
        raise CaseFailure(f"'{text}' is refused as {refusal.code}, not as {code}")
    if action in legal(state):
        raise CaseFailure(f"'{text}' is refused but listed as legal")


def _must_be_unreadable(state: BoardState, text: str) -> None:
    try:
        read(state, text)
    except TextError:
        return
    raise CaseFailure(f"'{text}' can be read")


def _must_be_all(state: BoardState, texts: list[str]) -> None:
    wanted = {read(state, text) for text in texts}
    found = set(legal(state))
    if wanted != found:
        more = ", ".join(write(state, action) for action in sorted(found - wanted)) or "nothing"
        less = ", ".join(write(state, action) for action in sorted(wanted - found)) or "nothing"
        raise CaseFailure(f"also legal: {more}; not legal: {less}")


# -- facts --------------------------------------------------------------------------------------------------------------


def expect(state: BoardState, words: list[str]) -> None:
    """Check one fact, as `bW at c4`, `blue vp 2`, `ap 1`, `turn yellow`, `decision combat yellow`, `over draw`."""
    subject, rest = words[0] if words else "", words[1:]
    if subject in state.setting.colours:
        _expect_player(state, state.setting.colours.index(subject), rest)
    elif subject in _GENERAL:
        found = _GENERAL[subject](state, rest)
        if not rest or rest != found[: len(rest)]:
            raise CaseFailure(f"{subject} is {' '.join(found)}, not {' '.join(rest)}")
    else:
        token = read_token(state.setting, subject)
        if rest not in list(_facts_of(state, token)):
            facts = "; ".join(" ".join(fact) for fact in _facts_of(state, token))
            raise CaseFailure(f"{subject} is not '{' '.join(rest)}' but: {facts}")


def _facts_of(state: BoardState, token: int) -> Iterator[list[str]]:
    """Everything that can be said of a token."""
    place, status = state.loc[token], state.status[token]
    if place in NOWHERE:
        yield [NOWHERE[place]]
        return
    if place >= UNDER:
        yield ["under", f"R{place - UNDER + 1}"]
        return
    yield ["at", square_name(state, place)]
    if not state.setting.is_character[token]:
        return
    yield ["wounded" if status & WOUNDED else "unwounded"]
    yield ["blocked" if status & BLOCKED else "unblocked"]
    yield ["hurt" if status & HURT else "unhurt"]
    yield ["potion", str(status >> POTION_SHIFT)]
    load = [state.load] if token == state.mover else [state.item[place], state.down[place]]
    names = [state.setting.name(one) for one in load if one >= 0 and one != token]
    yield ["carries", *(names or ["nothing"])]


def _expect_player(state: BoardState, player: int, words: list[str]) -> None:
    facts = {
        "vp": str(state.vp[player]),
        "jumps": str(state.jumps[player]),
        "idle": str(state.idle[player]),
        "last": str(state.last_card[player]),
        "combat": "".join(str(card) for card in cards_in(state.combat_hand[player])),
        "used": "".join(str(card) for card in cards_in(state.used[player])) or "-",
        "actions": "".join(str(card) for card in ACTION_CARDS if state.action_hand[player] >> card & 1) or "-",
    }
    if len(words) != 2 or words[0] not in facts:
        raise TextError(f"of a player one expects one of {', '.join(facts)}")
    if facts[words[0]] != words[1]:
        raise CaseFailure(f"{state.setting.colours[player]} {words[0]} is {facts[words[0]]}, not {words[1]}")


def _decision(state: BoardState, _: list[str]) -> list[str]:
    if state.over:
        return ["none"]
    who = state.decider()
    return [DECISIONS[state.decision()], state.setting.colours[who] if who >= 0 else "chance"]


def _over(state: BoardState, _: list[str]) -> list[str]:
    if not state.over:
        return ["no"]
    winners = [colour for p, colour in enumerate(state.setting.colours) if state.winners >> p & 1]
    return ["draw"] if len(winners) > 1 else winners


def _gate(state: BoardState, words: list[str]) -> list[str]:
    name = words[0] if words else ""
    if name[-1:] not in tuple(COMPASS):
        raise TextError(f"{name!r} is no side of a square (as c4e)")
    side = state.maze.side_towards(read_square(state, name[:-1]), COMPASS.index(name[-1]))
    gate = state.maze.gate[side]
    return [name, GATE_NAMES[state.maze.gates[gate]] if gate >= 0 else "none"]


def _room(state: BoardState, words: list[str]) -> list[str]:
    places = [f"R{tile + 1}" for tile in range(state.setting.plan.tiles)]
    if not words or words[0] not in places:
        raise TextError(f"expected a place of a room ({places[0]} to {places[-1]})")
    room = state.maze.room_of[places.index(words[0])]
    if room < 0:
        return [words[0], "face-down"]
    return [words[0], state.setting.plan.rooms[room].name, f"r{state.maze.quarters[places.index(words[0])]}"]


def _fighters(state: BoardState, words: list[str]) -> list[str]:
    found = [state.setting.name(token) for token in range(state.setting.tokens) if state.fighters >> token & 1]
    return words if sorted(found) == sorted(words) else found


_GENERAL: dict[str, Callable[[BoardState, list[str]], list[str]]] = {
    "ap": lambda state, _: [str(state.ap)],
    "turn": lambda state, _: [state.setting.colours[state.active]],
    "steps": lambda state, _: [str(state.steps)],
    "decision": _decision,
    "over": _over,
    "gate": _gate,
    "room": _room,
    "fighters": _fighters,
}
