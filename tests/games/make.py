"""Makes the recorded games of this folder: `python -m tests.games.make`. Both bots, every option, every scenario.

The records are kept as they were made: a later version of the engine must replay them to the same hash.
"""

from __future__ import annotations

from pathlib import Path

from dungeon_twister.arena.matches import GameResult, run_match
from dungeon_twister.record.files import dump

FOLDER = Path(__file__).parent
KINDS: list[tuple[str, dict[str, str]]] = [
    ("base", {}),
    ("base", {"endRule": "immediate", "memory": "strict"}),
    ("base", {"jumpShape": "straight", "tieBreak": "firstToTarget"}),
    ("base", {"target": "8", "stallLimit": "20"}),
    ("base", {"handicap": "blue/6/56", "target": "6"}),
    ("base", {"handicap": "yellow/experienced/beginner", "memory": "strict", "target": "7"}),
    ("base", {"timer": "on", "stallLimit": "5"}),
    ("base", {"simplified": "yes"}),
    ("simplified", {"endRule": "immediate", "jumpShape": "straight"}),
]
PAIRINGS = [("random", "random", 5), ("greedy", "random", 4), ("greedy", "greedy", 4)]


def main() -> None:
    for number, (scenario, options) in enumerate(KINDS):
        for first, second, games in PAIRINGS:
            head = f"{scenario}-{number}-{first}-{second}"

            def keep(result: GameResult, head: str = head) -> None:
                assert not result.fault, result.fault
                path = FOLDER / f"{head}-{result.number}.dt"
                path.write_text(dump(result.record), encoding="utf-8")
                print(path.name, result.vp, flush=True)

            run_match((first, second), games, f"recorded {head}", scenario, options, keep)


if __name__ == "__main__":
    main()
