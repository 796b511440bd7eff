"""Presentation to people: the guide, drawings and texts."""
