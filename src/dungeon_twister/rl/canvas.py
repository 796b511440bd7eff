"""An observation that is kept in a buffer of other numbers than bytes: only the pieces that have changed are written again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from dungeon_twister.engine.state import State
from dungeon_twister.rl.layers import MOST, MOST_ROWS, Tensors, keep

SHORT: Final = 64  # bytes: such pieces are sooner put together
LONG: Final = 1024  # and such ones would take too much room if they were kept: mazes, which seldom come again


class Canvas:
    """`buffer` are the bytes of all numbers, `width` of each; `numbers_of` makes those of a piece."""

    def __init__(self, tensors: Tensors, buffer: memoryview, width: int, numbers_of: Callable[[bytes], bytes]) -> None:
        self.tensors = tensors
        self.buffer = buffer
        self.width = width
        self.numbers_of = numbers_of
        self.numbers = [numbers_of(bytes([number])) for number in range(MOST + 1)]
        self.kept: dict[bytes, bytes] = {}
        self.sights = [tensors.sight(viewer) for viewer in range(tensors.setting.players)]
        self.drawn: list[bytes] = []
        self.shown = self.sights[0]
        self.begins: list[int] = []  # where each piece does, and the end

    def draw(self, s: State, viewer: int) -> None:
        """Make the buffer what a seat may know of a state."""
        sight = self.sights[viewer]
        self.tensors.renew(s, sight)
        pieces = sight.pieces
        if not self.drawn:
            self._begin(pieces)
        if sight is self.shown and sight.changed:
            for number in sight.changed:
                self._put(number, pieces[number])
        else:
            for number in range(len(pieces)):
                self._put(number, pieces[number])
        self.shown = sight

    def _put(self, number: int, piece: bytes) -> None:
        drawn = self.drawn[number]
        if piece is not drawn and piece != drawn:
            self.drawn[number] = piece
            self.buffer[self.begins[number] : self.begins[number + 1]] = self._numbers(piece)

    def _begin(self, pieces: list[bytes]) -> None:
        self.begins = [0]
        for piece in pieces:
            self.begins.append(self.begins[-1] + len(piece) * self.width)
        self.drawn = [b""] * len(pieces)

    def _numbers(self, piece: bytes) -> bytes:
        if len(piece) > LONG:
            return self.numbers_of(piece)
        found = self.kept.get(piece)
        if found is None:
            short = len(piece) < SHORT
            found = b"".join([self.numbers[number] for number in piece]) if short else self.numbers_of(piece)
            keep(self.kept, piece, found, MOST_ROWS)
        return found
