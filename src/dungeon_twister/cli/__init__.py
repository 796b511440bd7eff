"""The command dungeon-twister."""
