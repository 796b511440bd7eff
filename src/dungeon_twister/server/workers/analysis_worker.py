"""Worker process for hints and threats, from the JSON of a player's view and nothing else, for
evaluations of positions with nothing hidden, for analyses of finished games and their mistakes, for balance runs, and for
positions that may be puzzles."""

from __future__ import annotations

import time
from collections import OrderedDict
from multiprocessing.connection import Connection
from typing import Final

import msgspec

from dungeon_twister.ai.analysis import analyse_game, evaluate, from_json, hint, threats, to_json
from dungeon_twister.game.record.files import Record, load
from dungeon_twister.game.record.notation import read
from dungeon_twister.game.record.position import read_position
from dungeon_twister.game.views import CardView, View
from dungeon_twister.learning.mistakes import find_mistakes
from dungeon_twister.presentation.guide.game_replay import GameReplay
from dungeon_twister.rules.engine.game import apply, new_setting, start
from dungeon_twister.rules.engine.state import State
from dungeon_twister.rules.geometry.text import TextError
from dungeon_twister.server.analysis_protocol import BalanceWish, FoundMistake
from dungeon_twister.server.study_protocol import StudyBegin
from dungeon_twister.server.text_input import cut
from dungeon_twister.server.wire import decode, encode
from dungeon_twister.server.workers.balance_slices import BalanceSlices
from dungeon_twister.server.workers.processes import Reply, serve_jobs
from dungeon_twister.server.workers.puzzle_check import verdict
from dungeon_twister.server.workshop_protocol import PuzzleWish

NODES: Final = 4000  # positions searched for a hint, or for a decision of a finished game
NOT_ANALYSED: Final = "not-analysed"
STATES_KEPT: Final = 16  # positions, which are evaluated several times


class FindHint(msgspec.Struct, frozen=True, tag="hint"):
    """Find the choice of a strong player with this view (JSON of a `Hint` of the highest grade)."""

    view: bytes


class FindThreats(msgspec.Struct, frozen=True, tag="threats"):
    """Find what the others could do next to the player of this view (JSON of `Threats`)."""

    view: bytes


class Evaluate(msgspec.Struct, frozen=True, tag="evaluate"):
    """Evaluate the position to which a beginning leads (JSON of an `Evaluation`). `begin` is JSON of a `StudyBegin`."""

    begin: bytes
    depth: int


class AnalyseGame(msgspec.Struct, frozen=True, tag="game"):
    """Continue the analysis of a finished game for some seconds and to the end of the current turn (JSON of a `GameAnalysis`).
    With zero seconds, return the known part and the sums."""

    record: Record | str
    known: bytes = b""
    seconds: float = 0.0


class FindMistakes(msgspec.Struct, frozen=True, tag="mistakes"):
    """Find the mistakes of a player in an analysed game (JSON of a list of `FoundMistake`). `game` is its id, `analysis` the
    JSON of a `GameAnalysis`."""

    game: str
    record: Record | str
    analysis: bytes
    player: str


class PlayBalance(msgspec.Struct, frozen=True, tag="balance"):
    """Go on with a balance run for about a second (JSON of `Balanced`)."""

    wish: BalanceWish


class CheckPuzzle(msgspec.Struct, frozen=True, tag="puzzle"):
    """Search a position for the solutions of a goal (JSON of a `PuzzleVerdict`)."""

    wish: PuzzleWish


Job = FindHint | FindThreats | Evaluate | AnalyseGame | FindMistakes | PlayBalance | CheckPuzzle


class AnalysisWorker:
    """Does the jobs. Equal jobs get equal answers, except how far an analysis gets in its time."""

    def __init__(self) -> None:
        self._states: OrderedDict[bytes, State] = OrderedDict()
        self._balance = BalanceSlices()

    def answer(self, job: Job) -> Reply:
        """Do a job. A bad job gets an error, and never ends the process."""
        began = time.process_time()
        try:
            body, code, sentence = self._do(job), "", ""
        except (TextError, ValueError, msgspec.ValidationError, RecursionError) as error:
            body, code, sentence = b"", NOT_ANALYSED, f"Nothing was found: {cut(str(error))}."
        return Reply(body, code, sentence, time.process_time() - began)

    def _do(self, job: Job) -> bytes:
        if isinstance(job, FindHint):
            return encode(hint(decode(job.view, View | CardView), nodes=NODES))
        if isinstance(job, FindThreats):
            return encode(threats(decode(job.view, View | CardView)))
        if isinstance(job, Evaluate):
            return encode(evaluate(self._state(job.begin), job.depth))
        if isinstance(job, PlayBalance):
            return encode(self._balance.play(job.wish))
        if isinstance(job, CheckPuzzle):
            return encode(verdict(job.wish))
        record = load(job.record)[0] if isinstance(job.record, str) else job.record
        if isinstance(job, FindMistakes):
            return encode(_mistakes(job, record))
        known = from_json(job.known.decode()) if job.known else None
        begun, until = len(known.turns) if known else 0, time.monotonic() + job.seconds

        def going(done: int, _: int) -> bool:
            """Continue for at least one turn, so that the analysis advances even if reading the game takes long."""
            return job.seconds > 0 and (done == begun or time.monotonic() < until)

        return to_json(analyse_game(record, nodes=NODES, known=known, progress=going)).encode()

    def _state(self, begin: bytes) -> State:
        state = self._states.get(begin)
        if state is None:
            state = self._states[begin] = state_of(decode(begin, StudyBegin))
            while len(self._states) > STATES_KEPT:
                self._states.popitem(last=False)
        self._states.move_to_end(begin)
        return state


def _mistakes(job: FindMistakes, record: Record) -> list[FoundMistake]:
    analysis = from_json(job.analysis.decode())
    return [
        FoundMistake(found.name, found.mistake.kind, found.mistake.turn, found.mistake.at, found.mistake.loss, found.text)
        for found in find_mistakes(job.game, GameReplay.of_record(record), analysis, job.player)
    ]


def state_of(begin: StudyBegin) -> State:
    """Return the position to which a beginning leads. Its choices and draws are legal: a process for records or exercises has
    made them."""
    state = read_position(begin.position) if begin.position else start(new_setting(begin.scenario or "base", begin.options))
    for line in begin.lines:
        apply(state, read(state, line))
    return state


def serve(pipe: Connection) -> None:
    """Run the worker process."""
    serve_jobs(pipe, AnalysisWorker(), Job)
