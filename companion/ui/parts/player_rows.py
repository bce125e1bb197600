"""Rows and figures of players and their evenings."""

from collections.abc import Callable, Sequence

import flet as ft

from companion.desk.people import Renaming
from companion.ui.looks import TEXT, Tone
from companion.ui.parts.avatars import avatar, player_colour
from companion.ui.parts.basics.buttons import SECONDARY, low_button, pill, pill_row
from companion.ui.parts.basics.panels import (
    done_panel,
    in_rows,
    list_row,
    min_height,
    panel,
    row_of_equal_height,
    stretched,
    with_trailing,
)
from companion.ui.parts.basics.text import described, named, text
from companion.ui.parts.basics.touch import LEAST, Tap, touchable
from companion.ui.parts.charts import WHOLE, divided_bar
from companion.ui.routes import Room
from companion.ui.session import Session, go_on, take_back
from companion.views.player import Against, EveningLine, FigureLine, Tile
from companion.views.players import (
    Column,
    Order,
    PlayerRow,
    PlayersView,
    ProgressView,
    renamed_view,
)


def evening_rows(
    session: Session, lines: Sequence[EveningLine], room: Room, name: str
) -> list[ft.Control]:
    """Build a row for each evening; their identifiers begin with `name`."""
    return [
        list_row(
            line.name,
            identifier=f"{name}-{line.number}",
            beneath=line.beneath,
            on_tap=session.tap(session.go, f"/series/{line.number}"),
            after=None if room.large_text else text(line.chips, size=16, face=TEXT.semibold),
            figure=line.chips if room.large_text else "",
            label=line.says,
            lined=line is not lines[-1],
            key=f"{name}-{place}",
        )
        for place, line in enumerate(lines)
    ]


def tiles(shown: Sequence[Tile], room: Room) -> ft.Control:
    """Arrange the tiles in rows of three, or of two where text is large."""
    rows = in_rows([_tile(tile) for tile in shown], 2 if room.large_text else 3)
    return stretched([row_of_equal_height(row, spacing=10) for row in rows], spacing=10)


def _tile(tile: Tile) -> ft.Control:
    """Draw a figure over its label; a screen reader reads the label first."""
    value = text(tile.value, size=22, face=TEXT.heading, tone=Tone.HEADING, lines=1)
    label = text(
        tile.label, size=13, tone=Tone.MUTED, align=ft.TextAlign.CENTER, leading=1.2, silent=True
    )
    column = ft.Column(
        [named(f"figure-{tile.name}", value), label],
        spacing=2,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )
    shown = ft.Container(
        column,
        bgcolor=Tone.PANEL,
        border_radius=16,
        border=ft.Border.all(1, Tone.LINE),
        padding=ft.Padding.symmetric(horizontal=6, vertical=12),
    )
    return ft.Semantics(content=shown, label=tile.label, container=True, expand=True)


def against_panel(
    shown: Sequence[Against], rests: str, tint: int, title: str, room: Room
) -> ft.Control:
    """Build a bar for each opponent, in the player's colour, with the share of rounds ahead."""
    rows: list[ft.Control] = [_against(one, tint, large=room.large_text) for one in shown]
    return panel([*rows, text(rests, size=13, tone=Tone.MUTED)], title=title, spacing=12)


def _against(one: Against, tint: int, *, large: bool) -> ft.Control:
    name = text(one.name, size=15, face=TEXT.medium)
    value = text(one.value, size=15, face=TEXT.bold, align=ft.TextAlign.END)
    words, reach = with_trailing(name, [value], below=large), round(one.share * WHOLE)
    ahead = ft.Container(bgcolor=player_colour(tint), border_radius=5, expand=reach)
    bar = divided_bar([ahead, ft.Container(expand=WHOLE - reach)], 10)
    lines = stretched([words, bar], spacing=4)
    lines.expand = True
    cells: list[ft.Control] = [lines] if large else [avatar(one.initial, one.tint, size=32), lines]
    identifier = f"against-{'-'.join(one.name.split())}"
    return described(identifier, ft.Row(cells, spacing=12), one.says, key=str(one.number))


def figures_panel(shown: Sequence[FigureLine], title: str, room: Room) -> ft.Control:
    """Build the figures, each with the number of rounds it is based on."""
    return panel([_figure(one, large=room.large_text) for one in shown], title=title, spacing=12)


def _figure(one: FigureLine, *, large: bool) -> ft.Control:
    label = text(one.label, size=15, face=TEXT.medium)
    words = stretched([label, text(one.rests, size=13, tone=Tone.MUTED)], spacing=1)
    value = text(one.value, size=17, face=TEXT.bold, lines=1)
    return named(f"figure-{one.name}", with_trailing(words, [value], below=large))


_NAME, _FIGURE, _INSET = 2, 1, 4
"""Shares of the width for a name and a figure, and the free space beside them in dp."""

Sort = Callable[[Order], Tap]
Open = Callable[[int], Tap]


def player_rows(view: PlayersView, sort: Sort, open_: Open, room: Room) -> list[ft.Control]:
    """Build the list of players with buttons to sort it, as a table in a wide window."""
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
                height=LEAST,
                align=ft.Alignment.CENTER_LEFT if first else ft.Alignment.CENTER_RIGHT,
                expand=_NAME if first else _FIGURE,
            )
        )
    line = ft.Border.only(bottom=ft.BorderSide(1, Tone.EDGE))
    inset = ft.Padding.symmetric(horizontal=_INSET)
    return ft.Container(ft.Row(cells, spacing=0), border=line, padding=inset)


def _table_row(row: PlayerRow, open_: Open, *, last: bool) -> ft.Control:
    name = ft.Container(text(row.name, size=16, face=TEXT.semibold), expand=True)
    who = ft.Row([avatar(row.initial, row.tint, size=32), name], spacing=12, expand=_NAME)
    figures = [
        ft.Container(
            text(figure, size=16, lines=1),
            expand=_FIGURE,
            alignment=ft.Alignment.CENTER_RIGHT,
            padding=ft.Padding.symmetric(horizontal=_INSET),
        )
        for figure in row.figures
    ]
    return ft.Container(
        touchable(
            min_height(ft.Row([who, *figures], spacing=0), align=ft.Alignment.CENTER_LEFT),
            open_(row.number),
            identifier=row.identifier,
            label=row.says,
            radius=8,
            padding=ft.Padding.symmetric(vertical=2, horizontal=_INSET),
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


def progress_panel(progress: ProgressView | None) -> list[ft.Control]:
    """Build a progress bar with words over it; nothing while no work is under way."""
    if progress is None:
        return []
    bar = ft.ProgressBar(value=progress.share or None, bar_height=8, border_radius=4)
    bar.color, bar.bgcolor = Tone.ACTION, Tone.QUIET
    bar.semantics_label = progress.says
    said = named("adding-up", text(progress.says), live=True)
    return [panel([said, bar], key="adding-up")]


def renamed_panel(session: Session, renamed: Renaming | None) -> list[ft.Control]:
    """Build the panel of the last renaming; nothing if no name has changed since the start."""
    view = renamed_view(renamed, session.words)
    if view is None:
        return []
    acts = [
        low_button(
            view.undo,
            session.tap(take_back, session, view.renamed),
            identifier="undo-rename",
            look=SECONDARY,
            icon=ft.Icons.UNDO,
            tight=True,
        )
    ]
    if view.again:
        on_tap = session.tap(go_on, session, view.renamed)
        acts.append(low_button(view.again, on_tap, identifier="rename-again", tight=True))
    return [done_panel(view.says, acts, "renamed")]
