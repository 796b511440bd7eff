"""The guide of the board game."""
