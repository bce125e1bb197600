"""A player's chips over all evenings: one line on a canvas, with a mark at its end."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor

import flet as ft
import flet.canvas as cv

from companion.ui.looks.fonts import TEXT, text_width
from companion.ui.looks.theme import Tone
from companion.ui.parts.basics.text import text

_HIGH, _EDGE, _GAP, _SIZE = 150.0, 10.0, 8.0, 12.0
_STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 100_000, 1_000_000)
_LINES = 4


def chips_chart(totals: Sequence[int], says: str, width: float, scale: float) -> ft.Control:
    """The chart, so wide in dp; `says` is what it shows, `scale` that of the device's text."""
    low, high = min(totals), max(totals)
    least = max((high - low) / _LINES, 1)
    step = next((one for one in _STEPS if one >= least), ceil(least))
    bottom, top = floor(low / step) * step, max(ceil(high / step), floor(low / step) + 1) * step
    levels = range(bottom, top + 1, step)
    left = _GAP + scale * max(text_width(f"{one:+d}", _SIZE, TEXT.regular) for one in levels)

    def y(total: int) -> float:
        return _EDGE + (_HIGH - 2 * _EDGE) * (top - total) / (top - bottom)

    def x(place: int) -> float:
        return left + (width - left - _EDGE) * place / max(len(totals) - 1, 1)

    points = [(round(x(place), 1), round(y(total), 1)) for place, total in enumerate(totals)]
    drawing = cv.Canvas(
        [
            *(_line(left, width - _EDGE, y(one), zero=not one) for one in levels),
            cv.Points(
                points=[*points],
                point_mode=cv.PointMode.POLYGON,
                paint=_paint(Tone.HEADING, 2.5),
            ),
            cv.Circle(*points[-1], 5, paint=ft.Paint(color=Tone.HEADING)),
        ],
        width=width,
        height=_HIGH,
    )
    figures = [_figure(f"{one:+d}" if one else "0", y(one), left, scale) for one in levels]
    return ft.Semantics(
        content=ft.Stack([drawing, *figures], width=width, height=_HIGH),
        exclude_semantics=True,
        label=says,
        identifier="chips-chart",
        container=True,
    )


def _paint(colour: ft.ColorValue, width: float) -> ft.Paint:
    return ft.Paint(
        color=colour,
        stroke_width=width,
        stroke_cap=ft.StrokeCap.ROUND,
        style=ft.PaintingStyle.STROKE,
    )


def _line(left: float, right: float, level: float, *, zero: bool) -> cv.Shape:
    return cv.Line(left, level, right, level, paint=_paint(Tone.EDGE if zero else Tone.LINE, 1))


def _figure(words: str, level: float, left: float, scale: float) -> ft.Control:
    said = text(words, size=_SIZE, tone=Tone.MUTED, lines=1, leading=1.2)
    return ft.Container(
        said,
        left=0,
        top=level - _SIZE * scale * 0.6,
        width=left - _GAP + 2,
        alignment=ft.Alignment.CENTER_RIGHT,
    )
