"""The command `mistakes`: collects the mistakes of one's games, lists them, and plays one again."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Mapping
from datetime import date
from time import monotonic, time

from rich.table import Table

from dungeon_twister.ai.analysis.position_analysis import NODES
from dungeon_twister.ai.bots.registry import known_bots
from dungeon_twister.cli.analyse_command import STOPPED, analyse_record, check_limits
from dungeon_twister.cli.mistake_loop import MistakeLoop
from dungeon_twister.cli.output import CommandError, make_console
from dungeon_twister.cli.progress_file import add_entries, add_result, own_entries, own_report, remove_entries
from dungeon_twister.cli.replay_command import finished_record
from dungeon_twister.cli.terminal import Terminal
from dungeon_twister.cli.texts import t, t_plural
from dungeon_twister.learning.mistakes import FoundMistake, MistakeError, MistakeRun, find_mistakes, read_mistake
from dungeon_twister.learning.progress.entries import (
    LOST,
    MISTAKE,
    MOST_MISTAKES,
    REPLAYED,
    WON,
    Entry,
    entries_of_mistakes,
)
from dungeon_twister.learning.progress.report import MistakeReport
from dungeon_twister.presentation.guide.game_replay import GameReplay
from dungeon_twister.rules.engine.scenario import Scenario
from dungeon_twister.rules.engine.setting import Setting

NEXT = "next"


def mistakes(args: Namespace) -> int:
    """List the mistakes, play one again, collect those of a game, or remove some."""
    if args.file:
        return _collect(args)
    kept = own_report().mistakes
    if args.clear:
        return _clear(kept, args.no_colour)
    if args.remove:
        return _remove(kept, args.remove)
    return _play(kept, args.mistake, args.no_colour) if args.mistake else _list(kept)


def _list(kept: list[MistakeReport]) -> int:
    console, table = make_console(), Table.grid(padding=(0, 2))
    if not kept:
        console.print(t("terminal.mistakes.none"), markup=False, soft_wrap=True)
        return 0
    for number, mistake in enumerate(kept, start=1):
        mark = "[x]" if mistake.solved else "[ ]"
        state = t("mistakes.is-due" if mistake.due else "mistakes.is-solved" if mistake.solved else "mistakes.is-open")
        day = date.fromtimestamp(mistake.at).isoformat()
        table.add_row(f"\\{mark}", f"[bold]{number}[/]", _title(mistake, number), day, state)
    console.print(table)
    due = sum(mistake.due for mistake in kept)
    console.print(t_plural("mistakes.due", due) if due else t("mistakes.nothing-due"), markup=False)
    console.print(t("terminal.mistakes.how", number=_number_of_next(kept) or 1), markup=False, soft_wrap=True)
    return 0


def _title(mistake: MistakeReport, number: int) -> str:
    if mistake.turn and mistake.mark:
        return t(f"mistakes.of.{mistake.mark}", turn=mistake.turn)
    return t("mistakes.position", number=number)


def _number_of_next(kept: list[MistakeReport]) -> int:
    """Return the number of the oldest position that is due; 0 if there is none."""
    return next((number for number, mistake in enumerate(kept, start=1) if mistake.due), 0)


def _numbered(kept: list[MistakeReport], text: str) -> int:
    number = int(text) if text.isascii() and text.isdecimal() else 0
    if not 1 <= number <= len(kept):
        raise CommandError(t("terminal.mistakes.no-such", number=text, count=len(kept)))
    return number


# -- playing one again -------------------------------------------------------------------------------------------------------


def _play(kept: list[MistakeReport], which: str, no_colour: bool) -> int:
    terminal, begun = Terminal(make_console(no_colour)), monotonic()
    number = _number_of_next(kept) if which == NEXT else _numbered(kept, which)
    if not number:
        raise CommandError(t("mistakes.nothing-due"))
    name = kept[number - 1].id
    text = next(entry.text for entry in own_entries() if entry.kind == MISTAKE and entry.name == name)
    try:
        table = MistakeLoop(MistakeRun(read_mistake(text)), terminal)
    except MistakeError as error:
        raise CommandError(t("terminal.mistakes.broken", number=number, problem=str(error))) from None
    table.run()
    seconds = monotonic() - begun
    if table.faulty:
        add_result(REPLAYED, name, LOST, rated=False, seconds=seconds)
    if not table.done:
        terminal.say(t("terminal.mistakes.left", number=number), whole=True)
        return 0
    if not table.shown:
        add_result(REPLAYED, name, WON, rated=False, seconds=seconds)
    terminal.say(t("terminal.mistakes.next" if _number_of_next(own_report().mistakes) else "mistakes.all-done"), whole=True)
    return 0


# -- collecting --------------------------------------------------------------------------------------------------------------


def _collect(args: Namespace) -> int:
    """Analyse a game and keep the mistakes of a player."""
    check_limits(args, NODES)
    record = finished_record(args.file)
    replaying = GameReplay.of_record(record)
    player = player_of(replaying.setting, record.header.players, args.player)
    analysis = analyse_record(args, record)
    if not analysis.complete:
        return STOPPED
    found = find_mistakes(analysis.record, replaying, analysis, player)
    old = {entry.name for entry in own_entries() if entry.kind == MISTAKE}
    new = [one for one in found if one.name not in old]
    if len(old) + len(new) > MOST_MISTAKES:
        raise CommandError(t("mistakes.learn.full"))
    if not found:
        make_console().print(t("mistakes.learn.none"), markup=False)
        return 0
    add_entries([_entry(one, replaying.setting.scenario) for one in new])
    console = make_console()
    console.print(t_plural("terminal.mistakes.found", len(found), new=len(new)), markup=False)
    return _list(own_report().mistakes) if new else 0


def _entry(found: FoundMistake, scenario: Scenario) -> Entry:
    mistake, name = found.mistake, scenario.name[:64]
    return Entry(
        f"{MISTAKE}.{found.name}",
        time(),
        MISTAKE,
        found.name,
        game=scenario.game,
        scenario=name,
        text=found.text,
        turn=mistake.turn,
        mark=mistake.kind,
    )


def player_of(setting: Setting, players: Mapping[str, str], wanted: str) -> str:
    """Return whose mistakes are meant: those of the only person against bots, unless a colour is given."""
    people = [colour for colour in setting.colours if players.get(colour) not in known_bots()]
    chosen = wanted or (people[0] if len(people) == 1 else "")
    if chosen not in setting.colours:
        raise CommandError(t("terminal.mistakes.whose", colours=", ".join(setting.colours)))
    return chosen


# -- removing ----------------------------------------------------------------------------------------------------------------


def _remove(kept: list[MistakeReport], which: str) -> int:
    number = _numbered(kept, which)
    remove_entries(entries_of_mistakes(own_entries(), kept[number - 1].id))
    return _list(own_report().mistakes)


def _clear(kept: list[MistakeReport], no_colour: bool) -> int:
    terminal = Terminal(make_console(no_colour))
    if kept and terminal.confirm(t_plural("terminal.mistakes.clear", len(kept))):
        remove_entries(entries_of_mistakes(own_entries()))
    return _list(own_report().mistakes)
