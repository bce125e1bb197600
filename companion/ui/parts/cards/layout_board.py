"""The layout on the felt: one board on which every card lies at its place and slides to it."""

from __future__ import annotations

from collections.abc import Sequence

import flet as ft

from companion.ui.boundary import boundary
from companion.ui.hooks import keyed
from companion.ui.link import Link
from companion.ui.parts.basics.text import text
from companion.ui.parts.cards.board import CHOICE, RANKS, Board, Side
from companion.ui.parts.cards.card_face import RIM, CardSize, closed_mark
from companion.ui.parts.cards.card_positions import (
    CardPosition,
    ClosedEnd,
    all_cards,
    closed_ends,
    newest_card,
    offered_cards,
)
from companion.ui.parts.cards.empty_cells import cell_outlines
from companion.ui.parts.cards.positioned_card import (
    SLIDE,
    playable,
    PositionedCard,
    PositionedOffer,
)
from companion.ui.parts.table.table_plan import CHOOSER_COLUMNS, Plan
from companion.ui.shown import Watched
from companion.ui.theme import Tone
from companion.views.cards import Slot, SuitRow, suit_rows


@ft.component
@boundary
def LayoutBoard(
    link: Link,
    watched: Watched,
    seen: Sequence[SuitRow],
    board: Board,
    *,
    moves: bool,
    pointed: str,
) -> ft.Control:
    """The four suits as they lie in what is watched, drawn again with it; the places where no card
    shows are those of the rows that the page has `seen`. `pointed` is the card that the keyboard
    points at. The cards are no components: one that could not be drawn would cost the board, until
    it is drawn again.
    """
    if watched.snapshot is None:
        return ft.Container()
    rows = suit_rows(watched.snapshot.round, link.words)
    says, card = link.words.say("closed"), board.card
    marks = [_shut_mark(each, says, card) for each in closed_ends(rows, board)]
    offers = [
        keyed(
            each.code, PositionedOffer, link, each, card, moves=moves, pointed=each.code == pointed
        )
        for each in offered_cards(rows, board)
    ]
    cards = [
        keyed(each.code, PositionedCard, each, card, moves=moves) for each in all_cards(rows, board)
    ]
    below, last = _layer("below", [*marks, *offers], board), newest_card(rows, board)
    rim = [_rim(last, card, moves=moves)] if last else []
    return _layer("board", [keyed("places", EmptyCells, seen, board), below, *cards, *rim], board)


def _layer(name: str, controls: Sequence[ft.Control], board: Board) -> ft.Control:
    """A stack as large as the board."""
    return ft.Stack(
        [*controls],
        width=board.width,
        height=board.height,
        clip_behavior=ft.ClipBehavior.NONE,
        key=name,
    )


def _shut_mark(shut: ClosedEnd, says: str, card: CardSize) -> ft.Control:
    """What stands behind the last card of a run."""
    return ft.Container(closed_mark(says, card), left=shut.left, top=shut.top, key=shut.key)


def _rim(at: CardPosition, card: CardSize, *, moves: bool) -> ft.Control:
    """What shows where the last card was laid: it slides there from the one before."""
    return ft.Container(
        left=at.left,
        top=at.top,
        width=card.width,
        height=card.height,
        border_radius=card.radius,
        border=ft.Border.all(RIM, Tone.BRASS),
        ignore_interactions=True,
        animate_position=SLIDE if moves else None,
        key="rim",
    )


@ft.component
@boundary
def EmptyCells(rows: Sequence[SuitRow], board: Board) -> ft.Control:
    """The outlines of the cells where no card shows."""
    return cell_outlines(rows, board)


def choosing(rows: Sequence[SuitRow], board: Board) -> bool:
    """Whether so many cards may open that they need more than the board's piles."""
    return board.places != RANKS and any(len(row.openers) > CHOICE for row in rows)


@ft.component
@boundary
def Captions(higher: str, starters: str, lower: str, plan: Plan) -> ft.Control:
    """The small words over the piles' columns, once it is known what opens a suit."""
    board = plan.board
    cells: list[ft.Control] = [
        ft.Container(
            _caption(words), width=columns * board.step_across, alignment=ft.Alignment.CENTER
        )
        for words, columns in ((lower, 2), (starters, 1), (higher, 2))
    ]
    row = ft.Row(_sided(cells, board.side), spacing=0, alignment=ft.MainAxisAlignment.CENTER)
    return ft.Container(row if starters else None, height=plan.text.caption)


def _caption(words: str) -> ft.Control:
    return text(words.upper(), size=11, tone=Tone.FELT_MUTED, spacing=1.1, lines=1)


def _sided(low_to_high: list[ft.Control], side: Side) -> list[ft.Control]:
    return low_to_high[::-1] if side.low_right != side.turned else low_to_high


def chooser(
    link: Link, rows: Sequence[SuitRow], size: CardSize, side: Side, *, pointed: str
) -> ft.Control:
    """All cards that may open, where they are more than the board has room for."""
    lines: list[ft.Control] = []
    for row in rows:
        cards = _sided([_opener(link, slot, size, pointed) for slot in row.openers], side)
        lines += [
            ft.Row(
                cards[first : first + CHOOSER_COLUMNS],
                spacing=2,
                alignment=ft.MainAxisAlignment.CENTER,
                key=f"{row.suit}-{first}",
            )
            for first in range(0, len(cards), CHOOSER_COLUMNS)
        ]
    return ft.Column(lines, spacing=2, tight=True)


def _opener(link: Link, slot: Slot, size: CardSize, pointed: str) -> ft.Control:
    return playable(link, slot, size, pointed=slot.face.code == pointed)
