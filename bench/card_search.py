"""Turn actions of the Card Game (`ai/search/card/turn_actions.py`): how quickly they are made, and that they are the engine's.

python bench/card_search.py                        turn actions a second, over positions of random games
python bench/card_search.py --differential 100000  so many turn actions held against the engine, choice by choice
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

from tests.card.play import OPTIONS, random_game
from tests.naive_card.crowds import crowded_position
from tests.random_play import play_on
from tests.search.card_actions import check_actions, check_all, check_risks, is_for_whole_actions, most_items

from dungeon_twister.ai.search.card.turn_actions import MoveOrdering, risks, turn_actions
from dungeon_twister.game.record.position import read_position
from dungeon_twister.rules.engine import state as kernel
from dungeon_twister.rules.engine.card.state import CardState

OFTEN = 0.05  # of the positions of a game in which whole actions can be chosen
MOST = 20_000  # moments of a journey that the engine is asked to look through
MOST_ITEMS = 3  # in one place of a crowded position
ENDS = (0, 6, 12)


def positions(first: int) -> Iterator[tuple[str, CardState]]:
    """Positions of random games, and crowded ones, without end."""
    number = first
    while True:
        rng = Random(number)
        game = random_game(number)
        for _ in play_on(game, rng):
            if is_for_whole_actions(game) and rng.random() < OFTEN:
                yield f"game {number}", game
        for crowd in range(number * 10, number * 10 + 10):
            state = read_position(crowded_position(Random(crowd)))
            assert isinstance(state, CardState)
            if is_for_whole_actions(state) and most_items(state) <= MOST_ITEMS:
                yield f"crowd {crowd}", state
        number += 1


def compare(wanted: int, first: int) -> None:
    """Hold turn actions against the engine, and say how far it is."""
    checked, start, reported = 0, time.time(), 0.0
    for looked_at, (name, state) in enumerate(positions(first), 1):
        try:
            checked += check_all(state, MOST)
            check_risks(state)
            check_actions(state, ENDS[1])
        except AssertionError:
            print(f"not as the engine: {name}, {state.to_bytes().hex()}")
            raise
        if time.time() - reported > 20 or checked >= wanted:
            reported = time.time()
            print(f"{checked:,} turn actions of {looked_at:,} positions, {reported - start:.0f} s, {name}", flush=True)
        if checked >= wanted:
            return


def measure(wanted: int, first: int) -> None:
    """How long turn actions take, for so many positions of each kind of game."""
    build = "interpreted" if Path(kernel.__file__).suffix == ".py" else "compiled"
    print(f"{build}; microseconds a position and a action, {wanted} positions\n")
    print("| ends | turn actions a position | us a position | us a action | us for risks |\n|---|---|---|---|---|")
    sample = []
    for name, state in positions(first):
        if name.startswith("game") and OPTIONS[int(name.split()[1]) % len(OPTIONS)][0] in ("standard", "advanced"):
            sample.append(state.copy())
        if len(sample) == wanted:
            break
    ordering = MoveOrdering()
    for ends in ENDS:
        count = 0
        start = time.process_time()
        for state in sample:
            count += len(turn_actions(state, ends, ordering))
        took = (time.process_time() - start) * 1e6
        start = time.process_time()
        for state in sample:
            risks(state)
        risked = (time.process_time() - start) * 1e6
        print(f"| {ends} | {count / wanted:.1f} | {took / wanted:.0f} | {took / count:.2f} | {risked / wanted:.1f} |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--differential", type=int, default=0, metavar="N", help="hold so many turn actions against the engine")
    parser.add_argument("--positions", type=int, default=400)
    parser.add_argument("--first", type=int, default=0, help="number of the first game")
    arguments = parser.parse_args()
    if arguments.differential:
        compare(arguments.differential, arguments.first)
    else:
        measure(arguments.positions, arguments.first)


if __name__ == "__main__":
    main()
