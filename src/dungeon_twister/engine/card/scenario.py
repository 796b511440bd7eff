"""Scenarios of the Card Game as declared data (section 5): pairs, teams, capacities, target."""

from __future__ import annotations

from dungeon_twister.engine.card.pieces import card_pieces
from dungeon_twister.engine.pieces import Piece
from dungeon_twister.engine.scenario import Scenario, load_rooms
from dungeon_twister.geometry.rooms import Room
from dungeon_twister.geometry.text import TextError
from dungeon_twister.geometry.zone_plan import COLUMNS

COLOURS = ("blue", "yellow")
STARTERS = 2  # characters on each starting zone, one for each column (SCN-2, SET-5)


class CardScenario(Scenario):
    """One declared scenario of the Card Game."""

    def __init__(self, name: str, title: str, rooms: list[Room], pairs: int, target: int) -> None:
        super().__init__(name, title, "card", rooms, list(COLOURS), pairs, target)
        self.characters = 0  # for each player
        self.objects = 0
        self.team: list[str] = []  # signs of the pieces of a fixed team; empty: teams are chosen (section 6)
        self.capacity: list[int] = []  # cards per room, by row (SCN-3)
        self.combat = True  # SCN-8: without combat cards there is no combat

    def with_rooms(self, extra: list[Room]) -> Scenario:
        """The same scenario with more rooms in its pool; one of the same name takes the other's place."""
        rooms = self.pool_with(extra)
        other = CardScenario(self.name, self.title, rooms, len({room.pair for room in rooms}), self.target)
        other.characters = self.characters
        other.objects = self.objects
        other.team = self.team
        other.capacity = self.capacity
        other.combat = self.combat
        return other


def read_card_scenario(name: str, data: dict[str, object]) -> Scenario:
    """The scenario of a file's content; what is missing or does not add up is a TextError that says so."""
    rooms = [room for pack in _list(name, data, "rooms") for room in load_rooms(str(pack))]
    pairs = data.get("pairs", 0)
    if isinstance(pairs, list):  # named pairs instead of a draw (tutorial 1)
        rooms = [room for room in rooms if room.pair in pairs]
    drawn = len(pairs) if isinstance(pairs, list) else _number(name, data, "pairs")
    scenario = CardScenario(name, str(data.get("title", name)), rooms, drawn, _number(name, data, "target"))
    scenario.capacity = [cards for cards in _list(name, data, "capacity") if isinstance(cards, int)]
    scenario.combat = bool(data.get("combat", True))
    if isinstance(data.get("characters"), list):
        characters = _signs(name, _list(name, data, "characters"), True)
        objects = _signs(name, _list(name, data, "objects"), False)
        scenario.team = characters + objects
        scenario.characters, scenario.objects = len(characters), len(objects)
    else:
        scenario.characters, scenario.objects = _number(name, data, "characters"), _number(name, data, "objects")
    _check(scenario)
    return scenario


def _list(name: str, data: dict[str, object], key: str) -> list[object]:
    value = data.get(key)
    if not isinstance(value, list):
        raise TextError(f"the scenario needs a list of {key}", name)
    return value


def _number(name: str, data: dict[str, object], key: str) -> int:
    value = data.get(key)
    if not isinstance(value, int):
        raise TextError(f"the scenario says nothing about {key!r}", name)
    return value


def _signs(name: str, names: list[object], characters: bool) -> list[str]:
    """The signs of the named pieces; a kind named twice means both its copies."""
    found: list[str] = []
    for wanted in names:
        signs = [p.sign for p in card_pieces() if p.name == wanted and p.character == characters and p.sign not in found]
        if not signs:
            raise TextError(f"there is no {'character' if characters else 'object'} {wanted!r} left for the team", name)
        found.append(signs[0])
    return found


def _check(scenario: CardScenario) -> None:
    """SCN-1, SCN-3: rooms fill the maze, and the cards fit into the rooms."""
    name = scenario.name
    drawn = len({room.pair for room in scenario.rooms})
    if drawn < scenario.pairs:
        raise TextError(f"the rooms have {drawn} pairs, the scenario wants {scenario.pairs}", name)
    if len(scenario.capacity) > scenario.pairs:
        raise TextError(f"{len(scenario.capacity)} rows of rooms need as many pairs", name)
    cards = 2 * (scenario.characters - STARTERS + scenario.objects)
    if COLUMNS * sum(scenario.capacity) < cards:
        raise TextError(f"the rooms take {COLUMNS * sum(scenario.capacity)} cards, there are {cards} to place", name)
    if scenario.characters < STARTERS:
        raise TextError(f"a team needs at least {STARTERS} characters", name)


def pieces_for(scenario: CardScenario) -> list[Piece]:
    """The pieces each player may have: those of the fixed team, or all."""
    return [piece for piece in card_pieces() if not scenario.team or piece.sign in scenario.team]


def card_scenario_of(scenario: Scenario) -> CardScenario:
    """A scenario of the Card Game as what it is."""
    assert isinstance(scenario, CardScenario)
    return scenario
