"""A box that is empty or ticked, and stays in its place when it is tapped."""

from __future__ import annotations

import flet as ft

from companion.ui.looks.theme import Tone
from companion.ui.parts.basics.touch import LEAST, Tap, touchable


def tick_box(on_tap: Tap | None, *, ticked: bool, identifier: str, label: str) -> ft.Control:
    """The box; with `on_tap` None it cannot be changed here."""
    sign = ft.Icons.CHECK_BOX if ticked else ft.Icons.CHECK_BOX_OUTLINE_BLANK
    return touchable(
        ft.Icon(sign, size=26, color=Tone.HEADING if ticked else Tone.INK),
        on_tap,
        identifier=identifier,
        label=label,
        checked=ticked,
        radius=LEAST / 2,
        width=LEAST,
        height=LEAST,
    )
