"""Chooses the games of the gallery from games of the strongest bots.

`python -m training.gallery play --seconds 3000 --jobs 1 --out games.jsonl`: games of several scenarios are played and analysed
with few nodes; each is one line with its record and measures. The same command goes on where it stopped. Game N of a scenario
depends on the seed only.

`python -m training.gallery rank games.jsonl`: the best games of each place of the gallery.

`python -m training.gallery choose games.jsonl`: analyses the chosen games with all nodes and writes content/gallery and
docs/data/gallery.md. Analyses that are there are kept.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import asdict, dataclass, replace
from itertools import count
from pathlib import Path
from typing import Any

from dungeon_twister.ai.analysis.analysis_shapes import Decision, GameAnalysis
from dungeon_twister.ai.analysis.game_analysis import analyse_game, from_json, is_analysis_of, to_json
from dungeon_twister.ai.analysis.position_analysis import NODES
from dungeon_twister.ai.arena.matches import run_game
from dungeon_twister.game.record.files import Record, dump, load
from dungeon_twister.learning.gallery.gallery_shapes import GalleryMoment
from dungeon_twister.learning.gallery.measures import GameStory, Measures, measure
from dungeon_twister.learning.gallery.moments import find_moments
from dungeon_twister.rules.engine.game import new_setting

ROOT = Path(__file__).parents[1]
CONTENT = ROOT / "src" / "dungeon_twister" / "content" / "gallery"
DOCUMENT = ROOT / "docs" / "data" / "gallery.md"
TABLE_BEGINS, TABLE_ENDS = "<!-- table -->\n", "\n<!-- end of table -->"
SEED = "gallery"
GLANCE = 500  # nodes of a decision in the first analysis
PLAYED = (  # which scenario comes when, and the levels that play it
    ("base", ("archmage",)),
    ("standard", ("archmage",)),
    ("three-players", ("engineer",)),
    ("base", ("archmage", "engineer")),
    ("advanced", ("archmage",)),
    ("four-players", ("engineer",)),
    ("simplified", ("archmage",)),
    ("base", ("archmage",)),
    ("standard", ("archmage", "engineer")),
    ("pyramid", ("engineer",)),
    ("base", ("archmage",)),
    ("advanced", ("archmage",)),
    ("teams", ("engineer",)),
    ("hoard", ("engineer",)),
    ("wrong-door-3", ("engineer",)),
    ("elevator", ("engineer",)),
)


@dataclass(frozen=True)
class Place:
    """A place of the gallery: what its game is shown for, and the scenarios it may come from."""

    kind: str
    scenarios: tuple[str, ...]


PLACES = (
    Place("comeback", ("simplified",)),
    Place("last-chance", ("base",)),
    Place("precision", ("base",)),
    Place("last-chance", ("standard",)),
    Place("comeback", ("standard",)),
    Place("swings", ("advanced",)),
    Place("sacrifice", ("three-players",)),
    Place("precision", ("wrong-door-3",)),
    Place("combination", ("four-players",)),
    Place("luck", ("pyramid", "elevator")),
    Place("swings", ("teams",)),
    Place("sacrifice", ("hoard",)),
)


@dataclass(frozen=True)
class Candidate:
    """A game that was played and measured."""

    name: str
    scenario: str
    record: str
    measures: Measures

    def line(self) -> str:
        return json.dumps(asdict(self), separators=(",", ":"))

    @classmethod
    def of_line(cls, line: str) -> Candidate:
        data: Any = json.loads(line)
        return cls(data["name"], data["scenario"], data["record"], Measures(**data["measures"]))


# -- playing ---------------------------------------------------------------------------------------------------------------


def tasks(done: set[str], scenarios: list[str]) -> Iterator[tuple[str, str, tuple[str, ...], int]]:
    """Yield the games to play: name, scenario, levels, number."""
    for number in count():
        scenario, levels = PLAYED[number % len(PLAYED)]
        name = f"{scenario}/{number}"
        if name not in done and (not scenarios or scenario in scenarios):
            yield name, scenario, levels, number


def played(name: str, scenario: str, levels: tuple[str, ...], number: int) -> Candidate | None:
    """Play and measure a game; None if it has no winner."""
    players = new_setting(scenario).players
    bots = [levels[seat % len(levels)] for seat in range(players)]
    result = run_game(bots, number, SEED, scenario)
    if result.fault is not None or not result.winning_seats:
        return None
    record = with_levels(result.record)
    story = GameStory(record, analyse_game(record, nodes=GLANCE))
    return Candidate(name, scenario, dump(record), measure(story))


def with_levels(record: Record) -> Record:
    """Return a record whose players are named by their levels, without the numbers of a match."""
    names = {colour: name.split("#")[0] for colour, name in record.header.players.items()}
    return replace(record, header=replace(record.header, players=names))


def play(seconds: float, jobs: int, out: Path, scenarios: list[str]) -> None:
    """Play until the time is over. Every game is written as soon as it is measured."""
    lines = out.read_text(encoding="utf-8").splitlines() if out.exists() else []
    done = {json.loads(line)["name"] for line in lines}
    start, coming, running = time.monotonic(), tasks(done, scenarios), dict[Future[Candidate | None], str]()
    with ProcessPoolExecutor(jobs) as pool, out.open("a", encoding="utf-8") as file:
        while time.monotonic() - start < seconds or running:
            while len(running) < jobs and time.monotonic() - start < seconds:
                task = next(coming)
                running[pool.submit(played, *task)] = task[0]
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                name, found = running.pop(future), future.result()
                file.write((found.line() if found else json.dumps({"name": name})) + "\n")
                file.flush()
                told = f"{found.measures}" if found else "no winner"
                print(f"{time.monotonic() - start:.0f} s: {name}: {told}", flush=True)


# -- choosing --------------------------------------------------------------------------------------------------------------

SCORES: dict[str, Callable[[Measures], float]] = {
    "comeback": lambda one: 1 - one.lowest - 0.02 * one.blunders,
    "sacrifice": lambda one: one.sacrifice - 0.02 * one.blunders,
    "combination": lambda one: one.combination - 0.05 * one.blunders,
    "luck": lambda one: 1 - one.luck,
    "defiance": lambda one: one.defiance,
    "swings": lambda one: one.changes - 0.2 * one.blunders,
    "last-chance": lambda one: one.last_chance + one.sacrifice,
    "precision": lambda one: one.accuracy / 100 - 0.2 * one.blunders,
}


def candidates(files: list[Path]) -> list[Candidate]:
    """Return the measured games of some files."""
    lines = [line for path in files for line in path.read_text(encoding="utf-8").splitlines()]
    return [Candidate.of_line(line) for line in lines if "record" in json.loads(line)]


def ranking(place: Place, found: list[Candidate]) -> list[Candidate]:
    """Return the games for a place, the best first."""
    fitting = [one for one in found if one.scenario in place.scenarios]
    return sorted(fitting, key=lambda one: (-SCORES[place.kind](one.measures), one.name))


def chosen(found: list[Candidate]) -> list[tuple[Place, Candidate]]:
    """Return a game for each place; none twice."""
    taken: list[tuple[Place, Candidate]] = []
    for place in PLACES:
        names = {one.name for _, one in taken}
        best = next((one for one in ranking(place, found) if one.name not in names), None)
        if best is not None:
            taken.append((place, best))
    return taken


def slim(analysis: GameAnalysis) -> GameAnalysis:
    """Return an analysis without the best plans of decisions that lost nothing: a third of its size."""
    turns = [replace(turn, decisions=[_slim(one) for one in turn.decisions]) for turn in analysis.turns]
    return replace(analysis, turns=turns)


def _slim(decision: Decision) -> Decision:
    return decision if round(100 * decision.loss) else replace(decision, best=None)


def choose(files: list[Path], jobs: int, nodes: int) -> None:
    """Analyse the chosen games and write the gallery."""
    CONTENT.mkdir(exist_ok=True)
    rows = list[str]()
    for number, (place, one) in enumerate(chosen(candidates(files)), start=1):
        record, _ = load(one.record, one.name)
        name = f"{one.scenario}-{place.kind}"
        analysis = known_analysis(CONTENT / f"{name}.json", record, nodes)
        analysis = slim(analysis or analyse_game(record, nodes=nodes, jobs=jobs))
        story = GameStory(record, analysis)
        (CONTENT / f"{name}.jsonl").write_text(one.record, encoding="utf-8")
        (CONTENT / f"{name}.json").write_text(to_json(analysis) + "\n", encoding="utf-8")
        (CONTENT / f"{name}.toml").write_text(toml(number, place.kind, find_moments(story)), encoding="utf-8")
        rows.append(row(number, name, one, measure(story)))
        print(rows[-1], flush=True)
    head, rest = DOCUMENT.read_text(encoding="utf-8").split(TABLE_BEGINS)
    DOCUMENT.write_text(
        head + TABLE_BEGINS + HEADING + "\n".join(rows) + TABLE_ENDS + rest.split(TABLE_ENDS)[1], encoding="utf-8"
    )


def known_analysis(path: Path, record: Record, nodes: int) -> GameAnalysis | None:
    """Return the analysis in a file if it is of this record and of so many nodes."""
    known = from_json(path.read_text("utf-8")) if path.exists() else None
    return known if known is not None and is_analysis_of(known, record, nodes, "") else None


HEADING = (
    "| | game | played | turns | lowest | changes | sacrifice | points | luck | defiance | accuracy | blunders |\n"
    "|--:|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n"
)


def row(number: int, name: str, one: Candidate, found: Measures) -> str:
    """Return a line of the table."""
    figures = (
        found.turns,
        f"{found.lowest:.2f}",
        found.changes,
        f"{found.sacrifice:.2f}",
        found.combination,
        f"{found.luck:.2f}",
        f"{found.defiance:.1f}",
        f"{found.accuracy:.0f}",
        found.blunders,
    )
    return f"| {number} | {name} | {one.name} | " + " | ".join(map(str, figures)) + " |"


def toml(number: int, kind: str, moments: list[GalleryMoment]) -> str:
    """Return the file of a game."""
    lines = [f"number = {number}", f"kind = {json.dumps(kind)}"]
    for one in moments:
        lines += ["", "[[moment]]", f"at = {one.at}", f"kind = {json.dumps(one.kind)}", f"player = {json.dumps(one.player)}"]
        if one.pieces:
            lines.append(f"pieces = {json.dumps(one.pieces)}")
        if one.numbers:
            lines.append("numbers = { " + ", ".join(f"{key} = {value}" for key, value in one.numbers.items()) + " }")
    return "\n".join(lines) + "\n"


def rank(files: list[Path], most: int) -> None:
    """Print the best games of each place."""
    found = candidates(files)
    print(f"{len(found)} games")
    for place in PLACES:
        print(f"{place.kind} in {', '.join(place.scenarios)}:")
        for one in ranking(place, found)[:most]:
            print(f"  {SCORES[place.kind](one.measures):.3f} {one.name} {one.measures}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    playing = commands.add_parser("play")
    playing.add_argument("--seconds", type=float, default=600.0)
    playing.add_argument("--jobs", type=int, default=1)
    playing.add_argument("--scenarios", nargs="+", default=[])
    playing.add_argument("--out", type=Path, required=True)
    ranking_ = commands.add_parser("rank")
    ranking_.add_argument("files", nargs="+", type=Path)
    ranking_.add_argument("--most", type=int, default=4)
    choosing = commands.add_parser("choose")
    choosing.add_argument("files", nargs="+", type=Path)
    choosing.add_argument("--jobs", type=int, default=1)
    choosing.add_argument("--nodes", type=int, default=NODES)
    args = parser.parse_args()
    if args.command == "play":
        play(args.seconds, args.jobs, args.out, args.scenarios)
    elif args.command == "rank":
        rank(args.files, args.most)
    else:
        choose(args.files, args.jobs, args.nodes)


if __name__ == "__main__":
    main()
