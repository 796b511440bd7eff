"""Dungeon Twister in Python: the rules, records, bots and the command line."""
