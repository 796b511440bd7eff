"""Messages and shapes of hints, threats, replays and analyses."""

from __future__ import annotations

import msgspec

from dungeon_twister.ai.analysis.analysis_shapes import Evaluation as Evaluation  # sent as it is made
from dungeon_twister.ai.analysis.analysis_shapes import GameAnalysis as GameAnalysis
from dungeon_twister.ai.analysis.analysis_shapes import Hint, Threats
from dungeon_twister.game.record.proof import Proof as Proof  # sent as it is made
from dungeon_twister.presentation.guide.game_replay import ReplayEntry
from dungeon_twister.server.protocol import AnyView

# -- hints and threats --------------------------------------------------------------------------------------------------------


class HintWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request for a hint.

    - `version`: version of the game for which the hint is made.
    - `grade`: 1 for a nudge, 2 also for the piece, 3 for the whole plan.
    """

    version: int
    grade: int = 1


class Hinted(msgspec.Struct, frozen=True):
    """A hint for a version of a game."""

    version: int
    hint: Hint


class Threatened(msgspec.Struct, frozen=True):
    """The threats of the other players against a seat in their next turns."""

    version: int
    threats: Threats


class FoundMistake(msgspec.Struct, frozen=True):
    """A mistake of an analysed game, to play again.

    - `name`: the same in every answer.
    - `kind`: `mistake`, `blunder` or `missed-win`.
    - `at`: number of choices before it.
    - `loss`: share of the win that was given away.
    - `text`: its position and solution, for an entry and for the exercise.
    """

    name: str
    kind: str
    turn: int
    at: int
    loss: float
    text: str


# -- replay -------------------------------------------------------------------------------------------------------------------


class Replay(msgspec.Struct, frozen=True):
    """A finished game or an uploaded record, as one viewer sees it.

    - `players`: display names by colour.
    - `scores`: victory points by colour.
    - `viewer`: a colour, `spectator` or `all`.
    """

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
    """The view of a replay after a number of choices.

    - `number`: number of choices.
    - `viewer`: a colour, `spectator` or `all`.
    """

    number: int
    viewer: str
    view: AnyView


class Analysing(msgspec.Struct, frozen=True):
    """The progress of an analysis.

    - `done`: number of analysed turns.
    - `total`: number of turns.
    - `others`: number of other analyses in progress.
    """

    done: int
    total: int
    others: int = 0
