"""Two patches of the pinned Flet; each goes when Flet has it right. Neither is reported yet."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable
from functools import cache
from types import FunctionType, SimpleNamespace
from typing import Any, cast

from flet.controls.object_patch import DiffBuilder
from flet.messaging.protocol import Message

_Field = dataclasses.Field[Any]


def patch_flet() -> None:
    """Make the `repr` of a message short: the server of a window formats every message that it
    sends for a debug log line, all controls in it included, whether anybody reads the log or not
    (`FletSocketServer.send_message`).

    And look for controls only where a control holds something: Flet looks into each of the thirty
    and more fields of every control that comes or goes. That is a third of the time in which a
    screen is drawn for the first time; a tap, which changes few controls, does not feel it.
    """
    cast("Any", Message).__repr__ = object.__repr__
    for name in ("_configure_dataclass", "_removed_controls"):
        setattr(DiffBuilder, name, _where_it_holds(getattr(DiffBuilder, name)))


def _where_it_holds(search: FunctionType) -> Callable[..., Iterable[object]]:
    """The same search, which is told of no field that holds nothing to be searched."""
    seen = SimpleNamespace(is_dataclass=dataclasses.is_dataclass, fields=_searched)
    told = {**search.__globals__, "dataclasses": seen}
    return FunctionType(search.__code__, told, search.__name__, search.__defaults__)


def _searched(item: Any) -> list[_Field]:
    """Of the fields of a control or value those that hold a control, or what can have one in it."""
    fields, values = _fields(item.__class__), getattr(item, "_values", {})
    held: dict[str, Any] = {**vars(item), **values}
    found = [
        fields[name]
        for name, value in held.items()
        if _may_hold(value.__class__) and name in fields
    ]
    return [field for _, field in sorted(found)]


@cache
def _may_hold(kind: type[object]) -> bool:
    """Whether Flet finds controls in values of that kind."""
    return issubclass(kind, dict | list) or dataclasses.is_dataclass(kind)


@cache
def _fields(kind: type) -> dict[str, tuple[int, _Field]]:
    """The fields of such controls by their names, each with its place among them."""
    fields = dataclasses.fields(kind)
    return {field.name: (place, field) for place, field in enumerate(fields)}
