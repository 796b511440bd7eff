"""Specifications of bots: `name` or `module:Class`, either with parameters: `:key=value,key=value`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

PARAMETERS: Final = re.compile(r":(?=[^:,=]*=)")  # the colon before the first key
FURTHER: Final = re.compile(r"[^:=]*=")  # a further key of the same bot


class Spec(NamedTuple):
    """A bot and its parameters."""

    bot: str
    parameters: dict[str, str]

    @property
    def text(self) -> str:
        """Return the canonical text, with sorted keys."""
        return spec_text(self.bot, self.parameters)


def spec_text(bot: str, parameters: Mapping[str, str]) -> str:
    """Return `name:key=value,...`, or the name alone without parameters."""
    words = ",".join(f"{key}={value}" for key, value in sorted(parameters.items()))
    return f"{bot}:{words}" if words else bot


def read_spec(text: str) -> Spec:
    """Parse a specification. Raise ValueError with a sentence if it is wrong."""
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
            raise ValueError(f"the bot {text!r} has {key} twice")
        parameters[key] = value
    return Spec(bot, parameters)


def split_specs(text: str) -> list[str]:
    """Split a list of bots at its commas; a `key=value` belongs to the bot before it."""
    found: list[str] = []
    for word in text.split(","):
        if found and PARAMETERS.search(found[-1]) and FURTHER.match(word):
            found[-1] += f",{word}"
        else:
            found.append(word)
    return [word.strip() for word in found]
