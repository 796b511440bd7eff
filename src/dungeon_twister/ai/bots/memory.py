"""What a bot remembers although the table shows it no longer: with strict memory, what it has laid itself (SETUP-8, HID-1).

The rules forbid to look back, not to remember. A room that lies face down may change its place in the Card Game (INV-2); it
takes its cards along, and so does the memory.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeVar

from dungeon_twister.game.record.notation import Choice
from dungeon_twister.game.views import CardView, View

AnyView = TypeVar("AnyView", bound=View | CardView)


class Memory:
    """Of one bot in one game."""

    def __init__(self) -> None:
        self._laid: dict[str, list[str]] = {}  # place of a room -> own tokens on it
        self._open: dict[str, str] = {}  # room that lies face up -> its place

    def note(self, choice: Choice) -> None:
        """A choice of one's own."""
        if choice.do == "lay":
            self._laid.setdefault(choice.place, []).append(choice.token)

    def recall(self, view: AnyView) -> AnyView:
        """The view as it would be if one could look at what one has laid."""
        self._follow(view)
        rooms: Any = [replace(room, under=self._known(view, room.place, room.under)) for room in view.rooms]
        return replace(view, rooms=rooms)

    def _follow(self, view: View | CardView) -> None:
        """A room that lay open elsewhere before has changed places with the one that was here."""
        places = {room.name: room.place for room in view.rooms if room.name}
        for name, place in places.items():
            before = self._open.get(name, place)
            if before != place and before not in places.values() and place in self._laid:
                self._laid[before] = self._laid.pop(place)
        self._open = places

    def _known(self, view: View | CardView, place: str, under: list[str]) -> list[str]:
        """What lies on a room, with the names of one's own; if the number is not the one remembered, nothing is sure."""
        masked = f"{view.viewer[0]}?"
        own = self._laid.get(place, [])
        if not own or under.count(masked) != len(own):
            return under
        return sorted([name for name in under if name != masked] + own)
