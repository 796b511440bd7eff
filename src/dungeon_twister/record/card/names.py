"""Names of places and tokens in the Card Game, and what of them a viewer may know (OPT-10).

With secret objects nobody but its player knows what a character carries, nor which character a wounded card is. An object is
then written `?`, a wounded character by its colour and the public number of its wound: `y?3`. A viewer is a seat or a
spectator; ALL is nobody who sits at the table but the record, which names everything.
"""

from __future__ import annotations

from typing import Final

from dungeon_twister.engine.card.decisions import FACING
from dungeon_twister.engine.card.pieces import BOW, SPEAR
from dungeon_twister.engine.card.state import SHOOTING, SHOWN, CardState
from dungeon_twister.engine.decisions import frame_argument, frame_kind, frame_who
from dungeon_twister.engine.state import SPARE, SUPPLY, UNDER, WOUNDED
from dungeon_twister.geometry.text import TextError
from dungeon_twister.geometry.zone_plan import LETTER_COUNT, LETTERS, UNKNOWN
from dungeon_twister.record import grammar

ALL: Final = -2  # the viewer from whom nothing is hidden
SIDES: Final = "NS"


# -- places ---------------------------------------------------------------------------------------------------------------


def place_name(state: CardState, place: int) -> str:
    """A zone as `blue-1.T`, a station as `N0T` (CONV-8, STA-1)."""
    return state.maze.name(place)


def spot_name(state: CardState, place: int) -> str:
    """The same, but a starting zone as one place: `N` or `S` (LNK-1)."""
    return state.maze.name(place) if place < state.maze.plan.zones else state.maze.name(place)[0]


def slot_of(state: CardState, tile: int) -> str:
    """Where the card of a room lies now, as `R3`."""
    return grammar.slot_name(state.maze.place_of[tile])


def read_tile(state: CardState, word: str) -> int:
    """The card of a room that lies in that place now."""
    return state.maze.tile_on[grammar.read_slot(state.maze.plan.tiles, word)]


def read_place(state: CardState, word: str) -> int:
    """The zone or station of that name; another name is a TextError."""
    if len(word) == 3 and word[0] in SIDES and word[1] in "01" and word[2] in LETTERS:
        return state.maze.plan.station(SIDES.index(word[0]), int(word[1]), LETTERS.index(word[2]))
    name, dot, letter = word.rpartition(".")
    lying = [room.name for room in state.maze.plan.rooms]
    if not dot or len(letter) != 1 or letter not in LETTERS or name not in lying:
        raise TextError(f"{word!r} is no place (a zone as {lying[0]}.T, or a station as N0T)")
    room = lying.index(name)
    if room not in state.maze.room_of:
        raise TextError(f"the room {name} does not lie face up in the maze")
    return state.maze.room_of.index(room) * LETTER_COUNT + LETTERS.index(letter)


def read_spot(state: CardState, word: str) -> int:
    """The zone of that name, or the first station of the starting zone `N` or `S` (LNK-1)."""
    if word in tuple(SIDES):
        return state.home(SIDES.index(word))
    place = read_place(state, word)
    if place >= state.maze.plan.zones:
        raise TextError(f"a starting zone is one place here, {word[0]}, not {word}")
    return place


def place_seen(state: CardState, token: int, viewer: int = ALL) -> str:
    """The place of a token in play; `N0?` while the letter it faces is not chosen, or not shown to the viewer (SET-9)."""
    place = state.loc[token]
    name = state.maze.name(place)
    if place < state.maze.plan.zones:
        return name
    owner = state.setting.owner[token]
    to_face = [packed for packed in state.stack if frame_kind(packed) == FACING]
    unchosen = [SIDES[frame_who(packed)] + str(frame_argument(packed)) for packed in to_face]
    if not state.shown or name[:-1] in unchosen or (to_face and viewer not in (ALL, owner)):
        return name[:-1] + "?"
    return name


def order_of(state: CardState, place: int) -> int:
    """Places in the order of the maze: zones row by row, then the starting zones. It tells nothing about hidden cards."""
    if place >= state.maze.plan.zones:
        return place
    tile, letter = divmod(place, LETTER_COUNT)
    return state.maze.place_of[tile] * LETTER_COUNT + letter


# -- tokens ---------------------------------------------------------------------------------------------------------------


def hides(state: CardState, token: int, viewer: int) -> bool:
    """May a viewer not know which character or object in play this is (OPT-10, OPT-11)? A shield that was shown this turn
    stays known (OPT-13), and the weapons of a combat as long as it lasts (OPT-12)."""
    if not state.card_setting.secret or viewer == ALL or not state.in_play(token) or state.status[token] & SHOWN:
        return False
    if state.setting.is_character[token]:
        return bool(state.status[token] & WOUNDED) and state.setting.owner[token] != viewer
    carrier = state.carrier[token]
    if carrier < 0 or state.setting.owner[carrier] == viewer:
        return False
    weapon = BOW if state.manner == SHOOTING else SPEAR
    uses_it = (state.shooters & ~state.crossbows) >> carrier & 1
    return not (uses_it and state.setting.capabilities[token] & weapon)


def token_name(state: CardState, token: int, viewer: int = ALL) -> str:
    """A token as a viewer may name it."""
    if not state.shown and viewer not in (ALL, state.setting.owner[token]):
        return face_down_name(state, token)  # a starting character before it is turned up (SET-9)
    if not hides(state, token, viewer):
        return state.setting.name(token)
    if state.setting.is_character[token]:
        return f"{state.setting.name(token)[0]}?{state.fell[token]}"
    return "?"


def read_token(state: CardState, word: str, default: int = -1) -> int:
    """The token of that name, as `bNa` or `y?3`; without the colour letter it is the default player's."""
    colour, mark, number = word[:1], word[1:2], word[2:]
    if mark == "?" and number.isascii() and number.isdigit():
        for token, fell in enumerate(state.fell):
            if state.in_play(token) and number == str(fell) and state.setting.name(token)[0] == colour:
                return token
        raise TextError(f"there is no wounded character {word}")
    return grammar.read_token(state.setting, word, default)


def face_down_name(state: CardState, token: int) -> str:
    """A card that lies face down: only its colour is seen (SET-8)."""
    return state.setting.name(token)[0] + "?"


def may_name(state: CardState, word: str, viewer: int) -> bool:
    """Nobody finds out by naming: with secret objects a player names only what he sees, or what is his own (OPT-10)."""
    if not state.card_setting.secret or viewer == ALL or not word or "?" in word:
        return True
    token = grammar.read_token(state.setting, word, viewer)
    if state.in_play(token) and token_name(state, token, viewer) == state.setting.name(token):
        return True
    if state.loc[token] >= UNDER and state.maze.room_of[state.loc[token] - UNDER] != UNKNOWN:
        return True  # its room is turned up, so everybody sees the card that is to be placed (SET-8)
    at_hand = state.setting.is_character[token] or state.loc[token] in (SUPPLY, SPARE)
    return state.setting.owner[token] == viewer and at_hand


def loaded_name(state: CardState, token: int, viewer: int = ALL) -> str:
    """A character with its wound and all it carries, as `bPa+bCl~+bke`."""
    items = sorted(_marked_name(state, item, viewer) for item in state.items_of(token))
    return "+".join([_marked_name(state, token, viewer), *items])


def _marked_name(state: CardState, token: int, viewer: int) -> str:
    wounded = state.setting.is_character[token] and state.status[token] & WOUNDED
    return token_name(state, token, viewer) + ("~" if wounded else "")


def characters_by_place(state: CardState, viewer: int = ALL) -> dict[str, list[str]]:
    """Everybody in play who is not carried, each with its load, by the place where the viewer sees it."""
    found: dict[str, list[str]] = {}
    for men in state.men:
        for man in men:
            if state.in_play(man) and state.carrier[man] < 0:
                found.setdefault(place_seen(state, man, viewer), []).append(loaded_name(state, man, viewer))
    return {place: sorted(names) for place, names in found.items()}


def objects_at(state: CardState, spot: int) -> list[str]:
    """What lies in a zone or on a whole starting zone; everybody sees it (OPT-11)."""
    here = [thing for thing in state.things if state.loc[thing] == spot and state.carrier[thing] < 0]
    return sorted(state.setting.name(thing) for thing in here)


def cards_beside(state: CardState, tile: int, player: int) -> list[int]:
    """A player's cards that lie face down beside a room."""
    return [token for token in state.setting.tokens_of[player] if state.loc[token] == UNDER + tile]
