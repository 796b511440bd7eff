"""Missions: positions to play on against bots, with a goal and stars (docs/data/missions.md)."""

from __future__ import annotations

from dungeon_twister.learning.missions.conditions import ConditionProgress, MissionCondition
from dungeon_twister.learning.missions.loader import load_mission, load_missions, load_solutions, mission_names
from dungeon_twister.learning.missions.mission import OPENS, Mission, MissionError
from dungeon_twister.learning.missions.mission_checks import attempt, check_missions, check_solutions
from dungeon_twister.learning.missions.mission_parser import parse_mission
from dungeon_twister.learning.missions.mission_run import MissionRun

__all__ = [
    "OPENS",
    "ConditionProgress",
    "Mission",
    "MissionCondition",
    "MissionError",
    "MissionRun",
    "attempt",
    "check_missions",
    "check_solutions",
    "load_mission",
    "load_missions",
    "load_solutions",
    "mission_names",
    "parse_mission",
]
