"""The parts of events in the Card Game, as a viewer may know them (HID-1, OPT-10, OPT-12).

With secret objects the log hides what the table hides: a wounded enemy is `y?3`, an item that passes through an enemy's hands
`?`. An item that is shown has an event of its own that names it (`item-shown`).
"""

from __future__ import annotations

from typing import Final

from dungeon_twister.game.record.card.token_names import face_down_name, place_name, slot_of, spot_name, token_name
from dungeon_twister.game.views.shared_events import SHARED_PARTS, Fields, add_shared
from dungeon_twister.rules.engine import events as happened
from dungeon_twister.rules.engine.card import events as card_happened
from dungeon_twister.rules.engine.card.state import CardState, card_of
from dungeon_twister.rules.engine.state import State
from dungeon_twister.rules.geometry.zone_plan import LETTERS
from dungeon_twister.rules.visibility import has_secrets, knows_laid, owns
from dungeon_twister.rules.visibility.card import (
    knows_chosen,
    knows_facing,
    knows_passed,
    knows_removed,
    knows_rescued,
    knows_team,
)

# kind -> its three numbers
CARD_PARTS: Final[dict[int, tuple[str, ...]]] = {
    **SHARED_PARTS,
    card_happened.PICKER_DRAWN: ("player",),
    card_happened.PICKED: ("picked",),
    happened.STARTER_SET: ("secret", "column"),
    happened.LAID: ("face down", "tile"),
    card_happened.FACED: ("token", "facing"),
    card_happened.TURN_SKIPPED: ("player",),
    happened.STEPPED: ("token", "zone"),
    happened.TOOK: ("token", "item"),
    happened.DROPPED: ("token", "item"),
    card_happened.TOOK_FROM: ("token", "taken", "holder"),
    card_happened.GAVE: ("token", "item", "other"),
    card_happened.TRADED: ("token", "given", "got"),
    happened.STOPPED: ("token", "zone"),
    happened.LEFT_MAZE: ("token", "points"),
    card_happened.RESCUED: ("rescued",),
    happened.REVEALED: ("tile", "room", "number"),
    happened.PLACED: ("token", "zone", "placer"),
    happened.TURNED: ("token", "tile", "number"),
    card_happened.INVERTED: ("token", "swapped"),
    card_happened.WALLS_BROKEN: ("token", "tile"),
    happened.GATE_SET: ("token", "tile", "state"),
    card_happened.SHOT: ("token", "other", "tokens"),
    card_happened.SPEARED: ("token", "other", "tokens"),
    card_happened.RAGED: ("player", "number"),
    card_happened.NAMED: ("player", "card"),
    card_happened.HAND_SHOWN: ("player",),
    happened.COMBAT_CHOSEN: ("player", "card laid", "second laid"),
    card_happened.STOLE: ("token", "taken", "holder"),
    card_happened.LIFTED: ("token", "item", "spot"),
    card_happened.RECEIVED: ("token", "item"),
    card_happened.ITEM_SHOWN: ("shown",),
    happened.OBJECT_GONE: ("discarded",),
    card_happened.BURNED: ("token", "other"),
}

ITEM_PARTS: Final = ("item", "taken", "given", "got")
HIDDEN_PARTS: Final = (
    "secret",
    "face down",
    "picked",
    "rescued",
    "discarded",
    "shown",
    "facing",
    "swapped",
    "card laid",
    "second laid",
)
_SECRETIVE: Final = frozenset(kind for kind, parts in CARD_PARTS.items() if any(part in HIDDEN_PARTS for part in parts))


def card_alike(state: State, kind: int) -> bool:
    """Return whether such an event is the same for all viewers. After the setup without secret objects, names are."""
    return kind not in _SECRETIVE and state.shown and not has_secrets(state)


def card_fields(played: State, kind: int, values: list[int], viewer: int) -> Fields:
    """Return the fields of an event, with the names that a viewer may know."""
    state = card_of(played)
    fields: Fields = {}
    for part, value in zip(CARD_PARTS[kind], values, strict=False):
        if part in HIDDEN_PARTS:
            _add_hidden(state, part, values, viewer, fields)
        elif part in ITEM_PARTS:
            _add_item(state, part, value, values, viewer, fields)
        else:
            _add_open(state, part, value, viewer, fields)
    return fields


def _add_open(state: CardState, part: str, value: int, viewer: int, fields: Fields) -> None:
    """Add a part that all may know; only a wounded enemy may have no name."""
    if part in ("token", "other", "holder"):
        fields["token" if part == "token" else "other"] = token_name(state, value, viewer)
    elif part == "tokens":
        fighters = [token for token in range(state.setting.tokens) if value >> token & 1]
        fields[part] = sorted(token_name(state, token, viewer) for token in fighters)
    elif part == "zone":
        fields[part] = place_name(state, value)
    elif part == "spot":
        fields["zone"] = spot_name(state, value)
    elif part == "column":
        fields["zone"] = place_name(state, value)[:-1] + "?"
    elif part == "tile":
        fields["place"] = slot_of(state, value)
    elif part == "pair":
        fields[part] = state.card_setting.pairs[value]
    else:
        add_shared(state, part, value, fields)


def _add_item(state: CardState, part: str, item: int, values: list[int], viewer: int, fields: Fields) -> None:
    """Add an item that changes hands: its holders know it, the other player sees only that there is one (HID-1)."""
    hands = [values[0]]
    if part == "taken":
        hands.append(values[2])
    elif part in ("given", "got"):
        hands.append(state.carrier[values[1]])
    name = state.setting.names[item] if knows_passed(state, item, hands, viewer) else token_name(state, item, viewer)
    fields["other" if part == "got" else "item"] = name


def _add_hidden(state: CardState, part: str, values: list[int], viewer: int, fields: Fields) -> None:
    """Add a part that only some may know: face-down cards, teams, letters, combat cards, cards that left the maze hidden."""
    setting, value = state.card_setting, values[0]
    if part == "secret":
        _add_card(state, value, owns(state, value, viewer), fields)
    elif part == "face down":
        _add_card(state, value, knows_laid(state, setting.owner[value], viewer), fields)
    elif part == "picked":
        _add_card(state, value, knows_team(state, setting.owner[value], viewer), fields)
    elif part == "rescued":
        _add_card(state, value, knows_rescued(state, value, viewer), fields)
    elif part == "discarded":
        fields["item"] = setting.names[value] if knows_removed(state, value, viewer) else "?"
    elif part == "shown":
        fields["item"] = setting.names[value]
    elif part == "facing":
        fields["letter"] = LETTERS[values[1]] if knows_facing(state, value, viewer) else "?"
    elif part == "swapped":
        fields["places"] = [slot_of(state, tile) for tile in values[1:]]
    else:
        known = knows_chosen(state, value, viewer)
        number = values[1] if part == "card laid" else values[2]
        fields["card" if part == "card laid" else "second"] = number if known else -1


def _add_card(state: CardState, token: int, known: bool, fields: Fields) -> None:
    fields["token"] = state.setting.names[token] if known else face_down_name(state, token)
