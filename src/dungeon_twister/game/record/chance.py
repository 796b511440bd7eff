"""Chance (docs/fairness.md): every possible outcome of a draw has a ticket, the HMAC-SHA256 of its label under the seed. The
smallest ticket wins.

A label describes WHAT is drawn, never how many draws came before. So no player gets another outcome by doing other things first
or by taking a choice back, nothing has to be remembered between draws, and two games with one seed meet the same rooms on the
same tiles.
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
from dungeon_twister.game.record.notation import write
from dungeon_twister.game.record.shared_names import slot_name
from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.card.decisions import OBJECT_DRAW
from dungeon_twister.rules.engine.decisions import ROOM_DRAW, frame_argument
from dungeon_twister.rules.engine.game import legal
from dungeon_twister.rules.engine.rules import rules_of
from dungeon_twister.rules.engine.state import State

QUARTERS: Final = 4


class Dice(Protocol):
    """A source of chance. `lines` are the lines of the game so far."""

    way: int

    def draw(self, state: State, lines: Sequence[str]) -> int: ...

    def copy(self) -> Dice: ...


@dataclass(frozen=True, slots=True)
class Draw:
    """A verifiable draw.

    - `labels`: labels of all possible outcomes.
    - `drawn`: label of the outcome.
    """

    labels: list[str]
    drawn: str


@dataclass(frozen=True, slots=True)
class Tile:
    """A face-down tile.

    - `labels`: labels of the rooms that it may be.
    """

    tile: str
    labels: list[str]


class Chance:
    """Chance that draws by tickets."""

    way = TICKETS

    def __init__(self, seed: str) -> None:
        self._key = seed.encode()

    def copy(self) -> Chance:
        return self  # it has no state

    def ticket(self, label: str) -> bytes:
        return digest(self._key, label.encode(), "sha256")

    def first(self, labels: Sequence[str]) -> str:
        """Return the label with the smallest ticket."""
        return min(labels, key=self.ticket)

    def deal(self, tiles: Sequence[Tile]) -> dict[str, str]:
        """Return the room of each tile. In order, each tile takes the room with the smallest ticket among those left that may
        lie there. Removing a tile with its room does not affect the others, so the time of a reveal does not matter."""
        dealt: dict[str, str] = {}
        gone: set[str] = set()
        for tile in tiles:
            left = [label for label in tile.labels if label.rpartition(" ")[2] not in gone]
            if left:
                dealt[tile.tile] = self.first(left)
                gone.add(dealt[tile.tile].rpartition(" ")[2])
        return dealt

    def draw(self, state: State, lines: Sequence[str]) -> int:
        """Return the decision of chance."""
        if state.decision() == ROOM_DRAW:
            return self._draw_room(state)
        labels = dict(zip(possible(state, lines), legal(state), strict=True))
        return labels[self.first(list(labels))]

    def _draw_room(self, state: State) -> int:
        room = self.deal(face_down(state))[slot_name(frame_argument(state.stack[-1]))]
        lying = self.first(orientations(room))
        names = [one.name for one in state.setting.scenario.rooms]
        return actions.pack(actions.DRAW_ROOM, int(lying[-1]), names.index(room.rpartition(" ")[2]))


class OldChance:
    """Chance without tickets, for saved games that began with it."""

    way = SEQUENCE

    def __init__(self, seed: str) -> None:
        self._rng = Random(seed)

    def copy(self) -> OldChance:
        other = OldChance("")
        other._rng.setstate(self._rng.getstate())
        return other

    def draw(self, state: State, lines: Sequence[str]) -> int:
        choices = legal(state)
        return choices[self._rng.randrange(len(choices))]


def dice_of(way: int, seed: str) -> Dice:
    """Return the chance that a record names."""
    return OldChance(seed) if way == SEQUENCE else Chance(seed)


# -- labels ---------------------------------------------------------------------------------------------------------------


def possible(state: State, lines: Sequence[str]) -> list[str]:
    """Return the labels of all that chance may decide now, except rooms: the lines of notation. As an object may be drawn
    several times in a game, the number of the draw, counting only draws of objects, follows its line."""
    again = f" {1 + sum(line.startswith('drawn ') for line in lines)}" if state.decision() == OBJECT_DRAW else ""
    return [write(state, action) + again for action in legal(state)]


def face_down(state: State) -> list[Tile]:
    """Return the face-down tiles by their number, with the rooms that each may be. A tile is named by its place at the
    beginning of the game, because the Card Game's Inversion and the Elevator move tiles together with their rooms."""
    rooms = state.setting.scenario.rooms
    tiles: list[Tile] = []
    for tile, bits in rules_of(state.setting).rooms_under(state).items():
        labels = [f"{slot_name(tile)} room {room.name}" for number, room in enumerate(rooms) if bits >> number & 1]
        tiles.append(Tile(slot_name(tile), labels))
    return tiles


def orientations(room: str) -> list[str]:
    """Return the labels of the orientations of a room, given the label of the room."""
    return [f"{room} r{quarters}" for quarters in range(QUARTERS)]


def draw_of(state: State, lines: Sequence[str], line: str) -> Draw:
    """Return what could be drawn at a decision of chance, and the outcome. For a room this is its orientation; `deal`
    determines the room itself."""
    if state.decision() == ROOM_DRAW:
        room, _, quarters = f"{slot_name(frame_argument(state.stack[-1]))} {line}".rpartition(" ")
        return Draw(orientations(room), f"{room} {quarters}")
    labels = possible(state, lines)
    return Draw(labels, next(label for label in labels if label == line or label.startswith(line + " ")))
