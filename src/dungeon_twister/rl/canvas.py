"""An observation that is kept in a buffer of floats: only what has changed is written again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from dungeon_twister.rl.layers import MANY, MOST, MOST_ROWS, NOTHING, UNKNOWN, Sight, Tensors, keep
from dungeon_twister.rules.engine.state import State

SHORT: Final = 64  # bytes: of such pieces, rows, only the numbers that are others are written
LONG: Final = 1024  # such ones, mazes, take too much room as floats to be kept


class Canvas:
    """`numbers` are floats, all of them 0; `write` writes a piece there, from some number on."""

    def __init__(self, tensors: Tensors, numbers: memoryview[float], write: Callable[[int, bytes], None]) -> None:
        self.tensors = tensors
        self.numbers = numbers
        self.bytes = numbers.cast("B")
        self.width = numbers.itemsize
        self.write = write
        self.floats: list[Any] = [float(number) for number in range(MOST + 1)]  # as objects, not to make them each time
        self.kept: dict[bytes, bytes] = {}
        self.kept_only: dict[bytes, int] = {}
        self.sights = [tensors.sight(viewer) for viewer in range(tensors.setting.players)]
        for sight in self.sights:
            sight.apart = tensors.ground > 0
        self.shown = self.sights[0]
        # the ground as it lies now, and as each seat saw it last
        self.ground = self.bytes[: tensors.ground * self.width]
        self.grounds = [memoryview(bytearray(len(self.ground))) for _ in self.sights]
        # of each piece: what is drawn, where it begins, and where it has its only number that is not 0
        self.drawn: list[bytes] = []
        self.begins: list[int] = []
        self.only: list[int] = []

    def draw(self, s: State, viewer: int) -> None:
        """Make the numbers what a seat may know of a state."""
        sight = self.sights[viewer]
        self._lay_ground(s, sight)
        self.tensors.renew(s, sight)
        pieces = sight.pieces
        if not self.drawn:
            self._begin(pieces)
        drawn = self.drawn
        if sight is self.shown and sight.changed:
            for number in sight.changed:
                if pieces[number] is not drawn[number]:
                    self._put(number, sight)
        else:
            for number in range(len(pieces)):
                if pieces[number] is not drawn[number]:
                    self._put(number, sight)
        self.shown = sight

    def _lay_ground(self, s: State, sight: Sight) -> None:
        """A maze has many marks, of which a choice changes few: each seat's is kept, and painted over."""
        shown = self.shown
        if sight is not shown:
            self.grounds[shown.viewer][:] = self.ground
            self.ground[:] = self.grounds[sight.viewer]
        self.tensors.paint(s, sight, self.numbers, self.floats)

    def _begin(self, pieces: list[bytes]) -> None:
        at = 0
        for piece in pieces:
            self.begins.append(at)
            at += len(piece)
        self.drawn = [bytes(len(piece)) for piece in pieces]
        if self.tensors.ground:
            self.drawn[0] = pieces[0]  # which is never written
        self.only = [NOTHING] * len(pieces)

    def _put(self, number: int, sight: Sight) -> None:
        piece, drawn, begin = sight.pieces[number], self.drawn[number], self.begins[number]
        self.drawn[number] = piece
        if len(piece) > SHORT:
            only = sight.only[number] if number < len(sight.only) else UNKNOWN
            self._put_plane(number, self._only(piece) if only == UNKNOWN else only, drawn)
        else:
            for at in range(len(piece)):
                if piece[at] != drawn[at]:
                    self.numbers[begin + at] = self.floats[piece[at]]

    def _put_plane(self, number: int, only: int, drawn: bytes) -> None:
        """Most planes have one mark or none: it is wiped out and set elsewhere, for less than the whole plane costs."""
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
        """Where a piece has its only number that is not 0, or NOTHING or MANY."""
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
            keep(self.kept, piece, self.bytes[first:behind].tobytes(), MOST_ROWS)
