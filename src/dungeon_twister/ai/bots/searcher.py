"""The bot `search`: it looks ahead with the search core, as far as its profile says. The levels are profiles of it."""

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

ADAPTERS: Final = 6  # settings of which everything that was worked out is kept
SURELY: Final = {True: 6000, False: 600}  # positions a second that a slow machine looks at, compiled or not
LATER: Final = 5  # a decision gets at least this part of what a turn may cost; half as much once the turn has cost twice that
TRIES: Final = 3  # guesses at what is hidden before a bot admits that it has found nothing to choose


class Thinking(Protocol):
    """What a bot needs of a `TurnSearch`."""

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
        self.nodes = 0  # positions that it has looked at in all its games
        self._turn = 0  # the turn it thought about last,
        self._spent = 0  # and the positions it has looked at in it

    @classmethod
    def from_parameters(
        cls, seed: str, parameters: Mapping[str, str], profile: Profile | None = None, name: str = "search"
    ) -> SearchBot:
        """With these fields of the profile and weights changed, as in `search:width=8,danger=0.5`; a ValueError says in a
        sentence what is wrong with one of them."""
        profile = profile or Profile()
        measures = {field.name: getattr(profile, field.name) for field in fields(Profile)}
        changed: dict[str, Any] = {key: _read(key, parameters[key], measures[key]) for key in parameters if key in measures}
        weights = {key: float(_read(key, text, 0.0)) for key, text in parameters.items() if key not in measures}
        _check_weights(weights, measures)
        return cls(seed, replace(profile, **changed), name, weights)

    def think(self, view: View | CardView) -> list[Choice]:
        """A plan that begins with one of the view's choices."""
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
        """How many positions the next decision may look at: what is left of the turn, and enough for a good look in any case,
        so that a turn with three combats takes hardly longer than one without; against a clock what surely fits its limits.
        With several opponents a position takes longer, so fewer are looked at."""
        if view.turn != self._turn:
            self._turn, self._spent = view.turn, 0
        total = max(1, 2 * self.profile.total // len(view.players))
        left = max(total - self._spent, total // (LATER * max(1, self._spent // total)))
        limit = shortest_limit(view.options)
        return min(left, limit * SURELY[is_compiled()]) if limit else left


def shortest_limit(options: Mapping[str, str]) -> int:
    """The least seconds that a game's timer gives for a decision (OPT-1); 0 if it has none."""
    timer = options.get("timer", "off")
    if timer == "off":
        return 0
    return min(int(part) for part in (TIMER_DEFAULT if timer == "on" else timer).split("/"))


@contextmanager
def nothing_collected() -> Iterator[None]:
    """A search makes and drops tens of thousands of positions, none of them in a circle; looking for circles among them took
    a third of its time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def new_search(setting: Setting, profile: Profile, weights: Mapping[str, float], rng: Random) -> Thinking:
    """A search for one decision: what lasts longer is kept by the process, not by the bot."""
    return TurnSearch(adapter_for(setting, tuple(sorted(weights.items()))), profile, rng)


@lru_cache(maxsize=ADAPTERS)
def adapter_for(setting: Setting, weights: tuple[tuple[str, float], ...] = ()) -> GameAdapter:
    """What is known of a setting, its mazes above all: tens of megabytes, which all bots of a process share."""
    return _ADAPTERS.of_setting(setting)(setting, weights)


def _board_adapter(setting: Setting, weights: tuple[tuple[str, float], ...]) -> GameAdapter:
    return BoardAdapter(board_setting_of(setting), Weights.with_changes(dict(weights)))


def _card_adapter(setting: Setting, weights: tuple[tuple[str, float], ...]) -> GameAdapter:
    """Its evaluation has no weights to be set."""
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
    """A value of the same kind as the one it takes the place of."""
    try:
        return int(text) if isinstance(like, int) else float(text)
    except ValueError:
        kind = "a whole number" if isinstance(like, int) else "a number"
        raise ValueError(f"{key} is {kind}, not {text!r}") from None
