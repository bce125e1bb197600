"""The standing: a line for each player with the place, the figures and the last round's gain."""

from dataclasses import dataclass, replace

import flet as ft

from companion.ui.acting import Hands
from companion.ui.looks import TEXT, Tone, longest_word
from companion.ui.parts.avatars import avatar, player_colour
from companion.ui.parts.basics.panels import stretched
from companion.ui.parts.basics.text import named, text
from companion.ui.routes import Room
from companion.views.of_series.standings import StandingLine, StandingTable

_PLACE, _DISC, _GAP, _BAR = 14, 24, 6, 4
"""The width of a place, the size of an avatar, the gap between cells, and the height of a bar."""
_LEAST, _LETTER, _SMALL_LETTER, _NAME_LETTER = 30, 10, 7, 8.5
"""The least width of a figure, and widths of a letter: of a figure, a title and a name, in dp."""
_WHOLE = 1000


@dataclass(frozen=True, slots=True)
class _Widths:
    """The widths of the columns in dp, and whether avatars fit."""

    place: float
    figures: tuple[float, ...]
    gain: float
    discs: bool = True

    @property
    def all(self) -> float:
        """The width of all columns but the names."""
        columns = [self.place, *self.figures, *([self.gain] if self.gain else [])]
        return sum(column + _GAP for column in columns)


def standing(_hands: Hands, table: StandingTable, room: Room) -> ft.Control:
    """Draw the table; in little room without avatars, or with the figures below the names."""
    widths = _widths(table, room.text_scale)
    longest = longest_word(*(line.player.name for line in table.lines))
    free = room.width - widths.all - longest * _NAME_LETTER * room.text_scale
    if room.large_text or free < 0:
        lines = [_stacked(table, line, widths) for line in table.lines]
        return stretched(lines, spacing=12)
    widths = replace(widths, discs=free >= _DISC + _GAP)
    lines = [_line(line, widths) for line in table.lines]
    return stretched([_head(table, widths), *lines], spacing=8)


def _widths(table: StandingTable, scale: float) -> _Widths:
    columns = zip(table.titles, *(line.figures for line in table.lines), strict=True)
    figures = tuple(
        max(
            _LEAST,
            len(title) * _SMALL_LETTER,
            *(len(figure.says) * _LETTER for figure in column),
        )
        * scale
        for title, *column in columns
    )
    gains = [part for line in table.lines for part in line.gains]
    if not gains:
        return _Widths(_PLACE * scale, figures, 0)
    letters = max(map(len, (*table.gain_title.split(), *gains)))
    return _Widths(_PLACE * scale, figures, max(_LEAST, letters * _SMALL_LETTER) * scale)


def _head(table: StandingTable, widths: _Widths) -> ft.Control:
    cells: list[ft.Control] = [ft.Container(expand=True)]
    titles = (*zip(table.titles, widths.figures, strict=True), (table.gain_title, widths.gain))
    cells += [_cell(_small(title, ft.TextAlign.END), width) for title, width in titles if width]
    return ft.Row(cells, spacing=_GAP, vertical_alignment=ft.CrossAxisAlignment.END)


def _line(line: StandingLine, widths: _Widths) -> ft.Control:
    cells = [*_person(line, widths), *_figures(line, widths)]
    if widths.gain:
        cells.append(_cell(_gain(line), widths.gain))
    shown: list[ft.Control] = [ft.Row(cells, spacing=_GAP)]
    if line.remark:
        indent = widths.place + _GAP + (_DISC + _GAP if widths.discs else 0)
        shown.append(ft.Container(_small(line.remark), padding=ft.Padding.only(left=indent)))
    return ft.Column(shown, spacing=2, tight=True, key=line.player.handle)


def _stacked(table: StandingTable, line: StandingLine, widths: _Widths) -> ft.Control:
    """Draw the name above the figures, each after its title."""
    figures = [
        ft.Row([_small(title), named(figure.id, _strong(figure.says, line))], spacing=6, tight=True)
        for title, figure in zip(table.titles, line.figures, strict=True)
    ]
    shown: list[ft.Control] = [
        ft.Row(_person(line, widths), spacing=_GAP),
        ft.Row([*figures], spacing=16, wrap=True),
    ]
    gain = ", ".join(line.gains)
    said = [f"{table.gain_title}: {gain}" if gain else "", line.remark]
    shown += [_small(words) for words in said if words]
    return ft.Column(shown, spacing=2, tight=True, key=line.player.handle)


def _person(line: StandingLine, widths: _Widths) -> list[ft.Control]:
    """Draw the place, the avatar, and the name above the bar on the way to the target."""
    place = text(line.place, size=13, tone=Tone.MUTED, face=TEXT.medium, lines=1)
    face = TEXT.bold if line.leads else TEXT.medium
    name: list[ft.Control] = [text(line.player.name, size=15, face=face, tone=_ink(line))]
    if line.share:
        name.append(_bar(line))
    words = ft.Column(name, spacing=3, tight=True, expand=True)
    disc = [avatar(line.player.initial, line.player.tint, size=_DISC)] if widths.discs else []
    return [ft.Container(place, width=widths.place), *disc, words]


def _bar(line: StandingLine) -> ft.Control:
    reach = round(line.share * _WHOLE)
    colour = player_colour(line.player.tint)
    filled = ft.Container(bgcolor=colour, border_radius=_BAR / 2, expand=reach)
    cells: list[ft.Control] = [filled, ft.Container(expand=_WHOLE - reach)]
    return ft.Container(
        ft.Row(
            [cell for cell in cells if cell.expand],
            spacing=0,
            vertical_alignment=ft.CrossAxisAlignment.STRETCH,
        ),
        height=_BAR,
        bgcolor=Tone.QUIET,
        border_radius=_BAR / 2,
    )


def _figures(line: StandingLine, widths: _Widths) -> list[ft.Control]:
    return [
        _cell(named(figure.id, _strong(figure.says, line)), width)
        for figure, width in zip(line.figures, widths.figures, strict=True)
    ]


def _gain(line: StandingLine) -> ft.Control:
    return text(
        "\n".join(line.gains), size=12, tone=Tone.MUTED, align=ft.TextAlign.END, leading=1.2
    )


def _strong(figure: str, line: StandingLine) -> ft.Control:
    return text(figure, size=16, face=TEXT.bold, tone=_ink(line), lines=1)


def _small(words: str, align: ft.TextAlign = ft.TextAlign.START) -> ft.Control:
    return text(words, size=12, tone=Tone.MUTED, leading=1.15, align=align)


def _ink(line: StandingLine) -> ft.Colors:
    """Return the colour of the words; a player who left and cannot win is pale."""
    return Tone.INK if line.place else Tone.MUTED


def _cell(content: ft.Control, width: float) -> ft.Control:
    return ft.Container(content, width=width, alignment=ft.Alignment.CENTER_RIGHT)
