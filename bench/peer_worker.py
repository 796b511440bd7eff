"""One contestant of the comparison in ``peers.py``: it plays and copies when asked, and answers with what it counted.

Started as ``peer_worker.py CONTESTANT --core N --seed S``. It first writes one line of JSON that says who it is, or
why it can't take part; from then on each line it reads, ``{"do": "choices" | "copies", "seconds": 1.5}``, is answered
with one line ``{"count": ..., "options": ..., "cpu": ..., "wall": ...}``; ``options`` are those that were listed to choose
from. Only the standard library and the contestant are imported.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import random
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from operator import attrgetter, methodcaller
from pathlib import Path
from typing import Any, TextIO

Json = dict[str, Any]

CHOICES_PER_LOOK = 200  # choices between two looks at the clock
PASSES_PER_LOOK = 4  # passes over the mid-game states between two looks at the clock
GAMES = 16  # games from which the mid-game states are taken
SNAPSHOT_EVERY = 5
LONGEST_GAME = 20_000


@dataclass(frozen=True)
class Contestant:
    """The five things the common loop calls, as plain callables, so that each costs no more than the call itself."""

    new: Callable[[], Any]
    legal: Callable[[Any], Sequence[Any]]
    apply: Callable[[Any, Any], object]
    over: Callable[[Any], object]
    copy: Callable[[Any], Any]
    version: str
    compiled: bool | None = None


@dataclass(frozen=True)
class Midgame:
    """States from the middle of finished random games, and what those games were like."""

    states: list[Any]
    options_per_choice: float
    choices_per_game: float


def ours() -> Contestant:
    """Our game. The one place that knows its interface."""
    state_module = import_module("dungeon_twister.rules.engine.state")
    engine = import_module("dungeon_twister.rules.engine.game")
    kind = type(engine.new_state())
    return Contestant(
        new=engine.new_state,
        legal=engine.legal,
        apply=engine.apply,
        over=attrgetter("over"),
        copy=kind.copy,
        version=_version("dungeon-twister"),
        compiled=Path(str(state_module.__file__)).suffix in {".so", ".pyd"},
    )


def python_chess() -> Contestant:
    """python-chess. Mate and stalemate show as an empty list, so that the moves are generated only once a choice."""
    chess = import_module("chess")
    return Contestant(
        new=chess.Board,
        legal=lambda board: list(board.legal_moves),
        apply=chess.Board.push,
        over=lambda board: board.halfmove_clock >= 100 or board.is_insufficient_material(),
        copy=lambda board: board.copy(stack=False),
        version=_version("chess"),
    )


def catanatron(players: int) -> Contestant:
    """Catanatron, driven past its own players and without its check that the action is legal."""
    game_module, player = import_module("catanatron.game"), import_module("catanatron.models.player")
    seats = [player.Player(colour) for colour in list(player.Color)[:players]]
    limit = game_module.TURNS_LIMIT
    return Contestant(
        new=lambda: game_module.Game(seats),
        legal=attrgetter("state.playable_actions"),
        apply=lambda game, action: game.execute(action, False),
        over=lambda game: game.winning_color() is not None or game.state.num_turns >= limit,
        copy=game_module.Game.copy,
        version=_version("catanatron"),
    )


def open_spiel() -> Contestant:
    """OpenSpiel's chess, C++ called through its Python binding."""
    game = import_module("pyspiel").load_game("chess")
    kind = type(game.new_initial_state())
    return Contestant(
        new=game.new_initial_state,
        legal=kind.legal_actions,
        apply=kind.apply_action,
        over=methodcaller("is_terminal"),
        copy=methodcaller("clone"),
        version=_version("open_spiel"),
    )


CONTESTANTS: dict[str, Callable[[], Contestant]] = {
    "ours": ours,
    "python-chess": python_chess,
    "catanatron": partial(catanatron, 2),
    "catanatron-4": partial(catanatron, 4),
    "openspiel-chess": open_spiel,
}


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "unknown"


def play(who: Contestant, game: Any, rnd: Callable[[], float], count: int) -> tuple[Any, int]:
    """Make ``count`` random choices from ``game`` on, with a new game whenever one is over. Return the game it stopped in and
    how many options were listed."""
    new, legal, apply, over = who.new, who.legal, who.apply, who.over
    listed = 0
    for _ in range(count):
        if over(game):
            game = new()
        options = legal(game)
        if not options:
            game = new()
            options = legal(game)
        width = len(options)
        listed += width
        apply(game, options[int(rnd() * width)])
    return game, listed


def midgame(who: Contestant, rnd: Callable[[], float]) -> Midgame:
    """Play whole games and keep a copy of each at a quarter, a half and three quarters of its length."""
    states: list[Any] = []
    choices = options_seen = 0
    for _ in range(GAMES):
        game, taken = who.new(), []
        for turn in range(LONGEST_GAME):
            options = () if who.over(game) else who.legal(game)
            if not options:
                break
            if turn % SNAPSHOT_EVERY == 0:
                taken.append(who.copy(game))
            choices += 1
            options_seen += len(options)
            who.apply(game, options[int(rnd() * len(options))])
        states += [taken[len(taken) * quarter // 4] for quarter in (1, 2, 3)]
    return Midgame(states, options_seen / choices, choices / GAMES)


def timed(burst: Callable[[], int], seconds: float) -> Json:
    """Run ``burst`` again and again for ``seconds``; how much it did, in how much processor and wall time."""
    gc.collect()
    count = 0
    cpu, wall = time.process_time(), time.perf_counter()
    while time.perf_counter() - wall < seconds:
        count += burst()
    return {"count": count, "cpu": time.process_time() - cpu, "wall": time.perf_counter() - wall}


class Worker:
    """A contestant with its running game and its mid-game states."""

    def __init__(self, who: Contestant, seed: int) -> None:
        random.seed(seed)  # catanatron draws its dice and maps from the shared generator
        self.who = who
        self.rnd = random.Random(seed).random
        self.midgame = midgame(who, self.rnd)
        self.game = who.new()
        self.listed = 0  # options since the last answer

    def choices(self) -> int:
        self.game, listed = play(self.who, self.game, self.rnd, CHOICES_PER_LOOK)
        self.listed += listed
        return CHOICES_PER_LOOK

    def copies(self) -> int:
        copy, states = self.who.copy, self.midgame.states
        for _ in range(PASSES_PER_LOOK):
            for state in states:
                copy(state)
        return PASSES_PER_LOOK * len(states)

    def hello(self) -> Json:
        return {
            "ok": True,
            "version": self.who.version,
            "compiled": self.who.compiled,
            "python": ".".join(map(str, sys.version_info[:3])),
            "options_per_choice": self.midgame.options_per_choice,
            "choices_per_game": self.midgame.choices_per_game,
        }


def say(out: TextIO, message: Json) -> None:
    out.write(json.dumps(message) + "\n")
    out.flush()


def start(name: str, seed: int) -> Worker | Json:
    """The worker, or a message with the reason why there is none."""
    try:
        return Worker(CONTESTANTS[name](), seed)
    except ModuleNotFoundError as error:
        return {"ok": False, "why": f"its module {error.name} is not installed in this Python"}
    except Exception as error:  # whatever stops one contestant must not stop the comparison
        return {"ok": False, "why": f"it failed to start with {type(error).__name__}: {error}"}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("contestant", choices=list(CONTESTANTS))
    parser.add_argument("--core", type=int, default=None)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    out, sys.stdout = sys.stdout, sys.stderr  # whatever a library prints must not get among the answers
    if args.core is not None and hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {args.core})
    worker = start(args.contestant, args.seed)
    if not isinstance(worker, Worker):
        say(out, worker)
        return
    say(out, worker.hello())
    for line in sys.stdin:
        request = json.loads(line)
        worker.listed = 0
        answer = timed({"choices": worker.choices, "copies": worker.copies}[request["do"]], request["seconds"])
        say(out, {**answer, "options": worker.listed})


if __name__ == "__main__":
    main()
