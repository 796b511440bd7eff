"""Loads the built-in missions, `content/missions/NAME.toml`, and their stored solutions, `NAME.txt`."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from itertools import pairwise

from dungeon_twister.learning.missions.mission import Mission, MissionError
from dungeon_twister.learning.missions.mission_parser import parse_mission

FOLDER = files("dungeon_twister.content").joinpath("missions")


@cache
def load_missions() -> tuple[Mission, ...]:
    """Return all missions, ordered by number. Raise MissionError if a file is wrong."""
    found = [entry.name.removesuffix(".toml") for entry in FOLDER.iterdir() if entry.name.endswith(".toml")]
    missions = sorted((_read(name) for name in found), key=lambda mission: mission.number)
    for before, after in pairwise(missions):
        if before.number == after.number:
            raise MissionError(f"{before.name}.toml and {after.name}.toml have the same number")
        if before.act > after.act:
            raise MissionError(f"{after.name}.toml has a higher number than {before.name}.toml, but an earlier act")
    return tuple(missions)


def mission_names() -> list[str]:
    return [mission.name for mission in load_missions()]


def load_mission(name: str) -> Mission:
    """Return a mission by its name or its number."""
    for mission in load_missions():
        if name in (mission.name, str(mission.number)):
            return mission
    raise MissionError(f"there is no mission {name!r} (there are {', '.join(mission_names())})")


def load_solutions(mission: Mission) -> list[list[str]]:
    """Return the stored solutions of a mission: the deeds of all sides, from the first position to the end.

    Together they win every star.
    """
    file = FOLDER.joinpath(f"{mission.name}.txt")
    if not file.is_file():
        return []
    return [block.splitlines() for block in file.read_text("utf-8").strip().split("\n\n") if block]


def _read(name: str) -> Mission:
    return parse_mission(name, FOLDER.joinpath(f"{name}.toml").read_text("utf-8"))
