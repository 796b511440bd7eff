"""Names of places and tokens in the Card Game, including how hidden ones are written (`visibility` decides what is hidden).

A card that lies face down is written by its colour, `y?`; with secret objects (OPT-10) an object that an enemy carries `?`, a
wounded enemy by its colour and the public number of its wound: `y?3`. The record is ALL_KNOWING and names everything.
"""

from __future__ import annotations

from typing import Final

from dungeon_twister.game.record import shared_names
from dungeon_twister.game.record.unreadable import unreadable
from dungeon_twister.rules.engine.card.decisions import FACING
from dungeon_twister.rules.engine.card.state import CardState
from dungeon_twister.rules.engine.decisions import frame_argument, frame_kind, frame_who
from dungeon_twister.rules.engine.state import UNDER, WOUNDED
from dungeon_twister.rules.geometry.zone_plan import LETTER_COUNT, LETTERS
from dungeon_twister.rules.visibility import ALL_KNOWING, knows_starter, sees_all
from dungeon_twister.rules.visibility.card import has_secrets, knows_facing, knows_token, may_ask_for

SIDES: Final = "NS"


# -- places ---------------------------------------------------------------------------------------------------------------


def place_name(state: CardState, place: int) -> str:
    """Return a zone as `blue-1.T`, a station as `N0T` (CONV-8, STA-1)."""
    return state.maze.name(place)


def spot_name(state: CardState, place: int) -> str:
    """Return the name of a place, with a starting zone as one place: `N` or `S` (LNK-1)."""
    return state.maze.name(place) if place < state.maze.plan.zones else state.maze.name(place)[0]


def slot_of(state: CardState, tile: int) -> str:
    """Return the present place of a tile, as `R3`."""
    return shared_names.slot_name(state.maze.place_of[tile])


def read_tile(state: CardState, word: str) -> int:
    """Return the tile that lies in a place now."""
    return state.maze.tile_on[shared_names.read_slot(state.maze.plan.tiles, word)]


def read_place(state: CardState, word: str) -> int:
    """Return the zone or station of a name. Raise a TextError for another name."""
    if len(word) == 3 and word[0] in SIDES and word[1] in "01" and word[2] in LETTERS:
        return state.maze.plan.station(SIDES.index(word[0]), int(word[1]), LETTERS.index(word[2]))
    name, dot, letter = word.rpartition(".")
    lying = [room.name for room in state.maze.plan.rooms]
    if not dot or len(letter) != 1 or letter not in LETTERS or name not in lying:
        raise unreadable("no-zone", word=word, example=lying[0])
    room = lying.index(name)
    if room not in state.maze.room_of:
        raise unreadable("room-hidden", room=name)
    return state.maze.room_of.index(room) * LETTER_COUNT + LETTERS.index(letter)


def read_spot(state: CardState, word: str) -> int:
    """Return the zone of a name, or the first station of the starting zone `N` or `S` (LNK-1)."""
    if word in tuple(SIDES):
        return state.home(SIDES.index(word))
    place = read_place(state, word)
    if place >= state.maze.plan.zones:
        raise unreadable("whole-start", zone=word[0], word=word)
    return place


def visible_place(state: CardState, token: int, viewer: int = ALL_KNOWING) -> str:
    """Return the place of a token in play; `N0?` while the letter it faces is not chosen, or not shown to the viewer
    (SET-9)."""
    place = state.loc[token]
    name = state.maze.name(place)
    if place < state.maze.plan.zones:
        return name
    to_face = [packed for packed in state.stack if frame_kind(packed) == FACING]
    unchosen = [SIDES[frame_who(packed)] + str(frame_argument(packed)) for packed in to_face]
    if state.shown and name[:-1] not in unchosen and knows_facing(state, token, viewer):
        return name
    return name[:-1] + "?"


def order_of(state: CardState, place: int) -> int:
    """Return a key that sorts places: zones row by row, then the starting zones. It reveals nothing about hidden cards."""
    if place >= state.maze.plan.zones:
        return place
    tile, letter = divmod(place, LETTER_COUNT)
    return state.maze.place_of[tile] * LETTER_COUNT + letter


# -- tokens ---------------------------------------------------------------------------------------------------------------


def token_name(state: CardState, token: int, viewer: int = ALL_KNOWING) -> str:
    """Return the name of a token for a viewer."""
    if knows_token(state, token, viewer):
        return state.setting.names[token]
    if not knows_starter(state, token, viewer):
        return face_down_name(state, token)  # a starting character before it is turned up (SET-9)
    if state.setting.is_character[token]:
        return f"{state.setting.names[token][0]}?{state.fell[token]}"
    return "?"


def read_token(state: CardState, word: str, default: int = -1) -> int:
    """Return the token of a name, as `bNa` or `y?3`; without the colour letter it is the default player's."""
    colour, mark, number = word[:1], word[1:2], word[2:]
    if mark == "?" and number.isascii() and number.isdigit():
        for token, fell in enumerate(state.fell):
            if state.in_play(token) and number == str(fell) and state.setting.names[token][0] == colour:
                return token
        raise unreadable("no-wounded", word=word)
    return shared_names.read_token(state.setting, word, default)


def face_down_name(state: CardState, token: int) -> str:
    """Return the name of a face-down card: only its colour is seen (SET-8)."""
    return state.setting.names[token][0] + "?"


def may_name(state: CardState, word: str, viewer: int) -> bool:
    """Return whether a viewer may use this name (OPT-10). Signs without a name are visible to the viewer."""
    if not word or "?" in word or not has_secrets(state) or sees_all(viewer):
        return True
    return may_ask_for(state, shared_names.read_token(state.setting, word, viewer), viewer)


def loaded_name(state: CardState, token: int, viewer: int = ALL_KNOWING) -> str:
    """Return the name of a character with its wound and all it carries, as `bPa+bCl~+bke`."""
    items = sorted(_marked_name(state, item, viewer) for item in state.items_of(token))
    return "+".join([_marked_name(state, token, viewer), *items])


def _marked_name(state: CardState, token: int, viewer: int) -> str:
    wounded = state.setting.is_character[token] and state.status[token] & WOUNDED
    return token_name(state, token, viewer) + ("~" if wounded else "")


def characters_by_place(state: CardState, viewer: int = ALL_KNOWING) -> dict[str, list[str]]:
    """Return every character in play that is not carried, with its load, by the place where the viewer sees it."""
    found: dict[str, list[str]] = {}
    for men in state.men:
        for man in men:
            if state.in_play(man) and state.carrier[man] < 0:
                found.setdefault(visible_place(state, man, viewer), []).append(loaded_name(state, man, viewer))
    return {place: sorted(names) for place, names in found.items()}


def objects_at(state: CardState, spot: int) -> list[str]:
    """Return the objects that lie in a zone or on a whole starting zone; they are visible to all (OPT-11)."""
    here = [thing for thing in state.things if state.loc[thing] == spot and state.carrier[thing] < 0]
    return sorted(state.setting.names[thing] for thing in here)


def cards_next_to(state: CardState, tile: int, player: int) -> list[int]:
    """Return a player's cards that lie face down next to a room."""
    return [token for token in state.setting.tokens_of[player] if state.loc[token] == UNDER + tile]
