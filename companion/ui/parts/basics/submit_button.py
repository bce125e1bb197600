"""The one thing that a form is filled in for: a button, or why it has to wait."""

from __future__ import annotations

import flet as ft

from companion.ui.parts.basics.buttons import SECONDARY, button
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
    return ft.Column(
        [named("obstacle", why), waiting],
        spacing=8,
        tight=True,
        expand=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )
