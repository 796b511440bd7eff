"""Facts of rule cases (docs/cases.md) that both games have, and how a fact is checked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from dungeon_twister.game.record.shared_names import read_token
from dungeon_twister.rules.engine.all_editions import DECISIONS
from dungeon_twister.rules.engine.shared.ending import end_reason
from dungeon_twister.rules.engine.state import State
from dungeon_twister.rules.geometry.text import TextError

S = TypeVar("S", bound=State)


class CaseFailure(Exception):  # noqa: N818 - a case that fails is a finding about the rules, not an error of the program
    """A fact of a case that does not hold."""


def check_fact(
    state: S,
    words: list[str],
    general: Mapping[str, Callable[[S, list[str]], list[str]]],
    token_facts: Callable[[S, int], Iterable[list[str]]],
    player_facts: Callable[[S, int], dict[str, str]],
) -> None:
    """Check one fact with the facts of a game: about a player, about the game in general, or about a token."""
    subject, rest = words[0] if words else "", words[1:]
    if subject in state.setting.colours:
        _check_player(subject, rest, player_facts(state, state.setting.colours.index(subject)))
    elif subject in general:
        found = general[subject](state, rest)
        if not rest or rest != found[: len(rest)]:
            raise CaseFailure(f"{subject} is {' '.join(found)}, not {' '.join(rest)}")
    else:
        known = list(token_facts(state, read_token(state.setting, subject)))
        if rest not in known:
            facts = "; ".join(" ".join(fact) for fact in known)
            raise CaseFailure(f"{subject} is not '{' '.join(rest)}' but: {facts}")


def _check_player(colour: str, words: list[str], facts: dict[str, str]) -> None:
    if len(words) != 2 or words[0] not in facts:
        raise TextError(f"of a player one expects one of {', '.join(facts)}")
    if facts[words[0]] != words[1]:
        raise CaseFailure(f"{colour} {words[0]} is {facts[words[0]]}, not {words[1]}")


# -- facts of both games ----------------------------------------------------------------------------------------------------


def ap(state: State, _: list[str]) -> list[str]:
    return [str(state.ap)]


def turn(state: State, _: list[str]) -> list[str]:
    return [state.setting.colours[state.active]]


def decision(state: State, _: list[str]) -> list[str]:
    if state.over:
        return ["none"]
    who = state.decider()
    return [DECISIONS[state.decision()], state.setting.colours[who] if who >= 0 else "chance"]


def over(state: State, _: list[str]) -> list[str]:
    if not state.over:
        return ["no"]
    winners = [colour for p, colour in enumerate(state.setting.colours) if state.winners >> p & 1]
    return ["draw"] if len(winners) > 1 else winners or ["nobody"]


def ended(state: State, _: list[str]) -> list[str]:
    """Return why the game is over."""
    return [end_reason(state) or "no"]


def named(state: State, bits: int, words: list[str]) -> list[str]:
    """Return the names of tokens given as bits, in the order of the case if it names the same ones."""
    found = [state.setting.names[token] for token in range(state.setting.tokens) if bits >> token & 1]
    return words if sorted(found) == sorted(words) else found


def fighters(state: State, words: list[str]) -> list[str]:
    return named(state, state.fighters, words)
