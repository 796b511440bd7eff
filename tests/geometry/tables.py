"""Everything that holds between the places of a maze of the Card Game, as whole tables: for comparing mazes and for reading."""

from __future__ import annotations

from dungeon_twister.rules.geometry.zone_plan import ANYHOW, BY_SLITS, ON_FOOT, PIT_WAYS, STATIONS, THROUGH_WALLS, WAYS
from dungeon_twister.rules.geometry.zones import ZoneMaze


class Tables:
    """By zone: `walk` (GEO-12), `squeeze` (the Naga), `touch` (the Ghost), `wallwalk` (WWK-2). By `way * zones + zone`: `near`,
    `pits_beside`; by `way * pits + pit`: `beside`, `joined`. By station: `faced`, `link`, `ghost_link`. By place: `area`,
    `gates_beside`, `access`."""

    def __init__(self, maze: ZoneMaze) -> None:
        zones, pits = range(maze.plan.zones), range(maze.plan.pits)
        self.walk, self.squeeze = maze.part(ON_FOOT), maze.part(BY_SLITS)
        self.touch, self.wallwalk = maze.part(ANYHOW), maze.part(THROUGH_WALLS)
        self.near = [maze.near_by(way, zone) for way in range(WAYS) for zone in zones]
        self.pits_beside = [maze.pits_by(way, zone) for way in range(PIT_WAYS) for zone in zones]
        self.beside = [maze.zones_by(way, pit) for way in range(PIT_WAYS) for pit in pits]
        self.joined = [maze.pits_joined(way, pit) for way in range(PIT_WAYS) for pit in pits]
        self.faced = [maze.zone_before(station) for station in range(STATIONS)]
        self.link = [maze.link_at(station) for station in range(STATIONS)]
        self.ghost_link = [1 if maze.ghost_passes(station) else 0 for station in range(STATIONS)]
        sites = [maze.relations_of(place) for place in range(maze.plan.places)]
        self.area, self.gates_beside = [site.area for site in sites], [site.gates for site in sites]
        self.access = [site.access for site in sites]
