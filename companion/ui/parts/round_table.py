"""The table of rounds: a column for each player, a line for each round, and the totals."""

from collections.abc import Sequence
from dataclasses import dataclass

import flet as ft

from companion.ui.acting import Hands, handler
from companion.ui.looks import TEXT, Tone, longest_word
from companion.ui.parts.avatars import avatar
from companion.ui.parts.basics.buttons import icon_button
from companion.ui.parts.basics.panels import min_height, stretched
from companion.ui.parts.basics.text import named, text
from companion.ui.parts.basics.touch import LEAST, touchable
from companion.ui.routes import Viewport
from companion.views.blocks import Go
from companion.views.of_series.figures import EveningLine, RoundLine
from companion.views.of_series.series import RoundTable
from companion.views.speech import Person

_NUMBER, _LEAST_CELL, _MOST_CELL = 46.0, 46.0, 140.0
_NAME, _BESIDE_FIGURE = 12, 6
"""The size of a name, and the free space at the right of a column, in dp."""
_INITIAL, _BELOW_INITIAL = 26, 29
"""The size of an initial, and the top of the name below it, in dp."""
_LETTER = 8
"""The width of a letter of a name on average, in dp."""


@dataclass(frozen=True, slots=True)
class Widths:
    """Widths of the columns, the number of the round and the cell of a player.

    `seen` is the visible width of the table.
    """

    number: float
    cell: float
    seen: float


def round_table(hands: Hands, table: RoundTable, viewport: Viewport) -> ft.Control:
    """Build the table, the latest round first; with many players it scrolls sideways."""
    width, scale = viewport.width, viewport.text_scale
    last = LEAST if any(line.has_open for line in table.lines) else 0
    players = max(1, len(table.players))
    longest = longest_word(*(player.name for player in table.players))
    most, number = _MOST_CELL * scale, _NUMBER * scale
    needed = min(most, max(_LEAST_CELL, longest * _LETTER + _BESIDE_FIGURE) * scale)
    cell = max(needed, min(most, (width - number - last) / players))
    in_all = number + cell * players
    widths = Widths(number, cell, min(in_all, width))
    heads = {line.rounds[-1]: line for line in table.evenings}
    rows: list[ft.Control] = []
    for line in reversed(table.lines):
        if evening := heads.get(line.number):
            rows.append(_evening(table, evening, widths))
        rows.append(_round(hands, table, line, widths))
    sheet = ft.Column(
        [_head(table, widths), _totals(table, widths), *rows],
        spacing=0,
        width=in_all + last,
    )
    scrolling = ft.Row([sheet], scroll=ft.ScrollMode.AUTO)
    if in_all + last <= width:
        return scrolling
    hint = table.swipe_says if in_all > width else table.swipe_to_cards_says
    says = named("swipe", text(hint, size=13, tone=Tone.MUTED))
    icon = ft.Icon(ft.Icons.SWIPE_OUTLINED, size=18, color=Tone.MUTED)
    swipe = ft.Row([icon, ft.Container(says, expand=True)], spacing=8)
    return stretched([swipe, scrolling], spacing=10)


def _head(table: RoundTable, widths: Widths) -> ft.Control:
    """Draw the players with their initials in one line; names may need several lines."""
    heads = [_player(player, widths.cell) for player in table.players]
    row = ft.Row(
        [ft.Container(width=widths.number), *heads],
        spacing=0,
        vertical_alignment=ft.CrossAxisAlignment.START,
    )
    return ft.Container(row, padding=ft.Padding.only(bottom=6))


def _player(player: Person, width: float) -> ft.Control:
    name = text(player.name, size=_NAME, tone=Tone.MUTED, align=ft.TextAlign.END, leading=1.15)
    column = ft.Column(
        [avatar(player.initial, player.tint, size=_INITIAL), name],
        spacing=_BELOW_INITIAL - _INITIAL,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.END,
    )
    padding = ft.Padding.only(right=_BESIDE_FIGURE)
    return ft.Container(column, width=width, padding=padding, key=player.handle)


def _totals(table: RoundTable, widths: Widths) -> ft.Control:
    cells = [
        _cell(
            named(
                f"total-{table.unit.value}-{player.handle}",
                text(total, size=16, face=TEXT.bold, lines=1),
            ),
            widths.cell,
        )
        for player, total in zip(table.players, table.totals, strict=True)
    ]
    says = text(table.total_says, size=13, tone=Tone.MUTED, face=TEXT.semibold, lines=1)
    return ft.Container(
        ft.Row([ft.Container(says, width=widths.number), *cells], spacing=0),
        padding=ft.Padding.symmetric(vertical=10),
        border=ft.Border.symmetric(vertical=ft.BorderSide(1, Tone.LINE)),
    )


def _evening(table: RoundTable, line: EveningLine, widths: Widths) -> ft.Control:
    """Draw the head of an evening, with the figures of its rounds together."""
    title = text(line.title, size=14, tone=Tone.HEADING, face=TEXT.semibold, leading=1.2)
    cells = [
        _cell(text(figure, face=TEXT.bold, tone=Tone.HEADING, lines=1), widths.cell)
        for figure in line.figures[table.unit]
    ]
    head = ft.Column(
        [
            ft.Container(title, width=widths.seen),
            ft.Row([ft.Container(width=widths.number), *cells], spacing=0),
        ],
        spacing=2,
        tight=True,
    )
    name = f"evening-{line.rounds[0]}"
    return ft.Container(named(name, head), padding=ft.Padding.only(top=14, bottom=6), key=name)


def _round(hands: Hands, table: RoundTable, line: RoundLine, widths: Widths) -> ft.Control:
    name = f"round-{line.number}"
    figures = touchable(
        min_height(
            _figures(line.figures[table.unit], line, widths), align=ft.Alignment.CENTER_LEFT
        ),
        handler(hands, Go(f"turns/{line.number}"), name),
        identifier=name,
        label=line.says[table.unit],
        radius=8,
        align=None,
    )
    cards = [
        icon_button(
            ft.Icons.STYLE_OUTLINED,
            handler(hands, Go(f"cards/{line.number}"), f"{name}-cards"),
            identifier=f"{name}-cards",
            label=f"{line.title}: {table.cards_says}",
            tone=Tone.MUTED,
        )
    ]
    return ft.Container(
        ft.Row([figures, *(cards if line.has_open else [])], spacing=0),
        border=ft.Border.only(bottom=ft.BorderSide(1, Tone.LINE)),
        key=name,
    )


def _figures(shown: Sequence[str], line: RoundLine, widths: Widths) -> ft.Control:
    """Draw the number, the figures, and below them the dealer and the false passes."""
    words: list[ft.Control] = [text(str(line.number), face=TEXT.semibold, lines=1, leading=1.2)]
    remark = text(line.remark, size=12, tone=Tone.MUTED, lines=1, leading=1.1)
    if line.remark and not line.void:
        words.append(remark)
    name = ft.Container(ft.Column(words, spacing=0, tight=True), width=widths.number)
    cells = [
        _figure(figure, widths.cell, best=seat == line.winner) for seat, figure in enumerate(shown)
    ]
    if line.void:
        cells = [ft.Container(remark, width=widths.cell * len(cells))]
    note = ft.Container(
        text(line.note, size=_NAME, tone=Tone.MUTED, leading=1.15),
        padding=ft.Padding.only(left=widths.number, bottom=6),
        width=widths.seen,
    )
    row = ft.Container(ft.Row([name, *cells], spacing=0), padding=ft.Padding.only(top=5))
    return ft.Column([row, note], spacing=0, tight=True)


def _figure(figure: str, width: float, *, best: bool) -> ft.Control:
    """Draw a figure, on brass for the player who went out first."""
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
