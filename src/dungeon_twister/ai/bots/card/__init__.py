"""The Card Game for `greedy`: imagining a state, charts, judging, planning, fighting."""
