"""Text and files: notation, drawn positions, game records, rule cases."""
