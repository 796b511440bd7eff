"""Puzzles of players: a set-up position with a goal, searched exhaustively as the puzzles of the game are."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from dungeon_twister.ai.search.adapters import adapter_for, gc_paused
from dungeon_twister.ai.search.game_adapter import GameAdapter
from dungeon_twister.game.record.editing import edited
from dungeon_twister.game.record.position import read_position, write_position
from dungeon_twister.game.record.shared_names import read_token
from dungeon_twister.learning.editions import edition_of
from dungeon_twister.learning.puzzles.defence import Defence, DefenceLimitError
from dungeon_twister.learning.puzzles.puzzle import BASE, CARD, LEAVE, SEVERAL, SURVIVE, TREASURE, WIN, Puzzle
from dungeon_twister.learning.puzzles.puzzle_checks import check_puzzle
from dungeon_twister.learning.puzzles.puzzle_codec import MOST_LINES, PuzzleError, read_puzzle
from dungeon_twister.learning.puzzles.puzzle_goal import NOBODY, PuzzleGoal, lost, won
from dungeon_twister.learning.puzzles.solutions import (
    MOST_IDEAS,
    Idea,
    grade_of,
    idea_of,
    is_dull,
    line_of,
    survivals,
    themes_of,
)
from dungeon_twister.learning.puzzles.turn_enumeration import TurnEnumeration
from dungeon_twister.rules.engine import pieces
from dungeon_twister.rules.engine.decisions import ACT
from dungeon_twister.rules.engine.state import OUT, State

LONGEST_PUZZLE: Final = 30_000  # characters: a position of 24,000 in JSON, and its solution
SECONDS: Final = 15.0  # of a check
MOST: Final = 500_000  # positions of one search
SHOWN: Final = 5  # solutions

# why a position is no puzzle
OVER: Final = "over"
NO_TURN: Final = "no-turn"  # nobody has action points
NO_TOKEN: Final = "no-token"  # the character cannot leave: it is not in the maze, or not the player's
NO_TREASURE: Final = "no-treasure"
ALREADY: Final = "already"  # the player who does nothing wins
NO_THREAT: Final = "no-threat"  # the player who does nothing survives
UNSOLVABLE: Final = "unsolvable"
TOO_EASY: Final = "too-easy"  # too many turns survive
UNDECIDED: Final = "undecided"

# what the author may want to change
FEWER: Final = "fewer-points"  # fewer action points are enough: the puzzle has only these
MANY: Final = "many-solutions"
DULL: Final = "only-walks"
NO_ROTATION: Final = "no-rotation"


@dataclass(frozen=True, slots=True)
class OwnPuzzleCheck:
    """The result of a check: a problem, or a puzzle with its different solutions, the shortest first.

    - `hidden`: number of face-down rooms. A solution never reveals one, because nobody can foresee what comes up.
    - `positions`: number of positions made.
    """

    problem: str = ""
    notes: tuple[str, ...] = ()
    hidden: int = 0
    positions: int = 0
    puzzle: Puzzle | None = None
    solutions: list[tuple[str, ...]] = field(default_factory=list)


def family_of(state: State) -> str:
    """Return the family that a puzzle belongs to."""
    if state.setting.scenario.game == CARD:
        return CARD
    return BASE if state.setting.players == 2 else SEVERAL


def with_points(state: State, points: int) -> State:
    """Return the position with so many action points, as it is drawn and read again."""
    after = state.copy()
    after.ap = points
    return read_position(write_position(after))


def read_own_puzzle(text: str) -> Puzzle:
    """Read the line of a puzzle that somebody has made. Raise PuzzleError or TextError unless its solution reaches its goal."""
    if len(text) > LONGEST_PUZZLE:
        raise PuzzleError(f"a puzzle has at most {LONGEST_PUZZLE:,} characters")
    puzzle = replace(read_puzzle(text.strip()), number=0)
    faults = check_puzzle(puzzle, whole=False)
    if faults:
        raise PuzzleError(faults[0])
    return puzzle


def check_position(
    position: str,
    goal: str,
    token: str = "",
    player: str = "",
    points: int = 0,
    seconds: float = SECONDS,
    most: int = MOST,
) -> OwnPuzzleCheck:
    """Search a position for the solutions of a goal. Raise TextError if it cannot be read.

    `player` and `points` set whose turn it is. After `seconds`, or `most` positions of one search, it is undecided.
    """
    root = read_position(position)
    if (player or points) and not root.over:
        whose = player or root.setting.colours[root.active]
        root = read_position(edited(root, [f"turn {whose} ap {points or root.ap or 1}"]))
    hidden = edition_of(root).face_down_rooms(root)
    made = read_token(root.setting, token) if token and goal == LEAVE else NOBODY
    adapter = adapter_for(root.setting)
    with gc_paused():
        found = _Check(adapter, root, goal, made, time.monotonic() + seconds, most)
        return replace(found.result(), hidden=hidden)


class _Check:
    """One check. `until` is the time at which it gives up."""

    def __init__(self, adapter: GameAdapter, root: State, goal: str, token: int, until: float, most: int) -> None:
        self.adapter = adapter
        self.root = root
        self.goal = goal
        self.token = token
        self.until = until
        self.most = most
        self.made = 0

    def result(self) -> OwnPuzzleCheck:
        problem = self._obstacle()
        if problem:
            return OwnPuzzleCheck(problem)
        try:
            return self._survive() if self.goal == SURVIVE else self._reach()
        except DefenceLimitError:
            return self._none(UNDECIDED)

    def _obstacle(self) -> str:
        """Return why the goal makes no sense here."""
        root, setting = self.root, self.root.setting
        if root.over:
            return OVER
        if root.decision() != ACT or root.ap < 1:
            return NO_TURN
        if self.goal == WIN and won(self.adapter, self.adapter.after_pass(root), root.active):
            return ALREADY
        if self.goal == LEAVE and not (
            self.token in setting.characters_of[root.active] and root.loc[self.token] >= 0 and setting.exit_vp[self.token]
        ):
            return NO_TOKEN
        if self.goal == TREASURE and not any(
            setting.capabilities[one] & pieces.TREASURE and root.loc[one] != OUT for one in range(setting.tokens)
        ):
            return NO_TREASURE
        return ""

    def _none(self, problem: str) -> OwnPuzzleCheck:
        return OwnPuzzleCheck(problem, positions=self.made)

    def _reach(self) -> OwnPuzzleCheck:
        """Look for the goal with one action point, with two, and so on: a puzzle has no more than it needs."""
        for points in range(1, self.root.ap + 1):
            turn = with_points(self.root, points)
            goal = PuzzleGoal(self.goal, turn, self.adapter, self.token)
            ways = TurnEnumeration(self.adapter, turn, [goal], self.most, until=self.until)
            self.made += ways.made
            if not ways.complete:
                return self._none(UNDECIDED)
            if ways.reached:
                paths = [ways.path(end) for end in ways.reached[0].ends.values()]
                notes = [FEWER] if points < self.root.ap else []
                if (
                    self.goal == LEAVE
                    and TurnEnumeration(
                        self.adapter, turn, [goal], self.most, turns=False, first=True, until=self.until
                    ).reached
                ):
                    notes.append(NO_ROTATION)
                return self._puzzle(turn, paths, grade_of(self.adapter, turn, goal, self.until), notes, ways.made)
        return self._none(UNSOLVABLE)

    def _survive(self) -> OwnPuzzleCheck:
        root, defence = self.root, Defence(self.adapter, until=self.until)
        idle = self.adapter.after_pass(root)
        try:
            if not lost(self.adapter, idle, root.active) and defence.refutation(idle) is None:
                return self._none(NO_THREAT)
            found = survivals(self.adapter, root, defence, self.most)
        finally:
            self.made += defence.made
        if found is None:
            return self._none(TOO_EASY)
        self.made = found.made
        if not found.paths:
            return self._none(UNSOLVABLE)
        return self._puzzle(with_points(root, root.ap), found.paths, found.grade, [], found.made)

    def _puzzle(
        self, root: State, paths: Sequence[tuple[int, ...]], grade: int, notes: list[str], positions: int
    ) -> OwnPuzzleCheck:
        """Return the puzzle; the shortest path of each idea is a solution."""
        setting = root.setting
        shortest: dict[Idea, tuple[int, ...]] = {}
        for path in sorted(paths, key=lambda path: (len(path), path)):
            shortest.setdefault(idea_of(path), path)
        ends_turn = self.goal in (WIN, SURVIVE)
        solutions = [tuple(line_of(root, path, ends_turn)) for path in list(shortest.values())[:SHOWN]]
        first = next(iter(shortest.values()))
        themes = themes_of(first)
        if len(solutions[0]) > MOST_LINES:
            return self._none(UNDECIDED)
        if len(shortest) > MOST_IDEAS:
            notes = [*notes, MANY]
        if self.goal != SURVIVE and is_dull(themes):
            notes = [*notes, DULL]
        puzzle = Puzzle(
            number=0,
            goal=self.goal,
            token=setting.names[self.token] if self.token >= 0 else "",
            family=family_of(root),
            scenario=setting.scenario.name,
            player=setting.colours[root.active],
            points=root.ap,
            grade=grade,
            themes=themes,
            solutions=len(shortest),
            positions=positions,
            solution=solutions[0],
            source="",
            position=write_position(root),
        )
        return OwnPuzzleCheck("", tuple(notes), 0, self.made, puzzle, solutions)
