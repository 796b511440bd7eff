"""The text and JSON faces of squares and choices (docs/notation.md). All three faces convert both ways without loss."""

from __future__ import annotations

import msgspec

from dungeon_twister.engine import actions
from dungeon_twister.engine.board.state import BoardState
from dungeon_twister.engine.game import legal
from dungeon_twister.engine.setting import Setting
from dungeon_twister.geometry.rooms import CLOCKWISE, COUNTERCLOCKWISE
from dungeon_twister.geometry.text import AmbiguousActionError, TextError

COMPASS = "nesw"
TURNS = {"cw": CLOCKWISE, "ccw": COUNTERCLOCKWISE}

# kind: (verb, does the acting token stand before the verb, what the two parts of the integer are)
GRAMMAR: dict[int, tuple[str, bool, str, str]] = {
    actions.STEP: ("step", False, "", "square"),
    actions.TAKE: ("take", False, "token", ""),
    actions.DROP: ("drop", False, "", ""),
    actions.SWAP: ("swap", False, "token", ""),
    actions.STOP: ("stop", False, "", ""),
    actions.MOVE: ("move", True, "token", ""),
    actions.JUMP: ("jump", True, "token", ""),
    actions.WALK_WALL: ("wall", True, "token", ""),
    actions.REVEAL: ("reveal", True, "token", "place"),
    actions.ROTATE: ("turn", True, "token", "turn"),
    actions.ATTACK: ("attack", True, "token", "target"),
    actions.BREAK: ("break", True, "token", "side"),
    actions.TOGGLE: ("gate", True, "token", "side"),
    actions.HEAL: ("heal", True, "token", "target"),
    actions.REGENERATE: ("regenerate", True, "token", ""),
    actions.FIRE: ("fire", True, "token", "compass"),
    actions.DRINK: ("drink", True, "token", ""),
    actions.PASS: ("pass", False, "", ""),
    actions.CARD: ("card", False, "value", ""),
    actions.COMBAT: ("combat", False, "value", ""),
    actions.PLACE: ("place", False, "token", "square"),
    actions.START: ("start", False, "token", "square"),
    actions.LAY: ("lay", False, "token", "place"),
    actions.LEAVE_OUT: ("out", False, "token", ""),
    actions.DRAW_PAIR: ("pair", False, "pair", ""),
    actions.DRAW_PLACER: ("placer", False, "player", ""),
    actions.DRAW_STARTER: ("starter", False, "player", ""),
    actions.DRAW_ROOM: ("room", False, "quarters", "room"),
    actions.RESIGN: ("resign", False, "player", ""),
    actions.AGREE_DRAW: ("draw", False, "", ""),
    actions.TIMEOUT: ("timeout", False, "", ""),
}
KIND_OF_VERB = {entry[0]: kind for kind, entry in GRAMMAR.items()}


class Choice(msgspec.Struct, frozen=True, omit_defaults=True):
    """A choice as a named, frozen, JSON-able struct. Only the fields its kind needs are set."""

    do: str
    token: str = ""
    target: str = ""
    square: str = ""
    place: str = ""
    turn: str = ""
    side: str = ""
    room: str = ""
    quarters: int = 0
    value: int = 0
    pair: str = ""
    player: str = ""


# -- squares and tokens -------------------------------------------------------------------------------------------------


def column_name(x: int) -> str:
    """0 -> a, 25 -> z, 26 -> aa."""
    return chr(97 + x) if x < 26 else column_name(x // 26 - 1) + chr(97 + x % 26)


def square_name(state: BoardState, square: int) -> str:
    """The name of a square where it lies in the maze now."""
    x, y = state.setting.plan.xy[state.maze.spot(square)]
    return f"{column_name(x)}{y + 1}"


def read_square(state: BoardState, word: str) -> int:
    """The square of that name. A name outside the maze, or under a face-down room, is a TextError."""
    letters = word.rstrip("0123456789")
    digits = word[len(letters) :]
    if not letters.isascii() or not letters.islower() or not letters.isalpha() or not digits or len(word) > 5:
        raise TextError(f"{word!r} is no square (a letter and a number, as c4)")
    x = 0
    for letter in letters:
        x = x * 26 + ord(letter) - 96
    spot = state.setting.plan.spot_at.get((x - 1, int(digits) - 1))
    if spot is None:
        raise TextError(f"the square {word} is outside the maze")
    square = state.maze.square_on(spot)
    if square < 0:
        raise TextError(f"the square {word} lies under a face-down room")
    return square


def read_token(setting: Setting, word: str, default: int = -1) -> int:
    """The token of that name, as `bW`; without the colour letter it is the default player's."""
    signs = [piece.sign for piece in setting.pieces]
    colours = [colour[0] for colour in setting.colours]
    if len(word) == 1 and default >= 0:
        word = colours[default] + word
    if len(word) != 2 or word[0] not in colours or word[1] not in signs:
        raise TextError(f"{word!r} is no token (a colour letter and a sign, as {colours[0]}W)")
    return colours.index(word[0]) * setting.each + signs.index(word[1])


# -- writing ------------------------------------------------------------------------------------------------------------


def to_choice(state: BoardState, action: int) -> Choice:
    """The struct of a choice."""
    kind = actions.kind_of(action)
    if kind not in GRAMMAR:
        raise TextError(f"{action} is no choice")
    verb, _, first, second = GRAMMAR[kind]
    fields: dict[str, str | int] = {}
    for part, value in ((first, actions.first_of(action)), (second, actions.second_of(action))):
        _write_part(state, part, value, fields)
    return msgspec.convert({"do": verb, **fields}, Choice)


def _write_part(state: BoardState, part: str, value: int, fields: dict[str, str | int]) -> None:
    setting = state.setting
    if part in ("token", "target"):
        fields[part] = setting.name(value)
    elif part == "square":
        fields[part] = square_name(state, value)
    elif part == "place":
        fields[part] = f"R{value + 1}"
    elif part == "turn":
        fields["place"] = f"R{(value >> 2) + 1}"
        fields["turn"] = "cw" if value & 3 == CLOCKWISE else "ccw"
    elif part in ("side", "compass"):
        fields["side"] = COMPASS[value & 3] + (" far" if value > 3 else "")
    elif part == "room":
        fields[part] = setting.plan.rooms[value].name
    elif part == "pair":
        fields[part] = setting.plan.pairs[value]
    elif part == "player":
        fields[part] = setting.colours[value]
    elif part:
        fields[part] = value


def choice_text(choice: Choice) -> str:
    """The line of text of a choice."""
    if choice.do == "step":
        return choice.square
    kind = KIND_OF_VERB[choice.do]
    words = [choice.do, choice.token] if not GRAMMAR[kind][1] else [choice.token, choice.do]
    words += [
        choice.target,
        choice.place,
        choice.square,
        choice.turn,
        choice.side,
        choice.pair,
        choice.player,
        choice.room,
    ]
    if kind == actions.DRAW_ROOM:
        words.append(f"r{choice.quarters}")
    if GRAMMAR[kind][2] == "value":
        words.append(str(choice.value))
    return " ".join(word for word in words if word)


def write(state: BoardState, action: int) -> str:
    """A choice as a line of text."""
    return choice_text(to_choice(state, action))


# -- reading ------------------------------------------------------------------------------------------------------------


def from_choice(state: BoardState, choice: Choice) -> int:
    """The integer of a struct; fields that mean nothing are a TextError."""
    if choice.do not in KIND_OF_VERB:
        raise TextError(f"{choice.do!r} is nothing one can do")
    return _pack(state, KIND_OF_VERB[choice.do], choice)


def _pack(state: BoardState, kind: int, choice: Choice) -> int:
    _, _, first, second = GRAMMAR[kind]
    return actions.pack(kind, _read_part(state, first, choice), _read_part(state, second, choice))


def _read_part(state: BoardState, part: str, choice: Choice) -> int:
    setting = state.setting
    if part == "token":
        return read_token(setting, choice.token, state.decider())
    if part == "target":
        return read_token(setting, choice.target)
    if part == "square":
        return read_square(state, choice.square)
    if part == "place":
        return _read_place(setting, choice.place)
    if part == "turn":
        if choice.turn not in TURNS:
            raise TextError(f"a room turns cw or ccw, not {choice.turn!r}")
        return _read_place(setting, choice.place) * 4 + TURNS[choice.turn]
    if part in ("side", "compass"):
        return _read_side(choice.side, part == "side")
    if part == "room":
        return _index(choice.room, [room.name for room in setting.plan.rooms], "room")
    if part == "pair":
        return _index(choice.pair, setting.plan.pairs, "pair")
    if part == "player":
        return _index(choice.player, setting.colours, "player")
    if part == "value":
        return _in_range(choice.value, 0, 9, "the value of a card")
    if part == "quarters":
        return _in_range(choice.quarters, 0, 3, "an orientation")
    return 0


def _read_place(setting: Setting, word: str) -> int:
    number = word[1:]
    if word[:1] != "R" or not (number.isascii() and number.isdigit()) or not 1 <= int(number) <= setting.plan.tiles:
        raise TextError(f"{word!r} is no place of a room (R1 to R{setting.plan.tiles})")
    return int(number) - 1


def _read_side(word: str, may_be_far: bool) -> int:
    side, _, far = word.partition(" ")
    if len(side) != 1 or side not in COMPASS or far not in (("", "far") if may_be_far else ("",)):
        raise TextError(f"{word!r} is no direction (n, e, s or w)")
    return COMPASS.index(side) + (4 if far else 0)


def _index(word: str, names: list[str], what: str) -> int:
    if word not in names:
        raise TextError(f"there is no {what} {word!r} (there are {', '.join(names)})")
    return names.index(word)


def _in_range(value: int, low: int, high: int, what: str) -> int:
    if not low <= value <= high:
        raise TextError(f"{what} is from {low} to {high}, not {value}")
    return value


def read(state: BoardState, text: str) -> int:
    """The integer of a line of text. Unreadable: TextError; a token without its colour that fits several legal choices:
    AmbiguousActionError. Whether it is legal is for `why_not` to say."""
    words = text.split()
    if not words:
        raise TextError("nothing was typed")
    choice = _choice_of_words(words)
    if len(choice.token) == 1 or len(choice.target) == 1:
        return _complete(state, choice, text)
    return from_choice(state, choice)


def _choice_of_words(words: list[str]) -> Choice:
    if len(words) == 1 and words[0] not in KIND_OF_VERB:
        return Choice("step", square=words[0])
    if words[0] in KIND_OF_VERB:
        verb, token, rest = words[0], "", words[1:]
    elif words[1] in KIND_OF_VERB:
        verb, token, rest = words[1], words[0], words[2:]
    else:
        raise TextError(f"cannot read '{' '.join(words)}' as a choice")
    _, actor_first, first, second = GRAMMAR[KIND_OF_VERB[verb]]
    if actor_first != bool(token):
        raise TextError(f"'{verb}' is written {_pattern(verb)}")
    fields: dict[str, str | int] = {"token": token} if token else {}
    parts = [second, first] if verb == "room" else [first, second]
    for part in parts:
        if part and not (part == "token" and actor_first):
            rest = _take_words(part, rest, fields, verb)
    if rest:
        raise TextError(f"'{verb}' is written {_pattern(verb)}; '{' '.join(rest)}' is too much")
    return msgspec.convert({"do": verb, **fields}, Choice)


def _take_words(part: str, rest: list[str], fields: dict[str, str | int], verb: str) -> list[str]:
    """Read the words of one part from the front of the rest."""
    needed = 2 if part == "turn" else 1
    if len(rest) < needed:
        raise TextError(f"'{verb}' is written {_pattern(verb)}")
    if part == "turn":
        fields["place"], fields["turn"] = rest[0], rest[1]
    elif part in ("side", "compass"):
        far = rest[1:2] == ["far"]
        fields["side"] = rest[0] + (" far" if far else "")
        needed = 2 if far else 1
    elif part in ("value", "quarters"):
        word = rest[0].removeprefix("r") if part == "quarters" else rest[0]
        if not (word.isascii() and word.isdigit()) or len(word) > 3:
            raise TextError(f"{rest[0]!r} is no number; '{verb}' is written {_pattern(verb)}")
        fields[part] = int(word)
    else:
        fields[part] = rest[0]
    return rest[needed:]


EXAMPLES = {
    "token": "bW",
    "target": "yT",
    "square": "c4",
    "place": "R2",
    "turn": "R2 cw",
    "side": "e",
    "compass": "e",
    "room": "3D",
    "quarters": "r1",
    "value": "3",
    "pair": "3",
    "player": "blue",
    "": "",
}


def _pattern(verb: str) -> str:
    """An example of a verb, for error sentences."""
    _, actor_first, first, second = GRAMMAR[KIND_OF_VERB[verb]]
    parts = [verb, EXAMPLES[first], EXAMPLES[second]]
    if actor_first:
        parts = [EXAMPLES[first], verb, EXAMPLES[second]]
    if verb == "room":
        parts = [verb, EXAMPLES[second], EXAMPLES[first]]
    return "'" + " ".join(part for part in parts if part) + "'"


def _complete(state: BoardState, choice: Choice, text: str) -> int:
    """Fill in colours: the only legal choice that fits; several are ambiguous; none: the decider's own token."""
    fitting: list[int] = []
    options: list[Choice] = []
    for token in _with_colours(state.setting, choice.token):
        for target in _with_colours(state.setting, choice.target):
            options.append(msgspec.structs.replace(choice, token=token, target=target))
    legal_now = set(legal(state))
    for option in options:
        action = from_choice(state, option)
        if action in legal_now:
            fitting.append(action)
    if len(fitting) > 1:
        several = ", ".join(write(state, action) for action in fitting)
        raise AmbiguousActionError(f"'{text}' can mean {several}")
    if fitting:
        return fitting[0]
    if len(choice.target) == 1:
        raise TextError(f"'{choice.target}' needs its colour letter here")
    return from_choice(state, choice)


def _with_colours(setting: Setting, word: str) -> list[str]:
    return [colour[0] + word for colour in setting.colours] if len(word) == 1 else [word]
