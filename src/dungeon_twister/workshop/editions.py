"""What each game has of its own in the workshop."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from dungeon_twister.rules.engine.board.state import BoardState
from dungeon_twister.rules.engine.by_edition import ByEdition
from dungeon_twister.rules.engine.card.state import CardState
from dungeon_twister.rules.engine.scenario import Scenario
from dungeon_twister.rules.geometry.rooms import CELLS
from dungeon_twister.rules.geometry.zone_plan import COLUMNS, LETTER_COUNT
from dungeon_twister.workshop.findings import Finding
from dungeon_twister.workshop.layout_ways import layout_findings
from dungeon_twister.workshop.position_scenario import board_scenario, card_scenario
from dungeon_twister.workshop.targets import most_board_points, most_card_points


class WorkshopEdition(NamedTuple):
    """The implementation of the workshop for one game."""

    places_in_room: int  # squares or zones
    rooms_on_tiles: Callable[[Any], list[int]]  # of a state: the room of each tile, below 0 if it lies face down
    tile_names: Callable[[Any], list[str]]  # of a state
    layout_findings: Callable[[Any], list[Finding]]  # of a scenario
    scenario: Callable[[Any], dict[str, Any]]  # of a state: tables of a scenario file
    most_points: Callable[[Any], int | None]  # of a player or team in a scenario (EXIT-6 to EXIT-8, MP-12); None: no limit


def _board_tile_names(state: BoardState) -> list[str]:
    """Return the north-west square of each tile, `x,y`."""
    return [f"{place.x},{place.y}" for place in state.board_setting.layout.places if not place.empty]


def _card_tile_names(state: CardState) -> list[str]:
    """Return the row and column of each tile, `row,column`."""
    return [f"{slot // COLUMNS},{slot % COLUMNS}" for slot in range(len(state.maze.room_of))]


def _rooms_on_tiles(state: BoardState | CardState) -> list[int]:
    return list(state.maze.room_of)


def _no_layout_findings(_: Scenario) -> list[Finding]:
    """The layout of the Card Game is the same in all scenarios."""
    return []


EDITIONS: Final = ByEdition(
    board=WorkshopEdition(CELLS, _rooms_on_tiles, _board_tile_names, layout_findings, board_scenario, most_board_points),
    card=WorkshopEdition(LETTER_COUNT, _rooms_on_tiles, _card_tile_names, _no_layout_findings, card_scenario, most_card_points),
)
