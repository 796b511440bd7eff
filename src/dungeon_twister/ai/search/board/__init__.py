"""How the board game is searched."""
