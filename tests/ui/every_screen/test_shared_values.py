"""No value shared between sessions: a client's message may set a property deep inside a value held
by a control, so no module may hold such a value for all sessions.
"""

import dataclasses
import importlib
import pkgutil
from collections.abc import Iterator

import flet as ft

import companion.ui

MODULES = [module.name for module in pkgutil.walk_packages(companion.ui.__path__, "companion.ui.")]
SHARED_BY_FLET = [value for value in vars(ft.Alignment).values() if isinstance(value, ft.Alignment)]


def values_in(value: object) -> Iterator[object]:
    """Yield the value and, recursively, the values inside a collection or a dataclass."""
    yield value
    inside: list[object] = []
    if isinstance(value, dict):
        inside = [*value.values()]
    elif isinstance(value, (list, tuple, set, frozenset)):
        inside = [*value]
    elif dataclasses.is_dataclass(value) and not isinstance(value, type) and not is_flets(value):
        inside = [getattr(value, field.name) for field in dataclasses.fields(value)]
    for item in inside:
        yield from values_in(item)


def is_flets(value: object) -> bool:
    return type(value).__module__.partition(".")[0] == "flet" and dataclasses.is_dataclass(value)


def test_no_module_holds_a_control_or_a_style() -> None:
    held = {
        f"{name}.{key}": value
        for name in MODULES
        for key, known in vars(importlib.import_module(name)).items()
        for value in values_in(known)
        if is_flets(value) and not isinstance(value, type)
        if not any(value is shared for shared in SHARED_BY_FLET)
    }
    assert held == {}
