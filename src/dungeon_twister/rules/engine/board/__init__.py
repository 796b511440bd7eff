"""Chapters of the board game: squares, action cards, two players and more."""
