"""Declares the commands for bots and rules; each has its own module."""

from __future__ import annotations

from typing import Final

from dungeon_twister.cli.parsing import Add, add_command, add_game, add_game_arguments, add_json, add_language


def _add_bots(add: Add) -> None:
    parser = add_command(
        add,
        "bots",
        "bots_command",
        "list the bots, the weakest first",
        """\
Example: dungeon-twister bots
Use the names with 'play --bot' and 'selfplay --bots'.
The name 'strongest' means the last level.""",
    )
    add_language(parser)
    add_json(parser)


def _add_selfplay(add: Add) -> None:
    parser = add_command(
        add,
        "selfplay",
        "selfplay_command",
        "let bots play a match and count the wins",
        """\
Example: dungeon-twister selfplay --bots greedy,random --games 100 --jobs 2
For three or four players give one bot for all seats, one for each seat, or two:
the first plays alone (or with its team) against the second on all other seats.""",
    )
    parser.add_argument(
        "--bots",
        required=True,
        metavar="A,B",
        help="the bots, by name (see 'dungeon-twister bots'), or your own as module:Class; they change seats every game",
    )
    parser.add_argument("--games", type=int, default=10, metavar="N", help="how many games (default 10)")
    parser.add_argument("--seed", default="1", metavar="TEXT", help="the same seed gives the same games (default 1)")
    add_game_arguments(parser)
    parser.add_argument("--records", metavar="DIR", help="write a record of every game into that folder")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="how many games at a time (default 1)")
    add_json(parser)


def _add_ladder(add: Add) -> None:
    parser = add_command(
        add,
        "ladder",
        "ladder_command",
        "rate bots by pairs of games with the same rooms",
        """\
Examples:
  dungeon-twister ladder greedy random --pairs 20 --out rated.jsonl
  dungeon-twister ladder my.module:Bot:width=8 greedy random --gauntlet
  dungeon-twister ladder --sprt my.module:New my.module:Old 0,20 --pairs 2000
  dungeon-twister ladder show rated.jsonl other.jsonl --svg ladder.svg
The same command with the same --out continues an interrupted run.
Exit code: 0 all pairs are played, 1 some are missing, 2 an error.""",
    )
    parser.add_argument(
        "bots",
        nargs="*",
        metavar="BOT",
        help="name, module:Class, or either with parameters behind it, such as name:key=value,key=value; or: show FILE...",
    )
    add_game_arguments(parser)
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
        "let bots play and store every decision, for learning",
        """\
Examples:
  dungeon-twister dataset greedy random --games 1000 --out data --jobs 4
  dungeon-twister dataset fitter --scenario pyramid --out four --format jsonl
The same command with the same --out continues an interrupted run.
Exit code: 0 all games are played, 1 some are missing, 2 an error.
The columns: docs/datasets.md.""",
    )
    parser.add_argument("bots", nargs="+", metavar="BOT", help="as for the ladder; two for one against the others, or one each")
    add_game_arguments(parser)
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


def _add_rooms(add: Add) -> None:
    parser = add_command(
        add,
        "rooms",
        "rooms_command",
        "draw and check the rooms of a file",
        """\
Example: dungeon-twister rooms my-rooms.txt
Without a file: the rooms of the base game, or of the Card Game (--game card).""",
    )
    add_game(parser)
    parser.add_argument("file", nargs="?", metavar="FILE", help="a room file")
    add_json(parser)


def _add_cases(add: Add) -> None:
    parser = add_command(
        add,
        "cases",
        "cases_command",
        "run rule cases and list those that fail",
        """\
Example: dungeon-twister cases tests/cases
Exit code: 0 all pass, 1 some fail, 2 a file cannot be read.""",
    )
    parser.add_argument("paths", nargs="+", metavar="PATH", help="case files, or folders with files *.case")
    add_json(parser)


def _add_perft(add: Add) -> None:
    parser = add_command(
        add,
        "perft",
        "perft_command",
        "count the sequences of choices from a position",
        """\
Example: dungeon-twister perft hall.txt --depth 3 --divide
Exit code: 1 if the file has another count for that depth.""",
    )
    parser.add_argument("position", metavar="POSITION", help="a position file")
    parser.add_argument("--depth", type=int, required=True, metavar="N", help="how many choices deep")
    parser.add_argument("--divide", action="store_true", help="split the number by the first choice")
    add_json(parser)


def _add_bench(add: Add) -> None:
    parser = add_command(
        add,
        "bench",
        "bench_command",
        "measure how fast the rules run on this machine",
        """\
Example: dungeon-twister bench --seconds 5 --game card""",
    )
    add_game_arguments(parser)
    parser.add_argument("--seconds", type=float, default=3.0, metavar="S", help="how long to measure (default 3)")
    parser.add_argument("--seed", default="1", metavar="TEXT", help="which random games (default 1)")
    add_json(parser)


DEVELOPING: Final = (_add_bots, _add_selfplay, _add_ladder, _add_dataset, _add_rooms, _add_cases, _add_perft, _add_bench)
