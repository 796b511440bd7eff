"""Makes the recorded games: `python -m tests.games.make newest`. Both bots, all options and scenarios.

The records are kept as they were made: a later version of the engine must replay them to the same hash. `board`, `card` and
`scenarios` are of the first format, `newest` of the second, with a scenario that does not come with the game.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from dungeon_twister.ai.arena.matches import GameResult, run_match
from dungeon_twister.game.record.files import dump
from dungeon_twister.rules.engine.game import new_setting

BOARD_KINDS: list[tuple[str, dict[str, str]]] = [
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
CARD_KINDS: list[tuple[str, dict[str, str]]] = [
    ("tutorial-1", {}),
    ("tutorial-2", {"memory": "strict"}),
    ("tutorial-3", {"secretObjects": "yes"}),
    ("standard", {"selection": "mutual"}),
    ("standard", {"selection": "frontal", "secretObjects": "yes"}),
    ("standard", {"selection": "draft", "handicap": "blue/good/newbie"}),
    ("standard", {"timer": "on", "memory": "strict", "secretObjects": "yes"}),
    ("advanced", {"selection": "mutual", "handicap": "yellow/experienced/beginner"}),
    ("advanced", {"selection": "frontal"}),
    ("advanced", {"selection": "draft", "memory": "strict"}),
]
SCENARIO_KINDS: list[tuple[str, dict[str, str]]] = [
    ("three-players", {}),
    ("four-players", {"endRule": "immediate", "memory": "strict"}),
    ("hoard", {}),
    ("pyramid", {}),
    ("pyramid-3", {"apexRoom": "6D"}),
    ("race", {}),
    ("elevator", {"tieBreak": "firstToTarget"}),
    ("elevator", {"elevatorSeats": "straight"}),
    ("wrong-door", {}),
    ("wrong-door-3", {}),
    ("alliances", {"allyCorners": "off"}),
    ("alliances", {}),
    ("teams", {"silentAllies": "on"}),
]
NEWEST_KINDS: list[tuple[str | Path, dict[str, str]]] = [
    ("simplified", {"pairs": "players"}),
    ("standard", {"selection": "draft", "secretObjects": "yes"}),
    ("teams", {"teamTurns": "alternating"}),
    (Path(__file__).parent / "newest" / "gallery.toml", {}),
    ("base", {"endTurn": "asked"}),
    ("advanced", {"endTurn": "asked"}),
]
KINDS: dict[str, Sequence[tuple[str | Path, dict[str, str]]]] = {
    "newest": NEWEST_KINDS,
    "board": BOARD_KINDS,
    "card": CARD_KINDS,
    "scenarios": SCENARIO_KINDS,
}
PAIRINGS = {
    "board": [("random", "random", 5), ("greedy", "random", 4), ("greedy", "greedy", 4)],
    "card": [("random", "random", 5), ("greedy", "random", 4), ("greedy", "greedy", 4)],
    "scenarios": [("random", "random", 2), ("greedy", "random", 2), ("greedy", "greedy", 1)],
    "newest": [("random", "random", 1), ("greedy", "random", 1)],
}


def main(game: str, only: list[int]) -> None:
    """Record the games of every kind, or only those of some kinds."""
    folder = Path(__file__).parent / game
    for number, (scenario, options) in enumerate(KINDS[game]):
        if only and number not in only:
            continue
        seats = new_setting(scenario, options).players
        for first, second, games in PAIRINGS[game]:
            head = f"{Path(scenario).stem}-{number}-{first}-{second}"

            def keep(result: GameResult, head: str = head) -> None:
                assert not result.fault, result.fault
                path = folder / f"{head}-{result.number}.dt"
                path.write_text(dump(result.record), encoding="utf-8")
                print(path.name, result.vp, flush=True)

            run_match((first, *[second] * (seats - 1)), games, f"recorded {head}", scenario, options, keep)


if __name__ == "__main__":
    main(sys.argv[1], [int(number) for number in sys.argv[2:]])
