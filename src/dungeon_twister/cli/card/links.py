"""Connections between places: on foot, through a slit, over a pit, behind a closed portcullis.

The maze of a state has no secrets: it does not know face-down rooms either (SET-3).
"""

from __future__ import annotations

from dungeon_twister.cli.texts import t
from dungeon_twister.game.record.card.token_names import SIDES
from dungeon_twister.game.record.shared_names import slot_name
from dungeon_twister.rules.engine.card.state import CardState
from dungeon_twister.rules.geometry.maze import CLOSED, OPEN
from dungeon_twister.rules.geometry.zone_plan import (
    BY_SLITS,
    LETTER_COUNT,
    LETTERS,
    LINK_OPEN,
    LINK_PIT,
    LINK_PORT,
    LINK_SLIT,
    LINK_WALL,
    ON_FOOT,
    STATIONS_PER_SIDE,
    THROUGH_WALLS,
    members,
)
from dungeon_twister.rules.geometry.zones import ZoneMaze

LINKS = {LINK_OPEN: "open", LINK_SLIT: "slit", LINK_PORT: "portcullis", LINK_WALL: "wall", LINK_PIT: "pit"}


def short_name(maze: ZoneMaze, place: int, seen_from: int = -1) -> str:
    """Return the short name of a place: `S` in the same room, `R2.S` in another one, `N0` for the starting zone before a
    column."""
    if place >= maze.plan.zones:
        station = place - maze.plan.zones
        return f"{SIDES[station // STATIONS_PER_SIDE]}{station // LETTER_COUNT % 2}"
    tile, letter = divmod(place, LETTER_COUNT)
    if 0 <= seen_from < maze.plan.zones and seen_from // LETTER_COUNT == tile:
        return LETTERS[letter]
    return f"{slot_name(maze.place_of[tile])}.{LETTERS[letter]}"


def connections(maze: ZoneMaze, zone: int) -> list[tuple[str, list[str]]]:
    """Return the ways out of a zone by kind; each place appears only with its easiest connection."""
    by_link = {kind: maze.stations_linked(zone, kind) for kind in LINKS}
    on_foot = maze.near_by(ON_FOOT, zone) | by_link[LINK_OPEN]
    gated = _behind_gates(maze, zone) | by_link[LINK_PORT]
    slits = maze.near_by(BY_SLITS, zone) | by_link[LINK_SLIT]
    pits = maze.crossing(zone, ON_FOOT, 1) | by_link[LINK_PIT]
    walls = maze.near_by(THROUGH_WALLS, zone) | by_link[LINK_WALL]
    found: list[tuple[str, list[str]]] = []
    listed = 1 << zone
    for kind, mask in (("to", on_foot), ("pit", pits), ("slit", slits), ("gate", gated), ("wall", walls)):
        names = [short_name(maze, place, zone) for place in members(mask & ~listed)]
        listed |= mask
        if names:
            found.append((kind, names))
    hidden = [slot_name(maze.place_of[tile]) for tile in members(maze.relations_of(zone).access)]
    return [*found, ("reveal", hidden)] if hidden else found


def _behind_gates(maze: ZoneMaze, zone: int) -> int:
    """Return the zones within walking reach if the closed portcullises here were open (PRT-2)."""
    found = 0
    for tile in members(maze.relations_of(zone).gates):
        if maze.gates[tile] == CLOSED:
            found |= maze.with_gate(tile, OPEN).relations_of(zone).walk
    return found & ~maze.relations_of(zone).walk


def link_words(maze: ZoneMaze, place: int) -> str:
    """Return what separates a station from the zone it faces (LNK-4). If any way is open, only that counts."""
    link = maze.link_at(place - maze.plan.zones)
    if link & LINK_OPEN:
        return t("terminal.link.open")
    words = [t(f"terminal.link.{word}") for kind, word in LINKS.items() if link & kind]
    return "+".join(words) or t("terminal.link.far" if link else "terminal.link.face-down")


def sights(state: CardState, place: int) -> list[str]:
    """Return the other places visible from a place now (section 10)."""
    seen = state.maze.sees(place, state.occupied()) & ~(1 << place)
    return list(dict.fromkeys(short_name(state.maze, other, place) for other in members(seen)))
