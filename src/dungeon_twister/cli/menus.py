"""A numbered menu of choices and its layout. Each game builds its own from the choices of a view."""

from __future__ import annotations

from dataclasses import dataclass, field

from rich.text import Text

from dungeon_twister.cli.texts import t

TOKEN_STYLES = {"b": "bold bright_blue", "y": "bold yellow", "r": "bold red", "g": "bold green"}


class InputError(Exception):
    """The typed text is no choice now; the message is one sentence."""


@dataclass
class MenuEntry:
    """One choice: the number to type, its short text and its notation; or a nested menu."""

    label: str
    short: str
    notation: str = ""
    inner: Menu | None = None


@dataclass
class MenuGroup:
    """The choices of one character or token, or those without one."""

    title: str
    entries: list[MenuEntry] = field(default_factory=list)


@dataclass
class Menu:
    """All current choices. `focus` is the token of the menu; `listed`: every choice has its own line; `inner`: there is another
    menu before this one."""

    groups: list[MenuGroup]
    focus: str = ""
    listed: bool = False
    inner: bool = False

    def entry(self, label: str) -> MenuEntry | None:
        """Return the choice with this number."""
        for group in self.groups:
            for entry in group.entries:
                if entry.label == label:
                    return entry
        return None

    def nested_menu(self, token: str) -> Menu | None:
        """Return the nested menu of a token."""
        inner = [entry.inner for group in self.groups for entry in group.entries if entry.inner is not None]
        return next((menu for menu in inner if menu.focus == token), None)

    @property
    def labels(self) -> list[str]:
        return [entry.label for group in self.groups for entry in group.entries]

    def folded(self) -> Menu:
        """Return a menu in two steps, if it has titles: first a title, then its choices."""
        if sum(bool(group.title) for group in self.groups) < 2:
            return self
        entries: list[MenuEntry] = []
        for group in self.groups:
            inner = Menu([group], focus=group.title.split()[0], inner=True).number() if group.title else None
            entries += [MenuEntry("", group.title, inner=inner)] if inner else group.entries
        return Menu([MenuGroup("", entries)], listed=True).number()

    def number(self) -> Menu:
        """Number the entries from 1."""
        entries = [entry for group in self.groups for entry in group.entries]
        for number, entry in enumerate(entries, 1):
            entry.label = str(number)
        return self


def unknown_number_text(menu: Menu, typed: str) -> str:
    """Return the sentence about a number that the menu does not have."""
    labels = menu.labels
    if labels != [str(number) for number in range(1, len(labels) + 1)]:
        return t("terminal.menu.no-choice", typed=typed, labels=", ".join(labels))
    return t("terminal.menu.no-number", typed=typed, first=labels[0], last=labels[-1])


# -- layout ------------------------------------------------------------------------------------------------------------


def menu_lines(menu: Menu, width: int) -> list[Text]:
    """Return the numbered choices, one line per character, in two columns if they fit."""
    back = [Text(f" {t('terminal.menu.back')}", style="dim", end="")] if menu.inner else []
    return (_listed(menu, width) if menu.listed else _grouped(menu, width)) + back


def _grouped(menu: Menu, width: int) -> list[Text]:
    titles = max((len(group.title) for group in menu.groups), default=0)
    if titles > width // 2:
        titles = 0
    aligned = titles > 0 and len({len(group.entries) for group in menu.groups}) == 1
    digits = max(len(label) for label in menu.labels) if aligned else 0
    texts = [_group_text(group, titles, digits) for group in menu.groups]
    longest = max((len(text) for text in texts), default=0)
    if len(texts) > 4 and 2 * longest + 4 <= width:
        return _in_columns(texts, longest + 4, 2)
    return [line for text in texts for line in _wrapped(text, titles + 4 if titles else 1, width)]


def _listed(menu: Menu, width: int) -> list[Text]:
    entries = [entry for group in menu.groups for entry in group.entries]
    digits = max((len(entry.label) for entry in entries), default=0)
    texts = []
    for entry in entries:
        text = Text.assemble(" ", (f"{entry.label:>{digits}}", "bold cyan"), " ", end="", no_wrap=True)
        start = len(text)
        text.append(entry.short)
        if entry.short[:1] in TOKEN_STYLES and len(entry.short.split()[0]) in (2, 3):
            text.stylize(TOKEN_STYLES[entry.short[0]], start, start + len(entry.short.split()[0]))
        text.truncate(width, overflow="ellipsis")
        texts.append(text)
    longest = max((len(text) for text in texts), default=0) + 2
    return _in_columns(texts, longest, max(1, min(3, width // longest))) if len(texts) > 4 else texts


def _in_columns(texts: list[Text], pitch: int, columns: int) -> list[Text]:
    """Lay texts out in several columns."""
    each = -(-len(texts) // columns)
    rows: list[Text] = []
    for row in range(each):
        line = Text("", end="")
        for column in range(columns):
            if column * each + row < len(texts):
                line.pad_right(column * pitch - len(line))
                line = line + texts[column * each + row]
        rows.append(line)
    return rows


def _group_text(group: MenuGroup, titles: int, digits: int) -> Text:
    text = Text(f" {group.title:<{titles}} " if titles else "", end="")
    if titles and group.title and group.title[0] in TOKEN_STYLES:
        text.stylize(TOKEN_STYLES[group.title[0]], 1, 1 + len(group.title.split()[0]))
    for entry in group.entries:
        text.append(" " * (2 if entry is not group.entries[0] or titles else 1))
        text.append(f"{entry.label:>{digits}}", style="bold cyan")
        text.append(f" {entry.short}")
    return text


def _wrapped(text: Text, indent: int, width: int) -> list[Text]:
    """Wrap between choices, and inside a choice only if it is longer than a line. Later lines are indented below the first
    choice."""
    indent = min(indent, width // 3)
    lines: list[Text] = []
    while len(text) > width:
        first = len(text.plain) - len(text.plain.lstrip())
        cut = text.plain.rfind("  ", first, width)
        if cut <= first:
            cut = max(text.plain.rfind(" ", first + 1, width), first)
        if cut <= first:
            cut = width
        lines.append(text[:cut])
        rest = text[cut:]
        text = Text(" " * indent, end="") + rest[len(rest.plain) - len(rest.plain.lstrip()) :]
    return [*lines, text]
