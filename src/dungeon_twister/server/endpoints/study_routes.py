"""Routes of the study: lists of lessons, puzzles, missions and games of the gallery, and exercises of any kind."""

from __future__ import annotations

from datetime import UTC, date, datetime
from functools import lru_cache
from typing import Annotated, Final

import msgspec

from dungeon_twister.learning.puzzles import PuzzleError
from dungeon_twister.presentation.svg.thumbnail import Thumbnail
from dungeon_twister.server.analysis_protocol import Evaluation
from dungeon_twister.server.endpoints.route import Call, FixedJson, JsonText, get, post
from dungeon_twister.server.errors import ProtocolError
from dungeon_twister.server.study import (
    STUDY_BYTES,
    BoardExercise,
    gallery_cards,
    lesson_cards,
    mission_list,
    puzzle_days,
    puzzle_drawing,
    puzzle_list,
)
from dungeon_twister.server.study_protocol import (
    Evaluating,
    GalleryCard,
    LessonCard,
    MissionList,
    PuzzleDay,
    PuzzleList,
    Studied,
    Studying,
)

Month = Annotated[str, msgspec.Meta(max_length=7)]
DRAWING: Final = 8.0  # milliseconds: the first time thirty, then a cached answer
MOST_DRAWINGS: Final = 1000


@lru_cache(maxsize=1)
def the_lessons() -> FixedJson:
    return FixedJson(lesson_cards())


@get("/study/lessons", shows=list[LessonCard])
async def lessons(call: Call) -> FixedJson:
    """Return all lessons, in their order."""
    return the_lessons()


@lru_cache(maxsize=2)
def the_puzzles(day: date) -> FixedJson:
    return FixedJson(puzzle_list(day))


@get("/study/puzzles", shows=PuzzleList)
async def puzzles(call: Call) -> FixedJson:
    """Return all puzzles, and that of today (in universal time, so that it is the same for everybody)."""
    return the_puzzles(datetime.now(UTC).date())


@get("/study/days", shows=list[PuzzleDay], fails=(400,))
async def days(call: Call, month: Month) -> list[PuzzleDay]:
    """Return the puzzles of the days of a month, such as `2026-11`, until today."""
    try:
        return puzzle_days(month, datetime.now(UTC).date())
    except ValueError:
        raise ProtocolError("unreadable", "There is no such month.", 400) from None


@lru_cache(maxsize=MOST_DRAWINGS)
def the_drawing(number: int) -> FixedJson:
    return FixedJson(puzzle_drawing(number))


@get("/study/drawings/{number:int}", cost=DRAWING, shows=Thumbnail, fails=(404,))
async def drawing(call: Call, number: int) -> FixedJson:
    """Return a small drawing of a puzzle."""
    try:
        return the_drawing(number)
    except PuzzleError as error:
        raise ProtocolError("unknown-exercise", f"{str(error).capitalize()}.", 404) from None


@lru_cache(maxsize=1)
def the_missions() -> FixedJson:
    return FixedJson(mission_list())


@get("/study/missions", shows=MissionList)
async def missions(call: Call) -> FixedJson:
    """Return all missions, in their order, and when each act opens."""
    return the_missions()


@lru_cache(maxsize=1)
def the_gallery() -> FixedJson:
    return FixedJson(gallery_cards())


@get("/study/gallery", shows=list[GalleryCard])
async def gallery(call: Call) -> FixedJson:
    """Return the games of the gallery; their ids are those of replays."""
    return the_gallery()


@post("/study/{kind:str}/{name:str}", status=200, largest=STUDY_BYTES, shows=Studied, fails=(400, 404, 413, 503))
async def study(call: Call, kind: str, name: str, data: Studying) -> JsonText:
    """Carry out a request in an exercise. Nothing is stored: the request contains everything done so far."""
    address = call.household
    call.service.limits.question(address)
    if kind == BoardExercise.kind:
        call.service.games.evaluations.expect()
    return JsonText(await call.service.study.do(kind, name, data, address))


@post(
    "/study/{kind:str}/{name:str}/evaluation",
    status=200,
    largest=STUDY_BYTES,
    shows=Evaluation,
    fails=(400, 403, 404, 413, 422, 503),
)
async def evaluate_board(call: Call, kind: str, name: str, data: Evaluating) -> JsonText:
    """Evaluate the position of a free board: shares of the win, best plans with reasons, threats.
    Other exercises are refused."""
    address = call.household
    call.service.limits.question(address)
    begin = await call.service.study.beginning(kind, name, data.deeds, address)
    return JsonText(await call.service.games.evaluations.evaluate(begin, data.depth, f"{address} {kind}/{name}", address))


ROUTES: Final = (
    lessons,
    puzzles,
    days,
    drawing,
    missions,
    gallery,
    study,
    evaluate_board,
)
