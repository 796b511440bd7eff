"""Lessons and puzzles: what only the Card Game has."""
