"""Panels, columns and tiles, and their changes with the scale of text."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

import flet as ft

from companion.ui.component import Controls
from companion.ui.looks import TEXT, Tone
from companion.ui.parts.basics.text import heading, text
from companion.ui.parts.basics.touch import LEAST, Tap, touchable
from companion.ui.routes import Viewport

WIDE = 1120
"""The greatest width of a paper screen with two columns, in dp."""

_GAP = 20
_MARGIN = 20
"""The gap between two columns, and the margin at either side of a screen, in dp."""

_Item = TypeVar("_Item")


def stretched(controls: Sequence[ft.Control], *, spacing: float = 14) -> ft.Column:
    """Return a column whose controls have its whole width and the height they need."""
    across = ft.CrossAxisAlignment.STRETCH
    return ft.Column(list(controls), spacing=spacing, tight=True, horizontal_alignment=across)


def row_of_equal_height(controls: Sequence[ft.Control], *, spacing: float) -> ft.Control:
    """Return a row whose controls are all as high as the highest."""
    across = ft.CrossAxisAlignment.STRETCH
    row = ft.Row(list(controls), spacing=spacing, vertical_alignment=across)
    row.intrinsic_height = True
    return row


def side_by_side(left: Sequence[ft.Control], right: Sequence[ft.Control]) -> ft.Control:
    """Return two columns of equal width, which screen readers read one after the other."""
    columns = [reading_group(stretched(column), expand=True) for column in (left, right)]
    return ft.Row(columns, spacing=_GAP, vertical_alignment=ft.CrossAxisAlignment.START)


def column_width(viewport: Viewport) -> int:
    """Return the width of a column with its margins, in dp; a single one fills the window."""
    if not viewport.two_columns:
        return viewport.width
    return (min(viewport.width, WIDE) - 2 * _MARGIN - _GAP) // 2 + 2 * _MARGIN


def reading_group(column: ft.Control, *, expand: bool = False) -> ft.Control:
    """Return the column as a group of its own for screen readers.

    Without groups they read two columns side by side line by line. An invisible card around the
    column keeps its texts separate.
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
    """Return the number of columns, at most `most`, that gives rows of about equal length.

    A single item in the last row would look forgotten.
    """
    rows = -(-count // most)
    return -(-count // max(1, rows))


def in_rows(items: Sequence[_Item], columns: int) -> list[list[_Item]]:
    """Split the items into rows of `columns`; the last row may be shorter."""
    return [list(items[first : first + columns]) for first in range(0, len(items), columns)]


def min_height(
    content: ft.Control,
    height: float = LEAST,
    *,
    width: float = 0,
    align: ft.Alignment = ft.Alignment.CENTER,
) -> ft.Control:
    """Return the content in a strip of at least that height, and that `width`, in dp."""
    return ft.Stack(
        [ft.Container(width=width, height=height), content],
        alignment=align,
        clip_behavior=ft.ClipBehavior.NONE,
    )


def row_or_column(
    controls: Sequence[ft.Control], *, large: bool, spacing: float = 12
) -> ft.Row | ft.Column:
    """Return controls that share the width, or one below the other where text is large."""
    for control in controls:
        control.expand = None if large else control.expand or True
    return stretched(controls, spacing=8) if large else ft.Row(list(controls), spacing=spacing)


def wrapped(controls: Sequence[ft.Control]) -> ft.Row:
    """Return controls side by side, or below one another where the line has no room for them."""
    return ft.Row(list(controls), spacing=12, run_spacing=2, wrap=True)


def with_trailing(words: ft.Control, trailing: Sequence[ft.Control]) -> ft.Control:
    """Return the words with the `trailing` controls at the end of their line, or below."""
    apart = ft.MainAxisAlignment.SPACE_BETWEEN
    return ft.Row([words, *trailing], wrap=True, spacing=8, run_spacing=4, alignment=apart)


def panel(
    controls: Sequence[ft.Control],
    *,
    title: str = "",
    beside: str = "",
    spacing: float = 12,
) -> ft.Control:
    """Build a panel with a small serif title and a muted remark beside the title."""
    top: Controls = []
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
    )


@dataclass(frozen=True)
class NoticeLook:
    """Colours, icon and measures of a notice; words longer than its height scroll."""

    ground: ft.Colors
    words: ft.Colors
    icon: ft.IconData
    size: float = 14
    height: float | None = None


WARNING = NoticeLook(Tone.WARNING, Tone.ON_WARNING, ft.Icons.ERROR_OUTLINE)
REMARK = NoticeLook(Tone.QUIET, Tone.INK, ft.Icons.INFO_OUTLINE)
ON_FELT = NoticeLook(Tone.TILE, Tone.ON_FELT, ft.Icons.INFO_OUTLINE, 13)


def notice(
    words: str,
    *,
    identifier: str = "notice",
    look: NoticeLook = WARNING,
    on_close: Tap | None = None,
    close_says: str = "",
    action: ft.Control | None = None,
    key: str | None = None,
) -> ft.Control:
    """Build a notice, announced when it appears; with `on_close` people can close it.

    An `action` stands beside the words, in place of the icon.
    """
    scrolls = look.height is not None
    message = text(
        words, size=look.size, tone=look.words, face=TEXT.medium, leading=1.25, silent=scrolls
    )
    cells: Controls = []
    if action is None:
        cells.append(ft.Icon(look.icon, size=20, color=look.words))
    if scrolls:  # silent, for a live region does not announce the content of a scrolling column
        column = ft.Column([message], scroll=ft.ScrollMode.AUTO, expand=True)
        column.alignment = ft.MainAxisAlignment.CENTER
        cells.append(column)
    elif on_close is None:
        message.expand = True
        cells.append(message)
    else:  # two lines are as high as the cross, and more keep their distance from the edges
        cells.append(ft.Container(message, padding=ft.Padding.symmetric(vertical=6), expand=True))
    if action is not None:
        cells.append(action)
    if on_close is not None:
        cells.append(
            touchable(
                ft.Icon(ft.Icons.CLOSE, size=18, color=look.words),
                on_close,
                identifier=f"{identifier}-close",
                label=close_says,
                width=LEAST,
                height=LEAST,
                radius=LEAST / 2,
                ink=look.words,
            )
        )
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
