"""Base class of exercises: a game that follows from a list of deeds, and its encoding for the client.

A deed is a line of text: something that the learner or a bot did in the exercise, such as a choice or an undo.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from hashlib import shake_256
from typing import ClassVar, Final

import msgspec

from dungeon_twister.game.record.grammar import Choice
from dungeon_twister.game.session import BOT, GameSession
from dungeon_twister.game.views import EventView, colour_of, observe
from dungeon_twister.learning.lessons import Coach
from dungeon_twister.presentation.guide.advice import advise, explain
from dungeon_twister.presentation.guide.guide_shapes import Advice, Reason
from dungeon_twister.rules.engine.state import State
from dungeon_twister.server.protocol import AnyView, GameInfo, SeatInfo
from dungeon_twister.server.socket_protocol import Sight
from dungeon_twister.server.study_protocol import (
    Board,
    Missioned,
    Puzzled,
    Replayed,
    Studied,
    StudyAgain,
    StudyBegin,
    StudyChance,
    StudyDeed,
    StudyEdit,
    StudyFill,
    StudyHint,
    StudyLook,
    StudyMoment,
    StudyPlay,
    StudyShow,
    StudyTap,
    StudyUndo,
    StudyWhy,
)
from dungeon_twister.server.text_input import sentence_of
from dungeon_twister.server.wire import encode

NOT_HERE: Final = Reason("not-now", sentence="That cannot be done here.")
NOTHING_TO_UNDO: Final = Reason("nothing-to-undo", sentence="There is nothing to take back.")
SEALED: Final = "sealed "


class BotAsked(msgspec.Struct, frozen=True):
    """A bot has to choose: its name, its seat and the JSON of its view."""

    bot: str
    seed: str
    view: bytes
    seat: str


def bot_asked(state: State, bot: str, seed: str) -> BotAsked:
    """Ask the bot that has to choose now."""
    seat = state.decider()
    return BotAsked(bot, seed, encode(observe(state, seat)), colour_of(state, seat))


class Exercise(ABC):
    """One exercise of a client. It follows from its name and `deeds`; `kind` is its part of the address.

    `history` holds the events of each choice, as the player may know them. It is a new list whenever the game is set up anew,
    which `studied` detects. `left` is then the previous history, with the view at its end.
    """

    kind: ClassVar[str]
    longest: ClassVar[int] = 0  # length of the first deed, if it may be longer than others
    name: str
    seat: int  # the seat whose view is shown

    @property
    @abstractmethod
    def deeds(self) -> Sequence[str]:
        """The deeds so far, from which the exercise can be rebuilt."""

    @property
    @abstractmethod
    def seated(self) -> GameSession:
        """The current state of the game."""

    @property
    @abstractmethod
    def history(self) -> list[list[EventView]]: ...

    @property
    def left(self) -> tuple[list[list[EventView]], AnyView] | None:
        return None

    @property
    def undoable(self) -> str:
        """The choice that `undo` would take back; empty: none."""
        return ""

    @property
    def coach(self) -> Coach | None:
        return None

    def beginning(self) -> StudyBegin | None:
        """Return the beginning that leads to this moment, for an exercise in which the engine may be asked."""
        return None

    def board(self, whole: bool) -> Board | None:
        """Return what only a free board has; `whole`: with the parts that never change."""
        return None

    @property
    def puzzle(self) -> Puzzled | None:
        return None

    @property
    def mission(self) -> Missioned | None:
        return None

    @property
    def mistake(self) -> Replayed | None:
        return None

    @property
    def advice(self) -> Advice:
        return advise(self.view, self.seated.state.setting)

    def asked(self) -> BotAsked | None:
        """The bot that has to choose, if any."""
        return None

    # -- doing: each returns why it is refused ------------------------------------------------------------------------------

    @abstractmethod
    def play(self, choices: Sequence[Choice | str]) -> Reason | None: ...

    def reply(self, choice: Choice) -> None:
        """Take the choice of a bot."""
        raise NotImplementedError

    def why(self, about: Choice | str) -> Reason | None:
        return explain(self.view, about, self.seated.state.setting)

    def tap(self, things: Sequence[str]) -> Reason | None:
        return NOT_HERE

    def undo(self, steps: int) -> Reason | None:
        return NOT_HERE

    def again(self, whole: bool) -> Reason | None:
        return NOT_HERE

    def show(self) -> Reason | None:
        return NOT_HERE

    def begin(self, how: StudyBegin) -> Reason | None:
        return NOT_HERE

    def draw_again(self, choice: Choice | str) -> Reason | None:
        return NOT_HERE

    def fill(self) -> Reason | None:
        return NOT_HERE

    def edit(self, edits: Sequence[str]) -> Reason | None:
        return NOT_HERE

    def hint(self, grade: int) -> Reason | None:
        return NOT_HERE

    def do(self, deed: StudyDeed) -> Reason | None:
        """Carry out a request. A StudyLook or StudyWait changes nothing here: `reply` takes the choice of the bot."""
        if isinstance(deed, StudyPlay):
            return self.play(deed.choices)
        if isinstance(deed, StudyWhy):
            return self.why(deed.about)
        if isinstance(deed, StudyTap):
            return self.tap(deed.things)
        if isinstance(deed, StudyUndo):
            return self.undo(deed.steps)
        if isinstance(deed, StudyAgain):
            return self.again(deed.whole)
        if isinstance(deed, StudyBegin):
            return self.begin(deed)
        if isinstance(deed, StudyChance):
            return self.draw_again(deed.choice)
        if isinstance(deed, StudyFill):
            return self.fill()
        if isinstance(deed, StudyEdit):
            return self.edit(deed.edits)
        if isinstance(deed, StudyHint):
            return self.hint(deed.grade)
        return self.show() if isinstance(deed, StudyShow) else None

    # -- sending ------------------------------------------------------------------------------------------------------------

    @property
    def view(self) -> AnyView:
        return self.seated.view(self.seat)

    @property
    def viewer(self) -> str:
        return self.seated.colours[self.seat]

    def studied(self, deed: StudyDeed, thought: Choice | None = None) -> Studied:
        """Carry out a request and return the state after it."""
        history, length = self.history, len(self.history)
        reason = None
        if thought is not None:
            self.reply(thought)
        else:
            reason = self.do(deed)
        moments, fresh = self._since(history, length)
        whole = fresh or isinstance(deed, StudyLook)
        sight = Sight(self.viewer, self.view, self.undoable)
        if moments and not fresh:
            moments = [StudyMoment(moments[0].events, sight)]
        return Studied(
            deeds=sealed(self.deeds, self.name),
            info=self._info(),
            sight=sight,
            moments=moments,
            fresh=fresh,
            waits=self.asked() is not None,
            advice=self.advice,
            reason=reason,
            history=self.history if whole else [],
            coach=self.coach,
            board=self.board(whole),
            puzzle=self.puzzle,
            mission=self.mission,
            mistake=self.mistake,
        )

    def _since(self, history: list[list[EventView]], length: int) -> tuple[list[StudyMoment], bool]:
        """Return the events after the first `length` moments of a history, and whether the game was set up anew since."""
        fresh = self.history is not history
        view = self.view
        if fresh:
            if self.left is None or self.left[0] is not history:
                return [], True
            view = self.left[1]
        events = [event for moment in history[length:] for event in moment]
        return [StudyMoment(events, Sight(self.viewer, view))] if events else [], fresh

    def _info(self) -> GameInfo:
        """Return the information for a page that shows games: there is no address and no opponent."""
        state = self.seated.state
        setting, colours = state.setting, self.seated.colours
        # A side without a named bot is scripted: it is called by its colour.
        seats = [
            SeatInfo(colour, "bot", bot=seat.name) if seat.who == BOT and seat.name else SeatInfo(colour, "person", online=True)
            for colour, seat in zip(colours, self.seated.seats, strict=True)
        ]
        return GameInfo(
            id=f"{self.kind}/{self.name}",
            code="",
            game=setting.scenario.game,
            scenario=setting.scenario.name,
            title="",
            options=dict(setting.options.given),
            clock="off",
            stage="over" if state.over else "playing",
            version=len(self.deeds),
            turn=state.turn,
            decider="" if state.over else colour_of(state, state.decider()),
            seats=seats,
            scores={colour: state.vp[seat] for seat, colour in enumerate(colours)},
            target=setting.target,
            winners=[],
            created=0.0,
            changed=0.0,
        )


def unreadable(error: ValueError) -> Reason:
    """Return the refusal of a text that is not one choice."""
    return Reason("unreadable", sentence=sentence_of(error))


# -- deeds of bots ----------------------------------------------------------------------------------------------------------


def sealed(deeds: Sequence[str], name: str) -> list[str]:
    """Obscure deeds for the client, because they may contain hidden choices of a bot. A reader of
    this program can decode them; nobody else plays in an exercise."""
    return [
        f"{SEALED}{_mixed(deed.encode(), name, at).hex()}" if deed.startswith("bot ") else deed for at, deed in enumerate(deeds)
    ]


def opened(deeds: Sequence[str], name: str) -> list[str]:
    """Return the deeds that were obscured; raise ValueError if one was not obscured here."""
    found = []
    for at, deed in enumerate(deeds):
        if deed.startswith(SEALED):
            deed = _mixed(bytes.fromhex(deed[len(SEALED) :]), name, at).decode()
            if not deed.startswith("bot "):
                raise ValueError("it was sealed elsewhere")
        found.append(deed)
    return found


def _mixed(text: bytes, name: str, at: int) -> bytes:
    mask = shake_256(f"{name} {at}".encode()).digest(len(text))
    return bytes(one ^ other for one, other in zip(text, mask, strict=True))
