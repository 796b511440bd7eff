"""Steps of a Move (section 14): where they lead, how enemies restrict them, and the limit of three."""

from __future__ import annotations

from typing import Final

from dungeon_twister.rules.engine.card.pieces import GIANT, INCORPOREAL, SQUEEZES
from dungeon_twister.rules.engine.card.players import opponent
from dungeon_twister.rules.engine.card.refusals import EXIT_BLOCKED, HELD_BY_ENEMY
from dungeon_twister.rules.engine.card.state import CardState
from dungeon_twister.rules.engine.card.tokens import LIMIT
from dungeon_twister.rules.engine.pieces import CLIMBS, FLIES, ROPE
from dungeon_twister.rules.engine.refusals import LEGAL
from dungeon_twister.rules.engine.state import WOUNDED
from dungeon_twister.rules.geometry.zone_plan import (
    ANYHOW,
    BY_SLITS,
    COLUMNS,
    LETTER_COUNT,
    LINK_OPEN,
    LINK_PIT,
    LINK_SLIT,
    ON_FOOT,
    STATIONS_PER_SIDE,
)

UNHELD: Final = FLIES | INCORPOREAL  # enemies never hold these (MOV-17)
CROSSES_CHAINS: Final = FLIES | CLIMBS | INCORPOREAL  # over any number of pits in a row (GEO-16, MOV-11)
ODD_WAYS: Final = CROSSES_CHAINS | SQUEEZES  # characters without any of these go on foot
AS_CARRIED: Final = -1  # as many Ropes as the character carries
MOST_ROPES: Final = 2  # more Ropes have no effect (PAL-3)
SMALL: Final = 1  # a Giant does not hold characters of at most this printed combat value (COL-2)


# -- where a step leads -------------------------------------------------------------------------------------------------


def steps_from(s: CardState, token: int, place: int, ropes: int = AS_CARRIED) -> int:
    """MOV-10 to MOV-12d: Return every place that one step reaches on the plan, as a mask; enemies are ignored."""
    maze, abilities = s.maze, s.setting.capabilities[token]
    relations = maze.relations_of(place)
    on_foot = not abilities & ODD_WAYS and (s.held[token] == 0 if ropes < 0 else ropes == 0)
    if place >= maze.plan.zones:
        found = maze.plan.starting_zones[s.setting.owner[token]] & ~(1 << place)  # MOV-12a
        if on_foot:
            return found | relations.steps
        if passes_link(s, token, abilities, place, ropes):
            found |= 1 << maze.zone_before(place - maze.plan.zones)
        return found
    if on_foot:
        return relations.steps
    if abilities & INCORPOREAL:
        found = maze.near_by(ANYHOW, place) | maze.crossing(place, ANYHOW, maze.plan.pits)
    elif abilities & SQUEEZES:
        found = maze.near_by(BY_SLITS, place) | _across_pits(s, token, abilities, place, ropes)
    elif abilities & CROSSES_CHAINS:
        found = relations.walk | maze.chain(place)
    else:
        found = relations.walk | _across_pits(s, token, abilities, place, ropes) if relations.pits else relations.walk
    slot, plan = maze.place_of[place // LETTER_COUNT], maze.plan
    station = plan.zones + slot % COLUMNS * LETTER_COUNT + place % LETTER_COUNT
    if slot < COLUMNS and passes_link(s, token, abilities, station, ropes):
        found |= 1 << station
    if slot >= plan.tiles - COLUMNS and passes_link(s, token, abilities, station + STATIONS_PER_SIDE, ropes):
        found |= 1 << (station + STATIONS_PER_SIDE)
    return found


def _across_pits(s: CardState, token: int, abilities: int, zone: int, ropes: int) -> int:
    """MOV-11, PAL-3: Return the zones beyond pits: whole chains for acrobats and flyers, else one pit per Rope carried, at most
    two."""
    most = s.maze.plan.pits
    if not abilities & CROSSES_CHAINS:
        most = min(ropes if ropes >= 0 else s.carries(token, ROPE), MOST_ROPES)
    return s.maze.crossing(zone, BY_SLITS if abilities & SQUEEZES else ON_FOOT, most) if most else 0


def passes_link(s: CardState, token: int, abilities: int, place: int, ropes: int = AS_CARRIED) -> bool:
    """LNK-6: Return whether the character may pass between a station and the zone it faces."""
    station = place - s.maze.plan.zones
    link = s.maze.link_at(station)
    if link & LINK_OPEN:
        return True
    if abilities & INCORPOREAL:
        return s.maze.ghost_passes(station)
    if link & LINK_SLIT and abilities & SQUEEZES:
        return True
    return link & LINK_PIT != 0 and (abilities & CROSSES_CHAINS != 0 or (ropes if ropes >= 0 else s.carries(token, ROPE)) > 0)


def is_exit(s: CardState, player: int, place: int) -> bool:
    """EXT-1: Return whether a place is a station of the opponent's starting zone."""
    if place < s.maze.plan.zones:
        return False
    first = s.home(player)
    return not first <= place < first + STATIONS_PER_SIDE


def show_rope(s: CardState, token: int, target: int) -> None:
    """OPT-12: show a hidden Rope when it is used to cross a pit."""
    maze, place, abilities = s.maze, s.loc[token], s.setting.capabilities[token]
    if abilities & CROSSES_CHAINS:
        return
    zones = maze.plan.zones
    if place < zones and target < zones:
        on_foot = maze.near_by(BY_SLITS if abilities & SQUEEZES else ON_FOOT, place) >> target & 1 != 0
    else:
        link = maze.link_at(max(place, target) - zones)
        on_foot = min(place, target) >= zones or link & LINK_OPEN != 0 or (link & LINK_SLIT != 0 and abilities & SQUEEZES != 0)
    if not on_foot:
        s.show_all(token, ROPE)


# -- enemies ------------------------------------------------------------------------------------------------------------


def refuse_leaving(s: CardState, token: int, target: int) -> int:
    """MOV-13 to MOV-17, EXT-4: a character that entered a zone of enemies this turn may only go back the same way."""
    if s.entry[token] >= 0 and s.spot(target) != s.entry[token] and not ignores_enemies(s, token, s.loc[token]):
        return HELD_BY_ENEMY
    return LEGAL


def refuse_exit(s: CardState, token: int, station: int) -> int:
    """EXT-2, EXT-3: an unwounded enemy at that very station blocks the exit, unless the character ignores enemies."""
    if s.enemies_fit(s.setting.owner[token], station) and not ignores_enemies(s, token, station):
        return EXIT_BLOCKED
    return LEGAL


def ignores_enemies(s: CardState, token: int, place: int) -> bool:
    """MOV-17, COL-2: Return whether no enemy there holds the character: flyers and the Ghost always; small ones among Giants
    only."""
    if s.setting.capabilities[token] & UNHELD:
        return True
    if s.setting.combat[token] > SMALL:
        return False
    for man in s.men[opponent(s.setting.owner[token])]:
        if s.loc[man] == place and not s.status[man] & WOUNDED and not s.setting.capabilities[man] & GIANT:
            return False
    return True


def remember_entry(s: CardState, token: int, origin: int) -> None:
    """MOV-13: after a step into a zone with unwounded enemies, remember the way back."""
    s.set_entry(token, entry_at(s, token, s.loc[token], origin))


def entry_at(s: CardState, token: int, place: int, origin: int) -> int:
    """MOV-13: Return the way back of a character that comes to a place, or -1 if no enemy holds it there."""
    if s.enemies_fit(s.setting.owner[token], place) and not s.setting.capabilities[token] & UNHELD:
        return s.spot(origin)
    return -1


def release(s: CardState, place: int, player: int) -> None:
    """MOV-15: release the characters in a zone that the last unwounded character of a player has left."""
    if not 0 <= place < s.maze.plan.zones or s.fit[player * s.maze.plan.places + place]:
        return
    for man in s.men[opponent(player)]:
        if s.loc[man] == place:
            s.set_entry(man, -1)


# -- going --------------------------------------------------------------------------------------------------------------


def carry_to(s: CardState, token: int, place: int) -> None:
    """Move a character to a place with everything it carries."""
    s.move(token, place)
    if s.held[token]:
        for item in s.items_of(token):
            s.move(item, place)


def group_size(s: CardState, token: int) -> int:
    """Return the size of a group, a character and the wounded it carries, which counts for the limit (MOV-18)."""
    size = 1
    if s.held[token] == 0:
        return size
    for man in s.men[s.setting.owner[token]]:
        if s.carrier[man] == token:
            size += 1
    return size


def has_space(s: CardState, token: int, place: int) -> bool:
    """MOV-18: Return whether the limit would hold in a place if the character ended there."""
    player, spot = s.setting.owner[token], s.spot(place)
    if spot == s.spot(s.loc[token]):
        return s.count_at(player, spot) <= LIMIT
    return s.count_at(player, spot) + group_size(s, token) <= LIMIT


def within_limits(s: CardState, player: int) -> bool:
    """MOV-18: Return whether at most three of a player's characters are in each zone and on the starting zone."""
    return s.overfull[player] == 0 and s.at_home[player] <= LIMIT


def within_limits_elsewhere(s: CardState, token: int) -> bool:
    """Return whether the limits would hold after a character and those it carries have left their place."""
    player = s.setting.owner[token]
    if within_limits(s, player):
        return True
    place, group = s.loc[token], group_size(s, token)
    if place >= s.maze.plan.zones:
        return s.overfull[player] == 0 and s.at_home[player] - group <= LIMIT
    here = s.crowd[player * s.maze.plan.places + place]
    return s.at_home[player] <= LIMIT and s.overfull[player] == (1 if here > LIMIT else 0) and here - group <= LIMIT
