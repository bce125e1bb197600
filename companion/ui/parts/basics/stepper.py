"""A number between minus and plus, each as large as a finger."""

from __future__ import annotations

from dataclasses import dataclass

import flet as ft

from companion.ui.parts.basics.buttons import icon_button
from companion.ui.parts.basics.text import named
from companion.ui.parts.basics.touch import Tap
from companion.ui.theme import Tone


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
    return ft.Row(
        [
            icon_button(
                ft.Icons.REMOVE,
                counting.less,
                identifier=f"{identifier}-less",
                label=counting.less_says,
                ground=Tone.QUIET,
            ),
            ft.Stack([ft.Container(width=width, height=0), said], alignment=ft.Alignment.CENTER),
            icon_button(
                ft.Icons.ADD,
                counting.more,
                identifier=f"{identifier}-more",
                label=counting.more_says,
                ground=Tone.QUIET,
            ),
        ],
        spacing=4,
        tight=True,
    )
