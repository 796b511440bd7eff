"""The Card Game's choices as menus: a character, then its action, then the destination; and cards, each with a description."""

from __future__ import annotations

from dungeon_twister.cli.card.links import link_words
from dungeon_twister.cli.card.piece_names import PIECES, ability, name_width, piece_name, stats_of
from dungeon_twister.cli.card.room_text import card_counts
from dungeon_twister.cli.input_words import localize
from dungeon_twister.cli.menus import Menu, MenuEntry, MenuGroup
from dungeon_twister.cli.texts import t, t_plural
from dungeon_twister.game.record.card.notation import GRAMMAR
from dungeon_twister.game.record.card.token_names import read_place
from dungeon_twister.game.record.notation import Choice
from dungeon_twister.game.views import CardView
from dungeon_twister.game.views.card_shapes import CardRoomView
from dungeon_twister.rules.engine.card.state import CardState

FLAT = 16  # up to this many choices are shown at once
MANY = 8  # more choices of one kind get a menu of their own
ABOUT_CARDS = ("pick", "out")  # every choice is a card that gets a description
BY_TOKEN = ("start", "place", "face")
BY_VALUE = ("combat", "name", "rage")
UNDER_WAY = ("take", "drop", "give", "swap", "rob", "stop", "step")
STEPS, HANDLING, END = "terminal.menu.go-to", "terminal.menu.items", "terminal.menu.or"


def make_menu(state: CardState, view: CardView) -> Menu:
    """Return the choices of a view as a menu; a long one has nested menus. Only public parts of the state are used."""
    choices = view.choices
    if not choices:
        return Menu([])
    kinds = {choice.do for choice in choices}
    if kinds & set(ABOUT_CARDS):
        return _card_menu(choices)
    if kinds & set(BY_VALUE):
        return _value_menu(choices)
    if kinds & set(UNDER_WAY):
        return _travel_menu(state, view)
    if kinds == {"lay"}:
        return _lay_menu(view, state.card_setting.capacities)
    return Menu(_groups(view, choices)).number() if len(choices) <= FLAT else _nested(view)


# -- cards and values --------------------------------------------------------------------------------------------------


def card_line(token: str) -> str:
    """`bNa Naga  M3 C2  slips through arrow-slits`."""
    figures = stats_of(token)
    return f"{token} {piece_name(token):<{name_width()}}{figures + '  ' if figures else ''}{ability(token)}"


def _card_menu(choices: list[Choice]) -> Menu:
    entries = [MenuEntry("", card_line(choice.token), GRAMMAR.text(choice)) for choice in choices]
    return Menu([MenuGroup("", entries)], listed=True).number()


def _value_menu(choices: list[Choice]) -> Menu:
    """Return a menu of cards and numbers, which are typed as they are; pairs of cards are numbered."""
    entries = [MenuEntry(str(choice.value), _value_words(choice), GRAMMAR.text(choice)) for choice in choices]
    menu = Menu([MenuGroup("", entries)])
    return menu.number() if any(choice.second >= 0 for choice in choices) else menu


def _value_words(choice: Choice) -> str:
    text = localize(GRAMMAR.text(choice))
    if choice.do == "rage":
        return f"{text} ({t('terminal.card.one' if choice.value == 1 else 'terminal.card.two')})"
    return f"{text} ({t('terminal.card.none')})" if choice.do == "name" and not choice.value else text


# -- a character, then what it does ------------------------------------------------------------------------------------


def _groups(view: CardView, choices: list[Choice]) -> list[MenuGroup]:
    """Group the choices by the acting character or the placed piece; choices without one come last."""
    groups: dict[str, MenuGroup] = {}
    for choice in choices:
        groups.setdefault(choice.token, MenuGroup(_title(view, choice.token))).entries.append(_entry(view, choice))
    return [group for key, group in groups.items() if key] + [groups[""] for key in groups if not key]


def _nested(view: CardView) -> Menu:
    """Return one entry per character or card, with a nested menu of its actions."""
    entries: list[MenuEntry] = []
    for token in dict.fromkeys(choice.token for choice in view.choices):
        own = [choice for choice in view.choices if choice.token == token]
        if not token:
            entries += [_entry(view, choice) for choice in own]
        else:
            inner = Menu(_by_kind(view, own), focus=token, inner=True).number()
            entries.append(MenuEntry("", f"{_title(view, token):<34}{_summary(own)}", inner=inner))
    entries.sort(key=lambda entry: entry.inner is None)
    return Menu([MenuGroup("", entries)], listed=True).number()


def _lay_menu(view: CardView, capacities: list[int]) -> Menu:
    """Return a menu: a card in hand, then the room next to which it is laid, with its present and maximum number of cards."""
    entries: list[MenuEntry] = []
    for token in dict.fromkeys(choice.token for choice in view.choices):
        rooms: list[MenuEntry] = []
        for choice in [choice for choice in view.choices if choice.token == token]:
            slot = [room.place for room in view.rooms].index(choice.place)
            full = t("terminal.menu.of", count=len(view.rooms[slot].under), most=capacities[slot])
            there = f"{card_counts(view.rooms[slot].under)}, {full}"
            rooms.append(MenuEntry("", f"{choice.place} ({there})", GRAMMAR.text(choice)))
        entries.append(MenuEntry("", card_line(token), inner=Menu([MenuGroup("", rooms)], focus=token, inner=True).number()))
    return Menu([MenuGroup("", entries)], listed=True).number()


def _summary(choices: list[Choice]) -> str:
    """Return the possible actions of a character in a few words."""
    if choices[0].do in BY_TOKEN:
        token = choices[0].token
        return f"{stats_of(token)}  {ability(token)}".strip()
    counts: dict[str, int] = {}
    for choice in choices:
        counts[choice.do] = counts.get(choice.do, 0) + 1
    return ", ".join(localize(verb) if count == 1 else f"{localize(verb)} ({count})" for verb, count in counts.items())


def _by_kind(view: CardView, choices: list[Choice]) -> list[MenuGroup]:
    """Return the choices of one character, one line per kind. Kinds with very many choices take two steps."""
    groups: list[MenuGroup] = []
    for verb in dict.fromkeys(choice.do for choice in choices):
        same = [choice for choice in choices if choice.do == verb]
        if len(same) > MANY and verb == "lift":
            groups.append(
                MenuGroup(localize(verb), [_lift_entry(view, same, item) for item in dict.fromkeys(one.item for one in same)])
            )
        else:
            entries = [_entry(view, choice) for choice in same]
            for entry in entries:
                entry.short = entry.short.removeprefix(f"{localize(verb)} ")
            groups.append(MenuGroup("" if verb in BY_TOKEN else localize(verb), entries))
    return groups


def _lift_entry(view: CardView, choices: list[Choice], item: str) -> MenuEntry:
    own = [choice for choice in choices if choice.item == item]
    inner = Menu(
        [MenuGroup("", [_entry(view, choice) for choice in own])], focus=own[0].token, listed=True, inner=True
    ).number()
    return MenuEntry("", f"{localize('lift')} {item} {piece_name(item)} ({t_plural('play.ways', len(own))})", inner=inner)


def _title(view: CardView, token: str) -> str:
    """Return the title of a character with its place and load, or of a card in hand with its name."""
    if not token:
        return ""
    seen = next((seen for seen in view.tokens if seen.token == token), None)
    words = [token, piece_name(token)]
    if seen is not None:
        words += [seen.place, *(f"+{item}" for item in seen.items)]
    elif stats_of(token):
        words.append(stats_of(token))
    return " ".join(words)


def _entry(view: CardView, choice: Choice) -> MenuEntry:
    text = GRAMMAR.text(choice)
    return MenuEntry("", _short(view, choice, text), text)


def _short(view: CardView, choice: Choice, text: str) -> str:
    """Return the text of a choice without the character, and a short explanation in brackets where needed."""
    if choice.do in BY_TOKEN:
        return _laid_words(view, choice)
    words = localize(text.removeprefix(f"{choice.token} ") if choice.token else text)
    if choice.do == "turn":
        return f"{words} ({_room_at(view, choice.place).name})"
    if choice.do == "gate":
        return (
            f"{words} ({t('terminal.menu.closes' if _room_at(view, choice.place).gate == 'open' else 'terminal.menu.opens')})"
        )
    if choice.do == "jump" and choice.value:
        return f"{words} ({t('terminal.menu.paid', card=choice.value)})"
    if choice.target and choice.do in ("attack", "shoot", "bow", "spear", "heal", "fire", "steal"):
        return f"{words} ({piece_name(choice.target)})" if choice.target[1:2] != "?" else words
    return words


def _laid_words(view: CardView, choice: Choice) -> str:
    if choice.do == "start":
        return t("terminal.menu.column", column=choice.column)
    if choice.do == "face":
        return choice.letter
    return choice.zone


def _room_at(view: CardView, place: str) -> CardRoomView:
    return next(room for room in view.rooms if room.place == place)


# -- on the way --------------------------------------------------------------------------------------------------------


def _travel_menu(state: CardState, view: CardView) -> Menu:
    """Return the menu during a journey: the next step, item handling, or the end of the journey."""
    groups = {title: MenuGroup(t(title)) for title in (STEPS, HANDLING, END)}
    for choice in view.choices:
        text = GRAMMAR.text(choice)
        if choice.do == "step":
            groups[STEPS].entries.append(MenuEntry("", _step_words(state, view, choice.zone), text))
        elif choice.do == "stop":
            groups[END].entries.append(MenuEntry("", localize(text), text))
        else:
            groups[HANDLING].entries.append(MenuEntry("", _handling_words(view, choice, localize(text)), text))
    return Menu([group for group in groups.values() if group.entries]).number()


def _step_words(state: CardState, view: CardView, zone: str) -> str:
    """Return a place as it is typed, with the position of its room or the zone it faces. Entering the opponent's starting zone
    is leaving."""
    slot = next((room.place for room in view.rooms if room.name and zone.startswith(f"{room.name}.")), "")
    if slot:
        return f"{zone} ({slot})"
    own = "N" if view.players[0].colour == view.viewer else "S"
    return (
        f"{zone} ({link_words(state.maze, read_place(state, zone))})"
        if zone[0] == own
        else f"{zone} ({t('terminal.menu.out')})"
    )


def _handling_words(view: CardView, choice: Choice, text: str) -> str:
    """Return the notation of item handling, with the pieces explained in brackets."""
    names = [piece_name(token) for token in (choice.token or choice.item, choice.target) if token[1:] in PIECES]
    if choice.do == "take":
        holder = next((seen.token for seen in view.tokens if choice.token in seen.items), "")
        held = t("terminal.menu.held", thing=names[0], holder=holder) if names and holder else "".join(names)
        return f"{text} ({held})" if held else text
    if choice.do == "rob":
        return f"{text} ({t('terminal.menu.robs-for', thing=names[0]) if choice.item else t('terminal.menu.robs')})"
    if choice.do in ("give", "swap") and len(names) > 1:
        return f"{text} ({t(f'terminal.menu.{choice.do}', thing=names[0], other=names[1])})"
    return f"{text} ({' '.join(names)})" if names else text
