"""Panels, columns and tiles, and how they change with the scale of text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypedDict, TypeVar, Unpack

import flet as ft

from companion.ui.looks import TEXT, Tone
from companion.ui.parts.basics.text import heading, kept_together, text
from companion.ui.parts.basics.touch import LEAST, Tap, touchable
from companion.ui.routes import Room

WIDE = 1120
"""How wide a paper screen of two columns grows, in dp."""

_GAP = 20
_MARGIN = 20
"""At either side of a screen, in dp."""

_Item = TypeVar("_Item")


def stretched(controls: Sequence[ft.Control], *, spacing: float = 14) -> ft.Column:
    """A column whose controls take its whole width, as high as they need."""
    across = ft.CrossAxisAlignment.STRETCH
    return ft.Column(list(controls), spacing=spacing, tight=True, horizontal_alignment=across)


def row_of_equal_height(controls: Sequence[ft.Control], *, spacing: float) -> ft.Control:
    """A row whose controls are all as high as the highest."""
    across = ft.CrossAxisAlignment.STRETCH
    row = ft.Row(list(controls), spacing=spacing, vertical_alignment=across)
    row.intrinsic_height = True
    return row


def side_by_side(left: Sequence[ft.Control], right: Sequence[ft.Control]) -> ft.Control:
    """Two columns of equal width, each as high as it needs, told one after the other."""
    columns = [told_alone(stretched(column), expand=True) for column in (left, right)]
    return ft.Row(columns, spacing=_GAP, vertical_alignment=ft.CrossAxisAlignment.START)


def column_width(room: Room) -> int:
    """The width of the window, or where there are two columns of one that has each alone, in dp."""
    if not room.two_columns:
        return room.width
    return (min(room.width, WIDE) - 2 * _MARGIN - _GAP) // 2 + 2 * _MARGIN


def told_alone(column: ft.Control, *, expand: bool = False) -> ft.Control:
    """The column as a group of its own for assistive technology, which else reads two columns side
    by side line by line. An invisible card around it keeps its texts apart.
    """
    card = ft.Card(
        column,
        semantic_container=False,
        elevation=0,
        margin=0,
        bgcolor=ft.Colors.TRANSPARENT,
        shape=ft.RoundedRectangleBorder(radius=0),
    )
    return ft.Semantics(content=card, container=True, expand=expand)


def balanced_columns(count: int, most: int) -> int:
    """How many stand beside each other, at most `most`, so that the rows are about equally long: a
    single item in the last row looks forgotten.
    """
    rows = -(-count // most)
    return -(-count // max(1, rows))


def in_rows(items: Sequence[_Item], columns: int) -> list[list[_Item]]:
    """The items in rows of so many, the rest of them in the last row."""
    return [list(items[first : first + columns]) for first in range(0, len(items), columns)]


def min_height(
    content: ft.Control, height: float = LEAST, *, align: ft.Alignment = ft.Alignment.CENTER
) -> ft.Control:
    """The content in a strip of that height in dp, or of its own height if that is more."""
    return ft.Stack(
        [ft.Container(width=0, height=height), content],
        alignment=align,
        clip_behavior=ft.ClipBehavior.NONE,
    )


def row_or_column(
    controls: Sequence[ft.Control], *, large: bool, spacing: float = 12
) -> ft.Row | ft.Column:
    """Controls that share the width, or where text is large below each other."""
    for control in controls:
        control.expand = None if large else control.expand or True
    return stretched(controls, spacing=8) if large else ft.Row(list(controls), spacing=spacing)


def title_size(size: float, room: Room) -> float:
    """The size of a title, which is large already: it grows half as much as other text does."""
    return size * (1 + room.text_scale) / 2 / room.text_scale


def with_trailing(words: ft.Control, trailing: Sequence[ft.Control], *, below: bool) -> ft.Control:
    """Words with what stands after them in the line, or below them."""
    if below:
        return ft.Column([words, *trailing], spacing=8, tight=True)
    return ft.Row([ft.Container(words, expand=True), *trailing], spacing=8)


def panel(
    controls: Sequence[ft.Control],
    *,
    title: str = "",
    beside: str = "",
    spacing: float = 12,
    key: str | None = None,
) -> ft.Control:
    """A panel with a small serif title and a muted remark beside it."""
    top: list[ft.Control] = []
    if title:
        words = [heading(title, size=17, tone=Tone.INK)]
        if beside:
            words.append(text(beside, size=13, tone=Tone.MUTED))
        top.append(ft.Row(words, spacing=8, wrap=True, run_spacing=0))
    return ft.Container(
        stretched([*top, *controls], spacing=spacing),
        bgcolor=Tone.PANEL,
        border_radius=20,
        padding=18,
        border=ft.Border.all(1, Tone.LINE),
        key=key,
    )


def done_panel(says: str, acts: Sequence[ft.Control], identifier: str) -> ft.Control:
    """What was done just now, read aloud, with what can be done about it at its end."""
    done = ft.Semantics(
        content=ft.Row(
            [text(says, size=15), ft.Row([*acts], spacing=8, run_spacing=8, wrap=True)],
            spacing=12,
            run_spacing=8,
            wrap=True,
            alignment=ft.MainAxisAlignment.SPACE_BETWEEN,
            vertical_alignment=ft.CrossAxisAlignment.CENTER,
        ),
        identifier=identifier,
        container=True,
        live_region=True,
    )
    return panel([done], key=identifier)


class RowMore(TypedDict, total=False):
    """What stands before and after a row's words, a second line `below` them, a `figure` below
    all where there is no room beside it, what is said, whether a line ends it.
    """

    before: ft.Control | None
    after: ft.Control | None
    below: str
    figure: str
    label: str
    lined: bool
    key: str


def list_row(
    title: str,
    *,
    identifier: str,
    beneath: str = "",
    on_tap: Tap | None = None,
    **more: Unpack[RowMore],
) -> ft.Control:
    """A row of a list: a title with a line beneath, between what stands before and after."""
    row, key = _cells(title, beneath, more), more.get("key")
    line = ft.Border.only(bottom=ft.BorderSide(1, Tone.LINE)) if more.get("lined", True) else None
    padding = ft.Padding.symmetric(vertical=6, horizontal=4)
    if on_tap is None:
        shown = ft.Container(row, padding=padding, border=line)
        return ft.Semantics(content=shown, identifier=identifier, container=True, key=key)
    return ft.Container(
        touchable(
            row,
            on_tap,
            identifier=identifier,
            label=more.get("label", ""),
            radius=8,
            padding=padding,
            height=None,
        ),
        border=line,
        key=key,
    )


def _cells(title: str, beneath: str, more: RowMore) -> ft.Control:
    """The row's cells; the strut at the words keeps it high enough to be touched."""
    before, after = more.get("before"), more.get("after")
    words: list[ft.Control] = [text(title, size=16, face=TEXT.semibold)]
    lines = filter(None, (kept_together(beneath), more.get("below", "")))
    words += [text(line, size=13, tone=Tone.MUTED) for line in lines]
    if figure := more.get("figure"):
        words.append(text(figure, size=15, face=TEXT.semibold))
    strut = ft.Container(width=0, height=LEAST)
    column = ft.Column(words, spacing=2, tight=True, expand=True)
    cells: list[ft.Control] = [
        *([before] if before is not None else []),
        ft.Row([strut, column], spacing=0, expand=True),
        *([after] if after is not None else []),
    ]
    return ft.Row(cells, spacing=12)


@dataclass(frozen=True, slots=True)
class NoticeLook:
    """A notice's ground, its words and its icon; words that are longer than its height scroll."""

    ground: ft.Colors
    words: ft.Colors
    icon: ft.IconData
    size: float = 14
    height: float | None = None


WARNING = NoticeLook(Tone.WARNING, Tone.ON_WARNING, ft.Icons.ERROR_OUTLINE)
REMARK = NoticeLook(Tone.QUIET, Tone.INK, ft.Icons.INFO_OUTLINE)
ON_FELT = NoticeLook(Tone.TILE, Tone.ON_FELT, ft.Icons.INFO_OUTLINE, 13)
_APART = 6


def notice(
    words: str,
    *,
    identifier: str = "notice",
    look: NoticeLook = WARNING,
    on_close: Tap | None = None,
    close_says: str = "",
    key: str | None = None,
) -> ft.Control:
    """A banner that says why, announced as it appears; with `on_close` it can be closed."""
    icon = ft.Icon(look.icon, size=20, color=look.words)
    scrolls = look.height is not None
    cells = [icon, _scrolling(words, look) if scrolls else _lines(words, look, on_close)]
    if on_close is not None:
        cells.append(_closer(on_close, f"{identifier}-close", close_says, look))
    return ft.Semantics(
        content=ft.Container(
            ft.Row(cells, spacing=10),
            bgcolor=look.ground,
            border_radius=14,
            height=look.height,
            padding=ft.Padding(14, 0, 4, 0) if on_close else ft.Padding(14, 8, 14, 8),
        ),
        label=words if scrolls else None,
        identifier=identifier,
        container=True,
        live_region=True,
        key=key,
    )


def _said(
    words: str, look: NoticeLook, *, expand: bool = False, silent: bool = False
) -> ft.Control:
    return text(
        words,
        size=look.size,
        tone=look.words,
        face=TEXT.medium,
        leading=1.25,
        expand=expand,
        silent=silent,
    )


def _lines(words: str, look: NoticeLook, on_close: Tap | None) -> ft.Control:
    """All the words; beside what closes them two lines are as high as that, and more stand apart
    from the edges.
    """
    if on_close is None:
        return _said(words, look, expand=True)
    apart = ft.Padding.symmetric(vertical=_APART)
    return ft.Container(_said(words, look), padding=apart, expand=True)


def _scrolling(words: str, look: NoticeLook) -> ft.Control:
    """The words, silent: a live region does not tell what stands in something that scrolls."""
    return ft.Column(
        [_said(words, look, silent=True)],
        scroll=ft.ScrollMode.AUTO,
        alignment=ft.MainAxisAlignment.CENTER,
        expand=True,
    )


def _closer(on_close: Tap, identifier: str, says: str, look: NoticeLook) -> ft.Control:
    return touchable(
        ft.Icon(ft.Icons.CLOSE, size=18, color=look.words),
        on_close,
        identifier=identifier,
        label=says,
        width=LEAST,
        radius=LEAST / 2,
        ink=look.words,
    )


_HIGH = 54


@dataclass(frozen=True, slots=True)
class NavTile:
    """A tile: its words, its icon, what a tap on it does, how tests find it."""

    words: str
    icon: ft.IconData
    on_tap: Tap
    identifier: str


def nav_tiles(tiles: Sequence[NavTile], *, across: int = 2) -> ft.Control:
    """The tiles, so many beside each other."""
    rows = in_rows([_tile(tile) for tile in tiles], across)
    lines = [row_of_equal_height(row, spacing=10) for row in rows]
    return ft.Column(lines, spacing=10, tight=True)


def _tile(tile: NavTile) -> ft.Control:
    return touchable(
        min_height(
            ft.Row(
                [
                    ft.Icon(tile.icon, size=20, color=Tone.HEADING),
                    text(tile.words, size=14, face=TEXT.semibold, leading=1.2, expand=True),
                ],
                spacing=10,
            ),
            _HIGH,
        ),
        tile.on_tap,
        identifier=tile.identifier,
        radius=16,
        bgcolor=Tone.PANEL,
        border=ft.Border.all(1, Tone.LINE),
        padding=ft.Padding.symmetric(horizontal=14),
        height=None,
        expand=True,
    )
