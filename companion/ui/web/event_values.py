"""Whether the values of an event are those that its handler is promised."""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Mapping
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Any, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from flet.controls.base_control import BaseControl
from flet.controls.control_event import ControlEvent, get_event_field_type

from companion.ui.web.plain_values import LONGEST_TEXT, inside, number

_OF_ALL_EVENTS = frozenset({"name", "data", "control"})
_MOST_ITEMS = 2_000


def suits_event(control: BaseControl, name: str, data: object) -> bool:
    """Whether the control has such an event, and it may come with that."""
    found, promised = _promised(cast("Any", type(control)), f"on_{name}")
    if not found or not _is_plain(data):
        return False
    if promised is None:
        return True
    if isinstance(data, dict):
        named = set(cast("dict[str, object]", data))
        return not _OF_ALL_EVENTS & named and _fits(cast("object", data), promised)
    return data is None and _fits({}, promised)


@cache
def _promised(kind: type[BaseControl], name: str) -> tuple[bool, Any]:
    """Whether that kind of control has the event, and the type of its values, if it has any."""
    if not hasattr(kind, name) and name not in getattr(kind, "__dataclass_fields__", {}):
        return False, None
    # Flet finds the type by the class of what it is given.
    control = object.__new__(kind)
    try:
        promised = cast("Any", get_event_field_type)(control, name)
    except RuntimeError:
        return False, None  # a property that only begins like an event
    if promised is None:
        return False, None
    origin = get_origin(promised) or promised
    plain = origin is ControlEvent or not dataclasses.is_dataclass(origin)
    return True, None if plain or not set(_fields(origin)) else origin


@cache
def _fields(kind: type) -> Mapping[str, tuple[Any, bool]]:
    """What a value of that class is made from: by the client's names, the types, and whether each
    must be there.
    """
    hints = get_type_hints(kind, globalns=vars(sys.modules[kind.__module__]))
    return {
        field.metadata.get("data_field", field.name): (
            hints[field.name],
            field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING,
        )
        for field in dataclasses.fields(kind)
        if field.init and field.name not in _OF_ALL_EVENTS
    }


def _fits(value: object, kind: Any) -> bool:
    """Whether the value is of that type, as Flet makes it from what a client sends."""
    origin, inner = get_origin(kind) or kind, get_args(kind)
    if origin in {Union, UnionType}:
        return any(_fits(value, one) for one in inner)
    if origin in {Any, object} or isinstance(origin, TypeVar):
        return True
    if origin in {list, dict}:
        items = inside(value) if inner else []
        return isinstance(value, origin) and all(_fits(item, inner[-1]) for item in items)
    if dataclasses.is_dataclass(origin):
        return isinstance(value, dict) and _has_fields(cast("dict[str, object]", value), origin)
    return _is_of(value, origin)


def _has_fields(value: Mapping[str, object], kind: Any) -> bool:
    return all(
        _fits(value[name], hint) if name in value else not required
        for name, (hint, required) in _fields(kind).items()
    )


def _is_of(value: object, kind: Any) -> bool:
    if kind in {None, NoneType}:
        return value is None
    if not isinstance(kind, type):
        return False
    if issubclass(kind, Enum):
        return not isinstance(value, dict | list) and value in {member.value for member in kind}
    if kind is float:
        return number(value)
    return type(value) is kind


def _is_plain(data: object) -> bool:
    """Whether there is no text, number or list in it of a size that no device sends."""
    left, seen = [data], 0
    while left:
        value, seen = left.pop(), seen + 1
        if seen > _MOST_ITEMS:
            return False
        left.extend(inside(value))
        if not _is_small(value):
            return False
    return True


def _is_small(value: object) -> bool:
    if isinstance(value, str):
        return len(value) <= LONGEST_TEXT
    return isinstance(value, bool) or not isinstance(value, int | float) or number(value)
