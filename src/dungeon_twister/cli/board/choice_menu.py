"""The choices of a decision as a numbered menu. It is built from a view, so it cannot reveal hidden information."""

from __future__ import annotations

from dungeon_twister.cli.input_words import localize, to_english
from dungeon_twister.cli.menus import Menu, MenuEntry, MenuGroup
from dungeon_twister.cli.texts import has_text, piece_name, t
from dungeon_twister.game.record.notation import Choice, choice_text
from dungeon_twister.game.views import TokenView, View

MOST_AT_ONCE = 48  # three- and four-player menus hold at most this many choices
NUMBERED_BY_VALUE = ("card", "combat")
BY_TOKEN = ("start", "lay", "place", "out")
DIGITS = "0123456789"


def make_menu(view: View) -> Menu:
    """Return the choices of a view, grouped by the acting character or the placed piece."""
    standing = {seen.token: seen for seen in view.tokens}
    groups: dict[str, MenuGroup] = {}
    for choice in view.choices:
        key = choice.token if _has_actor(choice) else ""
        if key not in groups:
            groups[key] = MenuGroup(_title(key, standing))
        groups[key].entries.append(MenuEntry("", _short(choice, key), choice_text(choice)))
    if view.choices and view.choices[0].do == "place":
        for group in groups.values():
            group.entries.sort(key=lambda entry: (len(entry.short.rstrip(DIGITS)), _column_first(entry.short)))
    ordered = [group for key, group in groups.items() if key] + [groups[""] for key in groups if not key]
    if len(view.players) > 2:
        _explain(ordered, view)
        if len(view.choices) > MOST_AT_ONCE and all(group.title for group in ordered):
            return Menu(ordered).folded()
    menu = Menu(ordered).number()
    if view.choices and view.choices[0].do in NUMBERED_BY_VALUE:
        for entry, choice in zip(ordered[0].entries, view.choices, strict=True):
            entry.label = str(choice.value)
    return menu


def _explain(groups: list[MenuGroup], view: View) -> None:
    """Return a short explanation of what only some scenarios have."""
    for entry in [entry for group in groups for entry in group.entries]:
        text = to_english(entry.short)
        verb, _, word = text.partition(" ")
        keys = [f"terminal.explained.{name}" for name in (verb, text.replace(" ", "-"))]
        meaning = next((t(key) for key in keys if has_text(key)), "")
        if verb == "join" and view.combat is not None and word != "no":
            side = view.combat.attacker if word == "attack" else view.combat.defender
            meaning = t("terminal.menu.with", token=side)
        if meaning:
            entry.short += f" ({meaning})"


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
    return localize(text.removeprefix(f"{key} ") if key else text)
