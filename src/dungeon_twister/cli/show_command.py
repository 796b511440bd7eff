"""The command `show`: draws a position or a recorded game, on the terminal or as SVG."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path

from rich.console import Console

from dungeon_twister.cli.editions import display_of
from dungeon_twister.cli.game_display import ENDLESS, Viewport
from dungeon_twister.cli.output import CommandError, make_console, print_json, read_text_file
from dungeon_twister.cli.perft_command import position_and_counts
from dungeon_twister.cli.texts import colour_word, scores_text, t
from dungeon_twister.game.record.files import Record, load, replay, resume
from dungeon_twister.game.record.json_codec import plain
from dungeon_twister.game.views import SPECTATOR, observe
from dungeon_twister.presentation.svg import maze
from dungeon_twister.rules.engine.state import State


def show(args: Namespace) -> int:
    """Draw a position, or the current state of a recorded game."""
    text = read_text_file(args.file)
    record: Record | None = None
    if text.lstrip()[:1] == "{":
        record, seed = load(text, args.file)
        state = replay(record, args.file) if record.end is not None else resume(record, seed, args.file).state
    else:
        state, _ = position_and_counts(text, args.file)
    if args.json:
        kind = "position" if record is None else "game over" if record.end else "game in progress"
        print_json({"kind": kind, "file": args.file, "view": plain(observe(state, SPECTATOR))})
        return 0
    hide = record is not None and record.end is None
    if args.svg:
        return _draw(state, args, hide)
    console = make_console()
    _print_state(console, state, hide=hide)
    if record is not None:
        _print_summary(console, record, state)
    return 0


def _draw(state: State, args: Namespace, hide: bool) -> int:
    """Write the maze as SVG; of an unfinished game only what a spectator may know."""
    if args.size is not None and args.size < 1:
        raise CommandError(f"--size is at least 1, not {args.size}")
    drawing = maze(state, for_side="spectator" if hide else "", theme=args.theme, size=args.size)
    if args.svg == "-":
        sys.stdout.write(drawing + "\n")
    else:
        Path(args.svg).write_text(drawing + "\n", encoding="utf-8")
    return 0


def _print_state(console: Console, state: State, hide: bool) -> None:
    """Print the maze and the figures; of an unfinished game only what a spectator may know."""
    display = display_of(state)
    view = observe(state, SPECTATOR) if hide else display.open_view(state)
    others = len(view.players) + (4 if len(view.players) == 2 else 8)
    viewport = Viewport(console.width, console.height - others if console.is_terminal else ENDLESS)
    console.print(display.header(state, view))
    for text in display.picture(state, view, viewport, everything=not hide):
        console.print(text, no_wrap=True, overflow="ignore", crop=False)
    for text in [*display.player_lines(state, view), *display.notes(state, view, viewport)]:
        console.print(text)
    if not view.over and view.pending:
        console.print(display.decision_line(state, view))


def _print_summary(console: Console, record: Record, state: State) -> None:
    players = ", ".join(f"{colour_word(colour)}: {name}" for colour, name in record.header.players.items())
    if players:
        console.print(t("terminal.show.players", players=players), markup=False)
    if record.end is None:
        console.print(t("terminal.show.in-progress"))
        return
    result = f"{display_of(state).result(state)} ({scores_text(record.end.vp)})."
    console.print(result, t("terminal.show.length", turns=state.turn, choices=len(record.choices)), markup=False)
    console.print(display_of(state).reason_for_end(state))
