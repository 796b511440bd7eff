"""The workshop: rooms and scenarios that players make are checked, tried by bots, shared and printed."""
