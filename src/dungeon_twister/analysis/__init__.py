"""Understanding games: what a position is worth, the best plans and why, hints, threats, and whole games turn by turn.

It stands on the search and looks at positions as those do who play: through views (docs/analysis.md).
"""
