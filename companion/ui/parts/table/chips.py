"""Chips in figures, with the sign of a chip; a figure that changes pulses."""

import flet as ft

from companion.ui.looks import TEXT, Tone
from companion.ui.parts.basics.text import named, text

_PULSE_MILLISECONDS = 260
_SIGN = 0.8
"""The size of the sign, as a share of that of the figure."""


def chip_count(
    identifier: str, says: str, size: float, tone: ft.Colors, *, moves: bool
) -> ft.Control:
    """Draw a number of chips behind the sign of a chip; it grows in anew whenever it changes."""
    figure = text(says, size=size, tone=tone, face=TEXT.bold, leading=1.1)
    shown: ft.Control = figure
    if moves:
        figure.key = says
        shown = ft.AnimatedSwitcher(
            figure,
            transition=ft.AnimatedSwitcherTransition.SCALE,
            duration=_PULSE_MILLISECONDS,
            reverse_duration=0,
            switch_in_curve=ft.AnimationCurve.EASE_OUT_BACK,
        )
    sign = ft.Icon(ft.Icons.ALBUM, size=size * _SIGN, color=Tone.BRASS)
    return ft.Row([sign, named(identifier, shown)], spacing=2, run_spacing=0, tight=True, wrap=True)
