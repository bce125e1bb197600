"""Typed access to what Flet's components need: observables, state and memoized components."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar, cast

import flet as ft

_Props = ParamSpec("_Props")
_Value = TypeVar("_Value")
_Class = TypeVar("_Class", bound=type)
_flet = cast("Any", ft)


def keyed(
    key: str,
    component: Callable[_Props, ft.Control],
    /,
    *args: _Props.args,
    **kwargs: _Props.kwargs,
) -> ft.Control:
    """The component with this key among its siblings; it is drawn again only when an argument is
    not equal to the last one.
    """
    memoized = cast("Callable[..., ft.Control]", _flet.memo(component))
    return memoized(*args, key=key, **kwargs)


def observable(cls: _Class) -> _Class:
    """Make a class whose changed fields draw again the components that take it."""
    return cast("_Class", _flet.observable(cls))


def use_begun(begin: Callable[[], _Value]) -> _Value:
    """What is made at the first drawing, and stays as it is until the screen ends."""
    return cast("_Value", _flet.use_state(begin)[0])


def use_state(initial: _Value) -> tuple[_Value, Callable[[_Value], None]]:
    """State that ends with the screen, and its setter."""
    return cast("tuple[_Value, Callable[[_Value], None]]", _flet.use_state(initial))


def latest(change: Callable[[Callable[[_Value], _Value]], None]) -> _Value:
    """The state as it is now, read through its setter. It has what was written after the last
    drawing, for a tap that comes before the next drawing.
    """
    seen: list[_Value] = []

    def look(value: _Value) -> _Value:
        seen.append(value)
        return value

    change(look)
    return seen[0]
