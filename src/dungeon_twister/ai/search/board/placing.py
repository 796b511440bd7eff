"""Placement of the tokens of a revealed room (REVEAL-6, REVEAL-7): one by one, each on the best square for its placer.

The order is fixed, as it matters only for who takes a square first: own characters, other characters, objects.
"""

from __future__ import annotations

from random import Random
from typing import Final

from dungeon_twister.ai.search.board.evaluation import BoardEvaluator
from dungeon_twister.ai.search.turn_actions import TurnAction
from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.board.reveal import place_choices, tokens_to_place
from dungeon_twister.rules.engine.board.state import BoardState
from dungeon_twister.rules.engine.decisions import CHANCE, PLACE_TOKENS
from dungeon_twister.rules.engine.game import apply, legal
from dungeon_twister.rules.engine.pieces import TREASURE
from dungeon_twister.rules.engine.state import UNDER
from dungeon_twister.rules.geometry.rooms import CELLS, GEAR
from dungeon_twister.rules.geometry.vectors import Numbers

FEW: Final = 3  # best squares to try, by a ranking of the token alone
OF_A_CHARACTER: Final = 8  # placements of a character to return
OF_AN_OBJECT: Final = 4  # the same for an object, which matters less
MARGIN: Final = 40.0  # placements that are worse than the best by more than this are left out
NOISE: Final = 1.0  # breaks ties between equal squares at random


class Placer:
    """Places tokens for any player. `looked` counts evaluated positions since the last call of `taken`."""

    def __init__(self, evaluator: BoardEvaluator) -> None:
        self.evaluator = evaluator
        self.looked = 0

    def taken(self) -> int:
        """Return the number of positions evaluated since the last call."""
        looked = self.looked
        self.looked = 0
        return looked

    def best(self, s: BoardState, rng: Random) -> int:
        """Return the best choice of the player who places, with every free square tried and ties broken at random."""
        me, best, chosen = s.decider(), 0.0, -1
        for choice in self._choices(s):
            value = self._value(s, choice, me) + NOISE * rng.random()
            if chosen < 0 or value > best:
                best, chosen = value, choice
        return chosen

    def quick(self, s: BoardState) -> int:
        """Return the best choice among a few promising squares."""
        me, best, chosen = s.decider(), 0.0, -1
        choices = self._promising(s, self._choices(s), me)
        if len(choices) == 1:
            return choices[0]
        for choice in choices:
            value = self._value(s, choice, me)
            if chosen < 0 or value > best:
                best, chosen = value, choice
        return chosen

    def rest(self, s: BoardState, rng: Random | None) -> None:
        """Let chance reveal the room, if still to do, and everybody place the rest. Changes the given state."""
        while not s.over:
            if s.decider() == CHANCE and rng is not None:
                choices = legal(s)
                apply(s, choices[rng.randrange(len(choices))])
            elif s.decision() == PLACE_TOKENS:
                apply(s, self.quick(s))
            else:
                return

    def turn_actions(self, s: BoardState) -> list[TurnAction]:
        """Return the best placements of the next token, each with everything after it placed."""
        me = s.decider()
        ranked: list[tuple[float, int]] = []
        for choice in self._choices(s):
            ranked.append((-self._value(s, choice, me), choice))
        ranked.sort()
        most = OF_A_CHARACTER if s.setting.is_character[actions.first_of(ranked[0][1])] else OF_AN_OBJECT
        found: list[TurnAction] = []
        for value, choice in ranked[:most]:
            if value > ranked[0][0] + MARGIN:
                break
            after = s.copy()
            apply(after, choice)
            self.rest(after, None)
            found.append(TurnAction((choice,), after))
        return found

    def _value(self, s: BoardState, choice: int, me: int) -> float:
        after = s.copy()
        apply(after, choice)
        self.looked += 1
        return self.evaluator.value(after, me)

    def _choices(self, s: BoardState) -> list[int]:
        """Return the choices for the next token."""
        token = self._next(s)
        return [choice for choice in place_choices(s) if actions.first_of(choice) == token]

    def _next(self, s: BoardState) -> int:
        """Return the token to place next: the most important one."""
        setting, team = s.board_setting, s.board_setting.team_of[s.decider()]
        best, chosen = -1, -1
        for token in tokens_to_place(s):
            if setting.is_character[token]:
                rank = 10 + setting.exit_vp[token] + (10 if setting.side[token] == team else 0)
            else:
                rank = 1 if setting.capabilities[token] & TREASURE else 0
            if rank > best:
                best, chosen = rank, token
        return chosen

    # -- a few squares -----------------------------------------------------------------------------------------------------

    def _promising(self, s: BoardState, choices: list[int], me: int) -> list[int]:
        """Return the choices with the best squares by a ranking of the token alone, the worst one, and the gear."""
        if len(choices) <= FEW + 2:
            return choices
        token = actions.first_of(choices[0])
        setting = s.board_setting
        ranked: list[tuple[int, int]] = []
        if setting.is_character[token]:
            row = self._row(s, choices[0])
            sign = 1 if setting.side[token] == setting.team_of[me] else -1
            for choice in choices:
                ranked.append((sign * row[actions.second_of(choice)], choice))
        else:
            near = self._nearness(s, actions.second_of(choices[0]) // CELLS * CELLS, me)
            for choice in choices:
                ranked.append((near[actions.second_of(choice) % CELLS], choice))
        ranked.sort()
        found = [choice for _, choice in ranked[:FEW]] + [ranked[-1][1]]
        for _, choice in ranked[FEW:-1]:
            if s.maze.terrain[actions.second_of(choice)] == GEAR:
                found.append(choice)
        return found

    def _row(self, s: BoardState, choice: int) -> Numbers:
        """Return the distances to the exit for a character to be placed."""
        placed = s.copy()
        placed.put(actions.first_of(choice), actions.second_of(choice))
        return self.evaluator.distances(placed, actions.first_of(choice), placed.maze)

    def _nearness(self, s: BoardState, first: int, me: int) -> list[int]:
        """Return for each cell of a room how much nearer own characters are than others, in straight lines."""
        setting, xy, maze = s.board_setting, s.board_setting.plan.xy, s.maze
        team = setting.team_of[me]
        own: list[tuple[int, int]] = []
        others: list[tuple[int, int]] = []
        for player in range(setting.players):
            for token in setting.characters_of[player]:
                if 0 <= s.loc[token] < UNDER:
                    at = xy[maze.spot(s.loc[token])]
                    if setting.team_of[player] == team:
                        own.append(at)
                    else:
                        others.append(at)
        found: list[int] = []
        for cell in range(first, first + CELLS):
            at = xy[maze.spot(cell)]
            found.append(_nearest(own, at) - _nearest(others, at))
        return found


def _nearest(places: list[tuple[int, int]], at: tuple[int, int]) -> int:
    nearest = 40  # without places
    for place in places:
        nearest = min(nearest, abs(place[0] - at[0]) + abs(place[1] - at[1]))
    return nearest
