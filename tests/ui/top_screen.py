"""The app without the screens beneath the one that shows."""

from __future__ import annotations

from inspect import unwrap

import flet as ft

from companion.ui import app as ui
from companion.ui.session import Session
from companion.ui.shown import DeviceState

_ALL_SCREENS = unwrap(ui.App)


@ft.component
def TopScreen(session: Session, shown: DeviceState) -> list[ft.View]:
    """In the place of `companion.ui.app.App`: nobody sees the others, and drawing takes time."""
    screens: list[ft.View] = _ALL_SCREENS(session, shown)
    return screens[-1:]
