"""The table of rounds: a column a player, a line a round, the totals at its foot."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import flet as ft

from companion.ui.fonts import TEXT, widest_word
from companion.ui.parts.basics.buttons import icon_button
from companion.ui.parts.basics.text import named, text
from companion.ui.parts.basics.text_scale import min_height
from companion.ui.parts.basics.touch import LEAST, Tap, touchable
from companion.ui.parts.people.avatars import avatar
from companion.ui.theme import Tone
from companion.views.of_series.series import RoundLine
from companion.views.people import Person

_NUMBER, _LEAST_CELL, _MOST_CELL = 46.0, 46.0, 140.0
_NAME, _BESIDE_FIGURE = 12, 6
"""The size of a name, and what is free at the right of a column, in dp."""

Widths = tuple[float, float]
"""Of the column with the rounds' numbers, and of each player's."""


@dataclass(frozen=True, slots=True)
class RoundTable:
    """What the table shows: chips or points of rounds, and the totals of all rounds."""

    players: Sequence[Person]
    lines: Sequence[RoundLine]
    totals: Sequence[str]
    total_says: str
    in_points: bool


@dataclass(frozen=True, slots=True)
class RoundTaps:
    """What a tap on a round does, and one on its cards left; how the latter is said."""

    turns: Callable[[RoundLine], Tap]
    cards: Callable[[RoundLine], Tap]
    cards_says: str


def round_table(table: RoundTable, width: float, taps: RoundTaps, scale: float = 1) -> ft.Control:
    """The table, the latest round first; with many players it scrolls sideways.

    `scale` is that of the device's text.
    """
    last = LEAST if any(line.has_open for line in table.lines) else 0
    players = max(1, len(table.players))
    widest = widest_word((player.name for player in table.players), _NAME, scale=scale)
    most, number = _MOST_CELL * scale, _NUMBER * scale
    needed = min(most, max(_LEAST_CELL * scale, widest + _BESIDE_FIGURE))
    cell = max(needed, min(most, (width - number - last) / players))
    rows = [_round(table, line, (number, cell), taps) for line in reversed(table.lines)]
    sheet = ft.Column(
        [_head(table, (number, cell)), _totals(table, (number, cell)), *rows],
        spacing=0,
        width=number + cell * players + last,
    )
    return ft.Row([sheet], scroll=ft.ScrollMode.AUTO)


def _head(table: RoundTable, widths: Widths) -> ft.Control:
    number, cell = widths
    heads = [_player(player, cell) for player in table.players]
    top = ft.CrossAxisAlignment.START
    row = ft.Row([ft.Container(width=number), *heads], spacing=0, vertical_alignment=top)
    return ft.Container(row, padding=ft.Padding.only(bottom=6))


def _player(player: Person, width: float) -> ft.Control:
    name = text(player.name, size=_NAME, tone=Tone.MUTED, align=ft.TextAlign.END, leading=1.15)
    column = ft.Column(
        [avatar(player.initial, player.tint, size=26), name],
        spacing=3,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.END,
    )
    padding = ft.Padding.only(right=_BESIDE_FIGURE)
    return ft.Container(column, width=width, padding=padding, key=player.handle)


def _totals(table: RoundTable, widths: Widths) -> ft.Control:
    number, cell = widths
    kind = "points" if table.in_points else "chips"
    cells = [
        _cell(
            named(f"total-{kind}-{who.handle}", text(total, size=16, face=TEXT.bold, lines=1)), cell
        )
        for who, total in zip(table.players, table.totals, strict=True)
    ]
    says = text(table.total_says, size=13, tone=Tone.MUTED, face=TEXT.semibold, lines=1)
    return ft.Container(
        ft.Row([ft.Container(says, width=number), *cells], spacing=0),
        padding=ft.Padding.symmetric(vertical=10),
        border=ft.Border.symmetric(vertical=ft.BorderSide(1, Tone.LINE)),
    )


def _round(table: RoundTable, line: RoundLine, widths: Widths, taps: RoundTaps) -> ft.Control:
    number, cell = widths
    words: list[ft.Control] = [text(str(line.number), face=TEXT.semibold, lines=1, leading=1.2)]
    remark = text(line.remark, size=12, tone=Tone.MUTED, lines=1, leading=1.1)
    if line.remark and not line.void:
        words.append(remark)
    name = ft.Container(
        ft.Column(words, spacing=0, tight=True, alignment=ft.MainAxisAlignment.CENTER),
        width=number,
    )
    figures = line.points if table.in_points else line.chips
    cells = [_figure(figure, cell, best=seat == line.winner) for seat, figure in enumerate(figures)]
    if line.void:
        cells = [ft.Container(remark, padding=ft.Padding.only(left=12))]
    opens = touchable(
        min_height(ft.Row([name, *cells], spacing=0), align=ft.Alignment.CENTER_LEFT),
        taps.turns(line),
        identifier=f"round-{line.number}",
        label=line.says,
        radius=8,
        height=None,
        align=None,
    )
    return ft.Container(
        ft.Row([opens, *_cards_left(line, taps)], spacing=0),
        border=ft.Border.only(bottom=ft.BorderSide(1, Tone.LINE)),
        key=f"round-{line.number}",
    )


def _cards_left(line: RoundLine, taps: RoundTaps) -> list[ft.Control]:
    """The way to show the cards left of a round that nobody has shown yet."""
    if not line.has_open:
        return []
    return [
        icon_button(
            ft.Icons.STYLE_OUTLINED,
            taps.cards(line),
            identifier=f"round-{line.number}-cards",
            label=f"{line.title}: {taps.cards_says}",
            tone=Tone.MUTED,
        )
    ]


def _figure(figure: str, width: float, *, best: bool) -> ft.Control:
    """A figure; that of who went out first stands on brass."""
    if not best:
        return _cell(text(figure, lines=1), width)
    shown = ft.Container(
        text(figure, tone=Tone.ON_BRASS, face=TEXT.bold, lines=1),
        bgcolor=Tone.BRASS,
        border_radius=8,
        padding=ft.Padding.symmetric(horizontal=_BESIDE_FIGURE, vertical=3),
    )
    return _cell(shown, width, right=0)


def _cell(content: ft.Control, width: float, *, right: float = _BESIDE_FIGURE) -> ft.Control:
    padding, align = ft.Padding.only(right=right), ft.Alignment.CENTER_RIGHT
    return ft.Container(content, width=width, padding=padding, alignment=align)
