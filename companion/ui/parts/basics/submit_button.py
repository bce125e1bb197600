"""The button that a form is filled in for, or why it cannot be tapped yet."""

from __future__ import annotations

import flet as ft

from companion.ui.parts.basics.buttons import SECONDARY, button
from companion.ui.parts.basics.columns import stretched
from companion.ui.parts.basics.text import named, text
from companion.ui.parts.basics.touch import Tap
from companion.ui.theme import Tone


def submit_button(
    words: str, on_tap: Tap, *, identifier: str, obstacle: str = "", beneath: str = ""
) -> ft.Control:
    """The button; with an `obstacle` that is said above it, and it cannot be touched."""
    if not obstacle:
        return button(words, on_tap, identifier=identifier, beneath=beneath, expand=True)
    why = text(obstacle, size=14, tone=Tone.MUTED, align=ft.TextAlign.CENTER)
    label = f"{words}. {obstacle}"
    waiting = button(words, None, identifier=identifier, look=SECONDARY, label=label)
    column = stretched([named("obstacle", why), waiting], spacing=8)
    column.expand = True
    return column
