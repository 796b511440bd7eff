"""Lessons and puzzles: what only the board game has."""
