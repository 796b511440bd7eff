"""Placing the tokens of a room that was revealed (REVEAL-6, REVEAL-7): one by one, each where it looks best to its placer.

The order changes nothing but who takes a square first, so one is kept to: own characters, other characters, objects.
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

FEW: Final = 3  # squares that are tried at the better end of the row, by a look at the token alone
WORTH_A_THOUGHT: Final = 8  # placings of a character that are looked into
OF_AN_OBJECT: Final = 4  # the same of an object, which matters less
MARGIN: Final = 40.0  # what is so much worse than the best one at a look is not looked into
NOISE: Final = 1.0  # so that equal squares are not always the same


class Placer:
    """Places for anybody. `looked` counts the positions that were valued since somebody asked last."""

    def __init__(self, evaluator: BoardEvaluator) -> None:
        self.evaluator = evaluator
        self.looked = 0

    def taken(self) -> int:
        """How many positions were valued since this was asked last."""
        looked = self.looked
        self.looked = 0
        return looked

    def best(self, s: BoardState, rng: Random) -> int:
        """The choice that looks best to whoever places now, with every free square tried; of equal ones any."""
        me, best, chosen = s.decider(), 0.0, -1
        for choice in self._choices(s):
            value = self._value(s, choice, me) + NOISE * rng.random()
            if chosen < 0 or value > best:
                best, chosen = value, choice
        return chosen

    def quick(self, s: BoardState) -> int:
        """The same with a few squares only."""
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
        """Let chance turn the room up, if it has not, and everybody place what is left. The state that is given goes on."""
        while not s.over:
            if s.decider() == CHANCE and rng is not None:
                choices = legal(s)
                apply(s, choices[rng.randrange(len(choices))])
            elif s.decision() == PLACE_TOKENS:
                apply(s, self.quick(s))
            else:
                return

    def turn_actions(self, s: BoardState) -> list[TurnAction]:
        """The placings of the next token that look best, each with everything after it placed."""
        me = s.decider()
        ranked: list[tuple[float, int]] = []
        for choice in self._choices(s):
            ranked.append((-self._value(s, choice, me), choice))
        ranked.sort()
        most = WORTH_A_THOUGHT if s.setting.is_character[actions.first_of(ranked[0][1])] else OF_AN_OBJECT
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
        """Where the next token may go."""
        token = self._next(s)
        return [choice for choice in place_choices(s) if actions.first_of(choice) == token]

    def _next(self, s: BoardState) -> int:
        """The token that is placed next: the one that matters most."""
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
        """Those with the best squares by a look at the token alone, the worst one, and the gear."""
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

    def _row(self, s: BoardState, choice: int) -> list[int]:
        """How far it is to the exit from everywhere for a character that is to be placed."""
        placed = s.copy()
        placed.put(actions.first_of(choice), actions.second_of(choice))
        return self.evaluator.distances(placed, actions.first_of(choice), placed.maze)

    def _nearness(self, s: BoardState, first: int, me: int) -> list[int]:
        """For each cell of a room how much nearer the own characters are than the others', as the crow flies."""
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
    nearest = 40  # nobody is there
    for place in places:
        nearest = min(nearest, abs(place[0] - at[0]) + abs(place[1] - at[1]))
    return nearest
