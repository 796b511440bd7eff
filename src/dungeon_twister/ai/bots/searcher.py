"""The bot `search`: it looks ahead with the search core, within the limits of its profile. The levels are profiles of it."""

from __future__ import annotations

import gc
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields, replace
from functools import lru_cache
from random import Random
from typing import Any, Final, Protocol

from dungeon_twister.ai.bots.following import PlanningBot
from dungeon_twister.ai.bots.plans import written
from dungeon_twister.ai.search.board.adapter import BoardAdapter
from dungeon_twister.ai.search.board.weights import TUNABLE, Weights
from dungeon_twister.ai.search.card.adapter import CardAdapter
from dungeon_twister.ai.search.game_adapter import GameAdapter
from dungeon_twister.ai.search.profile import Profile
from dungeon_twister.ai.search.turn_search import TurnSearch
from dungeon_twister.compiled import running as is_compiled
from dungeon_twister.game.determinization import determinize, for_search
from dungeon_twister.game.record.notation import Choice
from dungeon_twister.game.views import CardView, View
from dungeon_twister.rules.engine.board.options import TIMER_DEFAULT
from dungeon_twister.rules.engine.board.setting import board_setting_of
from dungeon_twister.rules.engine.by_edition import ByEdition
from dungeon_twister.rules.engine.card.setting import card_setting_of
from dungeon_twister.rules.engine.setting import Setting
from dungeon_twister.rules.engine.state import State

ADAPTERS: Final = 6  # number of cached adapters, one for each setting and weights
SURELY: Final = {True: 6000, False: 600}  # positions per second of a slow machine, compiled or not
LATER: Final = 5  # a decision gets at least this part of a turn's budget; half of it once the turn has cost twice the budget
TRIES: Final = 3  # determinizations to try before the bot reports that it found no choice


class Thinking(Protocol):
    """The part of `TurnSearch` that a bot needs."""

    nodes: int

    def think(self, s: State, nodes: int = 0) -> tuple[int, ...]: ...


class SearchBot(PlanningBot):
    """Plays either game, setup included. `weights` are numbers of the board game's evaluation that differ from the usual."""

    name = "search"

    def __init__(
        self, seed: str, profile: Profile | None = None, name: str = "search", weights: Mapping[str, float] | None = None
    ) -> None:
        super().__init__()
        self.name = name
        self.profile = profile or Profile()
        self.weights = dict(weights or {})
        self._rng = Random(seed)
        self.nodes = 0  # positions evaluated in all its games
        self._turn = 0  # the turn of the last decision
        self._spent = 0  # positions evaluated in that turn

    @classmethod
    def from_parameters(
        cls,
        seed: str,
        parameters: Mapping[str, str],
        profile: Profile | None = None,
        name: str = "search",
        weights: Mapping[str, float] | None = None,
    ) -> SearchBot:
        """Make a bot with some fields of the profile and some weights changed, as in `search:width=8,danger=0.5`.

        Raise ValueError with a sentence if one of them is wrong.
        """
        profile = profile or Profile()
        measures = {field.name: getattr(profile, field.name) for field in fields(Profile)}
        changed: dict[str, Any] = {key: _read(key, parameters[key], measures[key]) for key in parameters if key in measures}
        changed_weights = {key: float(_read(key, text, 0.0)) for key, text in parameters.items() if key not in measures}
        _check_weights(changed_weights, measures)
        return cls(seed, replace(profile, **changed), name, {**(weights or {}), **changed_weights})

    def think(self, view: View | CardView) -> list[Choice]:
        """Return a plan that begins with one of the view's choices."""
        searched = for_search(view)
        for _ in range(TRIES):
            state = determinize(searched, self._rng)
            search = new_search(state.setting, self.profile, self.weights, self._rng)
            with nothing_collected():
                path = search.think(state, self._allowance(view))
            self.nodes += search.nodes
            self._spent += search.nodes
            plan = written(state, path, state.decider())
            if plan and plan[0] in view.choices:
                return plan
        raise ValueError(f"the bot {self.name} has found none of {len(view.choices)} choices")

    def _allowance(self, view: View | CardView) -> int:
        """Return how many positions the next decision may evaluate.

        It is the rest of the turn's budget, but always enough for a good look, so a turn with three combats hardly takes longer
        than one without. With a timer, it is also limited to what a slow machine manages in time. With several opponents a
        position takes longer, so fewer are evaluated.
        """
        if view.turn != self._turn:
            self._turn, self._spent = view.turn, 0
        total = max(1, 2 * self.profile.total // len(view.players))
        left = max(total - self._spent, total // (LATER * max(1, self._spent // total)))
        limit = shortest_limit(view.options)
        return min(left, limit * SURELY[is_compiled()]) if limit else left


def shortest_limit(options: Mapping[str, str]) -> int:
    """Return the shortest time in seconds that a game's timer gives for a decision (OPT-1), or 0 without a timer."""
    timer = options.get("timer", "off")
    if timer == "off":
        return 0
    return min(int(part) for part in (TIMER_DEFAULT if timer == "on" else timer).split("/"))


@contextmanager
def nothing_collected() -> Iterator[None]:
    """Suspend the garbage collector.

    A search makes and drops tens of thousands of positions without reference cycles; looking for cycles among them took a third
    of its time.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def new_search(setting: Setting, profile: Profile, weights: Mapping[str, float], rng: Random) -> Thinking:
    """Make a search for one decision. The process, not the bot, keeps its caches."""
    changes = tuple((name, number) for name, number in sorted(weights.items()) if number != TUNABLE[name][0])
    return TurnSearch(adapter_for(setting, changes), profile, rng)


@lru_cache(maxsize=ADAPTERS)
def adapter_for(setting: Setting, weights: tuple[tuple[str, float], ...] = ()) -> GameAdapter:
    """Return the adapter of a setting, which all bots of the process share: its maze caches take tens of megabytes."""
    return _ADAPTERS.of_setting(setting)(setting, weights)


def _board_adapter(setting: Setting, weights: tuple[tuple[str, float], ...]) -> GameAdapter:
    return BoardAdapter(board_setting_of(setting), Weights.with_changes(dict(weights)))


def _card_adapter(setting: Setting, weights: tuple[tuple[str, float], ...]) -> GameAdapter:
    """Ignore the weights: the evaluation of the Card Game has none to set."""
    return CardAdapter(card_setting_of(setting))


_ADAPTERS: Final = ByEdition(_board_adapter, _card_adapter)


def _check_weights(weights: Mapping[str, float], measures: Mapping[str, object]) -> None:
    if not weights:
        return
    for key in weights:
        if key not in TUNABLE:
            raise ValueError(f"it has no parameter {key!r} (it has {', '.join(sorted([*measures, *TUNABLE]))})")
    Weights.with_changes(dict(weights))


def _read(key: str, text: str, like: object) -> int | float:
    """Parse a value of the type of the one it replaces."""
    try:
        return int(text) if isinstance(like, int) else float(text)
    except ValueError:
        kind = "a whole number" if isinstance(like, int) else "a number"
        raise ValueError(f"{key} is {kind}, not {text!r}") from None
