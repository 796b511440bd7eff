"""The guide: what a person at a screen needs in addition to the view.

It answers where a character can go, what that costs, how a combat may end, and how the maze is drawn. It works from the view
alone, on a determinized state, and decides nothing.
"""
