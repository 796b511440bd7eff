"""Questions: advice, hints, histories, replays, analyses, lists of past games."""
