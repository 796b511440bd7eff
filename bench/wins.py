"""Positions in which whoever acts can win before his turn is over, found by looking at every way through the turn there is.

`python -m bench.wins find --games 100 --out tests/search/wins.jsonl`: a bot plays itself; in every turn of a player who lacks
two points or fewer, the highest action card of at most three points is played, and all whole actions from there are tried, one
after the other, until a win is found or nothing is left. What is not finished within 40,000 positions is left out. A file
that is there is gone on with.

`python -m bench.wins check FILE --nodes 3000`: how many of these wins the goal search finds within so many positions.
"""

from __future__ import annotations

import argparse
import gc
import json
import time
from pathlib import Path

from dungeon_twister.bots.registry import make_bot
from dungeon_twister.engine import actions
from dungeon_twister.engine.board.decisions import CHOOSE_CARD
from dungeon_twister.engine.board.setting import board_setting_of
from dungeon_twister.engine.board.state import BoardState, board_of
from dungeon_twister.engine.game import apply, legal
from dungeon_twister.observe import observe
from dungeon_twister.record.game import Game
from dungeon_twister.record.position import read_position, write_position
from dungeon_twister.search.board.craft import BoardCraft
from dungeon_twister.search.board.deeds import deeds
from dungeon_twister.search.goals import win_this_turn

LACKING = 2
POINTS = 3  # with five action points there are millions of ways through a turn
BOT = "gearwright"
MOST = 40_000


def exhaustive(root: BoardState, most: int = MOST) -> bool | None:
    """Can whoever acts win in this turn? None: there are too many ways to tell."""
    me = root.active
    seen = {root.hash64()}
    waiting = [root]
    while waiting:
        for deed in deeds(waiting.pop(), 0, None):
            after = board_of(deed.state)
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
            waiting.append(after)
    return False


def positions(seed: str) -> list[BoardState]:
    """The beginnings of turns of one game of a bot against itself whose player is near his target."""
    game = Game.new("base", seed=seed)
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


def check(path: Path, nodes: int) -> None:
    """How many of the wins the goal search finds, and in what time."""
    crafts: dict[str, BoardCraft] = {}
    found = all_of_them = 0
    missed: list[str] = []
    start = time.process_time()
    for line in path.read_text(encoding="utf-8").splitlines():
        told = json.loads(line)
        state = read_position(told["position"])
        craft = crafts.setdefault("base", BoardCraft(board_setting_of(state.setting)))
        all_of_them += 1
        if win_this_turn(craft, state, state.active, nodes):
            found += 1
        else:
            missed.append(told["game"])
    spent = 1000 * (time.process_time() - start) / max(1, all_of_them)
    print(f"{found} of {all_of_them} wins found within {nodes} positions each, {spent:.1f} ms a position")
    print("missed in:", ", ".join(missed) or "none")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    finding = commands.add_parser("find")
    finding.add_argument("--games", type=int, default=100)
    finding.add_argument("--out", type=Path, required=True)
    finding.add_argument("--seed", default="wins")
    checking = commands.add_parser("check")
    checking.add_argument("file", type=Path)
    checking.add_argument("--nodes", type=int, default=3000)
    wishes = parser.parse_args()
    gc.disable()  # nothing here goes in circles, and looking for some takes half of the time
    if wishes.command == "find":
        find(wishes.games, wishes.out, wishes.seed)
    else:
        check(wishes.file, wishes.nodes)


if __name__ == "__main__":
    main()
