"""The search of the Card Game."""
