"""How the Card Game is searched."""
