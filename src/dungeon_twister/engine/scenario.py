"""What every scenario declares, whichever game it is of, and the rooms it draws on."""

from __future__ import annotations

from importlib.resources import files

from dungeon_twister.geometry.rooms import Room, parse_rooms


class Scenario:
    """One declared scenario; what only one game declares stands in a class that extends this one."""

    def __init__(
        self, name: str, title: str, game: str, rooms: list[Room], colours: list[str], pairs: int, target: int
    ) -> None:
        self.name = name
        self.title = title
        self.game = game  # the edition whose rules and pieces are played with
        self.rooms = rooms
        self.colours = colours
        self.pairs = pairs
        self.target = target

    def with_rooms(self, extra: list[Room]) -> Scenario:
        """The same scenario with more rooms in its pool."""
        raise NotImplementedError

    def pool_with(self, extra: list[Room]) -> list[Room]:
        """The rooms and some more; one of the same name takes the other's place."""
        names = [room.name for room in extra]
        return [room for room in self.rooms if room.name not in names] + extra


def load_rooms(pack: str) -> list[Room]:
    """The drawings of a room file that comes with the game."""
    source = f"{pack}.txt"
    return parse_rooms(files("dungeon_twister.content").joinpath("rooms", source).read_text("utf-8"), source)
