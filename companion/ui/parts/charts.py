"""The chart of points or chips.

A canvas draws each line as one shape, so that fifty rounds of ten players cost little to send.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor
from typing import Self

import flet as ft
import flet.canvas as cv

from companion.ui.looks import TEXT, Tone
from companion.ui.parts.avatars import avatar, player_colour
from companion.ui.parts.basics.text import described, text
from companion.ui.routes import Viewport
from companion.views.of_series.figures import Curve
from companion.views.of_series.series import Chart

_HIGH, _FOOT, _HEAD, _SIDE, _DISC = 236.0, 26.0, 16.0, 38.0, 20.0
_PLOT = _HIGH - _FOOT - _HEAD
_ROUND = 30.0
"""The width of the number of a round, in dp."""
_EDGE = 10.0
_STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000, 10_000, 100_000)
_LINES, _MARKS = 5, 8
"""The greatest number of steps on the scale of totals, and on the scale of rounds."""
_IN_SIGHT = 3
"""The target is drawn once somebody has a third of it."""


@dataclass(frozen=True, slots=True)
class Scale:
    """The scales of a chart: totals from low to high, rounds from 0.

    `width` is in dp; `text` is the text scale of the device.
    """

    low: int
    high: int
    step: int
    rounds: int
    width: float
    text: float

    @classmethod
    def over(cls, curves: Sequence[Curve], target: int, width: float, text: float = 1) -> Self:
        """Return the scales that show all totals, zero and the target."""
        totals = [0, target, *(total for curve in curves for total in curve.totals)]
        low, high = min(totals), max(totals)
        step = _step((high - low) / _LINES)
        rounds = max((_end(curve) for curve in curves), default=0)
        upper = max(ceil(high / step), 1) * step
        return cls(floor(low / step) * step, upper, step, rounds, width, text)

    @property
    def right(self) -> float:
        """The right end of the lines, in dp."""
        return self.width - _DISC - 4 - _EDGE

    @property
    def left(self) -> float:
        """The left end of the lines, behind the figures of the totals, in dp."""
        return _SIDE * self.text

    @property
    def height(self) -> float:
        """The height of the chart with the figures of the rounds below it, in dp."""
        return _HEAD + _PLOT + _FOOT * self.text

    def x(self, round_: int) -> float:
        """Return the distance of a round from the left edge."""
        return self.left + (self.right - self.left) * round_ / max(self.rounds, 1)

    def y(self, total: float) -> float:
        """Return the distance of a total from the top."""
        return _HEAD + (self.high - total) / (self.high - self.low) * _PLOT


def _end(curve: Curve) -> int:
    """Return the last round of the curve."""
    return curve.begins + len(curve.totals) - 1


def _step(least: float) -> int:
    """Return the smallest step of at least this size, or the largest step."""
    return next((step for step in _STEPS if step >= least), _STEPS[-1])


def chart(shown: Chart, viewport: Viewport) -> ft.Control:
    """Draw the totals of all players over the rounds."""
    curves, target, width = shown.curves, shown.target, viewport.width
    highest = max((total for curve in curves for total in curve.totals), default=0)
    aim = target if highest * _IN_SIGHT >= target else 0
    scale = Scale.over(curves, aim, width, viewport.text_scale)
    shapes = [*_grid(scale, aim), *(_line(scale, curve) for curve in curves)]
    figures = [*_totals(scale), *_rounds(scale), *_ends(scale, curves)]
    canvas = cv.Canvas(shapes, width=width, height=scale.height)
    drawn = ft.Stack([canvas, *figures], width=width, height=scale.height)
    felt = ft.Container(drawn, bgcolor=Tone.FELT_EDGE, border_radius=16)
    return described("chart", felt, shown.says)


def _paint(colour: ft.ColorValue, width: float, dashes: list[float] | None = None) -> ft.Paint:
    return ft.Paint(
        color=colour,
        stroke_width=width,
        stroke_cap=ft.StrokeCap.ROUND,
        style=ft.PaintingStyle.STROKE,
        stroke_dash_pattern=dashes,
    )


def _grid(scale: Scale, target: int) -> list[cv.Shape]:
    """Draw a line for each level, and a dashed one for the target unless it is 0."""
    paint = _paint(ft.Colors.with_opacity(0.45, Tone.SLOT), 1)
    lines = [(total, paint) for total in range(scale.low, scale.high + 1, scale.step)]
    if target:
        lines.append((target, _paint(Tone.BRASS, 1.5, [5, 4])))
    return [
        cv.Line(scale.left, scale.y(total), scale.right, scale.y(total), paint=paint)
        for total, paint in lines
    ]


def _line(scale: Scale, curve: Curve) -> cv.Shape:
    points = [
        (round(scale.x(round_), 1), round(scale.y(total), 1))
        for round_, total in enumerate(curve.totals, curve.begins)
    ]
    paint = _paint(player_colour(curve.player.tint), 2.5)
    return cv.Points([*points], cv.PointMode.POLYGON, paint)


def _figure(value: int, left: float, top: float, width: float) -> ft.Container:
    label = text(str(value), size=11, tone=Tone.FELT_MUTED, face=TEXT.medium, lines=1, leading=1.2)
    centre = ft.Alignment.CENTER
    return ft.Container(label, left=left, top=top, width=width, alignment=centre)


def _totals(scale: Scale) -> list[ft.Control]:
    figures: list[ft.Control] = []
    for total in range(scale.low, scale.high + 1, scale.step):
        figure = _figure(total, 0, scale.y(total) - 8 * scale.text, scale.left - 8)
        figure.alignment = ft.Alignment.CENTER_RIGHT
        figures.append(figure)
    return figures


def _rounds(scale: Scale) -> list[ft.Control]:
    step = _step(scale.rounds * scale.text / _MARKS)
    width, top = _ROUND * scale.text, _HEAD + _PLOT + 6
    return [
        _figure(round_, scale.x(round_) - width / 2, top, width)
        for round_ in range(0, scale.rounds + 1, step)
    ]


def _ends(scale: Scale, curves: Sequence[Curve]) -> list[ft.Control]:
    """Draw the initials at the ends of the lines, moved apart so that none covers another."""
    shown: list[ft.Control] = []
    for end in sorted({_end(curve) for curve in curves}):
        here = [curve for curve in curves if _end(curve) == end]
        ordered = sorted(here, key=lambda curve: -curve.totals[-1])
        tops = spread_out([scale.y(curve.totals[-1]) for curve in ordered])
        shown += [
            ft.Container(
                avatar(curve.player.initial, curve.player.tint, size=_DISC),
                top=top - _DISC / 2,
                left=scale.x(end) + 4,
                key=curve.player.handle,
            )
            for curve, top in zip(ordered, tops, strict=True)
        ]
    return shown


def spread_out(middles: Sequence[float]) -> list[float]:
    """Return the middles of the initials, from the top down, moved so that none covers the next."""
    apart, least, most = _DISC + 1, _DISC / 2 + 2, _HEAD + _PLOT - 4
    moved: list[float] = []
    for middle in middles:
        moved.append(max(middle, least))
        least = moved[-1] + apart
    for index in reversed(range(len(moved))):
        moved[index] = min(moved[index], most)
        most = moved[index] - apart
    return moved
