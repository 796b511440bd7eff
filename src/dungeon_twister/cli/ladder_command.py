"""The command `ladder`: bots meet in pairs of games; progress and errors on stderr, the table on stdout."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite
from pathlib import Path

from rich import box
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from dungeon_twister.ai.arena import ladder as running
from dungeon_twister.ai.arena.ladder import MOST_PAIRS, Ladder, Outcome, run_ladder
from dungeon_twister.ai.arena.rating_chart import rating_chart
from dungeon_twister.ai.arena.results import LadderError, Results, merged, read_results
from dungeon_twister.ai.arena.sprt import ACCEPTED, LARGEST_ELO, Hypotheses, Verdict
from dungeon_twister.ai.arena.standings import Meeting, Spread, Standing, Standings, rating_text, sprt_verdict, standings
from dungeon_twister.ai.arena.workers import MOST_JOBS, TaskFailure, has_ray
from dungeon_twister.ai.bots.specs import read_spec
from dungeon_twister.cli.output import (
    CommandError,
    as_sentence,
    check_bot,
    chosen_scenario,
    make_console,
    os_error_text,
    parse_option_words,
    print_json,
)
from dungeon_twister.game.record.json_codec import plain

INCOMPLETE = 1  # exit code of a ladder that was interrupted, or with pairs that could not be played
SHOWN_FAULTS = 5
EXTRA = "dungeon-twister[ray]"


@dataclass(frozen=True)
class TextTable:
    """A table for any output format: headings, and rows of texts. The first columns are names."""

    names: int
    headings: list[str]
    rows: list[list[str]]


def ladder(args: Namespace) -> int:
    """Play a ladder, or show the contents of ladder files."""
    try:
        return _show(args) if args.bots[:1] == ["show"] else _play(args)
    except LadderError as error:
        raise CommandError(str(error)) from None


# -- showing files ------------------------------------------------------------------------------------------------------


def _show(args: Namespace) -> int:
    files = args.bots[1:]
    if not files:
        raise CommandError("ladder show needs at least one file")
    results = merged([(name, _read(name)) for name in files])
    if results.torn:
        sys.stderr.write("The last line of a file is not complete and is left out.\n")
    hypotheses = _hypotheses(args)
    if hypotheses is not None and len(files) > 1:
        raise CommandError("--sprt judges the pairs of one file: several have no common order")
    _tell(args, results, None if hypotheses is None else sprt_verdict(results, _known(hypotheses, results)))
    return 0


def _read(name: str) -> Results:
    try:
        return read_results(Path(name))
    except LadderError:
        raise
    except (OSError, ValueError) as error:
        raise CommandError(f"Cannot read {name}: {os_error_text(error)}") from None


def _known(hypotheses: Hypotheses, results: Results) -> Hypotheses:
    """Return the hypotheses with the ladder's names of the bots."""
    known = {entry.name: entry.name for entry in reversed(results.header.bots)}
    given = {entry.bot: entry.name for entry in reversed(results.header.bots)} | known
    found = []
    for name in (hypotheses.first, hypotheses.second):
        try:
            found.append(given.get(name) or given[read_spec(name).text])
        except (KeyError, ValueError):
            raise CommandError(f"there is no bot {name!r} in this ladder (there are {', '.join(reversed(known))})") from None
    return Hypotheses(found[0], found[1], hypotheses.elo0, hypotheses.elo1)


# -- playing ------------------------------------------------------------------------------------------------------------


def _play(args: Namespace) -> int:
    asked = _asked(args)
    out = Path(args.out) if args.out else None
    for name in (args.out, args.svg):
        if name:
            _check_writable(Path(name))
    console = make_console(stderr=True)
    if args.ray and not has_ray():
        console.print(f"Ray is not installed (pip install '{EXTRA}'): the games are played on this machine.", markup=False)
    progress = _run(asked, args, out, console)
    _tell(args, progress.results, progress.verdict)
    if progress.complete:
        return 0
    played = f"{progress.played} of {progress.asked} pairs were played"
    again = f"; the same command goes on with {args.out}" if args.out else ""
    console.print(f"{'Interrupted: ' if progress.interrupted else ''}{played}{again}.", markup=False)
    return INCOMPLETE


def _asked(args: Namespace) -> Ladder:
    """Return the requested ladder; CommandError for invalid numbers and bots."""
    if "" not in sys.path and str(Path.cwd()) not in sys.path:
        sys.path.append(str(Path.cwd()))  # the user's own bots, as module:Class
    hypotheses = _hypotheses(args)
    if hypotheses is not None and args.bots:
        raise CommandError("--sprt names its two bots itself: give no others")
    if not 1 <= args.pairs <= MOST_PAIRS:
        raise CommandError(f"--pairs is from 1 to {MOST_PAIRS}, not {args.pairs}")
    if not 1 <= args.jobs <= MOST_JOBS:
        raise CommandError(f"--jobs is from 1 to {MOST_JOBS}, not {args.jobs}")
    bots = list(args.bots) if hypotheses is None else [hypotheses.first, hypotheses.second]
    for bot in bots:
        check_bot(bot)
    bounds = None if hypotheses is None else (hypotheses.elo0, hypotheses.elo1)
    scenario, options = chosen_scenario(args), parse_option_words(args.option)
    asked = Ladder(bots, args.pairs, args.seed, scenario, options, args.gauntlet, bounds)
    asked.tasks()
    return asked


def _hypotheses(args: Namespace) -> Hypotheses | None:
    if args.sprt is None:
        return None
    first, second, bounds = args.sprt
    try:
        elo0, elo1 = (float(word) for word in bounds.strip("[]").split(","))
    except ValueError:
        raise CommandError(f"--sprt needs two bots and two ratings such as 0,20 or [-10,10], not {bounds!r}") from None
    if not (isfinite(elo0) and isfinite(elo1) and -LARGEST_ELO <= elo0 < elo1 <= LARGEST_ELO):
        raise CommandError(f"the ratings of --sprt rise and lie from -{LARGEST_ELO} to {LARGEST_ELO}, unlike {bounds}")
    return Hypotheses(first, second, elo0, elo1)


def _check_writable(path: Path) -> None:
    """Refuse a file that cannot be written before hours of play."""
    try:
        path.open("a", encoding="utf-8").close()
    except (OSError, ValueError) as error:
        raise CommandError(f"Cannot write {path}: {os_error_text(error)}") from None


def _run(asked: Ladder, args: Namespace, out: Path | None, console: Console) -> running.LadderProgress:
    columns = (TextColumn("pairs"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), TextColumn("{task.description}"))
    # No thread redraws the bar, because processes are forked meanwhile.
    bar = Progress(*columns, console=console, transient=True, auto_refresh=False, disable=not console.is_terminal)
    with bar:
        task = bar.add_task("", total=None)

        def report_progress(progress: running.LadderProgress, outcome: Outcome) -> None:
            if isinstance(outcome, TaskFailure):
                what = "it is played again" if outcome.again else "it is left out"
                console.print(as_sentence(f"{outcome.encounter}: {outcome.sentence}; {what}"), markup=False)
            verdict = progress.verdict
            words = f"LLR {verdict.llr:.2f}" if verdict is not None else ""
            bar.update(task, total=progress.asked, completed=progress.played, description=words)
            bar.refresh()

        return run_ladder(asked, out, args.jobs, args.ray or "", report_progress)


# -- telling ------------------------------------------------------------------------------------------------------------


def _tell(args: Namespace, results: Results, verdict: Verdict | None) -> None:
    """Print the tables in the requested format, and write the picture."""
    found = standings(results)
    if args.svg:
        try:
            Path(args.svg).write_text(rating_chart(found), encoding="utf-8")
        except (OSError, ValueError) as error:
            raise CommandError(f"Cannot write {args.svg}: {os_error_text(error)}") from None
    if args.json:
        print_json(_without_infinity(plain({"standings": found, "verdict": verdict})))
        return
    for rows in (_bot_rows(found.bots), _meeting_rows(found.meetings)):
        sys.stdout.write(_markdown(rows) + "\n") if args.markdown else make_console().print(_table(rows))
    for line in _lines(found, verdict):
        sys.stdout.write(f"{line}\n" if not args.markdown else f"{line}\n\n")


def _without_infinity(value: object) -> object:
    """Replace infinite numbers by null, because JSON has none."""
    if isinstance(value, dict):
        return {key: _without_infinity(one) for key, one in value.items()}
    if isinstance(value, list):
        return [_without_infinity(one) for one in value]
    return None if isinstance(value, float) and not isfinite(value) else value


def _bot_rows(bots: Sequence[Standing]) -> TextTable:
    headings = ["bot", "rating", "95 %", "games", "faults", "CPU s a turn", "99 %", "slowest", "nodes a turn", "99 %", "most"]
    rows = [
        [bot.name, *rating_text(bot.rating), str(bot.games), str(bot.faults), *_spread(bot.seconds, 3), *_spread(bot.nodes, 0)]
        for bot in bots
    ]
    if all(bot.nodes is None for bot in bots):
        headings, rows = headings[:-3], [row[:-3] for row in rows]
    return TextTable(1, headings, rows)


def _spread(spread: Spread | None, digits: int) -> list[str]:
    if spread is None:
        return ["-"] * 3
    return [f"{number:,.{digits}f}" for number in (spread.median, spread.most, spread.largest)]


def _meeting_rows(meetings: Sequence[Meeting]) -> TextTable:
    """Return the rows of meetings: wins, draws, losses, score. With more than two sides, the score is also a multiple of the
    fair share."""
    several = any(meeting.sides > 2 for meeting in meetings)
    last = "fair shares" if several else "pairs 0, 1/2, 1, 3/2, 2"
    headings = ["bot", "against", "pairs", "won", "drawn", "lost", "score", "95 %", last]
    rows = [
        [
            *(meeting.first, meeting.second, str(meeting.pairs)),
            *(str(number) for number in (meeting.wins, meeting.draws, meeting.losses)),
            *(f"{meeting.score:.1%}", f"{meeting.low:.1%} to {meeting.high:.1%}"),
            f"{meeting.shares:.2f}" if several else ", ".join(map(str, meeting.counts)),
        ]
        for meeting in meetings
    ]
    return TextTable(2, headings, rows)


def _table(rows: TextTable) -> Table:
    table = Table(box=box.ASCII2)
    for number, heading in enumerate(rows.headings):
        table.add_column(heading, justify="left" if number < rows.names else "right", overflow="fold")
    for row in rows.rows:
        table.add_row(*(text.replace("[", r"\[") for text in row))
    return table


def _markdown(rows: TextTable) -> str:
    lines = [rows.headings, ["---"] * rows.names + ["--:"] * (len(rows.headings) - rows.names), *rows.rows]
    return "".join(f"| {' | '.join(text.replace('|', '&#124;') for text in line)} |\n" for line in lines)


def _lines(found: Standings, verdict: Verdict | None) -> list[str]:
    """Return the lines below the tables."""
    slowest = max((max(bot.setup, bot.answer) for bot in found.bots), default=0.0)
    memory = f" Peak memory of a process: {found.peak_mb:.0f} MB." if found.peak_mb else ""
    engine = f" Engine: {' and '.join(found.engines)}." if found.engines else ""
    lines = [
        f"{found.title}: {found.pairs} pairs, {found.games} games; {found.anchor} is set to 1000.{engine}{memory} "
        f"Longest setup or answer in another's turn: {slowest:.3f} s."
    ]
    lines += found.faults[:SHOWN_FAULTS]
    if len(found.faults) > SHOWN_FAULTS:
        lines.append(f"And {len(found.faults) - SHOWN_FAULTS} more faults.")
    return lines + ([] if verdict is None else [_verdict(verdict)])


def _verdict(verdict: Verdict) -> str:
    asked = verdict.hypotheses
    decision = "not decided yet"
    if verdict.decision:
        elo = asked.elo1 if verdict.decision == ACCEPTED else asked.elo0
        decision = f"{verdict.decision}: {asked.first} is rather {elo:+g} than {asked.elo1 + asked.elo0 - elo:+g} ahead"
    return (
        f"SPRT of {asked.first} against {asked.second}, [{asked.elo0:g}, {asked.elo1:g}]: LLR {verdict.llr:.2f} "
        f"({asked.lower:.2f} to {asked.upper:.2f}) after {verdict.pairs} pairs, {decision}."
    )
