"""Positions in which the player to act can win in this turn, found by exhaustive search.

`python -m bench.wins find --games 100 --out tests/search/wins.jsonl`: a bot plays itself; in every turn of a player who lacks
two points or fewer, the highest action card of at most three points is played, and all whole actions from there are tried,
nearest to the target first, until a win is found or nothing is left. What is not finished within 40,000 positions is left out.
A file that is there is gone on with.

`python -m bench.wins check FILE --bot archmage`: how many of these turns a level wins, and how many its goal search alone.
"""

from __future__ import annotations

import argparse
import gc
import json
import time
from heapq import heappop, heappush
from pathlib import Path
from random import Random

from dungeon_twister.ai.bots.levels import LEVELS, Level
from dungeon_twister.ai.bots.registry import make_bot
from dungeon_twister.ai.bots.searcher import new_search
from dungeon_twister.ai.search.adapters import adapter_for
from dungeon_twister.ai.search.board.turn_actions import turn_actions
from dungeon_twister.ai.search.goals import win_this_turn
from dungeon_twister.ai.win_rates import wilson
from dungeon_twister.game.record.position import read_position, write_position
from dungeon_twister.game.record.recorded_game import RecordedGame
from dungeon_twister.game.views import observe
from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.board.decisions import CHOOSE_CARD
from dungeon_twister.rules.engine.board.state import BoardState, board_of
from dungeon_twister.rules.engine.game import apply, legal
from dungeon_twister.rules.engine.state import State

LACKING = 2
POINTS = 3  # with five action points there are millions of ways through a turn
BOT = "gearwright"
MOST = 40_000


def exhaustive(root: BoardState, most: int = MOST) -> bool | None:
    """Can the player to act win in this turn? None: there are too many lines to search."""
    me = root.active
    adapter = adapter_for(root.setting)
    seen = {root.hash64()}
    waiting = [(0.0, 0)]
    states = [root]
    while waiting:
        for action in turn_actions(states[heappop(waiting)[1]], 0, None):
            after = board_of(action.state)
            if not after.over and after.vp[me] >= after.setting.target:
                apply(after, actions.PASS)  # the turn is played to its end (END-4)
            if after.over:
                if after.winners == 1 << me:
                    return True
                continue
            if after.active != me or after.ap == 0 or (key := after.hash64()) in seen:
                continue
            seen.add(key)
            if len(seen) > most:
                return None
            heappush(waiting, (adapter.goal_distance(after, me), len(states)))
            states.append(after)
    return False


def positions(seed: str) -> list[BoardState]:
    """The starts of turns of one game of a bot against itself whose player is near his target."""
    game = RecordedGame.new("base", seed=seed)
    bots = [make_bot(BOT, f"{seed}/{player}") for player in range(2)]
    found: list[BoardState] = []
    while not game.over:
        state = board_of(game.state)
        me = state.decider()
        if state.decision() == CHOOSE_CARD and state.setting.target - state.vp[me] <= LACKING:
            cards = [choice for choice in legal(state) if actions.first_of(choice) <= POINTS]
            if cards:
                after = state.copy()
                apply(after, max(cards, key=actions.first_of))
                found.append(after)
        game.play(bots[me].choose(observe(state, me)))
    return found


def find(games: int, out: Path, seed: str) -> None:
    """Write down the turns that can be won, a line a position."""
    lines = out.read_text(encoding="utf-8").splitlines() if out.exists() else []
    done = {json.loads(line)["game"] for line in lines}
    with out.open("a", encoding="utf-8") as file:
        for number in range(games):
            name = f"{seed}/{number}"
            if name in done:
                continue
            wins = 0
            tried = positions(name)
            for state in tried:
                if exhaustive(state):
                    wins += 1
                    file.write(json.dumps({"game": name, "points": state.ap, "position": write_position(state)}) + "\n")
            file.flush()
            print(f"{name}: {wins} wins in {len(tried)} positions", flush=True)


def check(path: Path, name: str) -> None:
    """How many of the turns a level wins, and how many its goal search alone finds."""
    level = next(level for level in LEVELS if level.name == name)
    by_goal = won = 0
    missed: list[str] = []
    start = time.process_time()
    lines = path.read_text(encoding="utf-8").splitlines()
    for line in lines:
        row = json.loads(line)
        state = read_position(row["position"])
        me = state.active
        by_goal += bool(win_this_turn(adapter_for(state.setting), state, me, level.profile.goal))
        if wins_turn(state, me, level):
            won += 1
        else:
            missed.append(row["game"])
    spent = (time.process_time() - start) / max(1, len(lines))
    low, high = wilson(won, len(lines))
    print(f"{name} wins {won} of {len(lines)} turns that can be won ({low:.1%} to {high:.1%}), {spent:.2f} s each")
    print(f"its goal search alone finds {by_goal} within {level.profile.goal} positions")
    print("missed in:", ", ".join(missed) or "none")


def wins_turn(root: State, me: int, level: Level) -> bool:
    """Does a level that plays this turn to its end win? What it plans is carried out as far as it goes."""
    state = root.copy()
    rng = Random("wins")
    while not state.over and state.active == me:
        for choice in new_search(state.setting, level.profile, {}, rng).think(state):
            if choice not in legal(state) or state.decider() != me:
                return False  # a combat or a draw came in between, and nobody can rely on those
            apply(state, choice)
    return state.over and state.winners == 1 << me


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    finding = commands.add_parser("find")
    finding.add_argument("--games", type=int, default=100)
    finding.add_argument("--out", type=Path, required=True)
    finding.add_argument("--seed", default="wins")
    checking = commands.add_parser("check")
    checking.add_argument("file", type=Path)
    checking.add_argument("--bot", default=LEVELS[-1].name, choices=[level.name for level in LEVELS])
    wishes = parser.parse_args()
    gc.disable()  # nothing here goes in circles, and looking for some takes half of the time
    if wishes.command == "find":
        find(wishes.games, wishes.out, wishes.seed)
    else:
        check(wishes.file, wishes.bot)


if __name__ == "__main__":
    main()
