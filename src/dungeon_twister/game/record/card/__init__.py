"""Text of the Card Game: its places and choices, positions, drawings and facts."""
