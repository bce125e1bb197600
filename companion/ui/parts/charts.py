"""The race and the charts of points and chips.

Drawn on a canvas: one shape a line, so that fifty rounds of ten players cost little to send.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor

import flet as ft
import flet.canvas as cv

from companion.ui.looks import TEXT, Tone, text_width
from companion.ui.parts.avatars import avatar, player_colour
from companion.ui.parts.basics.panels import REMARK, notice, panel
from companion.ui.parts.basics.text import named, text
from companion.views.of_series.series import Curve
from companion.views.of_series.standings import RaceLine, RaceView

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


_NAME, _NAME_ROOM = 15, 68
"""The size of a name before its bar, and its room in dp; wider names stand above their bar."""

_WHOLE = 1000
"""A bar's length in parts, for Flet divides room in whole shares."""


def race_panel(race: RaceView, scale: float = 1) -> ft.Control:
    """The race as a panel with its forecast; `scale` is that of the device's text."""
    names = [text_width(line.player.name, _NAME, TEXT.medium) for line in race.lines]
    above = scale > 1 or max(names, default=0) > _NAME_ROOM
    added = any(line.added for line in race.lines)
    rows = [
        _race_line(line, scale, above=above, in_points=race.in_points, added=added)
        for line in race.lines
    ]
    if race.tie:
        rows.append(notice(race.forecast, identifier="forecast", look=REMARK))
    elif race.forecast:
        rows.append(named("forecast", text(race.forecast, size=13, tone=Tone.MUTED)))
    return panel(rows, title=race.title, beside=race.beside, spacing=10)


def _race_line(
    line: RaceLine, scale: float, *, above: bool, in_points: bool, added: bool
) -> ft.Control:
    """The name before its bar and the total, or above them; with `added` there is room for what the
    last round brought, so that the bars of those who did not sit in it are as long as all others.
    """
    key = f"race-{line.player.handle}"
    bar = [_bar(line, in_points=in_points), *_count(line, scale, in_points=in_points, added=added)]
    lines: list[ft.Control]
    remark = [text(line.remark, size=12, tone=Tone.MUTED)] if line.remark else []
    if above:
        name = text(line.player.name, size=14, face=TEXT.medium)
        lines = [name, ft.Row(bar, spacing=8), *remark]
    else:
        name = text(line.player.name, size=_NAME, face=TEXT.medium, lines=1)
        before = ft.Container(name, width=_NAME_ROOM * scale)
        lines = [ft.Row([before, *bar], spacing=8), *remark]
    return ft.Column(lines, spacing=0, tight=True, key=key)


def _count(line: RaceLine, scale: float, *, in_points: bool, added: bool) -> list[ft.Control]:
    kind = "points" if in_points else "chips"
    total = text(
        line.total_text, size=16, face=TEXT.bold, lines=1, align=ft.TextAlign.END, leading=1.2
    )
    said = named(f"{kind}-{line.player.handle}", total)
    cells: list[ft.Control] = [ft.Container(said, width=42 * scale)]
    if added:
        gain = text(line.added, size=13, tone=Tone.MUTED, lines=1, align=ft.TextAlign.END)
        cells.append(ft.Container(gain, width=32 * scale))
    return cells


def _bar(line: RaceLine, *, in_points: bool) -> ft.Control:
    reach = round(abs(line.share) * _WHOLE)
    bar = ft.Container(bgcolor=player_colour(line.player.tint), border_radius=6, expand=reach)
    rest, half = ft.Container(expand=_WHOLE - reach), ft.Container(expand=_WHOLE)
    about_zero = [rest, bar, half] if line.share < 0 else [half, bar, rest]
    cells = [bar, rest] if in_points else about_zero
    shown: list[ft.Control] = [cell for cell in cells if cell.expand]
    return ft.Container(
        ft.Row(shown, spacing=0, vertical_alignment=ft.CrossAxisAlignment.STRETCH),
        height=12,
        bgcolor=Tone.QUIET,
        border_radius=6,
        clip_behavior=ft.ClipBehavior.HARD_EDGE,
        expand=True,
    )


_CHIPS_HEIGHT, _CHIPS_EDGE, _GAP, _SIZE = 150.0, 10.0, 8.0, 12.0
_CHIPS_STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 100_000, 1_000_000)
_CHIPS_LINES = 4


def chips_chart(totals: Sequence[int], says: str, width: float, scale: float) -> ft.Control:
    """The chart, so wide in dp; `says` is what it shows, `scale` that of the device's text."""
    low, high = min(totals), max(totals)
    least = max((high - low) / _CHIPS_LINES, 1)
    step = next((one for one in _CHIPS_STEPS if one >= least), ceil(least))
    bottom, top = floor(low / step) * step, max(ceil(high / step), floor(low / step) + 1) * step
    levels = range(bottom, top + 1, step)
    left = _GAP + scale * max(text_width(f"{one:+d}", _SIZE, TEXT.regular) for one in levels)

    def y(total: int) -> float:
        return _CHIPS_EDGE + (_CHIPS_HEIGHT - 2 * _CHIPS_EDGE) * (top - total) / (top - bottom)

    def x(place: int) -> float:
        return left + (width - left - _CHIPS_EDGE) * place / max(len(totals) - 1, 1)

    points = [(round(x(place), 1), round(y(total), 1)) for place, total in enumerate(totals)]
    drawing = cv.Canvas(
        [
            *(_chips_line(left, width - _CHIPS_EDGE, y(one), zero=not one) for one in levels),
            cv.Points(
                points=[*points],
                point_mode=cv.PointMode.POLYGON,
                paint=_chips_paint(Tone.HEADING, 2.5),
            ),
            cv.Circle(*points[-1], 5, paint=ft.Paint(color=Tone.HEADING)),
        ],
        width=width,
        height=_CHIPS_HEIGHT,
    )
    figures = [_chips_figure(f"{one:+d}" if one else "0", y(one), left, scale) for one in levels]
    return ft.Semantics(
        content=ft.Stack([drawing, *figures], width=width, height=_CHIPS_HEIGHT),
        exclude_semantics=True,
        label=says,
        identifier="chips-chart",
        container=True,
    )


def _chips_paint(colour: ft.ColorValue, width: float) -> ft.Paint:
    return ft.Paint(
        color=colour,
        stroke_width=width,
        stroke_cap=ft.StrokeCap.ROUND,
        style=ft.PaintingStyle.STROKE,
    )


def _chips_line(left: float, right: float, level: float, *, zero: bool) -> cv.Shape:
    return cv.Line(
        left, level, right, level, paint=_chips_paint(Tone.EDGE if zero else Tone.LINE, 1)
    )


def _chips_figure(words: str, level: float, left: float, scale: float) -> ft.Control:
    said = text(words, size=_SIZE, tone=Tone.MUTED, lines=1, leading=1.2)
    return ft.Container(
        said,
        left=0,
        top=level - _SIZE * scale * 0.6,
        width=left - _GAP + 2,
        alignment=ft.Alignment.CENTER_RIGHT,
    )
