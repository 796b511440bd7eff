"""A mistake as data: the position before it, what was played, the best plan, and its text."""

from __future__ import annotations

import zlib
from base64 import b64decode, b64encode
from dataclasses import dataclass, field
from re import fullmatch
from typing import Final

from dungeon_twister.ai.analysis.analysis_shapes import PlanReason
from dungeon_twister.ai.analysis.position_analysis import LEAST_NODES, NODES
from dungeon_twister.game.record.json_codec import ALWAYS, ShapeError, from_json, to_json
from dungeon_twister.learning.progress.entries import LONGEST_TEXT, MISTAKE_KINDS

PACKED: Final = "z:"  # before the JSON of a mistake that would be too long: it is compressed
LONGEST_JSON: Final = 60_000  # of a compressed text
MOST_LINES: Final = 200
WORD: Final = r"[a-z-]{1,20}"


class MistakeError(ValueError):
    """The text is not that of a mistake; the message says why."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """A decision that gave something away, with all that is needed to play it again.

    - `kind`: `mistake`, `blunder` or `missed-win`.
    - `game`, `at`, `turn`: the game, the number of choices before the decision, and its turn.
    - `player`: colour that decides.
    - `position`, `lines`: text of a position, and the choices and draws from there to the decision.
    - `played`, `best`: choices that were made, and those of the best plan. A pass at the end is left out of the plan.
    - `share`: expected share of the win after the best plan; `loss`: share that was given away.
    - `nodes`, `seed`: numbers of the analysis of this decision.
    - `reason`, `fault`: explanations of the best plan and of the mistake.
    """

    kind: str
    game: str
    at: int
    turn: int
    player: str
    position: str
    lines: list[str]
    played: list[str]
    best: list[str]
    share: float
    loss: float
    nodes: int = field(default=NODES, metadata=ALWAYS)
    seed: str = ""
    reason: PlanReason | None = None
    fault: PlanReason | None = None


def mistake_text(mistake: Mistake) -> str:
    """Return a mistake as text: JSON, compressed if it would be longer than an entry may be."""
    text = to_json(mistake)
    if len(text) > LONGEST_TEXT:
        text = PACKED + b64encode(zlib.compress(text.encode(), 9)).decode()
    if len(text) > LONGEST_TEXT:
        raise MistakeError("the position is too long to be kept")
    return text


def read_mistake(text: str) -> Mistake:
    """Return the mistake of a text, which may be hostile. Its position and choices are not read yet."""
    if len(text) > LONGEST_TEXT:
        raise MistakeError(f"it has more than {LONGEST_TEXT:,} characters")
    try:
        mistake = from_json(_unpacked(text), Mistake)
    except ShapeError as error:
        raise MistakeError(f"this is not a position to play again: {error}") from None
    lines = [*mistake.lines, *mistake.played, *mistake.best]
    reasons = [one for one in (mistake.reason, mistake.fault) if one is not None]
    if mistake.kind not in MISTAKE_KINDS or len(lines) > MOST_LINES or not mistake.best:
        raise MistakeError("this is not a position to play again")
    if not LEAST_NODES <= mistake.nodes <= NODES or not 0 <= mistake.loss <= 1 or not 0 <= mistake.share <= 1:
        raise MistakeError("a number is out of range")
    if any(not fullmatch(WORD, one.kind) or len(one.pieces) > 8 for one in reasons):
        raise MistakeError("there is no such explanation")
    return mistake


def _unpacked(text: str) -> str:
    if not text.startswith(PACKED):
        return text
    try:
        unpacking = zlib.decompressobj()
        found = unpacking.decompress(b64decode(text[len(PACKED) :], validate=True), LONGEST_JSON)
        if unpacking.unconsumed_tail:
            raise MistakeError("it is too long")
        return found.decode()
    except (zlib.error, ValueError) as error:
        raise MistakeError(f"this is not a position to play again: {error}") from None
