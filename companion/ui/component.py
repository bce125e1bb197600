"""Typed access to Flet's hooks, the error boundary of components, and patches of Flet.

An exception in a component that is drawn again would end the session's update loop without a
word. Under the boundary it is logged, and its place says that something went wrong.
"""

from __future__ import annotations

import functools
import logging
from collections.abc import Callable, Iterable
from typing import Any, ParamSpec, TypeVar, cast

import flet as ft
from flet.controls.object_patch import DiffBuilder
from flet.messaging.protocol import Message

_PLAIN = frozenset({type(None), bool, int, float, str})
_Props = ParamSpec("_Props")
_Value = TypeVar("_Value")
_Class = TypeVar("_Class", bound=type)
_flet = cast("Any", ft)


def keyed(
    key: str,
    draw: Callable[_Props, ft.Control],
    /,
    *args: _Props.args,
    **kwargs: _Props.kwargs,
) -> ft.Control:
    """The component with this key among its siblings; it is drawn again only when an argument is
    not equal to the last one.
    """
    memoized = cast("Callable[..., ft.Control]", _flet.memo(draw))
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


def component(draw: Callable[_Props, _Drawn]) -> Callable[_Props, _Drawn]:
    """Declare a Flet component that shows its own failures instead of raising them."""
    return ft.component(boundary(draw))


def boundary(draw: Callable[_Props, _Drawn]) -> Callable[_Props, _Drawn]:
    """Draw a message in place of a component that raises, and log its exception."""

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


def patch_flet() -> None:
    """Make the `repr` of a message short: the server of a window formats every message that it
    sends for a debug log line, all controls in it included, whether anybody reads the log or not
    (`FletSocketServer.send_message`).

    And look for controls in no plain value: Flet looks into each of the thirty and more values of
    every control that comes or goes. That takes a third of the time in which a screen is drawn for
    the first time, and little of a tap, which changes few controls.
    """
    cast("Any", Message).__repr__ = object.__repr__
    builder = cast("Any", DiffBuilder)
    for name in ("_configure_dataclass", "_removed_controls"):
        setattr(builder, name, _in_no_plain_value(getattr(builder, name)))


def _in_no_plain_value(search: Callable[..., Iterable[object]]) -> Callable[..., Iterable[object]]:
    def searched(builder: DiffBuilder, item: object, *rest: object) -> Iterable[object]:
        return () if type(item) in _PLAIN else search(builder, item, *rest)

    return searched
