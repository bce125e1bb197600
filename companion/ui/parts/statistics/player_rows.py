"""All players: a table in a wide window, else a list with the figure that it is sorted by."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import flet as ft

from companion.ui.looks.fonts import TEXT
from companion.ui.looks.theme import Tone
from companion.ui.parts.basics.columns import stretched
from companion.ui.parts.basics.panels import list_row, panel
from companion.ui.parts.basics.pills import pill, pill_row
from companion.ui.parts.basics.text import text
from companion.ui.parts.basics.text_scale import min_height
from companion.ui.parts.basics.touch import Tap, touchable
from companion.ui.parts.people.avatars import avatar
from companion.ui.routes.screens import Room
from companion.views.of_players.players import Column, Order, PlayerRow, PlayersView

_NAME, _FIGURE, _INSET = 2, 1, 4
"""What a name and a figure have of the width, and what is kept free beside them, in dp."""

Sort = Callable[[Order], Tap]
Open = Callable[[int], Tap]


def player_rows(view: PlayersView, sort: Sort, open_: Open, room: Room) -> list[ft.Control]:
    """The players, and how to sort them."""
    if room.two_columns:
        head = _head(view.columns, sort)
        rows = [_table_row(row, open_, last=row is view.rows[-1]) for row in view.rows]
        return [panel([stretched([head, *rows], spacing=0)], spacing=0)]
    pills = [
        pill(
            f"{column.title} {column.mark}".strip(),
            sort(column.order),
            identifier=f"sort-{column.order.value}",
            chosen=column.chosen,
            label=column.says,
        )
        for column in view.columns
    ]
    rows = [_list_row(row, open_, room, last=row is view.rows[-1]) for row in view.rows]
    return [pill_row(pills, room), panel(rows, spacing=0)]


def _head(columns: Sequence[Column], sort: Sort) -> ft.Control:
    cells: list[ft.Control] = []
    for column in columns:
        first = column.order is Order.NAME
        face = TEXT.semibold if column.chosen else TEXT.regular
        tone = Tone.INK if column.chosen else Tone.MUTED
        title = text(f"{column.title} {column.mark}".strip(), size=13, face=face, tone=tone)
        cells.append(
            touchable(
                title,
                sort(column.order),
                identifier=f"sort-{column.order.value}",
                label=column.says,
                selected=column.chosen,
                radius=8,
                padding=ft.Padding.symmetric(horizontal=_INSET),
                align=ft.Alignment.CENTER_LEFT if first else ft.Alignment.CENTER_RIGHT,
                expand=_NAME if first else _FIGURE,
            )
        )
    line = ft.Border.only(bottom=ft.BorderSide(1, Tone.EDGE))
    inset = ft.Padding.symmetric(horizontal=_INSET)
    return ft.Container(ft.Row(cells, spacing=0), border=line, padding=inset)


def _table_row(row: PlayerRow, open_: Open, *, last: bool) -> ft.Control:
    name = ft.Container(text(row.name, size=16, face=TEXT.semibold), expand=True)
    figures = [
        ft.Container(
            text(figure, size=16, lines=1),
            expand=_FIGURE,
            alignment=ft.Alignment.CENTER_RIGHT,
            padding=ft.Padding.symmetric(horizontal=_INSET),
        )
        for figure in row.figures
    ]
    cells: list[ft.Control] = [avatar(row.initial, row.tint, size=32), name, *figures]
    cells[:2] = [ft.Row(cells[:2], spacing=12, expand=_NAME)]
    return ft.Container(
        touchable(
            min_height(ft.Row(cells, spacing=0), align=ft.Alignment.CENTER_LEFT),
            open_(row.number),
            identifier=row.identifier,
            label=row.says,
            radius=8,
            padding=ft.Padding.symmetric(vertical=2, horizontal=_INSET),
            height=None,
        ),
        border=None if last else ft.Border.only(bottom=ft.BorderSide(1, Tone.LINE)),
        key=str(row.number),
    )


def _list_row(row: PlayerRow, open_: Open, room: Room, *, last: bool) -> ft.Control:
    figure = text(row.figure, size=15, face=TEXT.semibold, align=ft.TextAlign.END)
    large = room.large_text
    return list_row(
        row.name,
        identifier=row.identifier,
        beneath=row.beneath,
        on_tap=open_(row.number),
        before=None if large else avatar(row.initial, row.tint),
        after=None if large or not row.figure else figure,
        figure=row.figure_says if large else "",
        label=row.says,
        lined=not last,
        key=str(row.number),
    )
