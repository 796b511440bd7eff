"""The built-in scenarios, and reading a scenario file.

A scenario is given by its name, the path of a file, or its text. A text has several lines, a name has one.
"""

from __future__ import annotations

import tomllib
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from dungeon_twister.rules.engine.by_edition import GAMES
from dungeon_twister.rules.engine.editions import RULES
from dungeon_twister.rules.engine.scenario import OWN, Scenario, drawings_of, is_word, room_files
from dungeon_twister.rules.engine.scenario_words import WORD_KEYS, check_title, text_in, translations_in
from dungeon_twister.rules.geometry.text import TextError

LABORATORIES: Final = ("lab", "card-lab")  # for positions and tests, not for playing
LONGEST_NAME: Final = 80  # of a name that an error message quotes
LONGEST_TEXT: Final = 64 * 1024  # of a scenario file with its rooms
MOST_DOTS: Final = 64  # in a line
TOO_DEEP: Final = "not a scenario file: it is nested too deeply"
LONGEST_PROBLEM: Final = 400  # of an error message about a file, which may quote from it


def scenario_names(game: str = "") -> list[str]:
    """Return the names of all built-in scenarios, or of those of one game."""
    return [name for name in _names() if not game or scenario_tables(name, builtin_text(name)).get("game") == game]


@lru_cache(maxsize=1)
def _names() -> list[str]:
    folder = files("dungeon_twister.content").joinpath("scenarios")
    return sorted(entry.name[: -len(".toml")] for entry in folder.iterdir() if entry.name.endswith(".toml"))


def is_text(which: str) -> bool:
    """Return whether this is the text of a scenario file, not a name."""
    return "\n" in which


def load_scenario(which: str) -> Scenario:
    """Return the scenario of that name or text. The error for an unknown name lists the known ones."""
    if is_text(which):
        return own_scenario(which)
    if which not in scenario_names():
        known = ", ".join(name for name in scenario_names() if name not in LABORATORIES)
        raise TextError(f"there is no scenario {which[:LONGEST_NAME]!r} (there are {known})")
    return parse_scenario(which, builtin_text(which))


def builtin_text(name: str) -> str:
    """Return the file of a built-in scenario."""
    return files("dungeon_twister.content").joinpath("scenarios", f"{name}.toml").read_text("utf-8")


def scenario_tables(name: str, text: str) -> dict[str, Any]:
    """Return the content of a scenario file. Long dotted keys are refused unread: reading them takes quadratic time."""
    if any(line.count(".") > MOST_DOTS and not line.lstrip().startswith("#") for line in text.split("\n")):
        raise TextError(TOO_DEEP, name)
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise TextError(TOO_DEEP, name) from None
    except tomllib.TOMLDecodeError as error:
        raise TextError(f"not a scenario file: {error}", name) from None
    except ValueError:
        raise TextError("not a scenario file: a number has too many digits", name) from None


def parse_scenario(name: str, text: str) -> Scenario:
    """Read a scenario file. The rules of the game that it names read the rest."""
    data = scenario_tables(name, text)
    if "game" not in data:
        raise TextError("the scenario says nothing about 'game'", name)
    if data["game"] in GAMES:
        scenario = RULES.named(data["game"]).read_scenario(name, {key: data[key] for key in data if key not in WORD_KEYS})
        scenario.text, scenario.translations = text_in(name, data), translations_in(name, data)
        return scenario
    raise TextError(f"there is no game {str(data['game'])[:LONGEST_NAME]!r} (there are {', '.join(GAMES)})", name)


# -- custom scenarios ---------------------------------------------------------------------------------------------------


def own_scenario(text: str, source: str = "scenario") -> Scenario:
    """Return a custom scenario from its text, which must be complete: no other file is read."""
    if len(text) > LONGEST_TEXT:
        raise TextError(f"a scenario has at most {LONGEST_TEXT} characters with its rooms, not {len(text)}", source)
    try:
        scenario = parse_scenario(source, text)
        check_title(scenario.title)
    except TextError as error:
        raise _shortened(error, source) from None
    scenario.name = OWN
    scenario.declared = text
    return scenario


def _shortened(error: TextError, source: str) -> TextError:
    """Return an error, which may quote from the file, at most LONGEST_PROBLEM long."""
    problem = error.problem if len(error.problem) <= LONGEST_PROBLEM else f"{error.problem[:LONGEST_PROBLEM]}…"
    others = [_shortened(other, source) for other in error.others]
    return TextError(problem, error.source or source, error.line, error.column, error.code, error.values, others)


def scenario_text(path: Path) -> str:
    """Return the text of a scenario file, complete in itself: room files of the same folder are included. Raise a TextError
    that names the file if something is wrong."""
    text = unchecked_text(path)
    own_scenario(text, path.name)
    return text


def unchecked_text(path: Path) -> str:
    """Return the text of a scenario file with the room files of the same folder, whatever else is wrong with it."""
    source = path.name
    text = _read(path)
    if not is_text(text):
        text += "\n"
    try:
        data = scenario_tables(source, text)
        drawn = drawings_of(source, data)
    except TextError:
        return text
    rooms = data.get("rooms")
    for pack in rooms if isinstance(rooms, list) else []:
        if isinstance(pack, str) and pack not in room_files() and pack not in drawn and is_word(pack):
            room_file = path.with_name(f"{pack}.txt")
            if room_file.is_file():
                text += _drawing(pack, _read(room_file), room_file.name)
    return text


def _drawing(name: str, rooms: str, source: str) -> str:
    """Return a room file as part of a scenario file."""
    if "'''" in rooms:
        raise TextError("a room file has no quotation marks", source)
    return f"\n[[drawing]]\nname = \"{name}\"\nrooms = '''\n{rooms}'''\n"


def _read(path: Path) -> str:
    with path.open("rb") as file:
        data = file.read(4 * LONGEST_TEXT + 1)
    if len(data) > 4 * LONGEST_TEXT:
        raise TextError(f"a scenario has at most {LONGEST_TEXT} characters with its rooms", path.name)
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError:
        raise TextError("it is not a text file", path.name) from None
