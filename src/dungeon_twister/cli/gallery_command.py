"""The command `gallery`: lists the games of the gallery, or shows one step by step with its marked moments."""

from __future__ import annotations

from argparse import Namespace

from rich.table import Table
from rich.text import Text

from dungeon_twister.cli.input_words import with_suggestion
from dungeon_twister.cli.output import CommandError, make_console, print_json
from dungeon_twister.cli.replay_command import show_steps, steps_of
from dungeon_twister.cli.texts import cached_scene, catalogue, colour_word, t, t_plural
from dungeon_twister.game.record.json_codec import plain
from dungeon_twister.learning.gallery import GalleryGame, GalleryMoment, load_gallery
from dungeon_twister.presentation.i18n import NamingContext, SignNames
from dungeon_twister.presentation.i18n.names import Names, capital


def gallery(args: Namespace) -> int:
    """List the games, or show one."""
    games = load_gallery()
    if not args.game:
        return _list(games, args.json)
    game = next((game for game in games if args.game in (game.name, str(game.number))), None)
    if game is None:
        known = [game.name for game in games]
        problem = t("terminal.gallery.none", name=args.game, names=", ".join(known))
        raise CommandError(with_suggestion(problem, args.game, known))
    steps = steps_of(game.record, game.name)
    names = SignNames(catalogue(), NamingContext(cached_scene(steps[0].state.setting), "all"))
    for moment in game.moments:
        steps[moment.at].note = moment_text(moment, names)
    return show_steps(args, steps)


def moment_text(moment: GalleryMoment, names: Names) -> str:
    """Return a moment as a sentence."""
    values: dict[str, str | int] = {**moment.numbers, "player": names.player(moment.player)}
    if moment.pieces:
        values |= {"token": names.token(moment.pieces[0]), "object": names.token(moment.pieces[0], "object")}
    if len(moment.pieces) > 1:
        values["target"] = names.token(moment.pieces[1], "object")
    return capital(names.words.t(f"gallery.moment.{moment.kind}", values))


def _list(games: tuple[GalleryGame, ...], json: bool) -> int:
    if json:
        for game in games:
            print_json({"name": game.name, "kind": game.kind, "scenario": game.scenario, "moments": plain(game.moments)})
        return 0
    console, table = make_console(), Table.grid(padding=(0, 2))
    for game in games:
        winners = ", ".join(colour_word(colour) for colour in game.analysis.winners)
        table.add_row(
            str(game.number),
            f"[bold]{game.name}[/]",
            Text(t(f"gallery.game.{game.name}.title")),
            t_plural("gallery.length", game.turns),
            Text(winners),
        )
    console.print(table)
    console.print(t("terminal.gallery.how", name=games[0].name), markup=False, soft_wrap=True)
    return 0
