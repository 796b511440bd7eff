"""The reasons why a word or line is unreadable: the code of each problem, and its English sentence.

The terminal has translations of the sentences, found by the code (`terminal.unreadable.CODE`).
"""

from __future__ import annotations

from typing import Final

from dungeon_twister.rules.geometry.text import AmbiguousActionError, TextError

PROBLEMS: Final[dict[str, str]] = {
    "nothing": "nothing was typed",
    "no-verb": "{verb!r} is nothing one can do",
    "no-choice": "cannot read '{line}' as a choice",
    "written": "'{verb}' is written '{pattern}'",
    "too-much": "unexpected '{rest}' after '{read}'",
    "no-number": "{word!r} is no number; '{verb}' is written '{pattern}'",
    "no-token": "{word!r} is no token (a colour letter and a sign, as {example})",
    "no-wounded": "there is no wounded character {word}",
    "needs-colour": "'{word}' needs its colour letter here",
    "not-seen": "{word} is not to be seen",
    "no-slot": "{word!r} is no place of a room (R1 to {last})",
    "no-rotation": "a room turns cw or ccw, not {word!r}",
    "no-direction": "{word!r} is no direction (n, e, s or w)",
    "no-square": "{word!r} is no square (a letter and a number, as c4)",
    "outside": "the square {word} is outside the maze",
    "empty-place": "the square {word} is on an empty place, outside the maze",
    "under-room": "the square {word} lies under a face-down room",
    "no-zone": "{word!r} is no place (a zone as {example}.T, or a station as N0T)",
    "room-hidden": "the room {room} does not lie face up in the maze",
    "whole-start": "a starting zone is one place here, {zone}, not {word}",
    "no-side": "there is no side of a combat {word!r} (there are {known})",
    "no-line": "there is no line {word!r} (there are {known})",
    "no-room": "there is no room {word!r} (there are {known})",
    "no-pair": "there is no pair {word!r} (there are {known})",
    "no-player": "there is no player {word!r} (there are {known})",
    "no-column": "there is no column {word!r} (there are {known})",
    "no-letter": "there is no letter {word!r} (there are {known})",
    "card-value": "the value of a card is from {low} to {high}, not {value}",
    "combat-card": "a combat card is from {low} to {high}, not {value}",
    "card-count": "the number of cards is from {low} to {high}, not {value}",
    "orientation": "an orientation is from {low} to {high}, not {value}",
    "ambiguous": "'{line}' can mean {choices}",
}


def unreadable(code: str, **values: str | int) -> TextError:
    """Return the error with that code, with these values in its sentence."""
    kind = AmbiguousActionError if code == "ambiguous" else TextError
    return kind(PROBLEMS[code].format(**values), code=code, values=values)
