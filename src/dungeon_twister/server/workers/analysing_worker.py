"""The process in which positions and finished games are looked into: hints and threats for somebody who plays, from the JSON of
his view and nothing else; and what each turn of a finished game was worth."""

from __future__ import annotations

import time
from multiprocessing.connection import Connection
from typing import Final

import msgspec

from dungeon_twister.ai.analysis import analyse_game, from_json, hint, threats, to_json
from dungeon_twister.game.record.files import Record, load
from dungeon_twister.game.views import CardView, View
from dungeon_twister.rules.geometry.text import TextError
from dungeon_twister.server.names import cut
from dungeon_twister.server.wire import decode, encode
from dungeon_twister.server.workers.processes import Reply, answer_all

NODES: Final = 4000  # positions that a hint, or a decision of a finished game, is given
NOT_ANALYSED: Final = "not-analysed"


class FindHint(msgspec.Struct, frozen=True, tag="hint"):
    """What a strong player would do who sees this (JSON of a `Hint` of the highest grade)."""

    view: bytes


class FindThreats(msgspec.Struct, frozen=True, tag="threats"):
    """What the others could do next to whoever sees this (JSON of `Threats`)."""

    view: bytes


class AnalyseGame(msgspec.Struct, frozen=True, tag="game"):
    """Go on with the analysis of a finished game for so many seconds, and to the end of the turn at hand (JSON of a
    `GameAnalysis`). With no second to go on for, what is known is told, and the sums."""

    record: Record | str
    known: bytes = b""
    seconds: float = 0.0


Job = FindHint | FindThreats | AnalyseGame


class Desk:
    """Does the jobs. Equal jobs get equal answers; only how far an analysis gets in its seconds is a matter of the machine."""

    def answer(self, job: Job) -> Reply:
        """A bad job costs a sentence, never the process."""
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
        record = load(job.record)[0] if isinstance(job.record, str) else job.record
        known = from_json(job.known.decode()) if job.known else None
        begun, until = len(known.turns) if known else 0, time.monotonic() + job.seconds

        def going(done: int, _: int) -> bool:
            """One turn at least, so that it gets on however long the game takes to be read."""
            return job.seconds > 0 and (done == begun or time.monotonic() < until)

        return to_json(analyse_game(record, nodes=NODES, known=known, progress=going)).encode()


def serve(pipe: Connection) -> None:
    """What the process runs."""
    answer_all(pipe, Desk(), Job)
