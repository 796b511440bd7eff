"""Messages of the socket of a game (docs/protocol.md)."""

from __future__ import annotations

from typing import Any

import msgspec

from dungeon_twister.game.record.grammar import Choice
from dungeon_twister.game.views import EventView
from dungeon_twister.presentation.guide.guide_shapes import Advice, Reason
from dungeon_twister.server.protocol import AnyView, Clock, GameInfo

# -- from the client -----------------------------------------------------------------------------------------------------


class Hello(msgspec.Struct, frozen=True, tag="hello", forbid_unknown_fields=True):
    """The first message of a socket.

    - `seats`: tokens of the client's seats; empty to watch.
    - `since`: last version that the client has seen; -1 for none.
    - `differences`: accept `Changed` instead of `Update`.
    - `choosing`: accept `Choosing` instead of `Welcome` during simultaneous choices.
    """

    seats: list[str] = []
    since: int = -1
    differences: bool = False
    choosing: bool = False


class Do(msgspec.Struct, frozen=True, tag="do", forbid_unknown_fields=True):
    """Make choices for a seat. Either all of them are made, or none.

    - `choices`: structs as in the view, or lines of notation.
    """

    id: str
    seat: str
    version: int
    choices: list[Choice | str]


class Undo(msgspec.Struct, frozen=True, tag="undo", forbid_unknown_fields=True):
    """Take back the last choices of a seat, as far as the rules allow it.

    - `steps`: number of choices.
    """

    id: str
    seat: str
    version: int
    steps: int = 1


class Fill(msgspec.Struct, frozen=True, tag="fill", forbid_unknown_fields=True):
    """Let the server make the remaining choices of this stage of the setup."""

    id: str
    seat: str
    version: int


class Resign(msgspec.Struct, frozen=True, tag="resign", forbid_unknown_fields=True):
    """Resign the game."""

    id: str
    seat: str


class DrawOffer(msgspec.Struct, frozen=True, tag="draw", forbid_unknown_fields=True):
    """Offer a draw, or answer an offer.

    - `answer`: `offer`, `accept` or `decline`.
    """

    id: str
    seat: str
    answer: str


class TakeBack(msgspec.Struct, frozen=True, tag="take-back", forbid_unknown_fields=True):
    """Ask the other players to take back the last action of this seat and everything after it (docs/time.md).

    - `turn`: take back the whole last turn of the seat.
    """

    id: str
    seat: str
    turn: bool = False


class StandIn(msgspec.Struct, frozen=True, tag="stand-in", forbid_unknown_fields=True):
    """Ask the other players to let a bot play on for an absent player.

    - `colour`: seat of the absent player.
    - `bot`: name of the bot.
    """

    id: str
    seat: str
    colour: str
    bot: str


class Agree(msgspec.Struct, frozen=True, tag="agree", forbid_unknown_fields=True):
    """Answer the request of another player, or withdraw one's own.

    - `answer`: `agree`, `refuse` or `withdraw`.
    """

    id: str
    seat: str
    answer: str


class AnswerClaim(msgspec.Struct, frozen=True, tag="claim", forbid_unknown_fields=True):
    """Answer a request for a seat.

    - `answer`: `agree` or `refuse`.
    """

    id: str
    seat: str
    answer: str


class Vacation(msgspec.Struct, frozen=True, tag="vacation", forbid_unknown_fields=True):
    """Stop the clock of a seat in a game with days.

    - `days`: length of the vacation from now on; 0 ends it.
    """

    id: str
    seat: str
    days: int


class LayPlan(msgspec.Struct, frozen=True, tag="plan", forbid_unknown_fields=True):
    """Replace the plan of a seat. Its choices are made one after the other as soon as the seat has to decide.

    - `choices`: planned choices; empty to delete the plan.
    """

    id: str
    seat: str
    choices: list[Choice | str] = []


class Say(msgspec.Struct, frozen=True, tag="say", forbid_unknown_fields=True):
    """Write a line of chat."""

    id: str
    seat: str
    text: str


class Ask(msgspec.Struct, frozen=True, tag="ask", forbid_unknown_fields=True):
    """Ask for advice, or for the reason why a choice is refused.

    - `about`: the refused choice, which may also be a `move` with its final `square` or `zone`.
      Empty: advice for the current decision.
    """

    id: str
    seat: str
    about: Choice | str = ""


class AskHistory(msgspec.Struct, frozen=True, tag="history", forbid_unknown_fields=True):
    """Ask for the past events of a game, as a seat may know them.

    - `seat`: the seat; empty for a spectator.
    - `before`: return only steps before this version; 0 for the latest steps.
    """

    id: str
    seat: str = ""
    before: int = 0


class Look(msgspec.Struct, frozen=True, tag="look", forbid_unknown_fields=True):
    """Ask for the current state. The server sends a `Welcome`."""

    id: str = ""


class Ping(msgspec.Struct, frozen=True, tag="ping", forbid_unknown_fields=True):
    """Ask for a `Pong`."""

    id: str = ""


Command = Do | Undo | Fill | Resign | DrawOffer | TakeBack | StandIn | Agree | AnswerClaim | Vacation | LayPlan
Asked = Command | Say | Ask | AskHistory | Ping
FromClient = Hello | Look | Asked


# -- from the server ---------------------------------------------------------------------------------------------------------


class Sight(msgspec.Struct, frozen=True, omit_defaults=True):
    """The current view of one viewer.

    - `viewer`: colour of a held seat, or `spectator`.
    - `view`: the view.
    - `undo`: line of notation that the viewer may take back; empty for none.
    """

    viewer: str
    view: AnyView
    undo: str = ""


class MovePlan(msgspec.Struct, frozen=True, omit_defaults=True):
    """The plan of a seat that waits for its turn. Only its own player can see it.

    - `choices`: planned choices.
    - `dropped`: reason why the last plan was dropped.
    """

    choices: list[Choice | str] = []
    dropped: Reason | None = None


class ChatLine(msgspec.Struct, frozen=True):
    """A line of chat.

    - `number`: number of the line in the game.
    - `seat`, `name`: colour and name of the writer.
    - `at`: time in seconds since 1970.
    """

    number: int
    seat: str
    name: str
    text: str
    at: float


class Welcome(msgspec.Struct, frozen=True, tag="welcome", omit_defaults=True):
    """The complete current state. The server sends it after `Hello` and whenever the client must start afresh.

    - `sights`: one view for each held seat, or that of a spectator.
    - `plans`: plans of the held seats by colour.
    """

    info: GameInfo
    version: int
    sights: list[Sight]
    clock: Clock | None = None
    chat: list[ChatLine] = []
    plans: dict[str, MovePlan] = {}


class Update(msgspec.Struct, frozen=True, tag="update", omit_defaults=True):
    """New events and the view after them.

    - `version`: version after the events.
    - `sight`: view at this version.
    - `events`: events after `since` that this viewer may know.
    - `since`: version before the events. A client that has not seen it has missed some.
    """

    version: int
    sight: Sight
    events: list[EventView] = []
    clock: Clock | None = None
    since: int = -1


class Difference(msgspec.Struct, frozen=True, omit_defaults=True):
    """The difference between two views (docs/protocol.md).

    - `check`: checksum of the new view.
    - `set`: fields with new values.
    - `parts`: lists in which a part is replaced: index of the first item, number of old items, new items.
    - `gone`: fields that return to their default.
    """

    check: int
    set: dict[str, Any] = {}
    parts: dict[str, tuple[int, int, list[Any]]] = {}
    gone: list[str] = []


class Changed(msgspec.Struct, frozen=True, tag="changed", omit_defaults=True):
    """An `Update` that sends the difference between two views.

    The server sends it to clients that asked for differences and have seen `since`.

    - `view`: difference to the view at version `since`.
    """

    version: int
    since: int
    viewer: str
    view: Difference
    undo: str = ""
    events: list[EventView] = []
    clock: Clock | None = None


class Choosing(msgspec.Struct, frozen=True, tag="choosing", omit_defaults=True):
    """A change during simultaneous choices: a seat has chosen, or has taken its choice back.
    The version stays the same until all seats have chosen.

    - `waiting`: colours that have not chosen yet.
    - `events`: the viewer's own choices so far, as the following update will contain them.
    """

    version: int
    sight: Sight
    waiting: list[str] = []
    events: list[EventView] = []
    clock: Clock | None = None


class CommandAnswer(msgspec.Struct, frozen=True, tag="answer", omit_defaults=True):
    """The result of a command. A repeated command gets the same answer.

    - `reason`: reason of a refusal; null if the command was carried out.
    """

    id: str
    version: int
    reason: Reason | None = None


class Advised(msgspec.Struct, frozen=True, tag="advice", omit_defaults=True):
    """The answer to `Ask`: advice, or the reason of a refusal."""

    id: str
    version: int
    advice: Advice | None = None
    reason: Reason | None = None


class HistoryStep(msgspec.Struct, frozen=True):
    """The events of one entry of the log."""

    version: int
    events: list[EventView]


class Moment(msgspec.Struct, frozen=True):
    """The view of a game at a version."""

    version: int
    view: AnyView


class History(msgspec.Struct, frozen=True, tag="history", omit_defaults=True):
    """The answer to `AskHistory`.

    - `steps`: entries of the log, the oldest first.
    - `more`: earlier steps exist.
    - `others`: view at the start of the other players' turns since the viewer's last turn, to show those turns again.
      For a spectator, the start of the turn before the current one.
    """

    id: str
    version: int
    viewer: str
    steps: list[HistoryStep]
    more: bool = False
    others: Moment | None = None


class News(msgspec.Struct, frozen=True, tag="info"):
    """New public information: seats, offers, connections or the stage have changed."""

    info: GameInfo


class Planned(msgspec.Struct, frozen=True, tag="planned"):
    """The plan of a held seat after a change."""

    seat: str
    plan: MovePlan


class Said(msgspec.Struct, frozen=True, tag="said"):
    """A new line of chat."""

    line: ChatLine


class Pong(msgspec.Struct, frozen=True, tag="pong"):
    """The answer to `Ping`.

    - `now`: time of the server in seconds since 1970.
    """

    id: str
    now: float


class ErrorMessage(msgspec.Struct, frozen=True, tag="trouble"):
    """An error that belongs to no command: an unreadable message, too many messages, or a wrong token."""

    reason: Reason


FromServer = (
    Welcome | Update | Changed | Choosing | CommandAnswer | Advised | History | News | Planned | Said | Pong | ErrorMessage
)
