"""The command `replay`: shows a finished game step by step, by key, automatically, as a list or as JSON."""

from __future__ import annotations

import sys
import time
from argparse import Namespace
from dataclasses import dataclass

from rich.console import Console
from rich.text import Text

from dungeon_twister.cli.editions import display_of
from dungeon_twister.cli.game_display import ENDLESS, Viewport
from dungeon_twister.cli.output import CommandError, make_console, print_json, read_text_file
from dungeon_twister.cli.terminal import QuitError, Terminal
from dungeon_twister.cli.terminal_session import SPECTATOR_NAME
from dungeon_twister.cli.texts import chronicle, colour_word, t
from dungeon_twister.game.record.files import Record, end_matches, load, states
from dungeon_twister.game.record.json_codec import plain
from dungeon_twister.game.views import SPECTATOR, colour_of, observe, observe_event
from dungeon_twister.rules.engine.state import State
from dungeon_twister.rules.geometry.text import TextError

OTHER_LINES = 12  # lines below the maze


@dataclass
class ReplayStep:
    """A choice, its player, its events, and the state after it. Step 0 is the game before its first choice.

    `note` is a sentence about the state, in a game of the gallery.
    """

    who: str
    choice: str
    lines: list[str]
    state: State
    note: str = ""


def finished_record(name: str) -> Record:
    """Return the record of a finished game. An unfinished one is refused, because it would reveal secrets."""
    record, _ = load(read_text_file(name), name)
    if record.end is None:
        raise CommandError(t("terminal.error.not-over", file=name))
    return record


def steps_of(record: Record, source: str) -> list[ReplayStep]:
    """Replay a record; refuse one that ends differently from what it states."""
    steps: list[ReplayStep] = []
    who, before = "", ""
    state, telling = None, None
    for state, choice in states(record, source):
        events = [observe_event(state, event, SPECTATOR) for event in state.events or []]
        telling = telling or chronicle(state.setting, SPECTATOR_NAME)
        log = telling.onwards()
        log.add(events)
        telling.learn(events)
        steps.append(ReplayStep(who, before, [line.text for line in log.lines], state.copy()))
        who, before = colour_of(state, state.decider()), choice
        state.events = []
    if state is not None and record.end is not None and not end_matches(record, state):
        raise TextError("the replay does not end with the position that the record names", source)
    return steps


def replay(args: Namespace) -> int:
    """Show a finished game."""
    return show_steps(args, steps_of(finished_record(args.file), args.file))


def show_steps(args: Namespace, steps: list[ReplayStep]) -> int:
    """Show steps in the way that the arguments ask for: one, all, by key or automatically."""
    last = len(steps) - 1
    if args.at is not None and not 0 <= args.at <= last:
        raise CommandError(t("terminal.error.at", last=last, at=args.at))
    if args.auto is not None and not 0 <= args.auto <= 3600:
        raise CommandError(t("terminal.error.auto", seconds=str(args.auto)))
    if args.json:
        for number in range(1, last + 1) if args.at is None else [args.at]:
            print_json(_as_json(steps[number], number))
        return 0
    console = make_console()
    if args.auto is not None:
        _by_itself(console, steps, args.at or 0, args.auto)
    elif console.is_terminal and sys.stdin.isatty():
        _by_hand(Terminal(console), steps, args.at or 0)
    elif args.at is not None:
        _draw(console, steps, args.at)
    else:
        _list(console, steps)
    return 0


def _as_json(step: ReplayStep, number: int) -> dict[str, object]:
    view = plain(observe(step.state, SPECTATOR))
    note = {"note": step.note} if step.note else {}
    return {"step": number, "who": step.who, "choice": step.choice, "told": step.lines, **note, "view": view}


def _list(console: Console, steps: list[ReplayStep]) -> None:
    for number, step in enumerate(steps):
        if number:
            line = f"{number:>5}  {colour_word(step.who):<7} {step.choice:<18} {' '.join(step.lines)}"
            console.print(Text(line.rstrip()), soft_wrap=True)
        if step.note:
            console.print(Text(f"{'':>5}  {step.note}", style="bold"), soft_wrap=True)


def _draw(console: Console, steps: list[ReplayStep], number: int) -> None:
    """Draw the maze after a choice. The game is over, so nothing is secret."""
    step = steps[number]
    state, display = step.state, display_of(step.state)
    view = display.open_view(state)
    others = OTHER_LINES + 2 * (len(view.players) - 2)
    viewport = Viewport(console.width, console.height - others if console.is_terminal else ENDLESS)
    console.print(display.header(state, view))
    for text in display.picture(state, view, viewport, everything=True):
        console.print(text, no_wrap=True, overflow="ignore", crop=False)
    for text in [*display.player_lines(state, view), *display.notes(state, view, viewport)]:
        console.print(text)
    done = t("terminal.replay.at", number=number, last=len(steps) - 1)
    made = f"{t('terminal.decider', who=colour_word(step.who))} {step.choice}" if number else t("terminal.replay.beginning")
    console.print(Text(f"{done}   {made}", style="bold"))
    for line in step.lines:
        console.print(Text(f"  {line}"))
    if step.note:
        console.print(Text(step.note, style="bold magenta"))


def _by_itself(console: Console, steps: list[ReplayStep], first: int, pause: float) -> None:
    terminal = Terminal(console)
    for number in range(first, len(steps)):
        terminal.clear()
        _draw(console, steps, number)
        time.sleep(pause)


def _by_hand(terminal: Terminal, steps: list[ReplayStep], at: int) -> None:
    """Wait for a key after each step."""
    last, message = len(steps) - 1, ""
    noted = [number for number, step in enumerate(steps) if step.note]
    keys = t("terminal.replay.keys-notes") if noted else t("terminal.replay.keys")
    while True:
        terminal.clear()
        _draw(terminal.console, steps, at)
        if message:
            terminal.say(message)
        try:
            typed = terminal.ask(f"{keys} > ").lower()
        except QuitError:
            return
        message = ""
        words = typed.split()
        if typed in ("", "n"):
            message = t("terminal.replay.last") if at == last else ""
            at = min(at + 1, last)
        elif typed == "b":
            at = max(at - 1, 0)
        elif typed == "q":
            return
        elif typed == "m" and noted:
            at = next((number for number in noted if number > at), noted[0])
        elif words[0] == "g" and len(words) == 2 and words[1].isascii() and words[1].isdigit():
            at = min(int(words[1][:9]), last)
        else:
            message = t("terminal.replay.type", keys=keys)
