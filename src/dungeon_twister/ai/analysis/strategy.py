"""Strategy advice as numbers for people: setups learnt from games, and values of the board game's evaluation.

The texts around them are in `strategy.json` of the locales.
"""

from __future__ import annotations

from dungeon_twister.ai.search.board.weights import TUNABLE
from dungeon_twister.ai.search.opening_book import opening_book
from dungeon_twister.presentation.guide.drawing_parts import figure_key
from dungeon_twister.presentation.guide.rulebook_shapes import PieceValue, Strategy
from dungeon_twister.rules.engine.editions import RULES
from dungeon_twister.rules.engine.pieces import Piece


def strategy_of(game: str) -> Strategy:
    """Return what was learnt about a game, in the order of its pieces; for a piece that exists twice, the mean of both."""
    book = opening_book(game, 1.0)
    assert book is not None  # None is returned for part 0 only
    copies: dict[str, list[Piece]] = {}
    for piece in RULES.named(game).pieces():
        if piece.sign in book.hidden:
            copies.setdefault(figure_key(piece), []).append(piece)
    learnt = [
        PieceValue(
            figure, same[0].character, _mean([book.hidden[piece.sign] for piece in same]), book.starter.get(same[0].sign)
        )
        for figure, same in copies.items()
    ]
    return Strategy(game, learnt, {name: row[0] for name, row in TUNABLE.items()} if game == "board" else {})


def _mean(rows: list[list[float]]) -> list[float]:
    return [round(sum(column) / len(rows), 2) for column in zip(*rows, strict=True)]
