"""The choices of a decision as a numbered menu, and typed lines parsed into choices.

All questions go to an imagined state (bots.imagine), so no answer and no refusal can reveal hidden information.
"""

from __future__ import annotations

import re

from dungeon_twister.cli.menus import Entry, Group, InputError, Menu, no_such_number
from dungeon_twister.cli.reading import why_unreadable
from dungeon_twister.cli.speech import has, piece_name, t, tn, why
from dungeon_twister.cli.typed_words import from_spoken, no_choice, spoken
from dungeon_twister.game.record.board.notation import GRAMMAR, read_square, square_name
from dungeon_twister.game.record.notation import Choice, choice_text, read, read_token, write
from dungeon_twister.game.views import TokenView, View
from dungeon_twister.presentation.guide.routes import Routes, routes_of_move
from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.board.state import BoardState
from dungeon_twister.rules.engine.decisions import ACT, TRAVEL
from dungeon_twister.rules.engine.game import is_for_any_time, legal, why_not
from dungeon_twister.rules.geometry.text import TextError

MOST_AT_ONCE = 48  # three- and four-player menus hold at most this many choices
PLACES = ("reveal", "lay", "turn")  # choices in which `r4` names a room; elsewhere it names a square
NUMBERED_BY_VALUE = ("card", "combat")
BY_TOKEN = ("start", "lay", "place", "out")
SQUARE = re.compile(r"[a-z]{1,2}[0-9]{1,2}")
TOKEN = re.compile(r"[byrgBYRG]?[cgwzmahtCGWZMAHT#!&*%$]")
DIGITS = "0123456789"
SIDED = ("break", "gate", "fire", "slide")


# -- the menu ----------------------------------------------------------------------------------------------------------


def make_menu(view: View) -> Menu:
    """Return the choices of a view, grouped by the acting character or the placed piece."""
    standing = {seen.token: seen for seen in view.tokens}
    groups: dict[str, Group] = {}
    for choice in view.choices:
        key = choice.token if _has_actor(choice) else ""
        if key not in groups:
            groups[key] = Group(_title(key, standing))
        groups[key].entries.append(Entry("", _short(choice, key), choice_text(choice)))
    if view.choices and view.choices[0].do == "place":
        for group in groups.values():
            group.entries.sort(key=lambda entry: (len(entry.short.rstrip(DIGITS)), _column_first(entry.short)))
    ordered = [group for key, group in groups.items() if key] + [groups[""] for key in groups if not key]
    if len(view.players) > 2:
        _explain(ordered, view)
        if len(view.choices) > MOST_AT_ONCE and all(group.title for group in ordered):
            return _nested(groups)
    menu = Menu(ordered).number()
    if view.choices and view.choices[0].do in NUMBERED_BY_VALUE:
        for entry, choice in zip(ordered[0].entries, view.choices, strict=True):
            entry.label = str(choice.value)
    return menu


def _nested(groups: dict[str, Group]) -> Menu:
    """Return a two-step menu when there are too many choices for one screen: first the token, then its destination."""
    entries: list[Entry] = []
    for token, group in groups.items():
        inner = Menu([group], focus=token, inner=True).number()
        entries.append(Entry("", f"{token} {piece_name('board', token)}", inner=inner))
    return Menu([Group("", entries)], listed=True).number()


def _explain(groups: list[Group], view: View) -> None:
    """Return a short explanation of what only some scenarios have."""
    for entry in [entry for group in groups for entry in group.entries]:
        text = from_spoken(entry.short)
        verb, _, word = text.partition(" ")
        keys = [f"terminal.explained.{name}" for name in (verb, text.replace(" ", "-"))]
        meaning = next((t(key) for key in keys if has(key)), "")
        if verb == "join" and view.combat is not None and word != "no":
            side = view.combat.attacker if word == "attack" else view.combat.defender
            meaning = t("terminal.menu.with", token=side)
        if meaning:
            entry.short += f" ({meaning})"


def named(view: View, typed: str) -> str:
    """Return the token that a single word names: `W` or `bW`."""
    if not TOKEN.fullmatch(typed):
        return ""
    name = typed[:-1].lower() + typed[-1].upper()
    name = name if len(name) == 2 else view.viewer[0] + name
    known = {seen.token for seen in view.tokens} | {choice.token for choice in view.choices}
    return name if name in known else ""


def _column_first(square: str) -> tuple[str, int]:
    letters = square.rstrip(DIGITS)
    return letters, int(square[len(letters) :])


def _has_actor(choice: Choice) -> bool:
    return bool(choice.token) and choice.do not in ("take", "swap")


def _title(token: str, standing: dict[str, TokenView]) -> str:
    if not token:
        return ""
    words = [token, piece_name("board", token)]
    seen = standing.get(token)
    if seen is not None:
        words.append(t("game.place.square.at", square=seen.square))
        load = next((o.token for o in standing.values() if o.square == seen.square and o is not seen), "")
        words += [t("terminal.menu.with", token=load)] if load else []
        words += [t("terminal.menu.potion", points=seen.potion)] if seen.potion else []
    return " ".join(words)


def _short(choice: Choice, key: str) -> str:
    """Return the text of a choice without the part that its group already shows."""
    text = choice_text(choice)
    if key and choice.do in BY_TOKEN:
        return text.removeprefix(f"{choice.do} {key}").strip() or t("game.deed.out").lower()
    return spoken(text.removeprefix(f"{key} ") if key else text)


# -- reading -----------------------------------------------------------------------------------------------------------


def read_typed(state: BoardState, menu: Menu, typed: str) -> list[str]:
    """Return the choices, in notation, that a typed line means: one, or all of a move. InputError names the problem."""
    numbered = menu.entry(typed)
    if numbered is not None:
        return [numbered.notation]
    if typed.isdigit():
        raise InputError(no_such_number(menu, typed))
    words = _tidied(re.sub(r"\s*\([^)]*\)$", "", typed).split() or [typed])
    way = _way(state, words)
    if way:
        return way
    try:
        action = read(state, " ".join(words))
    except TextError as error:
        raise InputError(_unreadable(words, error)) from None
    if is_for_any_time(state, action):
        raise InputError(t("terminal.error.no-choice-of-this"))
    if action in legal(state):
        return [write(state, action)]
    refusal = why_not(state, action)
    if refusal is None:
        raise InputError(t("terminal.error.not-among-choices"))
    raise InputError(why(refusal))


def _unreadable(words: list[str], error: TextError) -> str:
    if len(words) > 1 or SQUARE.fullmatch(words[0]) or words[0] in GRAMMAR.kind_of_verb:
        return why_unreadable(error, " ".join(words))
    if TOKEN.fullmatch(words[0]):
        return t("terminal.error.say-what", token=words[0])
    return no_choice(words[0])


def _tidied(words: list[str]) -> list[str]:
    """Correct capitals: tokens get their capital letter, places their R, everything else becomes small."""
    tidy: list[str] = []
    for position, word in enumerate(words):
        sided = any(verb in tidy for verb in SIDED)
        if TOKEN.fullmatch(word) and not (sided and position):
            tidy.append(word[:-1].lower() + word[-1].upper())
        elif re.fullmatch(r"[rR][0-9]+", word) and any(verb in tidy for verb in PLACES):
            tidy.append(word.upper())
        else:
            tidy.append(word.lower())
    return tidy


def _way(state: BoardState, words: list[str]) -> list[str]:
    """Return the choices of a whole move (`W c4`, `W to c4`); during a journey, of the steps to a square (`e5`, `to e5`).
    Otherwise return nothing."""
    if state.over:
        return []
    plain = [word for word in words if word != "to"]
    if not plain or not SQUARE.fullmatch(plain[-1]):
        return []
    if len(plain) == 2 and TOKEN.fullmatch(plain[0]):
        if state.decision() == TRAVEL:
            raise InputError(t("terminal.error.on-the-way", token=state.setting.names[state.mover]))
        if state.decision() != ACT:
            raise InputError(t("terminal.error.decide-first"))
        return _whole_move(state, plain[0], plain[1])
    if state.decision() == TRAVEL and len(plain) == 1:
        square = _square(state, plain[0])
        way = Routes(state).ways.get(square, [])
        return _written(state, way)
    return []


def _square(state: BoardState, word: str) -> int:
    try:
        return read_square(state, word)
    except TextError as error:
        raise InputError(why_unreadable(error, word)) from None


def _whole_move(state: BoardState, word: str, target: str) -> list[str]:
    try:
        token = read_token(state.setting, word, state.decider())
    except TextError as error:
        raise InputError(why_unreadable(error, word)) from None
    name = state.setting.names[token]
    begin = actions.pack(actions.MOVE, token)
    routes = routes_of_move(state, token)
    if routes is None:
        refusal = why_not(state, begin)
        raise InputError(why(refusal) if refusal else t("terminal.error.cannot-move", token=name))
    way = routes.ends.get(_square(state, target))
    if way is None:
        steps = state.setting.movement[token]
        raise InputError(tn("terminal.error.cannot-end-squares", steps, token=name, place=target, reach=name))
    return [write(state, begin), *_written(state, way)]


def _written(state: BoardState, way: list[int]) -> list[str]:
    """Return steps and stops in one notation, wherever the traveller stands."""
    return [write(state, choice) for choice in way]


# -- where one gets ----------------------------------------------------------------------------------------------------


def squares_in_reach(state: BoardState, word: str = "") -> list[str]:
    """Return the squares where the traveller, or the named character if it moved now, can end."""
    begun = -1
    if not word:
        routes: Routes | None = Routes(state)
    else:
        try:
            token = read_token(state.setting, _tidied([word])[0], state.decider())
        except TextError as error:
            raise InputError(why_unreadable(error, word)) from None
        routes = routes_of_move(state, token) if state.decision() == ACT else None
        begun = state.loc[token]
    if routes is None:
        raise InputError(t("terminal.error.cannot-begin", token=word))
    squares = sorted(set(routes.ends) - {begun}, key=lambda square: state.board_setting.plan.xy[state.maze.spot(square)])
    return [square_name(state, square) for square in squares]
