"""Encoding and decoding of messages.

The shapes of the core are plain dataclasses. Each gets a msgspec struct of the same name, made from
its fields, which omits defaults and carries the tag of its kind of view. Messages are encoded,
decoded and described through these structs.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, fields, is_dataclass
from functools import cache, reduce
from operator import or_
from types import UnionType
from typing import Any, Final, TypeVar, Union, get_args, get_origin, overload

import msgspec

from dungeon_twister.game.record.json_codec import TAG, hints_of, shape_fields, tag_of

T = TypeVar("T")
_cores: Final[dict[type, type]] = {}  # struct -> the shape or message it stands for


def encode(value: object) -> bytes:
    """Encode a message, a shape, or a list of them as JSON."""
    return msgspec.json.encode(ready(value))


def encoder(kind: Any) -> Callable[[Any], bytes]:
    """Return a function that encodes values of one kind, lists faster than `encode`."""
    struct, write = struct_of(kind), msgspec.json.Encoder().encode
    if struct == kind:
        return write
    return lambda value: write(msgspec.convert(value, struct, from_attributes=True))


@overload
def decode(data: bytes | str, kind: type[T]) -> T: ...
@overload
def decode(data: bytes | str, kind: UnionType) -> Any: ...
def decode(data: bytes | str, kind: Any) -> Any:
    """JSON as a message or a shape of that kind; msgspec.DecodeError says what is wrong with it."""
    return _core(msgspec.json.decode(data, type=struct_of(kind)))


def ready(value: object) -> Any:
    """Convert shapes to structs."""
    if isinstance(value, list):
        return [ready(one) for one in value]
    kind: Any = type(value)
    struct = struct_of(kind)
    return value if struct is kind else msgspec.convert(value, struct, from_attributes=True)


def _core(found: Any) -> Any:
    """Convert structs to shapes."""
    if isinstance(found, list):
        return [_core(one) for one in found]
    core = _cores.get(type(found))
    if core is None:
        return found
    if is_dataclass(core):
        return msgspec.convert(found, core, from_attributes=True)
    return core(**{name: _core(getattr(found, name)) for name in found.__struct_fields__})


# -- structs for shapes -----------------------------------------------------------------------------------------------------


@cache
def struct_of(kind: Any) -> Any:
    """Return the type with a struct in place of every shape; a type without shapes is returned as
    it is."""
    origin = get_origin(kind)
    if origin is UnionType or origin is Union:
        return reduce(or_, [struct_of(one) for one in get_args(kind)])
    if origin in (list, dict, tuple):
        return origin[tuple(struct_of(one) for one in get_args(kind))]
    if not isinstance(kind, type):
        return kind
    if is_dataclass(kind):
        return _struct_of_shape(kind)
    return _struct_of_message(kind) if issubclass(kind, msgspec.Struct) else kind


def _struct_of_shape(kind: type) -> type:
    hints, tag = hints_of(kind), tag_of(kind)
    rows = [_row(field.name, hints[field.name], field.default, field.default_factory, MISSING) for field in fields(kind)]
    omits = all(row.omitted or row.default is MISSING for row in shape_fields(kind))
    return _made(kind, rows, omit_defaults=omits, tag=tag or None, tag_field=TAG if tag else None)


def _struct_of_message(kind: type[msgspec.Struct]) -> type:
    found = msgspec.structs.fields(kind)
    if all(struct_of(field.type) is field.type or struct_of(field.type) == field.type for field in found):
        return kind
    config = kind.__struct_config__
    return _made(
        kind,
        [_row(field.name, field.type, field.default, field.default_factory, msgspec.NODEFAULT) for field in found],
        omit_defaults=config.omit_defaults,
        forbid_unknown_fields=config.forbid_unknown_fields,
        tag=config.tag,
        tag_field=config.tag_field,
    )


def _row(name: str, kind: Any, default: Any, factory: Any, nothing: object) -> tuple[Any, ...]:
    """Return a field as `defstruct` takes it."""
    if factory is not nothing:
        return name, struct_of(kind), msgspec.field(default_factory=factory)
    return (name, struct_of(kind)) if default is nothing else (name, struct_of(kind), default)


def _made(kind: type, rows: list[Any], **config: Any) -> type:
    # Where a shape has no docstring `dataclass` writes one, which is nothing anybody reads.
    doc = None if (kind.__doc__ or "").startswith(f"{kind.__name__}(") else kind.__doc__
    made = msgspec.defstruct(kind.__name__, rows, namespace={"__doc__": doc}, module=kind.__module__, frozen=True, **config)
    _cores[made] = kind
    return made
