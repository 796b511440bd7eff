"""Make samples for the board game's evaluation from the games of `evaluation_games.py`.

    python -m training.evaluation_samples games.jsonl samples.npz --jobs 2 [--games 5000]

Every end of a turn is a sample of who wins: its features, its value without the learned corrections, and the result, all for
the player who has just moved. Every plan that the judge compared is a sample of which plan is better: the same at the end of
the plan, and the value of the plan after the replies.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import islice
from pathlib import Path
from typing import Any, Final

import numpy as np
from training.evaluation_games import QUICK

from dungeon_twister.ai.search.board.evaluation import BoardEvaluator
from dungeon_twister.ai.search.board.learned import (
    ABLE_KNOTS,
    ALL_CARDS,
    MOST_JUMPS,
    MOST_LACKING,
    OUT_OF_REACH,
    RACE_KNOTS,
    WOUNDED_KNOTS,
    parts,
)
from dungeon_twister.ai.search.board.weights import Weights
from dungeon_twister.rules.engine.board.decisions import CHOOSE_CARD
from dungeon_twister.rules.engine.board.setting import ACTION_CARDS, BoardSetting, board_setting_of
from dungeon_twister.rules.engine.board.state import BoardState, board_of
from dungeon_twister.rules.engine.game import apply, legal, new_setting, start
from dungeon_twister.rules.engine.setting import COMBAT_CARDS
from dungeon_twister.rules.engine.state import UNDER, WOUNDED

Features = dict[str, float]
PARTS: Final = {  # parts of the hand-made evaluation, with the weights without which they count nothing
    "danger": ("danger",),
    "chance": ("chance",),
    "lying": ("lying",),
    "winning": ("winning", "nearly"),
}
BLOCK: Final = 50  # games of one task
TURNS: Final = 10_000  # more than a game has: the number of a judged turn is that of the game, times this, and the turn


def feature_names(setting: BoardSetting) -> list[str]:
    """Return the names of all features, in the order of the columns."""
    characters = [piece.sign for piece in setting.pieces if piece.character]
    objects = [piece.sign for piece in setting.pieces if not piece.character]
    names = [f"able {sign} {knot}" for sign in characters for knot in range(len(ABLE_KNOTS))]
    names += [f"wounded {sign} {knot}" for sign in characters for knot in range(len(WOUNDED_KNOTS))]
    names += [f"carried {sign}{item}" for sign in characters for item in objects]
    names += [f"hidden {sign}" for sign in characters]
    names += [f"jumps {number}" for number in range(MOST_JUMPS + 1)]
    names += [f"combat {card}" for card in sorted(set(COMBAT_CARDS))]
    for turn in ("waiting", "next"):
        names += [f"{turn} cards {card}" for card in ACTION_CARDS]
        names += [f"{turn} lacking {number}" for number in range(MOST_LACKING + 1)]
        names += [f"{turn} race {knot}" for knot in range(len(RACE_KNOTS) + 1)]
    return [*names, *(f"part {name}" for name in PARTS), *(f"player {name}" for name in QUICK)]


class Sampler:
    """Makes the samples of one setting."""

    def __init__(self, setting: BoardSetting) -> None:
        self.setting = setting
        self.names = feature_names(setting)
        self.column = {name: number for number, name in enumerate(self.names)}
        self.signs = [piece.sign for piece in setting.pieces] * setting.players
        self.evaluator = BoardEvaluator(setting, Weights.with_changes({"learned": 0.0}))
        self.without = {
            name: BoardEvaluator(setting, Weights.with_changes({"learned": 0.0, **dict.fromkeys(weights, 0.0)}))
            for name, weights in PARTS.items()
        }

    def row(self, s: BoardState, me: int) -> tuple[float, list[float]]:
        """Return the value of a position without corrections, and its features: the player's less the opponent's."""
        value = self.evaluator.value(s, me)
        row = [0.0] * len(self.names)
        for name, evaluator in self.without.items():
            row[self.column[f"part {name}"]] = value - evaluator.value(s, me)
        following = self.evaluator.next_of(s)
        for player, sign in ((me, 1.0), (1 - me, -1.0)):
            for name, number in self.of_player(s, player, player == following).items():
                row[self.column[name]] += sign * number
        return value, row

    def of_player(self, s: BoardState, player: int, is_next: bool) -> Features:
        """Return the features of one player."""
        found: Features = {}
        turn = "next" if is_next else "waiting"
        for token in self.setting.characters_of[player]:
            square = s.loc[token]
            if 0 <= square < UNDER:
                self._add_unit(s, token, found)
            elif square >= UNDER:
                _add(found, f"hidden {self.signs[token]}")
        _add(found, f"jumps {min(s.jumps[player], MOST_JUMPS)}")
        for card in sorted(set(COMBAT_CARDS)):
            _add(found, f"combat {card}", s.combat_hand[player] >> 2 * card & 3)
        for card in ACTION_CARDS:
            _add(found, f"{turn} cards {card}", (s.action_hand[player] or ALL_CARDS) >> card & 1)
        lacking = self.setting.target - s.vp[player]
        _add(found, f"{turn} lacking {min(lacking, MOST_LACKING)}")
        points = self.evaluator.missing_points(s, player)
        if points == OUT_OF_REACH:
            _add(found, f"{turn} race {len(RACE_KNOTS)}")
        else:
            for knot, part in parts(RACE_KNOTS, points):
                _add(found, f"{turn} race {knot}", part)
        return found

    def _add_unit(self, s: BoardState, token: int, found: Features) -> None:
        down = s.status[token] & WOUNDED != 0
        item = s.item[s.loc[token]]
        sign = self.signs[token]
        if item >= 0 and not down:
            _add(found, f"carried {sign}{self.signs[item]}")
        distance = self.evaluator.distances(s, token, s.maze)[s.loc[token]]
        kind, knots = ("wounded", WOUNDED_KNOTS) if down else ("able", ABLE_KNOTS)
        for knot, part in parts(knots, int(distance) / (2 * int(self.setting.movement[token]))):
            _add(found, f"{kind} {sign} {knot}", part)


def _add(found: Features, name: str, number: float = 1.0) -> None:
    found[name] = found.get(name, 0.0) + number


# -- games -----------------------------------------------------------------------------------------------------------------


def samples_of(lines: list[str]) -> dict[str, Any]:
    """Return the samples of games as arrays. `game` and `root` number the game and the judged turn of a row."""
    columns: dict[str, list[Any]] = {name: [] for name in ("x", "value", "won", "game", "px", "pvalue", "ptarget", "root")}
    sampler: Sampler | None = None
    for line in lines:
        row = json.loads(line)
        if sampler is None:
            sampler = Sampler(board_setting_of(new_setting(row["scenario"], row["options"])))
        _add_game(sampler, row, columns)
    whole = ("game", "root")
    return {name: np.array(rows, dtype=np.int64 if name in whole else np.float32) for name, rows in columns.items()}


def _add_game(sampler: Sampler, row: dict[str, Any], columns: dict[str, list[Any]]) -> None:
    s = board_of(start(sampler.setting))
    judged = dict(row["judged"])
    turn = 1  # nobody has moved at the beginning of the first turn
    for number, choice in enumerate(row["choices"]):
        if number in judged:
            root = row["number"] * TURNS + s.turn
            for value, target, features in _compared(sampler, s, judged[number]):
                columns["px"].append(features)
                columns["pvalue"].append(value)
                columns["ptarget"].append(target)
                columns["root"].append(root)
        apply(s, choice)
        if s.turn > turn and s.decision() == CHOOSE_CARD and not s.over and not s.reached:
            turn = s.turn
            me = 1 - s.active
            value, features = sampler.row(s, me)
            for player, sign in ((me, 1.0), (1 - me, -1.0)):  # a better player wins more often from the same position
                features[sampler.column[f"player {row['profiles'][player]}"]] += sign
            columns["x"].append(features)
            columns["value"].append(value)
            columns["won"].append((me in row["won"]) / max(1, len(row["won"])))
            columns["game"].append(row["number"])


def _compared(sampler: Sampler, s: BoardState, plans: list[list[Any]]) -> Iterator[tuple[float, float, list[float]]]:
    """Yield the value, the value after the replies and the features for the plans that end without a risk."""
    me = s.decider()
    for target, risk, *path in plans:
        if risk >= 0:
            continue
        state = s.copy()
        cost = 0.0
        for choice in path:
            if choice not in legal(state):
                break
            chooses = state.decision() == CHOOSE_CARD
            apply(state, choice)
            cost += sampler.evaluator.weights.point * state.ap if chooses else 0.0
        else:
            if not state.over and not state.reached:
                value, features = sampler.row(state, me)
                yield value, target + cost, features


def main() -> None:
    parser = argparse.ArgumentParser(description="samples for the evaluation of the board game")
    parser.add_argument("file", type=Path)
    parser.add_argument("samples", type=Path)
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--jobs", type=int, default=1)
    arguments = parser.parse_args()
    try:
        lines = [line for line in islice(arguments.file.open(encoding="utf-8"), arguments.games) if line.endswith("}\n")]
        settings = {new_setting(row["scenario"], row["options"]) for row in map(json.loads, lines)}
    except (OSError, ValueError, KeyError, TypeError) as error:
        parser.error(f"{arguments.file} has no games of evaluation_games ({type(error).__name__}: {error})")
    if len(settings) != 1:
        parser.error(f"{arguments.file} has games of {len(settings)} settings; samples are made of one")
    setting = settings.pop()
    if not isinstance(setting, BoardSetting) or setting.players != 2:
        parser.error(f"the corrections are for the board game with two players, not for {setting.scenario.name}")
    blocks = [lines[first : first + BLOCK] for first in range(0, len(lines), BLOCK)]
    found: list[dict[str, Any]] = []
    with ProcessPoolExecutor(max_workers=arguments.jobs) as pool:
        for done in pool.map(samples_of, blocks):
            found.append(done)
            print(f"{len(found)} of {len(blocks)} blocks", end="\r", file=sys.stderr, flush=True)
    names = feature_names(setting)
    columns = {name: np.concatenate([part[name] for part in found if len(part[name])]) for name in found[0]}
    np.savez(arguments.samples, names=np.array(names), **columns)
    print(f"{len(lines)} games, {len(columns['value'])} ends of turns, {len(columns['pvalue'])} plans", file=sys.stderr)


if __name__ == "__main__":
    main()
