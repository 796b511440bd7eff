"""Perft: counting sequences of choices. Engines with equal counts know the same rules (docs/perft.md)."""

from __future__ import annotations

from dungeon_twister.game.record.notation import write
from dungeon_twister.game.record.position import read_position
from dungeon_twister.rules.engine.game import apply, legal
from dungeon_twister.rules.engine.state import State
from dungeon_twister.rules.geometry.text import TextError


def perft(state: State, depth: int) -> int:
    """Return the number of sequences of exactly `depth` choices, including those of chance; a finished game has none."""
    if depth == 0:
        return 1
    found = legal(state)
    if depth == 1:
        return len(found)
    return sum(perft(_after(state, action), depth - 1) for action in found)


def divide(state: State, depth: int) -> dict[str, int]:
    """Return the count of `perft` split by the first choice, each as text; a depth below 1 has no first choice."""
    if depth < 1:
        return {}
    return {write(state, action): perft(_after(state, action), depth - 1) for action in legal(state)}


def _after(state: State, action: int) -> State:
    after = state.copy()
    apply(after, action)
    return after


def read_perft(text: str, source: str = "perft") -> tuple[State, dict[int, int]]:
    """Read a position and its expected counts by depth. Every mistake is a TextError with the line."""
    lines = text.split("\n")
    head = next((i for i, line in enumerate(lines) if line.startswith("perft ")), len(lines))
    counts: dict[int, int] = {}
    for number, line in enumerate(lines[head:], head + 1):
        words = line.split()
        if words and not words[0].startswith("#"):
            depth, count = _read_count(words, source, number)
            if depth in counts:
                raise TextError(f"there are two lines 'perft {depth}'", source, number)
            counts[depth] = count
    if not counts:
        raise TextError("there is no line 'perft DEPTH = COUNT'", source)
    return read_position("\n".join(lines[:head]), source), counts


def _read_count(words: list[str], source: str, number: int) -> tuple[int, int]:
    if len(words) != 4 or words[0] != "perft" or words[2] != "=":
        raise TextError("expected 'perft DEPTH = COUNT'", source, number)
    for word in (words[1], words[3]):
        if not (word.isascii() and word.isdigit()) or len(word) > 15:
            raise TextError(f"{word!r} is no number", source, number)
    return int(words[1]), int(words[3])
