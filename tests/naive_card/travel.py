"""A Move (MOV) or a wall-walk (WWK), step by step."""

from __future__ import annotations

from itertools import combinations, product

from .ending import escape
from .handling import distribution, handle, handlings, rob
from .lore import CROSSES_CHAINS, MOVEMENT, PASSES_ENEMIES, SMALL
from .plan import EVERYTHING, NOTHING, SLITS, at_home, plan_of, stations_of_side
from .world import (
    Blind,
    Journey,
    Token,
    World,
    capacity,
    carried,
    characters,
    crowds_ok,
    enemies_at,
    is_place,
    is_station,
    load,
    site,
    site_of,
    spot,
)

# Who may go where


def slips_past(token: Token, enemies: list[Token]) -> bool:
    """MOV-17: flyers, the Ghost, and small ones among Colossi only (COL-2)."""
    if token.kind in PASSES_ENEMIES:
        return True
    return token.strength <= SMALL and all(enemy.kind == "colossus" for enemy in enemies)


def may_leave_for(world: World, token: Token, place: str) -> bool:
    """MOV-13 to MOV-17: one held by enemies only goes back where it came from. A starting zone is one place (STA-1)."""
    if not token.entry:
        return True
    enemies = enemies_at(world, token.colour, {spot(world, token)}, unwounded=True)
    return not enemies or slips_past(token, enemies) or site_of(place) == site_of(token.entry)


def blocked(world: World, token: Token, station: str) -> bool:
    """EXT-2, EXT-3: is the way out over that station barred for this character?"""
    enemies = enemies_at(world, token.colour, {station}, unwounded=True)
    return bool(enemies) and not slips_past(token, enemies)


def may_use_station(world: World, token: Token, station: str) -> bool:
    """A station of the own starting zone, or a way out that is not blocked (MOV-12c, MOV-12d)."""
    return at_home(token.colour, station) or not blocked(world, token, station)


def passable(token: Token) -> frozenset[str]:
    """GEO-13."""
    return {"naga": SLITS, "ghost": EVERYTHING}.get(token.kind, NOTHING)


def beyond_pits(world: World, token: Token, zone: str, ropes: int) -> set[str]:
    """MOV-11, PAL-3."""
    plan = plan_of(world)
    if token.kind in CROSSES_CHAINS:
        return plan.cross(zone, passable(token), 0)
    return plan.cross(zone, passable(token), min(ropes, 2)) if ropes else set()


def passes_link(world: World, token: Token, station: str, ropes: int) -> bool:
    """LNK-6."""
    link = plan_of(world).link(station)
    if "open" in link:
        return True
    if token.kind == "naga" and "slit" in link:
        return True
    if "pit" in link and (token.kind in CROSSES_CHAINS or ropes):
        return True
    return token.kind == "ghost" and plan_of(world).ghost_link(station)


def steps(world: World, token: Token, ropes: int) -> set[str]:
    """Every place one step of a Move with so many Ropes leads to (MOV-10 to MOV-17); without MOV-18 and MOV-19."""
    plan, here = plan_of(world), spot(world, token)
    if is_station(here):
        found = stations_of_side(here[0]) - {here}
        if plan.faced(here) and passes_link(world, token, here, ropes):
            found.add(plan.faced(here))
        return found
    found = plan.adjacent(here) | beyond_pits(world, token, here, ropes)
    if token.kind == "naga":
        found |= plan.naga(here)
    if token.kind == "ghost":
        found |= plan.ghost(here)
    found |= {s for s in plan.stations(here) if passes_link(world, token, s, ropes) and may_use_station(world, token, s)}
    return {place for place in found if may_leave_for(world, token, place)}


def crossings(world: World, token: Token) -> set[str]:
    """Every place a Wall-walker comes to through a wall (WWK-2, WWK-4, WWK-5)."""
    plan, here = plan_of(world), spot(world, token)
    if is_station(here):
        return {plan.faced(here)} if plan.link(here) & {"wall", "slit"} else set()
    found = plan.wallwalk(here) | {
        s for s in plan.stations(here) if plan.link(s) & {"wall", "slit"} and may_use_station(world, token, s)
    }
    return {place for place in found if may_leave_for(world, token, place)}


def arrive(world: World, token: Token, place: str) -> None:
    """Come to a place by an own action: leave the maze (EXT-1), or stand there and record the entry (MOV-13)."""
    if is_station(place) and not at_home(token.colour, place):
        escape(world, token)
        return
    came_from = token.where
    token.where = place
    held = token.kind not in PASSES_ENEMIES and enemies_at(world, token.colour, {place}, unwounded=True)
    token.entry = came_from if held else ""


# The journey


def begin(world: World, token: Token, mode: str) -> None:
    """Declare a Move or a wall-walk."""
    allowed = MOVEMENT[token.kind] if mode == "move" else 1
    world.journey = Journey(token.name, mode, allowed, seen=[distribution(world)])
    world.phase = "travel"


def journey_of(world: World) -> tuple[Journey, Token]:
    """The journey under way and who makes it."""
    assert world.journey is not None
    return world.journey, world.tokens[world.journey.mover]


def possible(world: World) -> list[str]:
    """Steps, then handling, without MOV-18 and MOV-19."""
    journey, mover = journey_of(world)
    places: set[str] = set()
    if journey.steps:
        ropes = len(carried(world, mover, "rope"))
        places = steps(world, mover, ropes) if journey.mode == "move" else crossings(world, mover)
    return [*sorted(places), *handlings(world, mover)]


def may_stop(world: World) -> bool:
    """Something was done (a wall-walk: the wall was crossed), and MOV-18 holds (MOV-2, WWK-4)."""
    journey, mover = journey_of(world)
    done = journey.done if journey.mode == "move" else journey.stepped
    return done and crowds_ok(world, mover.colour)


def advance(world: World, text: str) -> None:
    """One step or one certain handling operation, without looking whether it is legal."""
    journey, mover = journey_of(world)
    journey.done = True
    if is_place(text):
        journey.steps -= 1
        journey.stepped = True
        arrive(world, mover, text)
        journey.seen = [distribution(world)]
        journey.robbed = set()
    else:
        handle(world, mover, text)
        journey.seen.append(distribution(world))


def robbed(world: World, text: str) -> tuple[Token, str]:
    """The victim and the object given of a blind robbery."""
    words = text.split()
    return world.tokens[words[1]], words[2] if len(words) > 2 else ""


def outcomes(world: World, text: str) -> list[World]:
    """The worlds a choice may lead to: several only for a blind robbery."""
    if not text.startswith("rob "):
        after = world.copy()
        advance(after, text)
        return [after]
    victim, given = robbed(world, text)
    found = []
    for item in load(world, victim):
        after = world.copy()
        finish_robbery(after, Blind(journey_of(after)[1].name, victim.name, given), item.name)
        found.append(after)
    return found


def finish_robbery(world: World, blind: Blind, drawn: str) -> None:
    """The object is known: the operation takes place (OPT-12)."""
    rob(world, world.tokens[blind.taker], world.tokens[blind.victim], world.tokens[drawn], blind.given)
    if world.journey is not None:
        world.journey.done = True
        world.journey.robbed.add(blind.victim)
        world.journey.seen.append(distribution(world))


def repeats(before: World, text: str, after: World) -> bool:
    """Does a handling operation bring back a distribution seen since the last step (MOV-19)?"""
    return not is_place(text) and distribution(after) in journey_of(before)[0].seen


def allowed(world: World, text: str) -> bool:
    """MOV-19: nothing repeated, and whatever comes of it the journey can still be ended."""
    return all(not repeats(world, text, end) and can_end(end) for end in outcomes(world, text))


def ended(world: World) -> bool:
    """Can the journey be over as things are (MOV-18)?"""
    _, mover = journey_of(world)
    return may_stop(world) if is_place(mover.where) else crowds_ok(world, mover.colour)


def can_end(world: World) -> bool:
    """Is there a way to end the journey legally, from here on (MOV-19)? Nobody relies on what he would rob blindly."""
    if ended(world):
        return True
    if hopeless(world):
        return False
    waiting = [world]
    found = {knot(world)}
    for before in waiting:
        for text in possible(before):
            if text.startswith("rob "):
                continue
            after = outcomes(before, text)[0]
            if repeats(before, text, after) or knot(after) in found:
                continue
            if ended(after):
                return True
            found.add(knot(after))
            if after.journey and after.journey.steps and is_place(journey_of(after)[1].where):
                waiting.append(after)  # without steps nothing changes any more: handling moves nobody to another place
    return False


def knot(world: World) -> tuple[object, ...]:
    """What the rest of a journey depends on."""
    journey, mover = journey_of(world)
    return mover.where, mover.entry, journey.steps, distribution(world)


def hopeless(world: World) -> bool:
    """A shortcut for crowded places with many items: there is no way even if the mover had two Ropes, and could at any
    moment take along any wounded friends of his place, as many as he can carry, and leave them anywhere.
    """
    journey, mover = journey_of(world)
    side = list(characters(world, mover.colour))
    wounded = [token.name for token in side if token.wounded]
    fixed = [site(world, token) for token in side if not token.wounded and token is not mover]
    start = (mover.where, mover.entry, journey.steps, tuple(site(world, world.tokens[name]) for name in wounded))
    waiting = [start]
    for where, entry, left, lying in waiting:
        if not left:
            continue
        trial = world.copy()
        walker = trial.tokens[mover.name]
        walker.where, walker.entry = where, entry
        places = steps(trial, walker, ropes=2) if journey.mode == "move" else crossings(trial, walker)
        near = [number for number, place in enumerate(lying) if place == site_of(where)]
        for place, count in product(places, range(capacity(mover) + 1)):
            for company in combinations(near, count):
                after = trial.copy()
                traveller = after.tokens[mover.name]
                arrive(after, traveller, place)
                out = not is_place(traveller.where)
                end = "" if out else site_of(place)
                moved = tuple(end if number in company else at for number, at in enumerate(lying))
                crowd = [at for at in (*fixed, *moved, end) if at]
                if all(crowd.count(at) <= 3 for at in crowd):
                    return False
                node = (traveller.where, traveller.entry, left - 1, moved)
                if not out and node not in waiting:
                    waiting.append(node)
    return True


def travel_choices(world: World) -> list[str]:
    """All legal choices under way."""
    found = [text for text in possible(world) if allowed(world, text)]
    return [*found, "stop"] if may_stop(world) else found


def may_begin(world: World, token: Token, mode: str) -> bool:
    """Is there anything to do in such a journey (MOV-2, WWK-4)?"""
    trial = world.copy()
    begin(trial, token, mode)
    return any(allowed(trial, text) for text in possible(trial))


def over_by_itself(world: World) -> bool:
    """The character has left, or no step is left and no handling is legal (MOV-3)."""
    journey, mover = journey_of(world)
    if not is_place(mover.where):
        return True
    return not journey.steps and travel_choices(world) in ([], ["stop"])


def landings(world: World, token: Token) -> set[str]:
    """Where a Jump may lead (JMP-1 to JMP-6)."""
    plan, here = plan_of(world), spot(world, token)
    if is_station(here):
        found = {plan.faced(here)} if "pit" in plan.link(here) else set()
    else:
        found = plan.cross(here, NOTHING, 1) | {s for s in plan.stations(here) if "pit" in plan.link(s)}
    return {place for place in found if may_leave_for(world, token, place) and can_land(world, token, place)}


def can_land(world: World, token: Token, place: str) -> bool:
    """JMP-2, JMP-6a: no unwounded enemy where it lands, the exit included, and MOV-18."""
    if enemies_at(world, token.colour, {place}, unwounded=True):
        return False
    if is_station(place) and not at_home(token.colour, place):
        return True
    after = world.copy()
    arrive(after, after.tokens[token.name], place)
    return crowds_ok(after, token.colour)


def lifted_to(world: World, start: str) -> set[str]:
    """Zones and starting zones an object comes to by telekinesis, up to 3 steps (TKN-2)."""
    plan = plan_of(world)
    reached = {start}
    for _ in range(3):
        more = set(reached)
        for place in reached:
            if is_station(place):
                more |= stations_of_side(place[0])
                if plan.link(place) & {"open", "pit"}:
                    more.add(plan.faced(place))
            else:
                more |= plan.adjacent(place) | plan.cross(place, NOTHING, 0)
                more |= {s for s in plan.stations(place) if plan.link(s) & {"open", "pit"}}
        reached = more
    return {site_of(place) for place in reached}
