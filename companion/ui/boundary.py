"""The error boundary every component stands under.

An exception in a component that is drawn again would end the session's update loop without a
word. Under the boundary it is logged, and its place says that something went wrong.
"""

from __future__ import annotations

import functools
import logging
from collections.abc import Callable
from typing import ParamSpec, TypeVar, cast

import flet as ft

_log = logging.getLogger(__name__)
_Props = ParamSpec("_Props")
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
