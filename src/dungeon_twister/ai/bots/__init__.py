"""Opponents. They are handed Views, never the State."""
