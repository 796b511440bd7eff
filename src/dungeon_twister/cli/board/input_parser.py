"""Parses what a player of the board game types into choices.

All questions go to a determinized state, so no answer and no refusal can reveal hidden information.
"""

from __future__ import annotations

import re

from dungeon_twister.cli.input_words import unknown_choice_text
from dungeon_twister.cli.menus import InputError, Menu, unknown_number_text
from dungeon_twister.cli.parse_errors import parse_error_text
from dungeon_twister.cli.texts import refusal_text, t, t_plural
from dungeon_twister.game.record.board.notation import GRAMMAR
from dungeon_twister.game.record.board.square_names import read_square, square_name
from dungeon_twister.game.record.notation import read, read_token, write
from dungeon_twister.game.views import View
from dungeon_twister.presentation.guide.routes import Routes, routes_of_move
from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.board.state import BoardState
from dungeon_twister.rules.engine.decisions import ACT, TRAVEL
from dungeon_twister.rules.engine.game import is_for_any_time, legal, why_not
from dungeon_twister.rules.geometry.text import TextError

PLACES = ("reveal", "lay", "turn")  # choices in which `r4` names a room; elsewhere it names a square
SQUARE = re.compile(r"[a-z]{1,2}[0-9]{1,2}")
TOKEN = re.compile(r"[byrgBYRG]?[cgwzmahtCGWZMAHT#!&*%$]")
SIDED = ("break", "gate", "fire", "slide")


def read_typed(state: BoardState, menu: Menu, typed: str) -> list[str]:
    """Return the choices, in notation, that a typed line means: one, or all of a move. InputError names the problem."""
    numbered = menu.entry(typed)
    if numbered is not None:
        return [numbered.notation]
    if typed.isdigit():
        raise InputError(unknown_number_text(menu, typed))
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
    raise InputError(refusal_text(refusal))


def _unreadable(words: list[str], error: TextError) -> str:
    if len(words) > 1 or SQUARE.fullmatch(words[0]) or words[0] in GRAMMAR.kind_of_verb:
        return parse_error_text(error, " ".join(words))
    if TOKEN.fullmatch(words[0]):
        return t("terminal.error.say-what", token=words[0])
    return unknown_choice_text(words[0])


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
        raise InputError(parse_error_text(error, word)) from None


def _whole_move(state: BoardState, word: str, target: str) -> list[str]:
    try:
        token = read_token(state.setting, word, state.decider())
    except TextError as error:
        raise InputError(parse_error_text(error, word)) from None
    name = state.setting.names[token]
    begin = actions.pack(actions.MOVE, token)
    routes = routes_of_move(state, token)
    if routes is None:
        refusal = why_not(state, begin)
        raise InputError(refusal_text(refusal) if refusal else t("terminal.error.cannot-move", token=name))
    way = routes.ends.get(_square(state, target))
    if way is None:
        steps = state.setting.movement[token]
        raise InputError(t_plural("terminal.error.cannot-end-squares", steps, token=name, place=target, reach=name))
    return [write(state, begin), *_written(state, way)]


def _written(state: BoardState, way: list[int]) -> list[str]:
    """Return steps and stops in one notation, wherever the traveller stands."""
    return [write(state, choice) for choice in way]


def token_named(view: View, typed: str) -> str:
    """Return the token that a single word names: `W` or `bW`."""
    if not TOKEN.fullmatch(typed):
        return ""
    name = typed[:-1].lower() + typed[-1].upper()
    name = name if len(name) == 2 else view.viewer[0] + name
    known = {seen.token for seen in view.tokens} | {choice.token for choice in view.choices}
    return name if name in known else ""


# -- reach --------------------------------------------------------------------------------------------------------------


def squares_in_reach(state: BoardState, word: str = "") -> list[str]:
    """Return the squares where the traveller, or the named character if it moved now, can end."""
    begun = -1
    if not word:
        routes: Routes | None = Routes(state)
    else:
        try:
            token = read_token(state.setting, _tidied([word])[0], state.decider())
        except TextError as error:
            raise InputError(parse_error_text(error, word)) from None
        routes = routes_of_move(state, token) if state.decision() == ACT else None
        begun = state.loc[token]
    if routes is None:
        raise InputError(t("terminal.error.cannot-begin", token=word))
    squares = sorted(set(routes.ends) - {begun}, key=lambda square: state.board_setting.plan.xy[state.maze.spot(square)])
    return [square_name(state, square) for square in squares]
