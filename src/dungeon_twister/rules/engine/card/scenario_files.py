"""Reading and checking scenario files of the Card Game."""

from __future__ import annotations

from typing import Any, Final

from dungeon_twister.rules.engine.card.pieces import card_pieces
from dungeon_twister.rules.engine.card.scenario import STARTERS, CardScenario
from dungeon_twister.rules.engine.scenario import Scenario, rooms_named
from dungeon_twister.rules.engine.toml_values import number_of, shown, text_of, texts_of
from dungeon_twister.rules.geometry.rooms import Room
from dungeon_twister.rules.geometry.text import TextError
from dungeon_twister.rules.geometry.zone_plan import COLUMNS, LETTER_COUNT, check_room

KEYS: Final = ("title", "game", "rooms", "drawing", "pairs", "target", "characters", "objects", "capacity", "combat")
MOST_ROWS: Final = 8
MOST_CARDS: Final = LETTER_COUNT  # of one room: each is placed in a zone of its own (REV-8)
PAIR: Final = 2  # rooms that turn together


def read_card_scenario(name: str, data: dict[str, Any]) -> Scenario:
    """Return the scenario of a file's content. Raise a TextError for missing or inconsistent parts."""
    for key in data:
        if key not in KEYS:
            raise TextError(f"a scenario of the Card Game has no key {shown(key)}", name)
    rooms = rooms_named(name, data, texts_of(name, data, "rooms"))
    _check_drawings(name, rooms)
    if isinstance(data.get("pairs"), list):  # named pairs instead of a draw (tutorial 1)
        named = texts_of(name, data, "pairs")
        rooms = [room for room in rooms if room.pair in named]
        drawn = len(named)
    else:
        drawn = number_of(name, data, "pairs")
    scenario = CardScenario(name, text_of(name, data, "title"), rooms, drawn, number_of(name, data, "target"))
    scenario.capacity = _capacity(name, data)
    scenario.combat = _combat(name, data)
    if isinstance(data.get("characters"), list):
        characters = _signs(name, texts_of(name, data, "characters"), True)
        objects = _signs(name, texts_of(name, data, "objects"), False)
        scenario.team = characters + objects
        scenario.characters, scenario.objects = len(characters), len(objects)
    else:
        scenario.characters, scenario.objects = number_of(name, data, "characters"), number_of(name, data, "objects")
    _check(scenario)
    return scenario


def _capacity(name: str, data: dict[str, Any]) -> list[int]:
    value = data.get("capacity")
    if not isinstance(value, list) or not 1 <= len(value) <= MOST_ROWS:
        raise TextError(f"capacity is a list with a number for each of 1 to {MOST_ROWS} rows of rooms", name)
    for cards in value:
        if not isinstance(cards, int) or isinstance(cards, bool) or not 0 <= cards <= MOST_CARDS:
            raise TextError(f"a room takes 0 to {MOST_CARDS} cards, not {shown(cards)}", name)
    return [int(cards) for cards in value]


def _combat(name: str, data: dict[str, Any]) -> bool:
    value = data.get("combat", True)
    if not isinstance(value, bool):
        raise TextError(f"combat is true or false, not {shown(value)}", name)
    return value


def _signs(name: str, names: list[str], characters: bool) -> list[str]:
    """Return the signs of the named pieces; a kind named twice means both its copies."""
    found: list[str] = []
    for wanted in names:
        signs = [p.sign for p in card_pieces() if p.name == wanted and p.character == characters and p.sign not in found]
        if not signs:
            raise TextError(f"there is no {'character' if characters else 'object'} {shown(wanted)} left for the team", name)
        found.append(signs[0])
    return found


def _check_drawings(name: str, rooms: list[Room]) -> None:
    """Check GEO-2, GEO-4, and that room names are unique."""
    names = [room.name for room in rooms]
    for number, room in enumerate(rooms):
        if room.name in names[:number]:
            raise TextError(f"there are two rooms {room.name}", name)
        if not room.has_zones:
            raise TextError(f"the room {room.name} is drawn in squares, for the board game", name)
        try:
            check_room(room)
        except TextError as error:
            raise TextError(error.problem, name) from None


def _check(scenario: CardScenario) -> None:
    """SCN-1, SCN-3: check that rooms fill the maze and cards fit into the rooms. SEL-4: a draft leaves enough for both
    players."""
    name = scenario.name
    pairs = [room.pair for room in scenario.rooms]
    if len(set(pairs)) < scenario.pairs:
        about: dict[str, str | int] = {"number": scenario.pairs, "most": len(set(pairs))}
        problem = f"the rooms have {len(set(pairs))} pairs, the scenario wants {scenario.pairs}"
        raise TextError(problem, name, code="pairs", values=about)
    if len(scenario.capacity) > scenario.pairs:
        raise TextError(
            f"{len(scenario.capacity)} rows of rooms need as many pairs",
            name,
            code="rows",
            values={"number": len(scenario.capacity)},
        )
    for pair in pairs:
        if pairs.count(pair) < PAIR:
            raise TextError(f"the pair {pair} has only one room", name, code="lone-room", values={"pair": pair})
    if scenario.characters < STARTERS:
        raise TextError(f"a team needs at least {STARTERS} characters", name, code="team-small", values={"needed": STARTERS})
    for what, wanted, there in (
        ("characters", scenario.characters, sum(piece.character for piece in card_pieces())),
        ("objects", scenario.objects, sum(not piece.character for piece in card_pieces())),
    ):
        if not scenario.team and 2 * wanted > there:
            problem = f"two teams of {wanted} {what} cannot be chosen from {there}"
            raise TextError(problem, name, code=f"team-{what}", values={"number": wanted, "most": there})
    cards = 2 * (scenario.characters - STARTERS + scenario.objects)
    if COLUMNS * sum(scenario.capacity) < cards:
        taken = COLUMNS * sum(scenario.capacity)
        problem = f"the rooms take {taken} cards, there are {cards} to place"
        raise TextError(problem, name, code="cards", values={"number": taken, "needed": cards})
    if scenario.target < 1:
        raise TextError("the target is at least 1", name, code="target")
