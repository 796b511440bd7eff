"""The board game at the terminal: its picture, its choices, its words."""
