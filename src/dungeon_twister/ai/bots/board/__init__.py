"""The board game for `greedy`: imagining a state, charts, judging, planning, fighting."""
