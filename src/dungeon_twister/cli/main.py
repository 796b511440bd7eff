"""The command `dungeon-twister`: parses arguments, runs a command, prints errors as one sentence."""

from __future__ import annotations

import os
import sys
from argparse import SUPPRESS, Namespace, RawDescriptionHelpFormatter
from collections.abc import Callable, Sequence
from contextlib import suppress

from dungeon_twister import compiled
from dungeon_twister.cli.operator_parsers import OPERATING
from dungeon_twister.cli.output import as_sentence, error_text, is_expected, os_error_text, replace_unencodable_characters
from dungeon_twister.cli.parsing import WRONG, Add, Parser, add_command, add_json, add_language
from dungeon_twister.cli.texts import set_language, t
from dungeon_twister.presentation.i18n import language_for
from dungeon_twister.version import __version__


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return the exit code."""
    replace_unencodable_characters()
    compiled.use_built()  # before anything of the engine is imported
    try:
        args, others = make_parser().parse_known_args(argv)
        if others:
            args.parser.error(f"unrecognized arguments: {' '.join(others)}")
        code = _run(args.run, args)
        sys.stdout.flush()
        return code
    except SystemExit as leaving:  # from the parser, or from the console on a broken pipe
        return leaving.code if isinstance(leaving.code, int) else WRONG
    except BrokenPipeError:
        return _nobody_reads()
    except OSError as error:  # stdout itself fails, for example on a full disk
        _complain(f"Cannot go on: {os_error_text(error)}")
        return _nobody_reads()


def _run(asked: Callable[[Namespace], int], args: Namespace) -> int:
    try:
        set_language(language_for(os.environ, getattr(args, "language", None) or ""))
        return asked(args)
    except KeyboardInterrupt:
        _complain(t("terminal.interrupted"))
    except (BrokenPipeError, SystemExit):
        raise
    except OSError as error:
        where = f" {error.filename}" if error.filename else ""
        _complain(f"Cannot go on{where}: {os_error_text(error)}")
    except Exception as error:  # never a traceback, unless DUNGEON_TWISTER_DEBUG is set
        if is_expected(error):
            _complain(error_text(error, args))
            return WRONG
        if os.environ.get("DUNGEON_TWISTER_DEBUG"):
            raise
        _complain(f"This should not have happened, please report it: {type(error).__name__}: {error}")
    return WRONG


def _complain(problem: str) -> None:
    sys.stderr.write(as_sentence(problem) + "\n")


def _nobody_reads() -> int:
    """Handle a closed output: keep the interpreter from complaining when it ends."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return WRONG


# -- the commands ------------------------------------------------------------------------------------------------------


def make_parser() -> Parser:
    parser = Parser(
        prog="dungeon-twister",
        description="Dungeon Twister, the board game and the Card Game: play them, let bots play, study games and positions.",
        epilog="Example: dungeon-twister play --bot fitter\n'dungeon-twister COMMAND --help' explains a command.",
        formatter_class=RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"dungeon-twister {__version__}")
    parser.set_defaults(run=lambda args: _print_help(parser), parser=parser)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", parser_class=Parser)
    games = (_add_play, _add_learn, _add_puzzles, _add_serve, _add_site, _add_bots, _add_selfplay, _add_ladder, _add_dataset)
    records = (_add_replay, _add_analyse, _add_show, _add_verify)
    for add in (*games, *OPERATING, *records, _add_position, _add_cases, _add_perft, _add_rooms, _add_bench):
        add(commands.add_parser)
    return parser


def _print_help(parser: Parser) -> int:
    parser.print_help()
    return 0


def _add_game_arguments(parser: Parser) -> None:
    from dungeon_twister.rules.engine.scenarios import LABORATORIES, scenario_names

    _add_game(parser)
    scenarios = [name for name in scenario_names() if name not in LABORATORIES]
    parser.add_argument(
        "--scenario",
        metavar="NAME",
        help=f"{', '.join(scenarios)}, or a scenario file of your own (default base, with --game card standard)",
    )
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a switch of the rules, such as target=6, memory=strict, selection=draft; may be given several times",
    )


def _add_game(parser: Parser) -> None:
    parser.add_argument("--game", choices=["board", "card"], help="the board game (default) or the card game")


def _add_play(add: Add) -> None:
    parser = add_command(
        add,
        "play",
        "play_command",
        "play at the terminal, against bots or several people at one keyboard",
        "Examples:\n"
        "  dungeon-twister play                                  two people take turns at the keyboard\n"
        "  dungeon-twister play --bot fitter --seat yellow       against a bot\n"
        "  dungeon-twister play --scenario tutorial-1 --bot lamplighter  the first tutorial of the card game\n"
        "  dungeon-twister play --scenario pyramid --bot engineer  against three bots\n"
        "  dungeon-twister play --scenario teams --seat green=greedy --seat yellow=random  two people, two bots\n"
        "  dungeon-twister play --option target=6 --save my.dt   saved after every turn\n"
        "  dungeon-twister play --resume my.dt                   continue later\n"
        "  dungeon-twister play --position my.txt --bot strongest  continue from a position\n"
        "Type help in the game for what you can type there.",
    )
    _add_game_arguments(parser)
    parser.add_argument(
        "--bot",
        metavar="NAME",
        help="who plays all other seats: one of 'dungeon-twister bots', or strongest; without it people play",
    )
    parser.add_argument(
        "--seat",
        action="append",
        default=[],
        metavar="COLOUR",
        help="your seat against bots: blue (default), another colour or random; or who plays a seat, "
        "such as red=greedy or red=person; may be given several times",
    )
    parser.add_argument("--seed", default="", metavar="TEXT", help="the same seed gives the same draws (default: a new one)")
    parser.add_argument("--position", metavar="FILE", help="begin from a position (docs/positions.md)")
    parser.add_argument("--resume", metavar="FILE", help="continue a saved game; it is saved there again")
    parser.add_argument("--save", metavar="FILE", help="save the game there after every turn and when you leave")
    parser.add_argument("--no-colour", action="store_true", help="no colours (the variable NO_COLOR does the same)")
    parser.add_argument("--no-color", dest="no_colour", action="store_true", help=SUPPRESS)
    add_language(parser)


def _add_learn(add: Add) -> None:
    parser = add_command(
        add,
        "learn",
        "learn_command",
        "learn the games in short lessons: without a name, list them",
        "Examples:\n"
        "  dungeon-twister learn                                 the lessons, their minutes and what you have done\n"
        "  dungeon-twister learn walk-and-look                   one of them; its number does as well: learn 1\n"
        "  dungeon-twister learn --check                         play all solutions and wrong tries of all lessons\n"
        "Exit code of --check: 0 all is right, 1 something is not. How to write a lesson: docs/lessons.md.",
    )
    parser.add_argument("lesson", nargs="?", default="", metavar="NAME", help="the name or the number of a lesson")
    parser.add_argument("--check", action="store_true", help="check the lesson, or all, instead of playing it")
    parser.add_argument("--no-colour", action="store_true", help="no colours (the variable NO_COLOR does the same)")
    parser.add_argument("--no-color", dest="no_colour", action="store_true", help=SUPPRESS)
    add_language(parser)


def _add_puzzles(add: Add) -> None:
    parser = add_command(
        add,
        "puzzles",
        "puzzles_command",
        "solve puzzles: win this turn, leave with the Treasure, turn the maze, survive; without a number, count them",
        "Examples:\n"
        "  dungeon-twister puzzles                               how many there are, and what you have solved\n"
        "  dungeon-twister puzzles today                         the puzzle of the day, the same for everybody\n"
        "  dungeon-twister puzzles 17                            one of them\n"
        "  dungeon-twister puzzles --goal win --grade 3          a list; also --theme turn, --family card\n"
        "  dungeon-twister puzzles --check 30                    look at every way through 30 of them (0: all)\n"
        "Exit code of --check: 0 all is right, 1 something is not. Where puzzles come from: docs/puzzles.md.",
    )
    parser.add_argument("puzzle", nargs="?", default="", metavar="NUMBER", help="the number of a puzzle, or today")
    parser.add_argument("--goal", default="", metavar="NAME", help="only win, treasure, leave or survive")
    parser.add_argument("--theme", default="", metavar="NAME", help="only those with this theme, such as turn, jump or fire")
    parser.add_argument("--grade", default=0, type=int, metavar="N", help="only those of this grade, 1 (easy) to 5")
    parser.add_argument("--family", default="", metavar="NAME", help="only base (two players), several or card")
    parser.add_argument("--check", type=int, metavar="N", help="check N of them instead, the quickest first; 0: all")
    parser.add_argument("--no-colour", action="store_true", help="no colours (the variable NO_COLOR does the same)")
    parser.add_argument("--no-color", dest="no_colour", action="store_true", help=SUPPRESS)
    add_language(parser)


def _add_site(add: Add) -> None:
    parser = add_command(
        add,
        "site",
        "site_command",
        "write the whole game as a folder of static files: it is played in the browser, without a server",
        "Example: dungeon-twister site game\n"
        "Where the page for it has not been built, 'python3 run.py site FOLDER' builds and writes it (docs/site.md).",
    )
    parser.add_argument("folder", metavar="FOLDER", help="where it is written; what was written there before is replaced")


def _add_serve(add: Add) -> None:
    parser = add_command(
        add,
        "serve",
        "serve_command",
        "play in the browser: serve the games to this machine or to the net",
        "Examples:\n"
        "  dungeon-twister serve                                 opens the page in the browser; games are kept\n"
        "  dungeon-twister serve --host 0.0.0.0 --no-browser     others in the same network can play too\n"
        "  dungeon-twister serve --database postgresql://user:password@host/name --origin https://dungeon.example.org\n"
        "More settings: docs/settings.md. Running it for the public: docs/operations.md.",
    )
    parser.add_argument("--host", metavar="ADDRESS", help="where to listen (default 127.0.0.1: this machine only)")
    parser.add_argument("--port", type=int, metavar="N", help="the port (default 8000, or the next free one)")
    parser.add_argument(
        "--database",
        metavar="URL",
        help="where games are kept: sqlite:///FILE or postgresql://... (default: a file in your data folder)",
    )
    parser.add_argument(
        "--origin",
        action="append",
        default=[],
        metavar="URL",
        help="another address of the page, such as https://dungeon.example.org; may be given several times",
    )
    parser.add_argument("--workers-for-bots", type=int, metavar="N", help="processes in which bots think (default 1)")
    parser.add_argument(
        "--log",
        metavar="LEVEL",
        help="what is logged: debug, info, warning or error (default info: every request; at a terminal warning)",
    )
    parser.add_argument("--metrics-port", type=int, metavar="N", help="tell health and metrics at that port (default: none)")
    parser.add_argument("--no-browser", action="store_true", help="do not open the page")


def _add_selfplay(add: Add) -> None:
    parser = add_command(
        add,
        "selfplay",
        "selfplay_command",
        "let bots play a match and count the wins",
        "Example: dungeon-twister selfplay --bots greedy,random --games 100 --seed 1 --records games\n"
        "With more than two players: one bot for every seat, two for one alone against all the others (with teams: one\n"
        "team against the other), or one on all seats.",
    )
    parser.add_argument(
        "--bots",
        required=True,
        metavar="A,B",
        help="the bots, by name (see 'dungeon-twister bots'), or your own as module:Class; they change seats every game",
    )
    parser.add_argument("--games", type=int, default=10, metavar="N", help="how many games (default 10)")
    parser.add_argument("--seed", default="1", metavar="TEXT", help="the same seed gives the same games (default 1)")
    _add_game_arguments(parser)
    parser.add_argument("--records", metavar="DIR", help="write a record of every game into that folder")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="how many games at a time (default 1)")
    add_json(parser)


def _add_ladder(add: Add) -> None:
    parser = add_command(
        add,
        "ladder",
        "ladder_command",
        "rate bots by pairs of games that meet the same rooms",
        "Examples:\n"
        "  dungeon-twister ladder greedy random --pairs 20 --jobs 4 --out rated.jsonl   the same command continues later\n"
        "  dungeon-twister ladder my.module:Bot:width=8 greedy random --gauntlet        the first against all others\n"
        "  dungeon-twister ladder --sprt my.module:New my.module:Old 0,20 --pairs 2000  until it is known who is better\n"
        "  dungeon-twister ladder show rated.jsonl other.jsonl --svg ladder.svg         what was played, together\n"
        "Exit code: 0 all was played, 1 some pairs are missing, 2 something is wrong with the arguments or a file.",
    )
    parser.add_argument(
        "bots",
        nargs="*",
        metavar="BOT",
        help="name, module:Class, or either with parameters behind it, such as name:key=value,key=value; or: show FILE...",
    )
    _add_game_arguments(parser)
    parser.add_argument("--gauntlet", action="store_true", help="the first bot meets all others, they do not meet each other")
    parser.add_argument("--pairs", type=int, default=10, metavar="N", help="how many pairs any two bots play (default 10)")
    parser.add_argument("--seed", default="1", metavar="TEXT", help="the same seed gives the same games (default 1)")
    parser.add_argument("--out", metavar="FILE", help="write every pair there; a file that is there already continues")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="how many processes play (default 1)")
    parser.add_argument("--ray", metavar="ADDRESS", help="play on a Ray cluster: auto, local or ray://HOST:PORT")
    parser.add_argument(
        "--sprt",
        nargs=3,
        metavar=("A", "B", "ELO0,ELO1"),
        help="play until it is known whether A is ahead of B by ELO0 or by ELO1, such as 0,20 or [-10,10]",
    )
    parser.add_argument("--svg", metavar="FILE", help="draw the ratings there")
    parser.add_argument("--markdown", action="store_true", help="print the tables as Markdown")
    add_json(parser)


def _add_dataset(add: Add) -> None:
    parser = add_command(
        add,
        "dataset",
        "dataset_command",
        "let bots play and write every decision down, for learning",
        "Examples:\n"
        "  dungeon-twister dataset greedy random --games 1000 --out data --jobs 4  Parquet; the same command continues later\n"
        "  dungeon-twister dataset fitter --scenario pyramid --games 50 --out many --format jsonl  one bot on all four seats\n"
        "Exit code: 0 all was played, 1 some games are missing, 2 something is wrong. docs/datasets.md has the columns.",
    )
    parser.add_argument("bots", nargs="+", metavar="BOT", help="as for the ladder; two for one against the others, or one each")
    _add_game_arguments(parser)
    parser.add_argument("--games", type=int, default=100, metavar="N", help="how many games (default 100)")
    parser.add_argument("--seed", default="1", metavar="TEXT", help="the same seed gives the same games (default 1)")
    parser.add_argument(
        "--out", required=True, metavar="FOLDER", help="where the files go; a run that is already there continues"
    )
    parser.add_argument("--format", default="parquet", choices=["parquet", "jsonl"], help="Parquet (default) or JSON lines")
    parser.add_argument("--games-in-a-file", type=int, default=16, metavar="N", help="games of a file (default 16)")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="how many processes play (default 1)")
    parser.add_argument("--ray", metavar="ADDRESS", help="play on a Ray cluster: auto, local or ray://HOST:PORT")
    add_json(parser)


def _add_bots(add: Add) -> None:
    parser = add_command(
        add,
        "bots",
        "bots_command",
        "list the bots, the weakest first",
        "Example: dungeon-twister bots\n"
        "Every name can be given to play --bot and to selfplay --bots; strongest is the last level.",
    )
    add_language(parser)
    add_json(parser)


def _add_replay(add: Add) -> None:
    parser = add_command(
        add,
        "replay",
        "replay_command",
        "step through a finished game",
        "Example: dungeon-twister replay game.dt --at 40\n"
        "Keys: Enter or n next, b back, g N go to choice N, q quit. Output that goes to no terminal is a list of all choices.",
    )
    parser.add_argument("file", metavar="FILE", help="the record of a finished game")
    parser.add_argument("--at", type=int, metavar="N", help="begin after choice N")
    parser.add_argument("--auto", type=float, metavar="SECONDS", help="show the next choice by itself after that pause")
    add_language(parser)
    add_json(parser)


def _add_analyse(add: Add) -> None:
    parser = add_command(
        add,
        "analyse",
        "analyse_command",
        "tell what the turns of a finished game, or a position, were worth, and what would have been better",
        "Examples:\n"
        "  dungeon-twister analyse game.dt --svg game.svg --jobs 2    every turn, and a graph\n"
        "  dungeon-twister analyse hall.txt                           the best plans of a position\n"
        "Ctrl-C ends it; with --out the same command continues. Exit code: 1 if it was not finished (docs/analysis.md).",
    )
    parser.add_argument("file", metavar="FILE", help="the record of a finished game, or a position")
    parser.add_argument("--out", default="", metavar="FILE.json", help="keep the analysis there, or continue it")
    parser.add_argument("--svg", default="", metavar="FILE.svg", help="draw the share of winning over the turns")
    parser.add_argument("--nodes", type=int, default=4000, metavar="N", help="positions looked at for each decision (4000)")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="processes that work side by side (1)")
    parser.add_argument("--seed", default="", metavar="TEXT", help="the same seed gives the same analysis")
    add_language(parser)
    add_json(parser)


def _add_show(add: Add) -> None:
    parser = add_command(
        add,
        "show",
        "show_command",
        "draw a position file, or how a recorded game stands",
        "Examples:\n"
        "  dungeon-twister show game.dt\n"
        "  dungeon-twister show hall.txt --svg hall.svg --theme light\n"
        "Of a game in progress you see what a spectator sees, and no secret of a player.",
    )
    parser.add_argument("file", metavar="FILE", help="a position or a record")
    parser.add_argument("--svg", metavar="FILE.svg", help="draw it there as the page does; - is the standard output")
    parser.add_argument("--theme", choices=["dark", "light"], default="dark", help="the colours of the drawing (default dark)")
    parser.add_argument("--size", type=int, metavar="PIXELS", help="how large the drawing is (default 800)")
    add_language(parser)
    add_json(parser)


def _add_position(add: Add) -> None:
    parser = add_command(
        add,
        "position",
        "position_command",
        "print a position as text, from a finished game or of a new one",
        "Examples:\n"
        "  dungeon-twister position game.dt --at 120 > hall.txt  how a finished game stood after choice 120\n"
        "  dungeon-twister position --scenario race --seed 1     a new game, set up at random\n"
        "'show' draws it, 'perft' counts from it, and Game.from_position plays on (docs/positions.md).",
    )
    parser.add_argument("file", nargs="?", metavar="FILE", help="the record of a finished game; without it: a new game")
    parser.add_argument("--at", type=int, metavar="N", help="after choice N (default: the last time there is a position)")
    _add_game_arguments(parser)
    parser.add_argument("--seed", default="", metavar="TEXT", help="of a new game: the same seed gives the same setup")


def _add_verify(add: Add) -> None:
    parser = add_command(
        add,
        "verify",
        "verify_command",
        "check that the chance of a recorded game was fair",
        "Example: dungeon-twister verify game.dt --commitment HEX --contribution HEX\n"
        "Exit code: 0 everything is right, 1 something is wrong, 2 something cannot be checked, or the file cannot be read.\n"
        "docs/fairness.md explains it.",
    )
    parser.add_argument("file", metavar="FILE", help="the record of a finished game")
    parser.add_argument("--commitment", metavar="HEX", help="the commitment that you were shown before the game")
    parser.add_argument(
        "--contribution",
        metavar="HEX",
        action="append",
        default=[],
        help="what your browser contributed; may be given more than once",
    )
    add_json(parser)


def _add_cases(add: Add) -> None:
    parser = add_command(
        add,
        "cases",
        "cases_command",
        "run rule cases and say which do not hold",
        "Example: dungeon-twister cases tests/cases\nExit code: 0 all hold, 1 some do not, 2 a file cannot be read.",
    )
    parser.add_argument("paths", nargs="+", metavar="PATH", help="case files, or folders with files *.case")
    add_json(parser)


def _add_perft(add: Add) -> None:
    parser = add_command(
        add,
        "perft",
        "perft_command",
        "count the sequences of choices from a position",
        "Example: dungeon-twister perft hall.txt --depth 3 --divide\n"
        "If the file has a count for that depth and it differs, the exit code is 1.",
    )
    parser.add_argument("position", metavar="POSITION", help="a position file")
    parser.add_argument("--depth", type=int, required=True, metavar="N", help="how many choices deep")
    parser.add_argument("--divide", action="store_true", help="split the number by the first choice")
    add_json(parser)


def _add_rooms(add: Add) -> None:
    parser = add_command(
        add,
        "rooms",
        "rooms_command",
        "draw and check the rooms of a file",
        "Example: dungeon-twister rooms my-rooms.txt\n"
        "Without a file: the rooms of the base game, or with --game card those of the card game.",
    )
    _add_game(parser)
    parser.add_argument("file", nargs="?", metavar="FILE", help="a room file")
    add_json(parser)


def _add_bench(add: Add) -> None:
    parser = add_command(
        add,
        "bench",
        "bench_command",
        "measure how fast the rules run on this machine",
        "Example: dungeon-twister bench --seconds 5 --game card",
    )
    _add_game_arguments(parser)
    parser.add_argument("--seconds", type=float, default=3.0, metavar="S", help="how long to measure (default 3)")
    parser.add_argument("--seed", default="1", metavar="TEXT", help="which random games (default 1)")
    add_json(parser)
