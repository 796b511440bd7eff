"""Makes a table for the setup out of games with setups drawn at random (`setup.py`).

    python training/setup_fit.py games.jsonl
    python training/setup_fit.py games.jsonl --write src/dungeon_twister/content/board/opening.toml

Logistic regression of who won on what differed between the two setups: which pieces started, and which lay at which depth. A
ridge pulls all numbers towards 0, for there are many of them and games are noisy. A fifth of the games, taken in turn, is
foretold from the others: if that is no better than tossing a coin (0.6931), there is nothing to write down.
"""

from __future__ import annotations

import argparse
import json
from math import exp, log
from pathlib import Path
from typing import Any, Final

from dungeon_twister.ai.search.board.opening import depths_of
from dungeon_twister.ai.search.card.opening import depth_of
from dungeon_twister.ai.search.opening_book import DEPTHS, depth_number
from dungeon_twister.rules.engine.board.setting import board_setting_of
from dungeon_twister.rules.engine.by_edition import ByEdition
from dungeon_twister.rules.engine.card.state import card_of
from dungeon_twister.rules.engine.game import new_setting, start
from dungeon_twister.rules.engine.setting import Setting

STEPS: Final = 8  # of Newton's method
FOLDS: Final = 5
Game = tuple[dict[int, float], float]  # what differs between the players, by number; what the first one made of it


def _on_the_board(setting: Setting, player: int) -> list[float]:
    return depths_of(board_setting_of(setting), player)


def _in_the_card_game(setting: Setting, player: int) -> list[float]:
    state = card_of(start(setting))
    return [depth_of(state, player, tile) for tile in range(state.maze.plan.tiles)]


_DEPTHS: Final = ByEdition(board=_on_the_board, card=_in_the_card_game)  # of every room


class Names:
    """What is counted, and its number."""

    def __init__(self, scenario: str) -> None:
        setting = new_setting(scenario)
        self.characters = [piece.sign for piece in setting.pieces if piece.character]
        self.signs = [piece.sign for piece in setting.pieces]
        self.starter = {sign: number for number, sign in enumerate(self.characters)}
        first = len(self.characters)
        self.hidden = {
            sign: [first + index * DEPTHS + depth for depth in range(DEPTHS)] for index, sign in enumerate(self.signs)
        }
        self.count = first + len(self.signs) * DEPTHS
        self.depths = [[depth_number(depth) for depth in _DEPTHS.of_setting(setting)(setting, player)] for player in range(2)]

    def game(self, row: dict[str, Any]) -> Game:
        """A line of the file as numbers."""
        differs: dict[int, float] = {}
        for player, sign_of in ((0, 1.0), (1, -1.0)):
            numbers = [self.starter[sign] for sign in row["starters"][player]]
            numbers += [self.hidden[sign][self.depths[player][tile]] for sign, tile in row["hidden"][player].items()]
            for number in numbers:
                differs[number] = differs.get(number, 0.0) + sign_of
        result = (1.0 if row["won"] == [0] else 0.0) if len(row["won"]) == 1 else 0.5
        return {number: value for number, value in differs.items() if value}, result


def chance_of(weights: list[float], differs: dict[int, float]) -> float:
    """How likely the first player wins."""
    total = sum(weights[number] * value for number, value in differs.items())
    return 1 / (1 + exp(-max(-30.0, min(30.0, total))))


def fitted(games: list[Game], count: int, ridge: float) -> list[float]:
    """The weights that foretell these games best, less what the ridge holds back."""
    weights = [0.0] * count
    for _ in range(STEPS):
        slope = [-ridge * weight for weight in weights]
        bend = [[ridge if i == j else 0.0 for j in range(count)] for i in range(count)]
        for differs, result in games:
            chance = chance_of(weights, differs)
            sure = chance * (1 - chance)
            for i, value in differs.items():
                slope[i] += (result - chance) * value
                row = bend[i]
                for j, other in differs.items():
                    row[j] += sure * value * other
        weights = [weight + step for weight, step in zip(weights, solved(bend, slope), strict=True)]
    return weights


def solved(matrix: list[list[float]], right: list[float]) -> list[float]:
    """Gauss's elimination; the matrix is positive definite, so nothing has to be exchanged."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    size = len(rows)
    for i in range(size):
        for k in range(i + 1, size):
            factor = rows[k][i] / rows[i][i]
            if factor:
                rows[k] = [value - factor * above for value, above in zip(rows[k], rows[i], strict=True)]
    found = [0.0] * size
    for i in range(size - 1, -1, -1):
        found[i] = (rows[i][size] - sum(rows[i][j] * found[j] for j in range(i + 1, size))) / rows[i][i]
    return found


def log_loss(games: list[Game], count: int, ridge: float) -> float:
    """How badly games are foretold from the others: 0.6931 is a coin."""
    total = 0.0
    for fold in range(FOLDS):
        weights = fitted([game for number, game in enumerate(games) if number % FOLDS != fold], count, ridge)
        for differs, result in games[fold::FOLDS]:
            chance = chance_of(weights, differs)
            total -= result * log(chance) + (1 - result) * log(1 - chance)
    return total / len(games)


def table_text(names: Names, weights: list[float], chance: float, origin: str) -> str:
    """The table as a file: hundredths of a game won, near an even game."""
    lines = [f"# {origin}", "# What a piece is worth to its player at the beginning, in hundredths of a game won."]
    lines += ["", f"chance = {chance}  # the weight of chance", "", "[starter]"]
    lines += [f'"{sign}" = {25 * weights[names.starter[sign]]:.2f}' for sign in names.characters]
    lines += ["", "[hidden]  # from the own line to the exits"]
    for sign in names.signs:
        lines.append(f'"{sign}" = [{", ".join(f"{25 * weights[number]:.2f}" for number in names.hidden[sign])}]')
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description="a table for the setup out of games")
    parser.add_argument("file", type=Path)
    parser.add_argument("--scenario", default="base")
    parser.add_argument("--ridge", type=float, default=10.0)
    parser.add_argument("--chance", type=float, default=5.0, help="how much chance counts, in hundredths of a game")
    parser.add_argument("--write", type=Path, help="the file of the table")
    arguments = parser.parse_args()
    names = Names(arguments.scenario)
    rows = [json.loads(line) for line in arguments.file.read_text("utf-8").splitlines()]
    rows.sort(key=lambda row: row["number"])
    games = [names.game(row) for row in rows]
    loss = log_loss(games, names.count, arguments.ridge)
    print(f"{len(games)} games; what was left out is foretold with a loss of {loss:.4f} (a coin: {log(2):.4f})")
    origin = f"Learnt from {len(games)} games (training/README.md); ridge {arguments.ridge:g}, loss {loss:.4f}."
    text = table_text(names, fitted(games, names.count, arguments.ridge), arguments.chance, origin)
    print(text)
    if arguments.write:
        arguments.write.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
