"""The cells where no card shows: four sides each, and the rank as a hint where all are spread."""

from __future__ import annotations

from collections.abc import Sequence

import flet as ft
import flet.canvas as cv

from companion.ui.boundary import boundary
from companion.ui.looks.theme import Tone
from companion.ui.parts.basics.repaint import repaint_boundary
from companion.ui.parts.cards.board import Board
from companion.ui.parts.cards.card_face import canvas_text
from companion.ui.parts.cards.card_positions import empty_cells
from companion.ui.parts.cards.strokes import sides
from companion.views.at_table.cards import SuitRow

_LEAST, _OF_WIDTH = 12, 0.24
"""How large a hint is, in dp at least and of a card's width."""


@ft.component
@boundary
def EmptyCells(rows: Sequence[SuitRow], board: Board) -> ft.Control:
    """The cells, drawn again when the page is."""
    return outlines(rows, board)


def outlines(rows: Sequence[SuitRow], board: Board) -> ft.Control:
    """The cells on that board, which is as large as the control."""
    card, cells = board.card, empty_cells(rows, board)
    around = sides(card.width, card.height, card.radius)
    ends: list[ft.OffsetValue] = [(left + x, top + y) for left, top, _ in cells for x, y in around]
    faint = ft.Colors.with_opacity(0.35, Tone.SLOT)
    line = ft.Paint(color=faint, style=ft.PaintingStyle.STROKE, stroke_width=1)
    ink, size = ft.Colors.with_opacity(0.6, Tone.FELT_MUTED), max(_LEAST, card.width * _OF_WIDTH)
    shapes = [
        cv.Points(ends, cv.PointMode.LINES, line),
        *(
            canvas_text(left + card.width / 2, top + card.height / 2, rank, size, ink)
            for left, top, rank in cells
            if rank
        ),
    ]
    return repaint_boundary(cv.Canvas(shapes, width=board.width, height=board.height))
