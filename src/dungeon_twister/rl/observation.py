"""Observations as bytes: the common part of the tensors of both games.

An observation is one row of numbers from 0 to 255, laid out in named parts of fixed shapes. It contains the same information as
the View of the same viewer: `knowledge` decides on everything that may be hidden. Players and their tokens are counted from the
viewer on, and the maze is rotated as in the codec.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Final, TypeVar

from dungeon_twister.rules.engine.setting import COMBAT_CARDS, Setting
from dungeon_twister.rules.engine.shared.duel import copies
from dungeon_twister.rules.engine.state import State

VERSION: Final = 1  # of the meaning of all numbers; docs/environments.md lists its changes
MOST: Final = 255
DECISIONS: Final = 20  # kinds of decisions in both games
CARDS: Final = max(COMBAT_CARDS) + 1
MOST_KEPT: Final = 256  # limit of each cache of planes or mazes

Key = TypeVar("Key")


def small(number: int) -> int:
    """Clip a number to a byte."""
    return 0 if number < 0 else MOST if number > MOST else number


class ObservationPart:
    """A named part of an observation."""

    def __init__(self, name: str, shape: list[int], offset: int) -> None:
        self.name = name
        self.shape = shape
        self.offset = offset
        self.size = 1
        for length in shape:
            self.size *= length


class ObservationCache:
    """The latest observation of a seat, in pieces.

    A game may store the inputs of the pieces, to update only some of them.
    """

    def __init__(self, viewer: int) -> None:
        self.viewer = viewer
        self.pieces: list[bytes] = []


class Tensors:
    """The observations of one setting.

    `size` is the number of bytes, `parts` describe them.
    """

    setting: Setting
    parts: list[ObservationPart]
    size: int

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.parts = []
        self.size = 0

    def add(self, name: str, shape: list[int]) -> int:
        """Append a part, and return its offset."""
        part = ObservationPart(name, shape, self.size)
        self.parts.append(part)
        self.size += part.size
        return part.offset

    def new_cache(self, viewer: int) -> ObservationCache:
        """Return an empty cache of a seat, to be updated by `renew`."""
        return ObservationCache(viewer)

    def renew(self, s: State, cache: ObservationCache) -> None:
        """Update the observation of a seat: the pieces of the cache, concatenated."""
        raise NotImplementedError

    def of(self, s: State, viewer: int) -> bytearray:
        """Return the observation of a state for a viewer."""
        cache = self.new_cache(viewer)
        self.renew(s, cache)
        return bytearray().join(cache.pieces)

    def deciding(self, s: State, viewer: int) -> bytes:
        """Return the decision, the decider, the active player and the viewer's seat."""
        decision, decider = (-1, -1) if s.over else (s.decision(), s.decider())
        return _deciding(self.setting.players, decision, decider, s.active, viewer)

    def rooms_left(self, s: State, rooms: int) -> bytes:
        """Return 1 for each room that is left, of this number of rooms."""
        return bytes([s.rooms_left >> room & 1 for room in range(rooms)])

    def hands(self, s: State, player: int, known: bool, noted: bool) -> bytes:
        """Return the combat cards of a player, if known, and the used ones, if noted."""
        return _hands(s.combat_hand[player], s.used[player], known, noted)

    def fingerprint(self) -> str:
        """Return the hash of all parts, their shapes and their order."""
        row = [(part.name, part.shape) for part in self.parts]
        return blake2b(repr(row).encode(), digest_size=8).hexdigest()


def store(cache: dict[Key, bytes], key: Key, value: bytes) -> None:
    """Store an entry in a cache. Empty a full cache first."""
    if len(cache) >= MOST_KEPT:
        cache.clear()
    cache[key] = value


def _hands(hand: int, used: int, known: bool, noted: bool) -> bytes:
    held = [copies(hand, card) for card in range(CARDS)]
    spent = [copies(used, card) for card in range(CARDS)]
    row = [1 if known else 0, 1 if noted else 0]
    row += held if known else [0] * CARDS
    row += spent if noted else [0] * CARDS
    return bytes([*row, sum(held), sum(spent)])


HANDS: Final = 4 + 2 * CARDS  # size of `Tensors.hands`


def _deciding(players: int, decision: int, decider: int, active: int, viewer: int) -> bytes:
    out = [0] * deciding_size(players)
    if decision >= 0:
        out[decision] = 1
        out[DECISIONS + (players if decider < 0 else (decider - viewer) % players)] = 1
    at = DECISIONS + players + 1
    out[at + (active - viewer) % players] = 1
    out[at + players + viewer] = 1
    return bytes(out)


def deciding_size(players: int) -> int:
    """Return the size of `Tensors.deciding`."""
    return DECISIONS + players + 1 + 2 * players
