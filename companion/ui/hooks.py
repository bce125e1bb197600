"""Typed doors to Flet: observables, memo, keys and state, whose own types are left open."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar, cast

import flet as ft

_Props = ParamSpec("_Props")
_Value = TypeVar("_Value")
_Class = TypeVar("_Class", bound=type)
_flet = cast("Any", ft)


def observable(cls: _Class) -> _Class:
    """Make a class whose changed fields draw again the components that take it."""
    return cast("_Class", _flet.observable(cls))


def memo(component: Callable[_Props, ft.Control]) -> Callable[_Props, ft.Control]:
    """Stand over `@ft.component`: with the same arguments the component is left as it is."""
    return cast("Callable[_Props, ft.Control]", _flet.memo(component))


def keyed(
    key: str,
    component: Callable[_Props, ft.Control],
    /,
    *args: _Props.args,
    **kwargs: _Props.kwargs,
) -> ft.Control:
    """Draw the component as the one of this key among its siblings."""
    named = cast("Callable[..., ft.Control]", component)
    return named(*args, key=key, **kwargs)


def kept(make: Callable[[], _Value], *depends: object) -> _Value:
    """What `make` makes, the same object until one of `depends` changes: a control that is the
    same object is not compared with itself.
    """
    return cast("_Value", _flet.use_memo(make, list(depends)))


def use_state(initial: _Value) -> tuple[_Value, Callable[[_Value], None]]:
    """State that dies with the screen, and what sets it."""
    return cast("tuple[_Value, Callable[[_Value], None]]", _flet.use_state(initial))
