"""What goes over the wire of exercises (lessons, puzzles, free boards), of which the server keeps nothing: requests and their
answers. The shapes of games are in `protocol`."""

from __future__ import annotations

import msgspec

from dungeon_twister.ai.analysis.analysis_shapes import Mark, TokenPath
from dungeon_twister.ai.analysis.analysis_shapes import PlanReason as PlanReason
from dungeon_twister.game.record.grammar import Choice
from dungeon_twister.game.views import EventView
from dungeon_twister.learning.lessons.shapes import Coach
from dungeon_twister.presentation.guide.guide_shapes import Advice, Reason, Scene
from dungeon_twister.server.protocol import GameInfo, Sight


class StudyLook(msgspec.Struct, frozen=True, tag="look", forbid_unknown_fields=True):
    """Nothing is done; everything is told, with the history."""


class StudyPlay(msgspec.Struct, frozen=True, tag="play", forbid_unknown_fields=True):
    """Choices of whoever studies, one after the other, until one of them is not to be."""

    choices: list[Choice | str]


class StudyWhy(msgspec.Struct, frozen=True, tag="why", forbid_unknown_fields=True):
    """Why is this refused? As `about` of an Ask; in a lesson it is a try, which the coach may answer."""

    about: Choice | str


class StudyTap(msgspec.Struct, frozen=True, tag="tap", forbid_unknown_fields=True):
    """The answer to a question: all the things that were tapped."""

    things: list[str]


class StudyUndo(msgspec.Struct, frozen=True, tag="undo", forbid_unknown_fields=True):
    """Take the last choices back, whatever they have led to."""

    steps: int = 1


class StudyAgain(msgspec.Struct, frozen=True, tag="again", forbid_unknown_fields=True):
    """Begin the step anew, or all of it."""

    whole: bool = False


class StudyShow(msgspec.Struct, frozen=True, tag="show", forbid_unknown_fields=True):
    """Do what is to be done next; a walk to its end."""


class StudyWait(msgspec.Struct, frozen=True, tag="wait", forbid_unknown_fields=True):
    """Let the bot whose turn it is decide once."""


class StudyBegin(msgspec.Struct, frozen=True, tag="begin", forbid_unknown_fields=True, omit_defaults=True):
    """Set up a free board: a drawn position, or a scenario (its name, or the text of one), and what was chosen and drawn from
    there. `how` a scenario begins: `random`, with its setup done at random, `setup`, before it, or
    `empty`, with nothing in the maze."""

    position: str = ""
    scenario: str = ""
    options: dict[str, str] = {}
    how: str = "random"
    lines: list[str] = []
    seed: str = ""  # of what chance will decide; empty: a new one


class StudyChance(msgspec.Struct, frozen=True, tag="chance", forbid_unknown_fields=True):
    """Let chance decide again what it decided last: as it is told, or (empty) otherwise than it did."""

    choice: Choice | str = ""


class StudyEdit(msgspec.Struct, frozen=True, tag="edit", forbid_unknown_fields=True):
    """Change the position of a free board, all of it or nothing (docs/positions.md). It begins anew from what comes of it."""

    edits: list[str]


class StudyFill(msgspec.Struct, frozen=True, tag="fill", forbid_unknown_fields=True):
    """Do the rest of the setup at random."""


class StudyHint(msgspec.Struct, frozen=True, tag="hint", forbid_unknown_fields=True):
    """Help in a puzzle: 1 what it is about, 2 also who begins, 3 also the next choice."""

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
    """What was done so far, as the last answer told it (nothing: from the beginning), and what is to be done now."""

    deeds: list[str] = []
    do: StudyDeed = StudyLook()


class StudyMoment(msgspec.Struct, frozen=True):
    """Something that happened, and how it stood then."""

    events: list[EventView]
    sight: Sight


class Board(msgspec.Struct, frozen=True, omit_defaults=True):
    """What only a free board tells: how it stands as a text (empty in the middle of something), what chance has just decided
    and all that it could have, and with the history how its maze is drawn."""

    position: str = ""
    drawn: Choice | None = None
    draws: list[Choice] = []
    scene: Scene | None = None


class PuzzleHelp(msgspec.Struct, frozen=True, omit_defaults=True):
    """A hint of some grade: what it is about (`puzzles.hint.THEME`), who begins, the choices of the next action (a walk to its
    end) and how it is drawn. `lost`: no way to the goal was found from here; `proved`: there is none."""

    grade: int
    theme: str = ""
    token: str = ""
    choices: list[Choice] = []
    lost: bool = False
    proved: bool = False
    arrows: list[TokenPath] = []
    marks: list[Mark] = []


class Puzzled(msgspec.Struct, frozen=True, omit_defaults=True):
    """What only a puzzle tells: its goal for whoever acts, and how that stands. `rival` comes next. `status`: open, solved or
    failed. `answer`: what is said to what was done last (`puzzles.answer.ANSWER`). `reason`: why it works, once it is solved.
    `shows`: what was done so far is the way of the solution that can be shown."""

    number: int
    goal: str
    player: str
    rival: str
    grade: int
    points: int
    status: str
    token: str = ""  # who is to leave, if that is the goal
    answer: str = ""
    hint: PuzzleHelp | None = None
    reason: PlanReason | None = None
    shows: bool = False


class Studied(msgspec.Struct, frozen=True, omit_defaults=True):
    """How an exercise stands. Whoever asks keeps `deeds` and hands them in again. `moments` lead from what was seen to this;
    with `fresh` it was set up anew after them. `waits`: a bot is to decide. `history` is told when it was set up anew, and to a
    StudyLook."""

    deeds: list[str]
    info: GameInfo
    sight: Sight
    moments: list[StudyMoment] = []
    fresh: bool = False
    waits: bool = False
    advice: Advice | None = None
    reason: Reason | None = None  # why what was asked for is refused
    history: list[list[EventView]] = []
    coach: Coach | None = None  # of lessons
    board: Board | None = None  # of free boards
    puzzle: Puzzled | None = None


class PuzzleCard(msgspec.Struct, frozen=True):
    """A puzzle in the list."""

    number: int
    goal: str
    family: str
    grade: int
    points: int
    themes: list[str]
    scenario: str


class PuzzleList(msgspec.Struct, frozen=True):
    """All puzzles, and the numbers of the puzzle of the day and of the easy one. Days are days of universal time."""

    date: str
    day: int
    easy: int
    puzzles: list[PuzzleCard]


class LessonCard(msgspec.Struct, frozen=True):
    """A lesson in the list; its texts are `lessons.NAME.title` and `lessons.NAME.aim`."""

    name: str
    number: int
    game: str
    minutes: int
    guided: bool
    steps: int
    cards: list[str]
