"""Messages and shapes of exercises: lessons, puzzles, missions and free boards.

The server keeps nothing of an exercise: each request contains everything that was done so far.
"""

from __future__ import annotations

import msgspec

from dungeon_twister.ai.analysis.analysis_shapes import Hint, Mark, PlanView, TokenPath
from dungeon_twister.ai.analysis.analysis_shapes import PlanReason as PlanReason
from dungeon_twister.game.record.grammar import Choice
from dungeon_twister.game.views import EventView
from dungeon_twister.learning.gallery import GalleryMoment as GalleryMoment
from dungeon_twister.learning.lessons.lesson_shapes import Coach
from dungeon_twister.presentation.guide.guide_shapes import Advice, Reason, Scene
from dungeon_twister.presentation.svg.thumbnail import Thumbnail as Thumbnail
from dungeon_twister.presentation.svg.thumbnail import ThumbnailArea as ThumbnailArea
from dungeon_twister.presentation.svg.thumbnail import ThumbnailPieces as ThumbnailPieces
from dungeon_twister.server.protocol import GameInfo
from dungeon_twister.server.socket_protocol import Sight


class StudyLook(msgspec.Struct, frozen=True, tag="look", forbid_unknown_fields=True):
    """Ask for everything, including the history, without a change."""


class StudyPlay(msgspec.Struct, frozen=True, tag="play", forbid_unknown_fields=True):
    """Make choices, one after the other, until one is refused or the exercise reacts to it."""

    choices: list[Choice | str]


class StudyWhy(msgspec.Struct, frozen=True, tag="why", forbid_unknown_fields=True):
    """Ask why a choice is refused. In a lesson the coach may react to it as to an attempt.

    - `about`: the choice, as in `Ask`.
    """

    about: Choice | str


class StudyTap(msgspec.Struct, frozen=True, tag="tap", forbid_unknown_fields=True):
    """Answer a question of a lesson.

    - `things`: all tapped things.
    """

    things: list[str]


class StudyUndo(msgspec.Struct, frozen=True, tag="undo", forbid_unknown_fields=True):
    """Take back the last choices and all their consequences.

    - `steps`: number of choices.
    """

    steps: int = 1


class StudyAgain(msgspec.Struct, frozen=True, tag="again", forbid_unknown_fields=True):
    """Restart the current step.

    - `whole`: restart the whole exercise.
    """

    whole: bool = False


class StudyShow(msgspec.Struct, frozen=True, tag="show", forbid_unknown_fields=True):
    """Make the next choice of the solution. A walk is made to its end."""


class StudyWait(msgspec.Struct, frozen=True, tag="wait", forbid_unknown_fields=True):
    """Let the bot make its next decision."""


class StudyBegin(msgspec.Struct, frozen=True, tag="begin", forbid_unknown_fields=True, omit_defaults=True):
    """Set up a free board, from a position or from a scenario.

    - `position`: text of a position.
    - `scenario`: name or text of a scenario.
    - `options`: options of the scenario.
    - `how`: start of a scenario: `random` (after a random setup), `setup` (before the setup) or `empty` (an empty maze).
    - `lines`: choices and draws to make after the setup.
    - `seed`: seed of the later draws; empty for a new one.
    """

    position: str = ""
    scenario: str = ""
    options: dict[str, str] = {}
    how: str = "random"
    lines: list[str] = []
    seed: str = ""


class StudyChance(msgspec.Struct, frozen=True, tag="chance", forbid_unknown_fields=True):
    """Replace the last draw of chance.

    - `choice`: the new outcome; empty for any other outcome.
    """

    choice: Choice | str = ""


class StudyEdit(msgspec.Struct, frozen=True, tag="edit", forbid_unknown_fields=True):
    """Edit the position of a free board (docs/positions.md). All edits are made, or none.
    The board restarts from the edited position.
    """

    edits: list[str]


class StudyFill(msgspec.Struct, frozen=True, tag="fill", forbid_unknown_fields=True):
    """Make the rest of the setup at random."""


class StudyHint(msgspec.Struct, frozen=True, tag="hint", forbid_unknown_fields=True):
    """Ask for a hint in a puzzle or a mistake.

    - `grade`: 1 for the theme, 2 also for the first token, 3 also for the next choice.
    """

    grade: int = 1


StudyDeed = (
    StudyLook
    | StudyPlay
    | StudyWhy
    | StudyTap
    | StudyUndo
    | StudyAgain
    | StudyShow
    | StudyWait
    | StudyBegin
    | StudyChance
    | StudyHint
    | StudyFill
    | StudyEdit
)


class Studying(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request to an exercise.

    - `deeds`: list of the last answer; empty at the start.
    - `do`: the new request.
    """

    deeds: list[str] = []
    do: StudyDeed = StudyLook()


class Evaluating(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request for the evaluation of a free board.

    - `deeds`: list of the last answer of the board.
    - `depth`: 0 for threats and reach; from 1 to 5 for plans, with growing budgets.
    """

    deeds: list[str]
    depth: int = 1


class StudyMoment(msgspec.Struct, frozen=True):
    """Events of an exercise and the view after them."""

    events: list[EventView]
    sight: Sight


class Board(msgspec.Struct, frozen=True, omit_defaults=True):
    """The part of an answer that only free boards have.

    - `position`: text of the position; empty where a position cannot be written, for example in the middle of a move.
    - `drawn`: last draw of chance.
    - `draws`: all possible outcomes of that draw.
    - `scene`: drawing of the maze, sent together with the history.
    """

    position: str = ""
    drawn: Choice | None = None
    draws: list[Choice] = []
    scene: Scene | None = None


class PuzzleHelp(msgspec.Struct, frozen=True, omit_defaults=True):
    """A hint in a puzzle.

    - `grade`: grade of the hint, as in `StudyHint`.
    - `theme`: theme of the solution; its text is `puzzles.hint.THEME`.
    - `token`: token that begins.
    - `choices`: choices of the next action; a walk has all its steps.
    - `lost`: no way to the goal was found from here.
    - `proved`: there is no way to the goal from here.
    - `arrows`, `marks`: drawing of the next action.
    """

    grade: int
    theme: str = ""
    token: str = ""
    choices: list[Choice] = []
    lost: bool = False
    proved: bool = False
    arrows: list[TokenPath] = []
    marks: list[Mark] = []


class Puzzled(msgspec.Struct, frozen=True, omit_defaults=True):
    """The part of an answer that only puzzles have.

    - `number`: number of the puzzle.
    - `goal`: goal of the player.
    - `player`: colour that has to reach the goal.
    - `rival`: colour of the next turn.
    - `grade`: difficulty, 1 to 5.
    - `points`: action points of the turn.
    - `status`: `open`, `solved` or `failed`.
    - `token`: token that has to leave the maze, if that is the goal.
    - `answer`: reaction to the last choice; its text is `puzzles.answer.ANSWER`.
    - `hint`: answer to `StudyHint`.
    - `reason`: explanation of the solution, after it was found.
    - `shows`: the choices so far follow the solution that `StudyShow` continues.
    """

    number: int
    goal: str
    player: str
    rival: str
    grade: int
    points: int
    status: str
    token: str = ""
    answer: str = ""
    hint: PuzzleHelp | None = None
    reason: PlanReason | None = None
    shows: bool = False


class MissionAim(msgspec.Struct, frozen=True, omit_defaults=True):
    """A condition of a mission: of its goal, or of a further star. Its text is `missions.condition.KIND`.

    - `kind`: kind of the condition.
    - `number`: the number that belongs to it.
    - `token`: the character that belongs to it.
    - `state`: `open` (still to be reached, or not broken so far), `done` or `failed`.
    - `count`: how far the number has been counted.
    """

    kind: str
    number: int = 0
    token: str = ""
    state: str = "open"
    count: int = 0


class Missioned(msgspec.Struct, frozen=True, omit_defaults=True):
    """The part of an answer that only missions have.

    - `name`: name of the mission.
    - `status`: `open`, `won` or `failed`.
    - `goal`: conditions of the goal, which is worth the first star.
    - `stars`: conditions of the further stars, one for each.
    - `won`: number of stars won.
    """

    name: str
    status: str
    goal: list[MissionAim]
    stars: list[MissionAim]
    won: int = 0


class Replayed(msgspec.Struct, frozen=True, omit_defaults=True):
    """The part of an answer that only mistakes have.

    - `kind`: `mistake`, `blunder` or `missed-win`.
    - `game`, `at`, `turn`: the game, the number of choices before the mistake, and its turn.
    - `player`: colour that decides.
    - `played`: choices that were made in the game; `loss`: share of the win that they gave away.
    - `fault`: explanation of the mistake.
    - `status`: `open`, `solved` or `failed`.
    - `given`: share of the win that the attempt gave away.
    - `missed_win`: the attempt missed a win.
    - `luck`: the attempt ended with a combat or a reveal. It was judged before its result.
    - `reply`: what the next player would do after a failure.
    - `hint`: answer to `StudyHint`: a nudge, also the token, also the next action of the best plan.
    - `reason`: explanation of the best plan, after it was found.
    - `shows`: the choices so far follow the best plan, which `StudyShow` continues.
    """

    kind: str
    game: str
    at: int
    turn: int
    player: str
    played: list[Choice]
    loss: float
    status: str
    fault: PlanReason | None = None
    given: float = 0.0
    missed_win: bool = False
    luck: bool = False
    reply: PlanView | None = None
    hint: Hint | None = None
    reason: PlanReason | None = None
    shows: bool = False


class Studied(msgspec.Struct, frozen=True, omit_defaults=True):
    """The state of an exercise.

    - `deeds`: list for the next request.
    - `sight`: current view.
    - `moments`: events between the last view and this one, with the views in between.
    - `fresh`: the exercise was set up anew after these events.
    - `waits`: a bot has to decide; send `StudyWait`.
    - `advice`: advice for the current decision.
    - `reason`: reason of a refusal.
    - `history`: all past events, after a new setup and for `StudyLook`.
    - `coach`: text and pictures of a lesson.
    - `board`: data of a free board.
    - `puzzle`: data of a puzzle.
    - `mission`: data of a mission.
    - `mistake`: data of a mistake that is played again.
    """

    deeds: list[str]
    info: GameInfo
    sight: Sight
    moments: list[StudyMoment] = []
    fresh: bool = False
    waits: bool = False
    advice: Advice | None = None
    reason: Reason | None = None
    history: list[list[EventView]] = []
    coach: Coach | None = None
    board: Board | None = None
    puzzle: Puzzled | None = None
    mission: Missioned | None = None
    mistake: Replayed | None = None


class PuzzleCard(msgspec.Struct, frozen=True):
    """A puzzle in the list.

    - `goal`: goal of the player.
    - `family`: `base`, `several` (three or four players) or `card`.
    - `grade`: difficulty, 1 to 5.
    - `points`: action points of the turn.
    - `themes`: themes of the solution.
    """

    number: int
    goal: str
    family: str
    grade: int
    points: int
    themes: list[str]
    scenario: str


class PuzzleList(msgspec.Struct, frozen=True):
    """All puzzles.

    - `date`: current day of universal time.
    - `day`: number of the puzzle of the day.
    - `easy`: number of the easy puzzle of the day.
    """

    date: str
    day: int
    easy: int
    puzzles: list[PuzzleCard]


class PuzzleDay(msgspec.Struct, frozen=True):
    """The puzzles of a day: `day` for everybody, `easy` for beginners.

    - `date`: day of universal time.
    """

    date: str
    day: int
    easy: int


class LessonCard(msgspec.Struct, frozen=True):
    """A lesson in the list. Its texts are `lessons.NAME.title` and `lessons.NAME.aim`.

    - `number`: number in the list.
    - `minutes`: estimated duration.
    - `guided`: a game against a bot, guided by hints.
    - `steps`: number of steps.
    - `cards`: cards of the rules that the lesson teaches.
    """

    name: str
    number: int
    game: str
    minutes: int
    guided: bool
    steps: int
    cards: list[str]


class MissionCard(msgspec.Struct, frozen=True):
    """A mission in the list. Its texts are `missions.NAME.title` and `missions.NAME.story`.

    - `number`: number in the list.
    - `act`: act that it belongs to.
    - `players`: number of players.
    - `bot`: opponent, or all of them.
    - `stars`: number of stars that can be won.
    """

    name: str
    number: int
    act: int
    game: str
    scenario: str
    players: int
    bot: str
    stars: int


class MissionList(msgspec.Struct, frozen=True):
    """All missions.

    - `opens`: for each act, the number of stars with which it opens.
    """

    opens: list[int]
    missions: list[MissionCard]


class GalleryCard(msgspec.Struct, frozen=True):
    """A game in the gallery. Its texts are `gallery.game.NAME.title` and `gallery.game.NAME.text`.

    - `id`: id of its replay.
    - `kind`: what it is shown for; its text is `gallery.kind.KIND`.
    - `game`: `board` or `card`.
    - `players`: levels of the bots by colour.
    - `scores`: victory points by colour.
    - `turns`, `choices`: length of the game.
    - `graph`: for each turn the number of choices before it and the win probabilities of the colours in percent.
    - `moments`: marked moments.
    """

    name: str
    id: str
    kind: str
    game: str
    scenario: str
    players: dict[str, str]
    colours: list[str]
    winners: list[str]
    scores: dict[str, int]
    turns: int
    choices: int
    graph: list[list[int]]
    moments: list[GalleryMoment]
