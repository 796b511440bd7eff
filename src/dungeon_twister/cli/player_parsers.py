"""Declares the commands to play and to study games; each has its own module."""

from __future__ import annotations

from typing import Final

from dungeon_twister.cli.parsing import Add, add_colour, add_command, add_game_arguments, add_json, add_language


def _add_play(add: Add) -> None:
    parser = add_command(
        add,
        "play",
        "play_command",
        "play in the terminal, against bots or with several people at one keyboard",
        """\
Examples:
  dungeon-twister play                       two people at the keyboard
  dungeon-twister play --bot fitter          against a bot
  dungeon-twister play --bot engineer --scenario pyramid --seat green
  dungeon-twister play --bot lamplighter --scenario tutorial-1
  dungeon-twister play --scenario teams --seat red=greedy --seat green=random
  dungeon-twister play --save my.dt          save after every turn
  dungeon-twister play --resume my.dt        continue later
Type 'help' in the game for what you can type there.""",
    )
    add_game_arguments(parser)
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
    add_colour(parser)
    add_language(parser)


def _add_learn(add: Add) -> None:
    parser = add_command(
        add,
        "learn",
        "learn_command",
        "learn the games in short lessons; without a name, list them",
        """\
Examples:
  dungeon-twister learn                      the lessons and what you have done
  dungeon-twister learn walk-and-look        one of them, by name or number
  dungeon-twister learn --check              play all solutions and wrong tries
Exit code of --check: 0 all is right, 1 something is not.
How to write a lesson: docs/lessons.md.""",
    )
    parser.add_argument("lesson", nargs="?", default="", metavar="NAME", help="the name or the number of a lesson")
    parser.add_argument("--check", action="store_true", help="check the lesson, or all, instead of playing it")
    add_colour(parser)
    add_language(parser)


def _add_puzzles(add: Add) -> None:
    parser = add_command(
        add,
        "puzzles",
        "puzzles_command",
        "solve puzzles; without a number, count them",
        """\
Examples:
  dungeon-twister puzzles                    how many there are and are solved
  dungeon-twister puzzles today              the puzzle of the day
  dungeon-twister puzzles 17
  dungeon-twister puzzles next               one at your level, or one to repeat
  dungeon-twister puzzles --mine             your rating, streak and record
  dungeon-twister puzzles --goal win --grade 3           list these puzzles
  dungeon-twister puzzles --check 30         search all lines of 30 puzzles
  dungeon-twister puzzles mine.txt --goal leave --token bT --out mine.json
                                             make a puzzle of a position
  dungeon-twister puzzles mine.json          solve it
Exit code of --check and of a position: 0 all is right, 1 something is not.
Where puzzles come from: docs/puzzles.md.""",
    )
    parser.add_argument(
        "puzzle", nargs="?", default="", metavar="NUMBER", help="the number of a puzzle, or next, today, easy; or a file"
    )
    parser.add_argument(
        "--goal", default="", metavar="NAME", help="only win, treasure, leave or survive; of a position: its goal"
    )
    parser.add_argument("--token", default="", metavar="NAME", help="of a position: the character that has to leave")
    parser.add_argument("--seconds", default=120.0, type=float, metavar="N", help="of a position: how long to search")
    parser.add_argument("--out", default="", metavar="FILE", help="of a position: write the puzzle to this new file")
    parser.add_argument("--theme", default="", metavar="NAME", help="only those with this theme, such as turn, jump or fire")
    parser.add_argument("--grade", default=0, type=int, metavar="N", help="only those of this grade, 1 (easy) to 5")
    parser.add_argument("--family", default="", metavar="NAME", help="only base (two players), several or card")
    parser.add_argument("--mine", action="store_true", help="show your results instead")
    parser.add_argument("--check", type=int, metavar="N", help="check N of them instead, the quickest first; 0: all")
    add_colour(parser)
    add_language(parser)


def _add_missions(add: Add) -> None:
    parser = add_command(
        add,
        "missions",
        "missions_command",
        "play missions with a goal and stars; without a name, list them",
        """\
Examples:
  dungeon-twister missions                   the missions and your stars
  dungeon-twister missions night-shift       one of them, by name or number
  dungeon-twister missions --check           play all stored solutions
Exit code of --check: 0 all is right, 1 something is not.
How a mission is written: docs/data/missions.md.""",
    )
    parser.add_argument("mission", nargs="?", default="", metavar="NAME", help="the name or the number of a mission")
    parser.add_argument("--check", action="store_true", help="check the mission, or all, instead of playing it")
    add_colour(parser)
    add_language(parser)


def _add_mistakes(add: Add) -> None:
    parser = add_command(
        add,
        "mistakes",
        "mistakes_command",
        "play the mistakes of your own games again; without a number, list them",
        """\
Examples:
  dungeon-twister mistakes --add game.dt --as blue  (keep those of a game)
  dungeon-twister mistakes                   your mistakes, and which are due
  dungeon-twister mistakes next              play the next one again
  dungeon-twister mistakes --remove 3
What counts as a mistake: docs/analysis.md.""",
    )
    parser.add_argument("mistake", nargs="?", default="", metavar="NUMBER", help="the number of a position, or next")
    parser.add_argument("--add", dest="file", default="", metavar="FILE", help="analyse a finished game and keep its mistakes")
    parser.add_argument("--as", dest="player", default="", metavar="COLOUR", help="whose mistakes (default: the only person's)")
    parser.add_argument("--out", default="", metavar="FILE.json", help="keep the analysis there, or continue it")
    parser.add_argument("--nodes", type=int, default=4000, metavar="N", help="positions looked at for each decision (4000)")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="processes that work side by side (1)")
    parser.add_argument("--remove", default="", metavar="NUMBER", help="remove a position")
    parser.add_argument("--clear", action="store_true", help="remove all positions")
    parser.set_defaults(seed="")
    add_colour(parser)
    add_language(parser)


def _add_show(add: Add) -> None:
    parser = add_command(
        add,
        "show",
        "show_command",
        "draw a position, or the last position of a recorded game",
        """\
Examples:
  dungeon-twister show game.dt
  dungeon-twister show hall.txt --svg hall.svg --theme light
Of an unfinished game it shows what spectators see, and no secrets.""",
    )
    parser.add_argument("file", metavar="FILE", help="a position or a record")
    parser.add_argument("--svg", metavar="FILE.svg", help="draw it there as the page does; - is the standard output")
    parser.add_argument("--theme", choices=["dark", "light"], default="dark", help="the colours of the drawing (default dark)")
    parser.add_argument("--size", type=int, metavar="PIXELS", help="how large the drawing is (default 800)")
    add_language(parser)
    add_json(parser)


def _add_replay(add: Add) -> None:
    parser = add_command(
        add,
        "replay",
        "replay_command",
        "step through a finished game",
        """\
Example: dungeon-twister replay game.dt --at 40
Keys: Enter or n next, b back, g N go to choice N, q quit.
If the output is no terminal, it is a list of all choices.""",
    )
    parser.add_argument("file", metavar="FILE", help="the record of a finished game")
    parser.add_argument("--at", type=int, metavar="N", help="begin after choice N")
    parser.add_argument("--auto", type=float, metavar="SECONDS", help="show the next choice by itself after that pause")
    add_language(parser)
    add_json(parser)


def _add_gallery(add: Add) -> None:
    parser = add_command(
        add,
        "gallery",
        "gallery_command",
        "watch games of the strongest bots; without a name, list them",
        """\
Examples:
  dungeon-twister gallery                    the games and what they show
  dungeon-twister gallery 3                  one of them, by name or number
Keys as in 'replay', and m: the next marked moment.""",
    )
    parser.add_argument("game", nargs="?", default="", metavar="NAME", help="the name or the number of a game")
    parser.add_argument("--at", type=int, metavar="N", help="begin after choice N")
    parser.add_argument("--auto", type=float, metavar="SECONDS", help="show the next choice by itself after that pause")
    add_language(parser)
    add_json(parser)


def _add_analyse(add: Add) -> None:
    parser = add_command(
        add,
        "analyse",
        "analyse_command",
        "find better turns in a finished game, or the best plans of a position",
        """\
Examples:
  dungeon-twister analyse game.dt --svg game.svg --jobs 2
  dungeon-twister analyse hall.txt
Ctrl-C ends it; with --out the same command continues later.
Exit code: 0 finished, 1 interrupted. More: docs/analysis.md.""",
    )
    parser.add_argument("file", metavar="FILE", help="the record of a finished game, or a position")
    parser.add_argument("--out", default="", metavar="FILE.json", help="keep the analysis there, or continue it")
    parser.add_argument("--svg", default="", metavar="FILE.svg", help="draw the share of winning over the turns")
    parser.add_argument("--nodes", type=int, default=4000, metavar="N", help="positions looked at for each decision (4000)")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="processes that work side by side (1)")
    parser.add_argument("--seed", default="", metavar="TEXT", help="the same seed gives the same analysis")
    add_language(parser)
    add_json(parser)


def _add_position(add: Add) -> None:
    parser = add_command(
        add,
        "position",
        "position_command",
        "print a position as text, from a finished game or of a new game",
        """\
Examples:
  dungeon-twister position game.dt --at 120 > hall.txt
  dungeon-twister position --scenario race --seed 1
'show' draws the position, 'perft' counts from it, 'play --position' plays it.
More: docs/positions.md.""",
    )
    parser.add_argument("file", nargs="?", metavar="FILE", help="the record of a finished game; without it: a new game")
    parser.add_argument("--at", type=int, metavar="N", help="after choice N (default: the last time there is a position)")
    add_game_arguments(parser)
    parser.add_argument("--seed", default="", metavar="TEXT", help="of a new game: the same seed gives the same setup")


def _add_verify(add: Add) -> None:
    parser = add_command(
        add,
        "verify",
        "verify_command",
        "check that the chance of a finished game was fair",
        """\
Example: dungeon-twister verify game.dt --commitment HEX --contribution HEX
Exit code: 0 fair, 1 not fair, 2 the check is not possible.
More: docs/fairness.md.""",
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


PLAYING: Final = (
    *(_add_play, _add_learn, _add_puzzles, _add_missions, _add_mistakes, _add_gallery),
    *(_add_show, _add_replay, _add_analyse, _add_position, _add_verify),
)
