"""Consistency checks of a scenario of the board game. A failed check is a TextError with a sentence."""

from __future__ import annotations

from typing import Final

from dungeon_twister.rules.engine.board.pieces import board_pieces
from dungeon_twister.rules.engine.board.scenario import (
    BY_APEX,
    BY_DOOR,
    BY_LINES,
    BY_SMALL,
    COLOURS,
    BoardScenario,
    RoomPool,
    pieces_for,
)
from dungeon_twister.rules.engine.scenario import is_word
from dungeon_twister.rules.engine.toml_values import shown
from dungeon_twister.rules.geometry.layout import LayoutPlace, StartingLine
from dungeon_twister.rules.geometry.rooms import CELLS, PIT, SIZE
from dungeon_twister.rules.geometry.text import TextError

MOST_PLACES: Final = 32
MOST_LINES: Final = 16
WIDEST: Final = 60  # squares


class CheckError(ValueError):
    """A failed check. The code and values are for sentences in other languages."""

    def __init__(self, problem: str, code: str = "", **values: str | int) -> None:
        super().__init__(problem)
        self.code = code
        self.values = values


def check_scenario(scenario: BoardScenario) -> None:
    """Run all checks. Raise the first failure; it has the others with it."""
    found: list[TextError] = []
    for check in CHECKS:
        try:
            check(scenario)
        except CheckError as error:
            found.append(TextError(str(error), scenario.name, code=error.code, values=error.values))
        except (KeyError, IndexError):
            if not found:  # a check may stumble over what an earlier one refused
                raise
    if found:
        raise TextError(found[0].problem, scenario.name, code=found[0].code, values=found[0].values, others=found[1:])


# -- size ---------------------------------------------------------------------------------------------------------------


def _check_size(scenario: BoardScenario) -> None:
    """Check limits of screen and computation, and that rooms are drawn in squares."""
    layout = scenario.layout
    if len(layout.places) > MOST_PLACES:
        raise CheckError(f"a maze has at most {MOST_PLACES} places for rooms, not {len(layout.places)}")
    if len(layout.lines) > MOST_LINES:
        raise CheckError(f"a maze has at most {MOST_LINES} lines, not {len(layout.lines)}")
    if max(layout.width, layout.height) > WIDEST:
        raise CheckError(f"a maze is at most {WIDEST} squares wide and high, not {layout.width} and {layout.height}")
    for line in layout.lines:
        if not is_word(line.name):
            raise CheckError(f"{shown(line.name)} is no name of a line (letters, digits, - and _)")
        if len(set(line.dots)) != len(line.dots):
            raise CheckError(f"the line {line.name} has two dots on one square")
    for room in scenario.rooms:
        if room.has_zones:
            raise CheckError(f"the room {room.name} is drawn in zones, for the Card Game")


# -- who plays ----------------------------------------------------------------------------------------------------------


def _check_seats(scenario: BoardScenario) -> None:
    if not 2 <= len(scenario.seats) <= len(COLOURS):
        raise CheckError(
            f"a game has 2 to {len(COLOURS)} seats, not {len(scenario.seats)}", "seats", number=len(scenario.seats)
        )
    for number, seat in enumerate(scenario.seats):
        if seat.colour not in COLOURS:
            raise CheckError(f"{seat.colour!r} is no colour ({', '.join(COLOURS)})")
        if seat.colour in scenario.colours[:number]:
            raise CheckError(f"two seats are {seat.colour}", "seat-twice", seat=number + 1)


def _check_teams(scenario: BoardScenario) -> None:
    """TEAM-1: teams of the same size, every player in one; TEAM-7: players who sit across are not allies."""
    teams = [seat.team for seat in scenario.seats]
    if not any(teams):
        return
    if not all(teams):
        raise CheckError("some seats have a team and some have none", "team-missing")
    if len(set(teams)) == 1:
        raise CheckError(f"everybody is in the team {teams[0]}", "team-one")
    if len({teams.count(team) for team in teams}) > 1:
        raise CheckError("the teams have different numbers of players", "team-sizes")
    if scenario.joins:
        raise CheckError("players in teams do not join the combats of others (TEAM-13)", "team-joins")
    for number, other in enumerate(scenario.opposite):
        if teams[number] == teams[other]:
            raise CheckError(
                f"{scenario.colours[number]} and {scenario.colours[other]} sit across and are in one team", "team-across"
            )


# -- lines and exits ----------------------------------------------------------------------------------------------------


def _check_lines(scenario: BoardScenario) -> None:
    lines = scenario.layout.lines
    owners = [seat.line for seat in scenario.seats]
    for number, seat in enumerate(scenario.seats):
        if scenario.shared and seat.line:
            raise CheckError(f"the lines are shared, but {seat.colour} has the line {seat.line}")
        if not scenario.shared and not seat.line:
            raise CheckError(f"{seat.colour} has no line, and the lines are not shared", "seat-line", seat=number + 1)
        if not scenario.shared and seat.line not in [line.name for line in lines]:
            raise CheckError(f"the layout has no line {seat.line!r}", "seat-line", seat=number + 1)
        if not scenario.shared and seat.line in owners[:number]:
            raise CheckError(f"two seats have the line {seat.line}", "line-twice", line=seat.line)
    for line in lines:
        if not any(_touches(line, place) for place in scenario.layout.places):
            raise CheckError(f"the line {line.name} touches no room", "line-apart", line=line.name)
        if not line.dots and len(line.squares) > SIZE:
            raise CheckError(
                f"the line {line.name} has no dots and is longer than a room (LINE-2)", "line-long", line=line.name
            )
        if line.dots and not scenario.shared and line.name not in owners:
            raise CheckError(f"the line {line.name} is nobody's", "line-nobodys", line=line.name)


def _touches(line: StartingLine, place: LayoutPlace) -> bool:
    """Return whether a square of the line shares a side, not just a corner, with a square of a room."""
    for x, y in line.squares:
        above_or_below = place.x <= x < place.x + SIZE and y in (place.y - 1, place.y + SIZE)
        if not place.empty and (above_or_below or (place.y <= y < place.y + SIZE and x in (place.x - 1, place.x + SIZE))):
            return True
    return False


def _check_exits(scenario: BoardScenario) -> None:
    """Every player has an exit, every small line is one (LINE-6), and no line is an exit and a player's own line (LINE-3,
    LINE-4)."""
    if scenario.exits == BY_LINES:
        _check_seat_exits(scenario)
    if scenario.exits in (BY_LINES, BY_APEX) and scenario.small:
        line = scenario.layout.lines[scenario.small[0]].name
        raise CheckError(f"the line {line} has no dots and is nobody's exit", "line-no-exit", line=line)
    if scenario.exits == BY_SMALL and not scenario.small:
        raise CheckError("the exits are small lines, but every line has dots", "small-lines")
    if scenario.exits == BY_DOOR and not len(scenario.seats) <= len(scenario.small) <= len(COLOURS):
        raise CheckError(
            f"{len(scenario.seats)} players need {len(scenario.seats)} to {len(COLOURS)} small lines as doors, "
            f"there are {len(scenario.small)}",
            "doors",
            needed=len(scenario.seats),
            most=len(COLOURS),
            number=len(scenario.small),
        )
    if scenario.exits == BY_APEX and scenario.apex < 0:
        raise CheckError("the exit is the apex, but no place is the apex", "no-apex")
    if scenario.exits != BY_APEX and scenario.apex >= 0:
        raise CheckError("there is an apex, but it is no exit", "idle-apex")


def _check_seat_exits(scenario: BoardScenario) -> None:
    if scenario.shared:
        raise CheckError("shared lines are no exits (LINE-4): exits are small, door or apex", "shared-exits")
    owner = {seat.line: seat for seat in scenario.seats}
    for seat in scenario.seats:
        for line in seat.exits:
            if line not in [other.name for other in scenario.layout.lines]:
                raise CheckError(f"the exit of {seat.colour} is a line {line!r}, which the layout does not have")
            if line not in owner:
                raise CheckError(f"the exit of {seat.colour} is the line {line}, which is nobody's", "line-nobodys", line=line)
            if owner[line] is seat or (seat.team and owner[line].team == seat.team):
                raise CheckError(
                    f"{seat.colour} cannot leave by the line {line} of {owner[line].colour}", "seat-exit", line=line
                )


# -- tokens -------------------------------------------------------------------------------------------------------------


def _check_pieces(scenario: BoardScenario) -> None:
    later = [piece.name for piece in board_pieces() if not piece.in_box]
    for name in scenario.extra_pieces:
        if name not in later:
            raise CheckError(f"there is no piece {name!r} besides those of the box ({', '.join(later) or 'none'})")
    known = {piece.name for piece in board_pieces() if piece.in_box or piece.name in scenario.extra_pieces}
    for name in scenario.without:
        if name not in known:
            raise CheckError(f"there is no piece {name!r} to leave out")
    there = sum(piece.character for piece in pieces_for(scenario))
    if scenario.characters > there:
        raise CheckError(
            f"each player takes {scenario.characters} characters, there are {there}",
            "characters",
            number=scenario.characters,
            most=there,
        )
    if not 1 <= scenario.starters <= (scenario.characters or there):
        most = scenario.characters or there
        raise CheckError(
            f"of {most} characters {scenario.starters} cannot be the starters", "starters", number=scenario.starters, most=most
        )


def _check_dots(scenario: BoardScenario) -> None:
    """SETUP-3: dots for the starters on the own line; PYR-10, RACE-6, DOOR-7: on any line."""
    lines = {line.name: line for line in scenario.layout.lines}
    for seat in scenario.seats:
        if not scenario.shared and len(lines[seat.line].dots) < scenario.starters:
            raise CheckError(
                f"the line {seat.line} has fewer dots than starters", "dots-line", line=seat.line, needed=scenario.starters
            )
    dots = sum(len(line.dots) for line in scenario.layout.lines)
    starters = scenario.starters * len(scenario.seats)
    if dots < starters:
        raise CheckError(f"the lines have {dots} dots for {starters} starters", "dots", number=dots, needed=starters)


def _check_capacity(scenario: BoardScenario) -> None:
    """All tokens have a place of the right kind (KIND-1); places may stay empty (RACE-4), except level by level (PYR-11)."""
    characters, objects = _tokens_to_lay(scenario)
    room = {"any": 0, "char": 0, "obj": 0, "none": 0}
    for place in scenario.layout.places:
        if place.kind == "none" and place.capacity:
            raise CheckError(f"the room at {place.x},{place.y} takes no tokens, so its number is 0, not {place.capacity}")
        room[place.kind] += place.capacity
    tokens, places = characters + objects, sum(room.values())
    if places < tokens:
        raise CheckError(f"the rooms take {places} tokens, there are {tokens} to lay", "tokens", number=places, needed=tokens)
    if max(characters - room["char"], 0) + max(objects - room["obj"], 0) > room["any"]:
        raise CheckError(
            f"{characters} characters and {objects} objects do not fit into rooms for {room['char']} characters, "
            f"{room['obj']} objects and {room['any']} of any kind",
            "kinds",
            characters=characters,
            objects=objects,
            **{f"for-{kind}": room[kind] for kind in ("char", "obj", "any")},
        )
    if tokens > room["any"] > 0 and room["char"] and room["obj"]:
        raise CheckError(
            "beside rooms for any token there are some for characters only and some for objects only, and more tokens than the "
            "first take: nobody could see to it that everybody lays all his tokens (KIND-4)",
            "kinds-mixed",
        )
    if scenario.levels and places > tokens:
        problem = f"level by level all places are filled, but the rooms take {places} tokens and there are {tokens}"
        raise CheckError(problem, "levels-full", number=places, needed=tokens)
    if scenario.levels:
        _check_levels(scenario, characters // len(scenario.seats))


def _check_levels(scenario: BoardScenario, characters: int) -> None:
    """PYR-11, KIND-2: level by level, all players have the tokens that the rooms demand, whichever of them begins."""
    ordered = sorted((place for place in scenario.layout.places if place.capacity), key=lambda place: -place.y)
    kinds = [place.kind for place in ordered for _ in range(place.capacity)]
    if "any" not in kinds:
        for y in sorted({place.y for place in ordered}):
            if len({place.kind for place in ordered if place.y == y}) > 1:
                raise CheckError(f"the rooms of the level at {y} take different kinds (KIND-4)")
        players = len(scenario.seats)
        if any(kinds[seat::players].count("char") != characters for seat in range(players)):
            raise CheckError("level by level not everybody could lay all his characters and objects (KIND-4)")
    elif set(kinds) != {"any"}:
        raise CheckError("level by level all rooms take any token, or none of them does (KIND-4)")


def _tokens_to_lay(scenario: BoardScenario) -> tuple[int, int]:
    """Return how many characters and objects all players together lay in the maze."""
    pieces = pieces_for(scenario)
    there = sum(piece.character for piece in pieces)
    characters = (scenario.characters or there) - scenario.starters
    return len(scenario.seats) * characters, len(scenario.seats) * (len(pieces) - there)


# -- rooms --------------------------------------------------------------------------------------------------------------


def _check_pools(scenario: BoardScenario) -> None:
    for pool in scenario.pools:
        found = [room for room in scenario.rooms if pool.takes(room)]
        if not found:
            raise CheckError(f"the room files have no {_wanted(pool)}", "pool-missing", **_about(pool))
        places = 1 if pool.one_of else len(found)
        if len(pool.tiles) != places:
            problem = f"a pool with {_wanted(pool)} has {_count(places, 'place')}, not {len(pool.tiles)}"
            raise CheckError(problem, "pool-places", **_about(pool), needed=places, number=len(pool.tiles))
        if pool.lever and scenario.elevator < 0:
            raise CheckError(f"the {_wanted(pool)} is a lever, but there is no elevator")
    tiles = [tile for pool in scenario.pools for tile in pool.tiles]
    places_of = [place for pool in scenario.pools for place in pool.places]
    for number, tile in enumerate(tiles):
        if tile in tiles[:number]:
            raise CheckError(f"two pools have the place {places_of[number][0]},{places_of[number][1]}")
    for room in scenario.rooms:
        if sum(pool.takes(room) for pool in scenario.pools) > 1:
            raise CheckError(f"two pools have the room {room.name}")


def _about(pool: RoomPool) -> dict[str, str | int]:
    x, y = pool.places[0]
    return {"name": pool.room or pool.pair or pool.one_of, "x": x, "y": y}


def _wanted(pool: RoomPool) -> str:
    return f"room {pool.room}" if pool.room else f"pair {pool.pair or pool.one_of}"


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _check_rooms(scenario: BoardScenario) -> None:
    """MP-3, ELEV-2: enough pairs to draw from, and enough rooms for the places outside the pools."""
    names = [room.name for room in scenario.rooms]
    for number, name in enumerate(names):
        if name in names[:number]:
            raise CheckError(f"there are two rooms {name}", "room-twice", room=name)
    pairs = scenario.open_pairs()
    if scenario.pairs > len(pairs):
        problem = f"{_count(scenario.pairs, 'pair')} cannot be drawn from {len(pairs)}"
        raise CheckError(problem, "pairs", number=scenario.pairs, most=len(pairs))
    sizes = sorted(sum(room.pair == pair for room in scenario.rooms) for pair in pairs)
    named = [room for room in scenario.rooms if room.pair not in pairs and not any(pool.takes(room) for pool in scenario.pools)]
    rooms = sum(sizes[: scenario.pairs]) + len(named)
    places = sum(not place.empty for place in scenario.layout.places) - sum(len(pool.tiles) for pool in scenario.pools)
    if rooms < places:
        problem = f"{_count(rooms, 'room')} cannot fill {_count(places, 'place')}"
        raise CheckError(problem, "rooms", number=rooms, needed=places)


def _check_floor(scenario: BoardScenario) -> None:
    """REVEAL-7: every room that may come up has enough squares without pits for the tokens of its place."""
    filled = [place for place in scenario.layout.places if not place.empty]
    for tile, place in enumerate(filled):
        for number in scenario.rooms_for(tile):
            room = scenario.rooms[number]
            squares = CELLS - room.terrain.count(PIT)
            if squares < place.capacity:
                wanted = f"the room at {place.x},{place.y} takes {place.capacity} tokens"
                problem = f"{wanted}, but {room.name} has {_count(squares, 'square')} for them"
                about = {"number": place.capacity, "most": squares, "x": place.x, "y": place.y}
                raise CheckError(problem, "floor", room=room.name, **about)


def _check_shaft(scenario: BoardScenario) -> None:
    """ELEV-9: the empty places are the shaft of the elevator, without gaps to its north and south."""
    cells = [(place.x, place.y) for place in scenario.layout.places if place.empty]
    shaft: list[tuple[int, int]] = []
    if scenario.elevator >= 0:
        filled = [place for place in scenario.layout.places if not place.empty]
        x, y = filled[scenario.elevator].x, filled[scenario.elevator].y
        for step in (-SIZE, SIZE):
            at = y + step
            while (x, at) in cells:
                shaft.append((x, at))
                at += step
        if not shaft:
            raise CheckError(f"the elevator at {x},{y} has no empty place north or south of it", "no-shaft", x=x, y=y)
    for x, y in cells:
        if (x, y) not in shaft:
            raise CheckError(f"no elevator comes to the empty place {x},{y}", "idle-shaft", x=x, y=y)


# -- the end ------------------------------------------------------------------------------------------------------------


def _check_end(scenario: BoardScenario) -> None:
    if scenario.turns and scenario.target:
        raise CheckError("a game ends with a target or after a number of turns, not both (RACE-11)")
    if not scenario.turns and not scenario.target:
        raise CheckError("the target is at least 1", "target")
    if scenario.turns % len(scenario.seats):
        raise CheckError(
            f"{len(scenario.seats)} players cannot have equally many of {scenario.turns} turns",
            "turns",
            players=len(scenario.seats),
            number=scenario.turns,
        )


CHECKS: Final = (
    _check_size,
    _check_seats,
    _check_teams,
    _check_lines,
    _check_exits,
    _check_pieces,
    _check_dots,
    _check_capacity,
    _check_pools,
    _check_rooms,
    _check_floor,
    _check_shaft,
    _check_end,
)
