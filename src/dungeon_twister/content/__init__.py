"""Data, no code: room drawings, characters, objects, scenarios."""
