"""Blocks that are only read: headline, captioned cards, figures and standing."""

import importlib
from collections.abc import Iterator, Sequence
from unicodedata import east_asian_width

import flet as ft
import flet.canvas as cv

from companion.core.names import seen_length
from companion.screens import blocks as b
from companion.screens.rules import Growing
from companion.screens.standings import StandingRow, StandingTable
from companion.ui.acting import Taps, tap
from companion.ui.component import Controls, component
from companion.ui.looks import TEXT, Tone
from companion.ui.parts.avatars import avatar, player_colour
from companion.ui.parts.basics import panels
from companion.ui.parts.basics.buttons import BRASS, button
from companion.ui.parts.basics.text import described, disc, heading, named, silent, text, worded
from companion.ui.parts.cards.card_face import SUIT_SIGNS, Signs, card_face

_ABREAST = 2
"""The number of winners that fit between the suits on the smallest phone."""
_WHOLE = 1000
"""The length of a bar in parts, because Flet divides a row by whole numbers."""
_CAPTION = 12
"""The size of a caption, in dp."""
_GAP = 6
_PICTURED = 204
_SMALL_CARD = (28, 38)
"""The size of a card of a growing layout, in dp."""
_SIGNS = {
    b.Status.BAD: (ft.Icons.CLOSE, Tone.DANGER, Tone.ON_ACTION),
    b.Status.GOOD: (ft.Icons.CHECK, Tone.ACTION, Tone.ON_ACTION),
    b.Status.OPEN: (ft.Icons.QUESTION_MARK, Tone.MUTED, Tone.PAPER),
}
_GROUNDS = {
    b.Status.BAD: (Tone.WARNING, Tone.ON_WARNING),
    b.Status.GOOD: (Tone.QUIET, Tone.HEADING),
}


def hero(taps: Taps, block: b.Hero, *, large: bool) -> ft.Control:
    """Draw the headline, a verdict, an invitation or a celebration."""
    if block.action is not None:
        return _invitation(taps, block, block.action, large=large)
    if block.status is not None:
        return _verdict(block, large=large)
    if block.small:
        return _small_celebration(block, large=large)
    return _celebration(block, large=large)


def _verdict(block: b.Hero, *, large: bool) -> ft.Control:
    """Draw the sign, the words and the mark in a line; large words are below sign and mark."""
    assert block.status is not None
    sign, ground, ink = _SIGNS[block.status]
    panel, tone = _GROUNDS.get(block.status, (Tone.QUIET, Tone.INK))
    shown = disc(44, ground, ft.Icon(sign, size=24, color=ink))
    title = heading(b.plain(block.title), size=22, tone=tone)
    lines: Controls = [title, text(block.subtitle, size=14, tone=tone)]
    words = ft.Column(lines, spacing=1, tight=True, expand=not large or None)
    end: Controls = []
    if block.mark:
        mark = text(block.mark.says, size=13, tone=tone, face=TEXT.semibold)
        end.append(worded(block.mark, mark))
    return ft.Container(
        panels.stretched([ft.Row([shown, *end], spacing=14), words], spacing=8)
        if large
        else ft.Row([shown, words, *end], spacing=14),
        bgcolor=panel,
        border_radius=20,
        padding=ft.Padding.symmetric(horizontal=16, vertical=14),
    )


def _invitation(taps: Taps, block: b.Hero, action: b.Action, *, large: bool) -> ft.Control:
    """Draw the words over a brass button on felt."""
    size = 15 if large else 22
    words: Controls = [heading(b.plain(block.title), size=size, tone=Tone.ON_FELT)]
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


def _small_celebration(block: b.Hero, *, large: bool) -> ft.Control:
    """Draw people beside a cup in a line on felt; large words have the room of the cup, and wrap.

    Where text is large the line is still as low as it can be, for the payments below it.
    """
    title = text(b.plain(block.title), size=18, tone=Tone.ON_FELT, face=TEXT.heading, leading=1.2)
    lines: Controls = [worded(block.title, title)]
    if block.subtitle:
        lines.append(text(block.subtitle, size=13, tone=Tone.FELT_MUTED))
    discs = [avatar(person.initial, person.tint, size=40) for person in block.people]
    if large:
        shown = panels.wrapped([*discs, panels.wrapped(lines)])
    else:
        words = ft.Column(lines, spacing=2, tight=True, expand=True)
        cup = silent(ft.Icon(ft.Icons.EMOJI_EVENTS, size=28, color=Tone.BRASS))
        shown = ft.Row([*discs, words, cup], spacing=12)
    return ft.Container(
        shown,
        gradient=ft.RadialGradient(colors=[Tone.FELT, Tone.FELT_EDGE], radius=1.1),
        border_radius=20,
        padding=ft.Padding.symmetric(horizontal=16, vertical=10),
    )


def _celebration(block: b.Hero, *, large: bool) -> ft.Control:
    """Draw people under a cup on felt, between the four suits."""
    centre = ft.TextAlign.CENTER
    middle = ft.MainAxisAlignment.CENTER
    discs = [avatar(person.initial, person.tint, size=64) for person in block.people]
    wraps = len(discs) > _ABREAST
    between = ft.Row(discs, alignment=middle, spacing=10, run_spacing=10, wrap=wraps)
    cells = [_suits("SH"), between, _suits("DC")]
    suited = ft.Row(cells, alignment=middle, spacing=22)
    title = text(
        b.plain(block.title),
        size=15 if large else 21,
        tone=Tone.ON_FELT,
        face=TEXT.heading,
        align=centre,
        leading=1.2,
    )
    lines: Controls = [
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


def _suits(letters: str) -> ft.Control:
    """Draw suits as ornaments."""
    size, face = 20, TEXT.suits
    signs = [text(SUIT_SIGNS[letter], size=size, tone=Tone.BRASS, face=face) for letter in letters]
    return silent(ft.Row([*signs], spacing=12))


def _bar(share: float, tint: int, height: float = 12) -> ft.Control:
    """Draw a bar in the colour of a player, which is filled by the share."""
    reach = round(share * _WHOLE)
    colour = player_colour(tint)
    filled = ft.Container(bgcolor=colour, border_radius=height / 2, expand=reach)
    rest = ft.Container(expand=_WHOLE - reach)
    shown: Controls = [cell for cell in (filled, rest) if cell.expand]
    return ft.Container(
        ft.Row(shown, spacing=0, vertical_alignment=ft.CrossAxisAlignment.STRETCH),
        height=height,
        bgcolor=Tone.QUIET,
        border_radius=height / 2,
        clip_behavior=ft.ClipBehavior.HARD_EDGE,
        expand=True,
    )


def cards(block: b.Cards) -> ft.Control:
    """Draw cards in as many rows as they need, each over its caption."""
    top = ft.CrossAxisAlignment.START
    row = ft.Row([*map(_card, block.cards)], spacing=_GAP, run_spacing=10, wrap=True)
    row.vertical_alignment = top
    return row


def _card(card: b.CaptionedCard) -> ft.Control:
    centre = ft.TextAlign.CENTER
    face = card_face(card.face, Signs(22), marked=card.marked, on_paper=True)
    tone = Tone.LOSS if card.marked else Tone.MUTED
    lines: Controls = [
        ft.Container(face, opacity=0.5 if card.faded else 1, width=50, height=68),
        text(card.title, size=_CAPTION, tone=tone, face=TEXT.semibold, align=centre),
    ]
    if card.subtitle:
        lines.append(text(card.subtitle, size=_CAPTION, tone=tone, align=centre))
    shown = ft.Column(
        lines, spacing=2, tight=True, horizontal_alignment=ft.CrossAxisAlignment.CENTER
    )
    return described(card.id, ft.Container(shown, padding=2), card.label, key=card.id)


def growing(pictures: Sequence[Growing]) -> ft.Control:
    """Draw a layout that grows, in pictures over their lines."""
    cells = [_grown(place, picture) for place, picture in enumerate(pictures, start=1)]
    row = ft.Row([*cells], spacing=_GAP, run_spacing=16, wrap=True)
    row.vertical_alignment = ft.CrossAxisAlignment.START
    return row


def _grown(place: int, picture: Growing) -> ft.Control:
    width, height = _SMALL_CARD
    suits: Controls = [
        ft.Stack(
            [
                ft.Container(
                    card_face(one, Signs(10), on_paper=True),
                    left=at * (width + 3),
                    width=width,
                    height=height,
                )
                for at, one in suit
            ],
            height=height,
        )
        for suit in picture.suits
    ]
    line = text(picture.says, size=14, tone=Tone.INK)
    shown = ft.Column([*suits, line], spacing=4, tight=True, width=_PICTURED)
    return described(f"picture-{place}", shown, picture.says, key=f"picture-{place}")


def figures(block: b.Figures, *, large: bool) -> ft.Control:
    """Draw figures as tiles in rows of three, or of two where text is large."""
    tiles = [_figure(figure) for figure in block.figures]
    rows = panels.in_rows(tiles, 2 if large else 3)
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


_OF_FIGURE = 11
_OF_SMALL = 8.4
"""The room for each letter of a figure, and of the small words, in dp: columns are as wide as their
longest entry has letters.
"""
_LEAST = 46
"""The least width of a column, in dp: a title of five letters."""
_DISC = 24
_BAR = 4
"""The size of an avatar and the height of a bar in the standing, in dp."""
_SMALL = 12
_NAMED = 15
_FIGURE = 16
_PLACED = 13
"""The sizes of titles and gains, of names, of figures and of places."""


def standing(table: StandingTable, *, large: bool) -> ft.Control:
    """Draw the table, with what the last round brought below the names.

    In large text the figures are there as well.
    """
    if large:
        return panels.stretched([_stacked(table, line) for line in table.lines], spacing=12)
    widths = [*_figure_widths(table)]
    head: Controls = [ft.Container(expand=True)]
    for title, width in zip(table.titles, widths, strict=True):
        head.append(_cell(_small(title, ft.TextAlign.END), width))
    lines = [_line(line, widths) for line in table.lines]
    end = ft.CrossAxisAlignment.END
    return panels.stretched([ft.Row(head, spacing=_GAP, vertical_alignment=end), *lines], spacing=8)


def _figure_widths(table: StandingTable) -> Iterator[float]:
    """Yield the width of each column of figures, which has a title."""
    columns = zip(table.titles, *(line.figures for line in table.lines), strict=True)
    for title, *figures in columns:
        most = max(len(figure.says) for figure in figures)
        yield max(_LEAST, _OF_FIGURE * most, _OF_SMALL * _letters(title))


def _letters(words: str) -> int:
    """Return the number of letters of the longest word; one of East Asia is as wide as two."""
    wide = {"W", "F"}
    return max(
        (seen_length(word) + sum(east_asian_width(letter) in wide for letter in word))
        for word in words.split() or [""]
    )


def _line(line: StandingRow, widths: Sequence[float]) -> ft.Control:
    person = ft.Row(_person(line), spacing=_GAP, expand=True)
    cells = [named(figure.id, _strong(figure.says, line)) for figure in line.figures]
    columns = [_cell(cell, width) for cell, width in zip(cells, widths, strict=True)]
    shown: Controls = [ft.Row([person, *columns], spacing=_GAP), *_notes(line)]
    return ft.Column(shown, spacing=2, tight=True, key=line.player.handle)


def _stacked(table: StandingTable, line: StandingRow) -> ft.Control:
    """Draw the name above the figures, each after its title."""
    figures = [
        ft.Row([_small(title), named(figure.id, _strong(figure.says, line))], spacing=6, tight=True)
        for title, figure in zip(table.titles, line.figures, strict=True)
    ]
    shown: Controls = [
        ft.Row(_person(line), spacing=_GAP),
        ft.Row([*figures], spacing=16, wrap=True),
        *_notes(line),
    ]
    return ft.Column(shown, spacing=2, tight=True, key=line.player.handle)


def _notes(line: StandingRow) -> Controls:
    """Draw what the last round brought and why, and the remark."""
    return [_small(note) for note in (line.gain, line.why, line.remark) if note]


def _person(line: StandingRow) -> Controls:
    """Draw the place, the avatar, and the name above the bar on the way to the target."""
    place = text(line.place, size=_PLACED, tone=Tone.MUTED, face=TEXT.medium, lines=1)
    face = TEXT.bold if line.leads else TEXT.medium
    name: Controls = [text(line.player.name, size=_NAMED, face=face, tone=_ink(line), lines=1)]
    if line.share:
        name.append(ft.Row([_bar(line.share, line.player.tint, _BAR)]))
    words = ft.Column(name, spacing=3, tight=True, expand=True)
    return [place, avatar(line.player.initial, line.player.tint, size=_DISC), words]


def _strong(figure: str, line: StandingRow) -> ft.Control:
    return text(figure, size=_FIGURE, face=TEXT.bold, tone=_ink(line), lines=1)


def _small(words: str, align: ft.TextAlign = ft.TextAlign.START) -> ft.Control:
    return text(words, size=_SMALL, tone=Tone.MUTED, leading=1.15, align=align)


def _ink(line: StandingRow) -> ft.Colors:
    """Return the colour of the words; a player who left and cannot win is pale."""
    return Tone.INK if line.place else Tone.MUTED


def _cell(content: ft.Control, width: float) -> ft.Control:
    return ft.Container(content, width=width, alignment=ft.Alignment.CENTER_RIGHT)
