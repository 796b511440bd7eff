"""Scenarios of the Card Game as declared data (section 5): pairs, teams, capacities, target."""

from __future__ import annotations

from dungeon_twister.rules.engine.card.pieces import card_pieces
from dungeon_twister.rules.engine.pieces import Piece
from dungeon_twister.rules.engine.scenario import Scenario
from dungeon_twister.rules.geometry.rooms import Room

COLOURS = ("blue", "yellow")
STARTERS = 2  # characters on each starting zone, one for each column (SCN-2, SET-5)


class CardScenario(Scenario):
    """One declared scenario of the Card Game."""

    def __init__(self, name: str, title: str, rooms: list[Room], pairs: int, target: int) -> None:
        super().__init__(name, title, "card", rooms, list(COLOURS), pairs, target)
        self.characters = 0  # of each player
        self.objects = 0
        self.team: list[str] = []  # signs of the pieces of a fixed team; empty: teams are chosen (section 6)
        self.capacity: list[int] = []  # cards per room, by row (SCN-3)
        self.combat = True  # SCN-8: without combat cards there is no combat

    def with_rooms(self, extra: list[Room]) -> Scenario:
        """Return the same scenario with more rooms in its pool; each replaces a room of the same name."""
        rooms = self.pool_with(extra)
        other = CardScenario(self.name, self.title, rooms, len({room.pair for room in rooms}), self.target)
        other.characters = self.characters
        other.objects = self.objects
        other.team = self.team
        other.capacity = self.capacity
        other.combat = self.combat
        self.became(other, extra)
        return other


def pieces_for(scenario: CardScenario) -> list[Piece]:
    """Return the pieces that each player may have: those of the fixed team, or all."""
    return [piece for piece in card_pieces() if not scenario.team or piece.sign in scenario.team]


def card_scenario_of(scenario: Scenario) -> CardScenario:
    """Narrow a scenario to one of the Card Game."""
    assert isinstance(scenario, CardScenario)
    return scenario
