"""The command `position`: prints a position as text, from a recorded game or from a new one after the setup."""

from __future__ import annotations

import sys
from argparse import Namespace
from random import Random

from dungeon_twister.cli.output import CommandError, chosen_scenario, parse_option_words
from dungeon_twister.cli.replay_command import finished_record
from dungeon_twister.cli.texts import t
from dungeon_twister.game.record.files import Record, end_matches, states
from dungeon_twister.game.record.position import has_position, write_position
from dungeon_twister.game.record.recorded_game import RecordedGame
from dungeon_twister.rules.engine.state import State


def position(args: Namespace) -> int:
    """Print the position."""
    if args.file and (args.option or args.seed or args.scenario or args.game):
        raise CommandError(t("terminal.error.position-or-new"))
    if not args.file and args.at is not None:
        raise CommandError(t("terminal.error.position-at"))
    state = _recorded(finished_record(args.file), args.file, args.at) if args.file else _set_up(args)
    sys.stdout.write(write_position(state))
    return 0


def _recorded(record: Record, source: str, at: int | None) -> State:
    """Return the game after a choice, or by default at the last moment that can be written as a position. Only finished games
    are allowed, because a position reveals everything hidden."""
    moments: list[int] = []
    found: State | None = None
    final: State | None = None
    for number, (state, _) in enumerate(states(record, source)):
        if has_position(state):
            moments.append(number)
            if at is None or number == at:
                found = state.copy()
        final = state
    last = len(record.choices)
    if final is None or not end_matches(record, final):
        raise CommandError(t("terminal.error.other-end", file=source))
    if at is not None and not 0 <= at <= last:
        raise CommandError(t("terminal.error.at", last=last, at=at))
    if found is None:
        raise CommandError(_nearest(moments, at))
    return found


def _nearest(moments: list[int], at: int | None) -> str:
    if not moments or at is None:
        return t("terminal.error.no-position")
    near = sorted(moments, key=lambda number: abs(number - at))[:2]
    return t("terminal.error.no-position-at", at=at, near=", ".join(str(number) for number in sorted(near)))


def _set_up(args: Namespace) -> State:
    """Return a new game after a random setup, before its first turn."""
    game = RecordedGame.new(chosen_scenario(args), parse_option_words(args.option), args.seed)
    rng = Random(game.seed)
    while not has_position(game.state):
        game.play(rng.choice(game.legal()))
    return game.state
