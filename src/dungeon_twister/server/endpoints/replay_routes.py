"""Routes of finished games and uploaded records: replays, proofs, analyses."""

from __future__ import annotations

from typing import Final

import msgspec

from dungeon_twister.server.analysis_protocol import Analysing, Evaluation, FoundMistake, Frame, GameAnalysis, Proof, Replay
from dungeon_twister.server.endpoints.route import MAYBE_PERSON, RECORD, Call, JsonText, Number, PackedJson, get, post
from dungeon_twister.server.study_protocol import StudyBegin


class KeptRecord(msgspec.Struct, frozen=True):
    """An uploaded record."""

    id: str


@get("/games/{game_id:str}/record", fails=(404, 409))
async def game_record(call: Call, game_id: str) -> str:
    """Return the record of a finished game."""
    return await call.service.games.queries.record(game_id, call.household)


@get("/replays/{replay_id:str}", shows=Replay, fails=(400, 404, 409))
async def replay(call: Call, replay_id: str, viewer: str = "all") -> PackedJson:
    """Return a finished game or an uploaded record as seen by a seat, a spectator or an omniscient viewer."""
    call.service.games.evaluations.expect()
    return PackedJson(await call.service.games.queries.replay(replay_id, viewer, call.household))


@get("/replays/{replay_id:str}/proof", shows=Proof, fails=(404, 409))
async def proof(call: Call, replay_id: str) -> JsonText:
    """Return all draws of chance and their origin (docs/fairness.md)."""
    return JsonText(await call.service.games.queries.proof(replay_id, call.household))


@get("/replays/{replay_id:str}/{number:int}", shows=Frame, fails=(400, 404, 409))
async def frame(call: Call, replay_id: str, number: Number, viewer: str = "all") -> JsonText:
    """Return the state after so many choices."""
    return JsonText(await call.service.games.queries.frame(replay_id, number, viewer, call.household))


@post("/replays", needs=MAYBE_PERSON, largest=RECORD, fails=(400, 401, 413, 422, 503))
async def keep_record(call: Call, body: bytes) -> KeptRecord:
    """Upload the record of a finished game, as plain text."""
    who = await call.person()
    return KeptRecord(await call.service.games.queries.keep_record(body, call.household, who.person))


@get("/replays/{replay_id:str}/analysis", shows=GameAnalysis, fails=(404, 409, 422))
async def analysis(call: Call, replay_id: str) -> JsonText:
    """Return the analysis of a finished game or of an uploaded record, as far as it has been made. The sums (points over the
    turns, action points, steps, combats with their odds) are available at once."""
    return JsonText(await call.service.games.analyses.look(replay_id, call.household))


@post("/replays/{replay_id:str}/analysis", status=200, fails=(404, 409, 422, 503))
async def analyse(call: Call, replay_id: str) -> Analysing:
    """Analyse a finished game turn by turn. The answer comes with the next news, or after two seconds. The analysis continues
    as long as a client asks, and is made once."""
    return await call.service.games.analyses.go_on(replay_id, call.household)


@get("/replays/{replay_id:str}/mistakes", shows=list[FoundMistake], fails=(400, 404, 409, 422, 503))
async def mistakes(call: Call, replay_id: str, player: str) -> JsonText:
    """Return the gravest mistakes and missed wins of a player as positions to play again. The analysis must be complete."""
    address = call.household
    call.service.limits.question(address)
    return JsonText(await call.service.games.analyses.mistakes(replay_id, player, address))


@get("/replays/{replay_id:str}/{number:int}/board", shows=StudyBegin, fails=(400, 404, 409))
async def board_of_moment(call: Call, replay_id: str, number: Number) -> JsonText:
    """Return the request with which a free board gets to a moment of a finished game."""
    return JsonText(await call.service.games.queries.beginning(replay_id, number, call.household))


@get("/replays/{replay_id:str}/{number:int}/evaluation", shows=Evaluation, fails=(400, 404, 409, 422, 503))
async def evaluate_moment(call: Call, replay_id: str, number: Number, depth: int = 1) -> JsonText:
    """Evaluate a moment of a finished game: shares of the win, best plans with reasons, threats. Depth 0 is for threats and
    reach; from 1 to 5 it plans the turn with growing budgets."""
    address = call.household
    call.service.limits.question(address)
    begin = await call.service.games.queries.beginning(replay_id, number, address)
    return JsonText(await call.service.games.evaluations.evaluate(begin, depth, f"{address} {replay_id}", address))


ROUTES: Final = (
    game_record,
    replay,
    proof,
    frame,
    keep_record,
    analysis,
    analyse,
    mistakes,
    board_of_moment,
    evaluate_moment,
)
