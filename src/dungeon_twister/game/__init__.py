"""What is written and read of a game: records, views, determinization, a session with seats."""
