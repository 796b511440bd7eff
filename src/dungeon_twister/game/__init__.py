"""Text and data of games: records, positions, views, determinization, and a session with seats."""
