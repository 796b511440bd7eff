"""Smoke test of an installed package: plays a game of each kind, draws it and asks a bot. It needs nothing but the package.

python tools/smoke.py              the installed package
python tools/smoke.py --compiled   fail unless it is compiled
"""

from __future__ import annotations

import random
import sys
import time


def main(arguments: list[str]) -> int:
    began = time.perf_counter()
    import dungeon_twister

    imported = time.perf_counter() - began
    from dungeon_twister import Game, bot, compiled, svg

    choices, seconds = 0, 0.0
    for scenario in ("base", "standard"):
        game, rng = Game.new(scenario, seed="smoke"), random.Random("smoke")
        began = time.perf_counter()
        while not game.over:
            game.play(rng.choice(game.legal()))
            choices += 1
        seconds += time.perf_counter() - began
        assert svg.maze(game).startswith("<svg") and game.winners is not None
        view = Game.new(scenario, seed="smoke").observe()
        assert bot("gearwright", seed="smoke").choose(view) in view.choices
    kind = compiled.engine(compiled.running())
    print(f"dungeon-twister {dungeon_twister.__version__}, {kind}: imported in {imported * 1000:.0f} ms, ", end="")
    print(f"{choices} choices as text, {choices / seconds:,.0f} a second")
    return 1 if "--compiled" in arguments and not compiled.running() else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
