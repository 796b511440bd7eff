"""Chapters that every game of the family shares."""
