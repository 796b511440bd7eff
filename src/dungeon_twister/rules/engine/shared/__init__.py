"""Chapters of the rules that both games share."""
