"""The list of players with buttons to sort it, as a table where there is room."""

import flet as ft

from companion.ui.acting import Hands, handler
from companion.ui.looks import TEXT, Tone
from companion.ui.parts.avatars import account_disc
from companion.ui.parts.basics.buttons import pill, pill_row
from companion.ui.parts.basics.panels import min_height, panel, stretched
from companion.ui.parts.basics.text import text
from companion.ui.parts.basics.touch import LEAST, touchable
from companion.ui.parts.rows import rows
from companion.ui.routes import Room
from companion.views import blocks as b
from companion.views.players import PlayerTable
from companion.views.speech import Person

_NAME, _FIGURE, _INSET = 2, 1, 4
"""Shares of the width for a name and a figure, and the free space beside them in dp."""
_LEAST_WIDTH = 560
"""The least width of a table, in dp."""


def player_table(hands: Hands, table: PlayerTable, room: Room) -> ft.Control:
    """Draw the players; without room for all columns, the figure of the present order alone."""
    if room.width >= _LEAST_WIDTH and not room.large_text:
        places = range(len(table.rows))
        lines = [_head(hands, table.columns), *(_line(hands, table, place) for place in places)]
        return panel([stretched(lines, spacing=0)])
    pills = [
        pill(
            column.says,
            handler(hands, _sorts(column), column.id),
            identifier=column.id,
            chosen=column.chosen,
            label=column.label,
        )
        for column in table.columns
    ]
    return stretched([pill_row(pills, room), panel([rows(hands, b.List(table.rows), room)])])


def _sorts(column: b.Action) -> b.Intent:
    assert column.intent, column.id
    return column.intent


def _head(hands: Hands, columns: tuple[b.Action, ...]) -> ft.Control:
    cells: list[ft.Control] = []
    for column in columns:
        first = column is columns[0]
        face = TEXT.semibold if column.chosen else TEXT.regular
        tone = Tone.INK if column.chosen else Tone.MUTED
        cells.append(
            touchable(
                text(column.says, size=13, face=face, tone=tone),
                handler(hands, _sorts(column), column.id),
                identifier=column.id,
                label=column.label,
                selected=column.chosen,
                radius=8,
                padding=ft.Padding.symmetric(horizontal=_INSET),
                height=LEAST,
                align=ft.Alignment.CENTER_LEFT if first else ft.Alignment.CENTER_RIGHT,
                expand=_NAME if first else _FIGURE,
            )
        )
    line = ft.Border.only(bottom=ft.BorderSide(1, Tone.EDGE))
    inset = ft.Padding.symmetric(horizontal=_INSET)
    return ft.Container(ft.Row(cells, spacing=0), border=line, padding=inset)


def _line(hands: Hands, table: PlayerTable, place: int) -> ft.Control:
    row = table.rows[place]
    assert isinstance(row.leading, Person)
    assert row.intent, row.id
    name = ft.Container(text(row.leading.name, size=16, face=TEXT.semibold), expand=True)
    who = ft.Row([account_disc(row.leading), name], spacing=12, expand=_NAME)
    figures = [
        ft.Container(
            text(figure, size=16, lines=1),
            expand=_FIGURE,
            alignment=ft.Alignment.CENTER_RIGHT,
            padding=ft.Padding.symmetric(horizontal=_INSET),
        )
        for figure in table.figures[place]
    ]
    last = place == len(table.rows) - 1
    return ft.Container(
        touchable(
            min_height(ft.Row([who, *figures], spacing=0), align=ft.Alignment.CENTER_LEFT),
            handler(hands, row.intent, row.id),
            identifier=row.id,
            label=row.label,
            radius=8,
            padding=ft.Padding.symmetric(vertical=2, horizontal=_INSET),
        ),
        border=None if last else ft.Border.only(bottom=ft.BorderSide(1, Tone.LINE)),
        key=row.key,
    )
