"""The scenarios that come with the games, and reading a scenario file."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from importlib.resources import files
from typing import Final

from dungeon_twister.engine.board.scenario_files import read_board_scenario
from dungeon_twister.engine.card.scenario import read_card_scenario
from dungeon_twister.engine.scenario import Scenario
from dungeon_twister.geometry.text import TextError

EDITIONS: Final = ("board", "card")
LONGEST_NAME: Final = 80  # of a name that is told back


def scenario_names(game: str = "") -> list[str]:
    """Every scenario that comes with the games, or with one of them."""
    return [name for name in _names() if not game or _declared(name, _text_of(name)).get("game") == game]


@lru_cache(maxsize=1)
def _names() -> list[str]:
    folder = files("dungeon_twister.content").joinpath("scenarios")
    return sorted(entry.name[: -len(".toml")] for entry in folder.iterdir() if entry.name.endswith(".toml"))


def load_scenario(name: str) -> Scenario:
    """The scenario of that name; an unknown name is a sentence that lists the known ones."""
    if name not in scenario_names():
        raise TextError(f"there is no scenario {name[:LONGEST_NAME]!r} (there are {', '.join(scenario_names())})")
    return parse_scenario(name, _text_of(name))


def _text_of(name: str) -> str:
    return files("dungeon_twister.content").joinpath("scenarios", f"{name}.toml").read_text("utf-8")


def _declared(name: str, text: str) -> dict[str, object]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise TextError(f"not a scenario file: {error}", name) from None


def parse_scenario(name: str, text: str) -> Scenario:
    """Read a scenario file; the game it names knows what else must be in it."""
    data = _declared(name, text)
    if "game" not in data:
        raise TextError("the scenario says nothing about 'game'", name)
    if data["game"] == "board":
        return read_board_scenario(name, data)
    if data["game"] == "card":
        return read_card_scenario(name, data)
    raise TextError(f"there is no game {data['game']!r} (there are {', '.join(EDITIONS)})", name)
