"""Puzzles: positions in which a goal can be reached in one turn, found in games and checked by looking at everything
(docs/puzzles.md)."""
