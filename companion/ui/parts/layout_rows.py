"""The layout: five places a suit with piles where room is short, thirteen where there is room."""

from __future__ import annotations

from collections.abc import Sequence

import flet as ft

from companion.ui.boundary import boundary
from companion.ui.hooks import keyed, memo
from companion.ui.link import Link
from companion.ui.parts.card_face import CardSize
from companion.ui.parts.places import FreePlace, place
from companion.ui.parts.plan import CHOOSER_COLUMNS, Plan
from companion.ui.parts.text import text
from companion.ui.theme import Tone
from companion.views.cards import Pile, Slot, SuitRow

_TIMES = "\u00d7"
CHOICE = 3
"""So many openers of a suit stand in its row; more of them need the chooser."""


def layout(link: Link, rows: Sequence[SuitRow], plan: Plan, *, low_right: bool) -> ft.Control:
    """The four suits, with the low cards at the side the picture has them."""
    if choosing(rows, plan):
        return _chooser(link, rows, plan.chooser, low_right=low_right)
    draw = GridRow if plan.grid else PileRow
    return ft.Column(
        [
            keyed(row.suit, draw, link, row, plan.card, plan.gap, low_right=low_right)
            for row in rows
        ],
        spacing=plan.row_gap,
        tight=True,
    )


@memo
@ft.component
@boundary
def GridRow(link: Link, row: SuitRow, size: CardSize, gap: float, *, low_right: bool) -> ft.Control:
    """A suit with a place for each of its thirteen cards."""
    cards = [place(link, slot, size, hint=True) for slot in row.slots]
    return _row(_sided(cards, low_right=low_right), gap)


@memo
@ft.component
@boundary
def PileRow(link: Link, row: SuitRow, size: CardSize, gap: float, *, low_right: bool) -> ft.Control:
    """A suit as two piles, its starter between them, and what comes next outside."""
    return _row(_sided(_piles(link, row, size), low_right=low_right), gap)


def _row(cards: list[ft.Control], gap: float) -> ft.Control:
    return ft.Row(cards, spacing=gap, alignment=ft.MainAxisAlignment.CENTER)


def choosing(rows: Sequence[SuitRow], plan: Plan) -> bool:
    """Whether so many cards may open that they need more than the layout's rows."""
    return not plan.grid and any(len(row.openers) > CHOICE for row in rows)


def captions(higher: str, starters: str, lower: str, plan: Plan, *, low_right: bool) -> ft.Control:
    """The small words over the piles' columns."""
    outer = 2 * plan.card.width + plan.gap
    return ft.Row(
        _sided(
            [
                ft.Container(_caption(words), width=width, alignment=ft.Alignment.CENTER)
                for words, width in (
                    (lower, outer),
                    (starters, plan.card.width + plan.gap),
                    (higher, outer),
                )
            ],
            low_right=low_right,
        ),
        spacing=plan.gap / 2,
        alignment=ft.MainAxisAlignment.CENTER,
    )


def _caption(words: str) -> ft.Control:
    return text(words.upper(), size=11, tone=Tone.FELT_MUTED, spacing=1.1, lines=1)


def _sided(low_to_high: list[ft.Control], *, low_right: bool) -> list[ft.Control]:
    return low_to_high[::-1] if low_right else low_to_high


def _piles(link: Link, row: SuitRow, size: CardSize) -> list[ft.Control]:
    if row.starter is None and row.openers:
        return [place(link, slot, size) for slot in row.openers]
    return [
        _next(link, row.low_next, row.low_pile, size, f"{row.suit}-low"),
        _pile(link, row.low_pile, size, f"{row.suit}-below"),
        place(link, row.starter, size) if row.starter else _free(size, f"{row.suit}-starter"),
        _pile(link, row.high_pile, size, f"{row.suit}-above"),
        _next(link, row.high_next, row.high_pile, size, f"{row.suit}-high"),
    ]


def _next(link: Link, slot: Slot | None, pile: Pile | None, size: CardSize, key: str) -> ft.Control:
    if slot is not None:
        return place(link, slot, size)
    closed = pile is not None and pile.closed
    return _free(size, key, link.words.say("closed") if closed else "")


def _pile(link: Link, pile: Pile | None, size: CardSize, key: str) -> ft.Control:
    if pile is None:
        return _free(size, key)
    return place(link, pile.top, size, badge=_TIMES + str(pile.count) if pile.count > 1 else "")


def _free(size: CardSize, key: str, closed: str = "") -> ft.Control:
    return keyed(key, FreePlace, size, "", closed)


def _chooser(link: Link, rows: Sequence[SuitRow], size: CardSize, *, low_right: bool) -> ft.Control:
    lines: list[ft.Control] = []
    for row in rows:
        cards = _sided([place(link, slot, size) for slot in row.openers], low_right=low_right)
        lines += [
            ft.Row(
                cards[first : first + CHOOSER_COLUMNS],
                spacing=2,
                alignment=ft.MainAxisAlignment.CENTER,
                key=f"{row.suit}-{first}",
            )
            for first in range(0, len(cards), CHOOSER_COLUMNS)
        ]
    return ft.Column(lines, spacing=2, scroll=ft.ScrollMode.AUTO, expand=True)
