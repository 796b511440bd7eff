"""Finds puzzles in games of bots against themselves, and checks them by looking at every way through the turn.

`python -m training.puzzles find --seconds 500 --jobs 16 --out found.jsonl`: games of several scenarios are played, and every
start of a turn is looked at. What can be reached with two, three or four action points, and with no fewer, is a puzzle if
it has few solutions, none of which is a mere walk. To have more of them, points and hands are set in copies of a position: the
player gets as many points as make his best turn a win, or the next player as many as make his one a threat. A file that is
there is gone on with: games that it calls done are not played again.

`python -m training.puzzles merge found.jsonl more.jsonl`: adds what is new to the puzzles that come with the game.

`python -m training.puzzles drop 87 135`: takes puzzles out of them.

`python -m training.puzzles table`: writes themes and grades of these into docs/data/puzzles.md.
"""

from __future__ import annotations

import argparse
import gc
import json
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from functools import partial
from multiprocessing import Event, Process, Queue
from pathlib import Path
from queue import Empty
from typing import Any

from training.puzzle_store import DONE, drop, merge, write_table

from dungeon_twister.ai.analysis.exit_distance import UNREACHABLE, exit_distances
from dungeon_twister.ai.bots.registry import make_bot
from dungeon_twister.ai.search.adapters import adapter_for
from dungeon_twister.ai.search.game_adapter import GameAdapter
from dungeon_twister.game.record.position import has_position, read_position, write_position
from dungeon_twister.game.record.recorded_game import RecordedGame
from dungeon_twister.game.views import observe
from dungeon_twister.learning.puzzles.defence import Defence, DefenceLimitError
from dungeon_twister.learning.puzzles.own_puzzle import family_of, with_points
from dungeon_twister.learning.puzzles.puzzle import BASE, CARD, FAMILIES, GOALS, LEAVE, SEVERAL, SURVIVE, TREASURE, WIN, Puzzle
from dungeon_twister.learning.puzzles.puzzle_codec import puzzle_line, read_puzzle
from dungeon_twister.learning.puzzles.puzzle_goal import PuzzleGoal
from dungeon_twister.learning.puzzles.solutions import (
    MOST_ENDS,
    MOST_IDEAS,
    Idea,
    grade_of,
    idea_of,
    ideas,
    is_dull,
    line_of,
    survivals,
    themes_of,
)
from dungeon_twister.learning.puzzles.turn_enumeration import TurnEnumeration
from dungeon_twister.rules.engine.board.state import BoardState
from dungeon_twister.rules.engine.decisions import ACT
from dungeon_twister.rules.engine.state import State

BOT = "fitter"
SCENARIOS = {  # family: scenarios that take turns
    BASE: ["base"],
    SEVERAL: ["three-players", "four-players", "hoard", "teams", "pyramid", "wrong-door", "elevator"],
    CARD: ["standard", "advanced"],
}
TURNS = (BASE, CARD, BASE, SEVERAL, CARD, SEVERAL)  # which family comes when
MOST = 500_000  # positions of one search through everything
THREAT_POINTS = (2,)  # action points of the next player where one has to survive: more of them can hardly be looked through
LEAST = 400  # positions that a search through everything makes: where there are fewer, there is little to think about
GLANCE = 600  # positions of the search for a threat
SEARCHES = 50  # of the next player's wins, by the goal search, for all turns of one position
OWN_MOST = 25_000  # positions of a turn of the player who has to survive
OWN_POINTS = 2  # and of one's own
PER_GAME = {WIN: 2, TREASURE: 2, LEAVE: 2, SURVIVE: 2}
GLIMPSED, GLIMPSED_ENDS = 60, 10  # width of the beam that says whether a turn is worth a search through everything
NEAR = 6  # action points to the exit, as a chart measures them: where everybody is farther nothing is looked for
BIGGEST = 4  # action points of a puzzle at most
GAINS = (1, 2, 3)  # victory points of a turn that may become a win
WAIT = 25  # seconds for the processes to come to an end
Coming = Callable[[set[str]], Iterator[tuple[str, str]]]  # the games that are to be played, without those that are done


class Finder:
    """Looks for puzzles at the starts of turns of one game."""

    def __init__(self, name: str, goals: Collection[str] = GOALS) -> None:
        self.name = name
        self.left = {goal: PER_GAME[goal] if goal in goals else 0 for goal in GOALS}
        self.ideas: set[Idea] = set()  # of the puzzles so far: a game in which nobody moves on has one idea in many turns
        self.made = 0

    def look(self, state: State) -> Iterator[Puzzle]:
        """The puzzles of one start of a turn."""
        adapter = adapter_for(state.setting)
        begun = adapter.turn_starts(state)[0].state
        if begun.over or begun.decision() != ACT or not has_position(begun):
            return
        if self.left[SURVIVE]:
            yield from self._to_survive(adapter, begun)
        if any(self.left[kind] for kind in (WIN, TREASURE, LEAVE)):
            yield from self._to_reach(adapter, begun)

    # -- to win, to leave ------------------------------------------------------------------------------------------------

    def _to_reach(self, adapter: GameAdapter, begun: State) -> Iterator[Puzzle]:
        points = BIGGEST if isinstance(begun, BoardState) else begun.ap
        root = with_points(begun, points)
        if min(exit_distances(adapter, root, root.active).values(), default=UNREACHABLE) > NEAR:
            return
        open_goals = self._goals(begun)
        costs = glimpsed(adapter, root, [self._goal(adapter, root, kind, token) for kind, token in open_goals])
        open_goals = [one for which, one in enumerate(open_goals) if costs.get(which, 0) > 1]
        for points in range(1, max(costs.values(), default=0) + 1):
            if not open_goals:
                return
            root = with_points(begun, points)
            goals = [self._goal(adapter, root, kind, token) for kind, token in open_goals]
            ways = TurnEnumeration(adapter, root, goals, MOST)
            self.made += ways.made
            if not ways.complete:
                return
            for which in sorted(ways.reached):
                kind, token = open_goals[which]
                ends = ways.reached[which].ends
                if points > 1 and len(ends) <= MOST_ENDS and self.left.get(kind if isinstance(kind, str) else WIN, 0):
                    paths = [ways.path(end) for end in ends.values()]
                    yield from self._puzzle(adapter, root, kind, token, paths, ways.made)
            open_goals = [one for which, one in enumerate(open_goals) if which not in ways.reached]

    def _goals(self, begun: State) -> list[tuple[str | int, int]]:
        """What is looked for: kinds with tokens; a number stands for points that may become a win."""
        me, setting = begun.active, begun.setting
        found: list[tuple[str | int, int]] = [(WIN, -1), (TREASURE, -1), *[(gain, -1) for gain in GAINS]]
        for token in setting.characters_of[me]:
            if begun.loc[token] >= 0 and setting.exit_vp[token]:
                found.append((LEAVE, token))
        return found

    def _goal(self, adapter: GameAdapter, root: State, kind: str | int, token: int) -> PuzzleGoal:
        return PuzzleGoal(WIN, root, adapter, gain=kind) if isinstance(kind, int) else PuzzleGoal(kind, root, adapter, token)

    def _puzzle(
        self, adapter: GameAdapter, root: State, kind: str | int, token: int, paths: list[tuple[int, ...]], made: int
    ) -> Iterator[Puzzle]:
        """The puzzle of a goal, unless it is a dull one."""
        themes = [themes_of(path) for path in paths]
        if any(is_dull(one) for one in themes):
            return
        if isinstance(kind, int):
            tilted = self._tilted(root, kind)
            if tilted is None:
                return
            root, kind = tilted, WIN
        if kind == LEAVE and not all("turn" in one for one in themes):
            return
        goal = PuzzleGoal(kind, root, adapter, token)
        again = TurnEnumeration(adapter, root, [goal], MOST, turns=kind != LEAVE)
        if kind == LEAVE:
            if again.reached or not again.complete:
                return  # it can be done without turning a room
        else:
            if 0 not in again.reached or not again.complete:
                return
            paths, made = [again.path(end) for end in again.reached[0].ends.values()], again.made
        if ideas(paths) > MOST_IDEAS or made < LEAST or self.ideas & {idea_of(path) for path in paths}:
            return
        self.ideas |= {idea_of(path) for path in paths}
        self.left[kind] -= 1
        yield self._made(root, kind, token, ideas(paths), made, min(paths, key=_plain), grade_of(adapter, root, goal))

    def _tilted(self, root: State, gain: int) -> State | None:
        """The same position with so many points that the gain wins."""
        setting = root.setting
        if setting.target - gain <= root.vp[root.active] or getattr(setting, "has_teams", False):
            return None
        after = root.copy()
        after.set_vp(root.active, setting.target - gain)
        return read_position(write_position(after))

    # -- to survive ------------------------------------------------------------------------------------------------------

    def _to_survive(self, adapter: GameAdapter, begun: State) -> Iterator[Puzzle]:
        root = self._threatened(adapter, begun)
        if root is None:
            return
        for points in range(1, min(OWN_POINTS, begun.ap) + 1):
            turn = with_points(root, points)
            if TurnEnumeration(adapter, turn, [PuzzleGoal(WIN, turn, adapter)], OWN_MOST, first=True).reached:
                return  # to win is the better way
            defence = Defence(adapter, searches=SEARCHES)
            try:
                found = survivals(adapter, turn, defence, OWN_MOST)
            except DefenceLimitError:
                return
            if found is None:
                return
            self.made += found.made
            if found.paths:
                kinds = {idea_of(path) for path in found.paths}
                if len(kinds) <= MOST_IDEAS and found.grade > 1 and not self.ideas & kinds:
                    self.ideas |= kinds
                    self.left[SURVIVE] -= 1
                    yield self._made(
                        turn, SURVIVE, -1, ideas(found.paths), found.made, min(found.paths, key=_plain), found.grade
                    )
                return

    def _threatened(self, adapter: GameAdapter, begun: State) -> State | None:
        """A position in which the next player would win if nothing were done: as it is, or with more points for him; with no
        more action points than can be looked through."""
        them = next_player(adapter, begun)
        if them < 0 or adapter.are_allies(them, begun.active):
            return None
        for points in THREAT_POINTS if isinstance(begun, BoardState) else (0,):
            for gain in (0, *GAINS[:2]):
                root = begun.copy()
                if isinstance(root, BoardState):
                    root.set_action_hand(them, 1 << points)
                if gain:
                    if root.setting.target - gain <= root.vp[them]:
                        continue
                    root.set_vp(them, root.setting.target - gain)
                root = read_position(write_position(root))
                if Defence(adapter, quick=GLANCE).quick(adapter.after_pass(root)) is not None:
                    return root
        return None

    def _made(self, root: State, kind: str, token: int, count: int, made: int, path: tuple[int, ...], grade: int) -> Puzzle:
        setting = root.setting
        return Puzzle(
            number=0,
            goal=kind,
            token=setting.names[token] if token >= 0 else "",
            family=family_of(root),
            scenario=setting.scenario.name,
            player=setting.colours[root.active],
            points=root.ap,
            grade=grade,
            themes=themes_of(path),
            solutions=count,
            positions=made,
            solution=tuple(line_of(root, path, kind in (WIN, SURVIVE))),
            source=f"{self.name} turn {root.turn}",
            position=write_position(root),
        )


def glimpsed(adapter: GameAdapter, root: State, goals: list[PuzzleGoal]) -> dict[int, int]:
    """For how many points a wide beam comes to each goal; what it does not come to is left out."""
    me, points = root.active, root.ap
    layer, known, costs = [root], {root.hash64()}, dict[int, int]()
    while layer:
        found: list[tuple[float, int, State]] = []
        for state in layer:
            for action in adapter.turn_actions(state, GLIMPSED_ENDS):
                after = action.state
                goes_on = adapter.may_act(after, me)
                cost = points - after.ap if goes_on else points - state.ap + 1
                if after.over or after.vp != root.vp:  # leaving scores
                    for which, goal in enumerate(goals):
                        if goal.reached(after):
                            costs[which] = min(costs.get(which, cost), cost)
                key = after.hash64()
                if goes_on and key not in known:
                    known.add(key)
                    found.append((-adapter.value(after, me), len(found), after))
        found.sort()
        layer = [state for _, _, state in found[:GLIMPSED]]
    return costs


def _plain(path: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
    """Of several solutions the shortest is shown."""
    return len(path), path


def next_player(adapter: GameAdapter, state: State) -> int:
    """Whose turn comes after this one; -1 if the game would be over."""
    passed = adapter.after_pass(state)
    return -1 if passed.over else passed.active


def game_puzzles(name: str, scenario: str, stopped: Callable[[], bool], goals: Collection[str] = GOALS) -> Iterator[Puzzle]:
    """The puzzles of one game of a bot against itself."""
    game = RecordedGame.new(scenario, seed=name)
    adapter = adapter_for(game.state.setting)
    bots = [make_bot(BOT, f"{name}/{player}") for player in range(game.state.setting.players)]
    finder = Finder(name, goals)
    turn = 0
    while not game.over and not stopped() and any(finder.left.values()):
        state = game.state
        me = state.decider()
        if state.turn != turn and state.active == me and (adapter.at_turn_start(state) or state.decision() == ACT):
            turn = state.turn
            yield from finder.look(state)
        game.play(bots[me].choose(observe(state, me)))


# -- several processes -------------------------------------------------------------------------------------------------------


def tasks(seed: str, done: set[str], families: list[str], scenarios: Collection[str] = ()) -> Iterator[tuple[str, str]]:
    """The games to play, one after the other: their names and scenarios. With `scenarios` only these."""
    chosen = {
        family: [one for one in SCENARIOS[family] if not scenarios or one in scenarios] if family in families else []
        for family in FAMILIES
    }
    if not any(chosen.values()):
        raise ValueError(f"none of these is played: {', '.join(scenarios)}")
    counts: Counter[str] = Counter()
    number = 0
    while True:
        family = TURNS[number % len(TURNS)]
        number += 1
        if not chosen[family]:
            continue
        scenario = chosen[family][counts[family] % len(chosen[family])]
        name = f"{seed}/{scenario}/{counts[family]}"
        counts[family] += 1
        if name not in done:
            yield name, scenario


def work(wanted: Any, found: Any, stop: Any, goals: Collection[str]) -> None:
    """Play games in one process and report the puzzles found."""
    gc.disable()  # nothing here goes in circles, and looking for some takes a third of the time
    while not stop.is_set():
        try:
            name, scenario = wanted.get(timeout=1)
        except Empty:
            continue
        start = time.process_time()
        try:
            for puzzle in game_puzzles(name, scenario, stop.is_set, goals):
                found.put(("puzzle", puzzle_line(puzzle)))
        except Exception as error:  # one game is no reason to lose the others
            found.put(("error", f"{name}: {error!r}"))
            continue
        if not stop.is_set():
            found.put(("done", json.dumps({"done": name, "seconds": round(time.process_time() - start, 1)})))


def find(coming: Coming, goals: Collection[str], seconds: float, jobs: int, out: Path) -> None:
    """Play and look until the time is over; every puzzle is written down as soon as it is found."""
    lines = out.read_text(encoding="utf-8").splitlines() if out.exists() else []
    done = {json.loads(line)["done"] for line in lines if line.startswith(DONE)}
    known = {read_puzzle(line).key() for line in lines if not line.startswith(DONE)}
    wanted: Any = Queue(maxsize=jobs)
    found: Any = Queue()
    stop = Event()
    workers = [Process(target=work, args=(wanted, found, stop, goals), daemon=True) for _ in range(jobs)]
    for worker in workers:
        worker.start()
    start, reported = time.monotonic(), 0.0
    counts: Counter[str] = Counter()
    games = coming(done)
    with out.open("a", encoding="utf-8") as file:
        while (spent := time.monotonic() - start) < seconds + WAIT:
            if spent >= seconds:
                stop.set()
                if not any(worker.is_alive() for worker in workers) and found.empty():
                    break
            elif not wanted.full():
                wanted.put(next(games))
                continue
            if spent - reported >= 10:
                reported = spent
                print(f"{spent:.0f} s: {sum(counts.values())} puzzles, {dict(sorted(counts.items()))}", flush=True)
            try:
                kind, line = found.get(timeout=1)
            except Empty:
                continue
            if kind == "error":
                print(line, flush=True)
                continue
            if kind == "puzzle":
                puzzle = read_puzzle(line)
                if puzzle.key() in known:
                    continue
                known.add(puzzle.key())
                counts[f"{puzzle.family} {puzzle.goal}"] += 1
            file.write(line + "\n")
            file.flush()
    for worker in workers:
        worker.terminate()
    print(
        f"{sum(counts.values())} puzzles in {time.monotonic() - start:.0f} s, {jobs} processes: {dict(sorted(counts.items()))}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    finding = commands.add_parser("find")
    finding.add_argument("--seed", default="puzzles")
    finding.add_argument("--families", nargs="+", default=list(FAMILIES), choices=FAMILIES)
    finding.add_argument("--scenarios", nargs="+", default=[], help="only games of these; all that are played unless given")
    finding.add_argument("--goals", nargs="+", default=list(GOALS), choices=GOALS)
    finding.add_argument("--seconds", type=float, default=60.0)
    finding.add_argument("--jobs", type=int, default=2)
    finding.add_argument("--out", type=Path, required=True)
    merging = commands.add_parser("merge")
    merging.add_argument("files", nargs="+", type=Path)
    dropping = commands.add_parser("drop")
    dropping.add_argument("numbers", nargs="+", type=int)
    commands.add_parser("table")
    wishes = parser.parse_args()
    if wishes.command == "find":
        coming = partial(tasks, wishes.seed, families=wishes.families, scenarios=wishes.scenarios)
        find(coming, wishes.goals, wishes.seconds, wishes.jobs, wishes.out)
    elif wishes.command == "merge":
        merge(wishes.files)
    elif wishes.command == "drop":
        drop(wishes.numbers)
    else:
        write_table()


if __name__ == "__main__":
    main()
