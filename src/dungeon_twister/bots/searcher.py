"""The bot `search`: it looks ahead with the search core, as far as its profile says. The levels are profiles of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from random import Random
from typing import Any, Final, Protocol

from dungeon_twister.bots.following import PlanningBot
from dungeon_twister.bots.plans import written
from dungeon_twister.engine.setting import Setting
from dungeon_twister.engine.state import State
from dungeon_twister.imagine import imagine
from dungeon_twister.observe import CardView, View
from dungeon_twister.record.notation import Choice
from dungeon_twister.search.profile import Profile

TRIES: Final = 3  # guesses at what is hidden before a bot admits that it has found nothing to choose
YES_OR_NO: Final = {"yes": True, "true": True, "1": True, "no": False, "false": False, "0": False}


class Thinking(Protocol):
    """What a bot needs of a `Mind`."""

    nodes: int

    def think(self, s: State) -> tuple[int, ...]: ...


class SearchBot(PlanningBot):
    """Plays either game, setup included."""

    name = "search"

    def __init__(self, seed: str, profile: Profile | None = None, name: str = "search") -> None:
        super().__init__()
        self.name = name
        self.profile = profile or Profile()
        self._rng = Random(seed)
        self._minds: dict[Setting, Thinking] = {}

    @classmethod
    def from_parameters(cls, seed: str, parameters: Mapping[str, str]) -> SearchBot:
        """With these fields of the profile changed, as in `search:width=8,replies=0`."""
        return cls(seed, adjusted(Profile(), parameters))

    @property
    def nodes(self) -> int:
        """The positions that it has valued in all its games."""
        return sum(mind.nodes for mind in self._minds.values())

    def think(self, view: View | CardView) -> list[Choice]:
        """A plan that begins with one of the view's choices. Clocks are the server's business: a choice made in time is the
        same with and without one, and games that differ in nothing else share what was worked out for them."""
        untimed = replace(view, options={name: value for name, value in view.options.items() if name != "timer"})
        for _ in range(TRIES):
            state = imagine(untimed, self._rng)
            plan = written(state, self._mind(state.setting).think(state), state.decider())
            if plan and plan[0] in view.choices:
                return plan
        raise ValueError(f"the bot {self.name} has found none of {len(view.choices)} choices")

    def _mind(self, setting: Setting) -> Thinking:
        if setting not in self._minds:
            self._minds[setting] = new_mind(setting, self.profile, self._rng)
        return self._minds[setting]


def new_mind(setting: Setting, profile: Profile, rng: Random) -> Thinking:
    """A mind for games of one setting."""
    from dungeon_twister.search.board.craft import BoardCraft
    from dungeon_twister.search.card.craft import CardCraft
    from dungeon_twister.search.mind import Mind

    if setting.scenario.game == "card":
        return Mind(CardCraft(setting), profile, rng)
    return Mind(BoardCraft(setting), profile, rng)


def adjusted(profile: Profile, parameters: Mapping[str, str]) -> Profile:
    """The profile with these fields changed; a ValueError says in a sentence what is wrong with one of them."""
    known = {field.name: getattr(profile, field.name) for field in fields(Profile)}
    for key in parameters:
        if key not in known:
            raise ValueError(f"it has no parameter {key!r} (it has {', '.join(sorted(known))})")
    changed: dict[str, Any] = {key: _read(key, text, known[key]) for key, text in parameters.items()}
    return replace(profile, **changed)


def _read(key: str, text: str, like: object) -> bool | int | float:
    """A value of the same kind as the one it takes the place of."""
    try:
        if isinstance(like, bool):
            return YES_OR_NO[text.lower()]
        return int(text) if isinstance(like, int) else float(text)
    except (KeyError, ValueError):
        kind = "yes or no" if isinstance(like, bool) else "a whole number" if isinstance(like, int) else "a number"
        raise ValueError(f"{key} is {kind}, not {text!r}") from None
