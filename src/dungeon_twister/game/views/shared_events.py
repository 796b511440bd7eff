"""The parts of events that both games share, and those that are the same for every viewer."""

from __future__ import annotations

from typing import Final

from dungeon_twister.game.views.shared_parts import colour_of, colours_of
from dungeon_twister.rules.engine import events as happened
from dungeon_twister.rules.engine.rules import rules_of
from dungeon_twister.rules.engine.state import State
from dungeon_twister.rules.geometry.maze import GATE_NAMES

Fields = dict[str, object]

# kind -> its three numbers; `secret` hides the token from all but its owner
SHARED_PARTS: Final[dict[int, tuple[str, ...]]] = {
    happened.PAIR_DRAWN: ("pair",),
    happened.PLACER_DRAWN: ("player",),
    happened.STARTER_DRAWN: ("player",),
    happened.LEFT_OUT: ("secret",),
    happened.STARTERS_SHOWN: (),
    happened.TURN_BEGAN: ("player", "number"),
    happened.TURN_ENDED: ("player",),
    happened.ACTION_BEGAN: ("token", "action"),
    happened.ATTACKED: ("token", "other", "tokens"),
    happened.COMBAT_SHOWN: ("player", "card", "number"),
    happened.WOUNDED: ("token",),
    happened.ELIMINATED: ("token", "player"),
    happened.SCORED: ("player", "points"),
    happened.HEALED: ("token",),
    happened.RESIGNED: ("player",),
    happened.TIMED_OUT: ("player",),
    happened.GAME_OVER: ("winners",),
}


def add_shared(state: State, part: str, value: int, fields: Fields) -> None:
    """Add a part that is the same in both games; by default it is a number that all may know."""
    if part == "player":
        fields[part] = colour_of(state, value)
    elif part == "placer":
        if value >= 0:  # after a time-out, chance places instead of a player
            fields["player"] = colour_of(state, value)
    elif part == "action":
        fields[part] = rules_of(state.setting).table[value].verb
    elif part == "state":
        fields[part] = GATE_NAMES[value]
    elif part == "room":
        fields[part] = state.setting.scenario.rooms[value].name
    elif part == "winners":
        fields[part] = colours_of(state, value)
    else:
        fields[part] = value
