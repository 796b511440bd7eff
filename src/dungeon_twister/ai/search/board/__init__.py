"""The search of the board game."""
