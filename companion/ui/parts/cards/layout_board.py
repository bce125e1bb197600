"""The layout on its mat: cards, empty cells, and the arrow keys.

Left and right follow the rows of the board like text, up and down its columns. The last card leads
to the first, so that one key can reach every playable card.
"""

from collections.abc import Mapping, Sequence

import flet as ft
import flet.canvas as cv

from companion.core.cards import card
from companion.desk.commands import play
from companion.screens.board import Slot, SlotState, SuitRow, board_rows, tell_card
from companion.ui.component import component, keyed
from companion.ui.looks import Tone, text_width
from companion.ui.parts.basics.panels import in_rows
from companion.ui.parts.basics.text import silent, text
from companion.ui.parts.basics.touch import repaint_boundary, ring, ring_theme
from companion.ui.parts.cards import board as boards
from companion.ui.parts.cards import card_face as faces
from companion.ui.parts.table.menus import of_offer
from companion.ui.session import Session
from companion.ui.shown import WatchedValues

_SLIDE_MILLISECONDS = 170


def slide(*, moves: bool) -> ft.Animation | None:
    """Return the animation of a sliding card, or None if nothing `moves` on this device."""
    return ft.Animation(_SLIDE_MILLISECONDS, ft.AnimationCurve.EASE_OUT) if moves else None


@component
def PositionedCard(
    session: Session, position: boards.CardPosition, size: faces.CardSize, *, moves: bool
) -> ft.Control:
    """Draw a card that is on the table or can get there; it slides because it keeps its key.

    A tap tells who laid it.
    """
    shown = None
    slot = position.slot
    if slot:
        # Covered cards are silent and feel no tap. The label stays, because browsers would not
        # announce a label that is removed and set again on the same control.
        tell = session.tap(_tell, session, slot, _place(position))
        touched = ft.Container(
            faces.card_face(slot.face, size),
            on_click=None if position.covered else tell,
        )
        face = ft.Semantics(
            content=touched, identifier=f"card-{position.code}", label=slot.says, container=True
        )
        shown = ft.Semantics(content=face, exclude_semantics=position.covered)
    return _positioned(position, size, shown, moves=moves)


@component
def PositionedOffer(
    session: Session,
    position: boards.CardPosition,
    size: faces.CardSize,
    *,
    moves: bool,
    pointed: bool,
) -> ft.Control:
    """Draw a playable card where it is offered."""
    slot = position.slot
    place = _place(position)
    shown = playable(session, slot, size, place, pointed=pointed) if slot else None
    return _positioned(position, size, shown, moves=moves)


def _place(position: boards.CardPosition) -> str:
    """Return the place of a card on the screen, where a finger may bounce."""
    return f"{position.left:.0f} {position.top:.0f}"


async def _tell(session: Session, slot: Slot, place: str) -> None:
    """Tell who laid the card and when, or what it waits for."""
    seen = session.watched.snapshot
    if seen is None or slot.state is not SlotState.LAID:
        await session.explain(slot.says, place)
        return
    story = tell_card(seen, card(slot.face.code), session.words)
    await session.explain(story.says, place, story.repair)


def _positioned(
    position: boards.CardPosition, size: faces.CardSize, shown: ft.Control | None, *, moves: bool
) -> ft.Control:
    """Put a card at its corner; an empty stack lets every touch through to controls below."""
    return ft.Stack(
        [shown] if shown else [],
        left=position.left,
        top=position.top,
        width=size.width,
        height=size.height,
        clip_behavior=ft.ClipBehavior.NONE,
        animate_position=slide(moves=moves),
    )


def playable(
    session: Session, slot: Slot, size: faces.CardSize, place: str, *, pointed: bool = False
) -> ft.Control:
    """Build a playable card; one tap on it is the whole turn.

    `place` is its place on the screen. The focus ring shows only under the `ring_theme`. A card
    that this phone does not lay is faint, and a tap explains why.
    """
    on_tap = session.tap(lay, session, slot, place)
    faint = bool(slot.barred)
    noted = slot.noted
    outline = faces.card_outline(slot.face, size, pointed=pointed, noted=noted, faint=faint)
    kind = "why-not" if slot.barred else "noted" if noted else "play"
    touched = ft.Container(outline, on_click=on_tap, width=size.width, height=size.height)
    return ft.Semantics(
        content=ft.Stack(
            [ring(on_tap, size.radius), silent(touched)], clip_behavior=ft.ClipBehavior.NONE
        ),
        identifier=f"{kind}-{slot.face.code}",
        label=slot.says,
        button=True,
        selected=pointed or None,
        container=True,
    )


async def lay(session: Session, slot: Slot, place: str) -> None:
    """Lay the card by a tap on that place; ask first if it was noted for another player.

    The focus moves to the player who is due next.
    """
    if slot.barred:
        session.tell(slot.barred)
    elif slot.noted:
        session.pointer.menu = of_offer(slot.face.code)
    elif await session.lay(play(card(slot.face.code)), place):
        # The tapped card is gone, and the focus that it had would fall to any other button.
        await session.focus_turn()


def mat(content: ft.Control, *, fills: bool, padding: ft.Padding | None = None) -> ft.Control:
    """Put the content in the middle of a mat that `fills` the room or is as high as the content."""
    return ft.Container(
        content,
        bgcolor=Tone.FELT,
        border_radius=20,
        alignment=ft.Alignment.CENTER,
        padding=padding,
        margin=ft.Margin.symmetric(horizontal=6),
        expand=fills or None,
    )


_LEAST = 12
_OF_WIDTH = 0.24
_BESIDE_WORD = 10
_MOST_GROWN = 1.6
"""The size of a rank in an empty cell: the least in dp, the share of a card's width, the free
space beside a word in dp, and the most that the rank grows with the text.
"""


@component
def EmptyCells(rows: Sequence[SuitRow], board: boards.Board) -> ft.Control:
    """Draw the empty cells again whenever the page is drawn."""
    return outlines(rows, board)


@component
def WaitingSuits(session: Session, rows: Sequence[SuitRow], board: boards.Board) -> ft.Control:
    """Place the cards that cannot be laid now over the empty cells."""
    waiting = zip(rows, boards.waiting_cards(rows, board), strict=True)
    suits = [keyed(row.suit, WaitingCards, session, cards, board) for row, cards in waiting]
    return _layer("waiting", suits, board)


@component
def WaitingCards(
    session: Session, cards: tuple[boards.CardPosition, ...], board: boards.Board
) -> ft.Control:
    """Place the cards of a suit that cannot be laid now; a tap explains why."""
    size = board.card
    return _layer("suit", [_waiting(session, card, size) for card in cards], board)


def _waiting(session: Session, card: boards.CardPosition, size: faces.CardSize) -> ft.Control:
    if card.slot is None:
        return _positioned(card, size, None, moves=False)
    touched = ft.Container(
        width=size.width,
        height=size.height,
        bgcolor=ft.Colors.TRANSPARENT,  # without a colour the place would feel no touch
        on_click=session.tap(_tell, session, card.slot, _place(card)),
    )
    place = ft.Semantics(
        content=touched, identifier=f"why-not-{card.code}", label=card.slot.says, container=True
    )
    return _positioned(card, size, place, moves=False)


def outlines(rows: Sequence[SuitRow], board: boards.Board) -> ft.Control:
    """Draw the empty cells of the board in a control of its size."""
    card = board.card
    cells = boards.empty_cells(rows, board)
    around = faces.sides(card.width, card.height, card.radius)
    ends: list[ft.OffsetValue] = [(left + x, top + y) for left, top, _ in cells for x, y in around]
    faint = ft.Colors.with_opacity(0.35, Tone.SLOT)
    line = ft.Paint(color=faint, style=ft.PaintingStyle.STROKE, stroke_width=1)
    ink = ft.Colors.with_opacity(0.6, Tone.FELT_MUTED)
    size = max(_LEAST, card.width * _OF_WIDTH) * min(card.scale, _MOST_GROWN)
    shapes = [
        cv.Points(ends, cv.PointMode.LINES, line),
        *(
            faces.canvas_text(left + card.width / 2, top + card.height / 2, rank, size, ink)
            for left, top, rank in cells
            if rank
        ),
    ]
    return repaint_boundary(cv.Canvas(shapes, width=board.width, height=board.height))


@component
def LayoutBoard(
    session: Session,
    watched: WatchedValues,
    seen: Sequence[SuitRow],
    board: boards.Board,
    *,
    moves: bool,
    pointed: str,
) -> ft.Control:
    """Draw the four suits of the watched snapshot.

    The empty cells are those of the rows that the page has `seen`. `pointed` is the code of the
    card that the keyboard points at.
    """
    if watched.snapshot is None:
        return ft.Container()
    shown = watched.snapshot
    size = board.card
    rows = board_rows(shown, session.words)
    closed = session.words.say("closed")
    most = (size.width - _BESIDE_WORD) / text_width(closed, 1)
    small = min(max(11, size.width * 0.2) * size.scale, most)
    ends = [
        ft.Container(faces.card_label(closed, size, small), left=end.left, top=end.top, key=end.key)
        for end in boards.closed_ends(rows, board)
    ]
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
        for card in boards.offered_cards(rows, board)
    ]
    suits = [
        keyed(row.suit, SuitCards, session, boards.suit_cards(row, suit, board), board, moves=moves)
        for suit, row in boards.in_places(rows, board)
    ]
    newest = boards.newest_card(rows, board)
    rim = [_rim(newest, size, moves=moves)] if newest else []
    below = ft.Container(_layer("below", [*ends, *offers], board), theme=ring_theme(), key="rings")
    # Touches do not get through the theme of the rings to a layer below.
    waiting = keyed("waiting", WaitingSuits, session, seen, board)
    places = keyed("places", EmptyCells, seen, board)
    return _layer("board", [places, below, waiting, *suits, *rim], board)


@component
def SuitCards(
    session: Session, cards: Sequence[boards.CardPosition], board: boards.Board, *, moves: bool
) -> ft.Control:
    """Draw all cards of a suit."""
    return _layer(
        "suit",
        [
            keyed(card.code, PositionedCard, session, card, board.card, moves=moves)
            for card in cards
        ],
        board,
    )


def _layer(name: str, controls: Sequence[ft.Control], board: boards.Board) -> ft.Control:
    """Return a stack as large as the board."""
    return ft.Stack(
        [*controls],
        width=board.width,
        height=board.height,
        clip_behavior=ft.ClipBehavior.NONE,
        key=name,
    )


def _rim(card: boards.CardPosition, size: faces.CardSize, *, moves: bool) -> ft.Control:
    """Draw the rim of the newest card, which slides there from the one before."""
    return ft.Container(
        left=card.left,
        top=card.top,
        width=size.width,
        height=size.height,
        border_radius=size.radius,
        border=ft.Border.all(faces.RIM, Tone.BRASS),
        ignore_interactions=True,
        animate_position=slide(moves=moves),
        key="rim",
    )


@component
def Captions(
    higher: str, starters: str, lower: str, board: boards.Board, height: float
) -> ft.Control:
    """Draw the small words over the columns, once the rank that opens suits is known."""
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
"""The direction of each key, and whether it follows the rows."""
ARROWS = frozenset(_STEPS)


def next_pointed(key: str, at: str, corners: Mapping[str, Corner], offered: frozenset[str]) -> str:
    """Return the offered card that an arrow leads to from the card `at`; empty if none is offered.

    Without a card `at` this is the first offered card from the top.
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
"""The greatest number of openers that a suit shows in its row; more need the chooser."""


def choosing(rows: Sequence[SuitRow], board: boards.Board) -> bool:
    """Return whether more cards may open a suit than the piles of the board can show."""
    return not board.spread and any(len(row.openers) > _MOST for row in rows)


def chooser(
    session: Session,
    rows: Sequence[SuitRow],
    size: faces.CardSize,
    side: boards.Side,
    *,
    pointed: str,
) -> ft.Control:
    """Build rows of all cards that may open, suit by suit; the keyboard points at `pointed`."""
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
