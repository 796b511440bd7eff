"""What is measured in a browser's Python and in CPython alike: random play, and the turns of bots (`bench/site.py`).

It prints one line of JSON. Times are processor seconds, measured by `clock`.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from random import Random

from dungeon_twister.ai.bots.levels import LEVELS
from dungeon_twister.ai.bots.registry import make_bot
from dungeon_twister.game.record.recorded_game import RecordedGame
from dungeon_twister.game.session import GameSession, SessionSeat, give_up
from dungeon_twister.rules.engine.game import apply, legal, new_setting, start

SECONDS = 4.0  # of random play for each game
TURNS = 4  # of a game between two bots of a level
BOTS = ("greedy", *(level.name for level in LEVELS))


def choices_a_second(scenario: str, clock: Callable[[], float]) -> float:
    """Whole games at random."""
    rng, made, begun = Random(1), 0, clock()
    while clock() - begun < SECONDS:
        state = start(new_setting(scenario, {}))
        while not state.over and made % 200 != 199:
            apply(state, rng.choice(legal(state)))
            made += 1
        made += made % 200 == 199
    return made / (clock() - begun)


def turn(level: str, clock: Callable[[], float]) -> tuple[float, float]:
    """The mean and the longest turn of a level, of the first ones of a game."""
    game = RecordedGame(new_setting("base", {}), "turns")
    seated = GameSession(game, [SessionSeat.of_bot(make_bot(level, colour)) for colour in game.state.setting.colours], [])
    seated.draws()
    spent: dict[int, float] = {}
    while not seated.over and seated.state.turn <= TURNS:
        number, begun = seated.state.turn, clock()
        action = seated.ask(seated.state.decider(), give_up)
        spent[number] = spent.get(number, 0.0) + clock() - begun
        seated.decide(action)
    turns = [seconds for number, seconds in spent.items() if number]
    return sum(turns) / len(turns), max(turns)


def measured(clock: Callable[[], float] = time.process_time) -> str:
    """All of it."""
    speed = {scenario: round(choices_a_second(scenario, clock)) for scenario in ("base", "standard")}
    turns = {level: [round(seconds, 2) for seconds in turn(level, clock)] for level in BOTS}
    return json.dumps({"choices": speed, "turns": turns})


if __name__ == "__main__":
    print(measured())
