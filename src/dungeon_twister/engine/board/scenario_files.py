"""Reading scenario files of the board game, and the settings that only some scenarios have."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import Any, Final

from dungeon_twister.engine.board.options import NAMES
from dungeon_twister.engine.board.pieces import board_pieces
from dungeon_twister.engine.board.scenario import BY_LINES, BY_SMALL, EXITS, KILLS, BoardScenario, Pool, Seat
from dungeon_twister.engine.board.scenario_checks import check_scenario
from dungeon_twister.engine.options import one_of
from dungeon_twister.engine.scenario import load_rooms
from dungeon_twister.geometry.layout import Layout, Line, parse_layout
from dungeon_twister.geometry.rooms import Room
from dungeon_twister.geometry.text import TextError

NUMBERS: Final = ("pairs", "starters", "characters", "target", "turns", "stall")
TEXTS: Final = ("title", "game", "layout", "lines", "exits", "kills")
SWITCHES: Final = ("levels", "joins", "quiet", "across")
LISTS: Final = ("rooms", "with", "without", "apex", "elevator", "seat", "pool")
SEAT_KEYS: Final = ("colour", "line", "exits", "team")
POOL_KEYS: Final = ("place", "places", "room", "pair", "one_of", "lever")
LINES: Final = ("private", "shared")
OUT: Final = ("characters", "objects")


def read_board_scenario(name: str, data: dict[str, Any]) -> BoardScenario:
    """The scenario of a file's content; what is missing or does not add up is a TextError that says so."""
    rooms = _rooms(name, data)
    scenario = _with_values(name, data, rooms, {})
    for option, values in scenario.choices.items():
        for value in values[1:] if "out" not in data["option"][option] else []:  # those are alike, and many
            _with_values(name, data, rooms, {option: value})  # so that what does not fit shows now, not in some game
    return scenario


def variant(scenario: BoardScenario, options: dict[str, str]) -> BoardScenario:
    """The scenario with the values that the options give its own settings; other options are none of its business."""
    chosen = tuple((name, options[name]) for name in scenario.choices if name in options)
    if not chosen:
        return scenario
    for name, value in chosen:
        one_of(name, value, scenario.choices[name])
    return _variant(scenario, chosen)


@lru_cache(maxsize=64)
def _variant(scenario: BoardScenario, chosen: tuple[tuple[str, str], ...]) -> BoardScenario:
    """There are few, and reading one again takes long."""
    other = _with_values(scenario.name, scenario.board_scenario, _rooms(scenario.name, scenario.board_scenario), dict(chosen))
    return other.with_rooms(scenario.extra) if scenario.extra else other


def _rooms(name: str, data: dict[str, Any]) -> list[Room]:
    rooms: list[Room] = []
    for pack in _texts(name, data, "rooms"):
        try:
            rooms += load_rooms(pack)
        except FileNotFoundError:
            raise TextError(f"there is no room file {pack!r}", name) from None
    return rooms


# -- settings of a scenario ---------------------------------------------------------------------------------------------


def _with_values(name: str, data: dict[str, Any], rooms: list[Room], chosen: dict[str, str]) -> BoardScenario:
    """What the file says, with the keys that the values of its settings put in the place of others."""
    settings = _table(name, data, "option")
    choices: dict[str, list[str]] = {}
    merged = {key: value for key, value in data.items() if key != "option"}
    for option in settings:
        values = _table(name, settings, option)
        if option in NAMES:
            raise TextError(f"{option} is an option of every game and cannot be a setting of one scenario", name)
        if "out" in values:
            choices[option] = _leave_out(name, merged, _word(name, values, "out", OUT), chosen.get(option, ""))
        elif "place" in values:
            choices[option] = _place_room(name, merged, rooms, values, chosen.get(option, ""))
        else:
            if not values:
                raise TextError(f"the setting {option} has no values", name)
            choices[option] = list(values)
            merged.update(_table(name, values, chosen.get(option, choices[option][0])))
    scenario = _read(name, merged, rooms)
    scenario.choices = choices
    scenario.board_scenario = data
    check_scenario(scenario)
    return scenario


def _leave_out(name: str, data: dict[str, Any], kind: str, chosen: str) -> list[str]:
    """A setting that says which characters, or which objects, nobody has (OPT-4): as many of them as the file leaves out, which
    are the default."""
    besides = _texts(name, data, "with", [])
    there = [piece for piece in board_pieces() if piece.in_box or piece.name in besides]
    pieces = [piece.name for piece in there if piece.character == (kind == "characters")]
    without = _texts(name, data, "without", [])
    default = [piece for piece in without if piece in pieces]
    if not default:
        raise TextError(f"a setting says which {kind} are left out, but none are", name)
    wanted = chosen.split("/") if chosen else default
    data["without"] = [piece for piece in without if piece not in pieces] + wanted
    first = "/".join(default)
    sets = ["/".join(some) for some in combinations(pieces, len(default)) if set(some) != set(default)]
    return [first, *sets]


def _place_room(name: str, data: dict[str, Any], rooms: list[Room], values: dict[str, Any], chosen: str) -> list[str]:
    """A setting that says which room lies on a place (PYR-6): its values are the rooms; the default is what the pool says."""
    place = _place(name, values["place"])
    pools = [dict(pool) for pool in _tables(name, data, "pool")]
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
    layout = parse_layout(_text(name, data, "layout"), name)
    seats = [_seat(name, table) for table in _tables(name, data, "seat")]
    turns = _number(name, data, "turns", 0)
    target = _number(name, data, "target", 0) if turns else _number(name, data, "target")
    scenario = BoardScenario(name, _text(name, data, "title"), rooms, _number(name, data, "pairs"), target, layout, seats)
    scenario.turns = turns
    scenario.stall = _number(name, data, "stall", scenario.stall)
    scenario.starters = _number(name, data, "starters")
    scenario.besides = _texts(name, data, "with", [])
    scenario.without = _texts(name, data, "without", [])
    scenario.characters = _number(name, data, "characters", 0)
    scenario.shared = _word(name, data, "lines", LINES) == "shared"
    scenario.exits = _word(name, data, "exits", EXITS)
    scenario.kills = _word(name, data, "kills", KILLS)
    scenario.levels = _switch(name, data, "levels")
    scenario.joins = _switch(name, data, "joins")
    scenario.quiet = _switch(name, data, "quiet")
    scenario.across = _switch(name, data, "across")
    scenario.pools = [_pool(name, table, layout) for table in _tables(name, data, "pool")]
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


def _usual_exits(scenario: BoardScenario, seat: Seat) -> list[str]:
    """MP-5, TEAM-14: the lines of all opponents; RACE-5: every small line. Doors are dealt by chance, the apex is no line."""
    if scenario.exits == BY_SMALL:
        return [scenario.layout.lines[number].name for number in scenario.small]
    if scenario.exits != BY_LINES or scenario.shared:
        return []
    return [other.line for other in scenario.seats if other is not seat and not (seat.team and other.team == seat.team)]


def _opposite(scenario: BoardScenario, seat: Seat) -> int:
    """TEAM-5: the seat whose line lies on the other side of the maze, square against square."""
    lines = {line.name: line for line in scenario.layout.lines}
    for number, other in enumerate(scenario.seats):
        if other is not seat and seat.line in lines and other.line in lines and _face(lines[seat.line], lines[other.line]):
            return number
    raise TextError(f"nobody sits across from {seat.colour}", scenario.name)


def _face(one: Line, other: Line) -> bool:
    """Parallel lines over the same columns, or the same rows."""
    if _level(one) != _level(other):
        return False
    along = 0 if _level(one) else 1
    return [square[along] for square in one.squares] == [square[along] for square in other.squares]


def _level(line: Line) -> bool:
    return line.squares[0][1] == line.squares[-1][1]


def _seat(name: str, table: dict[str, Any]) -> Seat:
    _check_keys(name, "seat", table, SEAT_KEYS)
    seat = Seat(_text(name, table, "colour"), _text(name, table, "line", ""))
    seat.team = _text(name, table, "team", "")
    seat.exits = _texts(name, table, "exits", [])
    return seat


def _pool(name: str, table: dict[str, Any], layout: Layout) -> Pool:
    _check_keys(name, "pool", table, POOL_KEYS)
    if ("place" in table) == ("places" in table):
        raise TextError("a pool has a place or several places", name)
    places = table["places"] if "places" in table else [table["place"]]
    if not isinstance(places, list):
        raise TextError("the places of a pool are a list", name)
    pool = Pool([_place(name, place) for place in places], [_tile(name, layout, place) for place in places])
    pool.room = _text(name, table, "room", "")
    pool.pair = _text(name, table, "pair", "")
    pool.one_of = _text(name, table, "one_of", "")
    pool.lever = _switch(name, table, "lever")
    if [pool.room, pool.pair, pool.one_of].count("") != 2:
        raise TextError("a pool names a room, a pair or one_of a pair", name)
    return pool


def _tile(name: str, layout: Layout, place: Any) -> int:
    x, y = _place(name, place)
    filled = [(other.x, other.y) for other in layout.places if not other.empty]
    if (x, y) not in filled:
        raise TextError(f"no room lies at {x},{y}", name)
    return filled.index((x, y))


# -- values of a file ---------------------------------------------------------------------------------------------------


def _check_keys(name: str, what: str, table: dict[str, Any], known: tuple[str, ...]) -> None:
    for key in table:
        if key not in known:
            raise TextError(f"a {what} has no key {key!r}", name)


def _number(name: str, data: dict[str, Any], key: str, default: int = -1) -> int:
    value = data.get(key, default)
    if value == -1 and key not in data:
        raise TextError(f"the scenario says nothing about {key!r}", name)
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= 1000:
        raise TextError(f"{key} is a whole number from 0 to 1000, not {value!r}", name)
    return value


def _text(name: str, data: dict[str, Any], key: str, default: str | None = None) -> str:
    value = data.get(key, default)
    if value is None:
        raise TextError(f"the scenario says nothing about {key!r}", name)
    if not isinstance(value, str):
        raise TextError(f"{key} is a text, not {value!r}", name)
    return value


def _word(name: str, data: dict[str, Any], key: str, words: tuple[str, ...]) -> str:
    """One of some words; the first is what is meant where nothing is said."""
    value = _text(name, data, key, words[0])
    if value not in words:
        raise TextError(f"{key} is one of {', '.join(words)}, not {value!r}", name)
    return value


def _switch(name: str, data: dict[str, Any], key: str) -> bool:
    value = data.get(key, False)
    if not isinstance(value, bool):
        raise TextError(f"{key} is true or false, not {value!r}", name)
    return value


def _texts(name: str, data: dict[str, Any], key: str, default: list[str] | None = None) -> list[str]:
    value = data.get(key, default)
    if value is None:
        raise TextError(f"the scenario says nothing about {key!r}", name)
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise TextError(f"{key} is a list of texts, not {value!r}", name)
    return [str(one) for one in value]


def _place(name: str, value: Any) -> tuple[int, int]:
    if not isinstance(value, list) or len(value) != 2 or not all(isinstance(one, int) for one in value):
        raise TextError(f"a place is written as [x, y], not {value!r}", name)
    return int(value[0]), int(value[1])


def _table(name: str, data: dict[str, Any], key: str) -> dict[str, Any]:
    value = data.get(key, {})
    if not isinstance(value, dict):
        raise TextError(f"{key} is a table, not {value!r}", name)
    return value


def _tables(name: str, data: dict[str, Any], key: str) -> list[dict[str, Any]]:
    value = data.get(key, [])
    if not isinstance(value, list) or not all(isinstance(one, dict) for one in value):
        raise TextError(f"{key} is a list of tables ([[{key}]])", name)
    return [dict(one) for one in value]
