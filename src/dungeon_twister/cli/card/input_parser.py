"""Parses what a player of the Card Game types into choices.

A line is compared with the choices of the view, so typing reveals nothing hidden. Only if it matches none of them are the rules
asked for a reason, and only if it names nothing but pieces the player may name.
"""

from __future__ import annotations

import re
from dataclasses import replace

from dungeon_twister.cli.input_words import localize, unknown_choice_text
from dungeon_twister.cli.menus import InputError, Menu, unknown_number_text
from dungeon_twister.cli.parse_errors import parse_error_text
from dungeon_twister.cli.texts import refusal_text, t, t_plural
from dungeon_twister.game.record.card.notation import GRAMMAR
from dungeon_twister.game.record.card.token_names import SIDES, read_place, read_token
from dungeon_twister.game.record.grammar import TOKEN_FIELDS, Choice
from dungeon_twister.game.record.notation import from_choice, write
from dungeon_twister.game.views import CardView
from dungeon_twister.presentation.guide.routes import Routes, routes_of_move
from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.card.state import CardState
from dungeon_twister.rules.engine.decisions import ACT, TRAVEL
from dungeon_twister.rules.engine.game import is_for_any_time, why_not
from dungeon_twister.rules.geometry.text import TextError
from dungeon_twister.rules.geometry.zone_plan import LETTERS

ACTOR_VERBS = [kind.verb for kind in GRAMMAR.table.values() if kind.is_action]
REMARK = re.compile(r"\([^)]*\)")  # remarks of a menu in brackets are optional in typed lines


def read_typed(state: CardState, view: CardView, menu: Menu, typed: str) -> list[str]:
    """Return the choices, in notation, that a typed line means: one, or all of a Move. InputError names the problem."""
    entry = menu.entry(typed)
    if entry is not None:
        return [entry.notation]
    if typed.isdigit():
        raise InputError(unknown_number_text(menu, typed))
    words = tidied(state, view, REMARK.sub("", typed).split())
    if not words:
        raise InputError(t("terminal.type-something"))
    if menu.focus and words[0] in ACTOR_VERBS:
        words = [menu.focus, *words]  # in the menu of a character, its name may be left out
    fitting = _fitting(view, words)
    if len(fitting) == 1:
        return fitting
    if fitting:
        raise InputError(t("terminal.unreadable.ambiguous", choices=", ".join(localize(text) for text in fitting)))
    way = _way(state, view, words)
    if way:
        return way
    raise InputError(_why_not(state, view, words))


def _fitting(view: CardView, words: list[str]) -> list[str]:
    """Return the choices that match the words. Colour letters and room names may be left out where they are unambiguous."""
    found: list[str] = []
    for choice in view.choices:
        text = GRAMMAR.text(choice)
        line = text.split()
        if len(words) == 1 and words[0] in LETTERS:
            continue  # during a journey a letter alone means the current room
        if len(line) == len(words) and all(_same(word, other) for word, other in zip(words, line, strict=True)):
            found.append(text)
    return [text for text in found if text.split() == words] or found


def _same(word: str, other: str) -> bool:
    if other.endswith(f".{word}"):
        return True
    return word.lower() in (other.lower(), other[1:].lower() if len(other) == 3 and other[0] in "by" else "")


# -- forgiving ---------------------------------------------------------------------------------------------------------


def tidied(state: CardState, view: CardView, words: list[str]) -> list[str]:
    """Correct capitals and complete short places: `T` or `R2.T` is a zone, `t` the letter that a station faces."""
    names = [state.setting.names[token] for token in range(state.setting.tokens)]
    names += [name[1:] for name in names[: state.setting.each]]
    tidy: list[str] = []
    for word in words:
        lowered = word.lower()
        same = [name for name in names if name.lower() == lowered]
        if lowered in GRAMMAR.kind_of_verb:
            tidy.append(lowered)
        elif same:
            tidy.append(word if tidy and word in names else same[0])  # the first word is a character: `tr` is the Troll there
        else:
            tidy.append(_tidied_place(view, lowered))
    return tidy


def _tidied_place(view: CardView, word: str) -> str:
    """Correct a place: rooms keep their small letters, everything else becomes capital."""
    room, dot, letter = word.rpartition(".")
    slots = {seen.place.lower(): seen.name for seen in view.rooms}
    if dot:
        return f"{slots.get(room) or (room.upper() if room in slots else room)}.{letter.upper()}"
    if word in slots or word.upper() in LETTERS or (word[:1].upper() in SIDES and word[1:2] in ("", "0", "1")):
        return word.upper()
    return word


def token_named(state: CardState, view: CardView, typed: str) -> str:
    """Return the own character that a single word names, or nothing."""
    words = tidied(state, view, typed.split())
    if len(words) != 1:
        return ""
    own = [seen.token for seen in view.tokens if seen.token[0] == view.viewer[0]] + [c.token for c in view.choices]
    return next((token for token in own if token and words[0] in (token, token[1:])), "")


# -- whole moves -------------------------------------------------------------------------------------------------------


def _way(state: CardState, view: CardView, words: list[str]) -> list[str]:
    """Return the choices of a whole Move (`Na S`, `Na to blue-1.S`); during a journey, of the steps to a place (`R2.S`).
    Otherwise return nothing."""
    plain = [word for word in words if word != "to"]
    if state.decision() == ACT and len(plain) == 2 and plain[1] not in GRAMMAR.kind_of_verb:
        token = token_named(state, view, plain[0])
        return _whole_move(state, token, plain[1]) if token else []
    if state.decision() == TRAVEL and len(plain) == 1 and plain[0] not in GRAMMAR.kind_of_verb:
        place = _place(state, state.mover, plain[0])
        return [write(state, choice) for choice in Routes(state).ways.get(place, [])]
    return []


def _place(state: CardState, mover: int, word: str) -> int:
    """Return a place by its name or its letter alone: in the current room, or in the room that a station faces."""
    at = state.maze.name(state.loc[mover])
    if len(word) == 1 and word in LETTERS:
        station = state.loc[mover] >= state.maze.plan.zones
        if station and at[-1] == word and state.maze.zone_before(state.loc[mover] - state.maze.plan.zones) >= 0:
            return state.maze.zone_before(state.loc[mover] - state.maze.plan.zones)
        word = at[:-1] + word
    try:
        return read_place(state, word)
    except TextError as error:
        raise InputError(parse_error_text(error, word)) from None


def _whole_move(state: CardState, name: str, target: str) -> list[str]:
    token = read_token(state, name)
    begin = actions.pack(actions.MOVE, token)
    routes = routes_of_move(state, token)
    if routes is None:
        refusal = why_not(state, begin)
        raise InputError(refusal_text(refusal) if refusal else t("terminal.error.cannot-move", token=name))
    way = routes.ends.get(_place(state, token, target))
    if way is None:
        steps = state.setting.movement[token]
        raise InputError(t_plural("terminal.error.cannot-end-zones", steps, token=name, place=target, reach=name[1:]))
    return [write(state, begin), *(write(state, choice) for choice in way)]


def places_in_reach(state: CardState, view: CardView, word: str = "") -> list[str]:
    """Return the places where the traveller, or the named character if it moved now, can end."""
    begun = -1
    if not word:
        routes: Routes | None = Routes(state)
    else:
        name = token_named(state, view, word)
        if not name:
            raise InputError(t("terminal.error.not-yours", token=word))
        token = read_token(state, name)
        routes, begun = routes_of_move(state, token), state.loc[token]
    if routes is None:
        raise InputError(t("terminal.error.cannot-begin", token=word))
    return [state.maze.name(place) for place in sorted(set(routes.ends) - {begun})]


# -- why not -----------------------------------------------------------------------------------------------------------


def _why_not(state: CardState, view: CardView, words: list[str]) -> str:
    """Return one sentence that explains why a line is no choice now."""
    if state.decision() == TRAVEL and len(words) > 1 and token_named(state, view, words[0]):
        return t("terminal.error.on-the-way", token=state.setting.names[state.mover])
    if (
        state.decision() != ACT
        and len(words) == 2
        and words[0] not in GRAMMAR.kind_of_verb
        and token_named(state, view, words[0])
    ):
        return t("terminal.error.decide-first")
    try:
        choice = GRAMMAR.choice(words)
        if choice.do == "step" and "." not in words[0] and words[0][:1] not in SIDES:
            return unknown_choice_text(words[0])
        choice = _with_colours(state, view, choice)
        action = from_choice(state, choice)
    except TextError as error:
        return parse_error_text(error, " ".join(words))
    if is_for_any_time(state, action):
        return t("terminal.error.no-choice-of-this")
    if not _in_sight(view, choice):
        return f"{t('terminal.error.not-seen')} {t('terminal.error.not-among-choices')}"
    refusal = why_not(state, action)
    return refusal_text(refusal) if refusal else t("terminal.error.not-among-choices")


def _with_colours(state: CardState, view: CardView, choice: Choice) -> Choice:
    """Add the player's own colour to signs without a colour letter, so that the rules can be asked about them."""
    signs = [piece.sign for piece in state.setting.pieces]
    bare = {field: getattr(choice, field) for field in TOKEN_FIELDS if getattr(choice, field) in signs}
    return replace(choice, **{field: view.viewer[0] + word for field, word in bare.items()})


def _in_sight(view: CardView, choice: Choice) -> bool:
    """Return whether the player's view shows all these tokens, except the player's own characters."""
    seen = {token.token for token in view.tokens} | {item for token in view.tokens for item in token.items}
    seen |= {thing.token for thing in view.lying} | {name for room in view.rooms for name in room.under}
    seen |= {name for player in view.players for name in [*player.supply, *player.removed]}
    words = [word for word in (getattr(choice, field) for field in TOKEN_FIELDS) if word]
    return all(word in seen or (word[0] == view.viewer[0] and word[1].isupper()) for word in words)
