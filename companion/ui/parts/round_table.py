"""The table of rounds: a column a player, a line a round, the totals at its foot."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import flet as ft

from companion.ui.fonts import TEXT
from companion.ui.parts.buttons import icon_button
from companion.ui.parts.people import avatar
from companion.ui.parts.text import named, text
from companion.ui.parts.touch import LEAST, Tap, touchable
from companion.ui.theme import Tone
from companion.views.people import Person
from companion.views.series import RoundLine

_FIRST, _LEAST_CELL, _MOST_CELL = 92.0, 56.0, 140.0
_END = ft.TextAlign.END


@dataclass(frozen=True, slots=True)
class RoundTable:
    """What the table shows: chips or points of every round, and their totals."""

    players: Sequence[Person]
    lines: Sequence[RoundLine]
    totals: Sequence[str]
    total_says: str
    in_points: bool


@dataclass(frozen=True, slots=True)
class Ways:
    """Where a tap on a round leads, and one on its cards left; how the latter is said."""

    turns: Callable[[RoundLine], Tap]
    cards: Callable[[RoundLine], Tap]
    cards_says: str


def round_table(table: RoundTable, width: float, ways: Ways) -> ft.Control:
    """The table, the latest round first; with many players it scrolls sideways."""
    last = LEAST if any(line.has_open for line in table.lines) else 0
    room = width - _FIRST - last
    cell = min(_MOST_CELL, max(_LEAST_CELL, room / max(1, len(table.players))))
    rows = [_round(table, line, cell, ways) for line in reversed(table.lines)]
    broad = _FIRST + cell * len(table.players) + last
    sheet = ft.Column([_head(table, cell), *rows, _totals(table, cell)], spacing=0, width=broad)
    return ft.Row([sheet], scroll=ft.ScrollMode.AUTO)


def _head(table: RoundTable, cell: float) -> ft.Control:
    heads = [
        ft.Container(
            ft.Column(
                [
                    avatar(each.initial, each.tint, size=26),
                    text(each.name, size=12, tone=Tone.MUTED, lines=1, align=_END),
                ],
                spacing=2,
                tight=True,
                horizontal_alignment=ft.CrossAxisAlignment.END,
            ),
            width=cell,
            padding=ft.Padding.only(left=4, right=4),
            key=each.handle,
        )
        for each in table.players
    ]
    return ft.Container(
        ft.Row([ft.Container(width=_FIRST), *heads], spacing=0),
        padding=ft.Padding.only(bottom=6),
        border=ft.Border.only(bottom=ft.BorderSide(1, Tone.LINE)),
    )


def _round(table: RoundTable, line: RoundLine, cell: float, ways: Ways) -> ft.Control:
    figures = line.points if table.in_points else line.chips
    first: list[ft.Control] = [text(line.title, size=14, face=TEXT.medium, lines=1)]
    if line.remark:
        first.append(text(line.remark, size=12, tone=Tone.MUTED, lines=1, leading=1.1))
    name = ft.Container(
        ft.Column(first, spacing=0, tight=True, alignment=ft.MainAxisAlignment.CENTER),
        width=_FIRST,
    )
    cells = [_cell(figure, cell, best=place == line.winner) for place, figure in enumerate(figures)]
    opens = touchable(
        ft.Row([name, *cells], spacing=0),
        ways.turns(line),
        identifier=f"round-{line.number}",
        radius=8,
        align=None,
    )
    return ft.Container(
        ft.Row([opens, *_cards_left(line, ways)], spacing=0),
        border=ft.Border.only(bottom=ft.BorderSide(1, Tone.LINE)),
        key=f"round-{line.number}",
    )


def _cards_left(line: RoundLine, ways: Ways) -> list[ft.Control]:
    """The way to show the cards left of a round that nobody has shown yet."""
    if not line.has_open:
        return []
    return [
        icon_button(
            ft.Icons.STYLE_OUTLINED,
            ways.cards(line),
            identifier=f"round-{line.number}-cards",
            label=f"{line.title}: {ways.cards_says}",
            tone=Tone.MUTED,
        )
    ]


def _cell(figure: str, width: float, *, best: bool) -> ft.Control:
    """A figure; that of who went out first stands on brass."""
    shown = ft.Container(
        text(
            figure,
            size=14,
            tone=Tone.ON_BRASS if best else Tone.INK,
            face=TEXT.bold if best else TEXT.regular,
            lines=1,
        ),
        bgcolor=Tone.BRASS if best else None,
        border_radius=8,
        padding=ft.Padding.symmetric(horizontal=6, vertical=3),
    )
    return ft.Container(shown, width=width, alignment=ft.Alignment.CENTER_RIGHT)


def _totals(table: RoundTable, cell: float) -> ft.Control:
    kind = "points" if table.in_points else "chips"
    cells = [
        ft.Container(
            named(f"total-{kind}-{who.handle}", text(total, size=15, face=TEXT.bold, align=_END)),
            width=cell,
            padding=ft.Padding.only(right=6),
            alignment=ft.Alignment.CENTER_RIGHT,
        )
        for who, total in zip(table.players, table.totals, strict=True)
    ]
    says = text(table.total_says, size=15, face=TEXT.bold, lines=1)
    return ft.Container(
        ft.Row([ft.Container(says, width=_FIRST), *cells], spacing=0),
        padding=ft.Padding.symmetric(vertical=12),
    )
