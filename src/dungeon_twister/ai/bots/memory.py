"""Memory of a bot: with strict memory, what it has laid itself, which its view hides (SETUP-8, HID-1).

The rules forbid looking again, not remembering. In the Card Game a face-down room may change its place (INV-2); it takes its
cards along, and the memory follows.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeVar

from dungeon_twister.game.record.notation import Choice
from dungeon_twister.game.views import CardView, View

AnyView = TypeVar("AnyView", bound=View | CardView)


class Memory:
    """The memory of one bot in one game."""

    def __init__(self) -> None:
        self._laid: dict[str, list[str]] = {}  # place of a room -> own tokens on it
        self._open: dict[str, str] = {}  # face-up room -> its place

    def note(self, choice: Choice) -> None:
        """Remember a choice of the bot."""
        if choice.do == "lay":
            self._laid.setdefault(choice.place, []).append(choice.token)

    def recall(self, view: AnyView) -> AnyView:
        """Return the view with the tokens that the bot has laid itself."""
        self._follow(view)
        rooms: Any = [replace(room, under=self._known(view, room.place, room.under)) for room in view.rooms]
        return replace(view, rooms=rooms)

    def _follow(self, view: View | CardView) -> None:
        """Follow an exchange of rooms: a room that was face up elsewhere has changed places with the one that was here."""
        places = {room.name: room.place for room in view.rooms if room.name}
        for name, place in places.items():
            before = self._open.get(name, place)
            if before != place and before not in places.values() and place in self._laid:
                self._laid[before] = self._laid.pop(place)
        self._open = places

    def _known(self, view: View | CardView, place: str, under: list[str]) -> list[str]:
        """Return the tokens on a room, own ones by name. Keep them masked if their number is not the remembered one."""
        masked = f"{view.viewer[0]}?"
        own = self._laid.get(place, [])
        if not own or under.count(masked) != len(own):
            return under
        return sorted([name for name in under if name != masked] + own)
