"""The command `analyse`: a finished game turn by turn, or the best plans of a position; progress on stderr."""

from __future__ import annotations

import errno
import os
import signal
from argparse import Namespace
from pathlib import Path

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from dungeon_twister.ai.analysis.analysis_shapes import Decision, GameAnalysis, PlanView, TurnView
from dungeon_twister.ai.analysis.game_analysis import analyse_game, from_json, is_analysis_of, to_json
from dungeon_twister.ai.analysis.position_analysis import LEAST_NODES, MOST_NODES
from dungeon_twister.ai.analysis.position_analysis import analyse as analyse_position
from dungeon_twister.ai.analysis.win_graph import picture
from dungeon_twister.ai.analysis.wording import fight_text, mark_text, reason_text
from dungeon_twister.cli.output import CommandError, make_console, os_error_text, print_json, read_text_file
from dungeon_twister.cli.perft_command import position_and_counts
from dungeon_twister.cli.replay_command import finished_record
from dungeon_twister.cli.texts import cached_scene, catalogue, colour_word, t
from dungeon_twister.game.record.files import Record
from dungeon_twister.game.record.json_codec import plain
from dungeon_twister.game.record.json_codec import to_json as plain_json
from dungeon_twister.presentation.i18n import NamingContext, SignNames
from dungeon_twister.process_support import processes_work
from dungeon_twister.rules.engine.game import new_setting
from dungeon_twister.rules.engine.setting import Setting

MOST_JOBS = 64
STOPPED = 1  # the exit code of an analysis that was interrupted
MOST_POINTS = 20.0
LUCKY = 0.35  # combats won at these odds or worse are reported


def analyse(args: Namespace) -> int:
    """Analyse a record or a position."""
    check_limits(args, MOST_NODES)
    text = read_text_file(args.file)
    return _game(args) if text.lstrip()[:1] == "{" else _position(args, text)


def check_limits(args: Namespace, most: int) -> None:
    if not LEAST_NODES <= args.nodes <= most:
        raise CommandError(t("analysis.error.nodes", least=LEAST_NODES, most=most, nodes=args.nodes))
    if not 1 <= args.jobs <= MOST_JOBS:
        raise CommandError(t("analysis.error.jobs", most=MOST_JOBS, jobs=args.jobs))


# -- a position --------------------------------------------------------------------------------------------------------


def _position(args: Namespace, text: str) -> int:
    if args.svg:
        raise CommandError(t("analysis.error.position-only", file=args.file))
    state, _ = position_and_counts(text, args.file)
    found = analyse_position(state, nodes=args.nodes, seed=args.seed)
    if args.out:
        _write(args.out, plain_json(found))
    if args.json:
        print_json(plain(found))
        return 0
    console, names = make_console(), _names(state.setting)
    values = {"player": colour_word(found.player), "share": _percent(found.share), "value": _points(found.value)}
    console.print(t("analysis.to-decide", **values), markup=False)
    if found.win:
        console.print(t("analysis.win-there"), markup=False)
    table = _table(["plan", "share", "worth", "why"])
    for plan in found.plans:
        table.add_row(Text(_short(plan.text)), _percent(plan.share), _points(plan.value), Text(_why(plan, names)))
    if found.plans:
        console.print(table)
    return 0


# -- a game ------------------------------------------------------------------------------------------------------------


def _game(args: Namespace) -> int:
    record = finished_record(args.file)
    if args.svg:
        _check_folder(args.svg)
    found = analyse_record(args, record)
    if args.svg:
        called = {colour: found.players.get(colour) or colour_word(colour) for colour in found.colours}
        _write(args.svg, picture(found, t("analysis.picture.title"), called))
    if args.json:
        print_json(plain(found))
    else:
        _tell(make_console(), found, _names(new_setting(record.header.played, record.header.options), found.players))
    return 0 if found.complete else STOPPED


def analyse_record(args: Namespace, record: Record) -> GameAnalysis:
    """Analyse with progress. Ctrl-C ends the analysis after the current turn; the file of `--out` keeps what is finished."""
    if args.out:
        _check_folder(args.out)
    console, known = make_console(stderr=True), _known(args.out)
    if known is not None and not is_analysis_of(known, record, args.nodes, args.seed):
        raise CommandError(t("analysis.error.other", file=args.out))
    if args.jobs > 1 and not processes_work():
        console.print(t("analysis.one-process"), markup=False)
    going, done = [True], [0, 0]

    def stop(number: int, frame: object) -> None:
        going[0] = False

    def progress(turns: int, total: int) -> bool:
        done[:] = [turns, total]
        if console.is_terminal:
            console.print(t("analysis.progress", done=turns, all=total), end="\r", markup=False)
        return going[0]

    before = signal.signal(signal.SIGINT, stop)
    try:
        found = analyse_game(
            record,
            nodes=args.nodes,
            seed=args.seed,
            jobs=args.jobs,
            progress=progress,
            known=known,
            source=args.file,
        )
    finally:
        signal.signal(signal.SIGINT, before)
    if not found.complete:
        key = "analysis.stopped" if args.out else "analysis.stopped-for-good"
        console.print(t(key, done=done[0], all=done[1], file=args.out or ""), markup=False)
    if args.out:
        _write(args.out, to_json(found))
    return found


def _known(name: str) -> GameAnalysis | None:
    """Return the analysis to continue from a file, if the file exists."""
    return from_json(read_text_file(name)) if name and Path(name).is_file() else None


def _tell(console: Console, found: GameAnalysis, names: SignNames) -> None:
    table = _table(["turn", "player", "share", "played", "loss", "better"])
    for turn in found.turns:
        mark = mark_text(turn, names)
        loss = " ".join([_percent(turn.loss) if turn.loss else "", f"({mark})" if mark else ""]).strip()
        table.add_row(
            str(turn.number),
            Text(names.player(turn.player)),
            _percent(turn.shares.get(turn.player, 0.0)),
            Text("; ".join(_short(one.played) for one in turn.decisions)),
            Text(loss),
            Text(_better(turn, names)),
        )
    console.print(table)
    for fight in found.fights:
        if fight.luck <= LUCKY:
            console.print(fight_text(fight, names), markup=False)
    _tell_sides(console, found, names)


def _better(turn: TurnView, names: SignNames) -> str:
    """Return the better plan of the costliest decision with its reason, and the fault of the choice that was played."""
    worst = max(turn.decisions, key=_loss, default=None)
    if worst is None or worst.best is None or not (turn.mark or turn.missed_win):
        return ""
    sentences = [_short(worst.best.text) + ".", _why(worst.best, names)]
    if worst.fault is not None and not worst.best.wins:
        sentences.append(t("analysis.as-played", fault=reason_text(worst.fault, names)))
    return " ".join(one for one in sentences if one)


def _loss(decision: Decision) -> float:
    return decision.loss


def _tell_sides(console: Console, found: GameAnalysis, names: SignNames) -> None:
    """Print the sums of each side."""
    columns = ["player", "accuracy", "points", "action-points", "steps", "rotations", "reveals", "fights", "marks"]
    table = _table([*columns, "missed-wins"])
    for colour, side in found.sides.items():
        expected = f"{side.fights_expected:.1f}"
        table.add_row(
            Text(names.player(colour)),
            "" if side.accuracy is None else f"{side.accuracy:.0f}",
            str(side.points[-1] if side.points else 0),
            str(side.action_points),
            str(side.steps),
            str(side.rotations),
            str(side.reveals),
            t("analysis.fights.of", won=side.fights_won, all=side.fights, expected=expected),
            f"{side.inaccuracies}, {side.mistakes}, {side.blunders}",
            str(side.missed_wins),
        )
    console.print(table)


# -- small things ------------------------------------------------------------------------------------------------------


def _names(setting: Setting, players: dict[str, str] | None = None) -> SignNames:
    return SignNames(catalogue(), NamingContext(cached_scene(setting), "all", dict(players or {})))


def _table(columns: list[str]) -> Table:
    table = Table(box=box.ASCII2)
    for column in columns:
        table.add_column(t(f"analysis.column.{column}"))
    return table


def _short(text: list[str]) -> str:
    """Return choices on one line, the steps of a walk joined: `card 4, bH move c4 c5, pass`."""
    steps: list[str] = []
    for one in text:
        if steps and " " not in one and one not in ("pass", "stop"):
            steps[-1] += f" {one}"
        elif one != "stop":
            steps.append(one)
    return ", ".join(steps)


def _why(plan: PlanView, names: SignNames) -> str:
    return reason_text(plan.reason, names) if plan.reason else ""


def _percent(share: float) -> str:
    return f"{100 * share:.0f}\u00a0%"


def _points(value: float) -> str:
    """Return a value in victory points. A won or lost game is clipped to the largest value."""
    return f"{max(-MOST_POINTS, min(MOST_POINTS, value / 100)):+.1f}"


def _check_folder(name: str) -> None:
    """Refuse a file that cannot be written before any work is done."""
    path = Path(name)
    if path.is_dir() or not path.absolute().parent.is_dir():
        raise CommandError(t("analysis.error.cannot-write", file=name, reason=os.strerror(errno.ENOENT).lower()))


def _write(name: str, text: str) -> None:
    """Write a file completely or not at all."""
    path = Path(name)
    unfinished = path.with_name(path.name + ".part")
    try:
        unfinished.write_text(text.rstrip("\n") + "\n", encoding="utf-8")
        unfinished.replace(path)
    except OSError as error:
        raise CommandError(t("analysis.error.cannot-write", file=name, reason=os_error_text(error))) from None
