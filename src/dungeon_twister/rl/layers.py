"""Observations as bytes: what the tensors of both games share.

An observation is one row of numbers from 0 to 255, laid out in named parts of fixed shapes. It holds what the View of the same
viewer says and nothing else: everything that may be hidden is asked of `knowledge`. Players and their tokens are counted from
the viewer on, and the maze lies as the codec lays it for him.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Any, Final, TypeVar

from dungeon_twister.rules.engine.setting import COMBAT_CARDS, Setting
from dungeon_twister.rules.engine.shared.duel import copies
from dungeon_twister.rules.engine.state import State

VERSION: Final = 1  # of the meaning of all numbers; docs/environments.md says when it changes
MOST: Final = 255
DECISIONS: Final = 20  # kinds of decisions in both games
CARDS: Final = max(COMBAT_CARDS) + 1
HAND_BITS: Final = 2 * CARDS  # of a packed hand
MOST_KEPT: Final = 256  # planes that are kept of each kind
MOST_ROWS: Final = 4096  # and rows, which are shorter

# where a piece has its only number that is not 0, if there is no such place
NOTHING: Final = -1  # there is no other number but 0
MANY: Final = -2  # there are several
UNKNOWN: Final = -3  # it was not looked at

Key = TypeVar("Key")


def small(number: int) -> int:
    """A number that fits into a byte."""
    return 0 if number < 0 else MOST if number > MOST else number


class Part:
    """A named part of an observation."""

    def __init__(self, name: str, shape: list[int], offset: int) -> None:
        self.name = name
        self.shape = shape
        self.offset = offset
        self.size = 1
        for length in shape:
            self.size *= length


class ObservationCache:
    """What a seat may know, in pieces. A game may note here what they were made from, to make only some of them anew; `changed`
    are the numbers of those then, and empty if all of them are. For the first pieces it may also note where each has its `only`
    number that is not 0. `apart`: an `ObservationBuffer` paints the first piece, the ground, which is left empty here."""

    def __init__(self, viewer: int) -> None:
        self.viewer = viewer
        self.pieces: list[bytes] = []
        self.changed: list[int] = []
        self.only: list[int] = []
        self.apart = False


class Tensors:
    """The observations of one setting. `size` is the number of bytes, `parts` say what they are. The first `ground` of them, if
    there are any, can be painted over what was painted before."""

    setting: Setting
    parts: list[Part]
    size: int
    ground: int

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.parts = []
        self.size = 0
        self.ground = 0
        self.kept_hands: dict[int, bytes] = {}
        self.kept_deciding: dict[int, bytes] = {}
        self.kept_rooms: dict[int, bytes] = {}

    def add(self, name: str, shape: list[int]) -> int:
        """Another part behind those there are; where it begins."""
        part = Part(name, shape, self.size)
        self.parts.append(part)
        self.size += part.size
        return part.offset

    def new_cache(self, viewer: int) -> ObservationCache:
        """A seat's, to be renewed: nothing is seen yet."""
        return ObservationCache(viewer)

    def renew(self, s: State, cache: ObservationCache) -> None:
        """Update the observation of a seat: the pieces of the cache, concatenated."""
        raise NotImplementedError

    def paint(self, s: State, cache: ObservationCache, numbers: memoryview[float], values: list[Any]) -> None:
        """Make the ground, where another one was painted for the same seat, or nothing yet, that of a state. `values` are the
        numbers from 0 on as objects. Where there is no ground there is nothing to paint."""

    def of(self, s: State, viewer: int) -> bytearray:
        """What a seat may know of a state."""
        cache = self.new_cache(viewer)
        self.renew(s, cache)
        return bytearray().join(cache.pieces)

    def deciding(self, s: State, viewer: int) -> bytes:
        """What is to be decided, by whom, whose turn it is and which seat the viewer has."""
        players = self.setting.players
        decision, decider = (-1, -1) if s.over else (s.decision(), s.decider())
        key = (((decision + 1) * (players + 1) + decider + 1) * players + s.active) * players + viewer
        told = self.kept_deciding.get(key)
        if told is None:
            told = _deciding(players, decision, decider, s.active, viewer)
            keep(self.kept_deciding, key, told)
        return told

    def rooms_left(self, s: State, rooms: int) -> bytes:
        """1 for each of so many rooms that is left."""
        told = self.kept_rooms.get(s.rooms_left)
        if told is None:
            told = bytes([s.rooms_left >> room & 1 for room in range(rooms)])
            keep(self.kept_rooms, s.rooms_left, told)
        return told

    def hands(self, s: State, player: int, known: bool, noted: bool) -> bytes:
        """The combat cards that a player has, if they are known, and has used, if that is noted."""
        hand, used = s.combat_hand[player], s.used[player]
        key = (hand << HAND_BITS | used) << 2 | (2 if known else 0) | (1 if noted else 0)
        told = self.kept_hands.get(key)
        if told is None:
            told = _hands(hand, used, known, noted)
            keep(self.kept_hands, key, told, MOST_ROWS)
        return told

    def fingerprint(self) -> str:
        """The hash of all parts, their shapes and their order."""
        told = [(part.name, part.shape) for part in self.parts]
        return blake2b(repr(told).encode(), digest_size=8).hexdigest()


def keep(kept: dict[Key, bytes], key: Key, made: bytes, most: int = MOST_KEPT) -> None:
    """Remember what was made, and forget everything rather than keep too much."""
    if len(kept) >= most:
        kept.clear()
    kept[key] = made


def _hands(hand: int, used: int, known: bool, noted: bool) -> bytes:
    held = [copies(hand, card) for card in range(CARDS)]
    spent = [copies(used, card) for card in range(CARDS)]
    told = [1 if known else 0, 1 if noted else 0]
    told += held if known else [0] * CARDS
    told += spent if noted else [0] * CARDS
    return bytes([*told, sum(held), sum(spent)])


HANDS: Final = 4 + 2 * CARDS  # what `Tensors.hands` tells


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
    """How many numbers `Tensors.deciding` has."""
    return DECISIONS + players + 1 + 2 * players
