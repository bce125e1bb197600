"""A number between minus and plus, each as large as a finger."""

from __future__ import annotations

from dataclasses import dataclass

import flet as ft

from companion.ui.looks.theme import Tone
from companion.ui.parts.basics.buttons import icon_button
from companion.ui.parts.basics.text import named
from companion.ui.parts.basics.touch import Tap


@dataclass(frozen=True, slots=True)
class Counting:
    """What minus and plus do and say; None where the number goes no further."""

    less: Tap | None
    more: Tap | None
    less_says: str
    more_says: str


def stepper(
    number: ft.Control, counting: Counting, *, identifier: str, value: str = "", width: float = 84
) -> ft.Control:
    """The number is named `value`, else after the stepper: `IDENTIFIER-value`."""
    said = named(value or f"{identifier}-value", number, live=True)
    middle = ft.Stack([ft.Container(width=width, height=0), said], alignment=ft.Alignment.CENTER)
    less = _button(ft.Icons.REMOVE, counting.less, f"{identifier}-less", counting.less_says)
    more = _button(ft.Icons.ADD, counting.more, f"{identifier}-more", counting.more_says)
    return ft.Row([less, middle, more], spacing=4, tight=True)


def _button(icon: ft.IconData, on_tap: Tap | None, identifier: str, says: str) -> ft.Control:
    return icon_button(icon, on_tap, identifier=identifier, label=says, ground=Tone.QUIET)
