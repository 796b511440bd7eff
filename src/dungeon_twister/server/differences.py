"""Differences between two views of one viewer, sent instead of whole views to clients that
understand them (docs/protocol.md). A difference is computed from the two views alone, so it reveals
nothing that they do not.

A view has the fields of its JSON. Its check is the sum, modulo 2**32, of the CRC-32 of every field
written as `"name":value`. The check does not depend on the order of the fields, and only changed
fields need to be encoded again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from itertools import compress
from operator import attrgetter, is_not
from typing import Any, Final, NamedTuple, get_origin
from zlib import crc32

import msgspec

from dungeon_twister.game.record.json_codec import hints_of
from dungeon_twister.server.protocol import AnyView
from dungeon_twister.server.socket_protocol import Changed, Difference, Update
from dungeon_twister.server.wire import encode, encoder, struct_of

MODULUS: Final = 1 << 32
WORTH_COMPARING: Final = 4  # lists of at least this length may be sent in part
OTHERS: Final = "choices"  # the choices change nearly each time: comparing them costs more than it saves
_written: Final = msgspec.json.Encoder().encode


class Field(NamedTuple):
    """A field of a view; with its default it is left out of the JSON."""

    name: str
    text: Callable[[Any], bytes]  # a value as JSON
    spliced: bool  # a list of which only a part may be sent
    default: Any
    head: int  # the CRC of the text before the value


class Fields(NamedTuple):
    """The fields of a kind of view."""

    each: list[Field]
    numbers: range
    values: Callable[[AnyView], tuple[Any, ...]]
    tag: int  # what the field adds to the check for the kind of game


class Altered(NamedTuple):
    """The change of a field: its part of the check, and the sent value."""

    sum: int
    whole: Any = None  # the new value
    part: Any = None  # or the changed part of a list; neither: the field has its default now and is left out


class Shown:
    """The view that was sent to a viewer last."""

    __slots__ = ("_fields", "_sums", "_values", "check", "version")

    def __init__(self, version: int, view: AnyView) -> None:
        kind: Any = type(view)
        self.version = version
        self._fields = _fields(kind)
        self._values = self._fields.values(view)
        pairs = zip(self._fields.each, self._values, strict=True)
        self._sums = [0 if value == field.default else crc32(field.text(value), field.head) for field, value in pairs]
        self.check = self._sum()

    def _sum(self) -> int:
        return (sum(self._sums) + self._fields.tag) % MODULUS

    def go_on(self, version: int, view: AnyView) -> Difference:
        """Return the difference to another view of the same game, which is sent now."""
        before, self._values = self._values, self._fields.values(view)
        changed: dict[str, Any] = {}
        parts: dict[str, tuple[int, int, Any]] = {}
        gone: list[str] = []
        now = self._values
        for number in compress(self._fields.numbers, map(is_not, before, now)):
            old, new = before[number], now[number]
            if old == new:
                continue
            field = self._fields.each[number]
            altered = _altered_field(field, old, new)
            self._sums[number] = altered.sum
            if altered.part is not None:
                parts[field.name] = altered.part
            elif altered.whole is not None:
                changed[field.name] = altered.whole
            else:
                gone.append(field.name)
        self.version, self.check = version, self._sum()
        return Difference(self.check, changed, parts, gone)


def _altered_field(field: Field, old: Any, new: Any) -> Altered:
    if new == field.default:
        return Altered(0)
    text = field.text(new)
    check = crc32(text, field.head)
    if field.spliced and old and len(new) >= WORTH_COMPARING:
        first, count, items = _splice(old, new)
        return Altered(check, part=(first, count, msgspec.Raw(field.text(items))))
    return Altered(check, whole=msgspec.Raw(text))  # already encoded


def change(shown: Shown, update: Update) -> Changed:
    """Return an Update as a difference from the view before it."""
    sight = update.sight
    difference = shown.go_on(update.version, sight.view)
    events: Any = msgspec.Raw(encode(update.events)) if update.events else []
    return Changed(update.version, update.since, sight.viewer, difference, sight.undo, events, update.clock)


def encode_change(message: Changed) -> bytes:
    """Encode a difference as JSON. The shapes in it are encoded already."""
    return _written(message)


@cache
def _fields(kind: Any) -> Fields:
    struct, hints = struct_of(kind), hints_of(kind)
    found = [
        _field(one.name, hints[one.name], one.default_factory() if callable(one.default_factory) else one.default)
        for one in msgspec.structs.fields(struct)
    ]
    config = struct.__struct_config__
    tag = crc32(_written(config.tag), _head(str(config.tag_field)))
    return Fields(found, range(len(found)), attrgetter(*(field.name for field in found)), tag)


def _field(name: str, kind: Any, default: Any) -> Field:
    is_list = get_origin(kind) is list
    return Field(name, encoder(kind), is_list and name != OTHERS, default, _head(name))


def _head(name: str) -> int:
    return crc32(b'"%s":' % name.encode())


def _splice(old: list[Any], new: list[Any]) -> tuple[int, int, list[Any]]:
    """Return the range between the common beginning and the common end of two lists."""
    most = min(len(old), len(new))
    first = last = 0
    while first < most and (old[first] is new[first] or old[first] == new[first]):
        first += 1
    while last < most - first and (old[-1 - last] is new[-1 - last] or old[-1 - last] == new[-1 - last]):
        last += 1
    return first, len(old) - last - first, new[first : len(new) - last]


# -- as a client does it, on plain JSON -------------------------------------------------------------------------------------


def check_of(view: Mapping[str, Any]) -> int:
    """Return the check of a view that was read from JSON."""
    return sum(crc32(msgspec.json.encode(value), _head(name)) for name, value in view.items()) % MODULUS


def applied(view: Mapping[str, Any], difference: Mapping[str, Any]) -> dict[str, Any]:
    """Apply a difference to a view. The check shows whether the result is right."""
    gone = difference.get("gone", ())
    after = {**{name: value for name, value in view.items() if name not in gone}, **difference.get("set", {})}
    for name, (first, count, items) in difference.get("parts", {}).items():
        after[name] = [*after.get(name, ())[:first], *items, *after.get(name, ())[first + count :]]
    return after
