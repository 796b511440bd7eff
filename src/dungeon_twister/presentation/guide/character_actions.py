"""Actions other than walking, with price and consequences; each is tried on a copy of the state.

Results must not reveal hidden information. Names are those that the viewer knows before the action, and a shield that only the
shot would reveal (OPT-13) is removed from the copy.
"""

from __future__ import annotations

from dungeon_twister.game.record.notation import Choice, choice_text, to_choice
from dungeon_twister.presentation.guide.editions import guide_of
from dungeon_twister.presentation.guide.fights import foresee
from dungeon_twister.presentation.guide.guide_shapes import Option
from dungeon_twister.presentation.guide.outcomes import named, scored
from dungeon_twister.presentation.guide.routes import with_plenty
from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.choice_kinds import FIGHTS, SHOOTS
from dungeon_twister.rules.engine.events import ELIMINATED, WOUNDED
from dungeon_twister.rules.engine.game import apply
from dungeon_twister.rules.engine.rules import rules_of
from dungeon_twister.rules.engine.state import State
from dungeon_twister.rules.visibility import has_secrets


def written(state: State, found: list[int], viewer: int) -> list[Choice]:
    """Return choices with the names the viewer knows. Sort them by text where the engine's order could reveal something."""
    choices = [to_choice(state, action, viewer) for action in found]
    return sorted(choices, key=choice_text) if has_secrets(state) else choices


def options_of(state: State, found: list[int], viewer: int) -> list[Option]:
    """Return the actions of one character with their foreseeable consequences."""
    options = [_option(state, action, viewer) for action in found]
    return sorted(options, key=lambda option: choice_text(option.choice)) if has_secrets(state) else options


def _option(state: State, action: int, viewer: int) -> Option:
    kind = rules_of(state.setting).table[actions.kind_of(action)]
    probe = with_plenty(state)
    probe.events = []
    points, jumps = probe.ap, probe.jumps[state.active]
    if kind.traits & SHOOTS:
        guide_of(probe).forget_hidden(probe, viewer)
    apply(probe, action)
    lost = named(state, probe, (ELIMINATED, WOUNDED), viewer)
    return Option(
        choice=to_choice(state, action, viewer),
        cost=points - probe.ap,
        jump=probe.jumps[state.active] < jumps,
        points=scored(probe),
        fight=foresee(probe, viewer) if kind.traits & FIGHTS else None,
        lost=lost,
        vain=kind.number == actions.FIRE and not lost,
    )
