"""Worker process that rebuilds exercises from what was done so far and continues them. Recent ones
are cached, so that continuing costs one step. All input comes from clients: its size is checked
first.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from multiprocessing.connection import Connection
from typing import Final

import msgspec

from dungeon_twister.game.record.grammar import Choice
from dungeon_twister.learning.lessons import LessonError
from dungeon_twister.rules.engine.game import IllegalActionError
from dungeon_twister.rules.geometry.text import AmbiguousActionError, TextError
from dungeon_twister.server.study.board_exercise import BoardExercise
from dungeon_twister.server.study.exercise import Exercise, opened
from dungeon_twister.server.study.lesson_exercise import LessonExercise
from dungeon_twister.server.study.mission_exercise import MissionExercise
from dungeon_twister.server.study.mistake_exercise import MistakeExercise
from dungeon_twister.server.study.puzzle_exercise import OwnPuzzleExercise, PuzzleExercise
from dungeon_twister.server.study_protocol import StudyBegin, StudyDeed, StudyEdit, StudyPlay, StudyTap, StudyUndo, StudyWait
from dungeon_twister.server.text_input import cut, sentence_of
from dungeon_twister.server.wire import encode
from dungeon_twister.server.workers import RefusedJobError, Reply, serve_jobs

KINDS: Final[
    dict[
        str,
        type[LessonExercise] | type[BoardExercise] | type[PuzzleExercise] | type[MissionExercise] | type[MistakeExercise],
    ]
] = {
    LessonExercise.kind: LessonExercise,
    MissionExercise.kind: MissionExercise,
    MistakeExercise.kind: MistakeExercise,
    BoardExercise.kind: BoardExercise,
    PuzzleExercise.kind: PuzzleExercise,
    OwnPuzzleExercise.kind: OwnPuzzleExercise,
}
MOST_DEEDS: Final = 1_500  # the longest guided game has some hundreds
LONGEST_DEED: Final = 200  # characters; sealed ones have two for each
MOST_CHOICES: Final = 60  # in one request
KEPT: Final = 64  # exercises
UNKNOWN: Final = "unknown-exercise"
BAD: Final = "bad-deeds"
NO_ENGINE: Final = "no-engine"
Key = tuple[str, str, tuple[str, ...]]


class Job(msgspec.Struct, frozen=True, tag="do"):
    """Do something in an exercise (JSON of a `Studied`). `thought` is the choice of a bot; a
    StudyWait without it asks which bot is to choose (`BotAsked`, or nothing)."""

    kind: str
    name: str
    deeds: list[str]
    do: StudyDeed
    thought: Choice | None = None


class FindBeginning(msgspec.Struct, frozen=True, tag="begin"):
    """Return the beginning that leads to the moment of a free board (JSON of a `StudyBegin`)."""

    kind: str
    name: str
    deeds: list[str]


class ExerciseWorker:
    """Does the jobs."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Key, Exercise] = OrderedDict()

    def answer(self, job: Job | FindBeginning) -> Reply:
        """Do a job. A bad job gets an error, and never ends the process."""
        began = time.process_time()
        try:
            body, code, sentence = self._do(job) if isinstance(job, Job) else self._begin(job), "", ""
        except RefusedJobError as refused:
            body, code, sentence = b"", refused.code, cut(str(refused))
        except (LessonError, TextError, AmbiguousActionError, IllegalActionError, ValueError, RecursionError) as error:
            body, code, sentence = b"", BAD, sentence_of(error)
        return Reply(body, code, sentence, time.process_time() - began)

    def _do(self, job: Job) -> bytes:
        check(job)
        exercise = self._exercise(job)
        if isinstance(job.do, StudyWait) and job.thought is None:
            asked = exercise.asked()
            self._keep(exercise)
            return msgspec.msgpack.encode(asked)
        encoded = encode(exercise.studied(job.do, job.thought))
        self._keep(exercise)
        return encoded

    def _begin(self, job: FindBeginning) -> bytes:
        check_deeds(job)
        exercise = self._exercise(job)
        self._keep(exercise)
        beginning = exercise.beginning()
        if beginning is None:
            raise RefusedJobError(NO_ENGINE, "The engine evaluates free boards and finished games only.")
        return encode(beginning)

    def _exercise(self, job: Job | FindBeginning) -> Exercise:
        """Return the cached exercise or one rebuilt from its deeds. It leaves the cache, because it
        will change."""
        try:
            deeds = opened(job.deeds, job.name)
        except ValueError:
            raise RefusedJobError(BAD, "These deeds do not belong to this exercise.") from None
        known = self._kept.pop((job.kind, job.name, tuple(deeds)), None)
        if known is not None:
            return known
        try:
            return KINDS[job.kind](job.name, deeds)
        except KeyError:
            raise RefusedJobError(UNKNOWN, "There is no such exercise.") from None

    def _keep(self, exercise: Exercise) -> None:
        self._kept[exercise.kind, exercise.name, tuple(exercise.deeds)] = exercise
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)


def _longest(job: Job | FindBeginning) -> int:
    return KINDS[job.kind].longest if job.kind in KINDS else 0


def check_deeds(job: Job | FindBeginning) -> None:
    """Refuse deeds that are too long."""
    longest = _longest(job)
    if (
        len(job.deeds) > MOST_DEEDS
        or len("".join(job.deeds[:1])) > max(longest, LONGEST_DEED)
        or any(len(deed) > LONGEST_DEED for deed in job.deeds[1:])
    ):
        raise RefusedJobError(BAD, f"At most {MOST_DEEDS:,} deeds of {LONGEST_DEED} signs are taken.")


def check(job: Job) -> None:
    """Refuse a job that is too long."""
    check_deeds(job)
    longest, do = _longest(job), job.do
    if isinstance(do, StudyBegin) and (
        len(do.position) + len(do.scenario) > longest
        or len(do.lines) > MOST_DEEDS // 2
        or any(len(line) > LONGEST_DEED for line in [*do.lines, do.seed])
    ):
        raise RefusedJobError(BAD, f"A position of at most {longest:,} signs is taken, and {MOST_DEEDS // 2} choices from it.")
    if isinstance(do, StudyEdit) and (len(do.edits) > MOST_CHOICES or any(len(line) > LONGEST_DEED for line in do.edits)):
        raise RefusedJobError(BAD, f"At most {MOST_CHOICES} changes are made at once.")
    if isinstance(do, StudyPlay) and len(do.choices) > MOST_CHOICES:
        raise RefusedJobError(BAD, f"At most {MOST_CHOICES} choices are made at once.")
    if isinstance(do, StudyTap) and (len(do.things) > MOST_CHOICES or any(len(one) > 20 or " " in one for one in do.things)):
        raise RefusedJobError(BAD, "These are no things that can be tapped.")
    if isinstance(do, StudyUndo) and not 1 <= do.steps <= MOST_CHOICES:
        raise RefusedJobError(BAD, f"From 1 to {MOST_CHOICES} choices are taken back at once.")


def serve(pipe: Connection) -> None:
    """Run the worker process."""
    serve_jobs(pipe, ExerciseWorker(), Job | FindBeginning)
