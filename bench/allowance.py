"""The time of a turn, for bots that think about each of its decisions by itself."""

from __future__ import annotations

PART = 4  # a decision gets this part of what is left of its turn's time,
LEAST = 16  # and this part of all of it at least, however long the turn gets


class Allowance:
    """Deals out the time of a turn. Most of it goes to the first decisions; with nine all of it is spent, with sixteen almost
    half as much again, because the last ones of a long turn are thought about too."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.turn = -1
        self.left = seconds

    def share(self, turn: int) -> float:
        """Seconds for the next decision of this turn."""
        if turn != self.turn:
            self.turn, self.left = turn, self.seconds
        return max(self.left / PART, self.seconds / LEAST)

    def take(self, seconds: float) -> None:
        """So much was used for a decision."""
        self.left -= seconds
