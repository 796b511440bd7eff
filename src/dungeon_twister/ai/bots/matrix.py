"""Matrix games: two players choose at once, and a good choice is a mixture."""

from __future__ import annotations

from collections.abc import Sequence

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
