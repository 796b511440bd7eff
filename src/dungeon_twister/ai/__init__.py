"""Search, bots, analysis, and matches between bots."""
