"""The command `play`: set a game up or take one up again, and sit down at the table."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from random import Random
from secrets import token_hex

from dungeon_twister.bots.base import Bot
from dungeon_twister.bots.registry import BOTS, make_bot
from dungeon_twister.cli.output import (
    CommandError,
    check_bot,
    chosen_scenario,
    make_console,
    parse_option_words,
    read_text_file,
)
from dungeon_twister.cli.session import Session
from dungeon_twister.cli.table import Table
from dungeon_twister.cli.terminal import Terminal
from dungeon_twister.record.files import load, resume
from dungeon_twister.record.game import Game


def play(args: Namespace) -> int:
    """Play at the terminal."""
    if args.bot:
        check_bot(args.bot)
    elif args.seat:
        raise CommandError("--seat says where you sit against a bot; give --bot too")
    session = _resumed(args) if args.resume else _new(args)
    terminal = Terminal(make_console(args.no_colour))
    file = Path(args.save) if args.save else Path(args.resume) if args.resume else None
    if file is not None and file.is_dir():
        raise CommandError(f"Cannot save to {file}: it is a folder")
    _greet(session, terminal)
    Table(session, terminal, file).run()
    return 0


def _new(args: Namespace) -> Session:
    game = Game.new(chosen_scenario(args), parse_option_words(args.option), args.seed or token_hex(16))
    bots: dict[int, Bot] = {}
    if args.bot:
        person = _seat(game, args.seat or "blue")
        for seat in range(len(game.state.setting.colours)):
            if seat != person:
                bots[seat] = make_bot(args.bot, f"{game.seed}/bot{seat}")
    return Session(game, bots)


def _seat(game: Game, wanted: str) -> int:
    colours = game.state.setting.colours
    if wanted == "random":
        return Random(f"{game.seed}/seat").randrange(len(colours))
    if wanted not in colours:
        raise CommandError(f"There is no seat {wanted!r} (there are {', '.join(colours)}, random)")
    return colours.index(wanted)


def _resumed(args: Namespace) -> Session:
    """A saved game with the same players, unless --bot says otherwise."""
    if args.option or args.seed or args.scenario or args.game:
        raise CommandError("A saved game brings its scenario, options and seed along; give --resume without them")
    record, seed = load(read_text_file(args.resume), args.resume)
    if record.end is not None:
        raise CommandError(f"The game in {args.resume} is over; look at it with: dungeon-twister replay {args.resume}")
    game = resume(record, seed, args.resume)
    colours = game.state.setting.colours
    names = [record.header.players.get(colour, "").partition("#")[0] for colour in colours]
    if args.bot:
        person = _seat(game, args.seat or "blue")
        names = ["" if seat == person else args.bot for seat in range(len(colours))]
    chosen = {seat: name for seat, name in enumerate(names) if name in BOTS}
    if len(chosen) == len(colours):
        raise CommandError("Only bots play in that game; say who you are with --bot NAME --seat COLOUR")
    bots = {seat: make_bot(name, f"{seed}/bot{seat}/{len(game.log)}") for seat, name in chosen.items()}
    return Session(game, bots, {c: name for c, name in record.header.players.items() if name not in BOTS})


def _greet(session: Session, terminal: Terminal) -> None:
    """Say what cannot be seen on the screens."""
    state, console = session.state, terminal.console
    needed = session.face.width(state)
    if console.width < needed:
        terminal.say(
            f"The {'board' if state.setting.scenario.game == 'board' else 'maze'} is {needed} columns wide and your terminal "
            f"only {console.width}: it is drawn in parts; a wider window shows it whole."
        )
        if terminal.interactive:
            terminal.ask("Press Enter to go on. ")
    if state.setting.options.timer:
        terminal.say("No clock is kept at the terminal: the option timer has no effect here.")
