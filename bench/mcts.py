"""OpenSpiel's MCTS and IS-MCTS as opponents: bots for the ladder, which look ahead on the rules of this engine.

    dungeon-twister ladder archmage bench.mcts:Mcts:seconds=0.6 bench.mcts:InformationSetMcts:seconds=0.6

They need `open_spiel` (and with it numpy). Both get views like every bot and search on a determinization: MCTS on one, IS-MCTS
on a new one for every simulation. `seconds` of processor time are for a turn, of about 16 decisions; `look` is `playout` (a
random game to the end) or `worth` (the evaluation of our own search); `explore` is the constant of UCT. Their nodes on the
ladder are simulations.
"""

from __future__ import annotations

import math
import time
from random import Random
from typing import Any

import numpy
import pyspiel
from bench.allowance import Allowance
from open_spiel.python.algorithms import ismcts, mcts

from dungeon_twister.game.determinization import determinize
from dungeon_twister.game.record.notation import Choice, to_choice
from dungeon_twister.game.views import CardView, View
from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.decisions import CHANCE
from dungeon_twister.rules.engine.game import apply, legal
from dungeon_twister.rules.engine.state import State

PLAYOUT_MOST = 4000  # choices of a playout before it counts as drawn
SCALE = 400.0  # of our evaluation, in hundredths of a victory point


class Played:
    """A state as OpenSpiel's searches ask for one."""

    def __init__(self, state: State, history: tuple[int, ...] = ()) -> None:
        self.state = state
        self.history = history

    def clone(self) -> Played:
        return Played(self.state.copy(), self.history)

    def is_terminal(self) -> bool:
        return self.state.over

    def is_chance_node(self) -> bool:
        return not self.state.over and self.state.decider() == CHANCE

    def current_player(self) -> int:
        if self.state.over:
            return int(pyspiel.PlayerId.TERMINAL)
        who = self.state.decider()
        return int(pyspiel.PlayerId.CHANCE) if who == CHANCE else who

    def legal_actions(self, player: int | None = None) -> list[int]:
        return legal(self.state)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        choices = legal(self.state)
        return [(choice, 1 / len(choices)) for choice in choices]

    def apply_action(self, action: int) -> None:
        hidden = actions.kind_of(int(action)) == actions.COMBAT
        apply(self.state, int(action))
        self.history = (*self.history, actions.COMBAT if hidden else int(action))

    def returns(self) -> list[float]:
        return outcome(self.state)

    def information_state_string(self, player: int | None = None) -> str:
        """The choices since the search began, without face-down combat cards."""
        return str(self.history)

    def get_game(self) -> Rules:
        return Rules()


class Rules:
    """What the searches want to know of a game."""

    def get_type(self) -> Any:
        return pyspiel.load_game("kuhn_poker").get_type()  # sequential, terminal rewards, imperfect information

    def max_utility(self) -> float:
        return 1.0


def outcome(s: State) -> list[float]:
    """1 for a win, -1 for a loss, between them for what is shared or not over."""
    if not s.over or not s.winners:
        return [0.0] * s.setting.players
    return [1.0 if s.winners >> player & 1 else -1.0 for player in range(s.setting.players)]


class Playouts:
    """Judges a position by a random game from there."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def evaluate(self, played: Played) -> list[float]:
        state = played.state.copy()
        for _ in range(PLAYOUT_MOST):
            if state.over:
                break
            choices = legal(state)
            apply(state, choices[self.rng.randrange(len(choices))])
        return outcome(state)

    def prior(self, played: Played) -> list[tuple[int, float]]:
        choices = legal(played.state)
        return [(choice, 1 / len(choices)) for choice in choices]


class Worths(Playouts):
    """Judges a position by our own evaluation."""

    def evaluate(self, played: Played) -> list[float]:
        from dungeon_twister.ai.search.adapters import adapter_for

        adapter = adapter_for(played.state.setting)
        return [math.tanh(adapter.value(played.state, player) / SCALE) for player in range(played.state.setting.players)]


class Searching:
    """What both bots have in common: as many simulations as fit into the time, from the rate of those before."""

    def __init__(self, seed: str, seconds: float = 0.6, look: str = "playout", explore: float = 1.4) -> None:
        self.rng = Random(seed)
        self.numbers = numpy.random.RandomState(self.rng.getrandbits(31))
        self.allowance = Allowance(seconds)
        self.judge = Worths(self.rng) if look == "worth" else Playouts(self.rng)
        self.explore = explore
        self.rate = 100.0  # simulations a second
        self.nodes = 0  # simulations in all its games

    def choose(self, view: View | CardView) -> Choice:
        if len(view.choices) == 1:
            return view.choices[0]
        simulations = max(2, int(self.rate * self.allowance.share(view.turn)))
        start = time.process_time()
        state = determinize(view, self.rng)
        action = int(self.step(view, Played(state), simulations))
        taken = time.process_time() - start
        self.allowance.take(taken)
        self.nodes += simulations
        self.rate = 0.7 * self.rate + 0.3 * simulations / max(1e-6, taken)
        choice = to_choice(state, action, state.decider())
        return choice if choice in view.choices else self.rng.choice(view.choices)

    def step(self, view: View | CardView, root: Played, simulations: int) -> int:
        raise NotImplementedError


class Mcts(Searching):
    """Vanilla UCT on one guess of what is hidden."""

    name = "openspiel-mcts"

    def step(self, view: View | CardView, root: Played, simulations: int) -> int:
        bot = mcts.MCTSBot(Rules(), self.explore, simulations, self.judge, random_state=self.numbers)
        return int(bot.step(root))


class InformationSetMcts(Searching):
    """IS-MCTS: every simulation guesses anew what is hidden."""

    name = "openspiel-ismcts"

    def step(self, view: View | CardView, root: Played, simulations: int) -> int:
        bot = ismcts.ISMCTSBot(
            Rules(),
            self.judge,
            self.explore,
            simulations,
            random_state=self.numbers,
            allow_inconsistent_action_sets=True,
        )
        setting = root.state.setting
        bot.set_resampler(lambda state, player: Played(determinize(view, self.rng, setting)))
        return int(bot.step(root))
