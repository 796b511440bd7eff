"""Where chance comes from (docs/fairness.md): every possible outcome of a draw has a ticket, the HMAC-SHA256 of its label under
the seed, and the smallest ticket wins.

A label says WHAT is drawn, never how many draws came before. So nobody gets another outcome by doing other things first or by
taking a choice back, nothing has to be remembered between draws, and two games with one seed meet the same rooms on the same
tiles.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hmac import digest
from random import Random
from typing import Final, Protocol

from dungeon_twister.game.record.draw_versions import MIXED as MIXED
from dungeon_twister.game.record.draw_versions import SEQUENCE as SEQUENCE
from dungeon_twister.game.record.draw_versions import TICKETS as TICKETS
from dungeon_twister.game.record.grammar import slot_name
from dungeon_twister.game.record.notation import write
from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.card.decisions import OBJECT_DRAW
from dungeon_twister.rules.engine.decisions import ROOM_DRAW, frame_argument
from dungeon_twister.rules.engine.game import legal
from dungeon_twister.rules.engine.rules import rules_of
from dungeon_twister.rules.engine.state import State

QUARTERS: Final = 4


class Dice(Protocol):
    """Whatever decides for chance. `told`: the lines of the game so far."""

    way: int

    def draw(self, state: State, told: Sequence[str]) -> int: ...

    def copy(self) -> Dice: ...


@dataclass(frozen=True, slots=True)
class Draw:
    """A draw as anybody can check it: the labels of all that was possible, and of what came out."""

    labels: list[str]
    drawn: str


@dataclass(frozen=True, slots=True)
class Tile:
    """A face-down tile and the labels of the rooms that it may turn out to be."""

    tile: str
    labels: list[str]


class Chance:
    """Chance by tickets."""

    way = TICKETS

    def __init__(self, seed: str) -> None:
        self._key = seed.encode()

    def copy(self) -> Chance:
        return self  # it remembers nothing

    def ticket(self, label: str) -> bytes:
        return digest(self._key, label.encode(), "sha256")

    def first(self, labels: Sequence[str]) -> str:
        """The label with the smallest ticket."""
        return min(labels, key=self.ticket)

    def deal(self, tiles: Sequence[Tile]) -> dict[str, str]:
        """The rooms of tiles: in their order each takes, of the rooms that are left and may lie there, the one with the
        smallest ticket. Leaving out a tile together with its room changes nothing for the others, so it does not matter when a
        room is turned up."""
        dealt: dict[str, str] = {}
        gone: set[str] = set()
        for tile in tiles:
            left = [label for label in tile.labels if label.rpartition(" ")[2] not in gone]
            if left:
                dealt[tile.tile] = self.first(left)
                gone.add(dealt[tile.tile].rpartition(" ")[2])
        return dealt

    def draw(self, state: State, told: Sequence[str]) -> int:
        """What chance decides now."""
        if state.decision() == ROOM_DRAW:
            return self._draw_room(state)
        labels = dict(zip(possible(state, told), legal(state), strict=True))
        return labels[self.first(list(labels))]

    def _draw_room(self, state: State) -> int:
        room = self.deal(face_down(state))[slot_name(frame_argument(state.stack[-1]))]
        lying = self.first(orientations(room))
        names = [one.name for one in state.setting.scenario.rooms]
        return actions.pack(actions.DRAW_ROOM, int(lying[-1]), names.index(room.rpartition(" ")[2]))


class OldChance:
    """Chance as it was before there were tickets, for games that were saved then."""

    way = SEQUENCE

    def __init__(self, seed: str) -> None:
        self._rng = Random(seed)

    def copy(self) -> OldChance:
        other = OldChance("")
        other._rng.setstate(self._rng.getstate())
        return other

    def draw(self, state: State, told: Sequence[str]) -> int:
        choices = legal(state)
        return choices[self._rng.randrange(len(choices))]


def dice_of(way: int, seed: str) -> Dice:
    """Chance as a record says it was."""
    return OldChance(seed) if way == SEQUENCE else Chance(seed)


# -- labels ---------------------------------------------------------------------------------------------------------------


def possible(state: State, told: Sequence[str]) -> list[str]:
    """The labels of all that chance may decide now, but for rooms: the lines of notation. An object may be drawn several times
    in a game: behind its line stands the number of the draw, counting draws of objects alone."""
    again = f" {1 + sum(line.startswith('drawn ') for line in told)}" if state.decision() == OBJECT_DRAW else ""
    return [write(state, action) + again for action in legal(state)]


def face_down(state: State) -> list[Tile]:
    """The tiles that lie face down, by their number, and what each may be. A tile is named by the place where it lay when the
    game began: the Card Game's Inversion and the Elevator move tiles, and their rooms go along."""
    rooms = state.setting.scenario.rooms
    tiles: list[Tile] = []
    for tile, bits in rules_of(state.setting).rooms_under(state).items():
        labels = [f"{slot_name(tile)} room {room.name}" for number, room in enumerate(rooms) if bits >> number & 1]
        tiles.append(Tile(slot_name(tile), labels))
    return tiles


def orientations(room: str) -> list[str]:
    """The labels of the ways a room may lie, given the label of the room."""
    return [f"{room} r{quarters}" for quarters in range(QUARTERS)]


def draw_of(state: State, told: Sequence[str], line: str) -> Draw:
    """What could be drawn at a decision of chance, and what came out; of a room the way it lies (which room it is follows from
    `deal`)."""
    if state.decision() == ROOM_DRAW:
        room, _, quarters = f"{slot_name(frame_argument(state.stack[-1]))} {line}".rpartition(" ")
        return Draw(orientations(room), f"{room} {quarters}")
    labels = possible(state, told)
    return Draw(labels, next(label for label in labels if label == line or label.startswith(line + " ")))
