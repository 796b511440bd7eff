"""What happened, as a viewer may know it, in both games."""

from __future__ import annotations

from typing import Final

from dungeon_twister.engine import events as happened
from dungeon_twister.engine.board import events as board_happened
from dungeon_twister.engine.board.alliances import SIDES
from dungeon_twister.engine.board.state import BoardState
from dungeon_twister.engine.card.state import CardState
from dungeon_twister.engine.editions import EVENTS
from dungeon_twister.engine.state import State
from dungeon_twister.geometry.maze import GATE_NAMES
from dungeon_twister.knowledge import knows_chosen, knows_laid, owns
from dungeon_twister.observe.card_events import card_fields
from dungeon_twister.observe.shapes import EventView
from dungeon_twister.observe.shared import colour_of, colours_of
from dungeon_twister.record.board.notation import COMPASS, GRAMMAR, door_owner, square_name
from dungeon_twister.record.grammar import slot_name

# of the board game: kind -> what its three numbers are; `secret` hides the token, `secret card` the card, from others,
# `face down` the token with strict memory from its owner too
EVENT_PARTS: Final[dict[int, tuple[str, ...]]] = {
    happened.PAIR_DRAWN: ("pair",),
    happened.PLACER_DRAWN: ("player",),
    happened.STARTER_DRAWN: ("player",),
    happened.LEFT_OUT: ("secret",),
    happened.STARTER_SET: ("secret", "square"),
    happened.LAID: ("face down", "place"),
    happened.STARTERS_SHOWN: (),
    board_happened.CARD_PLAYED: ("player", "card"),
    board_happened.CARDS_BACK: ("player",),
    happened.TURN_BEGAN: ("player", "number"),
    happened.TURN_ENDED: ("player",),
    happened.ACTION_BEGAN: ("token", "action"),
    happened.STEPPED: ("token", "square"),
    happened.TOOK: ("token", "other"),
    happened.DROPPED: ("token", "other"),
    board_happened.SWAPPED: ("token", "other", "tokens of one"),
    happened.STOPPED: ("token", "square"),
    happened.LEFT_MAZE: ("token", "points", "other"),
    happened.REVEALED: ("place", "room", "number"),
    happened.PLACED: ("token", "square"),
    happened.TURNED: ("token", "place", "number"),
    happened.ATTACKED: ("token", "other", "tokens"),
    happened.COMBAT_CHOSEN: ("player", "secret card"),
    happened.COMBAT_SHOWN: ("player", "card", "number"),
    happened.WOUNDED: ("token",),
    happened.ELIMINATED: ("token", "player"),
    happened.SCORED: ("player", "points"),
    happened.GATE_SET: ("token", "gate", "state"),
    happened.HEALED: ("token",),
    board_happened.FIREBALL: ("token", "side"),
    board_happened.DRANK: ("token",),
    happened.OBJECT_GONE: ("token",),
    happened.RESIGNED: ("player",),
    happened.TIMED_OUT: ("player",),
    happened.GAME_OVER: ("winners",),
    board_happened.FELL: ("token",),
    board_happened.RAISED: ("token",),
    board_happened.LOWERED: ("place", "number"),
    board_happened.SLID: ("token", "place", "side"),
    board_happened.JOINED: ("player", "party"),
    board_happened.DOOR_DRAWN: ("line", "owner"),
}


def observe_event(state: State, event: tuple[int, int, int, int], viewer: int) -> EventView:
    """An event as a viewer may know it; the state is the one right after the choice that caused it."""
    kind, *values = event
    fields: dict[str, object] = {}
    if isinstance(state, BoardState):
        for part, value in zip(EVENT_PARTS[kind], values, strict=False):
            _board_part(state, part, value, viewer, fields)
    else:
        assert isinstance(state, CardState)
        fields = card_fields(state, kind, values, viewer)
    return EventView(EVENTS[kind], **fields)  # type: ignore[arg-type]


def _board_part(state: BoardState, part: str, value: int, viewer: int, fields: dict[str, object]) -> None:
    setting = state.board_setting
    if part in ("token", "other"):
        fields[part] = setting.name(value) if value >= 0 else ""
    elif part in ("secret", "face down"):
        name = setting.name(value)
        known = knows_laid(state, setting.owner[value], viewer) if part == "face down" else owns(state, value, viewer)
        fields["token"] = name if known else name[0] + "?"
    elif part == "secret card":
        fields["card"] = value if knows_chosen(state, setting.colours.index(str(fields["player"])), viewer) else -1
    elif part == "square":
        fields[part] = square_name(state, value)
    elif part == "place":
        fields[part] = slot_name(value)
    elif part == "gate":
        fields["place"] = slot_name(value // setting.plan.most_gates)
    elif part == "room":
        fields[part] = setting.plan.rooms[value].name
    elif part == "pair":
        fields[part] = setting.plan.pairs[value]
    elif part == "player":
        fields[part] = colour_of(state, value)
    elif part == "action":
        fields[part] = GRAMMAR.verb(value)
    elif part == "state":
        fields[part] = GATE_NAMES[value]
    elif part == "side":
        fields[part] = COMPASS[value]
    elif part == "party":
        fields["side"] = SIDES[value]
    elif part == "line":
        fields[part] = setting.layout.lines[value].name
    elif part == "owner":
        fields["player"] = door_owner(setting, value)
    elif part in ("tokens", "tokens of one"):
        bits = value if part == "tokens" else 1 << value
        fields["tokens"] = [setting.name(token) for token in range(setting.tokens) if bits >> token & 1]
    elif part == "winners":
        fields[part] = colours_of(state, value)
    else:
        fields[part] = value
