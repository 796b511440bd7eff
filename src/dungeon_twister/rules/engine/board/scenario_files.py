"""Reading scenario files of the board game, and the options of single scenarios."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import Any, Final

from dungeon_twister.rules.engine.board.options import NAMES, in_order
from dungeon_twister.rules.engine.board.pieces import board_pieces
from dungeon_twister.rules.engine.board.scenario import BY_LINES, BY_SMALL, EXITS, KILLS, BoardScenario, RoomPool, ScenarioSeat
from dungeon_twister.rules.engine.board.scenario_checks import check_scenario
from dungeon_twister.rules.engine.options import one_of
from dungeon_twister.rules.engine.scenario import is_word, rooms_named
from dungeon_twister.rules.engine.toml_values import (
    check_keys,
    number_of,
    place_of,
    shown,
    switch_of,
    table_of,
    tables_of,
    text_of,
    texts_of,
    word_of,
)
from dungeon_twister.rules.geometry.layout import Layout, StartingLine, parse_layout
from dungeon_twister.rules.geometry.rooms import Room
from dungeon_twister.rules.geometry.text import TextError

NUMBERS: Final = ("pairs", "starters", "characters", "target", "turns", "stall")
TEXTS: Final = ("title", "game", "layout", "lines", "exits", "kills")
SWITCHES: Final = ("levels", "joins", "quiet", "across")
LISTS: Final = ("rooms", "drawing", "with", "without", "apex", "elevator", "seat", "pool")
SEAT_KEYS: Final = ("colour", "line", "exits", "team")
POOL_KEYS: Final = ("place", "places", "room", "pair", "one_of", "lever")
LINES: Final = ("private", "shared")
OUT: Final = ("characters", "objects")
MOST_VALUES: Final = 24  # in all options of one scenario together


def read_board_scenario(name: str, data: dict[str, Any]) -> BoardScenario:
    """Return the scenario of a file's content. Raise a TextError for missing or inconsistent parts."""
    rooms = _rooms(name, data)
    scenario = _with_values(name, data, rooms, {})
    if sum(len(values) for values in data.get("option", {}).values()) > MOST_VALUES:
        raise TextError(f"a scenario has at most {MOST_VALUES} values of its own settings", name)
    for option, values in scenario.choices.items():
        for value in values[1:] if "out" not in data["option"][option] else []:  # values of `out` are many and alike
            _with_values(name, data, rooms, {option: value})  # checks each value now, not at the start of a game
    return scenario


def variant(scenario: BoardScenario, options: dict[str, str]) -> BoardScenario:
    """Return the scenario with the given values of its own options; ignore other options."""
    chosen = tuple((name, in_order(options[name], values)) for name, values in scenario.choices.items() if name in options)
    if not chosen:
        return scenario
    for name, value in chosen:
        one_of(name, value, scenario.choices[name])
    return _variant(scenario, chosen)


@lru_cache(maxsize=64)
def _variant(scenario: BoardScenario, chosen: tuple[tuple[str, str], ...]) -> BoardScenario:
    """Return the variant, cached: variants are few, and reading one is slow."""
    other = _with_values(scenario.name, scenario.board_scenario, _rooms(scenario.name, scenario.board_scenario), dict(chosen))
    other.declared = scenario.declared
    other.text, other.translations = scenario.text, scenario.translations
    return other.with_rooms(scenario.extra) if scenario.extra else other


def _rooms(name: str, data: dict[str, Any]) -> list[Room]:
    return rooms_named(name, data, texts_of(name, data, "rooms"))


# -- options of a scenario ----------------------------------------------------------------------------------------------


def _with_values(name: str, data: dict[str, Any], rooms: list[Room], chosen: dict[str, str]) -> BoardScenario:
    """Read a file's content, with keys replaced by the chosen values of its options."""
    settings = table_of(name, data, "option")
    choices: dict[str, list[str]] = {}
    merged = {key: value for key, value in data.items() if key != "option"}
    for option in settings:
        values = table_of(name, settings, option)
        if option in NAMES:
            raise TextError(f"{option} is an option of every game and cannot be a setting of one scenario", name)
        for word in (option, *values):
            if not is_word(word):
                raise TextError(f"{shown(word)} is no name of a setting or a value (letters, digits, - and _)", name)
        if "out" in values:
            choices[option] = _leave_out(name, merged, word_of(name, values, "out", OUT), chosen.get(option, ""))
        elif "place" in values:
            choices[option] = _place_room(name, merged, rooms, values, chosen.get(option, ""))
        else:
            if not values:
                raise TextError(f"the setting {option} has no values", name)
            choices[option] = list(values)
            merged.update(table_of(name, values, chosen.get(option, choices[option][0])))
    scenario = _read(name, merged, rooms)
    scenario.choices = choices
    scenario.board_scenario = data
    check_scenario(scenario)
    return scenario


def _leave_out(name: str, data: dict[str, Any], kind: str, chosen: str) -> list[str]:
    """Apply an option that leaves out characters or objects (OPT-4) to the file's content, and return its values. Each value
    names as many pieces as the file leaves out; the file's own are the default."""
    extra_pieces = texts_of(name, data, "with", [])
    there = [piece for piece in board_pieces() if piece.in_box or piece.name in extra_pieces]
    pieces = [piece.name for piece in there if piece.character == (kind == "characters")]
    without = texts_of(name, data, "without", [])
    default = [piece for piece in without if piece in pieces]
    if not default:
        raise TextError(f"a setting says which {kind} are left out, but none are", name)
    wanted = chosen.split("/") if chosen else default
    data["without"] = [piece for piece in without if piece not in pieces] + wanted
    first = "/".join(default)
    sets = ["/".join(some) for some in combinations(pieces, len(default)) if set(some) != set(default)]
    return [first, *sets]


def _place_room(name: str, data: dict[str, Any], rooms: list[Room], values: dict[str, Any], chosen: str) -> list[str]:
    """Apply an option that chooses the room of a place (PYR-6) to the file's content, and return its values: rooms, the default
    being the pool's."""
    place = place_of(name, values["place"])
    pools = [dict(pool) for pool in tables_of(name, data, "pool")]
    wanted = [pool for pool in pools if pool.get("place") == list(place) and "room" in pool]
    if not wanted:
        raise TextError(f"no pool names the room at {place[0]},{place[1]}", name)
    default = str(wanted[0]["room"])
    wanted[0]["room"] = chosen or default
    data["pool"] = pools
    others = [pool for pool in pools if pool is not wanted[0]]
    return [default] + [room.name for room in rooms if room.name != default and not any(_names(pool, room) for pool in others)]


def _names(pool: dict[str, Any], room: Room) -> bool:
    return pool.get("room") == room.name or room.pair in (pool.get("pair"), pool.get("one_of"))


# -- one scenario -------------------------------------------------------------------------------------------------------


def _read(name: str, data: dict[str, Any], rooms: list[Room]) -> BoardScenario:
    for key in data:
        if key not in NUMBERS and key not in TEXTS and key not in SWITCHES and key not in LISTS:
            raise TextError(f"a scenario has no key {key!r}", name)
    layout = parse_layout(text_of(name, data, "layout"), name)
    seats = [_seat(name, table) for table in tables_of(name, data, "seat")]
    turns = number_of(name, data, "turns", 0)
    target = number_of(name, data, "target", 0) if turns else number_of(name, data, "target")
    scenario = BoardScenario(name, text_of(name, data, "title"), rooms, number_of(name, data, "pairs"), target, layout, seats)
    scenario.turns = turns
    scenario.stall = number_of(name, data, "stall", scenario.stall)
    scenario.starters = number_of(name, data, "starters")
    scenario.extra_pieces = texts_of(name, data, "with", [])
    scenario.without = texts_of(name, data, "without", [])
    scenario.characters = number_of(name, data, "characters", 0)
    scenario.shared = word_of(name, data, "lines", LINES) == "shared"
    scenario.exits = word_of(name, data, "exits", EXITS)
    scenario.kills = word_of(name, data, "kills", KILLS)
    scenario.levels = switch_of(name, data, "levels")
    scenario.joins = switch_of(name, data, "joins")
    scenario.quiet = switch_of(name, data, "quiet")
    scenario.across = switch_of(name, data, "across")
    scenario.pools = [_pool(name, table, layout) for table in tables_of(name, data, "pool")]
    scenario.apex = _tile(name, layout, data["apex"]) if "apex" in data else -1
    scenario.elevator = _tile(name, layout, data["elevator"]) if "elevator" in data else -1
    if scenario.elevator >= 0:
        levers = [tile for pool in scenario.pools if pool.lever for tile in pool.tiles]
        scenario.levers = sorted({scenario.elevator, *levers})
    for seat in scenario.seats:
        if seat.exits and scenario.exits != BY_LINES:
            raise TextError(f"{seat.colour} names exits, but everybody leaves by {scenario.exits}", name)
        if not seat.exits:
            seat.exits = _usual_exits(scenario, seat)
    if scenario.across:
        scenario.opposite = [_opposite(scenario, seat) for seat in scenario.seats]
    return scenario


def _usual_exits(scenario: BoardScenario, seat: ScenarioSeat) -> list[str]:
    """MP-5, TEAM-14: the lines of all opponents; RACE-5: every small line. Chance deals doors; the apex is not a line."""
    if scenario.exits == BY_SMALL:
        return [scenario.layout.lines[number].name for number in scenario.small]
    if scenario.exits != BY_LINES or scenario.shared:
        return []
    return [other.line for other in scenario.seats if other is not seat and not (seat.team and other.team == seat.team)]


def _opposite(scenario: BoardScenario, seat: ScenarioSeat) -> int:
    """TEAM-5: Return the seat whose line lies on the opposite side of the maze, square against square."""
    lines = {line.name: line for line in scenario.layout.lines}
    for number, other in enumerate(scenario.seats):
        if other is not seat and seat.line in lines and other.line in lines and _face(lines[seat.line], lines[other.line]):
            return number
    raise TextError(f"nobody sits across from {seat.colour}", scenario.name)


def _face(one: StartingLine, other: StartingLine) -> bool:
    """Return whether two lines are parallel over the same columns, or the same rows."""
    if _level(one) != _level(other):
        return False
    along = 0 if _level(one) else 1
    return [square[along] for square in one.squares] == [square[along] for square in other.squares]


def _level(line: StartingLine) -> bool:
    return line.squares[0][1] == line.squares[-1][1]


def _seat(name: str, table: dict[str, Any]) -> ScenarioSeat:
    check_keys(name, "seat", table, SEAT_KEYS)
    seat = ScenarioSeat(text_of(name, table, "colour"), text_of(name, table, "line", ""))
    seat.team = text_of(name, table, "team", "")
    seat.exits = texts_of(name, table, "exits", [])
    return seat


def _pool(name: str, table: dict[str, Any], layout: Layout) -> RoomPool:
    check_keys(name, "pool", table, POOL_KEYS)
    if ("place" in table) == ("places" in table):
        raise TextError("a pool has a place or several places", name)
    places = table["places"] if "places" in table else [table["place"]]
    if not isinstance(places, list):
        raise TextError("the places of a pool are a list", name)
    pool = RoomPool([place_of(name, place) for place in places], [_tile(name, layout, place) for place in places])
    pool.room = text_of(name, table, "room", "")
    pool.pair = text_of(name, table, "pair", "")
    pool.one_of = text_of(name, table, "one_of", "")
    pool.lever = switch_of(name, table, "lever")
    if [pool.room, pool.pair, pool.one_of].count("") != 2:
        raise TextError("a pool names a room, a pair or one_of a pair", name)
    return pool


def _tile(name: str, layout: Layout, place: Any) -> int:
    x, y = place_of(name, place)
    filled = [(other.x, other.y) for other in layout.places if not other.empty]
    if (x, y) not in filled:
        raise TextError(f"no room lies at {x},{y}", name)
    return filled.index((x, y))
