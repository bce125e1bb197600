"""Components with an error boundary, typed access to Flet's hooks, and patches of Flet."""

import functools
import logging
from collections.abc import Awaitable, Callable, Iterable
from typing import Any, ParamSpec, TypeVar, cast

import flet as ft
from flet.controls.object_patch import DiffBuilder
from flet.messaging.protocol import Message
from flet.messaging.session import Session as FletSession

_PLAIN = frozenset({type(None), bool, int, float, str})
_Props = ParamSpec("_Props")
_Value = TypeVar("_Value")
_Class = TypeVar("_Class", bound=type)
_flet = cast("Any", ft)
Controls = list[ft.Control]
"""What a row or a column has, whatever kinds of controls they are."""


def keyed(
    key: str,
    draw: Callable[_Props, ft.Control],
    /,
    *args: _Props.args,
    **kwargs: _Props.kwargs,
) -> ft.Control:
    """Return the component with this key among its siblings.

    The component is drawn again only when an argument has changed.
    """
    memoized = cast("Callable[..., ft.Control]", _flet.memo(draw))
    return memoized(*args, key=key, **kwargs)


def observable(cls: _Class) -> _Class:
    """Make a class whose changes redraw the components that have it as an argument."""
    return cast("_Class", _flet.observable(cls))


def use_begun(begin: Callable[[], _Value]) -> _Value:
    """Return a value that is made at the first drawing and kept until the screen ends."""
    return cast("_Value", _flet.use_state(begin)[0])


def use_state(initial: _Value) -> tuple[_Value, Callable[[_Value], None]]:
    """Return a state that ends with the screen, and its setter."""
    return cast("tuple[_Value, Callable[[_Value], None]]", _flet.use_state(initial))


def latest(change: Callable[[Callable[[_Value], _Value]], None]) -> _Value:
    """Return the current state, read through its setter.

    The state includes changes since the last drawing, which a tap before the next drawing needs.
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
    """Declare a Flet component with an error boundary.

    An exception while a component is drawn again would end the update loop of the session without a
    message. Under the boundary the exception is logged, and its text replaces the component.
    """

    @functools.wraps(draw)
    def guarded(*args: _Props.args, **kwargs: _Props.kwargs) -> _Drawn:
        try:
            return draw(*args, **kwargs)
        except Exception as problem:  # noqa: BLE001 - this is the screen's outermost shell
            _log.exception("%s could not be drawn", draw.__name__)
            reason = f"{type(problem).__name__}: {problem}"
            failure = ft.Container(
                ft.Text(reason, color=ft.Colors.ON_SECONDARY_CONTAINER, size=13),
                bgcolor=ft.Colors.ERROR_CONTAINER,
                padding=12,
                border_radius=12,
            )
            return cast("_Drawn", failure)

    return ft.component(guarded)


def patch_flet() -> None:
    """Shorten the `repr` of a message, skip plain values in the search for controls, and hear taps
    on controls that are gone.

    `FletSocketServer.send_message` formats every message with all of its controls for a debug log
    line, even if nothing is logged. And Flet searches each of the more than thirty values of every
    control that comes or goes, which is a third of the time of the first drawing of a screen.
    """
    cast("Any", Message).__repr__ = object.__repr__
    cast("Any", FletSession).dispatch_event = _telling_missed(FletSession.dispatch_event)
    builder = cast("Any", DiffBuilder)
    for name in ("_configure_dataclass", "_removed_controls"):
        setattr(builder, name, _without_plain_values(getattr(builder, name)))


def hear_missed_taps(page: ft.Page, miss: Callable[[], Awaitable[object]]) -> None:
    """Call `miss` after each tap of the page's client on a control that is gone.

    Others may have taken it away while the tap was on its way, and Flet drops such a tap.
    """
    cast("Any", page.session).miss = miss


def _telling_missed(dispatch: Callable[..., Awaitable[None]]) -> Callable[..., Awaitable[None]]:
    async def dispatched(session: Any, control_id: int, event: str, data: object) -> None:
        # the name of the method is private to its class
        is_tap = event in {"click", "tap"}
        gone = is_tap and session._Session__resolve_event_control(control_id) is None  # noqa: SLF001
        await dispatch(session, control_id, event, data)
        if gone and hasattr(session, "miss"):
            await session.miss()

    return dispatched


def _without_plain_values(
    search: Callable[..., Iterable[object]],
) -> Callable[..., Iterable[object]]:
    def searched(builder: DiffBuilder, item: object, *rest: object) -> Iterable[object]:
        return () if type(item) in _PLAIN else search(builder, item, *rest)

    return searched
