"""What goes over the wire of hints, threats, replays and analyses. The shapes of games are in `protocol`."""

from __future__ import annotations

import msgspec

from dungeon_twister.ai.analysis.analysis_shapes import GameAnalysis as GameAnalysis  # sent as it is made
from dungeon_twister.ai.analysis.analysis_shapes import Hint, Threats
from dungeon_twister.game.record.proof import Proof as Proof  # sent as it is made
from dungeon_twister.game.views import EventView
from dungeon_twister.server.protocol import AnyView

# -- hints and threats --------------------------------------------------------------------------------------------------------


class HintWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Asks what a strong player would do at a version. `grade`: 1 a nudge, 2 also the piece, 3 the whole plan."""

    version: int
    grade: int = 1


class Hinted(msgspec.Struct, frozen=True):
    version: int
    hint: Hint


class Threatened(msgspec.Struct, frozen=True):
    """What the others could do to a seat in their next turns."""

    version: int
    threats: Threats


# -- replay -------------------------------------------------------------------------------------------------------------------


class ReplayEntry(msgspec.Struct, frozen=True):
    number: int
    turn: int
    who: str
    text: str
    events: list[EventView]


class Replay(msgspec.Struct, frozen=True):
    """A finished game, or a record that was handed in. `viewer` is a colour, spectator or all."""

    id: str
    game: str
    scenario: str
    options: dict[str, str]
    players: dict[str, str]
    colours: list[str]
    scores: dict[str, int]
    winners: list[str]
    viewer: str
    entries: list[ReplayEntry]


class Frame(msgspec.Struct, frozen=True):
    """How the game stood after so many choices, as a viewer saw it or all-knowing."""

    number: int
    viewer: str
    view: AnyView


class Analysing(msgspec.Struct, frozen=True):
    """How far the analysis of a finished game is: so many of its turns are done, so many other analyses are under way."""

    done: int
    total: int
    others: int = 0
