"""The choice of a combat card as a small matrix game: both choose at once, so a good choice is a mixture of cards."""

from __future__ import annotations

from collections.abc import Sequence

from dungeon_twister.bots.evaluation import CARD_WORTH, Judge
from dungeon_twister.engine import actions
from dungeon_twister.engine.board.combat import side_value
from dungeon_twister.engine.board.state import BoardState
from dungeon_twister.engine.decisions import CHOOSE_COMBAT
from dungeon_twister.engine.game import apply
from dungeon_twister.engine.shared.duel import copies

Row = Sequence[float]


def solve(matrix: Sequence[Row], rounds: int) -> tuple[list[float], float]:
    """A mixture of rows that does well against every mixture of columns, and the value of the game to the rows.

    Both sides play again and again in proportion to what they regret not having played; their averages come ever nearer
    to the solution.
    """
    rows, columns = len(matrix), len(matrix[0])
    turned = list(zip(*matrix, strict=True))
    regret_rows, regret_columns = [0.0] * rows, [0.0] * columns
    sum_rows, sum_columns = [0.0] * rows, [0.0] * columns
    for number in range(1, rounds + 1):
        mix = _mixture(regret_rows)
        other = _mixture(regret_columns)
        gains = [sum(map(_times, row, other)) for row in matrix]
        losses = [sum(map(_times, column, mix)) for column in turned]
        value = sum(map(_times, gains, mix))
        for i in range(rows):
            regret_rows[i] = max(0.0, regret_rows[i] + gains[i] - value)
            sum_rows[i] += number * mix[i]
        for j in range(columns):
            regret_columns[j] = max(0.0, regret_columns[j] + value - losses[j])
            sum_columns[j] += number * other[j]
    mix, other = _mixture(sum_rows), _mixture(sum_columns)
    worst = min(sum(map(_times, column, mix)) for column in turned)
    best = max(sum(map(_times, row, other)) for row in matrix)
    return mix, (worst + best) / 2


def _times(a: float, b: float) -> float:
    return a * b


def _mixture(weights: list[float]) -> list[float]:
    total = sum(weights)
    return [weight / total for weight in weights] if total > 0 else [1 / len(weights)] * len(weights)


class Duel:
    """A combat in which the player has not chosen yet: his cards, and what they bring against the other's."""

    def __init__(self, judge: Judge, s: BoardState, me: int) -> None:
        owner = s.setting.owner
        attacker, defender = owner[s.attacker], owner[s.defender]
        other = defender if me == attacker else attacker
        lead = side_value(s, attacker, True) - side_value(s, defender, False)
        if me == defender:
            lead = -lead
        self.cards = [card for card in range(7) if copies(s.combat_hand[me], card)]
        theirs = [card for card in range(7) if copies(s.combat_hand[other], card)]
        outcomes: dict[int, float] = {}
        self.matrix: list[list[float]] = []
        for mine in self.cards:
            row: list[float] = []
            for card in theirs:
                result = (lead + mine > card) - (lead + mine < card)
                if result not in outcomes:
                    outcomes[result] = _outcome(judge, s, me, mine, other, card)
                row.append(outcomes[result] - CARD_WORTH[mine] + CARD_WORTH[card])
            self.matrix.append(row)

    def solve(self, rounds: int) -> tuple[list[float], float]:
        return solve(self.matrix, rounds)


def _outcome(judge: Judge, s: BoardState, me: int, mine: int, other: int, card: int) -> float:
    """The position after these two cards, as if neither had been spent."""
    after = s.copy()
    after.chosen[other] = card
    while not after.over and after.decision() == CHOOSE_COMBAT:
        apply(after, actions.pack(actions.COMBAT, mine if after.decider() == me else card))
    value = judge.value(after, me)
    return value + CARD_WORTH[mine] - CARD_WORTH[card]
