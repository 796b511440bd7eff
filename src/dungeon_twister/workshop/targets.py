"""The most victory points that a player or a team can make in a scenario."""

from __future__ import annotations

from dungeon_twister.rules.engine.board.scenario import FOR_ELIMINATED, FOR_WOUNDED, BoardScenario
from dungeon_twister.rules.engine.board.scenario import pieces_for as board_pieces_for
from dungeon_twister.rules.engine.card.scenario import CardScenario
from dungeon_twister.rules.engine.card.scenario import pieces_for as card_pieces_for
from dungeon_twister.rules.engine.pieces import TREASURE, Piece


def most_card_points(scenario: CardScenario) -> int:
    """Return the most points of a player; an undead victim counts twice (PAL-4)."""
    pieces = card_pieces_for(scenario)
    leaving = _leaving(pieces, scenario.characters)
    treasures = min(scenario.characters, 2 * sum(piece.capabilities & TREASURE != 0 for piece in pieces))
    return leaving + treasures + (2 * scenario.characters if scenario.combat else 0)


def most_board_points(scenario: BoardScenario) -> int | None:
    """Return the most points of a player or a team, whose points are added up; None if wounded characters may be wounded
    again (ALLY-8)."""
    if scenario.kills == FOR_WOUNDED:
        return None
    pieces = board_pieces_for(scenario)
    characters = scenario.characters or sum(piece.character for piece in pieces)
    seats = len(scenario.seats)
    allies = max(sum(other.team == seat.team for other in scenario.seats) if seat.team else 1 for seat in scenario.seats)
    treasures = min(allies * characters, seats * sum(piece.capabilities & TREASURE != 0 for piece in pieces))
    enemies = (seats - allies) * characters if scenario.kills == FOR_ELIMINATED else 0
    return allies * _leaving(pieces, characters) + treasures + enemies


def _leaving(pieces: list[Piece], characters: int) -> int:
    """Return the points of the best characters when all of them leave."""
    return sum(sorted((piece.exit_vp for piece in pieces if piece.character), reverse=True)[:characters])
