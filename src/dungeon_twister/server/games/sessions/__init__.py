"""One game in memory: its log, seats, clock, pending requests, and the cache of games."""
