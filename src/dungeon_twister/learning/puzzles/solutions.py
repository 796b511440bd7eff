"""All solutions of a position with their cost, lines, themes and grade."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from typing import Final

from dungeon_twister.ai.search.game_adapter import GameAdapter
from dungeon_twister.game.record.notation import write
from dungeon_twister.learning.action_kinds import JOURNEYS
from dungeon_twister.learning.puzzles.defence import Defence, DefenceLimitError
from dungeon_twister.learning.puzzles.puzzle_goal import PuzzleGoal, lost
from dungeon_twister.learning.puzzles.turn_enumeration import MOST, TurnEnumeration
from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.actions import PASS, kind_of
from dungeon_twister.rules.engine.board import actions as board_actions
from dungeon_twister.rules.engine.card import actions as card_actions
from dungeon_twister.rules.engine.decisions import ACT
from dungeon_twister.rules.engine.game import apply, legal
from dungeon_twister.rules.engine.state import State

MOST_IDEAS: Final = 3  # limit of different solutions of a puzzle
MOST_ENDS: Final = 24  # limit of their final positions
MOST_SAFE: Final = 30  # limit of turns that survive
SAFE_PART: Final = 8  # at most one in so many of all turns survives
WIDTHS: Final = ((1, 4), (4, 6), (12, 8), (40, 14))  # width of the beam and ends of journeys that find grades 1 to 4
RANKS: Final = (2, 8, 30, 120)  # grades 1 to 4: the rank by evaluation of the first surviving turn

THEME_OF: Final = {
    actions.ROTATE: "turn",
    actions.JUMP: "jump",
    actions.WALK_WALL: "walls",
    card_actions.BREAK_WALLS: "walls",
    actions.BREAK: "gates",
    actions.TOGGLE: "gates",
    actions.FIRE: "fire",
    board_actions.DRINK: "potion",
    actions.HEAL: "heal",
    actions.REGENERATE: "heal",
    card_actions.INVERT: "magic",
    card_actions.LIFT: "magic",
    board_actions.RAISE: "apex",
    board_actions.LEAVE: "apex",
    board_actions.SLIDE: "elevator",
    actions.TAKE: "objects",
    actions.DROP: "objects",
    actions.SWAP: "objects",
    card_actions.GIVE: "objects",
    card_actions.STEAL: "objects",
    card_actions.ROB: "objects",
}
WITHOUT_TOKEN: Final = (actions.STEP, actions.TAKE, actions.DROP, actions.SWAP, actions.STOP, actions.PASS)


Idea = tuple[tuple[int, int, int], ...]
End = tuple[State, int, tuple[int, ...]]  # a position after the turn, the number of the one before, the choices from there


@dataclass(frozen=True)
class SurvivingTurns:
    """The turns that survive: the choices of each, the number of positions made, and their grade."""

    paths: list[tuple[int, ...]]
    made: int
    grade: int = 0


def idea_of(path: tuple[int, ...]) -> Idea:
    """Return what distinguishes a solution: who walks, who takes what, who does what to what.

    The ends of walks and the order do not count.
    """
    found: set[tuple[int, int, int]] = set()
    for choice in path:
        kind = kind_of(choice)
        if kind in JOURNEYS or kind in (actions.TAKE, actions.SWAP):
            found.add((kind, actions.first_of(choice), 0))
        elif kind not in WITHOUT_TOKEN:
            found.add((kind, actions.first_of(choice), actions.second_of(choice)))
    return tuple(sorted(found))


def ideas(paths: list[tuple[int, ...]]) -> int:
    """Return the number of different solutions."""
    return len({idea_of(path) for path in paths})


def themes_of(path: tuple[int, ...]) -> tuple[str, ...]:
    """Return the themes of a solution: the kinds of actions in it except moves."""
    found: set[str] = set()
    actors: set[int] = set()
    for choice in path:
        kind = kind_of(choice)
        if kind in THEME_OF:
            found.add(THEME_OF[kind])
        if kind not in WITHOUT_TOKEN and kind not in (card_actions.GIVE, card_actions.ROB):
            actors.add(actions.first_of(choice))
    if len(actors) > 1:
        found.add("together")
    return tuple(sorted(found))


def is_dull(themes: tuple[str, ...]) -> bool:
    """Return whether a solution is too plain for a puzzle: characters only leave, or only take an object with them."""
    return themes in ((), ("objects",), ("together",))


def line_of(root: State, path: tuple[int, ...], ends_turn: bool) -> list[str]:
    """Return a path in notation, one line for each choice.

    A superfluous choice (the stop of a journey that has ended by itself) is left out. With `ends_turn`, a pass is added if the
    turn goes on.
    """
    state, lines = root.copy(), list[str]()
    me = state.active
    for choice in path:
        if choice in legal(state):
            lines.append(write(state, choice))
            apply(state, choice)
    if ends_turn and not state.over and state.active == me and state.decision() == ACT:
        lines.append(write(state, PASS))
    return lines


def grade_of(adapter: GameAdapter, root: State, goal: PuzzleGoal, until: float = math.inf) -> int:
    """Return the grade, 1 to 5, by the narrowest beam that reaches the goal. After `until` no wider beam is tried."""
    for grade, (width, ends) in enumerate(WIDTHS, start=1):
        if time.monotonic() > until or _beam_finds(adapter, root, goal, width, ends):
            return grade
    return len(WIDTHS) + 1


def _beam_finds(adapter: GameAdapter, root: State, goal: PuzzleGoal, width: int, ends: int) -> bool:
    layer, known = [root], {root.hash64()}
    while layer:
        found: list[tuple[float, int, State]] = []
        for state in layer:
            for action in adapter.turn_actions(state, ends):
                after = action.state
                if goal.reached(after):
                    return True
                key = after.hash64()
                if key not in known and adapter.may_act(after, goal.me):
                    known.add(key)
                    found.append((-adapter.value(after, goal.me), len(found), after))
        found.sort()
        layer = [state for _, _, state in found[:width]]
    return False


# -- surviving ---------------------------------------------------------------------------------------------------------------


def survivals(adapter: GameAdapter, root: State, defence: Defence, most: int = MOST) -> SurvivingTurns | None:
    """Return the turns after which the next player cannot win, or None if they are too many. Raise DefenceLimitError if there
    are too many positions to examine."""
    ways = TurnEnumeration(adapter, root, [], most, ends=True, until=defence.until)
    if not ways.complete:
        raise DefenceLimitError
    ends: list[End] = list(ways.ended)
    ends += [(adapter.after_pass(state), number, ()) for number, state in enumerate(ways.states)]
    me = root.active
    standing: list[End] = []
    for end in ends:
        if not lost(adapter, end[0], me) and defence.quick(end[0]) is None:
            standing.append(end)
            if len(standing) > min(MOST_SAFE, len(ends) // SAFE_PART):
                return None
    standing = [end for end in standing if defence.refutation(end[0]) is None]
    paths = [ways.path(end[1:]) for end in standing]
    return SurvivingTurns(paths, ways.made + defence.made, _rank(adapter, ends, standing, me) if standing else 0)


def _rank(adapter: GameAdapter, ends: list[End], standing: list[End], me: int) -> int:
    """Return the grade, 1 to 5, by the number of turns with a better evaluation than the best surviving one."""
    best = max(adapter.value(end[0], me) for end in standing)
    better = sum(adapter.value(end[0], me) > best for end in ends)
    return 1 + sum(better >= rank for rank in RANKS)
