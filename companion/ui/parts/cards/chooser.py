"""The cards that may open a suit, where they are more than the board has room for."""

from __future__ import annotations

from collections.abc import Sequence

import flet as ft

from companion.ui.parts.basics.columns import in_rows
from companion.ui.parts.basics.touch import ring_theme
from companion.ui.parts.cards.board import Board, Side
from companion.ui.parts.cards.card_face import CardSize
from companion.ui.parts.cards.positioned_card import playable
from companion.ui.session import Session
from companion.views.at_table.cards import SuitRow

CHOOSER_COLUMNS = 7
_MOST = 3
"""So many openers of a suit stand in its row; more of them need the chooser."""


def choosing(rows: Sequence[SuitRow], board: Board) -> bool:
    """Whether so many cards may open that they need more than the board's piles."""
    return not board.spread and any(len(row.openers) > _MOST for row in rows)


def chooser(
    session: Session, rows: Sequence[SuitRow], size: CardSize, side: Side, *, pointed: str
) -> ft.Control:
    """All cards that may open, suit by suit; `pointed` is the one that the keyboard points at."""
    lines: list[ft.Control] = []
    for row in rows:
        cards = [
            playable(session, slot, size, slot.face.code, pointed=slot.face.code == pointed)
            for slot in row.openers[:: -1 if side.low_last else 1]
        ]
        lines += [
            ft.Row(
                line,
                spacing=2,
                alignment=ft.MainAxisAlignment.CENTER,
                key=f"{row.suit}-{number}",
            )
            for number, line in enumerate(in_rows(cards, CHOOSER_COLUMNS))
        ]
    return ft.Container(ft.Column(lines, spacing=2, tight=True), theme=ring_theme())
