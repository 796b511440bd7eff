"""The start position of a game of an environment, as given by `reset(options=...)`."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from typing import Final

from dungeon_twister.game.record.position import read_position
from dungeon_twister.rules.engine.setting import Setting
from dungeon_twister.rules.engine.state import State

POSITION: Final = "position"


def start_state(setting: Setting, options: Mapping[str, object] | None, lenient: bool = False) -> State | None:
    """Return the state to start from, or None for the start of the scenario.

    Raise ValueError for a position that cannot be read, one of another scenario or with other options, and an unknown option.
    With `lenient` an unknown option only causes a warning.
    """
    given = dict(options or {})
    text = given.pop(POSITION, None)
    if given:
        message = f"there is no option {', '.join(map(repr, given))} of reset (there is {POSITION!r})"
        if not lenient:
            raise ValueError(message)
        warnings.warn(message, stacklevel=3)
    if text is None:
        return None
    if not isinstance(text, str):
        raise TypeError(f"a position is a text, as `game.position()` gives it, not {text!r}")
    state = read_position(text)
    if state.setting != setting:
        raise ValueError(
            f"the position is of {_setting_text(state.setting)}, and this environment plays {_setting_text(setting)}: "
            "make one with the scenario and the options of the position"
        )
    return state


def _setting_text(setting: Setting) -> str:
    options = ", ".join(f"{name}={value}" for name, value in sorted(setting.options.given.items()))
    return f"{setting.scenario.name} ({options})" if options else setting.scenario.name
