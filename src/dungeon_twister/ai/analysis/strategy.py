"""What the strongest bots know about playing well, as numbers for people: setups that were learnt from games, and what the
evaluation of the board game holds things to be worth. The texts around them are `strategy.json` of the locales."""

from __future__ import annotations

from dungeon_twister.ai.search.board.weights import TUNABLE
from dungeon_twister.ai.search.opening_book import opening_book
from dungeon_twister.presentation.guide.book_shapes import Learnt, Strategy
from dungeon_twister.presentation.guide.drawing import figure_key
from dungeon_twister.rules.engine.all_editions import pieces_of
from dungeon_twister.rules.engine.pieces import Piece


def strategy_of(game: str) -> Strategy:
    """What was learnt about a game, the pieces in the order of its list; of one that there are two of, the mean of both."""
    book = opening_book(game, 1.0)
    assert book is not None  # whoever knows all of it has one
    copies: dict[str, list[Piece]] = {}
    for piece in pieces_of(game):
        if piece.sign in book.hidden:
            copies.setdefault(figure_key(piece), []).append(piece)
    learnt = [
        Learnt(figure, same[0].character, _mean([book.hidden[piece.sign] for piece in same]), book.starter.get(same[0].sign))
        for figure, same in copies.items()
    ]
    return Strategy(game, learnt, {name: row[0] for name, row in TUNABLE.items()} if game == "board" else {})


def _mean(rows: list[list[float]]) -> list[float]:
    return [round(sum(column) / len(rows), 2) for column in zip(*rows, strict=True)]
