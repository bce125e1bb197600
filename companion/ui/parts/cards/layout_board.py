"""The layout on the felt: one board on which every card lies at its place and slides to it."""

from __future__ import annotations

from collections.abc import Sequence

import flet as ft

from companion.ui.boundary import boundary
from companion.ui.hooks import keyed
from companion.ui.looks.theme import Tone
from companion.ui.parts.basics.text import text
from companion.ui.parts.basics.touch import ring_theme
from companion.ui.parts.cards.board import Board
from companion.ui.parts.cards.card_face import RIM, CardSize, card_label
from companion.ui.parts.cards.card_positions import (
    CardPosition,
    ClosedEnd,
    closed_ends,
    in_places,
    newest_card,
    offered_cards,
    suit_cards,
)
from companion.ui.parts.cards.empty_cells import EmptyCells
from companion.ui.parts.cards.positioned_card import PositionedCard, PositionedOffer, slide
from companion.ui.session import Session
from companion.ui.shown import Watched
from companion.views.at_table.cards import SuitRow, suit_rows


@ft.component
@boundary
def LayoutBoard(
    session: Session,
    watched: Watched,
    seen: Sequence[SuitRow],
    board: Board,
    *,
    moves: bool,
    pointed: str,
) -> ft.Control:
    """The four suits as they lie in what is watched, drawn again with it; the cells where no card
    shows are those of the rows that the page has `seen`. `pointed` is the card that the keyboard
    points at.
    """
    if watched.snapshot is None:
        return ft.Container()
    shown, size = watched.snapshot, board.card
    rows = suit_rows(shown.round, session.words, shown.series.name_of)
    ends = [_closed(end, session.words.say("closed"), size) for end in closed_ends(rows, board)]
    offers = [
        keyed(
            card.code,
            PositionedOffer,
            session,
            card,
            size,
            moves=moves,
            pointed=card.code == pointed,
        )
        for card in offered_cards(rows, board)
    ]
    suits = [
        keyed(row.suit, SuitCards, suit_cards(row, suit, board), board, moves=moves)
        for suit, row in in_places(rows, board)
    ]
    newest = newest_card(rows, board)
    rim = [_rim(newest, size, moves=moves)] if newest else []
    below = ft.Container(_layer("below", [*ends, *offers], board), theme=ring_theme(), key="rings")
    return _layer("board", [keyed("places", EmptyCells, seen, board), below, *suits, *rim], board)


@ft.component
@boundary
def SuitCards(cards: Sequence[CardPosition], board: Board, *, moves: bool) -> ft.Control:
    """The cards of a suit that lie there or may come to."""
    return _layer(
        "suit",
        [keyed(card.code, PositionedCard, card, board.card, moves=moves) for card in cards],
        board,
    )


def _layer(name: str, controls: Sequence[ft.Control], board: Board) -> ft.Control:
    """A stack as large as the board."""
    return ft.Stack(
        [*controls],
        width=board.width,
        height=board.height,
        clip_behavior=ft.ClipBehavior.NONE,
        key=name,
    )


def _closed(end: ClosedEnd, says: str, size: CardSize) -> ft.Control:
    """What stands behind the last card of a run."""
    words = card_label(says, size, max(11, size.width * 0.2))
    return ft.Container(words, left=end.left, top=end.top, key=end.key)


def _rim(card: CardPosition, size: CardSize, *, moves: bool) -> ft.Control:
    """What shows where the last card was laid: it slides there from the one before."""
    return ft.Container(
        left=card.left,
        top=card.top,
        width=size.width,
        height=size.height,
        border_radius=size.radius,
        border=ft.Border.all(RIM, Tone.BRASS),
        ignore_interactions=True,
        animate_position=slide(moves=moves),
        key="rim",
    )


@ft.component
@boundary
def Captions(higher: str, starters: str, lower: str, board: Board, height: float) -> ft.Control:
    """The small words over the piles' columns, once it is known what opens a suit."""
    cells: list[ft.Control] = [
        ft.Container(
            text(words.upper(), size=11, tone=Tone.FELT_MUTED, spacing=1.1, lines=1),
            width=columns * board.step_across,
            alignment=ft.Alignment.CENTER,
        )
        for words, columns in ((lower, 2), (starters, 1), (higher, 2))
    ]
    cells = cells[:: -1 if board.side.low_last else 1]
    row = ft.Row(cells, spacing=0, alignment=ft.MainAxisAlignment.CENTER)
    return ft.Container(row if starters else None, height=height)
