"""The rules of both games: geometry, the engine, and who may know what."""
