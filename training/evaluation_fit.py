"""Fit the learned corrections of the board game's evaluation to samples, and write them as `evaluation.toml`.

    python -m training.evaluation_fit samples.npz [more.npz] --write evaluation.toml [--rank 1.0] [--spread 12]

The corrections make the results of the games likely (a logistic curve of the value), and order the plans of a turn as the value
after the replies does (`--rank`, the weight of a turn beside that of a result). A correction is drawn to zero, and to its
neighbours in a table; `--spread` says how large it usually is. A tenth of the games is left out, to measure both.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any, Final, TypeAlias

import numpy as np
from scipy.optimize import minimize
from training.evaluation_samples import PARTS, TURNS

Array: TypeAlias = Any  # of numpy
SCALE: Final = 370.0  # of the logistic curve of results
RELATED: Final = 4.0  # this many samples count as one result, because samples of one game depend on each other
CLOSE: Final = 25.0  # a difference in value that makes one plan e times as likely to be chosen as the other
LOSES: Final = 400.0  # plans that are worse than the best by more than this are equally bad
HELD_OUT: Final = 10  # one game in so many
MOST_GAMES: Final = 1_000_000  # of a file


class Samples:
    """Samples of results and of plans."""

    def __init__(self, data: Any, held_out: bool) -> None:
        chosen = (data["game"] % HELD_OUT == 0) == held_out
        self.x: Array = data["x"][chosen].astype(np.float64)
        self.value: Array = data["value"][chosen]
        self.won: Array = data["won"][chosen]
        judged = (data["root"] // TURNS % HELD_OUT == 0) == held_out
        order = np.argsort(data["root"][judged], kind="stable")
        root = data["root"][judged][order]
        self.plan_x: Array = data["px"][judged][order].astype(np.float64)
        self.plan_value: Array = data["pvalue"][judged][order]
        self.starts: Array = np.flatnonzero(np.r_[True, root[1:] != root[:-1]])
        self.turn: Array = np.cumsum(np.r_[True, root[1:] != root[:-1]]) - 1  # of each plan
        target = data["ptarget"][judged][order].astype(np.float64)
        best = np.maximum.reduceat(target, self.starts)[self.turn]
        self.wanted = self.softmax(np.maximum(target, best - LOSES) / CLOSE)
        self.best = target >= best - 1e-6

    def softmax(self, score: Array) -> Array:
        """Return the softmax of the plans of each turn."""
        score = score - np.maximum.reduceat(score, self.starts)[self.turn]
        part = np.exp(score)
        total: Array = part / np.add.reduceat(part, self.starts)[self.turn]
        return total

    def results(self, w: Array) -> tuple[float, Array]:
        """Return the mean loss of the results and its gradient."""
        share = 1 / (1 + np.exp(-(self.value + self.x @ w) / SCALE))
        share = np.clip(share, 1e-6, 1 - 1e-6)
        loss = -np.mean(self.won * np.log(share) + (1 - self.won) * np.log(1 - share))
        return float(loss), self.x.T @ (share - self.won) / (SCALE * len(share))

    def ranking(self, w: Array) -> tuple[float, Array]:
        """Return the mean loss of the order of plans and its gradient."""
        share = self.softmax((self.plan_value + self.plan_x @ w) / CLOSE)
        loss = -np.sum(self.wanted * np.log(share + 1e-12)) / len(self.starts)
        return float(loss), self.plan_x.T @ (share - self.wanted) / (CLOSE * len(self.starts))

    def first_choices(self, w: Array) -> float:
        """Return the part of the turns in which the highest value belongs to a best plan."""
        value = self.plan_value + self.plan_x @ w
        first = value >= np.maximum.reduceat(value, self.starts)[self.turn] - 1e-6
        return float(np.mean(np.maximum.reduceat((first & self.best).astype(float), self.starts)))


def neighbours(names: list[str]) -> list[tuple[int, int]]:
    """Return the pairs of features that are neighbours in a table."""
    found = []
    for number, name in enumerate(names[1:], 1):
        before, _, last = names[number - 1].rpartition(" ")
        table, _, place = name.rpartition(" ")
        if table == before and last.isdigit() and place.isdigit() and not table.endswith("cards"):
            found.append((number - 1, number))
    return found


def fit(samples: Samples, names: list[str], rank: float, spread: float) -> Array:
    """Return the corrections."""
    pairs = np.array(neighbours(names))
    usual = {"part": 0.3, "player": 100.0}
    deviation = np.array([usual.get(name.split(" ")[0], spread) for name in names])
    results, turns = len(samples.value) / RELATED, len(samples.starts)

    def loss(w: Array) -> tuple[float, Array]:
        first, gradient = samples.results(w)
        second, other = samples.ranking(w)
        steps = w[pairs[:, 0]] - w[pairs[:, 1]]
        total = results * first + rank * turns * second + np.sum((w / deviation) ** 2) / 2 + np.sum((steps / spread) ** 2) * 2
        slope = results * gradient + rank * turns * other + w / deviation**2
        np.add.at(slope, pairs[:, 0], 4 * steps / spread**2)
        np.add.at(slope, pairs[:, 1], -4 * steps / spread**2)
        return float(total), slope

    found = minimize(loss, np.zeros(len(names)), jac=True, method="L-BFGS-B", options={"maxiter": 400})
    solution: Array = found.x
    return solution


def as_toml(names: list[str], w: Array, title: str) -> str:
    """Return the file of the corrections."""
    tables: dict[str, dict[str, list[float]]] = {}
    single: dict[str, dict[str, float]] = {"carried": {}, "hidden": {}, "part": {}, "player": {}}
    for name, number in zip(names, w, strict=True):
        table, *key = name.split(" ")
        if table in single:
            single[table][key[0]] = number
        else:
            tables.setdefault(table, {}).setdefault(key[0] if len(key) > 1 else "", []).append(number)
    lines = [
        f"# {title}",
        "# Corrections of the evaluation, in hundredths of a victory point (`ai/search/board/learned.py`).",
        "",
    ]
    lines += [f"{table} = {_row(tables[table][''])}" for table in ("jumps", "combat")]
    for table in ("able", "wounded"):
        lines += ["", f"[{table}]", *(f'"{sign}" = {_row(row)}' for sign, row in tables[table].items())]
    for table in ("carried", "hidden"):
        lines += ["", f"[{table}]", *(f'"{signs}" = {number:.1f}' for signs, number in single[table].items())]
    for table in ("waiting", "next"):
        lines += ["", f"[{table}]"]
        for about, row in tables[table].items():
            lines.append(f"{about} = {_row([0.0, 0.0, *row] if about == 'cards' else row)}")  # no action card has less than 2
    factors = {weight: 1 + number for part, number in single["part"].items() for weight in PARTS[part]}
    lines += ["", "[factors]", *(f"{weight} = {factor:.3f}" for weight, factor in factors.items())]
    return "\n".join(lines) + "\n"


def _row(row: list[float]) -> str:
    return "[" + ", ".join(f"{number:.1f}" for number in row) + "]"


def joined(files: list[Any]) -> dict[str, Array]:
    """Return the samples of all files together. Their games get different numbers."""
    found: dict[str, Array] = {"names": files[0]["names"]}
    for name in files[0].files:
        if name != "names":
            first = {"game": MOST_GAMES, "root": MOST_GAMES * TURNS}.get(name, 0)
            found[name] = np.concatenate([file[name] + number * first for number, file in enumerate(files)])
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description="corrections of the evaluation from samples")
    parser.add_argument("samples", type=Path, nargs="+")
    parser.add_argument("--write", type=Path)
    parser.add_argument("--rank", type=float, default=1.0)
    parser.add_argument("--spread", type=float, default=12.0)
    arguments = parser.parse_args()
    try:
        data = joined([np.load(path) for path in arguments.samples])
    except (OSError, ValueError, KeyError, AttributeError) as error:
        parser.error(f"these are no samples of evaluation_samples: {error}")
    names = [str(name) for name in data["names"]]
    known, unknown = Samples(data, held_out=False), Samples(data, held_out=True)
    w = fit(known, names, arguments.rank, arguments.spread)
    for title, weights in (("without corrections", np.zeros(len(names))), ("with corrections", w)):
        loss, order, first = unknown.results(weights)[0], unknown.ranking(weights)[0], unknown.first_choices(weights)
        print(f"{title}: results {loss:.4f}, order of plans {order:.4f}, first choices {first:.1%}")
    title = f"Learned from {len(known.value)} ends of turns and {len(known.starts)} judged turns (training/README.md)."
    text = as_toml(names, w, title)
    print(text)
    if arguments.write:
        arguments.write.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
