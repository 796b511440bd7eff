"""JSON codec for shapes: dataclasses of texts, numbers, lists and other shapes.

A field with its default value is left out of the JSON, unless it is marked ALWAYS. A class variable `game` is written first and
identifies the shape in a union. Modules with shapes are not compiled: compiled dataclasses are slower to construct and lose
their docstrings, which the description of the protocol needs.
"""

from __future__ import annotations

import json
from dataclasses import MISSING, dataclass, fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, Final, TypeVar, Union, get_args, get_origin, get_type_hints

T = TypeVar("T")
TAG: Final = "game"
ALWAYS: Final = {"always": True}  # the metadata of a field that is written even when it has its default
LARGEST: Final = 1 << 63
NAMES: Final = {str: "str", bool: "bool", int: "int", float: "float", list: "array", dict: "object", NoneType: "null"}


class ShapeError(ValueError):
    """The JSON does not have the expected form; the message has the position."""


@dataclass(frozen=True, slots=True)
class ShapeField:
    """A field of a shape: its name, whether it may be left out, and its default in that case."""

    name: str
    omitted: bool
    default: Any


@cache
def shape_fields(kind: type) -> tuple[ShapeField, ...]:
    """Return the fields of a shape in their order."""
    found: list[ShapeField] = []
    for field in fields(kind):
        default = field.default_factory() if field.default_factory is not MISSING else field.default
        found.append(ShapeField(field.name, default is not MISSING and not field.metadata, default))
    return tuple(found)


def tag_of(kind: type) -> str:
    """Return the tag that identifies a shape in a union of two; empty for other shapes."""
    return str(vars(kind)[TAG]) if TAG in vars(kind) and all(field.name != TAG for field in fields(kind)) else ""


# -- writing ------------------------------------------------------------------------------------------------------------


def plain(value: object) -> Any:
    """Return a shape, or lists and dicts of shapes, as dicts, lists, texts and numbers."""
    if value is None or isinstance(value, str | int | float):
        return value
    if isinstance(value, list | tuple):
        return [plain(one) for one in value]
    if isinstance(value, dict):
        return {key: plain(one) for key, one in value.items()}
    kind = type(value)
    if not is_dataclass(kind):
        raise TypeError(f"{kind.__name__} has no plain form")
    tag = tag_of(kind)
    found: dict[str, Any] = {TAG: tag} if tag else {}
    for row in shape_fields(kind):
        one = getattr(value, row.name)
        if not row.omitted or one != row.default:
            found[row.name] = plain(one)
    return found


def to_json(value: object) -> str:
    """Return a shape as JSON on one line."""
    return json.dumps(plain(value), ensure_ascii=False, separators=(",", ":"))


# -- reading ------------------------------------------------------------------------------------------------------------


def from_json(text: str, kind: type[T]) -> T:
    """Read JSON as a shape, or as a list, dict or tuple of shapes. Raise a ShapeError for a wrong form. Unknown fields are
    ignored, so that later programs may add some."""
    try:
        found = json.loads(text, parse_constant=_refuse)
    except RecursionError:
        raise ShapeError("JSON is malformed: too many brackets within each other") from None
    except ValueError as error:
        raise ShapeError(f"JSON is malformed: {error}") from None
    read: T = _read(found, kind, "$")
    return read


def _refuse(name: str) -> None:
    raise ValueError(f"{name} is no number")


def _read(found: Any, kind: Any, at: str) -> Any:
    """Return a value as that type. Nothing is converted: `"3"` is not a number, and neither is `true`."""
    origin = get_origin(kind)
    if origin is UnionType or origin is Union:
        if found is None and NoneType in get_args(kind):
            return None
        return _read(found, next(one for one in get_args(kind) if one is not NoneType), at)
    if is_dataclass(kind):
        assert isinstance(kind, type)
        return _read_shape(_expect(found, dict, at), kind, at)
    if origin is list:
        return [_read(one, get_args(kind)[0], f"{at}[{n}]") for n, one in enumerate(_expect(found, list, at))]
    if origin is tuple:
        return _read_tuple(_expect(found, list, at), get_args(kind), at)
    if origin is dict:
        inner = get_args(kind)
        return {_read(key, inner[0], at): _read(one, inner[1], f"{at}[...]") for key, one in _expect(found, dict, at).items()}
    return _expect(found, kind, at)


def _read_tuple(found: list[Any], kinds: tuple[Any, ...], at: str) -> tuple[Any, ...]:
    if len(found) != len(kinds):
        raise _wrong(f"Expected `array` of length {len(kinds)}, got {len(found)}", at)
    return tuple(_read(one, kind, f"{at}[{n}]") for n, (one, kind) in enumerate(zip(found, kinds, strict=True)))


def _read_shape(found: dict[str, Any], kind: type, at: str) -> Any:
    given: dict[str, Any] = {}
    kinds = hints_of(kind)
    for field in fields(kind):
        if field.name in found:
            given[field.name] = _read(found[field.name], kinds[field.name], f"{at}.{field.name}")
        elif field.default is MISSING and field.default_factory is MISSING:
            raise _wrong(f"Object missing required field `{field.name}`", at)
    return kind(**given)


@cache
def hints_of(kind: type) -> dict[str, Any]:
    """Return the types of a shape's fields."""
    return get_type_hints(kind)


def _expect(found: Any, kind: Any, at: str) -> Any:
    if type(found) is not kind:
        raise _wrong(f"Expected `{NAMES[kind]}`, got `{NAMES[type(found)]}`", at)
    if kind is int and not -LARGEST <= found < LARGEST:
        raise _wrong("Integer value out of range", at)
    if kind is str and not found.isascii():
        _check_text(found, at)
    return found


def _check_text(text: str, at: str) -> None:
    """Refuse half a character (`"\\ud800"`), which JSON can contain but a file cannot."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise _wrong("JSON is malformed: invalid character", at) from None


def _wrong(what: str, at: str) -> ShapeError:
    return ShapeError(what if at == "$" else f"{what} - at `{at}`")
