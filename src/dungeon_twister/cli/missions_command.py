"""The command `missions`: the list of missions with their stars, one mission, or a check of all."""

from __future__ import annotations

from argparse import Namespace
from itertools import groupby

from rich.table import Table
from rich.text import Text

from dungeon_twister.cli.input_words import with_suggestion
from dungeon_twister.cli.mission_loop import MissionLoop
from dungeon_twister.cli.output import CommandError, make_console
from dungeon_twister.cli.progress_file import add_result, own_entries
from dungeon_twister.cli.terminal import Terminal
from dungeon_twister.cli.texts import t, t_plural
from dungeon_twister.learning.missions import (
    OPENS,
    Mission,
    MissionError,
    MissionRun,
    check_missions,
    load_mission,
    load_missions,
    mission_names,
)
from dungeon_twister.learning.progress.entries import MISSION

STAR = "*"


def missions(args: Namespace) -> int:
    """List the missions, play one, or check them."""
    try:
        every = [_named(args.mission)] if args.mission else list(load_missions())
    except MissionError as error:
        raise CommandError(str(error)) from None
    if args.check:
        return _check(every)
    if not args.mission:
        return _list(every)
    return _play(every[0], args.no_colour)


def _named(name: str) -> Mission:
    if name not in mission_names() and name not in (str(mission.number) for mission in load_missions()):
        problem = t("terminal.missions.none", mission=name, missions=", ".join(mission_names()))
        raise CommandError(with_suggestion(problem, name, mission_names()))
    return load_mission(name)


def _list(every: list[Mission]) -> int:
    won = won_stars()
    console, total = make_console(), sum(won.get(mission.name, 0) for mission in every)
    for act, group in groupby(every, key=lambda mission: mission.act):
        heading = f"{t('missions.act', act=act)}: {t(f'missions.act.{act}')}"
        if total < OPENS[act]:
            heading += f" ({t_plural('missions.opens', OPENS[act])})"
        console.print(Text(heading, style="bold"))
        table = Table.grid(padding=(0, 2))
        for mission in group:
            stars = won.get(mission.name, 0)
            opponent = t("missions.opponent", bot=t(f"game.bot.{mission.bot}"))
            mark = Text(STAR * stars + "." * (mission.most_stars - stars))
            table.add_row(mark, str(mission.number), f"[bold]{mission.name}[/]", t(mission.key("title")), opponent)
        console.print(table)
    most = sum(mission.most_stars for mission in every)
    left = next((mission.name for mission in every if not won.get(mission.name)), every[0].name)
    console.print(t("terminal.missions.progress", won=total, all=most, mission=left), markup=False)
    return 0


def _check(every: list[Mission]) -> int:
    """Play the stored solutions."""
    console, faults = make_console(), 0
    for fault in check_missions(every):
        faults += 1
        console.print(fault, markup=False, soft_wrap=True)
    console.print(t_plural("terminal.missions.check", len(every), faults=faults), markup=False)
    return 1 if faults else 0


def _play(mission: Mission, no_colour: bool) -> int:
    terminal = Terminal(make_console(no_colour))
    run = MissionRun(mission)
    MissionLoop(run, terminal).run()
    if not run.won_stars:
        terminal.say(t("terminal.missions.left", mission=mission.name), whole=True)
        return 0
    add_result(MISSION, mission.name, float(run.won_stars))
    terminal.say(f"{t('missions.won')}: {t_plural('missions.stars', run.won_stars)}.", "bold")
    left = [one.name for one in load_missions() if not won_stars().get(one.name)]
    if left:
        terminal.say(t("terminal.missions.next", mission=left[0]), whole=True)
    return 0


# -- progress -----------------------------------------------------------------------------------------------------------


def won_stars() -> dict[str, int]:
    """Return the most stars won in each mission."""
    stars: dict[str, int] = {}
    for entry in own_entries():
        if entry.kind == MISSION:
            stars[entry.name] = max(stars.get(entry.name, 0), int(entry.score))
    return stars
