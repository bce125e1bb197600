"""The places where no card shows: four sides each, and the rank as a hint where all are spread.

The hints of a column are one text, a line for each place: a text for each would be an eighth of the
table screen in a wide window.
"""

from __future__ import annotations

from collections.abc import Sequence

import flet as ft
import flet.canvas as cv

from companion.ui.fonts import TEXT
from companion.ui.parts.basics.repaint import repaint_boundary
from companion.ui.parts.cards.board import Board
from companion.ui.parts.cards.card_positions import empty_cells
from companion.ui.parts.cards.strokes import sides
from companion.ui.theme import Tone
from companion.views.cards import SuitRow

_Hints = dict[int, str]
"""The hints that stand below each other, by how many places lie above theirs."""

_LEAST, _OF_WIDTH = 12, 0.24
"""How large a hint is, in dp at least and of a card's width."""

_BELOW_MIDDLE = 0.3
"""How far below the middle of a line Inter's baseline is, of the line's height."""

_HALF_A_CAPITAL = 0.364
"""How far the middle of Inter's capitals is above the baseline, of the text's size."""

_FAINT = ft.Paint(
    color=ft.Colors.with_opacity(0.35, Tone.SLOT), style=ft.PaintingStyle.STROKE, stroke_width=1
)
_HINT = ft.Colors.with_opacity(0.6, Tone.FELT_MUTED)


def cell_outlines(rows: Sequence[SuitRow], board: Board) -> ft.Control:
    """The places on that board, which is as large as the control."""
    around = sides(board.card.width, board.card.height, board.card.radius)
    ends: list[ft.OffsetValue] = []
    columns: dict[float, _Hints] = {}
    for left, top, hint in empty_cells(rows, board):
        ends += [(left + x, top + y) for x, y in around]
        if hint:
            columns.setdefault(left, {})[round(top / board.step_down)] = hint
    drawn = [
        cv.Points(ends, cv.PointMode.LINES, _FAINT),
        *(_written(hints, left, board) for left, hints in columns.items()),
    ]
    return repaint_boundary(cv.Canvas(drawn, width=board.width, height=board.height))


def _written(hints: _Hints, left: float, board: Board) -> cv.Shape:
    """One text for the column that begins so far from the left, each line in its place's middle."""
    size, high = max(_LEAST, board.card.width * _OF_WIDTH), board.step_down
    first, last = min(hints), max(hints)
    middle = (first + last) / 2 * high + board.card.height / 2
    return cv.Text(
        left + board.card.width / 2,
        middle - _BELOW_MIDDLE * high + _HALF_A_CAPITAL * size,
        "\n".join(hints.get(place, "") for place in range(first, last + 1)),
        style=ft.TextStyle(size=size, color=_HINT, font_family=TEXT.regular, height=high / size),
        alignment=ft.Alignment.CENTER,
        text_align=ft.TextAlign.CENTER,
    )
