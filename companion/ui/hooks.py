"""Typed doors to Flet: observables, state, keys, and what a component keeps from one drawing to
the next.

Flet compares all that a component draws with what it drew before, and that is most of the work
between a tap and its answer. A control that is the same object is not compared: what is asked for
under the same name, with the same arguments as the last time, is the object of the last time.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Generator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, ParamSpec, TypeVar, cast

import flet as ft
from flet.components.utils import current_component

_Props = ParamSpec("_Props")
_Value = TypeVar("_Value")
_Class = TypeVar("_Class", bound=type)
_flet = cast("Any", ft)


class _Drawn:
    """What one component drew, by name, with what each thing depends on; and the time before."""

    def __init__(self) -> None:
        self.by: object = None
        self.before: dict[object, tuple[tuple[object, ...], Any]] = {}
        self.now: dict[object, tuple[tuple[object, ...], Any]] = {}

    def again(self, component: object) -> None:
        """The component is drawn again: what it did not draw the last time is forgotten."""
        self.by, self.before, self.now = component, self.now, {}


_DRAWN: ContextVar[_Drawn] = ContextVar("drawn")


@contextmanager
def drawing() -> Generator[None]:
    """Draw a component: inside, `kept` and `keyed` know what it drew the time before."""
    drawn = cast("_Drawn", _flet.use_ref(_Drawn).current)
    drawn.again(current_component())
    token = _DRAWN.set(drawn)
    try:
        yield
    finally:
        _DRAWN.reset(token)


def kept(name: object, make: Callable[[], _Value], *depends: object) -> _Value:
    """What `make` makes, the same object as in the last drawing while all of `depends` are equal,
    and those that are controls the same.

    :raises LookupError: when the name stands for something else in the component already
    """
    drawn = _DRAWN.get()
    if name in drawn.now:
        raise LookupError(f"{name} is asked for twice")
    found = drawn.before.get(name)
    if found is not None and _alike(found[0], depends):
        made = found[1]
        _adopt(made, drawn.by)
    else:
        made = make()
    drawn.now[name] = (depends, made)
    return cast("_Value", made)


def _adopt(kept: object, component: object) -> None:
    """Tie what is kept to the component. Flet ties a list's controls to what they stand in, but
    not the one control of, say, a container: that would go on hanging by a container long gone.
    """
    if isinstance(kept, list):
        for each in cast("list[object]", kept):
            _adopt(each, component)
    elif isinstance(kept, ft.BaseControl):
        cast("Any", kept)._parent = weakref.ref(component)  # noqa: SLF001 - Flet has no other way


def _alike(before: tuple[object, ...], now: tuple[object, ...]) -> bool:
    """Whether all are equal; controls, whose own equality looks deep into them, are the same."""
    return len(before) == len(now) and all(
        one is other or (not isinstance(one, ft.BaseControl) and one == other)
        for one, other in zip(before, now, strict=True)
    )


def keyed(
    key: str,
    component: Callable[_Props, ft.Control],
    /,
    *args: _Props.args,
    **kwargs: _Props.kwargs,
) -> ft.Control:
    """Draw the component as the one of this key among its siblings; with the same arguments it
    is left as it is.
    """
    named = cast("Callable[..., ft.Control]", component)
    return kept(
        (component, key),
        lambda: named(*args, key=key, **kwargs),
        *args,
        *kwargs.items(),
    )


def observable(cls: _Class) -> _Class:
    """Make a class whose changed fields draw again the components that take it."""
    return cast("_Class", _flet.observable(cls))


def use_state(initial: _Value) -> tuple[_Value, Callable[[_Value], None]]:
    """State that dies with the screen, and what sets it."""
    return cast("tuple[_Value, Callable[[_Value], None]]", _flet.use_state(initial))
