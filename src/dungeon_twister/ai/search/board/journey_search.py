"""All ends of a journey: a Move, Jump or Wall-walk of one character, with everything taken, put down and swapped on the way.

The search is breadth first over squares and *worlds*. A world is the maze with one load of the traveller and one arrangement
of the other tokens; handling leads from one world to another. The engine says what is allowed (`refuse_entry`, `refuse_stop`,
`handling_choices`, `open_steps`). Every end found is legal, so each choice on the way to it is legal as well (MOVE-3).

A square and a world are enough to identify a node, for two reasons:

- More steps left are never worse, and breadth first the first arrival has most steps left.
- On one square the load determines what lies there. Loads held there before are closed (CARRY-19), but they lead only to
  nodes that the search has visited with as many steps left.

The second reason fails on the start square while the journey goes on from there: it may have started before the search, and
no journey may stop before its first step. So a return to the start counts as new.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from dungeon_twister.ai.search.turn_actions import TurnAction
from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.actions import SECOND_SHIFT
from dungeon_twister.rules.engine.board.carry import handling_choices, makes_heap
from dungeon_twister.rules.engine.board.ending import watch_target
from dungeon_twister.rules.engine.board.leaving import leave
from dungeon_twister.rules.engine.board.movement import is_exit, refuse_entry, refuse_stop
from dungeon_twister.rules.engine.board.resigning import settle
from dungeon_twister.rules.engine.board.state import LYING, MOVING, THING, BoardState
from dungeon_twister.rules.engine.board.travel import arrive, handle, handling_can_end, open_steps
from dungeon_twister.rules.engine.refusals import LEGAL
from dungeon_twister.rules.engine.rules import rules_of
from dungeon_twister.rules.engine.state import LOC_WEIGHTS
from dungeon_twister.rules.geometry.hashing import MASK
from dungeon_twister.rules.geometry.rooms import PIT
from dungeon_twister.rules.geometry.rows import zeros

if TYPE_CHECKING:
    from dungeon_twister.rules.geometry.vectors import i64

TO_HANDLE: Final = LYING | THING
NEARER: Final = 8  # bonus in half steps for an object taken along or given to a friend, for the order of ends


class World:
    """The maze without the traveller, for one load and one arrangement of the other tokens.

    `at`, `seen`, `steps` and `moved` of its state are set anew for every query. The traveller and its load stay on the start
    square in it, so that equal worlds have equal hashes.
    """

    __slots__ = ("arrived", "bonus", "leaves", "load", "met", "state")

    def __init__(self, state: BoardState, squares: int, bonus: int) -> None:
        self.state = state
        self.load = state.load
        self.met = zeros(squares)  # 1: visited
        self.bonus = bonus
        self.leaves = False  # an exit was found; any other leads to the same state
        self.arrived: BoardState | None = None  # the end of the action, except for the traveller and its load


class JourneySearch:
    """Finds all ends of the journey under way in a state. It keeps and changes the state, so pass a copy."""

    __slots__ = (
        "begin",
        "broken_off",
        "choices",
        "closed",
        "every_drop",
        "exits",
        "inside",
        "known",
        "parents",
        "resumed",
        "squares",
        "start",
        "stops",
        "tails",
        "token",
        "waiting",
        "worlds",
    )

    def __init__(self, base: BoardState, begin: int, every_drop: bool) -> None:
        """`begin` is the first choice of the paths, or -1 for a journey under way.

        Without `every_drop` the load is put down only on the start square, near friends and on pits, never in a heap
        (CARRY-18a).
        """
        self.begin = begin
        self.every_drop = every_drop
        self.token = base.mover
        self.start = base.at
        self.resumed = base.moved
        self.worlds = [World(base, base.board_setting.plan.squares, 0)]
        self.known: dict[int, int] = {_key(base): 0}  # numbers of worlds
        # of each node: the square, the number of the world, the parent node, the choice that led here
        self.squares = [base.at]
        self.inside = [0]
        self.parents = [-1]
        self.choices = [-1]
        self.closed: dict[int, int] = {0: base.seen}  # `seen` of nodes where something was handled (CARRY-19)
        self.waiting: list[int] = []  # nodes where something may be handled
        # results: nodes where the journey may stop and whether that takes a choice; nodes and choices that leave the maze,
        # or end the game
        self.stops: list[int] = []
        self.tails: list[bool] = []
        self.exits: list[tuple[int, int]] = []
        self.broken_off: list[tuple[int, int]] = []
        self._explore()

    # -- searching -------------------------------------------------------------------------------------------------------

    def _explore(self) -> None:
        base = self.worlds[0].state
        left, mode, moved = base.steps, base.mode, self.resumed
        if moved and refuse_stop(base, self.token, base.load, self.start) == LEGAL:
            self._may_stop(0, left)
        if base.load >= 0 or base.taken[self.start] & TO_HANDLE:
            self.waiting.append(0)
            self._handle_waiting(left, moved, True)
            for world in self.worlds:
                world.met[self.start] = 0
        first = 0
        while left:
            left -= 1
            until = len(self.squares)
            if mode == MOVING:
                self._walk(first, until, left)
            else:
                self._leap(first, until)
            first = until
            if self.waiting:
                self._handle_waiting(left, True, False)

    def _walk(self, first: int, until: int, left: int) -> None:
        """Take one step from a layer of nodes. Most squares are empty ground and need no closer check."""
        squares, inside, parents, choices = self.squares, self.inside, self.parents, self.choices
        stops, tails = self.stops, self.tails
        maze = self.worlds[0].state.maze
        terrain, open_to = maze.terrain, maze.open_to
        for node in range(first, until):
            at = squares[node]
            number = inside[node]
            world = self.worlds[number]
            met, load, taken, tidy = world.met, world.load, world.state.taken, not world.state.surplus
            for square in open_to[at] or maze.ways_from(at):
                if square < 0 or met[square]:
                    continue
                if tidy and taken[square] == 0 and terrain[square] < PIT:
                    met[square] = 1
                    new = len(squares)
                    squares.append(square)
                    inside.append(number)
                    parents.append(node)
                    choices.append(actions.STEP | square << SECOND_SHIFT)
                    stops.append(new)
                    tails.append(left > 0 or load >= 0)  # a load could be put down there, so it is asked
                    if load >= 0 and left and self.every_drop:
                        self.waiting.append(new)
                elif refuse_entry(world.state, self.token, load, at, square) == LEGAL:
                    self._enter(world, node, square, left)

    def _leap(self, first: int, until: int) -> None:
        """Take the one step of a jump or a walk through a wall."""
        for node in range(first, until):
            world = self.worlds[self.inside[node]]
            state = world.state
            state.at = self.squares[node]
            state.steps = 1
            for square in open_steps(state):
                if not world.met[square]:
                    self._enter(world, node, square, 0)

    def _enter(self, world: World, node: int, square: int, left: int) -> None:
        """Step onto a square that may hold something, or leave the maze by an exit (EXIT-2)."""
        world.met[square] = 1
        choice = actions.STEP | square << SECOND_SHIFT
        if is_exit(world.state, self.token, square):
            if not world.leaves and not world.state.surplus:
                world.leaves = True
                self.exits.append((node, choice))
            return
        new = self._add(square, self.inside[node], node, choice)
        if refuse_stop(world.state, self.token, world.load, square) == LEGAL:
            self._may_stop(new, left)
        if world.load >= 0 or world.state.taken[square] & TO_HANDLE:
            self.waiting.append(new)

    def _add(self, square: int, number: int, node: int, choice: int) -> int:
        self.squares.append(square)
        self.inside.append(number)
        self.parents.append(node)
        self.choices.append(choice)
        return len(self.squares) - 1

    def _may_stop(self, node: int, left: int) -> None:
        """Note a stop. With no step left and nothing to handle, the journey ends without a choice."""
        self.stops.append(node)
        self.tails.append(left > 0 or self._is_asked(node))

    def _is_asked(self, node: int) -> bool:
        world = self.worlds[self.inside[node]]
        state = world.state
        if world.load < 0 and not state.taken[self.squares[node]] & TO_HANDLE:
            return False
        self._set_node(state, node, 0, True)
        for choice in handling_choices(state):  # noqa: SIM110 - compiled, a plain loop is quicker
            if handling_can_end(state, choice):
                return True
        return False

    def _set_node(self, state: BoardState, node: int, left: int, moved: bool) -> None:
        """Put the traveller of a world on the square of a node."""
        state.at = self.squares[node]
        state.seen = self.closed[node] if node in self.closed else 1 << (state.load + 1)
        state.steps = left
        state.moved = moved

    def _handle_waiting(self, left: int, moved: bool, start: bool) -> None:
        """Take, put down and swap at the nodes of this layer, and at the new nodes."""
        waiting = self.waiting
        done = 0
        while done < len(waiting):
            self._handle(waiting[done], left, moved, start)
            done += 1
        self.waiting = []

    def _handle(self, node: int, left: int, moved: bool, start: bool) -> None:
        world = self.worlds[self.inside[node]]
        state = world.state
        square = self.squares[node]
        self._set_node(state, node, left, moved)
        for choice in handling_choices(state):
            if choice == actions.DROP and not (self.every_drop or start or self._is_good_drop(state, square)):
                continue
            if makes_heap(state, choice) and not (self.every_drop and left):
                continue
            after = state.copy()
            handle(after, choice)
            watch_target(after)  # a fall from a pit scores at once (PIT-13, END-3)
            if after.over:
                if not state.surplus or handling_can_end(state, choice):
                    self.broken_off.append((node, choice))
                continue
            number = self._number_of(after, state, square)
            other = self.worlds[number]
            if not other.met[square]:
                other.met[square] = 1
                new = self._add(square, number, node, choice)
                self.closed[new] = after.seen
                if moved and refuse_stop(other.state, self.token, other.load, square) == LEGAL:
                    self._may_stop(new, left)
                self.waiting.append(new)

    def _is_good_drop(self, s: BoardState, square: int) -> bool:
        """Return whether putting the load down there is useful: for a friend, or as a way over a pit."""
        return s.stand[square] >= 0 or s.maze.terrain[square] == PIT

    def _number_of(self, after: BoardState, before: BoardState, square: int) -> int:
        """Return the number of the world after handling."""
        load = after.load
        if load >= 0 and after.loc[load] != self.start:
            after.set_loc(load, self.start)
        key = _key(after)
        if key in self.known:
            return self.known[key]
        number = len(self.worlds)
        self.known[key] = number
        brings = load >= 0 and load != self.worlds[0].load
        gives = load < 0 and before.stand[square] >= 0 and before.load == self.worlds[0].load
        self.worlds.append(World(after, len(self.worlds[0].met), NEARER if brings or gives else 0))
        return number

    # -- results ---------------------------------------------------------------------------------------------------------

    def distinct(self) -> list[int]:
        """Return the indices in `stops` that lead to different states.

        A load put down on the square where the traveller stops is still carried (CARRY-4).
        """
        if len(self.worlds) == 1 and not self.resumed:
            return list(range(len(self.stops)))
        found: list[int] = []
        sums: set[int] = set()
        for index, node in enumerate(self.stops):
            world = self.worlds[self.inside[node]]
            shift: i64 = self.squares[node] - self.start
            weight: i64 = LOC_WEIGHTS[self.token]
            total: i64 = world.state.incremental_hash + weight * shift
            if world.load >= 0:
                weight = LOC_WEIGHTS[world.load]
                total += weight * shift
            total &= MASK
            if total not in sums:
                sums.add(total)
                found.append(index)
        return found

    def stopped(self, index: int) -> TurnAction:
        """Return the journey with the stop of that index.

        The effects of the end of an action do not depend on squares, so they are computed once for a world; then the
        traveller is put down (`travel.stop`).
        """
        node = self.stops[index]
        world = self.worlds[self.inside[node]]
        square, load = self.squares[node], world.load
        if world.arrived is None:
            world.arrived = _arrived(world.state)
        after = world.arrived.copy()
        after.put(self.token, square)
        if load >= 0:
            after.put(load, square)
        return TurnAction(self._path(node, actions.STOP if self.tails[index] else -1), after)

    def left(self, node: int, choice: int) -> TurnAction:
        """Return the journey that leaves the maze with a step from a node."""
        after = self.worlds[self.inside[node]].state.copy()
        leave(after)
        arrive(after)
        if after.resigned and not after.over:
            settle(after)
        return TurnAction(self._path(node, choice), after)

    def ended(self, node: int, choice: int, s: BoardState) -> TurnAction:
        """Return the journey in which a choice on the way ends the game; its path starts in the state `s`."""
        path = self._path(node, choice)
        after = s.copy()
        for choice in path:
            rules_of(after.board_setting).apply(after, choice)
        return TurnAction(path, after)

    def _path(self, node: int, last: int) -> tuple[int, ...]:
        """Return the choices that lead to a node, and a last one unless it is -1."""
        way: list[int] = [last] if last >= 0 else []
        while node > 0:
            way.append(self.choices[node])
            node = self.parents[node]
        if self.begin >= 0:
            way.append(self.begin)
        way.reverse()
        return tuple(way)


def _key(s: BoardState) -> int:
    """Return a key that identifies a world within one journey."""
    total: int = s.incremental_hash & MASK
    return total << 8 | (s.load + 1)


def _arrived(s: BoardState) -> BoardState:
    after = s.copy()
    arrive(after)
    if after.resigned and not after.over:
        settle(after)
    return after
