"""Totals over the rounds: a line a player on felt, with the player's initial at its end.

Drawn on a canvas: one shape a line, so that fifty rounds of ten players cost little to send.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor

import flet as ft
import flet.canvas as cv

from companion.ui.looks.fonts import TEXT
from companion.ui.looks.theme import Tone
from companion.ui.parts.basics.text import text
from companion.ui.parts.people.avatars import avatar, player_colour
from companion.views.of_series.series import Curve

_HIGH, _FOOT, _HEAD, _SIDE, _DISC = 236.0, 26.0, 16.0, 38.0, 20.0
_PLOT = _HIGH - _FOOT - _HEAD
_ROUND = 30.0
"""How much room the figure of a round has, in dp."""
_EDGE = 10.0
_STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000)
_LINES, _MARKS = 5, 8
"""At most so many steps on the scale of totals, and on that of rounds."""
_IN_SIGHT = 3
"""The target is drawn once somebody has come a third of the way."""


@dataclass(frozen=True, slots=True)
class Scale:
    """The scales of a chart: the totals from low to high, the rounds from 0; `width` in dp;
    `text` is how many times its usual size the device writes.
    """

    low: int
    high: int
    step: int
    rounds: int
    width: float
    text: float

    @staticmethod
    def over(curves: Sequence[Curve], target: int, width: float, text: float = 1) -> Scale:
        """The scales that show all totals, zero and the target."""
        totals = [0, target, *(total for curve in curves for total in curve.totals)]
        low, high = min(totals), max(totals)
        step = _step((high - low) / _LINES)
        rounds = max((_end(curve) for curve in curves), default=0)
        upper = max(ceil(high / step), 1) * step
        return Scale(floor(low / step) * step, upper, step, rounds, width, text)

    @property
    def right(self) -> float:
        """Where the lines end."""
        return self.width - _DISC - 4 - _EDGE

    @property
    def left(self) -> float:
        """Where the lines begin, behind the figures of the totals."""
        return _SIDE * self.text

    @property
    def high_in_all(self) -> float:
        """How high the chart is, with the figures of the rounds below."""
        return _HEAD + _PLOT + _FOOT * self.text

    def x(self, round_: int) -> float:
        """How far right a round stands."""
        return self.left + (self.right - self.left) * round_ / max(self.rounds, 1)

    def y(self, total: float) -> float:
        """How far down a total stands."""
        return _HEAD + (self.high - total) / (self.high - self.low) * _PLOT


def _end(curve: Curve) -> int:
    """The round that the line ends with."""
    return curve.begins + len(curve.totals) - 1


def _step(least: float) -> int:
    """The smallest step that is as large as that, or the largest there is."""
    return next((step for step in _STEPS if step >= least), _STEPS[-1])


def chart(
    curves: Sequence[Curve], target: int, says: str, width: float, text_scale: float = 1
) -> ft.Control:
    """The chart; `says` is what it shows, in words."""
    highest = max((total for curve in curves for total in curve.totals), default=0)
    aim = target if highest * _IN_SIGHT >= target else 0
    scale = Scale.over(curves, aim, width, text_scale)
    drawing = cv.Canvas(
        [*_grid(scale), *_target(scale, aim), *(_line(scale, curve) for curve in curves)],
        width=width,
        height=scale.high_in_all,
    )
    figures = [*_totals(scale), *_rounds(scale), *_ends(scale, curves)]
    shown = ft.Container(
        ft.Stack([drawing, *figures], width=width, height=scale.high_in_all),
        bgcolor=Tone.FELT_EDGE,
        border_radius=16,
    )
    return ft.Semantics(
        content=shown,
        exclude_semantics=True,
        label=says,
        identifier="chart",
        container=True,
    )


def _paint(colour: ft.ColorValue, width: float, dashes: list[float] | None = None) -> ft.Paint:
    return ft.Paint(
        color=colour,
        stroke_width=width,
        stroke_cap=ft.StrokeCap.ROUND,
        style=ft.PaintingStyle.STROKE,
        stroke_dash_pattern=dashes,
    )


def _grid(scale: Scale) -> list[cv.Shape]:
    paint = _paint(ft.Colors.with_opacity(0.45, Tone.SLOT), 1)
    levels = (scale.y(total) for total in range(scale.low, scale.high + 1, scale.step))
    return [cv.Line(scale.left, level, scale.right, level, paint=paint) for level in levels]


def _target(scale: Scale, target: int) -> list[cv.Shape]:
    """The line that ends the series, dashed."""
    if not target:
        return []
    level = scale.y(target)
    return [cv.Line(scale.left, level, scale.right, level, paint=_paint(Tone.BRASS, 1.5, [5, 4]))]


def _line(scale: Scale, curve: Curve) -> cv.Shape:
    points = [
        (round(scale.x(round_), 1), round(scale.y(total), 1))
        for round_, total in enumerate(curve.totals, curve.begins)
    ]
    paint = _paint(player_colour(curve.player.tint), 2.5)
    return cv.Points(points=[*points], point_mode=cv.PointMode.POLYGON, paint=paint)


def _figure(value: int, left: float, top: float, width: float) -> ft.Container:
    said = text(str(value), size=11, tone=Tone.FELT_MUTED, face=TEXT.medium, lines=1, leading=1.2)
    centre = ft.Alignment.CENTER
    return ft.Container(said, left=left, top=top, width=width, alignment=centre)


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
    """The initials at the ends of the lines, moved apart where they would cover each other."""
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
    """The heights of the initials, from the top down, so moved that none covers the next."""
    apart, least, most = _DISC + 1, _DISC / 2 + 2, _HEAD + _PLOT - 4
    moved: list[float] = []
    for middle in middles:
        moved.append(max(middle, least))
        least = moved[-1] + apart
    for index in reversed(range(len(moved))):
        moved[index] = min(moved[index], most)
        most = moved[index] - apart
    return moved
