"""What a command does. Nothing of it counts before it is written: it is worked out on a copy of the game, or, where nothing of
it can be refused once it has begun, on the game itself, which nobody looks at meanwhile."""

from __future__ import annotations

from typing import Final

from dungeon_twister.presentation.guide.shapes import Reason
from dungeon_twister.rules.engine.game import IllegalActionError
from dungeon_twister.server.games import agreements, claims
from dungeon_twister.server.games.draft import GAME_OVER, NOT_A_CHOICE, TOO_MANY, Absent, Draft, nobody
from dungeon_twister.server.games.hosted import OVER, Hosted
from dungeon_twister.server.games.refused import RefusedError as RefusedError
from dungeon_twister.server.protocol import (
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
from dungeon_twister.server.store import PLAYING
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
    hosted: Hosted, seat: str, command: Command, now: float, absent: Absent = nobody, deserted: Absent = nobody
) -> Draft:
    """The game after a command of a seat; RefusedError says why not. `absent` tells whose players have been away for
    long, `deserted` which seats somebody else may say to be his."""
    _check_stage(hosted)
    if isinstance(command, Do | Undo | Fill) and command.version != hosted.version:
        raise RefusedError(STALE)
    if isinstance(command, Do | Undo | Fill | TakeBack):
        _check_length(hosted, command)
    hosted.ahead = _is_one_choice(hosted, command)
    draft = Draft(hosted, hosted.ahead, now, absent, deserted)
    try:
        _do(draft, seat, command)
        draft.settle()
        if draft.changed or draft.resealed:
            agreements.after_choice(draft, seat)
    except RefusedError:
        hosted.ahead = False
        raise
    except IllegalActionError as error:
        hosted.ahead = False
        raise RefusedError(Reason(error.code, error.clause, error.sentence)) from None
    return draft


def _is_one_choice(hosted: Hosted, command: Command) -> bool:
    """A single choice is checked before anything is done, so that a refusal leaves the game as it was. Where it counts when a
    turn ended (TEAM-18) it matters what was before, and a sealed choice changes nothing yet."""
    game = hosted.game
    return isinstance(command, Do) and len(command.choices) == 1 and game.meetings is None and not game.together


def _check_length(hosted: Hosted, command: Command) -> None:
    """No game may fill the disk. None that is played for its own sake comes near."""
    if hosted.version >= LONGEST_GAME:
        raise RefusedError(TOO_LONG)
    if isinstance(command, Undo | TakeBack) and hosted.version - len(hosted.game.versions) >= 2 * MOST_UNDONE:
        raise RefusedError(UNDONE_ENOUGH)


def _check_stage(hosted: Hosted) -> None:
    if hosted.row.stage != PLAYING:
        reasons = {OVER: GAME_OVER, "given-up": GIVEN_UP}
        raise RefusedError(reasons.get(hosted.row.stage, NOT_STARTED))


def _do(draft: Draft, seat: str, command: Command) -> None:
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
        claims.answer(draft, seat, command)
    elif isinstance(command, Vacation):
        draft.take_vacation(seat, command.days)
    elif isinstance(command, LayPlan):
        draft.plan(seat, command.choices)
    else:
        assert isinstance(command, DrawOffer)
        if command.answer not in ("offer", "accept", "decline"):
            raise RefusedError(Reason("unreadable", sentence="The answer is offer, accept or decline."))
        draft.draw(seat, command.answer)
