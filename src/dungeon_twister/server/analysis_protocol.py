"""Messages and shapes of hints, threats, replays and analyses."""

from __future__ import annotations

from typing import Annotated, Final

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


# -- balance of a custom scenario ---------------------------------------------------------------------------------------------

MOST_TRIED: Final = 200  # games of a balance run on a page
Word = Annotated[str, msgspec.Meta(max_length=80)]
Count = Annotated[int, msgspec.Meta(ge=-1000, le=1_000_000)]
Words = Annotated[list[Word], msgspec.Meta(max_length=64)]


class TriedGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game of bots that tried a scenario. `points` are by colour and source; `revealed` and `entered` name rooms, `places`
    the entered places of the layout."""

    number: Count
    winners: Words
    end: Word
    turns: Count
    points: Annotated[dict[Word, Annotated[dict[Word, Count], msgspec.Meta(max_length=8)]], msgspec.Meta(max_length=4)]
    revealed: Words
    entered: Words
    places: Words


class BalanceWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request to go on with a balance run, of which the client keeps the games.

    - `declared`: text of the scenario.
    - `asked`: number of games.
    - `played`: the games so far, from number 0.
    - `seed`: the same seed gives the same games.
    """

    declared: str
    asked: Annotated[int, msgspec.Meta(ge=1, le=MOST_TRIED)]
    played: Annotated[list[TriedGame], msgspec.Meta(max_length=MOST_TRIED)] = []
    seed: Word = "1"


class BalanceSeat(msgspec.Struct, frozen=True):
    """Wins of a seat, and its share of the games that were won with the 95% interval."""

    colour: str
    team: str
    wins: int
    share: float
    low: float
    high: float


class RoomUse(msgspec.Struct, frozen=True):
    """In how many games a room was revealed, and in how many characters entered it."""

    revealed: int
    entered: int


class Remark(msgspec.Struct, frozen=True):
    """A remark of the verdict; its sentence is `workshop.verdict.CODE`."""

    code: str
    values: dict[str, str | int]


class Balance(msgspec.Struct, frozen=True):
    """The report of a balance run so far.

    - `turns`: `shortest`, `median` and `longest` game; empty without games.
    - `ends`: number of games by the reason of their end.
    - `points`: by colour and source, of all games together.
    - `places`: in how many games characters entered each place of the layout.
    """

    bot: str
    games: int
    draws: int
    fair_share: float
    seats: list[BalanceSeat]
    turns: dict[str, int]
    ends: dict[str, int]
    points: dict[str, dict[str, int]]
    places: dict[str, int]
    rooms: dict[str, RoomUse]
    verdict: list[Remark]


class Balanced(msgspec.Struct, frozen=True):
    """The games that were finished just now, none or several, and the report of all."""

    played: list[TriedGame]
    report: Balance
