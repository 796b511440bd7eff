"""Extending the game as docs/extending.md says, each in a copy of the package of its own."""
