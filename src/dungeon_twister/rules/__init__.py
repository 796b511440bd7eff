"""The rules: geometry, the engine, and who may know what."""
