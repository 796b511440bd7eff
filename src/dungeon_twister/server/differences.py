"""Differences between two views of one viewer, which are sent instead of whole views to clients that understand them
(docs/protocol.md). A difference is worked out from the two views alone, so it tells nothing that they do not.

A view has the fields of its JSON. The check of a view is the sum, modulo 2**32, of the CRC-32 of every field written as
`"name":value`: it does not depend on the order of the fields, and only those that have changed need to be written again.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Final, NamedTuple
from zlib import crc32

import msgspec

from dungeon_twister.server.protocol import AnyView, Changed, Difference, Update
from dungeon_twister.server.wire import ready

MODULUS: Final = 1 << 32
_written: Final = msgspec.json.Encoder().encode
Splice = tuple[int, int, list[Any]]


class Field(NamedTuple):
    """A field of a view; with its default it is left out of the JSON."""

    name: str
    default: Any
    head: int  # the CRC of what stands before the value


class Shown:
    """The view that a viewer was shown last, as it was sent."""

    __slots__ = ("_fields", "_sums", "_tag", "_values", "check", "version")

    def __init__(self, version: int, view: AnyView) -> None:
        sent = ready(view)
        kind: Any = type(sent)
        self.version = version
        self._fields = _fields(kind)
        self._tag = _tag(kind)
        self._values = msgspec.structs.astuple(sent)
        self._sums = [_sum_of(field, value) for field, value in zip(self._fields, self._values, strict=True)]
        self.check = self._sum()

    def _sum(self) -> int:
        return (sum(self._sums) + self._tag) % MODULUS

    def go_on(self, version: int, view: AnyView) -> Difference:
        """Another view of the same game is shown now: what is different."""
        before, self._values = self._values, msgspec.structs.astuple(ready(view))
        changed: dict[str, Any] = {}
        parts: dict[str, Splice] = {}
        gone: list[str] = []
        for number, (old, new) in enumerate(zip(before, self._values, strict=True)):
            if old == new:
                continue
            field = self._fields[number]
            if new == field.default:
                self._sums[number] = 0
                gone.append(field.name)
                continue
            text = _written(new)
            self._sums[number] = crc32(text, field.head)
            if isinstance(new, list) and old and new:
                parts[field.name] = _splice(old, new)
            else:
                changed[field.name] = msgspec.Raw(text)  # which need not be written again
        self.version, self.check = version, self._sum()
        return Difference(self.check, changed, parts, gone)


def change(shown: Shown, update: Update, written: bytes) -> Changed:
    """An Update as a difference from what was shown before it; its events are written already."""
    sight = update.sight
    difference = shown.go_on(update.version, sight.view)
    events: Any = msgspec.Raw(written) if update.events else []
    return Changed(update.version, update.since, sight.viewer, difference, sight.undo, events, update.clock)


def encode_change(message: Changed) -> bytes:
    """As JSON. Everything in it is made of structs already."""
    return _written(message)


@cache
def _fields(kind: Any) -> list[Field]:
    return [
        Field(field.name, field.default_factory() if callable(field.default_factory) else field.default, _head(field.name))
        for field in msgspec.structs.fields(kind)
    ]


@cache
def _tag(kind: Any) -> int:
    """What the field adds that tells which game it is."""
    config = kind.__struct_config__
    return crc32(_written(config.tag), _head(str(config.tag_field)))


def _head(name: str) -> int:
    return crc32(b'"%s":' % name.encode())


def _sum_of(field: Field, value: Any) -> int:
    return 0 if value == field.default else crc32(_written(value), field.head)


def _splice(old: list[Any], new: list[Any]) -> Splice:
    """What lies between the items that both have at the beginning and those that both have at the end."""
    most = min(len(old), len(new))
    first = last = 0
    while first < most and old[first] == new[first]:
        first += 1
    while last < most - first and old[-1 - last] == new[-1 - last]:
        last += 1
    return first, len(old) - last - first, new[first : len(new) - last]


# -- as a client does it, on plain JSON -------------------------------------------------------------------------------------


def check_of(view: Mapping[str, Any]) -> int:
    """The check of a view that was read from JSON."""
    return sum(crc32(msgspec.json.encode(value), _head(name)) for name, value in view.items()) % MODULUS


def applied(view: Mapping[str, Any], difference: Mapping[str, Any]) -> dict[str, Any]:
    """The view that follows from one and the difference to it. Whether it is the right one its check tells."""
    gone = difference.get("gone", ())
    after = {**{name: value for name, value in view.items() if name not in gone}, **difference.get("set", {})}
    for name, (first, count, items) in difference.get("parts", {}).items():
        after[name] = [*after.get(name, ())[:first], *items, *after.get(name, ())[first + count :]]
    return after
