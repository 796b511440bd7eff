"""How long it takes to say what a position is worth: `python bench/worth.py [--rounds 5]`.

Positions are those a search meets: from some positions of recorded games all that a few choices lead to, without chance and
combat. "Later" is an evaluation when the maze is known, "first" one in a maze that is met for the first time, "search" all of
them in the order in which they come up, by a judge that knows nothing before.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from pathlib import Path

from dungeon_twister.ai.search.board.evaluation import BoardEvaluator
from dungeon_twister.ai.search.board.find_subgoals import set_subgoals
from dungeon_twister.game.record.chance import dice_of
from dungeon_twister.game.record.files import load
from dungeon_twister.game.record.recorded_game import RecordedGame
from dungeon_twister.rules.engine import state as kernel
from dungeon_twister.rules.engine.board.decisions import CHOOSE_CARD
from dungeon_twister.rules.engine.board.state import BoardState, board_of
from dungeon_twister.rules.engine.decisions import ACT, TRAVEL
from dungeon_twister.rules.engine.game import apply, legal, new_setting

GAMES = Path(__file__).parent.parent / "tests" / "games"
PLAYED = {
    "base": "board/base-0-greedy-greedy-1.dt",
    "three-players": "scenarios/three-players-0-greedy-greedy-0.dt",
    "four-players": "scenarios/four-players-1-greedy-greedy-0.dt",
}
TURNS = (12, 18, 24)


def roots(path: Path) -> list[BoardState]:
    """The positions in which the players of some turns begin to act."""
    record, seed = load(path.read_text("utf-8"), path.name)
    game = RecordedGame(new_setting(record.header.played, record.header.options), seed, dice_of(record.header.chance, seed))
    found: list[BoardState] = []
    while not game.over:
        if game.state.turn in TURNS[len(found) : len(found) + 1] and game.state.decision() == ACT:
            found.append(board_of(game.state.copy()))
        game.play(record.choices[len(game.log)])
    return found


def around(root: BoardState, number: int, chance: random.Random) -> list[BoardState]:
    """Positions after some choices at random."""
    found: list[BoardState] = []
    while len(found) < number:
        state = root.copy()
        while state.turn == root.turn and not state.over and state.decision() in (ACT, TRAVEL):
            listed = legal(state)
            apply(state, listed[chance.randrange(len(listed))])
            if state.decision() in (ACT, CHOOSE_CARD):
                found.append(state.copy())
    return found


def microseconds(evaluator: BoardEvaluator, states: list[BoardState], me: int) -> float:
    start = time.process_time()
    for state in states:
        evaluator.value(state, me)
    return (time.process_time() - start) / len(states) * 1e6


def first_looks(evaluator: BoardEvaluator, states: list[BoardState], me: int) -> float:
    """The mean of positions in mazes nobody has seen."""
    spent = 0.0
    mazes = {state.maze: state for state in states}
    for state in mazes.values():
        evaluator.forget_distance_maps()
        start = time.process_time()
        evaluator.value(state, me)
        spent += time.process_time() - start
    return spent / len(mazes) * 1e6


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--positions", type=int, default=1500)
    arguments = parser.parse_args()
    unit_kind = "interpreted" if Path(kernel.__file__).suffix == ".py" else "compiled"
    print(f"{unit_kind}, us an evaluation, the least of {arguments.rounds} rounds\n")
    print("| scenario | positions | mazes | first | later | search | look ahead |\n|---|---|---|---|---|---|---|")
    for scenario, name in PLAYED.items():
        rows: list[list[float]] = []
        number = mazes = 0
        for root in roots(GAMES / name):
            me = root.active
            states = around(root, arguments.positions, random.Random(1))
            number += len(states)
            mazes += len({state.maze for state in states})
            best = [float("inf")] * 4
            for _ in range(arguments.rounds):
                evaluator = BoardEvaluator(root.board_setting)
                evaluator.value(root, me)
                evaluator.forget_distance_maps()
                search = microseconds(evaluator, states, me)
                later = microseconds(evaluator, states, me)
                first = first_looks(evaluator, states[:200], me)
                evaluator.forget_distance_maps()
                start = time.process_time()
                set_subgoals(evaluator, root, me)
                ahead = (time.process_time() - start) * 1e6
                best = [min(pair) for pair in zip(best, (first, later, search, ahead), strict=True)]
            rows.append(best)
        first, later, search, ahead = (statistics.mean(column) for column in zip(*rows, strict=True))
        print(f"| {scenario} | {number} | {mazes} | {first:.0f} | {later:.1f} | {search:.1f} | {ahead:.0f} |")


if __name__ == "__main__":
    main()
