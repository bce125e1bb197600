"""The figures of a series: the chart of points or chips, and the table of rounds.

A canvas draws each line of the chart as one shape, so that fifty rounds of ten players cost little
to send. The table has a column for each player and a line for each round.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import cycle
from math import ceil, floor
from typing import Self

import flet as ft
import flet.canvas as cv

from companion.screens.blocks import Go
from companion.screens.figures import Curve, EveningLine, RoundLine
from companion.screens.series import Chart, RoundTable
from companion.screens.short_names import letters_of, short_names
from companion.screens.speech import Person
from companion.ui.acting import Taps, handler
from companion.ui.component import Controls
from companion.ui.looks import TEXT, Tone
from companion.ui.parts.avatars import avatar, player_colour
from companion.ui.parts.basics.buttons import icon_button
from companion.ui.parts.basics.panels import min_height
from companion.ui.parts.basics.text import described, named, text
from companion.ui.parts.basics.touch import LEAST, touchable
from companion.ui.routes import Space
from companion.words import number_words

_HIGH = 236.0
_FOOT = 26.0
_HEAD = 16.0
_SIDE = 38.0
_DISC = 20.0
_PLOT = _HIGH - _FOOT - _HEAD
_ROUND = 30.0
"""The width of the number of a round, in dp."""
_EDGE = 10.0
_STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000, 10_000, 100_000)
_LINES = 5
_MARKS = 8
"""The greatest number of steps on the scale of totals, and on the scale of rounds."""
_IN_SIGHT = 3
"""The target is drawn once somebody has a third of it."""


@dataclass(frozen=True)
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
        low = min(totals)
        high = max(totals)
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


def chart(shown: Chart, space: Space) -> ft.Control:
    """Draw the totals of all players over the rounds."""
    curves = shown.curves
    target = shown.target
    width = space.width
    highest = max((total for curve in curves for total in curve.totals), default=0)
    aim = target if highest * _IN_SIGHT >= target else 0
    scale = Scale.over(curves, aim, width, space.scale)
    lines = (_curve(scale, curve, dashes) for curve, dashes in zip(curves, cycle(_DASHES)))
    shapes = [*_grid(scale, aim), *lines]
    figures = [*_levels(scale), *_numbers(scale), *_ends(scale, curves)]
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


_DASHES: Sequence[list[float]] = (
    [],
    [9, 6],
    [2, 6],
    [9, 6, 2, 6],
    [18, 6],
    [9, 6, 2, 6, 2, 6],
    [4, 4],
    [18, 6, 2, 6],
    [14, 12],
    [18, 6, 5, 6, 5, 6],
)
"""The strokes and gaps of each player's line, by which it is known without its colour."""


def _curve(scale: Scale, curve: Curve, dashes: list[float]) -> cv.Shape:
    points = [
        (round(scale.x(round_), 1), round(scale.y(total), 1))
        for round_, total in enumerate(curve.totals, curve.begins)
    ]
    paint = _paint(player_colour(curve.player.tint), 2.5, dashes or None)
    # Flet draws no dashes between points.
    (left, top), *rest = points
    return cv.Path([cv.Path.MoveTo(left, top), *(cv.Path.LineTo(x, y) for x, y in rest)], paint)


def _label(value: int, left: float, top: float, width: float) -> ft.Container:
    label = text(
        number_words(value), size=11, tone=Tone.FELT_MUTED, face=TEXT.medium, lines=1, leading=1.2
    )
    centre = ft.Alignment.CENTER
    return ft.Container(label, left=left, top=top, width=width, alignment=centre)


def _levels(scale: Scale) -> Controls:
    figures: Controls = []
    for total in range(scale.low, scale.high + 1, scale.step):
        figure = _label(total, 0, scale.y(total) - 8 * scale.text, scale.left - 8)
        figure.alignment = ft.Alignment.CENTER_RIGHT
        figures.append(figure)
    return figures


def _numbers(scale: Scale) -> Controls:
    step = _step(scale.rounds * scale.text / _MARKS)
    width = _ROUND * scale.text
    top = _HEAD + _PLOT + 6
    return [
        _label(round_, scale.x(round_) - width / 2, top, width)
        for round_ in range(0, scale.rounds + 1, step)
    ]


def _ends(scale: Scale, curves: Sequence[Curve]) -> Controls:
    """Draw the initials at the ends of the lines, moved apart so that none covers another."""
    shown: Controls = []
    for end in sorted({_end(curve) for curve in curves}):
        facts = [curve for curve in curves if _end(curve) == end]
        ordered = sorted(facts, key=lambda curve: -curve.totals[-1])
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
    apart = _DISC + 1
    least = _DISC / 2 + 2
    most = _HEAD + _PLOT - 4
    moved: list[float] = []
    for middle in middles:
        moved.append(max(middle, least))
        least = moved[-1] + apart
    for index in reversed(range(len(moved))):
        moved[index] = min(moved[index], most)
        most = moved[index] - apart
    return moved


_NUMBER = 46
_CELL = {False: 46, True: 73}
_MOST_CELL = 140
"""The width of the number of a round, and those of a player's column: the least for names of a few
letters or of more, and the greatest, in dp.
"""
_FEW = 5
_LETTERS = 8
"""How many letters are few, and the most letters of a name."""
_NAME = 12
_BESIDE_FIGURE = 6
"""The size of a name, and the free space at the right of a column, in dp."""
_INITIAL = 26


def round_table(taps: Taps, table: RoundTable, space: Space) -> ft.Control:
    """Build the table, the latest round first; with many players it scrolls sideways."""
    names = [player.name for player in table.players]
    short = short_names(names, lambda name: len(letters_of(name)) <= _LETTERS)
    long = any(len(letters_of(name)) > _FEW for name in short)
    cards = LEAST if any(line.has_open for line in table.lines) else 0
    least, most = (
        (_NUMBER + cell * len(names)) * space.scale + cards for cell in (_CELL[long], _MOST_CELL)
    )
    heads = {line.rounds[-1]: line for line in table.evenings}
    rows: Controls = []
    for line in reversed(table.lines):
        if evening := heads.get(line.number):
            rows.append(_evening(table, evening, space, cards))
        rows.append(_round(taps, table, line, space, cards))
    players = [_player(*named) for named in zip(table.players, short, strict=True)]
    top = ft.Container(_line(players, space, cards=cards), padding=ft.Padding.only(bottom=6))
    sheet = ft.Column(
        [top, _totals(table, space, cards), *rows],
        spacing=0,
        width=max(least, min(most, space.width)),
    )
    return ft.Row([sheet], scroll=ft.ScrollMode.AUTO)


def _line(
    cells: Sequence[ft.Control], space: Space, first: ft.Control | None = None, *, cards: float = 0
) -> ft.Control:
    """Draw cells that share a line, between the number and the way to the `cards` left."""
    number = ft.Container(first, width=_NUMBER * space.scale)
    return ft.Row([number, *cells, *([ft.Container(width=cards)] if cards else [])], spacing=0)


def _player(player: Person, name: str) -> ft.Control:
    """Draw the initial of a player over the name."""
    words = text(name, size=_NAME, tone=Tone.MUTED, align=ft.TextAlign.END, lines=1, leading=1.15)
    column = ft.Column(
        [avatar(player.initial, player.tint, size=_INITIAL), words],
        spacing=3,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.END,
    )
    padding = ft.Padding.only(right=_BESIDE_FIGURE)
    return ft.Container(column, padding=padding, expand=True, key=player.handle)


def _totals(table: RoundTable, space: Space, cards: float) -> ft.Control:
    cells = [
        _cell(
            named(
                f"total-{table.unit.value}-{player.handle}",
                text(total, size=16, face=TEXT.bold, lines=1),
            )
        )
        for player, total in zip(table.players, table.totals, strict=True)
    ]
    says = text(table.total_says, size=13, tone=Tone.MUTED, face=TEXT.semibold, lines=1)
    return ft.Container(
        _line(cells, space, says, cards=cards),
        padding=ft.Padding.symmetric(vertical=10),
        border=ft.Border.symmetric(vertical=ft.BorderSide(1, Tone.LINE)),
    )


def _evening(table: RoundTable, line: EveningLine, space: Space, cards: float) -> ft.Control:
    """Draw the head of an evening, with the figures of its rounds together."""
    title = text(line.title, size=14, tone=Tone.HEADING, face=TEXT.semibold, leading=1.2)
    cells = [
        _cell(text(figure, face=TEXT.bold, tone=Tone.HEADING, lines=1))
        for figure in line.figures[table.unit]
    ]
    head = ft.Column(
        [ft.Container(title, width=space.width), _line(cells, space, cards=cards)],
        spacing=2,
        tight=True,
    )
    name = f"evening-{line.rounds[0]}"
    return ft.Container(named(name, head), padding=ft.Padding.only(top=14, bottom=6), key=name)


def _round(
    taps: Taps, table: RoundTable, line: RoundLine, space: Space, cards: float
) -> ft.Control:
    name = f"round-{line.number}"
    figures = touchable(
        min_height(_figures(line.figures[table.unit], line, space), align=ft.Alignment.CENTER_LEFT),
        handler(taps, Go(f"turns/{line.number}"), name),
        identifier=name,
        label=line.says[table.unit],
        radius=8,
        align=None,
        expand=True,
    )
    left: ft.Control = ft.Container(width=cards)
    if line.has_open:
        left = icon_button(
            ft.Icons.STYLE_OUTLINED,
            handler(taps, Go(f"cards/{line.number}"), f"{name}-cards"),
            identifier=f"{name}-cards",
            label=taps.session.words.pair(line.title, table.cards_says),
            tone=Tone.MUTED,
        )
    return ft.Container(
        ft.Row([figures, left], spacing=0),
        border=ft.Border.only(bottom=ft.BorderSide(1, Tone.LINE)),
        key=name,
    )


def _figures(shown: Sequence[str], line: RoundLine, space: Space) -> ft.Control:
    """Draw the number, the figures, and below them the dealer and the false passes."""
    words: Controls = [text(str(line.number), face=TEXT.semibold, lines=1, leading=1.2)]
    remark = text(line.remark, size=12, tone=Tone.MUTED, lines=1, leading=1.1)
    if line.remark and not line.void:
        words.append(remark)
    number = ft.Column(words, spacing=0, tight=True)
    cells = [_figure(figure, best=seat == line.winner) for seat, figure in enumerate(shown)]
    if line.void:
        cells = [ft.Container(remark, expand=True)]
    note = ft.Container(
        text(line.note, size=_NAME, tone=Tone.MUTED, leading=1.15),
        padding=ft.Padding.only(left=_NUMBER * space.scale, bottom=6),
        width=space.width,
    )
    row = ft.Container(_line(cells, space, number), padding=ft.Padding.only(top=5))
    return ft.Column([row, note], spacing=0, tight=True)


def _figure(figure: str, *, best: bool) -> ft.Control:
    """Draw a figure, on brass for the player who went out first."""
    if not best:
        return _cell(text(figure, lines=1))
    shown = ft.Container(
        text(figure, tone=Tone.ON_BRASS, face=TEXT.bold, lines=1),
        bgcolor=Tone.BRASS,
        border_radius=8,
        padding=ft.Padding.symmetric(horizontal=_BESIDE_FIGURE, vertical=3),
    )
    return _cell(shown, right=0)


def _cell(content: ft.Control, *, right: float = _BESIDE_FIGURE) -> ft.Control:
    padding = ft.Padding.only(right=right)
    align = ft.Alignment.CENTER_RIGHT
    return ft.Container(content, expand=True, padding=padding, alignment=align)
