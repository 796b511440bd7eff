"""Analyses of whole games: how long they take, and whether they see what was planted.

`python -m bench.analysis plant --out FILE`: takes the last turns of the recorded games in tests/games that won for certain,
without a combat or a reveal, as drawn positions. With `--seen 400 --most 12` at most twelve of each scenario, and only those
in which so many positions show the win: that is tests/analysis/missed.jsonl, which must be quick.

`python -m bench.analysis check FILE --nodes 4000`: in each of them the player ends his turn at once; how often is it seen that
a win was there?

`python -m bench.analysis blunders --number 60 --nodes 4000`: in so many puzzles, half of them *win* and half *survive*, the
player ends his turn at once; how often is it seen that a win was there, or that this lets the next player win?

`python -m bench.analysis first ADDRESS`: seconds until the engine's first answer is on the page of a server, from the switch on
the free board, and until the next one, from a click on the first step of its plan. `first FOLDER` measures the page of the
static site (`run.py site FOLDER`) when its Python is there. Each time has a browser with a new profile: median and longest.

`python -m bench.analysis time RECORD ... --nodes 4000 --jobs 2`: how long the analysis of each game takes.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from collections import Counter
from contextlib import nullcontext
from pathlib import Path
from statistics import median

from bench.site import chromium, serving
from playwright.sync_api import BrowserContext

from dungeon_twister.ai.analysis.analysis_shapes import TurnView
from dungeon_twister.ai.analysis.game_analysis import TurnTask, analyse_game, analyse_turn
from dungeon_twister.ai.analysis.game_summary import TurnSegment, TurnSummary, summarize_game
from dungeon_twister.compiled import running as is_compiled
from dungeon_twister.game.record.files import load
from dungeon_twister.game.record.notation import to_choice, write
from dungeon_twister.game.record.position import has_position, read_position, write_position
from dungeon_twister.learning.puzzles import Puzzle, load_puzzles
from dungeon_twister.learning.puzzles.puzzle import SURVIVE, WIN
from dungeon_twister.learning.puzzles.puzzle_checks import puzzle_state
from dungeon_twister.rules.engine.actions import PASS
from dungeon_twister.rules.engine.decisions import ACT
from dungeon_twister.rules.engine.game import apply, legal
from dungeon_twister.rules.engine.state import State
from dungeon_twister.rules.geometry.text import TextError

GAMES = Path(__file__).parent.parent / "tests" / "games"
# Of recorded games after so many choices.
POSITIONS = {
    "opening": ("base-0-greedy-greedy-0", 55),
    "middle": ("base-0-greedy-greedy-0", 240),
    "end, a win is near": ("base-0-greedy-greedy-0", 419),
    "Card Game, middle": ("standard-3-greedy-greedy-0", 172),
}
LOOKED_AT = 500  # milliseconds for which a person looks at the first answer
# A click, and the seconds until an answer to it is drawn; an older one goes first.
UNTIL_ANSWER = """(clicked) => new Promise((resolve) => {
    const begun = performance.now();
    let gone = !document.querySelector("[data-testid=evaluation-bar] span");
    const look = () => {
        const there = !!document.querySelector("[data-testid=evaluation-bar] span");
        gone ||= !there;
        if (gone && there) requestAnimationFrame(() => resolve((performance.now() - begun) / 1000));
        else requestAnimationFrame(look);
    };
    clicked.click();
    look();
})"""


def planted(state: State) -> TurnSummary:
    """A turn in which nothing is done: the lowest action card, and the end of the turn."""
    segment, after = TurnSegment(0, state), state.copy()
    while not after.over and after.active == state.active and after.turn == state.turn:
        action = PASS if after.decision() == ACT else min(legal(after))
        segment.choices.append(to_choice(after, action, after.active))
        segment.text.append(write(after, action))
        apply(after, action)
        if action == PASS:
            break
    segment.passed = True
    return TurnSummary(state.turn, state.active, [segment])


def look(state: State, nodes: int, seed: str = "") -> TurnView:
    """What an analysis says of that turn."""
    return analyse_turn(TurnTask(0, planted(state), nodes, seed))


def winning_turn(path: Path) -> State | None:
    """The position before the last turn of a recorded game, if that turn won for certain."""
    summary = summarize_game(load(path.read_text(encoding="utf-8"))[0])
    if not summary.turns:
        return None
    last, final = summary.turns[-1], summary.replaying.final
    if len(last.segments) != 1 or last.segments[0].risky or final.winners != 1 << last.player:
        return None
    state = last.segments[0].state
    reached = final.vp[last.player] >= state.setting.target > state.vp[last.player]
    return state if reached and has_position(state) else None


def plant(out: Path, most: int, seen: int) -> None:
    found: list[str] = []
    known: Counter[str] = Counter()
    for path in sorted(GAMES.rglob("*.dt")):
        try:
            state = winning_turn(path)
        except TextError:
            continue
        if state is None or known[state.setting.scenario.name] >= most:
            continue
        if not seen or look(read_position(write_position(state)), seen).missed_win:
            known[state.setting.scenario.name] += 1
            found.append(json.dumps({"game": path.stem, "position": write_position(state)}))
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text("\n".join(found) + "\n", encoding="utf-8")
    print(f"{len(found)} positions: {dict(known)}")


def check(path: Path, nodes: int) -> None:
    seen = marked = 0
    start = time.process_time()
    lines = path.read_text(encoding="utf-8").splitlines()
    for line in lines:
        row = json.loads(line)
        view = look(read_position(row["position"]), nodes)
        seen += view.missed_win
        marked += view.mark == "blunder"
        if not view.missed_win:
            print(f"not seen: {row['game']}")
    spent = (time.process_time() - start) / max(1, len(lines))
    print(f"{seen} of {len(lines)} missed wins seen with {nodes} positions, {marked} called blunders, {spent:.2f} s each")


def some_puzzles(goal: str, number: int) -> list[Puzzle]:
    """So many of a goal, from all of them."""
    every = [one for one in load_puzzles() if one.goal == goal]
    return [every[at * len(every) // number] for at in range(min(number, len(every)))]


def is_seen(puzzle: Puzzle, nodes: int) -> bool:
    """Check that passing is reported as a missed win, or as letting the next player win."""
    view = look(puzzle_state(puzzle), nodes)
    if puzzle.goal == WIN:
        return view.missed_win
    fault = view.decisions[0].fault
    return view.mark == "blunder" and fault is not None and fault.kind == "lets-win"


def blunders(number: int, nodes: int) -> None:
    for goal in (WIN, SURVIVE):
        start, puzzles = time.process_time(), some_puzzles(goal, number // 2)
        missed = [one.number for one in puzzles if not is_seen(one, nodes)]
        spent = (time.process_time() - start) / max(1, len(puzzles))
        seen = len(puzzles) - len(missed)
        print(f"{goal}: {seen} of {len(puzzles)} seen with {nodes} positions, {spent:.2f} s each, not in {missed}", flush=True)


def processor_seconds() -> float:
    """What this process and those that it has waited for have taken: the same on a machine that others use as well."""
    spent = os.times()
    return spent.user + spent.system + spent.children_user + spent.children_system


def measure(paths: list[Path], nodes: int, jobs: int) -> None:
    for path in paths:
        record, _ = load(path.read_text(encoding="utf-8"))
        start, before = time.perf_counter(), processor_seconds()
        found = analyse_game(record, nodes=nodes, jobs=jobs)
        seconds, spent = time.perf_counter() - start, processor_seconds() - before
        decisions = sum(len(turn.decisions) for turn in found.turns)
        built = "compiled" if is_compiled() else "interpreted"
        line = f"{path.name}: {len(found.turns)} turns, {decisions} decisions"
        print(f"{line}, {seconds:.1f} s, {spent:.1f} s of processors ({jobs} processes, {built})", flush=True)


def until_answers(context: BrowserContext, address: str, position: str) -> tuple[float, float]:
    """Seconds of the page until the first answer and the second one."""
    page = context.new_page()
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"{address}board")
    page.get_by_test_id("board-text").fill(position)
    page.get_by_test_id("board-paste").click()
    switch = page.get_by_test_id("engine").get_by_role("switch")
    switch.wait_for()
    page.wait_for_load_state("networkidle")
    first = switch.evaluate(UNTIL_ANSWER)
    page.wait_for_timeout(LOOKED_AT)
    second = page.get_by_test_id("engine-step").first.evaluate(UNTIL_ANSWER)
    return first, second


def first_answers(where: str, times: int) -> None:
    """Print a row of a table for each position."""
    folder = Path(where)
    with serving(folder) if folder.is_dir() else nullcontext(f"{where.rstrip('/')}/") as address:
        for name, (game, number) in POSITIONS.items():
            record = load(next(GAMES.rglob(f"{game}.dt")).read_text(encoding="utf-8"))[0]
            position = write_position(summarize_game(record).replaying.state_at(number))
            found: list[tuple[float, float]] = []
            for _ in range(times):
                with chromium() as context:
                    if folder.is_dir():
                        context.new_page().goto(address)
                        context.pages[-1].wait_for_selector("html[data-python=ready]")
                    found.append(until_answers(context, f"{address}#/" if folder.is_dir() else address, position))
            cells = [f"{median(seconds):.2f}, {max(seconds):.2f}" for seconds in zip(*found, strict=True)]
            print(f"| {name} | {' | '.join(cells)} |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    planting = commands.add_parser("plant")
    planting.add_argument("--out", type=Path, required=True)
    planting.add_argument("--most", type=int, default=1000)
    planting.add_argument("--seen", type=int, default=0)
    checking = commands.add_parser("check")
    checking.add_argument("file", type=Path)
    checking.add_argument("--nodes", type=int, default=4000)
    planting = commands.add_parser("blunders")
    planting.add_argument("--number", type=int, default=60)
    planting.add_argument("--nodes", type=int, default=4000)
    timing = commands.add_parser("time")
    timing.add_argument("records", type=Path, nargs="+")
    timing.add_argument("--nodes", type=int, default=4000)
    timing.add_argument("--jobs", type=int, default=2)
    answering = commands.add_parser("first")
    answering.add_argument("where")
    answering.add_argument("--times", type=int, default=5)
    wishes = parser.parse_args()
    if wishes.command == "plant":
        plant(wishes.out, wishes.most, wishes.seen)
    elif wishes.command == "check":
        check(wishes.file, wishes.nodes)
    elif wishes.command == "blunders":
        blunders(wishes.number, wishes.nodes)
    elif wishes.command == "first":
        first_answers(wishes.where, wishes.times)
    else:
        measure(wishes.records, wishes.nodes, wishes.jobs)


if __name__ == "__main__":
    main()
