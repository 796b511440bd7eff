"""Bots as a text names them: `name` or `module:Class`, and behind either its parameters: `:key=value,key=value`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

PARAMETERS: Final = re.compile(r":(?=[^:,=]*=)")  # the colon before the first key
FURTHER: Final = re.compile(r"[^:=]*=")  # a key of the bot before it, not another bot


class Spec(NamedTuple):
    """Which bot is meant, and its parameters."""

    bot: str
    parameters: dict[str, str]

    @property
    def text(self) -> str:
        """The same bot is always written the same: the keys in the order of the alphabet."""
        return written(self.bot, self.parameters)


def written(bot: str, parameters: Mapping[str, str]) -> str:
    """`name:key=value,...`; without parameters the name."""
    words = ",".join(f"{key}={value}" for key, value in sorted(parameters.items()))
    return f"{bot}:{words}" if words else bot


def read_spec(text: str) -> Spec:
    """What a text names; a ValueError says in a sentence what is wrong with it."""
    bot, *rest = PARAMETERS.split(text.strip(), maxsplit=1)
    bot = bot.strip()
    if not bot:
        raise ValueError(f"{text!r} names no bot")
    parameters: dict[str, str] = {}
    for word in rest[0].split(",") if rest else ():
        key, equals, value = (part.strip() for part in word.partition("="))
        if not (key and equals and value):
            raise ValueError(f"{word!r} of the bot {text!r} is not written key=value")
        if key in parameters:
            raise ValueError(f"the bot {text!r} is told {key} twice")
        parameters[key] = value
    return Spec(bot, parameters)


def split_specs(text: str) -> list[str]:
    """The bots of a list with commas: what is `key=value` belongs to the bot before it."""
    found: list[str] = []
    for word in text.split(","):
        if found and PARAMETERS.search(found[-1]) and FURTHER.match(word):
            found[-1] += f",{word}"
        else:
            found.append(word)
    return [word.strip() for word in found]
