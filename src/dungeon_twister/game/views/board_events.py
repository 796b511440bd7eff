"""The parts of events in the board game, as a viewer may know them."""

from __future__ import annotations

from typing import Final

from dungeon_twister.game.record.board.square_names import COMPASS, door_owner, square_name
from dungeon_twister.game.record.shared_names import slot_name
from dungeon_twister.game.views.shared_events import SHARED_PARTS, Fields, add_shared
from dungeon_twister.rules.engine import events as happened
from dungeon_twister.rules.engine.board import events as board_happened
from dungeon_twister.rules.engine.board.alliances import SIDES
from dungeon_twister.rules.engine.board.state import BoardState, board_of
from dungeon_twister.rules.engine.state import State
from dungeon_twister.rules.visibility import knows_chosen, knows_laid, owns

# kind -> its three numbers; `secret` hides the token, `secret card` the card, from others, `face down` hides the token with
# strict memory from its owner too
BOARD_PARTS: Final[dict[int, tuple[str, ...]]] = {
    **SHARED_PARTS,
    happened.STARTER_SET: ("secret", "square"),
    happened.LAID: ("face down", "place"),
    board_happened.CARD_PLAYED: ("player", "card"),
    board_happened.CARDS_BACK: ("player",),
    happened.STEPPED: ("token", "square"),
    happened.TOOK: ("token", "other"),
    happened.DROPPED: ("token", "other"),
    board_happened.SWAPPED: ("token", "other", "tokens of one"),
    happened.STOPPED: ("token", "square"),
    happened.LEFT_MAZE: ("token", "points", "other"),
    happened.REVEALED: ("place", "room", "number"),
    happened.PLACED: ("token", "square", "placer"),
    happened.TURNED: ("token", "place", "number"),
    happened.COMBAT_CHOSEN: ("player", "secret card"),
    happened.GATE_SET: ("token", "gate", "state"),
    board_happened.FIREBALL: ("token", "side"),
    board_happened.DRANK: ("token",),
    happened.OBJECT_GONE: ("token",),
    board_happened.FELL: ("token",),
    board_happened.RAISED: ("token",),
    board_happened.LOWERED: ("place", "number"),
    board_happened.SLID: ("token", "place", "side"),
    board_happened.JOINED: ("player", "party"),
    board_happened.DOOR_DRAWN: ("line", "owner"),
}
HIDDEN_PARTS: Final = ("secret", "face down", "secret card")
_SECRETIVE: Final = frozenset(kind for kind, parts in BOARD_PARTS.items() if any(part in HIDDEN_PARTS for part in parts))


def board_alike(state: State, kind: int) -> bool:
    """Return whether such an event is the same for all viewers."""
    return kind not in _SECRETIVE


def board_fields(state: State, kind: int, values: list[int], viewer: int) -> Fields:
    """Return the fields of an event, with the names that a viewer may know."""
    fields: Fields = {}
    for part, value in zip(BOARD_PARTS[kind], values, strict=False):
        _add(board_of(state), part, value, viewer, fields)
    return fields


def _add(state: BoardState, part: str, value: int, viewer: int, fields: Fields) -> None:
    setting = state.board_setting
    if part in ("token", "other"):
        fields[part] = setting.names[value] if value >= 0 else ""
    elif part in ("secret", "face down"):
        name = setting.names[value]
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
    elif part == "pair":
        fields[part] = setting.plan.pairs[value]
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
        fields["tokens"] = [setting.names[token] for token in range(setting.tokens) if bits >> token & 1]
    else:
        add_shared(state, part, value, fields)
