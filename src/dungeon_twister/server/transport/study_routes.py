"""Routes of the study: lists of lessons and puzzles, and exercises of any kind."""

from __future__ import annotations

from datetime import UTC, date, datetime
from functools import lru_cache
from typing import Any, Final

from litestar import Request, Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody
from litestar.status_codes import HTTP_200_OK

from dungeon_twister.server.limits import household
from dungeon_twister.server.study import STUDY_BYTES, lesson_cards, puzzle_list
from dungeon_twister.server.study_protocol import LessonCard, PuzzleList, Studied, StudyBegin, Studying
from dungeon_twister.server.transport.catalogue_routes import FixedResponse
from dungeon_twister.server.transport.game_routes import Number, address_of, failures, shown
from dungeon_twister.server.transport.pages import PACKED_ALREADY
from dungeon_twister.server.transport.server_context import ServerContext


@lru_cache(maxsize=1)
def the_lessons() -> FixedResponse:
    return FixedResponse(lesson_cards())


@get("/study/lessons", responses={**shown(list[LessonCard]), **failures()}, opt={PACKED_ALREADY: True})
async def lessons(request: Request[Any, Any, Any]) -> Response[Any]:
    """Return all lessons, in their order."""
    return the_lessons().answer(request)


@lru_cache(maxsize=2)
def the_puzzles(day: date) -> FixedResponse:
    return FixedResponse(puzzle_list(day))


@get("/study/puzzles", responses={**shown(PuzzleList), **failures()}, opt={PACKED_ALREADY: True})
async def puzzles(request: Request[Any, Any, Any]) -> Response[Any]:
    """Return all puzzles, and that of today (in universal time, so that it is the same for everybody)."""
    return the_puzzles(datetime.now(UTC).date()).answer(request)


@post(
    "/study/{kind:str}/{name:str}",
    status_code=HTTP_200_OK,
    request_max_body_size=STUDY_BYTES,
    responses={**shown(Studied), **failures(400, 404, 413, 503)},
)
async def study(
    kind: FromPath[str],
    name: FromPath[str],
    request: Request[Any, Any, Any],
    data: JSONBody[Studying],
    service: NamedDependency[ServerContext],
) -> Response[bytes]:
    """Carry out a request in an exercise. Nothing is stored: the request contains everything done so far."""
    address = household(address_of(request))
    service.limits.question(address)
    return Response(await service.study.do(kind, name, data, address), media_type="application/json")


@get("/replays/{replay_id:str}/{number:int}/board", responses={**shown(StudyBegin), **failures(400, 404, 409)})
async def board_of_moment(
    replay_id: FromPath[str],
    number: Number,
    request: Request[Any, Any, Any],
    service: NamedDependency[ServerContext],
) -> Response[bytes]:
    """Return the request with which a free board gets to a moment of a finished game."""
    found = await service.games.beginning(replay_id, number, household(address_of(request)))
    return Response(found, media_type="application/json")


STUDY_ROUTES: Final = (lessons, puzzles, study, board_of_moment)
