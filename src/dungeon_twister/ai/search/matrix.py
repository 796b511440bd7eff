"""Matrix games: two players choose at the same time. Solved by regret matching."""

from __future__ import annotations


def solve(matrix: list[list[float]], rounds: int) -> tuple[list[float], float]:
    """Return an approximate equilibrium strategy of the row player, and the value of the game for the row player.

    Regret matching: both sides play in proportion to their positive regrets, and their average strategies converge.
    """
    rows, columns = len(matrix), len(matrix[0])
    regret_rows, regret_columns = [0.0] * rows, [0.0] * columns
    sum_rows, sum_columns = [0.0] * rows, [0.0] * columns
    for number in range(1, rounds + 1):
        mix, other = _mixture(regret_rows), _mixture(regret_columns)
        gains, losses = _gains(matrix, other), _losses(matrix, mix)
        value = 0.0
        for i in range(rows):
            value += gains[i] * mix[i]
        for i in range(rows):
            regret_rows[i] = max(0.0, regret_rows[i] + gains[i] - value)
            sum_rows[i] += number * mix[i]
        for j in range(columns):
            regret_columns[j] = max(0.0, regret_columns[j] + value - losses[j])
            sum_columns[j] += number * other[j]
    mix, other = _mixture(sum_rows), _mixture(sum_columns)
    return mix, (min(_losses(matrix, mix)) + max(_gains(matrix, other))) / 2


def _gains(matrix: list[list[float]], other: list[float]) -> list[float]:
    """Return the payoff of each row against a mixed strategy of the columns."""
    found: list[float] = []
    for row in matrix:
        total = 0.0
        for j in range(len(row)):
            total += row[j] * other[j]
        found.append(total)
    return found


def _losses(matrix: list[list[float]], mix: list[float]) -> list[float]:
    """Return the payoff of a mixed strategy of the rows against each column."""
    found: list[float] = [0.0] * len(matrix[0])
    for i in range(len(matrix)):
        weight, row = mix[i], matrix[i]
        if weight > 0.0:
            for j in range(len(row)):
                found[j] += row[j] * weight
    return found


def _mixture(weights: list[float]) -> list[float]:
    total = 0.0
    for weight in weights:
        total += weight
    if total <= 0.0:
        return [1.0 / len(weights)] * len(weights)
    return [weight / total for weight in weights]
