"""The table of rounds: a column for each player, a line for each round, and the totals."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum

import flet as ft

from companion.ui.looks import TEXT, Tone, widest_word
from companion.ui.parts.avatars import avatar
from companion.ui.parts.basics.buttons import icon_button
from companion.ui.parts.basics.panels import min_height, stretched
from companion.ui.parts.basics.text import named, text
from companion.ui.parts.basics.touch import LEAST, Tap, touchable
from companion.views.of_series.series import RoundLine
from companion.views.speech import Person

_NUMBER, _LEAST_CELL, _MOST_CELL = 46.0, 46.0, 140.0
_NAME, _BESIDE_FIGURE = 12, 6
"""The size of a name, and the free space at the right of a column, in dp."""
_INITIAL, _BELOW_INITIAL = 26, 29
"""The size of an initial, and the top of the name below it, in dp."""

_DEALER, _FALSE = 92.0, 64.0
"""The widths of the columns for dealer and false passes in a wide window."""


class Unit(Enum):
    """The kind of figures that the table shows."""

    POINTS = "points"
    CHIPS = "chips"
    CARDS = "cards"

    def of(self, line: RoundLine) -> tuple[str, ...]:
        """Return the figures of this kind in a line."""
        return {"points": line.points, "chips": line.chips, "cards": line.cards}[self.value]

    def say(self, line: RoundLine) -> str:
        """Return the sentence of a line with the figures of this kind."""
        sentences = {"points": line.points_say, "chips": line.chips_say, "cards": line.cards_say}
        return sentences[self.value]


@dataclass(frozen=True, slots=True)
class Widths:
    """Widths of the columns: the number of the round, and the cell of a player.

    A `roomy` table has columns for dealer and false passes; `seen` is its visible width.
    """

    number: float
    cell: float
    roomy: bool
    seen: float


@dataclass(frozen=True, slots=True)
class RoundTable:
    """The contents of the table: figures of one `kind` for each round, and their totals.

    `dealer_says` and `false_says` are heads of columns in a wide window; `swipe_says` is shown if
    there is no room for all players.
    """

    players: Sequence[Person]
    lines: Sequence[RoundLine]
    totals: Sequence[str]
    total_says: str
    kind: Unit
    dealer_says: str
    false_says: str
    swipe_says: str


@dataclass(frozen=True, slots=True)
class RoundTaps:
    """Handlers of taps on a round and on its cards left, and the label of the latter."""

    turns: Callable[[RoundLine], Tap]
    cards: Callable[[RoundLine], Tap]
    cards_says: str


def round_table(table: RoundTable, width: float, taps: RoundTaps, scale: float = 1) -> ft.Control:
    """Build the table, the latest round first; with many players it scrolls sideways.

    `scale` is the text scale of the device.
    """
    last = LEAST if any(line.has_open for line in table.lines) else 0
    players = max(1, len(table.players))
    widest = widest_word((player.name for player in table.players), _NAME, scale=scale)
    most, number = _MOST_CELL * scale, _NUMBER * scale
    needed = min(most, max(_LEAST_CELL * scale, widest + _BESIDE_FIGURE))
    cell = max(needed, min(most, (width - number - last) / players))
    more = (_DEALER + _FALSE) * scale
    if roomy := width - number - last - more >= needed * players:
        cell = max(needed, min(most, (width - number - last - more) / players))
    in_all = number + cell * players + (more if roomy else 0)
    widths = Widths(number, cell, roomy, min(in_all, width))
    rows = [_round(table, line, widths, taps, scale) for line in reversed(table.lines)]
    sheet = ft.Column(
        [_head(table, widths, scale), _totals(table, widths), *rows],
        spacing=0,
        width=in_all + last,
    )
    scrolling = ft.Row([sheet], scroll=ft.ScrollMode.AUTO)
    if in_all + last <= width:
        return scrolling
    says = named("swipe", text(table.swipe_says, size=13, tone=Tone.MUTED))
    icon = ft.Icon(ft.Icons.SWIPE_OUTLINED, size=18, color=Tone.MUTED)
    swipe = ft.Row([icon, ft.Container(says, expand=True)], spacing=8)
    return stretched([swipe, scrolling], spacing=10)


def _head(table: RoundTable, widths: Widths, scale: float) -> ft.Control:
    """Draw the players with their initials in one line; names may need several lines."""
    heads = [_player(player, widths.cell) for player in table.players]
    if widths.roomy:
        heads += [
            ft.Container(_beside(says, width * scale), padding=ft.Padding.only(top=_BELOW_INITIAL))
            for says, width in ((table.dealer_says, _DEALER), (table.false_says, _FALSE))
        ]
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


def _beside(words: str, width: float) -> ft.Control:
    """Draw words in a column at the right of the players' columns."""
    said = text(words, size=_NAME, tone=Tone.MUTED, leading=1.15)
    return ft.Container(said, width=width, padding=ft.Padding.only(left=14))


def _totals(table: RoundTable, widths: Widths) -> ft.Control:
    cells = [
        _cell(
            named(
                f"total-{table.kind.value}-{who.handle}",
                text(total, size=16, face=TEXT.bold, lines=1),
            ),
            widths.cell,
        )
        for who, total in zip(table.players, table.totals, strict=True)
    ]
    says = text(table.total_says, size=13, tone=Tone.MUTED, face=TEXT.semibold, lines=1)
    return ft.Container(
        ft.Row([ft.Container(says, width=widths.number), *cells], spacing=0),
        padding=ft.Padding.symmetric(vertical=10),
        border=ft.Border.symmetric(vertical=ft.BorderSide(1, Tone.LINE)),
    )


def _round(
    table: RoundTable, line: RoundLine, widths: Widths, taps: RoundTaps, scale: float
) -> ft.Control:
    figures = touchable(
        min_height(_figures(table, line, widths, scale), align=ft.Alignment.CENTER_LEFT),
        taps.turns(line),
        identifier=f"round-{line.number}",
        label=table.kind.say(line),
        radius=8,
        align=None,
    )
    cards = [
        icon_button(
            ft.Icons.STYLE_OUTLINED,
            taps.cards(line),
            identifier=f"round-{line.number}-cards",
            label=f"{line.title}: {taps.cards_says}",
            tone=Tone.MUTED,
        )
    ]
    return ft.Container(
        ft.Row([figures, *(cards if line.has_open else [])], spacing=0),
        border=ft.Border.only(bottom=ft.BorderSide(1, Tone.LINE)),
        key=f"round-{line.number}",
    )


def _figures(table: RoundTable, line: RoundLine, widths: Widths, scale: float) -> ft.Control:
    """Draw the number, the figures, and the dealer beside them or in a line below."""
    words: list[ft.Control] = [text(str(line.number), face=TEXT.semibold, lines=1, leading=1.2)]
    remark = text(line.remark, size=12, tone=Tone.MUTED, lines=1, leading=1.1)
    if line.remark and not line.void:
        words.append(remark)
    name = ft.Container(ft.Column(words, spacing=0, tight=True), width=widths.number)
    cells = [
        _figure(figure, widths.cell, best=seat == line.winner)
        for seat, figure in enumerate(table.kind.of(line))
    ]
    if line.void:
        cells = [ft.Container(remark, width=widths.cell * len(cells))]
    if widths.roomy:
        cells += [
            _beside(line.dealer, _DEALER * scale),
            _beside(line.false_passes, _FALSE * scale),
        ]
        return ft.Row([name, *cells], spacing=0)
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
