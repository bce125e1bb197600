"""Typed access to Flet's hooks, and the error boundary of every component.

An exception in a component that is drawn again would end the session's update loop without a
word. Under the boundary it is logged, and its place says that something went wrong.
"""

from __future__ import annotations

import functools
import logging
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


_log = logging.getLogger(__name__)
_Drawn = TypeVar("_Drawn")


def boundary(draw: Callable[_Props, _Drawn]) -> Callable[_Props, _Drawn]:
    """Stand under `@ft.component`: what cannot be drawn is shown as a failure in its place."""

    @functools.wraps(draw)
    def guarded(*args: _Props.args, **kwargs: _Props.kwargs) -> _Drawn:
        try:
            return draw(*args, **kwargs)
        except Exception as problem:  # noqa: BLE001 - this is the screen's outermost shell
            _log.exception("%s could not be drawn", draw.__name__)
            return cast("_Drawn", _failure(f"{type(problem).__name__}: {problem}"))

    return guarded


def _failure(reason: str) -> ft.Control:
    return ft.Container(
        ft.Text(reason, color=ft.Colors.ON_SECONDARY_CONTAINER, size=13),
        bgcolor=ft.Colors.ERROR_CONTAINER,
        padding=12,
        border_radius=12,
    )
