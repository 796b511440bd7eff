"""Applies one client command to a copy of the game, or in place if it cannot fail midway. Nothing
is visible until it has been stored."""

from __future__ import annotations

from typing import Final

from dungeon_twister.presentation.guide.guide_shapes import Reason
from dungeon_twister.rules.engine.game import IllegalActionError
from dungeon_twister.server.games.commands import agreements, seat_claims
from dungeon_twister.server.games.commands.command_error import RefusedError as RefusedError
from dungeon_twister.server.games.commands.draft import GAME_OVER, NOT_A_CHOICE, TOO_MANY, Absent, GameDraft, nobody
from dungeon_twister.server.games.sessions.active_game import ActiveGame
from dungeon_twister.server.socket_protocol import (
    Agree,
    AnswerClaim,
    Command,
    Do,
    DrawOffer,
    Fill,
    LayPlan,
    Resign,
    StandIn,
    TakeBack,
    Undo,
    Vacation,
)
from dungeon_twister.server.store import OVER, PLAYING
from dungeon_twister.server.workers import LONGEST_RECORD

LONGEST_ID: Final = 64  # of a command, or a line of chat
MOST_CHOICES: Final = 100  # in one command
LONGEST_GAME: Final = LONGEST_RECORD  # entries of its log
MOST_UNDONE: Final = 3_000  # choices taken back in one game
STALE: Final = Reason("stale", sentence="The game has gone on since. Look at it again.")
NOT_STARTED: Final = Reason("not-started", sentence="The game begins when all seats are taken.")
GIVEN_UP: Final = Reason("given-up", sentence="The game was given up.")
NOT_TOGETHER: Final = Reason("not-together", sentence="One command cannot go on where somebody has learned something new.")
TOO_LONG: Final = Reason("game-too-long", sentence="This game has become too long: resign, or agree to a draw.")
UNDONE_ENOUGH: Final = Reason("too-many-undos", sentence="Too much has been taken back in this game.")


def carry_out(
    active: ActiveGame, seat: str, command: Command, now: float, absent: Absent = nobody, deserted: Absent = nobody
) -> GameDraft:
    """Return the game after a command of a seat; RefusedError says why not.

    `absent` returns the players who have been away for long, `deserted` the seats that may be
    claimed.
    """
    _check_stage(active)
    if isinstance(command, Do | Undo | Fill) and command.version != active.version:
        raise RefusedError(STALE)
    if isinstance(command, Do | Undo | Fill | TakeBack):
        _check_length(active, command)
    active.ahead = _is_one_choice(active, command)
    draft = GameDraft(active, active.ahead, now, absent, deserted)
    try:
        _do(draft, seat, command)
        draft.settle()
        if draft.changed or draft.resealed:
            agreements.after_choice(draft, seat)
    except RefusedError:
        active.ahead = False
        raise
    except IllegalActionError as error:
        active.ahead = False
        raise RefusedError(Reason(error.code, error.clause, error.sentence)) from None
    return draft


def _is_one_choice(active: ActiveGame, command: Command) -> bool:
    """Return whether a command is a single choice, which is checked before it is made, so that a
    refusal leaves the game unchanged.

    Where it matters when a turn ended (TEAM-18), the game before the choice is needed. A sealed
    choice changes nothing yet.
    """
    game = active.game
    return isinstance(command, Do) and len(command.choices) == 1 and game.meetings is None and not game.together


def _check_length(active: ActiveGame, command: Command) -> None:
    """Refuse endless games, which would fill the disk. No serious game is nearly that long."""
    if active.version >= LONGEST_GAME:
        raise RefusedError(TOO_LONG)
    if isinstance(command, Undo | TakeBack) and active.version - len(active.game.versions) >= 2 * MOST_UNDONE:
        raise RefusedError(UNDONE_ENOUGH)


def _check_stage(active: ActiveGame) -> None:
    if active.row.stage != PLAYING:
        reasons = {OVER: GAME_OVER, "given-up": GIVEN_UP}
        raise RefusedError(reasons.get(active.row.stage, NOT_STARTED))


def _do(draft: GameDraft, seat: str, command: Command) -> None:
    if isinstance(command, Do):
        if not 1 <= len(command.choices) <= MOST_CHOICES:
            raise RefusedError(TOO_MANY if command.choices else NOT_A_CHOICE)
        for number, choice in enumerate(command.choices):
            if number and not draft.can_go_on(seat):
                raise RefusedError(NOT_TOGETHER)
            draft.choose(seat, choice)
    elif isinstance(command, Undo):
        draft.undo(seat, max(1, command.steps))
    elif isinstance(command, Fill):
        draft.fill(seat)
    elif isinstance(command, Resign):
        draft.resign(seat)
    elif isinstance(command, TakeBack | StandIn):
        agreements.ask(draft, seat, command)
    elif isinstance(command, Agree):
        agreements.answer(draft, seat, command)
    elif isinstance(command, AnswerClaim):
        seat_claims.answer(draft, seat, command)
    elif isinstance(command, Vacation):
        draft.take_vacation(seat, command.days)
    elif isinstance(command, LayPlan):
        draft.plan(seat, command.choices)
    else:
        assert isinstance(command, DrawOffer)
        if command.answer not in ("offer", "accept", "decline"):
            raise RefusedError(Reason("unreadable", sentence="The answer is offer, accept or decline."))
        draft.draw(seat, command.answer)
