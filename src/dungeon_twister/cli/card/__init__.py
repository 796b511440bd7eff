"""The Card Game at the terminal: its picture, its choices, its words."""
