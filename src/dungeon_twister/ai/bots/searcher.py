"""The bot `search`: it looks ahead with the search core, within the limits of its profile. The levels are profiles of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from random import Random
from typing import Any, Final, Protocol

from dungeon_twister.ai.bots.plan_choices import plan_choices
from dungeon_twister.ai.bots.planning_bot import PlanningBot
from dungeon_twister.ai.search.adapters import adapter_for, gc_paused
from dungeon_twister.ai.search.board.weights import TUNABLE, Weights
from dungeon_twister.ai.search.profile import Profile
from dungeon_twister.ai.search.turn_search import TurnSearch
from dungeon_twister.compiled import running as is_compiled
from dungeon_twister.game.determinization import determinize, for_search
from dungeon_twister.game.record.notation import Choice
from dungeon_twister.game.views import CardView, View
from dungeon_twister.rules.engine.board.options import TIMER_DEFAULT
from dungeon_twister.rules.engine.setting import Setting
from dungeon_twister.rules.engine.state import State

SAFE_SPEED: Final = {True: 6000, False: 600}  # positions per second of a slow machine, compiled or not
LATER_SHARE: Final = 5  # a decision gets at least one part in five of a turn's budget; fewer once twice the budget is spent
MOST_ATTEMPTS: Final = 3  # determinizations to try before the bot reports that it found no choice


class TurnPlanner(Protocol):
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
        for _ in range(MOST_ATTEMPTS):
            state = determinize(searched, self._rng)
            search = new_search(state.setting, self.profile, self.weights, self._rng)
            with gc_paused():
                path = search.think(state, self._allowance(view))
            self.nodes += search.nodes
            self._spent += search.nodes
            plan = plan_choices(state, path, state.decider())
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
        left = max(total - self._spent, total // (LATER_SHARE * max(1, self._spent // total)))
        limit = shortest_limit(view.options)
        return min(left, limit * SAFE_SPEED[is_compiled()]) if limit else left


def shortest_limit(options: Mapping[str, str]) -> int:
    """Return the shortest time in seconds that a game's timer gives for a decision (OPT-1), or 0 without a timer."""
    timer = options.get("timer", "off")
    if timer == "off":
        return 0
    return min(int(part) for part in (TIMER_DEFAULT if timer == "on" else timer).split("/"))


def new_search(setting: Setting, profile: Profile, weights: Mapping[str, float], rng: Random) -> TurnPlanner:
    """Make a search for one decision. The process, not the bot, keeps its caches."""
    changes = tuple((name, number) for name, number in sorted(weights.items()) if number != TUNABLE[name][0])
    return TurnSearch(adapter_for(setting, changes), profile, rng)


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
