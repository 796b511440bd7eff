"""Matrix games: two players choose at the same time. Solved by regret matching."""

from __future__ import annotations

from dungeon_twister.rules.geometry.rows import floats_of, zero_floats
from dungeon_twister.rules.geometry.vectors import Floats


def solve(matrix: list[list[float]], rounds: int) -> tuple[list[float], float]:
    """Return an approximate equilibrium strategy of the row player, and the value of the game for the row player.

    Regret matching: both sides play in proportion to their positive regrets, and their average strategies converge.
    """
    rows, columns = len(matrix), len(matrix[0])
    payoffs = floats_of([payoff for row in matrix for payoff in row])
    regret_rows, regret_columns = zero_floats(rows), zero_floats(columns)
    sum_rows, sum_columns = zero_floats(rows), zero_floats(columns)
    for number in range(1, rounds + 1):
        mix, other = _mixture(regret_rows), _mixture(regret_columns)
        gains, losses = _gains(payoffs, rows, other), _losses(payoffs, mix, columns)
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
    return list(mix), (min(_losses(payoffs, mix, columns)) + max(_gains(payoffs, rows, other))) / 2


def _gains(payoffs: Floats, rows: int, other: Floats) -> Floats:
    """Return the payoff of each row against a mixed strategy of the columns."""
    found = zero_floats(rows)
    columns = len(other)
    for i in range(rows):
        total = 0.0
        for j in range(columns):
            total += payoffs[i * columns + j] * other[j]
        found[i] = total
    return found


def _losses(payoffs: Floats, mix: Floats, columns: int) -> Floats:
    """Return the payoff of a mixed strategy of the rows against each column."""
    found = zero_floats(columns)
    for i in range(len(mix)):
        weight = mix[i]
        if weight > 0.0:
            for j in range(columns):
                found[j] += payoffs[i * columns + j] * weight
    return found


def _mixture(weights: Floats) -> Floats:
    total = 0.0
    for weight in weights:
        total += weight
    if total <= 0.0:
        size: int = len(weights)
        return floats_of([1.0 / size] * size)
    return floats_of([weight / total for weight in weights])
