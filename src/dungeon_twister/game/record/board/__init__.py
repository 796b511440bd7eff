"""Text of the board game: its squares and choices, positions, drawings and facts."""
