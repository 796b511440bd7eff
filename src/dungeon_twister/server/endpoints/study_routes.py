"""Routes of the study: lists of lessons, puzzles, missions and games of the gallery, and exercises of any kind."""

from __future__ import annotations

from datetime import UTC, date, datetime
from functools import lru_cache
from typing import Final

from dungeon_twister.server.analysis_protocol import Evaluation
from dungeon_twister.server.endpoints.route import Call, FixedJson, JsonText, get, post
from dungeon_twister.server.study import STUDY_BYTES, gallery_cards, lesson_cards, mission_list, puzzle_list
from dungeon_twister.server.study_protocol import (
    Evaluating,
    GalleryCard,
    LessonCard,
    MissionList,
    PuzzleList,
    Studied,
    Studying,
)


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
    missions,
    gallery,
    study,
    evaluate_board,
)
