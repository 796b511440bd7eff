"""The command `play`: starts or resumes a game at the terminal."""

from __future__ import annotations

import os
from argparse import Namespace
from errno import EACCES, ENOENT
from hashlib import sha256
from pathlib import Path
from secrets import choice, token_hex
from time import time

from dungeon_twister.ai.bots.registry import known_bots
from dungeon_twister.ai.bots.resolve import resolve_bot
from dungeon_twister.cli.game_loop import GameLoop
from dungeon_twister.cli.output import (
    CommandError,
    check_bot,
    chosen_scenario,
    make_console,
    parse_option_words,
    read_text_file,
)
from dungeon_twister.cli.progress_file import add_entries
from dungeon_twister.cli.terminal import Terminal
from dungeon_twister.cli.terminal_session import TerminalSession
from dungeon_twister.cli.texts import t
from dungeon_twister.game.record.files import load, resume
from dungeon_twister.game.record.recorded_game import RecordedGame
from dungeon_twister.game.session import PERSON, GameSession, SessionSeat
from dungeon_twister.learning.progress.game_results import game_entry
from dungeon_twister.rules.engine.options import WITH_PEOPLE
from dungeon_twister.rules.geometry.text import TextError


def play(args: Namespace) -> int:
    """Play at the terminal."""
    if args.bot:
        check_bot(args.bot)
    elif any("=" not in word for word in args.seat):
        raise CommandError(t("terminal.error.seat-alone"))
    session = _resumed(args) if args.resume else _new(args)
    terminal = Terminal(make_console(args.no_colour))
    file = Path(args.save) if args.save else Path(args.resume) if args.resume else None
    if file is not None:
        _check_writable(file)
    _greet(session, terminal)
    GameLoop(session, terminal, file).run()
    if session.game.over:
        _remember(session)
    return 0


def _remember(session: TerminalSession) -> None:
    """Keep the result of a game of one person against bots. A game counts once, however often it is resumed."""
    game, setting = session.game, session.state.setting
    seats = list(zip(setting.colours, session.game_session.seats, strict=True))
    yours = [colour for colour, seat in seats if seat.bot is None]
    bots = [seat.name for _, seat in seats if seat.bot is not None]
    if len(yours) != 1 or not bots:
        return
    scenario = setting.scenario
    even = not (scenario.declared or game.origin or setting.options.handicap_seat)
    name = sha256(game.seed.encode()).hexdigest()[:16]
    kind = "" if scenario.declared else scenario.game
    add_entries([game_entry(name, time(), yours[0], game.winners, bots, kind, scenario.name, even)])


def _check_writable(file: Path) -> None:
    """Refuse a file that cannot be saved before anybody plays."""
    if file.is_dir():
        raise CommandError(t("terminal.error.folder", file=str(file)))
    if not file.parent.is_dir():
        raise CommandError(t("terminal.save.cannot", file=str(file), reason=os.strerror(ENOENT).lower()))
    if not os.access(file if file.exists() else file.parent, os.W_OK):
        raise CommandError(t("terminal.save.cannot", file=str(file), reason=os.strerror(EACCES).lower()))


def _new(args: Namespace) -> TerminalSession:
    if args.position:
        if args.scenario or args.game or args.option:
            raise CommandError(t("terminal.error.position-alone"))
        game = _from_position(args.position, args.seed)
    else:
        options = {**WITH_PEOPLE, **parse_option_words(args.option)}
        game = RecordedGame.new(chosen_scenario(args), options, args.seed or token_hex(16))
    players = _players(game, args, [PERSON] * len(game.state.setting.colours))
    return _session(game, players, {})


def _from_position(file: str, seed: str) -> RecordedGame:
    """Return the game of a position file; an error names the file."""
    try:
        return RecordedGame.from_position(read_text_file(file), seed, WITH_PEOPLE)
    except TextError as error:
        raise TextError(error.problem, file, error.line, error.column, error.code) from None


def _session(game: RecordedGame, players: list[str], names: dict[str, str]) -> TerminalSession:
    """Return a session with all players. Bots have their own random source, so knowing the seed does not reveal what they lay
    face down. `names`: names of the people in the record, by colour."""
    colours = game.state.setting.colours
    seats = [
        SessionSeat.of_person(names.get(colour, PERSON)) if name == PERSON else _bot_seat(name)
        for colour, name in zip(colours, players, strict=True)
    ]
    return TerminalSession(GameSession(game, seats))


def _bot_seat(name: str) -> SessionSeat:
    """Return a seat with the bot's own name, which the record keeps: `strongest` may mean another bot one day."""
    bot = resolve_bot(name)
    return SessionSeat.of_bot(bot.make(token_hex(16)), bot.name)


def _players(game: RecordedGame, args: Namespace, players: list[str]) -> list[str]:
    """Return the player of each seat: a bot or a person. --bot fills all seats but the person's, --seat red=random one seat."""
    colours = game.state.setting.colours
    assigned: dict[str, str] = {}
    yours: list[str] = []
    for word in args.seat:
        colour, equals, name = word.partition("=")
        if colour not in colours and (equals or colour != "random"):
            raise CommandError(t("terminal.error.no-seat", seat=colour, seats=", ".join(colours)))
        if colour in assigned or colour in yours:
            raise CommandError(t("terminal.error.seat-twice", seat=colour))
        if not equals:
            yours.append(colour)
        elif name != PERSON:
            check_bot(name)
        if equals:
            assigned[colour] = name
    if args.bot:
        if not yours and PERSON not in assigned.values():
            free = [colour for colour in colours if colour not in assigned]
            yours = ["blue" if "blue" in free else free[0]] if free else []
        taken = [choice(colours) if colour == "random" else colour for colour in yours]
        players = [PERSON if colour in taken else args.bot for colour in colours]
    players = [assigned.get(colour, player) for colour, player in zip(colours, players, strict=True)]
    if PERSON not in players:
        raise CommandError(t("terminal.error.only-bots"))
    return players


def _resumed(args: Namespace) -> TerminalSession:
    """Return a saved game with the same players, unless --bot or --seat change them."""
    if args.option or args.seed or args.scenario or args.game or args.position:
        raise CommandError(t("terminal.error.resume-alone"))
    record, seed = load(read_text_file(args.resume), args.resume)
    if record.end is not None:
        raise CommandError(t("terminal.error.is-over", file=args.resume))
    game = resume(record, seed, args.resume)
    names = [record.header.players.get(colour, "").partition("#")[0] for colour in game.state.setting.colours]
    if not args.bot and not args.seat and all(name in known_bots() for name in names):
        raise CommandError(t("terminal.error.who-are-you"))
    players = _players(game, args, [name if name in known_bots() else PERSON for name in names])
    return _session(game, players, {c: name for c, name in record.header.players.items() if name not in known_bots()})


def _greet(session: TerminalSession, terminal: Terminal) -> None:
    """Print what the screens do not show."""
    state, console = session.state, terminal.console
    needed = session.display.width(state)
    if console.width < needed:
        terminal.say(t("terminal.narrow", needed=needed, width=console.width))
        if terminal.interactive:
            terminal.ask(t("terminal.press-enter") + " ")
    if state.setting.options.timer:
        terminal.say(t("terminal.clock", seconds=state.setting.options.timer[0]))
