"""Blocks that are only read: headline, captioned cards, figures and standing."""

import importlib
from collections.abc import Sequence
from dataclasses import dataclass, replace

import flet as ft
import flet.canvas as cv

from companion.screens import blocks as b
from companion.screens.rules import Growing
from companion.screens.standings import StandingRow, StandingTable
from companion.ui.acting import Taps, tap
from companion.ui.component import component
from companion.ui.looks import TEXT, Tone, longest_word, text_width
from companion.ui.parts.avatars import avatar, player_colour
from companion.ui.parts.basics import panels
from companion.ui.parts.basics.buttons import BRASS, button
from companion.ui.parts.basics.text import described, disc, heading, named, silent, text, worded
from companion.ui.parts.cards.card_face import SUIT_SIGNS, CardSize, card_face
from companion.ui.routes import Viewport

_ABREAST = 2
"""The number of winners that fit between the suits on the smallest phone."""
_WHOLE = 1000
"""The length of a bar in parts, because Flet divides a row by whole numbers."""
_CAPTION_LETTER = 7.5
"""The width of a letter of a caption on average, in dp."""
_CAPTION = 12
"""The size of a caption, in dp."""
_GAP = 6
_PLACES = 5
_BETWEEN_CARDS = 3
_WIDEST_PICTURE = 220
_NARROWEST = 44
_WIDEST = 56
_SIGNS = {
    b.Status.BAD: (ft.Icons.CLOSE, Tone.DANGER, Tone.ON_ACTION),
    b.Status.GOOD: (ft.Icons.CHECK, Tone.ACTION, Tone.ON_ACTION),
    b.Status.OPEN: (ft.Icons.QUESTION_MARK, Tone.MUTED, Tone.PAPER),
}
_GROUNDS = {
    b.Status.BAD: (Tone.WARNING, Tone.ON_WARNING),
    b.Status.GOOD: (Tone.QUIET, Tone.HEADING),
}


def hero(taps: Taps, block: b.Hero, viewport: Viewport) -> ft.Control:
    """Draw the headline, a verdict, an invitation or a celebration."""
    if block.action is not None:
        return _invitation(taps, block, block.action, viewport)
    return _celebration(block, viewport) if block.status is None else _verdict(block, viewport)


def _verdict(block: b.Hero, viewport: Viewport) -> ft.Control:
    """Draw the sign, the words and the mark in a line; large words are below sign and mark."""
    assert block.status is not None
    sign, ground, ink = _SIGNS[block.status]
    panel, tone = _GROUNDS.get(block.status, (Tone.QUIET, Tone.INK))
    shown = disc(44, ground, ft.Icon(sign, size=24, color=ink))
    title = heading(b.plain(block.title), size=panels.title_size(22, viewport), tone=tone)
    lines: list[ft.Control] = [title, text(block.subtitle, size=14, tone=tone)]
    words = ft.Column(lines, spacing=1, tight=True, expand=not viewport.large_text or None)
    end: list[ft.Control] = []
    if block.mark:
        mark = text(block.mark.says, size=13, tone=tone, face=TEXT.semibold)
        end.append(worded(block.mark, mark))
    return ft.Container(
        panels.stretched([ft.Row([shown, *end], spacing=14), words], spacing=8)
        if viewport.large_text
        else ft.Row([shown, words, *end], spacing=14),
        bgcolor=panel,
        border_radius=20,
        padding=ft.Padding.symmetric(horizontal=16, vertical=14),
    )


def _invitation(taps: Taps, block: b.Hero, action: b.Action, viewport: Viewport) -> ft.Control:
    """Draw the words over a brass button on felt."""
    size = panels.title_size(20, viewport) if viewport.large_text else 22
    words: list[ft.Control] = [heading(b.plain(block.title), size=size, tone=Tone.ON_FELT)]
    if block.subtitle:
        words.append(text(block.subtitle, size=15, tone=Tone.FELT_MUTED))
    on_tap = tap(taps, action.intent, action.id)
    go = button(action.says, on_tap, identifier=action.id, look=BRASS)
    return ft.Container(
        panels.stretched([ft.Column(words, spacing=6, tight=True), go], spacing=18),
        gradient=ft.RadialGradient(
            colors=[Tone.FELT, Tone.FELT_EDGE], center=ft.Alignment(-0.4, -0.8), radius=1.6
        ),
        border_radius=24,
        padding=22,
    )


def _celebration(block: b.Hero, viewport: Viewport) -> ft.Control:
    """Draw people under a cup on felt, between the four suits."""
    centre = ft.TextAlign.CENTER
    middle = ft.MainAxisAlignment.CENTER
    discs = [avatar(person.initial, person.tint, size=64) for person in block.people]
    wraps = len(discs) > _ABREAST
    between = ft.Row(discs, alignment=middle, spacing=10, run_spacing=10, wrap=wraps)
    cells = [_suits("SH", viewport), between, _suits("DC", viewport)]
    suited = ft.Row(cells, alignment=middle, spacing=22)
    title = text(
        b.plain(block.title),
        size=panels.title_size(21, viewport),
        tone=Tone.ON_FELT,
        face=TEXT.heading,
        align=centre,
        leading=1.2,
    )
    lines: list[ft.Control] = [
        ft.Icon(ft.Icons.EMOJI_EVENTS, size=40, color=Tone.BRASS),
        between if wraps else suited,
        worded(block.title, title),
    ]
    if block.subtitle:
        lines.append(text(block.subtitle, size=14, tone=Tone.FELT_MUTED, align=centre))
    return ft.Container(
        ft.Column(lines, spacing=10, horizontal_alignment=ft.CrossAxisAlignment.CENTER),
        gradient=ft.RadialGradient(colors=[Tone.FELT, Tone.FELT_EDGE], radius=1.1),
        border_radius=20,
        padding=ft.Padding.symmetric(horizontal=20, vertical=24),
    )


def _suits(letters: str, viewport: Viewport) -> ft.Control:
    """Draw suits as ornaments; they do not grow with the text."""
    size = 22 / viewport.text_scale
    face = TEXT.suits
    signs = [text(SUIT_SIGNS[letter], size=size, tone=Tone.BRASS, face=face) for letter in letters]
    return silent(ft.Row([*signs], spacing=12))


def _bar(share: float, tint: int, height: float = 12) -> ft.Control:
    """Draw a bar in the colour of a player, which is filled by the share."""
    reach = round(share * _WHOLE)
    colour = player_colour(tint)
    filled = ft.Container(bgcolor=colour, border_radius=height / 2, expand=reach)
    rest = ft.Container(expand=_WHOLE - reach)
    shown: list[ft.Control] = [cell for cell in (filled, rest) if cell.expand]
    return ft.Container(
        ft.Row(shown, spacing=0, vertical_alignment=ft.CrossAxisAlignment.STRETCH),
        height=height,
        bgcolor=Tone.QUIET,
        border_radius=height / 2,
        clip_behavior=ft.ClipBehavior.HARD_EDGE,
        expand=True,
    )


def cards(block: b.Cards, viewport: Viewport) -> ft.Control:
    """Draw cards in rows of about equal length, each over its caption."""
    subtitles = max((len(card.subtitle) for card in block.cards), default=0)
    letters = max(longest_word(*(card.title for card in block.cards)), subtitles)
    cell = max(_NARROWEST, letters * _CAPTION_LETTER * viewport.text_scale)
    most = max(1, int((viewport.width + _GAP) // (cell + _GAP)))
    across = panels.balanced_columns(max(1, len(block.cards)), most)
    width = min(_WIDEST, (viewport.width + _GAP) / across - _GAP)
    size = CardSize(width, round(width * 1.4), viewport.text_scale)
    cells = [_card(card, size, max(width, cell)) for card in block.cards]
    top = ft.CrossAxisAlignment.START
    rows = [
        ft.Row(row, spacing=_GAP, vertical_alignment=top) for row in panels.in_rows(cells, across)
    ]
    return ft.Column([*rows], spacing=10, tight=True)


def _card(card: b.CaptionedCard, size: CardSize, cell: float) -> ft.Control:
    centre = ft.TextAlign.CENTER
    face = card_face(card.face, size, marked=card.marked, on_paper=True)
    tone = Tone.LOSS if card.marked else Tone.MUTED
    lines: list[ft.Control] = [
        ft.Container(face, opacity=0.5 if card.faded else 1),
        text(card.title, size=_CAPTION, tone=tone, face=TEXT.semibold, align=centre),
    ]
    if card.subtitle:
        lines.append(text(card.subtitle, size=_CAPTION, tone=tone, align=centre))
    shown = ft.Column(
        lines,
        spacing=2,
        tight=True,
        width=cell,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )
    return described(card.id, shown, card.label, key=card.id)


def growing(pictures: Sequence[Growing], viewport: Viewport) -> ft.Control:
    """Draw a layout that grows, in pictures over their lines."""
    across = 1 if viewport.large_text else 2
    cell = min(_WIDEST_PICTURE, (viewport.width - _GAP * (across - 1)) / across)
    width = cell / _PLACES - _BETWEEN_CARDS
    size = CardSize(round(width, 1), round(width * 1.35, 1))
    cells = [_grown(place, picture, size, cell) for place, picture in enumerate(pictures, start=1)]
    rows: list[ft.Control] = [
        ft.Row(row, spacing=_GAP, vertical_alignment=ft.CrossAxisAlignment.START)
        for row in panels.in_rows(cells, across)
    ]
    return ft.Column(rows, spacing=16, tight=True)


def _grown(place: int, picture: Growing, size: CardSize, cell: float) -> ft.Control:
    step = size.width + _BETWEEN_CARDS
    suits: list[ft.Control] = [
        ft.Stack(
            [
                ft.Container(card_face(one, size, on_paper=True), left=at * step, top=0)
                for at, one in suit
            ],
            width=cell,
            height=size.height,
        )
        for suit in picture.suits
    ]
    line = text(picture.says, size=14, tone=Tone.INK)
    shown = ft.Column([*suits, line], spacing=4, tight=True, width=cell)
    return described(f"picture-{place}", shown, picture.says, key=f"picture-{place}")


def figures(block: b.Figures, viewport: Viewport) -> ft.Control:
    """Draw figures as tiles in rows of three, or of two where text is large."""
    tiles = [_figure(figure) for figure in block.figures]
    rows = panels.in_rows(tiles, 2 if viewport.large_text else 3)
    return panels.stretched(
        [panels.row_of_equal_height(row, spacing=10) for row in rows], spacing=10
    )


def _figure(figure: b.Figure) -> ft.Control:
    """Draw a figure over its label; a screen reader reads the label first."""
    value = text(b.plain(figure.value), size=22, face=TEXT.heading, tone=Tone.HEADING, lines=1)
    centre = ft.TextAlign.CENTER
    label = text(figure.label, size=13, tone=Tone.MUTED, align=centre, leading=1.2, silent=True)
    column = ft.Column(
        [worded(figure.value, value), label],
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
    return ft.Semantics(content=shown, label=figure.label, container=True, expand=True)


_QUIET_ZONE = 4
_WIDEST_CODE = 360
"""The light modules around a code for cameras, and the greatest width of the code in dp."""


@component
def QrCode(address: str, width: float) -> ft.Control:
    """Draw the code for cameras of an address, dark on light in every theme.

    Modules are whole dp, and the modules of a row that touch are one line.
    """
    # Imported late, because only a page with a room has it, and only this part of it.
    encoder = importlib.import_module("segno.encoder")
    code = encoder.encode(address, error="l", micro=False).matrix
    modules = len(code) + 2 * _QUIET_ZONE
    side = max(2, int(min(width, _WIDEST_CODE)) // modules)
    ends: list[ft.OffsetValue] = [
        ((_QUIET_ZONE + column) * side, (_QUIET_ZONE + line + 0.5) * side)
        for line, row in enumerate(code)
        for column in range(len(row) + 1)
        if (column > 0 and row[column - 1]) != (column < len(row) and row[column])
    ]
    ink = ft.Paint(color=Tone.SPADES, style=ft.PaintingStyle.STROKE, stroke_width=side)
    ink.anti_alias = False
    size = modules * side
    drawn = cv.Canvas([cv.Points(ends, cv.PointMode.LINES, ink)], width=size, height=size)
    card = ft.Container(drawn, bgcolor=Tone.IVORY, border_radius=12, width=size, height=size)
    return ft.Row([described("qr", card, address)], alignment=ft.MainAxisAlignment.CENTER)


_DISC = 24
_BAR = 4
"""The size of an avatar and the height of a bar in the standing, in dp."""
_SMALL = 12
_NAMED = 15
_FIGURE = 16
_PLACED = 13
"""The sizes of titles and gains, of names, of figures and of places."""


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


def standing(table: StandingTable, viewport: Viewport) -> ft.Control:
    """Draw the table; in little room without avatars, or with the figures below the names."""
    scale = viewport.text_scale
    widths = _widths(table, scale)
    names = (_word_width(line.player.name, _NAMED, TEXT.bold, scale) for line in table.lines)
    free = viewport.width - widths.all - max(names, default=0)
    if viewport.large_text or free < 0:
        lines = [_stacked(table, line, widths) for line in table.lines]
        return panels.stretched(lines, spacing=12)
    widths = replace(widths, discs=free >= _DISC + _GAP)
    lines = [_line(line, widths) for line in table.lines]
    return panels.stretched([_head(table, widths), *lines], spacing=8)


def _widths(table: StandingTable, scale: float) -> _Widths:
    columns = zip(table.titles, *(line.figures for line in table.lines), strict=True)
    figures = tuple(
        max(
            _word_width(title, _SMALL, TEXT.regular, scale),
            *(text_width(figure.says, _FIGURE, TEXT.bold, scale) for figure in column),
        )
        for title, *column in columns
    )
    places = (text_width(line.place, _PLACED, TEXT.medium, scale) for line in table.lines)
    gains = [gain for line in table.lines for gain in line.gains]
    gain = max(
        _word_width(table.gain_title, _SMALL, TEXT.regular, scale) if gains else 0,
        *(text_width(gain, _SMALL, TEXT.regular, scale) for gain in gains),
        0,
    )
    return _Widths(max(places, default=0), figures, gain)


def _word_width(words: str, size: float, face: str, scale: float) -> float:
    """Return the width of the longest word in dp; a line may break between words."""
    parts = words.replace("-", "- ").split()
    return max((text_width(word, size, face, scale) for word in parts), default=0)


def _head(table: StandingTable, widths: _Widths) -> ft.Control:
    cells: list[ft.Control] = [ft.Container(expand=True)]
    titles = (*zip(table.titles, widths.figures, strict=True), (table.gain_title, widths.gain))
    cells += [_cell(_small(title, ft.TextAlign.END), width) for title, width in titles if width]
    return ft.Row(cells, spacing=_GAP, vertical_alignment=ft.CrossAxisAlignment.END)


def _line(line: StandingRow, widths: _Widths) -> ft.Control:
    cells = [*_person(line, widths), *_totals(line, widths)]
    if widths.gain:
        cells.append(_cell(_gain(line), widths.gain))
    shown: list[ft.Control] = [ft.Row(cells, spacing=_GAP)]
    if line.remark:
        indent = widths.place + _GAP + (_DISC + _GAP if widths.discs else 0)
        shown.append(ft.Container(_small(line.remark), padding=ft.Padding.only(left=indent)))
    return ft.Column(shown, spacing=2, tight=True, key=line.player.handle)


def _stacked(table: StandingTable, line: StandingRow, widths: _Widths) -> ft.Control:
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
    notes = [f"{table.gain_title}: {gain}" if gain else "", line.remark]
    shown += [_small(note) for note in notes if note]
    return ft.Column(shown, spacing=2, tight=True, key=line.player.handle)


def _person(line: StandingRow, widths: _Widths) -> list[ft.Control]:
    """Draw the place, the avatar, and the name above the bar on the way to the target."""
    place = text(line.place, size=_PLACED, tone=Tone.MUTED, face=TEXT.medium, lines=1)
    face = TEXT.bold if line.leads else TEXT.medium
    name: list[ft.Control] = [text(line.player.name, size=_NAMED, face=face, tone=_ink(line))]
    if line.share:
        name.append(ft.Row([_bar(line.share, line.player.tint, _BAR)]))
    words = ft.Column(name, spacing=3, tight=True, expand=True)
    disc = [avatar(line.player.initial, line.player.tint, size=_DISC)] if widths.discs else []
    return [ft.Container(place, width=widths.place), *disc, words]


def _totals(line: StandingRow, widths: _Widths) -> list[ft.Control]:
    return [
        _cell(named(figure.id, _strong(figure.says, line)), width)
        for figure, width in zip(line.figures, widths.figures, strict=True)
    ]


def _gain(line: StandingRow) -> ft.Control:
    return text(
        "\n".join(line.gains), size=_SMALL, tone=Tone.MUTED, align=ft.TextAlign.END, leading=1.2
    )


def _strong(figure: str, line: StandingRow) -> ft.Control:
    return text(figure, size=_FIGURE, face=TEXT.bold, tone=_ink(line), lines=1)


def _small(words: str, align: ft.TextAlign = ft.TextAlign.START) -> ft.Control:
    return text(words, size=_SMALL, tone=Tone.MUTED, leading=1.15, align=align)


def _ink(line: StandingRow) -> ft.Colors:
    """Return the colour of the words; a player who left and cannot win is pale."""
    return Tone.INK if line.place else Tone.MUTED


def _cell(content: ft.Control, width: float) -> ft.Control:
    return ft.Container(content, width=width, alignment=ft.Alignment.CENTER_RIGHT)
