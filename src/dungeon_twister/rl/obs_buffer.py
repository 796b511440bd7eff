"""An observation in a buffer of floats. Only the changed parts are written again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from dungeon_twister.rl.observation import MANY, MOST, MOST_ROWS, NOTHING, UNKNOWN, ObservationCache, Tensors, store
from dungeon_twister.rules.engine.state import State

SHORT: Final = 64  # bytes: of shorter pieces (rows), only the changed numbers are written
LONG: Final = 1024  # longer pieces (mazes) take too much memory as floats to be cached


class ObservationBuffer:
    """Keeps `numbers`, floats that are 0 at first, up to date. `write` writes a piece there, from some index on."""

    def __init__(self, tensors: Tensors, numbers: memoryview[float], write: Callable[[int, bytes], None]) -> None:
        self.tensors = tensors
        self.numbers = numbers
        self.bytes = numbers.cast("B")
        self.width = numbers.itemsize
        self.write = write
        self.floats: list[Any] = [float(number) for number in range(MOST + 1)]  # float objects, made once
        self.kept: dict[bytes, bytes] = {}
        self.kept_only: dict[bytes, int] = {}
        self.caches = [tensors.new_cache(viewer) for viewer in range(tensors.setting.players)]
        for cache in self.caches:
            cache.apart = tensors.ground > 0
        self.shown = self.caches[0]
        # the ground in the buffer, and as last drawn for each seat
        self.ground = self.bytes[: tensors.ground * self.width]
        self.grounds = [memoryview(bytearray(len(self.ground))) for _ in self.caches]
        # of each piece: what is drawn, its first index, and the index of its only number that is not 0
        self.drawn: list[bytes] = []
        self.begins: list[int] = []
        self.only: list[int] = []

    def draw(self, s: State, viewer: int) -> None:
        """Write the observation of a seat into the buffer."""
        cache = self.caches[viewer]
        self._lay_ground(s, cache)
        self.tensors.renew(s, cache)
        pieces = cache.pieces
        if not self.drawn:
            self._begin(pieces)
        drawn = self.drawn
        if cache is self.shown and cache.changed:
            for number in cache.changed:
                if pieces[number] is not drawn[number]:
                    self._put(number, cache)
        else:
            for number in range(len(pieces)):
                if pieces[number] is not drawn[number]:
                    self._put(number, cache)
        self.shown = cache

    def _lay_ground(self, s: State, cache: ObservationCache) -> None:
        """Update the ground. A choice changes few of its many marks, so the ground of each seat is kept and painted over."""
        shown = self.shown
        if cache is not shown:
            self.grounds[shown.viewer][:] = self.ground
            self.ground[:] = self.grounds[cache.viewer]
        self.tensors.paint(s, cache, self.numbers, self.floats)

    def _begin(self, pieces: list[bytes]) -> None:
        at = 0
        for piece in pieces:
            self.begins.append(at)
            at += len(piece)
        self.drawn = [bytes(len(piece)) for piece in pieces]
        if self.tensors.ground:
            self.drawn[0] = pieces[0]  # never written
        self.only = [NOTHING] * len(pieces)

    def _put(self, number: int, cache: ObservationCache) -> None:
        piece, drawn, begin = cache.pieces[number], self.drawn[number], self.begins[number]
        self.drawn[number] = piece
        if len(piece) > SHORT:
            only = cache.only[number] if number < len(cache.only) else UNKNOWN
            self._put_plane(number, self._only(piece) if only == UNKNOWN else only, drawn)
        else:
            for at in range(len(piece)):
                if piece[at] != drawn[at]:
                    self.numbers[begin + at] = self.floats[piece[at]]

    def _put_plane(self, number: int, only: int, drawn: bytes) -> None:
        """Write a plane. Most planes have at most one mark, which is moved instead of writing the whole plane."""
        piece, begin, was = self.drawn[number], self.begins[number], self.only[number]
        self.only[number] = only
        if was == MANY or only == MANY:
            if piece != drawn:
                self._put_many(begin, piece)
            return
        if was >= 0:
            self.numbers[begin + was] = self.floats[0]
        if only >= 0:
            self.numbers[begin + only] = self.floats[piece[only]]

    def _only(self, piece: bytes) -> int:
        """Return the index of the only number of a piece that is not 0, or NOTHING or MANY."""
        if len(piece) > LONG:
            return MANY
        found = self.kept_only.get(piece)
        if found is None:
            marks = [at for at in range(len(piece)) if piece[at]]
            found = MANY if len(marks) > 1 else marks[0] if marks else NOTHING
            if len(self.kept_only) >= MOST_ROWS:
                self.kept_only.clear()
            self.kept_only[piece] = found
        return found

    def _put_many(self, begin: int, piece: bytes) -> None:
        first, behind = begin * self.width, (begin + len(piece)) * self.width
        found = self.kept.get(piece) if len(piece) <= LONG else None
        if found is not None:
            self.bytes[first:behind] = found
            return
        self.write(begin, piece)
        if len(piece) <= LONG:
            store(self.kept, piece, self.bytes[first:behind].tobytes(), MOST_ROWS)
