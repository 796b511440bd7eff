"""The environments of the board game."""
