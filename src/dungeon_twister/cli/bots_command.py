"""The command `bots`: lists the opponents, the weakest first, with their description."""

from __future__ import annotations

from argparse import Namespace

from rich.markup import escape
from rich.table import Table

from dungeon_twister.ai.bots.levels import LEVELS, STRONGEST
from dungeon_twister.ai.bots.registry import bot_names, known_bots
from dungeon_twister.cli.output import make_console, print_json
from dungeon_twister.cli.texts import has_text, t


def bots(args: Namespace) -> int:
    """List the bots; with --json as objects."""
    ratings = {level.name: level.rating for level in LEVELS}
    if args.json:
        listed = [
            {"name": name, "title": title(name), "text": text(name), "level": name in ratings, "rating": ratings.get(name)}
            for name in bot_names()
        ]
        print_json({"bots": listed, STRONGEST: LEVELS[-1].name})
        return 0
    table = Table.grid(padding=(0, 2))
    for name in bot_names():
        rating = ratings.get(name)
        known = t("terminal.bots.rating", rating=rating) if rating is not None else ""
        table.add_row(f"[bold]{name}[/]", title(name), escape(text(name)), known)
    console = make_console()
    console.print(table)
    console.print(t("terminal.bots.strongest", bot=LEVELS[-1].name), markup=False)
    return 0


def title(name: str) -> str:
    """Return the display name of a bot; a bot of an installed package has its own name."""
    return t(f"game.bot.{name}") if has_text(f"game.bot.{name}") else ""


def text(name: str) -> str:
    """Return a sentence about a bot; a bot of an installed package describes itself."""
    return t(f"setting.bot.{name}.text") if has_text(f"setting.bot.{name}.text") else known_bots()[name].about
