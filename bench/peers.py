"""Random play of our game and of python-chess, catanatron and OpenSpiel's chess: choices, options and copies per second.

    python bench/peers.py --compiled-python PATH --json peers.json

Each contestant lives in a process of its own (``peer_worker.py``), all of them pinned to one core; they are asked one
at a time, in rounds whose order rotates. ``README.md`` says what is measured and how fair it is.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from operator import attrgetter
from pathlib import Path
from statistics import median
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

INTERPRETED, COMPILED = "ours-interpreted", "ours-compiled"
NAMES = (INTERPRETED, COMPILED, "python-chess", "catanatron", "catanatron-4", "openspiel-chess")
MEASURES = ("choices", "copies")
RATES = ("choices", "options", "copies")  # options are counted while choices are made
GOALS = ((INTERPRETED, "python-chess", 3.0), (INTERPRETED, "catanatron", 2.0), (COMPILED, "openspiel-chess", 5.0))
COPY_GOALS_US = ((INTERPRETED, 2.0), (COMPILED, 1.2))
QUIET_SHARE = 0.97  # below this share of its core, a measurement was disturbed by something else on it

Json = dict[str, Any]


class WorkerDiedError(Exception):
    """A contestant's process ended before it answered."""


@dataclass
class Worker:
    """A contestant's process and the lines exchanged with it."""

    name: str
    process: subprocess.Popen[str]

    @classmethod
    def start(cls, name: str, python: str, core: int | None, seed: int) -> Worker:
        contestant = "ours" if name in (INTERPRETED, COMPILED) else name
        script = Path(__file__).with_name("peer_worker.py")
        command = [python, str(script), contestant, "--seed", str(seed)]
        if core is not None:
            command += ["--core", str(core)]
        return cls(name, subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True))

    def read(self) -> Json:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            raise WorkerDiedError(f"its process ended with status {self.process.wait()} before it answered")
        answer: Json = json.loads(line)
        return answer

    def measure(self, what: str, seconds: float) -> Json:
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(json.dumps({"do": what, "seconds": seconds}) + "\n")
            self.process.stdin.flush()
        except BrokenPipeError as error:
            raise WorkerDiedError(f"its process ended with status {self.process.wait()}") from error
        return self.read()

    def stop(self) -> None:
        self.process.kill()
        self.process.communicate()


@dataclass
class Result:
    """What is known of one contestant: who it was, its rates round by round, or why it has none."""

    name: str
    about: Json = field(default_factory=dict)
    skipped: str = ""
    rates: dict[str, list[float]] = field(default_factory=lambda: {what: [] for what in RATES})
    core_share: list[float] = field(default_factory=list)

    def take(self, what: str, answer: Json) -> None:
        self.rates[what].append(answer["count"] / answer["cpu"])
        if what == "choices":
            self.rates["options"].append(answer["options"] / answer["cpu"])
        self.core_share.append(answer["cpu"] / answer["wall"])

    @property
    def measured(self) -> bool:
        return not self.skipped and bool(self.rates["copies"])


def parse(argv: list[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Compare random play of our game with other game libraries.")
    parser.add_argument("--seconds", type=float, default=1.5, help="length of one measurement (default 1.5)")
    parser.add_argument("--rounds", type=int, default=7, help="measurements of each contestant (default 7)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the random choices (default 1)")
    parser.add_argument("--core", type=int, default=None, help="the core to pin to (default: the last one allowed)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write every number there")
    parser.add_argument("--only", metavar="NAMES", help=f"contestants, comma-separated, out of {', '.join(NAMES)}")
    for option, what in (
        ("interpreted", "our package interpreted"),
        ("compiled", "our package compiled"),
        ("peers", "the peers"),
    ):
        text = f"Python whose environment has {what} (default: the one running this)"
        parser.add_argument(f"--{option}-python", metavar="PATH", default=sys.executable, help=text)
    args = parser.parse_args(argv)
    args.names = list(dict.fromkeys(name.strip() for name in args.only.split(","))) if args.only else list(NAMES)
    unknown = sorted(set(args.names) - set(NAMES))
    if unknown:
        parser.error(f"no contestant is called {', '.join(unknown)}; there are {', '.join(NAMES)}")
    for python in (args.interpreted_python, args.compiled_python, args.peers_python):
        if shutil.which(python) is None:
            parser.error(f"there is no program {python}")
    if args.rounds < 1 or args.seconds <= 0:
        parser.error("--rounds must be at least 1 and --seconds above 0")
    if args.core is not None and args.core not in _cores():
        parser.error(f"core {args.core} is not among those that can be pinned to: {sorted(_cores())}")
    return args


def _cores() -> set[int]:
    return set(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else set()


def pick_core(wanted: int | None) -> int | None:
    """The core for the contestants; this process leaves it to them where there is another."""
    cores = _cores()
    if not cores:
        return None
    core = max(cores) if wanted is None else wanted
    if cores - {core}:
        os.sched_setaffinity(0, cores - {core})
    return core


def wrong_build(name: str, hello: Json) -> str:
    """Why this build of ours is not the one wanted; empty where it is, and for the peers."""
    if name == COMPILED and not hello["compiled"]:
        return "the package found is the interpreted one; --compiled-python names a Python with the compiled one"
    if name == INTERPRETED and hello["compiled"]:
        return "the package found is the compiled one; --interpreted-python names a Python with the interpreted one"
    return ""


def greet(worker: Worker) -> Result:
    """Wait until the worker is ready, or learn why it never will be."""
    try:
        hello = worker.read()
    except WorkerDiedError as error:
        return Result(worker.name, skipped=str(error))
    skipped = wrong_build(worker.name, hello) if hello["ok"] else hello["why"]
    return Result(worker.name, about=hello if hello["ok"] else {}, skipped=skipped)


@contextmanager
def contestants(args: argparse.Namespace, core: int | None, console: Console) -> Iterator[list[tuple[Worker, Result]]]:
    """The contestants' processes, made ready one after the other, and ended whatever happens."""
    pythons = {INTERPRETED: args.interpreted_python, COMPILED: args.compiled_python}
    pairs: list[tuple[Worker, Result]] = []
    try:
        for name in args.names:
            console.print(f"preparing {name} ...", style="dim")
            worker = Worker.start(name, pythons.get(name, args.peers_python), core, args.seed)
            pairs.append((worker, Result(name)))
            pairs[-1] = (worker, greet(worker))
        yield pairs
    finally:
        for worker, _ in pairs:
            worker.stop()


def ask(worker: Worker, result: Result, seconds: float) -> None:
    """One contestant's part of a round."""
    try:
        for what in MEASURES:
            result.take(what, worker.measure(what, seconds))
    except WorkerDiedError as error:
        result.skipped = str(error)


def run_rounds(pairs: list[tuple[Worker, Result]], args: argparse.Namespace, console: Console) -> None:
    """All the rounds; the order moves on by one each time. The bar is drawn only between measurements."""
    ready = [pair for pair in pairs if not pair[1].skipped]
    columns = (TextColumn("{task.description:36}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, auto_refresh=False, transient=True) as progress:
        task = progress.add_task("", total=args.rounds * len(ready))
        for number in range(args.rounds):
            first = number % max(len(ready), 1)
            if not console.is_terminal:
                console.print(f"round {number + 1} of {args.rounds} ...")
            for worker, result in ready[first:] + ready[:first]:
                progress.update(task, description=f"round {number + 1}: {worker.name}", refresh=True)
                if not result.skipped:
                    ask(worker, result, args.seconds)
                progress.update(task, advance=1, refresh=True)


def thousands(rate: float) -> str:
    if rate >= 1_000_000:
        return f"{rate / 1_000_000:.2f}M"
    return f"{rate / 1000:.1f}k" if rate < 100_000 else f"{rate / 1000:.0f}k"


def spread(rates: list[float]) -> str:
    return f"{thousands(min(rates))} - {thousands(max(rates))}"


def table(results: list[Result]) -> Table:
    """One row for each contestant that was measured."""
    out = Table(title="Median over the rounds, and lowest - highest", box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
    out.add_column("contestant", no_wrap=True)
    for heading in ("choices/s", "spread", "options/s", "spread", "copies/s", "spread", "us/copy"):
        out.add_column(heading, justify="right", no_wrap=True)
    for result in filter(attrgetter("measured"), results):
        row = [cell for what in RATES for cell in (thousands(median(result.rates[what])), spread(result.rates[what]))]
        out.add_row(result.name, *row, f"{1e6 / median(result.rates['copies']):.2f}")
    return out


def verdict(value: float, goal: float, higher_is_better: bool) -> str:
    """Whether the goal is reached, and how far off the value is, in parts of the goal."""
    reached = value >= goal if higher_is_better else value < goal
    distance = f"{abs(value / goal - 1):.1%}"
    return f"reached with {distance} to spare" if reached else f"missed by {distance}"


def ratios_of(ours: Result, peer: Result, rate: str) -> list[float]:
    """How many times the peer's rate ours is, round by round."""
    return [mine / theirs for mine, theirs in zip(ours.rates[rate], peer.rates[rate], strict=True)]


def ratio_line(results: dict[str, Result], ours: str, peer: str, goal: float) -> str:
    """How many times the peer's choices per second ours makes, the goal, and how many times its options."""
    what = f"{ours} at least {goal:g} x {peer}, choices/s"
    missing = [name for name in (ours, peer) if name not in results or not results[name].measured]
    if missing:
        return f"{what}: not known, for want of {' and '.join(missing)}"
    ratios = ratios_of(results[ours], results[peer], "choices")
    options = ratios_of(results[ours], results[peer], "options")
    middle = median(ratios)
    return (
        f"{what}: {middle:.2f} x ({min(ratios):.2f} - {max(ratios):.2f}), {verdict(middle, goal, True)}; "
        f"options listed/s: {median(options):.2f} x ({min(options):.2f} - {max(options):.2f})"
    )


def copy_line(results: dict[str, Result], ours: str, goal: float) -> str:
    what = f"{ours} copy below {goal:g} us"
    if ours not in results or not results[ours].measured:
        return f"{what}: not known, for want of {ours}"
    times = [1e6 / rate for rate in results[ours].rates["copies"]]
    middle = median(times)
    return f"{what}: {middle:.2f} us ({min(times):.2f} - {max(times):.2f}), {verdict(middle, goal, False)}"


def goal_lines(results: list[Result]) -> list[str]:
    by_name = {result.name: result for result in results}
    return [*(ratio_line(by_name, *goal) for goal in GOALS), *(copy_line(by_name, *goal) for goal in COPY_GOALS_US)]


def games(results: list[Result]) -> list[str]:
    """What each contestant's random games were like."""
    line = "{0.name} {0.about[version]}: {0.about[options_per_choice]:.1f} options a choice, "
    line += "{0.about[choices_per_game]:.0f} choices a game, Python {0.about[python]}"
    return [line.format(result) for result in results if result.measured]


def remarks(results: list[Result], core: int | None) -> list[str]:
    """What the reader must know before trusting the numbers."""
    lines = [f"{result.name} was skipped: {result.skipped}." for result in results if result.skipped]
    measured = [result for result in results if result.measured]
    pythons = sorted({result.about["python"] for result in measured})
    if len(pythons) > 1:
        lines.append(f"The contestants ran on different Pythons ({', '.join(pythons)}): the ratios mix the two.")
    if core is None and measured:
        lines.append("This system cannot pin a process to a core: expect a wider spread.")
    shares = [share for result in measured for share in result.core_share]
    disturbed = sum(share < QUIET_SHARE for share in shares)
    if disturbed:
        lines.append(f"{disturbed} of {len(shares)} measurements shared their core with something else.")
    return lines


def write_json(path: Path, results: list[Result], args: argparse.Namespace, core: int | None) -> None:
    machine = {"system": platform.system(), "machine": platform.machine(), "cores": os.cpu_count(), "core": core}
    settings = {"seconds": args.seconds, "rounds": args.rounds, "seed": args.seed}
    report = {"machine": machine, "settings": settings, "goals": goal_lines(results)}
    path.write_text(json.dumps({**report, "contestants": [asdict(result) for result in results]}, indent=1) + "\n")


def show(results: list[Result], core: int | None) -> None:
    console = Console()
    console.width = max(console.width, 116)  # of the table
    rows = table(results)
    if rows.row_count:
        console.print(rows)
    for line in [*games(results), *goal_lines(results), *remarks(results, core)]:
        console.print(line, markup=False, highlight=False, soft_wrap=True)


def main(argv: list[str] | None = None) -> int:
    """Measure, show, and write the numbers; 1 where nobody could be measured."""
    args = parse(argv)
    console = Console(stderr=True)
    core = pick_core(args.core)
    with contestants(args, core, console) as pairs:
        run_rounds(pairs, args, console)
        results = [result for _, result in pairs]
    show(results, core)
    if args.json:
        write_json(args.json, results, args, core)
    return 0 if any(result.measured for result in results) else 1


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
