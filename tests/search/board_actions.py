"""Whole actions of the board game held against the engine: every sequence of its choices up to the end of an action.

For the tests and for `bench/search.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from dungeon_twister.ai.search.board.turn_actions import turn_actions
from dungeon_twister.game.record.notation import write
from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.board.state import BoardState
from dungeon_twister.rules.engine.decisions import ACT, TRAVEL
from dungeon_twister.rules.engine.game import apply, legal
from dungeon_twister.rules.engine.state import GONE
from tests.naive.crowds import choose, crowded, mark, scatter
from tests.random_play import new_board

# as many crowds of each as it says: drawn positions with pits, Ropes, wounded and full hands
CROWDS: list[tuple[str, dict[str, str], int]] = [
    ("lab", {}, 4),
    ("lab", {"jumpShape": "straight"}, 2),
    ("lab", {"endRule": "immediate"}, 2),
    ("base", {}, 3),
    ("base", {"endRule": "immediate", "jumpShape": "straight"}, 2),
    ("simplified", {}, 1),
    ("three-players", {}, 1),
    ("four-players", {}, 1),
    ("teams", {}, 1),
    ("alliances", {}, 1),
    ("wrong-door", {}, 1),
    ("hoard", {}, 1),
]
# the same where rooms have their places: random games in which the tokens are then scattered anew
SHAKEN: list[tuple[str, dict[str, str]]] = [
    ("pyramid", {}),
    ("pyramid-3", {"endRule": "immediate"}),
    ("race", {}),
    ("elevator", {}),
]
GAMES: list[tuple[str, dict[str, str]]] = [
    ("base", {}),
    ("base", {"jumpShape": "straight", "endRule": "immediate"}),
    ("base", {"handicap": "blue/6/56", "target": "8"}),
    ("simplified", {}),
    ("lab", {}),
    ("three-players", {}),
    ("four-players", {}),
    ("teams", {}),
    ("alliances", {}),
    ("pyramid", {}),
    ("pyramid-3", {}),
    ("race", {}),
    ("elevator", {}),
    ("wrong-door", {}),
    ("wrong-door-3", {}),
    ("hoard", {}),
]
UNFORESEEN = (actions.PASS, actions.ATTACK, actions.REVEAL)


def crowd(number: int) -> BoardState:
    """The drawn position with that number."""
    rows = [(scenario, options) for scenario, options, share in CROWDS for _ in range(share)]
    scenario, options = rows[number % len(rows)]
    return crowded(scenario, options, Random(f"turn_actions {number}"))


def shaken(number: int) -> BoardState:
    """The position of a random game with that number whose tokens were scattered."""
    scenario, options = SHAKEN[number % len(SHAKEN)]
    chance = Random(f"shaken turn_actions {number}")
    state = new_board(scenario, options)
    for _ in range(chance.randrange(150, 600)):
        following = state.copy()
        apply(following, choose(legal(state), chance))
        if following.over:
            break
        state = following
    while state.decision() != ACT:
        apply(state, choose(legal(state), chance))
    for token in range(state.setting.tokens):
        if state.on_square(token):
            state.lift(token)
        state.remove(token, GONE)
    scatter(state, chance)
    mark(state, chance)
    return state


def moments(number: int, share: float) -> Iterator[BoardState]:
    """Some of the positions of the random game with that number in which somebody acts or is on the way; with several
    players one may resign."""
    scenario, options = GAMES[number % len(GAMES)]
    chance = Random(f"turn_actions of a game {number}")
    state = new_board(scenario, options)
    quits = chance.randrange(200, 1500) if state.setting.players > 2 and chance.random() < 0.5 else -1
    made = 0
    while not state.over:
        if state.decision() in (ACT, TRAVEL) and chance.random() < share:
            yield state
        if made == quits:
            apply(state, actions.pack(actions.RESIGN, chance.randrange(state.setting.players)))
        else:
            apply(state, choose(legal(state), chance))
        made += 1


def ends_by_choices(s: BoardState) -> dict[int, tuple[int, ...]]:
    """Every state in which an action that begins here, or a journey that is under way, can end, by its hash, with a path."""
    found: dict[int, tuple[int, ...]] = {}
    reached: set[int] = set()
    waiting: list[tuple[BoardState, tuple[int, ...]]] = []
    for choice in legal(s):
        if s.decision() == TRAVEL or actions.kind_of(choice) not in UNFORESEEN:
            after = s.copy()
            apply(after, choice)
            waiting.append((after, (choice,)))
    for state, path in waiting:
        if state.decision() != TRAVEL:
            found.setdefault(fingerprint(state), path)
        elif state.hash64() not in reached:
            reached.add(state.hash64())
            for choice in legal(state):
                after = state.copy()
                apply(after, choice)
                waiting.append((after, (*path, choice)))
    return found


def fingerprint(s: BoardState) -> int:
    """The hash; of a game that was over in the middle of a journey, whatever steps there were left."""
    if s.over and s.mover >= 0:
        s = s.copy()
        s.forget_journey()
    return s.hash64()


def check(s: BoardState) -> int:
    """The actions here and those of the engine lead to the same states, and nothing has changed. How many there are."""
    before = s.hash64()
    found = turn_actions(s, 0, None)
    results: set[int] = set()
    for action in found:
        assert isinstance(action.state, BoardState)
        check_path(s, action.path, action.state)
        results.add(fingerprint(action.state))
    wanted = ends_by_choices(s)
    missing = [path for mark, path in wanted.items() if mark not in results]
    assert not missing, f"no action for: {path_text(s, missing[0])}"
    assert results <= wanted.keys()
    assert s.hash64() == before
    check_squares(s)
    return len(found)


def check_path(s: BoardState, path: tuple[int, ...], result: BoardState) -> None:
    """Every choice of a path is legal when it is made, and together they lead exactly there."""
    state = s.copy()
    for number, choice in enumerate(path):
        assert choice in legal(state), f"not legal: {path_text(s, path[: number + 1])}"
        apply(state, choice)
    assert state == result, f"another state after: {path_text(s, path)}: {differing(state, result)}"
    assert result.hash64() == result.full_hash()
    check_squares(result)


def check_squares(s: BoardState) -> None:
    """What is on each square follows from where the tokens are."""
    anew = s.copy()
    anew.recount()
    assert s.taken == anew.taken
    for row, other in ((s.stand, anew.stand), (s.down, anew.down), (s.item, anew.item)):
        assert [max(token, -1) for token in row] == [max(token, -1) for token in other]


def differing(one: BoardState, other: BoardState) -> list[str]:
    return [field.name for field in one.fields() if one.numbers(field) != other.numbers(field)]


def path_text(s: BoardState, path: tuple[int, ...]) -> str:
    """A path in words; the last choice may be none."""
    state = s.copy()
    words: list[str] = []
    for choice in path:
        words.append(write(state, choice))
        apply(state, choice)
    return f"{', '.join(words)} ({s.board_setting.scenario.name})"
