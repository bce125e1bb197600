"""The layout on its mat: cards in their places, empty cells, arrow keys.

Left and right follow the rows of the board as text is read, up and down its columns. Behind the
last card comes the first, so every playable card can be reached with one key.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import flet as ft
import flet.canvas as cv

from companion.core.cards import card
from companion.desk.commands import play
from companion.ui.component import component, keyed
from companion.ui.looks import Tone
from companion.ui.parts.basics.panels import in_rows
from companion.ui.parts.basics.text import silent, text
from companion.ui.parts.basics.touch import repaint_boundary, ring, ring_theme
from companion.ui.parts.cards.card_face import (
    RIM,
    CardSize,
    canvas_text,
    card_face,
    card_label,
    card_outline,
    sides,
)
from companion.ui.parts.cards.positions import (
    Board,
    CardPosition,
    ClosedEnd,
    Side,
    closed_ends,
    empty_cells,
    in_places,
    newest_card,
    offered_cards,
    suit_cards,
)
from companion.ui.parts.table.menus import of_offer
from companion.ui.session import Session
from companion.ui.shown import Watched
from companion.views.at_table.cards import Slot, SuitRow, suit_rows

_SLIDE_MILLISECONDS = 170


def slide(*, moves: bool) -> ft.Animation | None:
    """How a card slides to its place, if anything moves on the device."""
    return ft.Animation(_SLIDE_MILLISECONDS, ft.AnimationCurve.EASE_OUT) if moves else None


@component
def PositionedCard(position: CardPosition, size: CardSize, *, moves: bool) -> ft.Control:
    """A card that lies there or may come to; it keeps its key, so that it slides as it is laid."""
    shown = _face(position, position.slot, size) if position.slot else None
    return _positioned(position, size, shown, moves=moves)


@component
def PositionedOffer(
    session: Session, position: CardPosition, size: CardSize, *, moves: bool, pointed: bool
) -> ft.Control:
    """A card that may be laid."""
    place = f"{position.left:.0f} {position.top:.0f}"
    slot = position.slot
    shown = playable(session, slot, size, place, pointed=pointed) if slot else None
    return _positioned(position, size, shown, moves=moves)


def _positioned(
    position: CardPosition, size: CardSize, shown: ft.Control | None, *, moves: bool
) -> ft.Control:
    """At its corner. A stack with nothing in it lets every touch through to what lies below."""
    return ft.Stack(
        [shown] if shown else [],
        left=position.left,
        top=position.top,
        width=size.width,
        height=size.height,
        clip_behavior=ft.ClipBehavior.NONE,
        animate_position=slide(moves=moves),
    )


def _face(position: CardPosition, slot: Slot, size: CardSize) -> ft.Control:
    """The card, which says nothing while it is covered. Its name stays where it is: taken away and
    given back to the same control, browsers would not tell it again.
    """
    said = ft.Semantics(
        content=card_face(slot.face, size, badge=position.badge),
        identifier=f"card-{position.code}",
        label=slot.says,
        container=True,
    )
    return ft.Semantics(content=said, exclude_semantics=position.covered)


def playable(
    session: Session, slot: Slot, size: CardSize, place: str, *, pointed: bool = False
) -> ft.Control:
    """A card that can be played now; one tap on it is the whole turn. `place` names where on the
    screen it lies. It stands where a `ring_theme` makes its ring show.
    """
    on_tap = session.tap(lay, session, slot, place)
    outline = card_outline(slot.face, size, pointed=pointed, noted=slot.noted)
    touched = ft.Container(outline, on_click=on_tap, width=size.width, height=size.height)
    return ft.Semantics(
        content=ft.Stack(
            [ring(on_tap, size.radius), silent(touched)], clip_behavior=ft.ClipBehavior.NONE
        ),
        identifier=f"{'noted' if slot.noted else 'play'}-{slot.face.code}",
        label=slot.says,
        button=True,
        selected=pointed or None,
        container=True,
    )


async def lay(session: Session, slot: Slot, place: str) -> None:
    """Lay the card by a tap on that place; ask first where it was noted for another player."""
    if slot.noted:
        session.pointer.menu = of_offer(slot.face.code)
    else:
        await session.lay(play(card(slot.face.code)), place)


def mat(content: ft.Control, *, fills: bool, padding: ft.Padding | None = None) -> ft.Control:
    """The content in the middle of a mat that `fills` the room, or is as high as the content."""
    return ft.Container(
        content,
        bgcolor=Tone.FELT,
        border_radius=20,
        alignment=ft.Alignment.CENTER,
        padding=padding,
        margin=ft.Margin.symmetric(horizontal=6),
        expand=fills or None,
    )


_LEAST, _OF_WIDTH = 12, 0.24
"""How large a hint is, in dp at least and of a card's width."""


@component
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


@component
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


@component
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


@component
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


Corner = tuple[float, float]

_STEPS = {
    "Arrow Left": (-1, True),
    "Arrow Right": (1, True),
    "Arrow Up": (-1, False),
    "Arrow Down": (1, False),
}
"""Forwards or backwards, and whether along the rows."""
ARROWS = frozenset(_STEPS)


def next_pointed(key: str, at: str, corners: Mapping[str, Corner], offered: frozenset[str]) -> str:
    """Return the offered card that an arrow leads to from the card `at`; empty if none is offered.

    Pointing begins with the first offered card, from the top.
    """
    if not offered:
        return ""
    if at not in corners:
        return min(offered, key=lambda code: corners[code][::-1])
    step, in_rows = _STEPS[key]

    def order(code: str) -> Corner:
        left, top = corners[code]
        return (top, left) if in_rows else (left, top)

    lined_up = sorted({*offered, at}, key=order)
    start = lined_up.index(at) + step
    return next(
        code
        for place in range(start, start + 2 * len(lined_up) * step, step)
        if (code := lined_up[place % len(lined_up)]) in offered
    )


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
